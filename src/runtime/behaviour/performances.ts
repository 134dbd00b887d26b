/**
 * The performance of an action for a run: one that the performer begins itself, or one that the run begins. Does not depend on the code
 * that moves it.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { owningTypeOf } from '../../language/semantics/structure.js';
import type { Instance } from '../evaluation/instances/instance.js';
import { objectOfSymbol } from '../evaluation/instances/subjects.js';
import { isBehavior, isCalculation } from '../evaluation/model/kinds.js';
import type { Run } from '../evaluation/run.js';
import type { Value } from '../values/index.js';
import { ActionAgent } from './actions/action-agent.js';
import { isOwnBehaviour } from './exhibited.js';
import type { OnAgent } from './performer.js';
import { unlessFailing } from './simulation/frames.js';
import type { Simulation } from './simulation/simulation.js';
import type { Trace } from './simulation/trace.js';

/**
 * Gives inputs to the performance of an action that the performer begins itself, before it begins.
 * @param inputs called with that performance
 * @param onAgent called with each behaviour before it begins
 */
export function withInputs(action: AstNode, inputs: (own: ActionAgent) => ReadonlyMap<string, Value>, onAgent: OnAgent): OnAgent {
    return (agent, performer) => {
        onAgent(agent, performer);
        if (agent instanceof ActionAgent && isOwnBehaviour(agent, action, performer)) {
            agent.give(inputs(agent));
        }
    };
}

/**
 * Begins a performance of an action by an object, or by none.
 * @throws EvaluationError in the contract's words (11)
 */
export function beginAction(
    simulation: Simulation,
    action: AstNode,
    performer: Instance | undefined,
    inputs: ReadonlyMap<string, Value>,
    trace: Trace | undefined
): ActionAgent {
    const agent = new ActionAgent(simulation, action, performer, performer ?? ownerOf(action, simulation.run));
    agent.trace = trace;
    agent.begin(inputs);
    simulation.agents.push(agent);
    return agent;
}

/** The object that performs an action of a part when the request names no performer: a new object that the result omits. */
export function ownerOf(action: AstNode, run: Run): Instance | undefined {
    const owner = owningTypeOf(action);
    return owner === undefined || isBehavior(owner) || isCalculation(owner) ? undefined : unlessFailing(() => objectOfSymbol(run, owner));
}
