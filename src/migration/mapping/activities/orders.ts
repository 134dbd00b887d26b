/** The successions of a body: which of them others imply, and the control nodes that are added for them (contract: migration 7.2, 7.3). */
import type { Declaration } from '../../notation/declaration.js';
import type { UmlElement } from '../../uml-model.js';
import type { Mapping } from '../mapping.js';
import type { Guard } from './guards.js';
import type { Node } from './surroundings.js';

/** A succession between two nodes. */
export interface Order {
    readonly from: Node;
    readonly to: Node;
    /** undefined for a succession without an edge in the source */
    readonly edge: UmlElement | undefined;
    readonly guard: Guard;
    /** order among the edges, for a succession without an edge */
    readonly place?: number;
}

/** A control node that is added because the source has none. */
type StandIn = 'fork' | 'join' | 'merge';

/**
 * Removes the successions of object flows whose ends other edges already order. Such a flow then only transfers the object. The branches of
 * a decision and the edges into a merge are alternatives: one does not imply another.
 */
export function withoutImplied(orders: readonly Order[]): Order[] {
    const kept = new Set(orders);
    for (const order of orders) {
        const isChoice = isKeyword(order.from, 'decide') || isKeyword(order.to, 'merge');
        if (order.edge?.metaclass === 'ObjectFlow' && order.guard === undefined && !isChoice) {
            kept.delete(order);
            if (!leads(order.from, order.to, [...kept])) {
                kept.add(order);
            }
        }
    }
    return orders.filter(order => kept.has(order));
}

function leads(from: Node, to: Node, orders: readonly Order[]): boolean {
    const reached = new Set([from]);
    for (const at of reached) {
        for (const order of orders) {
            if (order.from === at && order.to !== 'done') {
                if (order.to === to) {
                    return true;
                }
                reached.add(order.to);
            }
        }
    }
    return false;
}

/** Adds the control nodes that the source has none for. */
export class StandIns {
    constructor(
        private readonly activity: UmlElement,
        private readonly mapping: Mapping
    ) {}

    /**
     * Returns the successions of a body, with added control nodes where several begin or end at one node: a fork after an action with
     * unguarded successions, a join before an action, and a merge before the end of an activity, because the first token ends the activity
     * and a v2 step would wait for all of its predecessors.
     */
    route(orders: readonly Order[], place: Declaration): readonly Order[] {
        return (['fork', 'join', 'merge'] as const).reduce((led, keyword) => this.through(led, place, keyword), orders);
    }

    private through(orders: readonly Order[], place: Declaration, keyword: StandIn): readonly Order[] {
        const isFork = keyword === 'fork';
        const endOf = ({ from, to }: Order): Node => (isFork ? from : to);
        const otherOf = ({ from, to }: Order): Node => (isFork ? to : from);
        const written: Order[] = [];
        const standIns = new Map<Node, Declaration>();
        for (const order of orders) {
            const end = endOf(order);
            const beside = orders.filter(o => endOf(o) === end);
            const mayPass = end === 'start' ? isFork : keyword === 'merge' ? isEnd(end) : isStepOrAccept(end);
            const isPlain = new Set(beside.map(otherOf)).size < 2 || beside.some(o => isFork && o.guard !== undefined);
            if (!mayPass || isPlain) {
                written.push(order);
                continue;
            }
            let standIn = standIns.get(end);
            if (standIn === undefined) {
                standIn = this.standIn(end, place, keyword);
                standIns.set(end, standIn);
                const [from, to] = isFork ? [end, standIn] : [standIn, end];
                written.push({ from, to, edge: undefined, guard: undefined, place: order.edge?.order });
            }
            written.push(isFork ? { ...order, from: standIn } : { ...order, to: standIn });
        }
        return written;
    }

    private standIn(end: Node, place: Declaration, keyword: StandIn): Declaration {
        const element = typeof end === 'string' ? this.activity : end.source!;
        const declaration = place.declare(keyword, place.freeName(keyword, ''), 'node', element.order + (keyword === 'fork' ? 0.2 : -0.2));
        declaration.isNameMadeUp = true;
        declaration.isStandIn = true;
        if (keyword === 'merge') {
            this.mapping.accounts.note(element, 'the first of its incoming edges ends the activity: they pass through a merge');
        } else if (typeof end !== 'string') {
            const note = keyword === 'fork' ? 'its outgoing edges pass through a fork' : 'it waits for all its incoming edges in a join';
            this.mapping.approximated(element, note);
        }
        return declaration;
    }
}

const isKeyword = (node: Node, keyword: string): boolean => typeof node !== 'string' && node.keyword === keyword;
/**
 * Whether a node waits for all incoming tokens and offers a token on each outgoing edge. This holds for actions, except the end of the
 * activity.
 */
function isStepOrAccept(node: Node): boolean {
    return typeof node !== 'string' && node.keyword.endsWith('action') && !isEnd(node);
}

const isEnd = (node: Node): boolean => typeof node !== 'string' && node.source?.metaclass === 'ActivityFinalNode';
