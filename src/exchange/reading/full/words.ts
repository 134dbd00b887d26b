/**
 * Adds the keywords of the notation to a document of another tool, which does not state them (contract: conversion 5.6, 5.9, 8). Chooses
 * those that the notation needs to express the properties of the metamodel, always in the same spelling. Depends on graphs only.
 */
import { entryFor } from '../../../language/closed-lists.js';
import { isExpressionForm } from '../../metamodel/facts.js';
import { wordOfMembership } from '../../metamodel/membership-words.js';
import type { Graph, GraphElement, SourceLanguage } from '../../graph.js';
import { EXTENSION } from '../../vocabulary.js';
import { Nodes } from './nodes.js';
import { QualifiedNames } from './qualified-names.js';
import { OwnershipIndex } from './ownership-index.js';
import { is, isOfSysMLAlone, put, type FullDocument, type Statements } from './full-document.js';

/**
 * Adds the keywords that the notation needs, unless the graph states terms of the extension other than positions.
 * @returns whether keywords were added
 */
export function addWords({ elements }: Graph): boolean {
    const own = elements.filter(e => e.state === 'written');
    if (own.some(e => e.properties.some(p => isWord(p) && !isImpliedWord(e, p)))) {
        return false;
    }
    const ownership = new OwnershipIndex(own);
    const nodes = new Nodes(
        ownership,
        own,
        // Positions of roots alone do not count, because the reader of the element form adds them.
        own.some(e => e.has('sysx:memberIndex') && ownership.outward(e) !== undefined)
    );
    const document: FullDocument = {
        ownership,
        nodes,
        names: new QualifiedNames(ownership, nodes, own),
        isOfOurs: false,
        steps: new Map()
    };
    const declared = own.filter(e => nodes.isDeclared(e));
    const languageAt = languagesOf(declared, ownership);
    const words = own.map(element => {
        const stated: Statements = new Map(element.properties.map(property => [property, element.all(property)]));
        put(stated, 'sysx:sourceLanguage', ['owner', 'owningNamespace'].some(p => element.has(p)) ? undefined : languageAt(element));
        emitKeyword(element, document, stated);
        emitForm(element, document, stated);
        emitCondition(element, document, stated);
        emitStatement(element, document, stated);
        put(stated, 'sysx:hasBody', hasBody(element, document) || undefined);
        return stated;
    });
    own.forEach((element, i) => words[i].forEach((values, property) => isWord(property) && element.set(property, values)));
    return true;
}

/**
 * The language of each root: SysML if it contains an element that only SysML's notation can declare, else KerML if it contains one that
 * only KerML's notation can declare. A root with neither has the language of the other roots.
 */
function languagesOf(declared: readonly GraphElement[], ownership: OwnershipIndex): (root: GraphElement) => SourceLanguage {
    const rootsOf = (kind: (element: GraphElement) => boolean): ReadonlySet<GraphElement> =>
        new Set(declared.filter(kind).map(element => rootAround(element, ownership)));
    const ofKerML = rootsOf(isOfKerMLAlone);
    const ofSysML = rootsOf(isOfSysMLAlone);
    const others = ofKerML.size > 0 && ofSysML.size === 0 ? 'kerml' : 'sysml';
    return root => (ofSysML.has(root) ? 'sysml' : ofKerML.has(root) ? 'kerml' : others);
}

/** The outermost owner of an element below the root namespace of its document. */
function rootAround(element: GraphElement, ownership: OwnershipIndex): GraphElement {
    let root = element;
    for (let around = ownership.outward(root); around !== undefined; around = ownership.outward(root)) {
        root = around;
    }
    return root;
}

/**
 * Whether an element has a body with declarations. Annotations with `#`, and the trigger and effect of a transition, belong to the head.
 */
