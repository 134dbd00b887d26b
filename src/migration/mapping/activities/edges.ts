/**
 * Maps the edges of activities to successions, flows and bindings (contract: migration 7.3). Each body has one graph for control, and there
 * is a separate graph for data: its flows connect pins, parameters and the features of control nodes (see `transfers.ts`).
 */
import { type Declaration, LibraryName, Name, type Piece, type Text } from '../../notation/declaration.js';
import { everyElement, type UmlElement } from '../../uml-model.js';
import type { Mapping } from '../mapping.js';
import { guardOf } from './guards.js';
import { isDeadEnd } from './nodes.js';
import { type Order, StandIns, withoutImplied } from './orders.js';
import { writeProbability } from './probabilities.js';
import { actionOf, containerOf, type Edges, edgesIn, isBuffer, isControl, isOutput, isPin, isStructured, nodeOf } from './routes.js';
import { starvingActions } from './starving.js';
import { type Node, Surroundings } from './surroundings.js';
import { type Delivery, type End, endAt, nodeAt, transfersOf } from './transfers.js';

/** Control nodes that a token of each object passes. A join waits for its other tokens only. */
const PASSED_FROM_START = new Set(['ForkNode', 'DecisionNode', 'MergeNode']);

/** Notes that a weight is lost: the number of tokens that an edge takes together. */
function weightNote(edge: UmlElement): string {
    const [weight] = edge.ownedAs('weight');
    const text = weight?.value('value') ?? weight?.values('body')[0] ?? '';
    return weight === undefined || text === '1' ? '' : `its weight ${text} is not written`;
}

export function writeFlow(activity: UmlElement, body: Declaration, mapping: Mapping): void {
    new Flow(activity, body, mapping).write();
}

class Flow {
    private readonly edges: Edges;
    private readonly orders = new Map<UmlElement, Order[]>();
    private deliveries: readonly Delivery[] = [];
    /** edges between nodes that are written */
    private readonly written: UmlElement[] = [];
    private readonly surroundings: Surroundings;
    private readonly standIns: StandIns;
    private readonly starving: ReadonlyMap<UmlElement, UmlElement>;
    /** nodes that follow an action that never starts */
    private readonly blocked = new Set<UmlElement>();

    constructor(
        private readonly activity: UmlElement,
        private readonly body: Declaration,
        private readonly mapping: Mapping
    ) {
        this.edges = edgesIn(activity);
        this.starving = starvingActions(activity);
        this.surroundings = new Surroundings(activity, body, mapping);
        this.standIns = new StandIns(activity, mapping);
    }

    write(): void {
        this.surroundings.write();
        for (const [node, pin] of this.starving) {
            this.mapping.approximated(node, `left out of the flow: its input '${pin.name}' never gets a value`);
        }
        this.edges.all.forEach(edge => this.read(edge));
        const objectFlows = this.written.filter(({ metaclass }) => metaclass === 'ObjectFlow');
        this.deliveries = transfersOf(objectFlows, this.mapping);
        this.noteWithoutObjects(objectFlows);
        this.written.forEach(edge => this.readOrders(edge));
        const containers = [this.activity, ...[...everyElement(this.activity.owned)].filter(e => isStructured(e))];
        const flows = new Set<Delivery>();
        for (const container of containers) {
            const place = container === this.activity ? this.body : this.mapping.declarationOf(container);
            if (place !== undefined && (container === this.activity || containerOf(container, this.activity) !== container)) {
                this.writeOrders(container, place, flows);
            }
        }
        const bound = new Set<Declaration>();
        this.deliveries.filter(d => !flows.has(d)).forEach(delivery => this.deliver(delivery, bound));
    }

    // --- Reading ----------------------------------------------------------------------------------------------------------

    private read(edge: UmlElement): void {
        const { mapping } = this;
        const [source, target] = [edge.ref('source'), edge.ref('target')];
        edge.ownedAs('guard')
            .filter(g => g.metaclass === 'Constraint')
            .forEach(g => mapping.mapped(g, 'carried by its edge'));
        if (source === undefined || target === undefined) {
            mapping.unmapped(edge, 'an end of it is not part of the input');
            return;
        }
        const starving = [source, target].map(nodeOf).find(node => this.starving.has(node) && !this.isWithin(edge, node));
        if (starving !== undefined) {
            mapping.approximated(edge, `not written: '${starving.name}' never starts`);
            this.blocked.add(nodeOf(target));
            return;
        }
        mapping.mapped(edge, weightNote(edge));
        this.written.push(edge);
    }

