/**
 * Where names stand in the text of a document: each segment of each name that refers to something, with its extent and the member that it
 * leads to. Declared names are not among them (`nameSpanOf`). Knows syntax and name resolution; nothing is resolved before it is requested.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { lookupInheritable, lookupVisible } from '../semantics/lookup.js';
import { memberElement, membersAlong, membersAlongIn, resolve } from '../semantics/names.js';
import { importedName, type NameNode, type Segment, segmentsOf } from '../semantics/structure.js';
import { nameSpanOf, type Span, spanOf, visitAll } from '../syntax/index.js';
import { segmentSpans, tokensFrom } from '../validation/tokens.js';
import type { Document } from '../workspace/document.js';

/** A node that names something: its `text`, or the label of an argument. */
export type ReferringNode = NameNode | ast.Argument;

/** One segment of a name, for example `b` of `a::b.c`. */
export interface NameSegment {
    readonly node: ReferringNode;
    /** Its place among the segments of the node's name; the global qualifier `$` has one, too. */
    readonly index: number;
    /** The name that it spells, without quotes. */
    readonly name: string;
    /** As written, with its quotes. UTF-16 offsets in the document. */
    readonly span: Span;
}

const nodesByDocument = new WeakMap<Document, readonly ReferringNode[]>();

/** The nodes of a document that name something, in the order of the text. */
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

/**
 * The name that a node refers by, as the parser keeps it: without white space, and without the stars of an
 * import; undefined for other nodes.
 */
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

/** The names that a node's name consists of. */
export function namesIn(node: ReferringNode): readonly Segment[] {
    const text = nameTextOf(node);
    return text === undefined ? [] : segmentsOf(text);
}

/** The segments of one node, with their extents. */
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

/** Words in front of the name of an import. */
const IMPORT_WORDS = new Set(['public', 'private', 'protected', 'import', 'expose', 'all']);

/** Where the name of a node begins, at the latest behind the words that the node itself begins with, and where the node ends. */
function extentOfName(text: string, node: ReferringNode): Span {
    const { offset, end } = spanOf(node);
    switch (node.$type) {
        case 'Argument':
            return nameSpanOf(node) ?? { offset, end };
        case 'Import':
            return behind(text, offset, end, word => IMPORT_WORDS.has(word));
        case 'ExtentExpression':
            return behind(text, offset, end, word => word === 'all');
        case 'InitialNode':
            return { offset: behindFirst(text, offset, end, 'first'), end };
        case 'ConnectorEnd': {
            // `[n] name ::> a.b`: the name that refers is what stands behind.
            const { multiplicity, name } = node;
            const start = multiplicity === undefined ? offset : spanOf(multiplicity).end;
            return { offset: name === undefined ? start : behindFirst(text, start, end, '::>', 'references'), end };
        }
        default:
            return { offset, end };
    }
}

/** What stands behind the words at the start. */
function behind(text: string, offset: number, end: number, isWord: (word: string) => boolean): Span {
    for (const token of tokensFrom(text, offset, end)) {
        if (!isWord(token.text)) {
            return { offset: token.offset, end };
        }
    }
    return { offset, end };
}

/** The end of the first of some words; the start when none of them stands there. */
function behindFirst(text: string, offset: number, end: number, ...words: readonly string[]): number {
    for (const token of tokensFrom(text, offset, end)) {
        if (words.includes(token.text)) {
            return token.end;
        }
    }
    return offset;
}

/**
 * The member that each segment of a node's name leads to: an alias is not followed, a segment that leads to nothing has undefined or
 * nothing at its index.
 */
export function membersOf(node: ReferringNode): readonly (AstNode | undefined)[] {
    return node.$type === 'Argument' ? labelMembers(node) : membersAlong(node);
}

/** What a label binds: a feature of what is called or constructed. */
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
