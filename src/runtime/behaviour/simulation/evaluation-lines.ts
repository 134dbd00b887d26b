/**
 * Evaluations of behaviours as lines of a witness (contract: newest-operations 2.5). Operands come before the expression that contains
 * them.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { textOf } from '../../../language/semantics/text.js';
import { functionFor, type FunctionsByType } from '../../../language/syntax/by-type.js';
import type { Evaluation } from '../../evaluation/expressions/code.js';
import type { EvaluatedParts } from '../../evaluation/run.js';
import { valueText } from '../../values/index.js';

const FORMS: FunctionsByType<string> = {
    NullExpression: () => 'literal null',
    FeatureReferenceExpression: (node: ast.FeatureReferenceExpression) => `feature ${node.text}`,
    FeatureChainExpression: (node: ast.FeatureChainExpression) => `chain ${node.feature.text}`,
    ConditionalExpression: () => 'operator if',
    BinaryExpression: (node: ast.BinaryExpression) => `operator ${node.operator}`,
    UnaryExpression: (node: ast.UnaryExpression) => `operator ${node.operator}`,
    BracketExpression: () => 'index',
    IndexExpression: () => 'index',
    SequenceExpression: (node: ast.SequenceExpression) => `sequence of ${node.elements.length}`,
    InvocationExpression: (node: ast.InvocationExpression) => `invoke ${onOneLine(node.target)}`,
    FunctionOperationExpression: (node: ast.FunctionOperationExpression) => `invoke ${node.function.text}`,
    CollectExpression: () => 'invoke collect',
    SelectExpression: () => 'invoke select',
    BodyExpression: () => 'body'
};

/** The lines of an evaluation: `stmt assign x`, then a line for each part, such as `  eval operator + -> 3`. A guard has no statement. */
export function evaluationLines({ parts, statement }: EvaluatedParts): string[] {
    const head = statement === undefined ? [] : [`stmt ${statementText(statement)}`];
    const offset = head.length;
    return [...head, ...parts.map(part => `${'  '.repeat(part.depth + offset)}eval ${formOf(part)} -> ${valueText(part.value)}`)];
}

function formOf({ expression }: Evaluation): string {
    return expression.$type.startsWith('Literal')
        ? `literal ${onOneLine(expression)}`
        : (functionFor(FORMS, expression)?.(expression) ?? onOneLine(expression));
}

function statementText(statement: AstNode): string {
    switch (statement.$type) {
        case 'IfActionUsage':
            return 'if';
        case 'WhileLoopActionUsage':
            return 'while';
        case 'AssignmentActionUsage':
            return `assign ${onOneLine(statement.target)}`;
        default:
            return `assign ${'name' in statement && typeof statement.name === 'string' ? statement.name : ''}`;
    }
}

const onOneLine = (node: AstNode): string => textOf(node).trim().replaceAll(/\s+/g, ' ');
