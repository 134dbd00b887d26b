// What bodies may cost a service that many clients talk to: the bytes of requests and answers in flight are bounded together, and a body
// of which nothing moves for a minute is aborted. Knows no protocol.

import { collectGarbage, LARGE_MESSAGE } from '../../garbage.js';
import { availableMemory } from '../../memory.js';

const MIB = 1024 * 1024;

/** Bytes of requests and answers in flight, all together: a sixteenth of the memory, between 256 MiB and 1 GiB. */
export const BYTES_IN_FLIGHT = Math.min(1024 * MIB, Math.max(256 * MIB, Math.floor(availableMemory() / 16)));

/** What one exchange holds up to this size, in bytes, may go beyond the limit: small calls are served beside large ones. */
const SMALL = 64 * 1024;
/** How far small ones may go beyond the limit, as a factor. */
const ROOM_FOR_SMALL = 2;

/** How long the bodies of large messages have to be gone before their memory is, in milliseconds. */
const QUIET = 1000;

/** Counts the bytes in flight of one service. */
export class BodyBudget {
    private used = 0;
    /** the most that was counted at a time since garbage was collected, in bytes */
    private peak = 0;
    private collecting: NodeJS.Timeout | undefined;

    /** @param limit bytes */
    constructor(private readonly limit = BYTES_IN_FLIGHT) {}

    /** Bytes counted now. */
    get inFlight(): number {
        return this.used;
    }

    /** What one exchange holds, from its first byte until it ends. */
    open(): HeldBytes {
        return new HeldBytes(this);
    }

    /** @param held what the exchange has already */
    take(bytes: number, held: number): boolean {
        const limit = held + bytes <= SMALL ? ROOM_FOR_SMALL * this.limit : this.limit;
        // one that is alone is as large as it is
        if (this.used + bytes > limit && this.used > held) {
            return false;
        }
        this.used += bytes;
        this.peak = Math.max(this.peak, this.used);
        return true;
    }

    give(bytes: number): void {
        this.used -= bytes;
        if (this.peak > LARGE_MESSAGE) {
            this.collectLater();
        }
    }

    private collectLater(): void {
        if (this.collecting) {
            this.collecting.refresh();
            return;
        }
        this.collecting = setTimeout(() => {
            this.collecting = undefined;
            if (this.used > LARGE_MESSAGE) {
                this.collectLater();
            } else {
                this.peak = this.used;
                collectGarbage();
            }
        }, QUIET).unref();
    }
}

/** The bytes that one exchange has in flight. */
export class HeldBytes {
    private held = 0;

    constructor(private readonly budget: BodyBudget) {}

    /** Counts that many more; false, and counts nothing, when there is no room for them. */
    hold(bytes: number): boolean {
        if (!this.budget.take(bytes, this.held)) {
            return false;
        }
        this.held += bytes;
        return true;
    }

    /** Counts that many bytes instead of those that were held, which are needed no more; false, and counts nothing, without room. */
    replace(bytes: number): boolean {
        this.release();
        return this.hold(bytes);
    }

    /** Gives all of them back. */
    release(): void {
        if (this.held > 0) {
            this.budget.give(this.held);
            this.held = 0;
        }
    }
}

/** From this size on a body is put together while it comes, in bytes. */
const LARGE = 256 * 1024;

/**
 * The pieces of a body that come one by one. Those of a large body are copied into memory for all of it: otherwise many thousand small
 * pieces would be alive together, and after they are freed, anything allocated between them would keep their pages in use.
 */
export class BodyPieces {
    private pieces: Buffer[] = [];
    private whole: Buffer | undefined;
    private length = 0;

    /** @param expected how long the body says it is, in bytes; 0 where it does not */
    add(piece: Buffer, expected: number): void {
        const length = this.length + piece.length;
        if (this.whole === undefined && length < LARGE) {
            this.pieces.push(piece);
        } else {
            if (this.whole === undefined || length > this.whole.length) {
                // the declared length is trusted only in proportion to the bytes that have arrived
                this.whole = this.joined(expected >= length ? Math.min(expected, 4 * length) : 2 * length);
                this.pieces = [];
            }
            piece.copy(this.whole, this.length);
        }
        this.length = length;
    }

    /** All of them in one, which are then forgotten. */
    take(): Buffer {
        const body = this.whole?.length === this.length ? this.whole : this.joined(this.length);
        this.clear();
        return body;
    }

    clear(): void {
        this.pieces = [];
        this.whole = undefined;
        this.length = 0;
    }

    /** The bytes that have arrived, in a buffer of that size. */
    private joined(size: number): Buffer {
        if (this.whole === undefined && size === this.length) {
            return this.pieces.length === 1 ? this.pieces[0] : Buffer.concat(this.pieces, size);
        }
        const joined = Buffer.allocUnsafeSlow(size);
        let at = 0;
        for (const piece of this.whole ? [this.whole.subarray(0, this.length)] : this.pieces) {
            at += piece.copy(joined, at);
        }
        return joined;
    }
}

/** How often bodies are looked at, and how many looks without a byte end one: a minute. */
const LOOK_INTERVAL = 5000;
const LOOKS = 12;

/**
 * A body on its way. Those that are watched are a ring: adding and removing one costs nothing, and one that is removed refers to no other.
 */
export abstract class Watched {
    /** bytes that have moved until now */
    moved = 0;
    /** what had moved at the last look, and how many looks found no more */
    seen = 0;
    looks = 0;
    /** neighbours while it is watched */
    next: Watched | undefined;
    previous: Watched | undefined;

    /** Ends it. */
    abstract destroy(): void;
}

/** Where the ring begins and ends. */
class Anchor extends Watched {
    override next: Watched = this;
    override previous: Watched = this;

    destroy(): void {
        // nothing moves here
    }
}

/** Ends what does not move. One timer for all, since most bodies are there before it would be set. */
export class StallWatch {
    private readonly anchor = new Anchor();
    private timer: NodeJS.Timeout | undefined;

    /** @param interval milliseconds between two looks; 12 of them without a byte end a body */
    constructor(private readonly interval = LOOK_INTERVAL) {}

    add(body: Watched): void {
        const { anchor } = this;
        body.previous = anchor.previous;
        body.next = anchor;
        anchor.previous.next = body;
        anchor.previous = body;
        this.timer ??= setInterval(() => this.look(), this.interval).unref();
    }

    /** Watches it no more; one that is not watched stays so. */
    remove(body: Watched): void {
        if (body.next !== undefined) {
            body.next.previous = body.previous;
            body.previous!.next = body.next;
            body.next = undefined;
            body.previous = undefined;
        }
    }

    private look(): void {
        const { anchor } = this;
        const stalled: Watched[] = [];
        for (let body = anchor.next; body !== anchor; body = body.next!) {
            body.looks = body.moved === body.seen ? body.looks + 1 : 0;
            body.seen = body.moved;
            if (body.looks >= LOOKS) {
                stalled.push(body);
            }
        }
        for (const body of stalled) {
            this.remove(body);
            body.destroy();
        }
        if (anchor.next === anchor) {
            clearInterval(this.timer);
            this.timer = undefined;
        }
    }
}
