/** The results of a completed run that a record contains. */
import type { CaseResult } from '../../runtime/verification/index.js';

/** The kind of a recorded run: a single run, a trade study, a row of a sweep, one run of a sample, or the sample as a whole. */
export type RunKind = 'run' | 'trade' | 'sweep' | 'runs' | 'sample';

export interface CompletedRun {
    readonly kind: RunKind;
    /** number of the row or run, from 1; undefined for a single run and for a sample */
    readonly iteration?: number;
    readonly result: Pick<CaseResult, 'outputs' | 'verdicts' | 'verificationVerdicts' | 'evaluations' | 'subjects' | 'given'>;
}

/** Collects the completed runs, and the errors of the runs that cannot be recorded. */
export class RunNotes {
    readonly completed: CompletedRun[] = [];
    readonly failures: string[] = [];

    /** Adds a run. Its arguments are read immediately, because its objects may change later. */
    note(kind: RunKind, result: CaseResult, iteration?: number): void {
        if (result.error !== undefined) {
            this.failures.push(`${iteration === undefined ? kind : `run ${iteration}`} not recorded: ${result.error}`);
            return;
        }
        const given = result.given();
        this.completed.push({ kind, ...(iteration !== undefined && { iteration }), result: { ...result, given: () => given } });
    }
}

/** Who made the runs, when and with which command. */
export interface Stamp {
    /** UTC to the second: `2026-11-23T23:49:26Z` */
    readonly runAt: string;
    /** name and version of the program */
    readonly tool: string;
    /** the invocation */
    readonly command: string;
}

/**
 * The time of a record. A fixed epoch makes recordings reproducible.
 * @param epoch in seconds, as in `SOURCE_DATE_EPOCH`; if absent or invalid, the current time
 */
export function runAt(epoch: string | undefined): string {
    const seconds = epoch !== undefined && /^\d{1,11}$/.test(epoch) ? Number(epoch) : Math.floor(Date.now() / 1000);
    return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
