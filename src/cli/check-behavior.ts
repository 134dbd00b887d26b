/** `sysml-workbench check-behavior ID PATH…`: searches every schedule of an action or a state machine for violations. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '@bufbuild/protobuf';
import { type Command, Option } from 'commander';
import { codeOfFailure, messageOf } from '../language/failures.js';
import type { Model } from '../language/workspace/workspace.js';
import { inputOf, StimulusError, type BehaviourOptions } from '../runtime/behaviour/index.js';
import { isMachine, symbolNotFound, type Run } from '../runtime/evaluation/index.js';
import {
    checkBehavior,
    type CheckAnswer,
    DEFAULT_BOUNDS,
    DEFAULT_UNROLLING,
    type SolverCheck,
    type Witness,
    witnessFile
} from '../runtime/engines/index.js';
import type { Value } from '../runtime/values/index.js';
import type { Answer } from '../session/answers/answer.js';
import { boundsOf, checkLines, outcomeText, strengthOf, violationText, witnessNames } from '../session/answers/check-answers.js';
import { solverCheckLines, solverWitnessNames } from '../session/answers/solver-check-answers.js';
import { elementAt } from '../session/questions/element-paths.js';
import { PATHS } from './command-line.js';
import { questionCommand, runQuestion, type QuestionOptions } from './model.js';
import { watched } from './progress.js';
import { solverCheck } from './solver-check.js';

interface CheckOptions extends QuestionOptions {
    readonly performer?: string;
    readonly input?: readonly string[];
    readonly property?: readonly string[];
    readonly diverge?: readonly string[];
    readonly witness?: string;
    readonly depth?: string;
    readonly states?: string;
    readonly timeout?: string;
    readonly engine: 'check' | 'smt';
    readonly assume?: readonly string[];
    readonly unroll?: string;
}

const EXAMPLES = `
Examples:
  sysml-workbench check-behavior P::tank.fill model.sysml                       deadlocks, failures, values that depend on the order
  sysml-workbench check-behavior P::tank.fill --property P::Tank::low model/    also states in which a constraint is false
  sysml-workbench check-behavior P::Lamp::states --states 10000 model/          a state machine, at most 10000 states of it
  sysml-workbench check-behavior P::tank.fill --witness out/ model.sysml        a file for each violation: its run, step by step
  sysml-workbench check-behavior P::fill --engine smt --property P::low m.sysml for all values of the inputs, or a counterexample
"run ID --schedule SCHEDULE" repeats the run of a witness; --json prints the schedules.`;

export function checkBehaviorCommand(args: readonly string[]): Promise<number> {
    const collect = (value: string, list: readonly string[] = []): readonly string[] => [...list, value];
    const program = questionCommand(
        'check-behavior',
        'Searches every order in which an action or a state machine can run for deadlocks, failures and violated constraints.'
    )
        .argument('<id>', 'qualified name of the action or state machine, or a path to it from what performs it (P::car.drive)')
        .argument('<path...>', PATHS)
        .option('--property <id>', 'a constraint or requirement that must hold in every state; may be repeated', collect)
        .option(
            '--diverge <feature>',
            'check only whether this feature has the same final value in every order (default: all features); may be repeated',
            collect
        )
        .option('--performer <path>', 'the part that performs it: a qualified name, then .feature[index] steps')
        .option(
            '--input <name=expression>',
            'the value of a feature at the start; smt: a name without a value stands for any value; may be repeated',
            collect
        )
        .option('--witness <folder>', 'write a file with the run that shows it for each violation and each different final value')
        .addOption(
            new Option('--engine <engine>', 'check: search every order; smt: use a solver, for all values of the inputs without a value')
                .choices(['check', 'smt'])
                .default('check')
        )
        .option('--assume <id>', 'smt: a constraint that is assumed to hold at the start; may be repeated', collect)
        .option(
            '--unroll <n>',
            `smt: greatest number of iterations of a loop whose condition depends on free inputs (default: ${DEFAULT_UNROLLING.unroll})`
        )
        .option('--depth <n>', `greatest number of moves of one run (default: ${DEFAULT_BOUNDS.depth}; smt: ${DEFAULT_UNROLLING.depth})`)
        .option('--states <n>', `greatest number of distinct states (default: ${DEFAULT_BOUNDS.states})`)
        .option('--timeout <seconds>', 'stop the search after this time')
        .addHelpText('after', EXAMPLES);
    return Promise.resolve(
        runQuestion<CheckOptions>(program, args, ([id, ...paths], options) => {
            checkNumbers(program, options);
            return {
                paths,
                about: [id, ...(options.property ?? [])],
                answer: (model, limits) => checked(model, id, options, limits)
            };
        })
    );
}

/** Refuses invalid numbers before any file is read. */
function checkNumbers(program: Command, options: CheckOptions): void {
    const { depth, states, unroll, timeout, engine } = options;
    for (const [name, bound] of Object.entries({ depth, states, unroll })) {
        if (bound !== undefined && (!/^\d{1,9}$/.test(bound) || Number(bound) < 1)) {
            program.error(`--${name} ${bound}: ${name} takes a bound of at least one`);
        }
    }
    const foreign = (engine === 'smt' ? (['states'] as const) : (['assume', 'unroll'] as const)).find(name => options[name] !== undefined);
    if (foreign !== undefined) {
        program.error(`--${foreign} is an option of --engine ${engine === 'smt' ? 'check' : 'smt'}`);
    }
    if (timeout !== undefined && !(Number(timeout) > 0)) {
        program.error(`--timeout ${timeout}: not a number of seconds above 0`);
    }
}

