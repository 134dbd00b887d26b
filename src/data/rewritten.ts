/** A model with rewritten documents: its texts, and the errors that are new in it. Parses nothing. */
import { surplus } from '../language/surplus.js';
import type { Diagnostic } from '../language/workspace/diagnostics.js';
import type { SourceDocument } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';

/** A rewritten document; if the model has no document of this name, it is added. */
export interface Rewritten {
    readonly name: string;
    readonly content: string;
}

/** The documents of a model with rewritten ones in place and new ones at the end. */
export function documentsWith({ documents }: Model, rewritten: readonly Rewritten[]): SourceDocument[] {
    const texts = new Map(rewritten.map(r => [r.name, r.content]));
    const names = new Set(documents.map(d => d.name));
    const added = rewritten.filter(r => !names.has(r.name));
    return [
        ...documents.map(({ name, language, text }) => ({ name, language, content: texts.get(name) ?? text })),
        ...added.map(({ name, content }) => ({ name, language: 'sysml' as const, content }))
    ];
}

/**
 * The errors of `after` that `before` does not have. Errors with equal code and message are counted: as many are new as their number has
 * grown.
 */
export function newErrors(before: Model, after: Model): readonly Diagnostic[] {
    const isError = ({ severity }: Diagnostic): boolean => severity === 'error';
    const keyOf = ({ code, message }: Diagnostic): string => `${code} ${message}`;
    return surplus(before.diagnostics.filter(isError), after.diagnostics.filter(isError), keyOf);
}

/** A finding on one line: `m.sysml:3:5: error[unresolved]: …`. */
export function findingText({ span, severity, code, message }: Diagnostic): string {
    const place = span === undefined ? '' : `${span.file}:${span.startLine}:${span.startCol}: `;
    return `${place}${severity}${code === '' ? '' : `[${code}]`}: ${message}`;
}
