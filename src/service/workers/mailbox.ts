// A slot of shared memory beside a worker's message port, for small calls. Posting a message to a thread that sleeps in its event
// loop costs tens of microseconds each way; a worker that has just answered therefore lingers on this slot, and the main thread,
// while it has nothing else in hand, waits on it for a moment. Both fall back to the port (and neither polls: that would take the
// processor from the thread it waits for). Knows bytes and states, no messages.
//
// STATE  says where the worker is:  awake -> parked (worker) -> posted | called (main) -> awake (worker)
// REPLY  says whether main waits:   idle -> waiting (main) -> answered (worker) -> idle (main), or back to idle when main gives up

/** Largest request or answer that goes through the slot, in bytes. */
export const SLOT_BYTES = 32 * 1024;

const STATE = 0;
const REPLY = 1;
const CANCELLED = 2;
const REQUEST = 4;
const ANSWER = 10;
const DEADLINE_OFFSET = 64;
const REQUEST_OFFSET = 128;
const ANSWER_OFFSET = REQUEST_OFFSET + SLOT_BYTES;

const AWAKE = 0;
const PARKED = 1;
const POSTED = 2;
const CALLED = 3;

const IDLE = 0;
const WAITING = 1;
const ANSWERED = 2;

/** A request in the slot: three numbers and bytes. */
export interface SlotRequest {
    readonly id: number;
    readonly method: number;
    /** bit 0: JSON; bit 1: the service holds no such model */
    readonly flags: number;
    readonly deadline: number;
    readonly body: Uint8Array;
}

export interface SlotAnswer {
    readonly id: number;
    readonly code: number;
    readonly body: Uint8Array;
}

export function createMailbox(): SharedArrayBuffer {
    return new SharedArrayBuffer(ANSWER_OFFSET + SLOT_BYTES);
}

/** The memory as both ends see it. */
class Mailbox {
    protected readonly words: Int32Array;
    protected readonly bytes: Uint8Array;
    protected readonly deadline: Float64Array;

    constructor(memory: SharedArrayBuffer) {
        this.words = new Int32Array(memory);
        this.bytes = new Uint8Array(memory);
        this.deadline = new Float64Array(memory, DEADLINE_OFFSET, 1);
    }
}

/** The main thread's end. */
export class MailboxSender extends Mailbox {
    /** Puts a request into the slot of a worker that has nothing in hand; false when it is not parked there (use the port). */
    post(request: SlotRequest): boolean {
        if (request.body.length > SLOT_BYTES || Atomics.load(this.words, STATE) !== PARKED) {
            return false;
        }
        this.words[REQUEST] = request.id;
        this.words[REQUEST + 1] = request.method;
        this.words[REQUEST + 2] = request.flags;
        this.words[REQUEST + 3] = request.body.length;
        this.deadline[0] = request.deadline;
        this.bytes.set(request.body, REQUEST_OFFSET);
        return this.wake(POSTED);
    }

    /** Wakes a parked worker after a message was posted to its port. */
    call(): void {
        this.wake(CALLED);
    }

    /** Says that the next answer may come through the slot. To be called before the request is posted. */
    expect(): void {
        Atomics.store(this.words, REPLY, WAITING);
    }

    /** Waits that long for the answer; undefined when it did not come, and then it comes through the port. */
    awaitAnswer(milliseconds: number): SlotAnswer | undefined {
        Atomics.wait(this.words, REPLY, WAITING, milliseconds);
        if (Atomics.compareExchange(this.words, REPLY, WAITING, IDLE) !== ANSWERED) {
            return undefined;
        }
        const length = this.words[ANSWER + 2];
        const answer = {
            id: this.words[ANSWER],
            code: this.words[ANSWER + 1],
            body: this.bytes.slice(ANSWER_OFFSET, ANSWER_OFFSET + length)
        };
        Atomics.store(this.words, REPLY, IDLE);
        return answer;
    }

    /** Tells the running computation of that call to stop. */
    cancel(id: number): void {
        Atomics.store(this.words, CANCELLED, id);
    }

    private wake(state: number): boolean {
        if (Atomics.compareExchange(this.words, STATE, PARKED, state) !== PARKED) {
            return false;
        }
        Atomics.notify(this.words, STATE);
        return true;
    }
}

/** The worker's end. */
export class MailboxReceiver extends Mailbox {
    isCancelled(id: number): boolean {
        return Atomics.load(this.words, CANCELLED) === id;
    }

    /** Announces that the worker is about to wait; afterwards it must look at its port once more before it does. */
    park(): void {
        Atomics.store(this.words, STATE, PARKED);
    }

    /**
     * Waits for a request or a call to the port, at most that long.
     * @returns the request in the slot; `called` when the port has something; `late` when nothing came
     */
    wait(milliseconds: number): SlotRequest | 'called' | 'late' {
        if (milliseconds > 0) {
            Atomics.wait(this.words, STATE, PARKED, milliseconds);
        }
        const state = Atomics.exchange(this.words, STATE, AWAKE);
        if (state !== POSTED) {
            return state === CALLED ? 'called' : 'late';
        }
        const length = this.words[REQUEST + 3];
        return {
            id: this.words[REQUEST],
            method: this.words[REQUEST + 1],
            flags: this.words[REQUEST + 2],
            deadline: this.deadline[0],
            body: this.bytes.slice(REQUEST_OFFSET, REQUEST_OFFSET + length)
        };
    }

    /** Answers through the slot; false when nobody waits there (use the port). */
    answer(answer: SlotAnswer): boolean {
        if (answer.body.length > SLOT_BYTES || Atomics.load(this.words, REPLY) !== WAITING) {
            return false;
        }
        this.words[ANSWER] = answer.id;
        this.words[ANSWER + 1] = answer.code;
        this.words[ANSWER + 2] = answer.body.length;
        this.bytes.set(answer.body, ANSWER_OFFSET);
        if (Atomics.compareExchange(this.words, REPLY, WAITING, ANSWERED) !== WAITING) {
            return false;
        }
        Atomics.notify(this.words, REPLY);
        return true;
    }
}
