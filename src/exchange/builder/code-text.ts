/** Text of notation without what is no code. Knows the lexical structure only. */

const HIDDEN = /"(?:\\[\s\S]|[^\\"])*"|'(?:\\[\s\S]|[^\\'])*'|\/\/\*[\s\S]*?\*\/|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** A text with blanks in the place of notes, comments, strings and quoted names: offsets stay. */
export function codeOf(text: string): string {
    return /["'/]/.test(text) ? text.replace(HIDDEN, hidden => ' '.repeat(hidden.length)) : text;
}
