/**
 * Solvers: where one is, and how a script is put to it. The asking thread waits for a thread of the solver's own, which it ends when the
 * time is over or nobody wants the answer any more. Knows SMT-LIB's answers, no model. (Contract: verification-and-engines 14.)
 */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, isAbsolute, join } from 'node:path';
import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';
import { type Expression, parseAnswers } from './answers.js';

/** How often a waiting thread looks whether the answer is still wanted, in milliseconds. */
const LOOK = 40;
/** What a solver is given beyond its own time-out before it is ended, in milliseconds. */
const GRACE = 500;

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

/**
 * The solver that the environment names; without one the packaged solver, else `z3`, else `cvc5` on the path.
 * @param named `SERVICE_SMT`: a name or a path; nothing else is tried when it names no program
 */
export function findSolver(named: string, path: string): SolverPlace | SolverMissing {
    if (named !== '') {
        const program = programAt(named, path);
        return program === undefined
            ? { missing: `no SMT solver found: SERVICE_SMT names ${named}, which is no program that can be run` }
            : { name: basename(program), path: program, program };
    }
    try {
        return { name: 'z3', path: createRequire(import.meta.url).resolve('z3-solver') };
    } catch {
        // The package is optional.
    }
    for (const name of ['z3', 'cvc5']) {
        const program = programAt(name, path);
        if (program !== undefined) {
            return { name, path: program, program };
        }
    }
    return { missing: 'no SMT solver found: the package z3-solver is not installed, SERVICE_SMT is unset, looked for [z3 cvc5] on PATH' };
}

function programAt(name: string, path: string): string | undefined {
    const places = isAbsolute(name) || name.includes('/') ? [name] : path.split(delimiter).map(folder => join(folder, name));
    return places.find(isProgram);
}

function isProgram(path: string): boolean {
    try {
        accessSync(path, constants.X_OK);
        return statSync(path).isFile();
    } catch {
        return false;
    }
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

/** A solver in a thread of its own, started at the first question and kept for the next. */
export class Solver {
    private thread: Worker | undefined;

    constructor(readonly place: SolverPlace) {}

    /** Puts a script to the solver and waits. @throws what `checkCancelled` throws */
    ask({ script, timeout, checkCancelled }: SolverQuestion): SolverAnswer {
        checkCancelled();
        const state = new Int32Array(new SharedArrayBuffer(8));
        const { port1, port2 } = new MessageChannel();
        const thread = (this.thread ??= this.started());
        const written = this.withTimeout(script, timeout);
        thread.postMessage({ script: written, program: this.programFor(timeout), state, port: port2 }, [port2]);
        const end = Date.now() + timeout + GRACE;
        try {
            while (Atomics.load(state, 0) === 0) {
                Atomics.wait(state, 0, 0, LOOK);
                checkCancelled();
                if (Date.now() > end) {
                    this.end(state);
                    return { failure: `no answer within ${timeout / 1000}s (SERVICE_SMT_TIMEOUT)` };
                }
            }
        } catch (error) {
            this.end(state);
            throw error;
        }
        const reply = receiveMessageOnPort(port1)?.message as { text?: string; failure?: string } | undefined;
        port1.close();
        return reply?.text === undefined ? { failure: reply?.failure ?? 'no answer' } : { answers: parseAnswers(reply.text) };
    }

    /** Ends the thread. */
    close(): void {
        void this.thread?.terminate();
        this.thread = undefined;
    }

    private started(): Worker {
        const thread = new Worker(threadEntry());
        thread.on('error', () => undefined);
        thread.unref();
        return thread;
    }

    private end(state: Int32Array): void {
        const process_ = Atomics.load(state, 1);
        if (process_ > 0) {
            try {
                process.kill(-process_, 'SIGKILL');
            } catch {
                // It has ended by itself.
            }
        }
        this.close();
    }

    private withTimeout(script: string, timeout: number): string {
        return this.place.name.startsWith('z3') ? `(set-option :timeout ${timeout})\n${script}` : script;
    }

    private programFor(timeout: number): { path: string; args: string[] } | undefined {
        const { program, name } = this.place;
        return program === undefined ? undefined : { path: program, args: argumentsFor(name, timeout) };
    }
}

/** How a program is told to read SMT-LIB 2 from standard input. */
function argumentsFor(name: string, timeout: number): string[] {
    if (name.startsWith('z3')) {
        return ['-smt2', '-in', '-memory:1024'];
    }
    return name.startsWith('cvc5') || name.startsWith('cvc4') ? ['--lang=smt2', '--incremental', `--tlimit-per=${timeout}`] : [];
}

/** Beside this file from sources; in a bundle beside it or, when this file went into a chunk, one up. */
function threadEntry(): URL {
    const places = ['./solver-thread.mjs', '../solver-thread.mjs'].map(name => new URL(name, import.meta.url));
    return places.find(url => existsSync(url)) ?? places[0];
}
