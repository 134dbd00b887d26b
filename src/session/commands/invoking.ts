/** Whole runs: `%invoke` on an object, `%run` with an animated picture, `%render-run` of the recorded run (newest-operations 10). */
import type { AstNode } from '../../language/generated/tree.js';
import { nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import {
    type ActionResult,
    eventOf,
    executeAction,
    executeState,
    inputOf,
    performOn,
    policyOf,
    type Population,
    PolicyFault,
    type StateResult,
    StimulusError
} from '../../runtime/behaviour/index.js';
import {
    articledKind,
    callOn,
    Display,
    type Instance,
    isBehavior,
    isCalculation,
    isConstraint,
    isMachine
} from '../../runtime/evaluation/index.js';
import type { Value } from '../../runtime/values/index.js';
import { drawOutcomes, drawView, framesOf, isRefused, renderView } from '../../views/index.js';
import { displayed } from '../../runtime/evaluation/index.js';
import { shapedText } from '../answers/object-tree.js';
import { CellFailure, type Shown } from '../answers/shown.js';
import { actionAnswer, explorationAnswer, stateAnswer } from '../answers/run-answers.js';
import { shownOf } from '../questions/element-paths.js';
import type { CommandGroup, Session } from '../session.js';
import { argumentsOf, valuesOf } from './arguments.js';
import { bare, optionsOf, wordsOf } from './command.js';
import { runOfObjects } from './expressions.js';
import { madeObject } from './objects.js';
import { RUN_FORMS, renderedRun } from './run-renderings.js';
import { json, subjectPath } from './verdicts.js';

// --- On an object -----------------------------------------------------------------------------------------------------

function invoked(session: Session, words: readonly string[]): Shown | undefined {
    const [name, operation, ...texts] = words;
    if (operation === undefined) {
        return undefined;
    }
    const { population, instance, label } = madeObject(session, bare(name));
    const run = runOfObjects(session, population);
    if (session.debugging?.beside === undefined) {
        population.follow(session.newScheduler());
    }
    const index = instance.layout.byName.get(operation.replace(/^'(.*)'$/s, '$1'));
    const feature: AstNode | undefined = index === undefined ? undefined : instance.layout.slots[index].feature;
    if (feature === undefined) {
        throw new CellFailure(
            'CommandError',
            `object has no such behavior: ${operation} of ${label} (type ${qualifiedNameOf(instance.type) ?? ''})`
        );
    }
    const outputs = operationOn(session, population, instance, feature, texts);
    const display = Display.in(run, []);
    const values = [...outputs].map(([output, value]) => `  ${output} = ${shapedText(value, display)}`);
    const path = label.includes('.') ? label.slice(label.indexOf('.')) : '';
    const of = label.startsWith('#') ? `object ${label}` : `object #${instance.id} of "${population.name}${path}"`;
    return {
        text: [`✓ Invoked ${operation} on ${of}`, ...(values.length === 0 ? [] : ['', 'Results:', ...values])].join('\n'),
        json: Object.fromEntries([...outputs].map(([output, value]) => [output, json(value)]))
    };
}

/** The outputs of an operation that an object performs: an action, or a calculation or constraint that it has. @throws CellFailure */
function operationOn(
    session: Session,
    population: Population,
    object: Instance,
    operation: AstNode,
    texts: readonly string[]
): ReadonlyMap<string, Value> {
    const { run } = population.simulation;
    if (!isBehavior(operation) && !isCalculation(operation) && !isConstraint(operation)) {
        throw new CellFailure('CommandError', `${nameOf(operation)} is no behavior: it is ${articledKind(operation)}`);
    }
    if (isMachine(operation)) {
        throw new CellFailure('CommandError', `${nameOf(operation)} is a state machine: it runs where the object exhibits it`);
    }
    const given = valuesOf(session, run, argumentsOf(texts), population.name);
    if (isBehavior(operation)) {
        const { outputs, error } = performOn(population, object, operation, given);
        if (error !== undefined) {
            throw session.failed('CommandError', error);
        }
        return outputs;
    }
    const answer = callOn(run, object, operation, given);
    if ('error' in answer) {
        throw session.failed('CommandError', answer);
    }
    return new Map([[answer.name, answer.value]]);
}

// --- By itself, with a picture ----------------------------------------------------------------------------------------

async function runShown(session: Session, argument: string): Promise<Shown | undefined> {
    const { options, rest } = optionsOf(wordsOf(argument));
    const [name, ...words] = rest;
    if (name === undefined) {
        return undefined;
    }
    const { element, id, holder } = session.element(name);
    if (!isBehavior(element)) {
        throw new CellFailure('CommandError', `${id} is neither an action nor a state machine`);
    }
    const option = (wanted: string): string | undefined => options.find(([o]) => o === wanted)?.[1];
    const unknown = options.find(([o]) => o !== 'schedule' && o !== 'performer');
    if (unknown !== undefined) {
        throw new CellFailure('UsageError', `unknown option --${unknown[0]}: there are --schedule=<policy> and --performer=<object>`);
    }
    const performer = option('performer');
    const path = performer === undefined ? holder : subjectPath(session, performer);
    const schedule = option('schedule') ?? session.settings.schedule;
    return ran(session, { kind: isMachine(element) ? 'state' : 'action', id, schedule, performer: path }, words);
}

/** A behaviour to run. */
interface ShownRun {
    readonly kind: 'action' | 'state';
    readonly id: string;
    /** policy, by its text */
    readonly schedule: string;
    /** path of the object that performs it */
    readonly performer: string | undefined;
}

/** Runs a behaviour. @param words its inputs, each a feature and an expression, and events */
async function ran(session: Session, { kind, id, schedule, performer }: ShownRun, words: readonly string[]): Promise<Shown> {
    const { model, limits, settings, display } = session;
    const scope = { model, contextId: id, limits };
    const shown = shownOf(model, display, id, performer);
    try {
        const policy = policyOf(schedule);
        const inputs = words.filter(w => w.includes('=') && !/^[^=]*\(/.test(w)).map(w => inputOf(w, scope));
        const events = words.filter(w => !w.includes('=') || /^[^=]*\(/.test(w)).map(w => eventOf(w, scope));
        if (kind === 'action' && events.length > 0) {
            throw new CellFailure('UsageError', `${words.join(' ')}: an action takes values, each <feature>=<expression>`);
        }
        const common = { policy, performer, trace: settings.isTracing && policy.kind !== 'explore', moments: true };
        const first = inputs.filter(i => !i.isTimed);
        const result =
            kind === 'state'
                ? executeState(model, { ...common, machine: id, events, timedInputs: inputs, traceDetails: true }, limits)
                : executeAction(
                      model,
                      {
                          ...common,
                          action: id,
                          inputs: run => new Map(first.map(i => [i.name, i.value(run)])),
                          timedInputs: inputs.filter(i => i.isTimed)
                      },
                      limits
                  );
        const answer =
            result.exploration !== undefined
                ? explorationAnswer(id, result.exploration, shown)
                : 'finalState' in result
                  ? stateAnswer(id, result, shown)
                  : actionAnswer(id, result, shown);
        if (result.error !== '') {
            throw session.failed('CommandError', { error: result.error, unknown: result.unknown });
        }
        session.recorded = { records: result.trace, end: result.finalTime };
        const svg = await picture(session, id, kind, result);
        const lines = [
            `✓ ${id}`,
            ...answer.checks.flatMap(c => c.lines).map(l => `  ${l}`),
            ...(answer.notices ?? []).map(n => `note: ${n}`)
        ];
        return { text: lines.join('\n'), svg, json: answer.checks.map(c => c.results?.[0] ?? null) };
    } catch (error) {
        if (error instanceof StimulusError || error instanceof PolicyFault) {
            throw new CellFailure('CommandError', error.message);
        }
        throw error;
    }
}

/** The run, animated in the diagram of the behaviour; for an exploration the tree of its choices. */
async function picture(
    session: Session,
    id: string,
    kind: 'action' | 'state',
    { exploration, moments }: ActionResult | StateResult
): Promise<string> {
    session.host.checkCancelled?.();
    if (exploration !== undefined) {
        return drawOutcomes(id, exploration, displayed);
    }
    const view = renderView(session.model, `#${kind}:${id}`);
    if (isRefused(view)) {
        throw new CellFailure('RenderError', view.message);
    }
    return drawView(view, { frames: framesOf(view, moments), theme: session.host.theme ?? 'light' });
}

export const invocationCommands: CommandGroup = {
    title: 'Runs',
    commands: [
        {
            name: 'invoke',
            usage: '<object> <operation> [<expression>…|<p>=<expression>…]',
            example: '%invoke car accelerate more=3',
            summary: 'have an object perform an action of its type',
            run: (session, argument) => invoked(session, wordsOf(argument))
        },
        {
            name: 'run',
            usage: '<name> [event…] [<p>=<expression>…] [--schedule=<policy>] [--performer=<object>]',
            example: '%run Cars::Driving Start --schedule=explore',
            summary: 'run an action or a state machine as a whole, with a picture that plays; explore tries every order',
            run: runShown
        },
        {
            name: 'render-run',
            usage: 'timeline|sequence [text|mermaid|plantuml] [link=<address>]',
            example: '%render-run timeline mermaid',
            summary:
                'the record of the last run: the duration of its states, or its messages; link= has {file}, {line} and {col} of declarations',
            words: ['timeline', 'sequence', ...RUN_FORMS, 'link='],
            run: (session, argument) => renderedRun(session, wordsOf(argument))
        }
    ]
};
