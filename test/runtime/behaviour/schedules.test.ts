/** The generator, the spellings of policies, and exploration against an enumeration of its own. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { executeAction, executeState, exportGraphs, policyOf } from '../../../src/runtime/behaviour/index.js';
import type { AstNode } from '../../../src/language/generated/tree.js';
import { earlier } from '../../../src/runtime/behaviour/actions/nested-flows.js';
import { replayPolicyText } from '../../../src/runtime/behaviour/schedules/policy.js';
import { Generator64 } from '../../../src/runtime/behaviour/schedules/random.js';
import {
    branchText,
    type ChoiceMark,
    type ChoiceText,
    MOST_NOTES,
    orderText,
    ReplayError,
    Scheduler
} from '../../../src/runtime/behaviour/schedules/schedule.js';
import {
    byShared,
    declarationNumber,
    namesHeld,
    secondsBetween,
    StateWriter
} from '../../../src/runtime/behaviour/simulation/state-writer.js';
import { elementById } from '../../../src/language/semantics/naming.js';
import { EvaluationRun, Instance, layoutOf } from '../../../src/runtime/evaluation/index.js';
import { FunctionValue, Metaobject, OpaqueValue, Real, Sequence, setOf } from '../../../src/runtime/values/index.js';
import { modelOf, runAction, valuesText } from './run.js';

const draws = <T>(count: number, draw: () => T): T[] => Array.from({ length: count }, draw);

describe('the generator', () => {
    it('has the outputs of the sheet', () => {
        const outputs = Generator64.ofSeed(1n);
        expect(draws(3, () => outputs.next())).toEqual([0x8707a01d6329783fn, 0x07df1bd4a477b564n, 0xaef8fc52ab960cb2n]);
        const [two, three, other] = [Generator64.ofSeed(1n), Generator64.ofSeed(1n), Generator64.ofSeed(2n)];
        expect(draws(8, () => two.below(2))).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
        expect(draws(8, () => three.below(3))).toEqual([1, 0, 2, 0, 2, 0, 1, 1]);
        expect(draws(8, () => other.below(2))).toEqual([0, 1, 0, 0, 0, 0, 0, 1]);
        expect(
            Generator64.ofSeed(1n)
                .shuffle([...'ABC'])
                .join('')
        ).toBe('CAB');
        expect(
            Generator64.ofSeed(1n)
                .shuffle([...'ABCD'])
                .join('')
        ).toBe('BCAD');
        expect(
            Generator64.ofSeed(2n)
                .shuffle([...'ABC'])
                .join('')
        ).toBe('ACB');
        const reals = Generator64.ofSeed(42n);
        expect(draws(3, () => reals.real())).toEqual([0.8254725069980449, 0.04281995136143024, 0.776073049711954]);
    });

    // half of the outputs are rejected for the first bound, next to none for the others
    it.each([(1n << 63n) + 1n, (1n << 63n) - 1n, 3n, 1n << 40n, 1n << 64n])('draws integers below %i as the sheet says', bound => {
        const [outputs, drawn] = [Generator64.ofSeed(5n), Generator64.ofSeed(5n)];
        const words = draws(200, () => outputs.next());
        const isPower = (bound & (bound - 1n)) === 0n;
        const rejected = (1n << 64n) % bound;
        const expected = isPower
            ? words.map(word => word % bound)
            : words.map(word => word * bound).flatMap(product => (product % (1n << 64n) < rejected ? [] : [product >> 64n]));
        expect(draws(60, () => drawn.below64(bound))).toEqual(expected.slice(0, 60));
    });
});

describe('spellings', () => {
    it.each(['', 'reverse', 'declared', 'seed:0', 'seed:18446744073709551615', 'explore', 'explore:runs=3', 'explore:depth=2,runs=1'])(
        '%s',
        spelling => {
            expect(() => policyOf(spelling)).not.toThrow();
        }
    );
    it.each([
        'seed',
        'seed:',
        'seed:-1',
        'seed:abc',
        'seed:18446744073709551616',
        'explore:',
        'explore:runs=0',
        'explore:runs=1,runs=2',
        'explore:steps=1',
        'replay:f',
        'replay:2/2',
        'replay:1/2,',
        'replay:1/2/3',
        'random'
    ])('refuses %s', spelling => {
        expect(() => policyOf(spelling)).toThrow(`invalid scheduling policy "${spelling}": `);
    });
});

describe('budgets', () => {
    it.each([
        ['explore', 1024, 64],
        ['explore:runs=3', 3, 64],
        ['explore:depth=5', 1024, 5],
        ['explore:depth=5,runs=7', 7, 5],
        ['explore:runs=007', 7, 64],
        ['explore:runs=99999999999999999999', 2_147_483_647, 64]
    ])('%s', (spelling, runs, depth) => {
        expect(policyOf(spelling)).toEqual({ kind: 'explore', runs, depth });
    });
});

/** Every order of the items. */
function orders<T>(items: readonly T[]): T[][] {
    return items.length < 2
        ? [[...items]]
        : items.flatMap((first, i) => orders([...items.slice(0, i), ...items.slice(i + 1)]).map(rest => [first, ...rest]));
}

