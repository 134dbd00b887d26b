/** Formats findings as text. Does not depend on values, so that a check of a model need not load the evaluator. */
import { blanksFor, cellsOf } from './text-width.js';
import { LineIndex } from '../../language/syntax/index.js';
import type { Diagnostic } from '../../language/workspace/diagnostics.js';

/** `file:line:col severity code message`, with the source line and a marker on request. */
export function diagnosticText(
    { severity, code, message, span }: Diagnostic,
    texts: ReadonlyMap<string, string>,
    withSource: boolean
): string {
    const place = span === undefined ? '' : `${span.file}:${span.startLine}:${span.startCol} `;
    const head = `${place}${severity}${code === '' ? '' : ` ${code}`} ${message}\n`;
    const line = span === undefined || !withSource ? undefined : texts.get(span.file)?.split(/\r?\n/)[span.startLine - 1];
    if (span === undefined || line === undefined) {
        return head;
    }
    const start = unitsBefore(line, span.startCol);
    const marked = cellsOf(line.slice(start, span.endLine === span.startLine ? unitsBefore(line, span.endCol) : undefined));
    const before = line.slice(0, start);
    return `${head}    ${line}\n    ${blanksFor(before)}${'^'.repeat(Math.max(1, marked))}\n`;
}

/** The UTF-16 units before a column, which counts UTF-8 bytes. */
function unitsBefore(line: string, column: number): number {
    return new LineIndex(line).offsetOf({ line: 1, column });
}
