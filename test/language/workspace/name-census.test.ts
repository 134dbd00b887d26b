/** What the census of a model says of the names that types may pass on to their specializations. */
import { expect, it } from 'vitest';
import { scopeOf } from '../../../src/language/semantics/world.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';

const TEXT = `package P {
    package Q { part q; package R { part r; } }
    part def A { public import Q::**; attribute a; }
    package S { part s; }
    part def B { public import P::S; }
}
package Outer { part def C :> P::A; }`;

it.each([
    ['a feature of a type', 'a', true],
    ['a member of a package, which a recursive import of a type may provide', 'r', true],
    ['a package that a type imports by its name', 'S', true],
    ['a root that nothing imports', 'Outer', false],
    ['a root of the library that nothing imports', 'IdentityMetadata', false],
    ['a name that nothing has', 'nowhere', false]
])('%s', (_title, name, isInheritable) => {
    const model = new Workspace({ library: testLibrary() }).parseFresh([{ name: 'a.sysml', language: 'sysml', content: TEXT }]);
    expect(scopeOf(model.documents[0].root).census?.isInheritable(name)).toBe(isInheritable);
});
