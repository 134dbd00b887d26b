/**
 * The parameters of actions in a full document (SysML 8.2.2.17 NodeParameter, EmptyParameterMember), as sparse graphs have them (contract:
 * conversion 8.1): their values are the action's own, and those without a value are not there. Knows graphs only;
 * `derived/action-parameters.ts` is the other way.
 */
import type { GraphElement } from '../../graph.js';
import { ACTION_PARAMETERS, type ParameterPlace } from '../../metamodel/action-parameters.js';
import { isKind } from '../../metamodel/facts.js';
import { takeTarget } from './assignments.js';
import { without } from './hidden-parts.js';
import { become, emitOwner } from './ownership.js';
import { OwnershipIndex } from './ownership-index.js';
import { UuidNames } from './uuid-names.js';

/** The elements of a document without such parameters. */
export function withoutActionParameters(elements: readonly GraphElement[]): readonly GraphElement[] {
    const actions = elements.filter(e => Object.hasOwn(ACTION_PARAMETERS, e.metaclass));
    if (actions.length === 0) {
        return elements;
    }
    const withTargets = withoutTargets(elements, actions);
    const ownership = new OwnershipIndex(withTargets);
    const dropped = new Set<GraphElement>();
    actions.forEach(action => takeArguments(action, ownership, dropped));
    return without(withTargets, dropped);
}

/** The elements with the targets of assignments in the places of their parameters. */
function withoutTargets(elements: readonly GraphElement[], actions: readonly GraphElement[]): readonly GraphElement[] {
    const assignments = actions.filter(action => action.metaclass === 'AssignmentActionUsage');
    if (assignments.length === 0) {
        return elements;
    }
    const ownership = new OwnershipIndex(elements);
    const uuids = new UuidNames(ownership);
    const dropped = new Set<GraphElement>();
    const made = assignments.flatMap(assignment => takeTarget(assignment, ownership, uuids, dropped));
    return without([...elements, ...made], dropped);
}

/** A parameter that the notation does not declare, and the relationship to its value if it has one. */
interface Undeclared {
    readonly membership: GraphElement;
    readonly value: GraphElement | undefined;
}

function takeArguments(action: GraphElement, ownership: OwnershipIndex, dropped: Set<GraphElement>): void {
    const places = ACTION_PARAMETERS[action.metaclass];
    const relationships = ownership.relationshipsOf(action);
    const inputs = atPlaces(
        places,
        relationships.filter(r => isInput(r, ownership)),
        ownership
    );
    const undeclared = places.map((place, at) => undeclaredAt(place, inputs.at(at), ownership));
    const taken = new Map(undeclared.flatMap(found => (found === undefined ? [] : [[found.membership, found.value] as const])));
    places.forEach(({ property, kind }, at) => {
        const isArgument = kind === undefined;
        if (taken.size > 0) {
            const owning = undeclared[at] === undefined ? inputs.at(at) : undeclared[at].value;
            const parts = owning === undefined ? [] : ownership.membersOf(owning);
            action.set(
                property,
                parts.filter(part => isKind(part.metaclass, kind ?? 'Expression'))
            );
        } else if (
            isArgument &&
            action.elements(property).some(argument => ownership.ownerThrough(argument, 'ParameterMembership') !== action)
        ) {
            action.set(property, []); // the value of a parameter that the body declares
        }
    });
    for (const [membership, value] of taken) {
        dropped.add(membership);
        ownership.membersOf(membership).forEach(parameter => dropped.add(parameter));
        if (value !== undefined) {
            become(value, 'ParameterMembership');
            emitOwner(value, action, ownership);
        }
    }
    const owned = relationships.flatMap(r => (taken.has(r) ? (taken.get(r) ?? []) : [r]));
    action.set('ownedRelationship', withBodiesLast(owned, ownership));
}

/** Inputs at the places that they are for: some tools leave the parameter of a condition out that is not written. */
function atPlaces(
    places: readonly ParameterPlace[],
    inputs: readonly GraphElement[],
    ownership: OwnershipIndex
): readonly (GraphElement | undefined)[] {
    const rest = [...inputs];
    const isAction = (input: GraphElement | undefined): boolean =>
        input !== undefined && isKind(ownership.membersOf(input).at(0)?.metaclass ?? '', 'ActionUsage');
    return places.map(({ kind }) => (isAction(rest[0]) && kind !== 'ActionUsage' ? undefined : rest.shift()));
}

/** Whether a relationship owns an input parameter. */
function isInput(relationship: GraphElement, ownership: OwnershipIndex): boolean {
    const isOfFeature = isKind(relationship.metaclass, 'FeatureMembership');
    const direction = isOfFeature ? ownership.membersOf(relationship).at(0)?.text('direction') : undefined;
    return relationship.metaclass === 'ParameterMembership' || direction === 'in' || direction === 'inout';
}

/** What stands at a place, unless that is a declaration or what the place is for. */
function undeclaredAt({ kind }: ParameterPlace, membership: GraphElement | undefined, ownership: OwnershipIndex): Undeclared | undefined {
    const parameter = membership?.metaclass === 'ParameterMembership' ? ownership.membersOf(membership).at(0) : undefined;
    if (membership === undefined || parameter?.metaclass !== 'ReferenceUsage') {
        return undefined;
    }
    const isPart = kind !== undefined && isKind('ReferenceUsage', kind);
    const [value, ...others] = ownership.relationshipsOf(parameter);
    const isNamed = parameter.has('declaredName') || parameter.has('declaredShortName');
    const isBound =
        value === undefined ||
        ((kind === undefined || kind === 'Expression') &&
            value.metaclass === 'FeatureValue' &&
            !value.is('isDefault') &&
            !value.is('isInitial'));
    return isPart || isNamed || others.length > 0 || !isBound ? undefined : { membership, value };
}

/** Relationships of an action with its conditions in front of what is done, which stands between the two of a loop. */
function withBodiesLast(relationships: readonly GraphElement[], ownership: OwnershipIndex): readonly GraphElement[] {
    const isParameter = (r: GraphElement): boolean => r.metaclass === 'ParameterMembership';
    const isBody = (r: GraphElement): boolean => ownership.membersOf(r).some(member => isKind(member.metaclass, 'ActionUsage'));
    const parameters = relationships.filter(isParameter);
    const ordered = [...parameters.filter(r => !isBody(r)), ...parameters.filter(isBody)];
    return relationships.map(r => (isParameter(r) ? ordered.shift()! : r));
}