    private noteWithoutObjects(objectFlows: readonly UmlElement[]): void {
        const carrying = new Set(this.deliveries.map(({ edge }) => edge));
        for (const edge of objectFlows.filter(e => !carrying.has(e))) {
            const isTaken = isPin(edge.ref('target')!) || edge.ref('target')!.metaclass === 'ActivityParameterNode';
            if (isTaken && !isPin(edge.ref('source')!)) {
                this.mapping.approximated(edge, 'no object flows along it');
            }
        }
    }

    /** Adds the successions of an edge. The nodes that take objects from a buffer follow the nodes that put objects into it. */
    private readOrders(edge: UmlElement): void {
        const [source, target] = [edge.ref('source')!, edge.ref('target')!];
        if (isBuffer(target)) {
            return;
        }
        const sources = isBuffer(source) ? [...this.edges.originsOf(edge).values()].map(nodeOf) : [nodeOf(source)];
        new Set(sources).forEach(from => this.order(from, nodeOf(target), edge));
    }

    /** Whether an edge is inside a structured node. */
    private isWithin(edge: UmlElement, node: UmlElement): boolean {
        return isStructured(node) && [...edge.owners()].includes(node);
    }

    /** Adds the succession between two nodes to the innermost body that contains both. */
    private order(source: UmlElement, target: UmlElement, edge: UmlElement): void {
        const around = [target, ...this.containers(target)];
        const container = [source, ...this.containers(source)].find(c => around.includes(c) && (c === this.activity || isStructured(c)));
        if (container === undefined) {
            return;
        }
        const from = this.endIn(source, container, 'start');
        const to = this.endIn(target, container, 'done');
        if (from === undefined || to === undefined) {
            this.mapping.unmapped(edge, 'an end of it is not written');
            return;
        }
        const isGiven = target.metaclass === 'ActivityParameterNode' || (target === container && isStructured(container));
        if (isGiven && !isControl(source)) {
            return; // data flow only
        }
        if (from === 'start' && source.metaclass !== 'InitialNode' && !PASSED_FROM_START.has(target.metaclass)) {
            return; // the object is available from the start
        }
        const orders = this.orders.get(container) ?? [];
        if (!orders.some(o => o.from === from && o.to === to && o.guard === undefined)) {
            orders.push({ from, to, edge, guard: guardOf(edge, source, this.placeOf(container), this.tokenOf(source), this.mapping) });
        }
        this.orders.set(container, orders);
    }

    private placeOf(container: UmlElement): Declaration {
        return container === this.activity ? this.body : this.mapping.declarationOf(container)!;
    }

    /** Returns the object that the guards of a decision test: from the decision input flow, or from the incoming object flow. */
    private tokenOf(decision: UmlElement): Name | undefined {
        if (decision.metaclass !== 'DecisionNode') {
            return undefined;
        }
        if (decision.ref('decisionInput') !== undefined) {
            this.mapping.approximated(decision, 'its decision input behaviour is not written');
        }
        const own = decision.ref('decisionInputFlow');
        const flows = own === undefined ? this.edges.incoming(decision).filter(e => e.metaclass === 'ObjectFlow') : [own];
        const sources = new Set(flows.flatMap(flow => this.edges.sourcesOf(flow)));
        const [source] = sources;
        if (sources.size === 1) {
            return this.endName(endAt(source, this.mapping))?.name;
        }
        const ends = this.deliveries.filter(({ edge }) => flows.includes(edge));
        return ends.length === 1 ? this.endName(ends[0].to)?.name : undefined;
    }

    private containers(node: UmlElement): UmlElement[] {
        const found: UmlElement[] = [];
        for (let at = node; at !== this.activity && found.length < 2000;) {
            at = containerOf(at, this.activity);
            found.push(at);
        }
        return found;
    }

    /** Returns the node that the body of a container has for a node: the node itself, or the structured node that contains it. */
    private endIn(node: UmlElement, container: UmlElement, edgeOfBody: 'start' | 'done'): Node | undefined {
        if (node === container) {
            return edgeOfBody;
        }
        let at = node;
        while (containerOf(at, this.activity) !== container) {
            at = containerOf(at, this.activity);
        }
        if (at.metaclass === 'InitialNode') {
            return 'start';
        }
        if (at.metaclass === 'FlowFinalNode' || isDeadEnd(at)) {
            return 'done';
        }
        return at.metaclass === 'ActivityParameterNode' ? edgeOfBody : this.mapping.declarationOf(at);
    }

