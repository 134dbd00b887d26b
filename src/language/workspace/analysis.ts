/**
 * The analysis of one document: resolves every name, runs the checks tier by tier, and puts the findings in their order
 * (contract: edits-and-diagnostics, 2.1 and 2.2).
 */
import type { Finding } from './diagnostics.js';
import type { Document } from './document.js';
import { reservedNameWarnings } from '../validation/notation.js';
import { checkDocument } from '../validation/validation.js';

/** All findings of a document: syntax first in text order, then those of the analysis by start, then code and message. */
export function analyse(document: Document, strict: boolean): readonly Finding[] {
    const syntax: Finding[] = document.syntaxErrors.map(e => ({ severity: 'error', message: e.message, code: 'syntax', offset: e.offset, end: e.end }));
    if (syntax.length > 0) {
        return [...syntax, ...reservedNameWarnings(document, document.syntaxErrors)].sort(inTextOrder);
    }
    const findings = checkDocument(document, strict);
    return [...findings.syntax.sort(inTextOrder), ...findings.semantic.sort(inTextOrder)];
}

function inTextOrder(a: Finding, b: Finding): number {
    return a.offset - b.offset || compare(a.code, b.code) || compare(a.message, b.message);
}

function compare(a: string, b: string): number {
    return a < b ? -1 : a > b ? 1 : 0;
}
