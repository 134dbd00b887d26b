/**
 * Builds the graph of a model: maps syntax nodes to elements, makes elements own others, and resolves names to references. Other files of
 * this folder make the statements of each kind of node. Does not depend on the spelling of a graph.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { metaclassOf } from '../../language/semantics/metaclass.js';
import { memberElement, resolve } from '../../language/semantics/names.js';
import { type NameNode, type Segment, segmentsOf } from '../../language/semantics/structure.js';
import type { Model } from '../../language/workspace/workspace.js';
import { ExpressionText, Graph, GraphElement, type Value } from '../graph.js';
import { encodeName } from '../ids.js';
import { isKind, type MetaclassName } from '../metamodel/facts.js';
import { Shape } from '../shape.js';
import { EXTENSION } from '../vocabulary.js';
import { Identities } from './identities.js';
import { emitMembership } from './memberships.js';
import { nodeMetaclass, unwrapped } from './expression-nodes.js';
import { RootUuids } from './root-uuids.js';
import { isFinalNode, isGuardedSuccession, isPseudostate } from './keywords.js';
import { quoted } from '../../runtime/values/index.js';
import { membershipClassOf } from './ownership.js';

/** The first statements of a part that is owned through a membership. */
const OWNED = Shape.of(['elementId', 'owningNamespace', 'owner', 'owningRelationship', 'owningMembership']);

/** The conjugate of a port definition, its membership, and whether the statements of the definition already include them. */
export interface Conjugate {
    readonly definition: AstNode;
    readonly element: GraphElement;
    readonly membership: GraphElement;
    isStated: boolean;
}

/** Takes elements with complete statements. */
export type TakeElements = (elements: readonly GraphElement[]) => void;

/** The number of complete elements that are passed on together. */
const HANDED_ON = 256;

/** Functions that write the owned elements after the owner's own statements are complete. */
export type Later = (() => void)[];

export class Builder {
    readonly graph = new Graph();
    readonly identities: Identities;
    /** The relationships of the heads in the current document; they are written after the document's elements. */
    readonly relationships: GraphElement[] = [];
    private readonly elements = new Map<AstNode, GraphElement>();
    private readonly nodes = new Map<AstNode, GraphElement>();
    private readonly memberships = new Map<AstNode, GraphElement>();
    private readonly parts = new Map<AstNode, GraphElement>();
    private readonly nodeMemberships = new Map<GraphElement, GraphElement>();
    /** The library elements, and their memberships, that may be referred to. */
    readonly library = new Map<GraphElement, { readonly node: AstNode; readonly isMembership: boolean }>();
    /** The library elements with references, in the order of their first reference. */
    readonly referred = new Set<GraphElement>();
    /** The conjugates with references, by the elements of their port definitions. */
    readonly conjugates = new Map<GraphElement, Conjugate>();
    /**
     * The syntax nodes of elements that are not declarations: expressions, ends, bodies and their members, ranges. Recorded only for
     * derived properties.
     */
    readonly origins?: Map<GraphElement, AstNode>;
    /**
     * Placeholders for the elements without identity to which names resolve, by syntax node. They are replaced when {@link origins} is
     * complete.
     */
    readonly openReferences = new Map<AstNode, { readonly placeholder: GraphElement; readonly name: string }>();
    private readonly take: TakeElements | undefined;
    /** Makes the UUIDs of library elements. The elements of the model get theirs after the graph is complete. */
    private readonly uuids: RootUuids | undefined;
    /** The identity scope's qualifier for the elements being written. */
    private qualifier = '';

    /**
     * @param take takes complete elements in graph order, which the builder then releases; without it, they stay in the graph
     * @throws ConversionError when the identities of the model contradict each other
     */
    constructor(
        readonly model: Model,
        {
            notesOrigins = false,
            hasUuids = false,
            take
        }: { readonly notesOrigins?: boolean; readonly hasUuids?: boolean; readonly take?: TakeElements } = {}
    ) {
        this.identities = new Identities(model);
        this.take = take;
        this.uuids = hasUuids ? new RootUuids(this.identities) : undefined;
        if (notesOrigins) {
            this.origins = new Map();
        }
    }

    /** Passes on all elements of the graph, which must be complete. */
    handOn(): void {
        if (this.take !== undefined) {
            const elements = this.graph.elements.splice(0);
            this.take(elements);
            elements.forEach(element => element.release());
        }
    }

    /**
     * {@link handOn}, if there are at least {@link HANDED_ON} elements. The garbage collector need not move elements that are released
     * early.
     */
    handOnMany(): void {
        if (this.take !== undefined && this.graph.elements.length >= HANDED_ON) {
            this.handOn();
        }
    }

    // --- Elements -----------------------------------------------------------------------------------------------------

