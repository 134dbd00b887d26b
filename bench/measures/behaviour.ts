/** Actions, machines and exploration in process. */
import { loadLibrary } from '../../src/language/library/library.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { executeAction, executeState, policyOf } from '../../src/runtime/behaviour/index.js';
import { heapUsed, medianTime, report } from '../measure.js';

const workspace = new Workspace({ library: loadLibrary() });
const branches = [1, 2, 3, 4, 5, 6].map(i => `first f then b${i}; action b${i} assign w := w + ${i};`).join(' ');
const { model } = workspace.parse([{ name: 'bench.sysml', language: 'sysml', content: `package P { private import ScalarValues::*;
    action loop1 { attribute n : Integer = 0; first start; then action b { while n < 1000000 { assign n := n + 1; } } then done; }
    action tokens { attribute n : Integer = 0; first start; then merge m; then action b assign n := n + 1; then decide d; if n < 300000 then m; else done; }
    attribute def E;
    state toggle { entry; then a; state a; accept E then b; state b; accept E then a; }
    action race { attribute w : Integer = 0; first start; then fork f; ${branches} }
}` }]);

const million = 1_000_000;
const limits = { steps: 100 * million };
const behaviour = { actionSteps: 100 * million, events: 100 * million };
const policy = policyOf('');
const perSecond = (count: number, milliseconds: number): string => `${(count / milliseconds * 1000 / million).toFixed(2)} million/s`;

const before = heapUsed();
const loop = medianTime(() => executeAction(model, { action: 'P::loop1', policy }, { limits }), 5, 2);
report('iterations of a loop in a body', perSecond(million, loop), '2.5 million/s');
const tokens = medianTime(() => executeAction(model, { action: 'P::tokens', policy }, { limits, behaviour }), 5, 2);
report('token steps over a merge and a decision', perSecond(900_000, tokens));
const events = Array.from({ length: million }, () => 'E');
const toggled = medianTime(() => executeState(model, { machine: 'P::toggle', policy, events }, { limits, behaviour }), 3, 1);
report('events of a machine of two states', perSecond(million, toggled), '0.8 million/s');
let runs = 0;
const explored = medianTime(() => {
    runs = executeAction(model, { action: 'P::race', policy: policyOf('explore') }).exploration!.status.runs;
}, 5, 2);
report('explored runs of a race of six', `${Math.round(runs / explored * 1000)}/s`, '20,000/s');
report('heap that stays after them', `${((heapUsed() - before) / 1e6).toFixed(1)} MB`);
