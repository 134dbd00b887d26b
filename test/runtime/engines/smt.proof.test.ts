/** Engine `smt` beside the search over every schedule: random actions with a free input of few values, each of which is searched. */
import { afterAll, describe, expect, test } from 'vitest';
import { checkBehavior, checkBySolver, findSolver, Solver } from '../../../src/runtime/engines/index.js';
import { generator } from '../../support/random.js';
import { cases } from '../../support/thorough.js';
import { modelOf } from '../behaviour/run.js';

const place = findSolver('', process.env.PATH ?? '');
const solver = 'missing' in place ? undefined : new Solver(place);
afterAll(() => solver?.close());

type Below = (n: number) => number;

const INPUTS = [-1, 0, 1, 2];
const NAMES = ['x', 'y', 'n'];

function actionText(below: Below): string {
    const pick = <T>(list: readonly T[]): T => list[below(list.length)];
    const number = (): string => {
        const [a, b] = [pick(NAMES), pick(NAMES)];
        return pick([
            `${a} + ${b}`,
            `${a} - ${b}`,
            `${a} * 2`,
            `${below(4)}`,
            `(if ${a} > ${b} ? ${a} else z)`,
            `z + ${a}`,
            `${a} % 3`,
            `6 % ${b}`
        ]);
    };
    const test = (): string => `${pick(NAMES)} ${pick(['<', '>=', '==', '!='])} ${pick([pick(NAMES), String(below(3))])}`;
    const assign = (): string => `assign ${pick(['x', 'y'])} := ${number()};`;
    const body = (): string =>
        pick([
            assign(),
            `{ ${assign()} ${assign()} }`,
            `{ if ${test()} { ${assign()} } else { ${assign()} ${assign()} } }`,
            `{ attribute k : Integer := ${pick(NAMES)}; ${assign()} assign x := k; }`,
            `{ for i in (1, 2) { assign y := y + i * x; } }`,
            `{ attribute i : Integer := 0; while i < n { assign i := i + 1; assign x := x + i; } }`
        ]);
    const strand = (s: number): string => {
        const steps = Array.from({ length: 1 + below(2) }, (_, i) => `action s${s}${i} ${body()}`);
        const decision = `then decide d${s}; if ${test()} then e${s}; if ${test()} then g${s}; ${pick(['else', 'if true then'])} e${s};
            action e${s} ${assign()} then m${s}; action g${s} ${assign()} then m${s}; merge m${s}; then j;`.replace('if true then', 'else');
        return `first f then s${s}0; ${steps.join(' then ')} ${below(2) === 0 ? decision : 'then j;'}`;
    };
    const strands = [0, 1, 2].slice(0, 1 + below(2)).map(strand);
    return `in n : Integer; attribute x : Integer := ${pick(['0', 'n', '1'])}; attribute y : Integer := 1; attribute z : Integer = x + y;
        first start; then fork f; ${strands.join('\n')} join j; then done;`;
}

describe.skipIf(solver === undefined)('the solver and the search agree', () => {
    test.each(Array.from({ length: cases(4, 40) }, (_, i) => i))('action %i', seed => {
        const random = generator(seed + 1);
        const below: Below = n => random(n);
        const limit = below(9) - 2;
        const content = `action def A { ${actionText(below)} }
            constraint few { in n : Integer; n >= -1 and n <= 2 } constraint low { in x : Integer; in y : Integer; x + y != ${limit} }`;
        const model = modelOf(content);
        const about = { behaviour: 'T::A', performer: '', properties: ['T::low'], diverge: [] };
        const searched = INPUTS.map(n => {
            const answer = checkBehavior(model, { ...about, kind: 'action', bounds: {}, inputs: () => new Map([['n', n]]) });
            if ('error' in answer) {
                throw new Error(answer.error);
            }
            return answer.violations.map(v => v.depth);
        });
        const limits = { timeout: 10_000, checkCancelled: (): void => undefined };
        const answer = checkBySolver(solver!, limits, model, { ...about, freed: [], assumed: ['T::few'], bounds: {} });
        if ('error' in answer) {
            throw new Error(`${answer.error}\n${content}`);
        }
        const depths = searched.flat();
        const expected = depths.length > 0 ? { verdict: 'fails', depth: Math.min(...depths) } : { verdict: 'holds', depth: undefined };
        const depth = /at step (\d+)/.exec(answer.text)?.[1];
        expect({ verdict: answer.verdict, depth: depth && Number(depth), reason: answer.reason }, content).toEqual({
            ...expected,
            reason: ''
        });
    });
});
