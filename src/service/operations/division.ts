// A call that consists of independent parts, such as the rows of a sweep. Several workers compute pieces, and one of them assembles the
// answer, which does not depend on the distribution. Does not depend on threads.

import { create, type DescMessage, type Message } from '@bufbuild/protobuf';
import { type Fields, listIn } from '../../wire/fields.js';
import { readBinary } from '../../wire/binary-reader.js';
import { writeBinary } from '../../wire/binary-writer.js';
import { Refusal } from '../../wire/status.js';
import { messageOf } from '../../language/failures.js';
import type { CaseRunsSummary, RunsSummary } from '../../runtime/engines/index.js';
import type { RunCells } from '../../session/answers/run-table.js';

/** A computed range of parts. */
export interface Made<R extends Message> {
    /** a response with the lists of these parts only, in order */
    readonly lists: Partial<R>;
    /** the greatest object id in them, counted from 1; 0 if there is none */
    readonly objects: number;
    /** data from which the rest of the response is computed */
    readonly notes?: Notes;
}

/** The data of parts beyond their lists: plain data that can cross threads. */
export interface Notes {
    readonly runs?: RunsSummary;
    readonly caseRuns?: CaseRunsSummary;
    /** lines of a table of runs */
    readonly cells: readonly RunCells[];
}

/** The parts of a divided call. */
export interface Parts<R extends Message> {
    readonly count: number;
    /** the response without the contributions of parts */
    readonly head: R;
    /** the lists that the parts fill */
    readonly lists: readonly string[];
    /** Computes a range of parts. Successive calls have increasing ranges, except after a range was abandoned. */
    make(from: number, to: number): Made<R>;
    /** Adds an offset to the object ids in lists. */
    renumber(lists: R, after: number): void;
    /**
     * Completes the head.
     * @param notes of all parts, in order
     * @throws Refusal
     */
    conclude?(notes: readonly Notes[]): void;
}

/** The result of an operation whose call is divided. */
export class Division<R extends Message = Message> {
    constructor(readonly parts: Parts<R>) {}

    /** Computes the whole response in this thread. @throws Refusal */
    whole(): R {
        const { parts } = this;
        const { lists, notes } = parts.make(0, parts.count);
        parts.conclude?.(notes === undefined ? [] : [notes]);
        return Object.assign(parts.head, lists);
    }
}

/** Computed parts in encoded form: plain data that can cross threads. */
export interface Piece {
    readonly from: number;
    /** the lists, each encoded in protobuf */
    readonly lists: readonly Uint8Array[];
    readonly objects: number;
    readonly notes?: Notes;
}

/** The contribution of one worker to a divided call. */
export interface Share {
    readonly pieces: readonly Piece[];
    /** a range that it took but did not compute, because it had to stop */
    readonly abandoned?: readonly [from: number, to: number];
    /** message of a fault of the service */
    readonly fault?: string;
}

/** Target duration of a piece in milliseconds. It bounds the delay of a worker that another call needs. */
const PIECE_TIME = 10;
/** Maximum share of the remaining parts in one piece, so that all workers finish at about the same time. */
const LEFT_SHARE = 1 / 8;

/** Assigns parts: a counter in memory that the workers of a call share. */
export class PartCounter {
    private readonly next: BigInt64Array;

    constructor(
        readonly memory: SharedArrayBuffer,
        private readonly count: number
    ) {
        this.next = new BigInt64Array(memory);
    }

    static of(count: number): PartCounter {
        return new PartCounter(new SharedArrayBuffer(8), count);
    }

    get isExhausted(): boolean {
        return Number(Atomics.load(this.next, 0)) >= this.count;
    }

    /** Takes the next range of at most `wanted` parts; undefined if none is left. */
    take(wanted: number): readonly [from: number, to: number] | undefined {
        const left = this.count - Number(Atomics.load(this.next, 0));
        const size = Math.max(1, Math.min(wanted, Math.ceil(left * LEFT_SHARE)));
        const from = Number(Atomics.add(this.next, 0, BigInt(size)));
        return from < this.count ? [from, Math.min(this.count, from + size)] : undefined;
    }
}

