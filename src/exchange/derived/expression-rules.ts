/** Derives the properties of expressions and functions (KerML 8.3.4.7, 8.3.4.8). */
import type { AstNode } from '../../language/generated/tree.js';
import { isEvaluableFunction } from '../../language/semantics/evaluable-functions.js';
import { parametersOf } from '../../language/semantics/features.js';
import { operatorFunctionOf } from '../../language/semantics/implied-features.js';
import { nameOf } from '../../language/semantics/naming.js';
import { generalsOf } from '../../language/semantics/specialization.js';
import { isModelLevelEvaluable } from '../../language/validation/evaluable.js';
import { GraphElement } from '../graph.js';
import { propertyOfMetaclass } from '../metamodel/facts.js';
import { constructedFeatures } from './constructors.js';
import type { Derivation, Values, Rule } from './derivation.js';
import { is, members } from './forms.js';

const result: Rule = (d, e) => {
    const stated = d.stated(e, 'result');
    return stated.length > 0 ? stated : members('ReturnParameterMembership', 'ownedMemberParameter')(d, e).slice(0, 1);
};

const TRIGGERS: Readonly<Record<string, string>> = {
    when: 'Triggers::TriggerWhen',
    at: 'Triggers::TriggerAt',
    after: 'Triggers::TriggerAfter'
};

/**
 * The type that an expression names, or the function of its operator or of the kind of its trigger (KerML 8.3.4.8.17, SysML 8.3.17.16
 * instantiatedType).
 */
const instantiatedType: Rule = (d, e) => {
    const stated = [...d.stated(e, 'instantiatedType'), ...d.stated(e, 'function')];
    if (stated.length > 0) {
        return stated;
    }
    const syntax = d.typeSyntax(e);
    const name = TRIGGERS[e.text('kind') ?? ''] ?? (syntax && operatorFunctionOf(syntax));
    const called = name === undefined ? undefined : d.builder.model.libraryElement(name);
    return called === undefined ? d.unknown() : d.elementsOf([called]);
};

/** The parameters of the invoked element, in order. The subject of a case or requirement comes first. */
function calledParameters(d: Derivation, called: GraphElement): readonly (AstNode | undefined)[] {
    const parameters = parametersOf(d.nodeOf(called) ?? d.unknown(), generalsOf);
    const hasSubject = propertyOfMetaclass(called.metaclass, 'subjectParameter') !== undefined;
    return hasSubject ? [...d.elements(called, 'subjectParameter').map(s => d.nodeOf(s)), ...parameters] : parameters;
}

/**
 * The arguments in the order of their parameters (deriveInvocationExpressionArgument, deriveConstructorExpressionArgument). Unnamed
 * arguments keep their positions.
 */
const argument: Rule = (d, e) => {
    const stated = d.stated(e, 'argument');
    const names = stated.map(a => (a instanceof GraphElement ? d.element(a, 'owner')?.text('sysx:argumentName') : undefined));
    if (names.every(name => name === undefined)) {
        return stated;
    }
    const called = d.elements(e, 'instantiatedType')[0] ?? d.unknown();
    const features = is(e, 'ConstructorExpression') ? constructedFeatures(d, e) : calledParameters(d, called);
    const places = names.map((name, i) => (name === undefined ? i : features!.findIndex(f => f !== undefined && nameOf(f) === name)));
    return places.includes(-1)
        ? d.unknown()
        : stated
              .map((_, i) => i)
              .sort((a, b) => places[a] - places[b])
              .map(i => stated[i]);
};

// --- isModelLevelEvaluable -----------------------------------------------------------------------------

/**
 * Whether KerML's tables 5 and 7 mark a function as evaluable. They do not contain functions in the bodies of expressions, which have no
 * qualified names.
 */
function isMarked(d: Derivation, f: GraphElement): boolean {
    const node = d.nodeOf(f);
    return node !== undefined && isEvaluableFunction(d.builder.identities.of(node)?.qualifiedName);
}

