/** Semantic tokens of a text: its words with their meanings, each as five numbers relative to the previous token (LSP, semanticTokens). */
import type { AstNode } from '../language/generated/tree.js';
import { type Range, SemanticTokensBuilder } from 'vscode-languageserver';
import { isReferring, membersOf, segmentsOfNode } from '../language/positions/name-segments.js';
import { shortNameSpanOf } from '../language/positions/short-names.js';
import { isDefinition } from '../language/semantics/structure.js';
import { childrenOf, keywordsOf, nameSpanOf, spanOf } from '../language/syntax/index.js';
import { symbolKindOf } from '../language/symbols/symbol-kind.js';
import type { Document } from '../language/workspace/document.js';
import { offsetOf, positionOf } from './places.js';

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
export const TOKEN =
    /\/\*[\s\S]*?(?:\*\/|$)|\/\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\r\n]*|"(?:\\[\s\S]|[^\\"])*"|'(?:\\[\s\S]|[^\\'])*'|[A-Za-z_]\w*|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** All tokens of a document, or those that overlap a range, computed without pauses. */
export function semanticTokens(document: Document, range?: Range): number[] {
    const tokens = semanticTokenSteps(document, range);
    for (;;) {
        const step = tokens.next();
        if (step.done === true) {
            return step.value;
        }
    }
}

/** The same with a pause after each element, because its names may have to be resolved. */
export function* semanticTokenSteps(document: Document, range?: Range): Generator<void, number[]> {
    const from = range === undefined ? 0 : offsetOf(document, range.start);
    const to = range === undefined ? document.text.length : offsetOf(document, range.end);
    const names = new Map<number, NameToken>();
    for (const node of overlapping(document.root, from, to)) {
        namesOf(document, node).forEach(([offset, name]) => names.set(offset, name));
        yield;
    }
    const keywords = new Set(keywordsOf(document.language));
    const builder = new SemanticTokensBuilder();
    for (const { 0: text, index } of document.text.matchAll(TOKEN)) {
        const end = index + text.length;
        if (end <= from || index >= to) {
            continue;
        }
        const name = names.get(index) ?? plainToken(text, keywords);
        // a token of several lines becomes one token for each line
        for (let start = index; name !== undefined && start < end;) {
            const line = document.text.indexOf('\n', start);
            const stop = line < 0 || line >= end ? end : line;
            const { line: row, character } = positionOf(document, start);
            if (stop > start) {
                builder.push(row, character, stop - start, name.type, name.modifiers);
            }
            start = stop + 1;
        }
    }
    return builder.build().data;
}

/** The type of a token and its modifiers as bits, as indices into `TOKEN_TYPES` and `TOKEN_MODIFIERS`. */
interface NameToken {
    readonly type: number;
    readonly modifiers: number;
}

function plainToken(text: string, keywords: ReadonlySet<string>): NameToken | undefined {
    const ofType = (type: string): NameToken => ({ type: TOKEN_TYPES.indexOf(type), modifiers: 0 });
    if (text.startsWith('/')) {
        return ofType('comment');
    }
    if (text.startsWith('"')) {
        return ofType('string');
    }
    if (/^\d/.test(text)) {
        return ofType('number');
    }
    return keywords.has(text) ? ofType('keyword') : undefined;
}

/** The nodes whose text overlaps a range. */
function* overlapping(root: AstNode, from: number, to: number): Generator<AstNode> {
    const work = [root];
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
        const { offset, end } = spanOf(node);
        if (offset <= to && end >= from) {
            yield node;
            for (const child of childrenOf(node)) {
                work.push(child);
            }
        }
    }
}

/** The declared name and the referenced names of a node, by offset. */
function namesOf(document: Document, node: AstNode): [offset: number, NameToken][] {
    const names: [number, NameToken][] = [];
    const declared = node.$type === 'Argument' ? [] : [nameSpanOf(node), shortNameSpanOf(node)].filter(span => span !== undefined);
    if (declared.length > 0) {
        const { isAbstract, isConstant } = node;
        const modifiers = 1 | (isDefinition(node) ? 2 : 0) | (isConstant === true ? 4 : 0) | (isAbstract === true ? 8 : 0);
        const token = { type: typeOf(node), modifiers };
        declared.forEach(({ offset }) => names.push([offset, token]));
    }
    if (isReferring(node)) {
        const members = membersOf(node);
        for (const { index, span: at } of segmentsOfNode(document, node)) {
            const member = members[index];
            if (member !== undefined) {
                names.push([at.offset, { type: typeOf(member), modifiers: 0 }]);
            }
        }
    }
    return names;
}
