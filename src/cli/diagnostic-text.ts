/** How a finding reads to people. Knows no value, so that a check of a model need not load what computes. */
import { blanksFor, cellsOf } from './cells.js';
import type { Diagnostic } from '../language/workspace/diagnostics.js';

/** `file:line:col severity code message`, and where it is wanted the source line with the place marked. */
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
    const bytes = Buffer.from(line);
    const before = bytes.subarray(0, span.startCol - 1).toString();
    const marked =
        span.endLine === span.startLine
            ? cellsOf(bytes.subarray(span.startCol - 1, span.endCol - 1).toString())
            : cellsOf(line.slice(before.length));
    return `${head}    ${line}\n    ${blanksFor(before)}${'^'.repeat(Math.max(1, marked))}\n`;
}
