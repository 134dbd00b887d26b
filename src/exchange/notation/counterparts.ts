/**
 * Pairs the elements of a graph with those of the graph that was read from its notation, by ownership only. Ids are opaque (KerML 8.3.2.1.2
 * elementId), and the notation cannot declare the ids of memberships, relationships, expressions and ends, so they get new ids when the
 * notation is read. Depends on graphs only.
 */
import type { Graph, GraphElement } from '../graph.js';
import { byPosition } from '../graph.js';

/**
 * Gives each element of a graph the id of its counterpart in another graph, unless its own graph already has an element with that id.
 * @returns the elements with a new id, by their old id
 */
export function takeIdsOf(graph: Graph, other: Graph): ReadonlyMap<string, GraphElement> {
    const own = writtenByKey(graph);
    const others = writtenByKey(other);
    const renamed = new Map<string, GraphElement>();
    if (isPartOf(own, others)) {
        return renamed; // the other graph has all ids
    }
    const seen = new Set<GraphElement>();
    const work: (readonly [readonly GraphElement[], readonly GraphElement[]])[] = [[rootsOf(graph), rootsOf(other)]];
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
        for (const [element, counterpart] of pairs(...next, { own, others })) {
            if (seen.has(element)) {
                continue;
            }
            seen.add(element);
            const { key } = element;
            if (key !== counterpart.key && !own.has(counterpart.key)) {
                element.identify(counterpart.id, counterpart.base);
                own.set(element.key, element);
                renamed.set(key, element);
                if (element.has('elementId')) {
                    element.set('elementId', [element.id]);
                }
            }
            for (const property of OWNED) {
                work.push([element.elements(property), counterpart.elements(property)]);
            }
        }
    }
    return renamed;
}

/** The properties by which sparse graphs state owned elements and relationships. */
const OWNED = [
    'ownedRelationship',
    'ownedRelatedElement',
    'memberElement',
    'sysx:bodyParameter',
    'sysx:bodyMember',
    'sysx:resultExpression'
];

function writtenByKey(graph: Graph): Map<string, GraphElement> {
    return new Map(graph.elements.filter(e => e.state === 'written').map(e => [e.key, e]));
}

function isPartOf(some: ReadonlyMap<string, GraphElement>, all: ReadonlyMap<string, GraphElement>): boolean {
    for (const key of some.keys()) {
        if (!all.has(key)) {
            return false;
        }
    }
    return true;
}

const OWNERS = ['owner', 'owningNamespace', 'owningMembership', 'owningRelationship', 'owningRelatedElement'];

function rootsOf({ elements }: Graph): readonly GraphElement[] {
    return elements.filter(e => e.state === 'written' && !OWNERS.some(p => e.has(p))).sort(byPosition);
}

interface Known {
    readonly own: ReadonlyMap<string, GraphElement>;
    readonly others: ReadonlyMap<string, GraphElement>;
}

/** Pairs the elements of two lists: first those with the same id, then those of the same kind and name, in order. */
function pairs(left: readonly GraphElement[], right: readonly GraphElement[], { own, others }: Known): [GraphElement, GraphElement][] {
    const found: [GraphElement, GraphElement][] = [];
    const free = new Map<string, GraphElement[]>();
    const isRight = new Set(right);
    for (const element of right) {
        if (own.has(element.key)) {
            continue;
        }
        const kind = kindOf(element);
        const list = free.get(kind);
        if (list === undefined) {
            free.set(kind, [element]);
        } else {
            list.push(element);
        }
    }
    for (const element of left) {
        if (element.state !== 'written') {
            continue;
        }
        const same = others.get(element.key);
        const counterpart = same === undefined ? free.get(kindOf(element))?.shift() : isRight.has(same) ? same : undefined;
        if (counterpart !== undefined) {
            found.push([element, counterpart]);
        }
    }
    return found;
}

/** The key for pairing an element within a list: its metaclass, and the metaclass and names of its owned member. */
function kindOf(element: GraphElement): string {
    const [member = element] = ['ownedRelatedElement', 'ownedMemberElement'].flatMap(p => element.elements(p));
    const names = ['declaredName', 'declaredShortName'].map(p => member.text(p) ?? '');
    return [element.metaclass, member.metaclass, ...names].join(' ');
}
