/**
 * The accesses to one feature that an order log keeps. Within an instant each access is compared with all earlier ones whose order to it is
 * open. An access that precedes a later write in every order is kept below that write: when the write precedes a moment, what is below it
 * does, too, and is not compared. So an access in a loop costs the same in each pass.
 */
import type { Slot } from '../../evaluation/model/layout.js';
import type { Node } from './order-nodes.js';
import { areConcurrent, isBefore, type Moment, type Strand } from './strands.js';

/** A write, with the accesses that precede it in every order and that no other write has below it. */
export interface Writing {
    readonly node: Node;
    readonly moment: Moment;
    readonly writesBefore: readonly Writing[];
    readonly readsBefore: readonly Node[];
}

/** The log of a feature of a frame. */
export interface Cell {
    node: Node | undefined;
    instant: number;
    /** the writes in this instant that precede no other one */
    writes: readonly Writing[];
    /** the reads in this instant that precede no write, by strand */
    reads: Map<Strand, Node[]>;
    /** the sources of a computed value */
    sources: readonly Source[];
}

export type Source = readonly [owner: object, index: number, slot: Slot | undefined];

/** The writes in open order to a moment: of each strand the last one. */
export function concurrentWrites(cell: Cell, now: Moment): readonly Writing[] {
    const strands = new Set<Strand>();
    const found: Writing[] = [];
    for (const write of notBefore(cell, now)) {
        const { strand } = write.moment;
        if (!strands.has(strand) && areConcurrent(write.moment, now)) {
            found.push(write);
        }
        strands.add(strand);
    }
    return found;
}

/** The reads in open order to a moment. */
export function concurrentReads(cell: Cell, now: Moment): readonly Node[] {
    const found: Node[] = [];
    for (const reads of [...cell.reads.values(), ...notBefore(cell, now).map(w => w.readsBefore)]) {
        for (const read of reads) {
            if (areConcurrent(read.moment!, now)) {
                found.push(read);
            }
        }
    }
    return found;
}

/** The writes that do not precede a moment in every order, later ones of a strand first. */
function notBefore(cell: Cell, now: Moment): readonly Writing[] {
    const found: Writing[] = [];
    const open = [...cell.writes];
    for (let write = open.pop(); write !== undefined; write = open.pop()) {
        if (!isBefore(write.moment, now)) {
            found.push(write);
            open.push(...write.writesBefore);
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

/** Adds a write: it replaces the last one of its strand, and takes what precedes it below it. */
export function addWrite(cell: Cell, node: Node, moment: Moment): void {
    const [beside, writesBefore]: Writing[][] = [[], []];
    const readsBefore: Node[] = [];
    for (const write of cell.writes) {
        if (write.moment.strand === moment.strand) {
            writesBefore.push(...write.writesBefore);
            readsBefore.push(...write.readsBefore);
        } else {
            (isBefore(write.moment, moment) ? writesBefore : beside).push(write);
        }
    }
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
    cell.writes = [...beside, { node, moment, writesBefore, readsBefore }];
}
