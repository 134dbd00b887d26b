/**
 * Splits a cell into commands, expressions and declarations, and determines whether its notation is complete. Scans brackets, strings and
 * notes, and leaves the rest to the parser. Does not depend on the model.
 */
import { parseDocument, parseExpression, type SyntaxDiagnostic } from '../../language/syntax/index.js';

/** A part of a cell with its UTF-16 offset in the cell. */
export interface CellPart {
    readonly kind: 'command' | 'expression' | 'declarations';
    readonly text: string;
    readonly offset: number;
}

/** The brackets and commands of a text. */
interface Scan {
    /** whether a bracket, note or string is not closed */
    readonly isOpen: boolean;
    /** offsets after each `;` and `}` outside brackets */
    readonly ends: readonly number[];
    /** lines with commands: from `%` to the end of the line */
    readonly commands: readonly { readonly offset: number; readonly end: number }[];
}

const OPENING = '([{';
const CLOSING = ')]}';

/** The end of the note, string or quoted name that begins at an offset; the offset itself if none begins there, -1 if it is not closed. */
function endOfQuoted(text: string, at: number): number {
    const note = /^(?:\/\/\*|\/\*)/.exec(text.slice(at, at + 3));
    if (note !== null) {
        const end = text.indexOf('*/', at + note[0].length);
        return end < 0 ? -1 : end + 2;
    }
    if (text.startsWith('//', at)) {
        const end = text.indexOf('\n', at);
        return end < 0 ? text.length : end;
    }
    const quote = text[at];
    if (quote !== '"' && quote !== "'") {
        return at;
    }
    for (let i = at + 1; i < text.length; i++) {
        if (text[i] === '\\') {
            i++;
        } else if (text[i] === quote) {
            return i + 1;
        } else if (quote === "'" && text[i] === '\n') {
            return i; // a name ends at the line break; the parser reports it
        }
    }
    return -1;
}

function scan(text: string): Scan {
    const ends: number[] = [];
    const commands: { offset: number; end: number }[] = [];
    let depth = 0;
    let isLineStart = true;
    // '%' alone on a line is a command without a name; after an expression it is the operator
    const isLonePercent = (at: number): boolean =>
        /^%[ \t]*(?:\r?\n|$)/.test(text.slice(at)) && isBlank(text.slice(Math.max(0, ends.at(-1) ?? 0, commands.at(-1)?.end ?? 0), at));
    for (let i = 0; i < text.length; i++) {
        if (isLineStart && depth === 0 && text[i] === '%' && (/[A-Za-z]/.test(text[i + 1] ?? '') || isLonePercent(i))) {
            const end = text.indexOf('\n', i);
            commands.push({ offset: i, end: end < 0 ? text.length : end });
            i = commands[commands.length - 1].end - 1;
            continue;
        }
        const end = endOfQuoted(text, i);
        if (end < 0) {
            return { isOpen: true, ends, commands };
        }
        if (end > i) {
            isLineStart = false;
            i = end - 1;
            continue;
        }
        const c = text[i];
        isLineStart = c === '\n' || (isLineStart && /\s/.test(c));
        if (OPENING.includes(c)) {
            depth++;
        } else if (CLOSING.includes(c)) {
            depth = Math.max(0, depth - 1);
        }
        if (depth === 0 && (c === ';' || c === '}')) {
            ends.push(i + 1);
        }
    }
    return { isOpen: depth > 0, ends, commands };
}

/** Whether a text contains only blanks and notes. */
export function isBlank(text: string): boolean {
    for (let i = 0; i < text.length; i++) {
        const end = endOfQuoted(text, i);
        if (end > i && (text[i] === '"' || text[i] === "'")) {
            return false;
        }
        if (end > i) {
            i = end - 1;
        } else if (end < 0 || !/\s/.test(text[i])) {
            return false;
        }
    }
    return true;
}

