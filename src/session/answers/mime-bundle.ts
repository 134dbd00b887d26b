/** The forms of a cell's output by MIME type, for notebooks and pages. Texts of the model are escaped. */
import type { JsonValue } from '@bufbuild/protobuf';
import type { Shown, ShownTable } from './shown.js';

/** MIME type of data for programs; clients would prefer `application/json` to the other forms. */
export const DATA_MIME = 'application/vnd.sysml-workbench+json';

export type MimeBundle = Readonly<Record<string, JsonValue>>;

/** All forms of an output; `text/plain` is always present. */
export function mimeBundle({ text, table, svg, markdown, html, written, json }: Shown): MimeBundle {
    const page = html ?? (table === undefined ? undefined : htmlTable(table));
    return {
        'text/plain': text,
        ...(page !== undefined && { 'text/html': page }),
        ...(markdown !== undefined && { 'text/markdown': markdown }),
        ...(svg !== undefined && { 'image/svg+xml': svg }),
        ...(written !== undefined && { [written.mime]: written.text }),
        ...(json !== undefined && { [DATA_MIME]: json })
    };
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapedText = (text: string): string => text.replace(/[&<>"']/g, c => ESCAPES[c]);

function htmlTable({ columns, rows }: ShownTable): string {
    const cells = (row: readonly string[], tag: 'th' | 'td'): string => row.map(c => `<${tag}>${escapedText(c)}</${tag}>`).join('');
    const head = columns.some(c => c !== '') ? `<thead><tr>${cells(columns, 'th')}</tr></thead>` : '';
    const body = rows.map(row => `<tr>${cells(row, 'td')}</tr>`).join('\n');
    return `<table>${head}<tbody>\n${body}\n</tbody></table>`;
}
