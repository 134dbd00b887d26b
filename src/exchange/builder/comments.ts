/** The text of comments (KerML 8.2.3.3.2, note 1). Knows text only. */

/**
 * What the body of a comment says: without its delimiters, without white space in front up to the first line's end, without white space, an
 * asterisk and a blank at the beginning of each further line. Line ends are LF.
 * @param token the comment as written
 */
export function commentBody(token: string): string {
    const inner = token.slice(2, -2).replace(/\r\n?/g, '\n');
    const [first, ...rest] = inner.split('\n');
    const stripped = rest.map(line => line.replace(/^[ \t\f]*(?:\* ?)?/, ''));
    const head = first.replace(/^[ \t\f]+/, '');
    return (head === '' ? stripped : [head, ...stripped]).join('\n');
}
