/**
 * `sysml-workbench run ID PATH…`: runs an action or a state machine under a policy, or explores its schedules. run-answers.ts writes
 * the answer.
 */
import type { Command } from 'commander';
import type { AstNode } from '../language/generated/tree.js';
import { qualifiedNameOf } from '../language/semantics/naming.js';
import { generalsOf } from '../language/semantics/specialization.js';
import { ownedMembersOf, owningTypeOf } from '../language/semantics/structure.js';
import { scopeOf } from '../language/semantics/world.js';
import type { Model } from '../language/workspace/workspace.js';
import {
    awaitedEvents,
    eventName,
    eventOf,
    executeAction,
    executeState,
    inputOf,
    isAwaited,
    policyOf,
    secondsIn,
    startRun,
    StimulusError,
    type ActionResult,
    type BehaviourOptions,
    type ExpressionScope,
    type Policy,
    type StateResult,
    type TimedEvent,
    type TimedInput
} from '../runtime/behaviour/index.js';
import { isBehavior, isMachine, symbolNotFound, type Run, type Display } from '../runtime/evaluation/index.js';
import type { Value } from '../runtime/values/index.js';
import { watched } from './progress.js';
import { pictureOfRun } from './run-picture.js';
import { elementAt, shownOf } from '../session/questions/element-paths.js';
import { actionAnswer, explorationAnswer, stateAnswer } from '../session/answers/run-answers.js';
import { PATHS, refusing } from './command-line.js';
import { writeRendering } from './view.js';
import { questionCommand, runQuestion, type QuestionOptions } from './model.js';
import type { Answer } from '../session/answers/answer.js';
import { messageOf } from '../language/failures.js';

/** Receives a run that is to be drawn. */
type DrawRun = (model: Model, id: string, kind: 'action' | 'state', result: ActionResult | StateResult) => void;

interface RunCommandOptions extends QuestionOptions {
    readonly event?: readonly string[];
    readonly input?: readonly string[];
    readonly schedule: string;
    readonly performer?: string;
    readonly trace?: boolean;
    readonly until?: string;
    readonly svg?: string;
}

const EXAMPLES = `
Examples:
  sysml-workbench run P::charge --input level=0.2 model.sysml      an action, and the values that it ends with
  sysml-workbench run P::lamp --event press --event press model/   a state machine, and the states that it visits
  sysml-workbench run P::drone --event 'Goto(height = 30)@12s' --until 1h model/   an event with what it carries, at its time
  sysml-workbench run P::race --schedule explore model.sysml       every outcome that some order of concurrent steps has
With explore the status is 2 only when every run failed.`;

export async function runCommand(args: readonly string[]): Promise<number> {
    const collect = (value: string, list: readonly string[] = []): readonly string[] => [...list, value];
    const program = questionCommand('run', 'Runs an action or a state machine.')
        .argument('<id>', 'qualified name of the action or state machine, or a path to it from what performs it (P::car.modes)')
        .argument('<path...>', PATHS)
        .option(
            '--event <name>',
            "an event for the state machine: the type or name that a transition accepts, with values if it has some, 'Goto(height = 30)', and @12s for its time; may be repeated, in the order of the events",
            collect
        )
        .option(
            '--input <name=expression>',
            'the value of a feature of the behaviour, as an expression; with @12s it applies from that time on; may be repeated',
            collect
        )
        .option(
            '--schedule <policy>',
            'the order of concurrent steps that the model leaves open: reverse, declared, seed:<n>; explore tries every order (explore:runs=<n>,depth=<d> bounds it)',
            'reverse'
        )
        .option('--performer <path>', 'the part that performs it: a qualified name, then .feature[index] steps')
        .option('--until <time>', 'the time at which the run ends even if something still waits: 90s, 5min, 1h')
        .option('--trace', 'also print each step of the run with its time')
        .option(
            '--svg <file>',
            'also write a picture: an animation of the run in the diagram of the behaviour; with explore, the tree of choices and outcomes'
        )
        .addHelpText('after', EXAMPLES);
    const pictures: { readonly path: string; readonly drawing: Promise<string> }[] = [];
    const status = runQuestion<RunCommandOptions>(program, args, ([id, ...paths], options) => {
        const draw: DrawRun = (model, id, kind, result) => {
            if (options.svg !== undefined) {
                pictures.push({ path: options.svg, drawing: pictureOfRun(model, id, kind, result) });
            }
        };
        const policy = readPolicy(program, options);
        if (options.until !== undefined && secondsIn(options.until) === undefined) {
            program.error(`--until ${options.until}: not a time such as 90s, 1.5min or 1h`);
        }
        return { paths, about: [id], answer: (model, limits, display) => answer(model, id, options, { policy, limits, display, draw }) };
    });
    return refusing(program, async () => {
        for (const { path, drawing } of pictures) {
            writeRendering(path, await drawing);
        }
        return status;
    });
}

/** The policy of the command line. An invalid one is reported before any file is read (contract behaviour 1.2). */
function readPolicy(program: Command, { schedule, trace }: RunCommandOptions): Policy {
    let policy: Policy;
    try {
        policy = policyOf(schedule);
    } catch (error) {
        return program.error(messageOf(error));
    }
    return trace === true && policy.kind === 'explore'
        ? program.error('--trace records one run: it cannot be requested with an explore schedule')
        : policy;
}

