/**
 * The output of a cell, before it is written: the same content in several forms. `text` is always present. Does not depend on streams,
 * terminals or protocols.
 */
import type { JsonValue } from '@bufbuild/protobuf';
import type { Diagnostic } from '../../language/workspace/diagnostics.js';

/** Rows of texts under column names. */
export interface ShownTable {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly string[])[];
}

/** Forms of diagrams for other tools, by MIME type. */
export type WrittenMime = 'text/vnd.mermaid' | 'text/vnd.graphviz';

export interface Shown {
    /** for a terminal; without a trailing line break */
    readonly text: string;
    /** whether it is the value of an expression */
    readonly isResult?: boolean;
    readonly table?: ShownTable;
    readonly svg?: string;
    readonly markdown?: string;
    /** an HTML fragment in which texts of the model are escaped */
    readonly html?: string;
    readonly written?: { readonly mime: WrittenMime; readonly text: string };
    /** for programs */
    readonly json?: JsonValue;
}

/** Kinds of failures of a cell (contract: newest-operations 10). */
export type FailureKind =
    'CommandError' | 'UsageError' | 'UnknownCommand' | 'SubmissionError' | 'EvaluationError' | 'RenderError' | 'Interrupted';

/** The failure of a cell. */
export class CellFailure extends Error {
    /** @param diagnostics findings in the notation of the cell; their files are labels of cells or names of files */
    constructor(
        readonly kind: FailureKind,
        message: string,
        readonly diagnostics: readonly Diagnostic[] = [],
        /** the texts of a refused submission, to which findings refer and which the session does not contain */
        readonly texts: ReadonlyMap<string, string> = new Map()
    ) {
        super(message);
    }
}

/** The answer of a cell. Output before a failure is kept. */
export interface CellAnswer {
    readonly shown: readonly Shown[];
    readonly failure?: CellFailure;
    /** whether the cell ends the session */
    readonly isLast?: boolean;
}

/** Columns of equal width, separated by two blanks. */
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

/** A table as an answer, with its lines as text; `json` is for programs, if it contains more than the cells. */
export const shownTable = (table: ShownTable, json?: JsonValue): Shown => ({
    text: tableLines(table).join('\n'),
    table,
    ...(json !== undefined && { json })
});
