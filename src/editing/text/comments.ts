/** Text of comments, documentation and notes as notation (contract: edits-and-diagnostics 1.7, amendments). Knows no model. */
import { EditRefusal } from '../outcome.js';

/**
 * A comment that reads back as the text (KerML 8.2.3.3.2): white space behind the opening up to a line end does not count, nor does the ` *
 * ` that a further line starts with.
 * @returns its lines, from the left margin
 * @throws EditRefusal INVALID_VALUE
 */
export function commentLines(text: string): string[] {
    if (text.includes('*/')) {
        throw new EditRefusal('INVALID_VALUE', "the text contains '*/', which would end the comment");
    }
    if (text.includes('\r')) {
        throw new EditRefusal('INVALID_VALUE', 'the text contains a carriage return: its lines are separated by line feeds');
    }
    const lines = text.split('\n');
    const isFirstBlank = /^\s/.test(text);
    const written = isFirstBlank ? ['/*', ...lines.map(continued)] : [`/* ${lines[0]}`, ...lines.slice(1).map(continued)];
    written[written.length - 1] += '*/';
    return written;
}

function continued(line: string): string {
    return line === '' ? ' *' : ` * ${line}`;
}

/** A string literal. */
export function stringLiteral(text: string): string {
    const escaped = text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t');
    return `"${escaped}"`;
}

/** A locale clause, or nothing. */
export function localeClause(locale: string): string {
    return locale === '' ? '' : ` locale ${stringLiteral(locale)}`;
}

/** Words in front of a comment, on its first line. */
export function prefixed(words: string, lines: readonly string[]): string[] {
    return [`${words} ${lines[0]}`, ...lines.slice(1)];
}
