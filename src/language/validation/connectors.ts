/**
 * Rules of associations, connectors, interfaces and flows (KerML 8.3.4.4, 8.3.4.5, 8.3.4.9, SysML 8.3.13 to 8.3.16): the number and kinds
 * of ends and of related features. They apply to successions and transitions between states as well.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { endsOf, ownedEndsOf } from '../semantics/features.js';
import { allFeaturingTypesOf, directionWithin, featuringTypesOf, firstOf, isFeaturedWithin } from '../semantics/featuring.js';
import { isNamedSuccession } from '../semantics/implicit-names.js';
import { isMetaclass } from '../semantics/metaclass.js';
import type { MetaclassName } from '../semantics/metaclasses.js';
import { type Bounds, boundsOfRange, multiplicitiesBesideThen } from '../semantics/multiplicity.js';
import { nameOf } from '../semantics/naming.js';
import { resolve } from '../semantics/names.js';
import { conformsTo, conformsToLibrary, generalsOf, redefinedFeaturesOf, supertypesOf, typesOf } from '../semantics/specialization.js';
import { isFeature, type NameNode, ownedFeaturesOf, segmentsOf } from '../semantics/structure.js';
import { scopeOf } from '../semantics/world.js';
import { nameSpanOf, type Span } from '../syntax/index.js';
import { headOf, isVariation } from './usage-facts.js';
import { described } from './wording.js';
import type { Check, CheckTable } from './check.js';

const isAny = (node: AstNode, ...metaclasses: readonly MetaclassName[]): boolean => metaclasses.some(m => isMetaclass(node, m));

/** The name of the feature that an end refers to: in the notation of a connector, or by a subsetting. */
function referenceOf(end: AstNode): NameNode | undefined {
    if (end.$type === 'ConnectorEnd') {
        return end;
    }
    const { relationships } = end;
    return relationships?.find(r => r.$type === 'ReferenceSubsetting') ?? relationships?.find(r => r.$type === 'Subsetting');
}

/** Whether an end is a flow end, which names the flowing feature by a dot (KerML 8.2.5.9) and relates the feature before the last dot. */
const isFlowEnd = (end: AstNode): boolean => isMetaclass(end, 'FlowEnd');
const isChain = (name: NameNode): boolean => segmentsOf(name.text).some(s => s.separator === '.');

// --- Numbers of ends and related elements -----------------------------------------------------------------------------------

/** The names of the features that a connector relates, by its own ends or, where they relate fewer, by inherited ones. */
function relatedFeatures(connector: AstNode, seen = new Set<AstNode>()): readonly NameNode[] {
    seen.add(connector);
    let related = ownedEndsOf(connector).flatMap(end => {
        const isWrong = end === undefined || (end.$type === 'ConnectorEnd' && isFlowEnd(end) && !isChain(end));
        return isWrong ? [] : (referenceOf(end) ?? []);
    });
    for (const general of generalsOf(connector)) {
        if (related.length < 2 && !seen.has(general) && isFeature(general)) {
            const inherited = relatedFeatures(general, seen);
            related = inherited.length > related.length ? [...inherited] : related;
        }
    }
    return related;
}

/** A variation is abstract, and so is a message (SysML 8.3.6.4, 8.2.2.16.3). */
const isAbstract = (connector: AstNode): boolean =>
    connector.isAbstract || connector.isVariation || (isMetaclass(connector, 'FlowUsage') && connector.kind === 'message');

/** Whether an end of a flow has no dot. Then only this is reported for the flow. */
const hasWrongFlowEnd = (connector: AstNode): boolean =>
    connector.$type === 'FlowUsage' && connector.ends.some(e => isFlowEnd(e) && !isChain(e));

/** A connector that redefines a variation and is bound to a variant has the ends of the variant. */
const isChosenVariant = (connector: AstNode): boolean => connector.value !== undefined && redefinedFeaturesOf(connector).some(isVariation);

/** The name of an element, or the span from its first word to its body. */
const markOf = (node: AstNode): AstNode | Span => (nameSpanOf(node) === undefined ? headOf(node) : node);