describe('exploration', () => {
    it('reaches what an enumeration of all orders of the branches reaches', () => {
        const branch = fc.record({ factor: fc.integer({ min: 1, max: 3 }), term: fc.integer({ min: 0, max: 3 }) });
        fc.assert(
            fc.property(fc.array(branch, { minLength: 2, maxLength: 4 }), branches => {
                const steps = branches
                    .map(({ factor, term }, i) => `action b${i} assign w := w * ${factor} + ${term}; first f then b${i};`)
                    .join(' ');
                const model = modelOf(`action a { attribute w : Integer = 1; first start; then fork f; ${steps} }`);
                const expected = new Map<string, number>();
                for (const order of orders(branches)) {
                    const w = order.reduce((value, { factor, term }) => value * factor + term, 1);
                    expected.set(`w=${w}`, (expected.get(`w=${w}`) ?? 0) + 1);
                }
                const { outcomes, complete } = runAction(model, 'a', { schedule: 'explore' }) as {
                    outcomes: [string, number][];
                    complete: boolean;
                };
                expect(complete).toBe(true);
                expect(new Map(outcomes)).toEqual(expected);
            }),
            { numRuns: 15 }
        );
    });

    it('a seed gives one of the explored outcomes, and the same one again', () => {
        const model =
            modelOf(`action a { attribute w : Integer = 1; first start; then fork f; first f then p; first f then q; first f then r;
            action p assign w := w * 2; action q assign w := w + 3; action r assign w := w * w; }`);
        const { exploration } = executeAction(model, { action: 'T::a', policy: policyOf('explore') });
        const reached = exploration!.outcomes.map(o => valuesText(o.outputs));
        for (let seed = 0; seed < 20; seed++) {
            const [one, again] = [1, 2].map(() => runAction(model, 'a', { schedule: `seed:${seed}` }));
            expect(again).toEqual(one);
            expect(reached).toContain(one.outputs);
        }
    });

    const P = (p: number): string => `{ @Probability { p = ${p}; } }`;
    /** The example of the contract (15.3): 0.7 to X, 0.3 to a race that X or Y wins. */
    const RANGES = `private import Stochastic::*; action a { attribute r : Integer = 0; first start; then decide d; first d then x ${P(0.7)} first d then f ${P(0.3)}
        action x assign r := 1; fork f; first f then p; first f then q; action p assign r := 1; action q assign r := 2; }`;
    const TWICE = `private import Stochastic::*; action a { attribute r : Integer = 0; first start; then decide d; first d then x ${P(0.1)} first d then y ${P(0.9)} action x; action y;
        merge m; first x then m; first y then m; first m then e; decide e; first e then p ${P(0.3)} first e then q ${P(0.7)} action p assign r := 1; action q assign r := 2; }`;
    const NEITHER =
        'action a { attribute r : Integer = 0; first start; then fork f; first f then p; first f then q; action p assign r := 1; action q assign r := 2; }';
    it.each<[string, string, string, object[], boolean]>([
        [
            'a range where an order decides',
            RANGES,
            'explore',
            [
                { probability: 0, probabilityRange: { minimum: 0.7, maximum: 1 } },
                { probability: 0, probabilityRange: { minimum: 0, maximum: 0.3 } }
            ],
            false
        ],
        [
            'what is unexplored may be anything',
            RANGES,
            'explore:runs=1',
            [{ probability: 0, probabilityRange: { minimum: 0.7, maximum: 1 } }],
            true
        ],
        [
            'weights alone are exact',
            TWICE,
            'explore',
            [{ probability: expect.closeTo(0.3, 12) as number }, { probability: expect.closeTo(0.7, 12) as number }],
            false
        ],
        [
            'no weight, no claim',
            NEITHER,
            'explore',
            [
                { probability: 0, probabilityRange: undefined },
                { probability: 0, probabilityRange: undefined }
            ],
            false
        ]
    ])('probabilities: %s', (_, body, schedule, expected, isBound) => {
        const { exploration } = executeAction(modelOf(body), { action: 'T::a', policy: policyOf(schedule) });
        expect(exploration!.outcomes.map(({ probability, probabilityRange }) => ({ probability, probabilityRange }))).toMatchObject(
            expected
        );
        expect(exploration!.status.probabilitiesLowerBound).toBe(isBound);
    });

    it('no choice is one run without witness', () => {
        const { exploration } = executeAction(modelOf('action a { attribute n : Integer = 1; action x assign n := 2; }'), {
            action: 'T::a',
            policy: policyOf('explore')
        });
        expect(exploration!.outcomes.map(o => [valuesText(o.outputs), o.linearizations, o.witness])).toEqual([['n=2', 1, []]]);
        expect(exploration!.status).toMatchObject({ complete: true, runs: 1, runsBudget: 1024, depthBudget: 64 });
    });

    it('outcomes with an error come after those without, by the texts of their errors', () => {
        const model = modelOf(`action a { attribute w : Integer = 1; attribute z : Real = 0.0;
            first start; then fork f; first f then r; first f then q; first f then p;
            action p assign z := 12 / w; action q assign w := w - 1; action r assign z := 1 / (w + w); }`);
        const { exploration } = executeAction(model, { action: 'T::a', policy: policyOf('explore') });
        const failed = (node: string): string =>
            `action execution failed: execute action: action node ${node}: eval assignment RHS: division by zero`;
        expect(exploration!.outcomes.map(o => o.error || valuesText(o.outputs))).toEqual([
            'w=0 z=0.5',
            'w=0 z=12.0',
            failed('p'),
            failed('r')
        ]);
    });

    it.each([
        [0, 1],
        [1, 0]
    ])('a shorter list of visited states comes before its continuation: n := %s before n := %s', (first, second) => {
        const model = modelOf(`state m { attribute n : Integer = 0; entry; then a; state a; state b;
            transition first a accept go do assign n := ${first} then b;
            transition first a accept go do assign n := ${second} then b;
            transition first b if n == 1 do assign n := 0 then b; }`);
        const { exploration } = executeState(model, { machine: 'T::m', policy: policyOf('explore'), events: ['go'] });
        expect(exploration!.outcomes.map(o => o.statesVisited.join(' '))).toEqual(['a b', 'a b b']);
    });

    it('what cannot be started is no outcome', () => {
        const result = executeAction(modelOf('action a { }'), { action: 'T::a', policy: policyOf('explore') });
        expect(result.exploration).toBeUndefined();
        expect(result.error).toContain('invalid action flow: no initial node');
    });
});

