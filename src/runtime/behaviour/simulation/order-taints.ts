/** Propagates races to all values computed from them and to all effects that depend on them. Does not depend on frames or messages. */
import type { AstNode } from '../../../language/generated/tree.js';
import type { Slot } from '../../evaluation/model/layout.js';
import { natureOf } from '../../evaluation/model/slot-nature.js';
import { isWritten, mayWriteAny, type Written } from './may-write.js';
import { type Effect, type Mark, type Node, precedes } from './order-nodes.js';
import type { Moment } from './strands.js';

export class Taints {
    readonly marks: Mark[] = [];
    /** the nodes of this instant */
    private nodes: Node[] = [];
    private effects: Effect[] = [];
    private lastOrder = 0;
    private isPropagated = true;
    /** choice points that any value depends on */
    private touched = 0n;
    /** number of choice points that were checked for alternatives that never moved */
    private checked = 0;

    /** @param behaviours the behaviours of the run */
    constructor(private readonly behaviours: () => readonly AstNode[]) {}

    /** Number of nodes of this instant. */
    get size(): number {
        return this.nodes.length;
    }

    addNode(moment: Moment | undefined, slot: Slot | undefined, from: readonly Node[], isWrite: boolean): Node {
        const node: Node = { order: ++this.lastOrder, moment, slot, isWrite, from, direct: 0n, near: 0n, taint: 0n };
        this.nodes.push(node);
        this.isPropagated = false;
        return node;
    }

    /** Adds performances that depend on reads (`from`) and on choice points (`direct`). */
    addEffect(written: Written, direct: bigint, from: readonly Node[], moment: Moment | undefined): void {
        this.effects.push({ order: ++this.lastOrder, moment, from: [...from], direct, written, taint: 0n });
        this.isPropagated = false;
    }

    /** Adds a race of a node. */
    addRace(node: Node, bits: bigint): void {
        node.direct |= bits;
        this.isPropagated = false;
    }

    /** The clock advances: all moments so far precede all later ones. */
    timePasses(now: Moment | undefined): void {
        this.propagate(now);
        for (const node of this.nodes) {
            node.from = [];
        }
        this.nodes = [];
        const lasting = new Map<Written, Effect>();
        for (const effect of this.effects) {
            const present = lasting.get(effect.written);
            if (effect.taint === 0n) {
                continue;
            }
            if (present === undefined) {
                lasting.set(effect.written, effect);
            } else {
                present.taint |= effect.taint;
            }
        }
        this.effects = [...lasting.values()];
    }

    /** Drops all nodes. */
    forget(): void {
        this.nodes = [];
        this.isPropagated = true;
    }

    /** Whether any value depends on a choice point. */
    touches(bit: bigint, now: Moment | undefined): boolean {
        this.propagate(now);
        return (this.touched & bit) !== 0n;
    }

    /** The choice points that a feature depends on by effects. */
    affecting(slot: Slot): bigint {
        return affected(slot, this.effects, this.allWritten(), 0n, () => true);
    }

    /** Propagates races through computations and decisions. */
    propagate(now: Moment | undefined): void {
        if (this.isPropagated) {
            return;
        }
        this.isPropagated = true;
        this.affectByLost(now);
        const all = this.allWritten();
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
                    taint = affected(node.slot, tainted, all, taint, e => !precedes(node, e));
                }
                if (taint !== node.taint) {
                    node.taint = taint;
                    isOpen = true;
                }
            }
        }
        this.nameDependents();
    }

    /** Finds alternatives that could have moved first but never moved: the alternative that was taken prevented them. */
    private affectByLost(now: Moment | undefined): void {
        for (; this.checked < this.marks.length; this.checked++) {
            const { alternatives, bit } = this.marks[this.checked];
            for (const { strand, move, element } of alternatives) {
                if (strand.coming <= move) {
                    this.addEffect(mayWriteAny([element]), bit, [], now);
                }
            }
        }
        this.isPropagated = true;
    }

    /** Adds to each choice point the names of the features that its alternatives race to write. */
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

    /** The features that the behaviours of the run may write, computed on demand. */
    private allWritten(): () => Written {
        let all: Written | undefined;
        return () => (all ??= mayWriteAny(this.behaviours()));
    }
}

/**
 * The known choice points, and those that a feature depends on through effects. Checks the cheap conditions first.
 * @param all the features that the behaviours of the run may write
 * @param reaches whether an effect may precede the access
 */
function affected(slot: Slot, effects: readonly Effect[], all: () => Written, known: bigint, reaches: (effect: Effect) => boolean): bigint {
    let bits = known;
    for (const effect of effects) {
        const { written, taint } = effect;
        const isNews = (taint & ~bits) !== 0n;
        if (isNews && (isWritten(slot, written) || (written.isOpen && isWritten(slot, all()))) && reaches(effect)) {
            bits |= taint;
        }
    }
    return bits;
}
