/**
 * What a question about a model answers, before anybody writes it: lines for people and JSON for programs beside each other, what failed,
 * what was found and what is worth a notice. Knows no question, no stream and no exit status.
 */
import type { JsonValue } from '@bufbuild/protobuf';
import type { Diagnostic } from '../../language/workspace/diagnostics.js';
import type { Failed } from '../../runtime/evaluation/index.js';

/** From the best to the worst: the worst one is the exit status of the process. */
export const STATUSES = ['holds', 'fails', 'unresolved'] as const;
export type Status = (typeof STATUSES)[number];

/** The worst of some statuses; `holds` for none. */
export const worstOf = (states: readonly Status[]): Status => STATUSES[Math.max(0, ...states.map(s => STATUSES.indexOf(s)))];

/** One answered question. Values and results are in the JSON of the wire contract. */
export interface Check {
    readonly subject: string;
    readonly status: Status;
    /** for people */
    readonly lines: readonly string[];
    readonly values?: readonly { readonly name: string; readonly value: JsonValue }[];
    /** the runs of a table, and what they were planned as */
    readonly rows?: readonly JsonValue[];
    readonly plan?: JsonValue;
    readonly results?: readonly JsonValue[];
    readonly verifications?: readonly JsonValue[];
    /** of a trade study: each alternative with its rating */
    readonly evaluations?: readonly JsonValue[];
    /** of an exploration: whether it is complete, and its budgets */
    readonly exploration?: JsonValue;
}

/** The failure of an answer as a list: none, where it has none. */
export function failuresOf({ error, unknown }: Partial<Failed>): readonly Failed[] {
    return error === undefined || error === '' ? [] : [{ error, unknown }];
}

export interface Answer {
    readonly checks: readonly Check[];
    /** why something could not be answered */
    readonly errors?: readonly (string | Failed)[];
    /** findings about the text of the question itself */
    readonly diagnostics?: readonly Diagnostic[];
    /** what people may want to know beside the answer */
    readonly notices?: readonly string[];
}

/** Findings as programs read them: every key is there, `null` where nothing is known. */
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
