/** The text of a declaration without its body, as a box or a message quotes it. */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { textOf } from '../../language/semantics/text.js';
import { isStatementType, isUsage } from '../../language/semantics/structure.js';
import { spanOf } from '../../language/syntax/index.js';
import { quoted } from '../../runtime/values/index.js';
import { oneLine, simpleNameOf, typeTextOf } from '../describe.js';

/** Quoted names and texts, comments, white space, braces, and runs of other characters. */
const PIECES = /"(?:\\[\s\S]|[^\\"])*"|'(?:\\[\s\S]|[^\\'])*'|\/\/\*[\s\S]*?\*\/|\/\*[\s\S]*?\*\/|\/\/[^\n]*|\s+|[{};]|\/|[^"'\s{};/]+/g;

/** The text of a declaration before its body, on one line and without comments: `send Go() to lamp`, `connect a to b`. */
export function headText(declaration: AstNode): string {
    return withoutBody(textOf(declaration));
}

/** The actions that are part of a step's notation: the branches of a conditional, the body of a loop. */
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

/** The text of a statement without its bodies: the condition of a conditional, the conditions of a loop before and after its body. */
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

/** The text of a statement (accept, send, assign and the like) as written, without name and body; empty for other steps. */
export function textOfStatement(step: ast.Usage): string {
    if (!isStatementType(step) && step.kind !== undefined) {
        return '';
    }
    const text = statementText(step).replace(/^then\s+/, '');
    // The statement follows the name.
    return text.replace(/^action\s+(?:'(?:\\.|[^\\'])*'|\w+)?\s*/, '');
}

/** The text of a behaviour of a state or transition: the action that it performs, or its statement as written. */
export function behaviourText(usage: ast.Usage): string {
    // The declared name only, not that of the library feature: `entryAction`.
    const { name } = usage;
    const type = typeTextOf(usage);
    if (name !== undefined) {
        return type === '' ? quoted(name) : `${quoted(name)} : ${type}`;
    }
    const text = usage.reference?.text ?? type;
    return text !== ''
        ? text
        : oneLine(textOf(usage))
              .replace(/^(entry|do|exit)\b\s*/, '')
              .replace(/;$/, '');
}

const BEHAVIOURS: ReadonlySet<string> = new Set(['entry', 'do', 'exit']);

/** The statement of a step, or of a behaviour of a state without a name or reference; empty for elements without a statement. */
export function statementOf(element: AstNode): string {
    if (!isUsage(element)) {
        return '';
    }
    if (BEHAVIOURS.has(element.membership ?? '')) {
        return simpleNameOf(element) === '' ? behaviourText(element) : '';
    }
    return isStatementType(element) ? textOfStatement(element) : '';
}

/** The conditions and iterations of a step that branches or loops, each with its compartment (SysML 8.2.3.17). */
export function conditionsOf(step: AstNode): (readonly [compartment: string, text: string])[] {
    const { guard, condition, until, variable, sequence } = step;
    const written = (node: AstNode | undefined): string => (node === undefined ? '' : oneLine(textOf(node)));
    const found: readonly (readonly [string, string])[] = [
        ['if condition', step.$type === 'IfActionUsage' ? written(guard) : ''],
        ['while condition', step.$type === 'WhileLoopActionUsage' ? written(condition) : ''],
        ['until condition', step.$type === 'WhileLoopActionUsage' ? written(until) : ''],
        ['for iterator', step.$type === 'ForLoopActionUsage' ? `${written(variable)} in ${written(sequence)}` : '']
    ];
    return found.filter(([, text]) => text !== '');
}

function withoutBody(declaration: string): string {
    const { text, body } = tidied(declaration);
    return text.slice(0, body).trim();
}

/**
 * A text on one line, without comments and the final semicolon.
 * @returns the index at which a final body in braces begins, if there is one
 */
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
