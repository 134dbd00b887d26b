/**
 * What comes to a run from outside: events with payload and time, values of features at an instant. Knows the clock; no machine and no
 * action.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { conform } from '../../evaluation/instances/conform.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import type { Run } from '../../evaluation/run.js';
import { EvaluationError, type Value } from '../../values/index.js';
import { nameOf } from '../../../language/semantics/naming.js';
import type { Simulation } from './simulation.js';

/** An event that comes to a machine. */
export interface TimedEvent {
    readonly name: string;
    /** made when it comes; without it the event is only a name */
    readonly payload?: (run: Run) => Value;
    /** seconds on the run's clock */
    readonly at: number;
}

/** A value that a feature of the behaviour, or of its performer, takes at an instant. */
export interface TimedInput {
    readonly name: string;
    readonly value: (run: Run) => Value;
    /** seconds on the run's clock */
    readonly at: number;
}

/** Has values written when their time comes. @param frames where features are looked up, the nearest first */
export function scheduleInputs(simulation: Simulation, inputs: readonly TimedInput[], node: AstNode, frames: readonly Frame[]): void {
    for (const { name, value, at } of inputs) {
        const frame = frames.find(f => f.layout.byName.has(name));
        if (frame === undefined) {
            throw new EvaluationError('unknown parameter', `${name} of ${nameOf(node) ?? ''}`);
        }
        const slot = frame.layout.slots[frame.layout.byName.get(name)!];
        simulation.schedule(at, () => simulation.write(frame, slot.index, conform(value(simulation.run), slot, frame)));
    }
}
