/**
 * Waits for a solver in a browser, in place of `waiting.ts` (`#attendant` in package.json). The page runs the solver in a separate worker,
 * and the requesting worker waits on memory that both share. Programs cannot be run here.
 */
import type { Patience, ScriptReply, ScriptRequest } from '../waiting.js';

/** How often a waiting worker checks for cancellation, in milliseconds. */
const LOOK = 40;
/** Additional time after the time limit of a request before its work is ended, in milliseconds. */
const GRACE = 500;

/** Messages of the requesting worker to its page. */
export type SolverMessage =
    { readonly solver: 'solve'; readonly script: string; readonly memory: SharedArrayBuffer } | { readonly solver: 'end' };

/**
 * Layout of an answer's memory: two numbers, namely a state of {@link ANSWER} and the length of the text in bytes, then the text as UTF-8.
 */
export const ANSWER_HEAD = 2 * Int32Array.BYTES_PER_ELEMENT;
/** Greatest length of an answer's text, in bytes. */
const MOST = 4 * 1024 * 1024;

export const ANSWER = { open: 0, answered: 1, failed: 2 } as const;

/** The global scope of the requesting worker, because this project is compiled without browser types. */
declare const self: { postMessage(message: SolverMessage): void };

export class Attendant {
    private isLoaded = false;

    /** Whether the page has loaded the solver, and no caller has abandoned it. */
    get hasSolver(): boolean {
        return this.isLoaded;
    }

    /** @returns undefined when the time limit was exceeded. @throws the exceptions of `checkCancelled` */
    solve({ script }: ScriptRequest, { timeout, checkCancelled }: Patience): ScriptReply | undefined {
        checkCancelled();
        const memory = new SharedArrayBuffer(ANSWER_HEAD + MOST);
        const head = new Int32Array(memory, 0, 2);
        self.postMessage({ solver: 'solve', script, memory });
        const end = Date.now() + timeout + GRACE;
        try {
            while (Atomics.load(head, 0) === ANSWER.open) {
                Atomics.wait(head, 0, ANSWER.open, LOOK);
                checkCancelled();
                if (Date.now() > end) {
                    this.close();
                    return undefined;
                }
            }
        } catch (error) {
            this.close();
            throw error;
        }
        // copied, because shared memory cannot be decoded
        const text = new TextDecoder().decode(new Uint8Array(memory, ANSWER_HEAD, head[1]).slice());
        this.isLoaded = Atomics.load(head, 0) === ANSWER.answered;
        return this.isLoaded ? { text } : { failure: text };
    }

    run(): never {
        throw new Error('programs cannot be run in a browser');
    }

    /** Ends the solver. */
    close(): void {
        this.isLoaded = false;
        self.postMessage({ solver: 'end' });
    }
}
