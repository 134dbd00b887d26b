/**
 * The common part of all nodes of the syntax tree, and functions for any node. The classes themselves are generated from the grammar's
 * types. Does not depend on names, types or the meaning of documents.
 */
import type { CstNode, LangiumDocument } from 'langium';
import type { AstNode, NodeTypes } from '../generated/tree.js';
import type { Body, BodyContent } from './bodies.js';

/** An extent of text: UTF-16 offsets, the end is exclusive. */
export interface Span {
    readonly offset: number;
    readonly end: number;
}

/**
 * The fields of every node in addition to the properties of its type. The semantic layer adds fields in which it memoizes facts of a node.
 */
export interface NodeFields {
    readonly $containerProperty?: string;
    readonly $containerIndex?: number;
    readonly $offset: number;
    readonly $end: number;
    /** Offset and end of the token in `name`, -1 without one; undefined for types without a name. */
    readonly $name?: number;
    readonly $nameEnd?: number;
    /** Set while the members of the node are stored elsewhere and not all were read: use this before `members`. */
    readonly $memberIndex?: MemberIndex;
    /** Langium's parser sets this instead of offsets. */
    readonly $cstNode?: CstNode;
    $document?: LangiumDocument;
    /** The members, or undefined while they are not read from the body: use `members`. */
    readonly $members?: readonly AstNode[] | undefined;
    /** The body, if it was read without an error and is long enough to be kept. */
    readonly $body?: Body | undefined;
    /** Calls a function for each child, in the order of the type's properties; without the members of a body unless `isWhole`. */
    $forEachChild(each: (child: AstNode) => void, isWhole?: boolean): void;
}

/** A node under construction: parsers and the snapshot reader write the fields that all others only read. */
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
    /** The members with the given name or short name, in document order, without imports. */
    named(name: string): readonly AstNode[];
    /** The members of a node type, in document order; searches on each call. */
    ofType<T extends keyof NodeTypes>(type: T): readonly NodeTypes[T][];
}

/** The list that every empty list property refers to: never add to it. */
export const EMPTY: never[] = Object.freeze([]) as unknown as never[];

/** Base of the generated node classes. */
export abstract class NodeBase {
    /** Calls a function for each child, in the order of the type's properties; without the members of a body unless `isWhole`. */
    abstract $forEachChild(each: (child: AstNode) => void, isWhole?: boolean): void;
    /** Whether the node has all properties of a complete one; an incomplete node is dropped after a syntax error. */
    abstract $isComplete(): boolean;
}

const CUT = new WeakSet<object>();

/** Marks a node whose parse a syntax error ended before the end of its text. */
export function markCut(node: object): void {
    CUT.add(node);
}

/** Whether a syntax error ended the parse of a node before the end of its text. */
export function isCut(node: AstNode): boolean {
    return CUT.has(node);
}

/** The extent of the text from which a node was read. */
export function spanOf(node: AstNode): Span {
    const { $offset, $end, $cstNode } = node;
    return $offset === undefined && $cstNode !== undefined
        ? { offset: $cstNode.offset, end: $cstNode.end }
        : { offset: $offset, end: $end };
}

/** The extent of a node's own name, as written (with its quotes), or undefined if it has none. */
export function nameSpanOf(node: AstNode): Span | undefined {
    const { $name, $nameEnd } = node;
    return $name === undefined || $name < 0 ? undefined : { offset: $name, end: $nameEnd! };
}

/** Calls a function for each child of a node, in the order of the type's properties. */
export function forEachChild(node: AstNode, each: (child: AstNode) => void): void {
    node.$forEachChild(each);
}

/** Calls a function for each child outside of the node's body, in the order of the type's properties. */
export function forEachChildOfHead(node: AstNode, each: (child: AstNode) => void): void {
    node.$forEachChild(each, false);
}

/** The content of a node's body, the same object in all versions; undefined without a kept body, or with members after the body. */
export function bodyContentOf({ $members, $body }: AstNode): BodyContent | undefined {
    const isAll = $body !== undefined && ($members === undefined || $members.every(({ $end }) => $end <= $body.end));
    return isAll ? $body.content : undefined;
}

/** The names of the properties of a node's type. */
export function propertiesOf(node: AstNode): string[] {
    return Object.keys(node).flatMap(name => (name === '$members' ? ['members'] : name.startsWith('$') ? [] : [name]));
}

/** The value of a node's field with the given name. */
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
