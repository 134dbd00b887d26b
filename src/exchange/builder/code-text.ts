/** Masks the parts of notation that are not code. Depends on the lexical structure only. */

const HIDDEN = /"(?:\\[\s\S]|[^\\"])*"|'(?:\\[\s\S]|[^\\'])*'|\/\/\*[\s\S]*?\*\/|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** A text with blanks in place of notes, comments, strings and quoted names, so that offsets stay valid. */
export function codeOf(text: string): string {
    return /["'/]/.test(text) ? text.replace(HIDDEN, hidden => ' '.repeat(hidden.length)) : text;
}