const COUNTS = ['nothing', 'only one feature'];

/** The message about a connector that relates too few features: their number, and the ends that relate none. */
function lackOf(connector: AstNode): string {
    const given = relatedFeatures(connector);
    const missing = endsOf(connector, generalsOf).flatMap(end => {
        const name = end === undefined || referenceOf(end) !== undefined ? undefined : nameOf(end);
        return name === undefined ? [] : [name];
    });
    const ends =
        missing.length === 0
            ? ''
            : `; without a related element ${missing.length === 1 ? 'is its end' : 'are its ends'} ${missing.join(', ')}`;
    return `${described(connector)} relates ${COUNTS[given.length]}${given.length === 1 ? ` (${given[0].text})` : ''}, and must relate two or more${ends}`;
}

/** validateConnectorRelatedFeatures, validateBindingConnectorIsBinary. */
const relatesFeatures: Check = (node, context) => {
    if (!isMetaclass(node, 'Connector')) {
        return;
    }
    const isBinding = isMetaclass(node, 'BindingConnector');
    if (isBinding && ownedEndsOf(node).length > 2) {
        const message = `${described(node)} has ${ownedEndsOf(node).length} ends, and must relate exactly two elements`;
        context.report('error', 'related-elements', message, markOf(node));
    } else if (!isAbstract(node) && relatedFeatures(node).length < 2 && !hasWrongFlowEnd(node) && !isChosenVariant(node)) {
        context.report('error', isBinding ? 'related-elements' : 'connector-related-features', lackOf(node), markOf(node));
    }
};

/** validateAssociationRelatedTypes. */
const relatesTypes: Check = (node, context) => {
    if (isMetaclass(node, 'Association') && !isAbstract(node) && endsOf(node, generalsOf).length < 2) {
        const [end] = endsOf(node, generalsOf);
        const name = end === undefined ? undefined : nameOf(end);
        const ends = end === undefined ? 'no end' : `only one end${name === undefined ? '' : ` (${name})`}`;
        context.report(
            'error',
            'related-elements',
            `${described(node)} has ${ends}, and must have two or more, its own or inherited`,
            markOf(node)
        );
    }
};

/** validateAssociationEndTypes. */
const hasTypedEnds: Check = (node, context) => {
    if (!isMetaclass(node, 'Association')) {
        return;
    }
    for (const end of ownedEndsOf(node)) {
        if (end !== undefined && typesOf(end).length > 1) {
            context.report('error', 'association-end-types', 'An end of an association must have exactly one type', end);
        }
    }
};

/**
 * validateAssociationBinarySpecialization, validateConnectorBinarySpecialization: only binary links have two ends at most;
 * validateFlowDefinitionConnectionEnds for definitions of flows.
 */
const hasNoSurplusEnd: Check = (node, context) => {
    if (!isAny(node, 'Association', 'Connector')) {
        return;
    }
    const isFlow = isMetaclass(node, 'FlowDefinition');
    const own = ownedEndsOf(node);
    const count = isFlow ? endsOf(node, generalsOf).length : own.length;
    if (count <= 2 || !(isFlow || conformsToLibrary(node, 'Links::BinaryLink'))) {
        return;
    }
    const [code, message] = isFlow
        ? (['flow-def-too-many-ends', 'A flow definition can have at most two ends'] as const)
        : (['connector-ends', 'A binary link cannot have more than two ends'] as const);
    const surplus = own.slice(2).filter(e => e !== undefined);
    for (const at of surplus.length > 0 ? surplus : [node]) {
        context.report('error', code, message, at);
    }
};

// --- Access -----------------------------------------------------------------------------------------------------------------