    // --- Order ------------------------------------------------------------------------------------------------------------

    private writeOrders(container: UmlElement, place: Declaration, flows: Set<Delivery>): void {
        const orders = this.orders.get(container) ?? [];
        const steps = place
            .declarations()
            .filter(d => d.source !== undefined && isStep(d))
            .sort((a, b) => a.source!.order - b.source!.order);
        if (container.metaclass === 'SequenceNode') {
            steps.forEach((step, i) =>
                orders.push({ from: i === 0 ? 'start' : steps[i - 1], to: step, edge: undefined, guard: undefined })
            );
        }
        for (const step of steps.filter(({ source }) => !this.starving.has(source!) && !this.blocked.has(source!))) {
            if (!orders.some(o => o.to === step) && !isControl(step.source!) && step.source!.metaclass !== 'ActivityFinalNode') {
                orders.push({ from: 'start', to: step, edge: undefined, guard: undefined });
            }
        }
        for (const order of this.standIns.route(withoutImplied(orders), place)) {
            const direct = this.deliveryAlong(order, flows);
            const [from, to] = [this.surroundings.exitOf(order.from), this.surroundings.entryOf(order.to)];
            if (direct === undefined || from !== order.from || to !== order.to) {
                this.writeOrder({ ...order, from, to }, place);
                continue;
            }
            flows.add(direct);
            const flow = this.writeObjectFlow(direct, 'succession flow');
            if (order.guard !== undefined) {
                nameFlow(flow, direct.edge);
                this.writeOrder({ ...order, to: flow }, place);
            }
        }
    }

    private writeOrder({ from, to, edge, guard, place: at }: Order, place: Declaration): void {
        const order = edge?.order ?? at ?? (typeof to === 'string' ? 0 : (to.source?.order ?? 0));
        if (guard === 'else' && typeof from !== 'string') {
            place.addLine(['else ', nameOf(to), ';'], 'node', from.source!.order + 0.1);
            return;
        }
        const succession = place.declare('', '', 'edge', order, edge);
        const condition: Text = guard === undefined ? [] : [' if ', ...guard];
        succession.tail = ['first ', nameOf(from), ...condition, ' then ', nameOf(to)];
        succession.label = `${labelOf(from)} to ${labelOf(to)}`;
        succession.edgeKeyword = 'succession';
        if (edge !== undefined && this.mapping.declarationOf(edge) === undefined) {
            this.mapping.recordDeclaration(succession, edge);
        }
        if (edge !== undefined) {
            writeProbability(edge, succession, this.edges, this.mapping);
        }
    }

    // --- Objects ----------------------------------------------------------------------------------------------------------

    /**
     * Returns the object transfer that a succession flow can perform: the transfer of its own edge, between pins of its two nodes. The
     * unguarded branches of a decision are alternatives, so no branch of the decision can become a succession flow.
     */
    private deliveryAlong({ from, to, edge, guard }: Order, flows: ReadonlySet<Delivery>): Delivery | undefined {
        const isOpen = guard === undefined && edge?.ref('source')?.metaclass === 'DecisionNode';
        if (guard === 'else' || isOpen || typeof from === 'string' || typeof to === 'string') {
            return undefined;
        }
        return this.deliveries.find(
            d =>
                d.edge === edge &&
                !flows.has(d) &&
                nodeAt(d.from, this.mapping) === from &&
                nodeAt(d.to, this.mapping) === to &&
                d.from.feature !== undefined &&
                d.to.feature !== undefined
        );
    }

    private deliver(delivery: Delivery, bound: Set<Declaration>): void {
        const { edge, from, to } = delivery;
        const { mapping } = this;
        const [given, taken] = [this.endName(from), this.endName(to)];
        if (given === undefined || taken === undefined) {
            if (mapping.accounts.noteOf(to.element) === '') {
                mapping.approximated(edge, 'it orders its ends; what it carries has no place there');
            }
            return;
        }
        if (!given.isBody && !taken.isBody) {
            this.writeObjectFlow(delivery, 'flow');
            return;
        }
        const target = taken.name.steps.at(-1) ?? taken.name.target;
        if (bound.has(target)) {
            mapping.approximated(edge, 'another flow gives the value already');
            return;
        }
        bound.add(target);
        const place = given.isBody ? given.place : taken.place;
        const binding = place.declare('', '', 'edge', edge.order, edge);
        binding.tail = ['bind ', taken.name, ' = ', given.name];
        binding.edgeKeyword = 'binding';
        binding.label = `${pathLabel(taken.name)} = ${pathLabel(given.name)}`;
        this.stand(binding, edge);
    }

