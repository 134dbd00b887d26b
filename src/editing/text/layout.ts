/**
 * Layout of inserted and removed text (contract: edits-and-diagnostics 1.6, 1.9): the body of a declaration, the place and indentation of a
 * new member, and the comments that belong to a declaration. Depends on syntax only and resolves no names.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { notesOf, spanOf } from '../../language/syntax/index.js';
import type { Document } from '../../language/workspace/document.js';
import { tokensFrom } from '../../language/validation/tokens.js';
import type { Splice } from './splices.js';

// --- Lines ----------------------------------------------------------------------------------------------------------------

/** The start of the line that contains an offset. */
export function lineStart(text: string, offset: number): number {
    return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The end of the line that contains an offset, without its line break. */
export function lineEnd(text: string, offset: number): number {
    const newline = text.indexOf('\n', offset);
    const end = newline < 0 ? text.length : newline;
    return text[end - 1] === '\r' ? end - 1 : end;
}

/** The start of the next line; the end of the text on the last line. */
export function nextLine(text: string, offset: number): number {
    const newline = text.indexOf('\n', offset);
    return newline < 0 ? text.length : newline + 1;
}

function blanksAt(text: string, offset: number): string {
    let end = offset;
    while (text[end] === ' ' || text[end] === '\t') {
        end++;
    }
    return text.slice(offset, end);
}

/** The indentation of the line that contains an offset. */
export function indentationAt(text: string, offset: number): string {
    return blanksAt(text, lineStart(text, offset));
}

/** Whether only white space precedes an offset on its line. */
export function isFirstOnLine(text: string, offset: number): boolean {
    return text.slice(lineStart(text, offset), offset).trim() === '';
}

/** The more frequent line break of a text; LF if there is none. */
export function lineEndOf(text: string): string {
    let crlf = 0;
    let lf = 0;
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
        if (text[i - 1] === '\r') {
            crlf++;
        } else {
            lf++;
        }
    }
    return crlf > lf ? '\r\n' : '\n';
}

/** One level of indentation. */
export function indentUnitOf(text: string): string {
    return text.includes('\t') ? '\t' : '    ';
}

// --- Bodies ---------------------------------------------------------------------------------------------------------------

/** The end of a declaration: `;`, or a body from its `{` to its `}`, as offsets of these tokens. */
export type Ending =
    { readonly form: 'semicolon'; readonly at: number } | { readonly form: 'braces'; readonly open: number; readonly close: number };

/** Types of nodes whose last `}` belongs to a block in them, so that they have no body of their own. */
const BLOCK_AT_END = new Set(['IfActionUsage', 'WhileLoopActionUsage', 'ForLoopActionUsage', 'BodyExpression']);

/** The end of a declaration; undefined for nodes that cannot have a body. */
export function endingOf(text: string, node: AstNode): Ending | undefined {
    const { offset, end } = spanOf(node);
    const { members } = node;
    if (members === undefined || BLOCK_AT_END.has(node.$type) || node.$container === undefined) {
        return undefined;
    }
    if (text[end - 1] === ';') {
        // The condition of `assert x > 3;` is a member, but not in a body.
        return members.length === 0 ? { form: 'semicolon', at: end - 1 } : undefined;
    }
    if (text[end - 1] !== '}') {
        return undefined;
    }
    const open = openingOf(text, offset, members.length > 0 ? spanOf(members[0]).offset : end - 1);
    return open === undefined ? undefined : { form: 'braces', open, close: end - 1 };
}

/** The last opening brace of an extent that is not closed in it. */
function openingOf(text: string, offset: number, end: number): number | undefined {
    const open: number[] = [];
    for (const token of tokensFrom(text, offset, end)) {
        if (token.text === '{') {
            open.push(token.offset);
        } else if (token.text === '}') {
            open.pop();
        }
    }
    return open.pop();
}

// --- New members ------------------------------------------------------------------------------------------------------------

/** A place for a new member. */
export interface Place extends Splice {
    /** offsets of the member's lines in the text of the splice */
    readonly lines: readonly number[];
    /** whether the splice adds whole lines inside a body, so that others can be added there */
    readonly isLine: boolean;
    /** the member's indentation if it begins a line; further members can then be appended in the text of the splice */
    readonly indentation?: string;
    /** end of the member in the text of the splice */
    readonly memberEnd: number;
}

/** A document with the layout conventions of its text. */
export interface Layout {
    readonly text: string;
    readonly document: Document;
    readonly eol: string;
    readonly unit: string;
    readonly bodies: BodyLayout;
}

/** Whether a one-line body that gets a one-line member is opened (contract: edits 1.6) or kept on its line. */
export type BodyLayout = 'opened' | 'kept';

