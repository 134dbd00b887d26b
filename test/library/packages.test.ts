// Names of used packages, which are a library over the standard one.

import { expect, it } from 'vitest';
import { withPackages } from '../../src/language/library/layered.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';

const findings = (used: string, content: string): string[] => {
    const documents = [{ name: 'used.sysml', language: 'sysml' as const, content: used }];
    const workspace = new Workspace({ library: withPackages(testLibrary(), { documents, offered: new Map() }), analysis: 'at once' });
    return workspace.parseFresh([{ name: 'a.sysml', language: 'sysml', content }]).diagnostics.map(d => d.message);
};

it.each([
    ['a member of a type', 'package Used { part def T { attribute def Level; } }', 'part def U :> Used::T { attribute level : Level; }'],
    [
        'a member that a type passes on, as it imports it',
        'package Used { part def T { public import ScalarValues::*; } }',
        'part def U :> Used::T { attribute level : Real; }'
    ],
    ['a member of a package', 'package Used { attribute def Level; }', 'private import Used::*; part def U { attribute level : Level; }'],
    ['a name that is not plain', "package Used { part def T { attribute def 'a b'; } }", "part def U :> Used::T { attribute x : 'a b'; }"],
    [
        'a package that another one imports',
        'package Used { public import ScalarValues; }',
        'private import Used::*; package P { attribute x : ScalarValues::Real; }'
    ]
])('resolve: %s', (_, used, content) => expect(findings(used, content)).toEqual([]));

it('do not resolve where nothing has them', () => {
    const used = 'package Used { part def T { attribute def Level; } }';
    expect(findings(used, 'part def U { attribute level : Level; }')).toEqual([expect.stringContaining("'Level'")]);
});
