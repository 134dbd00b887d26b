/**
 * The analysis of one document: resolves every name, runs the checks tier by tier, and sorts the findings (contract: edits-and-diagnostics,
 * 2.1 and 2.2). Findings are stored by section, so that only the affected sections of the next version need an analysis.
 */
import { reservedNameErrors } from '../validation/notation.js';
import { checkInParts } from '../validation/validation.js';
import type { Analysis, Finding, Kept } from './diagnostics.js';
import type { Document } from './document.js';
import { isNumbered } from './place-keys.js';
import { FRAME } from './sections.js';

/**
 * Analyses a document of a model, whole or only the sections without kept results, with pauses. Sets its findings at the end.
 * @param kept results of the earlier version that still apply
 */
export function* analyse(document: Document, documents: readonly Document[], strict: boolean, kept?: Kept): Generator<void, void> {
    if (kept?.whole !== undefined) {
        ({ findings: document.found, analysis: document.analysis, dependsOnAll: document.dependsOnAll } = kept.whole);
        kept.searchAsBefore();
        return;
    }
    const syntax: Finding[] = document.syntaxErrors.map(e => ({
        severity: 'error',
        message: e.message,
        code: 'syntax',
        offset: e.offset,
        end: e.end
    }));
    const parsing = [...syntax, ...reservedNameErrors(document)];
    if (syntax.length > 0) {
        document.found = parsing.sort(inTextOrder);
        return;
    }
    const analysis = yield* checkWithinBounds(document, documents, strict, kept);
    document.reads.pack();
    document.dependsOnAll = analysis.omniscient.size > 0;
    document.analysis = analysis.isDivisible && isNumbered(document) ? analysis : undefined;
    const [first, ...others] = analysis.tiers.map(tier => tier.map(f => f.finding));
    document.found = [...[...parsing, ...first].sort(inTextOrder), ...others.flat().sort(inTextOrder)];
}

/** Runs the checks. They follow chains of relationships by recursion: a stack overflow becomes a finding instead of a crash. */
function* checkWithinBounds(
    document: Document,
    documents: readonly Document[],
    strict: boolean,
    kept: Kept | undefined
): Generator<void, Analysis> {
    try {
        return yield* checkInParts(document, documents, strict, { kept });
    } catch (e) {
        if (!(e instanceof RangeError)) {
            throw e;
        }
        const message = 'this document is not analysed: its relationships form a chain that is too long to follow';
        const finding: Finding = { severity: 'error', code: 'too-deep', message, offset: 0, end: 0 };
        return { tiers: [[], [{ section: FRAME, finding }]], isDivisible: false, omniscient: new Set() };
    }
}

function inTextOrder(a: Finding, b: Finding): number {
    return a.offset - b.offset || compare(a.code, b.code) || compare(a.message, b.message) || a.end - b.end;
}

function compare(a: string, b: string): number {
    return a < b ? -1 : a > b ? 1 : 0;
}
