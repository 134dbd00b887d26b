/** Formats findings as text. Does not depend on values, so that a check of a model need not load the evaluator. */
import { windowOf } from './text-width.js';
import { LineIndex } from '../../language/syntax/index.js';
import type { Diagnostic } from '../../language/workspace/diagnostics.js';

/** A longer line, as generators write them, is shown in part. In cells. */
const WIDEST_LINE = 200;

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
    const end = span.endLine === span.startLine ? unitsBefore(line, span.endCol) : line.length;
    const shown = windowOf(line, start, end - start, WIDEST_LINE);
    return `${head}    ${shown.text}\n    ${shown.indent}${'^'.repeat(shown.length)}\n`;
}

/** The UTF-16 units before a column, which counts UTF-8 bytes. */
function unitsBefore(line: string, column: number): number {
    return new LineIndex(line).offsetOf({ line: 1, column });
}
