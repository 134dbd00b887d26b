// A call that consists of parts which know nothing of each other (the rows of a sweep): several workers make them in pieces, and one of
// them puts the answer together, which is the same whoever made what. Knows messages and shared memory, no threads.

import { create, type DescMessage, type Message } from '@bufbuild/protobuf';
import { type Fields, listIn } from '../../wire/fields.js';
import { readBinary } from '../../wire/binary-reader.js';
import { writeBinary } from '../../wire/binary-writer.js';
import { Refusal } from '../../wire/status.js';
import { messageOf } from '../../language/failures.js';
import type { CaseRunsSummary, RunsSummary } from '../../runtime/engines/index.js';
import type { RunCells } from '../../session/answers/run-table.js';

/** Some parts of an answer. */
export interface Made<R extends Message> {
    /** an answer with nothing but the lists of these parts, in the parts' order */
    readonly lists: Partial<R>;
    /** the greatest id of an object in them, where the first one has 1; 0 for none */
    readonly objects: number;
    /** what the rest of the answer is made from */
    readonly notes?: Notes;
}

/** What parts say beside the lists: plain data, since it crosses threads. */
export interface Notes {
    readonly runs?: RunsSummary;
    readonly caseRuns?: CaseRunsSummary;
    /** lines of a table of runs */
    readonly cells: readonly RunCells[];
}

/** The parts of a divided call. */
export interface Parts<R extends Message> {
    readonly count: number;
    /** the answer without what the parts put into it */
    readonly head: R;
    /** the lists that the parts fill */
    readonly lists: readonly string[];
    /** Makes a range of parts; later calls have later ranges, except after a range was abandoned. */
    make(from: number, to: number): Made<R>;
    /** Lets the ids of objects begin after a number. */
    renumber(lists: R, after: number): void;
    /**
     * Completes the head.
     * @param notes of all parts, in their order
     * @throws Refusal
     */
    conclude?(notes: readonly Notes[]): void;
}

/** The answer of an operation whose call is divided. */
export class Division<R extends Message = Message> {
    constructor(readonly parts: Parts<R>) {}

    /** The answer, made here. @throws Refusal */
    whole(): R {
        const { parts } = this;
        const { lists, notes } = parts.make(0, parts.count);
        parts.conclude?.(notes === undefined ? [] : [notes]);
        return Object.assign(parts.head, lists);
    }
}

/** Parts that were made, encoded: plain data, since it crosses threads. */
export interface Piece {
    readonly from: number;
    /** of each list, in protobuf */
    readonly lists: readonly Uint8Array[];
    readonly objects: number;
    readonly notes?: Notes;
}

/** What one worker made of a divided call. */
export interface Share {
    readonly pieces: readonly Piece[];
    /** a range that it took and did not make, because it had to stop */
    readonly abandoned?: readonly [from: number, to: number];
    /** a fault of the service */
    readonly fault?: string;
}

/** A piece should take about this long, in milliseconds: a worker that is wanted elsewhere loses no more. */
const PIECE_TIME = 10;
/** Of the parts that are left, one piece takes at most this share, so that all workers end about together. */
const LEFT_SHARE = 1 / 8;

/** Which parts are taken: a number in memory that the workers of a call share. */
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

    /** Takes the next range of at most so many parts; undefined when all are taken. */
    take(wanted: number): readonly [from: number, to: number] | undefined {
        const left = this.count - Number(Atomics.load(this.next, 0));
        const size = Math.max(1, Math.min(wanted, Math.ceil(left * LEFT_SHARE)));
        const from = Number(Atomics.add(this.next, 0, BigInt(size)));
        return from < this.count ? [from, Math.min(this.count, from + size)] : undefined;
    }
}

/** Makes pieces of one divided call in one worker. */
export class PieceMaker {
    private size = 1;
    readonly pieces: Piece[] = [];
    /** the range in which {@link make} ended with an error */
    private abandoned: readonly [from: number, to: number] | undefined;

    /** @param finish removes from lists, before they are encoded, the fields that missing capabilities withhold */
    constructor(
        private readonly output: DescMessage,
        private readonly parts: Parts<Message>,
        private readonly finish: (lists: Message) => void
    ) {}

    /**
     * Makes pieces until none is left.
     * @param pause called after each piece: true ends the loop
     * @throws Refusal when the call is to stop, with the range in hand as `abandoned`
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

    /** The pieces of a worker that assists. An error ends its work; the worker that it assists makes the rest. */
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

    /** Completes the head, once all pieces are there. @throws Refusal */
    conclude(): void {
        const inOrder = [...this.pieces].sort((one, other) => one.from - other.from);
        this.parts.conclude?.(inOrder.map(p => p.notes).filter(n => n !== undefined));
    }

    /** The lists of all pieces in the parts' order, with ids that continue from piece to piece. */
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

    /** The answer in protobuf: the lists, then the other fields. */
    binary(): Uint8Array {
        const numbered = this.numbered();
        const lists = this.parts.lists.flatMap((_, index) => numbered.map(piece => piece[index]));
        return joined([...lists, writeBinary(this.output, this.parts.head)]);
    }

    /** The answer as one message. */
    message(): Message {
        const lists: Fields = readBinary(this.output, joined(this.numbered().flat()));
        return Object.assign(this.parts.head, Object.fromEntries(this.parts.lists.map(name => [name, listIn(lists, name)])));
    }

    private encoded(message: Fields): Uint8Array[] {
        return this.parts.lists.map(name => writeBinary(this.output, create(this.output, { [name]: listIn(message, name) })));
    }
}

/** Bytes one behind the other, in memory of their own. */
function joined(pieces: readonly Uint8Array[]): Uint8Array {
    const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of pieces) {
        whole.set(piece, at);
        at += piece.length;
    }
    return whole;
}
