/**
 * Token flows that are performed within each other, each by the single token of the flow around it. A step of the outermost one is a step
 * of the innermost one, which is made without passing those in between: a step costs the same however deep it is nested. Does not depend on
 * nodes or bodies.
 */
import type { Wait } from '../simulation/simulation.js';
import type { Token } from './tokens.js';

export interface StepFailure {
    readonly error: unknown;
}

export interface NestedFlow {
    readonly tokens: readonly Token[];
    readonly hasEnded: boolean;
    /** whether its steps are followed one by one, also those that only pass on to a flow within it */
    readonly isFollowed: boolean;
    /** number of its next step */
    stepNumber: number;
    /** the flows that are performed within it, if it is the outermost one */
    nested: FlowChain | undefined;
    /** Makes a step by moving its own tokens. */
    stepAlone(): void;
    /** Marks its token as moving for as long as flows within it are stepped directly; undefined ends that. */
    passOn(token: Token | undefined): void;
    /** Resumes its token, after the flow within has made the step. */
    resume(token: Token): void;
    canAct(): boolean;
    /** Called where a token is known to be able to move, before the step. */
    foundReady(): void;
    nextDue(): number | undefined;
    /** Notes a step that was made for the body which performs the flow: when that is resumed, it takes the result. */
    made(failure: StepFailure | undefined): void;
}

/** The wait of a performance around a flow. */
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
interface Link {
    readonly flow: NestedFlow;
    readonly token: Token;
    /** what its step number exceeds that of the next flow by */
    ahead: number;
}

/** The flows from an outermost one to the innermost one. */
export class FlowChain {
    private readonly links: Link[] = [];
    private innermost: NestedFlow;

    private constructor(outermost: NestedFlow) {
        this.innermost = outermost;
    }

    /** The flows within a flow that has made a step; undefined for none. @param chain those within it before the step */
    static within(outermost: NestedFlow, chain = new FlowChain(outermost)): FlowChain | undefined {
        chain.extend();
        return chain.links.length === 0 ? undefined : chain;
    }

    canAct(): boolean {
        return this.innermost.canAct();
    }

    nextDue(): number | undefined {
        return this.innermost.nextDue();
    }

    /**
     * Makes a step of the innermost flow. Flows that it ends, or fails, go on in the same step with the flow around them.
     * @param isKnownAble whether a token of the innermost flow can move
     */
    step(isKnownAble: boolean): void {
        const { links } = this;
        if (!isKnownAble && !this.innermost.canAct()) {
            links[0].ahead++;
            return;
        }
        this.innermost.foundReady();
        let { stepNumber } = this.innermost;
        let failure = failureOf(() => this.innermost.stepAlone());
        while (failure !== undefined || this.innermost.hasEnded) {
            const link = links.pop();
            if (link === undefined) {
                break;
            }
            const { flow, token, ahead } = link;
            this.innermost.made(failure);
            this.innermost = flow;
            flow.stepNumber = stepNumber += ahead;
            failure = failureOf(() => flow.resume(token));
        }
        if (failure !== undefined) {
            throw failure.error;
        }
    }

    /** Takes up the flows that the innermost one has come to perform. */
    private extend(): void {
        for (;;) {
            const flow = this.innermost;
            const [token] = flow.tokens;
            if (flow.tokens.length !== 1 || flow.isFollowed || token.cursor !== undefined || !(token.wait instanceof FlowWait)) {
                return;
            }
            const within = token.wait.flow;
            const { nested } = within;
            this.links.push({ flow, token, ahead: flow.stepNumber - within.stepNumber });
            flow.passOn(token);
            this.innermost = within;
            if (nested !== undefined) {
                within.nested = undefined;
                for (const link of nested.links) {
                    this.links.push(link);
                }
                this.innermost = nested.innermost;
            }
        }
    }

    /** Ends the direct steps: each flow is stepped by the flow around it again. */
    dissolve(): void {
        let { stepNumber } = this.innermost;
        for (let link = this.links.pop(); link !== undefined; link = this.links.pop()) {
            link.flow.stepNumber = stepNumber += link.ahead;
            link.flow.passOn(undefined);
        }
    }
}

function failureOf(step: () => void): StepFailure | undefined {
    try {
        step();
        return undefined;
    } catch (error) {
        return { error };
    }
}
