/**
 * Converts full documents of other tools to sparse graphs (contract: conversion 9.4, 13.2). Removes the derived properties, and derives
 * those that sparse graphs state from the stored properties, so that the document may state all, some or none of them. Depends on graphs
 * only.
 */
import { cannotConvert, type GraphElement, type Value } from '../../graph.js';
import { isKind, propertiesOf, propertyOfMetaclass } from '../../metamodel/facts.js';
import { EXTENSION } from '../../vocabulary.js';
import { withArgumentParameters } from './bare-arguments.js';
import { withBodyReferences } from './body-references.js';
import { withChainSteps } from './chain-targets.js';
import { withEntries } from './entries.js';
import { isReference } from './flags.js';
import { withFunctionArguments } from './function-arguments.js';
import { withoutHiddenParts } from './hidden-parts.js';
import { withoutImplied } from './implied.js';
import { Nodes } from './nodes.js';
import { QualifiedNames } from './qualified-names.js';
import { withoutActionParameters, withSparsePlacement } from './placement.js';
import { orderOwned } from './owned-order.js';
import { nameParts } from './part-names.js';
import type { FullDocument } from './full-document.js';
import { sparseStatements } from './statements.js';
import { OwnershipIndex } from './ownership-index.js';
import { withTargetEnds } from './target-ends.js';
import { withUnresolvedNames } from './unresolved-names.js';

/**
 * Makes a full document sparse.
 * @param elements the elements of the document, without root namespaces
 * @param hasBases whether the IRIs show which elements are nodes
 * @returns the elements of the sparse graph
 * @throws ConversionError for contradictory ownership
 */
export function toSparse(elements: readonly GraphElement[], hasBases: boolean): GraphElement[] {
    elements.forEach(element => {
        withoutLibraryArguments(element);
        emitConjugate(element);
        annotateDependency(element);
        ownThroughMembership(element);
    });
    takeDefaultReferences(elements);
    const stated = withGrammarShapes(withoutImplied(withFunctionArguments(withUnresolvedNames(elements))));
    const isOfOurs = stated.some(e => e.properties.some(p => p.startsWith(EXTENSION) && p !== 'sysx:memberIndex'));
    const placed = withSparsePlacement(withoutActionParameters(stated));
    const kept = withoutHiddenParts(isOfOurs ? placed : orderOwned(placed));
    const own = kept.filter(e => !isStub(e, isOfOurs));
    const ownership = new OwnershipIndex(own);
    checkDepth(own, ownership);
    const hasPositions = own.some(e => e.has('sysx:memberIndex') && ownership.outward(e) !== undefined) || isOfOurs;
    const nodes = new Nodes(ownership, own, hasPositions);
    const names = new QualifiedNames(ownership, nodes, own);
    own.forEach(element => checkOwned(element, ownership));
    own.forEach(element => nameParts(element, nodes, ownership));
    const isNode = hasBases && own.some(e => e.base === 'node') ? undefined : own.map(e => nodes.isNode(e));
    const document: FullDocument = { ownership, nodes, names, isOfOurs, steps: new Map() };
    const statements = own.map(element => sparseStatements(element, document));
    own.forEach((element, i) => apply(element, statements[i]));
    const isOwn = new Set(own);
    kept.filter(e => !isOwn.has(e)).forEach(explain);
    isNode?.forEach((is, i) => own[i].identify(own[i].id, is ? 'node' : 'element'));
    return withoutUnused(kept, isOwn);
}

/** The elements of a document with the parts that some tools omit, or own differently than the grammar requires. */
function withGrammarShapes(elements: readonly GraphElement[]): readonly GraphElement[] {
    return [withEntries, withTargetEnds, withArgumentParameters, withChainSteps, withBodyReferences].reduce(
        (shaped, withShape) => withShape(shaped),
        elements
    );
}

/**
 * Removes `isReference` and `isComposite` of bindings and successions if all of them are referential: some tools state this although the
 * notation has no `ref`. If one of them is not referential, the flags show which declarations have `ref`.
 */
