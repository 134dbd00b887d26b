/** The part of a machine that its components (configuration, do behaviours, firing) depend on. Types only. */
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
    /** key of dispatching and firing in the order log, separate from the do behaviours */
    readonly dispatcher: object;
    /** Starts the timers and change conditions of a state that was entered. */
    arm(state: Vertex): void;
    disarm(state: Vertex): void;
    queueCompletion(state: Vertex): void;
    dropCompletion(state: Vertex): void;
    guardHolds(transition: Transition, occurrence: Occurrence | undefined): boolean;
    /** Called when the machine's own regions have ended. */
    regionsEnded(): void;
    /** whether the run records */
    readonly isTraced: boolean;
    record(happening: Happening): void;
}
