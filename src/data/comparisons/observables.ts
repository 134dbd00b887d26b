/** Compares one observable: the results that the tool stored, and those of the completed runs (contract: newest-operations 6.2). */
import type { RunRow } from '../../runtime/engines/index.js';
import { elementsOf, isRealNumber, Quantity, toDouble, type Value } from '../../runtime/values/index.js';
import type { DeclaredStatistic, DeclaredStatistics, Figures, ObservableComparison } from './comparison.js';
import { casesAbout, type ConfiguredAction, type DeclaredCase, type ModelIndex } from './configured-action.js';
import { differencesOf, differenceText, figuresOf, figureText, pooled, sampleDeviation } from './figures.js';
import type { StoredConfiguration } from './sidecar.js';

/** A stored observable and the corresponding feature of the run. */
export interface ObservedPair {
    readonly stored: string;
    readonly feature: string;
}

/** Compares one observable. @param rows the completed runs */
export function compareObservable(
    index: ModelIndex,
    action: ConfiguredAction,
    configuration: StoredConfiguration,
    pair: ObservedPair,
    rows: readonly RunRow[]
): ObservableComparison {
    const tool = toolResults(configuration, pair.stored);
    const run = runResults(pair.feature, rows);
    const cases = casesAbout(index, action, configuration).filter(
        c => c.observed === pair.stored || pair.feature.endsWith(`.${c.observed}`)
    );
    const declared = cases.find(c => c.statistics.length > 0);
    return {
        ...pair,
        unit: run.unit,
        ...(tool.figures !== undefined && { tool: tool.figures }),
        pooled: tool.isPooled,
        unstored: tool.figures === undefined,
        ...(run.figures !== undefined && { run: run.figures }),
        produced: run.produced,
        ...(tool.figures !== undefined && run.figures !== undefined && { difference: differencesOf(run.figures, tool.figures) }),
        ...(declared !== undefined && { declared: declaredStatistics(declared, tool, run.figures) }),
        notes: [...tool.notes, ...run.notes]
    };
}

interface ToolResults {
    readonly figures?: Figures;
    readonly isPooled: boolean;
    /** of the sample */
    readonly deviation?: number;
    readonly outOfSpec?: number;
    readonly notes: readonly string[];
}

/** The stored results of the tool: numbers, or summaries of its Monte Carlo runs. */
function toolResults({ observables, analysis, snapshots }: StoredConfiguration, stored: string): ToolResults {
    const counts = snapshots.map(s => s.statistics?.outOfSpec).filter(n => n !== undefined);
    const outOfSpec = counts.length === 0 ? {} : { outOfSpec: counts.reduce((sum, n) => sum + n, 0) };
    const figures = figuresOf(snapshots.map(({ values }) => values.get(stored)).filter(n => n !== undefined));
    if (figures !== undefined) {
        const deviation = sampleDeviation(figures);
        return { figures, isPooled: false, ...(deviation !== undefined && { deviation }), ...outOfSpec, notes: [] };
    }
    const isSummarized = analysis === undefined ? observables.length === 1 && observables[0] === stored : analysis === stored;
    if (isSummarized && snapshots.some(s => s.statistics !== undefined)) {
        const { notes, ...pool } = pooled(snapshots);
        return { ...pool, isPooled: pool.figures !== undefined, ...outOfSpec, notes };
    }
    const isKnown = observables.includes(stored) || isSummarized;
    return {
        isPooled: false,
        notes: [isKnown ? `no snapshot holds a number for ${stored}` : `the tool stored no observable named ${stored}`]
    };
}

interface RunResults {
    readonly figures?: Figures;
    readonly unit: string;
    readonly produced: number;
    readonly notes: readonly string[];
}

function runResults(feature: string, rows: readonly RunRow[]): RunResults {
    const values = rows.map(row => row.outputs.find(o => o.name === feature)?.value).filter(value => value !== undefined);
    const numbers = values.map(numberOf).filter(n => n !== undefined);
    const units = [...new Set(numbers.map(n => n.unit))];
    const produced = numbers.length;
    const all = rows.length;
    const notes: string[] = [];
    if (values.length > 0 && values.length < all) {
        notes.push(`${feature} is produced by ${values.length} of ${all} runs`);
    }
    if (produced === 0 && all > 0) {
        return { unit: '', produced, notes: [`${feature} holds no number in any completed run`] };
    }
    if (produced < values.length) {
        notes.push(`${feature} holds no number in ${values.length - produced} of ${values.length} completed runs`);
    }
    if (units.length > 1) {
        const texts = units.map(unit => (unit === '' ? 'no unit' : unit));
        return { unit: '', produced, notes: [...notes, `${feature} has numbers in more than one unit: ${texts.join(', ')}`] };
    }
    const figures = figuresOf(numbers.map(n => n.value));
    return { unit: units[0] ?? '', produced, notes, ...(figures !== undefined && { figures }) };
}

/** The number in a value, with its unit; undefined if the value is not a number or quantity. */
function numberOf(value: Value): { readonly value: number; readonly unit: string } | undefined {
    const elements = elementsOf(value);
    const single = elements.length === 1 ? elements[0] : value;
    const magnitude = single instanceof Quantity ? single.magnitude : single;
    return isRealNumber(magnitude) ? { value: toDouble(magnitude), unit: single instanceof Quantity ? single.unit.text : '' } : undefined;
}

// --- Statistics of Monte Carlo cases ------------------------------------------------------------------------------------------

/** The declared statistics of a case, of the tool and of the runs. The deviation is that of the sample. */
function declaredStatistics({ name, observed, statistics }: DeclaredCase, tool: ToolResults, run: Figures | undefined): DeclaredStatistics {
    const ofRun = run === undefined ? undefined : sampleDeviation(run);
    const notes: string[] = [];
    const row = (statistic: string, pair: readonly [number | undefined, number | undefined], isCompared: boolean): DeclaredStatistic => {
        const [ofTool, here] = pair;
        const difference = isCompared && ofTool !== undefined && here !== undefined ? differenceText(here, ofTool) : '';
        const text = (value: number | undefined): string => (value === undefined ? '' : isCompared ? figureText(value) : String(value));
        return { statistic, of: observed, tool: text(ofTool), run: text(here), difference };
    };
    const rows = statistics.map((statistic): DeclaredStatistic => {
        if (statistic === 'mean') {
            return row(statistic, [tool.figures?.mean, run?.mean], true);
        }
        if (statistic === 'deviation') {
            if (run !== undefined && ofRun === undefined) {
                notes.push('fewer than two runs define no deviation');
            }
            return row(statistic, [tool.deviation, ofRun], true);
        }
        if (statistic === 'outOfSpec') {
            notes.push('counts out of specification follow a criterion of the tool and are not compared');
            return row(statistic, [tool.outOfSpec, undefined], false);
        }
        return row(statistic, [tool.figures?.count, run?.count], false);
    });
    return { analysis: name, rows, notes };
}
