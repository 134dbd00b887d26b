/**
 * The features that connectors and flows relate, compared with the declarations of their ends: the type of a related feature and of the end
 * of the connector's definition (`connector-end-type`), the types and directions at both ends of a flow (`flow-types`, `flow-direction`).
 * Warnings, only where the model decides it.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { ownedEndsOf } from '../semantics/features.js';
import { chainOf, directionWithin } from '../semantics/featuring.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { lookupNameOf } from '../semantics/owned-members.js';
import { notationNameOf } from '../semantics/naming.js';
import { declaredGeneralsOf, redefinedFeaturesOf } from '../semantics/specialization.js';
import { isFeature, type NameNode } from '../semantics/structure.js';
import { scopeOf } from '../semantics/world.js';
import { knownFeatureTypes } from './expression-facts.js';
import { areSeparate } from './separation.js';
import type { Check, CheckContext, CheckTable } from './check.js';

const namesOf = (types: readonly AstNode[]): string => types.map(t => notationNameOf(t) ?? '').join(', ');

/** The feature that an end relates: the last one of a chain. */
function relatedBy(end: AstNode): { readonly name: NameNode; readonly feature: AstNode } | undefined {
    const name = end.$type === 'ConnectorEnd' ? end : end.relationships?.find(r => r.$type === 'ReferenceSubsetting');
    const feature = name === undefined ? undefined : chainOf(name).at(-1);
    return name === undefined || feature === undefined || !isFeature(feature) ? undefined : { name, feature };
}

// --- Ends of connectors -----------------------------------------------------------------------------------------------------

/** Each related feature must be able to be a value of the corresponding end of the connector's definition. */
const relatesFittingFeatures: Check<ast.ConnectorUsage> = (node, context) => {
    if (!isMetaclass(node, 'ConnectionUsage') || declaredGeneralsOf(node).length === 0) {
        return;
    }
    const ends = ownedEndsOf(node).flatMap(end => (end === undefined ? [] : [{ end, related: relatedBy(end) }]));
    const judged = ends.flatMap(({ end, related }) => {
        const defined =
            related === undefined
                ? undefined
                : redefinedFeaturesOf(end).find(f => !scopeOf(f).isLibrary && knownFeatureTypes(f).length > 0);
        return related === undefined || defined === undefined ? [] : [{ ...related, defined }];
    });
    for (const { name, feature, defined } of judged) {
        const [actual, wanted] = [knownFeatureTypes(feature), knownFeatureTypes(defined)];
        if (!areSeparate(actual, wanted, context)) {
            continue;
        }
        const isSwapped =
            judged.length === 2 && judged.some(o => o.defined !== defined && !areSeparate(actual, knownFeatureTypes(o.defined), context));
        const own = lookupNameOf(defined);
        context.report(
            'warning',
            'connector-end-type',
            `the end ${own === undefined ? '' : `'${own}' `}relates ${namesOf(wanted)}, and '${name.text}' is of type ${namesOf(actual)}` +
                (isSwapped ? ': exchange the ends' : ''),
            name
        );
    }
};

// --- Flows -------------------------------------------------------------------------------------------------------------------

interface FlowEnd {
    readonly name: NameNode;
    readonly feature: AstNode;
    /** The feature before the last dot, which has the flowing feature. */
    readonly owner: AstNode;
    /** Whether the owner is a port of the flow's owner: its inputs are outputs towards the inside. */
    readonly isBoundary: boolean;
}

function flowEndOf(end: AstNode): FlowEnd | undefined {
    if (end.$type !== 'ConnectorEnd') {
        return undefined;
    }
    const chain = chainOf(end);
    const [feature, owner] = [chain.at(-1), chain.at(-2)];
    return feature === undefined || owner === undefined || !isFeature(feature)
        ? undefined
        : { name: end, feature, owner, isBoundary: chain.length === 2 && isMetaclass(owner, 'PortUsage') };
}

/** The features at both ends of a flow must have compatible types, and lead from an output to an input. */
const flowsBetweenFitting: Check<ast.FlowUsage> = (node, context) => {
    const { ends, payload, kind } = node;
    const [source, target] = ends.map(flowEndOf);
    if (source === undefined || target === undefined || kind === 'message') {
        return;
    }
    checkTypes(source, target, payload, context);
    const [from, to] = [directionWithin(source.owner, source.feature), directionWithin(target.owner, target.feature)];
    if (from === 'in' && to === 'out' && !source.isBoundary && !target.isBoundary) {
        context.report(
            'warning',
            'flow-direction',
            `this flow leads from the input '${source.name.text}' to the output '${target.name.text}': exchange its ends`,
            source.name
        );
    }
};

function checkTypes(source: FlowEnd, target: FlowEnd, payload: ast.Usage | undefined, context: CheckContext): void {
    const flowing = payload === undefined ? [] : knownFeatureTypes(payload);
    const [given, taken] = [source, target].map(({ feature }) => knownFeatureTypes(feature));
    for (const [{ name }, types] of [
        [source, given],
        [target, taken]
    ] as const) {
        if (areSeparate(flowing, types, context)) {
            context.report(
                'warning',
                'flow-types',
                `'${name.text}' is of type ${namesOf(types)}, and the payload of the flow is of type ${namesOf(flowing)}`,
                name
            );
            return;
        }
    }
    if (areSeparate(given, taken, context)) {
        context.report(
            'warning',
            'flow-types',
            `'${source.name.text}' is of type ${namesOf(given)}, and '${target.name.text}' is of type ${namesOf(taken)}: the flow cannot join them`,
            target.name
        );
    }
}

export const endUseChecks: CheckTable = { ConnectorUsage: [relatesFittingFeatures], FlowUsage: [flowsBetweenFitting] };