const isExpression = (text: string): boolean => {
    const { expression, diagnostics } = parseExpression(text, 'sysml');
    return expression !== undefined && diagnostics.length === 0;
};

const isDeclarations = (text: string): boolean => parseDocument(text, 'sysml').diagnostics.length === 0;

/** The parts of a cell in order. Notation that is neither declarations nor expressions is one part with its syntax errors. */
export function partsOf(cell: string): CellPart[] {
    const parts: CellPart[] = [];
    let at = 0;
    for (const { offset, end } of scan(cell).commands) {
        parts.push(...notationParts(cell.slice(at, offset), at));
        parts.push({ kind: 'command', text: cell.slice(offset, end).trimEnd(), offset });
        at = end;
    }
    return [...parts, ...notationParts(cell.slice(at), at)];
}

function notationParts(text: string, offset: number): CellPart[] {
    if (isBlank(text)) {
        return [];
    }
    if (isExpression(text)) {
        return [expressionPart(text, offset)];
    }
    if (isDeclarations(text)) {
        return [{ kind: 'declarations', text, offset }];
    }
    const split = scan(text).ends.at(-1) ?? 0;
    const [before, rest] = [text.slice(0, split), text.slice(split)];
    const expressions = isBlank(rest) ? [] : expressionsIn(rest, offset + split);
    if (expressions.length > 0 && isBlank(before)) {
        return expressions;
    }
    if (expressions.length > 0 && isDeclarations(before)) {
        return [{ kind: 'declarations', text: before, offset }, ...expressions];
    }
    // Both readings are invalid: choose the one of which the parser accepts more.
    const [reachedAsDeclarations, reachedAsExpression] = [parseDocument(text, 'sysml'), parseExpression(text, 'sysml')].map(reachOf);
    return reachedAsExpression > reachedAsDeclarations ? [expressionPart(text, offset)] : [{ kind: 'declarations', text, offset }];
}

const reachOf = ({ diagnostics }: { readonly diagnostics: readonly SyntaxDiagnostic[] }): number => diagnostics[0]?.offset ?? Infinity;

/** The expressions in a text: the whole text, or one per line; empty if a line is not an expression. */
function expressionsIn(text: string, offset: number): CellPart[] {
    if (isExpression(text)) {
        return [expressionPart(text, offset)];
    }
    const found: CellPart[] = [];
    let at = offset;
    for (const line of text.split('\n')) {
        if (!isBlank(line)) {
            if (!isExpression(line)) {
                return [];
            }
            found.push(expressionPart(line, at));
        }
        at += line.length + 1;
    }
    return found;
}

function expressionPart(text: string, offset: number): CellPart {
    const blanks = text.length - text.trimStart().length;
    return { kind: 'expression', text: text.trim(), offset: offset + blanks };
}

/** Whether a prompt should read more lines. `invalid` is complete, but wrong. */
export type Completeness = 'complete' | 'incomplete' | 'invalid';

/** Whether the notation of a cell is complete. It is incomplete with an open bracket, string or note, or a declaration without its end. */
export function completenessOf(cell: string): Completeness {
    const { isOpen, commands } = scan(cell);
    if (isOpen) {
        return 'incomplete';
    }
    const last = commands.at(-1);
    const text = last === undefined ? cell : cell.slice(last.end);
    const wrong = notationParts(text, 0).filter(part => !isRight(part));
    if (wrong.length === 0) {
        return 'complete';
    }
    return wrong.some(part => endsEarly(part.text)) ? 'incomplete' : 'invalid';
}

const isRight = ({ kind, text }: CellPart): boolean => (kind === 'expression' ? isExpression(text) : isDeclarations(text));

/** Whether the only error of a text, parsed as declarations or as an expression, is its early end. */
function endsEarly(text: string): boolean {
    const end = text.trimEnd().length;
    return [parseDocument(text, 'sysml'), parseExpression(text, 'sysml')].some(
        ({ diagnostics }) => diagnostics.length > 0 && diagnostics[0].offset >= end
    );
}