/** The indentation of an owner's members: that of the first line inside it that is indented deeper than the owner. */
export function memberIndentation({ text, unit }: Layout, owner: AstNode): string {
    if (owner.$container === undefined) {
        return '';
    }
    const { offset, end } = spanOf(owner);
    const own = indentationAt(text, offset);
    for (let at = nextLine(text, offset); at < end; at = nextLine(text, at)) {
        const blanks = blanksAt(text, at);
        const first = text[at + blanks.length];
        if (blanks.length > own.length && first !== undefined && first !== '\n' && first !== '\r') {
            return blanks;
        }
    }
    return own + unit;
}

/** Indents the lines of a member and returns the start of each line, counted from `before`. */
function indented(lines: readonly string[], indentation: string, eol: string, before: number): { text: string; starts: number[] } {
    const starts: number[] = [];
    let text = '';
    lines.forEach((line, i) => {
        const blanks = line === '' ? '' : indentation;
        text += (i === 0 ? '' : eol) + blanks;
        starts.push(before + text.length);
        text += line;
    });
    return { text, starts };
}

function place(
    offset: number,
    end: number,
    parts: readonly [string, readonly string[], string, string],
    eol: string,
    isLine: boolean
): Place {
    const [before, lines, indentation, after] = parts;
    const { text, starts } = indented(lines, indentation, eol, before.length);
    const startsLine = isLine || before.endsWith('\n');
    return {
        offset,
        end,
        text: before + text + after,
        lines: starts,
        isLine,
        memberEnd: before.length + text.length,
        ...(startsLine && { indentation })
    };
}

/** The place of a member at the end of an owner's body; undefined if the owner cannot have a body. */
export function placeAtEnd(layout: Layout, owner: AstNode, lines: readonly string[]): Place | undefined {
    const { text, eol } = layout;
    if (owner.$container === undefined) {
        const before = text === '' || text.endsWith('\n') ? '' : eol;
        return place(text.length, text.length, [before, lines, '', eol], eol, true);
    }
    const ending = endingOf(text, owner);
    if (ending === undefined) {
        return undefined;
    }
    const indentation = memberIndentation(layout, owner);
    if (ending.form === 'semicolon') {
        return withBody(layout, owner, ending.at, lines);
    }
    const result = resultOf(owner);
    return result === undefined
        ? beforeBrace(layout, owner, ending, lines, indentation)
        : placeBefore(layout, result, lines, indentation, true);
}

/** Replaces the semicolon of an owner by a body. */
function withBody({ text, eol, unit }: Layout, owner: AstNode, at: number, lines: readonly string[]): Place {
    const own = indentationAt(text, spanOf(owner).offset);
    const open = /\s/.test(text[at - 1]) ? '{' : ' {';
    return place(at, at + 1, [open + eol, lines, own + unit, `${eol}${own}}`], eol, false);
}

function beforeBrace(
    { text, eol, bodies }: Layout,
    owner: AstNode,
    { open, close }: { readonly open: number; readonly close: number },
    lines: readonly string[],
    indentation: string
): Place {
    const own = indentationAt(text, spanOf(owner).offset);
    if (isFirstOnLine(text, close)) {
        const at = lineStart(text, close);
        return place(at, at, ['', lines, indentation, eol], eol, true);
    }
    const inside = text.slice(open + 1, close);
    const isEmpty = inside.trim() === '';
    if (bodies === 'kept' && !isEmpty && lines.length === 1 && !inside.includes('\n')) {
        return place(close, close, [/\s$/.test(inside) ? '' : ' ', lines, '', ' '], eol, false);
    }
    return place(isEmpty ? open + 1 : close, close, [eol, lines, indentation, eol + own], eol, false);
}

/** The result expression at the end of a body. */
export function resultOf(owner: AstNode): AstNode | undefined {
    const { members = [] } = owner;
    const last = members[members.length - 1];
    return last?.$type === 'ResultExpression' && last.isReturn !== true ? last : undefined;
}

/** Indented lines of a member. */
export function indentedLines(lines: readonly string[], indentation: string, eol: string): string {
    return indented(lines, indentation, eol, 0).text;
}

/** The place before a member: on separate lines if the member begins a line, else inline. */
export function placeBefore(layout: Layout, member: AstNode, lines: readonly string[], indentation: string, withComments: boolean): Place {
    const { text, eol } = layout;
    const { offset } = spanOf(member);
    if (isFirstOnLine(text, offset)) {
        const at = withComments ? commentsAbove(layout.document, offset) : lineStart(text, offset);
        return place(at, at, ['', lines, indentation, eol], eol, true);
    }
    return lines.length === 1
        ? place(offset, offset, ['', lines, '', ' '], eol, false)
        : place(offset, offset, [eol, lines, indentation, eol + indentation], eol, false);
}

