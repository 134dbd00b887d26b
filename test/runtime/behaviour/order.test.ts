/**
 * Which values depend on the order that a run took, and which choice points they depend on; held against all orders of random small models.
 */
import { describe, expect, it } from 'vitest';
import { executeAction, executeState, instantiate, policyOf, type Outcome } from '../../../src/runtime/behaviour/index.js';
import { type Value, valueText } from '../../../src/runtime/values/index.js';
import { spread } from '../../support/thorough.js';
import { modelOf } from './run.js';

interface Answer {
    readonly values: ReadonlyMap<string, Value>;
    readonly dependence: ReadonlyMap<string, number>;
    /** at each choice point, what was raced for; `-` where nothing depends on it */
    readonly marks: readonly string[];
    readonly error: string;
}

type Ask = (
    model: ReturnType<typeof modelOf>,
    schedule: string
) => Answer & { readonly outcomes?: readonly Outcome[]; readonly isComplete?: boolean };

const action: Ask = (model, schedule) => {
    const result = executeAction(model, { action: 'T::run', policy: policyOf(schedule) });
    return {
        values: new Map([...(result.outputs ?? []), ...result.performerAttributes]),
        dependence: result.dependence,
        marks: marksOf(result.notes),
        error: result.error,
        outcomes: result.exploration?.outcomes,
        isComplete: result.exploration?.status.complete
    };
};

const machine =
    (events: readonly string[], performer = ''): Ask =>
    (model, schedule) => {
        const result = executeState(model, {
            machine: performer === '' ? 'T::run' : 'T::H::run',
            events,
            policy: policyOf(schedule),
            performer
        });
        return {
            values: result.finalContext,
            dependence: result.dependence,
            marks: marksOf(result.notes),
            error: result.error,
            outcomes: result.exploration?.outcomes,
            isComplete: result.exploration?.status.complete
        };
    };

function marksOf(notes: ReturnType<typeof executeAction>['notes']): string[] {
    return notes.flatMap(({ mark }) => (mark === undefined ? [] : mark.isIndependent ? ['-'] : [mark.dependents.join(' ')]));
}

const shown = ({ values, dependence, marks, error }: Answer): unknown => ({
    values: [...values].map(([n, v]) => `${n}=${valueText(v)}${dependence.has(n) ? `~${dependence.get(n)}` : ''}`).join(' '),
    ...(marks.length > 0 && { marks }),
    ...(error !== '' && { error })
});

/** Two branches, and what follows when both are over. */
const fork = (a: string, b: string, then = ''): string => `first start; then f; fork f; then a; then b; action a { ${a} } action b { ${b} }
    first a then j; first b then j; join j; ${then === '' ? '' : `first j then c; action c { ${then} }`}`;

/** A branch that waits for a condition beside one that writes `x`, from which `d` is computed. */
const WAITING = (condition: string, then: string, beside = ''): string =>
    `action run { attribute x : Integer = 0; attribute d : Integer = x + 1; first start; then fork f; first f then w; first f then s; ${beside}
        action w accept when ${condition}; then action t { ${then} } then j; action s assign x := 1; then j; join j; then done; }`;

const attributes = (names: string): string => [...names].map(n => `attribute ${n} : Integer = 0;`).join(' ');