    /** The element of a declaration of the model or the library; undefined for any other node. */
    elementOf(node: AstNode): GraphElement | undefined {
        let element = this.elements.get(node);
        if (element === undefined) {
            const identity = this.identities.of(node);
            if (identity === undefined) {
                return undefined;
            }
            const own = this.identities.ownVersionOf(node, identity);
            if (own !== undefined) {
                return this.elementOf(own);
            }
            const isOfLibrary = this.identities.isOfLibrary(node);
            const id = isOfLibrary ? this.libraryId(node, identity.id) : identity.id;
            element = new GraphElement(id, elementMetaclass(node), 'element', identity.qualifier);
            this.elements.set(node, element);
            if (isOfLibrary) {
                this.library.set(element, { node, isMembership: false });
            }
        }
        return element;
    }

    /** The element of a part of a declaration's head. In the body of an expression it is a node, to which no name resolves. */
    partOf(node: AstNode | undefined): GraphElement | undefined {
        return node && (this.parts.get(node) ?? this.elementOf(node));
    }

    /** Registers the node for a member of a declaration in the body of an expression. */
    addPart(node: AstNode, element: GraphElement): void {
        this.parts.set(node, element);
    }

    /** The membership that owns a declaration, or the declaration itself if it is a membership. */
    membershipElementOf(node: AstNode): GraphElement | undefined {
        const own = membershipClassOf(node);
        if (own === undefined) {
            return this.elementOf(node);
        }
        let membership = this.memberships.get(node);
        if (membership === undefined) {
            const identity = this.identities.of(node);
            if (identity === undefined) {
                return undefined;
            }
            const version = this.identities.ownVersionOf(node, identity);
            if (version !== undefined) {
                return this.membershipElementOf(version);
            }
            const isOfLibrary = this.identities.isOfLibrary(node);
            const id = isOfLibrary ? this.libraryId(node, identity.membershipId) : identity.membershipId;
            membership = new GraphElement(id, own, 'element', identity.qualifier);
            this.memberships.set(node, membership);
            if (isOfLibrary) {
                this.library.set(membership, { node, isMembership: true });
            }
        }
        return membership;
    }

    /**
     * Enters the identity scope of a declaration: elements without identity below the declaration get its qualifier.
     * @returns the outer scope, to restore later
     */
    enter(qualifier: string): string {
        const outer = this.qualifier;
        this.qualifier = qualifier;
        return outer;
    }

    /** A node of an expression or an end, with the id of its owner and a slot (contract 4.3). */
    nodeOf(owner: GraphElement, slot: string, metaclass: string): GraphElement {
        return new GraphElement(`${owner.id}_p${encodeName(slot)}`, metaclass, 'node', this.qualifier);
    }

    /** An element that the notation does not name, such as a relationship, with an id made of its owner's id and a suffix. */
    unnamed(owner: GraphElement, suffix: string, metaclass: string): GraphElement {
        return new GraphElement(`${owner.id}_${suffix}`, metaclass, owner.base, this.qualifier);
    }

    /** A node to which several places refer, cached by the declaration that it belongs to. */
    memoized(node: AstNode, make: () => GraphElement): GraphElement {
        let element = this.nodes.get(node);
        if (element === undefined) {
            this.nodes.set(node, (element = make()));
        }
        return element;
    }

    /** The membership of a node to which several places refer. */
    membershipOfNode(node: GraphElement, metaclass: MetaclassName): GraphElement {
        let membership = this.nodeMemberships.get(node);
        if (membership === undefined) {
            this.nodeMemberships.set(node, (membership = this.unnamed(node, 'om', metaclass)));
        }
        return membership;
    }

    /** The declarations that have elements, and those whose memberships have elements, so far. */
    get known(): { readonly elements: ReadonlyMap<AstNode, GraphElement>; readonly memberships: ReadonlyMap<AstNode, GraphElement> } {
        return { elements: this.elements, memberships: this.memberships };
    }

    // --- Ownership ----------------------------------------------------------------------------------------------------

    /** States the membership and owner of an element. */
    emitOwner(element: GraphElement, owner: GraphElement, membership: GraphElement): void {
        element.add('owningNamespace', owner).add('owner', owner).add('owningRelationship', membership).add('owningMembership', membership);
    }

    /** Writes a membership with the statements that follow from its metaclass and ends. */
    writeMembership(membership: GraphElement, owner: GraphElement, member: GraphElement): GraphElement {
        emitMembership(this.graph.write(membership), owner, member);
        return membership;
    }

    /** Makes an owner own a part through a new membership, which is written later with the part. */
    own(owner: GraphElement, part: GraphElement, metaclass: MetaclassName): GraphElement {
        const membership = this.unnamed(part, 'om', metaclass);
        owner.add('ownedRelationship', membership).add('ownedMembership', membership);
        if (isKind(metaclass, 'FeatureMembership')) {
            owner.add('ownedFeature', part).add('ownedFeatureMembership', membership);
        }
        return membership;
    }

    /** Begins the statements of a part with its id and owner. */
    begin(part: GraphElement, owner: GraphElement, membership: GraphElement): GraphElement {
        this.graph.write(part);
        if (part.properties.length === 0) {
            return part.begin(OWNED, [part.id, owner, owner, membership, membership]);
        }
        this.emitOwner(part.add('elementId', part.id), owner, membership);
        return part;
    }

