/** What a check is and what it is given: the shape of the tables that `checks.ts` puts together and `validation.ts` runs. */
import type { AstNode } from '../generated/tree.js';
import { recordOf } from '../closed-lists.js';
import type * as ast from '../generated/tree.js';
import { nameSpanOf, type Span, spanOf } from '../syntax/index.js';
import type { Finding, Severity } from '../workspace/diagnostics.js';
import type { Document } from '../workspace/document.js';
import type { FindingCode } from './rules/codes.js';

/** What a check is given: report a finding at a node (its name where it has one), or at an explicit span. */
export interface CheckContext {
    readonly document: Document;
    /** All documents of the model; who asks for them depends on each of them: a change anywhere may change what is found. */
    allDocuments(): readonly Document[];
    readonly strict: boolean;
    /**
     * Reports at a span, at a node's own name, or at the node when it has no name; with what is found only when a model lists
     * its findings, and with the finding that this one follows from.
     */
    report(severity: Severity, code: FindingCode, message: string, at: AstNode | Span, more?: Pick<Finding, 'hint' | 'cause'>): void;
}

/** Where a finding at a node, or at a span, is. */
export function reportedSpan(at: AstNode | Span): Span {
    return '$type' in at ? (nameSpanOf(at) ?? spanOf(at)) : at;
}

/** A check looks at one node. It must not throw and must not change anything. */
export type Check<N extends AstNode = AstNode> = (node: N, context: CheckContext) => void;

/** The types of nodes by their `$type`. */
export type NodeTypes = ast.NodeTypes;

/** Checks by the `$type` of the nodes they look at, as Langium's `ValidationChecks`: each is given that node. `*` is every node. */
export type CheckTable = { readonly [T in keyof NodeTypes]?: readonly Check<NodeTypes[T]>[] } & { readonly '*'?: readonly Check[] };

/** A table of the same checks for several types of nodes. */
export function checksOfTypes<T extends keyof NodeTypes>(
    types: readonly T[],
    checks: readonly Check<NodeTypes[T]>[]
): Readonly<Record<T, readonly Check<NodeTypes[T]>[]>> {
    return recordOf(types, () => checks);
}

/** The checks that a table has for one type of nodes: each is given only nodes of the type under which it stands. */
export function checksIn(table: CheckTable, type: string): readonly Check[] {
    return (table as Readonly<Record<string, readonly Check[] | undefined>>)[type] ?? [];
}

export interface Tier {
    readonly name: 'syntax' | 'metadata' | 'names' | 'types' | 'constraints';
    /**
     * Whether an error of this tier leaves out the tiers behind it: one that does not is read whatever the names of a
     * document lead to, and masks nothing.
     */
    readonly stops?: false;
    readonly tables: readonly CheckTable[];
}
