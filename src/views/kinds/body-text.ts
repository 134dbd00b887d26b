/** The text in the box of an element: the text of a comment, the condition of a constraint. */
import type { AstNode } from '../../language/generated/tree.js';
import { textOf } from '../../language/semantics/text.js';
import { commentText, oneLine } from '../describe.js';

/** The text in the box of a comment or constraint. */
export function bodyText(element: AstNode): string {
    if (element.$type === 'Comment' || element.$type === 'Documentation') {
        return commentText(element.body);
    }
    if (element.$type === 'TextualRepresentation') {
        return `language = ${element.language}\n${commentText(element.body)}`;
    }
    const result = element.members?.find(m => m.$type === 'ResultExpression');
    return result === undefined ? '' : oneLine(textOf(result.expression));
}
