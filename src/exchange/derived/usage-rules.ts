/** Derives the properties of connectors and expressions (KerML 8.3) and of definitions and usages (SysML 8.3). */
import { exposedBy } from '../../language/semantics/exposure.js';
import { GraphElement } from '../graph.js';
import type { Derivation, Values, Rule } from './derivation.js';
import { defaultFeaturingType } from './featuring.js';
import {
    collect,
    collectAll,
    constraints,
    distinct,
    first,
    is,
    members,
    referenced,
    referencedBy,
    select,
    subaction,
    transitionFeatures
} from './forms.js';

/**
 * The source or target of a transition: the stated element; if the graph states the text of a feature chain, the action at the end of the
 * chain.
 */
function steps(d: Derivation, e: GraphElement, property: string, bases: readonly GraphElement[], related: string): Values {
    const [stated] = d.stated(e, property);
    return stated instanceof GraphElement
        ? [stated]
        : bases.flatMap(base => d.elements(base, related, 'Feature')).flatMap(f => d.elements(f, 'featureTarget', 'ActionUsage'));
}

// --- Definitions and usages of the kinds of SysML -----------------------------------------------------------------------

/** The feature that satisfies a requirement; without `by`, `Base::things::that` (SysML 8.4.17.3). */
const satisfyingFeature: Rule = (d, e) => {
    const stated = d
        .stated(e, 'subject')
        .flatMap(s => (s instanceof GraphElement && is(s, 'FeatureReferenceExpression') ? [...d.of(s, 'referent')] : [s]));
    const that = d.builder.model.libraryElement('Base::things::that');
    return stated.length > 0 || that === undefined ? stated : d.elementsOf([that]);
};

