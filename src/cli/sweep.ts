/**
 * `sysml-workbench sweep ID PARAM=FROM..TO[:STEP]… PATH…`: runs an analysis case or a calculation over ranges of its parameters, as a table
 * or a picture.
 */
import { writeFileSync } from 'node:fs';
import { toJson, type JsonValue } from '@bufbuild/protobuf';
import type { Model } from '../language/workspace/workspace.js';
import { startRun, type BehaviourOptions } from '../runtime/behaviour/index.js';
import { planSweep, sweepRows, type SweepPlan, type SweepRow } from '../runtime/verification/index.js';
import { CaseEvaluationSchema, ValueSchema, VerdictSchema } from '../wire/generated/sysml_pb.js';
import { readEnvironment } from '../service/config/environment.js';
import { encodeEvaluations } from '../service/operations/case-answers.js';
import { encodeVerdict } from '../service/operations/runs.js';
import { encodeValue } from '../wire/value.js';
import { type Binding, BindingError, type Bound, evaluated } from '../session/questions/bindings.js';
import { bindingAmongFiles } from './words.js';
import { questionCommand, runQuestion, type QuestionOptions } from './model.js';
import type { Answer, Status } from '../session/answers/answer.js';
import { progressBar, watched } from './progress.js';
import type { Display } from '../runtime/evaluation/index.js';
import { columnsOf, csvText, tableText, type Column } from '../session/answers/sweep-table.js';
import { messageOf } from '../language/failures.js';

interface SweepOptions extends QuestionOptions {
    readonly subject?: string;
    readonly samples?: string;
    readonly seed: string;
    readonly csv?: boolean;
    readonly plot?: string;
}

const EXAMPLES = `
Examples:
  sysml-workbench sweep P::stoppingDistance speed='10 [m/s]..40 [m/s]:5 [m/s]' friction=0.7 m.sysml
  sysml-workbench sweep P::study weight=0.0..1.0:0.1 --plot study.svg model/     a picture: a line, a heat map for two ranges
  sysml-workbench sweep P::cost mass=2.0..4.0 units=1..100 --samples 500 --seed 7 --csv m.sysml > cost.csv
Ranges of whole numbers step by one; with --samples their values are drawn. SERVICE_MAX_SWEEP_RUNS bounds the number of runs.`;

/** The table of a sweep, for its picture. */
interface Made {
    readonly columns: readonly Column[];
    readonly plan: SweepPlan;
    readonly sampled: boolean;
}

export async function sweepCommand(args: readonly string[]): Promise<number> {
    const program = questionCommand(
        'sweep',
        'Runs an analysis case or a calculation, or judges a requirement or constraint, once for each value of its parameters.'
    )
        .usage('[options] <id> <name=from..to[:step]...> [name=expression...] <path...>')
        .argument('<id>', 'qualified name of the analysis case, calculation, requirement or constraint')
        .argument('<path...>', 'ranges and values for parameters, and files (.sysml, .kerml) and folders; - for standard input')
        .option('--subject <path>', 'the subject of a case: a qualified name, then .feature[index] steps')
        .option('--samples <n>', 'draw this number of random rows instead of stepping through the ranges')
        .option('--seed <n>', 'start value of the random numbers: the same seed gives the same rows', '0')
        .option('--csv', 'write comma-separated values to standard output')
        .option('--plot <file.svg>', 'draw the results: a line for one range, a heat map or lines for two, histograms for samples')
        .addHelpText('after', EXAMPLES);
    let made: Made | undefined;
    let plot: string | undefined;
    let title = '';
    const status = runQuestion<SweepOptions>(program, args, ([id, ...words], options) => {
        ({ plot } = options);
        title = id;
        return {
            paths: words.filter(w => bindingAmongFiles(w) === undefined),
            answer(model, limits, display) {
                const bindings = words.map(bindingAmongFiles).filter(b => b !== undefined);
                const [answer, table] = sweep({ model, limits, display }, id, bindings, options);
                made = table;
                return answer;
            }
        };
    });
    if (made === undefined || plot === undefined) {
        return status;
    }
    const { pictureOf, NothingToDraw } = await import('../session/answers/plot.js');
    try {
        writeFileSync(plot, await pictureOf(title, made.columns, made.plan.parameters, made.sampled));
        return status;
    } catch (error) {
        const isKnown = error instanceof NothingToDraw || (error as NodeJS.ErrnoException).syscall !== undefined;
        if (!isKnown) {
            throw error;
        }
        process.stderr.write(`${program.name()}: ${plot}: ${messageOf(error)}\n`);
        return 2;
    }
}

