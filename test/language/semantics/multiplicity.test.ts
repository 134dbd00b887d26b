/** Bounds of multiplicities (KerML 8.3.3.1.6, 8.4.4.12): a row is a text, the id of a feature, the declared and the effective bounds. */
import { expect, test } from 'vitest';
import { type Bounds, declaredBoundsOf, effectiveBoundsOf } from '../../../src/language/semantics/multiplicity.js';
import { elementById } from '../../../src/language/semantics/naming.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';

const workspace = new Workspace({ library: testLibrary() });

/** `2..*`, `?` for a bound that is no literal, `-` for none. */
function textOf(bounds: Bounds | undefined): string {
    const text = (bound: number | undefined): string => (bound === undefined ? '?' : bound === Infinity ? '*' : String(bound));
    return bounds === undefined ? '-' : `${text(bounds.lower)}..${text(bounds.upper)}`;
}

test.each<readonly [language: 'sysml' | 'kerml', text: string, id: string, declared: string, effective: string]>([
    ['sysml', 'part a;', 'a', '-', '1..1'],
    ['sysml', 'part a [3];', 'a', '3..3', '3..3'],
    ['sysml', 'part a [*];', 'a', '0..*', '0..*'],
    ['sysml', 'part a [0..1];', 'a', '0..1', '0..1'],
    ['sysml', 'part a [2..*];', 'a', '2..*', '2..*'],
    ['sysml', 'attribute n = 2; part a [n];', 'a', '?..?', '?..?'],
    ['sysml', 'attribute n = 2; part a [1..n];', 'a', '1..?', '1..?'],
    ['sysml', 'part def A { part b [2]; } part def B :> A { part c :>> b; }', 'B::c', '-', '2..2'],
    ['sysml', 'part def A { part b [2..5]; } part def B :> A { part c :>> b [3]; }', 'B::c', '3..3', '3..3'],
    ['sysml', 'part def A { part b [2]; } part def B :> A { part c :>> b; } part def C :> B { part d :>> c; }', 'C::d', '-', '2..2'],
    ['sysml', 'part def A { part b; part c [4]; } part def B :> A { part d :>> b :>> c; }', 'B::d', '-', '4..4'],
    ['sysml', 'part def A { part b [2]; part c :> b; }', 'A::c', '-', '1..1'],
    ['kerml', 'feature a [1..2];', 'a', '1..2', '1..2'],
    ['kerml', 'feature a { multiplicity m [2]; }', 'a', '2..2', '2..2'],
    ['kerml', 'feature a { feature x; multiplicity m [0..*]; }', 'a', '0..*', '0..*'],
    ['kerml', 'multiplicity few [2..3]; feature a { multiplicity m subsets few; }', 'a', '2..3', '2..3'],
    ['kerml', 'multiplicity few [2..3]; multiplicity some subsets few; feature a { multiplicity subsets some; }', 'a', '2..3', '2..3'],
    ['kerml', 'multiplicity m subsets n; multiplicity n subsets m; feature a { multiplicity subsets m; }', 'a', '-', '1..1'],
    ['kerml', 'feature a { feature x [2]; }', 'a', '-', '1..1']
])('%s: %s', (language, content, id, declared, effective) => {
    const { model } = workspace.parse([{ name: `m.${language}`, language, content }], { strict: false });
    const feature = elementById(model, id)!;
    expect([textOf(declaredBoundsOf(feature)), textOf(effectiveBoundsOf(feature))]).toEqual([declared, effective]);
});
