/** The structure of a text as an editor shows it: semantic tokens, folds, selections. */
import type { AstNode } from '../language/generated/tree.js';
import { type FoldingRange, type Position, type Range, type SelectionRange, SemanticTokensBuilder } from 'vscode-languageserver';
import { nodeAt } from '../language/positions/places.js';
import { membersOf, referringNodes, segmentsOfNode } from '../language/positions/name-segments.js';
import { symbolKindOf } from '../language/symbols/symbol-kind.js';
import { isDefinition } from '../language/semantics/structure.js';
import { keywordsOf, nameSpanOf, type Span, spanOf, visitAll } from '../language/syntax/index.js';
import type { Document } from '../language/workspace/document.js';
import { offsetOf, positionOf, rangeOf } from './places.js';

export const TOKEN_TYPES = [
    'namespace',
    'class',
    'enum',
    'interface',
    'struct',
    'parameter',
    'variable',
    'property',
    'enumMember',
    'function',
    'method',
    'keyword',
    'comment',
    'string',
    'number'
];
export const TOKEN_MODIFIERS = ['declaration', 'definition', 'readonly', 'abstract'];

const TYPES_BY_KIND: readonly (readonly [RegExp, string])[] = [
    [/^(package|namespace)$/, 'namespace'],
    [/^enumDef$/, 'enum'],
    [/^enumUsage$/, 'enumMember'],
    [/^(port|interface)Def$/, 'interface'],
    [/^(attribute|item)Def$/, 'struct'],
    [/^(action|calc|constraint|state|case|useCase)Def$/, 'function'],
    [/^(action|calc|constraint|state|case|useCase)Usage$/, 'method'],
    [/Def$|^metaclass$|^kermlType$/, 'class']
];

const typeOf = (element: AstNode): number => {
    if (element.direction !== undefined) {
        return TOKEN_TYPES.indexOf('parameter');
    }
    const kind = symbolKindOf(element);
    return TOKEN_TYPES.indexOf(TYPES_BY_KIND.find(([pattern]) => pattern.test(kind))?.[1] ?? 'property');
};

/** Comments, strings, numbers, quoted names and words of a text. */
const TOKEN =
    /\/\*[\s\S]*?(?:\*\/|$)|\/\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\r\n]*|"(?:\\[\s\S]|[^\\"])*"|'(?:\\[\s\S]|[^\\'])*'|[A-Za-z_]\w*|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export function semanticTokens(document: Document, range?: Range): { data: number[] } {
    const from = range === undefined ? 0 : offsetOf(document, range.start);
    const to = range === undefined ? document.text.length : offsetOf(document, range.end);
    const names = namesIn(document);
    const keywords = new Set(keywordsOf(document.language));
    const builder = new SemanticTokensBuilder();
    const push = (offset: number, end: number, type: number, modifiers: number): void => {
        // a token of several lines is one of each
        for (let start = offset; start < end;) {
            const line = document.text.indexOf('\n', start);
            const stop = line < 0 || line >= end ? end : line;
            const { line: row, character } = positionOf(document, start);
            if (stop > start) {
                builder.push(row, character, stop - start, type, modifiers);
            }
            start = stop + 1;
        }
    };
    for (const { 0: text, index } of document.text.matchAll(TOKEN)) {
        const end = index + text.length;
        if (end <= from || index >= to) {
            continue;
        }
        const name = names.get(index);
        if (name !== undefined) {
            push(index, end, name.type, name.modifiers);
        } else if (text.startsWith('/')) {
            push(index, end, TOKEN_TYPES.indexOf('comment'), 0);
        } else if (text.startsWith('"')) {
            push(index, end, TOKEN_TYPES.indexOf('string'), 0);
        } else if (/^\d/.test(text)) {
            push(index, end, TOKEN_TYPES.indexOf('number'), 0);
        } else if (keywords.has(text)) {
            push(index, end, TOKEN_TYPES.indexOf('keyword'), 0);
        }
    }
    return builder.build();
}

/** Names by their offsets, declared ones and those that refer. */
function namesIn(document: Document): Map<number, { type: number; modifiers: number }> {
    const names = new Map<number, { type: number; modifiers: number }>();
    visitAll(document.root, node => {
        const span = nameSpanOf(node);
        if (span !== undefined && node.$type !== 'Argument') {
            const { isAbstract, isConstant } = node;
            const modifiers = 1 | (isDefinition(node) ? 2 : 0) | (isConstant === true ? 4 : 0) | (isAbstract === true ? 8 : 0);
            names.set(span.offset, { type: typeOf(node), modifiers });
        }
    });
    for (const node of referringNodes(document)) {
        const members = membersOf(node);
        for (const { index, span } of segmentsOfNode(document, node)) {
            const member = members[index];
            if (member !== undefined) {
                names.set(span.offset, { type: typeOf(member), modifiers: 0 });
            }
        }
    }
    return names;
}

export function foldingRanges(document: Document): FoldingRange[] {
    const folds: FoldingRange[] = [];
    const fold = ({ offset, end }: Span, kind?: string): void => {
        const [startLine, endLine] = [positionOf(document, offset).line, positionOf(document, end).line];
        if (endLine > startLine) {
            folds.push({ startLine, endLine: kind === undefined ? endLine - 1 : endLine, ...(kind !== undefined && { kind }) });
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
    for (const node of around) {
        found = { range: rangeOf(document, spanOf(node)), ...(found !== undefined && { parent: found }) };
    }
    return found!;
}
