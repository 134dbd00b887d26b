/** Actions nested deeply: a step of the innermost one costs the same, and makes the same run, however many are around it. */
import { describe, expect, it } from 'vitest';
import { executeAction, policyOf } from '../../../src/runtime/behaviour/index.js';
import { MOST_NOTES } from '../../../src/runtime/behaviour/schedules/schedule.js';
import { cases, isFull, spread } from '../../support/thorough.js';
import { modelOf, runAction } from './run.js';

const DOWN = 'action def Down { in n : Integer; out r : Integer;';
const AGAIN = 'action again : Down { in n = Down::n - 1; out r; }';
const forked = (beside: string): string =>
    `${DOWN} attribute s : Integer := 0; first start then d; decide d; if n > 0 then f; else bottom; fork f; first f then again; first f then beside;
    ${AGAIN} ${beside} first again then j; first beside then j; join j; first j then up; action up assign r := again.r + 1; action bottom assign r := 0; }`;
/** What is beside waits when the step within ends, and is ended. */
const unjoined = (beside: string): string =>
    `item def M; ${DOWN} attribute s : Integer := 0; first start then d; decide d; if n > 0 then f; else bottom; fork f; first f then again;
    first f then beside; ${AGAIN} ${beside} first again then up; action up assign r := again.r + 1; then terminate; action bottom assign r := 0; }`;
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
    ],
    ['a fork beside a step', forked('action beside assign s := 1;')],
    ['a fork beside several steps', forked('action beside { first start; then action b assign s := 1; then action c assign s := 2; }')],
    ['a fork beside a step that waits longer', forked('action beside accept after 1000 [SI::s];')],
    [
        'a fork beside an action that waits longer',
        forked('action beside { first start; then action b accept after 1000 [SI::s]; then action c assign s := 1; }')
    ],
    ['a fork beside an accept', unjoined('action beside accept m : M;')]
];
const top = (definition: string, n: number): string =>
    `${definition} action a { out r : Integer; first start; then action top : Down { in n = ${n}; out r = a::r; } then done; }`;

type Method = (...given: never) => unknown;

/** Counts the calls of methods during a function. */
function callsOf<Name extends string>(
    methods: Readonly<Record<Name, readonly [owner: object, name: string]>>,
    work: () => void
): Record<Name, number> {
    const counts = {} as Record<Name, number>;
    const restored = (Object.keys(methods) as Name[]).map(key => {
        const owner = methods[key][0] as Record<string, Method>;
        const name = methods[key][1];
        const method = owner[name];
        counts[key] = 0;
        owner[name] = function (...given) {
            counts[key]++;
            return method.apply(this, given);
        };
        return () => (owner[name] = method);
    });
    try {
        work();
    } finally {
        restored.forEach(restore => restore());
    }
    return counts;
}

/** The method that resumes generators. */
const GENERATOR: { next: Method } = Object.getPrototypeOf(Object.getPrototypeOf((function* () {})())) as never;

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

