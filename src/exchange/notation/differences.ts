/**
 * Compares two graphs of the same model, ignoring source text and the positions of members (contract: conversion 11.2). Depends on graphs
 * only.
 */
import { ExpressionText, type Graph, GraphElement, NumberText, type Value } from '../graph.js';
import { qualifiedSegments } from '../ids.js';
import { isSameNumber } from '../numbers.js';
import { isKind } from '../metamodel/facts.js';
import { EXTENSION } from '../vocabulary.js';
import { scalarText } from './pieces.js';
import { ruleOf } from '../reading/properties.js';
import { holdsWordlessly, isRedundant, mayBeRedundant } from '../reading/redundant.js';
import { withArticle } from '../../language/semantics/metaclass.js';

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

/**
 * How close a difference is to its cause, the closest first: `own` is a difference of the element itself; `lack` follows from an element
 * that the other graph lacks, `extra` from one that only the other graph has, which usually replaces a missing one. A `redundant`
 * difference does not change the model.
 */
export type Rank = 'own' | 'lack' | 'extra' | 'redundant';

/** A difference and the element of the first graph to which it is attributed. */
export interface Difference {
    readonly element: GraphElement;
    readonly what: string;
    readonly rank: Rank;
    /** whether the other graph lacks the element */
    readonly isMissing?: boolean;
    /**
     * whether the element refers to a feature, and its counterpart to a redefinition of that feature. A name cannot refer to the redefined
     * feature at that place.
     */
    readonly isRedefined?: boolean;
}

/**
 * The differences of a graph from another one, attributed to elements of the first. Stubs only explain ids and are not compared. If an
 * element omits statements that follow from others (id, qualified name, membership: contract 5.7), only the statements that it has are
 * compared; in a graph without keywords, only properties of the metamodel.
 * @param hasWords whether the graph states keywords of the notation
 */
export function differencesOf(graph: Graph, other: Graph, hasWords = true): Difference[] {
    const found: Difference[] = [];
    const hasPositions = graph.elements.some(e => e.has('sysx:memberIndex'));
    const [own, others] = [byKey(graph), byKey(other)];
    const ranks = new Ranks(own, others, graph.wasFull);
    for (const [key, element] of own) {
        const counterpart = others.get(key);
        if (counterpart === undefined) {
            found.push({ element, what: 'is missing', rank: ranks.ofMissing(element), isMissing: true });
        } else if (counterpart.metaclass !== element.metaclass) {
            found.push({ element, what: `is ${withArticle(counterpart.metaclass)}`, rank: 'own' });
        } else {
            const properties = differingProperties(element, counterpart, {
                isComplete: hasPositions && statesWhatFollows(element),
                hasWords,
                isStrict: hasWords && !graph.wasFull
            });
            if (properties.length > 0) {
                found.push({ element, ...ranks.ofProperties(element, counterpart, properties) });
            }
        }
    }
    for (const [key, extra] of others) {
        // A property of a declaration also states the other extra elements, and was compared above.
        if (!own.has(key) && extra.has('sysx:memberIndex')) {
            const owner = ownerIn(own, extra);
            if (owner !== undefined) {
                found.push({ element: owner, what: `also owns ${key}`, rank: 'extra' });
            }
        }
    }
    return found;
}

/** The ranks, closest to the cause first. */
export const RANKS: readonly Rank[] = ['own', 'lack', 'extra', 'redundant'];

/** Ranks the differences of two graphs. */
class Ranks {
    constructor(
        private readonly own: ReadonlyMap<string, GraphElement>,
        private readonly others: ReadonlyMap<string, GraphElement>,
        private readonly isFull: boolean
    ) {}

    /** The rank of an element that the other graph lacks: `own`, or `lack` if that graph also lacks its member or owner. */
    ofMissing(element: GraphElement): Rank {
        const member = isKind(element.metaclass, 'OwningMembership') ? element.element('memberElement') : undefined;
        const relationship = member ?? outward(element);
        return relationship !== undefined && this.isMissing(relationship) ? 'lack' : 'own';
    }