/** checkConnectorTypeFeaturing: each related feature applies to everything that the connector applies to. */
const relatesAccessible: Check<ast.ConnectorUsage | ast.FlowUsage | ast.TargetSuccession> = (node, context) => {
    if (!isMetaclass(node, 'Connector') || isNamedSuccession(node)) {
        return;
    }
    const ends = (node.$type === 'TargetSuccession' ? [node.target] : node.ends)
        .map(end => ({ end, first: firstOf(end) }))
        .filter(e => e.first !== undefined && isFeature(e.first) && !(isFlowEnd(e.end) && !isChain(e.end)));
    const domain = featuringTypesOf(node);
    if (domain.length === 0 && ends.length > 1 && commonDomain(ends.map(e => e.first!))) {
        return; // the connector gets the common domain as its featuring type
    }
    for (const { end, first } of ends) {
        if (domain.length === 0 ? !isFeaturedWithin(first!, undefined) : !domain.every(t => isFeaturedWithin(first!, t))) {
            context.report('error', 'connector-type-featuring', 'Must be an accessible feature (use dot notation for nesting)', end);
        }
    }
};

/** KerML deriveConnectorDefaultFeaturingType: a type that all related features apply to. */
function commonDomain(related: readonly AstNode[]): boolean {
    const candidates = related.flatMap(f => [...allFeaturingTypesOf(f)]);
    return candidates.some(t => related.every(f => isFeaturedWithin(f, t)));
}

// --- Flows ------------------------------------------------------------------------------------------------------------------

/** validateFlowEndSubsetting, validateFlowEndImplicitSubsetting. */
const namesFlowByDot: Check<ast.FlowUsage> = (node, context) => {
    const wrong = node.ends.find(end => isFlowEnd(end) && !isChain(end));
    if (wrong !== undefined) {
        context.report('error', 'flow-end-subsetting', 'Cannot identify flow end (use dot notation)', wrong);
    }
};

// --- Interfaces -------------------------------------------------------------------------------------------------------------

/** Kinds of features that are certainly no ports. A feature without a keyword may be one. */
export const NO_PORTS: readonly MetaclassName[] = ['AttributeUsage', 'ItemUsage', 'ActionUsage', 'ConstraintUsage', 'ConnectorAsUsage'];

/** validateInterfaceDefinitionEnd, validateInterfaceUsageEnd. */
const hasPortEnds: Check = (node, context) => {
    const isUsage = isMetaclass(node, 'InterfaceUsage');
    if (!isUsage && !isMetaclass(node, 'InterfaceDefinition')) {
        return;
    }
    for (const end of ownedEndsOf(node)) {
        if (end === undefined) {
            continue;
        }
        const related = end.$type === 'ConnectorEnd' ? resolve(end) : undefined;
        if (related === undefined ? !isMetaclass(end, 'PortUsage') : isAny(related, ...NO_PORTS)) {
            context.report(
                'error',
                'interface-end-not-port',
                isUsage ? 'An interface end must be a port' : 'An interface definition end must be a port',
                end
            );
        }
    }
};

/** The directions of the own and inherited features of a port by name; each conjugation reverses them. */
function directionsOf(port: AstNode): Map<string, string> {
    const found = new Map<string, string>();
    for (const type of supertypesOf(port)) {
        if (scopeOf(type).isLibrary) {
            continue;
        }
        for (const feature of ownedFeaturesOf(type)) {
            const name = nameOf(feature);
            const direction = name === undefined || found.has(name) ? undefined : directionWithin(port, feature);
            if (direction !== undefined) {
                found.set(name!, direction);
            }
        }
    }
    return found;
}
const OPPOSITE: Readonly<Record<string, string>> = { in: 'out', out: 'in', inout: 'inout' };

/** Ends of an interface whose directed features of one name do not have opposite directions. */
const conjugatesPorts: Check = (node, context) => {
    const ends = isAny(node, 'InterfaceUsage', 'InterfaceDefinition') ? ownedEndsOf(node) : [];
    if (ends.length !== 2) {
        return;
    }
    const [a, b] = ends.map(end => (end === undefined ? undefined : end.$type === 'ConnectorEnd' ? resolve(end) : end));
    if (a === undefined || b === undefined || !isMetaclass(a, 'PortUsage') || !isMetaclass(b, 'PortUsage')) {
        return;
    }
    const other = directionsOf(b);
    for (const [name, direction] of directionsOf(a)) {
        const opposite = other.get(name);
        if (opposite !== undefined && opposite !== OPPOSITE[direction]) {
            const directions =
                opposite === direction
                    ? `both have '${name}' as ${direction}`
                    : `'${name}' is ${direction} at one end and ${opposite} at the other`;
            context.report('warning', 'port-conjugation', `The ends of the interface are not conjugate: ${directions}`, node);
            return;
        }
    }
};

