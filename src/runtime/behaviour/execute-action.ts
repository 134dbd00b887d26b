/** Runs one action by itself, under a policy or in every order (contract: ExecuteAction). Takes and returns plain values. */
import type { AstNode } from '../../language/generated/tree.js';
import { type Failed, failed, symbolNotFound } from '../evaluation/limits.js';
import { elementById, nameOf } from '../../language/semantics/naming.js';
import type { Frame } from '../evaluation/expressions/frame.js';
import { readPath } from '../evaluation/expressions/paths.js';
import type { Instance } from '../evaluation/instances/instance.js';
import { stepsOf } from '../evaluation/instances/subjects.js';
import { kindFault } from './behaviour-kind.js';
import type { Run, RunModel } from '../evaluation/run.js';
import { EvaluationError, Unset, type Value } from '../values/index.js';
import type { ActionAgent } from './actions/action-agent.js';
import {
    attributesOf,
    type BehaviourOptions,
    dependenceOf,
    INDEPENDENT,
    NO_VALUES,
    NO_RECORDS,
    OneRun,
    underPolicy,
    type BehaviourRequest,
    type BehaviourResult
} from './one-run.js';
import { performedAction } from './exhibited.js';
import { beginAction, withInputs } from './performances.js';
import { createPerformer } from './performer.js';
import { instantText } from './simulation/simulation.js';
import { unlessFailing } from './simulation/frames.js';
import { noteUntaken } from './simulation/untaken.js';

export interface ActionRequest extends BehaviourRequest {
    readonly action: string;
    readonly inputs?: ReadonlyMap<string, Value> | ((run: Run) => ReadonlyMap<string, Value>);
    /** whether an action that has not ended at the time `until` fails */
    readonly mustEnd?: boolean;
    /** features to read at the end, through parts of the action (`target.total`) */
    readonly observe?: readonly string[];
}

export interface ActionResult extends BehaviourResult {
    readonly outputs?: ReadonlyMap<string, Value>;
    readonly performerAttributes: ReadonlyMap<string, Value>;
    /** values of the requested features at the end; a feature without a value or that does not exist is absent */
    readonly observed: ReadonlyMap<string, Value>;
}

const NOTHING: ActionResult = { error: '', performerAttributes: NO_VALUES, observed: NO_VALUES, dependence: INDEPENDENT, ...NO_RECORDS };

/** Runs an action. Reports errors of the model in `error`; throws only to cancel the run. */
export function executeAction(model: RunModel, request: ActionRequest, options: BehaviourOptions = {}): ActionResult {
    const refused = (failure: Failed): ActionResult => ({ ...NOTHING, ...failure });
    const action = elementById(model, request.action);
    if (action === undefined) {
        return refused(symbolNotFound(request.action));
    }
    const wrong = kindFault(action, request.action, 'action');
    if (wrong !== undefined) {
        return refused({ error: wrong });
    }
    const wanted = { trace: request.trace, moments: request.moments, details: true };
    return underPolicy(
        request,
        options,
        (scheduler, limited, isExplored) => runOnce(new OneRun(model, scheduler, limited, wanted, isExplored), action, request),
        ({ outputs = NO_VALUES, performerAttributes, error }) => ({
            outputs: error !== '' ? NO_VALUES : performerAttributes.size === 0 ? outputs : new Map([...outputs, ...performerAttributes])
        }),
        refused
    );
}

/** The prefix of failures to lower or begin an action (contract: behaviour 18.1). */
const NOT_BEGUN = 'action execution failed: initialize action: ';

/** @throws NotStarted */
function runOnce(one: OneRun, action: AstNode, request: ActionRequest): ActionResult {
    const { simulation } = one;
    const { run } = simulation;
    let performer: Instance | undefined;
    let agent: ActionAgent | undefined;
    let own: ActionAgent | undefined;
    const ended = (failure: Failed): ActionResult => ({ ...NOTHING, ...failure, ...one.records });
    const inputs = (): ReadonlyMap<string, Value> =>
        typeof request.inputs === 'function' ? request.inputs(run) : (request.inputs ?? NO_VALUES);
    const inputsOfOwn = (performance: ActionAgent): ReadonlyMap<string, Value> => {
        own = performance;
        return inputs();
    };
    try {
        const onAgent = withInputs(action, inputsOfOwn, other => (other.trace = one.trace));
        performer = createPerformer(simulation, request.performer ?? '', onAgent);
    } catch (error) {
        return ended(own?.hasBegun === false ? one.notStarted(failed(error, NOT_BEGUN)) : failed(error));
    }
    try {
        agent = performedAction(simulation, action, performer) ?? beginAction(simulation, action, performer, inputs(), one.trace);
    } catch (error) {
        return ended(one.notStarted(failed(error, NOT_BEGUN)));
    }
    try {
        agent.schedule(request.timedInputs ?? []);
        simulation.runToCompletion(() => agent.hasEnded, request.until);
        if (request.until === undefined || simulation.now < request.until) {
            agent.checkEnded();
        } else if (request.mustEnd === true && !agent.hasEnded) {
            throw new EvaluationError(
                `action ${nameOf(action) ?? ''} stopped at ${agent.places().join(', ')} at simulation time ${instantText(simulation.now)} without completing`
            );
        }
        noteUntaken(simulation);
    } catch (error) {
        return ended(failed(error, 'action execution failed: execute action: '));
    }
    try {
        const outputs = agent.outputs();
        const performerAttributes = performer === undefined ? NO_VALUES : attributesOf(performer);
        return {
            ...one.records,
            error: '',
            outputs,
            performerAttributes,
            observed: observedIn(agent.frame, request.observe ?? []),
            dependence: dependenceOf(agent.frame, outputs, performer, performerAttributes)
        };
    } catch (error) {
        return ended(failed(error, 'action execution failed: execute action: '));
    }
}

/** The values of features by the paths from a frame, as written. */
function observedIn(frame: Frame, paths: readonly string[]): ReadonlyMap<string, Value> {
    const found = new Map<string, Value>();
    for (const path of paths) {
        const names = stepsOf(path).map(step => step.name);
        const value = unlessFailing(() => {
            const at = frame.layout.byName.has(names[0]) ? readPath(frame, names) : undefined;
            return at?.frame.read(at.index);
        });
        if (value !== undefined && !(value instanceof Unset)) {
            found.set(path, value);
        }
    }
    return found;
}
