/**
 * What all nodes of the syntax tree have in common, and the questions that can be asked of any node. The classes themselves are
 * generated from the grammar's types. Knows nothing of names, types or documents' meaning.
 */
import type { CstNode, LangiumDocument } from 'langium';
import type { AstNode, NodeTypes } from '../generated/tree.js';

/** An extent of text: UTF-16 offsets, the end is exclusive. */
export interface Span {
    readonly offset: number;
    readonly end: number;
}

/** What every node carries beside the properties of its type. The semantic layer adds where it remembers what follows from a node. */
export interface NodeFields {
    readonly $containerProperty?: string;
    readonly $containerIndex?: number;
    readonly $offset: number;
    readonly $end: number;
    /** Offset and end of the token in `name`, -1 without one; undefined for types without a name. */
    readonly $name?: number;
    readonly $nameEnd?: number;
    /** Set while the members of the node are kept elsewhere and not all were read: ask this before `members`. */
    readonly $memberIndex?: MemberIndex;
    /** What Langium's parser keeps instead of offsets. */
    readonly $cstNode?: CstNode;
    $document?: LangiumDocument;
    /** Calls a function for each child, in the order of the type's properties. */
    $forEachChild(each: (child: AstNode) => void): void;
}

/** A node while it is made: parsers, and what reads nodes from a snapshot, write what everybody else only reads. */
export interface SyntaxNode {
    readonly $type: string;
    $container?: unknown;
    $containerProperty?: string;
    $containerIndex?: number;
    $offset: number;
    $end: number;
    $name?: number;
    $nameEnd?: number;
}

/** Finds members of a node without reading all of them. */
export interface MemberIndex {
    /** The members with that name or short name, in document order; imports are not among them. */
    named(name: string): readonly AstNode[];
    /** The members of a node type, in document order; searched with each call. */
    ofType<T extends keyof NodeTypes>(type: T): readonly NodeTypes[T][];
}

/** The list that every empty list property refers to: never add to it. */
export const EMPTY: never[] = Object.freeze([]) as unknown as never[];

/** Base of the generated node classes. */
export abstract class NodeBase {
    /** Calls a function for each child, in the order of the type's properties. */
    abstract $forEachChild(each: (child: AstNode) => void): void;
    /** Properties that a complete node has; a started node without one of them is dropped after a syntax error. */
    abstract $isComplete(): boolean;
}

/** The text that a node was read from. */
export function spanOf(node: AstNode): Span {
    const { $offset, $end, $cstNode } = node;
    return $offset === undefined && $cstNode !== undefined
        ? { offset: $cstNode.offset, end: $cstNode.end }
        : { offset: $offset, end: $end };
}

/** The text of a node's own name, as written (with its quotes), or undefined when it has none. */
export function nameSpanOf(node: AstNode): Span | undefined {
    const { $name, $nameEnd } = node;
    return $name === undefined || $name < 0 ? undefined : { offset: $name, end: $nameEnd! };
}

/** Calls a function for each child of a node, in the order of the type's properties. */
export function forEachChild(node: AstNode, each: (child: AstNode) => void): void {
    node.$forEachChild(each);
}

/** What a node has in the field of a name. */
export function fieldOf(node: AstNode, name: string): unknown {
    return (node as unknown as Readonly<Record<string, unknown>>)[name];
}

/** The children of a node in the order of the text. */
export function childrenOf(node: AstNode): AstNode[] {
    const children: AstNode[] = [];
    let last = -1;
    let isSorted = true;
    forEachChild(node, child => {
        isSorted &&= child.$offset >= last;
        last = child.$offset;
        children.push(child);
    });
    return isSorted ? children : children.sort((a, b) => a.$offset - b.$offset);
}

/** Calls a function for a node and all nodes below it, containers first, without recursion. */
export function visitAll(root: AstNode, each: (node: AstNode) => void): void {
    const work = [root];
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
        each(node);
        const children = childrenOf(node);
        for (let i = children.length - 1; i >= 0; i--) {
            work.push(children[i]);
        }
    }
}
