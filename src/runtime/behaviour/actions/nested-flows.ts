/**
 * Nested token flows in each of which only one token can move: the one that performs the next inner flow. All other tokens are gathered by
 * a node or wait for the clock or for messages. A step of the outermost flow then equals a step of the innermost flow, which is made
 * directly, so that its cost does not depend on the depth of nesting. Does not depend on nodes or bodies.
 */
import type { OrderLog } from '../simulation/order-log.js';
import type { Wait } from '../simulation/simulation.js';
import { MoveCounter } from '../simulation/strands.js';
import type { Token } from './tokens.js';

export interface StepFailure {
    readonly error: unknown;
}

/**
 * Says that no token can move before the clock advances to `due`; if `due` is undefined, none ever can unless a behaviour changes the
 * tokens.
 */
export interface Stillness {
    readonly due: number | undefined;
    /** whether the arrival of a message may also enable a token */
    readonly awaitsMessages: boolean;
}

/** The only token of a flow that can move, and when the other tokens may become able to move. */
export interface Mover extends Stillness {
    readonly token: Token;
}

export interface NestedFlow {
    readonly tokens: readonly Token[];
    readonly hasEnded: boolean;
    /** number of steps that other steps of the run have ended */
    readonly endedSteps: number;
    /** number of messages sent so far in the run */
    readonly arrivals: number;
    /** The only token that can move before it moves itself or the clock advances; undefined if there are several such tokens or none. */
    onlyMover(): Mover | undefined;
    /** Undefined if a token can move, or may become able to move by an event other than the clock or a message. */
    stillUntil(): Stillness | undefined;
    /** number of its next step */
    stepNumber: number;
    /** the flows that are performed within it, if it is the outermost one */
    nested: FlowChain | undefined;
    /** Makes a step by moving its own tokens. */
    stepAlone(): void;
    /** Marks its token as moving while inner flows are stepped directly; undefined removes the mark. */
    passOn(token: Token | undefined): void;
    /** Resumes its token, after the flow within has made the step. */
    resume(token: Token): void;
    canAct(): boolean;
    /** Called before the step, if it is known that a token can move. */
    foundReady(): void;
    nextDue(): number | undefined;
    /** Notes a step that was made for the body which performs the flow: when that is resumed, it takes the result. */
    made(failure: StepFailure | undefined): void;
}

/** The wait of a performance for the flow that it performs. */
export class FlowWait implements Wait {
    readonly kind = 'flow';

    constructor(readonly flow: NestedFlow) {}

    ready(): boolean {
        return this.flow.canAct();
    }

    foundReady(): void {
        this.flow.foundReady();
    }

    due(): number | undefined {
        return this.flow.nextDue();
    }

    takes(message: Parameters<NonNullable<Wait['takes']>>[0]): boolean {
        return this.flow.tokens.some(t => (t.acceptance ?? t.wait)?.takes?.(message) === true);
    }

    describe(): readonly string[] {
        return this.flow.tokens.flatMap(t => t.acceptance?.describe() ?? t.wait?.describe() ?? []);
    }
}

/** A flow with the token that performs the next flow. */
interface Link extends Mover {
    readonly flow: NestedFlow;
    /** the difference between its step number and that of the next flow */
    ahead: number;
    /** the link of the enclosing flow; undefined for the outermost one */
    around: Link | undefined;
}

/** The flows from an outermost one to the innermost one. */
export class FlowChain {
    private first: Link | undefined;
    private last: Link | undefined;
    /** the difference between the step numbers of the outermost and the innermost flow */
    private ahead = 0;
    private innermost: NestedFlow;
    /** the earliest instant that tokens outside the chain wait for; may be too early after links were removed */
    private earliest = Infinity;
    private isEarliestKnown = true;
    private endedSteps: number;
    /** the value of `arrivals` when tokens outside the chain were found to wait for messages; undefined if none waits */
    private awaitedSince: number | undefined;
    /** counts the steps of the chain for its strands, if an order log records the run */
    private counter = new MoveCounter();

    private constructor(
        outermost: NestedFlow,
        private readonly order: OrderLog | undefined
    ) {
        this.innermost = outermost;
        this.endedSteps = outermost.endedSteps;
    }

    /** The chain of flows that a flow performs after a step; undefined if it performs none. @param chain the chain before the step */
    static within(outermost: NestedFlow, order: OrderLog | undefined, chain = new FlowChain(outermost, order)): FlowChain | undefined {
        chain.extend();
        return chain.last === undefined ? undefined : chain;
    }

    canAct(): boolean {
        return this.innermost.canAct();
    }

    nextDue(): number | undefined {
        const beside = this.earliestBeside();
        return earlier(beside === Infinity ? undefined : beside, this.innermost.nextDue());
    }

    /** Whether only the innermost flow can move. @param order the log that follows the moves now */
    isValid(now: number, order: OrderLog | undefined): boolean {
        const { order: own, endedSteps, awaitedSince, innermost } = this;
        return (
            own === order &&
            endedSteps === innermost.endedSteps &&
            (awaitedSince === undefined || awaitedSince === innermost.arrivals) &&
            (now < this.earliest || now < this.earliestBeside())
        );
    }

