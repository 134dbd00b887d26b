/**
 * Converts the order and the parameters of the parts of transitions. In the grammar, they have the order of the notation (SysML 8.2.2.18.3
 * TransitionUsage), and transitions of actions without trigger and effect, `first a if g then b`, have no source parameter (8.2.2.17.8
 * GuardedSuccession). In sparse graphs, triggers and effects follow the succession (contract: conversion 8.2), and every transition has a
 * source parameter.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type { GraphElement } from '../graph.js';
import { headKindOf } from '../metamodel/heads.js';
import { drop, find, make, type Part, type Stored } from './stored.js';

const PARAMETERS: readonly Part[] = [0, 1].map(at => ({
    suffix: `_pin${at}`,
    membership: 'ParameterMembership',
    metaclass: 'ReferenceUsage',
    direction: 'in'
}));
const FEATURES = ['trigger', 'guard', 'effect'];

/** Whether a transition has the form `first a if g then b` of an action. */
export function isOfAction({ kind, trigger, effect }: AstNode): boolean {
    return (kind === 'first' || kind === 'succession') && trigger === undefined && effect === undefined;
}

/** Sorts the parts of a transition, and removes the source parameter of a transition in an action. */
export function toGrammar(transition: GraphElement, graph: Stored, node: AstNode | undefined): void {
    const relationships = graph.relationshipsOf(transition);
    const features = relationships
        .filter(r => r.metaclass === 'TransitionFeatureMembership')
        .sort((a, b) => FEATURES.indexOf(a.text('kind')!) - FEATURES.indexOf(b.text('kind')!));
    const [parameter] = find(graph, node !== undefined && isOfAction(node) ? transition : undefined, PARAMETERS[0]);
    const others = relationships.filter(r => !features.includes(r) && r !== parameter);
    const succession = others.findIndex(r => r === transition.element('succession')?.element('owningRelationship'));
    others.splice(succession < 0 ? others.length : succession, 0, ...features);
    graph.order(transition, others);
    if (parameter !== undefined) {
        drop(graph, parameter);
    }
}

/** Adds the missing parameters of a transition. For a transition in an action, states its keyword. */
export function toSparse(transition: GraphElement, graph: Stored, isOfState: boolean): void {
    const relationships = graph.relationshipsOf(transition);
    const count = relationships.filter(r => r.metaclass === 'ParameterMembership').length;
    const isTriggered = relationships.some(r => r.metaclass === 'TransitionFeatureMembership' && r.text('kind') === 'trigger');
    const source = relationships.findIndex(r => r.metaclass === 'Membership' || r.metaclass === 'OwningMembership');
    PARAMETERS.slice(count, isTriggered ? 2 : 1).forEach((part, i) => make(graph, transition, part, source + 1 + count + i));
    if (count === 0 && !isTriggered && !isOfState) {
        const isDeclared =
            transition.has('declaredName') ||
            transition.has('declaredShortName') ||
            relationships.some(r => headKindOf(r.metaclass) !== undefined);
        transition.set('sysx:declaredKeyword', [isDeclared ? 'succession' : 'first']);
    }
}
