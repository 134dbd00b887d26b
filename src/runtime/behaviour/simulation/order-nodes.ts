/**
 * What is noted of a run from its first choice point on: accesses to features, what is done because of conditions, messages; and which
 * choice points each depends on. `order-log.ts` notes it, `order-taints.ts` says what follows.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type { Message } from './bus.js';
import type { Slot } from '../../evaluation/model/layout.js';
import type { ChoiceMark } from '../schedules/schedule.js';
import type { Written } from './may-write.js';
import { isBefore, type Moment, type Strand } from './strands.js';

/** A reading, a writing or a computation: what its value follows from. Choice points are bits. */
export interface Node {
    readonly order: number;
    readonly moment: Moment | undefined;
    readonly slot: Slot | undefined;
    readonly isWrite: boolean;
    from: readonly Node[];
    /** choice points of the races that it takes part in itself */
    direct: bigint;
    /** those of the races around the statement that it is of */
    near: bigint;
    taint: bigint;
}

export interface Writing {
    readonly node: Node;
    readonly moment: Moment;
}

/** What is known of a feature of a frame. */
export interface Cell {
    node: Node | undefined;
    instant: number;
    /** of this instant, the last one of each strand */
    writes: Writing[];
    /** of this instant, by strand */
    reads: Map<Strand, Node[]>;
    /** what a computed value was computed from */
    sources: readonly Source[];
}

export type Source = readonly [owner: object, index: number, slot: Slot | undefined];

/** What is done because of a condition or a choice: all that may be written there depends on it. */
export interface Effect {
    readonly order: number;
    readonly moment: Moment | undefined;
    readonly from: readonly Node[];
    readonly direct: bigint;
    readonly written: Written;
    taint: bigint;
}

export interface Mark extends ChoiceMark {
    readonly bit: bigint;
    readonly names: Set<string>;
    readonly instant: number;
    /** who might have come first, and at which of its moves */
    readonly alternatives: readonly { readonly strand: Strand; readonly move: number; readonly element: AstNode }[];
}

/** A message that was sent, and an accept that has taken one. */
export interface Sent {
    readonly message: Message;
    readonly moment: Moment;
    readonly node: Node;
    /** the behaviour that sends it */
    readonly by: AstNode;
}
export interface Taken {
    readonly takes: (message: Message) => boolean;
    readonly sent: Sent | undefined;
    readonly moment: Moment;
    readonly node: Node;
    readonly by: AstNode;
}

export const NO_MARK: Mark = { bit: 0n, names: new Set(), instant: -1, alternatives: [], dependents: [], isIndependent: true };

export const EVERYTHING: Written = { features: new Set(), names: new Set(), assigned: new Set(), isOpen: true };

/** Whether something happened before a decision in every order, so that it cannot depend on it. */
export function precedes(node: Node, effect: Effect): boolean {
    if (node.moment === undefined || effect.moment === undefined) {
        return false;
    }
    return node.moment.strand === effect.moment.strand ? node.order < effect.order : isBefore(node.moment, effect.moment);
}

export function bitsOf(bits: bigint): number {
    let count = 0;
    for (let rest = bits; rest !== 0n; rest &= rest - 1n) {
        count++;
    }
    return count;
}