const CASES: readonly { readonly rule: string; readonly model: string; readonly ask: Ask; readonly answer: unknown }[] = [
    {
        rule: 'a race is carried on through what is computed from it',
        model: `action run { ${attributes('xyz')} ${fork('assign x := 1;', 'assign x := 2;', 'assign y := x + 1; assign z := 5;')} }`,
        ask: action,
        answer: { values: 'x=1~2 y=2~2 z=5', marks: ['x', 'x'] }
    },
    {
        rule: 'what commutes depends on nothing',
        model: `action run { ${attributes('xys')} ${fork('assign x := 1;', 'assign y := 2;', 'assign s := x + y;')} }`,
        ask: action,
        answer: { values: 'x=1 y=2 s=3', marks: ['-'] }
    },
    {
        rule: 'who reads what another writes depends on it; who writes it does not',
        model: `action run { ${attributes('xy')} ${fork('assign x := 1;', 'assign y := x;')} }`,
        ask: action,
        answer: { values: 'x=1 y=0~1', marks: ['y'] }
    },
    {
        rule: 'a race that was overwritten is over',
        model: `action run { ${attributes('xy')} ${fork('assign x := 1;', 'assign x := 2;', 'assign y := x; assign x := 3;')} }`,
        ask: action,
        answer: { values: 'x=3 y=1~2', marks: ['x', 'x'] }
    },
    {
        rule: 'derived features follow',
        model: `part def D { attribute x : Integer = 0; attribute d : Integer = x + 1; attribute k : Integer = 7; attribute e : Integer = k + 1; }
            part p : D; action run { ${fork('assign p.x := 1;', 'assign p.x := 2;', 'assign r := p.d; assign s := p.e;')} attribute r = 0; attribute s = 0; }`,
        ask: action,
        answer: { values: 'r=2~2 s=8', marks: ['x', 'x'] }
    },
    {
        rule: 'what waits for a value follows its write',
        model: WAITING('x > 0', 'assign x := 7;'),
        ask: action,
        answer: { values: 'x=7 d=8' }
    },
    {
        rule: 'what waits for a value that is computed follows the writes of what it is computed from',
        model: WAITING('d > 1', 'assign x := 7;'),
        ask: action,
        answer: { values: 'x=7 d=8' }
    },
    {
        rule: 'what waits for one of several values may read any of them',
        model: WAITING('x > 0', 'assign y := x;', 'first f then q; action q assign x := 2; first q then j; attribute y : Integer = 0;'),
        ask: action,
        answer: { values: 'x=1~2 d=2~2 y=1~2', marks: ['x', 'x'] }
    },
    {
        rule: 'a condition decides about both branches',
        model: `action run { ${attributes('xyzw')} ${fork('assign x := 1;', 'assign x := 2;', 'if x > 1 { assign y := 1; } else { assign z := 1; } assign w := 1;')} }`,
        ask: action,
        answer: { values: 'x=1~2 y=0~2 z=1~2 w=1', marks: ['x', 'x'] }
    },
    {
        rule: 'a decision decides up to where its branches meet',
        model: `action run { ${attributes('xyzw')} ${fork('assign x := 1;', 'assign x := 2;')}
            first j then q; decide q; if x > 1 then m1; else m2; action m1 { assign y := 1; } action m2 { assign z := 1; }
            first m1 then mm; first m2 then mm; merge mm; then action c { assign w := 1; } }`,
        ask: action,
        answer: { values: 'x=1~2 y=0~2 z=1~2 w=1', marks: ['x', 'x'] }
    },
    {
        rule: 'a choice of branches is a choice point by itself',
        model: `action run { ${attributes('xyw')} first start; then q; decide q; if true then m1; if true then m2; action m1 { assign x := 1; } action m2 { assign y := 1; }
            first m1 then mm; first m2 then mm; merge mm; then action c { assign w := 1; } }`,
        ask: action,
        answer: { values: 'x=1~1 y=0~1 w=1', marks: ['x y'] }
    },
    {
        rule: 'a loop as long as a raced number',
        model: `action run { ${attributes('xiy')} ${fork('assign x := 1;', 'assign x := 2;', 'while i < x { assign i := i + 1; } assign y := 2;')} }`,
        ask: action,
        answer: { values: 'x=1~2 i=1~2 y=2', marks: ['x', 'x'] }
    },
    {
        rule: 'parameters of what is performed carry it',
        model: `action def Twice { in n : Integer; out m : Integer; assign m := n * 2; }
            action run { ${attributes('xyz')} ${fork('assign x := 1;', 'assign x := 2;')} first j then t; action t : Twice { in n = x; out m = y; }
            then action u : Twice { in n = 4; out m = z; } }`,
        ask: action,
        answer: { values: 'x=1~2 y=2~2 z=8', marks: ['x', 'x'] }
    },
    {
        rule: 'flows between steps carry it',
        model: `action def Give { out m : Integer; } action def Take { in n : Integer; out k : Integer; assign k := n + 1; }
            action run { ${attributes('xyk')} ${fork('assign x := 1;', 'assign x := 2;')} first j then g; action g : Give { assign m := x; }
            flow g.m to t.n; then action t : Take; }`,
        ask: action,
        answer: { values: 'x=1~2 y=0 k=2~2', marks: ['x', 'x'] }
    },
    {
        rule: 'steps within branches race as their branches do',
        model: `action run { ${attributes('xyz')} ${fork('first start; then action a1 { assign y := 1; } then action a2 { assign x := 1; }', 'first start; then action b1 { assign z := 1; } then action b2 { assign x := 2; }')} }`,
        ask: action,
        answer: { values: 'x=1~1 y=1 z=1', marks: ['-', '-', 'x'] }
    },
    {
        rule: 'a message is before what follows on it',
        model: `item def Ping; action run { ${attributes('xy')} first start; then f; fork f; then a; then r;
            action a { assign x := 1; } then send new Ping() to r; action r accept Ping; then action b { assign y := x; } }`,
        ask: action,
        answer: { values: 'x=1 y=1' }
    },
    {
        rule: 'two messages that one accept may take',
        model: `item def Num { attribute v : Integer; } action run { ${attributes('yz')} first start; then f; fork f; then s1; then s2; then r;
            action s1 send new Num(v = 1) to r; action s2 send new Num(v = 2) to r; action r accept n : Num; then action b { assign y := n.v; assign z := 1; } }`,
        ask: action,
        answer: { values: 'y=2~1 z=1 n=#1~1', marks: ['n'] }
    },
    {
        rule: 'regions of a machine',
        model: `attribute def Go; state run parallel { ${attributes('nlrk')}
            state A { entry; then a1; state a1; accept Go do assign l := n then a2; state a2; }
            state B { entry; then b1; state b1; accept Go do { assign n := 1; assign r := 3; } then b2; state b2; } }`,
        ask: machine(['Go']),
        answer: { values: 'n=1 l=0~1 r=3 k=0', marks: ['l'] }
    },
    {
        rule: 'regions that do not disturb each other',
        model: `attribute def Go; state run parallel { ${attributes('lr')}
            state A { entry; then a1; state a1; accept Go do assign l := 1 then a2; state a2; }
            state B { entry; then b1; state b1; accept Go do assign r := 3 then b2; state b2; } }`,
        ask: machine(['Go']),
        answer: { values: 'l=1 r=3', marks: ['-'] }
    },
    {
        rule: 'one of several transitions',
        model: `attribute def Go; state run { ${attributes('lrk')} entry; then s; state s; transition first s accept Go do assign l := 1 then t;
            transition first s accept Go do assign r := 1 then u; state t; state u; }`,
        ask: machine(['Go']),
        answer: { values: 'l=1~1 r=0~1 k=0', marks: ['l r'] }
    },
    {
        rule: 'what is bound depends on what it follows, at every reading',
        model: `action run { ${attributes('xk')} attribute d : Integer = x * 2; attribute e : Integer = d + k; attribute o : Integer = k + 1; attribute s : Integer := x;
            ${fork('assign x := x + 1;', 'assign x := 5;')} first j then g; action g { assign k := d; } }`,
        ask: action,
        answer: { values: 'x=6~2 k=12~2 d=12~2 e=24~2 o=13~2 s=0', marks: ['x', 'x'] }
    },
    {
        rule: 'time that passes orders what is concurrent',
        model: `action run { ${attributes('xy')} first start; then f; fork f; then a; then b; action a { assign x := 1; }
            action b accept after 5 [SI::s]; then action c { assign x := 2; assign y := x; } }`,
        ask: action,
        answer: { values: 'x=2 y=2' }
    }
];

