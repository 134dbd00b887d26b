/** Text that belongs in the box of an element: of comments, of constraints with their condition. */
import type { AstNode } from 'langium';
import type * as ast from '../../language/generated/ast.js';
import { textOf } from '../../language/semantics/text.js';
import { commentText, oneLine } from '../describe.js';

/** The text in the box of a comment or constraint. */
export function bodyText(element: AstNode): string {
    if (element.$type === 'Comment' || element.$type === 'Documentation') {
        return commentText((element as ast.Comment).body);
    }
    const result = (element as Partial<ast.Usage>).members?.find(m => m.$type === 'ResultExpression') as ast.ResultExpression | undefined;
    return result === undefined ? '' : oneLine(textOf(result.expression));
}
