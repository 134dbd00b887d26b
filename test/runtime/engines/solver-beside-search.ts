/** Engine `smt` for a free input `n`, beside the search for each of its values. The quick suite asks for one property of each case. */
import { afterAll, describe, expect, it } from 'vitest';
import { checkBehavior, checkBySolver, findSolver, Solver } from '../../../src/runtime/engines/index.js';
import { sampled } from '../../support/thorough.js';
import { modelOf } from '../behaviour/run.js';

/** Title, the behaviour `A` with an input `n` and a feature `x`, and what is refused. */
export type SolverCase = readonly [title: string, behaviour: string, refused?: string];

const place = findSolver('', process.env.PATH ?? '');
/** One for all subjects, because loading it takes longer than most questions. */
const solver = 'missing' in place ? undefined : new Solver(place);
const LIMITS = { timeout: 60_000, checkCancelled: (): void => undefined };
const INPUTS = [0, 1, 2, 3];
const PROPERTIES = ['small', ...INPUTS.map(n => `no${n}`)];

/** @param declarations of the package around the behaviour */
export function describeSolverCases(subject: string, declarations: string, cases: readonly SolverCase[]): void {
    afterAll(() => solver?.close());
    const named = cases.map(([title, behaviour, refused], index) => ({ title, behaviour, refused, index }));

    describe.runIf(solver !== undefined).each(named)(`${subject} $title`, ({ behaviour, refused, index }) => {
        const model = modelOf(`${declarations} ${behaviour}
            constraint known { in n : Integer; n >= 0 and n <= 3 } constraint small { in x : Integer; x < 6 }
            ${INPUTS.map(n => `constraint no${n} { in x : Integer; x != ${n} }`).join(' ')}`);
        const kind = behaviour.startsWith('state') ? 'machine' : 'action';
        const about = { behaviour: 'T::A', kind, performer: '', diverge: [] } as const;

        const asked = sampled(PROPERTIES, PROPERTIES.length, index % PROPERTIES.length);
        it.each(refused === undefined ? asked : ['small'])('%s', property => {
            const properties = [`T::${property}`];
            const bounds = { depth: 30 };
            const answer = checkBySolver(solver!, LIMITS, model, { ...about, properties, freed: [], assumed: ['T::known'], bounds });
            if (refused !== undefined) {
                expect(answer).toMatchObject({ error: expect.stringContaining(refused) as string });
                return;
            }
            const found = INPUTS.flatMap(n => {
                const searched = checkBehavior(model, { ...about, properties, bounds, inputs: () => new Map([['n', n]]) });
                return 'error' in searched ? [0] : searched.violations.map(v => v.depth);
            });
            const expected = found.length === 0 ? { verdict: 'holds', strength: 'proved' } : { verdict: 'fails', strength: 'witnessed' };
            expect(answer).toMatchObject({ ...expected, reason: '' });
            const depth = 'text' in answer ? /at step (\d+)/.exec(answer.text)?.[1] : undefined;
            expect(depth && Number(depth)).toBe(found.length === 0 ? undefined : Math.min(...found));
        });
    });
}
