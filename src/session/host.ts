/** What a session needs of the program that it runs in. A browser, a terminal and a notebook have one each. */
import type { Library } from '../language/library/library.js';
import type { SourceDocument } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import type { BehaviourOptions } from '../runtime/behaviour/index.js';
import type { CheckFault } from '../runtime/engines/check/check-behavior.js';
import type { SolverCheck, SolverCheckRequest } from '../runtime/engines/smt/check-by-solver.js';

/** Thrown by {@link SessionHost.checkCancelled}: the reader does not wait for the answer any more. The session stays as it was. */
export class Interrupted extends Error {}

/** Files that commands name. Where there are none, the commands that need them are not listed. */
export interface SessionFiles {
    /**
     * The notation in files, folders, archives and notebooks.
     * @param cells which code cells of a notebook: `1,3-5` or `tag:t`; all by default
     * @throws Error for what cannot be read
     */
    read(paths: readonly string[], cells?: string): readonly SourceDocument[] | Promise<readonly SourceDocument[]>;
    /** The text of one file that is no notation. @throws Error for what cannot be read */
    readText(path: string): string | Promise<string>;
    /** @throws Error for what cannot be written */
    write(path: string, content: string | Uint8Array): void | Promise<void>;
}

/** A bound of one run, with what raises it. */
export interface Budget {
    readonly name: string;
    readonly value: number;
    readonly variable: string;
}

/** Puts the question whether an action can go wrong to a solver. @param ends milliseconds of the clock at which the check is over */
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
    /** rows that a sweep may have */
    readonly sweepRuns?: number;
    readonly budgets?: readonly Budget[];
    readonly files?: SessionFiles;
    /** name and version of the program, and the seconds of a fixed clock, for records of runs */
    readonly program?: { readonly name: string; readonly epoch?: string };
    /** where there is a solver */
    readonly checkBySolver?: SolverCheckOfHost;
    /** of pictures; `light` by default: most readers show them on white */
    readonly theme?: 'light' | 'dark' | 'auto';
    /** @throws Interrupted */
    readonly checkCancelled?: () => void;
    /** is called with what a command shows before it is over */
    readonly progress?: (text: string) => void;
}
