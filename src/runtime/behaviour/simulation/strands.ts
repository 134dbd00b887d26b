/**
 * The order of events in a run. A strand is a sequence of moves (of a token, a do behaviour, an agent). A moment of a strand records how
 * many moves of each other strand precede it (a vector clock). Does not depend on features.
 */

/** The number of strands so far. No strand that began after a moment precedes it. */
let begun = 0;

/**
 * The number of moves of each other strand that precede a strand, at each of its moments. Adding a note costs the same however many strands
 * precede: a loop that performs an action creates strands (its tokens) in each round.
 */
class Seen {
    /** by strand, the numbers of the notes and the moves noted, alternately */
    private readonly notes = new Map<Strand, number[]>();
    /** number of notes */
    size = 0;

    note(strand: Strand, moves: number): void {
        const noted = this.notes.get(strand);
        this.size++;
        if (noted === undefined) {
            this.notes.set(strand, [this.size, moves]);
        } else {
            noted.push(this.size, moves);
        }
    }

    /** The moves of a strand after a number of notes. */
    movesOf(strand: Strand, size: number): number | undefined {
        const noted = this.notes.get(strand);
        return noted === undefined || noted[0] > size ? undefined : lastOf(noted, size);
    }

    /** Calls a function with the strands of the first `size` notes. */
    forEach(size: number, work: (moves: number, strand: Strand) => void): void {
        for (const [strand, noted] of this.notes) {
            if (noted[0] > size) {
                return; // strands come in the order of their first notes
            }
            work(lastOf(noted, size), strand);
        }
    }
}

/** The moves of the last note within the first `size` notes; there is at least one. */
function lastOf(noted: readonly number[], size: number): number {
    let [from, to] = [0, noted.length / 2 - 1];
    while (from < to) {
        const middle = (from + to + 1) >> 1;
        if (noted[2 * middle] <= size) {
            from = middle;
        } else {
            to = middle - 1;
        }
    }
    return noted[2 * from + 1];
}

/** Up to this number of origins, each is searched in turn, so that the strands of a long loop need no copies of what precedes them. */
const FEW_ORIGINS = 16;

/**
 * The number of moves of each strand that precede a moment. A strand shares this record with its origin, the moment at which it began,
 * because most strands follow few other moves before they end.
 */
class Clock {
    private all: ReadonlyMap<Strand, number> | undefined;

    /**
     * @param seen the moves that precede the strand but not its origin
     * @param size the number of notes at the moment
     */
    constructor(
        readonly origin: Moment | undefined,
        private readonly seen: Seen,
        private readonly size: number
    ) {}

    movesOf(strand: Strand): number {
        let moves = this.known(strand);
        for (let at = this.origin; moves === undefined && at !== undefined; at = at.clock.origin) {
            moves = at.strand === strand ? at.number : at.latest < strand.index ? 0 : at.clock.known(strand);
        }
        return moves ?? 0;
    }

    /** The preceding moves of a strand, without those known only to the origin. */
    private known(strand: Strand): number | undefined {
        return this.all === undefined ? this.seen.movesOf(strand, this.size) : (this.all.get(strand) ?? 0);
    }

    /** Calls a function with the strands that precede the moment and not the origin. */
    forEach(work: (moves: number, strand: Strand) => void): void {
        this.seen.forEach(this.size, work);
    }

    /** Collects all preceding strands if there are many origins, so that further comparisons take constant time. */
    spread(): void {
        if (this.all !== undefined || !this.hasMoreOrigins(FEW_ORIGINS)) {
            return;
        }
        const origins: Moment[] = [];
        let before: ReadonlyMap<Strand, number> | undefined;
        for (let at = this.origin; at !== undefined && before === undefined; at = at.clock.origin) {
            origins.push(at);
            before = at.clock.all;
        }
        const all = new Map(before);
        for (const { strand, number, clock } of origins.reverse()) {
            clock.forEach((moves, other) => all.set(other, moves));
            all.set(strand, number);
        }
        this.forEach((moves, other) => all.set(other, moves));
        this.all = all;
    }

