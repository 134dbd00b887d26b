/**
 * Skips runs of short members that were skipped before. Documents with derived properties mostly consist of members that are left out.
 * Those with an empty list, `null` or a flag follow each other in the same bytes in most elements of a metaclass. Depends on their bytes
 * only.
 */
import type { RepeatedName, Window } from './bytes.js';

/** Shorter runs are not worth a comparison. */
const MIN_MEMBERS = 3;
/** The maximum number of runs to keep, and of the members of one. */
const MAX_RUNS = 1 << 12;
const MAX_MEMBERS = 1 << 7;
/** The number of bytes of the longest short value, `false`. */
const SHORT = 5;

const LINE_END = 10;
const SPACE = 32;
const COMMA = 44;
const END_BRACE = 125;

/** Members in a row, from the end of the member before them. */
interface Run {
    readonly view: DataView;
    readonly names: readonly RepeatedName[];
    /** for each member: its end, and the line ends up to there */
    readonly ends: readonly number[];
    readonly lines: readonly number[];
}

/** A position at which members are being read. */
interface Place {
    at: number;
    line: number;
}

/** The runs of one text, by the type of the object and the member before them. */
export class MemberRuns {
    private readonly runs = new Map<unknown, Map<RepeatedName, Run>>();
    private count = 0;
    private view: DataView = new DataView(new ArrayBuffer(0));
    private bytes: Uint8Array | undefined;
    /** The run that is being read: the member before it, its type, and what {@link Run} keeps. */
    private before: RepeatedName | undefined;
    private type: unknown;
    private from = 0;
    private line = 0;
    private names: RepeatedName[] = [];
    private ends: number[] = [];
    private lines: number[] = [];

    constructor(private readonly window: Window) {}

    /** Forgets the run that is being read, because the bytes in memory move. */
    discard(): void {
        this.before = undefined;
    }

    /** Ends the run that is being read. */
    end(): void {
        const { before, names, ends, lines } = this;
        this.before = undefined;
        if (before === undefined || names.length < MIN_MEMBERS) {
            return;
        }
        let ofType = this.runs.get(this.type);
        if (ofType === undefined) {
            this.runs.set(this.type, (ofType = new Map<RepeatedName, Run>()));
        }
        const bytes = new Uint8Array(this.window.bytes.subarray(this.from, this.from + ends[ends.length - 1]));
        ofType.set(before, { view: new DataView(bytes.buffer), names, ends, lines });
        this.count++;
    }

    /** Adds a member with a value of some bytes to the run, or ends the run before it. */
    add(name: RepeatedName, { at, line }: Place, valueLength: number): void {
        if (this.before === undefined) {
            return;
        }
        if (valueLength > SHORT || name.bytes === undefined || this.names.length === MAX_MEMBERS) {
            this.end();
            return;
        }
        this.names.push(name);
        this.ends.push(at - this.from);
        this.lines.push(line - this.line);
    }

    /**
     * Skips members that are the same as in a run that was read before, as far as they are in memory. Begins a new run if there is none.
     * @param place at the end of a member that was skipped; moved to the end of the last member that is skipped
     * @param object the number of the object, to detect a name that it has already
     * @returns the last member that was skipped
     */
    pass(place: Place, before: RepeatedName, type: unknown, object: number): RepeatedName {
        if (this.before !== undefined) {
            return before;
        }
        const run = this.runs.get(type)?.get(before);
        if (run === undefined) {
            this.begin(place, before, type);
            return before;
        }
        const { names, ends, lines } = run;
        const count = this.countOfSame(run, place.at);
        for (let i = 0; i < count; i++) {
            if (names[i].seenIn === object) {
                return before; // the reader refuses it
            }
        }
        if (count === 0) {
            return before;
        }
        for (let i = 0; i < count; i++) {
            names[i].seenIn = object;
        }
        place.at += ends[count - 1];
        place.line += lines[count - 1];
        return names[count - 1];
    }

    private begin({ at, line }: Place, before: RepeatedName, type: unknown): void {
        if (this.count < MAX_RUNS && before.bytes !== undefined) {
            this.before = before;
            this.type = type;
            this.from = at;
            this.line = line;
            this.names = [];
            this.ends = [];
            this.lines = [];
        }
    }

    /** The number of members of a run that are the same at an offset. */
    private countOfSame({ view: known, ends }: Run, from: number): number {
        const { bytes, end } = this.window;
        if (this.bytes !== bytes) {
            this.bytes = bytes;
            this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        }
        const { view } = this;
        const length = Math.min(known.byteLength, end - from - 1);
        let same = 0;
        while (same + 4 <= length && known.getInt32(same, true) === view.getInt32(from + same, true)) {
            same += 4;
        }
        while (same < length && known.getUint8(same) === view.getUint8(from + same)) {
            same++;
        }
        let count = ends.length;
        while (count > 0 && (ends[count - 1] > same || !isEnd(view.getUint8(from + ends[count - 1])))) {
            count--;
        }
        return count;
    }
}

/** Whether a byte ends a value. */
const isEnd = (byte: number): boolean => byte === COMMA || byte === SPACE || byte === LINE_END || byte === END_BRACE;
