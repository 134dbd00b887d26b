/**
 * Formats notation. Keeps every token, comment and line break and changes only the white space between tokens; therefore it also formats
 * text with syntax errors (contract: conversion 11.1). Depends on characters and tokens, not on a grammar or model.
 *
 * Invariant: each edit replaces white space by white space, or the line ends inside a comment. It removes all white space between two
 * tokens only beside `;` `,` `(` `)` `[` `]`. Therefore the tokens stay the same, and formatting again finds the same tokens. Line breaks
 * are added only if a width is requested (breaking.ts).
 */
import { breaksOfBodies, breaksOfLines, type Piece } from './breaking.js';

/** A replacement in the text that is formatted, in UTF-16 offsets. */
export interface FormattingEdit {
    readonly offset: number;
    readonly end: number;
    readonly text: string;
}

export interface FormattingOptions {
    /** One level of indentation; the contract requires four blanks. */
    readonly indentation?: string;
    /** Formats only the lines that the range touches. The indentation still depends on the whole text. */
    readonly range?: { readonly offset: number; readonly end: number };
    /**
     * The maximum line width. Longer lines are broken, and the members of bodies get separate lines. 0, as in the contract, breaks no
     * lines.
     */
    readonly width?: number;
}

/** The kinds of tokens, which determine white space, depth and continuation lines. */
const enum Mark {
    Other,
    Space,
    Word,
    /** makes a continuation line of the line that it begins, and of the line after one that it ends */
    Infix,
    /** makes a continuation line of the line after one that it ends */
    Prefix,
    OpeningBrace,
    ClosingBrace,
    OpeningBracket,
    ClosingBracket,
    Comma,
    Semicolon,
    Quote
}

const LINE_FEED = 10;
const RETURN = 13;
const SLASH = 0x2f;
const STAR = 0x2a;
const BACKSLASH = 0x5c;
const DOT = 0x2e;
const BYTE_ORDER_MARK = 0xfeff;

const MARKS = marksOfCharacters({
    [Mark.Space]: '\t\n\f\r ',
    [Mark.Word]: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_',
    [Mark.Infix]: '|&=!<>.+-*/%^:',
    [Mark.Prefix]: '?~@#$',
    [Mark.OpeningBrace]: '{',
    [Mark.ClosingBrace]: '}',
    [Mark.OpeningBracket]: '([',
    [Mark.ClosingBracket]: ')]',
    [Mark.Comma]: ',',
    [Mark.Semicolon]: ';',
    [Mark.Quote]: '\'"'
});

function marksOfCharacters(table: Readonly<Record<number, string>>): Uint8Array {
    const marks = new Uint8Array(128);
    for (const [mark, characters] of Object.entries(table)) {
        for (const character of characters) {
            marks[character.charCodeAt(0)] = Number(mark);
        }
    }
    return marks;
}

function markOf(code: number): Mark {
    return code < 128 ? MARKS[code] : code === BYTE_ORDER_MARK ? Mark.Space : Mark.Other;
}

/** The formatted text. Formatting is idempotent. */
export function format(text: string, options: FormattingOptions = {}): string {
    return applied(text, formattingEdits(text, options));
}

function applied(text: string, edits: readonly FormattingEdit[]): string {
    let formatted = '';
    let copied = 0;
    for (const { offset, end, text: replacement } of edits) {
        formatted += text.slice(copied, offset) + replacement;
        copied = end;
    }
    return edits.length === 0 ? text : formatted + text.slice(copied);
}

/** The edits of a formatting in textual order, one for each run of white space that changes. */
export function formattingEdits(text: string, options: FormattingOptions = {}): FormattingEdit[] {
    const lineEnd = prevailingLineEnd(text);
    const breaks = breaksFor(lineEnd, text, options);
    const edits = editsWith(lineEnd, text, options, breaks);
    if (options.range !== undefined || !text.includes('\r\n')) {
        return edits;
    }
    // Line ends inside names and strings stay. When blank lines are removed, they may become the more frequent ones, and then determine the
    // line end.
    const remaining = prevailingLineEnd(applied(text, edits));
    return remaining === lineEnd ? edits : editsWith(remaining, text, options, breaks);
}

/** The maximum number of rounds, each of which adds one break to every line that is too long. */
const MOST_ROUNDS = 50;
/** The width of a tab in columns. */
const TAB = 4;

/**
 * The indices of the pieces that must begin lines, in addition to those that do. Pieces have the same indices in every layout of a text.
 */