function answer(
    model: Model,
    path: string,
    options: RunCommandOptions,
    how: Pick<RequestedRun, 'policy' | 'limits' | 'display' | 'draw'>
): Answer {
    const found = elementAt(model, path);
    if (found === undefined) {
        return { checks: [], errors: [symbolNotFound(path)] };
    }
    const { element, id, holder } = found;
    const request: RequestedRun = { model, id, options: { performer: holder, ...options }, ...how };
    if (isMachine(element)) {
        return withPerformerAdvice(
            element,
            request.options,
            unlessRefused(() => runMachine(request))
        );
    }
    if (!isBehavior(element)) {
        const behaviours = behavioursOf(element);
        return refused(
            `${id} is neither an action nor a state machine${behaviours.length === 0 ? '' : `; it performs ${behaviours.join(', ')} (run one with --performer ${id})`}`
        );
    }
    return options.event !== undefined
        ? refused(`--event is for a state machine: ${id} is none`)
        : withPerformerAdvice(
              element,
              request.options,
              unlessRefused(() => runAction(request))
          );
}

/** A behaviour to run. */
interface RequestedRun {
    readonly model: Model;
    readonly id: string;
    readonly options: RunCommandOptions;
    readonly policy: Policy;
    readonly limits: BehaviourOptions;
    readonly display: Display;
    readonly draw: DrawRun;
}

function unlessRefused(run: () => Answer): Answer {
    try {
        return run();
    } catch (error) {
        if (error instanceof StimulusError) {
            return refused(error.message);
        }
        throw error;
    }
}

/** Adds the advice to name a performer, if none is given and the behaviour failed, or had no results, without one. */
function withPerformerAdvice(element: AstNode, { performer }: RunCommandOptions, answered: Answer): Answer {
    const owner = owningTypeOf(element);
    if (performer !== undefined || owner === undefined || isBehavior(owner)) {
        return answered;
    }
    const part = qualifiedNameOf(owner) ?? 'part';
    const advice = answered.errors?.some(e => typeof e !== 'string' && e.unknown !== undefined)
        ? `it has no performer: name a ${part} that performs it with --performer <path>`
        : (answered.errors ?? []).length === 0 && answered.checks.every(c => c.lines.length === 0)
          ? `it has no outputs and ran on a ${part} of its own: --performer <path> names the one that performs it`
          : undefined;
    return advice === undefined ? answered : { ...answered, notices: [...(answered.notices ?? []), advice] };
}

/** Qualified names of the actions and state machines of another element, owned and inherited. */
function behavioursOf(element: AstNode): string[] {
    const seen = new Set<AstNode>();
    const visit = (type: AstNode): AstNode[] => {
        if (seen.has(type) || scopeOf(type).isLibrary) {
            return [];
        }
        seen.add(type);
        return [...ownedMembersOf(type).filter(isBehavior), ...generalsOf(type).flatMap(visit)];
    };
    return visit(element)
        .map(qualifiedNameOf)
        .filter(n => n !== undefined);
}

const refused = (error: string): Answer => ({ checks: [], errors: [error] });

/** The inputs and events on the command line. @throws StimulusError */
function readInputs(
    { input = [] }: RunCommandOptions,
    scope: ExpressionScope
): { readonly first: TimedInput[]; readonly later: TimedInput[] } {
    const inputs = input.map(text => inputOf(text, scope));
    const first = inputs.filter(i => !i.isTimed);
    const twice = first.find((i, at) => first.findIndex(other => other.name === i.name) !== at);
    if (twice !== undefined) {
        throw new StimulusError(`input ${twice.name}: given twice`);
    }
    return { first, later: inputs.filter(i => i.isTimed) };
}

function runAction({ model, id, options, policy, limits, display, draw }: RequestedRun): Answer {
    const shown = shownOf(model, display, id, options.performer);
    const { performer = '', trace } = options;
    const { first, later } = readInputs(options, { model, contextId: id, limits });
    const inputs = (run: Run): ReadonlyMap<string, Value> => new Map(first.map(i => [i.name, i.value(run)]));
    const request = {
        action: id,
        inputs,
        timedInputs: later,
        until: secondsOf(options),
        policy,
        performer,
        trace: trace === true,
        moments: options.svg !== undefined
    };
    const result = watched(
        runs => `${runs} runs`,
        onRun => executeAction(model, request, { ...limits, onRun })
    );
    draw(model, id, 'action', result);
    return result.exploration !== undefined ? explorationAnswer(id, result.exploration, shown) : actionAnswer(id, result, shown);
}

function runMachine({ model, id, options, policy, limits, display, draw }: RequestedRun): Answer {
    const shown = shownOf(model, display, id, options.performer);
    const { event = [], performer = '', trace } = options;
    const scope = { model, contextId: id, limits };
    const events = event.map(text => eventOf(text, scope));
    const { first, later } = readInputs(options, scope);
    const request = {
        machine: id,
        events,
        timedInputs: [...first, ...later],
        until: secondsOf(options),
        policy,
        performer,
        trace: trace === true,
        traceDetails: true,
        moments: options.svg !== undefined
    };
    const result = watched(
        runs => `${runs} runs`,
        onRun => executeState(model, request, { ...limits, onRun })
    );
    draw(model, id, 'state', result);
    const answered = result.exploration !== undefined ? explorationAnswer(id, result.exploration, shown) : stateAnswer(id, result, shown);
    return { ...answered, notices: [...unawaited(model, id, events, limits), ...(answered.notices ?? [])] };
}

const secondsOf = ({ until }: RunCommandOptions): number | undefined => (until === undefined ? undefined : secondsIn(until));

/** Warnings about events that no transition accepts, so that they are dropped: usually the name is misspelled. */
function unawaited(model: Model, id: string, events: readonly (string | TimedEvent)[], limits: BehaviourOptions): string[] {
    const awaited = awaitedEvents(model, id);
    const run = startRun(model, limits);
    return [...new Set(events.filter(e => !isAwaited(run, id, e)).map(eventName))].map(
        e => `no transition of ${id} waits for the event ${e}${awaited.length === 0 ? '' : ` (they wait for ${awaited.join(', ')})`}`
    );
}
