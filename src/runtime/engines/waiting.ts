/**
 * Blocking waits: the packaged solver and programs run in a thread of their own while the caller waits, so that questions stay plain
 * functions. At the time limit or when the caller is cancelled, thread and program end.
 */
import { existsSync } from 'node:fs';
import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';

/** How often a waiting thread looks whether the answer is still wanted, in milliseconds. */
const LOOK = 40;
/** How long a program may take to be started or ended, in milliseconds. */
const STARTING = 5000;
/** What work is given beyond its own time-out before it is ended, in milliseconds. */
const GRACE = 500;

/** The first number of a shared state: nobody waits any more. The second one: a program is being started. */
const [GIVEN_UP, BEGINNING] = [2, -1];

/** A script for the packaged solver. */
export interface ScriptRequest {
    readonly script: string;
}

/** A program to be run; nothing of it is a shell's text. */
export interface ProgramRequest {
    readonly path: string;
    readonly args: readonly string[];
    /** the whole environment; that of the service when absent */
    readonly env?: Readonly<Record<string, string>>;
    readonly cwd?: string;
    /** standard input */
    readonly input: string;
    /** milliseconds */
    readonly timeout: number;
    /** most bytes of either stream */
    readonly most: number;
}

/** What a program did. */
export interface ProgramReply {
    /** it could not be started */
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
}

/** A program that keeps running: lines to and from it are messages. */
export interface OpenRequest {
    readonly path: string;
    readonly args: readonly string[];
    /** most bytes of a line, and of standard error */
    readonly most: number;
}

/** What an open program does next: a line, or why there is none. */
export interface LineReply {
    readonly line?: string;
    readonly isLate?: boolean;
    readonly isTooMuch?: boolean;
    /** it could not be started */
    readonly failure?: string;
    readonly status?: number | null;
    readonly signal?: string | null;
    readonly stderr: string;
}

type Request =
    | ScriptRequest
    | ProgramRequest
    | { readonly open: number; readonly program: OpenRequest }
    | { readonly tell: number; readonly line: string }
    | { readonly talk: number; readonly timeout: number }
    | { readonly shut: number };

/** How long and for whom something is waited for. */
export interface Patience {
    /** milliseconds */
    readonly timeout: number;
    /** called now and then; may throw, which ends the work */
    readonly checkCancelled: () => void;
}

/** A thread that works while its caller waits; started at the first request and kept for the next. */
export class Attendant {
    private thread: Worker | undefined;
    private lastOpen = 0;
    /** the leaders of the process groups of open programs, by number */
    private readonly leaders = new Map<number, number>();

    run(request: ProgramRequest, checkCancelled: () => void): ProgramReply {
        const reply = this.ask<ProgramReply>(request, { timeout: request.timeout, checkCancelled });
        return reply ?? { stdout: '', stderr: '', isLate: true, isTooMuch: false };
    }

    /** @returns undefined when the time was over */
    solve(request: ScriptRequest, patience: Patience): ScriptReply | undefined {
        return this.ask<ScriptReply>(request, patience);
    }

    /** Starts a program that keeps running. @returns its number */
    open(program: OpenRequest): number {
        const open = ++this.lastOpen;
        const reply = this.ask<{ readonly pid?: number }>({ open, program }, AT_ONCE);
        if (reply?.pid !== undefined) {
            this.leaders.set(open, reply.pid);
        }
        return open;
    }

    /** Writes a line to an open program. */
    tell(tell: number, line: string): void {
        this.ask({ tell, line }, AT_ONCE);
    }

    /**
     * Waits for the next line of an open program.
     * @param timeout milliseconds
     */
    talk(talk: number, timeout: number, checkCancelled: () => void): LineReply {
        return this.ask<LineReply>({ talk, timeout }, { timeout, checkCancelled }) ?? { isLate: true, stderr: '' };
    }

    /** Ends an open program and what it has started. */
    shut(shut: number): void {
        this.leaders.delete(shut);
        if (this.thread !== undefined) {
            this.ask({ shut }, AT_ONCE);
        }
    }

    /** Ends the thread, open programs and what they have started. */
    close(): void {
        this.leaders.forEach(endGroup);
        this.leaders.clear();
        void this.thread?.terminate();
        this.thread = undefined;
    }

    /** @throws what `checkCancelled` throws */
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
                    this.abandon(state);
                    return undefined;
                }
            }
        } catch (error) {
            this.abandon(state);
            throw error;
        }
        const message = receiveMessageOnPort(port1)?.message as Reply | undefined; // engine-thread.mjs answers what was requested
        port1.close();
        return message;
    }

    private abandon(state: Int32Array): void {
        Atomics.store(state, 0, GIVEN_UP);
        // A program that is being started would be nobody's.
        Atomics.wait(state, 1, BEGINNING, STARTING);
        const leader = Atomics.load(state, 1);
        if (leader > 0) {
            endGroup(leader);
        }
        this.close();
    }
}

/** What takes place as soon as the thread gets to it. */
const AT_ONCE: Patience = { timeout: STARTING, checkCancelled: () => undefined };

function endGroup(leader: number): void {
    try {
        process.kill(-leader, 'SIGKILL');
    } catch {
        // It has ended by itself.
    }
}

function started(): Worker {
    const thread = new Worker(threadEntry());
    thread.on('error', () => undefined);
    thread.unref();
    return thread;
}

/** Beside this file from sources; in a bundle beside it or, when this file went into a chunk, one up. */
function threadEntry(): URL {
    const places = ['./engine-thread.mjs', '../engine-thread.mjs'].map(name => new URL(name, import.meta.url));
    return places.find(url => existsSync(url)) ?? places[0];
}
