/**
 * Waiting for a solver in a browser, in place of `waiting.ts` (`#attendant` in package.json): the page has the solver in a worker of its
 * own, and the requesting worker waits on memory that both share. Programs cannot be run here.
 */
import type { Patience, ScriptReply, ScriptRequest } from '../waiting.js';

/** How often a waiting worker looks whether the answer is still wanted, in milliseconds. */
const LOOK = 40;
/** What work is given beyond its own time-out before it is ended, in milliseconds. */
const GRACE = 500;

/** Messages of the requesting worker to its page. */
export type SolverMessage =
    { readonly solver: 'solve'; readonly script: string; readonly memory: SharedArrayBuffer } | { readonly solver: 'end' };

/** Memory of an answer: two numbers, a state of {@link ANSWER} and how many bytes the text has, then the text as UTF-8. */
export const ANSWER_HEAD = 2 * Int32Array.BYTES_PER_ELEMENT;
/** Most bytes of an answer's text. */
const MOST = 4 * 1024 * 1024;

export const ANSWER = { open: 0, answered: 1, failed: 2 } as const;

/** The scope of the requesting worker; this project is compiled without the types of browsers. */
declare const self: { postMessage(message: SolverMessage): void };

export class Attendant {
    /** @returns undefined when the time was over. @throws what `checkCancelled` throws */
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
        // a copy: text is not decoded from shared memory
        const text = new TextDecoder().decode(new Uint8Array(memory, ANSWER_HEAD, head[1]).slice());
        return Atomics.load(head, 0) === ANSWER.answered ? { text } : { failure: text };
    }

    run(): never {
        throw new Error('programs cannot be run in a browser');
    }

    /** Ends the solver. */
    close(): void {
        self.postMessage({ solver: 'end' });
    }
}
