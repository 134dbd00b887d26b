/**
 * Replaces the evaluator where the values of features are unknown: a run then follows one of the possible paths of an action or a machine.
 * Types only.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import type { Value } from '../../values/index.js';
import type { ObjectFlow } from '../actions/action-graph.js';
import type { ChangeWatches } from '../machines/change-watches.js';
import type { Trail } from '../schedules/schedule.js';

export type Send = (node: ast.SendActionUsage) => void;

/** The enclosing statements of a pause, outermost first, with marks for rounds of loops. */
export type StepPlace = readonly (AstNode | string)[];

export interface Surrogate {
    /** Receives the choices of the run's scheduler, before the first one. */
    follows(trail: Trail): void;
    /**
     * Whether a guard, or a condition that is waited for, holds now.
     * @param frame its scope
     * @throws EvaluationError where it cannot be evaluated
     */
    holds(condition: AstNode, frame: Frame): boolean;
    /** The change conditions that states wait for. */
    readonly changes: ChangeWatches;
    /** Initializes the features of a state. @param frame of the state, which is entered @param node the state */
    enter(frame: Frame, node: AstNode): void;
    /**
     * Performs a step of an action, or an entry, exit or effect behaviour, in one move.
     * @param send posts the messages of a send in the scope of the behaviour
     */
    perform(usage: AstNode, frame: Frame, send: Send): void;
    /** The payload of a message whose features have values only in the surrogate; undefined if the run evaluates the payload. */
    payload(send: ast.SendActionUsage): Value | undefined;
    /** Begins a control node with pins: the pins keep only the values that flows have delivered. @param frame of the action */
    begins(node: AstNode, frame: Frame): void;
    /** Transfers the value of a flow between steps, or between a step and the action. @param frame of the action */
    transfer(flow: ObjectFlow, frame: Frame): void;
    /**
     * The steps of a do behaviour: it yields between two statements.
     * @param moveTo called before each pause with the statements that contain it, from the outermost
     */
    steps(usage: ast.Usage, frame: Frame, send: Send, moveTo: (place: StepPlace) => void): Generator<undefined, void, void>;
    /** The instant of a time trigger, in seconds. @param now clock time in seconds */
    instant(trigger: ast.TriggerExpression, frame: Frame, now: number): number;
}
