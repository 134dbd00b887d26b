/**
 * Targets of assignments in a full document (SysML 8.2.2.17.5) as sparse graphs have them (contract: conversion 8.1): the target and the
 * feature, or the chain of features, that the assignment refers to are one expression. Knows graphs only; `derived/assignments.ts` is the
 * other way.
 */
import { emitMembership } from '../../builder/memberships.js';
import { GraphElement, type Value } from '../../graph.js';
import { isUuid } from '../../ids.js';
import type { MetaclassName } from '../../metamodel/facts.js';
import { drop } from './hidden-parts.js';
import { isExpressionForm } from './nodes.js';
import { emitOwner } from './ownership.js';
import { is } from './full-document.js';
import type { OwnershipIndex } from './ownership-index.js';
import type { UuidNames } from './uuid-names.js';

/** An expression in the making, and the relationship that owns it already. */
interface Operand {
    readonly expression: GraphElement;
    readonly binding?: GraphElement;
}

/**
 * Makes the target of an assignment and what it refers to one expression.
 * @returns the elements that are made
 */
export function takeTarget(
    assignment: GraphElement,
    ownership: OwnershipIndex,
    uuids: UuidNames,
    dropped: Set<GraphElement>
): readonly GraphElement[] {
    const relationships = ownership.relationshipsOf(assignment);
    const first = relationships.findIndex(r => r.metaclass === 'ParameterMembership');
    const [membership, referent] = relationships.slice(Math.max(first, 0));
    const parameter = membership === undefined ? undefined : ownership.membersOf(membership).at(0);
    const steps = referent === undefined ? [] : stepsOf(referent, ownership);
    if (steps.length > 0 && isExpressionForm(parameter)) {
        drop(referent, ownership, dropped); // the target names it, too
    }
    const isNamed = parameter?.has('declaredName') === true || parameter?.has('declaredShortName') === true;
    if (parameter?.metaclass !== 'ReferenceUsage' || isNamed) {
        return [];
    }
    const [bindings, others] = [true, false].map(isBinding =>
        ownership.relationshipsOf(parameter).filter(r => (r.metaclass === 'FeatureValue') === isBinding)
    );
    others.forEach(other => drop(other, ownership, dropped)); // what is accessed follows
    if (steps.length === 0) {
        return [];
    }
    const target = new Target(assignment, ownership, uuids);
    const [operand] = bindings.flatMap(binding => ownership.membersOf(binding).map(expression => ({ expression, binding })));
    const owning = target.through(steps, operand);
    [membership, parameter, referent].forEach(element => dropped.add(element));
    ownership.membersOf(referent).forEach(chain => drop(chain, ownership, dropped));
    assignment.set(
        'ownedRelationship',
        relationships.map(r => (r === membership ? owning : r))
    );
    assignment.set('targetArgument', owning.all('memberElement'));
    return target.made;
}

/** What a membership names, or the links of the chain that it owns. */
function stepsOf(membership: GraphElement, ownership: OwnershipIndex): readonly Value[] {
    if (membership.metaclass === 'Membership' && !membership.has('memberName') && !membership.has('memberShortName')) {
        return membership.all('memberElement').slice(0, 1);
    }
    const chain = membership.metaclass === 'OwningMembership' ? ownership.membersOf(membership) : [];
    return chain
        .flatMap(feature => ownership.relationshipsOf(feature))
        .filter(r => is(r, 'FeatureChaining'))
        .flatMap(link => link.all('chainingFeature').slice(0, 1));
}

/** The nodes of the expression in front of `:=`: their ids are those of a sparse graph. */
class Target {
    readonly made: GraphElement[] = [];

    constructor(
        private readonly assignment: GraphElement,
        private readonly ownership: OwnershipIndex,
        private readonly uuids: UuidNames
    ) {}

    /** The membership of an expression for steps from an operand, or from the first one of them. */
    through(steps: readonly Value[], operand: Operand | undefined): GraphElement {
        const rest = operand === undefined ? steps.slice(1) : steps;
        const slotAt = (depth: number): string => `_ptarget${'_pa0'.repeat(depth)}`;
        let inner = operand ?? { expression: this.reference(slotAt(rest.length), steps[0]) };
        rest.forEach((step, i) => {
            inner = { expression: this.chain(slotAt(rest.length - 1 - i), step, inner) };
        });
        return this.own(this.assignment, inner.expression, slotAt(0), 'ParameterMembership');
    }

    private reference(slot: string, referent: Value): GraphElement {
        const reference = this.make(slot, 'FeatureReferenceExpression');
        reference.set('ownedRelationship', [this.name(reference, `${slot}_preferent`, referent)]);
        return reference;
    }

    private chain(slot: string, step: Value, { expression, binding }: Operand): GraphElement {
        const chain = this.make(slot, 'FeatureChainExpression').add('operator', '.');
        const parameter = this.make(`${slot}_pin0`, 'Feature').add('direction', 'in');
        if (binding === undefined) {
            parameter.add('ownedRelationship', this.own(parameter, expression, `${slot}_pa0`, 'FeatureValue'));
        } else {
            parameter.add('ownedRelationship', binding);
            emitOwner(binding, parameter, this.ownership);
        }
        const result = this.make(`${slot}_pout`, 'Feature').add('direction', 'out');
        chain.set('ownedRelationship', [
            this.own(chain, parameter, `${slot}_pin0`, 'ParameterMembership'),
            this.name(chain, `${slot}_ptargetFeature`, step),
            this.own(chain, result, `${slot}_pout`, 'ReturnParameterMembership')
        ]);
        return chain;
    }

    private name(owner: GraphElement, slot: string, member: Value): GraphElement {
        return this.make(slot, 'Membership').add('memberElement', member).add('owningRelatedElement', owner);
    }

    private own(owner: GraphElement, member: GraphElement, slot: string, metaclass: MetaclassName): GraphElement {
        const membership = this.make(`${slot}_om`, metaclass);
        emitMembership(membership, owner, member);
        return membership;
    }

    private make(slot: string, metaclass: string): GraphElement {
        const { assignment, uuids } = this;
        const id = isUuid(assignment.id) ? uuids.idBelow(assignment, slot) : `${assignment.id}${slot}`;
        const element = new GraphElement(id, metaclass, 'node', assignment.qualifier);
        element.state = 'written';
        this.made.push(element);
        return element;
    }
}
