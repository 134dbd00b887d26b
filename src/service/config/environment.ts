// The environment variables of the contract, read once at start.

import { availableParallelism } from 'node:os';
import { isAmong, recordOf, wordsOf } from '../../language/closed-lists.js';
import { isCapability } from '../../wire/capabilities.js';

/** An invalid setting that prevents the start; the service exits with status 1. */
export class ConfigurationError extends Error {
    override readonly name = 'ConfigurationError';
}

/** Integers by variable name: default, minimum, and maximum if the contract sets one. */
const COUNTS = {
    SERVICE_MAX_STEPS: { value: 10_000_000 },
    SERVICE_MAX_ACTION_STEPS: { value: 1_000_000 },
    SERVICE_MAX_EVENTS: { value: 1_000_000 },
    SERVICE_MAX_DO_STEPS: { value: 5_000_000 },
    SERVICE_MAX_ELEMENTS: { value: 1_000_000 },
    SERVICE_MAX_CALC_DEPTH: { value: 10_000, greatest: 25_000 },
    SERVICE_MAX_SWEEP_RUNS: { value: 1000 },
    SERVICE_MAX_HELD_EVENTS: { value: 100_000 },
    SERVICE_MAX_HELD_OBJECTS: { value: 10_000 },
    SERVICE_JOBS: { value: availableParallelism() },
    SERVICE_INDEX_POOL: { value: 4, least: 0 },
    SERVICE_SMT_MAX_CONFIGURATIONS: { value: 32 },
    SERVICE_SMT_MEMORY: { value: 1024, greatest: 4000 }
} as const satisfies Record<string, { value: number; least?: number; greatest?: number }>;

const DURATIONS = {
    SERVICE_SMT_TIMEOUT: 10_000,
    SERVICE_SMT_CORE_BUDGET: 30_000,
    SERVICE_TOOL_TIMEOUT: 10_000
} as const;

const TEXTS = ['SERVICE_LIBRARY_PATH', 'SERVICE_PROJECT', 'SERVICE_SMT', 'SERVICE_TOOLS', 'SERVICE_ENGINES', 'SERVICE_FMI_RUNNER'] as const;

/** Optimizations of calls that do not change answers. (`SERVICE_JOBS=1` turns off the sharing of calls among workers.) */
const SHORTCUTS = ['fast-path', 'kept-answers', 'mailbox'] as const;
export type Shortcut = (typeof SHORTCUTS)[number];

export interface Environment {
    /** counts and bounds, by variable name */
    readonly counts: Readonly<Record<keyof typeof COUNTS, number>>;
    /** milliseconds, by variable name */
    readonly durations: Readonly<Record<keyof typeof DURATIONS, number>>;
    /** texts; empty when unset */
    readonly texts: Readonly<Record<(typeof TEXTS)[number], string>>;
    /** SERVICE_CALC_COMPILE */
    readonly compileCalcs: boolean;
    /** SERVICE_TOOL_MAX_OUTPUT in bytes */
    readonly toolMaxOutput: number;
    /** SERVICE_TOOL_ENV_PASSTHROUGH */
    readonly toolPassthrough: readonly string[];
    /** SERVICE_TOOL_KEEP */
    readonly keepToolDirectories: boolean;
    /** SERVICE_TEST_WITHHOLD_CAPABILITIES */
    readonly withheldCapabilities: readonly string[];
    /** SERVICE_TEST_WITHOUT */
    readonly without: ReadonlySet<Shortcut>;
}

/** The folders of manifests that the environment names. */
export function manifestFolders({ texts }: Pick<Environment, 'texts'>): readonly { readonly variable: string; readonly folder: string }[] {
    return (['SERVICE_TOOLS', 'SERVICE_ENGINES'] as const).map(variable => ({ variable, folder: texts[variable] }));
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks the variables; an empty one counts as unset.
 * @throws ConfigurationError with variable, value and default
 */
export function readEnvironment(variables: Variables): Environment {
    const listed = (name: string): string[] =>
        (variables[name] ?? '')
            .split(',')
            .map(entry => entry.trim())
            .filter(entry => entry !== '');
    const withheldCapabilities = listed('SERVICE_TEST_WITHHOLD_CAPABILITIES');
    const unknown = withheldCapabilities.find(name => !isCapability(name));
    if (unknown !== undefined) {
        throw new ConfigurationError(`SERVICE_TEST_WITHHOLD_CAPABILITIES: "${unknown}" is no capability`);
    }
    const without = listed('SERVICE_TEST_WITHOUT');
    const unknownShortcut = without.find(name => !isAmong(SHORTCUTS, name));
    if (unknownShortcut !== undefined) {
        throw new ConfigurationError(`SERVICE_TEST_WITHOUT: "${unknownShortcut}" is none of ${SHORTCUTS.join(', ')}`);
    }
    return {
        counts: mapEntries(COUNTS, (name, bounds) => count(name, variables[name], bounds)),
        durations: mapEntries(DURATIONS, (name, value) => duration(variables[name]) ?? value),
        texts: recordOf(TEXTS, name => variables[name] ?? ''),
        compileCalcs: !['0', 'false', 'off', 'no'].includes((variables.SERVICE_CALC_COMPILE ?? '').toLowerCase()),
        toolMaxOutput: byteCount(variables.SERVICE_TOOL_MAX_OUTPUT, '64M'),
        toolPassthrough: listed('SERVICE_TOOL_ENV_PASSTHROUGH'),
        keepToolDirectories: variables.SERVICE_TOOL_KEEP === '1',
        withheldCapabilities,
        without: new Set(SHORTCUTS.filter(name => without.includes(name)))
    };
}

function mapEntries<K extends string, V, R>(table: Readonly<Record<K, V>>, map: (name: K, value: V) => R): Record<K, R> {
    return recordOf(wordsOf(table), name => map(name, table[name]));
}

function count(name: string, text: string | undefined, bounds: { value: number; least?: number; greatest?: number }): number {
    if (!text) {
        return bounds.value;
    }
    const least = bounds.least ?? 1;
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (!Number.isSafeInteger(value) || value < least) {
        throw new ConfigurationError(
            `${name}: "${text}" is not ${least > 0 ? 'a positive' : 'a non-negative'} integer (default ${bounds.value})`
        );
    }
    if (bounds.greatest !== undefined && value > bounds.greatest) {
        throw new ConfigurationError(`${name}: ${text} is above ${bounds.greatest} (default ${bounds.value})`);
    }
    return value;
}

const UNIT_MILLISECONDS: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds of a text such as `10s`, `500ms` or `1m30s`; undefined for any other text and for zero. */
export function duration(text: string | undefined): number | undefined {
    if (!text || !/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text)) {
        return undefined;
    }
    const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)];
    const total = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * UNIT_MILLISECONDS[unit], 0);
    return total > 0 ? total : undefined;
}

const SIZE_SUFFIXES: Readonly<Record<string, number>> = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

function byteCount(text: string | undefined, fallback: string): number {
    const match = /^(\d+)([KMG]?)$/i.exec(text || fallback);
    const bytes = match ? Number(match[1]) * SIZE_SUFFIXES[match[2].toUpperCase()] : 0;
    if (!Number.isSafeInteger(bytes) || bytes < 1) {
        throw new ConfigurationError(`SERVICE_TOOL_MAX_OUTPUT: "${text}" is not a number of bytes (default ${fallback})`);
    }
    return bytes;
}
