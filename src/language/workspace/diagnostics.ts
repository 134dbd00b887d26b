/** Findings about a model, as the service, the command line and the editor report them (contract: edits-and-diagnostics, 2.1). */
import type { Place, World } from '../semantics/world.js';

/** Place in a text. */
export type DiagnosticSpan = Place;

export type Severity = 'error' | 'warning' | 'info';

export interface Diagnostic {
    readonly severity: Severity;
    /** For people; branch on `code`. */
    readonly message: string;
    /** Empty when none is assigned. */
    readonly code: string;
    readonly span?: DiagnosticSpan;
    /** The place of the finding that this one follows from. */
    readonly cause?: DiagnosticSpan;
    /** of a choice point of a run: the features whose values its alternatives raced to write, and whether none depends on what was taken */
    readonly orderDependent?: readonly string[];
    readonly independent?: boolean;
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
     * What is added to the message from the names of the whole model ("did you mean"): asked of each model, since a document is shared
     * between models that differ in the names of other documents.
     */
    readonly hint?: (model: World) => string;
    /** The finding that this one follows from, by its place; a likely one is no cause of a finding that has a hint. */
    readonly cause?: { readonly place: DiagnosticSpan | undefined; readonly isLikely: boolean };
}

/** What the analysis of a document found out. */
export interface Analysis {
    /** By tier, the syntactic one first; those above a tier with an error are missing. */
    readonly tiers: readonly (readonly SectionFinding[])[];
    /** Whether every tier ran, and each finding belongs to the section that reports it: then parts of it can be kept. */
    readonly isDivisible: boolean;
    /** Sections whose checks looked at all documents. */
    readonly omniscient: ReadonlySet<number>;
}

/** What is kept of an earlier analysis: the findings of the sections that need no new one, as they stand in this version. */
export interface Kept extends Omit<Analysis, 'isDivisible'> {
    /** Whether a section is to be analysed. */
    readonly isWanted: (section: number) => boolean;
    /** The earlier version, when no section is wanted. */
    readonly whole: AnalysedVersion | undefined;
    /** Takes over what the earlier version finds in searches, when no section is wanted. */
    readonly searchAsBefore: () => void;
}

/** What a version of a document has whose analysis holds for another one. */
interface AnalysedVersion {
    readonly findings: readonly Finding[];
    readonly analysis: Analysis | undefined;
    readonly dependsOnAll: boolean;
}

/** How many findings of one code, of one severity each, a document lists. */
const MOST_OF_A_CODE = 100;

/**
 * The findings that a model lists of a document: many of one code are cut short, and one in the place of the first that is
 * left out tells how many there are.
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

/** A finding with those that follow from it: who mends it mends them. */
export interface Folded {
    readonly finding: Diagnostic;
    readonly followers: readonly Diagnostic[];
}

/**
 * Findings with the ones that follow from each, in their order. What follows from a follower follows from its cause; a follower whose
 * cause is not among the findings is a finding of its own.
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