function breaksFor(lineEnd: '\n' | '\r\n', text: string, { width = 0, indentation }: FormattingOptions): ReadonlySet<number> {
    if (width <= 0) {
        return new Set();
    }
    const breaks = new Set(breaksOfBodies(piecesOf(text)));
    for (let round = 0; round < MOST_ROUNDS; round++) {
        const laidOut = applied(text, editsWith(lineEnd, text, { indentation }, breaks));
        const more = breaksOfLines(laidOut, piecesOf(laidOut), width, TAB).filter(piece => !breaks.has(piece));
        if (more.length === 0) {
            break;
        }
        more.forEach(piece => breaks.add(piece));
    }
    return breaks;
}

function piecesOf(text: string): readonly Piece[] {
    const pieces: Piece[] = [];
    let gap = 0;
    for (let i = 0; i < text.length;) {
        const mark = markOf(text.charCodeAt(i));
        if (mark === Mark.Space) {
            i++;
            continue;
        }
        const isComment = startsComment(text, i);
        const end = isComment ? commentEnd(text, i) : tokenEnd(text, i, mark);
        pieces.push({
            offset: i,
            end,
            text: text.slice(i, end),
            isComment,
            isFirst: lineBreaks(text, gap, i) > 0,
            isApart: i > gap
        });
        gap = i = end;
    }
    return pieces;
}

function editsWith(
    lineEnd: '\n' | '\r\n',
    text: string,
    { indentation = '    ', range }: FormattingOptions,
    added: ReadonlySet<number>
): FormattingEdit[] {
    const edits: FormattingEdit[] = [];
    const [from, to] = range === undefined ? [0, text.length + 1] : wholeLines(text, range.offset, range.end);
    const replace = (offset: number, end: number, replacement: string): void => {
        const isSame = end - offset === replacement.length && text.startsWith(replacement, offset);
        if (!isSame && end >= from && offset < to) {
            edits.push({ offset, end, text: replacement });
        }
    };
    const indents = [''];
    const indent = (depth: number): string => (indents[depth] ??= indent(depth - 1) + indentation);

    let depth = 0;
    /** The start of the white space before the next token. A byte order mark at the start of the text stays. */
    let gap = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
    let isFirst = true;
    let before: Mark = Mark.Other;
    /** The kind of the last token, not counting comments. */
    let significant: Mark = Mark.Other;
    let isCutOff = false;
    let pieces = 0;
    const { length } = text;

    for (let i = gap; i < length;) {
        const mark = markOf(text.charCodeAt(i));
        if (mark === Mark.Space) {
            i++;
            continue;
        }
        const start = i;
        const isComment = startsComment(text, i);
        if (isFirst) {
            replace(gap, start, '');
        } else if (start > gap || added.has(pieces)) {
            const breaks = Math.max(lineBreaks(text, gap, start), added.has(pieces) ? 1 : 0);
            if (breaks === 0) {
                replace(gap, start, isTight(before, mark, isComment) ? '' : ' ');
            } else {
                const further = continues(significant, mark, isComment) ? 1 : 0;
                const level = mark === Mark.ClosingBrace ? depthBehind(mark, depth) : depth + further;
                replace(gap, start, (breaks === 1 ? lineEnd : lineEnd + lineEnd) + indent(level));
            }
        }
        isFirst = false;
        pieces++;
        if (isComment) {
            i = commentEnd(text, start);
            isCutOff = i === length && isUnclosed(text, start);
            normalizeLineEnds(text, start, i, lineEnd, replace);
            before = Mark.Other;
        } else {
            i = tokenEnd(text, start, mark);
            depth = depthBehind(mark, depth);
            before = significant = numberStartsAt(text, start) ? Mark.Word : mark;
        }
        gap = i;
    }
    if (!isCutOff) {
        replace(gap, length, isFirst ? '' : lineEnd);
    }
    return edits;
}

/** The number of open bodies after a token. */
function depthBehind(mark: Mark, depth: number): number {
    if (mark === Mark.OpeningBrace) {
        return depth + 1;
    }
    return mark === Mark.ClosingBrace ? Math.max(depth - 1, 0) : depth;
}

/** Whether two tokens on a line have no space between them. */
function isTight(before: Mark, mark: Mark, isComment: boolean): boolean {
    const isClosing = mark === Mark.Semicolon || mark === Mark.Comma || mark === Mark.ClosingBracket;
    return (!isComment && isClosing) || before === Mark.OpeningBracket;
}

/** Whether the last comment of a text lacks its closing mark. @param start the offset of the comment */
function isUnclosed(text: string, start: number): boolean {
    return text.charCodeAt(start + 1) === STAR && !(text.length >= start + 4 && text.endsWith('*/'));
}

