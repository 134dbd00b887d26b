/** Which findings follow from which: models, and each cause by its line with the lines of its followers. */
import { describe, expect, test } from 'vitest';
import { folded } from '../../../src/language/workspace/diagnostics.js';
import { findingsOf } from './findings.js';

/** Title, model, and for each finding to mend: its line, and those of the findings that follow from it. */
const MODELS: readonly (readonly [string, string, readonly (readonly [number, readonly number[]])[]])[] = [
    [
        'features of a type that is misspelled',
        `part def C {
            part e : Engin;
            attribute p = e.power;
            attribute q = 2 * e.power;
            connect e.shaft to e.hub;
            part f :> e { attribute :>> power; }
        }`,
        [[2, [3, 4, 5, 5, 6]]]
    ],
    [
        'a general that is misspelled: what is redefined, what is read within and behind it, and in what it types',
        `part def T :> Carr {
            :>> p = 2;
            attribute z = p;
            part :>> e { :>> k = 3; }
        }
        part t : T { :>> q = 3; }
        part u { attribute r = t.s; }`,
        [[1, [2, 3, 4, 4, 6, 7]]]
    ],
    [
        'usages that get a type that does not fit from another one, and one that is typed by it, too',
        `part def D;
        attribute a : D;
        attribute b :> a;
        attribute c :> b;
        port q : D;`,
        [
            [2, [3, 4]],
            [5, []]
        ]
    ],
    [
        'an import of nothing, and names that nothing is near to',
        `package M {
            private import Missing::*;
            part a : Foo;
            part b : Foo { part :>> c; }
            part def Wheel;
            part w : Weel;
        }`,
        [
            [2, [3, 4, 4]],
            [6, []]
        ]
    ],
    [
        'each misspelled type has its own followers',
        `part a : A1;
        part b : B1;
        attribute x = a.x;
        attribute y = b.y;`,
        [
            [1, [3]],
            [2, [4]]
        ]
    ],
    [
        'a name that fails in a sound type is a finding of its own',
        `part def A; part a : A;
        attribute x = a.x;
        part b : A { :>> y; }`,
        [
            [2, []],
            [3, []]
        ]
    ],
    [
        'the type of what a chain passes',
        `part def A { part b : B1; } part a : A;
        attribute x = a.b.c;
        attribute y = a.b.c.d;`,
        [[1, [2, 3]]]
    ],
    [
        'a type of the wrong kind, and usages that take it over',
        `attribute def G; part def D { part m : G; part n :> m; }
        part d : D { part :>> m; }
        part def K; port p : K;`,
        [
            [1, [1, 2]],
            [3, []]
        ]
    ],
    [
        'generals in a circle',
        `part def A :> B; part def B :> A, C1;
        part a : A { :>> x; }`,
        [[1, [2]]]
    ]
];

describe('causes', () => {
    test.each(MODELS)('%s', (_, model, expected) => {
        const findings = findingsOf(`package P { private import ScalarValues::*; ${model} }`);
        const lines = folded(findings).map(f => [f.finding.span!.startLine, f.followers.map(d => d.span!.startLine)]);
        expect(lines).toEqual(expected);
    });

    test('nothing is lost: each finding is a cause or follows from one', () => {
        for (const [, model] of MODELS) {
            const findings = findingsOf(`package P { ${model} }`);
            const all = folded(findings).flatMap(f => [f.finding, ...f.followers]);
            expect(new Set(all)).toEqual(new Set(findings));
        }
    });
});
