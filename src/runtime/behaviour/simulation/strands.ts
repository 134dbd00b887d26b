/**
 * The order of events in a run. A strand is a sequence of moves (of a token, a do behaviour, an agent); a moment of a strand records how
 * far it has seen the other strands (a vector clock). Does not depend on features.
 */

/** The moves of each strand that precede a moment. */
type Clock = ReadonlyMap<Strand, number>;

const NOTHING_BEFORE: Clock = new Map();

/** A moment of a strand: the state after one of its moves. */
export interface Moment {
    readonly strand: Strand;
    readonly number: number;
    readonly clock: Clock;
    /** the clock instant: moments of an earlier one precede all of a later one */
    readonly instant: number;
}

/** Whether a moment precedes another in every order, or is the same. */
export function isBefore(a: Moment, b: Moment): boolean {
    return a.instant < b.instant || hasPassed(b, a.strand, a.number);
}

/** Whether two moments may come in either order. */
export function areConcurrent(a: Moment, b: Moment): boolean {
    return a.strand !== b.strand && !isBefore(a, b) && !isBefore(b, a);
}

/** Whether a moment follows a number of moves of a strand. */
export function hasPassed({ strand, number, clock }: Moment, other: Strand, moves: number): boolean {
    return (strand === other ? number : (clock.get(other) ?? 0)) >= moves;
}

export class Strand {
    private moves = 0;
    private clock: Clock;
    private present: Moment | undefined;

    /** @param origin the moment at which it begins; undefined for a strand that exists from the start */
    constructor(origin: Moment | undefined) {
        this.clock = origin === undefined ? NOTHING_BEFORE : new Map([...origin.clock, [origin.strand, origin.number]]);
    }

    /** The number of its next move. */
    get coming(): number {
        return this.moves + 1;
    }

    /** Makes a move within a moment of another strand. */
    advance(within: Moment | undefined): void {
        this.moves++;
        this.present = undefined;
        if (within !== undefined && (this.clock.get(within.strand) ?? 0) < within.number) {
            this.clock = new Map(this.clock).set(within.strand, within.number);
        }
    }

    /** Orders the strand after a moment of another one. */
    follow(moment: Moment): void {
        if (moment.strand === this) {
            return;
        }
        const clock = new Map(this.clock);
        for (const [strand, number] of [...moment.clock, [moment.strand, moment.number] as const]) {
            if (strand !== this && (clock.get(strand) ?? 0) < number) {
                clock.set(strand, number);
            }
        }
        this.clock = clock;
        this.present = undefined;
    }

    momentAt(instant: number): Moment {
        if (this.present?.instant !== instant) {
            this.present = { strand: this, number: this.moves, clock: this.clock, instant };
        }
        return this.present;
    }
}
