/**
 * Finds the generals of elements, including implied ones. Declarations use the semantic model; expressions, ends and ranges use their
 * syntax; parameters of expressions (KerML checkFeatureParameterRedefinition, checkFeatureResultRedefinition), the generals of other
 * elements without syntax, such as feature chains and the successions of `then`, follow from their place.
 */
import { isExpressionForm } from '../metamodel/facts.js';
import type { AstNode } from '../../language/generated/tree.js';
import { resultParameterOf } from '../../language/semantics/expression-types.js';
import { endsOf, parametersOf } from '../../language/semantics/features.js';
import { lookupVisible } from '../../language/semantics/lookup.js';
import { isMetaclass } from '../../language/semantics/metaclass.js';
import { memberElement } from '../../language/semantics/names.js';
import { nameOf } from '../../language/semantics/naming.js';
import { conformsTo, generalsOf } from '../../language/semantics/specialization.js';
import { isFeature } from '../../language/semantics/structure.js';
import { GraphElement } from '../graph.js';
import { generalsInOrder, typesInOrder } from './clause-order.js';
import { constructorOf, redefinedByArgument } from './constructors.js';
import type { Derivation } from './derivation.js';
import { distinct, is } from './forms.js';
import { redefinedSubjectsOf } from './undeclared-parameters.js';

const isBehavioral = (type: AstNode): boolean => isMetaclass(type, 'Behavior') || isMetaclass(type, 'Step');

/** The direct generals of an element; undefined if they cannot be determined. */
export function generalsOfElement(d: Derivation, e: GraphElement): readonly AstNode[] | undefined {
    if (d.typeNode(e) !== undefined) {
        return generalsInOrder(d.typeNode(e)!);
    }
    if (d.snapshots.typeOf(e) !== undefined) {
        return [d.snapshots.base];
    }
    if (e.metaclass === 'ConjugatedPortDefinition') {
        // The supertype of a conjugated type is its original type (KerML 8.3.3.1.10 supertypes).
        return known(d.elements(e, 'originalPortDefinition').map(original => d.nodeOf(original)));
    }
    const chain = d.elements(e, 'chainingFeature');
    if (chain.length > 0) {
        return known([d.nodeOf(chain[chain.length - 1])]);
    }
    const owner = d.element(e, 'owner');
    if (owner !== undefined && is(owner, 'Connector') && d.of(e, 'isEnd')[0] === true) {
        return generalsOfEnd(d, owner, e);
    }
    if (isExpressionForm(e)) {
        return generalsOfExpression(d, e);
    }
    if (owner !== undefined && isExpressionForm(owner) && e.metaclass === 'Feature') {
        return generalsOfParameter(d, owner, e);
    }
    const constructor = constructorOf(d, owner);
    if (constructor !== undefined) {
        return known([redefinedByArgument(d, constructor, e)]);
    }
    const syntax = d.typeSyntax(e);
    if (syntax !== undefined) {
        return generalsInOrder(syntax);
    }
    if (e.metaclass === 'MultiplicityRange') {
        return known([libraryElement(d, 'Base::naturals')]);
    }
    if (isCrossFeature(d, e)) {
        return known(d.elements(owner!, 'type').map(t => d.nodeOf(t))); // checkFeatureOwnedCrossFeatureSpecialization
    }
    if (owner !== undefined && e.metaclass === 'ReferenceUsage') {
        return generalsOfUndeclaredReference(d, owner, e);
    }
    if (e.metaclass === 'Expression') {
        return known(d.elements(e, 'ownedTyping').flatMap(t => d.elements(t, 'type').map(type => d.nodeOf(type))));
    }
    return e.metaclass === 'SuccessionAsUsage' ? known([libraryElement(d, 'Occurrences::happensBeforeLinks')]) : undefined;
}

/** The generals of a reference usage without a declaration, by its owner. */
function generalsOfUndeclaredReference(d: Derivation, owner: GraphElement, e: GraphElement): readonly AstNode[] | undefined {
    if (isSubject(d, e)) {
        return generalsOfSubject(d, owner);
    }
    if (owner.metaclass === 'FlowEnd') {
        return generalsOfFlowFeature(d, owner, e);
    }
    return owner.metaclass === 'ReferenceUsage' ? generalsOfAccessed(d, owner) : generalsOfStepParameter(d, owner, e);
}

