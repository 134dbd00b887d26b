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
copyFileSync('src/runtime/engines/engine-thread.mjs', join(import.meta.dirname, 'engine-thread.mjs'));

/** Six strands of six steps that write one feature each: more than a hundred thousand states. */
const SIX = [0, 1, 2, 3, 4, 5];
const strand = (s: number): string =>
    `first f then a${s}0; ${SIX.map(i => `${i === 0 ? '' : 'then '}action a${s}${i} assign v${s} := v${s} + 1;`).join(' ')} then j;`;
const STRANDS = `action def Strands { ${SIX.map(s => `attribute v${s} : Integer := 0;`).join(' ')} first start; then fork f; ${SIX.map(
    strand
).join(' ')} join j; then done; }`;

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
}`
    }
]);

const place = findSolver('', process.env.PATH ?? '');
if (!('missing' in place)) {
    const solver = new Solver(place);
    const limits = { timeout: 10_000, checkCancelled: () => undefined };
    const question = (): void => {
        const { status } = holds(solver, limits, statedBy(startRun(model), elementById(model, 'P::Linear::q')!));
        if (status !== 'holds') {
            throw new Error(status);
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

/** States a second, and bytes a state. */
const searched = (states: number, by?: 'each move'): { readonly rate: number; readonly bytes: number } => {
    const question = {
        behaviour: 'P::Strands',
        kind: 'action',
        performer: '',
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
const known = Array.from({ length: 3 }, () => searched(1_000_000));
const made = searched(5_000, 'each move');
const rate = median(known.map(k => k.rate));
report('states of an action searched', `${Math.round(rate)}/s`, '200,000/s');
report('memory of a search', `${Math.round(known[0].bytes)} bytes a state`, 'under 100');
report('times as fast as making each move', `${Math.round(rate / made.rate)}`, '');
