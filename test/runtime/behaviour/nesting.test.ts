/** Actions nested deeply: a step of the innermost one costs the same, and makes the same run, however many are around it. */
import { describe, expect, it } from 'vitest';
import { executeAction, policyOf } from '../../../src/runtime/behaviour/index.js';
import { modelOf, runAction } from './run.js';

const DOWN = 'action def Down { in n : Integer; out r : Integer;';
const AGAIN = 'action again : Down { in n = Down::n - 1; out r; }';
const SHAPES: readonly (readonly [name: string, definition: string])[] = [
    ['a conditional', `${DOWN} if n > 0 { ${AGAIN} assign r := again.r + 1; } else { assign r := 0; } }`],
    [
        'a decision of a token flow',
        `${DOWN} first start; then decide d; if n > 0 then again; else bottom; ${AGAIN}
        first again then up; action up assign r := again.r + 1; action bottom assign r := 0; }`
    ],
    [
        'a loop that waits',
        `${DOWN} assign r := 0; while r < 3 { action w accept after 1 [SI::s]; assign r := r + 1; } if n > 0 { ${AGAIN} assign r := again.r + 1; }
        else { assign r := 0; } }`
    ]
];
const top = (definition: string, n: number): string =>
    `${definition} action a { out r : Integer; first start; then action top : Down { in n = ${n}; out r = a::r; } then done; }`;

/** Counts the resumptions of generators during a function. */
function resumptions(work: () => void): number {
    const generator: { next: (...given: never) => unknown } = Object.getPrototypeOf(Object.getPrototypeOf((function* () {})())) as never;
    const { next } = generator;
    let count = 0;
    generator.next = function (...given) {
        count++;
        return next.apply(this, given);
    };
    try {
        work();
    } finally {
        generator.next = next;
    }
    return count;
}

/** Steps within steps that wait, fork, fail and end each other. */
const MIXED: readonly (readonly [name: string, action: string])[] = [
    ['timers', 'action c { action d accept after 1 [SI::s]; then action e accept after 2 [SI::s]; then action f assign x := x + 1; }'],
    ['forks', 'action c { first start; then fork k; first k then u; first k then v; action u assign x := 1; action v assign x := 2; }'],
    ['the end of an outer step', 'action c { action d { first start; then action e terminate b; then action f assign x := 7; } }'],
    ['its own end', 'action c { first start; then action d { first start; then terminate; } then action e assign x := x + 5; }'],
    ['a failure', 'action c { first start; then action d assign x := 1 / 0; }'],
    ['a deadlock', 'action c { first start; then action d accept T; }'],
    ['a step that starts another at once', 'action c { action d { action e { action f assign x := x + 1; first f; } first e; } first d; }']
];

describe.each(SHAPES)('an action that performs itself in %s', (_, definition) => {
    it('makes as many steps a level at any depth', () => {
        const counts = [50, 100, 200].map(n => {
            const model = modelOf(top(definition, n));
            const run = (): void => expect(runAction(model, 'a').outputs).toBe(`r=(${n})`);
            run(); // the names of the model are resolved
            return resumptions(run);
        });
        expect(counts[2] - counts[1]).toBe(2 * (counts[1] - counts[0]));
    });

    it('needs action steps in proportion to its depth', () => {
        const n = 400;
        expect(runAction(modelOf(top(definition, n)), 'a', { behaviour: { actionSteps: 20 * n } })).toMatchObject({ outputs: `r=(${n})` });
    });
});

it.each(MIXED)('runs steps within each other as where each step is recorded: %s', (_, c) => {
    const model =
        modelOf(`attribute def T; action a { attribute x : Integer = 0; first start; then action b { first start; then action g { first start; then c;
        then done; ${c} } then action h assign x := x * 3; } then fork k; first k then l; first k then m; action l { first start; then action n assign x := x + 1; }
        action m { first start; then action o accept after 1 [SI::s]; then action p assign x := x + 10; } }`);
    for (const schedule of ['declared', 'reverse', 'seed:3']) {
        const [plain, recorded] = [false, true].map(moments => {
            const { outputs, error, notes, trace, finalTime } = executeAction(
                model,
                { action: 'T::a', policy: policyOf(schedule), trace: true, moments },
                {}
            );
            return { outputs, error, notes: notes.map(n => n.message), trace: trace.map(r => r.text), finalTime };
        });
        expect(plain).toEqual(recorded);
    }
});
