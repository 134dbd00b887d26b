/** Notation of comments, documentation and notes (contract: edits-and-diagnostics 1.7, amendments). Does not depend on the model. */
import { stringLiteral } from '../../runtime/values/index.js';
import { EditRefusal } from '../outcome.js';

/**
 * Writes a comment that parses to the given text (KerML 8.2.3.3.2). The parser ignores white space between the opening and the line end,
 * and the ` * ` at the start of further lines.
 * @returns its lines, without indentation
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

/** A locale clause; empty for an empty locale. */
export function localeClause(locale: string): string {
    return locale === '' ? '' : ` locale ${stringLiteral(locale)}`;
}

/** Puts words before a comment, on its first line. */
export function prefixed(words: string, lines: readonly string[]): string[] {
    return [`${words} ${lines[0]}`, ...lines.slice(1)];
}
