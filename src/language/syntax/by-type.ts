/** Tables by the type of nodes, whose entries are given nodes of the type under which they stand. */
import type { AstNode, NodeTypes } from '../generated/tree.js';

/** Functions of nodes by `$type`, in which `$type` says what the node is; `Rest` is what else they are given. */
export type FunctionsByType<Result, Rest extends readonly unknown[] = []> = {
    readonly [T in keyof NodeTypes]?: (node: NodeTypes[T], ...rest: Rest) => Result;
};

/** The function that a table has for a node: to be called with that node alone, which types cannot say. */
export function functionFor<Result, Rest extends readonly unknown[]>(
    table: FunctionsByType<Result, Rest>,
    node: AstNode
): ((node: AstNode, ...rest: Rest) => Result) | undefined {
    return table[node.$type] as ((node: AstNode, ...rest: Rest) => Result) | undefined;
}
