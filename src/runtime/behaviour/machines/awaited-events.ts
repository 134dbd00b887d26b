/** The names of the events that a state machine reacts to. Reads its graph; does not depend on runs. */
import type { AstNode } from '../../../language/generated/tree.js';
import { elementById } from '../../../language/semantics/naming.js';
import { forEachChild } from '../../../language/syntax/index.js';
import { conformsTo } from '../../../language/semantics/specialization.js';
import { Instance } from '../../evaluation/instances/instance.js';
import type { Run, RunModel } from '../../evaluation/run.js';
import { type AcceptedType, acceptedTypeOf } from '../simulation/bus.js';
import type { TimedEvent } from '../simulation/stimuli.js';
import type { Transition, Vertex } from './state-graph.js';
import { stateGraphOf } from './state-lowering.js';

/**
 * The sorted names of the events that a machine's transitions and do behaviours accept.
 * @param machine qualified name of the machine
 */
export function awaitedEvents(model: RunModel, machine: string): string[] {
    return namesOf(triggersOf(model, machine));
}

/** The sorted names of the events that the transitions from some states and the do behaviours of these accept. */
export const eventsOfStates = (states: readonly Vertex[]): string[] =>
    namesOf(
        triggersIn(
            states.flatMap(v => v.outgoing),
            states
        )
    );

const namesOf = ({ operations, accepted }: Triggers): string[] =>
    [...new Set([...operations, ...accepted.map(a => a.name)])].filter(name => name !== '').sort();

/** Whether a machine's transitions or do behaviours accept an event: by its name, or by the type of the object that it carries. */
export function isAwaited(run: Run, machine: string, event: string | TimedEvent): boolean {
    const { operations, accepted } = triggersOf(run.model, machine);
    const { name, payload = undefined } = typeof event === 'string' ? { name: event } : event;
    const carried = payload?.(run);
    return (
        operations.includes(name) ||
        accepted.some(a => a.name === name || (carried instanceof Instance && a.types.some(t => conformsTo(carried.type, t))))
    );
}

interface Triggers {
    readonly operations: readonly string[];
    readonly accepted: readonly AcceptedType[];
}

function triggersOf(model: RunModel, machine: string): Triggers {
    const element = elementById(model, machine);
    if (element === undefined) {
        return { operations: [], accepted: [] };
    }
    const { transitions, vertices } = stateGraphOf(element);
    return triggersIn(transitions, vertices);
}

/** The triggers of transitions and of the do behaviours of states. */
function triggersIn(transitions: readonly Transition[], states: readonly Vertex[]): Triggers {
    const triggers = transitions.map(t => t.trigger);
    const accepted = triggers.filter(t => t?.kind === 'accept').map(t => t.type);
    const visit = (node: AstNode): void => {
        if (node.$type === 'AcceptActionUsage') {
            accepted.push(acceptedTypeOf(node));
        }
        forEachChild(node, visit);
    };
    states.flatMap(v => v.do).forEach(visit);
    return { operations: triggers.filter(t => t?.kind === 'call').map(t => t.operation), accepted };
}
