/**
 * The accesses to one feature that an order log keeps. Within an instant each access is compared with all earlier ones whose order to it is
 * open (`open-order.ts`).
 */
import type { Slot } from '../../evaluation/model/layout.js';
import { OpenOrder } from './open-order.js';
import type { Node } from './order-nodes.js';
import { areConcurrent, isBefore, type Moment, type Strand } from './strands.js';

export interface Writing {
    readonly node: Node;
    readonly moment: Moment;
    /** the reads that precede it in every order, and no earlier write */
    readonly readsBefore: readonly Node[];
}

/** The log of a feature of a frame. */
export interface Cell {
    node: Node | undefined;
    instant: number;
    /** the writes in this instant */
    writes: OpenOrder<Writing>;
    /** the reads in this instant that precede no write, by strand */
    reads: Map<Strand, Node[]>;
    /** the sources of a computed value */
    sources: readonly Source[];
}

export type Source = readonly [owner: object, index: number, slot: Slot | undefined];

/** The writes in open order to a moment: of each strand the last one. */
export function concurrentWrites({ writes }: Cell, now: Moment): Iterable<Writing> {
    const last = new Map<Strand, Writing>();
    for (const write of writes.concurrentTo(now)) {
        const other = last.get(write.moment.strand);
        if (other === undefined || other.node.order < write.node.order) {
            last.set(write.moment.strand, write);
        }
    }
    return last.values();
}

/** The reads in open order to a moment. */
export function concurrentReads({ writes, reads }: Cell, now: Moment): readonly Node[] {
    const found: Node[] = [];
    for (const kept of [...reads.values(), ...writes.notBefore(now).map(w => w.readsBefore)]) {
        for (const read of kept) {
            if (areConcurrent(read.moment!, now)) {
                found.push(read);
            }
        }
    }
    return found;
}

/** Adds a read. */
export function addRead({ reads }: Cell, node: Node, strand: Strand): void {
    const own = reads.get(strand);
    if (own === undefined) {
        reads.set(strand, [node]);
    } else {
        own.push(node);
    }
}

/** Adds a write, which takes the reads that precede it. */
export function addWrite(cell: Cell, node: Node, moment: Moment): void {
    const readsBefore: Node[] = [];
    const reads = new Map<Strand, Node[]>();
    for (const [strand, own] of cell.reads) {
        // of a strand, earlier reads precede whatever later ones precede
        const isWhole = isBefore(own.at(-1)!.moment!, moment);
        const open = isWhole ? own.length : own.findIndex(read => !isBefore(read.moment!, moment));
        readsBefore.push(...own.slice(0, open));
        if (!isWhole) {
            reads.set(strand, own.slice(open));
        }
    }
    cell.reads = reads;
    cell.writes.add({ node, moment, readsBefore });
}
