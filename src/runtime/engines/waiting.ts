/**
 * Blocking waits: the packaged solver and programs run in a separate thread while the caller waits, so that questions stay plain functions.
 * The thread and the program end at the time limit or when the caller is cancelled.
 */
import { existsSync } from 'node:fs';
import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';
import { endMarked, newMark } from './marked-programs.mjs';

/** How often a waiting caller checks for cancellation, in milliseconds. */
const LOOK = 40;
/** How long starting or ending a program may take on a busy machine, in milliseconds. */
const STARTING = 20_000;
/** How long loading the packaged solver may take, in milliseconds. */
const LOADING = 60_000;
/** Additional time after the time limit of a request before its work is ended, in milliseconds. */
const GRACE = 500;

/** Value of the first number of a shared state: the caller has given up. Value of the second number: a program is being started. */
const [GIVEN_UP, BEGINNING] = [2, -1];

/** A script for the packaged solver. */
export interface ScriptRequest {
    readonly script: string;
    /** greatest memory of the solver, in megabytes, as of the thread's first script */
    readonly memory: number;
}

/** A program to run. No part of it is interpreted by a shell. */
export interface ProgramRequest {
    readonly path: string;
    readonly args: readonly string[];
    /** whole environment; that of the service if absent */
    readonly env?: Readonly<Record<string, string>>;
    readonly cwd?: string;
    /** standard input */
    readonly input: string;
    /** milliseconds */
    readonly timeout: number;
    /** greatest number of bytes in each stream */
    readonly most: number;
}

/** The result of a program. */
export interface ProgramReply {
    /** why it could not be started */
    readonly failure?: string;
    readonly status?: number | null;
    readonly signal?: string | null;
    readonly stdout: string;
    readonly stderr: string;
    readonly isLate: boolean;
    readonly isTooMuch: boolean;
}

export interface ScriptReply {
    readonly text?: string;
    readonly failure?: string;
    /** whether the solver has ended, so that the thread answers nothing more */
    readonly isOver?: boolean;
}

/** A program that keeps running and exchanges messages as lines. */
export interface OpenRequest {
    readonly path: string;
    readonly args: readonly string[];
    /** greatest number of bytes in a line and in standard error */
    readonly most: number;
}

/** The next line of an open program, or the reason why there is none. */
export interface LineReply {
    /** number of the program; undefined if none of those that were waited for had written before the time limit */
    readonly program?: number;
    readonly line?: string;
    readonly isLate?: boolean;
    readonly isTooMuch?: boolean;
    /** why it could not be started */
    readonly failure?: string;
    readonly status?: number | null;
    readonly signal?: string | null;
    readonly stderr: string;
}

type Request =
    | ScriptRequest
    | { readonly load: number }
    | (ProgramRequest & { readonly mark: number })
    | { readonly open: number; readonly program: OpenRequest; readonly mark: number }
    | { readonly tell: number; readonly line: string }
    | { readonly talk: readonly number[]; readonly timeout: number }
    | { readonly shut: number };

/** The time limit of a wait, and a check for cancellation. */
export interface Patience {
    /** milliseconds */
    readonly timeout: number;
    /** called regularly; may throw an exception, which ends the work */
    readonly checkCancelled: () => void;
}

/** A thread that works while its caller waits. It is started for the first request and kept for later ones. */
export class Attendant {
    private thread: Worker | undefined;
    private isLoaded = false;
    private lastOpen = 0;
    /** open programs, by number */
    private readonly programs = new Map<number, StartedProgram>();

    /** Whether the thread has loaded the packaged solver, and no caller has given it up. */
    get hasSolver(): boolean {
        return this.isLoaded;
    }

    run(request: ProgramRequest, checkCancelled: () => void): ProgramReply {
        const reply = this.ask<ProgramReply>({ ...request, mark: newMark() }, { timeout: request.timeout, checkCancelled });
        return reply ?? { stdout: '', stderr: '', isLate: true, isTooMuch: false };
    }

    /** Loading the solver does not count as time of the request. @returns undefined when the time limit was exceeded */
    solve(request: ScriptRequest, patience: Patience): ScriptReply | undefined {
        if (!this.isLoaded) {
            const loaded = this.ask<ScriptReply>({ load: request.memory }, { ...patience, timeout: LOADING });
            if (loaded?.failure !== undefined || loaded === undefined) {
                return loaded ?? { failure: `it could not be loaded within ${LOADING / 1000}s` };
            }
            this.isLoaded = true;
        }
        return this.ask<ScriptReply>(request, patience);
    }