    /** The difference in the property that ranks first. */
    ofProperties(element: GraphElement, counterpart: GraphElement, properties: readonly string[]): Omit<Difference, 'element'> {
        const ranked = properties.map(property => ({ property, rank: this.ofProperty(element, counterpart, property) }));
        const [rank = 'own'] = RANKS.filter(r => ranked.some(p => p.rank === r));
        const property = ranked.find(p => p.rank === rank)?.property ?? '';
        const [is, was] = [counterpart, element].map(e => e.all(property).map(shortly).join(', '));
        return {
            what: `has another ${property}: ${is === '' ? 'none' : is} instead of ${was === '' ? 'none' : was}`,
            rank,
            isRedefined: rank === 'redundant' && this.isRedefined(element, counterpart, property)
        };
    }

    /** Whether the counterpart has the same values, or redefinitions of them. */
    private isRedefined(element: GraphElement, counterpart: GraphElement, property: string): boolean {
        const [left, right] = [element.elements(property), counterpart.elements(property)];
        const pairs = left.map((value, at) => [value, right.at(at)] as const);
        return (
            this.isFull &&
            left.length === right.length &&
            pairs.some(([value, other]) => value.key !== other?.key) &&
            pairs.every(([value, other]) => other !== undefined && (value.key === other.key || redefines(other, value)))
        );
    }

    private ofProperty(element: GraphElement, counterpart: GraphElement, property: string): Rank {
        if ([element, counterpart].every(e => !e.has(property) || isRedundant(e, property))) {
            return 'redundant';
        }
        if (this.isRedefined(element, counterpart, property)) {
            return 'redundant';
        }
        const [left, right] = [element.elements(property), counterpart.elements(property)];
        const lacks = left.some(v => this.isMissing(v));
        if (isOwnedList(property)) {
            return lacks ? 'lack' : 'extra';
        }
        const others = right.filter(v => v.state === 'written' && !this.own.has(v.key));
        const isExplained = lacks && others.length > 0 && !others.some(other => this.isNamedIn(element, other));
        return isExplained ? 'extra' : 'own';
    }

    private isMissing(element: GraphElement): boolean {
        return element.state === 'written' && !this.others.has(element.key);
    }

    /**
     * Whether an element's source text contains the name of a declaration that only the other graph has. Ignores declarations that another
     * extra declaration owns, because correcting the owner corrects them.
     */
    private isNamedIn(element: GraphElement, other: GraphElement): boolean {
        const declared = isKind(other.metaclass, 'OwningMembership') ? (other.element('memberElement') ?? other) : other;
        const owner = outward(declared);
        if (owner !== undefined && !this.own.has(owner.key)) {
            return false;
        }
        const text = textOwnerOf(element)?.text('sysx:sourceText') ?? '';
        const names = ['declaredName', 'declaredShortName'].map(property => declared.text(property));
        return names.some(name => name !== undefined && text.includes(name));
    }
}

/** Whether a feature redefines another one, directly or indirectly. */
function redefines(feature: GraphElement, redefined: GraphElement): boolean {
    const reached = new Set([feature]);
    for (const general of reached) {
        general.elements('redefines').forEach(target => reached.add(target));
    }
    return [...reached].some(general => general !== feature && general.key === redefined.key);
}

/** The owner of an element. For a member, this is the owner of its membership. */
function outward(element: GraphElement): GraphElement | undefined {
    return element.element('owner') ?? element.element('owningRelatedElement') ?? element.element('owningNamespace');
}

/**
 * The declarations that enclose an element, innermost first; one of their texts contains the text of the element. For an owning membership,
 * these are the declarations from its member outwards.
 */