function takeDefaultReferences(elements: readonly GraphElement[]): void {
    const connectors = elements.filter(e => isKind(e.metaclass, 'BindingConnectorAsUsage') || e.metaclass === 'SuccessionAsUsage');
    if (connectors.every(isReference)) {
        connectors.forEach(e => ['isReference', 'isComposite'].forEach(property => e.set(property, [])));
    }
}

/**
 * States the type of a conjugated port typing, which is its conjugated port definition (SysML 8.3.12.3 conjugatedPortDefinition redefines
 * type).
 */
function emitConjugate(element: GraphElement): void {
    if (element.metaclass === 'ConjugatedPortTyping' && !element.has('type')) {
        element.set('type', element.all('conjugatedPortDefinition'));
    }
}

/**
 * Makes the memberships of prefix metadata of a dependency annotations, as in the grammar (SysML 8.2.2.3, PrefixMetadataAnnotation). Some
 * tools write memberships.
 */
function annotateDependency(element: GraphElement): void {
    if (element.metaclass !== 'Dependency') {
        return;
    }
    for (const relationship of element.elements('ownedRelationship')) {
        const members = relationship.elements('ownedRelatedElement');
        if (relationship.metaclass === 'OwningMembership' && members.length === 1 && members[0].metaclass === 'MetadataUsage') {
            relationship.metaclass = 'Annotation';
            relationship.discard(property => propertyOfMetaclass('Annotation', property) === undefined);
            members[0].set('owningMembership', []);
        }
    }
}

/**
 * Makes the membership of a feature in a package an owning membership, as in the grammar (SysML 8.2.2.5 PackageMember): only a type has
 * feature memberships. Some tools write a feature membership for `end` there.
 */
function ownThroughMembership(membership: GraphElement): void {
    const owner = isKind(membership.metaclass, 'FeatureMembership') ? membership.element('owningRelatedElement') : undefined;
    if (owner !== undefined && owner.metaclass !== '' && !isKind(owner.metaclass, 'Type')) {
        membership.metaclass = 'OwningMembership';
        membership.discard(property => propertyOfMetaclass('OwningMembership', property) === undefined);
    }
}

/** Removes arguments that are parameters of the library: they represent an argument that is not written (`loop`). */
function withoutLibraryArguments(element: GraphElement): void {
    const isOfLibrary = (property: string): boolean => element.element(property)?.is('isLibraryElement') === true;
    ['whileArgument', 'payloadArgument'].filter(isOfLibrary).forEach(property => element.set(property, []));
}

/** Replaces all derived properties by those that a sparse graph states. */
function apply(element: GraphElement, stated: ReadonlyMap<string, readonly Value[]>): void {
    const { metaclass } = element;
    element.discard(property => {
        const values = stated.get(property);
        return values === undefined ? following(metaclass).has(property) : values.length === 0;
    });
    stated.forEach((values, property) => element.set(property, values));
}

const followingBy = new Map<string, ReadonlySet<string>>();

/** The properties of a metaclass that are derived, or redefined by another one of its properties. */
function following(metaclass: string): ReadonlySet<string> {
    let names = followingBy.get(metaclass);
    if (names === undefined) {
        const all = [...propertiesOf(metaclass).values()];
        const redefined = new Set(all.flatMap(p => p.redefines.map(r => r.split('.')[1])));
        names = new Set(all.filter(p => !OWN.has(p.name) && (p.isDerived || redefined.has(p.name))).map(p => p.name));
        followingBy.set(metaclass, names);
    }
    return names;
}

/**
 * Redefined or derived properties that sparse graphs nevertheless state: the `operand` of a call, which the schema of the standard does not
 * contain, and the short name of requirements, which `reqId` redefines.
 */
const OWN = new Set(['operand', 'declaredShortName']);

/** The properties that state the position or the ownership of an element. */
const OWNERSHIP = ['sysx:memberIndex', 'ownedRelationship', 'owningRelationship', 'owningMembership', 'owningRelatedElement', 'owner'];

