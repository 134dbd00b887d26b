/**
 * The analysis of one document: resolves every name, runs the checks tier by tier, and puts the findings in their order
 * (contract: edits-and-diagnostics, 2.1 and 2.2).
 */
import type { Finding } from './diagnostics.js';
import type { Document } from './document.js';
import { reservedNameWarnings } from '../validation/notation.js';
import { checkDocument, type Findings } from '../validation/validation.js';

/** All findings of a document: syntax first in text order, then those of the analysis by start, then code and message. */
export function analyse(document: Document, strict: boolean): readonly Finding[] {
    const syntax: Finding[] = document.syntaxErrors.map(e => ({ severity: 'error', message: e.message, code: 'syntax', offset: e.offset, end: e.end }));
    const parsing = [...syntax, ...reservedNameWarnings(document)];
    if (syntax.length > 0) {
        return parsing.sort(inTextOrder);
    }
    const findings = checkWithinBounds(document, strict);
    return [...[...parsing, ...findings.syntax].sort(inTextOrder), ...findings.semantic.sort(inTextOrder)];
}

/** The checks follow chains of relationships by recursion: a chain longer than the stack is refused, and the process survives. */
function checkWithinBounds(document: Document, strict: boolean): Findings {
    try {
        return checkDocument(document, strict);
    } catch (e) {
        if (!(e instanceof RangeError)) {
            throw e;
        }
        const message = 'this document is not analysed: its relationships form a chain that is too long to follow';
        return { syntax: [], semantic: [{ severity: 'error', code: 'too-deep', message, offset: 0, end: 0 }] };
    }
}

function inTextOrder(a: Finding, b: Finding): number {
    return a.offset - b.offset || compare(a.code, b.code) || compare(a.message, b.message);
}

function compare(a: string, b: string): number {
    return a < b ? -1 : a > b ? 1 : 0;
}
