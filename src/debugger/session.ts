/**
 * A debugged run: the moves of a client, each of which executes commands of the recorded run, and the state at the current stop. Does not
 * depend on the protocol.
 */
import type { Model } from '../language/workspace/workspace.js';
import type { StackedPerformance, SteppedSnapshot } from '../runtime/behaviour/index.js';
import { displayed } from '../runtime/evaluation/index.js';
import type { Value } from '../runtime/values/index.js';
import { elementIdOf } from '../views/index.js';
import type { PlacedBreakpoint } from './breakpoints.js';
import { AdapterError, type LaunchArguments } from './launch.js';
import type { Command, RecordedRun } from './recorded-run.js';

type Stacks = ReturnType<RecordedRun['run']['stacks']>;

export class DebugSession {
    shown: SteppedSnapshot;
    /** number of commands of each move */
    private readonly moves: number[] = [];

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
    move(command: Command): void {
        this.moves.push(0);
        this.command(command);
    }

    /**
     * Runs until a breakpoint stops it, it waits for an event, or it ends.
     * @param counts whether a reached breakpoint stops the run
     * @returns the breakpoints at which it stopped
     */
    goOn(placed: readonly PlacedBreakpoint[], counts: (breakpoint: PlacedBreakpoint) => boolean): readonly PlacedBreakpoint[] {
        const breakpoints = placed.map(b => b.element);
        let hit: readonly PlacedBreakpoint[] = [];
        this.moves.push(0);
        do {
            this.command({ kind: 'continue', seconds: Infinity, breakpoints });
            const at = this.recorded.run.stopped;
            hit = placed.filter(b => at !== undefined && b.element === elementIdOf(at) && counts(b));
        } while (hit.length === 0 && this.recorded.run.stopped !== undefined && this.shown.state === 'suspended');
        return hit;
    }

    /** Steps until the innermost performance ends or cannot continue. */
    stepOut(): void {
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
        this.shown = this.recorded.run.snapshot();
        return this.moves.length === 0;
    }

    /** Repeats all moves on an edited model. If that fails, nothing changes. @throws Error with the reason */
    repeatOn(model: Model): void {
        this.recorded.repeatOn(model);
        this.shown = this.recorded.run.snapshot();
    }

    private command(command: Command): void {
        this.recorded.do(command);
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

    /** The performances around the place of the stop. */
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

    /** The value of an expression at the stop as text, or the reason why there is none in parentheses. */
    textAtStop(expression: string): string {
        try {
            return displayed(this.valueOf(expression, this.stackAtStop[0]));
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
