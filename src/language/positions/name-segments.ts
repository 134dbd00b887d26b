/**
 * The references in the text of a document: each segment of each referring name, with its span and the member that it resolves to. Excludes
 * declared names, whose spans are `nameSpanOf`. Resolves names on demand.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { lookupInheritable, lookupVisible } from '../semantics/lookup.js';
import { memberElement, membersAlong, membersAlongIn, resolve } from '../semantics/names.js';
import { importedName, type NameNode, type Segment, segmentsOf } from '../semantics/structure.js';
import { nameSpanOf, type Span, spanOf, visitAll } from '../syntax/index.js';
import { segmentSpans, tokensFrom } from '../validation/tokens.js';
import type { Document } from '../workspace/document.js';

/** A node that refers by a name: its `text`, or the label of an argument. */
export type ReferringNode = NameNode | ast.Argument;

/** One segment of a name, for example `b` of `a::b.c`. */
export interface NameSegment {
    readonly node: ReferringNode;
    /** The index of the segment in the node's name; the global qualifier `$` is a segment. */
    readonly index: number;
    /** The name without quotes. */
    readonly name: string;
    /** The span of the name with its quotes. */
    readonly span: Span;
}

const nodesByDocument = new WeakMap<Document, readonly ReferringNode[]>();

/** The referring nodes of a document, in the order of the text. */
export function referringNodes(document: Document): readonly ReferringNode[] {
    let nodes = nodesByDocument.get(document);
    if (nodes === undefined) {
        const found: ReferringNode[] = [];
        visitAll(document.root, node => {
            if (isReferring(node)) {
                found.push(node);
            }
        });
        nodesByDocument.set(document, (nodes = found));
    }
    return nodes;
}

/** The name by which a node refers, without white space and without the stars of an import; undefined for other nodes. */
export function nameTextOf(node: AstNode): string | undefined {
    if (node.$type === 'Argument') {
        return node.name;
    }
    return node.$type === 'Import' ? importedName(node).name : node.text;
}

/** Whether a node refers by a name. */
export function isReferring(node: AstNode): node is ReferringNode {
    return nameTextOf(node) !== undefined;
}

/** The segments of a node's name, without their spans. */
export function namesIn(node: ReferringNode): readonly Segment[] {
    const text = nameTextOf(node);
    return text === undefined ? [] : segmentsOf(text);
}

/** The segments of a node's name, with their spans. */
export function segmentsOfNode(document: Document, node: ReferringNode): NameSegment[] {
    const names = namesIn(node);
    const { offset, end } = extentOfName(document.text, node);
    const spans = segmentSpans(document.text, offset, end);
    return names.flatMap(({ name }, index) => (index < spans.length ? [{ node, index, name, span: spans[index] }] : []));
}

/** All segments of a document, in the order of the text. */
export function nameSegments(document: Document): NameSegment[] {
    return referringNodes(document).flatMap(node => segmentsOfNode(document, node));
}

/** Words that may precede the name of an import. */
const IMPORT_WORDS = new Set(['public', 'private', 'protected', 'import', 'expose', 'all']);

/** A span that contains the name of a node: after the node's keywords, up to the end of the node. */
function extentOfName(text: string, node: ReferringNode): Span {
    const { offset, end } = spanOf(node);
    switch (node.$type) {
        case 'Argument':
            return nameSpanOf(node) ?? { offset, end };
        case 'Import':
            return afterWords(text, offset, end, word => IMPORT_WORDS.has(word));
        case 'ExtentExpression':
            return afterWords(text, offset, end, word => word === 'all');
        case 'InitialNode':
            return { offset: endOfFirst(text, offset, end, 'first'), end };
        case 'ConnectorEnd': {
            // In `[n] name ::> a.b` the referring name follows `::>`.
            const { multiplicity, name } = node;
            const start = multiplicity === undefined ? offset : spanOf(multiplicity).end;
            return { offset: name === undefined ? start : endOfFirst(text, start, end, '::>', 'references'), end };
        }
        default:
            return { offset, end };
    }
}

/** The span from the first token that is none of the given words. */
function afterWords(text: string, offset: number, end: number, isWord: (word: string) => boolean): Span {
    for (const token of tokensFrom(text, offset, end)) {
        if (!isWord(token.text)) {
            return { offset: token.offset, end };
        }
    }
    return { offset, end };
}

/** The end of the first token that is one of the given words; the start of the text if there is none. */
function endOfFirst(text: string, offset: number, end: number, ...words: readonly string[]): number {
    for (const token of tokensFrom(text, offset, end)) {
        if (words.includes(token.text)) {
            return token.end;
        }
    }
    return offset;
}

/**
 * The member that each segment of a node's name resolves to; aliases are not followed. The entry of an unresolved segment is undefined or
 * absent.
 */
export function membersOf(node: ReferringNode): readonly (AstNode | undefined)[] {
    return node.$type === 'Argument' ? labelMembers(node) : membersAlong(node);
}

/** The members of a label: it names a feature of the called function or the constructed type. */
function labelMembers(argument: ast.Argument): readonly (AstNode | undefined)[] {
    const type = calledBy(argument.$container);
    const [first, ...rest] = segmentsOf(argument.name!);
    if (type === undefined) {
        return [];
    }
    return rest.length > 0
        ? membersAlongIn(type, argument.name!)
        : [lookupInheritable(type, first.name) ?? lookupVisible(type, first.name)];
}

function calledBy(node: ast.Argument['$container']): AstNode | undefined {
    if (node.$type === 'ConstructorExpression') {
        return memberElement(resolve(node.type));
    }
    if (node.$type === 'FunctionOperationExpression') {
        return memberElement(resolve(node.function));
    }
    const { target } = node;
    return memberElement(resolve(target.$type === 'FeatureChainExpression' ? target.feature : target));
}
