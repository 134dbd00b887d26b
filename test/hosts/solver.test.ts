/** Commands that a solver answers (contract: newest-operations 9). */
import { describe, expect, it } from 'vitest';
import { loadLibrary } from '../../src/language/library/loading.js';
import { findSolver } from '../../src/runtime/engines/index.js';
import { solverCommands } from '../../src/hosts/commands/solver-commands.js';
import { newSession } from '../../src/session/index.js';

const MODEL = `package S {
    private import ScalarValues::*;
    part def Car {
        attribute m : Integer;
        attribute limit : Integer = 7;
        constraint some { m > 3 and m < 5 }
        constraint none { m > 3 and m < 2 }
        constraint heavy { m > limit and m < 9 } constraint fixed { m > limit and limit > 9 } constraint power { m ** m > 3 }
    }
    requirement def R { subject c : Car; require constraint { c.m > 10 } require constraint { c.m < 5 } }
    part def V { variation part eng : E { variant part small : E { :>> w = 1; } variant part big : E { :>> w = 5; } } constraint ok { eng.w > 2 } constraint any { eng.w > 0 } }
    part def E { attribute w : Integer; }
    analysis def Opt {
        subject;
        in a : Integer; in b : Integer;
        assert constraint { a >= 0 and a <= 10 and b >= 0 and b <= 10 }
        objective best : TradeStudies::MaximizeObjective { subject :>> selectedAlternative; in calc :>> eval { a + b } }
    }
}`;

const CASES: readonly (readonly [cell: string, answer: string])[] = [
    ['%check S::Car::some', '✓ Constraint S::Car::some is satisfiable (z3)\n  S::Car::m = 4'],
    ['%check S::Car::none', '✗ Constraint S::Car::none is unsatisfiable (z3)'],
    ['%explain S::Car::some', '✓ Constraint S::Car::some is satisfiable, so no conditions conflict (z3)'],
    [
        '%explain S::R',
        '✗ Requirement S::R is unsatisfiable: 2 conditions conflict (z3)\n  Every condition below is needed:\n' +
            '  1. required condition: `c.m > 10`, at cell 1:10:63\n  2. required condition: `c.m < 5`, at cell 1:10:95'
    ],
    [
        '%solve S::Car::heavy',
        '✓ Constraint S::Car::heavy has values satisfying it (z3)\n  Already fixed:\n    S::Car::limit = 7  (declared)\n  Synthesised:\n    S::Car::m = 8'
    ],
    ['%solve S::Car::none', '✗ Constraint S::Car::none has no satisfying values: its conditions conflict on their own (z3)'],
    ['%solve S::Car::fixed', '✗ Constraint S::Car::fixed has no values consistent with the value already fixed (z3)'],
    [
        '%check S::Car::power',
        "? Constraint S::Car::power is undecided: not translatable for solving: operator '**': exponentiation is outside the arithmetic encoded here"
    ],
    ['%configure S::V::ok', '✓ Constraint S::V::ok permits a selection of variants (z3)\n  S::V::eng = S::V::eng::big'],
    ['%configure S::V::any all', '✓ Constraint S::V::any permits 2 selections of variants, which are all of them (z3)'],
    [
        '%configure S::V::any all 1',
        '✓ Constraint S::V::any permits 1 selection of variants, reported up to the bound on how many are enumerated (z3)'
    ],
    [
        '%configure S::V::any eng=small',
        '✓ the chosen variants are consistent with Constraint S::V::any (z3)\n  S::V::eng = S::V::eng::small  (chosen)'
    ],
    ['%configure S::V::ok eng=small', '✗ Constraint S::V::ok is not consistent with the chosen variants (z3)'],
    ['%configure S::V::ok eng=small all', '! `all` finds every consistent selection: write it without other words'],
    ['%configure S::Car::some', '? no variation point is read. Use %check S::Car::some for satisfiability'],
    ['%optimize S::Opt', '✓ Analysis S::Opt is optimized (z3)\n  maximize best = `a + b`: 20\n  S::Opt::a = 10\n  S::Opt::b = 10'],
    ['%optimize S::Car', '! not an analysis case: S::Car'],
    ['%explain', 'usage: %explain <name>'],
    ['%check Nope', '! unresolved reference: Nope']
];

describe('questions to the solver', () => {
    const settings = { place: findSolver('', ''), timeout: 10_000, coreBudget: 30_000, mostConfigurations: 32 };
    const session = newSession({ library: loadLibrary() }, [solverCommands(settings)]);
    const defined = session.execute(MODEL);

    it.each(CASES)('%s', async (cell, answer) => {
        expect((await defined).failure?.message).toBeUndefined();
        const { shown, failure } = await session.execute(cell);
        const text = failure === undefined ? shown.map(s => s.text).join('\n') : `! ${failure.message}`;
        expect(text.replace(/, \d+ms\)/g, ')').slice(0, answer.length)).toBe(answer);
    });
});
