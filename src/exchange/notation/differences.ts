/**
 * Where two graphs of the same model differ: source text, places and positions of members aside (contract:
 * conversion 11.2). Knows graphs only.
 */
import { ExpressionText, type Graph, GraphElement, NumberText, type Value } from '../graph.js';
import { isSameNumber } from '../numbers.js';
import { EXTENSION } from '../vocabulary.js';
import { isRedundant, mayBeRedundant } from '../reading/redundant.js';

const ASIDE: ReadonlySet<string> = new Set([
    'sysx:sourceText',
    'sysx:sourceTail',
    'sysx:sourceLine',
    'sysx:sourceColumn',
    'sysx:sourceEndLine',
    'sysx:sourceEndColumn',
    'sysx:sourceDocument',
    'sysx:sourceLanguage',
    'sysx:memberIndex',
    'sysx:declaredId'
]);

/** A difference: the element of the first graph that it belongs to, and what it is. */
export interface Difference {
    readonly element: GraphElement;
    readonly what: string;
}

/**
 * The differences of a graph from another one, by the elements of the first. Stubs explain ids only. Of a graph that leaves out what
 * follows (ids, qualified names, memberships: contract 5.7) only what it states is compared, of one without words of its
 * own only what the metamodel has.
 * @param hasWords whether the graph has words of the notation of its own
 */
export function differencesOf(graph: Graph, other: Graph, hasWords = true): Difference[] {
    const found: Difference[] = [];
    const isComplete = graph.elements.some(e => e.has('sysx:memberIndex')) && graph.elements.every(statesWhatFollows);
    const [own, others] = [byKey(graph), byKey(other)];
    for (const [key, element] of own) {
        const counterpart = others.get(key);
        if (counterpart === undefined) {
            found.push({ element, what: 'is missing' });
        } else if (counterpart.metaclass !== element.metaclass) {
            found.push({ element, what: `is a ${counterpart.metaclass}` });
        } else {
            const property = differingProperty(element, counterpart, isComplete, hasWords);
            if (property !== undefined) {
                found.push({ element, what: `has another ${property}` });
            }
        }
    }
    for (const [key, extra] of others) {
        if (!own.has(key) && (isComplete || extra.has('sysx:memberIndex'))) {
            const owner = ownerIn(own, extra);
            if (owner !== undefined) {
                found.push({ element: owner, what: `owns ${key} too` });
            }
        }
    }
    return found;
}

function byKey(graph: Graph): Map<string, GraphElement> {
    return new Map(graph.elements.filter(e => e.state === 'written').map(e => [e.key, e]));
}

/** Whether a declaration states who it is and what ties it to its owner. */
function statesWhatFollows(element: GraphElement): boolean {
    const isTied = (): boolean =>
        ['owningRelationship', 'owningMembership', 'owningRelatedElement'].some(p => element.has(p)) ||
        !['owner', 'owningNamespace'].some(p => element.has(p));
    const isDeclaration = element.state === 'written' && element.base === 'element' && element.has('sysx:memberIndex');
    return !isDeclaration || (element.has('elementId') && element.has('qualifiedName') && isTied());
}

function differingProperty(a: GraphElement, b: GraphElement, isComplete: boolean, hasWords: boolean): string | undefined {
    if (a.statedShape === b.statedShape && a.properties.every((p, at) => isPlainlySame(p, a.objectAt(at), b.objectAt(at)))) {
        return undefined;
    }
    // an annotation that declares an id needs a body
    const isInBody = b.is('sysx:declaredId') && !a.is('sysx:declaredId');
    const differs = (property: string): boolean => {
        if (ASIDE.has(property) || (property === 'sysx:hasBody' && (isInBody || !hasWords))) {
            return false;
        }
        const [left, right] = [a, b].map(e => (isRedundant(e, property) ? [] : e.all(property)));
        return left.length !== right.length || left.some((value, i) => !isSame(value, right[i]));
    };
    return (
        a.properties.find(differs) ??
        (isComplete
            ? b.properties.find(
                  property =>
                      !a.has(property) && property !== 'sysx:hasBody' && (hasWords || !property.startsWith(EXTENSION)) && differs(property)
              )
            : undefined)
    );
}

/** Whether two elements that state the same properties say the same of one, as is seen without asking what stands around them. */
function isPlainlySame(property: string, a: Value | readonly Value[], b: Value | readonly Value[]): boolean {
    if (ASIDE.has(property)) {
        return true;
    }
    const isSameAnyway = a === b || (a instanceof GraphElement && b instanceof GraphElement && a.key === b.key);
    return isSameAnyway && !mayBeRedundant(property);
}

function isSame(a: Value, b: Value): boolean {
    if (a instanceof GraphElement) {
        const isChain = a.base === 'node' && a.has('ownedFeatureChaining'); // whose links are compared themselves
        return b instanceof GraphElement ? a.key === b.key : isChain && b instanceof ExpressionText;
    }
    if (a instanceof NumberText) {
        return b instanceof NumberText && (a.text === b.text || isSameNumber(a, b));
    }
    if (a instanceof ExpressionText) {
        return b instanceof ExpressionText && a.text === b.text;
    }
    // the notation of an expression in place of its nodes (contract 5.10)
    return a === b || (typeof a === 'string' && b instanceof GraphElement && b.base === 'node' && b.text('sysx:sourceText') === a);
}

/** The nearest owner of an element that the first graph has, too. */
function ownerIn(own: ReadonlyMap<string, GraphElement>, element: GraphElement): GraphElement | undefined {
    const seen = new Set<GraphElement>();
    let at: GraphElement | undefined = element;
    while (at !== undefined && !seen.has(at)) {
        seen.add(at);
        const counterpart = own.get(at.key);
        if (counterpart !== undefined) {
            return counterpart;
        }
        at = at.element('owner') ?? at.element('owningRelatedElement');
    }
    return undefined;
}
