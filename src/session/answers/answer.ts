/**
 * The answer to a question about a model, before it is formatted: lines for people, JSON for programs, failures, findings and notices. Does
 * not depend on questions, streams or exit statuses.
 */
import type { JsonValue } from '@bufbuild/protobuf';
import type { Diagnostic } from '../../language/workspace/diagnostics.js';
import type { Failed } from '../../runtime/evaluation/index.js';

/** from best to worst; the index of the worst one is the exit status of the process */
export const STATUSES = ['holds', 'fails', 'unresolved'] as const;
export type Status = (typeof STATUSES)[number];

/** The worst status; `holds` for an empty list. */
export const worstOf = (states: readonly Status[]): Status => STATUSES[Math.max(0, ...states.map(s => STATUSES.indexOf(s)))];

/** One answered question. Values and results are in the JSON of the wire contract. */
export interface Check {
    readonly subject: string;
    readonly status: Status;
    /** text output */
    readonly lines: readonly string[];
    readonly values?: readonly { readonly name: string; readonly value: JsonValue }[];
    /** the runs of a table, and their plan */
    readonly rows?: readonly JsonValue[];
    readonly plan?: JsonValue;
    readonly results?: readonly JsonValue[];
    readonly verifications?: readonly JsonValue[];
    /** of a trade study: each alternative with its rating */
    readonly evaluations?: readonly JsonValue[];
    /** of an exploration: whether it is complete, and its budgets */
    readonly exploration?: JsonValue;
}

/** The failure of an answer as a list; empty if there is none. */
export function failuresOf({ error, unknown }: Partial<Failed>): readonly Failed[] {
    return error === undefined || error === '' ? [] : [{ error, unknown }];
}

export interface Answer {
    readonly checks: readonly Check[];
    /** reasons why something could not be answered */
    readonly errors?: readonly (string | Failed)[];
    /** findings about the text of the question itself */
    readonly diagnostics?: readonly Diagnostic[];
    /** additional information for the user */
    readonly notices?: readonly string[];
}

/** Findings in JSON: every key is present, with `null` for unknown values. */
export function diagnosticsJson(diagnostics: readonly Diagnostic[]): JsonValue[] {
    return diagnostics.map(({ severity, message, code, span }) => ({
        severity,
        message,
        file: span?.file ?? null,
        line: span?.startLine ?? null,
        column: span?.startCol ?? null,
        pass: null,
        code: code === '' ? null : code
    }));
}
