/**
 * `sysml-workbench run ID PATH…`: runs an action or a state machine, under a policy or explored. What is printed is run-answers.ts'.
 */
import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Command } from 'commander';
import type { AstNode } from 'langium';
import { elementById, qualifiedNameOf } from '../language/semantics/naming.js';
import { generalsOf } from '../language/semantics/specialization.js';
import { ownedMembersOf, owningTypeOf } from '../language/semantics/structure.js';
import { scopeOf } from '../language/semantics/world.js';
import type { Model } from '../language/workspace/workspace.js';
import {
    awaitedEvents, executeAction, executeState, policyOf, type BehaviourOptions, type Policy
} from '../runtime/behaviour/index.js';
import { evaluate, isA } from '../runtime/index.js';
import { isBehavior } from '../runtime/model/kinds.js';
import type { Value } from '../runtime/values/index.js';
import { actionAnswer, explorationAnswer, stateAnswer } from './run-answers.js';
import { PATHS } from './command-line.js';
import { type Answer, questionCommand, runQuestion, type QuestionOptions } from './model.js';

interface RunCommandOptions extends QuestionOptions {
    readonly event?: readonly string[];
    readonly input?: readonly string[];
    readonly schedule: string;
    readonly performer?: string;
    readonly trace?: boolean;
}

const EXAMPLES = `
Examples:
  sysml-workbench run P::charge --input level=0.2 model.sysml      an action, and the values that it ends with
  sysml-workbench run P::lamp --event press --event press model/   a state machine, and the states that it visits
  sysml-workbench run P::race --schedule explore model.sysml       every outcome that some order of concurrent steps has
With explore the status is 2 only when every run failed.`;

/** Milliseconds between two progress lines. */
const PROGRESS_INTERVAL = 500;
const STANDARD_ERROR = 2;

export function runCommand(args: readonly string[]): Promise<number> {
    const collect = (value: string, list: readonly string[] = []): readonly string[] => [...list, value];
    const program = questionCommand('run', 'Runs an action or a state machine.')
        .argument('<id>', 'qualified name of the action or state machine')
        .argument('<path...>', PATHS)
        .option('--event <name>', 'an event for the state machine: the name of what a transition accepts; it carries no payload; repeated for more, in order', collect)
        .option('--input <name=expression>', 'a value for a feature of the action, as an expression; may be repeated', collect)
        .option('--schedule <policy>', 'who goes first where the model leaves it open: reverse, declared, seed:<n>; explore tries every order (explore:runs=<n>,depth=<d> bounds it)', 'reverse')
        .option('--performer <path>', 'the part that performs it: a qualified name, then .feature[index] steps')
        .option('--trace', 'also what it does, line by line with times')
        .addHelpText('after', EXAMPLES);
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

function answer(model: Model, id: string, options: RunCommandOptions, policy: Policy, limits: BehaviourOptions): Answer {
    const element = elementById(model, id);
    if (element === undefined) {
        return refused(`symbol not found: ${id}`);
    }
    if (isMachine(element)) {
        return options.input !== undefined ? refused(`--input is for an action: ${id} is a state machine`) : withPerformerAdvice(element, options, runMachine(model, id, options, policy, limits));
    }
    if (!isBehavior(element)) {
        const behaviours = behavioursOf(element);
        return refused(`${id} is neither an action nor a state machine${behaviours.length === 0 ? '' : `; it performs ${behaviours.join(', ')} (run one with --performer ${id})`}`);
    }
    return options.event !== undefined ? refused(`--event is for a state machine: ${id} is none`) : withPerformerAdvice(element, options, runAction(model, id, options, policy, limits));
}

/** The answer, with what is missing when a behaviour reads features of the part that it is written in and nothing performs it. */
function withPerformerAdvice(element: AstNode, { performer }: RunCommandOptions, answered: Answer): Answer {
    const owner = owningTypeOf(element);
    const isMissing = performer === undefined && owner !== undefined && !isBehavior(owner) && answered.errors?.some(e => e.includes('unresolved reference: ')) === true;
    return isMissing ? { ...answered, notices: [...answered.notices ?? [], `nothing performs it: --performer <path> names a ${qualifiedNameOf(owner) ?? 'part'} that does`] } : answered;
}

/** Qualified names of the actions and machines that an element of another kind has, its own and inherited ones. */
function behavioursOf(element: AstNode): string[] {
    const seen = new Set<AstNode>();
    const visit = (type: AstNode): AstNode[] => {
        if (seen.has(type) || scopeOf(type).isLibrary) {
            return [];
        }
        seen.add(type);
        return [...ownedMembersOf(type).filter(m => isMachine(m) || isBehavior(m)), ...generalsOf(type).flatMap(visit)];
    };
    return visit(element).map(qualifiedNameOf).filter(n => n !== undefined);
}

const isMachine = (element: AstNode): boolean => isA(element, 'StateUsage') || isA(element, 'StateDefinition');

const refused = (error: string): Answer => ({ checks: [], errors: [error] });

function runAction(model: Model, id: string, { input = [], performer = '', trace }: RunCommandOptions, policy: Policy, limits: BehaviourOptions): Answer {
    const inputs = new Map<string, Value>();
    for (const text of input) {
        const [name, expression] = text.split(/=(.*)/s);
        if (expression === undefined) {
            return refused(`input ${name}: not of the form name=expression`);
        }
        if (inputs.has(name)) {
            return refused(`input ${name}: given twice`);
        }
        const { result, error } = evaluate(model, { expression, contextId: id }, limits);
        if (result === undefined) {
            return refused(`input ${name}: ${error ?? 'no value'}`);
        }
        inputs.set(name, result);
    }
    const result = watched(onRun => executeAction(model, { action: id, inputs, policy, performer, trace: trace === true }, { ...limits, onRun }));
    return result.exploration !== undefined ? explorationAnswer(id, result.exploration) : actionAnswer(id, result);
}

function runMachine(model: Model, id: string, options: RunCommandOptions, policy: Policy, limits: BehaviourOptions): Answer {
    const { event = [], performer = '', trace } = options;
    const result = watched(onRun => executeState(model, { machine: id, events: event, policy, performer, trace: trace === true }, { ...limits, onRun }));
    const answered = result.exploration !== undefined ? explorationAnswer(id, result.exploration) : stateAnswer(id, result);
    return { ...answered, notices: [...unawaited(model, id, event), ...answered.notices ?? []] };
}

/** An event that no transition waits for is dropped; mostly its name is mistaken. */
function unawaited(model: Model, id: string, events: readonly string[]): string[] {
    const awaited = awaitedEvents(model, id);
    return [...new Set(events)].filter(e => !awaited.includes(e)).map(e =>
        `no transition of ${id} waits for the event ${e}${awaited.length === 0 ? '' : ` (they wait for ${awaited.join(', ')})`}`);
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
