/** Finds the sources of objects on activity edges, across control nodes and buffers (contract: migration 7.2, 7.3). */
import type { UmlElement } from '../../uml-model.js';

const STRUCTURED = new Set(['StructuredActivityNode', 'SequenceNode', 'ExpansionRegion', 'LoopNode', 'ConditionalNode']);
const PINS = new Set(['InputPin', 'OutputPin', 'ValuePin', 'ActionInputPin', 'ExpansionNode']);
const CONTROL = new Set(['ForkNode', 'JoinNode', 'DecisionNode', 'MergeNode']);
const BUFFERS = new Set(['CentralBufferNode', 'DataStoreNode']);

export const isStructured = ({ metaclass }: UmlElement): boolean => STRUCTURED.has(metaclass);
export const isPin = ({ metaclass }: UmlElement): boolean => PINS.has(metaclass);
export const isControl = ({ metaclass }: UmlElement): boolean => CONTROL.has(metaclass);
export const isBuffer = ({ metaclass }: UmlElement): boolean => BUFFERS.has(metaclass);

/** Returns the action of a pin. For an expansion node this is its region, which may own the node or only reference it. */
export function actionOf(pin: UmlElement): UmlElement | undefined {
    return pin.ref('regionAsInput') ?? pin.ref('regionAsOutput') ?? pin.owner;
}

export function pinsOf(node: UmlElement): UmlElement[] {
    const beside = node.metaclass === 'ExpansionRegion' ? [...node.refs('inputElement'), ...node.refs('outputElement')] : [];
    return [...new Set([...node.owned, ...beside])].filter(pin => isPin(pin) && actionOf(pin) === node);
}

/** Whether a pin or an expansion node is an output of its action. */
export const isOutput = (pin: UmlElement): boolean =>
    pin.metaclass === 'OutputPin' || pin.role === 'outputElement' || pin.linksOf('regionAsOutput').length > 0;

/** Returns the action of a pin; returns any other node unchanged. */
export function nodeOf(end: UmlElement): UmlElement {
    return (isPin(end) ? actionOf(end) : undefined) ?? end;
}

/** Returns the structured node or the activity that directly contains a node. */
export function containerOf(node: UmlElement, activity: UmlElement): UmlElement {
    for (const owner of node.owners()) {
        if (owner === activity || isStructured(owner)) {
            return owner;
        }
    }
    return activity;
}

/** The edges of an activity, by their source and target nodes. */
export class Edges {
    private readonly into = new Map<UmlElement, UmlElement[]>();
    private readonly outOf = new Map<UmlElement, UmlElement[]>();

    constructor(readonly all: readonly UmlElement[]) {
        for (const edge of all) {
            for (const [role, map] of [
                ['target', this.into],
                ['source', this.outOf]
            ] as const) {
                const end = edge.ref(role);
                if (end !== undefined) {
                    map.set(end, [...(map.get(end) ?? []), edge]);
                }
            }
        }
    }

    incoming(end: UmlElement): readonly UmlElement[] {
        return this.into.get(end) ?? [];
    }

    outgoing(end: UmlElement): readonly UmlElement[] {
        return this.outOf.get(end) ?? [];
    }

    /** Returns the pins and parameter nodes whose objects an edge may carry. */
    sourcesOf(edge: UmlElement): UmlElement[] {
        return this.endsOf(edge, 'source', e => isControl(e) || isBuffer(e)).filter(holdsObjects);
    }

    /** Returns the pins and parameter nodes that may get the objects of an edge. */
    sinksOf(edge: UmlElement): UmlElement[] {
        return this.endsOf(edge, 'target', e => isControl(e) || isBuffer(e)).filter(holdsObjects);
    }

    /** Returns the pins, parameter nodes and control nodes from which an edge carries objects, across buffers, with the edge at each. */
    originsOf(edge: UmlElement): ReadonlyMap<UmlElement, UmlElement> {
        const origins = new Map<UmlElement, UmlElement>();
        for (const at of this.walk(edge, 'source', isBuffer)) {
            const source = at.ref('source');
            if (source !== undefined && !isBuffer(source)) {
                origins.set(at, source);
            }
        }
        return origins;
    }

    private endsOf(edge: UmlElement, role: 'source' | 'target', passes: (element: UmlElement) => boolean): UmlElement[] {
        return [...new Set([...this.walk(edge, role, passes)].flatMap(at => at.ref(role) ?? []))];
    }

    /** Returns an edge and the preceding or following object flows, across nodes that objects pass. */
    private walk(edge: UmlElement, role: 'source' | 'target', passes: (element: UmlElement) => boolean): ReadonlySet<UmlElement> {
        const seen = new Set([edge]);
        for (const at of seen) {
            const end = at.ref(role);
            if (end !== undefined && passes(end)) {
                const further = role === 'source' ? this.incoming(end) : this.outgoing(end);
                further.filter(e => e.metaclass === 'ObjectFlow').forEach(e => seen.add(e));
            }
        }
        return seen;
    }
}

const holdsObjects = (element: UmlElement): boolean => isPin(element) || element.metaclass === 'ActivityParameterNode';

const edgesOf = new WeakMap<UmlElement, Edges>();

/** Returns the edges of an activity. They are collected once. */
export function edgesIn(activity: UmlElement): Edges {
    let edges = edgesOf.get(activity);
    if (edges === undefined) {
        const all: UmlElement[] = [];
        const open = [activity];
        for (const owner of open) {
            for (const part of owner.owned) {
                if (part.metaclass === 'ControlFlow' || part.metaclass === 'ObjectFlow') {
                    all.push(part);
                } else if (part.metaclass !== 'Activity') {
                    open.push(part);
                }
            }
        }
        edges = new Edges(all);
        edgesOf.set(activity, edges);
    }
    return edges;
}
