/** The body of comments (KerML 8.2.3.3.2, note 1). Depends on text only. */

/**
 * The body of a comment: without the delimiters, the white space after the opening delimiter, and, at the start of each further line, white
 * space, an asterisk and a blank. Line ends become LF.
 * @param token the comment as written
 */
export function commentBody(token: string): string {
    const inner = token.slice(2, -2).replace(/\r\n?/g, '\n');
    const [first, ...rest] = inner.split('\n');
    const stripped = rest.map(line => line.replace(/^[ \t\f]*(?:\* ?)?/, ''));
    const head = first.replace(/^[ \t\f]+/, '');
    return (head === '' ? stripped : [head, ...stripped]).join('\n');
}