/**
 * Whether an element is a stub: a library element without an owner and owned elements. In a graph with terms of the extension, every
 * element without these properties is a stub.
 */
function isStub(element: GraphElement, isOfOurs: boolean): boolean {
    return (element.is('isLibraryElement') || isOfOurs) && !OWNERSHIP.some(property => element.has(property));
}

/** The properties that a sparse graph states for stubs. */
const EXPLAINING = new Set(['elementId', 'qualifiedName', 'declaredName', 'memberElement', 'isLibraryElement', 'originalPortDefinition']);

function explain(stub: GraphElement): void {
    stub.discard(property => !EXPLAINING.has(property));
    stub.set('isLibraryElement', [true]);
    const member = stub.element('memberElement');
    stub.set('elementId', [stub.text('elementId') ?? stub.id]);
    stub.set('memberElement', member === undefined || !isKind(stub.metaclass, 'Membership') ? [] : [member]);
}

/**
 * The maximum depth of ownership, counting relationships. The notation of models does not nest this deep, and the length of qualified names
 * grows with the depth.
 */
const MAX_DEPTH = 2000;

/** @throws ConversionError for an element that owns itself or is nested too deeply */
function checkDepth(elements: readonly GraphElement[], ownership: OwnershipIndex): void {
    const depths = new Map<GraphElement, number>();
    for (const element of elements) {
        const way = new Set<GraphElement>();
        let at: GraphElement | undefined = element;
        for (; at !== undefined && !depths.has(at); at = ownership.outward(at)) {
            if (way.has(at)) {
                throw cannotConvert(at.key, 'it owns itself, directly or indirectly');
            }
            way.add(at);
        }
        let depth = at === undefined ? 0 : depths.get(at)!;
        [...way].reverse().forEach(e => depths.set(e, ++depth));
        if (depth > MAX_DEPTH) {
            throw cannotConvert(element.key, `it is nested too deeply: at most ${MAX_DEPTH} levels of ownership are read`);
        }
    }
}

/** Lists of owned elements that are not relationships. */
const LISTS_OF_OWNED = ['ownedElement', 'ownedMember', 'ownedFeature'];
/** Properties that refer to the owner. */
const OWNERS = ['owner', 'owningNamespace'];

/** Checks that the derived statements about ownership agree with the relationships. @throws ConversionError */
function checkOwned(element: GraphElement, ownership: OwnershipIndex): void {
    const ownersOf = (member: GraphElement): readonly (GraphElement | undefined)[] => {
        const relationship = ownership.relationshipTo(member);
        return relationship === undefined ? [ownership.ownerOf(member)] : [ownership.ownerOf(relationship), relationship];
    };
    for (const property of LISTS_OF_OWNED) {
        for (const member of element.elements(property)) {
            const owners = ownersOf(member);
            if (owners[0] !== undefined && !owners.includes(element)) {
                throw cannotConvert(element.key, `its ${property} contains ${member.key}, but ${owners[0].key} owns that element`);
            }
        }
    }
    for (const property of OWNERS) {
        const stated = element.element(property);
        const owners = ownersOf(element);
        if (stated !== undefined && owners[0] !== undefined && !owners.includes(stated)) {
            throw cannotConvert(element.key, `its ${property} is ${stated.key}, but ${owners[0].key} owns it`);
        }
    }
}

/** The elements of a sparse graph, without stubs to which nothing refers. */
function withoutUnused(elements: readonly GraphElement[], isOwn: ReadonlySet<GraphElement>): GraphElement[] {
    const used = new Set<GraphElement>();
    const use = (element: GraphElement): void =>
        element.properties.forEach((_, at) => {
            for (const value of element.valuesAt(at)) {
                if (typeof value === 'object' && 'metaclass' in value && !isOwn.has(value) && !used.has(value)) {
                    used.add(value);
                    use(value);
                }
            }
        });
    isOwn.forEach(use);
    return elements.filter(e => isOwn.has(e) || used.has(e));
}