// --- Bindings and multiplicities ---------------------------------------------------------------------------------------------

/** validateBindingConnectorTypeConformance. */
const bindsRelatedTypes: Check<ast.ConnectorUsage> = (node, context) => {
    const { ends } = node;
    if (!isMetaclass(node, 'BindingConnector') || ends.length !== 2) {
        return;
    }
    const [a, b] = ends.map(e => resolve(e));
    if (a !== undefined && b !== undefined && haveUnrelatedTypes(a, b)) {
        context.report('warning', 'bound-feature-types', 'Bound features should have conforming types', node);
    }
};

/** The subject of a requirement is bound to what satisfies it. */
const satisfiesWithRelatedType: Check<ast.SatisfyRequirementUsage> = (node, context) => {
    const { subject } = node;
    const by = subject === undefined ? undefined : resolve(subject);
    const parameter = [...supertypesOf(node)].flatMap(t => ownedFeaturesOf(t)).find(f => f.kind === 'subject');
    if (subject !== undefined && by !== undefined && parameter !== undefined && haveUnrelatedTypes(by, parameter)) {
        context.report(
            'warning',
            'bound-feature-types',
            'What satisfies a requirement should have a type conforming to its subject',
            subject
        );
    }
};

/** Whether all types of two features are known, and no type of one conforms to a type of the other. */
function haveUnrelatedTypes(a: AstNode, b: AstNode): boolean {
    const [own, other] = [typesOf(a), typesOf(b)];
    return own.length > 0 && other.length > 0 && !own.some(t => other.some(o => conformsTo(t, o) || conformsTo(o, t)));
}

/** Whether the target of a succession is a merge node, referenced or declared there. */
function targetsMerge(node: ast.Usage | ast.TargetSuccession): boolean {
    const end = node.$type === 'ConnectorUsage' ? node.ends[1] : node.$type === 'TargetSuccession' ? node.target : node;
    const target = end?.$type === 'ConnectorEnd' ? resolve(end) : end;
    return target !== undefined && isMetaclass(target, 'MergeNode');
}

/**
 * A source end of a succession with a written multiplicity other than 1: each performance of a step has one successor
 * (validateFeatureEndFeatureMultiplicity). A merge node is exempt: only one of its incoming successions is taken
 * (validateMergeNodeIncomingSuccessions).
 */
const hasUnitSource: Check<ast.Usage> = (node, context) => {
    const range =
        node.$type === 'ConnectorUsage'
            ? isMetaclass(node, 'SuccessionAsUsage')
                ? node.ends[0]?.multiplicity
                : undefined
            : multiplicitiesBesideThen(node).source;
    const { lower = 1, upper = 1 }: Partial<Bounds> = range === undefined ? {} : boundsOfRange(range);
    if (range !== undefined && (lower !== 1 || upper !== 1) && !targetsMerge(node)) {
        context.report('warning', 'end-feature-multiplicity', 'The source end of a succession should have multiplicity 1..1', range);
    }
};

const CONNECTOR_CHECKS: readonly Check<ast.ConnectorUsage>[] = [
    relatesFeatures,
    hasNoSurplusEnd,
    relatesAccessible,
    hasPortEnds,
    conjugatesPorts,
    bindsRelatedTypes,
    hasUnitSource
];

export const connectorChecks: CheckTable = {
    Definition: [relatesTypes, hasTypedEnds, hasNoSurplusEnd, hasPortEnds, conjugatesPorts],
    ConnectorUsage: CONNECTOR_CHECKS,
    FlowUsage: [relatesFeatures, hasNoSurplusEnd, relatesAccessible, namesFlowByDot],
    TargetSuccession: [relatesAccessible, hasUnitSource],
    SatisfyRequirementUsage: [satisfiesWithRelatedType],
    Usage: [hasUnitSource]
};
