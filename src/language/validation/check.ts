/** What a check is and what it is given: the shape of the tables that `checks.ts` puts together and `validation.ts` runs. */
import type { AstNode } from 'langium';
import type { Span } from '../syntax/index.js';
import type { Severity } from '../workspace/diagnostics.js';
import type { Document } from '../workspace/document.js';

/** What a check is given: report a finding at a node (its name where it has one), or at an explicit span. */
export interface CheckContext {
    readonly document: Document;
    readonly strict: boolean;
    /** Reports at a span, at a node's own name, or at the node when it has no name; a hint is added to the message when a model lists its findings. */
    report(severity: Severity, code: string, message: string, at: AstNode | Span, hint?: () => string): void;
}

/** A check looks at one node. It must not throw and must not change anything. */
export type Check = (node: AstNode, context: CheckContext) => void;

/** Checks by the `$type` of the nodes they look at; `*` is every node. */
export type CheckTable = Readonly<Record<string, readonly Check[]>>;

export interface Tier {
    readonly name: 'syntax' | 'names' | 'types' | 'constraints';
    readonly tables: readonly CheckTable[];
}
