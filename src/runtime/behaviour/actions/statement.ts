/**
 * What a statement of a body is once it is compiled, and what all of them share: executing it whole or in steps, the end of a body,
 * failures with their stage. Knows no kind of statement (statements.ts).
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { EvaluationError } from '../../values/index.js';
import type { Activity } from '../simulation/activity.js';
import type { Cursor, Wait } from '../simulation/simulation.js';

/** What a body answers when it pauses: what it waits for, or nothing between two statements. */
export type Steps = Generator<Wait | undefined, void, void>;

export interface Statement {
    readonly node: AstNode;
    /** whether it may have to wait, so that it must be stepped */
    readonly waits: boolean;
    /** Executes it whole. Only where it does not wait. */
    run(frame: Frame, activity: Activity): void;
    /** Executes it in steps: yields between two single statements, and whenever it has to wait. */
    steps(frame: Frame, activity: Activity): Steps;
}

/** Ends the body that is being performed: `terminate;`. */
export class Terminated extends Error {
    /** @param of the body that ends; undefined for the innermost performance */
    constructor(readonly of: unknown) {
        super('terminated');
    }
}

/** A statement from a function that does it at once. */
export function atOnce(node: AstNode, run: Statement['run']): Statement {
    return {
        node,
        waits: false,
        run,
        // eslint-disable-next-line require-yield -- a single statement is one step
        *steps(frame, activity) {
            run(frame, activity);
        }
    };
}

/** Puts a stage before the cause of a failure. */
export function framed(error: unknown, stage: string): unknown {
    return error instanceof EvaluationError ? error.within(stage) : error;
}

/** Executes statements that do not wait. */
export function runAll(statements: readonly Statement[], frame: Frame, activity: Activity): void {
    for (let i = 0; i < statements.length; i++) {
        statements[i].run(frame, activity);
    }
}

/** Executes statements in steps. */
export function* stepAll(statements: readonly Statement[], frame: Frame, activity: Activity): Steps {
    const standsAt = cursorFrom(activity);
    for (let i = 0; i < statements.length; i++) {
        standsAt?.(statements[i].node, frame);
        if (i > 0) {
            yield undefined;
        }
        yield* statements[i].steps(frame, activity);
    }
    standsAt?.();
}

/**
 * For what executes statements in steps: says where it stands from now on, within what is around it.
 * @returns undefined where nobody tells states apart
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
