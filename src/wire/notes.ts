// Encodes notes of a run about its schedule as findings with places in documents.

import type { AstNode } from '../language/generated/tree.js';
import { scopeOf } from '../language/semantics/world.js';
import { spanOf } from '../language/syntax/index.js';
import type { Diagnostic, DiagnosticSpan } from '../language/workspace/diagnostics.js';
import { Document } from '../language/workspace/document.js';
import type { Note } from '../runtime/behaviour/index.js';

/** Findings of severity info, in the order of the notes. */
export function findingsOf(notes: readonly Note[]): Diagnostic[] {
    return notes.map(({ code, message, node, mark }) => {
        const span = node === undefined ? undefined : placeOf(node);
        return {
            severity: 'info',
            code,
            message,
            ...(span !== undefined && { span }),
            ...(mark !== undefined && { orderDependent: mark.dependents, independent: mark.isIndependent })
        };
    });
}

/** The place of a node; undefined outside of documents, as in an expression of a request. */
function placeOf(node: AstNode): DiagnosticSpan | undefined {
    const scope = scopeOf(node);
    return scope instanceof Document ? scope.spanOf(spanOf(node)) : undefined;
}