function hasBody(element: GraphElement, { ownership, names }: FullDocument): boolean {
    if (['sysx:bodyParameter', 'sysx:bodyMember', 'sysx:resultExpression'].some(part => element.has(part))) {
        return true;
    }
    if (element.metaclass === 'Expression' && is(ownership.ownerThrough(element, 'FeatureMembership'), 'FeatureReferenceExpression')) {
        return !element.has('type'); // without a type it is an empty body, else the name of a function
    }
    const inHead = new Set(is(element, 'TransitionUsage') ? ownership.ownedThrough(element, 'TransitionFeatureMembership') : []);
    return names.membersOf(element).some(member => !inHead.has(member) && !isPrefixWord(member, 'sysx:declaredKeyword'));
}

/** Terms of the extension that the reader of a full document states, because they replace parts of the metamodel. */
const STRUCTURE = new Set(
    ['memberIndex', 'bodyParameter', 'bodyMember', 'resultExpression', 'typeArgument', 'argumentName', 'isElse'].map(
        word => EXTENSION + word
    )
);
/** The keyword of an annotation before a head, which the order of the document implies. */
const isPrefixWord = (element: GraphElement, property: string): boolean =>
    property === 'sysx:declaredKeyword' && element.text(property) === '#';
/**
 * Whether a keyword follows from the document, and the reader stated it: {@link isPrefixWord}, the keyword of a transition, that of the
 * membership of a declaration in a body, and the missing body of a feature in an end.
 */
const isImpliedWord = (element: GraphElement, property: string): boolean =>
    isPrefixWord(element, property) ||
    (property === 'sysx:declaredPrefix' && !element.has('sysx:declaredKeyword')) ||
    (property === 'sysx:declaredKeyword' && element.metaclass === 'TransitionUsage') ||
    (property === 'sysx:hasBody' && element.get(property) === false);
const isWord = (property: string): boolean => property.startsWith(EXTENSION) && !STRUCTURE.has(property);

/** Whether a declared element is a type or a relationship that SysML's notation cannot declare. */
function isOfKerMLAlone(element: GraphElement): boolean {
    const isOfSysML = is(element, 'Definition', 'Usage', 'PayloadFeature', 'MultiplicityRange');
    return element.metaclass in RELATIONSHIPS || (is(element, 'Type') && !isOfSysML && !isExpressionForm(element));
}

/** States terms of sparse graphs that the metamodel does not define, or defines only for other elements (contract: conversion 5.3, 5.4). */
export function emitTerms(element: GraphElement, document: FullDocument, stated: Statements): void {
    const { ownership, nodes } = document;
    const membership = ownership.relationshipTo(element);
    const owner = membership && ownership.ownerOf(membership);
    if (is(element, 'Feature') && !(nodes.isNode(element) && isExpressionForm(owner))) {
        emitValue(element, document, stated);
    }
    if (nodes.isDeclared(element)) {
        put(stated, 'isResult', membership?.metaclass === 'ReturnParameterMembership' || undefined);
        put(stated, 'isVariant', isVariant(element, membership, owner) || undefined);
    }
    put(stated, 'isAll', (element.is('isSufficient') && !is(element, 'ConnectionDefinition')) || undefined);
    put(stated, 'isAccept', isPayload(element, owner, document) || undefined);
    if (element.metaclass === 'SatisfyRequirementUsage' && !element.has('subject')) {
        put(stated, 'subject', element.get('satisfyingFeature'));
    }
    if (isStep(element, document) && !refersToDone(element)) {
        put(stated, 'sourceFeature', element.get('memberElement'));
    }
}

const isVariant = (element: GraphElement, membership: GraphElement | undefined, owner: GraphElement | undefined): boolean =>
    membership?.metaclass === 'VariantMembership' &&
    !(element.metaclass === 'EnumerationUsage' && owner?.metaclass === 'EnumerationDefinition');

const isPayload = (element: GraphElement, owner: GraphElement | undefined, { nodes }: FullDocument): boolean =>
    owner?.metaclass === 'AcceptActionUsage' &&
    nodes.isNode(element) &&
    !isExpressionForm(element) &&
    element.metaclass !== 'SuccessionAsUsage'; // a succession is the `then` before a member

