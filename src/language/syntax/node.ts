/**
 * What all nodes of the syntax tree have in common, and the questions that can be asked of any node. The classes themselves are
 * generated from the grammar's types. Knows nothing of names, types or documents' meaning.
 */
import type { AstNode } from 'langium';

/** An extent of text: UTF-16 offsets, the end is exclusive. */
export interface Span {
    readonly offset: number;
    readonly end: number;
}

/** A node as the compiled parser makes it. */
export interface SyntaxNode extends AstNode {
    $offset: number;
    $end: number;
    /** Place of the semantic layer's memo; the parser leaves it undefined. */
    $facts: unknown;
    $container?: SyntaxNode;
    /** Offset and end of the token in `name`, -1 without one; undefined for types without a name. */
    $name?: number;
    $nameEnd?: number;
    /** Set while the members of the node are kept elsewhere and not all were read: ask this before `members`. */
    readonly $memberIndex?: MemberIndex;
}

/** Finds members of a node without reading all of them. */
export interface MemberIndex {
    /** The members with that name or short name, in document order; imports are not among them. */
    named(name: string): readonly AstNode[];
    /** The members of a node type, in document order. */
    ofType(type: string): readonly AstNode[];
}

/** The list that every empty list property refers to: never add to it. */
export const EMPTY: never[] = Object.freeze([]) as unknown as never[];

/** Base of the generated node classes. */
export abstract class NodeBase {
    /** Calls a function for each child, in the order of the type's properties. */
    abstract $forEachChild(each: (child: SyntaxNode) => void): void;
    /** Properties that a complete node has; a started node without one of them is dropped after a syntax error. */
    abstract $isComplete(): boolean;
}

/** The text that a node was read from. */
export function spanOf(node: AstNode): Span {
    const { $offset, $end, $cstNode } = node as SyntaxNode;
    return $offset === undefined && $cstNode !== undefined
        ? { offset: $cstNode.offset, end: $cstNode.end }
        : { offset: $offset, end: $end };
}

/** The text of a node's own name, as written (with its quotes), or undefined when it has none. */
export function nameSpanOf(node: AstNode): Span | undefined {
    const { $name, $nameEnd } = node as SyntaxNode;
    return $name === undefined || $name < 0 ? undefined : { offset: $name, end: $nameEnd! };
}

/** Calls a function for each child of a node, in the order of the type's properties. */
export function forEachChild(node: AstNode, each: (child: SyntaxNode) => void): void {
    (node as unknown as NodeBase).$forEachChild(each);
}

/** The children of a node in the order of the text. */
export function childrenOf(node: AstNode): SyntaxNode[] {
    const children: SyntaxNode[] = [];
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
export function visitAll(root: AstNode, each: (node: SyntaxNode) => void): void {
    const work = [root as SyntaxNode];
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
        each(node);
        const children = childrenOf(node);
        for (let i = children.length - 1; i >= 0; i--) {
            work.push(children[i]);
        }
    }
}
