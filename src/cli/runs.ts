/** `sysml-workbench runs ID PATH…`: runs an action many times with new random draws, and reports the observed values. */
import { writeFileSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { toJson, type JsonValue } from '@bufbuild/protobuf';
import type { Model } from '../language/workspace/workspace.js';
import { codeOfFailure, messageOf } from '../language/failures.js';
import { DRAW_POLICIES, StimulusError, type BehaviourOptions } from '../runtime/behaviour/index.js';
import { isAction, symbolNotFound, type Display } from '../runtime/evaluation/index.js';
import { CollectedRuns, makeRuns, type Distribution, type RunRow } from '../runtime/engines/index.js';
import type { Value } from '../runtime/values/index.js';
import type { Answer } from '../session/answers/answer.js';
import { readEnvironment } from '../service/config/environment.js';
import { distributionLines } from '../session/answers/distribution-answers.js';
import { elementAt, type ElementAt } from '../session/questions/element-paths.js';
import { ValueSchema } from '../wire/generated/sysml_pb.js';
import { encodeValue } from '../wire/value.js';
import { PATHS } from './command-line.js';
import { questionCommand, runQuestion } from './model.js';
import { progressBar, watched } from './progress.js';
import { runsRequest, type RunsOptions, type RunsQuestion } from './runs-request.js';
import { makeSharedRuns } from './shared-runs.js';

const EXAMPLES = `
Examples:
  sysml-workbench runs P::delivery -n 10000 model.sysml                         the distributions of its final values
  sysml-workbench runs P::delivery -n 10000 --seed 7 --plot out.svg model/      also a picture: a histogram of each feature
  sysml-workbench runs P::delivery --draws max model.sysml                      every random function returns its maximum
  sysml-workbench runs P::delivery --observe duration --observe clock model/    these two alone; clock is the time at the end
The same seed gives the same table, and run k does not depend on the number of runs.`;

/** The data for a picture. */
interface Drawn {
    readonly distributions: readonly Distribution[];
    readonly display: Display;
}

export async function runsCommand(args: readonly string[]): Promise<number> {
    const collect = (value: string, list: readonly string[] = []): readonly string[] => [...list, value];
    const program = questionCommand('runs', 'Runs an action many times and prints the distribution of each value that it ends with.')
        .argument('<id>', 'qualified name of the action, or a path to it from what performs it (P::car.drive)')
        .argument('<path...>', PATHS)
        .option('-n, --runs <n>', 'number of runs', '100')
        .option('--seed <n>', 'start value of the random numbers: the same seed gives the same results', '0')
        .addOption(
            new Option('--draws <policy>', 'what random functions return: a random number, or always the least, the greatest or the mean')
                .choices(DRAW_POLICIES)
                .default('random')
        )
        .option('--clock-step <seconds>', 'time advances by multiples of this step; 0: to each next event', '0')
        .option('--input <name=expression>', 'the value of a feature of the action at the start; may be repeated', collect)
        .option('--performer <path>', 'the part that performs it: a qualified name, then .feature[index] steps')
        .option(
            '--observe <name>',
            'what to collect: a feature of the action, this.<name> of its performer, or clock (the time at the end); may be repeated',
            collect
        )
        .option('--rows', 'also print a line for each run')
        .option('--plot <file.svg>', 'draw a histogram of each observed feature')
        .addHelpText('after', EXAMPLES);
    let drawn: Drawn | undefined;
    let plot: { readonly file: string; readonly title: string } | undefined;
    const status = runQuestion<RunsOptions>(program, args, ([id, ...paths], options) => {
        refuseFault(program, numberFault(options));
        plot = options.plot === undefined ? undefined : { file: options.plot, title: `${id}: ${options.runs} runs` };
        return {
            paths,
            about: [id],
            answer(model, limits, display) {
                const [answer, distributions] = table(model, [id, ...paths], options, limits, display);
                drawn = { distributions, display };
                return answer;
            }
        };
    });
    if (plot === undefined || drawn === undefined || drawn.distributions.length === 0) {
        return status;
    }
    const { pictureOfDistributions } = await import('../session/answers/distribution-plot.js');
    try {
        writeFileSync(plot.file, await pictureOfDistributions(plot.title, drawn.distributions, drawn.display));
        return status;
    } catch (error) {
        if (codeOfFailure(error) === undefined) {
            throw error;
        }
        process.stderr.write(`${program.name()}: ${plot.file}: ${messageOf(error)}\n`);
        return 2;
    }
}

/** Refuses an invalid command line before any file is read. */
export function refuseFault(program: Command, fault: string | undefined): void {
    if (fault !== undefined) {
        program.error(fault);
    }
}

/** Why numbers on the command line are invalid. */
export function numberFault({ runs, seed, clockStep }: Pick<RunsOptions, 'runs' | 'seed' | 'clockStep'>): string | undefined {
    if (!/^\d{1,9}$/.test(runs) || Number(runs) < 1) {
        return `--runs ${runs}: not a whole number of at least 1`;
    }
    if (!/^\d{1,20}$/.test(seed) || BigInt(seed) >= 1n << 64n) {
        return `--seed ${seed}: not a whole number below 2^64`;
    }
    return !(Number(clockStep) >= 0) || !Number.isFinite(Number(clockStep))
        ? `--clock-step ${clockStep}: not a number of seconds of at least 0`
        : undefined;
}

function table(
    model: Model,
    [path, ...paths]: readonly string[],
    options: RunsOptions,
    limits: BehaviourOptions,
    display: Display
): [Answer, readonly Distribution[]] {
    const refused = (error: string): [Answer, readonly Distribution[]] => [{ checks: [], errors: [error] }, []];
    const found = elementAt(model, path);
    if (found === undefined) {
        return [{ checks: [], errors: [symbolNotFound(path)] }, []];
    }
    if (!isAction(found.element)) {
        return refused(`"${found.id}" is not an action`);
    }
    const { seed, draws } = options;
    const runs = Number(options.runs);
    const lines: string[] = [];
    // rows are written immediately, so that memory does not grow with their number
    const written = (line: string): void => void (options.json === true ? lines.push(line) : process.stdout.write(`${line}\n`));
    try {
        const question = questionOf(model, found, paths, options);
        const request = runsRequest(model, question, limits);
        const made = watched(progressBar(runs, 'runs'), onProgress =>
            options.rows === true
                ? makeRuns(model, request, limits, row => {
                      written(rowText(row, display));
                      onProgress?.(row.run);
                  })
                : makeSharedRuns(
                      { runs, threads: threadsFor(limits), collector: () => new CollectedRuns(model, request, limits), question },
                      onProgress
                  )
        );
        if (made.error !== undefined) {
            return refused(made.error);
        }
        const answer: Answer = {
            checks: [
                {
                    subject: found.id,
                    status: made.failed > 0 ? 'unresolved' : 'holds',
                    lines: [...lines, ...made.distributions.flatMap(d => distributionLines(d, display))],
                    rows: made.distributions.map(distributionJson)
                }
            ],
            errors: [...made.failures].map(([error, count]) => `${count} of ${runs} runs failed: ${error}`),
            notices: [draws === 'random' ? `${runs} runs, drawn with seed ${seed}` : `${runs} runs, every draw ${draws}`]
        };
        return [answer, made.distributions];
    } catch (error) {
        if (error instanceof StimulusError) {
            return refused(error.message);
        }
        throw error;
    }
}

function questionOf(model: Model, { id, holder }: ElementAt, paths: readonly string[], options: RunsOptions): RunsQuestion {
    const performer = options.performer ?? holder;
    const documents = model.documents.map(({ name, language, text }) => ({ name, language, content: text }));
    return { paths, documents, options, action: id, ...(performer !== undefined && { performer }) };
}

/** The number of threads for runs: one if tools run, since the environment limits their processes. */
const threadsFor = ({ tools }: BehaviourOptions): number => (tools === undefined ? readEnvironment(process.env).counts.SERVICE_JOBS : 1);

const rowText = ({ run, outputs, error }: RunRow, display: Display): string =>
    `${run}: ${error ?? outputs.map(({ name, value }) => `${name} = ${display.text(value)}`).join(', ')}`;

const json = (value: Value): JsonValue => toJson(ValueSchema, encodeValue(value));

function distributionJson(distribution: Distribution): JsonValue {
    const { name, count, numeric } = distribution;
    if (!numeric) {
        return { name, count, numeric, values: distribution.values.map(v => ({ value: json(v.value), count: v.count })) };
    }
    const { min, max, mean, deviation, percentiles, histogram } = distribution;
    return {
        name,
        count,
        numeric,
        min: json(min),
        max: json(max),
        mean: json(mean),
        deviation,
        percentiles: percentiles.map(p => ({ percentile: p.percentile, value: json(p.value) })),
        histogram: histogram.map(b => ({ low: json(b.low), high: json(b.high), count: b.count }))
    };
}
