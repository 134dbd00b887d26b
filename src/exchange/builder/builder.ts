/**
 * The graph of a model in the making: which element stands for a node of the syntax tree, how one owns another, how a name becomes a
 * reference. The statements of each kind of node are the neighbouring files'. Knows no spelling of a graph.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { metaclassOf } from '../../language/semantics/metaclass.js';
import { memberElement, resolve } from '../../language/semantics/names.js';
import { type NameNode, quoted, type Segment, segmentsOf } from '../../language/semantics/structure.js';
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
import { membershipClassOf } from './ownership.js';

/** What a part that is owned through a membership states first. */
const OWNED = Shape.of(['elementId', 'owningNamespace', 'owner', 'owningRelationship', 'owningMembership']);

/** The conjugate of a port definition, what its definition owns it through, and whether that says so. */
export interface Conjugate {
    readonly definition: AstNode;
    readonly element: GraphElement;
    readonly membership: GraphElement;
    isStated: boolean;
}

/** Takes elements whose statements are complete. */
export type TakeElements = (elements: readonly GraphElement[]) => void;

/** Complete elements that are handed on together. */
const HANDED_ON = 256;

/** Writes what an element owns, once its own statements are complete. */
export type Later = (() => void)[];

export class Builder {
    readonly graph = new Graph();
    readonly identities: Identities;
    /** Relationships of the heads of the document in the making: they follow its elements. */
    readonly relationships: GraphElement[] = [];
    private readonly elements = new Map<AstNode, GraphElement>();
    private readonly nodes = new Map<AstNode, GraphElement>();
    private readonly memberships = new Map<AstNode, GraphElement>();
    private readonly parts = new Map<AstNode, GraphElement>();
    private readonly nodeMemberships = new Map<GraphElement, GraphElement>();
    /** The elements of the library that a reference may name, and the memberships of such. */
    readonly library = new Map<GraphElement, { readonly node: AstNode; readonly isMembership: boolean }>();
    /** Those that are referred to, in the order of their first reference. */
    readonly referred = new Set<GraphElement>();
    /** The conjugates that are referred to, by the elements of their port definitions. */
    readonly conjugates = new Map<GraphElement, Conjugate>();
    /** The syntax of elements that are no declarations: expressions, ends, bodies and their members, ranges. Noted on request. */
    readonly origins?: Map<GraphElement, AstNode>;
    private readonly take: TakeElements | undefined;
    /** of the library, when ids are UUIDs: those of the model follow when its graph is complete */
    private readonly uuids: RootUuids | undefined;
    /** The qualifier of the elements that are being written. */
    private qualifier = '';

    /**
     * @param take is given the elements that are complete, in graph order, and the builder lets them go; without it they stay in the graph
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

    /** Hands on the elements of the graph, all of which are complete. */
    handOn(): void {
        if (this.take !== undefined) {
            const elements = this.graph.elements.splice(0);
            this.take(elements);
            elements.forEach(element => element.release());
        }
    }

    /** {@link handOn} as soon as there are some: what is let go early is never moved by the collector. */
    handOnMany(): void {
        if (this.take !== undefined && this.graph.elements.length >= HANDED_ON) {
            this.handOn();
        }
    }

    // --- Elements -----------------------------------------------------------------------------------------------------

    /** The element of a declaration, of the model or the library; undefined for a node that is none. */
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

    /** The element of a part of a declaration's head: in the body of an expression a node, which no name leads to. */
    partOf(node: AstNode | undefined): GraphElement | undefined {
        return node && (this.parts.get(node) ?? this.elementOf(node));
    }

    /** Makes the node of a member known of a declaration in the body of an expression. */
    addPart(node: AstNode, element: GraphElement): void {
        this.parts.set(node, element);
    }

    /** The membership that owns a declaration: the declaration itself where it is a membership. */
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
     * Starts a declaration: the elements below it that have no identity of their own are of its scope.
     * @returns the scope outside, to go back to
     */
    enter(qualifier: string): string {
        const outer = this.qualifier;
        this.qualifier = qualifier;
        return outer;
    }

    /** A node of an expression, or an end, that hangs on an element (contract 4.3). */
    nodeOf(owner: GraphElement, slot: string, metaclass: string): GraphElement {
        return new GraphElement(`${owner.id}_p${encodeName(slot)}`, metaclass, 'node', this.qualifier);
    }

    /** A relationship or another element that the notation does not name, by the suffix of its id. */
    unnamed(owner: GraphElement, suffix: string, metaclass: string): GraphElement {
        return new GraphElement(`${owner.id}_${suffix}`, metaclass, owner.base, this.qualifier);
    }

    /** A node that several places refer to, by the declaration that it belongs to. */
    memoized(node: AstNode, make: () => GraphElement): GraphElement {
        let element = this.nodes.get(node);
        if (element === undefined) {
            this.nodes.set(node, (element = make()));
        }
        return element;
    }

    /** The membership of a node that several places refer to. */
    membershipOfNode(node: GraphElement, metaclass: MetaclassName): GraphElement {
        let membership = this.nodeMemberships.get(node);
        if (membership === undefined) {
            this.nodeMemberships.set(node, (membership = this.unnamed(node, 'om', metaclass)));
        }
        return membership;
    }

