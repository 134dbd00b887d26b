/**
 * Determines which values of a run depend on an order that the model leaves open. Logging starts with the first choice point: from then on
 * every read and write of a feature is noted with the moment of its strand. Two accesses in an open order, one of them a write, are a race,
 * attributed to the choice points between their strands. A race propagates to all values computed from it. If a condition depends on it, it
 * propagates to all features that the behaviour might have written instead (`may-write.ts`). The result may name too many dependencies,
 * never too few: a value reported as independent is the same in every order. Does not depend on tokens or states.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type { Message } from './bus.js';
import type { AccessLog, Frame } from '../../evaluation/expressions/frame.js';
import type { Slot } from '../../evaluation/model/layout.js';
import { isStatedValue } from '../../evaluation/model/slot-nature.js';
import type { ChoiceLog, ChoiceMark } from '../schedules/schedule.js';
import { choiceMark, marksAhead, marksBetween } from './choice-marks.js';
import { isWritten, mayWriteAny, type Written } from './may-write.js';
import { OpenOrder } from './open-order.js';
import { addRead, addWrite, type Cell, concurrentReads, concurrentWrites, type Source } from './order-cells.js';
import { bitsOf, EVERYTHING, type Mark, NO_MARK, type Node, type Sent, type Taken } from './order-nodes.js';
import { Taints } from './order-taints.js';
import { type MoveCounter, type Moment, Strand } from './strands.js';

/**
 * Limits of the nodes within one instant, and of the choice points of a run. Beyond them every feature that may be written counts as
 * dependent.
 */
const MOST_NODES = 50_000;
const MOST_CHOICES = 1000;
/**
 * Limit of the comparisons of moments with alternatives of choice points in a run. They dominate the cost of a step while choice points are
 * open.
 */
const MOST_COMPARISONS = 3_000_000;

export class OrderLog implements AccessLog, ChoiceLog {
    private isActive = false;
    private isOverfull = false;
    private cells = new WeakMap<object, (Cell | undefined)[]>();
    private readonly strands = new WeakMap<object, Strand>();
    private current: Strand | undefined;
    private instant = 0;
    private readonly taints: Taints;
    private readonly sent = new Map<Message, Sent>();
    private messages = new OpenOrder<Sent>();
    /** the receptions in this instant by their own moments, and by those of the sendings */
    private receptions = new OpenOrder<Taken>();
    private sentReceptions = new OpenOrder<{ readonly reception: Taken; readonly sent: Sent; readonly moment: Moment }>();
    /** the reads of the current statement */
    private pending: Node[] = [];
    private sources: Source[] | undefined;
    private openMarks = 0;
    /** number of alternatives of all choice points; of comparisons with them */
    private alternatives = 0;
    private comparisons = 0;

    /**
     * @param run the run, which reports its accesses once logging starts
     * @param behaviours the behaviours of the run
     */
    constructor(
        private readonly run: { accesses: AccessLog | undefined; readonly journal: unknown },
        private readonly behaviours: () => readonly AstNode[]
    ) {
        this.taints = new Taints(behaviours);
    }

    /** This log while it is logging; undefined before the first choice point and after an overflow. */
    get ifActive(): this | undefined {
        return this.isActive ? this : undefined;
    }

    // --- Choice points ---

    unordered(keys: readonly object[], elements: readonly AstNode[]): ChoiceMark {
        return this.mark(
            keys.map((key, i) => {
                const strand = this.strandOf(key);
                return { strand, move: strand.coming, element: elements[Math.min(i, elements.length - 1)] };
            })
        );
    }

    branching(elements: readonly AstNode[]): ChoiceMark {
        const mark = this.mark([]);
        const written = mayWriteAny(elements);
        this.affect(written, mark.bit, []);
        return mark;
    }

    private mark(alternatives: Mark['alternatives']): Mark {
        if (this.run.journal !== undefined) {
            // A preview is undone together with its notes.
            return NO_MARK;
        }
        const number = this.openMarks++;
        if (number === 0) {
            this.isActive = true;
            this.run.accesses = this;
        }
        const bit = this.isOverfull ? 0n : 1n << BigInt(number);
        const mark = choiceMark(bit, this.instant, alternatives, () => this.isOverfull || this.taints.touches(bit, this.now));
        this.taints.marks.push(mark);
        this.alternatives += alternatives.length;
        if (this.taints.marks.length > MOST_CHOICES) {
            this.overflow();
        }
        return mark;
    }

