/**
 * The analysis of one document: resolves every name, runs the checks tier by tier, and puts the findings in their order (contract:
 * edits-and-diagnostics, 2.1 and 2.2). What it found is kept by section, so that the next version is analysed in parts.
 */
import type { AstNode } from 'langium';
import { isOfLibrary } from '../semantics/cycles.js';
import { observingReads } from '../semantics/reads.js';
import { scopeOf } from '../semantics/world.js';
import { reservedNameErrors } from '../validation/notation.js';
import { checkDocument } from '../validation/validation.js';
import type { Analysis, Finding, Kept } from './diagnostics.js';
import type { Document } from './document.js';
import { FRAME, placeOf } from './sections.js';

/** Numbers for places: a document of the model, a section of it, and a declaration by its place in the section. */
export const DECLARATIONS = 2 ** 24;
const SECTIONS = 2 ** 17;
/** The declaration of a reader that others may read without naming it. */
export const EXPOSED = DECLARATIONS - 1;

export const sectionKey = (document: number, section: number): number => (document * SECTIONS + section) * DECLARATIONS;
export const sectionOfKey = (key: number): { document: number; section: number } => {
    const number = Math.floor(key / DECLARATIONS);
    return { document: Math.floor(number / SECTIONS), section: number % SECTIONS };
};

/** The keys of places in the documents of one model. */
export class PlaceKeys {
    private readonly numbers: ReadonlyMap<unknown, number>;

    constructor(documents: readonly Document[]) {
        this.numbers = new Map(documents.map((d, i) => [d, i]));
    }

    /** The key of a node's declaration; undefined outside the model. */
    of(node: AstNode, isReader: boolean): { document: Document; key: number } | undefined {
        const { root, section, declaration, isExposed } = placeOf(node);
        const document = scopeOf(root) as Document;
        const number = this.numbers.get(document);
        if (number === undefined) {
            return undefined;
        }
        const start = section === undefined ? undefined : document.sections.numbers.get(section);
        if (start === undefined) {
            return { document, key: sectionKey(number, FRAME) };
        }
        const place = (declaration as AstNode & { $offset: number }).$offset - (section as AstNode & { $offset: number }).$offset;
        return { document, key: sectionKey(number, start) + (isReader && isExposed ? EXPOSED : place) };
    }
}

/** Whether a document can be divided at all: keys have bounds. */
function isNumbered(document: Document): boolean {
    return document.text.length < EXPOSED && document.sections.declarations.length < SECTIONS;
}

/** Does something, and notes in the documents of a model whose names led where. */
export function notingReads<T>(documents: readonly Document[], work: () => T): T {
    const keys = new PlaceKeys(documents);
    return observingReads((from, to) => {
        if (isOfLibrary(to)) {
            return;
        }
        const reader = keys.of(from, true);
        const read = keys.of(to, false);
        if (reader === undefined || read === undefined || reader.key === read.key) {
            return;
        }
        const known = reader.document.reads.get(reader.key);
        if (known === undefined) {
            reader.document.reads.set(reader.key, new Set([read.key]));
        } else {
            known.add(read.key);
        }
    }, work);
}

/**
 * Analyses a document of a model, whole or where nothing is kept. Sets its findings.
 * @param kept what need not be done again
 */
export function analyse(document: Document, documents: readonly Document[], strict: boolean, kept?: Kept): void {
    if (kept?.whole !== undefined) {
        ({ findings: document.findings, analysis: document.analysis, dependsOnAll: document.dependsOnAll } = kept.whole);
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
        document.findings = parsing.sort(inTextOrder);
        return;
    }
    const analysis = checkWithinBounds(document, documents, strict, kept);
    document.dependsOnAll = analysis.omniscient.size > 0;
    document.analysis = analysis.isDivisible && isNumbered(document) ? analysis : undefined;
    const [first, ...others] = analysis.tiers.map(tier => tier.map(f => f.finding));
    document.findings = [...[...parsing, ...first].sort(inTextOrder), ...others.flat().sort(inTextOrder)];
}

/** The checks follow chains of relationships by recursion: a chain longer than the stack is refused, and the process survives. */
function checkWithinBounds(document: Document, documents: readonly Document[], strict: boolean, kept: Kept | undefined): Analysis {
    try {
        return checkDocument(document, documents, strict, { kept });
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