    /** The declarations that have elements so far, and those whose memberships have. */
    get known(): { readonly elements: ReadonlyMap<AstNode, GraphElement>; readonly memberships: ReadonlyMap<AstNode, GraphElement> } {
        return { elements: this.elements, memberships: this.memberships };
    }

    // --- Ownership ----------------------------------------------------------------------------------------------------

    /** Emits on an element the membership by which its owner owns it. */
    emitOwner(element: GraphElement, owner: GraphElement, membership: GraphElement): void {
        element.add('owningNamespace', owner).add('owner', owner).add('owningRelationship', membership).add('owningMembership', membership);
    }

    /** Writes a membership with all that follows from its metaclass and ends. */
    writeMembership(membership: GraphElement, owner: GraphElement, member: GraphElement): GraphElement {
        emitMembership(this.graph.write(membership), owner, member);
        return membership;
    }

    /** Makes the owner own a part through a membership of its own, which is written later with the part. */
    own(owner: GraphElement, part: GraphElement, metaclass: MetaclassName): GraphElement {
        const membership = this.unnamed(part, 'om', metaclass);
        owner.add('ownedRelationship', membership).add('ownedMembership', membership);
        if (isKind(metaclass, 'FeatureMembership')) {
            owner.add('ownedFeature', part).add('ownedFeatureMembership', membership);
        }
        return membership;
    }

    /** Begins the subject of a part: its id and its owner. */
    begin(part: GraphElement, owner: GraphElement, membership: GraphElement): GraphElement {
        this.graph.write(part);
        if (part.properties.length === 0) {
            return part.begin(OWNED, [part.id, owner, owner, membership, membership]);
        }
        this.emitOwner(part.add('elementId', part.id), owner, membership);
        return part;
    }

    /** Begins the subject of a relationship that an element owns directly. */
    beginRelationship(relationship: GraphElement): GraphElement {
        return this.graph.write(relationship).add('elementId', relationship.id);
    }

    /** The membership that an import of a member names: an alias is one itself. */
    importedMembershipOf(member: AstNode): GraphElement | undefined {
        const element = this.elementOf(member);
        const membership = element === undefined ? undefined : this.membershipElementOf(member);
        if (membership === undefined) {
            return undefined;
        }
        const isOfRoot = member.$container !== undefined && member.$container.$container === undefined;
        if (membership !== element && isOfRoot && !this.library.has(membership)) {
            // The membership of a root stands in the element form alone: what it is of is known all the same. Stubs state it themselves.
            membership.set('memberElement', [element!]);
        }
        return this.noted(membership);
    }

    /** The id of an element of the library or of its membership; what has no name has no normative one (contract: conversion 4.7). */
    private libraryId(node: AstNode, id: string): string {
        return this.uuids === undefined || this.identities.of(node)!.isNormative ? id : this.uuids.below(node, id);
    }

    /** The id of a part of a declaration of the library, which has no name. */
    libraryPartId(node: AstNode, suffix: string): string {
        const id = `${this.identities.of(node)!.id}_${suffix}`;
        return this.uuids === undefined ? id : this.uuids.below(node, id);
    }

    /** Notes that an element is referred to, so that one of the library is explained. */
    noted(element: GraphElement): GraphElement {
        if (this.library.has(element)) {
            this.referred.add(element);
        }
        return element;
    }

    // --- References ---------------------------------------------------------------------------------------------------

    /** What a name stands for: its element; the name itself where it leads to none; the text of a chain (contract 5.4). */
    refer(name: NameNode): Value {
        return name.text.includes('.') && segmentsOf(name.text).some(s => s.separator === '.')
            ? new ExpressionText(name.text)
            : this.referTo(memberElement(resolve(name)), name.text);
    }

    /** A reference to an element that was found by a name. */
    referTo(target: AstNode | undefined, text: string): Value {
        const element = target === undefined ? undefined : (this.namedBy(target) ?? this.referredEnd(target));
        return element === undefined ? unquotedName(text) : this.noted(element);
    }

    /** The end in the head of a connector that a name leads to: sparse graphs have the name, as of all that has no identity. */
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

    /** The element that a name means which leads to a node: `done;` is a mention of the end that the library gives every action. */
    namedBy(node: AstNode): GraphElement | undefined {
        const named = isFinalNode(node) ? this.model.libraryElement('Actions::Action::done') : node;
        return named && this.elementOf(named);
    }
}

/** The metaclass of a declaration: that of its expression for the result of a body. */
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

/** A name as written without its quotes, but for those that it would be another name without. */
export function unquotedName(text: string): string {
    return segmentsOf(text)
        .map(segment => segment.separator + segmentText(segment))
        .join('');
}

/** A segment that stands for itself without quotes: `~` in front is that of a conjugate, `$` the global namespace. */
const PLAIN = /^(?!\$$)[^.:'~][^.:']*$/;

/** A segment of a name as {@link unquotedName} has it. */
export function segmentText({ name, isGlobal }: Segment): string {
    return isGlobal === true || PLAIN.test(name) ? name : quoted(name);
}