/** The place after a member, at its indentation. A comment at the end of the member's line stays with it. */
export function placeAfter(layout: Layout, member: AstNode, lines: readonly string[]): Place {
    const { text, eol } = layout;
    const { offset, end } = spanOf(member);
    const rest = text.slice(end, lineEnd(text, end));
    if (/^\s*(\/\/(?!\*).*)?$/.test(rest)) {
        const indentation = isFirstOnLine(text, offset) ? indentationAt(text, offset) : memberIndentation(layout, member.$container!);
        const at = lineEnd(text, end);
        return place(at, at, [eol, lines, indentation, ''], eol, false);
    }
    return place(end, end, [' ', lines, '', ''], eol, false);
}

/** The place of the first member of a body; undefined if the owner cannot have a body. */
export function placeAtStart(layout: Layout, owner: AstNode, lines: readonly string[]): Place | undefined {
    const { text, eol } = layout;
    const ending = endingOf(text, owner);
    if (ending === undefined || ending.form === 'semicolon') {
        return ending && withBody(layout, owner, ending.at, lines);
    }
    const indentation = memberIndentation(layout, owner);
    const { open, close } = ending;
    const inside = text.slice(open + 1, close);
    if (inside.trim() === '') {
        return beforeBrace(layout, owner, ending, lines, indentation);
    }
    const rest = text.slice(open + 1, lineEnd(text, open));
    if (/^\s*(\/\/(?!\*).*)?$/.test(rest) && lineEnd(text, open) < close) {
        const at = nextLine(text, open);
        return place(at, at, ['', lines, indentation, eol], eol, false);
    }
    // The body starts on the line of its brace: move its first member to the next line.
    const blanks = blanksAt(text, open + 1).length;
    return place(open + 1, open + 1 + blanks, [eol, lines, indentation, eol + indentation], eol, false);
}

// --- Extents of declarations ------------------------------------------------------------------------------------------------

/** The extent of a declaration with the comments and blank lines that are removed with it. */
export interface Extent {
    readonly offset: number;
    readonly end: number;
    /** whether it consists of whole lines */
    readonly isLines: boolean;
}

/** The start of the comments on separate lines directly above an offset. */
export function commentsAbove(document: Document, offset: number): number {
    const { text } = document;
    const lines = commentLines(document);
    let start = lineStart(text, offset);
    while (start > 0) {
        const previous = lineStart(text, start - 1);
        const begin = lines.get(previous);
        if (begin === undefined) {
            break;
        }
        start = begin;
    }
    return start;
}

const commentLinesOf = new WeakMap<Document, Map<number, number>>();

/** Maps the start of each line that contains only a comment to the start of the first line of that comment. */
function commentLines(document: Document): Map<number, number> {
    let lines = commentLinesOf.get(document);
    if (lines === undefined) {
        const found = new Map<number, number>();
        const add = (offset: number, end: number): void => {
            const { text } = document;
            if (isFirstOnLine(text, offset) && text.slice(end, lineEnd(text, end)).trim() === '') {
                const begin = lineStart(text, offset);
                for (let at = begin; at < end; at = nextLine(text, at)) {
                    found.set(at, begin);
                }
            }
        };
        notesOf(document.text, document.language).forEach(({ offset, end }) => add(offset, end));
        const work: AstNode[] = [document.root];
        for (let node = work.pop(); node !== undefined; node = work.pop()) {
            for (const member of node.members ?? []) {
                if (member.$type === 'Comment' && member.kind === undefined && document.text.startsWith('/*', spanOf(member).offset)) {
                    add(spanOf(member).offset, spanOf(member).end);
                }
                work.push(member);
            }
        }
        commentLinesOf.set(document, (lines = found));
    }
    return lines;
}

/** The text to remove with a declaration: its lines if they contain nothing else, the comments above it, and one blank line above those. */
export function extentOf(document: Document, node: AstNode): Extent {
    const { text } = document;
    const { offset, end } = spanOf(node);
    const rest = text.slice(end, lineEnd(text, end));
    if (!isFirstOnLine(text, offset) || !/^\s*(\/\/(?!\*).*)?$/.test(rest)) {
        return { offset, end, isLines: false };
    }
    let start = commentsAbove(document, offset);
    const above = lineStart(text, start - 1);
    if (start > 0 && text.slice(above, start).trim() === '') {
        start = above;
    }
    return { offset: start, end: nextLine(text, end), isLines: true };
}
