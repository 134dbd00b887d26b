/** Events that a client sends to a running behaviour: they wait in its pool until its next move (contract: edits-and-diagnostics 3.3). */
import type { Value } from '../values/index.js';
import type { ActionAgent } from './actions/action-agent.js';
import { Machine } from './machines/machine.js';
import type { Vertex } from './machines/state-graph.js';
import { messageOf } from './simulation/bus.js';
import type { TimedEvent } from './simulation/stimuli.js';

/** A running behaviour that takes events. */
export type EventReceiver = Machine | ActionAgent;

/** @throws EvaluationError of the event's payload */
export function sendEvent(receiver: EventReceiver, event: string | TimedEvent): void {
    const { simulation } = receiver;
    const { name, carried } = carriedBy(receiver, event);
    if (receiver instanceof Machine) {
        receiver.occur(name, carried);
        return;
    }
    const sent = carried === undefined ? { types: [], features: [], name, payload: null } : messageOf(carried, receiver.node);
    simulation.bus.post([{ ...sent, destination: receiver, routed: false, sender: undefined, addressee: undefined, isInjected: true }]);
}

/** A transition from one state to another. */
export interface FiredTransition {
    readonly source: Vertex;
    readonly target: Vertex;
}

/** The transitions that an event would fire in the present state of a machine; none are fired. @throws EvaluationError of the payload */
export function firedBy(machine: Machine, event: string | TimedEvent): readonly FiredTransition[] {
    return machine.simulation.preview(() => {
        const { name, carried } = carriedBy(machine, event);
        return machine.dispatcher.candidatesFor(name, carried).map(({ source, transition: { target } }) => ({ source, target }));
    });
}

function carriedBy({ simulation }: EventReceiver, event: string | TimedEvent): { readonly name: string; readonly carried?: Value } {
    return typeof event === 'string' ? { name: event } : { name: event.name, carried: event.payload?.(simulation.run) };
}
