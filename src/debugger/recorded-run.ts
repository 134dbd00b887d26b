/**
 * A stepped run that records its commands, so that it can step back, and repeat the commands after an edit of the model. Does not depend on
 * a client.
 */
import {
    type BehaviourOptions,
    eventOf,
    type ExpressionScope,
    inputOf,
    type Plan,
    policyOf,
    type StatementStop,
    type StatementStops,
    StimulusError,
    stopAt,
    SteppedRun
} from '../runtime/behaviour/index.js';
import type { Model } from '../language/workspace/workspace.js';
import { elementOfId } from '../views/index.js';

/** Settings of a run, as texts of the user. */
export interface RunSettings {
    /** path of the part that performs the behaviour */
    readonly performer?: string;
    /** `name = expression`, or with `@12s` from that time on */
    readonly inputs?: readonly string[];
    /** `Go`, `Go(height = 3)`, or with `@12s` at that time */
    readonly events?: readonly string[];
    /** `reverse`, `declared` or `seed:<n>` */
    readonly schedule?: string;
    /** plan of an exploration's outcome, to repeat the run that reached it */
    readonly plan?: Plan;
}

export type Command =
    | { readonly kind: 'step' }
    | { readonly kind: 'continue'; readonly seconds?: number; readonly breakpoints: readonly string[]; readonly fromStart?: boolean }
    | { readonly kind: 'advance'; readonly seconds: number }
    | { readonly kind: 'send'; readonly event: string };

/** A command that was done, with the stop within a move at which it left the run. */
interface Done {
    readonly command: Command;
    /**
     * for a stop within a move, the number of complete moves before it, and the number of the statement in the next move; also while the
     * behaviour is entered
     */
    readonly stop?: { readonly moves: number; readonly statement: number; readonly isEntering: boolean };
    /** whether it did no more than to complete the entering of the behaviour */
    readonly isEntry?: boolean;
}

/** Whether a command continues from a stop within a move; other commands take effect after that move. */
const goesOn = ({ kind }: Command): boolean => kind === 'step' || kind === 'continue';

/** Whether a run stops at a statement of a body. */
export type IsStop = (stop: StatementStop) => boolean;

export class RecordedRun {
    private current: SteppedRun;
    private done: Done[] = [];
    private bounds: BehaviourOptions = {};

    /**
     * @param element qualified name of the behaviour
     * @param limits budgets of one command
     * @throws StimulusError, PolicyFault, EvaluationError for invalid settings
     */
    constructor(
        private known: Model,
        readonly element: string,
        private readonly settings: RunSettings,
        private readonly limits: () => BehaviourOptions
    ) {
        this.current = this.started();
    }

    get model(): Model {
        return this.known;
    }

    get run(): SteppedRun {
        return this.current;
    }

    /** Number of commands that can be taken back. */
    get history(): number {
        return this.done.length;
    }

    /** Whether the run was left while its behaviour is entered. */
    get isEntering(): boolean {
        return this.done.at(-1)?.stop?.isEntering === true;
    }

    private get scope(): ExpressionScope {
        return { model: this.known, contextId: this.element, limits: this.limits() };
    }

    /** @param stops where the run stops while its behaviour is entered */
    private started(stops?: StatementStops): SteppedRun {
        const { known: model, element, scope } = this;
        const { performer, inputs = [], events = [], schedule = 'reverse', plan } = this.settings;
        const policy = plan === undefined ? policyOf(schedule) : policyOf('explore');
        if (plan === undefined && policy.kind === 'explore') {
            throw new StimulusError(`schedule ${schedule}: a stepped run follows one order; an exploration tries all of them`);
        }
        this.bounds = this.limits();
        const run = new SteppedRun(
            model,
            { element, performer, inputs: inputs.map(i => inputOf(i, scope)), policy, plan },
            { checkCancelled: () => this.bounds.checkCancelled?.() },
            stops
        );
        events.forEach(event => run.send(eventOf(event, scope)));
        return run;
    }

    /**
     * Executes a command. From a stop within a move, a step is the rest of that move. A first `continue` enters the behaviour again, so
     * that it can stop there, too.
     * @param isStop where a step or `continue` stops within a move; nowhere by default
     * @throws StimulusError for an invalid event
     */
    do(command: Command, isStop?: IsStop): void {
        const last = this.done.at(-1)?.stop;
        const enters = goesOn(command) && (last === undefined ? this.isFirst(command) && isStop !== undefined : last.isEntering);
        const after = last !== undefined && goesOn(command) ? last.statement : 0;
        const stops = isStop && { after, isStop };
        const { shown } = this.run;
        if (enters) {
            this.current = this.started(stops);
        } else if (last !== undefined) {
            this.restart(this.done, command);
        }
        this.run.shown = shown;
        const isEntering = this.run.stop !== undefined;
        const isEntry = enters && !isEntering && command.kind === 'step';
        if (!isEntry) {
            this.apply(command, enters ? isStop && { after: 0, isStop } : stops);
        }
        const { stop } = this.run;
        this.done.push({
            command,
            isEntry,
            ...(stop !== undefined && { stop: { moves: stop.moves, statement: stop.statement, isEntering } })
        });
    }

    private isFirst({ kind }: Command): boolean {
        return kind === 'continue' && this.done.length === 0;
    }

    private apply(command: Command, stops?: StatementStops): void {
        const { run } = this;
        this.bounds = this.limits();
        switch (command.kind) {
            case 'step':
                run.step(stops);
                break;
            case 'continue':
                run.breakpoints = new Set(command.breakpoints.map(id => elementOfId(this.known, id)).filter(e => e !== undefined));
                run.goOn(command.seconds, stops, command.fromStart);
                break;
            case 'advance':
                run.advance(command.seconds);
                break;
            case 'send':
                run.send(eventOf(command.event, this.scope));
        }
    }

    /** Takes the last commands back. */
    back(count: number): void {
        this.replay(this.done.slice(0, Math.max(0, this.done.length - count)));
    }

    /** Repeats the commands on another model. If that fails, nothing changes. @throws as the constructor does */
    repeatOn(model: Model): void {
        const { known, current } = this;
        try {
            this.known = model;
            this.replay(this.done);
        } catch (error) {
            this.known = known;
            this.current = current;
            throw error;
        }
    }

    private replay(done: readonly Done[]): void {
        this.restart(done);
        this.done = [...done];
    }

    /** Repeats commands from the start. @param next the following command, if there is one */
    private restart(done: readonly Done[], next?: Command): void {
        this.current = this.started();
        done.forEach(({ command, stop, isEntry }, i) => {
            if (isEntry === true) {
                return;
            }
            if (stop === undefined) {
                this.apply(command);
                return;
            }
            const following = done.at(i + 1)?.command ?? next;
            if (stop.isEntering) {
                this.current = following === undefined ? this.started(stopAt(stop.statement)) : this.current;
                return;
            }
            const moves = following === undefined || goesOn(following) ? stop.moves : stop.moves + 1;
            for (let move = 0; move < moves; move++) {
                this.apply({ kind: 'step' });
            }
            if (following === undefined) {
                this.apply({ kind: 'step' }, stopAt(stop.statement));
            }
        });
    }
}
