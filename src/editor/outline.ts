/** The structure of a text for an editor: folding ranges, selection ranges. */
import type { AstNode } from '../language/generated/tree.js';
import type { FoldingRange, Position, SelectionRange } from 'vscode-languageserver';
import { nodeAt } from '../language/positions/places.js';
import { type Span, spanOf, visitAll } from '../language/syntax/index.js';
import type { Document } from '../language/workspace/document.js';
import { offsetOf, positionOf, rangeOf } from './places.js';
import { TOKEN } from './tokens.js';

export function foldingRanges(document: Document): FoldingRange[] {
    const folds: FoldingRange[] = [];
    const fold = ({ offset, end }: Span, kind?: string): void => {
        const startLine = positionOf(document, offset).line;
        const endLine = positionOf(document, end).line - (kind === undefined ? 1 : 0);
        if (endLine > startLine) {
            folds.push({ startLine, endLine, ...(kind !== undefined && { kind }) });
        }
    };
    visitAll(document.root, node => {
        const { $offset, $end } = node;
        if (node.$container !== undefined && document.text[$end - 1] === '}') {
            fold({ offset: $offset, end: $end });
        }
    });
    for (const { 0: text, index } of document.text.matchAll(TOKEN)) {
        if (text.startsWith('/*')) {
            fold({ offset: index, end: index + text.length }, 'comment');
        }
    }
    return folds;
}

export function selectionRange(document: Document, position: Position): SelectionRange {
    let found: SelectionRange | undefined;
    const around: AstNode[] = [];
    for (let n: AstNode | undefined = nodeAt(document, offsetOf(document, position)); n !== undefined; n = n.$container) {
        around.unshift(n);
    }
    let outer: Span | undefined;
    for (const span of around.map(spanOf)) {
        // skip steps that would select the same text again
        if (outer?.offset !== span.offset || outer.end !== span.end) {
            found = { range: rangeOf(document, span), ...(found !== undefined && { parent: found }) };
        }
        outer = span;
    }
    return found!;
}