const isSubject = (d: Derivation, e: GraphElement): boolean => is(d.element(e, 'owningMembership'), 'SubjectMembership');

/**
 * The subjects that the subject of a satisfaction redefines. A subject is always the first parameter (KerML
 * checkFeatureParameterRedefinition; SysML validateRequirementUsageSubjectParameterPosition).
 */
function generalsOfSubject(d: Derivation, owner: GraphElement): readonly AstNode[] | undefined {
    const satisfaction = d.syntaxOf(owner);
    return satisfaction && redefinedSubjectsOf(satisfaction);
}

/** Whether a feature without a declaration is the cross feature of an end. */
export const isCrossFeature = (d: Derivation, e: GraphElement): boolean =>
    e.metaclass === 'Feature' &&
    d.element(e, 'owningMembership')?.metaclass === 'OwningMembership' &&
    d.element(e, 'owner')?.is('isEnd') === true;

const libraryElement = (d: Derivation, name: string): AstNode | undefined => d.builder.model.libraryElement(name);

/** The feature that an end references, and the corresponding ends of the connector's generals. */
function generalsOfEnd(d: Derivation, connector: GraphElement, end: GraphElement): readonly AstNode[] | undefined {
    const referred = d.elements(end, 'ownedSpecialization').flatMap(s => d.of(s, 'general'));
    const stated = referred.map(f => (f instanceof GraphElement ? d.typeSyntax(d.element(f, 'featureTarget') ?? f) : undefined));
    const redefined = redefinedEnds(d, connector, end);
    return redefined && known([...stated, ...redefined]);
}

/** The ends of the connector's generals at the same position (KerML checkFeatureEndRedefinition). */
function redefinedEnds(d: Derivation, connector: GraphElement, end: GraphElement): readonly AstNode[] | undefined {
    const place = d.elements(connector, 'ownedEndFeature').indexOf(end);
    const ends = generalsOfElement(d, connector)?.flatMap(general => endsOf(general, generalsOf)[place] ?? []);
    return ends && distinct(ends);
}

/**
 * The features that a feature without a declaration redefines by implication, because of its position or its kind. Omits its explicit
 * redefinitions.
 */
export function impliedRedefinitions(d: Derivation, e: GraphElement): readonly AstNode[] {
    const owner = d.element(e, 'owner');
    if (owner === undefined || d.nodeOf(e) !== undefined || !is(e, 'Feature')) {
        return [];
    }
    if (is(owner, 'Connector') && d.of(e, 'isEnd')[0] === true) {
        return redefinedEnds(d, owner, e) ?? [];
    }
    if (isExpressionForm(owner)) {
        return redefinedParameters(d, owner, e) ?? [];
    }
    if (isSubject(d, e)) {
        return generalsOfSubject(d, owner) ?? [];
    }
    return is(owner, 'Step') ? distinct(redefinedByHidden(d, owner, e) ?? []) : [];
}

/**
 * The feature of a flow end redefines the feature that it names and the library's feature for that end (KerML
 * checkFeatureFlowFeatureRedefinition).
 */
function generalsOfFlowFeature(d: Derivation, end: GraphElement, e: GraphElement): readonly AstNode[] | undefined {
    const ends = d.elements(end, 'owner').flatMap(flow => d.elements(flow, 'ownedEndFeature'));
    const name = ends.indexOf(end) === 0 ? 'source::sourceOutput' : 'target::targetInput';
    const stated = d.elements(e, 'ownedSpecialization').flatMap(s => d.of(s, 'general'));
    return known([
        ...stated.map(f => (f instanceof GraphElement ? d.nodeOf(f) : undefined)),
        libraryElement(d, `Transfers::Transfer::${name}`)
    ]);
}

/**
 * The target of an assignment owns a feature for the accessed occurrence, which owns one for the accessed feature. The latter also
 * redefines the referent of the assignment (SysML checkAssignmentActionUsageStartingAtRedefinition, AccessedFeatureRedefinition,
 * ReferentRedefinition).
 */