    /** Begins the statements of a relationship that an element owns directly. */
    beginRelationship(relationship: GraphElement): GraphElement {
        return this.graph.write(relationship).add('elementId', relationship.id);
    }

    /** The membership to which the import of a member refers. An alias is itself a membership. */
    importedMembershipOf(member: AstNode): GraphElement | undefined {
        const element = this.elementOf(member);
        const membership = element === undefined ? undefined : this.membershipElementOf(member);
        if (membership === undefined) {
            return undefined;
        }
        const isOfRoot = member.$container !== undefined && member.$container.$container === undefined;
        if (membership !== element && isOfRoot && !this.library.has(membership)) {
            // A sparse graph does not contain the membership of a root, so its member is set here for readers of the graph. Stubs state
            // their members.
            membership.set('memberElement', [element!]);
        }
        return this.noted(membership);
    }

    /** The id of a library element or its membership. An unnamed element has no normative id (contract: conversion 4.7). */
    private libraryId(node: AstNode, id: string): string {
        return this.uuids === undefined || this.identities.of(node)!.isNormative ? id : this.uuids.below(node, id);
    }

    /** The id of an unnamed part of a library declaration. */
    libraryPartId(node: AstNode, suffix: string): string {
        const id = `${this.identities.of(node)!.id}_${suffix}`;
        return this.uuids === undefined ? id : this.uuids.below(node, id);
    }

    /** Records a reference to an element, so that a stub is written if it belongs to the library. */
    noted(element: GraphElement): GraphElement {
        if (this.library.has(element)) {
            this.referred.add(element);
        }
        return element;
    }

    // --- References ---------------------------------------------------------------------------------------------------

    /**
     * The value for a name: the element to which it resolves, the name itself if it does not resolve, or the text of a feature chain
     * (contract 5.4).
     */
    refer(name: NameNode): Value {
        return name.text.includes('.') && segmentsOf(name.text).some(s => s.separator === '.')
            ? new ExpressionText(name.text)
            : this.referTo(memberElement(resolve(name)), name.text);
    }

    /** A reference to the target of a name. */
    referTo(target: AstNode | undefined, text: string): Value {
        const element = target === undefined ? undefined : (this.namedBy(target) ?? this.referredEnd(target));
        if (element !== undefined) {
            return this.noted(element);
        }
        return target === undefined || this.origins === undefined ? unquotedName(text) : this.openReference(target, text);
    }

    /** A reference to an element without identity, which may not exist yet: a parameter or member of a body, a loop variable. */
    private openReference(target: AstNode, text: string): GraphElement {
        let reference = this.openReferences.get(target);
        if (reference === undefined) {
            reference = { placeholder: new GraphElement('', elementMetaclass(target), 'node', this.qualifier), name: unquotedName(text) };
            this.openReferences.set(target, reference);
        }
        return reference.placeholder;
    }

    /**
     * The end in a connector's head to which a name resolves. Sparse graphs contain the name instead, as for all elements without identity.
     */
    private referredEnd(node: AstNode): GraphElement | undefined {
        const connector = this.origins === undefined || node.$type !== 'ConnectorEnd' ? undefined : node.$container;
        const owner = connector && this.elementOf(connector);
        const ends: readonly AstNode[] = connector?.ends ?? [];
        return owner === undefined || !ends.includes(node) ? undefined : this.endOf(owner, node, ends.indexOf(node));
    }

    /** The node of an end in the head of a connector. */
    endOf(connector: GraphElement, node: AstNode, i: number): GraphElement {
        const make = (): GraphElement => new GraphElement(`${connector.id}_pend${i}`, metaclassOf(node), 'node', connector.qualifier);
        return this.origins === undefined ? make() : this.memoized(node, make);
    }

    /**
     * The element for the node to which a name resolves. For `done;` it is the snapshot `done` that every action inherits from the library.
     */
    namedBy(node: AstNode): GraphElement | undefined {
        const named = isFinalNode(node) ? this.model.libraryElement('Actions::Action::done') : node;
        return named && this.elementOf(named);
    }
}

/** The metaclass of a declaration. The result of a body has the metaclass of its expression. */
export function elementMetaclass(node: AstNode): string {
    if (isPseudostate(node)) {
        return `${EXTENSION}Pseudostate`;
    }
    if (isGuardedSuccession(node)) {
        return 'SuccessionAsUsage';
    }
    if (isFinalNode(node)) {
        return 'Membership';
    }
    return node.$type === 'ResultExpression' ? nodeMetaclass(unwrapped(node.expression)) : metaclassOf(node);
}

/** A name as written, without quotes unless removing them would change it. */
export function unquotedName(text: string): string {
    return segmentsOf(text)
        .map(segment => segment.separator + segmentText(segment))
        .join('');
}

/** A segment that needs no quotes. A leading `~` would denote a conjugate, and `$` the global namespace. */
const PLAIN = /^(?!\$$)[^.:'~][^.:']*$/;

/** A segment in the spelling of {@link unquotedName}. */
export function segmentText({ name, isGlobal }: Segment): string {
    return isGlobal === true || PLAIN.test(name) ? name : quoted(name);
}
