/**
 * Performs an action on an existing object, concurrently with its other behaviours; later requests see its writes (contract:
 * newest-operations 10, `%invoke`).
 */
import type { AstNode } from '../../language/generated/tree.js';
import type { Instance } from '../evaluation/instances/instance.js';
import { type Failed, failed } from '../evaluation/limits.js';
import { EvaluationError, type Value } from '../values/index.js';
import { ActionAgent } from './actions/action-agent.js';
import type { Population } from './held-objects.js';
import { answeredSlots } from './simulation/answered-features.js';

export interface Performed {
    readonly outputs: ReadonlyMap<string, Value>;
    readonly error?: Failed;
}

/** Arguments of the `in` parameters, by position and by name. */
export interface PerformedWith {
    readonly positional: readonly Value[];
    readonly named: ReadonlyMap<string, Value>;
}

/**
 * Performs an action on an object until nothing can move at this instant. Errors of the model are in `error`. A failed performance ends, a
 * waiting one continues later.
 * @returns the values of the parameters with direction `out` or `inout`
 */
export function performOn({ simulation, trace }: Population, object: Instance, action: AstNode, given: PerformedWith): Performed {
    const agent = new ActionAgent(simulation, action, object, object);
    agent.trace = trace;
    agent.mayHaveNoNodes = true;
    try {
        agent.begin(inputsOf(agent, given));
        simulation.agents.push(agent);
        simulation.runToCompletion(() => agent.hasEnded, simulation.now);
    } catch (error) {
        simulation.remove(agent);
        return { outputs: new Map(), error: failed(error, 'invocation failed: ') };
    }
    if (!agent.hasEnded) {
        const error = new EvaluationError('the action waits', 'it continues when time passes or a message arrives');
        return { outputs: new Map(), error: failed(error, 'invocation failed: ') };
    }
    const { byName, slots } = agent.frame.layout;
    const isOutput = (name: string): boolean => ['out', 'inout'].includes(slots[byName.get(name) ?? -1]?.feature.direction ?? '');
    return { outputs: new Map([...agent.outputs()].filter(([name]) => isOutput(name))) };
}

/** @throws EvaluationError for more values than parameters */
function inputsOf({ frame }: ActionAgent, { positional, named }: PerformedWith): ReadonlyMap<string, Value> {
    const parameters = answeredSlots(frame.layout).filter(s => s.feature.direction === 'in' || s.feature.direction === 'inout');
    if (positional.length > parameters.length) {
        throw new EvaluationError('calc argument count mismatch', `it takes ${parameters.length} arguments, got ${positional.length}`);
    }
    return new Map([...positional.map((value, i) => [parameters[i].names[0] ?? '', value] as const), ...named]);
}
