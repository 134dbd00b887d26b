/** The types of checks, of their context and of the tables that `checks.ts` combines and `validation.ts` runs. */
import type { AstNode } from '../generated/tree.js';
import { recordOf } from '../closed-lists.js';
import type * as ast from '../generated/tree.js';
import { nameSpanOf, type Span, spanOf } from '../syntax/index.js';
import type { Finding, Severity } from '../workspace/diagnostics.js';
import type { Document } from '../workspace/document.js';
import type { FindingCode } from './rules/codes.js';

/** The context of a check: it reports findings at a node (at its name where it has one) or at a span. */
export interface CheckContext {
    readonly document: Document;
    /** All documents of the model. A check that reads them depends on each of them: a change anywhere may change its findings. */
    allDocuments(): readonly Document[];
    readonly strict: boolean;
    /**
     * Reports at a span, at the name of a node, or at a node without a name. `more` may hold a hint, shown only in a listing of the model's
     * findings, and the cause of the finding.
     */
    report(severity: Severity, code: FindingCode, message: string, at: AstNode | Span, more?: Pick<Finding, 'hint' | 'cause'>): void;
}

/** The span of a finding at a node or at a span. */
export function reportedSpan(at: AstNode | Span): Span {
    return '$type' in at ? (nameSpanOf(at) ?? spanOf(at)) : at;
}

/** A check of one node. It must neither throw nor change anything. */
export type Check<N extends AstNode = AstNode> = (node: N, context: CheckContext) => void;

/** The types of nodes by their `$type`. */
export type NodeTypes = ast.NodeTypes;

/** Checks by the `$type` of the nodes that they check, like Langium's `ValidationChecks`. `*` is every node. */
export type CheckTable = { readonly [T in keyof NodeTypes]?: readonly Check<NodeTypes[T]>[] } & { readonly '*'?: readonly Check[] };

/** A table of the same checks for several types of nodes. */
export function checksOfTypes<T extends keyof NodeTypes>(
    types: readonly T[],
    checks: readonly Check<NodeTypes[T]>[]
): Readonly<Record<T, readonly Check<NodeTypes[T]>[]>> {
    return recordOf(types, () => checks);
}

/** The checks of a table for one type of nodes. Each check gets only nodes of its type. */
export function checksIn(table: CheckTable, type: string): readonly Check[] {
    return (table as Readonly<Record<string, readonly Check[] | undefined>>)[type] ?? [];
}

export interface Tier {
    readonly name: 'syntax' | 'metadata' | 'names' | 'types' | 'constraints';
    /**
     * Whether an error of this tier skips the later tiers. False for a tier that does not depend on resolved names: its errors cause no
     * others.
     */
    readonly stops?: false;
    readonly tables: readonly CheckTable[];
}
