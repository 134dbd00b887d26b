/**
 * Behaviours of an object: the machines that its type exhibits and the actions that it performs, including those of the parts that it
 * holds.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { nameOf } from '../../language/semantics/naming.js';
import { resolve } from '../../language/semantics/names.js';
import { conformsTo } from '../../language/semantics/specialization.js';
import { owningTypeOf } from '../../language/semantics/structure.js';
import { GRAPH_LIMITS } from '../evaluation/instances/graph.js';
import { Instance, typeSymbolOf } from '../evaluation/instances/instance.js';
import { isBehavior, isCalculation, memoize, remembered, variantsOf } from '../evaluation/model/kinds.js';
import { type Slot, layoutOf } from '../evaluation/model/layout.js';
import { boundsOf } from '../evaluation/model/slot-bounds.js';
import { natureOf } from '../evaluation/model/slot-nature.js';
import { toolExecutionOf } from '../evaluation/model/tool-annotations.js';
import { EvaluationError, type Value, elementsOf } from '../values/index.js';
import { actionGraphOf } from './actions/action-lowering.js';
import { ActionAgent } from './actions/action-agent.js';
import { fixInitialValues } from './simulation/initial-values.js';
import { Machine } from './machines/machine.js';
import { stateGraphOf } from './machines/state-lowering.js';
import { type Agent, placed, type Simulation } from './simulation/simulation.js';

/** Limits of the levels of parts, and of the objects, whose behaviours are started. */
const MAX_DEPTH = 16;
const MAX_OBJECTS = GRAPH_LIMITS.instances;

/** Kinds of features whose objects may have behaviours within their owner. */
const HOLDING = new Set(['part', 'item', 'occurrence']);

/**
 * Starts the behaviours of an object and of the parts that it holds, outermost first, and runs them until none can move. Skips parts whose
 * type occurs above them, as object answers do (contract sheet 3.7 rule 3).
 * @param onAgent called with each agent before it starts
 * @returns whether there was a behaviour to start
 * @throws EvaluationError
 */
export function activate(simulation: Simulation, root: Instance, onAgent: (agent: Agent) => void = () => undefined): boolean {
    const hasBehaviour = start(simulation, root, onAgent);
    if (hasBehaviour) {
        simulation.settleNow();
    }
    return hasBehaviour;
}

/** Like {@link activate}, but does not move the behaviours. */
export function start(simulation: Simulation, root: Instance, onAgent: (agent: Agent) => void): boolean {
    const started: (() => void)[] = [];
    // Several features may hold the same part: its own feature and a collection that contains it.
    const visited = new Set<Instance>();
    const begins = <A extends Agent>(place: string, make: () => A, begin: (agent: A) => void): void => {
        const agent = inPlace(place, make);
        agent.place = place;
        onAgent(agent);
        simulation.agents.push(agent);
        started.push(() => inPlace(place, () => begin(agent)));
    };
    const visit = (object: Instance, path: readonly unknown[], place: string): void => {
        visited.add(object);
        const types = [...path, typeSymbolOf(object)];
        fixInitialValues(object);
        for (const slot of object.layout.slots) {
            if (!slot.isModelled) {
                continue;
            }
            const kind = kindOf(slot);
            if ((kind === 'exhibit' || kind === 'perform') && startsNothing(slot, kind)) {
                continue;
            }
            const name = slot.names[0] ?? '';
            if (kind === 'exhibit') {
                begins(
                    `state machine ${place}${name}`,
                    () => new Machine(simulation, slot.feature, object, object, name),
                    machine => machine.start()
                );
            } else if (kind === 'perform') {
                begins(
                    `action ${place}${name}`,
                    () => new ActionAgent(simulation, slot.feature, object, object),
                    action => action.begin()
                );
            } else if (path.length < MAX_DEPTH && isHolding(slot)) {
                const parts = elementsOf(heldBy(object, slot));
                for (const [i, part] of parts.entries()) {
                    if (
                        part instanceof Instance &&
                        part.outer === object &&
                        !visited.has(part) &&
                        visited.size < MAX_OBJECTS &&
                        !types.includes(typeSymbolOf(part))
                    ) {
                        visit(part, types, `${place}${name}${parts.length > 1 ? `[${i + 1}]` : ''}.`);
                    }
                }
            }
        }
    };
    visit(root, [], '');
    started.forEach(begin => begin());
    return started.length > 0;
}

/** Makes or starts a behaviour. @throws EvaluationError with the place of the behaviour */
function inPlace<T>(place: string, make: () => T): T {
    try {
        return make();
    } catch (error) {
        throw placed(error, { place });
    }
}

/** The machine of a declaration that an object exhibits; undefined for none. @throws EvaluationError when it exhibits several */
export function exhibitedMachine(simulation: Simulation, node: AstNode, object: Instance | undefined): Machine | undefined {
    const isIt = (a: Agent): a is Machine => a instanceof Machine && isOwnBehaviour(a, node, object);
    return onlyOne(simulation.agents.filter(isIt), 'exhibits', node);
}

