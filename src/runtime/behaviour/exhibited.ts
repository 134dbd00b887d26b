/** Behaviours that come with an object: the machines that its type exhibits and the actions that it performs, in the parts that it holds too. */
import { resolve } from '../../language/semantics/names.js';
import { owningTypeOf } from '../../language/semantics/structure.js';
import { GRAPH_LIMITS } from '../instances/graph.js';
import { Instance, typeSymbolOf } from '../instances/instance.js';
import { isBehavior, isCalculation } from '../model/kinds.js';
import { type Slot, boundsOf, natureOf } from '../model/layout.js';
import { EvaluationError, type Value, elementsOf } from '../values/index.js';
import { actionGraphOf } from './actions/action-lowering.js';
import { ActionAgent } from './actions/action-agent.js';
import { Machine } from './machines/machine.js';
import { stateGraphOf } from './machines/state-lowering.js';
import type { Agent, Simulation } from './simulation/simulation.js';

/** Most levels of parts whose behaviours are started, and most objects. */
const MAX_DEPTH = 16;
const MAX_OBJECTS = GRAPH_LIMITS.instances;

/** Kinds of features whose objects have a life of their own within their owner. */
const HOLDING = new Set(['part', 'item', 'occurrence']);

/**
 * Starts the behaviours of an object and of the parts that it holds, outside in, and lets them run until quiet. Parts of a type that is
 * being walked above them are left alone, as they are when objects are answered (contract sheet 3.7 rule 3).
 * @param onAgent told of each before it starts
 * @returns whether there was a behaviour to start
 * @throws EvaluationError
 */
export function activate(simulation: Simulation, root: Instance, onAgent: (agent: Agent) => void = () => undefined): boolean {
    const started: (() => void)[] = [];
    let visited = 0;
    const visit = (object: Instance, path: readonly unknown[]): void => {
        visited++;
        const types = [...path, typeSymbolOf(object)];
        for (const slot of object.layout.slots) {
            if (!slot.isModelled) {
                continue;
            }
            const { kind } = slot.feature;
            if ((kind === 'exhibit' || kind === 'perform') && startsNothing(slot, kind)) {
                continue;
            }
            if (kind === 'exhibit') {
                const machine = new Machine(simulation, slot.feature, object, object, slot.names[0]);
                onAgent(machine);
                simulation.agents.push(machine);
                started.push(() => machine.start());
            } else if (kind === 'perform') {
                const action = new ActionAgent(simulation, slot.feature, object, object);
                onAgent(action);
                simulation.agents.push(action);
                started.push(() => action.begin(new Map()));
            } else if (path.length < MAX_DEPTH && natureOf(slot) === 'object' && HOLDING.has(kind ?? '') && slot.feature.direction === undefined) {
                for (const part of elementsOf(heldBy(object, slot))) {
                    if (part instanceof Instance && part.outer === object && visited < MAX_OBJECTS && !types.includes(typeSymbolOf(part))) {
                        visit(part, types);
                    }
                }
            }
        }
    };
    visit(root, []);
    for (const start of started) {
        start();
    }
    if (started.length > 0) {
        simulation.settleNow();
    }
    return started.length > 0;
}

/**
 * Whether nothing runs because an object is made: an action without a node, a machine without a vertex (the model only says that there is a
 * behaviour), one that need not be there, a step of another action (it is performed when that is), a case (it is evaluated when it is asked).
 */
function startsNothing(slot: Slot, kind: 'exhibit' | 'perform'): boolean {
    const { feature } = slot;
    if (boundsOf(slot).lower === 0 || (kind === 'exhibit' ? stateGraphOf(feature).machine.regions : actionGraphOf(feature).nodes).length === 0) {
        return true;
    }
    const performed = feature.reference === undefined ? feature : resolve(feature.reference) ?? feature;
    const owner = performed === feature ? undefined : owningTypeOf(performed);
    return isCalculation(performed) || (owner !== undefined && (isBehavior(owner) || isCalculation(owner)));
}

/** What a feature holds; nothing where it cannot be evaluated, which fails no more than the feature. */
function heldBy(object: Instance, slot: Slot): Value {
    try {
        return object.read(slot.index);
    } catch (error) {
        if (error instanceof EvaluationError) {
            return null;
        }
        throw error;
    }
}
