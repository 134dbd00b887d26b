/**
 * The interface of compiled statements, and what all kinds share: execution in one piece or in steps, the end of a body, and the stage of a
 * failure. statements.ts compiles the kinds.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { EvaluationError } from '../../values/index.js';
import type { Activity } from '../simulation/activity.js';
import type { Cursor, Wait } from '../simulation/simulation.js';

/**
 * Yields the wait at which a body pauses, undefined between two statements, or the steps of a performed action, which {@link Body} executes
 * before it continues. (`yield*` would make the cost of each step proportional to the depth of nesting.)
 */
export type Steps = Generator<Wait | Steps | undefined, void, void>;

/** A body in execution: the steps that it is making, innermost last. */
export class Body {
    private readonly performed: Steps[];

    constructor(steps: Steps) {
        this.performed = [steps];
    }

    /** Continues to the next pause. A failure propagates through the enclosing steps. */
    next(): IteratorResult<Wait | undefined, void> {
        const { performed } = this;
        let failure: { readonly error: unknown } | undefined;
        for (;;) {
            const steps = performed[performed.length - 1];
            let next: IteratorResult<Wait | Steps | undefined, void>;
            try {
                next = failure === undefined ? steps.next() : steps.throw(failure.error);
                failure = undefined;
            } catch (error) {
                next = { done: true, value: undefined };
                failure = { error };
            }
            if (next.done === true) {
                performed.pop();
                if (performed.length > 0) {
                    continue;
                }
                if (failure !== undefined) {
                    throw failure.error;
                }
                return next;
            }
            const { value } = next;
            if (value === undefined || !('next' in value)) {
                return { done: false, value };
            }
            performed.push(value);
        }
    }
}

export interface Statement {
    readonly node: AstNode;
    /** whether it may have to wait and must be executed in steps */
    readonly waits: boolean;
    /** Executes it in one piece. Allowed only where it does not wait. */
    run(frame: Frame, activity: Activity): void;
    /** Executes it in steps, with pauses between two simple statements and at every wait; at once, if undefined is returned. */
    steps(frame: Frame, activity: Activity): Steps | undefined;
}

/** Ends the body that is being performed: `terminate;`. */
export class Terminated extends Error {
    /** @param of the token whose body ends, or the step whose performance ends; undefined for the innermost performance */
    constructor(readonly of: unknown) {
        super('terminated');
    }
}

/** A statement that does not wait, from the function that executes it. */
export function atOnce(node: AstNode, run: Statement['run']): Statement {
    return {
        node,
        waits: false,
        run,
        steps(frame, activity) {
            run(frame, activity);
            return undefined;
        }
    };
}

/** Adds the stage of execution to a failure. */
export function framed(error: unknown, stage: string): unknown {
    return error instanceof EvaluationError ? error.within(stage) : error;
}

/** Executes statements that do not wait. */
export function runAll(statements: readonly Statement[], frame: Frame, activity: Activity): void {
    const { watch } = activity.simulation;
    for (let i = 0; i < statements.length; i++) {
        watch?.(statements[i].node, frame, activity.performed);
        statements[i].run(frame, activity);
    }
}

/** Executes statements in steps. @param node the node of a token, which is not a statement of a body */
export function* stepAll(statements: readonly Statement[], frame: Frame, activity: Activity, node?: AstNode): Steps {
    const moveTo = cursorFrom(activity);
    for (let i = 0; i < statements.length; i++) {
        moveTo?.(statements[i].node, frame);
        if (i > 0) {
            yield undefined;
        }
        if (statements[i].node !== node) {
            activity.simulation.watch?.(statements[i].node, frame, activity.performed);
        }
        const steps = statements[i].steps(frame, activity);
        if (steps !== undefined) {
            yield steps;
        }
    }
    moveTo?.();
}

/**
 * For code that executes statements in steps: returns a function that sets its current position below the enclosing one in the run's
 * cursor.
 * @returns undefined if states are not compared
 */
export function cursorFrom({ simulation: { cursor } }: Activity): ((...place: Cursor) => void) | undefined {
    if (cursor === undefined) {
        return undefined;
    }
    const depth = cursor.length;
    return (...place) => {
        cursor.length = depth;
        cursor.push(...place);
    };
}