/** States the value of a feature and the operator of its feature value membership. */
function emitValue(element: GraphElement, { ownership }: FullDocument, stated: Statements): void {
    const value = ownership.relationshipsOf(element).find(r => r.metaclass === 'FeatureValue');
    if (value !== undefined && !element.has('value')) {
        put(stated, 'value', ownership.membersOf(value)[0]);
        put(stated, 'isDefault', value.is('isDefault') || undefined);
        put(stated, 'isInitial', value.is('isInitial') || undefined);
    }
}

// --- Keywords -----------------------------------------------------------------------------------------------------------

/** The keyword of each declared relationship, and the keyword that precedes its name if it has one (contract: conversion 5.5). */
const RELATIONSHIPS: Readonly<Record<string, readonly [keyword: string, prefix?: string]>> = {
    Specialization: ['subtype', 'specialization'],
    Subclassification: ['subclassifier', 'specialization'],
    FeatureTyping: ['typing', 'specialization'],
    Subsetting: ['subset', 'specialization'],
    Redefinition: ['redefinition', 'specialization'],
    Conjugation: ['conjugate', 'conjugation'],
    FeatureInverting: ['inverse', 'inverting'],
    TypeFeaturing: ['featuring'],
    Disjoining: ['disjoint', 'disjoining']
};

/** The keyword of a declaration, by the keyword of its membership, which precedes it. */
const BEHIND_WORDS: Readonly<Record<string, string>> = {
    require: 'constraint',
    assume: 'constraint',
    frame: 'concern',
    verify: 'requirement',
    render: 'rendering'
};

/** The keywords of the memberships of a state's actions. */
const SUBACTIONS: ReadonlySet<string> = new Set(['entry', 'do', 'exit']);

/** A declaration and the facts that determine its keyword. */
interface Declared {
    readonly element: GraphElement;
    readonly membership: GraphElement | undefined;
    /** the keyword of its membership, which a declaration in the body of an expression states itself */
    readonly membershipWord: string | undefined;
    readonly isNamed: boolean;
    /** whether it has a reference to a feature instead of a name */
    readonly refers: boolean;
}

/** A statement that spells a keyword. */
type Word = readonly [property: string, value: string | boolean];

function emitKeyword(element: GraphElement, document: FullDocument, stated: Statements): void {
    const { ownership, nodes } = document;
    const isOfBody = nodes.bodyOf(element) !== undefined;
    const isNamed = element.has('declaredName') || element.has('declaredShortName');
    const { metaclass } = element;
    if (!isOfBody && !nodes.isDeclared(element)) {
        return;
    }
    if (metaclass in RELATIONSHIPS) {
        const [keyword, prefix] = RELATIONSHIPS[metaclass];
        put(stated, 'sysx:declaredKeyword', keyword);
        put(stated, 'sysx:declaredPrefix', isNamed ? prefix : undefined);
        return;
    }
    put(stated, 'sysx:declaredPrefix', isOfBody && element.is('isResult') ? 'return' : undefined); // a body has no memberships
    const membership = ownership.relationshipTo(element);
    const membershipWord = isOfBody ? element.text('sysx:declaredPrefix') : membership && wordOfMembership(membership);
    const refers = ownership.relationshipsOf(element).some(r => r.metaclass === 'ReferenceSubsetting');
    if (metaclass === 'Membership') {
        put(stated, 'sysx:declaredKeyword', !isStep(element, document) ? 'alias' : refersToDone(element) ? 'done' : 'first');
    } else {
        const declared: Declared = { element, membership, membershipWord, isNamed, refers };
        const word = wordBehindMembership(declared, document) ?? wordOfKind(declared, document);
        if (word !== undefined) {
            put(stated, ...word);
        }
    }
}