    /** Stops logging: from now on every feature that may be written counts as dependent. */
    private overflow(): void {
        this.isOverfull = true;
        this.isActive = false;
        this.run.accesses = undefined;
        this.taints.forget();
        this.cells = new WeakMap();
        this.sent.clear();
        this.messages = new OpenOrder();
        this.forgetReceptions();
    }

    private forgetReceptions(): void {
        this.receptions = new OpenOrder();
        this.sentReceptions = new OpenOrder();
    }

    /** The choice points that decide which of two moments of an instant comes first; none beyond the limit of comparisons. */
    private marksBetween(a: Moment, b: Moment): bigint {
        this.comparisons += this.alternatives;
        if (this.comparisons > MOST_COMPARISONS) {
            this.overflow();
            return 0n;
        }
        return marksBetween(this.taints.marks, a, b);
    }

    // --- Strands ---

    private strandOf(key: object): Strand {
        let strand = this.strands.get(key);
        if (strand === undefined) {
            strand = new Strand(this.current?.momentAt(this.instant));
            this.strands.set(key, strand);
        }
        return strand;
    }

    /** Starts a strand at the current moment. */
    begins(key: object): void {
        this.strandOf(key);
    }

    /** Runs a move of a strand within the current one. */
    during<T>(key: object, work: () => T): T {
        this.advances(key);
        return this.asPartOf(key, work);
    }

    /** Whether a strand has begun. */
    hasStrand(key: object): boolean {
        return this.strands.has(key);
    }

    /** Makes a move of a strand within the current one, like {@link during}; {@link asPartOf} runs the work of the move. */
    advances(key: object): void {
        this.strandOf(key).advance(this.now);
    }

    /** Runs a function as part of the present move of a strand. */
    asPartOf<T>(key: object, work: () => T): T {
        const { current: outer, pending } = this;
        this.current = this.strandOf(key);
        this.pending = [];
        try {
            return work();
        } finally {
            this.current = outer;
            this.pending = pending;
        }
    }

    /** Makes a counter count the moves of a strand, each within a move of another strand. */
    attach(key: object, within: object, counter: MoveCounter): void {
        this.strandOf(key).attach(counter, this.strandOf(within));
    }

    detach(key: object): void {
        this.strands.get(key)?.detach();
    }

    /** Orders the current strand after the present moment of another one. */
    joins(key: object): void {
        const strand = this.strands.get(key);
        if (strand !== undefined) {
            this.current?.follow(strand.momentAt(this.instant));
        }
    }

    /** Orders another strand after the current moment. */
    leadsTo(key: object): void {
        if (this.current !== undefined) {
            this.strandOf(key).follow(this.current.momentAt(this.instant));
        }
    }

    private get now(): Moment | undefined {
        return this.current?.momentAt(this.instant);
    }

    /** The clock advances: all moments so far precede all later ones. */
    timePasses(): void {
        if (!this.isActive) {
            return;
        }
        this.taints.timePasses(this.now);
        this.instant++;
        this.forgetReceptions();
    }

    // --- Reads and writes ---

    private cellOf(owner: object, index: number): Cell {
        let cells = this.cells.get(owner);
        if (cells === undefined) {
            this.cells.set(owner, (cells = []));
        }
        const cell = (cells[index] ??= { node: undefined, instant: this.instant, writes: new OpenOrder(), reads: new Map(), sources: [] });
        if (cell.instant !== this.instant) {
            cell.instant = this.instant;
            cell.writes = new OpenOrder();
            cell.reads = new Map();
        }
        return cell;
    }

    private node(slot: Slot | undefined, from: readonly Node[], isWrite: boolean): Node {
        const node = this.taints.addNode(this.now, slot, from, isWrite);
        if (this.taints.size > MOST_NODES) {
            this.overflow();
        }
        return node;
    }

    /** Begins a statement: earlier reads do not affect it. */
    statement(): void {
        this.pending = [];
    }

    /** Runs a function whose statements are separate from the current statement. */
    aside<T>(work: () => T): T {
        const { pending } = this;
        this.pending = [];
        try {
            return work();
        } finally {
            this.pending = pending;
        }
    }

    knows(frame: Frame, index: number): boolean {
        return this.cells.get(frame)?.[index]?.node !== undefined;
    }

    read(frame: Frame, index: number): void {
        const slot = frame.layout.slots[index];
        this.sources?.push([frame, index, slot]);
        this.reads(frame, index, slot);
    }

