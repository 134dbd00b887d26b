/**
 * The identities of a model's elements: qualified names with positions, ids, identity scopes (contract: conversion 4). Depends on syntax
 * trees and their names; makes no statements.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { type Scope, scopeOf } from '../../language/semantics/world.js';
import { isPackage } from '../../language/semantics/structure.js';
import { documentOf } from '../../language/semantics/text.js';
import type { Document } from '../../language/workspace/document.js';
import type { Model } from '../../language/workspace/workspace.js';
import { cannotConvert } from '../graph.js';
import { encodeName, normativeSegment, positionSegment, segmentOf } from '../ids.js';
import { normativeId, normativeMembershipId, standardPackageId } from '../normative.js';
import { IdentityAnnotations, type ProjectScope } from './annotations.js';
import { declaredMembersOf } from '../../language/semantics/declared-members.js';
import { declaredNameOf, placeOf } from './members.js';

/** The identity of a declaration. */
export interface Identity {
    readonly qualifiedName: string;
    /** the position among the owner's members; for a root, in its document or in a model of several documents */
    readonly index: number;
    readonly id: string;
    /** the id of the membership that owns the declaration */
    readonly membershipId: string;
    /** whether an annotation declares the id */
    readonly isDeclared: boolean;
    /** whether the standard defines the id */
    readonly isNormative: boolean;
    /** the qualifier of the identity scope; empty outside of scopes and if there is only one */
    readonly qualifier: string;
    /**
     * the names from the root in the spelling of normative ids; undefined if one of them is a position or the standard names no such
     * element
     */
    readonly path: readonly string[] | undefined;
}

interface Place {
    readonly segment: string;
    readonly name: string | undefined;
    readonly index: number;
}

export class Identities {
    readonly annotations: IdentityAnnotations;
    private readonly places = new Map<AstNode, ReadonlyMap<AstNode, Place>>();
    private readonly known = new Map<AstNode, Identity | null>();
    private readonly isScoped: boolean;
    private readonly documents: ReadonlySet<Scope>;
    private ownVersions: ReadonlyMap<string, AstNode> | undefined;
    private readonly versions = new Map<Document, boolean>();

    /** @throws ConversionError when two documents declare the same element, or an annotation declares an invalid id */
    constructor(private readonly model: Model) {
        this.documents = new Set<Scope>(model.documents);
        this.annotations = new IdentityAnnotations(model.documents);
        const scopes = [...this.annotations.scopes.values()].map(({ org, projectId }) => `${org}\n${projectId}`);
        this.isScoped = new Set(scopes).size > 1;
        this.placeRoots(model.documents);
    }

    /** The declarations of a node in order, without identity annotations. */
    membersOf(owner: AstNode): readonly AstNode[] {
        const members = declaredMembersOf(owner);
        const { nodes } = this.annotations;
        return nodes.size === 0 ? members : members.filter(m => !nodes.has(m));
    }

    /** Whether a node belongs to the library. A document that is a version of a library file belongs to the model. */
    isOfLibrary(node: AstNode): boolean {
        return !this.documents.has(scopeOf(node));
    }

    /** The identity of a node; undefined if the node is not a declaration in the graph. */
    of(node: AstNode): Identity | undefined {
        let identity = this.known.get(node);
        if (identity === undefined) {
            identity = (this.isOfLibrary(node) ? this.libraryIdentity(node) : this.identify(node)) ?? null;
            this.known.set(node, identity);
        }
        return identity ?? undefined;
    }

    private identify(node: AstNode): Identity | undefined {
        const owner = node.$container;
        const place = owner === undefined ? undefined : this.placesIn(owner).get(node);
        const parent = place === undefined ? undefined : this.parentIn(owner!);
        if (place === undefined || parent === undefined) {
            return undefined;
        }
        const { segment, name, index } = place;
        const qualifiedName = qualifiedNameIn(parent, segment);
        const path = name === undefined || !this.isLibraryVersion(documentOf(node)) ? undefined : normativePath(node, name, parent);
        const normative = path === undefined ? undefined : normativeId(path);
        const declared = this.annotations.ids.get(node);
        const id = declared ?? normative ?? encodeName(qualifiedName);
        const isNormative = normative !== undefined && id === normative;
        return {
            qualifiedName,
            index,
            id,
            membershipId: isNormative ? normativeMembershipId(path!)! : `${id}_om`,
            isDeclared: declared !== undefined && !isNormative,
            isNormative,
            qualifier: this.isScoped ? this.qualifierOf(node, parent) : '',
            path
        };
    }

    /**
     * The identity of the owner of a namespace's declarations: null for the root of a document, undefined if the namespace is not a
     * declaration in the graph.
     */
    private parentIn(owner: AstNode): Identity | null | undefined {
        return owner.$container === undefined ? null : this.of(owner);
    }

    private placesIn(owner: AstNode): ReadonlyMap<AstNode, Place> {
        let places = this.places.get(owner);
        if (places === undefined) {
            const taken = new Set<string>();
            places = new Map(this.membersOf(owner).map((member, index) => [member, placeOfMember(member, index, taken)]));
            this.places.set(owner, places);
        }
        return places;
    }