export const KINDS: Readonly<Record<string, Rule>> = {
    'Definition.variantMembership': select('ownedRelationship', 'VariantMembership'),
    'Usage.variantMembership': select('ownedRelationship', 'VariantMembership'),
    'Definition.variant': collect('variantMembership', 'ownedVariantUsage'),
    'Usage.variant': collect('variantMembership', 'ownedVariantUsage'),
    'EnumerationDefinition.enumeratedValue': select('variant', 'EnumerationUsage'),
    'OccurrenceUsage.individualDefinition': (d, e) =>
        d
            .elements(e, 'occurrenceDefinition', 'OccurrenceDefinition')
            .filter(o => d.nodeOf(o)?.isIndividual === true)
            .slice(0, 1),
    'EventOccurrenceUsage.eventOccurrence': referenced('OccurrenceUsage'),
    'PerformActionUsage.performedAction': referenced('ActionUsage'),
    'ExhibitStateUsage.exhibitedState': referenced('StateUsage'),
    'IncludeUseCaseUsage.useCaseIncluded': referenced('UseCaseUsage'),
    'AssertConstraintUsage.assertedConstraint': referenced('ConstraintUsage'),
    'SatisfyRequirementUsage.satisfiedRequirement': referenced('RequirementUsage'),
    'SatisfyRequirementUsage.satisfyingFeature': satisfyingFeature,
    'RequirementConstraintMembership.referencedConstraint': referencedBy('ownedConstraint'),
    'FramedConcernMembership.referencedConcern': referencedBy('ownedConcern'),
    'RequirementVerificationMembership.verifiedRequirement': referencedBy('ownedRequirement'),
    'ViewRenderingMembership.referencedRendering': referencedBy('ownedRendering'),
    'StateDefinition.entryAction': subaction('entry'),
    'StateDefinition.doAction': subaction('do'),
    'StateDefinition.exitAction': subaction('exit'),
    'StateUsage.entryAction': subaction('entry'),
    'StateUsage.doAction': subaction('do'),
    'StateUsage.exitAction': subaction('exit'),
    'TransitionUsage.triggerAction': transitionFeatures('trigger'),
    'TransitionUsage.guardExpression': transitionFeatures('guard'),
    'TransitionUsage.effectAction': transitionFeatures('effect'),
    'TransitionUsage.source': (d, e) => steps(d, e, 'source', d.elements(e, 'ownedMembership').slice(0, 1), 'memberElement'),
    'TransitionUsage.target': (d, e) => steps(d, e, 'target', d.elements(e, 'succession'), 'targetFeature'),
    'ConjugatedPortTyping.portDefinition': collect('conjugatedPortDefinition', 'originalPortDefinition'),
    'UseCaseDefinition.includedUseCase': collect('ownedUseCase', 'useCaseIncluded', 'IncludeUseCaseUsage'),
    'UseCaseUsage.includedUseCase': collect('nestedUseCase', 'useCaseIncluded', 'IncludeUseCaseUsage'),
    'ViewUsage.exposedElement': (d, e) => {
        const node = d.typeNode(e);
        return node === undefined ? d.unknown() : d.elementsOf(exposedBy(node));
    }
};
for (const kind of ['RequirementDefinition', 'RequirementUsage', 'CaseDefinition', 'CaseUsage']) {
    Object.assign(KINDS, {
        [`${kind}.subjectParameter`]: first(members('SubjectMembership', 'ownedSubjectParameter')),
        [`${kind}.actorParameter`]: members('ActorMembership', 'ownedActorParameter'),
        [`${kind}.stakeholderParameter`]: members('StakeholderMembership', 'ownedStakeholderParameter'),
        [`${kind}.objectiveRequirement`]: first(members('ObjectiveMembership', 'ownedObjectiveRequirement')),
        [`${kind}.assumedConstraint`]: constraints('assumption'),
        [`${kind}.requiredConstraint`]: constraints('requirement'),
        [`${kind}.framedConcern`]: members('FramedConcernMembership', 'ownedConcern'),
        [`${kind}.text`]: collect('documentation', 'body')
    } satisfies Record<string, Rule>);
}
for (const [kind, own] of [
    ['Definition', 'ownedRequirement'],
    ['Usage', 'nestedRequirement']
] as const) {
    Object.assign(KINDS, {
        [`VerificationCase${kind}.verifiedRequirement`]: (d, e) =>
            d
                .elements(e, 'objectiveRequirement')
                .flatMap(o => [...members('RequirementVerificationMembership', 'verifiedRequirement')(d, o)]),
        [`AnalysisCase${kind}.resultExpression`]: first(members('ResultExpressionMembership', 'ownedResultExpression')),
        [`View${kind}.satisfiedViewpoint`]: (d, e) => d.elements(e, own, 'ViewpointUsage').filter(v => d.of(v, 'isComposite')[0] === true),
        [`View${kind}.viewCondition`]: collect('ownedMembership', 'condition', 'ElementFilterMembership'),
        [`View${kind}.viewRendering`]: first(members('ViewRenderingMembership', 'referencedRendering')),
        [`Viewpoint${kind}.viewpointStakeholder`]: (d, e) =>
            d.elements(e, 'framedConcern').flatMap(c => [...members('StakeholderMembership', 'ownedStakeholderParameter')(d, c)])
    } satisfies Record<string, Rule>);
}

// --- Connectors and expressions -----------------------------------------------------------------------------------------

/**
 * The features that the ends reference. The source end of a `then` references the preceding step by implication. A graph states these
 * features, but only once if several ends reference the same feature.
 */
const relatedFeature: Rule = (d, e) => {
    const ends = d.elements(e, 'connectorEnd').filter(end => end.state === 'written'); // library ends state no references
    const referred = ends.flatMap(end => [...collect('ownedReferenceSubsetting', 'subsettedFeature')(d, end)]);
    if (hasEmptySource(d, e)) {
        const source = impliedSource(d, e);
        return source.length === 0 ? d.unknown() : [...source, ...referred];
    }
    const stated = d.stated(e, 'relatedFeature'); // omits features that several ends reference
    return stated.length >= referred.length ? stated : referred;
};

