/**
 * `sysml-workbench run ID PATH…`: runs an action or a state machine, under a policy or explored: outputs, states, a readable trace with
 * times, choice points; `explore` prints a table of outcomes.
 */
import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { toJson, type JsonValue } from '@bufbuild/protobuf';
import type { Command } from 'commander';
import { elementById } from '../language/semantics/naming.js';
import type { Diagnostic } from '../language/workspace/diagnostics.js';
import type { Model } from '../language/workspace/workspace.js';
import {
    DEFAULT_BEHAVIOUR_LIMITS, executeAction, executeState, policyOf, type BehaviourOptions, type Exploration, type Note, type Policy
} from '../runtime/behaviour/index.js';
import { evaluate, isA, type RunOptions } from '../runtime/index.js';
import type { Value } from '../runtime/values/index.js';
import { readEnvironment } from '../service/config/environment.js';
import { ValueSchema } from '../service/generated/sysml_pb.js';
import { encodeValue } from '../service/wire/value.js';
import { displayed } from './display.js';
import { type Answer, type Check, questionCommand, runQuestion, type QuestionOptions } from './model.js';

interface RunCommandOptions extends QuestionOptions {
    readonly event: readonly string[];
    readonly input: readonly string[];
    readonly schedule: string;
    readonly performer: string;
    readonly trace?: boolean;
}

/** Milliseconds between two progress lines. */
const PROGRESS_INTERVAL = 500;
const STANDARD_ERROR = 2;

export function runCommand(args: readonly string[]): Promise<number> {
    const collect = (value: string, list: readonly string[]): readonly string[] => [...list, value];
    const program = questionCommand('run', 'Runs an action or a state machine.')
        .argument('<id>', 'qualified name of the action or state machine')
        .argument('<path...>', 'files (.sysml, .kerml) and folders; - for standard input')
        .option('--event <name>', 'an event for the state machine, in order; may be repeated', collect, [])
        .option('--input <name=expression>', 'a value for a feature of the action; may be repeated', collect, [])
        .option('--schedule <policy>', 'reverse, declared, seed:<n>, explore, explore:runs=<n>,depth=<d>', '')
        .option('--performer <path>', 'the part that performs it: a qualified name, then .feature[index] steps', '')
        .option('--trace', 'what a state machine does, with times');
    return Promise.resolve(runQuestion<RunCommandOptions>(program, args, ([id, ...paths], options) => {
        const policy = readPolicy(program, options);
        return { paths, ask: (model, limits) => answer(model, id, options, policy, limits) };
    }));
}

/** The policy of the command line: a refused one is told before any file is read (contract behaviour 1.2). */
function readPolicy(program: Command, { schedule, trace }: RunCommandOptions): Policy {
    let policy: Policy;
    try {
        policy = policyOf(schedule);
    } catch (error) {
        return program.error((error as Error).message);
    }
    return trace === true && policy.kind === 'explore' ? program.error('--trace records one run: it cannot be asked for with an explore schedule') : policy;
}

function answer(model: Model, id: string, options: RunCommandOptions, policy: Policy, limits: RunOptions): Answer {
    const element = elementById(model, id);
    if (element === undefined) {
        return refused(`symbol not found: ${id}`);
    }
    if (isA(element, 'StateUsage') || isA(element, 'StateDefinition')) {
        return options.input.length > 0 ? refused(`--input is for an action: ${id} is a state machine`) : runMachine(model, id, options, policy, limits);
    }
    return options.event.length > 0 ? refused(`--event is for a state machine: ${id} is none`) : runAction(model, id, options, policy, limits);
}

const refused = (error: string): Answer => ({ checks: [], errors: [error] });

function runAction(model: Model, id: string, { input, performer }: RunCommandOptions, policy: Policy, limits: RunOptions): Answer {
    const inputs = new Map<string, Value>();
    for (const text of input) {
        const [name, expression] = text.split(/=(.*)/s);
        if (expression === undefined) {
            return refused(`input ${name}: not of the form name=expression`);
        }
        const { result, error } = evaluate(model, { expression, contextId: id }, limits);
        if (result === undefined) {
            return refused(`input ${name}: ${error ?? 'no value'}`);
        }
        inputs.set(name, result);
    }
    const result = watched(onRun => executeAction(model, { action: id, inputs, policy, performer }, behaviourOptions(limits, onRun)));
    if (result.exploration !== undefined) {
        return explored(id, result.exploration);
    }
    const values = [...result.outputs ?? [], ...result.performerAttributes];
    return answered(id, result.error, [...valueLines(values), ...clockLine(result.finalTime)], values, result.notes);
}

