/** What a host and the thread of its session say to each other. Plain data: it is cloned on its way. */
import type { Diagnostic } from '../../language/workspace/diagnostics.js';
import type { Completeness, MimeBundle } from '../../session/index.js';

/** A cell with findings whose files are in `texts`. */
export interface AnsweredCell {
    readonly shown: readonly { readonly text: string; readonly isResult: boolean; readonly forms: MimeBundle }[];
    readonly failure?: AnsweredFailure;
    readonly isLast: boolean;
}

export interface AnsweredFailure {
    readonly kind: string;
    readonly message: string;
    readonly diagnostics: readonly Diagnostic[];
    /** the texts that the findings are about, by file */
    readonly texts: ReadonlyMap<string, string>;
}

export interface Completions {
    /** UTF-16 offsets into the cell: what an item takes the place of */
    readonly start: number;
    readonly end: number;
    readonly items: readonly { readonly text: string; readonly label: string; readonly kind: string; readonly detail: string }[];
}

/** What is under a place, as Markdown and as text; undefined for nothing. */
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

/** `progress` precedes the reply, any number of times. */
export type Reply =
    | { readonly number: number; readonly answer: unknown }
    | { readonly number: number; readonly error: string }
    | { readonly number: number; readonly progress: string };

/** What a thread is started with. */
export interface SessionThreadData {
    /** one number: 1 interrupts the current computation */
    readonly interruption: SharedArrayBuffer;
    readonly library?: string;
    /** whether pictures are drawn: a terminal shows none */
    readonly theme?: 'light' | 'dark' | 'auto';
}