export function* declarationsAround(element: GraphElement): Iterable<GraphElement> {
    const seen = new Set<GraphElement>();
    const member = isKind(element.metaclass, 'OwningMembership') ? element.element('memberElement') : undefined;
    for (let at: GraphElement | undefined = member ?? element; at !== undefined && !seen.has(at); at = outward(at)) {
        seen.add(at);
        if (at.has('sysx:memberIndex') && at.base === 'element') {
            yield at;
        }
    }
}

/** The innermost declaration with a source text. */
function textOwnerOf(element: GraphElement): GraphElement | undefined {
    for (const declaration of declarationsAround(element)) {
        if (declaration.has('sysx:sourceText')) {
            return declaration;
        }
    }
    return undefined;
}

function byKey(graph: Graph): Map<string, GraphElement> {
    return new Map(graph.elements.filter(e => e.state === 'written').map(e => [e.key, e]));
}

/** Whether an element states its identity and, if it is a declaration, its membership. */
function statesWhatFollows(element: GraphElement): boolean {
    const isOwned = (): boolean =>
        ['owningRelationship', 'owningMembership', 'owningRelatedElement'].some(p => element.has(p)) ||
        !['owner', 'owningNamespace'].some(p => element.has(p));
    const isDeclaration = element.base === 'element' && element.has('sysx:memberIndex');
    return element.has('sysx:sourceText') || (element.has('elementId') && (!isDeclaration || (element.has('qualifiedName') && isOwned())));
}

/**
 * Whether a property lists owned elements. The owned elements state their owner, and their positions determine the order, so such lists
 * need not be equal.
 */
const isOwnedList = (property: string): boolean => /^owned[A-Z]/.test(property);

/** Properties that repeat other statements of the element or of its owned elements. */
const FOLLOWING: ReadonlySet<string> = new Set(
    'elementId qualifiedName owner membershipOwningNamespace multiplicity bound relatedElement parameter input result'.split(' ')
);

/** Whether two elements differ if only one of them states a property. */
function isSignificant(element: GraphElement, property: string): boolean {
    // The notation writes `isSufficient` as `all`.
    const isOfAll = (property === 'isAll' || property === 'isSufficient') && (element.is('isAll') || element.is('isSufficient'));
    // The properties of a declaration also state the ends of the relationships in its head.
    const isRelationship =
        isKind(element.metaclass, 'Relationship') && !isKind(element.metaclass, 'Feature') && !element.has('sysx:memberIndex');
    const isReference = ruleOf(element.metaclass, property)?.kind === 'reference';
    return (
        !isOfAll && !isOwnedList(property) && !property.startsWith('owning') && !FOLLOWING.has(property) && !(isRelationship && isReference)
    );
}

interface Comparison {
    /** whether the first element states everything, so that a statement that it lacks is a difference */
    readonly isComplete: boolean;
    readonly hasWords: boolean;
    /** whether a redundant keyword must be stated where the notation has it */
    readonly isStrict: boolean;
}

function differingProperties(a: GraphElement, b: GraphElement, { isComplete, hasWords, isStrict }: Comparison): readonly string[] {
    if (a.statedShape === b.statedShape && a.properties.every((p, at) => isPlainlySame(p, a.objectAt(at), b.objectAt(at)))) {
        return [];
    }
    const isRedundantly = (e: GraphElement, property: string): boolean => !isStrict && isRedundant(e, property);
    const cannotBeWritten = (property: string): boolean => property === 'visibility' && !isStrict && b.base === 'node';
    const differs = (property: string): boolean => {
        if (ASIDE.has(property) || cannotBeWritten(property) || (property === 'sysx:hasBody' && (!hasWords || isBodyOfAnnotations(a, b)))) {
            return false;
        }
        if (a.is(property) && !b.has(property) && holdsWordlessly(b, property)) {
            return false;
        }
        if (isSameList(a.all(property), b.all(property))) {
            return false; // equal values do not differ, even if the property is redundant for only one of the elements
        }
        const [left, right] = [a, b].map(e => (isRedundantly(e, property) ? [] : e.all(property)));
        if (isOwnedList(property) || (!isStrict && FOLLOWING.has(property))) {
            return left.some(value => !right.some(other => isSame(value, other)));
        }
        return !isSameList(left, right);
    };
    const isBeyond = (property: string): boolean =>
        !a.has(property) &&
        property !== 'sysx:hasBody' &&
        property !== 'sysx:endForm' && // the metaclass implies it (8.3, 8.4); missing ends are other differences
        (hasWords || !property.startsWith(EXTENSION)) &&
        isSignificant(a, property) &&
        differs(property);
    return [...a.properties.filter(differs), ...(isComplete ? b.properties.filter(isBeyond) : [])];
}