describe('graphs', () => {
    it('the worked example', () => {
        const answer = exportGraphs(
            modelOf('action def Tally { attribute n : Integer = 0; first start; then action bump { assign n := n + 1; } then done; }'),
            'T::Tally'
        );
        const { content } = answer as { content: string };
        expect(content.endsWith('}\n')).toBe(true);
        expect(content).toContain(
            '{"version":1,"subject":"T::Tally","actions":[{"name":"T::Tally","kind":"action","scope":"T::Tally","parameters":[]'
        );
        const [{ nodes, edges, initial, finals }] = (
            JSON.parse(content) as {
                actions: { nodes: Record<string, unknown>[]; edges: Record<string, unknown>[]; initial: number; finals: number[] }[];
            }
        ).actions;
        expect(nodes.map(n => [n.id, n.kind, n.name])).toEqual([
            [0, 'start', undefined],
            [1, 'action', 'bump'],
            [2, 'done', undefined]
        ]);
        expect(nodes[1].footprint).toEqual({
            reads: [{ symbol: 'T::Tally::n', name: 'n' }],
            writes: [{ symbol: 'T::Tally::n', name: 'n' }]
        });
        expect(edges.map(e => [e.source, e.target])).toEqual([
            [0, 1],
            [1, 2]
        ]);
        expect([initial, finals]).toEqual([0, [2]]);
    });
    it('a footprint has the guards that lead on, and nothing that is local', () => {
        const { content } = exportGraphs(
            modelOf(`action a { attribute n : Integer = 3; first start; then decide d; if n > 2 then x; else y; action y;
            action x { for i in (1, 2) { attribute k : Integer = i; assign n := n + k; } } }`),
            'T::a'
        ) as { content: string };
        const { nodes } = (JSON.parse(content) as { actions: { nodes: { name?: string; footprint?: object }[] }[] }).actions[0];
        const n = [{ symbol: 'T::a::n', name: 'n' }];
        expect(nodes.filter(v => v.name === 'd' || v.name === 'x').map(v => v.footprint)).toEqual([{ reads: n }, { reads: n, writes: n }]);
    });
    it('a succession that lets a flow pass is its gate; a succession flow is a succession too', () => {
        const text = `action a { attribute ok : Boolean = true; first start; then action p { out o : Integer; } action q { in i : Integer; } action r { in i : Integer; }
            first p if ok then mv; succession flow mv from p.o to q.i; succession flow from p.o to r.i; }`;
        const { content } = exportGraphs(modelOf(text), 'T::a') as { content: string };
        interface Span {
            readonly offset: number;
            readonly len: number;
        }
        interface Carried {
            readonly source: number;
            readonly target: number;
            readonly decl: Span;
            readonly gate?: Span;
        }
        const { edges, flows } = (JSON.parse(content) as { actions: { edges: Carried[]; flows: Carried[] }[] }).actions[0];
        const whole = 'package T { private import ScalarValues::*; '.length;
        const written = (span: Span | undefined): string | undefined =>
            span && text.slice(span.offset - whole, span.offset - whole + span.len);
        const shown = (list: Carried[]): unknown[] => list.map(e => [e.source, e.target, written(e.decl)?.slice(0, 18), written(e.gate)]);
        expect(shown(edges).slice(1)).toEqual([
            [1, 2, 'succession flow mv', 'first p if ok then mv;'],
            [1, 3, 'succession flow fr', undefined]
        ]);
        expect(shown(flows)).toEqual([
            [1, 2, 'succession flow mv', 'first p if ok then mv;'],
            [1, 3, 'succession flow fr', undefined]
        ]);
    });
    interface Flow {
        readonly kind?: string;
        readonly body?: Flow[];
        readonly block?: { nodes: Flow[]; edges: { source: number; target: number }[] };
        readonly then?: Flow[];
        readonly performs?: string;
    }
    /** A body as text: statements by their kinds, the nodes of a flow in brackets. */
    const outline = (f: Flow): string =>
        `${f.kind}${f.performs === undefined ? '' : `!${f.performs}`}` +
        `${f.body === undefined ? '' : `(${f.body.map(outline).join(' ')})`}${f.then === undefined ? '' : `(${f.then.map(outline).join(' ')})`}` +
        `${f.block === undefined ? '' : `[${f.block.nodes.map(outline).join(' ')}${f.block.edges.map(e => ` ${e.source}>${e.target}`).join('')}]`}`;
    it.each([
        [
            'plain statements are a list',
            'while n < 2 { assign n := n + 1; attribute k = 1; assign n := k; }',
            'action(while(assign declare assign))',
            ''
        ],
        [
            'an action in a loop makes a flow of its body',
            'loop { assign n := 1; assign n := 2; action y { assign n := 3; } assign n := 4; } until n > 2;',
            'action(loop(block[statements(assign assign) action(assign) statements(assign) 0>1 1>2]))',
            ''
        ],
        ['so does what a branch performs', 'if n > 1 { perform b; }', 'action(if(block[perform!T::b]))', 'T::b'],
        [
            'and an action in the body of a step',
            'assign n := 1; action y { assign n := 3; }',
            'action[statements(assign) action(assign) 0>1]',
            ''
        ],
        ['braces without name are a block', 'for i in (1, 2) { action { assign n := i; } }', 'action(for(block(assign)))', ''],
        [
            'a flow in braces',
            'for i in (1, 2) { action { first start; then action z assign n := i; } }',
            'action(for(block[start assign(assign) 0>1]))',
            ''
        ]
    ])('%s', (_, body, expected, performed) => {
        const { content } = exportGraphs(
            modelOf(
                `action b { attribute q = 0; action c assign q := 1; } action a { attribute n = 0; first start; then action x { ${body} } }`
            ),
            'T::a'
        ) as { content: string };
        const { actions } = JSON.parse(content) as { actions: { name: string; nodes: Flow[] }[] };
        expect(outline(actions[0].nodes[1])).toBe(expected);
        expect(
            actions
                .slice(1)
                .map(a => a.name)
                .join(' ')
        ).toBe(performed);
    });
    it.each<[string, string, object]>([
        ['a type', 'accept Go', { kind: 'accept', signalType: 'Go' }],
        ['a named payload', 'accept g : Go', { kind: 'accept', param: 'g', signalType: 'Go' }],
        ['a feature that the payload subsets', 'accept :> held', { kind: 'accept', subsets: 'held' }],
        ['a named payload that subsets one', 'accept g :> held', { kind: 'accept', param: 'g', subsets: 'held' }],
        ['a typed payload that subsets one', 'accept g : Go :> held', { kind: 'accept', param: 'g', signalType: 'Go', subsets: 'held' }],
        ['the same the other way round', 'accept g :> held : Go', { kind: 'accept', param: 'g', signalType: 'Go', subsets: 'held' }],
        ['a payload with a type and a multiplicity', 'accept g : Go [1]', { kind: 'accept', param: 'g', signalType: 'Go' }],
        ['a condition', 'accept when n > 2', { kind: 'when', value: { text: 'n > 2' } }],
        ['a delay', 'accept after 3', { kind: 'after', value: { text: '3' } }],
        ['a call', 'accept reset(level, hard)', { kind: 'call', operation: 'reset', parameters: ['level', 'hard'] }],
        ['a call without arguments', 'accept reset()', { kind: 'call', operation: 'reset' }]
    ])('the trigger of a transition: %s', (_, accept, expected) => {
        const { content } = exportGraphs(
            modelOf(`item def Go; item held : Go; state m { attribute n : Integer = 0; entry; then a; state a; state b;
                transition first a ${accept} then b; }`),
            'T::m'
        ) as { content: string };
        interface Triggered {
            readonly trigger?: { readonly value?: { readonly text: string; readonly span?: object } };
        }
        const [{ transitions }] = (JSON.parse(content) as { states: { transitions: Triggered[] }[] }).states;
        const [trigger] = transitions.map(t => t.trigger).filter(t => t !== undefined);
        const { value, ...rest } = trigger;
        expect({ ...rest, ...(value && { value: { text: value.text } }) }).toEqual(expected);
    });
    it('the behaviors of a state and of a transition: what is performed, the nodes of a flow, statements', () => {
        const { content } = exportGraphs(
            modelOf(`action def Heat { first start; then done; } action h : Heat; state m { attribute n = 0; entry; then a;
                state a { entry action e { first start; then action x assign n := 1; } do h; exit assign n := 2; }
                transition first a accept after 1 do action t { assign n := 3; assign n := 4; } then b; state b { entry action c : Heat; } }`),
            'T::m'
        ) as { content: string };
        interface Behaviors {
            readonly name?: string;
            readonly entry?: Flow[];
            readonly do?: Flow[];
            readonly exit?: Flow[];
            readonly effect?: Flow[];
        }
        const { actions, states } = JSON.parse(content) as {
            actions: { name: string }[];
            states: { vertices: Behaviors[]; transitions: Behaviors[] }[];
        };
        const [{ vertices, transitions }] = states;
        const outlined = (of: Behaviors): string[] =>
            [of.entry, of.do, of.exit, of.effect].map(flows => (flows ?? []).map(outline).join(' '));
        expect(vertices.map(v => [v.name, ...outlined(v)]).slice(-2)).toEqual([
            ['a', 'block[start assign(assign) 0>1]', 'perform!T::h', 'assign', ''],
            ['b', 'perform!T::Heat', '', '', '']
        ]);
        expect(transitions.map(outlined)).toEqual([['', '', '', 'assign assign']]);
        expect(actions.map(a => a.name)).toEqual(['T::h', 'T::Heat']);
    });
    it('the unit that a parameter states', () => {
        const { content } = exportGraphs(
            modelOf('private import SI::*; action a { in m : ISQ::MassValue = 5 [kg]; in n = 3; first start; }'),
            'T::a'
        ) as { content: string };
        const [{ parameters }] = (JSON.parse(content) as { actions: { parameters: { unit?: string }[] }[] }).actions;
        expect(parameters.map(p => p.unit)).toEqual(['kg', undefined]);
    });
    it('the entry of a machine comes before those within it, each with its region', () => {
        const { content } = exportGraphs(modelOf('state m { state b { entry; then d; state d; } state c; entry; then b; }'), 'T::m') as {
            content: string;
        };
        const [{ entryTransitions, vertices }] = (
            JSON.parse(content) as {
                states: { entryTransitions: { target: number; region: number }[]; vertices: { name: string; region?: number }[] }[];
            }
        ).states;
        expect(entryTransitions.map(t => [vertices[t.target].name, t.region === vertices[t.target].region])).toEqual([
            ['b', true],
            ['d', true]
        ]);
    });
    it('what is declared more than once, in one package or two of a name, is refused', () => {
        for (const body of ['action a; action a;', 'package Q { action a; } package Q { action a; }']) {
            const subject = body.startsWith('package') ? 'T::Q::a' : 'T::a';
            expect(exportGraphs(modelOf(body), subject)).toEqual({ kind: 'unusable', message: `${subject} is declared more than once` });
        }
    });
    it('refuses what has none', () => {
        expect(exportGraphs(modelOf('part p;'), 'T::p')).toEqual({ kind: 'unusable', message: 'T::p has no lowered graph' });
        expect(exportGraphs(modelOf('part p;'), 'T::q')).toEqual({ kind: 'notFound', message: 'symbol not found: T::q' });
    });
});

