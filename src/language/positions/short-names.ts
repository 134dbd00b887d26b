/** The spans of short names, found in the text: nodes store only the spans of names, because few elements have a short name. */
import type { AstNode } from '../generated/tree.js';
import { unquoted } from '../semantics/structure.js';
import { documentOf } from '../semantics/text.js';
import { nameSpanOf, type Span, spanOf } from '../syntax/index.js';

/** Comments, and names between angle brackets. */
const BRACKETED = /\/\*[\s\S]*?\*\/|\/\/[^\r\n]*|<\s*('(?:\\[\s\S]|[^\\'])*'|[A-Za-z_]\w*)\s*>/g;

/** The span of a node's short name with its quotes, without the brackets; undefined if the node has none. */
export function shortNameSpanOf(node: AstNode): Span | undefined {
    const { shortName } = node;
    if (shortName === undefined) {
        return undefined;
    }
    const { offset, end } = spanOf(node);
    const head = documentOf(node).text.slice(offset, nameSpanOf(node)?.offset ?? end);
    for (const { 0: text, 1: name, index } of head.matchAll(BRACKETED)) {
        if (name !== undefined && unquoted(name) === shortName) {
            const start = offset + index + text.indexOf(name);
            return { offset: start, end: start + name.length };
        }
    }
    return undefined;
}