/** The statement for a declaration after the keyword of its membership: the declaration's keyword, or that there is none. */
function wordBehindMembership(declared: Declared, document: FullDocument): Word | undefined {
    const { element, membership, membershipWord, isNamed, refers } = declared;
    const keyword = entryFor(BEHIND_WORDS, membershipWord);
    if (!refers && keyword !== undefined && conditionOf(element, document) === undefined) {
        return ['sysx:declaredKeyword', keyword];
    }
    const isSubaction = membershipWord !== undefined && SUBACTIONS.has(membershipWord);
    if (!isSubaction && !is(membership, 'TransitionFeatureMembership')) {
        return undefined;
    }
    if (element.metaclass === 'ActionUsage' && !isNamed) {
        return ['sysx:isKindImplicit', true]; // with the keyword `action` it would be a perform action usage
    }
    return element.metaclass === 'PerformActionUsage' && !refers ? ['sysx:declaredKeyword', 'action'] : undefined;
}

/** The statement of the keyword of a declaration whose metaclass does not imply it. */
function wordOfKind({ element, membership, membershipWord, isNamed, refers }: Declared, { ownership }: FullDocument): Word | undefined {
    const { metaclass } = element;
    if (metaclass === 'MetadataUsage' && !isNamed && isKindless(membership && ownership.ownerOf(membership))) {
        return ['sysx:declaredKeyword', '#']; // `#M` is the keyword of its owner, which has no other
    }
    if (metaclass === 'Feature' && (!isCrossFeature(membership, ownership) || element.has('sysx:hasBody'))) {
        return ['sysx:declaredKeyword', 'feature'];
    }
    if (is(element, 'Multiplicity')) {
        return ['sysx:declaredKeyword', 'multiplicity'];
    }
    const isReferring = membershipWord === 'verify' || metaclass === 'SatisfyRequirementUsage';
    return isReferring && refers ? ['sysx:endForm', 'satisfy'] : undefined;
}

/** Whether an element is the cross feature of an end, which is written before the end's keywords (KerML 8.3.3.3.4 ownedCrossFeature). */
const isCrossFeature = (membership: GraphElement | undefined, ownership: FullDocument['ownership']): boolean =>
    membership?.metaclass === 'OwningMembership' && ownership.ownerOf(membership)?.is('isEnd') === true;

/** Whether an element is a plain definition or usage, which has a user-defined keyword instead (SysML 8.2.2.27). */
const isKindless = (element: GraphElement | undefined): boolean => element?.metaclass === 'Definition' || element?.metaclass === 'Usage';

/** Whether a membership is `first x;` or `done;`, not an alias. */
function isStep(element: GraphElement, { ownership, nodes }: FullDocument): boolean {
    return (
        element.metaclass === 'Membership' &&
        nodes.isDeclared(element) &&
        is(ownership.ownerOf(element), 'ActionUsage', 'ActionDefinition') &&
        !element.has('memberName') &&
        !element.has('memberShortName')
    );
}

/** Whether a membership refers to the `done` that every action inherits from the library. */
const refersToDone = (element: GraphElement): boolean =>
    element.element('memberElement')?.text('qualifiedName') === 'Actions::Action::done';

// --- Connectors, conditions ---------------------------------------------------------------------------------------------

/** The keyword that precedes the ends of a connector, by metaclass. */
const VERBS: Readonly<Record<string, string>> = { ConnectionUsage: 'connect', InterfaceUsage: 'connect', AllocationUsage: 'allocate' };

