/**
 * What a body needs of the behaviour that it belongs to while it is executed: where writes go, what `self` is, what a terminate ends.
 * One activity for each behaviour (a flow of tokens, a machine); knows no statements.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { Instance } from '../../evaluation/instances/instance.js';
import type { Value } from '../../values/index.js';
import type { Agent, Simulation } from './simulation.js';
import type { Destination, Message } from './bus.js';

/** A flow of tokens, as bodies within it see it. */
export interface EnclosingFlow {
    readonly outer: EnclosingFlow | undefined;
    /** Whether the flow has the step as a node. */
    has(step: AstNode): boolean;
    /** Ends every performance of a step and takes tokens that wait before it past it. */
    terminateStep(step: AstNode): void;
    /** Where a message for a step of the flow goes. */
    addressOf(step: AstNode): Destination;
    /** The step of a name. */
    stepNamed(name: string): AstNode | undefined;
    /** What else in the flow waits for a message. */
    rivalsFor(message: Message): readonly object[];
    /** The number of the present step. */
    readonly stepNumber: number;
    /** Is notified of writes, where several tokens may write in one step. */
    noteWrite(frame: Frame, index: number, value: Value): void;
    readonly notesWrites: boolean;
}

export class Activity {
    /** set while something of the behaviour happens that is not allowed to wait for the clock */
    refusesClock = false;

    /** @param performed the steps that are being performed, the innermost last */
    constructor(
        readonly simulation: Simulation,
        readonly agent: Agent,
        readonly flow: EnclosingFlow | undefined,
        readonly performed: readonly AstNode[] = []
    ) {}

    /** The activity of a step, and of the flow of tokens that it has. */
    within(step: AstNode, flow: EnclosingFlow | undefined): Activity {
        const inner = new Activity(this.simulation, this.agent, flow ?? this.flow, [...this.performed, step]);
        inner.refusesClock = this.refusesClock;
        return inner;
    }

    write(frame: Frame, index: number, value: Value): void {
        this.simulation.write(frame, index, value);
        if (this.flow?.notesWrites === true) {
            this.flow.noteWrite(frame, index, value);
        }
    }

    /** Ends performances of a step of the innermost flow that has it; false when none has. */
    terminateStep(step: AstNode): boolean {
        for (let flow: EnclosingFlow | undefined = this.flow; flow !== undefined; flow = flow.outer) {
            if (flow.has(step)) {
                flow.terminateStep(step);
                return true;
            }
        }
        return false;
    }

    /** The destination that a step's name means; undefined when no flow around has the step. */
    addressOf(step: AstNode): Destination | undefined {
        for (let flow: EnclosingFlow | undefined = this.flow; flow !== undefined; flow = flow.outer) {
            if (flow.has(step)) {
                return flow.addressOf(step);
            }
        }
        return undefined;
    }

    /** The destination that is a step of a name in a flow around. */
    stepNamed(name: string): Destination | undefined {
        for (let flow: EnclosingFlow | undefined = this.flow; flow !== undefined; flow = flow.outer) {
            const step = flow.stepNamed(name);
            if (step !== undefined) {
                return flow.addressOf(step);
            }
        }
        return undefined;
    }

    /** What sends: the performing object, else the behaviour. */
    get self(): object {
        return this.agent.object ?? this.agent;
    }

    /**
     * Ends the life of an object: its behaviours end where they stand.
     * @throws performance already ended
     */
    terminateObject(object: Instance): void {
        const { simulation } = this;
        simulation.run.lives.destroy(object);
        if (this.agent.hasEnded) {
            throw new AgentEnded();
        }
    }
}

/** The behaviour that was executing has been ended. */
export class AgentEnded extends Error {}