function generalsOfAccessed(d: Derivation, owner: GraphElement): readonly AstNode[] | undefined {
    const [assignment] = d.elements(owner, 'owningType').flatMap(target => d.elements(target, 'owningType', 'AssignmentActionUsage'));
    const referents =
        assignment === undefined ? [] : d.elements(assignment, 'referent').map(r => d.nodeOf(d.element(r, 'featureTarget') ?? r));
    const name = assignment === undefined ? 'startingAt' : 'accessedFeature';
    const generals = generalsOfElement(d, owner) ?? [];
    return known([...generals.flatMap(general => memberElement(lookupVisible(general, name)) ?? []).slice(0, 1), ...referents]);
}

/**
 * An undeclared parameter of a step redefines the parameters at its position. The payload parameter of a transition also specializes the
 * payload that the trigger accepts (checkTransitionUsagePayloadSpecialization).
 */
function generalsOfStepParameter(d: Derivation, step: GraphElement, e: GraphElement): readonly AstNode[] | undefined {
    const triggers = is(step, 'TransitionUsage') && stepParameters(d, step)[1] === e ? d.elements(step, 'triggerAction') : [];
    const payloads = triggers.flatMap(trigger => d.elements(trigger, 'payloadParameter')).map(payload => d.syntaxOf(payload));
    const redefined = redefinedByHidden(d, step, e);
    return redefined && known([...payloads, ...distinct(redefined)]);
}

const stepParameters = (d: Derivation, step: GraphElement): readonly GraphElement[] =>
    d.elements(step, 'ownedFeatureMembership', 'ParameterMembership').flatMap(m => d.elements(m, 'ownedMemberFeature'));

function redefinedByHidden(d: Derivation, step: GraphElement, parameter: GraphElement): readonly AstNode[] | undefined {
    const place = stepParameters(d, step).indexOf(parameter);
    const generals = place < 0 ? undefined : generalsOfElement(d, step);
    return generals?.flatMap(general => parametersOf(general, generalsOf)[place] ?? []);
}

/**
 * The generals of an expression: the invoked element and the library's feature for its metaclass. The condition of an `if` or a loop also
 * redefines the parameter at its position (SysML 8.2.2.17.7 ExpressionParameterMember). Only steps specialize `enclosedPerformances`;
 * operands are not steps, because feature values own them.
 */
function generalsOfExpression(d: Derivation, e: GraphElement): readonly AstNode[] | undefined {
    const syntax = d.typeSyntax(e);
    if (syntax === undefined && e.metaclass === 'FeatureReferenceExpression') {
        return known([libraryElement(d, 'Performances::evaluations')]); // refers to an operand, or to the subject of a satisfaction
    }
    if (syntax?.$type === 'FeatureReferenceExpression' && e.metaclass === 'MetadataAccessExpression') {
        return known([libraryElement(d, 'Performances::metadataAccessEvaluations')]); // accesses the metadata of an operand
    }
    const called = is(e, 'TriggerInvocationExpression') ? d.elements(e, 'instantiatedType').map(t => d.nodeOf(t)) : [];
    const isUnknown = e.metaclass === 'InvocationExpression' && d.elements(e, 'instantiatedType').length === 0;
    const isStep = d.element(e, 'owningFeatureMembership') !== undefined;
    const enclosed = isStep ? undefined : libraryElement(d, 'Performances::Performance::enclosedPerformances');
    const isParameter = is(d.element(e, 'owningMembership'), 'ParameterMembership');
    const redefined = isParameter ? d.elements(e, 'owningType').map(step => generalsOfStepParameter(d, step, e)) : [];
    return syntax === undefined || isUnknown || redefined.includes(undefined)
        ? undefined
        : known([...called, ...generalsOf(syntax).filter(t => t !== enclosed), ...redefined.flatMap(r => r ?? [])]);
}

/**
 * The generals of a parameter of an expression: its types and the features that it redefines. The result of a feature reference expression
 * also specializes the referent.
 */
