/**
 * What follows from what a run has noted: races are carried on through everything that was computed from them and done because of them.
 * Knows no frames and no messages.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type { Slot } from '../../evaluation/model/layout.js';
import { natureOf } from '../../evaluation/model/slot-nature.js';
import { isWritten, mayWriteAny, type Written } from './may-write.js';
import { type Effect, type Mark, type Node, precedes } from './order-nodes.js';
import type { Moment } from './strands.js';

export class Taints {
    readonly marks: Mark[] = [];
    /** of this instant */
    private nodes: Node[] = [];
    private effects: Effect[] = [];
    private lastOrder = 0;
    private isPropagated = true;
    /** choice points that any value depends on */
    private touched = 0n;
    /** how many choice points have been asked for what never came */
    private looked = 0;

    /** @param behaviours those that take part in the run */
    constructor(private readonly behaviours: () => readonly AstNode[]) {}

    /** How many nodes are followed. */
    get size(): number {
        return this.nodes.length;
    }

    addNode(moment: Moment | undefined, slot: Slot | undefined, from: readonly Node[], isWrite: boolean): Node {
        const node: Node = { order: ++this.lastOrder, moment, slot, isWrite, from, direct: 0n, near: 0n, taint: 0n };
        this.nodes.push(node);
        this.isPropagated = false;
        return node;
    }

    /** Something is done because of what was read (`from`) and of choice points (`direct`). */
    addEffect(written: Written, direct: bigint, from: readonly Node[], moment: Moment | undefined): void {
        this.effects.push({ order: ++this.lastOrder, moment, from: [...from], direct, written, taint: 0n });
        this.isPropagated = false;
    }

    /** A race was found that a node takes part in. */
    addRace(node: Node, bits: bigint): void {
        node.direct |= bits;
        this.isPropagated = false;
    }

    /** Time passes: what was before is before all that comes. */
    timePasses(now: Moment | undefined): void {
        this.propagate(now);
        for (const node of this.nodes) {
            node.from = [];
        }
        this.nodes = [];
        const standing = new Map<Written, Effect>();
        for (const effect of this.effects) {
            const present = standing.get(effect.written);
            if (effect.taint === 0n) {
                continue;
            }
            if (present === undefined) {
                standing.set(effect.written, effect);
            } else {
                present.taint |= effect.taint;
            }
        }
        this.effects = [...standing.values()];
    }

    /** Follows no node any more. */
    forget(): void {
        this.nodes = [];
        this.isPropagated = true;
    }

    /** Whether any value depends on a choice point. */
    touches(bit: bigint, now: Moment | undefined): boolean {
        this.propagate(now);
        return (this.touched & bit) !== 0n;
    }

    /** The choice points that a feature depends on by what is done because of them. */
    affecting(slot: Slot): bigint {
        return this.affected(
            slot,
            this.effects.filter(e => e.taint !== 0n)
        );
    }

    /** Carries the races on through what was computed and decided. */
    propagate(now: Moment | undefined): void {
        if (this.isPropagated) {
            return;
        }
        this.isPropagated = true;
        this.affectByLost(now);
        for (let isOpen = true; isOpen;) {
            isOpen = false;
            for (const effect of this.effects) {
                const taint = effect.from.reduce((bits, n) => bits | n.taint, effect.direct | effect.taint);
                if (taint !== effect.taint) {
                    effect.taint = taint;
                    isOpen = true;
                }
            }
            const tainted = this.effects.filter(e => e.taint !== 0n);
            for (const node of this.nodes) {
                let taint = node.from.reduce((bits, n) => bits | n.taint, node.direct | node.taint);
                if (node.slot !== undefined && tainted.length > 0) {
                    taint |= this.affected(
                        node.slot,
                        tainted.filter(e => !precedes(node, e))
                    );
                }
                if (taint !== node.taint) {
                    node.taint = taint;
                    isOpen = true;
                }
            }
        }
        this.nameDependents();
    }

    /** What could have come first and then never came at all was kept from it by what did come first. */
    private affectByLost(now: Moment | undefined): void {
        for (; this.looked < this.marks.length; this.looked++) {
            const { alternatives, bit } = this.marks[this.looked];
            for (const { strand, move, element } of alternatives) {
                if (strand.coming <= move) {
                    this.addEffect(mayWriteAny([element]), bit, [], now);
                }
            }
        }
        this.isPropagated = true;
    }

    /** Names, at each choice point, what its alternatives have raced to write. */
    private nameDependents(): void {
        for (const node of this.nodes) {
            node.near = node.from.reduce((bits, n) => (n.isWrite ? bits : bits | n.near), node.direct);
            if (node.isWrite && node.slot !== undefined && natureOf(node.slot) !== 'behavior') {
                this.touched |= node.taint;
                this.nameIn(node.near, node.slot.names.slice(0, 1));
            }
        }
        for (const { direct, taint, written } of this.effects) {
            if (written.assigned.size > 0 || written.isOpen) {
                this.touched |= taint;
                this.nameIn(direct, written.assigned);
            }
        }
    }

    private nameIn(bits: bigint, names: Iterable<string>): void {
        if (bits !== 0n) {
            for (const { bit, names: found } of this.marks) {
                if ((bits & bit) !== 0n) {
                    [...names].forEach(name => found.add(name));
                }
            }
        }
    }

    private affected(slot: Slot, effects: readonly Effect[]): bigint {
        let bits = 0n;
        for (const { written, taint } of effects) {
            if (isWritten(slot, written) || (written.isOpen && isWritten(slot, mayWriteAny(this.behaviours())))) {
                bits |= taint;
            }
        }
        return bits;
    }
}
