/** Findings about a model, as the service, the command line and the editor report them (contract: edits-and-diagnostics, 2.1). */
import type { Place, World } from '../semantics/world.js';

/** Place in a text. */
export type DiagnosticSpan = Place;

export type Severity = 'error' | 'warning' | 'info';

export interface Diagnostic {
    readonly severity: Severity;
    /** For people; branch on `code`. */
    readonly message: string;
    /** Empty for none. */
    readonly code: string;
    readonly span?: DiagnosticSpan;
    /** The place of the finding that causes this one. */
    readonly cause?: DiagnosticSpan;
    /**
     * for a choice point of a run: the features that its alternatives race to write, and whether no value depends on the alternative taken
     */
    readonly orderDependent?: readonly string[];
    readonly independent?: boolean;
}

/** A finding with its place. */
export interface LocatedDiagnostic extends Diagnostic {
    readonly span: DiagnosticSpan;
}

/** A finding and the section of the document (sections.ts) whose check reported it. */
export interface SectionFinding {
    readonly section: number;
    readonly finding: Finding;
}

/** A finding in a document, by UTF-16 offsets. */
export interface Finding {
    readonly severity: Severity;
    readonly message: string;
    readonly code: string;
    readonly offset: number;
    readonly end: number;
    /**
     * Computes an addition to the message from the names of the whole model ("did you mean"), for each model, since models that share a
     * document differ in the names of other documents.
     */
    readonly hint?: (model: World) => string;
    /** The place of the finding that causes this one; a likely cause does not apply to a finding with a hint. */
    readonly cause?: { readonly place: DiagnosticSpan | undefined; readonly isLikely: boolean };
}

/** The result of a document's analysis. */
export interface Analysis {
    /** The findings of each tier in order, the syntactic tier first; tiers after one with an error are missing. */
    readonly tiers: readonly (readonly SectionFinding[])[];
    /** Whether every tier ran and each finding lies in the section that reports it, so that results can be kept by section. */
    readonly isDivisible: boolean;
    /** Sections whose checks read all documents. */
    readonly omniscient: ReadonlySet<number>;
}

/** The results of an earlier analysis that are kept: the findings of sections that need no new analysis, with offsets in this version. */
export interface Kept extends Omit<Analysis, 'isDivisible'> {
    /** Whether a section has to be analysed. */
    readonly isStale: (section: number) => boolean;
    /** The earlier version, if no section has to be analysed. */
    readonly whole: AnalysedVersion | undefined;
    /** Copies the search index of the earlier version, if no section has to be analysed. */
    readonly searchAsBefore: () => void;
}

/** The results of an earlier version of a document that apply to a later one. */
interface AnalysedVersion {
    readonly findings: readonly Finding[];
    readonly analysis: Analysis | undefined;
    readonly dependsOnAll: boolean;
}

/** Limit of the listed findings of one code and severity in a document. */
const MOST_OF_A_CODE = 100;

/**
 * The listed findings of a document. The number of those with one severity and code is limited; a finding at the place of the first omitted
 * one reports how many are omitted.
 */
export function listed(findings: readonly Finding[]): readonly Finding[] {
    if (findings.length <= MOST_OF_A_CODE) {
        return findings;
    }
    const keyOf = ({ severity, code }: Finding): string => `${severity} ${code}`;
    const counts = new Map<string, number>();
    for (const finding of findings) {
        counts.set(keyOf(finding), (counts.get(keyOf(finding)) ?? 0) + 1);
    }
    const seen = new Map<string, number>();
    return findings.flatMap(finding => {
        const key = keyOf(finding);
        const number = (seen.get(key) ?? 0) + 1;
        seen.set(key, number);
        if (number <= MOST_OF_A_CODE) {
            return [finding];
        }
        const more = counts.get(key)! - MOST_OF_A_CODE;
        const message = `${more} more ${finding.severity === 'error' ? 'error' : 'finding'}${more === 1 ? '' : 's'} of this kind in this document, from here on`;
        return number === MOST_OF_A_CODE + 1 ? [{ ...finding, message, hint: undefined }] : [];
    });
}

/** A finding with the findings that it causes: correcting it removes them, too. */
export interface Folded {
    readonly finding: Diagnostic;
    readonly followers: readonly Diagnostic[];
}

/**
 * Groups findings by cause, in their order. Indirect consequences belong to the first cause. A finding whose cause is not in the list is a
 * group of its own.
 */
export function folded(findings: readonly Diagnostic[]): readonly Folded[] {
    const keyOf = ({ file, startLine, startCol }: DiagnosticSpan): string => `${startLine}:${startCol}:${file}`;
    const errors = new Map<string, Diagnostic>();
    for (const finding of findings) {
        if (finding.severity === 'error' && finding.span !== undefined && !errors.has(keyOf(finding.span))) {
            errors.set(keyOf(finding.span), finding);
        }
    }
    const firstOf = (finding: Diagnostic): Diagnostic => {
        const passed = new Set<Diagnostic>();
        let first = finding;
        for (let next: Diagnostic | undefined = finding; next !== undefined && !passed.has(next);) {
            passed.add(next);
            first = next;
            next = next.cause === undefined ? undefined : errors.get(keyOf(next.cause));
        }
        return first.cause === undefined || !passed.has(errors.get(keyOf(first.cause))!) ? first : finding;
    };
    const followers = new Map<Diagnostic, Diagnostic[]>();
    for (const finding of findings) {
        const first = firstOf(finding);
        if (first !== finding) {
            followers.set(first, [...(followers.get(first) ?? []), finding]);
        }
    }
    return findings.filter(f => firstOf(f) === f).map(finding => ({ finding, followers: followers.get(finding) ?? [] }));
}
