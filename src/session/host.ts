/** The interface between a session and its host: a browser, a terminal or a notebook. */
import type { Library } from '../language/library/library.js';
import type { SourceDocument } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import type { BehaviourOptions } from '../runtime/behaviour/index.js';
import type { CheckFault } from '../runtime/engines/check/check-behavior.js';
import type { SolverCheck, SolverCheckRequest } from '../runtime/engines/smt/check-by-solver.js';

/** Thrown by {@link SessionHost.checkCancelled} if the answer is no longer needed. The session stays unchanged. */
export class Interrupted extends Error {}

/** Files that commands name. Without them, commands that need files are not listed. */
export interface SessionFiles {
    /**
     * The notation in files, folders, archives and notebooks.
     * @param cells selects code cells of a notebook: `1,3-5` or `tag:t`; all by default
     * @throws Error for an unreadable file
     */
    read(paths: readonly string[], cells?: string): readonly SourceDocument[] | Promise<readonly SourceDocument[]>;
    /** The text of a file other than notation. @throws Error for an unreadable file */
    readText(path: string): string | Promise<string>;
    /** @throws Error if the file cannot be written */
    write(path: string, content: string | Uint8Array): void | Promise<void>;
}

/** A budget of one run, with the setting that raises it. */
export interface Budget {
    readonly name: string;
    readonly value: number;
    readonly variable: string;
}

/**
 * Checks with a solver whether an action can violate a property. @param ends time at which the check must end, in milliseconds of the clock
 */
export type SolverCheckOfHost = (
    model: Model,
    request: SolverCheckRequest,
    ends: number,
    options?: BehaviourOptions
) => SolverCheck | CheckFault;

export interface SessionHost {
    readonly library: Library;
    /** budgets and tools of every run */
    readonly limits?: BehaviourOptions;
    /** maximum number of rows of a sweep */
    readonly sweepRuns?: number;
    readonly budgets?: readonly Budget[];
    readonly files?: SessionFiles;
    /** name and version of the program, and the seconds of a fixed clock, for records of runs */
    readonly program?: { readonly name: string; readonly epoch?: string };
    /** present if there is a solver */
    readonly checkBySolver?: SolverCheckOfHost;
    /** theme of pictures; `light` by default, since most readers show them on white */
    readonly theme?: 'light' | 'dark' | 'auto';
    /** @throws Interrupted */
    readonly checkCancelled?: () => void;
    /** receives output that a command shows before it ends */
    readonly progress?: (text: string) => void;
}
