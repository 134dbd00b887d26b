/** The result for each element: verdicts, notes, targets and counts (contract: migration 3). Does not depend on notation or XML. */
import type { UmlElement } from '../uml-model.js';

export const VERDICTS = ['unmapped', 'approximated', 'mapped', 'skipped'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A row of the report. */
export interface Entry {
    readonly id: string;
    readonly kind: string;
    readonly name: string;
    /** qualified name of the written declaration; empty without one */
    readonly target: string;
    readonly verdict: Verdict;
    /** empty without a note */
    readonly note: string;
    /** line of the target in the output, or of the comment that says why there is none, from 1; undefined without either */
    readonly line: number | undefined;
}

/** Why an element is skipped: it is content of a profile, library or tool, or nothing references it. */
export type SkipReason = 'content' | 'unreferenced';

/** Verdicts by increasing severity. Of several verdicts for an element, the most severe applies. */
const SEVERITY: readonly Verdict[] = ['skipped', 'mapped', 'approximated', 'unmapped'];

/** Collects verdicts and notes, by the order of the elements in the input. */
export class Accounts {
    /** index in SEVERITY plus one; 0 without a verdict */
    private readonly severities: number[] = [];
    private readonly notes = new Map<UmlElement, readonly string[]>();
    private readonly remarks = new Map<UmlElement, readonly string[]>();
    private readonly unreferenced = new Set<UmlElement>();

    /** Adds a verdict with a note. The most severe verdict applies, and notes are joined. */
    add(element: UmlElement, verdict: Verdict, note = '', skipped?: SkipReason): void {
        const before = this.severities[element.order] ?? 0;
        this.severities[element.order] = Math.max(before, SEVERITY.indexOf(verdict) + 1);
        if (before === 0 && skipped === 'unreferenced') {
            this.unreferenced.add(element);
        }
        addNote(this.notes, element, note);
    }

    /** Adds a note without a verdict. */
    note(element: UmlElement, note: string): void {
        addNote(this.remarks, element, note);
    }

    verdictOf(element: UmlElement): Verdict | undefined {
        return SEVERITY[(this.severities[element.order] ?? 0) - 1];
    }

    noteOf(element: UmlElement): string {
        return [...(this.notes.get(element) ?? []), ...(this.remarks.get(element) ?? [])].join('; ');
    }

    skipReasonOf(element: UmlElement): SkipReason {
        return this.unreferenced.has(element) ? 'unreferenced' : 'content';
    }
}

function addNote(notes: Map<UmlElement, readonly string[]>, element: UmlElement, note: string): void {
    const known = notes.get(element) ?? [];
    if (note !== '' && !known.includes(note)) {
        notes.set(element, [...known, note]);
    }
}

export interface Counts {
    readonly mapped: number;
    readonly approximated: number;
    readonly unmapped: number;
    /** number for both reasons */
    readonly skipped: number;
    readonly unreferenced: number;
}

/** The report of a migration. */
export interface MigrationReport {
    readonly source: string;
    /** empty if the documents do not state it */
    readonly exporter: string;
    readonly summary: string;
    readonly counts: Counts;
    /** in the order of the report (contract: migration 3.3) */
    readonly entries: readonly Entry[];
    /** further lines below the summary */
    readonly remarks: readonly string[];
}

/** Sorts the entries into the order of the report and counts them. */
export function makeReport(
    source: string,
    exporter: string,
    rows: readonly (Entry & { readonly skipped: SkipReason })[],
    remarks: readonly string[]
): MigrationReport {
    const count = (verdict: Verdict): number => rows.filter(row => row.verdict === verdict).length;
    const counts: Counts = {
        mapped: count('mapped'),
        approximated: count('approximated'),
        unmapped: count('unmapped'),
        skipped: count('skipped'),
        unreferenced: rows.filter(row => row.verdict === 'skipped' && row.skipped === 'unreferenced').length
    };
    const entries = VERDICTS.flatMap(verdict => rows.filter(row => row.verdict === verdict).sort((a, b) => compareBytes(a.name, b.name)));
    return { source, exporter, summary: summaryOf(counts), counts, entries, remarks };
}

/** Compares by UTF-8 bytes, which is the order of code points. In UTF-16, this requires ranking surrogates after all other units. */
function compareBytes(a: string, b: string): number {
    const length = Math.min(a.length, b.length);
    for (let i = 0; i < length; i++) {
        const x = a.charCodeAt(i);
        const y = b.charCodeAt(i);
        if (x !== y) {
            return rank(x) - rank(y);
        }
    }
    return a.length - b.length;
}

const rank = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);

function summaryOf({ mapped, approximated, unmapped, skipped, unreferenced }: Counts): string {
    const content = skipped - unreferenced;
    return (
        `migrated ${mapped + approximated + unmapped} element(s): ${mapped} mapped, ${approximated} approximated, ${unmapped} unmapped ` +
        `(${content} skipped as profile, library or notation-only content, ${unreferenced} as model elements nothing refers to)`
    );
}