/** The operation `modelLevelEvaluable` of all kinds of expressions. @param visited the referents on the path to the expression */
function isEvaluable(d: Derivation, e: GraphElement, visited: ReadonlySet<GraphElement>): boolean {
    if (is(e, 'LiteralExpression') || is(e, 'NullExpression') || is(e, 'MetadataAccessExpression')) {
        return true;
    }
    if (is(e, 'ConstraintUsage') || is(e, 'CalculationUsage')) {
        return false; // SysML 8.3.18.4, 8.3.19.4
    }
    if (is(e, 'FeatureReferenceExpression')) {
        return isReferenceEvaluable(d, e, visited);
    }
    if (is(e, 'InstantiationExpression')) {
        const calls = is(e, 'ConstructorExpression') ? [] : d.elements(e, 'instantiatedType');
        // Checks the function first, because the arguments of usages are not always known.
        return calls.every(f => isMarked(d, f)) && d.elements(e, 'argument').every(a => isEvaluable(d, a, visited));
    }
    return d.of(e, 'ownedSpecialization').length === 0 && d.elements(e, 'ownedFeature').every(f => isEvaluablePart(d, e, f, visited));
}

function isEvaluablePart(d: Derivation, e: GraphElement, feature: GraphElement, visited: ReadonlySet<GraphElement>): boolean {
    if (is(d.element(feature, 'owningMembership'), 'ResultExpressionMembership')) {
        return isEvaluable(d, feature, visited);
    }
    const isParameter = d.of(feature, 'direction')[0] === 'in' || d.of(e, 'result')[0] === feature;
    return isParameter && d.of(feature, 'ownedFeature').length === 0 && valueOf(d, feature) === undefined;
}

function valueOf(d: Derivation, feature: GraphElement): GraphElement | undefined {
    if (feature.state !== 'written') {
        return d.featureNode(feature)?.value === undefined ? undefined : d.unknown(); // values of the library have no elements
    }
    return d.elements(feature, 'ownedMembership', 'FeatureValue').flatMap(v => d.elements(v, 'value'))[0];
}

function isReferenceEvaluable(d: Derivation, e: GraphElement, visited: ReadonlySet<GraphElement>): boolean {
    const referent = d.element(e, 'referent') ?? d.unknown();
    const node = d.nodeOf(referent);
    if (node !== undefined && d.builder.identities.of(node)?.qualifiedName === 'Base::Anything::self') {
        return true;
    }
    if (visited.has(referent)) {
        return false;
    }
    const seen = new Set([...visited, referent]);
    if (is(referent, 'Expression') && isEvaluable(d, referent, seen)) {
        return true;
    }
    const owner = d.element(referent, 'owningType');
    if (is(owner, 'Metaclass') || is(owner, 'MetadataFeature')) {
        return true;
    }
    if (d.of(referent, 'isVariable')[0] === true || d.of(referent, 'featuringType').length > 0) {
        return false;
    }
    if (referent.state !== 'written') {
        const value = d.featureNode(referent)?.value; // values of the library have no elements
        const expression = typeof value === 'object' && 'expression' in value ? value.expression : undefined;
        return expression === undefined || isModelLevelEvaluable(expression);
    }
    const value = valueOf(d, referent);
    return value === undefined || isEvaluable(d, value, seen);
}

const ofExpression: Rule = (d, e): Values => [isEvaluable(d, e, new Set())];
const ofFunction: Rule = (d, e): Values => [isMarked(d, e)];

export const EXPRESSIONS: Readonly<Record<string, Rule>> = {
    'Expression.result': result,
    'Function.result': result,
    'Expression.isModelLevelEvaluable': ofExpression,
    'Function.isModelLevelEvaluable': ofFunction,
    'InstantiationExpression.instantiatedType': instantiatedType,
    'InstantiationExpression.argument': argument
};
