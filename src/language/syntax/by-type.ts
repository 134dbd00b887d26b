/** Tables of functions by node type: each function accepts nodes of its type. */
import type { AstNode, NodeTypes } from '../generated/tree.js';

/** Functions of nodes by `$type`; `Rest` are their further parameters. */
export type FunctionsByType<Result, Rest extends readonly unknown[] = []> = {
    readonly [T in keyof NodeTypes]?: (node: NodeTypes[T], ...rest: Rest) => Result;
};

/** The function of a table for a node. Call it with this node only, which the types cannot express. */
export function functionFor<Result, Rest extends readonly unknown[]>(
    table: FunctionsByType<Result, Rest>,
    node: AstNode
): ((node: AstNode, ...rest: Rest) => Result) | undefined {
    return table[node.$type] as ((node: AstNode, ...rest: Rest) => Result) | undefined;
}
