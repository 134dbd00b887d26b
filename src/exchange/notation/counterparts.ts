/**
 * The elements of a graph beside those of the graph that its notation reads into, by ownership alone. Ids are opaque (KerML 8.3.2.1.2
 * elementId): those that the notation cannot declare, of memberships, relationships, expressions and ends, are made by its reader, whatever
 * they were. Knows graphs only.
 */
import type { Graph, GraphElement } from '../graph.js';
import { byPosition } from '../graph.js';

/**
 * Gives elements the ids of their counterparts in another graph, where that has no element by their own.
 * @returns the elements that have another id now, by the id that they had
 */
export function takeIdsOf(graph: Graph, other: Graph): ReadonlyMap<string, GraphElement> {
    const own = writtenByKey(graph);
    const others = writtenByKey(other);
    const renamed = new Map<string, GraphElement>();
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

/** What an element or relationship owns, by the properties that sparse graphs have it in. */
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

const OWNERS = ['owner', 'owningNamespace', 'owningMembership', 'owningRelationship', 'owningRelatedElement'];

function rootsOf({ elements }: Graph): readonly GraphElement[] {
    return elements.filter(e => e.state === 'written' && !OWNERS.some(p => e.has(p))).sort(byPosition);
}

interface Known {
    readonly own: ReadonlyMap<string, GraphElement>;
    readonly others: ReadonlyMap<string, GraphElement>;
}

/** The pairs of two lists: what has one id, then what is of one kind and name, in order. */
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

/** What tells an element from others of one list: its metaclass, and that and the names of what it owns as a member. */
function kindOf(element: GraphElement): string {
    const [member = element] = ['ownedRelatedElement', 'ownedMemberElement'].flatMap(p => element.elements(p));
    const names = ['declaredName', 'declaredShortName'].map(p => member.text(p) ?? '');
    return [element.metaclass, member.metaclass, ...names].join(' ');
}
