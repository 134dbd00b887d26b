/** A run with behaviours; the first of them performs the actions that expressions call. */
import type { AstNode } from '../../../language/generated/tree.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import type { Instance } from '../../evaluation/instances/instance.js';
import { EvaluationRun } from '../../evaluation/evaluation-run.js';
import type { CallArguments } from '../../evaluation/run.js';
import type { Value } from '../../values/index.js';
import { type Living, Lives } from './lives.js';
import { byShared, type StateWriter } from './state-writer.js';
import { OrderLog } from './order-log.js';

/** A behaviour of a simulation. */
type Participant = Living & { readonly node: AstNode };

/** Performs an action that an expression calls. */
export type CallPerformer = (action: AstNode, given: () => CallArguments, frame: Frame) => Value;

export class SimulatedRun extends EvaluationRun {
    /** the behaviours of each simulation of the run */
    private readonly simulations: (readonly Participant[])[] = [];
    // created on demand: most runs evaluate one expression
    private orderLog: OrderLog | undefined;
    private livesKept: Lives | undefined;
    private enlivened: Set<Instance> | undefined;
    private calls: CallPerformer | undefined;

    /** The log of the values that depend on orders which the model leaves open. */
    get order(): OrderLog {
        return (this.orderLog ??= new OrderLog(this, () => this.simulations.flatMap(agents => agents.map(a => a.node))));
    }

    get lives(): Lives {
        return (this.livesKept ??= new Lives(() => this.simulations.flat()));
    }

    /** Notes that the behaviours of an outermost object were started, so that they are not started again. */
    noteAlive(object: Instance): void {
        (this.enlivened ??= new Set()).add(object);
    }

    /** Whether the behaviours of an outermost object were started. */
    isAlive(object: Instance): boolean {
        return this.enlivened?.has(object) ?? false;
    }

    /** Whether the behaviours of the object that a declaration denotes were started. */
    hasStarted(usage: AstNode): boolean {
        return this.madeObjects.some(([declaration, object]) => declaration === usage && this.isAlive(object));
    }

    /** Whether any life has ended. */
    get hasEndedLives(): boolean {
        return this.livesKept?.hasEnded === true;
    }

    /** Writes the objects of declared features and the lives that have ended. */
    writeState(out: StateWriter): void {
        for (const [declaration, object] of [...this.madeObjects].sort(byShared(([d]) => d))) {
            out.shared(declaration);
            out.frame(object);
        }
        out.atEnd(() => this.livesKept?.writeState(out));
    }

    /** Registers a simulation of the run. @param agents its behaviours; the list changes as they begin and end */
    simulated(agents: readonly Participant[]): void {
        this.simulations.push(agents);
    }

    /** The lives of occurrences, once a behaviour runs. */
    override get occurrences(): Lives | undefined {
        return this.simulations.length === 0 ? undefined : this.lives;
    }

    /** Registers a performer of the actions that expressions call; the first one is used. */
    performCallsBy(performer: CallPerformer): void {
        this.calls ??= performer;
    }

    override dependence(frame: Frame, index: number): number {
        return this.orderLog?.dependence(frame, index) ?? 0;
    }

    override perform(action: AstNode, given: () => CallArguments, frame: Frame): Value {
        return this.calls === undefined ? super.perform(action, given, frame) : this.calls(action, given, frame);
    }
}
