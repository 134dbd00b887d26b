/** The do behaviours of a machine's active states (contract behaviour 9.6). Each moves one step a round and may wait. */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { EvaluationError } from '../../values/index.js';
import { Activity } from '../simulation/activity.js';
import type { Message } from '../simulation/bus.js';
import type { MachineHost } from './machine-host.js';
import type { BodyFrame } from '../simulation/frames.js';
import { performBehaviour } from '../actions/perform.js';
import { type ChoiceText, orderText } from '../schedules/schedule.js';
import { type Cursor, instantText, type Wait } from '../simulation/simulation.js';
import { withCursor, writeBody } from '../simulation/cursors.js';
import type { StateWriter } from '../simulation/state-writer.js';
import type { Vertex } from './state-graph.js';
import { statementOf } from '../actions/statements.js';
import { Body, cursorFrom, framed, type Steps, Terminated } from '../actions/statement.js';
import { isStatementType } from '../../../language/semantics/structure.js';

/** A running do behaviour. */
export interface DoBehaviour {
    readonly state: Vertex;
    readonly label: string;
    readonly body: Body;
    wait: Wait | undefined;
    /** its position, while the run compares states */
    readonly cursor: Cursor | undefined;
}

export class DoBehaviours {
    private running: DoBehaviour[] = [];
    private steps = 0;
    private readonly activity: Activity;

    /** @param onEnd called with a state whose do behaviours have ended */
    constructor(
        private readonly host: MachineHost,
        private readonly onEnd: (state: Vertex) => void
    ) {
        this.activity = new Activity(host.simulation, host, undefined);
    }

    /** Starts the do behaviours of a state that was entered. */
    start(state: Vertex, frame: BodyFrame): void {
        const cursor = this.host.simulation.cursor === undefined ? undefined : [];
        const behaviour: DoBehaviour = {
            state,
            label: state.label,
            body: new Body(this.stepsOf(state.do, frame)),
            wait: undefined,
            cursor
        };
        this.running.push(behaviour);
        this.host.simulation.order?.begins(behaviour);
    }

    /** Abandons the do behaviours of a state; those of all states without an argument. */
    abandon(state?: Vertex): void {
        if (this.running.length > 0) {
            this.running = state === undefined ? [] : this.running.filter(d => d.state !== state);
        }
    }

    /** The states with running do behaviours. */
    get states(): readonly Vertex[] {
        return this.running.map(d => d.state);
    }

    get hasAny(): boolean {
        return this.running.length > 0;
    }

    writeState(out: StateWriter): void {
        for (const { state, wait, cursor } of [...this.running].sort((a, b) => a.state.id - b.state.id)) {
            out.add(`do ${state.id}`);
            writeBody(out, wait, cursor);
        }
    }

    /** Whether a running do behaviour waits for a message. */
    await(message: Message): boolean {
        return this.running.some(d => d.wait?.takes?.(message) === true);
    }

    goesOnIn(state: Vertex): boolean {
        return this.running.some(d => d.state === state);
    }

    private *stepsOf(usages: readonly ast.Usage[], frame: BodyFrame): Steps {
        const moveTo = cursorFrom(this.activity);
        const { surrogate } = this.host.simulation;
        for (let i = 0; i < usages.length; i++) {
            moveTo?.(usages[i], frame);
            if (i > 0) {
                yield undefined;
            }
            try {
                if (surrogate !== undefined) {
                    const within = cursorFrom(this.activity);
                    const send = (node: ast.SendActionUsage): void => statementOf(node)!.run(frame, this.activity);
                    yield* surrogate.steps(usages[i], frame, send, place => within?.(...place));
                } else if (isStatementType(usages[i])) {
                    const steps = statementOf(usages[i])!.steps(frame, this.activity);
                    if (steps !== undefined) {
                        yield steps;
                    }
                } else {
                    yield performBehaviour(usages[i], frame, this.activity);
                }
            } catch (error) {
                if (!(error instanceof Terminated)) {
                    throw error;
                }
            }
        }
    }

    hasDue(): boolean {
        return this.running.some(isDue);
    }

    /** The do behaviours that can move now, in declaration order of their states. */
    inOrder(): DoBehaviour[] {
        return this.running.length === 0 ? [] : this.running.filter(isDue).sort((a, b) => a.state.id - b.state.id);
    }

    nextDue(): number | undefined {
        let earliest: number | undefined;
        for (const { wait } of this.running) {
            const due = wait?.due();
            if (due !== undefined && (earliest === undefined || due < earliest)) {
                earliest = due;
            }
        }
        return earliest;
    }

    /** Moves every due do behaviour once. */
    round(): void {
        const open = this.inOrder();
        const { scheduler, now } = this.host.simulation;
        while (open.length > 0) {
            const names = open.map(d => d.label);
            const [taken] = open.splice(
                scheduler.pick(
                    open.length,
                    () => doRoundText(now, this.host.node, names),
                    log => log.unordered(open, [this.host.node])
                ),
                1
            );
            if (this.running.includes(taken) && !this.host.hasEnded) {
                this.step(taken);
            }
        }
    }

    step(behaviour: DoBehaviour): void {
        const { order } = this.host.simulation;
        if (order === undefined) {
            this.makeStep(behaviour);
        } else {
            order.during(behaviour, () => this.makeStep(behaviour));
        }
    }

    private makeStep(behaviour: DoBehaviour): void {
        const { limits } = this.host.simulation;
        if (++this.steps > limits.doSteps) {
            throw new EvaluationError(
                `state machine exceeded max do action steps (${limits.doSteps} steps; raise SERVICE_MAX_DO_STEPS to allow more), ` +
                    'possible non-terminating do behavior'
            );
        }
        if ((this.steps & 255) === 0) {
            this.host.simulation.tick();
        }
        if (this.host.isTraced) {
            this.host.record({ kind: 'do', state: behaviour.label, text: `do: ${behaviour.label}` });
        }
        let next: IteratorResult<Wait | undefined, void>;
        try {
            next = withCursor(this.host.simulation, behaviour.cursor, () => behaviour.body.next());
        } catch (error) {
            throw framed(error, 'do action');
        }
        behaviour.wait = next.done === true ? undefined : (next.value ?? undefined);
        if (next.done === true) {
            this.running = this.running.filter(d => d !== behaviour);
            this.host.simulation.order?.leadsTo(this.host.dispatcher);
            this.onEnd(behaviour.state);
        }
    }
}

function isDue(behaviour: DoBehaviour): boolean {
    return behaviour.wait === undefined || behaviour.wait.ready();
}

/** The texts of a choice between do behaviours that are due at the same time. */
export function doRoundText(now: number, node: AstNode, names: readonly string[]): ChoiceText {
    return orderText(`do round at t=${instantText(now)}`, 'states ', node, () => names, { ending: ' react' });
}
