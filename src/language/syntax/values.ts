/** The values of tokens: names without quotes, strings without escapes. Both parsers convert with these functions. */
import { replaceEach } from '../long-texts.js';

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', v: '\v' };

/** The text of a quoted token without its quotes and with its escape sequences resolved (KerML 8.2.2.3, table 4). */
export function unquote(text: string): string {
    const inner = text.slice(1, text.length > 1 && text[text.length - 1] === text[0] ? -1 : undefined);
    return inner.includes('\\') ? replaceEach(inner, /\\[\s\S]/g, ([, char]) => ESCAPES[char] ?? char) : inner;
}

/** The value of a name or string token; only quoted tokens need conversion. */
export function tokenValue(text: string): string {
    const first = text.charCodeAt(0);
    return first === 0x27 || first === 0x22 ? unquote(text) : text;
}
