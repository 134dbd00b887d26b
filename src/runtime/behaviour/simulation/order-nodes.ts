/**
 * The records of an order log: accesses to features, effects of conditions, messages, each with the choice points that it depends on.
 * `order-log.ts` creates them, `order-taints.ts` propagates dependences.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type { Message } from './bus.js';
import type { Slot } from '../../evaluation/model/layout.js';
import type { ChoiceMark } from '../schedules/schedule.js';
import type { Written } from './may-write.js';
import { isBefore, type Moment, type Strand } from './strands.js';

/** A read, a write or a computation with the nodes that its value depends on. Choice points are bits. */
export interface Node {
    readonly order: number;
    readonly moment: Moment | undefined;
    readonly slot: Slot | undefined;
    readonly isWrite: boolean;
    from: readonly Node[];
    /** choice points of the races of this node */
    direct: bigint;
    /** choice points of the races in its statement */
    near: bigint;
    taint: bigint;
}

/** Performances that depend on a condition or a choice: everything that they may write depends on it, too. */
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
    /** the strands that might have moved first, and the number of that move */
    readonly alternatives: readonly { readonly strand: Strand; readonly move: number; readonly element: AstNode }[];
}

/** A sent message. */
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

/** Whether an access precedes a decision in every order, so that the access cannot depend on the decision. */
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
