/** The settings of a session, which persist between cells. */
import { type Chance, type DrawPolicy, type Policy, policyOf } from '../runtime/behaviour/index.js';
import type { SearchBounds } from '../runtime/engines/check/bounded-search.js';
import { LINTS } from '../language/validation/lints.js';

export const VERBOSITIES = ['quiet', 'normal', 'debug'] as const;
export type Verbosity = (typeof VERBOSITIES)[number];

/** The settings of checks of behaviour. */
export interface Checking {
    readonly properties: readonly string[];
    readonly diverge: readonly string[];
    /** for a solver: free features, and constraints that hold when the action begins */
    readonly freed: readonly string[];
    readonly assumed: readonly string[];
    readonly bounds: Partial<SearchBounds> & { readonly unroll?: number };
    /** a folder; undefined for none */
    readonly witnesses?: string;
}

export interface Settings {
    verbosity: Verbosity;
    /** whether runs record a trace */
    isTracing: boolean;
    isStrict: boolean;
    /** by code */
    lints: ReadonlyMap<string, boolean>;
    schedule: string;
    seed: bigint | undefined;
    draws: DrawPolicy;
    /** seconds; 0 for a continuous clock */
    clockStep: number;
    /** the engine for questions: a name, `auto` or `all` */
    engine: string;
    checking: Checking;
}

export const initialSettings = (): Settings => ({
    verbosity: 'normal',
    isTracing: false,
    isStrict: false,
    lints: new Map(Object.entries(LINTS)),
    schedule: 'reverse',
    seed: undefined,
    draws: 'random',
    clockStep: 0,
    engine: 'auto',
    checking: { properties: [], diverge: [], freed: [], assumed: [], bounds: {} }
});

export const policyFrom = ({ schedule }: Settings): Policy => policyOf(schedule);

export const chanceFrom = ({ seed, draws }: Settings): Chance => ({ draws, ...(seed !== undefined && { seed }) });
