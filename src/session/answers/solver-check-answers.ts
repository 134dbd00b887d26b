/** The result of a solver's check of a behaviour as text (contract: newest-operations 2.4), and file names of its witnesses. */
import type { SolverCheck, SolverWitness } from '../../runtime/engines/smt/check-by-solver.js';
import { witnessFileName } from './check-answers.js';

/** The file name of each run of an answer. @param performer empty for none */
export function solverWitnessNames({ name, witness, contrast }: SolverCheck, performer: string): ReadonlyMap<SolverWitness, string> {
    const runs = [witness, contrast].filter(w => w !== undefined);
    return new Map(runs.map((run, i) => [run, witnessFileName(name, performer, `.violation-${i + 1}`)]));
}

const MARKS = { fails: '✗', holds: '✓', undecided: '?' } as const;

/** The report of a check by a solver. @param files the files of witnesses that were written */
export function solverCheckLines(answer: SolverCheck, files: ReadonlyMap<SolverWitness, string> = new Map()): string[] {
    const { verdict, name, kind, text, inputs, assumptions, reason } = answer;
    const runs = [
        ['witness', answer.witness],
        ['contrast', answer.contrast]
    ] as const;
    return [
        `${MARKS[verdict]} ${kind === 'machine' ? 'State machine' : 'Action'} ${name}: ${text}`,
        ...(inputs.length === 0 ? [] : [`  inputs: ${inputs.join(', ')}`]),
        ...(assumptions.length === 0 ? [] : [`  assumed: ${assumptions.map(a => `constraint ${a}`).join(', ')}`]),
        ...runs.flatMap(([what, run]) => {
            if (run === undefined) {
                return [];
            }
            const file = files.has(run) ? ` (witness ${files.get(run)})` : '';
            return [`  ${what}: ${run.choices.length === 0 ? 'no choices' : run.choices.join('; ')}${file}`];
        }),
        ...(reason === '' ? [] : [`  ${reason}`]),
        `  standing: ${standingText(answer)}`
    ];
}

function standingText({ claim, strength, bounds, queries, reason }: SolverCheck): string {
    const effort = `${queries} ${queries === 1 ? 'query' : 'queries'} by smt`;
    const reached = bounds.filter(b => b.isReached).map(b => `, ${b.name}=${b.limit} (reached)`);
    return strength === 'not covered'
        ? `not covered (${reason})`
        : strength === 'witnessed'
          ? `${claim} (witnessed: ${effort}, replayed)`
          : `${claim} (${strength} over inputs and schedules: ${effort}${reached.join('')})`;
}
