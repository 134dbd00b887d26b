/**
 * The execution context of a body: the target of writes, the meaning of `self`, the extent of a terminate. One activity for each behaviour
 * (a token flow, a machine). Does not depend on statements.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { EvaluationError, type Value } from '../../values/index.js';
import { nameOf } from '../../../language/semantics/naming.js';
import type { Agent, Simulation } from './simulation.js';
import type { Destination, Message } from './bus.js';

/** The token flow that executes a body. */
export interface EnclosingFlow {
    readonly outer: EnclosingFlow | undefined;
    /** Whether the flow has the step as a node. */
    has(step: AstNode): boolean;
    /** Ends every performance of a step; tokens that wait at the step move past it. */
    terminateStep(step: AstNode): void;
    /** The destination of messages to a step of the flow. */
    addressOf(step: AstNode): Destination;
    /** The step with a name. */
    stepNamed(name: string): AstNode | undefined;
    /** The other tokens of the flow that wait for a message. */
    rivalsFor(message: Message): readonly object[];
    /** The number of the current step. */
    readonly stepNumber: number;
    /** Notes a write, where several tokens may write in one step. */
    noteWrite(frame: Frame, index: number, value: Value): void;
    readonly notesWrites: boolean;
}

/** A step in performance within another one. */
interface PerformedStep {
    readonly step: AstNode;
    readonly around: PerformedStep | undefined;
    /** the number of steps that are nested here, its own included */
    readonly depth: number;
}

export class Activity {
    /** set while the behaviour may not wait for the clock */
    refusesClock = false;

    /** @param innermost the step in performance, with its enclosing steps */
    constructor(
        readonly simulation: Simulation,
        readonly agent: Agent,
        readonly flow: EnclosingFlow | undefined,
        private readonly innermost?: PerformedStep
    ) {}

    /** The steps in performance, innermost last. */
    get performed(): readonly AstNode[] {
        const steps: AstNode[] = [];
        for (let at = this.innermost; at !== undefined; at = at.around) {
            steps.push(at.step);
        }
        return steps.reverse();
    }

    /**
     * The activity of a step, with its token flow if it has one.
     * @throws EvaluationError for steps that are nested more deeply than calculations may be
     */
    within(step: AstNode, flow: EnclosingFlow | undefined): Activity {
        const around = this.innermost;
        const depth = (around?.depth ?? 0) + 1;
        if (depth > this.simulation.run.limits.calcDepth) {
            throw new EvaluationError(
                'action recursion limit exceeded',
                `${nameOf(step) ?? 'a step'} nested ${depth - 1} deep (unbounded recursion?; raise SERVICE_MAX_CALC_DEPTH to allow more)`
            );
        }
        const inner = new Activity(this.simulation, this.agent, flow ?? this.flow, { step, around, depth });
        inner.refusesClock = this.refusesClock;
        return inner;
    }

    /** Whether a step is in performance here, or encloses what is. */
    isWithin(step: AstNode): boolean {
        let at = this.innermost;
        while (at !== undefined && at.step !== step) {
            at = at.around;
        }
        return at !== undefined;
    }

    write(frame: Frame, index: number, value: Value): void {
        this.simulation.write(frame, index, value);
        if (this.flow?.notesWrites === true) {
            this.flow.noteWrite(frame, index, value);
        }
    }

    /** Ends the performances of a step in the innermost flow that contains it. @returns false when none does */
    terminateStep(step: AstNode): boolean {
        for (let flow: EnclosingFlow | undefined = this.flow; flow !== undefined; flow = flow.outer) {
            if (flow.has(step)) {
                flow.terminateStep(step);
                return true;
            }
        }
        return false;
    }

    /** The destination of a step in the enclosing flows; undefined when none contains it. */
    addressOf(step: AstNode): Destination | undefined {
        for (let flow: EnclosingFlow | undefined = this.flow; flow !== undefined; flow = flow.outer) {
            if (flow.has(step)) {
                return flow.addressOf(step);
            }
        }
        return undefined;
    }

    /** The destination of the step with a name in the enclosing flows; undefined for none. */
    stepNamed(name: string): Destination | undefined {
        for (let flow: EnclosingFlow | undefined = this.flow; flow !== undefined; flow = flow.outer) {
            const step = flow.stepNamed(name);
            if (step !== undefined) {
                return flow.addressOf(step);
            }
        }
        return undefined;
    }

    /** The sender: the performing object, else the behaviour. */
    get self(): object {
        return this.agent.object ?? this.agent;
    }

    /**
     * Ends the life of an object and its behaviours.
     * @throws EvaluationError performance already ended
     */
    terminateObject(object: Instance): void {
        const { simulation } = this;
        simulation.run.lives.destroy(object);
        if (this.agent.hasEnded) {
            throw new AgentEnded();
        }
    }
}

/** Thrown when the executing behaviour has been ended. */
export class AgentEnded extends Error {}