    private reads(owner: object, index: number, slot: Slot | undefined): void {
        const cell = this.cellOf(owner, index);
        for (const [source, i, s] of cell.sources) {
            this.reads(source, i, s);
        }
        const { now, current } = this;
        const own = current === undefined ? undefined : cell.reads.get(current);
        const last = own?.at(-1);
        if (last !== undefined && last.moment === now && last.from[0] === cell.node) {
            this.pending.push(last);
            return;
        }
        const node = this.node(slot, cell.node === undefined ? [] : [cell.node], false);
        this.pending.push(node);
        if (now === undefined) {
            return;
        }
        for (const { moment } of concurrentWrites(cell, now)) {
            node.direct |= this.marksBetween(moment, now);
        }
        addRead(cell, node, now.strand);
    }

    written(frame: Frame, index: number): void {
        if (this.run.journal === undefined) {
            this.writes(frame, index, frame.layout.slots[index]);
        }
    }

    private writes(owner: object, index: number, slot: Slot | undefined): void {
        const cell = this.cellOf(owner, index);
        const node = this.node(slot, [...this.pending], true);
        cell.node = node;
        cell.sources = [];
        const { moment } = node;
        if (moment === undefined) {
            return;
        }
        for (const write of concurrentWrites(cell, moment)) {
            node.direct |= this.marksBetween(write.moment, moment);
        }
        for (const read of concurrentReads(cell, moment)) {
            read.direct |= this.marksBetween(read.moment!, moment);
        }
        addWrite(cell, node, moment);
    }

    computing<T>(frame: Frame, index: number, compute: () => T): T {
        const { pending, sources } = this;
        this.pending = [];
        const read: Source[] = (this.sources = []);
        try {
            return compute();
        } finally {
            const cell = this.cellOf(frame, index);
            cell.node = this.node(frame.layout.slots[index], this.pending, false);
            cell.sources = read;
            this.pending = pending;
            this.sources = sources;
        }
    }

    /** Marks the value of a feature as dependent on the order of writes in one step, which is a separate choice. */
    wasRaced(frame: Frame, index: number, mark: ChoiceMark): void {
        const { node } = this.cellOf(frame, index);
        if (node !== undefined) {
            this.taints.addRace(node, (mark as Mark).bit); // all marks of a run are made by its log
        }
    }

    // --- Effects of conditions ---

    /** The values just read decide whether and how elements are performed. */
    governs(elements: readonly AstNode[]): void {
        if (this.pending.length > 0) {
            this.affect(mayWriteAny(elements), 0n);
        }
    }

    private affect(written: Written, direct: bigint, from: readonly Node[] = this.pending): void {
        this.taints.addEffect(written, direct, from, this.now);
    }

    /** Performances are ended: concurrent strands may or may not have moved further. */
    endsOthers(): void {
        const { now } = this;
        const bits = now === undefined ? 0n : marksAhead(this.taints.marks, now, this.instant);
        if (bits !== 0n || this.pending.length > 0) {
            this.affect(EVERYTHING, bits);
        }
    }

    /**
     * Evaluates a condition that a behaviour waits for. If it holds, the behaviour's next move follows the writes of the features read,
     * except writes whose order to that move is open.
     * @param elements the elements whose performance depends on the condition
     */
    awaits(elements: readonly AstNode[], holds: () => boolean): boolean {
        const outer = this.sources;
        const read: Source[] = (this.sources = []);
        const strand = this.current;
        this.current = undefined;
        this.pending = [];
        let isTrue: boolean;
        try {
            isTrue = holds();
        } finally {
            this.sources = outer;
            this.current = strand;
        }
        let bits = 0n;
        const cells = read.flatMap(([owner, index]) => [
            this.cellOf(owner, index),
            ...this.cellOf(owner, index).sources.map(s => this.cellOf(s[0], s[1]))
        ]);
        for (const cell of cells) {
            const now = this.now!;
            for (const { moment } of strand === undefined ? [] : concurrentWrites(cell, now)) {
                const open = this.marksBetween(moment, now);
                bits |= open;
                if (open === 0n && isTrue) {
                    strand!.follow(moment);
                }
            }
        }
        if (isTrue) {
            for (const [owner, index, slot] of read) {
                this.reads(owner, index, slot);
            }
        }
        if (this.pending.length > 0 || bits !== 0n) {
            this.affect(mayWriteAny(elements), bits);
        }
        this.pending = [];
        return isTrue;
    }

    // --- Messages ---

