/** A run in which behaviours run: the first of them performs the actions that expressions call. */
import type { AstNode } from 'langium';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { type CallArguments, Run } from '../../evaluation/run.js';
import type { Value } from '../../evaluation/values/index.js';

/** Performs an action that an expression calls. */
export type CallPerformer = (action: AstNode, given: () => CallArguments, frame: Frame) => Value;

export class SimulatedRun extends Run {
    private calls: CallPerformer | undefined;

    /** A behaviour begins that can perform what expressions call; the first one does. */
    performCallsBy(performer: CallPerformer): void {
        this.calls ??= performer;
    }

    override perform(action: AstNode, given: () => CallArguments, frame: Frame): Value {
        return this.calls === undefined ? super.perform(action, given, frame) : this.calls(action, given, frame);
    }
}
