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
    StimulusError,
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
    | { readonly kind: 'continue'; readonly seconds?: number; readonly breakpoints: readonly string[] }
    | { readonly kind: 'advance'; readonly seconds: number }
    | { readonly kind: 'send'; readonly event: string };

export class RecordedRun {
    private current: SteppedRun;
    private commands: Command[] = [];
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
        return this.commands.length;
    }

    private get scope(): ExpressionScope {
        return { model: this.known, contextId: this.element, limits: this.limits() };
    }

    private started(): SteppedRun {
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
            { checkCancelled: () => this.bounds.checkCancelled?.() }
        );
        events.forEach(event => run.send(eventOf(event, scope)));
        return run;
    }

    /** @throws StimulusError for an invalid event */
    do(command: Command): void {
        this.apply(command);
        this.commands.push(command);
    }

    private apply(command: Command): void {
        const { run } = this;
        this.bounds = this.limits();
        switch (command.kind) {
            case 'step':
                run.step();
                break;
            case 'continue':
                run.breakpoints = new Set(command.breakpoints.map(id => elementOfId(this.known, id)).filter(e => e !== undefined));
                run.goOn(command.seconds);
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
        this.replay(this.commands.slice(0, Math.max(0, this.commands.length - count)));
    }

    /** Repeats the commands on another model. If that fails, nothing changes. @throws as the constructor does */
    repeatOn(model: Model): void {
        const { known, current } = this;
        try {
            this.known = model;
            this.replay(this.commands);
        } catch (error) {
            this.known = known;
            this.current = current;
            throw error;
        }
    }

    private replay(commands: readonly Command[]): void {
        this.current = this.started();
        commands.forEach(c => this.apply(c));
        this.commands = [...commands];
    }
}