    /** Returns the name of a pin or parameter, and whether it belongs to the body in which the flow is written. */
    private endName(end: End): { readonly name: Name; readonly isBody: boolean; readonly place: Declaration } | undefined {
        const { element, feature } = end;
        if (feature === undefined) {
            return undefined;
        }
        if (element.metaclass === 'ActivityParameterNode') {
            return { name: new Name(feature), isBody: true, place: this.body };
        }
        const node = nodeAt(end, this.mapping);
        if (node === undefined) {
            return undefined;
        }
        const isBody = isPin(element) && isStructured(actionOf(element)!) && this.isInside(element);
        return isBody ? { name: new Name(feature), isBody, place: node } : { name: new Name(node, [feature]), isBody, place: node.owner! };
    }

    /** Whether the pin of a structured node has edges to nodes inside that node. */
    private isInside(pin: UmlElement): boolean {
        const isOut = isOutput(pin);
        const edges = isOut ? this.edges.incoming(pin) : this.edges.outgoing(pin);
        return edges.some(edge => {
            const other = edge.ref(isOut ? 'source' : 'target');
            return other !== undefined && this.containers(nodeOf(other)).includes(actionOf(pin)!);
        });
    }

    private writeObjectFlow({ edge, from, to }: Delivery, keyword: string): Declaration {
        const [a, b] = [nodeAt(from, this.mapping)!, nodeAt(to, this.mapping)!];
        const [out, into] = [from.feature!, to.feature!];
        const place = commonPlace(a, b) ?? this.body;
        const flow = place.declare(keyword, '', 'edge', edge.order + 0.1, edge);
        const [source, target] = [pathIn(place, a, out), pathIn(place, b, into)];
        flow.tail = [...payloadOf(out, into), 'from ', source, ' to ', target];
        flow.label = `${pathLabel(source)} to ${pathLabel(target)}`;
        flow.edgeKeyword = keyword;
        this.stand(flow, edge);
        return flow;
    }

    private stand(declaration: Declaration, edge: UmlElement): void {
        if (this.mapping.declarationOf(edge) === undefined) {
            this.mapping.recordDeclaration(declaration, edge);
        }
    }
}

/** Names a flow that is the target of a guarded succession. */
function nameFlow(flow: Declaration, edge: UmlElement): void {
    flow.owner!.rename(flow, flow.owner!.freeName(edge.name || flow.label));
    flow.isNameMadeUp = flow.name !== edge.name;
}

const nameOf = (node: Node): Name | string => (typeof node === 'string' ? node : new Name(node));
const labelOf = (node: Node): string => (typeof node === 'string' ? node : node.name);
const pathLabel = ({ target, steps }: Name): string => [target, ...steps].map(({ name }) => name).join('.');

/** Whether a declaration is a node that successions can connect. */
const isStep = ({ keyword }: Declaration): boolean => ['action', 'perform action', 'fork', 'join', 'decide', 'merge'].includes(keyword);

function commonPlace(a: Declaration, b: Declaration): Declaration | undefined {
    const around = new Set(a.owners());
    return [...b.owners()].find(owner => around.has(owner));
}

/** Returns `of T ` if both pins have the same type. */
function payloadOf(out: Declaration, into: Declaration): Text {
    const [given = [], taken = []] = [out.types[0], into.types[0]];
    const isSame = given.length > 0 && given.length === taken.length && given.every((piece, i) => isSamePiece(piece, taken[i]));
    return isSame ? ['of ', ...given, ' '] : [];
}

function isSamePiece(a: Piece, b: Piece): boolean {
    return (
        (a instanceof LibraryName && b instanceof LibraryName && a.text === b.text) ||
        (a instanceof Name && b instanceof Name && a.target === b.target && a.steps.length + b.steps.length === 0)
    );
}

/** Returns the path to a pin from a body that contains its action. */
function pathIn(place: Declaration, action: Declaration, pin: Declaration): Name {
    const path = [action];
    for (const owner of action.owners()) {
        if (owner === place) {
            break;
        }
        path.unshift(owner);
    }
    return new Name(path[0], [...path.slice(1), pin]);
}
