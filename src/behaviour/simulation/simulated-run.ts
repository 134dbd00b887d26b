/** A run in which behaviours run: the first of them performs the actions that expressions call. */
import type { AstNode } from 'langium';
import type { Frame } from '../../evaluation/expressions/frame.js';
import type { Instance } from '../../evaluation/instances/instance.js';
import { type CallArguments, Run } from '../../evaluation/run.js';
import type { Value } from '../../evaluation/values/index.js';
import { type Living, Lives } from './lives.js';
import { OrderLog } from './order-log.js';

/** A behaviour that takes part in a simulation. */
type Participant = Living & { readonly node: AstNode };

/** Performs an action that an expression calls. */
export type CallPerformer = (action: AstNode, given: () => CallArguments, frame: Frame) => Value;

export class SimulatedRun extends Run {
    /** the behaviours that take part, of each simulation of the run */
    private readonly taking: (readonly Participant[])[] = [];
    /** which values depend on orders that the model leaves open */
    readonly order = new OrderLog(this, () => this.taking.flatMap(agents => agents.map(a => a.node)));
    readonly lives = new Lives(() => this.taking.flat());
    private calls: CallPerformer | undefined;
    /** outermost objects whose behaviours have been started */
    protected readonly enlivened = new WeakSet<Instance>();

    /** The behaviours of an outermost object were started: they are not started again. */
    noteAlive(object: Instance): void {
        this.enlivened.add(object);
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
        return this.order.dependence(frame, index);
    }

    override perform(action: AstNode, given: () => CallArguments, frame: Frame): Value {
        return this.calls === undefined ? super.perform(action, given, frame) : this.calls(action, given, frame);
    }
}