describe('what depends on the order', () => {
    it.each(CASES)('$rule', ({ model, ask, answer }) => {
        expect(shown(ask(modelOf(model), ''))).toEqual(answer);
    });

    it('is told of the features of objects whose behaviours have run', () => {
        const model = modelOf(`part def Robot { attribute v : Integer = 0; attribute u : Integer = 4; attribute t : Integer = v + 1;
            perform action p1 { action s1 { assign v := 1; } } perform action p2 { action s2 { assign v := 2; } } } part robot : Robot;`);
        const [{ features }] = instantiate(model, 'T::robot').instances!;
        expect(
            features.filter(f => f.value !== undefined && ['v', 'u', 't'].includes(f.name)).map(f => [f.name, f.orderDependent ?? 0])
        ).toEqual([
            ['v', 1],
            ['u', 0],
            ['t', 1]
        ]);
    });

    it('is all that has several values in all orders, in random models', () => {
        let open = 0;
        for (const seed of SEEDS) {
            const { text, ask } = randomModel(seed);
            const model = modelOf(text);
            const { outcomes = [], isComplete } = ask(model, 'explore:runs=200');
            const done = outcomes.filter(o => o.error === '');
            if (isComplete !== true || done.length < 2) {
                continue;
            }
            open++;
            for (const schedule of ['', 'declared', `seed:${seed}`]) {
                const { values, dependence, error, marks } = ask(model, schedule);
                // What is open between two acts of a behaviour alone is no choice point of a run that lets it go on.
                for (const [name, value] of error === '' && marks.length > 0 ? values : []) {
                    const others = new Set(done.map(o => (o.outputs.has(name) ? valueText(o.outputs.get(name)!) : '')));
                    if (!dependence.has(name)) {
                        expect([...others], `${name} under "${schedule}" of ${text}`).toEqual([valueText(value)]);
                    }
                }
            }
        }
        expect(open).toBeGreaterThan(SEEDS.length / 4);
    });
});