    stillUntil(): Stillness | undefined {
        const within = this.innermost.stillUntil();
        return (
            within && {
                due: earlier(within.due, this.nextDue()),
                awaitsMessages: within.awaitsMessages || this.awaitedSince !== undefined
            }
        );
    }

    /** the step number of the outermost flow, which direct steps do not count */
    private get stepNumber(): number {
        return this.innermost.stepNumber + this.ahead;
    }

    private earliestBeside(): number {
        if (!this.isEarliestKnown) {
            this.earliest = Infinity;
            for (let link = this.last; link !== undefined; link = link.around) {
                this.earliest = Math.min(this.earliest, link.due ?? Infinity);
            }
            this.isEarliestKnown = true;
        }
        return this.earliest;
    }

    /**
     * Makes a step of the innermost flow. When a flow ends or fails, the enclosing flow continues in the same step.
     * @param isKnownAble whether it is known that a token of the innermost flow can move
     */
    step(isKnownAble: boolean): void {
        const { order, counter } = this;
        if (!isKnownAble && !this.innermost.canAct()) {
            this.first!.ahead++;
            this.ahead++;
            return;
        }
        if (order !== undefined) {
            order.advances(this.first!.token);
            counter.count++;
        }
        this.innermost.foundReady();
        let { stepNumber } = this.innermost;
        let failure = failureOf(() => this.asPartOf(this.last!.token, () => this.innermost.stepAlone()));
        while (failure !== undefined || this.innermost.hasEnded) {
            const link = this.takeLast();
            if (link === undefined) {
                break;
            }
            const { flow, token, ahead } = link;
            this.innermost.made(failure);
            this.innermost = flow;
            flow.stepNumber = stepNumber += ahead;
            failure = failureOf(() => this.asPartOf(token, () => flow.resume(token)));
        }
        if (failure !== undefined) {
            throw failure.error;
        }
    }

    /** Runs a function as part of the present move of a token. */
    private asPartOf(token: Token, work: () => void): void {
        if (this.order === undefined) {
            work();
        } else {
            this.order.asPartOf(token, work);
        }
    }

    /** Adds the flows that the innermost flow now performs. */
    private extend(): void {
        for (;;) {
            const flow = this.innermost;
            const mover = flow.onlyMover();
            const wait = mover?.token.wait;
            if (mover === undefined || mover.token.cursor !== undefined || !(wait instanceof FlowWait)) {
                return;
            }
            if (this.order?.hasStrand(mover.token) === false) {
                return; // the token's first move that is followed begins its strand
            }
            const { token, due, awaitsMessages } = mover;
            const within = wait.flow;
            const { nested } = within;
            const ahead = flow.stepNumber - (nested?.stepNumber ?? within.stepNumber);
            this.add({ flow, token, due, awaitsMessages, ahead, around: this.last });
            flow.passOn(token);
            this.innermost = within;
            within.nested = undefined;
            if (nested !== undefined && nested.order === this.order) {
                this.takeOver(nested);
            } else {
                nested?.dissolve();
            }
        }
    }

    /** Appends the chain of the innermost flow, at a cost that does not depend on its length. */
    private takeOver(nested: FlowChain): void {
        const { order } = this;
        this.endedSteps = Math.min(this.endedSteps, nested.endedSteps);
        this.isEarliestKnown &&= nested.isEarliestKnown;
        this.earliest = Math.min(this.earliest, nested.earliest);
        this.awaitedSince = earlier(this.awaitedSince, nested.awaitedSince);
        this.ahead += nested.ahead;
        this.counter = nested.counter;
        for (let link = this.last; link !== undefined; link = link.around) {
            order?.detach(link.token);
            this.follow(link);
        }
        nested.first!.around = this.last;
        this.follow(nested.first!);
        this.last = nested.last;
        this.innermost = nested.innermost;
    }

    private add(link: Link): void {
        this.last = link;
        this.first ??= link;
        this.ahead += link.ahead;
        this.earliest = Math.min(this.earliest, link.due ?? Infinity);
        if (link.awaitsMessages) {
            this.awaitedSince ??= link.flow.arrivals;
        }
        this.follow(link);
    }

    /**
     * Makes the counter count the moves of a link's token. The token of the outermost flow is excluded, because it may move without the
     * chain.
     */
    private follow({ token, around }: Link): void {
        if (around !== undefined) {
            this.order?.attach(token, around.token, this.counter);
        }
    }

    /** Takes away the innermost link. */
    private takeLast(): Link | undefined {
        const link = this.last;
        if (link !== undefined) {
            this.order?.detach(link.token);
            this.isEarliestKnown &&= link.due === undefined;
            this.last = link.around;
            this.ahead -= link.ahead;
            this.first = link.around === undefined ? undefined : this.first;
        }
        return link;
    }

    /** Ends direct stepping: each flow is again stepped by the enclosing flow. */
    dissolve(): void {
        let { stepNumber } = this.innermost;
        for (let link = this.takeLast(); link !== undefined; link = this.takeLast()) {
            link.flow.stepNumber = stepNumber += link.ahead;
            link.flow.passOn(undefined);
        }
    }
}

/** The earlier of two instants (or the smaller of two counts); undefined means none. */
export function earlier(a: number | undefined, b: number | undefined): number | undefined {
    return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function failureOf(step: () => void): StepFailure | undefined {
    try {
        step();
        return undefined;
    } catch (error) {
        return { error };
    }
}
