/** The generator, the spellings of policies, and exploration against an enumeration of its own. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { executeAction, executeState, exportGraphs, policyOf } from '../../../src/runtime/behaviour/index.js';
import { Generator64 } from '../../../src/runtime/behaviour/schedules/random.js';
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
