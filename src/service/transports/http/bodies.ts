// Limits for the bodies of requests and answers: the bytes in flight of all clients together, and the time without progress, one minute.
// Independent of the protocol.

import { collectGarbage, LARGE_MESSAGE } from '../../garbage.js';
import { availableMemory } from '../../memory.js';

const MIB = 1024 * 1024;

/** Bytes of requests and answers in flight of all exchanges: a sixteenth of the memory, between 256 MiB and 1 GiB. */
export const BYTES_IN_FLIGHT = bytesInFlight(availableMemory());

/** A sixteenth of the memory that the process may use, within limits. */
export function bytesInFlight(memory: number): number {
    return Math.min(1024 * MIB, Math.max(256 * MIB, Math.floor(memory / 16)));
}

/** an exchange up to this size in bytes may exceed the limit, so that small calls are served next to large ones */
const SMALL = 64 * 1024;
/** factor by which small exchanges may exceed the limit */
const ROOM_FOR_SMALL = 2;

/** milliseconds without large bodies after which their memory is collected */
const QUIET = 1000;

/** Counts the bytes in flight of one service. */
export class BodyBudget {
    private used = 0;
    /** maximum since the last garbage collection, in bytes */
    private peak = 0;
    private collecting: NodeJS.Timeout | undefined;

    /** @param limit in bytes */
    constructor(private readonly limit = BYTES_IN_FLIGHT) {}

    /** The bytes in flight. */
    get inFlight(): number {
        return this.used;
    }

    /** The account of one exchange, from its first byte until it ends. */
    open(): HeldBytes {
        return new HeldBytes(this);
    }

    /** Reserves bytes. @param held bytes that the exchange has already @returns false if there is no room */
    take(bytes: number, held: number): boolean {
        const limit = held + bytes <= SMALL ? ROOM_FOR_SMALL * this.limit : this.limit;
        // a single exchange may have any size
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

    /** Reserves more bytes. @returns false, without effect, if there is no room */
    hold(bytes: number): boolean {
        if (!this.budget.take(bytes, this.held)) {
            return false;
        }
        this.held += bytes;
        return true;
    }

    /** Releases all bytes and reserves others instead. @returns false if there is no room */
    replace(bytes: number): boolean {
        this.release();
        return this.hold(bytes);
    }

    /** Releases all bytes. */
    release(): void {
        if (this.held > 0) {
            this.budget.give(this.held);
            this.held = 0;
        }
    }
}

/** from this size in bytes, a body is assembled while it arrives */
const LARGE = 256 * 1024;

/**
 * Collects the pieces of a body. The pieces of a large body are copied into one buffer as they arrive. Otherwise thousands of small pieces
 * would be alive together, and after their release other allocations between them would keep their pages in use.
 */
export class BodyPieces {
    private pieces: Buffer[] = [];
    private whole: Buffer | undefined;
    private length = 0;

    /** @param expected declared length in bytes; 0 if unknown */
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

    /** Returns the whole body and clears the pieces. */
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

    /** The bytes so far, in a buffer of the given size. */
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

/** Interval of checks, and the number of checks without progress after which a body is aborted: one minute in total. */
const LOOK_INTERVAL = 5000;
const LOOKS = 12;

/**
 * A body in transfer. The watched bodies form a doubly linked ring, so that adding and removing cost nothing and a removed body holds no
 * reference to others.
 */
export abstract class Watched {
    /** bytes transferred so far */
    moved = 0;
    /** bytes transferred at the last check, and the number of checks without progress */
    seen = 0;
    looks = 0;
    /** neighbours in the ring */
    next: Watched | undefined;
    previous: Watched | undefined;

    /** Aborts the transfer. */
    abstract destroy(): void;
}

/** The start of the ring. */
class Anchor extends Watched {
    override next: Watched = this;
    override previous: Watched = this;

    destroy(): void {
        // the anchor transfers nothing
    }
}

/** Aborts transfers without progress. All bodies share one timer, since most finish before the first check. */
export class StallWatch {
    private readonly anchor = new Anchor();
    private timer: NodeJS.Timeout | undefined;

    /** @param interval milliseconds between checks; 12 checks without progress abort a body */
    constructor(private readonly interval = LOOK_INTERVAL) {}

    add(body: Watched): void {
        const { anchor } = this;
        body.previous = anchor.previous;
        body.next = anchor;
        anchor.previous.next = body;
        anchor.previous = body;
        this.timer ??= setInterval(() => this.look(), this.interval).unref();
    }

    /** Stops watching a body; no effect if it is not watched. */
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
