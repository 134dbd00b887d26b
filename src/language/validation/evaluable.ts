/**
 * Model-level evaluable expressions (KerML 7.4.9.1, `Expression::isModelLevelEvaluable`): decided from the form of the expression and the
 * referents of its names. Evaluates nothing.
 */
import type { AstNode } from '../generated/tree.js';
import { isEvaluableFunction } from '../semantics/evaluable-functions.js';
import { directionOf } from '../semantics/features.js';
import { featuringTypesOf } from '../semantics/featuring.js';
import { isMetaclass, isOfReflectiveLibrary } from '../semantics/metaclass.js';
import { qualifiedNameOf } from '../semantics/naming.js';
import { featureValueOf, isFeature, type NameNode, ownedMembersOf, owningTypeOf } from '../semantics/structure.js';
import { resolve } from '../semantics/names.js';
import { conformsToLibrary } from '../semantics/specialization.js';

/** The context of a test for evaluability. */
interface Judging {
    /** The features whose values are being checked. A value that depends on itself is not evaluable. */
    readonly visited?: ReadonlySet<AstNode>;
    /** Whether a number with a unit is treated as evaluable. */
    readonly admitsUnits?: boolean;
}

/** Whether an expression is model-level evaluable. Unresolved names are treated as evaluable. */
export function isModelLevelEvaluable(expression: AstNode, judging: Judging = {}): boolean {
    const isEvaluable = (part: AstNode): boolean => isModelLevelEvaluable(part, judging);
    switch (expression.$type) {
        case 'InvocationExpression': {
            const { target, arguments: args } = expression;
            return (
                target.$type === 'FeatureReferenceExpression' && isEvaluableCall(resolve(target)) && args.every(a => isEvaluable(a.value))
            );
        }
        case 'FunctionOperationExpression': {
            const { operand, function: called, arguments: args } = expression;
            return isEvaluableCall(resolve(called)) && isEvaluable(operand) && args.every(a => isEvaluable(a.value));
        }
        case 'FeatureReferenceExpression':
            return isEvaluableReferent(expression, judging);
        case 'BodyExpression':
            return ownedMembersOf(expression).every(m => m.$type !== 'ResultExpression' || isEvaluable(m.expression));
        case 'ConstructorExpression':
            return expression.arguments.every(a => isEvaluable(a.value));
        case 'ConditionalExpression': {
            const { condition, thenBranch, elseBranch } = expression;
            return [condition, thenBranch, elseBranch].every(isEvaluable);
        }
        case 'BinaryExpression': {
            const { left, operator, right } = expression;
            return isEvaluable(left) && (TYPE_OPERATORS.has(operator) || isEvaluable(right));
        }
        case 'UnaryExpression': {
            const { operator, operand } = expression;
            return operator !== '~' && (TYPE_OPERATORS.has(operator) || isEvaluable(operand));
        }
        case 'SequenceExpression':
            return expression.elements.every(isEvaluable);
        case 'BracketExpression': // has no definition of its own (Table 7)
            return judging.admitsUnits === true && isEvaluable(expression.operand);
        case 'ExtentExpression':
            return false; // needs all instances (Table 5)
        case 'IndexExpression': {
            const { operand, index } = expression;
            return isEvaluable(operand) && index.every(isEvaluable);
        }
        case 'FeatureChainExpression':
            return isEvaluable(expression.operand);
        case 'CollectExpression':
        case 'SelectExpression': {
            const { operand, body } = expression;
            return isEvaluable(operand) && isEvaluable(body);
        }
        default:
            return true;
    }
}
const TYPE_OPERATORS: ReadonlySet<string> = new Set(['istype', 'hastype', '@', '@@', 'as', 'meta']);

/** An unresolved name is treated as evaluable. */
const isEvaluableCall = (called: AstNode | undefined): boolean => called === undefined || isEvaluableFunction(qualifiedNameOf(called));

/**
 * `FeatureReferenceExpression::modelLevelEvaluable`: the referent is `self`, an evaluable expression, a feature of metadata, or a feature
 * without a featuring type whose value, if any, is evaluable. The parameters of an expression body have values in each call.
 */
function isEvaluableReferent(node: NameNode, judging: Judging): boolean {
    const visited = judging.visited ?? new Set<AstNode>();
    const referent = resolve(node);
    if (referent === undefined || !isMetaclass(referent, 'Feature')) {
        return true;
    }
    const owner = owningTypeOf(referent);
    if (
        isMetaclass(referent, 'Expression')
            ? isEvaluableDeclaration(referent, { ...judging, visited: new Set([...visited, referent]) })
            : owner !== undefined && (isOfMetadata(owner) || owner.$type === 'BodyExpression')
    ) {
        return true;
    }
    if (conformsToLibrary(referent, 'Base::Anything::self')) {
        return true;
    }
    const value = featureValueOf(referent);
    return (
        featuringTypesOf(referent).length === 0 &&
        !visited.has(referent) &&
        (value === undefined || isModelLevelEvaluable(value.expression, { ...judging, visited: new Set([...visited, referent]) }))
    );
}

function isOfMetadata(type: AstNode): boolean {
    // of the reflective library: the values of its enumerations
    return isMetaclass(type, 'Metaclass') || isMetaclass(type, 'MetadataFeature') || isOfReflectiveLibrary(type);
}

/**
 * A declared expression (KerML `Expression::modelLevelEvaluable`): it has no generals, no values for its parameters, and an evaluable
 * result.
 */
function isEvaluableDeclaration(expression: AstNode, judging: Judging): boolean {
    const { relationships, value } = expression;
    return (
        relationships?.length === 0 &&
        value === undefined &&
        ownedMembersOf(expression).every(member => {
            if (member.$type === 'ResultExpression') {
                return isModelLevelEvaluable(member.expression, judging);
            }
            return !isFeature(member) || (isParameter(member) && member.value === undefined && ownedMembersOf(member).length === 0);
        })
    );
}

const isParameter = (feature: AstNode): boolean => directionOf(feature) !== undefined;