/** Seeds of random models. */
const SEEDS = spread(
    Array.from({ length: 30 }, (_, i) => i + 1),
    4
);

/** A small model whose behaviour leaves its order open somewhere. */
function randomModel(seed: number): { readonly text: string; readonly ask: Ask } {
    let state = seed * 2654435761;
    const below = (n: number): number => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * n);
    };
    const oneOf = <T>(list: readonly T[]): T => list[below(list.length)];
    const names = ['p', 'q', 'r', 's', 't'];
    const operand = (): string => (below(2) === 0 ? oneOf(names) : String(below(3)));
    const statement = (depth: number): string => {
        switch (below(depth > 0 ? 8 : 5)) {
            case 5:
                return `if ${oneOf(names)} > ${below(2)} { ${statement(depth - 1)} } else { ${statement(depth - 1)} }`;
            case 6:
                return `for i in (1, 2) { ${statement(depth - 1)} }`;
            case 7:
                return `perform action n${below(1000)} : Add { in a = ${operand()}; out b = ${oneOf(names)}; }`;
            default:
                return `assign ${oneOf(names)} := ${operand()}${below(2) === 0 ? ` + ${operand()}` : ''};`;
        }
    };
    const steps = (name: string, count: number): { text: string; first: string; last: string } => {
        const all = Array.from({ length: count }, (_, i) => `${name}${i}`);
        const text = all.map(
            (n, i) =>
                `action ${n} { ${statement(2)} ${below(3) === 0 ? statement(1) : ''} } ${i > 0 ? `first ${all[i - 1]} then ${n};` : ''}`
        );
        return { text: text.join('\n'), first: all[0], last: all[count - 1] };
    };
    const features = names
        .map((n, i) => `attribute ${n} : Integer ${below(4) === 0 && i > 0 ? `= ${names[i - 1]} + 1` : '= 0'};`)
        .join(' ');
    const add = 'action def Add { in a : Integer; out b : Integer; assign b := a + 1; }';
    if (below(3) > 0) {
        const branches = ['a', 'b', ...(below(3) === 0 ? ['c'] : [])].map(n => steps(n, 1 + below(2)));
        const decision = below(2) === 0;
        const end = steps('e', 1 + below(2));
        return {
            text: `${add} action run { ${features} first start; then f; fork f; ${branches.map(b => `then ${b.first};`).join(' ')}
                ${branches.map(b => `${b.text} first ${b.last} then j;`).join('\n')} join j;
                ${
                    decision
                        ? `first j then d; decide d; if ${oneOf(names)} > ${below(3)} then x; else y; action x { ${statement(1)} } action y { ${statement(1)} }
                           first x then m; first y then m; merge m; first m then ${end.first};`
                        : `first j then ${end.first};`
                }
                ${end.text} }`,
            ask: action
        };
    }
    if (below(2) === 0) {
        const works = ['a', 'b'].map(n => steps(n, 1 + below(2)));
        const ping = below(2) === 0;
        return {
            text: `${add} item def Ping { attribute v : Integer; } part def H { ${features}
                ${works.map((w, i) => `perform action w${i} { first start; then ${w.first}; ${w.text} ${ping ? `first ${w.last} then z${i}; action z${i} send new Ping(v = ${i}) to h;` : ''} }`).join('\n')}
                exhibit state run { entry; then s1; state s1; accept ${ping ? 'm : Ping' : `when ${oneOf(names)} > 0`} do action { ${statement(1)} } then s2; state s2;
                    accept ${ping ? 'm : Ping' : `when ${oneOf(names)} > 1`} do assign ${oneOf(names)} := ${ping ? 'm.v' : operand()} then s1; } }
                part h : H;`,
            ask: machine([], 'T::h')
        };
    }
    const region = (name: string): string => `state ${name} { entry; then ${name}1; state ${name}1 { exit action { ${statement(1)} } }
        accept Go ${below(3) === 0 ? `if ${oneOf(names)} > 0` : ''} do action { ${statement(1)} } then ${name}2; state ${name}2 { entry action { ${statement(1)} } }
        accept Go do assign ${oneOf(names)} := ${operand()} then ${name}1; }`;
    return {
        text: `${add} attribute def Go; state run parallel { ${features} ${region('A')} ${region('B')} }`,
        ask: machine(below(2) === 0 ? ['Go'] : ['Go', 'Go'])
    };
}