describe.each(spread(SHAPES, 3, 1))('an action that performs itself in %s', (_, definition) => {
    let counted: Record<'steps' | 'looks' | 'copied', number>[] | undefined;
    const counts = (): typeof counted & {} =>
        (counted ??= [1, 2, 4].map(times => {
            const n = times * cases(12, 20);
            const model = modelOf(top(definition, n));
            const run = (): void => expect(runAction(model, 'a').outputs).toBe(`r=(${n})`);
            run(); // the names of the model are resolved
            return callsOf({ steps: [GENERATOR, 'next'], looks: [Array.prototype, 'filter'], copied: [Map.prototype, 'set'] }, run);
        }));

    it('makes as many steps a level at any depth', () => {
        const [few, some, most] = counts();
        expect(most.steps - some.steps).toBe(2 * (some.steps - few.steps));
    });

    it('looks at as many tokens a level at any depth, and copies what strands have seen at most once a level', () => {
        const [few, some, most] = counts();
        expect(most.looks - some.looks).toBeLessThanOrEqual(2.1 * (some.looks - few.looks));
        expect(most.copied - some.copied).toBeLessThanOrEqual(4.2 * (some.copied - few.copied));
    });

    it('needs action steps in proportion to its depth', () => {
        const n = 250;
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

it('compares moments less often than the cube of the depth where each level is a choice', () => {
    // each level ends the accept within the step beside it, which is a choice of its own
    const definition = unjoined('action beside { first start; then action b accept m : M; }');
    const [few, some, most] = [1, 2, 4].map(times => {
        const n = times * cases(10, 15);
        const model = modelOf(top(definition, n));
        const run = (): void => expect(runAction(model, 'a').outputs).toBe(`r=(${n})`);
        run();
        return callsOf({ gets: [Map.prototype, 'get'] }, run).gets;
    });
    expect(most - some).toBeLessThan(8 * (some - few));
});

/** Passes of a loop that perform an action, after a step beside them has made the order of accesses worth logging. */
const LOOPS: readonly (readonly [name: string, end: string])[] = [
    ['whose message the loop sends at its end', 's; action s send new M() to w; first s then j;'],
    ['whose message never comes', 'j;']
];
it.each(LOOPS)('a pass of a loop beside an accept notes as much in any pass: an accept %s', (_, end) => {
    const counts = [30, 60, 120].map(n => {
        const model = modelOf(
            `item def M; action a { attribute i : Integer := 0; attribute k : Integer := 0; first start then f; fork f; first f then v;
            first f then m; action v assign k := 3; first v then w; action w accept m : M; first w then j; merge m; first m then inc;
            action inc { first start; then action b assign i := i + 1; then action c assign k := k + 1; }
            first inc then d; decide d; if i < ${n} then m; else ${end} join j; }`
        );
        const run = (): void => {
            const answer = runAction(model, 'a');
            expect('error' in answer ? answer.error : 'none').toMatch(end === 'j;' ? /accept deadlock/ : /^none$/);
        };
        run();
        return callsOf({ sets: [Map.prototype, 'set'] }, run).sets;
    });
    expect(counts[2] - counts[1]).toBeLessThanOrEqual(2.1 * (counts[1] - counts[0]));
});

/** Beside each other in every pass of a loop. */
const BRANCHES: readonly (readonly [name: string, branches: string])[] = [
    ['steps', 'action b; action c; first f then b; first f then c; first b then j; first c then j;'],
    [
        'messages',
        `action b send new M() to c; action c accept M; action e assign k := k + 1; first f then b; first f then c; first f then e;
        first b then j; first c then j; first e then j;`
    ]
];
it.each(BRANCHES)('a loop that forks and joins %s looks up in proportion to the square of its passes, not the cube', (_, branches) => {
    const counts = [30, 60, 120].map(n => {
        const model = modelOf(
            `item def M; action a { attribute i : Integer := 0; private attribute k : Integer := 0; first start; then m; merge m; then fork f; ${branches}
            join j; then action inc assign i := i + 1; then d; decide d; if i < ${n} then m; else done; }`
        );
        const run = (): void => expect(runAction(model, 'a').outputs).toContain(`i=${n}`);
        run();
        return callsOf({ gets: [Map.prototype, 'get'] }, run).gets;
    });
    expect(counts[2] - counts[1]).toBeLessThanOrEqual(4.2 * (counts[1] - counts[0]));
});

// so many notes take seconds
it.runIf(isFull)('a run answers a limited number of notes, and how many were left out', () => {
    const model = modelOf(
        `action def Twice { in n : Integer; first start; then decide d; if n > 0 then f; else over; action over; fork f; first f then a;
        first f then b; action a : Twice { in n = Twice::n - 1; } action b : Twice { in n = Twice::n - 1; } }
        action top : Twice { in n = 13; }`
    );
    const { error, notes } = executeAction(model, { action: 'T::top', policy: policyOf('declared') }, {});
    expect(error).toBe('');
    expect(notes).toHaveLength(MOST_NOTES + 1);
    const last = notes.at(-1)!;
    expect(last.code).toBe('notes-omitted');
    expect(Number(/^\d+/.exec(last.message)![0])).toBeGreaterThan(1000);
    expect(notes.slice(0, -1).every(({ code }) => code === 'choice-point')).toBe(true);
});