function generalsOfParameter(d: Derivation, owner: GraphElement, e: GraphElement): readonly AstNode[] | undefined {
    const redefined = is(owner, 'ConstructorExpression') ? ofConstructed(d, owner) : redefinedParameters(d, owner, e);
    if (redefined === undefined) {
        return undefined;
    }
    const isNamed = owner.metaclass === 'FeatureReferenceExpression' && d.of(owner, 'result')[0] === e;
    const named = isNamed
        ? d.of(owner, 'referent').map(f => (f instanceof GraphElement ? d.syntaxOf(d.element(f, 'featureTarget') ?? f) : undefined))
        : [];
    const typed = d.elements(e, 'ownedTyping').flatMap(t => d.elements(t, 'type').map(type => d.nodeOf(type)));
    const all = [...typed, ...named, ...redefined];
    return known(all.length === 0 ? [libraryElement(d, 'Base::things')] : all);
}

const known = (nodes: readonly (AstNode | undefined)[]): readonly AstNode[] | undefined =>
    nodes.every(node => node !== undefined) ? nodes : undefined;

/** The features that the owned features of an element redefine directly. */
export function redefinedByOwned(d: Derivation, e: GraphElement): ReadonlySet<AstNode> {
    if (isExpressionForm(e)) {
        return new Set(d.elements(e, 'ownedFeature').flatMap(feature => redefinedParameters(d, e, feature) ?? []));
    }
    const constructor = constructorOf(d, e);
    if (constructor !== undefined) {
        return new Set(d.elements(e, 'ownedFeature').flatMap(argument => redefinedByArgument(d, constructor, argument) ?? []));
    }
    const syntax = d.typeSyntax(e);
    const own = syntax === undefined ? [] : d.members.redefinedByOwned(syntax);
    const accessed = e.metaclass === 'ReferenceUsage' ? d.elements(e, 'ownedFeature', 'ReferenceUsage').filter(f => f.base === 'node') : [];
    return new Set([...own, ...(is(e, 'Connector') ? redefinedByEnds(d, e) : []), ...accessed.flatMap(f => generalsOfElement(d, f) ?? [])]);
}

/** The features that the undeclared ends of a connector redefine, by position. */
function redefinedByEnds(d: Derivation, e: GraphElement): readonly AstNode[] {
    const generals = generalsOfElement(d, e) ?? [];
    return d.elements(e, 'ownedEndFeature').flatMap((_, i) => generals.flatMap(g => endsOf(g, generalsOf)[i] ?? []));
}

/** The result of a constructor is an instance of the constructed type (KerML checkConstructorExpressionResultSpecialization). */
function ofConstructed(d: Derivation, constructor: GraphElement): readonly AstNode[] | undefined {
    const [type] = d.elements(constructor, 'instantiatedType');
    const results = generalsOfExpression(d, constructor)
        ?.filter(isBehavioral)
        .flatMap(general => resultParameterOf(general) ?? []);
    return type && results && known([d.nodeOf(type), ...distinct(results)]);
}

/**
 * The features that a parameter of an expression redefines: the invoked element's parameter with the same name or position, or its result.
 */
function redefinedParameters(d: Derivation, owner: GraphElement, e: GraphElement): readonly AstNode[] | undefined {
    const generals = generalsOfExpression(d, owner)?.filter(isBehavioral);
    if (generals === undefined) {
        return undefined;
    }
    if (is(d.element(e, 'owningMembership'), 'ReturnParameterMembership')) {
        return distinct(generals.flatMap(general => resultParameterOf(general) ?? []));
    }
    const name = e.text('sysx:argumentName');
    const inputs = d.elements(owner, 'ownedFeature').filter(feature => d.of(feature, 'direction')[0] === 'in');
    const place = inputs.indexOf(e);
    return distinct(
        generals.flatMap(general => {
            const parameters = parametersOf(general, generalsOf);
            const found = name === undefined ? parameters[place] : parameters.find(p => p !== undefined && nameOf(p) === name);
            return found ?? [];
        })
    );
}

/** The types of a feature's generals, without those that another one of them specializes (KerML deriveFeatureType). */
export function typesThrough(generals: readonly AstNode[]): readonly AstNode[] {
    const types = distinct(generals.flatMap(general => (isFeature(general) ? typesInOrder(general) : [general])));
    return types.filter(t => !types.some(o => o !== t && conformsTo(o, t) && !conformsTo(t, o)));
}
