/** What a recorded run came to, as the values that a record states. */
import type { CaseResult } from '../../runtime/verification/index.js';

/** How runs were made: once, once as a trade study, as a row of a sweep, as one of a sample, and the sample as a whole. */
export type RunKind = 'run' | 'trade' | 'sweep' | 'runs' | 'sample';

export interface CompletedRun {
    readonly kind: RunKind;
    /** the row or the number of the run, from 1; none for a single run and for a sample */
    readonly iteration?: number;
    readonly result: Pick<CaseResult, 'outputs' | 'verdicts' | 'verificationVerdicts' | 'evaluations' | 'subjects' | 'given'>;
}

/** Runs as they are made, in order: those that completed, and why the others are not recorded. */
export class RunNotes {
    readonly completed: CompletedRun[] = [];
    readonly failures: string[] = [];

    /** Notes a run. What it was given is read at once: its objects may change or go. */
    note(kind: RunKind, result: CaseResult, iteration?: number): void {
        if (result.error !== undefined) {
            this.failures.push(`${iteration === undefined ? kind : `run ${iteration}`} not recorded: ${result.error}`);
            return;
        }
        const given = result.given();
        this.completed.push({ kind, ...(iteration !== undefined && { iteration }), result: { ...result, given: () => given } });
    }
}

/** Who made the runs, when and by what. */
export interface Stamp {
    /** UTC to the second: `2026-11-23T23:49:26Z` */
    readonly runAt: string;
    /** name and version of the program */
    readonly tool: string;
    /** the invocation */
    readonly command: string;
}

/**
 * The time of a record. A fixed clock makes the same model of the same run.
 * @param epoch seconds, as `SOURCE_DATE_EPOCH` gives them; the clock's where it gives none
 */
export function runAt(epoch: string | undefined): string {
    const seconds = epoch !== undefined && /^\d{1,11}$/.test(epoch) ? Number(epoch) : Math.floor(Date.now() / 1000);
    return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