    private placeRoots(documents: readonly Document[]): void {
        const declarers = new Map<string, AstNode>();
        let index = 0;
        for (const document of documents) {
            const taken = new Set<string>();
            const places = new Map<AstNode, Place>();
            for (const member of this.membersOf(document.root)) {
                const place = placeOfMember(member, index++, taken);
                places.set(member, place);
                const other = place.name === undefined ? undefined : declarers.get(place.segment);
                if (other !== undefined) {
                    throw cannotConvert(place.segment, `${documentOf(other).name} declares it, too`, placeOf(member));
                }
                declarers.set(place.segment, member);
            }
            this.places.set(document.root, places);
        }
    }

    private qualifierOf(node: AstNode, parent: Identity | null): string {
        const scope = this.annotations.scopes.get(node);
        return scope === undefined ? (parent?.qualifier ?? '') : qualifierOfScope(scope);
    }

    // --- The standard library -----------------------------------------------------------------------------------------

    /** The identity of a library element, by name. If the standard defines no id, it is the encoded qualified name. */
    private libraryIdentity(node: AstNode): Identity | undefined {
        const owner = libraryOwnerOf(node);
        const place = owner === undefined ? undefined : this.placesIn(owner).get(node);
        const name = declaredNameOf(node);
        const isPayload = place === undefined && node.$containerProperty === 'payload' && name !== undefined;
        if (owner === undefined || (place === undefined && !isPayload)) {
            return undefined;
        }
        const parent = this.parentIn(owner);
        if (parent === undefined) {
            return undefined;
        }
        const isNamed = place === undefined || place.name !== undefined;
        const path = isNamed ? normativePath(node, name!, parent) : undefined;
        const qualifiedName = qualifiedNameIn(parent, place?.segment ?? segmentOf(name!));
        const normative = path === undefined ? undefined : normativeId(path);
        const id = normative ?? encodeName(qualifiedName);
        return {
            qualifiedName,
            index: place?.index ?? 0,
            id,
            // Computed on request: graphs refer to few memberships of the library.
            get membershipId(): string {
                return normative === undefined ? `${id}_om` : normativeMembershipId(path!)!;
            },
            isDeclared: false,
            isNormative: normative !== undefined,
            qualifier: '',
            path
        };
    }

    /**
     * Whether a document is a version of a standard library file (4.7): all its roots are packages of one bundled file, in the same
     * language, each with the library's modifiers or id.
     */
    private isLibraryVersion(document: Document): boolean {
        let answer = this.versions.get(document);
        if (answer === undefined) {
            const bundled = this.membersOf(document.root).map(root => this.bundledVersionOf(root));
            answer = bundled.length > 0 && bundled[0] !== undefined && bundled.every(d => d === bundled[0]);
            this.versions.set(document, answer);
        }
        return answer;
    }

    /** The declaration of the model that replaces a library declaration, if a document is a version of the library file. */
    ownVersionOf(node: AstNode, { id }: Identity): AstNode | undefined {
        if (!this.isOfLibrary(node)) {
            return undefined;
        }
        if (this.ownVersions === undefined) {
            const versions = new Map<string, AstNode>();
            const add = (owner: AstNode): void =>
                this.membersOf(owner).forEach(member => {
                    versions.set(this.of(member)!.id, member);
                    add(member);
                });
            this.model.documents.filter(d => this.isLibraryVersion(d)).forEach(d => add(d.root));
            this.ownVersions = versions;
        }
        return this.ownVersions.get(id);
    }

    private bundledVersionOf(root: AstNode): Document | undefined {
        const { name } = root;
        const bundled = isPackage(root) && name !== undefined ? this.model.library.lookupGlobal(name)[0] : undefined;
        if (bundled === undefined || !isPackage(bundled) || !isPackage(root)) {
            return undefined;
        }
        const id = standardPackageId(name!);
        const hasModifiers = root.isStandard === bundled.isStandard && root.isLibrary === bundled.isLibrary;
        const document = documentOf(bundled);
        return id !== undefined &&
            document.language === documentOf(root).language &&
            (hasModifiers || this.annotations.ids.get(root) === id)
            ? document
            : undefined;
    }
}

function placeOfMember(member: AstNode, index: number, taken: Set<string>): Place {
    const name = declaredNameOf(member);
    if (name === undefined || taken.has(name)) {
        return { segment: positionSegment(index), name: undefined, index };
    }
    taken.add(name);
    return { segment: segmentOf(name), name, index };
}

/**
 * The qualifier of the ids in an identity scope: `org.project`, or only the project if no organisation is given (contract: conversion 4.5).
 */
export function qualifierOfScope({ org, projectId }: ProjectScope): string {
    return org === '' ? encodeName(projectId) : `${encodeName(org)}.${encodeName(projectId)}`;
}

/** The owner of a library declaration. The payload of a trigger belongs to the transition as a parameter. */
function libraryOwnerOf(node: AstNode): AstNode | undefined {
    const owner = node.$container;
    return node.$containerProperty === 'payload' && owner?.$containerProperty === 'trigger' ? owner.$container : owner;
}

function qualifiedNameIn(parent: Identity | null, segment: string): string {
    return parent === null ? segment : `${parent.qualifiedName}::${segment}`;
}

/** The names from which the standard computes the id of a library element; undefined if it defines none. */
function normativePath(node: AstNode, name: string, parent: Identity | null): readonly string[] | undefined {
    const isPublished = node.$type !== 'Alias' && (parent === null || parent.path !== undefined);
    return isPublished ? [...(parent?.path ?? []), normativeSegment(name)] : undefined;
}
