/**
 * Solvers: how a script is put to one. Knows SMT-LIB's answers, no model. (Contract: verification-and-engines 14.)
 */
import { Attendant } from '#attendant';
import { type Expression, parseAnswers } from './answers.js';

/** What a program is given beyond its own time-out before it is ended, in milliseconds. */
const GRACE = 300;

/** Where a solver was found. */
export interface SolverPlace {
    /** the word for it in answers: `z3` */
    readonly name: string;
    /** the program, or the package's file */
    readonly path: string;
    /** absent for the packaged one */
    readonly program?: string;
}

export interface SolverMissing {
    readonly missing: string;
}

export interface SolverQuestion {
    readonly script: string;
    /** milliseconds */
    readonly timeout: number;
    /** called while the answer is awaited; may throw, which ends the solver */
    readonly checkCancelled: () => void;
}

/** What a solver answered: the status of its checks in order, and what else it wrote. */
export type SolverAnswer = { readonly answers: readonly Expression[] } | { readonly failure: string };

/** Most bytes of a solver's answer. */
const MOST = 64 * 1024 * 1024;

/** A solver, started at the first question and kept for the next. */
export class Solver {
    private readonly attendant = new Attendant();

    constructor(readonly place: SolverPlace) {}

    /** Puts a script to the solver and waits. @throws what `checkCancelled` throws */
    ask({ script, timeout, checkCancelled }: SolverQuestion): SolverAnswer {
        const { program, name } = this.place;
        const written = name.startsWith('z3') ? `(set-option :timeout ${timeout})\n${script}` : script;
        if (program === undefined) {
            const reply = this.attendant.solve({ script: written }, { timeout, checkCancelled });
            return reply?.text === undefined ? { failure: reply?.failure ?? late(timeout) } : { answers: parseAnswers(reply.text) };
        }
        const request = { path: program, args: argumentsFor(name, timeout), input: written, timeout: timeout + GRACE, most: MOST };
        const { stdout, stderr, failure, status, signal, isLate, isTooMuch } = this.attendant.run(request, checkCancelled);
        if (stdout.trim() !== '' && !isLate && !isTooMuch) {
            return { answers: parseAnswers(stdout) };
        }
        if (isLate || isTooMuch) {
            return { failure: isLate ? late(timeout) : `answered more than ${MOST} bytes` };
        }
        return { failure: failure ?? `exited with ${signal ?? `status ${status}`}: ${stderr.trim().slice(-2000) || 'no answer'}` };
    }

    /** Ends what was started. */
    close(): void {
        this.attendant.close();
    }
}

/** Why there is no answer when the time is over. */
export const late = (timeout: number): string => `no answer within ${timeout / 1000}s (SERVICE_SMT_TIMEOUT)`;

/** The arguments with which a program reads SMT-LIB 2 from standard input. */
function argumentsFor(name: string, timeout: number): string[] {
    if (name.startsWith('z3')) {
        return ['-smt2', '-in', '-memory:1024'];
    }
    return name.startsWith('cvc5') || name.startsWith('cvc4') ? ['--lang=smt2', '--incremental', `--tlimit-per=${timeout}`] : [];
}
