/** Literal numbers in expressions. Reports nothing. */
import type { AstNode } from '../generated/tree.js';
import { scopeOf } from '../semantics/world.js';
import { spanOf } from '../syntax/index.js';

/** The number of a literal, which may be negative or in parentheses. */
export function literalNumber(expression: AstNode): number | undefined {
    switch (expression.$type) {
        case 'LiteralInteger':
        case 'LiteralReal':
            return Number(expression.value);
        case 'UnaryExpression': {
            const { operator, operand } = expression;
            const number = operator === '-' ? literalNumber(operand) : undefined;
            return number === undefined ? undefined : -number;
        }
        case 'SequenceExpression': {
            const { elements } = expression;
            return elements.length === 1 ? literalNumber(elements[0]) : undefined;
        }
        default:
            return undefined;
    }
}

/** The text of a node in its document. */
export function sourceText(node: AstNode): string {
    const { offset, end } = spanOf(node);
    return scopeOf(node).text.slice(offset, end);
}