/** The model of a sweep, and the display of its values. */
interface SweepContext {
    readonly model: Model;
    readonly limits: BehaviourOptions;
    readonly display: Display;
}

function sweep(context: SweepContext, id: string, bindings: readonly Binding[], options: SweepOptions): [Answer, Made?] {
    const { model, limits, display } = context;
    const { subject = '', samples, seed } = options;
    const refused = (error: string): [Answer] => [{ checks: [], errors: [error] }];
    const wrong = [['samples', samples ?? '1', 1n] as const, ['seed', seed, 0n] as const].find(([, text, least]) => !isCount(text, least));
    if (wrong !== undefined) {
        return refused(`--${wrong[0]} ${wrong[1]}: not a whole number of at least ${wrong[2]}`);
    }
    let bound: Bound;
    try {
        bound = evaluated(model, id, bindings, limits);
    } catch (error) {
        if (error instanceof BindingError) {
            return refused(error.message);
        }
        throw error;
    }
    const fixed = { positional: [], named: bound.named };
    const plan = planSweep(startRun(model, limits), {
        symbolId: id,
        subjectId: subject,
        arguments: fixed,
        ranges: bound.ranges,
        samples: BigInt(samples ?? 0),
        seed: BigInt(seed),
        conditions: true,
        limit: readEnvironment(process.env).counts.SERVICE_MAX_SWEEP_RUNS
    });
    if ('error' in plan) {
        return refused(plan.error);
    }
    const rows = watched(progressBar(plan.rows, 'runs'), onProgress => {
        const found: SweepRow[] = [];
        for (const row of sweepRows(model, plan, { subjectId: subject, arguments: () => fixed }, limits)) {
            found.push(row);
            onProgress?.(found.length);
        }
        return found;
    });
    const columns = columnsOf(rows, display);
    const made = { columns, plan, sampled: samples !== undefined };
    return [sweepAnswer(context, id, rows, made, options), made];
}

const isCount = (text: string, least: bigint): boolean => /^\d{1,20}$/.test(text) && BigInt(text) >= least && BigInt(text) < 1n << 64n;

function sweepAnswer(
    { model, display }: SweepContext,
    id: string,
    rows: readonly SweepRow[],
    { columns, plan }: Made,
    { csv, samples, seed }: SweepOptions
): Answer {
    const failed = rows.filter(r => r.error !== undefined).length;
    const count = `${rows.length} ${rows.length === 1 ? 'run' : 'runs'}${failed === 0 ? '' : `, ${failed} failed`}`;
    return {
        checks: [
            {
                subject: id,
                status: statusOf(rows),
                lines: csv === true ? csvText(columns, display).trimEnd().split('\n') : tableText(columns, display),
                rows: rowsJson(model, rows),
                plan: {
                    parameters: [...plan.parameters],
                    runs: rows.length,
                    ...(samples !== undefined && { samples: Number(samples), seed })
                }
            }
        ],
        notices: csv === true ? [] : [samples === undefined ? count : `${count}, drawn with seed ${seed}`]
    };
}

function statusOf(rows: readonly SweepRow[]): Status {
    const verdicts = rows.flatMap(r => r.verdicts);
    return rows.some(r => r.error !== undefined) || verdicts.some(v => v.error !== undefined)
        ? 'unresolved'
        : verdicts.every(v => v.holds === true)
          ? 'holds'
          : 'fails';
}

function rowsJson(model: Model, rows: readonly SweepRow[]): JsonValue[] {
    const run = startRun(model);
    const named = (values: SweepRow['inputs']): JsonValue =>
        values.map(({ name, value }) => ({ name, value: toJson(ValueSchema, encodeValue(value)) }));
    return rows.map(({ inputs, outputs, verdicts, evaluations, error }) => ({
        inputs: named(inputs),
        outputs: named(outputs),
        verdicts: verdicts.map(verdict => toJson(VerdictSchema, encodeVerdict(verdict, run))),
        evaluations: encodeEvaluations(evaluations).map(e => toJson(CaseEvaluationSchema, e)),
        error: error ?? null
    }));
}