/** Whether a line continues the previous one and is indented by one more level. */
function continues(before: Mark, first: Mark, isComment: boolean): boolean {
    if (!isComment && (first === Mark.OpeningBrace || first === Mark.ClosingBrace || first === Mark.ClosingBracket)) {
        return false;
    }
    return (
        (!isComment && (first === Mark.Infix || first === Mark.Comma)) ||
        before === Mark.Infix ||
        before === Mark.Comma ||
        before === Mark.Prefix ||
        before === Mark.OpeningBracket
    );
}

function startsComment(text: string, i: number): boolean {
    const next = text.charCodeAt(i + 1);
    return text.charCodeAt(i) === SLASH && (next === SLASH || next === STAR);
}

/**
 * The end of a comment or note: `/* … *\/`, `//* … *\/`, `// …` to the end of its line. A block note that is not closed ends with its line.
 */
function commentEnd(text: string, start: number): number {
    const isNote = text.charCodeAt(start + 1) === SLASH;
    if (!isNote || text.charCodeAt(start + 2) === STAR) {
        const close = text.indexOf('*/', start + (isNote ? 3 : 2));
        if (close >= 0) {
            return close + 2;
        }
        if (!isNote) {
            return text.length;
        }
    }
    let i = start;
    while (i < text.length && text.charCodeAt(i) !== LINE_FEED && text.charCodeAt(i) !== RETURN) {
        i++;
    }
    return i;
}

/** Whether a number begins with its point at an index: the point in `.5` is not an infix token. */
function numberStartsAt(text: string, i: number): boolean {
    const next = text.charCodeAt(i + 1);
    return text.charCodeAt(i) === DOT && next >= 0x30 && next <= 0x39;
}

function tokenEnd(text: string, start: number, mark: Mark): number {
    let i = start + 1;
    if (mark === Mark.Word) {
        while (i < text.length && markOf(text.charCodeAt(i)) === Mark.Word) {
            i++;
        }
        return i;
    }
    return mark === Mark.Quote ? quotedEnd(text, start) : i;
}

/** The end of a string or quoted name. If it is not closed, it ends with its line, without trailing blanks and regardless of escapes. */
function quotedEnd(text: string, start: number): number {
    const quote = text.charCodeAt(start);
    let lineEnd = text.length;
    for (let i = start + 1; i < text.length; i++) {
        const code = text.charCodeAt(i);
        if (code === quote) {
            return i + 1;
        }
        const read = code === BACKSLASH ? text.charCodeAt(++i) : code;
        if ((read === LINE_FEED || read === RETURN) && lineEnd === text.length) {
            lineEnd = i;
        }
    }
    while (lineEnd > start + 1 && markOf(text.charCodeAt(lineEnd - 1)) === Mark.Space) {
        lineEnd--;
    }
    return lineEnd;
}

function lineBreaks(text: string, from: number, to: number): number {
    let breaks = 0;
    for (let i = from; i < to; i++) {
        const code = text.charCodeAt(i);
        if (code === LINE_FEED || (code === RETURN && text.charCodeAt(i + 1) !== LINE_FEED)) {
            breaks++;
        }
    }
    return breaks;
}

/** The more frequent line end: `\r\n` or a bare `\n`. */
export function prevailingLineEnd(text: string): '\n' | '\r\n' {
    let balance = 0;
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
        balance += i > 0 && text.charCodeAt(i - 1) === RETURN ? 1 : -1;
    }
    return balance > 0 ? '\r\n' : '\n';
}

/** Whether the last line of a text may contain a note, which would hide text appended to it. */
export function endsWithNote(text: string): boolean {
    return text.slice(text.lastIndexOf('\n') + 1).includes('//');
}

/** Replaces the line ends in a comment by the line end of the text. */
function normalizeLineEnds(
    text: string,
    from: number,
    to: number,
    lineEnd: string,
    replace: (offset: number, end: number, text: string) => void
): void {
    for (let i = text.indexOf('\n', from); i >= 0 && i < to; i = text.indexOf('\n', i + 1)) {
        const isPair = text.charCodeAt(i - 1) === RETURN;
        replace(isPair ? i - 1 : i, i + 1, lineEnd);
    }
}

/** Extends a range to whole lines, including the preceding line end, and the end of the text after the last line. */
function wholeLines(text: string, offset: number, end: number): [number, number] {
    const before = text.lastIndexOf('\n', offset - 1);
    const after = text.indexOf('\n', end);
    return [Math.max(before, 0), after < 0 ? text.length + 1 : after];
}
