/**
 * External stimuli of a run: events with payload and time, and values of features at an instant. Depends on the clock, not on machines or
 * actions.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { conform } from '../../evaluation/instances/conform.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import type { Run } from '../../evaluation/run.js';
import { EvaluationError, type Value } from '../../values/index.js';
import { nameOf } from '../../../language/semantics/naming.js';
import type { Simulation } from './simulation.js';

/** An event for a machine. */
export interface TimedEvent {
    readonly name: string;
    /** creates the payload when the event occurs; undefined for an event without payload */
    readonly payload?: (run: Run) => Value;
    /** seconds on the run's clock */
    readonly at: number;
}

/** A value that a feature of the behaviour or its performer gets at an instant. */
export interface TimedInput {
    readonly name: string;
    readonly value: (run: Run) => Value;
    /** seconds on the run's clock */
    readonly at: number;
}

/**
 * Schedules the writing of values.
 * @param frames frames in which features are looked up, nearest first
 * @throws EvaluationError unknown parameter
 */
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
