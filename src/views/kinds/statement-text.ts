/** The text of a declaration without its body, as a box or a message quotes it. */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { textOf } from '../../language/semantics/text.js';
import { spanOf } from '../../language/syntax/index.js';

/** Quoted names and texts, comments, blanks, braces, and runs of all else. */
const PIECES = /"(?:\\[\s\S]|[^\\"])*"|'(?:\\[\s\S]|[^\\'])*'|\/\/\*[\s\S]*?\*\/|\/\*[\s\S]*?\*\/|\/\/[^\n]*|\s+|[{};]|\/|[^"'\s{};/]+/g;

/** What stands in front of the body of a declaration, on one line and without comments: `send Go() to lamp`, `connect a to b`. */
export function headText(declaration: AstNode): string {
    return withoutBody(textOf(declaration));
}

/** The actions in the notation of a step: branches of a conditional, the body of a loop. */
export function bodiesOf(step: ast.Usage): (readonly [role: string, body: ast.Usage])[] {
    const { thenAction, elseAction } = step;
    const { bodyAction } = step;
    const bodies: (readonly [string, ast.Usage | undefined])[] = [
        ['then', thenAction],
        ['else', elseAction],
        ['body', bodyAction]
    ];
    return bodies.filter((b): b is readonly [string, ast.Usage] => b[1] !== undefined);
}

/** What a statement says without its bodies: of a conditional the condition, of a loop what it tests before and behind its body. */
export function statementText(step: ast.Usage): string {
    const bodies = bodiesOf(step);
    if (bodies.length === 0) {
        return headText(step);
    }
    const text = textOf(step);
    const { offset } = spanOf(step);
    const first = spanOf(bodies[0][1]).offset - offset;
    const last = spanOf(bodies.at(-1)![1]).end - offset;
    return [text.slice(0, first), text.slice(last)]
        .map(part => tidied(part).text)
        .filter(t => t !== '')
        .join(' ');
}

function withoutBody(declaration: string): string {
    const { text, body } = tidied(declaration);
    return text.slice(0, body).trim();
}

/** A text on one line, without comments and the semicolon at its end. @returns where the braces begin that end it, if any do */
function tidied(written: string): { readonly text: string; readonly body: number | undefined } {
    let text = '';
    let depth = 0;
    let opened = 0;
    let isAtBody = false;
    for (const [piece] of written.matchAll(PIECES)) {
        if (/^(\/[/*]|\s)/.test(piece)) {
            text = text === '' || text.endsWith(' ') ? text : `${text} `;
            continue;
        }
        if (piece === '{' && depth++ === 0) {
            opened = text.length;
        }
        if (piece === '}') {
            depth--;
        }
        isAtBody = piece === '}' && depth === 0;
        text += /^["']/.test(piece) ? piece.replace(/\s+/g, ' ') : piece;
    }
    return { text: text.replace(/[;\s]+$/, ''), body: isAtBody ? opened : undefined };
}
