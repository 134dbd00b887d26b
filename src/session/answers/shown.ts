/**
 * What a cell shows, before anybody writes it: the same content in several forms beside each other. `text` is always there. Knows no
 * stream, no terminal and no protocol.
 */
import type { JsonValue } from '@bufbuild/protobuf';
import type { Diagnostic } from '../../language/workspace/diagnostics.js';

/** Rows of texts under column names. */
export interface ShownTable {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly string[])[];
}

/** Forms of diagrams that other tools read, by MIME type. */
export type WrittenMime = 'text/vnd.mermaid' | 'text/vnd.graphviz';

export interface Shown {
    /** for a terminal; without a line end */
    readonly text: string;
    /** whether it is the value of an expression */
    readonly isResult?: boolean;
    readonly table?: ShownTable;
    readonly svg?: string;
    readonly markdown?: string;
    /** a fragment of a page in which every text of the model is escaped */
    readonly html?: string;
    readonly written?: { readonly mime: WrittenMime; readonly text: string };
    /** for programs */
    readonly json?: JsonValue;
}

/** Kinds of failures of a cell (contract: newest-operations 10). */
export type FailureKind =
    'CommandError' | 'UsageError' | 'UnknownCommand' | 'SubmissionError' | 'EvaluationError' | 'RenderError' | 'Interrupted';

/** A cell that cannot do what it says. */
export class CellFailure extends Error {
    /** @param diagnostics findings in the notation of the cell, their files being labels of cells and names of files */
    constructor(
        readonly kind: FailureKind,
        message: string,
        readonly diagnostics: readonly Diagnostic[] = [],
        /** texts that findings are about, and the session has not: those of a submission that was refused */
        readonly texts: ReadonlyMap<string, string> = new Map()
    ) {
        super(message);
    }
}

/** What a cell answers. What was shown before it failed is kept. */
export interface CellAnswer {
    readonly shown: readonly Shown[];
    readonly failure?: CellFailure;
    /** whether the reader wants to leave */
    readonly isLast?: boolean;
}

/** Columns of equal width, two blanks apart. */
export function tableLines({ columns, rows }: ShownTable): string[] {
    const all = columns.some(c => c !== '') ? [columns, ...rows] : rows;
    const widths = columns.map((_, i) => Math.max(0, ...all.map(row => row[i]?.length ?? 0)));
    return all.map(row =>
        row
            .map((cell, i) => cell.padEnd(widths[i]))
            .join('  ')
            .trimEnd()
    );
}

export const shownTable = (table: ShownTable, json?: JsonValue): Shown => ({
    text: tableLines(table).join('\n'),
    table,
    ...(json !== undefined && { json })
});
