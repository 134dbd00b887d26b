/** Parses delimited text into records of fields, with optional quotes (RFC 4180). Does not interpret headers. */
import { ImportRefusal } from './import-refusal.js';

export interface Row {
    readonly fields: readonly string[];
    /** line on which the record begins, from 1 */
    readonly line: number;
}

/** The records of a text without its blank lines. @throws ImportRefusal for an unclosed quote */
export function delimitedRows(name: string, text: string, delimiter: string): Row[] {
    const rows: Row[] = [];
    let at = 0;
    let line = 1;
    while (at < text.length) {
        const { fields, end, lines } = recordAt(name, text, at, delimiter, line);
        if (fields.length > 1 || fields[0] !== '') {
            rows.push({ fields, line });
        }
        at = end;
        line += lines;
    }
    return rows;
}

/** Parses one record. @returns its fields, the start of the next record and the number of lines */
function recordAt(
    name: string,
    text: string,
    start: number,
    delimiter: string,
    line: number
): { readonly fields: string[]; readonly end: number; readonly lines: number } {
    const fields: string[] = [];
    let at = start;
    let lines = 1;
    for (;;) {
        const field = text[at] === '"' ? quotedField(text, at) : plainField(text, at, delimiter);
        if (field === undefined) {
            throw new ImportRefusal(`${name}: record on line ${line}: a quote is not closed`);
        }
        fields.push(field.text);
        lines += field.text.split('\n').length - 1;
        at = field.end;
        if (text[at] === delimiter) {
            at++;
            continue;
        }
        if (at < text.length && text[at] !== '\n' && text[at] !== '\r') {
            throw new ImportRefusal(`${name}: record on line ${line}: text follows a closed quote`);
        }
        at += text.startsWith('\r\n', at) ? 2 : 1;
        return { fields, end: at, lines };
    }
}

interface Field {
    readonly text: string;
    readonly end: number;
}

function plainField(text: string, start: number, delimiter: string): Field {
    let end = start;
    while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') {
        end++;
    }
    return { text: text.slice(start, end), end };
}

/** Parses a quoted field, in which two quotes denote one; undefined if it is not closed. */
function quotedField(text: string, start: number): Field | undefined {
    for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) {
        if (text[at + 1] !== '"') {
            return { text: text.slice(start + 1, at).replaceAll('""', '"'), end: at + 1 };
        }
    }
    return undefined;
}