it.each([
    ['replay', [], []],
    ['replay:1/2', [1], [2]],
    ['replay:1/2,0/3', [1, 0], [2, 3]]
])('%s repeats choices', (text, picks, counts) => {
    expect([replayPolicyText({ picks, counts }), policyOf(text)]).toEqual([text, { kind: 'replay', picks, counts }]);
});

it.each([
    ['explore', 1024, 64],
    ['explore:runs=3', 3, 64],
    ['explore:depth=2,runs=1', 1, 2],
    ['explore:runs=99999999999', 2 ** 31 - 1, 64]
])('%s has budgets', (text, runs, depth) => expect(policyOf(text)).toEqual({ kind: 'explore', runs, depth }));

it.each([
    ['', { kind: 'reverse' }],
    ['reverse', { kind: 'reverse' }],
    ['declared', { kind: 'declared' }],
    ['seed:018446744073709551615', { kind: 'seed', seed: (1n << 64n) - 1n }]
])('%j is a policy', (text, policy) => expect(policyOf(text)).toEqual(policy));

describe('the texts of choices', () => {
    const names = (): string[] => ['a', 'b'];
    const shown = (choice: ChoiceText): unknown[] => [choice.subject, choice.text(1), choice.witness(1), choice.alternatives()];
    it('of an order', () => {
        expect(shown(orderText('at t=2', 'next ', undefined, names))).toEqual([
            't=2',
            'at t=2: next a, b (unordered; took b first)',
            't=2: b first of a, b',
            ['a', 'b']
        ]);
        expect(orderText('x at t=2', '', undefined, names, { verb: 'dispatched', ending: ' react' }).text(0)).toBe(
            'x at t=2: a, b react (unordered; dispatched a first)'
        );
    });
    it('of a branch', () => {
        expect(shown(branchText('state s', ' branches', undefined, names))).toEqual([
            'state s',
            'state s branches a, b (unordered; took b)',
            'state s -> b',
            ['a', 'b']
        ]);
        expect(branchText('s', ':', undefined, names, ' hold').text(0)).toBe('s: a, b hold (unordered; took a)');
    });
    it.each([49, 50, 51, 60])('of %i alternatives name some', count => {
        const many = Array.from({ length: count }, (_, i) => `n${i}`);
        const listed = count > 50 ? `${many.slice(0, 50).join(', ')} and ${count - 50} more` : many.join(', ');
        expect(orderText('x', '', undefined, () => many).text(0)).toBe(`x: ${listed} (unordered; took n0 first)`);
    });
});