/**
 * The performance of an action that an object performs since its creation, which has perhaps ended; undefined for none.
 * @throws EvaluationError when it performs the action under several usages
 */
export function performedAction(simulation: Simulation, node: AstNode, object: Instance | undefined): ActionAgent | undefined {
    const isIt = (a: Agent): a is ActionAgent => a instanceof ActionAgent && isOwnBehaviour(a, node, object);
    return onlyOne(simulation.agents.filter(isIt), 'performs', node);
}

/** Whether a behaviour of an object is of a declaration. */
export const isOwnBehaviour = (agent: Machine | ActionAgent, node: AstNode, object: Instance | undefined): boolean =>
    object !== undefined && agent.object === object && (agent.node === node || conformsTo(agent.node, node));

function onlyOne<A extends Machine | ActionAgent>(found: readonly A[], verb: 'exhibits' | 'performs', node: AstNode): A | undefined {
    if (found.length > 1) {
        const usages = found.map(a => nameOf(a.node) ?? '').join(', ');
        throw new EvaluationError(`the object ${verb} ${nameOf(node) ?? ''} under several usages: ${usages}`);
    }
    return found[0];
}

const HAS_BEHAVIOUR = Symbol('comes with behaviour');

/** Whether objects of a type, or the parts that they hold, exhibit a machine or perform an action. */
export function comesWithBehaviour(type: AstNode): boolean {
    return memoize(HAS_BEHAVIOUR, type, () => {
        // Types with the same features share a layout; the result is memoized by the type of the layout.
        const reached = new Set([layoutOf(type).type]);
        for (const at of reached) {
            const known = remembered<boolean>(HAS_BEHAVIOUR, at);
            if (known === true || (known === undefined && layoutOf(at).slots.some(slot => startsOrReaches(slot, reached)))) {
                return true;
            }
        }
        // None of these types reaches a behaviour, so the result is memoized for each of them.
        reached.forEach(at => memoize(HAS_BEHAVIOUR, at, () => false));
        return false;
    });
}

/** Whether a slot starts a behaviour; otherwise adds the types of the parts that it holds. */
function startsOrReaches(slot: Slot, reached: Set<AstNode>): boolean {
    if (!slot.isModelled) {
        return false;
    }
    const kind = kindOf(slot);
    if ((kind === 'exhibit' || kind === 'perform') && !startsNothing(slot, kind)) {
        return true;
    }
    if (isHolding(slot)) {
        reached.add(layoutOf(slot.feature).type);
        if (natureOf(slot) === 'variation') {
            variantsOf(slot.feature).forEach(variant => reached.add(layoutOf(variant).type));
        }
    }
    return false;
}

/**
 * Whether a feature's objects may have behaviours within their owner. The object of a variation is the selected variant. A feature without
 * a keyword qualifies where its declaration makes an object.
 */
function isHolding(slot: Slot): boolean {
    const kind = kindOf(slot);
    return (
        ['object', 'variation'].includes(natureOf(slot)) &&
        (kind === undefined || HOLDING.has(kind)) &&
        slot.feature.direction === undefined
    );
}

/**
 * The keyword of a feature: a redefinition is exhibited, performed or a part like the feature that it redefines, whatever its own keyword.
 */
function kindOf({ chain }: Slot): string | undefined {
    return chain.find(f => f.kind === 'exhibit' || f.kind === 'perform')?.kind ?? chain.find(f => f.kind !== undefined)?.kind;
}

/**
 * Whether creating an object does not start this behaviour: an action without a node or a machine without a vertex (the model only declares
 * it), an optional behaviour, a step of another action (which performs it), or a case (which runs on request).
 */
function startsNothing(slot: Slot, kind: 'exhibit' | 'perform'): boolean {
    const { feature } = slot;
    if (boundsOf(slot).lower === 0 || isEmpty(feature, kind)) {
        return true;
    }
    const performed = feature.reference === undefined ? feature : (resolve(feature.reference) ?? feature);
    const owner = performed === feature ? undefined : owningTypeOf(performed);
    return isCalculation(performed) || (owner !== undefined && (isBehavior(owner) || isCalculation(owner)));
}

/** Whether a behaviour is empty: no node, no vertex, no tool that performs it. */
function isEmpty(behaviour: AstNode, kind: 'exhibit' | 'perform'): boolean {
    return kind === 'exhibit'
        ? stateGraphOf(behaviour).machine.regions.length === 0
        : actionGraphOf(behaviour).nodes.length === 0 && toolExecutionOf(behaviour) === undefined;
}

/** The value of a feature; null where it cannot be evaluated, so that only reading the feature fails. */
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
