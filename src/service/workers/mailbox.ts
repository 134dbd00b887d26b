// Shared memory in addition to a worker's message port, for small calls. Posting a message to a sleeping thread takes tens of microseconds
// in each direction. Therefore a worker that has just answered waits on this memory for a while, takes all calls in it together, and writes
// its answers there. The main thread, if it has nothing else to do, waits briefly for the answer to a single call. Both fall back to the
// port. Neither polls, because that would take the processor from the other thread. STATE is the state of the worker: awake -> parked
// (worker) -> posted | called (main) -> awake (worker). REPLY is the state of the main thread: idle -> waiting (main) -> answered (worker)
// -> idle (main), or back to idle when main stops waiting. IN_HAND holds each assigned call by index: id (main) -> -id when begun -> 0 when
// computed (worker), or id -> 0 when main takes it back.

/** Maximum bytes of the requests, and of the answers, of calls that are handed over together. */
export const SLOT_BYTES = 32 * 1024;
/** maximum number of calls that are assigned to a worker */
export const MOST_CALLS = 32;

const STATE = 0;
const REPLY = 1;
const CANCELLED = 2;
/** number of requests */
const REQUESTS = 3;
/** number of answers */
const ANSWERS = 4;
const IN_HAND = 8;
/** of each request: id, method, flags, length */
const REQUEST_HEADS = IN_HAND + MOST_CALLS;
const REQUEST_WORDS = 4;
/** of each answer: id, code, length */
const ANSWER_HEADS = REQUEST_HEADS + MOST_CALLS * REQUEST_WORDS;
const ANSWER_WORDS = 3;
const WORDS = ANSWER_HEADS + MOST_CALLS * ANSWER_WORDS;

const DEADLINE_OFFSET = Math.ceil((WORDS * 4) / 8) * 8;
const REQUEST_OFFSET = DEADLINE_OFFSET + MOST_CALLS * 8;
const ANSWER_OFFSET = REQUEST_OFFSET + SLOT_BYTES;

const AWAKE = 0;
const PARKED = 1;
const POSTED = 2;
const CALLED = 3;

const IDLE = 0;
const WAITING = 1;
const ANSWERED = 2;

/** A request in the mailbox. */
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
    protected readonly deadlines: Float64Array;

    constructor(memory: SharedArrayBuffer) {
        this.words = new Int32Array(memory);
        this.bytes = new Uint8Array(memory);
        this.deadlines = new Float64Array(memory, DEADLINE_OFFSET, MOST_CALLS);
    }
}

/** The main thread's end. */
export class MailboxSender extends Mailbox {
    /** number of answers that were read, and their bytes */
    private read = 0;
    private readBytes = 0;

    /**
     * Announces the next calls, at most {@link MOST_CALLS}, to a worker without calls.
     * @param retractable whether they can be taken back until they are begun
     */
    announce(ids: readonly number[], retractable: boolean): void {
        Atomics.store(this.words, ANSWERS, 0);
        this.read = 0;
        this.readBytes = 0;
        ids.forEach((id, place) => Atomics.store(this.words, IN_HAND + place, retractable ? id : -id));
    }

    /**
     * Puts requests into the memory of a worker without calls.
     * @returns false if the worker is not parked or the requests do not fit: use the port
     */
    post(requests: readonly SlotRequest[]): boolean {
        const length = requests.reduce((sum, { body }) => sum + body.length, 0);
        if (length > SLOT_BYTES || Atomics.load(this.words, STATE) !== PARKED) {
            return false;
        }
        let offset = REQUEST_OFFSET;
        requests.forEach(({ id, method, flags, deadline, body }, place) => {
            const head = REQUEST_HEADS + place * REQUEST_WORDS;
            this.words[head] = id;
            this.words[head + 1] = method;
            this.words[head + 2] = flags;
            this.words[head + 3] = body.length;
            this.deadlines[place] = deadline;
            this.bytes.set(body, offset);
            offset += body.length;
        });
        this.words[REQUESTS] = requests.length;
        return this.wake(POSTED);
    }

    /** Wakes a parked worker after a message was posted to its port. */
    call(): void {
        this.wake(CALLED);
    }

    /** Declares that the main thread will wait for the next answer. Must be called before the request is posted. */
    expect(): void {
        Atomics.store(this.words, REPLY, WAITING);
    }