/** Computes pieces of one divided call in one worker. */
export class PieceMaker {
    private size = 1;
    readonly pieces: Piece[] = [];
    /** the range in which {@link make} failed */
    private abandoned: readonly [from: number, to: number] | undefined;

    /** @param finish removes, before encoding, the fields that missing capabilities withhold */
    constructor(
        private readonly output: DescMessage,
        private readonly parts: Parts<Message>,
        private readonly finish: (lists: Message) => void
    ) {}

    /**
     * Computes pieces until none is left.
     * @param pause called after each piece; ends the loop if it returns true
     * @throws Refusal when the call must stop; the current range is then `abandoned`
     */
    makeAll(counter: PartCounter, pause: () => boolean = () => false): void {
        for (let range = counter.take(this.size); range !== undefined; range = counter.take(this.size)) {
            const started = performance.now();
            this.make(range);
            const took = Math.max(performance.now() - started, 0.01);
            this.size = Math.max(1, Math.min(this.size * 4, Math.floor(((range[1] - range[0]) * PIECE_TIME) / took)));
            if (pause()) {
                return;
            }
        }
    }

    make([from, to]: readonly [from: number, to: number]): void {
        try {
            const { lists, objects, notes } = this.parts.make(from, to);
            const message = Object.assign(create(this.output), lists);
            this.finish(message);
            this.pieces.push({ from, lists: this.encoded(message), objects, ...(notes && { notes }) });
        } catch (error) {
            this.abandoned = [from, to];
            throw error;
        }
    }

    /** The pieces of an assisting worker. An error ends its work; the assisted worker computes the rest. */
    share(counter: PartCounter): Share {
        try {
            this.makeAll(counter);
            return { pieces: this.pieces };
        } catch (error) {
            return {
                pieces: this.pieces,
                ...(this.abandoned && { abandoned: this.abandoned }),
                ...(!(error instanceof Refusal) && { fault: messageOf(error) })
            };
        }
    }

    /** Completes the head after all pieces are present. @throws Refusal */
    conclude(): void {
        const inOrder = [...this.pieces].sort((one, other) => one.from - other.from);
        this.parts.conclude?.(inOrder.map(p => p.notes).filter(n => n !== undefined));
    }

    /** The lists of all pieces in order, with object ids that continue from piece to piece. */
    private numbered(): readonly Uint8Array[][] {
        let objects = 0;
        return [...this.pieces]
            .sort((one, other) => one.from - other.from)
            .map(piece => {
                const after = objects;
                objects += piece.objects;
                if (after === 0 || piece.objects === 0) {
                    return [...piece.lists];
                }
                const message = readBinary(this.output, joined(piece.lists));
                this.parts.renumber(message, after);
                return this.encoded(message);
            });
    }

    /** The response in protobuf: the lists, then the other fields. */
    binary(): Uint8Array {
        const numbered = this.numbered();
        const lists = this.parts.lists.flatMap((_, index) => numbered.map(piece => piece[index]));
        return joined([...lists, writeBinary(this.output, this.parts.head)]);
    }

    /** The response as one message. */
    message(): Message {
        const lists: Fields = readBinary(this.output, joined(this.numbered().flat()));
        return Object.assign(this.parts.head, Object.fromEntries(this.parts.lists.map(name => [name, listIn(lists, name)])));
    }

    private encoded(message: Fields): Uint8Array[] {
        return this.parts.lists.map(name => writeBinary(this.output, create(this.output, { [name]: listIn(message, name) })));
    }
}

/** Concatenates byte arrays. */
function joined(pieces: readonly Uint8Array[]): Uint8Array {
    const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of pieces) {
        whole.set(piece, at);
        at += piece.length;
    }
    return whole;
}
