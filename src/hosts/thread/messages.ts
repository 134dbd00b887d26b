/** The messages between a host and the thread of its session. Plain data that can be cloned. */
import type { Diagnostic } from '../../language/workspace/diagnostics.js';
import type { Completeness, MimeBundle } from '../../session/index.js';

/** The answer of a cell. The files of its findings are in `texts`. */
export interface AnsweredCell {
    readonly shown: readonly { readonly text: string; readonly isResult: boolean; readonly forms: MimeBundle }[];
    readonly failure?: AnsweredFailure;
    readonly isLast: boolean;
}

export interface AnsweredFailure {
    readonly kind: string;
    readonly message: string;
    readonly diagnostics: readonly Diagnostic[];
    /** the texts that findings refer to, by file */
    readonly texts: ReadonlyMap<string, string>;
}

export interface Completions {
    /** range that the items replace, in UTF-16 offsets of the cell */
    readonly start: number;
    readonly end: number;
    readonly items: readonly { readonly text: string; readonly label: string; readonly kind: string; readonly detail: string }[];
}

/** Information about a place, as Markdown and as text. */
export interface Inspected {
    readonly markdown: string;
    readonly text: string;
}

/** The requests, by method. */
export interface SessionRequests {
    execute: { readonly given: { readonly cell: string; readonly id?: string; readonly label?: string }; readonly answer: AnsweredCell };
    load: { readonly given: { readonly paths: readonly string[] }; readonly answer: AnsweredCell };
    complete: { readonly given: { readonly cell: string; readonly offset: number }; readonly answer: Completions };
    inspect: { readonly given: { readonly cell: string; readonly offset: number }; readonly answer: Inspected | undefined };
    completeness: { readonly given: { readonly cell: string }; readonly answer: Completeness };
}
export type Method = keyof SessionRequests;

export interface Request {
    readonly number: number;
    readonly method: Method;
    readonly given: unknown;
}

/** Any number of `progress` replies may precede the answer. */
export type Reply =
    | { readonly number: number; readonly answer: unknown }
    | { readonly number: number; readonly error: string }
    | { readonly number: number; readonly progress: string };

/** The data with which a thread is started. */
export interface SessionThreadData {
    /** one number: 1 interrupts the current computation */
    readonly interruption: SharedArrayBuffer;
    readonly library?: string;
    /** theme of pictures; a terminal shows none */
    readonly theme?: 'light' | 'dark' | 'auto';
}
