/**
 * Finds the members of namespaces that have no declaration: multiplicities in brackets, feature values, conjugates of port definitions,
 * members by reference. Types inherit their memberships like all others (KerML 8.3.3.1.10 nonPrivateMemberships). Uses the graph for
 * written namespaces and the syntax for the library; omits such members of documents that are not written.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { featureValueOf, isFeature } from '../../language/semantics/structure.js';
import type { Builder } from '../builder/builder.js';
import { conjugateOf } from '../builder/conjugates.js';
import { nodeMetaclass, unwrapped } from '../builder/expression-nodes.js';
import { GraphElement } from '../graph.js';
import { isKind } from '../metamodel/facts.js';
import { type Member, OwnedPart } from './undeclared-parameters.js';

export class Parts {
    private readonly known = new Map<AstNode, readonly Member[]>();

    constructor(private readonly builder: Builder) {}

    /** Inserts these members among the others, in the order of their memberships. */
    among(namespace: AstNode, members: readonly Member[]): readonly Member[] {
        let all = this.known.get(namespace);
        if (all === undefined) {
            const owner = this.builder.elementOf(namespace);
            all =
                owner === undefined
                    ? members
                    : owner.state === 'written'
                      ? this.ofGraph(owner, members)
                      : this.ofLibrary(namespace, owner, members);
            this.known.set(namespace, all);
        }
        return all;
    }

    private ofGraph(owner: GraphElement, members: readonly Member[]): readonly Member[] {
        const declared = members.filter(m => '$type' in m);
        const known = new Map(declared.map(member => [this.builder.membershipElementOf(member), member] as const));
        const all = [...members];
        let next: Member | undefined;
        for (const membership of owner.elements('ownedRelationship').reverse()) {
            const member: Member | undefined = known.get(membership);
            if (member !== undefined) {
                next = member;
            } else if (isKind(membership.metaclass, 'Membership') && !isKind(membership.metaclass, 'FeatureMembership')) {
                const part = new OwnedPart(membership);
                all.splice(next === undefined ? all.length : all.indexOf(next), 0, part);
                next = part;
            }
        }
        return all;
    }

    private ofLibrary(namespace: AstNode, owner: GraphElement, members: readonly Member[]): readonly Member[] {
        if (!this.builder.library.has(owner)) {
            return members;
        }
        const inFront: OwnedPart[] = [];
        if (namespace.multiplicity !== undefined) {
            inFront.push(this.stub(namespace, 'mult', 'MultiplicityRange', 'OwningMembership'));
        }
        const value = isFeature(namespace) ? featureValueOf(namespace) : undefined;
        if (value !== undefined) {
            inFront.push(this.stub(namespace, 'pvalue', nodeMetaclass(unwrapped(value.expression)), 'FeatureValue'));
        }
        if (owner.metaclass !== 'PortDefinition' || conjugateOf(this.builder, namespace) === undefined) {
            return inFront.length === 0 ? members : [...inFront, ...members];
        }
        const { element, membership } = this.builder.conjugates.get(owner)!;
        membership.set('memberElement', [element]); // writeStubs writes the stub of the conjugate
        return [...inFront, ...members, this.explained(membership)];
    }

    private stub(namespace: AstNode, suffix: string, metaclass: string, membershipClass: string): OwnedPart {
        const part = new GraphElement(this.builder.libraryPartId(namespace, suffix), metaclass);
        const membership = new GraphElement(this.builder.libraryPartId(namespace, `${suffix}_om`), membershipClass);
        membership.set('memberElement', [part]);
        this.builder.graph.write(part, 'stub').add('elementId', part.id).add('isLibraryElement', true);
        return this.explained(membership);
    }

    /** Writes a stub for the membership of a part of the library. */
    private explained(membership: GraphElement): OwnedPart {
        if (membership.state === 'external') {
            this.builder.graph.write(membership, 'stub').add('elementId', membership.id).add('isLibraryElement', true);
        }
        return new OwnedPart(membership);
    }
}
