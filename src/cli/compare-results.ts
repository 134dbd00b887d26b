/** `sysml-workbench compare-results RESULTS PATH…`: compares stored results of a SysML v1 tool with those of runs of the model. */
import { readFileSync } from 'node:fs';
import type { JsonValue } from '@bufbuild/protobuf';
import { Option } from 'commander';
import {
    comparisonLines,
    ComparisonRefusal,
    type ComparisonRequest,
    compareResults,
    type ConfigurationComparison,
    type Figures,
    type ObservableComparison,
    readSidecar,
    type Sidecar
} from '../data/index.js';
import { messageOf } from '../language/failures.js';
import { DRAW_POLICIES, type BehaviourOptions, type DrawPolicy } from '../runtime/behaviour/index.js';
import type { Model } from '../language/workspace/workspace.js';
import type { Answer, Check } from '../session/answers/answer.js';
import { PATHS } from './command-line.js';
import { questionCommand, runQuestion, type QuestionOptions } from './model.js';
import { watched } from './progress.js';
import { numberFault, refuseFault } from './runs.js';
import { SourceError } from './sources.js';

interface CompareOptions extends QuestionOptions {
    readonly configuration?: readonly string[];
    readonly runs?: string;
    readonly seed: string;
    readonly draws?: DrawPolicy;
    readonly clockStep?: string;
    readonly observe?: readonly string[];
}

const EXAMPLES = `
Examples:
  sysml-workbench migrate rig.mdzip -o model --results results.json
  sysml-workbench compare-results results.json model/                                     every configuration, as often as it says
  sysml-workbench compare-results results.json --configuration 'Warm Start' -n 1000 model/
  sysml-workbench compare-results results.json --observe Run_Time=clock model/            the stored Run_Time is the run's time`;

export function compareResultsCommand(args: readonly string[]): Promise<number> {
    const collect = (value: string, list: readonly string[] = []): readonly string[] => [...list, value];
    const program = questionCommand(
        'compare-results',
        'Runs the run configurations of a migrated SysML v1 model and sets the results that its tool stored beside those of the runs.'
    )
        .argument('<results>', 'the file that `migrate --results` wrote')
        .argument('<path...>', PATHS)
        .option('--configuration <name>', 'a configuration by qualified or simple name; may be repeated', collect)
        .option('-n, --runs <n>', 'number of runs of each configuration (default: the number that it states, else 1)')
        .option('--seed <n>', 'start value of the random numbers: the same seed gives the same results', '0')
        .addOption(
            new Option('--draws <policy>', 'what random functions return (default: as the configuration states)').choices(DRAW_POLICIES)
        )
        .option(
            '--clock-step <seconds>',
            'time advances by multiples of this step; 0: to each next event (default: as the configuration states)'
        )
        .option('--observe <stored[=feature]>', 'a stored observable and the feature that corresponds to it; may be repeated', collect)
        .addHelpText('after', EXAMPLES);
    return Promise.resolve(
        runQuestion<CompareOptions>(program, args, ([results, ...paths], options) => {
            const { runs = '1', seed, clockStep = '0' } = options;
            refuseFault(program, numberFault({ runs, seed, clockStep }));
            const sidecars = sidecarsIn(results);
            return { paths, answer: (model, limits) => answered(model, sidecars, requestOf(options), limits) };
        })
    );
}

/** The sidecars in a file: one, or a list if several models were migrated together. @throws SourceError */
function sidecarsIn(path: string): readonly Sidecar[] {
    try {
        const text = readFileSync(path, 'utf8');
        const content: unknown = text.trimStart().startsWith('[') ? JSON.parse(text) : undefined;
        return Array.isArray(content) ? content.map(one => readSidecar(JSON.stringify(one))) : [readSidecar(text)];
    } catch (error) {
        throw new SourceError(`${path}: ${messageOf(error)}`);
    }
}

function requestOf({ configuration = [], runs, seed, draws, clockStep, observe = [] }: CompareOptions): ComparisonRequest {
    return {
        actions: configuration,
        observe: observe.map(text => {
            const at = text.indexOf('=');
            return at < 0 ? { stored: text, feature: '' } : { stored: text.slice(0, at), feature: text.slice(at + 1) };
        }),
        mostRuns: Infinity,
        seed: BigInt(seed),
        ...(runs !== undefined && { runs: Number(runs) }),
        ...(draws !== undefined && { draws }),
        ...(clockStep !== undefined && { clockStep: Number(clockStep) })
    };
}

function answered(model: Model, sidecars: readonly Sidecar[], request: ComparisonRequest, limits: BehaviourOptions): Answer {
    try {
        const compared = watched(
            done => `${done} runs`,
            onProgress => {
                let runs = 0;
                return sidecars.map(sidecar => compareResults(model, sidecar, request, limits, () => onProgress?.(++runs)));
            }
        );
        return { checks: compared.flatMap(({ configurations }) => configurations.map(checkOf)), errors: [] };
    } catch (error) {
        if (error instanceof ComparisonRefusal) {
            return { checks: [], errors: [error.message] };
        }
        throw error;
    }
}

function checkOf(configuration: ConfigurationComparison): Check {
    const { name, status, rows, seed, observables, errors, notes, ...plain } = configuration;
    const row: JsonValue = {
        ...plain,
        name,
        status,
        made: rows.length,
        seed: seed === undefined ? null : String(seed),
        observables: observables.map(observableJson),
        errors: [...errors],
        notes: [...notes]
    };
    return { subject: name, status, lines: comparisonLines(configuration), rows: [row] };
}

function observableJson({ tool, run, difference, declared, notes, ...plain }: ObservableComparison): JsonValue {
    return {
        ...plain,
        tool: figuresJson(tool),
        run: figuresJson(run),
        difference: difference === undefined ? null : { ...difference },
        declared: declared === undefined ? null : { ...declared, rows: declared.rows.map(row => ({ ...row })), notes: [...declared.notes] },
        notes: [...notes]
    };
}

const figuresJson = (figures: Figures | undefined): JsonValue =>
    figures === undefined ? null : { count: figures.count, mean: figures.mean, ...figures.spread };