describe('a scheduler', () => {
    const node = (name: string): AstNode => ({ name }) as unknown as AstNode;
    const about = (place?: ChoiceText['node']): ChoiceText => orderText('x', '', place ?? node('whole'), () => ['a', 'b', 'c']);
    const never = (): never => {
        throw new Error('not needed');
    };
    const mark: ChoiceMark = { dependents: ['f'], isIndependent: false };
    const nodeNames = (scheduler: Scheduler): unknown[] => scheduler.notes.map(note => note.node?.name);

    it.each([
        ['declared', 0, 0, [1, 2, 3]],
        ['reverse', 0, 2, [3, 2, 1]]
    ])('of the policy "%s" picks', (policy, first, due, order) => {
        const scheduler = new Scheduler(policyOf(policy));
        expect([scheduler.pick(3, about, never), scheduler.pickDue(3, about, never), scheduler.order([1, 2, 3])]).toEqual([
            first,
            due,
            order
        ]);
        expect(scheduler.notes.map(note => [note.code, note.message])).toEqual(
            [first, due].map(pick => ['choice-point', `choice point: ${about().text(pick)}`])
        );
        expect([scheduler.explores, scheduler.marks, scheduler.modelGenerator]).toEqual([false, true, undefined]);
        expect([
            scheduler.pick(1, never, never),
            scheduler.pickDue(1, never, never),
            scheduler.pickWeighted(1, 4, 5, never, never)
        ]).toEqual([0, 0, 0]);
    });

    it('takes the branch that was drawn, else the likeliest', () => {
        const scheduler = new Scheduler(policyOf('declared'));
        expect([scheduler.pickWeighted(3, 2, undefined, about, never), scheduler.pickWeighted(3, 2, 1, about, never)]).toEqual([2, 1]);
    });

    it('follows a plan, and the first alternatives then', () => {
        const scheduler = new Scheduler(policyOf('explore'), { picks: [2, 1], counts: [3, 2] });
        const weights = [0.2, 0.8];
        const picks = [
            scheduler.pick(3, about, never),
            scheduler.pickDue(2, () => ({ ...about(), weights }), never),
            scheduler.pickWeighted(3, 1, 2, about, never)
        ];
        expect([picks, scheduler.trail]).toEqual([[2, 1, 0], { picks: [2, 1, 0], counts: [3, 2, 3], weights: [undefined, weights] }]);
        expect(scheduler.witness).toEqual([2, 1, 0].map(pick => about().witness(pick)));
        expect(scheduler.choices).toEqual([2, 1, 0].map(() => ({ subject: 'x', alternatives: ['a', 'b', 'c'] })));
        expect([scheduler.explores, new Scheduler(policyOf('declared')).explores]).toEqual([true, false]);
    });

    it('repeats the choices of its policy', () => {
        const policy = policyOf('replay:1/2,0/3');
        expect(policy).toEqual({ kind: 'replay', picks: [1, 0], counts: [2, 3] });
        const scheduler = new Scheduler(policy);
        expect([scheduler.pick(2, about, never), scheduler.pick(3, about, never), scheduler.pick(3, about, never)]).toEqual([1, 0, 0]);
        expect([scheduler.explores, scheduler.marks, new Scheduler(policyOf('explore')).marks]).toEqual([true, true, false]);
        expect(new Scheduler(policyOf('replay:')).trail).toEqual({ picks: [], counts: [], weights: undefined });
    });

    it('refuses another number of alternatives than was recorded', () => {
        const scheduler = new Scheduler(policyOf('explore'), { picks: [1], counts: [2] });
        expect(() => scheduler.pick(3, about, never)).toThrow(ReplayError);
        expect(() => scheduler.pick(3, about, never)).toThrow('a replay met 3 alternatives where 2 were recorded');
        expect(scheduler.trail).toEqual({ picks: [], counts: [], weights: undefined });
    });

    it('notes the element that the alternative taken has', () => {
        const scheduler = new Scheduler(policyOf('reverse'));
        scheduler.pickDue(3, () => about(pick => node(`of ${pick}`)), never);
        scheduler.pick(3, about, never);
        scheduler.noteOrder(about(), 1, mark);
        scheduler.noteGuard('g', node('guard'));
        scheduler.noteMessage('m', node('message'));
        expect(nodeNames(scheduler)).toEqual(['of 2', 'whole', 'whole', 'guard', 'message']);
        expect(scheduler.notes.map(note => [note.code, note.mark])).toEqual([
            ['choice-point', undefined],
            ['choice-point', undefined],
            ['choice-point', mark],
            ['guard-unevaluable', undefined],
            ['message-not-taken', undefined]
        ]);
        expect(scheduler.notes[3].message).toBe('guard not evaluable: g');
    });

    it('marks choices where they are followed', () => {
        const scheduler = new Scheduler(policyOf('declared'));
        scheduler.log = { unordered: () => mark, branching: () => mark };
        scheduler.pick(2, about, log => log.unordered([], []));
        expect([scheduler.notes[0].mark, scheduler.opens(log => log.branching([]))]).toEqual([mark, mark]);
        scheduler.log = undefined;
        expect(scheduler.opens(never)).toBeUndefined();
    });

    it('tells what it notes', () => {
        const told: unknown[] = [];
        const scheduler = new Scheduler(policyOf('declared'));
        scheduler.listener = { choice: (...choice) => told.push(choice), guard: text => told.push(text) };
        scheduler.pick(3, about, never);
        scheduler.noteGuard('g', undefined);
        scheduler.preview(() => scheduler.noteGuard('h', undefined));
        expect(told).toEqual([[`choice ${about().text(0)}`, ['a', 'b', 'c'], 'a'], 'unevaluable guard g']);
    });

    it('undoes the draws and notes of a preview', () => {
        const [scheduler, other] = [new Scheduler(policyOf('seed:3')), new Scheduler(policyOf('seed:3'))];
        const draw = (of: Scheduler): number[] => [...draws(4, () => of.pick(5, about, never)), of.modelGenerator!.below(1000)];
        const previewed = scheduler.preview(() => {
            scheduler.noteMessage('m', node('n'));
            return draw(scheduler);
        });
        expect([previewed, scheduler.notes]).toEqual([draw(other), []]);
        expect(draw(scheduler)).toEqual(previewed);
        expect(() => scheduler.preview(never)).toThrow('not needed');
        expect(draw(scheduler)).toEqual(draw(other));
        const explored = new Scheduler(policyOf('explore'), { picks: [1], counts: [2] });
        expect([explored.preview(() => explored.pick(2, never, never)), explored.pick(2, about, never), explored.trail.picks]).toEqual([
            0,
            1,
            [1]
        ]);
    });

    it('counts the notes that it leaves out', () => {
        const scheduler = new Scheduler(policyOf('declared'));
        for (let i = 0; i < MOST_NOTES + 2; i++) {
            scheduler.noteMessage(`m${i}`, node(`n${i}`));
        }
        scheduler.preview(() => scheduler.noteMessage('m', node('n')));
        const { notes } = scheduler;
        expect([notes.length, notes.at(-2)!.message, notes.at(-1)]).toMatchObject([
            MOST_NOTES + 1,
            `m${MOST_NOTES - 1}`,
            {
                code: 'notes-omitted',
                message: `2 further notes of this run are left out: an answer holds the first ${MOST_NOTES}`,
                node: { name: 'n0' }
            }
        ]);
    });
});