    /** Notes the sending of a message. @param by the sending behaviour */
    sends(message: Message, by: AstNode): void {
        const { now } = this;
        if (now === undefined) {
            return;
        }
        const node = this.node(undefined, [...this.pending], true);
        for (const { reception, sent } of this.sentReceptions.concurrentTo(now)) {
            if (reception.takes(message)) {
                const bits = this.marksBetween(sent.moment, now);
                reception.node.direct |= bits;
                this.affectOrder([reception.by, sent.by, by], bits);
            }
        }
        const sent = { message, moment: now, node, by };
        this.sent.set(message, sent);
        this.messages.add(sent);
    }

    /** Receiving messages in another order also changes the timing of the receiver relative to the senders. */
    private affectOrder(behaviours: readonly AstNode[], bits: bigint): void {
        if (bits !== 0n) {
            this.affect({ ...mayWriteAny(behaviours), isOpen: false }, bits, []);
        }
    }

    /** Orders the current strand after the sending of a message. */
    follows(message: Message): void {
        const sent = this.sent.get(message);
        if (sent !== undefined) {
            this.current?.follow(sent.moment);
            this.pending.push(sent.node);
        }
    }

    /**
     * Notes the acceptance of a message.
     * @param takes whether the accept takes a message
     * @param by the accepting behaviour
     * @param others keys of the strands that wait for the same message
     */
    accepts(message: Message, takes: (message: Message) => boolean, by: AstNode, others: readonly object[]): void {
        const sent = this.sent.get(message);
        let bits = 0n;
        for (const other of sent === undefined ? [] : this.messages.concurrentTo(sent.moment)) {
            if (takes(other.message)) {
                bits |= this.marksBetween(other.moment, sent!.moment);
            }
        }
        const node = this.node(undefined, sent === undefined ? [] : [sent.node], false);
        node.direct = bits;
        if (bits === 0n && sent !== undefined) {
            // If another message might have been taken instead, the accept does not follow the sender of this one.
            this.current?.follow(sent.moment);
        }
        this.pending = [node];
        const { now } = this;
        if (now === undefined) {
            return;
        }
        for (const rival of this.receptions.concurrentTo(now)) {
            if (rival.takes(message) || takes(message)) {
                this.affect(mayWriteAny([rival.by, by]), this.marksBetween(rival.moment, now));
            }
        }
        for (const key of others) {
            const strand = this.strandOf(key);
            const coming: Moment = { ...strand.momentAt(this.instant), number: strand.coming };
            this.affect(mayWriteAny([by]), this.marksBetween(coming, now));
        }
        const reception = { takes, sent, moment: now, node, by };
        this.receptions.add(reception);
        if (sent !== undefined) {
            this.sentReceptions.add({ reception, sent, moment: sent.moment });
        }
    }

    /**
     * Notes an arrival in a queue, which is taken in order of arrival.
     * @param by the behaviour that takes it
     */
    arrives(queue: object, by: AstNode): void {
        const { now } = this;
        if (this.run.journal !== undefined || now === undefined) {
            return;
        }
        const cell = this.cellOf(queue, 0);
        for (const { moment, node } of concurrentWrites(cell, now)) {
            const bits = this.marksBetween(moment, now);
            node.direct |= bits;
            const senders = [...this.sent.values()].filter(m => m.moment.strand === moment.strand || m.moment.strand === now.strand);
            this.affectOrder([by, ...senders.map(m => m.by)], bits);
        }
        this.writes(queue, 0, undefined);
    }

    /** Notes that the head of a queue is taken. */
    takesFrom(queue: object): void {
        const { node } = this.cellOf(queue, 0);
        if (node !== undefined) {
            this.pending.push(node);
        }
    }

    // --- Results ---

    /** The number of choice points that the current value of a feature depends on. */
    dependence(frame: Frame, index: number): number {
        if (this.openMarks === 0) {
            return 0;
        }
        if (this.isOverfull) {
            const slot = frame.layout.slots[index];
            return isStatedValue(slot) || isWritten(slot, mayWriteAny(this.behaviours())) ? this.openMarks : 0;
        }
        this.taints.propagate(this.now);
        return bitsOf(this.taintOf(frame, index, frame.layout.slots[index]));
    }

    private taintOf(owner: object, index: number, slot: Slot | undefined): bigint {
        const cell = this.cells.get(owner)?.[index];
        const own = cell?.node?.taint ?? 0n;
        const carried = (cell?.sources ?? []).reduce((bits, [o, i, s]) => bits | this.taintOf(o, i, s), own);
        return slot === undefined ? carried : carried | this.taints.affecting(slot);
    }
}
