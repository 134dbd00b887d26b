/** What the parts of a machine (configuration, do behaviours, firing) need of it. Types alone. */
import type { BodyFrame } from '../simulation/frames.js';
import type { Agent, Simulation } from '../simulation/simulation.js';
import type { Happening } from '../simulation/trace.js';
import type { Occurrence } from './occurrences.js';
import type { StateGraph, Transition, Vertex } from './state-graph.js';

export interface MachineHost extends Agent {
    readonly simulation: Simulation;
    readonly graph: StateGraph;
    readonly frame: BodyFrame;
    readonly visited: string[];
    /** what dispatches and fires, as opposed to what the states do meanwhile */
    readonly dispatcher: object;
    /** Is notified of a state that was entered: its timers and change conditions begin. */
    arm(state: Vertex): void;
    disarm(state: Vertex): void;
    queueCompletion(state: Vertex): void;
    dropCompletion(state: Vertex): void;
    guardHolds(transition: Transition, occurrence: Occurrence | undefined): boolean;
    /** The machine's own regions have come to their ends. */
    regionsEnded(): void;
    /** whether records are kept */
    readonly isTraced: boolean;
    record(happening: Happening): void;
}
