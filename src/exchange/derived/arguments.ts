/**
 * Who owns the arguments of expressions, through which memberships and in which order: sparse graphs have all as parameters of the
 * expression behind what it calls (contract: conversion 6), the grammar has those of `new` on its result (KerML 8.2.5.8.3
 * ConstructorResult), named ones as features (NamedArgumentMember), and a receiver in front of what it has or is handed to (8.2.5.8.2).
 * `reading/full/arguments.ts` is the other way.
 */
import type { GraphElement } from '../graph.js';
import { isKind } from '../metamodel/facts.js';
import { MEMBERSHIPS, emitNamespace } from './ownership.js';

/** Places the arguments of all expressions of a graph as the grammar has them. */
export function placeArguments(elements: readonly GraphElement[]): void {
    for (const element of elements) {
        if (element.state !== 'written' || !isKind(element.metaclass, 'InstantiationExpression')) {
            continue;
        }
        orderReceiver(element);
        const named = element.elements('input').filter(argument => argument.has('sysx:argumentName'));
        named.forEach(argument => (argument.element('owningMembership')!.metaclass = 'FeatureMembership'));
        if (element.metaclass === 'ConstructorExpression') {
            named.forEach(argument => argument.set('direction', [])); // what it redefines is no parameter
            giveToResult(element);
        }
    }
}

/** Lists of what an element owns, by its memberships. */
const LISTS = [...MEMBERSHIPS, 'ownedFeatureMembership'];
/** What a membership states of its owner. */
const OWNER = ['owner', 'owningRelatedElement', 'membershipOwningNamespace', 'owningType'];

/** The receiver stands in front of the feature that it has, or the function that it is handed to by an arrow. */
function orderReceiver(expression: GraphElement): void {
    const [receiver] = expression.elements('argument');
    if (expression.metaclass === 'FeatureChainExpression' || (receiver !== undefined && expression.element('operand') === receiver)) {
        for (const list of MEMBERSHIPS) {
            const [reference, parameter, ...others] = expression.all(list);
            expression.set(list, [parameter, reference, ...others]);
        }
    }
}

/** What is constructed has the arguments as features. */
function giveToResult(constructor: GraphElement): void {
    const result = constructor.element('result')!;
    const given = constructor.elements('input');
    const memberships = given.map(argument => argument.element('owningMembership')!);
    for (const list of [...LISTS, 'ownedFeature']) {
        const moved: readonly unknown[] = list === 'ownedFeature' ? given : memberships;
        result.set(
            list,
            constructor.all(list).filter(value => moved.includes(value))
        );
        constructor.set(
            list,
            constructor.all(list).filter(value => !moved.includes(value))
        );
    }
    memberships.forEach(membership => OWNER.forEach(property => membership.set(property, [result])));
    given.forEach(argument => emitNamespace(argument, result));
    constructor.set('input', []);
    constructor.set('parameter', [result]);
}
