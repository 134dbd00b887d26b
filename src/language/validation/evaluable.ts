/**
 * Model-level evaluable expressions (KerML 8.4.4.9, Table 8: `Expression::isModelLevelEvaluable`): decided from the form of the expression and what
 * its names lead to. Evaluates nothing.
 */
import type { AstNode } from 'langium';
import type * as ast from '../generated/ast.js';
import { isMetaclass, isOfReflectiveLibrary } from '../semantics/metaclass.js';
import { qualifiedNameOf } from '../semantics/naming.js';
import { type NameNode, ownedMembersOf, owningTypeOf } from '../semantics/structure.js';
import { resolve } from '../semantics/names.js';
import { conformsToLibrary, typesOf } from '../semantics/specialization.js';

/** Library packages whose functions are model-level evaluable (KerML 8.4.4.9.1, `Function::isModelLevelEvaluable`). */
const EVALUABLE_PACKAGES: ReadonlySet<string> = new Set([
    'BaseFunctions',
    'DataFunctions',
    'ScalarFunctions',
    'BooleanFunctions',
    'StringFunctions',
    'NumericalFunctions',
    'ComplexFunctions',
    'RealFunctions',
    'RationalFunctions',
    'IntegerFunctions',
    'NaturalFunctions',
    'SequenceFunctions',
    'CollectionFunctions',
    'ControlFunctions'
]);

/** Whether an expression can be evaluated on the model itself; names that do not resolve count as evaluable. */
export function isModelLevelEvaluable(expression: AstNode): boolean {
    switch (expression.$type) {
        case 'InvocationExpression': {
            const { target, arguments: args } = expression as ast.InvocationExpression;
            return (
                target.$type === 'FeatureReferenceExpression' &&
                isEvaluableFunction(resolve(target as NameNode)) &&
                args.every(a => isModelLevelEvaluable(a.value))
            );
        }
        case 'FunctionOperationExpression': {
            const { operand, function: called, arguments: args } = expression as ast.FunctionOperationExpression;
            return (
                isEvaluableFunction(resolve(called)) && isModelLevelEvaluable(operand) && args.every(a => isModelLevelEvaluable(a.value))
            );
        }
        case 'FeatureReferenceExpression':
            return isEvaluableReferent(expression as NameNode);
        case 'BodyExpression':
            return ownedMembersOf(expression).every(
                m => m.$type !== 'ResultExpression' || isModelLevelEvaluable((m as ast.ResultExpression).expression)
            );
        case 'ConstructorExpression':
            return (expression as ast.ConstructorExpression).arguments.every(a => isModelLevelEvaluable(a.value));
        case 'ConditionalExpression': {
            const { condition, thenBranch, elseBranch } = expression as ast.ConditionalExpression;
            return [condition, thenBranch, elseBranch].every(isModelLevelEvaluable);
        }
        case 'BinaryExpression': {
            const { left, operator, right } = expression as ast.BinaryExpression;
            return isModelLevelEvaluable(left) && (TYPE_OPERATORS.has(operator) || isModelLevelEvaluable(right));
        }
        case 'UnaryExpression': {
            const { operator, operand } = expression as ast.UnaryExpression;
            return operator !== '~' && (TYPE_OPERATORS.has(operator) || isModelLevelEvaluable(operand));
        }
        case 'SequenceExpression':
            return (expression as ast.SequenceExpression).elements.every(isModelLevelEvaluable);
        case 'BracketExpression':
        case 'IndexExpression': {
            const { operand, index } = expression as ast.IndexExpression;
            return isModelLevelEvaluable(operand) && index.every(isModelLevelEvaluable);
        }
        case 'FeatureChainExpression':
            return isModelLevelEvaluable((expression as ast.FeatureChainExpression).operand);
        case 'CollectExpression':
        case 'SelectExpression': {
            const { operand, body } = expression as ast.SelectExpression;
            return isModelLevelEvaluable(operand) && isModelLevelEvaluable(body);
        }
        default:
            return true;
    }
}
const TYPE_OPERATORS: ReadonlySet<string> = new Set(['istype', 'hastype', '@', '@@', 'as', 'meta']);

function isEvaluableFunction(called: AstNode | undefined): boolean {
    if (called === undefined) {
        return true;
    }
    const packageName = qualifiedNameOf(called)?.split('::')[0];
    return packageName !== undefined && EVALUABLE_PACKAGES.has(packageName);
}

/** `FeatureReferenceExpression::modelLevelEvaluable`: a feature of metadata, one with an evaluable value, or one of no type but Anything. */
function isEvaluableReferent(node: NameNode): boolean {
    const referent = resolve(node);
    if (referent === undefined || !isMetaclass(referent, 'Feature')) {
        return true;
    }
    const owner = owningTypeOf(referent);
    if (
        owner === undefined ||
        isMetaclass(owner, 'Metaclass') ||
        isMetaclass(owner, 'MetadataFeature') ||
        (owner as AstNode).$type === 'BodyExpression' ||
        (referent as ast.Usage).membership === 'variant' ||
        isMetaclass(owner, 'EnumerationDefinition') ||
        (isMetaclass(owner, 'DataType') && isOfReflectiveLibrary(owner)) // the values of its enumerations
    ) {
        return true;
    }
    const { value } = referent as ast.Usage;
    return value !== undefined
        ? isModelLevelEvaluable(value.expression)
        : conformsToLibrary(owner, 'Metaobjects::Metaobject') || typesOf(referent).every(t => qualifiedNameOf(t) === 'Base::Anything');
}
