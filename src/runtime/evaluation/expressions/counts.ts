/**
 * The multiplicity of an expression, derived from the expression and the declarations that it names without evaluating it (contract sheet
 * 4.7: the count of an open value). It may be wider than the evaluated number of values, never narrower.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { functionFor, type FunctionsByType } from '../../../language/syntax/by-type.js';
import type * as ast from '../../../language/generated/tree.js';
import { resultParameterOf } from '../../../language/semantics/expression-types.js';
import { effectiveBoundsOf } from '../../../language/semantics/multiplicity.js';
import { resolve } from '../../../language/semantics/names.js';
import { isDefinition, isFeature, ownedMembersOf } from '../../../language/semantics/structure.js';
import type { operators } from '../functions/index.js';
import { isCalculation, isEnumLiteral, isUnitDeclaration, isVariant } from '../model/kinds.js';
import { targetOf } from './referents.js';

type Count = operators.Count;

const NONE: Count = { lower: 0, upper: 0 };
const ONE: Count = { lower: 1, upper: 1 };
const OPTIONAL: Count = { lower: 0, upper: 1 };
const ANY: Count = { lower: 0, upper: Infinity };

const COUNTS: FunctionsByType<Count> = {
    LiteralBoolean: () => ONE,
    LiteralString: () => ONE,
    LiteralInteger: () => ONE,
    LiteralReal: () => ONE,
    LiteralInfinity: () => ONE,
    ConstructorExpression: () => ONE,
    BracketExpression: () => ONE,
    BodyExpression: () => ONE,
    NullExpression: () => NONE,
    SequenceExpression: ({ elements }: ast.SequenceExpression) => elements.map(multiplicityOf).reduce(sum, NONE),
    ConditionalExpression: ({ thenBranch, elseBranch }: ast.ConditionalExpression) =>
        either(multiplicityOf(thenBranch), multiplicityOf(elseBranch)),
    UnaryExpression: ({ operand }: ast.UnaryExpression) => scalar(multiplicityOf(operand)),
    BinaryExpression: binary,
    IndexExpression: ({ operand }: ast.IndexExpression) => scalar(multiplicityOf(operand)),
    FeatureReferenceExpression: (node: ast.FeatureReferenceExpression) => ofElement(targetOf(node)),
    FeatureChainExpression: ({ operand, feature }: ast.FeatureChainExpression) =>
        product(multiplicityOf(operand), ofElement(resolve(feature))),
    SelectExpression: ({ operand }: ast.SelectExpression) => ({ lower: 0, upper: multiplicityOf(operand).upper }),
    CollectExpression: ({ operand, body }: ast.CollectExpression) => product(multiplicityOf(operand), ofBody(body)),
    InvocationExpression: ({ target }: ast.InvocationExpression) =>
        target.$type === 'FeatureReferenceExpression' ? ofCall(targetOf(target)) : ANY,
    FunctionOperationExpression: (node: ast.FunctionOperationExpression) => ofCall(resolve(node.function))
};

/** The least and greatest number of values that an expression may have. */
export function multiplicityOf(expression: AstNode): Count {
    return functionFor(COUNTS, expression)?.(expression) ?? ANY;
}

function binary({ operator, left, right }: ast.BinaryExpression): Count {
    switch (operator) {
        case '..':
            return ANY;
        case 'as':
            return { lower: 0, upper: multiplicityOf(left).upper };
        case 'meta':
            return OPTIONAL;
        case '??': {
            const [a, b] = [multiplicityOf(left), multiplicityOf(right)];
            return a.lower > 0 ? a : { lower: Math.min(1, b.lower), upper: Math.max(a.upper, b.upper) };
        }
        case '+':
        case '-':
        case '*':
        case '/':
        case '%':
        case '**':
        case '^':
            return scalar(either(multiplicityOf(left), multiplicityOf(right)));
        default:
            return ONE;
    }
}

/** The multiplicity of an operator: one value, unless an operand may be empty. */
function scalar(operand: Count): Count {
    return operand.lower > 0 ? ONE : OPTIONAL;
}

function sum(a: Count, b: Count): Count {
    return { lower: a.lower + b.lower, upper: a.upper + b.upper };
}

function product(a: Count, b: Count): Count {
    const times = (x: number, y: number): number => (x === 0 || y === 0 ? 0 : x * y);
    return { lower: times(a.lower, b.lower), upper: times(a.upper, b.upper) };
}

function either(a: Count, b: Count): Count {
    return { lower: Math.min(a.lower, b.lower), upper: Math.max(a.upper, b.upper) };
}

/** The multiplicity of a named element. */
function ofElement(element: AstNode | undefined): Count {
    if (element === undefined) {
        return ANY;
    }
    if (isCalculation(element)) {
        return isDefinition(element) ? ONE : ofCall(element);
    }
    if (!isFeature(element)) {
        return ANY;
    }
    return isEnumLiteral(element) || isVariant(element) || isUnitDeclaration(element) ? ONE : ofFeature(element);
}

function ofFeature(feature: AstNode): Count {
    const { lower, upper } = effectiveBoundsOf(feature);
    return { lower: lower ?? 0, upper: upper ?? Infinity };
}

/** The multiplicity of a call: that of the result parameter, one for a construction. */
function ofCall(called: AstNode | undefined): Count {
    if (called === undefined) {
        return ANY;
    }
    if (isDefinition(called) && !isCalculation(called)) {
        return ONE;
    }
    const result = resultParameterOf(called);
    return result === undefined ? ANY : ofFeature(result);
}

function ofBody(body: AstNode): Count {
    const result = ownedMembersOf(body).find(m => m.$type === 'ResultExpression');
    return result === undefined ? ANY : multiplicityOf(result.expression);
}
