// What bodies may cost a service that many clients talk to: the bytes of requests and answers in flight are bounded together, and a body
// of which nothing moves for a minute is given up. Knows no protocol.

import { totalmem } from 'node:os';
import { collectGarbage, LARGE_MESSAGE } from '../../garbage.js';

const MIB = 1024 * 1024;

/** Bytes of requests and answers in flight, all together: a sixteenth of the memory, between 256 MiB and 1 GiB. */
export const BYTES_IN_FLIGHT = Math.min(1024 * MIB, Math.max(256 * MIB, Math.floor(totalmem() / 16)));

/** What one exchange may hold whatever the others do, in bytes: small calls are served beside large ones. */
const ALWAYS_HELD = 64 * 1024;

/** How long the bodies of large messages have to be gone before their memory is, in milliseconds. */
const QUIET = 1000;

/** Counts the bytes in flight of one service. */
export class BodyBudget {
    private used = 0;
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
        if (held + bytes > ALWAYS_HELD && this.used + bytes > this.limit) {
            return false;
        }
        this.used += bytes;
        return true;
    }

    give(bytes: number): void {
        this.used -= bytes;
        if (bytes > LARGE_MESSAGE) {
            this.collectLater();
        }
    }

    private collectLater(): void {
        clearTimeout(this.collecting);
        this.collecting = setTimeout(() => {
            if (this.used > LARGE_MESSAGE) {
                this.collectLater();
            } else {
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

    /** Gives all of them back. */
    release(): void {
        if (this.held > 0) {
            this.budget.give(this.held);
            this.held = 0;
        }
    }
}

/** How often bodies are looked at, and how many looks without a byte end one: a minute. */
const LOOK_INTERVAL = 5000;
const LOOKS = 12;

/**
 * A body on its way. Those that are watched are a ring: adding and removing one costs nothing, and one that is removed refers to no other.
 */
export abstract class Watched {
    /** bytes that have moved so far */
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
