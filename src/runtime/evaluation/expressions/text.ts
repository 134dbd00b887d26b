/** The source text of unit expressions. */
import type { AstNode } from '../../../language/generated/tree.js';
import { textOf } from '../../../language/semantics/text.js';

/** The text of a unit expression as a client sees it: as written, without line breaks. */
export function unitTextOf(node: AstNode): string {
    return onOneLine(textOf(node));
}

/** Replaces each run of white space by one blank. Uses no regular expression: units are read at any recursion depth (see isBasicName). */
function onOneLine(text: string): string {
    let line = '';
    for (const char of text) {
        const isBlank = char === ' ' || char === '\n' || char === '\r' || char === '\t' || char === '\f';
        line += !isBlank ? char : line === '' || line.endsWith(' ') ? '' : ' ';
    }
    return line.trimEnd();
}
