/** Finds keywords in the text of a node, for findings at a keyword. Works on tokens, without the grammar. */
import type { AstNode } from '../generated/tree.js';
import { type Span, spanOf } from '../syntax/index.js';

const TOKEN =
    /\s+|\/\/\*[\s\S]*?\*\/|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|'(?:\\[\s\S]|[^\\'])*'|"(?:\\[\s\S]|[^\\"])*"|[A-Za-z_]\w*|\d+|::>|:>>|:>|::|->|[\s\S]/gy;

/** Text between tokens: white space, notes, comments. */
const BETWEEN = /^(?:\s|\/[/*])/;

/** The tokens of a text from an offset on, without white space, notes and comments. */
export function* tokensFrom(text: string, offset: number, end: number): Generator<Span & { readonly text: string }> {
    for (let start = offset; start < end;) {
        // generators share the pattern, so each sets the position before use; a pattern for each would have to be compiled
        TOKEN.lastIndex = start;
        const found = TOKEN.exec(text)?.[0];
        if (found === undefined) {
            return;
        }
        if (!BETWEEN.test(found)) {
            yield { text: found, offset: start, end: start + found.length };
        }
        start += found.length;
    }
}

/** The first occurrence of any of the words in a node; the node's first token when there is none. */
export function keywordSpan(text: string, node: AstNode, ...words: readonly string[]): Span {
    const { offset, end } = spanOf(node);
    let first: Span | undefined;
    for (const token of tokensFrom(text, offset, end)) {
        first ??= { offset: token.offset, end: token.end };
        if (words.includes(token.text)) {
            return { offset: token.offset, end: token.end };
        }
    }
    return first ?? { offset, end };
}

/** The spans of the segments of the first qualified name or feature chain after an offset; a `~` before it is skipped. */
export function segmentSpans(text: string, offset: number, end: number, isName: (word: string) => boolean = () => true): Span[] {
    const spans: Span[] = [];
    let afterSeparator = true;
    for (const token of tokensFrom(text, offset, end)) {
        if (token.text === '::' || token.text === '.') {
            afterSeparator = true;
        } else if (/^[A-Za-z_'$*]/.test(token.text)) {
            if (!afterSeparator) {
                break;
            }
            if (spans.length > 0 || isName(token.text)) {
                spans.push({ offset: token.offset, end: token.end });
                afterSeparator = false;
            }
        } else if (spans.length > 0) {
            break;
        }
    }
    return spans;
}
