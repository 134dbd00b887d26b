/** Findings about a model, as the service, the command line and the editor report them (contract: edits-and-diagnostics, 2.1). */

/** Place in a text: lines and columns from 1, columns in bytes of UTF-8, the end exclusive. */
export interface DiagnosticSpan {
    readonly file: string;
    readonly startLine: number;
    readonly startCol: number;
    readonly endLine: number;
    readonly endCol: number;
}

export type Severity = 'error' | 'warning' | 'info';

export interface Diagnostic {
    readonly severity: Severity;
    /** For people; branch on `code`. */
    readonly message: string;
    /** Empty when none is assigned. */
    readonly code: string;
    readonly span?: DiagnosticSpan;
}

/** A finding in a document, by UTF-16 offsets. */
export interface Finding {
    readonly severity: Severity;
    readonly message: string;
    readonly code: string;
    readonly offset: number;
    readonly end: number;
    /**
     * What is added to the message from the names of the whole model ("did you mean"): asked anew by each model, since a document is shared between
     * models that differ in the names of other documents.
     */
    readonly hint?: () => string;
}
