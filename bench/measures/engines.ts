/** Questions to the packaged solver, and runs with chance, in process. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { elementById } from '../../src/language/semantics/naming.js';
import { loadLibrary } from '../../src/language/library/loading.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { checkBehavior, findSolver, holds, makeRuns, Solver, statedBy } from '../../src/runtime/engines/index.js';
import { startRun } from '../../src/runtime/behaviour/index.js';
import { median, report, timed } from '../measure.js';

// the solver's thread is an entry of its own, which a bundle has beside it
for (const name of ['engine-thread.mjs', 'marked-programs.mjs', 'packaged-script.mjs']) {
    copyFileSync(join('src/runtime/engines', name), join(import.meta.dirname, name));
}

/** Six strands of six steps that write one feature each: more than a hundred thousand states. */
const SIX = [0, 1, 2, 3, 4, 5];
const strand = (s: number): string =>
    `first f then a${s}0; ${SIX.map(i => `${i === 0 ? '' : 'then '}action a${s}${i} assign v${s} := v${s} + 1;`).join(' ')} then j;`;
const STRANDS = `action def Strands { ${SIX.map(s => `attribute v${s} : Integer := 0;`).join(' ')} first start; then fork f; ${SIX.map(
    strand
).join(' ')} join j; then done; }`;

/** Five clients that ask one server by messages and wait between: fifty thousand states. */
const CLIENTS = [0, 1, 2, 3, 4];
const PARTS = `attribute def Ask { attribute who : Integer; } attribute def Answer;
    part def Client { attribute id : Integer; attribute n : Integer := 0; port p;
        exhibit state life { entry; then idle; state idle;
            transition first idle accept after 1 do send new Ask(who = id) via p then waits; state waits;
            transition first waits accept Answer via p do assign n := (n + 1) % 3 then idle; } }
    part def Server { ${CLIENTS.map(i => `port q${i};`).join(' ')} attribute served : Integer := 0;
        exhibit state life { entry; then free; state free; ${CLIENTS.map(
            i => `transition first free accept a : Ask via q${i} do action { assign served := (served + 1) % 4; } then busy${i};
            state busy${i}; transition first busy${i} do send new Answer() via q${i} then free;`
        ).join(' ')} } }
    part def Parts { part s : Server; ${CLIENTS.map(i => `part c${i} : Client { attribute :>> id = ${i}; } connect c${i}.p to s.q${i};`).join(' ')}
        exhibit state on { entry; then up; state up; } }
    part parts : Parts;`;

const names = Array.from({ length: 50 }, (_, i) => `x${i}`);
const bounds = names.map((name, i) => `${name} >= 0 and ${name} <= 10 and ${name} + ${names[(i + 1) % names.length]} <= 15`);
const { model } = new Workspace({ library: loadLibrary() }).parse([
    {
        name: 'bench.sysml',
        language: 'sysml',
        content: `package P { private import ScalarValues::*; private import RandomFunctions::*;
    part def Linear { ${names.map(name => `attribute ${name} : Rational;`).join(' ')}
        constraint q { (${bounds.join(' and ')}) implies ${names.join(' + ')} <= 375 } }
    action def Roll { attribute n : Integer := 0; attribute t : Real := 0.0; first start;
        then action a assign n := uniformInteger(1, 6); then action b assign t := triangular(1.0, 2.0, 4.0); then done; }
    ${STRANDS}
    ${PARTS}
}`
    }
]);

const place = findSolver('', process.env.PATH ?? '');
if (!('missing' in place)) {
    const solver = new Solver(place);
    const limits = { timeout: 10_000, checkCancelled: () => undefined };
    const question = (): void => {
        const { status, reason = '' } = holds(solver, limits, statedBy(startRun(model), elementById(model, 'P::Linear::q')!));
        if (status !== 'holds') {
            throw new Error(`${status}: ${reason}`);
        }
    };
    const first = timed(question);
    const again = median(Array.from({ length: 9 }, () => timed(question)));
    report(
        'holds over 50 linear constraints, first question / once loaded',
        `${first.toFixed(0)} ms / ${again.toFixed(0)} ms`,
        'under 3 s / 1 s'
    );
    solver.close();
}

const request = { action: 'P::Roll', runs: 100_000, seed: 1n, draws: 'random', clockStep: 0, observe: [] } as const;
const runs = median(Array.from({ length: 3 }, () => timed(() => makeRuns(model, request, {}, () => undefined))));
report('100,000 runs of a small action with chance', `${(runs / 1000).toFixed(2)} s`, 'under 2 s');

const ACTION = { behaviour: 'P::Strands', kind: 'action', performer: '' } as const;
const MACHINES = { behaviour: 'P::Parts::on', kind: 'machine', performer: 'P::parts' } as const;

/** States a second, and bytes a state. */
const searched = (
    asked: typeof ACTION | typeof MACHINES,
    states: number,
    by?: 'each move'
): { readonly rate: number; readonly bytes: number } => {
    const question = {
        ...asked,
        properties: [],
        diverge: [],
        bounds: { states },
        by
    } as const;
    let answer = checkBehavior(model, { ...question, bounds: { states: 1 } });
    const time = timed(() => (answer = checkBehavior(model, question)));
    if ('error' in answer) {
        throw new Error(answer.error);
    }
    return { rate: (answer.search.states / time) * 1000, bytes: answer.search.bytes / answer.search.states };
};
const known = Array.from({ length: 3 }, () => searched(ACTION, 1_000_000));
const made = searched(ACTION, 5_000, 'each move');
const rate = median(known.map(k => k.rate));
report('states of an action searched', `${Math.round(rate)}/s`, '200,000/s');
report('memory of a search', `${Math.round(known[0].bytes)} bytes a state`, 'under 100');
report('times as fast as making each move', `${Math.round(rate / made.rate)}`, '');

const ofParts = Array.from({ length: 3 }, () => searched(MACHINES, 1_000_000));
const madeOfParts = searched(MACHINES, 2_000, 'each move');
const rateOfParts = median(ofParts.map(k => k.rate));
report('states of machines of six parts searched', `${Math.round(rateOfParts)}/s`, '100,000/s');
report('memory of that search', `${Math.round(ofParts[0].bytes)} bytes a state`, 'under 100');
report('times as fast as making each move', `${Math.round(rateOfParts / madeOfParts.rate)}`, '');