    private hasMoreOrigins(count: number): boolean {
        let at = this.origin;
        for (let i = 0; i < count && at !== undefined; i++) {
            at = at.clock.origin;
        }
        return at !== undefined;
    }
}

/** A moment of a strand: the state after one of its moves. */
export interface Moment {
    readonly strand: Strand;
    readonly number: number;
    readonly clock: Clock;
    /** the clock instant: all moments of earlier instants precede all moments of later ones */
    readonly instant: number;
    /** the number of strands that had begun */
    readonly latest: number;
}

/** Whether a moment precedes another in every order, or is the same. */
export function isBefore(a: Moment, b: Moment): boolean {
    return a.instant < b.instant || hasPassed(b, a.strand, a.number);
}

/** Whether two moments may occur in either order. */
export function areConcurrent(a: Moment, b: Moment): boolean {
    return a.strand !== b.strand && !isBefore(a, b) && !isBefore(b, a);
}

/** Whether a moment follows a number of moves of a strand. */
export function hasPassed({ strand, number, clock }: Moment, other: Strand, moves: number): boolean {
    return (strand === other ? number : clock.movesOf(other)) >= moves;
}

/** Prepares a moment for comparisons with many others: their cost no longer depends on how many strands precede it. */
export function prepare({ clock }: Moment): void {
    clock.spread();
}

/** Counts the moves that several nested strands make together, each within a move of the enclosing strand. */
export class MoveCounter {
    count = 0;
}

export class Strand {
    readonly index = ++begun;
    private moves = 0;
    private readonly origin: Moment | undefined;
    private readonly seen = new Seen();
    private present: Moment | undefined;
    /** while a counter counts its moves: the counter, its value at the start, and the strand within whose moves it moves */
    private counted: { readonly by: MoveCounter; since: number; readonly within: Strand } | undefined;

    /** @param origin the moment at which it begins; undefined for a strand that exists from the start */
    constructor(origin: Moment | undefined) {
        this.origin = origin;
    }

    /** The number of its next move. */
    get coming(): number {
        return this.made + 1;
    }

    private get made(): number {
        const { counted } = this;
        return counted === undefined ? this.moves : this.moves + counted.by.count - counted.since;
    }

    /** Makes a move within a moment of another strand. */
    advance(within: Moment | undefined): void {
        this.moves++;
        this.present = undefined;
        if (within !== undefined) {
            this.see(within.strand, within.number);
        }
    }

    /**
     * Makes a counter count its moves from now on, each within a move of another strand, which the counter also counts or which moves just
     * before.
     */
    attach(by: MoveCounter, within: Strand): void {
        this.counted = { by, since: by.count, within };
    }

    detach(): void {
        this.takeCount();
        this.counted = undefined;
    }

    private takeCount(): void {
        const { counted } = this;
        if (counted !== undefined && counted.since !== counted.by.count) {
            this.moves = this.made;
            counted.since = counted.by.count;
            this.present = undefined;
            this.see(counted.within, counted.within.made);
        }
    }

    private see(strand: Strand, moves: number): void {
        if (this.movesSeenOf(strand) < moves) {
            this.seen.note(strand, moves);
        }
    }

    private movesSeenOf(strand: Strand): number {
        return new Clock(this.origin, this.seen, this.seen.size).movesOf(strand);
    }

    /** Orders the strand after a moment of another one. */
    follow(moment: Moment): void {
        if (moment.strand === this) {
            return;
        }
        this.takeCount();
        const add = (strand: Strand, moves: number): void => {
            if (strand !== this) {
                this.see(strand, moves);
            }
        };
        for (let at: Moment | undefined = moment; at !== undefined && at.strand !== this && at !== this.origin; at = at.clock.origin) {
            add(at.strand, at.number);
            at.clock.forEach((moves, strand) => add(strand, moves));
        }
        this.present = undefined;
    }

    momentAt(instant: number): Moment {
        this.takeCount();
        if (this.present?.instant !== instant) {
            const clock = new Clock(this.origin, this.seen, this.seen.size);
            this.present = { strand: this, number: this.moves, clock, instant, latest: begun };
        }
        return this.present;
    }
}
