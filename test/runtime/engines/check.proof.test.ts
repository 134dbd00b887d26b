/** Search over every schedule against making every schedule: the same ends, the same failures, as probable; by witnesses that replay. */
import { describe, expect, it } from 'vitest';
import { checkBehavior, type CheckAnswer, type CheckRequest } from '../../../src/runtime/engines/index.js';
import { executeAction, executeState, type Exploration, policyOf } from '../../../src/runtime/behaviour/index.js';
import { valueText, type Value } from '../../../src/runtime/values/index.js';
import type { Model } from '../../../src/language/workspace/workspace.js';
import { generator } from '../../support/random.js';
import { cases, sampled } from '../../support/thorough.js';
import { modelOf } from '../behaviour/run.js';
import {
    type Random,
    randomAction,
    randomGraph,
    randomMachine,
    randomNeighbours,
    randomSystem,
    randomTalkers
} from './random-behaviours.js';

/** Most orders that are made of one model. */
const MOST = cases(50, 400);
const EXPLORE = policyOf(`explore:runs=${MOST},depth=200`);

const textOf = (values: ReadonlyMap<string, Value | string>): string =>
    [...values]
        .map(([name, value]) => `${name}=${typeof value === 'string' ? value : valueText(value)}`)
        .sort()
        .join(' ');

/** The ends that every order comes to. */
function explored({ outcomes }: Exploration): string[] {
    return [...new Set(outcomes.map(o => (o.error !== '' ? `error ${kernel(o.error)}` : `${o.finalState} ${textOf(o.outputs)}`)))].sort();
}

/** A failure without the stages of whole runs and the numbers of steps. */
const kernel = (error: string): string =>
    error.replace(/^(action|state) execution failed: execute (action|state machine): /, '').replace(/step \d+/g, 'step');

function found({ finals, violations }: CheckAnswer): string[] {
    const ends = [
        ...finals.map(f => `${f.finalState ?? ''} ${textOf(f.values)}`),
        ...violations.filter(v => v.kind !== 'property').map(v => `error ${kernel(v.error!)}`)
    ];
    return [...new Set(ends)].sort();
}

const asked = (
    model: Model,
    kind: 'action' | 'machine',
    behaviour: string,
    request: Partial<CheckRequest> = {}
): ReturnType<typeof checkBehavior> =>
    checkBehavior(model, { behaviour, kind, performer: 'T::p', properties: [], diverge: [], bounds: {}, ...request });

/** An answer as text: what was found, by which schedules, over how many states. */
const written = ({ search, ...answer }: CheckAnswer): string =>
    JSON.stringify({ ...answer, ...search, bytes: 0 }, (_, value: unknown) => (value instanceof Map ? [...value] : value));

describe.each(
    sampled(
        [
            ['graphs', 'action', randomGraph, [125, 250], ['T::P::low', 'T::P::even'], ['property', 'deadlock', 'failure', 'divergence']],
            ['actions', 'action', randomAction, [20, 120], [], ['deadlock', 'divergence']],
            ['machines', 'machine', randomMachine, [20, 300], [], ['divergence']],
            [
                'systems of parts',
                'machine',
                (random: Random) => randomSystem(random, true),
                [12, 300],
                ['T::P::low'],
                ['property', 'failure', 'divergence']
            ],
            ['talkers', 'machine', randomTalkers, [9, 150], ['T::P::low'], ['divergence']]
        ] as const,
        2
    )
)('%s', (_, kind, text, [long, whole], properties, kinds) => {
    it('searched by known moves, answer what they answer when each move is made', () => {
        const random = generator(9);
        const met = { property: 0, deadlock: 0, failure: 0, divergence: 0 };
        for (let n = 0; n < cases(1, long, whole); n++) {
            const source = text(random);
            const model = modelOf(source);
            const behaviour = kind === 'action' ? 'T::P::a' : 'T::P::m';
            const request = { properties, bounds: { states: 1500 } };
            const answer = asked(model, kind, behaviour, request);
            const other = asked(model, kind, behaviour, { ...request, by: 'each move' });
            if ('error' in answer || 'error' in other) {
                // What fails as it begins has no states.
                expect(answer, source).toEqual(other);
                continue;
            }
            if (other.search.boundsHit.includes('states')) {
                // Where there are too many, known moves leave orders out, which the next test is about.
                continue;
            }
            expect(written(answer), source).toBe(written(other));
            answer.violations.forEach(v => met[v.kind]++);
            met.divergence += answer.divergences.length;
        }
        expect(Math.min(...kinds.map(k => met[k])), JSON.stringify(met)).toBeGreaterThan(cases(-1, 0));
    });
});