/** Whether only the second element has a body, for the annotations that identify it or its declarations (4.4, 4.5). */
function isBodyOfAnnotations(a: GraphElement, b: GraphElement): boolean {
    const isIdentified = (e: unknown): boolean => e instanceof GraphElement && e.is('sysx:declaredId');
    return (
        !a.is('sysx:hasBody') &&
        b.is('sysx:hasBody') &&
        (b.is('sysx:declaredId') || b.has('sysx:projectId') || b.elements('ownedMember').some(isIdentified))
    );
}

/** Whether the values of a property are equal and cannot be redundant. This quick check does not consider the enclosing elements. */
function isPlainlySame(property: string, a: Value | readonly Value[], b: Value | readonly Value[]): boolean {
    if (ASIDE.has(property)) {
        return true;
    }
    const isSameAnyway = a === b || (a instanceof GraphElement && b instanceof GraphElement && a.key === b.key);
    return isSameAnyway && !mayBeRedundant(property);
}

function isSameList(left: readonly Value[], right: readonly Value[]): boolean {
    return left.length === right.length && left.every((value, i) => isSame(value, right[i]));
}

function isSame(a: Value, b: Value): boolean {
    if (a instanceof GraphElement) {
        const isChain = a.base === 'node' && a.has('ownedFeatureChaining'); // the feature chainings are compared separately
        return b instanceof GraphElement ? a.key === b.key : isChain && b instanceof ExpressionText;
    }
    if (a instanceof NumberText) {
        return b instanceof NumberText && (a.text === b.text || isSameNumber(a, b));
    }
    if (a instanceof ExpressionText) {
        return b instanceof ExpressionText ? a.text === b.text : isTextOf(a.text, b);
    }
    return a === b || (typeof a === 'string' && (isTextOf(a, b) || isNameOf(a, b)));
}

/** Whether a name is that of an element. A document may state a name as text that resolves when the notation is read. */
function isNameOf(name: string, value: Value): boolean {
    const last = qualifiedSegments(name).at(-1)?.name;
    const element = value instanceof GraphElement ? (value.element('memberElement') ?? value) : undefined;
    if (element?.state === 'stub') {
        return true; // the name may be the short name, which a stub does not state
    }
    if (element?.base !== 'element') {
        return false;
    }
    const names = ['declaredName', 'declaredShortName', 'memberName'].flatMap(p => element.text(p) ?? []);
    const [naming] = names.length > 0 ? [] : [...element.all('redefines'), ...element.all('references')];
    return names.includes(last ?? '') || (naming !== undefined && naming !== value && isSame(name, naming));
}

/** Whether a text is the source text of an expression: a graph may state the text instead of the expression's nodes (contract 5.10). */
const isTextOf = (text: string, value: Value): boolean =>
    value instanceof GraphElement && value.base === 'node' && value.text('sysx:sourceText') === text;

function shortly(value: Value): string {
    const text = value instanceof GraphElement ? (value.text('qualifiedName') ?? value.id) : scalarText(value);
    return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** The nearest element that the first graph also has: an element itself, or one of its direct and indirect owners. */
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