function runMachine(model: Model, id: string, options: RunCommandOptions, policy: Policy, limits: RunOptions): Answer {
    const { event, performer, trace } = options;
    const result = watched(onRun => executeState(model, { machine: id, events: event, policy, performer, trace: trace === true }, behaviourOptions(limits, onRun)));
    if (result.exploration !== undefined) {
        return explored(id, result.exploration);
    }
    const lines = result.trace.map(r => `${`t=${r.time}`.padEnd(10)} ${r.text}`);
    if (result.traceDropped > 0) {
        lines.unshift(`(${result.traceDropped} earlier records were dropped)`);
    }
    const values = [...result.finalContext];
    const states = result.error === '' ? [`states: ${result.statesVisited.join(' -> ')}`, `final state: ${result.finalState || '(none)'}`] : [];
    return answered(id, result.error, [...lines, ...states, ...valueLines(values), ...clockLine(result.finalTime)], values, result.notes);
}

function answered(id: string, error: string, lines: readonly string[], values: readonly (readonly [string, Value])[], notes: readonly Note[]): Answer {
    const check: Check = {
        subject: id, status: error === '' ? 'holds' : 'unresolved', lines,
        values: values.map(([name, value]) => ({ name, value: toJson(ValueSchema, encodeValue(value)) })),
    };
    const diagnostics: Diagnostic[] = notes.map(({ code, message }) => ({ severity: 'info', code, message }));
    return { checks: [check], errors: error === '' ? [] : [error], diagnostics, notices: notes.map(n => n.message) };
}

function valueLines(values: readonly (readonly [string, Value])[]): string[] {
    return values.map(([name, value]) => `${name} = ${displayed(value)}`);
}

function clockLine(time: number): string[] {
    return time === 0 ? [] : [`final time: ${time} s`];
}

/** A table of outcomes with how often each was reached. */
function explored(id: string, { outcomes, status }: Exploration): Answer {
    const lines = outcomes.map(({ linearizations, finalState, statesVisited, outputs, error, probability }) => {
        const end = error !== '' ? `error: ${error}` : [finalState === '' ? '' : `${finalState} (${statesVisited.join(' -> ')})`, ...valueLines([...outputs])].filter(t => t !== '').join(', ');
        return `${String(linearizations).padStart(6)}  ${end === '' ? '(no outputs)' : end}${probability === 0 ? '' : `  p=${probability}`}`;
    });
    const { runs, complete, budgetsHit } = status;
    const summary = `${runs} ${runs === 1 ? 'run' : 'runs'}, ${outcomes.length} ${outcomes.length === 1 ? 'outcome' : 'outcomes'}, ${complete ? 'complete'
        : `incomplete (${budgetsHit.join(', ')})`}`;
    const results: JsonValue[] = outcomes.map(({ outputs, linearizations, finalState, statesVisited, error, witness, probability }) => ({
        outputs: Object.fromEntries([...outputs].map(([name, value]) => [name, toJson(ValueSchema, encodeValue(value))])), linearizations, finalState,
        statesVisited: [...statesVisited], error, witness: [...witness], probability,
    }));
    return { checks: [{ subject: id, status: 'holds', lines: ['  runs  outcome', ...lines, summary], results }] };
}

/** Budgets of behaviour from the environment, and who is told how many runs an exploration made. */
function behaviourOptions(limits: RunOptions, onRun: BehaviourOptions['onRun']): BehaviourOptions {
    const { counts } = readEnvironment(process.env);
    return {
        ...limits,
        behaviour: {
            ...DEFAULT_BEHAVIOUR_LIMITS, actionSteps: counts.SERVICE_MAX_ACTION_STEPS, events: counts.SERVICE_MAX_EVENTS, doSteps: counts.SERVICE_MAX_DO_STEPS,
            heldEvents: counts.SERVICE_MAX_HELD_EVENTS,
        },
        onRun,
    };
}

/**
 * Runs with a progress line on a terminal, which is wiped at the end. Writes to the descriptor itself: the stream of a thread is passed on only
 * when the thread pauses, which an exploration does not, and does not know a terminal.
 */
function watched<T>(run: (onRun: BehaviourOptions['onRun']) => T): T {
    if (!isatty(STANDARD_ERROR)) {
        return run(undefined);
    }
    let shown = performance.now();
    let isShown = false;
    try {
        return run(runs => {
            if (performance.now() - shown > PROGRESS_INTERVAL) {
                shown = performance.now();
                isShown = true;
                writeSync(STANDARD_ERROR, `\r\x1b[K${runs} runs`);
            }
        });
    } finally {
        if (isShown) {
            writeSync(STANDARD_ERROR, '\r\x1b[K');
        }
    }
}
