/**
 * Derives the properties by which actions refer to their parameters and arguments (SysML 8.3.17), from the positions of the owned input
 * parameters.
 */
import type { GraphElement } from '../graph.js';
import { ACTION_PARAMETERS } from '../metamodel/action-parameters.js';
import type { MetaclassName } from '../metamodel/facts.js';
import type { Derivation, Rule } from './derivation.js';
import { is } from './forms.js';

/** ActionUsage::inputParameters: the owned features with direction `in` or `inout`. */
function inputParameters(d: Derivation, action: GraphElement): GraphElement[] {
    const isInput = (f: GraphElement): boolean => ['in', 'inout'].some(direction => d.of(f, 'direction')[0] === direction);
    return d.elements(action, 'ownedFeature').filter(isInput);
}

/** ActionUsage::inputParameter, restricted to a metaclass. */
const parameterAt =
    (place: number, kind: MetaclassName): Rule =>
    (d, e) =>
        inputParameters(d, e)
            .slice(place, place + 1)
            .filter(f => is(f, kind));

/** ActionUsage::argument: the value of an input parameter. */
const argumentAt =
    (place: number): Rule =>
    (d, e) => {
        const parameter = inputParameters(d, e).at(place);
        const [binding] = parameter === undefined ? [] : d.elements(parameter, 'ownedMembership', 'FeatureValue');
        return binding === undefined ? [] : d.of(binding, 'value');
    };

/**
 * The result of a rule; if it is empty, the parameter of the library's action, whose default applies, because the schema requires a value.
 */
const orInherited =
    (rule: Rule, parameter: string): Rule =>
    (d, e) => {
        const stated = rule(d, e);
        const inherited = stated.length > 0 ? undefined : d.builder.model.libraryElement(parameter);
        return inherited === undefined ? stated : d.elementsOf([inherited]);
    };

/** The first feature that is a member by a membership other than a feature membership (deriveAssignmentActionUsageReferent). */
const referent: Rule = (d, e) =>
    d
        .elements(e, 'ownedMembership')
        .filter(m => !is(m, 'FeatureMembership'))
        .flatMap(m => d.elements(m, 'memberElement', 'Feature'))
        .slice(0, 1);

export const ACTIONS: Readonly<Record<string, Rule>> = {
    ...Object.fromEntries(
        Object.entries(ACTION_PARAMETERS).flatMap(([metaclass, places]) =>
            places.map(({ property, kind }, place) => [
                `${metaclass}.${property}`,
                kind === undefined ? argumentAt(place) : parameterAt(place, kind)
            ])
        )
    ),
    'WhileLoopActionUsage.whileArgument': orInherited(parameterAt(0, 'Expression'), 'Actions::WhileLoopAction::whileTest'),
    'SendActionUsage.payloadArgument': orInherited(argumentAt(0), 'Actions::SendAction::payload'),
    'AcceptActionUsage.payloadArgument': argumentAt(0),
    'AssignmentActionUsage.referent': referent,
    'ForLoopActionUsage.loopVariable': (d, e) =>
        d
            .elements(e, 'ownedFeature')
            .slice(0, 1)
            .filter(f => is(f, 'ReferenceUsage'))
};
