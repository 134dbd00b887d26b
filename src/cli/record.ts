/**
 * `sysml-workbench record ID [NAME=EXPR…] PATH…`: runs a case once, over ranges or many times, and records the result of each run as a
 * declaration, which is printed or written into the file of the model.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import {
    documentsWith,
    findingText,
    makeRecordedRuns,
    newErrors,
    type RecordedDocument,
    type Recording,
    RecordRefusal,
    recordRuns,
    runAt,
    type RunsToMake
} from '../data/index.js';
import { messageOf } from '../language/failures.js';
import { documentOf } from '../language/semantics/text.js';
import { type Model, Workspace } from '../language/workspace/workspace.js';
import { startRun, type BehaviourOptions } from '../runtime/behaviour/index.js';
import '../runtime/evaluation/index.js';
import { caseById, isRefusal, planSweep } from '../runtime/verification/index.js';
import { readEnvironment } from '../service/config/environment.js';
import type { Answer } from '../session/answers/answer.js';
import { type Binding, BindingError, evaluated } from '../session/questions/bindings.js';
import { questionCommand, runQuestion, type QuestionOptions } from './model.js';
import { thisProgram } from './session-host.js';
import { unwritable } from './sources.js';
import { bindingAmongFiles } from './words.js';

interface RecordOptions extends QuestionOptions {
    readonly subject?: string;
    readonly into?: string;
    readonly runs?: string;
    readonly seed?: string;
    readonly inPlace?: boolean;
}

const EXAMPLES = `
Examples:
  sysml-workbench record P::cost model.sysml                          the record of one run, printed
  sysml-workbench record P::cost rate=1.0..3.0:0.5 --in-place m.sysml a record for each row of a sweep, in the file
  sysml-workbench record P::study --runs 100 --seed 7 --into P::Log -i model/
The records of a case are parts of a definition that specializes AnalysisRecords::AnalysisRun. SOURCE_DATE_EPOCH fixes their time.`;

export function recordCommand(args: readonly string[]): Promise<number> {
    const program = questionCommand('record', 'Runs an analysis or verification case and writes each completed run into the model.')
        .usage('[options] <id> [name=expression...] [name=from..to[:step]...] <path...>')
        .argument('<id>', 'qualified name of the case')
        .argument('<path...>', 'values and ranges for parameters, and files (.sysml, .kerml) and folders; - for standard input')
        .option('--subject <path>', 'the object that the case is about: a qualified name, then .feature[index] steps')
        .option('--into <package>', 'the package of the records (default: Records, next to the package of the case)')
        .option('--runs <n>', 'number of runs of a Monte Carlo case')
        .option('--seed <n>', 'start value of the random numbers of --runs')
        .option('-i, --in-place', 'write the records into the file of their package, else into a new file in the folder of the case')
        .addHelpText('after', EXAMPLES);
    return Promise.resolve(
        runQuestion<RecordOptions>(program, args, ([id, ...words], options) => {
            check(program, options);
            return {
                paths: words.filter(w => bindingAmongFiles(w) === undefined),
                about: [id],
                answer: (model, limits) => {
                    const bindings = words.map(bindingAmongFiles).filter(b => b !== undefined);
                    return record(model, id, bindings, { ...options, command: `${program.name()} ${args.join(' ')}` }, limits);
                }
            };
        })
    );
}

/** Refuses invalid numbers before any file is read. */
function check(program: Command, { runs, seed }: RecordOptions): void {
    if (runs !== undefined && (!/^\d{1,9}$/.test(runs) || Number(runs) < 1)) {
        program.error(`--runs ${runs}: not a whole number of at least 1`);
    }
    if (runs !== undefined && seed === undefined) {
        program.error('--runs draws at random: --seed says what the draws begin with');
    }
    if (runs === undefined && seed !== undefined) {
        program.error('--seed is of --runs');
    }
    if (seed !== undefined && (!/^\d{1,20}$/.test(seed) || BigInt(seed) >= 1n << 64n)) {
        program.error(`--seed ${seed}: not a whole number below 2^64`);
    }
}

const refused = (error: string): Answer => ({ checks: [], errors: [error] });

function record(
    model: Model,
    id: string,
    bindings: readonly Binding[],
    options: RecordOptions & { readonly command: string },
    limits: BehaviourOptions
): Answer {
    const element = caseById(model, id);
    if (isRefusal(element)) {
        return { checks: [], errors: [element] };
    }
    const request = runsToMake(model, id, bindings, options, limits);
    if (typeof request === 'string') {
        return refused(request);
    }
    const { completed, failures, error } = makeRecordedRuns(model, element, request, limits);
    if (error !== undefined) {
        return { checks: [], errors: [...failures, error] };
    }
    const { name, epoch } = thisProgram();
    try {
        const stamp = { runAt: runAt(epoch), tool: name, command: options.command };
        const recording = recordRuns(model, { element, runs: completed, into: options.into ?? '', stamp });
        const { model: edited } = new Workspace({ library: model.library }).parse(documentsWith(model, [recording.document]), model);
        const [fault] = newErrors(model, edited);
        if (fault !== undefined) {
            return refused(`recording the run failed: the recorded model is not valid: ${findingText(fault)}`);
        }
        const lines =
            options.inPlace === true ? [written(recording.document, documentOf(element).name)] : recording.source.trimEnd().split('\n');
        return answer(id, recording, lines, [...failures, ...recording.reasons], options.inPlace === true);
    } catch (caught) {
        if (caught instanceof RecordRefusal) {
            return refused(`recording the run failed: ${messageOf(caught)}`);
        }
        throw caught;
    }
}

function answer(id: string, { records, definition }: Recording, lines: string[], failures: readonly string[], isWritten: boolean): Answer {
    const reports = records.map(r => `recorded ${r} (${definition})`);
    return {
        checks: [{ subject: id, status: failures.length > 0 ? 'unresolved' : 'holds', lines: isWritten ? [...reports, ...lines] : lines }],
        errors: [...failures],
        notices: isWritten ? [] : reports
    };
}

/** @returns the plan, or the reason why the bindings are invalid */
function runsToMake(
    model: Model,
    symbolId: string,
    bindings: readonly Binding[],
    { subject: subjectId = '', runs, seed }: RecordOptions,
    limits: BehaviourOptions
): RunsToMake | string {
    try {
        const { named, ranges } = evaluated(model, symbolId, bindings, limits);
        const fixed = { positional: [], named };
        const common = { symbolId, subjectId, arguments: () => fixed };
        if (ranges.length === 0) {
            return { ...common, ...(runs !== undefined && { sample: { runs: Number(runs), seed: BigInt(seed!) } }) };
        }
        if (runs !== undefined) {
            return '--runs makes a sample and ranges make a sweep: only one of them can be recorded';
        }
        const limit = readEnvironment(process.env).counts.SERVICE_MAX_SWEEP_RUNS;
        const request = { symbolId, subjectId, arguments: fixed, ranges, samples: 0n, seed: 0n, limit };
        const plan = planSweep(startRun(model, limits), request);
        return 'error' in plan ? plan.error : { ...common, plan };
    } catch (error) {
        if (error instanceof BindingError) {
            return error.message;
        }
        throw error;
    }
}

/** Writes a document. @param beside the file of the case; a new document is created in its folder @throws SourceError */
function written({ name, content, isNew }: RecordedDocument, beside: string): string {
    const path = isNew ? join(dirname(beside), name) : name;
    try {
        writeFileSync(path, content);
    } catch (error) {
        throw unwritable(path, error);
    }
    return `wrote ${path}`;
}
