/** Puts scripts to solvers. Depends on the answers of SMT-LIB but not on models. (Contract: verification-and-engines 14.) */
import type { Attendant } from '#attendant';
import { type Expression, parseAnswers } from './answers.js';
import { leaveAttendant, takeAttendant } from './idle-attendant.js';

/** Additional time after the time limit of a query before a program is ended, in milliseconds. */
const GRACE = 300;

/** The location of a solver. */
export interface SolverPlace {
    /** its name in answers, such as `z3` */
    readonly name: string;
    /** path of the program or of the package's file */
    readonly path: string;
    /** undefined for the packaged solver */
    readonly program?: string;
}

export interface SolverMissing {
    readonly missing: string;
}

export interface SolverQuestion {
    readonly script: string;
    /** milliseconds */
    readonly timeout: number;
    /** called regularly while the answer is awaited; may throw an exception, which ends the solver */
    readonly checkCancelled: () => void;
}

/** The answer of a solver: the status of each check in order, with its other output. */
export type SolverAnswer = { readonly answers: readonly Expression[] } | { readonly failure: string };

/** Requests the reason of an `unknown`. If there is no reason, some solvers exit. */
const WHY = '(get-info :reason-unknown)\n';
/** Greatest length of a solver's answer, in bytes. */
const MOST = 64 * 1024 * 1024;

/** A solver. It is started for the first question and kept for later ones. The packaged solver is kept for the next `Solver`, too. */
export class Solver {
    private attendant: Attendant | undefined;

    /**
     * @param memory greatest memory of a z3, in megabytes
     * @param onEnded receives the reason for which the packaged solver ended in the middle of a script
     */
    constructor(
        readonly place: SolverPlace,
        private readonly memory = 1024,
        private readonly onEnded: (reason: string) => void = () => undefined
    ) {}

    /** Puts a script to the solver and waits. @throws the exceptions of `checkCancelled` */
    ask({ script, timeout, checkCancelled }: SolverQuestion): SolverAnswer {
        const { program, name } = this.place;
        const attendant = (this.attendant ??= takeAttendant(this.memory));
        const written = name.startsWith('z3') ? `(set-option :timeout ${timeout})\n${script}${WHY}` : script;
        if (program === undefined) {
            const reply = attendant.solve({ script: written, memory: this.memory }, { timeout, checkCancelled });
            if (reply?.text !== undefined) {
                return this.answered(reply.text);
            }
            if (reply?.isOver === true) {
                attendant.close();
                const failure = `${reply.failure}; its memory is limited (${this.limit})`;
                this.onEnded(failure);
                return { failure };
            }
            return { failure: reply?.failure ?? late(timeout) };
        }
        const args = argumentsFor(name, timeout, this.memory);
        const request = { path: program, args, input: written, timeout: timeout + GRACE, most: MOST };
        const { stdout, stderr, failure, status, signal, isLate, isTooMuch } = attendant.run(request, checkCancelled);
        if (stdout.trim() !== '' && !isLate && !isTooMuch) {
            return this.answered(stdout);
        }
        if (isLate || isTooMuch) {
            return { failure: isLate ? late(timeout) : `answered more than ${MOST} bytes` };
        }
        return { failure: failure ?? `exited with ${signal ?? `status ${status}`}: ${stderr.trim().slice(-2000) || 'no answer'}` };
    }

    /** Reads the output. If z3 answers `unknown` because it has no memory left, that is a failure. */
    private answered(text: string): SolverAnswer {
        const answers = [...parseAnswers(text)];
        const last = answers.at(-1);
        const why = Array.isArray(last) && last[0] === ':reason-unknown' ? JSON.stringify(answers.pop()) : '';
        const isFull = /memory|memout/.test(why) && answers.includes('unknown');
        return isFull || /^\(error ".*out of memory/m.test(text) ? { failure: `it has no memory left (${this.limit})` } : { answers };
    }

    private get limit(): string {
        return `SERVICE_SMT_MEMORY, ${this.memory} MB`;
    }

    /** Ends the solver; the packaged one stays loaded for the next `Solver` of this process. */
    close(): void {
        if (this.attendant !== undefined) {
            leaveAttendant(this.attendant, this.memory);
            this.attendant = undefined;
        }
    }
}

/** Text for a solver without an answer within the time limit. */
export const late = (timeout: number): string => `no answer within ${timeout / 1000}s (SERVICE_SMT_TIMEOUT)`;

/** Returns the arguments with which a program reads SMT-LIB 2 from standard input. */
function argumentsFor(name: string, timeout: number, memory: number): string[] {
    if (name.startsWith('z3')) {
        return ['-smt2', '-in', `-memory:${memory}`];
    }
    return name.startsWith('cvc5') || name.startsWith('cvc4') ? ['--lang=smt2', '--incremental', `--tlimit-per=${timeout}`] : [];
}
