/**
 * A debugged run: the moves of a client, each of which executes commands of the recorded run, and the state at the current stop. Does not
 * depend on the protocol.
 */
import type { AstNode } from '../language/generated/tree.js';
import type { Model } from '../language/workspace/workspace.js';
import type { StackedPerformance, SteppedSnapshot } from '../runtime/behaviour/index.js';
import { displayed } from '../runtime/evaluation/index.js';
import type { Value } from '../runtime/values/index.js';
import { elementOfId } from '../views/index.js';
import type { PlacedBreakpoint, TextOf } from './breakpoints.js';
import { AdapterError, type LaunchArguments } from './launch.js';
import type { Command, IsStop, RecordedRun } from './recorded-run.js';

type Stacks = ReturnType<RecordedRun['run']['stacks']>;

export class DebugSession {
    shown: SteppedSnapshot;
    /** number of commands of each move */
    private readonly moves: number[] = [];
    /** whether the client has not yet seen the start of the run, so that breakpoints there still apply */
    isBeginning = false;

    /** @param moved called after each command */
    constructor(
        readonly launch: LaunchArguments,
        readonly recorded: RecordedRun,
        readonly uri: string,
        private readonly moved: (shown: SteppedSnapshot) => void
    ) {
        this.shown = recorded.run.snapshot();
    }

    get isOver(): boolean {
        return ['completed', 'terminated', 'failed'].includes(this.shown.state);
    }

    // --- Moving ---

    /** A move with one command. */
    move(command: Command, isStop?: IsStop): void {
        this.moves.push(0);
        this.command(command, isStop);
    }

    /**
     * Steps to the next statement of the body in which it has stopped, without entering the actions that a statement performs; else makes a
     * move.
     */
    stepOver(): void {
        const { stop } = this.recorded.run;
        this.move({ kind: 'step' }, stop && (next => next.depth <= stop.depth));
    }

    /** Steps to the next statement of a body within the move; if there is none, to the end of the move. */
    stepIn(): void {
        this.move({ kind: 'step' }, () => true);
    }

    /**
     * Runs until a breakpoint stops it, it waits for an event, or it ends.
     * @param counts whether a reached breakpoint stops the run, by a function that evaluates an expression there
     * @returns the breakpoints at which it stopped
     */
    goOn(
        placed: readonly PlacedBreakpoint[],
        counts: (breakpoint: PlacedBreakpoint, textOf: TextOf) => boolean
    ): readonly PlacedBreakpoint[] {
        const breakpoints = placed.map(b => b.element);
        const { model } = this.recorded;
        const marked = new Map(placed.map(b => [elementOfId(model, b.element), b.element]));
        let hit: readonly PlacedBreakpoint[] = [];
        const hitAt = (element: AstNode | undefined, textOf: TextOf): readonly PlacedBreakpoint[] => {
            const id = element && marked.get(element);
            return placed.filter(b => b.element === id && counts(b, textOf));
        };
        const isStop: IsStop = stop => {
            hit = hitAt(stop.element, expression => this.textOf(expression, stop.stacks[0].performances[0]));
            return hit.length > 0;
        };
        this.moves.push(0);
        do {
            const fromStart = this.isBeginning;
            this.command({ kind: 'continue', seconds: Infinity, breakpoints, fromStart }, placed.length === 0 ? undefined : isStop);
            this.isBeginning = fromStart && this.recorded.isEntering;
            const { stop, stopped } = this.recorded.run;
            hit = stop === undefined ? hitAt(stopped, expression => this.textOf(expression, this.stackAtStop[0])) : hit;
        } while (hit.length === 0 && this.recorded.run.stopped !== undefined && this.shown.state === 'suspended');
        return hit;
    }

    /** Steps until the innermost performance ends or cannot continue. */
    stepOut(): void {
        const { stop } = this.recorded.run;
        if (stop !== undefined) {
            this.move({ kind: 'step' }, next => next.depth < stop.depth);
            return;
        }
        const depth = this.depth;
        this.moves.push(0);
        do {
            this.command({ kind: 'step' });
        } while (!this.isOver && this.shown.state !== 'waiting' && this.depth >= depth && depth > 1);
    }

    private get depth(): number {
        return this.stacks[0]?.performances.length ?? 0;
    }

    /** Steps back by replaying the run up to an earlier move. @returns whether the run is at its start */
    back(moves: number): boolean {
        const taken = this.moves.splice(Math.max(0, this.moves.length - moves));
        this.recorded.back(taken.reduce((sum, n) => sum + n, 0));
        this.isBeginning = this.recorded.isEntering;
        this.shown = this.recorded.run.snapshot();
        return this.moves.length === 0;
    }

    /** Repeats all moves on an edited model. If that fails, nothing changes. @throws Error with the reason */
    repeatOn(model: Model): void {
        this.recorded.repeatOn(model);
        this.shown = this.recorded.run.snapshot();
    }

    private command(command: Command, isStop?: IsStop): void {
        this.recorded.do(command, isStop);
        this.moves[this.moves.length - 1]++;
        this.shown = this.recorded.run.snapshot();
        this.moved(this.shown);
    }

    // --- The current stop ---

    /** The stacks, those at the breakpoint first. */
    get stacks(): Stacks {
        const { run } = this.recorded;
        const stacks = run.stacks();
        const first = stacks.find(s => run.stopped !== undefined && s.performances[0]?.element === run.stopped);
        return first === undefined ? stacks : [first, ...stacks.filter(s => s !== first)];
    }

    /** The performances that enclose the place of the stop, innermost first. */
    get stackAtStop(): readonly StackedPerformance[] {
        const { stopped } = this.recorded.run;
        const { stacks } = this;
        return (stacks.find(s => s.performances.some(p => p.element === stopped)) ?? stacks[0])?.performances ?? [];
    }

    /** Names of the values that an expression can use. */
    get valueNames(): readonly string[] {
        const own = this.stacks.flatMap(s => s.performances.flatMap(p => [...p.values.keys()]));
        return [...new Set([...own, ...[...this.shown.values.keys()].map(name => name.replace('this.', ''))])];
    }

    /** The value of an expression in a performance. @throws AdapterError with the reason why there is none */
    valueOf(expression: string, performance: StackedPerformance | undefined): Value {
        if (performance === undefined) {
            throw new AdapterError('the run has no performance to read values of');
        }
        const { result, error, diagnostics = [] } = this.recorded.run.evaluate(expression, performance);
        if (result === undefined) {
            throw new AdapterError(diagnostics[0]?.message ?? error ?? 'no value');
        }
        return result;
    }

    /** The value of an expression in a performance as text, or the reason why there is none in parentheses. */
    private textOf(expression: string, performance: StackedPerformance | undefined): string {
        try {
            return displayed(this.valueOf(expression, performance));
        } catch (error) {
            if (error instanceof AdapterError) {
                return `(${error.message})`;
            }
            throw error;
        }
    }
}

/** The state of a run as text. */
export function stateInWords({ state, reason }: SteppedSnapshot): string {
    return reason === '' || reason === state ? state : `${state}: ${reason}`;
}
