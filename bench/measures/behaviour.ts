/** Actions, machines and exploration in process. */
import { loadLibrary } from '../../src/language/library/loading.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { executeAction, executeState, policyOf } from '../../src/runtime/behaviour/index.js';
import { heapUsed, medianTime, report } from '../measure.js';

const workspace = new Workspace({ library: loadLibrary() });
/** Actions that race in any order: every move but the last has a choice, so there is one choice point less than branches. */
const race = (name: string, branches: number): string =>
    `action ${name} { attribute w : Integer = 0; first start; then fork f; ${Array.from(
        { length: branches },
        (_, i) => `first f then b${i}; action b${i} assign w := w + ${i};`
    ).join(' ')} }`;
const { model } = workspace.parse([
    {
        name: 'bench.sysml',
        language: 'sysml',
        content: `package P { private import ScalarValues::*;
    action loop1 { attribute n : Integer = 0; first start; then action b { while n < 1000000 { assign n := n + 1; } } then done; }
    action tokens { attribute n : Integer = 0; first start; then merge m; then action b assign n := n + 1; then decide d; if n < 300000 then m; else done; }
    attribute def E;
    state toggle { entry; then a; state a; accept E then b; state b; accept E then a; }
    ${race('race6', 6)}
    ${race('race11', 11)}
}`
    }
]);

const million = 1_000_000;
const limits = { steps: 100 * million };
const behaviour = { actionSteps: 100 * million, events: 100 * million };
const policy = policyOf('');
const perSecond = (count: number, milliseconds: number): string => `${(((count / milliseconds) * 1000) / million).toFixed(2)} million/s`;

/** Times a run, and tells what of the heap stays when it is over. */
function measure(
    what: string,
    run: () => unknown,
    [count, warmup]: readonly [number, number],
    rate: (milliseconds: number) => string,
    aim = ''
): void {
    const before = heapUsed();
    report(what, rate(medianTime(run, count, warmup)), aim);
    report(`${what}: heap that stays`, `${((heapUsed() - before) / 1e6).toFixed(1)} MB`);
}

measure(
    'iterations of a loop in a body',
    () => executeAction(model, { action: 'P::loop1', policy }, { limits }),
    [5, 2],
    t => perSecond(million, t),
    '2.5 million/s'
);
measure(
    'token steps over a merge and a decision',
    () => executeAction(model, { action: 'P::tokens', policy }, { limits, behaviour }),
    [5, 2],
    t => perSecond(900_000, t)
);
const events = Array.from({ length: million }, () => 'E');
measure(
    'events of a machine of two states',
    () => executeState(model, { machine: 'P::toggle', policy, events }, { limits, behaviour }),
    [3, 1],
    t => perSecond(million, t),
    '0.8 million/s'
);
for (const [what, action] of [
    ['a race of six, all orders', 'P::race6'],
    ['a race with 10 choice points, up to the budget', 'P::race11']
]) {
    let runs = 0;
    const explore = (): void => {
        runs = executeAction(model, { action, policy: policyOf('explore') }).exploration!.status.runs;
    };
    measure(`explored runs of ${what}`, explore, [5, 2], t => `${Math.round((runs / t) * 1000)}/s`, '20,000/s');
}