    /** Starts a program that keeps running. @returns its number */
    open(program: OpenRequest): number {
        const open = ++this.lastOpen;
        const mark = newMark();
        const reply = this.ask<{ readonly pid?: number }>({ open, program, mark }, AT_ONCE);
        if (reply?.pid !== undefined) {
            this.programs.set(open, { leader: reply.pid, mark });
        }
        return open;
    }

    /** Writes a line to an open program. */
    tell(tell: number, line: string): void {
        this.ask({ tell, line }, AT_ONCE);
    }

    /**
     * Waits until one of some open programs writes a line or ends.
     * @param programs their numbers; if several have written, the first one in this list is read
     * @param timeout milliseconds
     */
    talk(programs: readonly number[], timeout: number, checkCancelled: () => void): LineReply {
        // The thread ends the wait itself. Cancelling it here would end all programs, so a thread that is delayed by a busy machine gets
        // more time.
        const patience = { timeout: timeout + STARTING, checkCancelled };
        return this.ask<LineReply>({ talk: programs, timeout }, patience) ?? { isLate: true, stderr: '' };
    }

    /** Ends an open program and the processes that it started. */
    shut(shut: number): void {
        this.programs.delete(shut);
        if (this.thread !== undefined) {
            this.ask({ shut }, AT_ONCE);
        }
    }

    /** Ends the thread, the open programs and the processes that they started. */
    close(): void {
        this.end(this.programs.size > 0);
    }

    /** @param hasPrograms whether the thread must wait until programs have ended, so that they leave the process list */
    private end(hasPrograms: boolean): void {
        this.programs.forEach(endProgram);
        this.programs.clear();
        if (hasPrograms) {
            this.thread?.postMessage({ request: { leave: true } });
        } else {
            void this.thread?.terminate();
        }
        this.thread = undefined;
        this.isLoaded = false;
    }

    /** @throws the exceptions of `checkCancelled` */
    private ask<Reply>(request: Request, { timeout, checkCancelled }: Patience): Reply | undefined {
        checkCancelled();
        const state = new Int32Array(new SharedArrayBuffer(8));
        const { port1, port2 } = new MessageChannel();
        (this.thread ??= started()).postMessage({ request, state, port: port2 }, [port2]);
        const end = Date.now() + timeout + GRACE;
        try {
            while (Atomics.load(state, 0) === 0) {
                Atomics.wait(state, 0, 0, LOOK);
                checkCancelled();
                if (Date.now() > end) {
                    this.abandon(state, request);
                    return undefined;
                }
            }
        } catch (error) {
            this.abandon(state, request);
            throw error;
        }
        const message = receiveMessageOnPort(port1)?.message as Reply | undefined; // the reply that belongs to the request
        port1.close();
        return message;
    }

    private abandon(state: Int32Array, request: Request): void {
        Atomics.store(state, 0, GIVEN_UP);
        // Waits for a program that is being started; otherwise nobody would end it.
        Atomics.wait(state, 1, BEGINNING, STARTING);
        const leader = Atomics.load(state, 1);
        if (leader > 0) {
            endProgram({ leader, mark: 'mark' in request ? request.mark : undefined });
        }
        this.end(leader > 0 || this.programs.size > 0);
    }
}

/** For requests that the thread answers immediately. */
const AT_ONCE: Patience = { timeout: STARTING, checkCancelled: () => undefined };

/** A program in a separate process group. */
interface StartedProgram {
    readonly leader: number;
    /** the mark by which descendants that have left the group are found (marked-programs.mjs) */
    readonly mark?: number;
}

/** Ends a program and the processes that it started. */
function endProgram({ leader, mark }: StartedProgram): void {
    try {
        process.kill(-leader, 'SIGKILL');
    } catch {
        // It has already ended.
    }
    if (mark !== undefined) {
        endMarked(mark);
    }
}

function started(): Worker {
    const thread = new Worker(threadEntry());
    thread.on('error', () => undefined);
    thread.unref();
    return thread;
}

/** Returns the entry of the thread: beside this file in sources; in a bundle beside it, or one folder up if this file is in a chunk. */
function threadEntry(): URL {
    const places = ['./engine-thread.mjs', '../engine-thread.mjs'].map(name => new URL(name, import.meta.url));
    return places.find(url => existsSync(url)) ?? places[0];
}
