/** A run in which behaviours run: the first of them performs the actions that expressions call. */
import type { AstNode } from '../../../language/generated/tree.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import type { Instance } from '../../evaluation/instances/instance.js';
import { EvaluationRun } from '../../evaluation/evaluation-run.js';
import type { CallArguments } from '../../evaluation/run.js';
import type { Value } from '../../values/index.js';
import { type Living, Lives } from './lives.js';
import { byShared, type StateWriter } from './state-writer.js';
import { OrderLog } from './order-log.js';

/** A behaviour that takes part in a simulation. */
type Participant = Living & { readonly node: AstNode };

/** Performs an action that an expression calls. */
export type CallPerformer = (action: AstNode, given: () => CallArguments, frame: Frame) => Value;

export class SimulatedRun extends EvaluationRun {
    /** the behaviours that take part, of each simulation of the run */
    private readonly taking: (readonly Participant[])[] = [];
    // made when something asks for them: most runs evaluate one expression
    private orderLog: OrderLog | undefined;
    private livesKept: Lives | undefined;
    private enlivened: Set<Instance> | undefined;
    private calls: CallPerformer | undefined;

    /** Which values depend on orders that the model leaves open. */
    get order(): OrderLog {
        return (this.orderLog ??= new OrderLog(this, () => this.taking.flatMap(agents => agents.map(a => a.node))));
    }

    get lives(): Lives {
        return (this.livesKept ??= new Lives(() => this.taking.flat()));
    }

    /** The behaviours of an outermost object were started: they are not started again. */
    noteAlive(object: Instance): void {
        (this.enlivened ??= new Set()).add(object);
    }

    /** Whether the behaviours of an outermost object were started. */
    isAlive(object: Instance): boolean {
        return this.enlivened?.has(object) ?? false;
    }

    /** Whether something that lived does not any more. */
    get hasEndedLives(): boolean {
        return this.livesKept?.hasEnded === true;
    }

    /** Writes the objects that names mean, and which lives have ended. */
    writeState(out: StateWriter): void {
        for (const [declaration, object] of [...this.madeObjects].sort(byShared(([d]) => d))) {
            out.shared(declaration);
            out.frame(object);
        }
        out.atEnd(() => this.livesKept?.writeState(out));
    }

    /** A simulation of the run begins. @param agents the behaviours that go on in it, as they come and go */
    simulated(agents: readonly Participant[]): void {
        this.taking.push(agents);
    }

    /** The lives of occurrences, once a behaviour runs. */
    override get occurrences(): Lives | undefined {
        return this.taking.length === 0 ? undefined : this.lives;
    }

    /** A behaviour begins that can perform what expressions call; the first one does. */
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
