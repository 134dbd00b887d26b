/**
 * Reads the `results` sidecar of a migration: run configurations of a SysML v1 model and the results that its tool stored (contract:
 * migration 12).
 */
import { messageOf } from '../../language/failures.js';
import type { RunConfiguration } from '../../migration/index.js';
import { ComparisonRefusal, UnacceptableComparison } from './comparison.js';

/** Statistics that the tool stored for the runs of a Monte Carlo analysis. */
export interface StoredStatistics {
    readonly runs: number;
    readonly mean: number;
    /** of the sample */
    readonly deviation?: number;
    readonly outOfSpec?: number;
}

export interface StoredSnapshot {
    readonly name: string;
    /** numbers by observable */
    readonly values: ReadonlyMap<string, number>;
    readonly statistics?: StoredStatistics;
}

/** A run configuration; a value that the sidecar does not state is undefined. */
export interface StoredConfiguration extends Omit<RunConfiguration, 'snapshots'> {
    readonly snapshots: readonly StoredSnapshot[];
    /** the observable that the statistics of the snapshots summarize */
    readonly analysis?: string;
    readonly analysisCase?: string;
}

export interface Sidecar {
    readonly source: string;
    readonly configurations: readonly StoredConfiguration[];
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads a sidecar and ignores unknown members.
 * @throws UnacceptableComparison for a text that is not JSON, ComparisonRefusal for JSON that is no sidecar
 */
export function readSidecar(text: string): Sidecar {
    let content: unknown;
    try {
        content = JSON.parse(text);
    } catch (error) {
        throw new UnacceptableComparison(`results: ${messageOf(error)}`);
    }
    if (!isObject(content) || typeof content.source !== 'string' || !Array.isArray(content.configurations)) {
        throw new ComparisonRefusal('results: no source or configurations');
    }
    return { source: content.source, configurations: content.configurations.map((c, i) => configuration(c, `configuration ${i + 1}`)) };
}

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

function configuration(value: unknown, where: string): StoredConfiguration {
    const read = new Reader(value, where);
    const name = read.text('name');
    if (name === undefined) {
        throw new ComparisonRefusal(`results: ${where} has no name`);
    }
    const snapshots = read.list('snapshots').map((s, i) => snapshot(s, `${where}, snapshot ${i + 1}`));
    const observables = read.list('observables');
    if (!observables.every(o => typeof o === 'string')) {
        throw new ComparisonRefusal(`results: ${where}: observables is not a list of names`);
    }
    return {
        id: read.text('id') ?? '',
        name,
        runs: read.number('runs'),
        draws: read.text('draws'),
        clockStep: read.number('clockStep'),
        target: read.text('target'),
        behavior: read.text('behavior'),
        resultLocation: read.text('resultLocation'),
        observables: observables.length > 0 ? observables : [...new Set(snapshots.flatMap(({ values }) => [...values.keys()]))],
        snapshots,
        analysis: read.text('analysis'),
        analysisCase: read.text('analysisCase'),
        notes: read.list('notes').filter(note => typeof note === 'string')
    };
}

function snapshot(value: unknown, where: string): StoredSnapshot {
    const read = new Reader(value, where);
    const values = read.object('values') ?? {};
    const numbers = Object.entries(values).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
    const summary = read.object('statistics');
    return {
        name: read.text('name') ?? '',
        values: new Map(numbers),
        ...(summary !== undefined && { statistics: statistics(summary, where) })
    };
}

function statistics(summary: Members, where: string): StoredStatistics {
    const read = new Reader(summary, `${where}, statistics`);
    const [runs, mean] = [read.number('runs'), read.number('mean')];
    if (runs === undefined || mean === undefined || !Number.isInteger(runs) || runs < 1) {
        throw new ComparisonRefusal(`results: ${where}: statistics state no number of runs with their mean`);
    }
    return { runs, mean, deviation: read.number('deviation'), outOfSpec: read.number('outOfSpec') };
}

/** Reads members of a JSON object and checks their types. */
class Reader {
    private readonly members: Members;

    /** @throws ComparisonRefusal for a value that is not an object */
    constructor(
        value: unknown,
        private readonly where: string
    ) {
        if (!isObject(value)) {
            throw new ComparisonRefusal(`results: ${where} is not an object`);
        }
        this.members = value;
    }

    private read<T>(name: string, kind: string, is: (value: unknown) => value is T): T | undefined {
        const value = Object.hasOwn(this.members, name) ? this.members[name] : undefined;
        if (value === undefined || is(value)) {
            return value;
        }
        throw new ComparisonRefusal(`results: ${this.where}: ${name} is not ${kind}`);
    }

    text = (name: string): string | undefined => this.read(name, 'a string', value => typeof value === 'string');
    number = (name: string): number | undefined => this.read(name, 'a number', value => typeof value === 'number');
    object = (name: string): Members | undefined => this.read(name, 'an object', isObject);
    list = (name: string): readonly unknown[] =>
        this.read(name, 'a list', (value): value is readonly unknown[] => Array.isArray(value)) ?? [];
}