/** Whether the source end of a succession references nothing, as for `then`. */
function hasEmptySource(d: Derivation, e: GraphElement): boolean {
    const [source, target] = is(e, 'Succession') ? d.elements(e, 'connectorEnd') : [];
    const refersTo = (end: GraphElement): number => d.of(end, 'ownedReferenceSubsetting').length;
    const isEmpty = target !== undefined && source.metaclass === 'ReferenceUsage' && d.nodeOf(source) === undefined;
    return isEmpty && refersTo(source) === 0 && refersTo(target) > 0;
}

/**
 * The source of the transition that owns the succession (checkTransitionUsageSuccessionSourceSpecialization); the preceding step for other
 * successions.
 */
function impliedSource(d: Derivation, e: GraphElement): Values {
    const [transition] = d.of(e, 'owningFeatureMembership').length === 0 ? d.elements(e, 'owner', 'TransitionUsage') : [];
    return transition === undefined ? d.stated(e, 'sourceFeature') : d.of(transition, 'source');
}

const flowFeature =
    (end: number): Rule =>
    (d, e) =>
        d
            .elements(e, 'connectorEnd')
            .filter(f => f.state === 'written') // library ends state no references
            .slice(end, end + 1)
            .flatMap(f => [...d.of(f, 'ownedFeature').slice(0, 1)]);

/**
 * The source or target of a relationship. Connectors and associations use their own property, because as types or features they also have
 * properties in the lists of the other relationships.
 */
function relationshipEnds(ofConnector: string, ofAssociation: string, ofOthers: readonly string[]): Rule {
    return (d, e) => (is(e, 'Connector') ? d.of(e, ofConnector) : is(e, 'Association') ? d.of(e, ofAssociation) : ends(d, e, ofOthers));
}

/** The properties that redefine `Relationship::source` or `target`, the most specific ones first. */
const SOURCES =
    'typeDifferenced typeIntersected typeUnioned featureChained featureInverted featureOfType typeDisjoined conjugatedType specific annotatingElement sourceType client importOwningNamespace membershipOwningNamespace'.split(
        ' '
    );
const TARGETS =
    'differencingType intersectingType unioningType chainingFeature invertingFeature featuringType disjoiningType originalType general annotatedElement targetType supplier importedNamespace importedMembership memberElement'.split(
        ' '
    );

export const OTHERS: Readonly<Record<string, Rule>> = {
    'Association.relatedType': collectAll('associationEnd', 'type'),
    'Association.sourceType': first((d, e) => d.of(e, 'relatedType')),
    'Association.targetType': (d, e) => distinct(d.of(e, 'relatedType').slice(1)),
    'Connector.connectorEnd': (d, e) => {
        const stated = d.stated(e, 'connectorEnd');
        const ends = stated.length > 0 ? stated.filter(end => end instanceof GraphElement) : d.elements(e, 'endFeature');
        return ends.filter(end => d.of(end, 'isEnd')[0] === true); // the ends of a message are event occurrences
    },
    'Connector.relatedFeature': relatedFeature,
    'Connector.sourceFeature': first((d, e) => d.of(e, 'relatedFeature')),
    'Connector.targetFeature': (d, e) => distinct(d.of(e, 'relatedFeature').slice(1)),
    'Connector.defaultFeaturingType': defaultFeaturingType,
    'Relationship.source': relationshipEnds('sourceFeature', 'sourceType', SOURCES),
    'Relationship.target': relationshipEnds('targetFeature', 'targetType', TARGETS),
    'Flow.payloadType': collect('payloadFeature', 'type'),
    'Flow.sourceOutputFeature': flowFeature(0),
    'Flow.targetInputFeature': flowFeature(1)
};

function ends(d: Derivation, e: GraphElement, properties: readonly string[]): Values {
    for (const property of properties) {
        const values = d.of(e, property);
        if (values.length > 0) {
            return values;
        }
    }
    return [];
}
