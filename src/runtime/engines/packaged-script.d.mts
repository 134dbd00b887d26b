import type { init } from 'z3-solver/build/low-level/index.js';

/** The used settings of the package's `init`. */
interface EndSettings {
    printErr(text: string): void;
    onAbort(what: string): void;
}

export function reportingEnd(over: (error: Error) => void): EndSettings;
export function scriptAnswer(loaded: Awaited<ReturnType<typeof init>>, script: string): Promise<string>;
