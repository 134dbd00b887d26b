/** Writes tables as text: Markdown pipe tables, CSV (RFC 4180) and TSV. */
import type { RenderedView } from '../graph.js';
import { folded } from './outline.js';

/** A pipe table, with the notices below it as comments. */
export function markdownOf({ columns, rows, notices }: RenderedView): string {
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
    return [
        line(columns.map(cellText)),
        line(columns.map(() => '---')),
        ...rows.map(r => line(r.cells.map(cellText))),
        ...(notices.length > 0 ? ['', ...notices.map(n => `<!-- not represented: ${folded(n).replace(/-->/g, '--&gt;')} -->`)] : []),
        ''
    ].join('\n');
}

/** The text of a cell, with the characters escaped that Markdown and HTML interpret (contract: views 7.4). */
function cellText(text: string): string {
    return text.replace(/[\\|*_#`[\]$<>&]/g, '\\$&').replace(/\r?\n/g, '<br>');
}

export function csvOf({ columns, rows }: RenderedView): string {
    const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
    return [columns, ...rows.map(r => r.cells)].map(row => `${row.map(cell).join(',')}\n`).join('');
}

export function tsvOf({ columns, rows }: RenderedView): string {
    return [columns, ...rows.map(r => r.cells)].map(row => `${row.map(folded).join('\t')}\n`).join('');
}