function checked(model: Model, path: string, options: CheckOptions, limits: BehaviourOptions): Answer {
    const refused = (error: string): Answer => ({ checks: [], errors: [error] });
    const found = elementAt(model, path);
    if (found === undefined) {
        return { checks: [], errors: [symbolNotFound(path)] };
    }
    const { input = [], property = [], diverge = [], performer = found.holder ?? '', timeout } = options;
    const kind = isMachine(found.element) ? 'machine' : 'action';
    try {
        const freed = options.engine === 'smt' ? input.filter(text => !text.includes('=')) : [];
        const read = input.filter(text => !freed.includes(text)).map(text => inputOf(text, { model, contextId: found.id, limits }));
        const inputs = (run: Run): ReadonlyMap<string, Value> => new Map(read.map(i => [i.name, i.value(run)]));
        const of = (name: 'depth' | 'states' | 'unroll'): object => (options[name] === undefined ? {} : { [name]: Number(options[name]) });
        const subject = { behaviour: found.id, kind, performer, inputs, properties: property, diverge } as const;
        if (options.engine === 'smt') {
            const request = { ...subject, freed, assumed: options.assume ?? [], bounds: { ...of('depth'), ...of('unroll') } };
            const ends = timeout === undefined ? Infinity : Date.now() + Number(timeout) * 1000;
            const answer = solverCheck(() => undefined)(model, request, ends, limits);
            return 'error' in answer ? { checks: [], errors: [answer] } : solverAnswer(answer, performer, options.witness);
        }
        const progress = { moves: 0, depth: 0 };
        const answer = watched(
            states => `${states} states, ${progress.moves} moves, depth ${progress.depth}`,
            onProgress =>
                checkBehavior(
                    model,
                    {
                        ...subject,
                        bounds: {
                            ...of('depth'),
                            ...of('states'),
                            ...(timeout !== undefined && { timeout: Number(timeout) * 1000 })
                        },
                        onProgress: (states, moves, depth) => {
                            Object.assign(progress, { moves, depth });
                            onProgress?.(states);
                        }
                    },
                    limits
                )
        );
        return 'error' in answer ? { checks: [], errors: [answer] } : checkAnswer(answer, performer, options.witness);
    } catch (error) {
        if (error instanceof StimulusError) {
            return refused(error.message);
        }
        throw error;
    }
}

const STATUSES = { holds: 'holds', fails: 'fails', undecided: 'unresolved' } as const;

interface Filed<W> {
    readonly files: ReadonlyMap<W, string>;
    readonly errors: string[];
}

/** Writes each witness to a file. A failure to write becomes an error of the answer. */
function filed<W extends Witness>(names: ReadonlyMap<W, string>, folder: string | undefined): Filed<W> {
    if (folder === undefined) {
        return { files: new Map<W, string>(), errors: [] };
    }
    const files = new Map([...names].map(([witness, name]) => [witness, join(folder, name)]));
    try {
        mkdirSync(folder, { recursive: true });
        files.forEach((file, witness) => writeFileSync(file, witnessFile(witness)));
    } catch (error) {
        if (codeOfFailure(error) === undefined) {
            throw error;
        }
        return { files, errors: [messageOf(error)] };
    }
    return { files, errors: [] };
}

function solverAnswer(answer: SolverCheck, performer: string, folder: string | undefined): Answer {
    const { files, errors } = filed(solverWitnessNames(answer, performer), folder);
    const { name, verdict, witness, contrast, text } = answer;
    const runs = [witness, contrast].filter(run => run !== undefined);
    return {
        checks: [
            {
                subject: name,
                status: STATUSES[verdict],
                lines: solverCheckLines(answer, files),
                results: withStanding(
                    runs.map(run => ({ violation: text, schedule: run.schedule, inputs: [...run.inputs] })),
                    'smt',
                    answer.strength,
                    answer.bounds
                )
            }
        ],
        errors
    };
}

function checkAnswer(answer: CheckAnswer, performer: string, folder: string | undefined): Answer {
    const { files, errors } = filed(witnessNames(answer, performer), folder);
    return {
        checks: [
            {
                subject: answer.name,
                status: STATUSES[answer.verdict],
                lines: checkLines(answer, files),
                results: withStanding(
                    [
                        ...answer.violations.map(v => ({ violation: violationText(v), schedule: v.witness.schedule })),
                        ...answer.finals.map(f => ({ outcome: outcomeText(f), schedule: f.witness.schedule }))
                    ],
                    'check',
                    strengthOf(answer),
                    boundsOf(answer.bounds).map(([name, limit]) => ({
                        name,
                        limit: Math.round(limit),
                        isReached: answer.search.boundsHit.includes(name)
                    }))
                )
            }
        ],
        errors
    };
}

/**
 * The results of a search, each with its engine, strength and bounds (contract sheet 11.6); one result with only these if there is none.
 */
function withStanding(
    results: readonly Readonly<Record<string, JsonValue>>[],
    engine: string,
    strength: string,
    bounds: readonly { readonly name: string; readonly limit: number; readonly isReached: boolean }[]
): readonly JsonValue[] {
    const standing = {
        engine,
        strength,
        bounds: bounds.map(({ name, limit, isReached }) => ({ name, limit: String(limit), ...(isReached && { reached: true }) }))
    };
    return (results.length === 0 ? [{}] : results).map(result => ({ ...result, ...standing }));
}
