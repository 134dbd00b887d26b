/**
 * Converts the parameters of actions (SysML 8.2.2.17). In sparse graphs, an action owns the arguments of `send`, `accept`, `assign`,
 * `terminate` and `for` directly (contract: conversion 8.1). In the metamodel, each is the value of a parameter (NodeParameter,
 * FeatureBinding), and an omitted argument has a parameter without a value (EmptyParameterMember).
 */
import type { GraphElement } from '../graph.js';
import { ACTION_PARAMETERS, type ParameterPlace } from '../metamodel/action-parameters.js';
import { isKind } from '../metamodel/facts.js';
import { become, bind, giveTo, make, type Part, type Stored, takeFrom } from './stored.js';

const partAt = (place: number): Part => ({
    suffix: `_pin${place}`,
    membership: 'ParameterMembership',
    metaclass: 'ReferenceUsage',
    direction: 'in'
});

/** Makes an action own its parameters. Adds a parameter for an omitted argument only if another argument follows. */
export function ownParameters(action: GraphElement, graph: Stored): void {
    const places = ACTION_PARAMETERS[action.metaclass];
    const given = places.map(({ property }) => action.element(property));
    const count = given.findLastIndex(part => part !== undefined) + 1;
    const memberships = given.map(part => part?.element('owningRelationship'));
    const at = takeFrom(
        graph,
        action,
        memberships.filter(m => m !== undefined)
    );
    given.slice(0, count).forEach((part, place) => {
        const membership = memberships[place];
        if (membership !== undefined && places[place].kind !== undefined) {
            giveTo(graph, action, [membership], at + place);
            return;
        }
        const parameter = make(graph, action, partAt(place), at + place);
        if (part !== undefined) {
            bind(graph, parameter, part);
        }
    });
}

/** An undeclared parameter, and the feature value membership if it has a value. */
interface Undeclared {
    readonly membership: GraphElement;
    readonly value: GraphElement | undefined;
}

/** Makes an action own the values of its undeclared parameters directly. */
export function takeParameters(action: GraphElement, graph: Stored): void {
    const places = ACTION_PARAMETERS[action.metaclass];
    const relationships = graph.relationshipsOf(action);
    const inputs = atPlaces(
        places,
        relationships.filter(r => isInput(r, graph)),
        graph
    );
    const undeclared = places.map((place, at) => undeclaredAt(place, inputs.at(at), graph));
    const taken = new Map(undeclared.flatMap(found => (found === undefined ? [] : [[found.membership, found.value] as const])));
    const owned = new Set(relationships.filter(r => r.metaclass === 'ParameterMembership').flatMap(r => graph.membersOf(r)));
    places.forEach(({ property, kind }, at) => {
        if (taken.size > 0) {
            const owning = undeclared[at] === undefined ? inputs.at(at) : undeclared[at].value;
            const parts = owning === undefined ? [] : graph.membersOf(owning);
            action.set(
                property,
                parts.filter(part => isKind(part.metaclass, kind ?? 'Expression'))
            );
        } else if (kind === undefined && action.elements(property).some(argument => !owned.has(argument))) {
            action.set(property, []); // it is the value of a parameter that the body declares
        }
    });
    for (const [membership, value] of taken) {
        const at = takeFrom(graph, action, [membership]);
        graph.remove(membership, ...graph.membersOf(membership));
        if (value !== undefined) {
            become(value, 'ParameterMembership');
            giveTo(graph, action, [value], at);
        }
    }
    graph.order(action, withBodiesLast(graph.relationshipsOf(action), graph));
}

/**
 * Assigns inputs to their positions: the input of an action, the body, does not take the position of a condition, because some tools write
 * no parameter for an omitted condition.
 */
function atPlaces(
    places: readonly ParameterPlace[],
    inputs: readonly GraphElement[],
    graph: Stored
): readonly (GraphElement | undefined)[] {
    const rest = [...inputs];
    const isAction = (input: GraphElement | undefined): boolean =>
        input !== undefined && isKind(graph.membersOf(input).at(0)?.metaclass ?? '', 'ActionUsage');
    return places.map(({ kind }) => (isAction(rest[0]) && kind !== 'ActionUsage' ? undefined : rest.shift()));
}

/** Whether a relationship owns an input parameter. */
function isInput(relationship: GraphElement, graph: Stored): boolean {
    const isOfFeature = isKind(relationship.metaclass, 'FeatureMembership');
    const direction = isOfFeature ? graph.membersOf(relationship).at(0)?.text('direction') : undefined;
    return relationship.metaclass === 'ParameterMembership' || direction === 'in' || direction === 'inout';
}

/** The undeclared parameter at a position; undefined if the position has a declared parameter or an element of the expected kind. */
function undeclaredAt({ kind }: ParameterPlace, membership: GraphElement | undefined, graph: Stored): Undeclared | undefined {
    const parameter = membership?.metaclass === 'ParameterMembership' ? graph.membersOf(membership).at(0) : undefined;
    if (membership === undefined || parameter?.metaclass !== 'ReferenceUsage') {
        return undefined;
    }
    const isPart = kind !== undefined && isKind('ReferenceUsage', kind);
    const [value, ...others] = graph.relationshipsOf(parameter);
    const isNamed = parameter.has('declaredName') || parameter.has('declaredShortName');
    const isBound =
        value === undefined ||
        ((kind === undefined || kind === 'Expression') &&
            value.metaclass === 'FeatureValue' &&
            !value.is('isDefault') &&
            !value.is('isInitial'));
    return isPart || isNamed || others.length > 0 || !isBound ? undefined : { membership, value };
}

/** Moves the conditions of an action before its bodies. In the metamodel, the body of a `while` loop is between its two conditions. */
function withBodiesLast(relationships: readonly GraphElement[], graph: Stored): readonly GraphElement[] {
    const isParameter = (r: GraphElement): boolean => r.metaclass === 'ParameterMembership';
    const isBody = (r: GraphElement): boolean => graph.membersOf(r).some(member => isKind(member.metaclass, 'ActionUsage'));
    const parameters = relationships.filter(isParameter);
    const ordered = [...parameters.filter(r => !isBody(r)), ...parameters.filter(isBody)];
    return relationships.map(r => (isParameter(r) ? ordered.shift()! : r));
}