function emitForm(element: GraphElement, { ownership, nodes }: FullDocument, stated: Statements): void {
    if (!is(element, 'Connector')) {
        return;
    }
    const ends = (stated.get('connectorEnd') ?? []) as readonly GraphElement[];
    if (ends.length === 0) {
        return;
    }
    const isMessage = ends.some(end => end.metaclass === 'EventOccurrenceUsage');
    const isEmpty = (end: GraphElement): boolean => ownership.relationshipsOf(end).every(r => r.metaclass === 'OwningMembership');
    const guard = ownership.ownedThrough(element, 'FeatureMembership').find(m => nodes.isNode(m) && isExpressionForm(m));
    put(stated, 'sysx:guard', guard);
    if (is(element, 'Flow')) {
        put(stated, 'sysx:declaredKeyword', isMessage ? 'message' : undefined);
        put(stated, 'sysx:endForm', 'fromTo');
    } else if (is(element, 'Succession')) {
        const isThen = isEmpty(ends[0]);
        put(stated, 'sysx:declaredKeyword', element.is('sysx:isElse') ? 'else' : undefined);
        put(stated, 'sysx:endForm', isThen ? 'then' : 'firstThen');
        const isInFront = isThen && nodes.isNode(element) && ownership.relationshipTo(element)?.metaclass === 'FeatureMembership';
        put(stated, 'sysx:targetMember', isInFront ? stated.get('targetFeature')?.[0] : undefined);
    } else if (is(element, 'BindingConnector')) {
        if (is(element, 'Usage') && isDeclaredConnector(element, ownership)) {
            put(stated, 'sysx:declaredKeyword', 'binding');
            put(stated, 'sysx:endVerb', 'bind');
        }
        put(stated, 'sysx:endForm', 'equals');
    } else {
        put(stated, 'sysx:endVerb', VERBS[element.metaclass]);
        put(stated, 'sysx:endForm', ends.length === 2 ? 'to' : 'nary');
    }
}

/** Whether a connector has a declaration: a name or a specialization. */
function isDeclaredConnector(element: GraphElement, ownership: FullDocument['ownership']): boolean {
    return (
        ['declaredName', 'declaredShortName'].some(p => element.has(p)) ||
        ownership.relationshipsOf(element).some(r => is(r, 'Specialization'))
    );
}

/**
 * The condition that is written instead of a constraint, `require x > 1;`. It is a node, which distinguishes it from a result expression in
 * the body of a constraint. In the body of an expression, all elements are nodes, so there is no such condition.
 */
function conditionOf(element: GraphElement, { ownership, nodes }: FullDocument): GraphElement | undefined {
    return nodes.bodyOf(element) === undefined
        ? ownership.ownedThrough(element, 'ResultExpressionMembership').find(m => nodes.isNode(m))
        : undefined;
}

function emitCondition(element: GraphElement, document: FullDocument, stated: Statements): void {
    const condition = conditionOf(element, document);
    put(stated, document.nodes.isNode(element) ? 'sysx:resultExpression' : 'sysx:condition', condition);
}

/** States the keywords of statements in the bodies of actions and states. */
function emitStatement(element: GraphElement, { ownership, nodes }: FullDocument, stated: Statements): void {
    if (element.metaclass === 'StateSubactionMembership') {
        put(stated, 'sysx:subactionKind', element.get('kind'));
    }
    if (element.metaclass === 'TransitionUsage') {
        const effect = stated.get('effectAction')?.[0];
        put(stated, 'sysx:effectMember', effect);
        put(stated, 'sysx:hasEffect', effect === undefined ? undefined : true);
    }
    if (element.metaclass === 'SendActionUsage') {
        const isVia = stated.has('senderArgument') && !stated.has('receiverArgument');
        put(stated, 'sysx:isVia', isVia || undefined);
    }
    const membership = ownership.relationshipTo(element);
    const owner = membership && ownership.ownerOf(membership);
    if (membership?.metaclass === 'ParameterMembership' && is(owner, 'IfActionUsage') && is(element, 'ActionUsage')) {
        const then = ownership
            .relationshipsOf(owner!)
            .find(r => r.metaclass === 'ParameterMembership' && ownership.membersOf(r).some(m => nodes.isDeclared(m)));
        put(stated, 'sysx:branchKind', then === membership ? 'then' : 'else');
    } else if (membership?.metaclass === 'ParameterMembership' && is(owner, 'LoopActionUsage') && is(element, 'ActionUsage')) {
        put(stated, 'sysx:branchKind', 'body');
    }
}