const told = ({ violations, divergences, finals }: CheckAnswer): unknown => ({
    violations: violations.map(v => [v.kind, v.property ?? v.error, v.witness.isReplayed].join(' ')).sort(),
    divergences: divergences.map(d => [d.feature, ...d.values.map(v => v.value)].join(' ')),
    finals: finals.map(f => `${f.finalState ?? ''} ${textOf(f.values)}`)
});

describe.each(
    sampled(
        [
            ['graphs', 'action', randomGraph, [4, 20, 1000], 0.95],
            ['parts beside each other', 'machine', randomNeighbours, [1, 20, 1000], 0.8],
            ['systems of parts', 'machine', (random: Random) => randomSystem(random, true), [1, 7, 300], 1],
            ['talkers', 'machine', randomTalkers, [1, 12, 300], 1]
        ] as const,
        3
    )
)('%s', (_, kind, text, [quick, long, whole], most) => {
    it('meet in fewer orders what they meet in all: properties, deadlocks, failures, final values', () => {
        const random = generator(11);
        let [all, fewer, found] = [0, 0, 0];
        for (let n = 0; n < cases(quick, long, whole); n++) {
            const source = text(random);
            const model = modelOf(source);
            const request = { properties: random(2) === 0 ? ['T::P::low'] : [], bounds: { states: 1500 } };
            const [a, b] = [undefined, 'fewer orders' as const].map(by =>
                asked(model, kind, kind === 'action' ? 'T::P::a' : 'T::P::m', { ...request, by })
            );
            if ('error' in a || 'error' in b) {
                expect(b, source).toEqual(a);
                continue;
            }
            if (a.search.boundsHit.length > 0) {
                continue;
            }
            expect(told(b), source).toEqual(told(a));
            found += a.violations.length + a.divergences.length > 0 ? 1 : 0;
            all += a.search.states;
            fewer += b.search.states;
        }
        expect(fewer).toBeLessThanOrEqual(all * most);
        expect(found).toBeGreaterThan(cases(-1, long / 10));
    });
});

describe.each(
    sampled(
        [
            ['graphs', 'action', randomGraph],
            ['actions', 'action', randomAction],
            ['machines', 'machine', randomMachine],
            ['systems of parts', 'machine', randomSystem],
            ['talkers', 'machine', randomTalkers]
        ] as const,
        2,
        1
    )
)('%s', (_, kind, text) => {
    it('searched, end as every order of them does, and each witness replays', () => {
        const random = generator(text.name.length);
        let [compared, several, fewer] = [0, 0, 0];
        for (let n = 0; n < cases(1, 20, 250); n++) {
            const source = text(random);
            const model = modelOf(source);
            const { exploration } =
                kind === 'action'
                    ? executeAction(model, { action: 'T::P::a', performer: 'T::p', policy: EXPLORE })
                    : executeState(model, { machine: 'T::P::m', performer: 'T::p', events: [], policy: EXPLORE });
            if (exploration?.status.complete !== true) {
                continue;
            }
            const behaviour = kind === 'action' ? 'T::P::a' : 'T::P::m';
            const answer = checkBehavior(model, { behaviour, kind, performer: 'T::p', properties: [], diverge: [], bounds: {} });
            if ('error' in answer) {
                // What fails as it begins has no states.
                expect(explored(exploration), source).toEqual([`error ${kernel(answer.error)}`]);
                continue;
            }
            expect(found(answer), source).toEqual(explored(exploration));
            expect(
                [...answer.violations, ...answer.finals].every(v => v.witness.isReplayed),
                source
            ).toBe(true);
            for (const final of answer.finals) {
                const policy = policyOf(final.witness.schedule);
                const result =
                    kind === 'action'
                        ? executeAction(model, { action: 'T::P::a', performer: 'T::p', policy })
                        : executeState(model, { machine: 'T::P::m', performer: 'T::p', events: [], policy });
                const outputs =
                    'outputs' in result
                        ? new Map([...result.outputs!, ...result.performerAttributes])
                        : 'finalContext' in result
                          ? result.finalContext
                          : undefined;
                expect(textOf(outputs!), source).toBe(textOf(final.values));
            }
            compared++;
            several += explored(exploration).length > 1 ? 1 : 0;
            fewer += answer.search.moves < exploration.status.runs ? 1 : 0;
        }
        // The sample is worth something only when many were compared, and many of these have several ends.
        expect(compared).toBeGreaterThan(cases(-1, 4, 60));
        expect(several).toBeGreaterThan(cases(-1, 0, 20));
        expect(fewer).toBeGreaterThan(cases(-1, 0, 20));
    });
});