it.each([
    [1, 2, 1],
    [2, 1, 1],
    [1, 1, 1],
    [undefined, 2, 2],
    [2, undefined, 2],
    [undefined, undefined, undefined],
    [0, undefined, 0]
])('the earlier of %s and %s is %s', (a, b, expected) => expect(earlier(a, b)).toBe(expected));

describe('the state of a run as a text', () => {
    const written = (write: (out: StateWriter) => void, now = 10): string => {
        const out = new StateWriter(now);
        write(out);
        return out.finish();
    };
    const [first, second] = [{}, {}];
    const [one, two] = [first, second].map(element => `e${declarationNumber(element as AstNode)}`);
    const calc = new FunctionValue('P::f', { arity: 1, call: () => null });

    it.each<[text: string, write: (out: StateWriter) => void]>([
        ['a 1 true', out => ['a', 1, true].forEach(part => out.add(part))],
        [`${one} ${two} ${one} -`, out => [first, second, first, undefined].forEach(element => out.shared(element))],
        [`{${one.slice(1)},${two.slice(1)}}`, out => out.sharedSet([second, first])],
        ['{}', out => out.sharedSet([])],
        ['d5 d0 d-1 - d0.3', out => [15, 10, 9, undefined, 10.3].forEach(at => out.instant(at))],
        ['-', out => out.frame(undefined)],
        [`${one} - -`, out => [first, undefined, 3].forEach(to => out.reference(to))],
        [`${two} -`, out => out.reference({ canAct: true, node: second, object: undefined })],
        ['{}', out => out.reachedOf([first])],
        ['number:"1" string:"\\"a b\\"" boolean:"true" object:"null"', out => [1, 'a b', true, null].forEach(value => out.value(value))],
        ['real:"1.5"', out => out.value(new Real(1.5))],
        ['( number:"1" ( ) )', out => out.value(new Sequence([1, new Sequence([])]))],
        ['< number:"1" )', out => out.value(setOf([1]))],
        ['-', out => out.value(new Metaobject('P::x', 'M'))],
        ['calc:P::f', out => out.value(calc)],
        [
            'b x y',
            out => {
                out.atEnd(() => out.add('x'));
                out.atEnd(() => out.add('y'));
                out.add('b');
            }
        ]
    ])('%s', (text, write) => expect(written(write)).toBe(text));

    it('differs where values cannot be compared', () => {
        const closure = new FunctionValue('P::f', calc.body, undefined, 'closure over a body');
        for (const value of [new OpaqueValue('x', 0), closure]) {
            const out = new StateWriter(0);
            out.value(value);
            expect([out.hasUnlike, out.finish()]).toEqual([true, expect.stringMatching(/^!\d+$/)]);
            expect(written(o => o.value(value))).not.toBe(written(o => o.value(value)));
        }
        expect(new StateWriter(0).hasUnlike).toBe(false);
        expect(new StateWriter(0).hasReached(first)).toBe(false);
    });

    it('has the contents of objects once, at its end', () => {
        const model = modelOf('part def A { attribute x : Integer; part b : B; } part def B { attribute y : Integer; }');
        const run = new EvaluationRun(model);
        const [typeA, typeB] = ['T::A', 'T::B'].map(id => elementById(model, id)!);
        const of = (type: AstNode, feature: string, value: number): Instance => {
            const object = new Instance(run, layoutOf(type), type, undefined);
            object.write(object.layout.byName.get(feature)!, value);
            return object;
        };
        const [a, same, other] = [1, 1, 2].map(value => of(typeA, 'x', value));
        const slot = (object: Instance, name: string): number => object.layout.byName.get(name)!;
        const number = (type: AstNode): string => `e${declarationNumber(type)}`;
        const text = (object: Instance): string => written(out => [object, object].forEach(frame => out.frame(frame)));
        expect(text(a)).toContain(`#0 #0 \nobject ${number(typeA)} `);
        expect(text(a)).toContain(` ${slot(a, 'x')}= number:"1"`);
        expect([text(a) === text(same), text(a) === text(other)]).toEqual([true, false]);
        const b = of(typeB, 'y', 3);
        a.write(a.layout.byName.get('b')!, b);
        expect(text(a)).toMatch(new RegExp(`#1 .*\\nobject ${number(typeB)} .*number:"3"`, 's'));
        expect(text(a)).not.toBe(text(same));
        const found: unknown[] = [];
        const out = new StateWriter(0, frame => (frame === b ? 'elsewhere' : undefined));
        out.reference(b);
        out.value(a);
        out.atEnd(() => found.push(out.hasReached(a), out.hasReached(b)));
        out.reachedOf([b, a, same]);
        expect(out.finish()).toMatch(/^elsewhere #0 \{0\} \nobject .* elsewhere/s);
        expect(found).toEqual([true, false]);
        const several = new StateWriter(0);
        [a, other, same].forEach(object => several.frame(object));
        several.reachedOf([same, a, other]);
        expect(several.finish()).toMatch(/^#0 #1 #2 \{0,1,2\}/);
    });

    it('has an order of shared elements', () => {
        const compare = byShared<object | undefined>(element => element);
        expect([second, undefined, first].sort(compare)).toEqual([first, second, undefined]);
        expect([compare(first, second), compare(second, first), compare(undefined, first)].map(Math.sign)).toEqual([-1, 1, -1]);
        expect([secondsBetween(0.1, 0.3), secondsBetween(3, 1)]).toEqual([0.2, -2]);
        expect([namesHeld(1), namesHeld(null)]).toEqual([false, true]);
    });
});
