/** Converts between places of the protocol (lines and UTF-16 characters from 0) and offsets of documents. */
import type { Location, Position, Range } from 'vscode-languageserver';
import type { Span } from '../language/syntax/index.js';
import type { Document } from '../language/workspace/document.js';
import { uriOf } from './models.js';

const starts = new WeakMap<Document, readonly number[]>();

function lineStarts(document: Document): readonly number[] {
    let known = starts.get(document);
    if (known === undefined) {
        starts.set(document, (known = lineStartsOf(document.text)));
    }
    return known;
}

function lineStartsOf(text: string): number[] {
    const lines = [0];
    if (!text.includes('\r')) {
        // `indexOf` is three times as fast as reading each character
        for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
            lines.push(i + 1);
        }
        return lines;
    }
    for (let i = 0; i < text.length; i++) {
        const c = text.charCodeAt(i);
        if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) {
            lines.push(i + 1);
        }
    }
    return lines;
}

export function offsetOf(document: Document, position: Position): number {
    return offsetIn(document.text, lineStarts(document), position);
}

function offsetIn(text: string, lines: readonly number[], { line, character }: Position): number {
    if (line >= lines.length) {
        return text.length;
    }
    const end = line + 1 < lines.length ? lines[line + 1] - 1 : text.length;
    return Math.max(lines[line], Math.min(lines[line] + character, end));
}

export function positionOf(document: Document, offset: number): Position {
    const lines = lineStarts(document);
    let [low, high] = [0, lines.length - 1];
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (lines[middle] <= offset) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return { line: low, character: offset - lines[low] };
}

export function rangeOf(document: Document, { offset, end }: Span): Range {
    return { start: positionOf(document, offset), end: positionOf(document, end) };
}

export function locationOf(document: Document, span: Span): Location {
    return { uri: uriOf(document), range: rangeOf(document, span) };
}