    /** Waits for an answer. @returns false if none arrived in time: a message on the port will announce it */
    awaitAnswer(milliseconds: number): boolean {
        Atomics.wait(this.words, REPLY, WAITING, milliseconds);
        const isThere = Atomics.compareExchange(this.words, REPLY, WAITING, IDLE) === ANSWERED;
        if (isThere) {
            Atomics.store(this.words, REPLY, IDLE);
        }
        return isThere;
    }

    /** The answers that have arrived since the last call. */
    answers(): SlotAnswer[] {
        const found: SlotAnswer[] = [];
        for (const count = Atomics.load(this.words, ANSWERS); this.read < count; this.read++) {
            const head = ANSWER_HEADS + this.read * ANSWER_WORDS;
            const from = ANSWER_OFFSET + this.readBytes;
            this.readBytes += this.words[head + 2];
            found.push({
                id: this.words[head],
                code: this.words[head + 1],
                body: this.bytes.slice(from, ANSWER_OFFSET + this.readBytes)
            });
        }
        return found;
    }

    /** Takes a call back. @returns false if the worker has begun it */
    takeBack(id: number, place: number): boolean {
        return Atomics.compareExchange(this.words, IN_HAND + place, id, 0) === id;
    }

    /** Whether the worker is computing a call, or was when it died. */
    isBegun(id: number, place: number): boolean {
        return Atomics.load(this.words, IN_HAND + place) === -id;
    }

    /** Requests that the worker stops computing the call. */
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
    private writtenBytes = 0;

    isCancelled(id: number): boolean {
        return Atomics.load(this.words, CANCELLED) === id;
    }

    /** Announces that the worker is about to wait. The worker must check its port once more before it waits. */
    park(): void {
        Atomics.store(this.words, STATE, PARKED);
    }

    /**
     * Waits for requests or for a message on the port.
     * @returns the requests; `called` if the port has a message; `late` if the time has passed
     */
    wait(milliseconds: number): SlotRequest[] | 'called' | 'late' {
        if (milliseconds > 0) {
            Atomics.wait(this.words, STATE, PARKED, milliseconds);
        }
        const state = Atomics.exchange(this.words, STATE, AWAKE);
        if (state !== POSTED) {
            return state === CALLED ? 'called' : 'late';
        }
        let offset = REQUEST_OFFSET;
        return Array.from({ length: this.words[REQUESTS] }, (_, place) => {
            const head = REQUEST_HEADS + place * REQUEST_WORDS;
            const from = offset;
            offset += this.words[head + 3];
            return {
                id: this.words[head],
                method: this.words[head + 1],
                flags: this.words[head + 2],
                deadline: this.deadlines[place],
                body: this.bytes.slice(from, offset)
            };
        });
    }

    /** Begins a call. @returns false if it was taken back */
    begin(id: number, place: number): boolean {
        const before = Atomics.compareExchange(this.words, IN_HAND + place, id, -id);
        return before === id || before === -id;
    }

    /** Declares that a call was answered, here or through the port. */
    finish(id: number, place: number): void {
        // the main thread may have seen the answer and announced the next call at this index
        Atomics.compareExchange(this.words, IN_HAND + place, -id, 0);
    }

    /** Puts an answer into the memory. @returns false if there is no room: use the port */
    answer({ id, code, body }: SlotAnswer): boolean {
        const place = Atomics.load(this.words, ANSWERS);
        if (place === 0) {
            this.writtenBytes = 0;
        }
        if (body.length > SLOT_BYTES - this.writtenBytes) {
            return false;
        }
        const head = ANSWER_HEADS + place * ANSWER_WORDS;
        this.words[head] = id;
        this.words[head + 1] = code;
        this.words[head + 2] = body.length;
        this.bytes.set(body, ANSWER_OFFSET + this.writtenBytes);
        this.writtenBytes += body.length;
        Atomics.store(this.words, ANSWERS, place + 1);
        return true;
    }

    /** Wakes the main thread if it waits for the answer. @returns false if it does not wait: use the port */
    notify(): boolean {
        if (Atomics.compareExchange(this.words, REPLY, WAITING, ANSWERED) !== WAITING) {
            return false;
        }
        Atomics.notify(this.words, REPLY);
        return true;
    }
}
