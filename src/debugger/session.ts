/**
 * A run that is debugged: the moves of a client, each of which makes some commands of the recorded run, and what the run shows where it
 * stands. Knows nothing of the protocol.
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
    /** by moves of the client: how many commands each made */
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

    /** One move of one command. */
    move(command: Command): void {
        this.moves.push(0);
        this.command(command);
    }

    /**
     * Moves, while time passes, until a breakpoint that counts, an event that is waited for, or the end.
     * @returns the breakpoints that it stopped at
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

    /** Steps until the performance that is shown first is over, or cannot go on. */
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

    /** Steps back, by replaying the run up to an earlier move. @returns whether the run is at its start */
    back(moves: number): boolean {
        const taken = this.moves.splice(Math.max(0, this.moves.length - moves));
        this.recorded.back(taken.reduce((sum, n) => sum + n, 0));
        this.shown = this.recorded.run.snapshot();
        return this.moves.length === 0;
    }

    /** Makes all moves again on an edited model. @throws an error when they cannot be made there, and stays where it was */
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

    // --- Where it stands ---

    /** Those at the breakpoint first. */
    get stacks(): Stacks {
        const { run } = this.recorded;
        const stacks = run.stacks();
        const first = stacks.find(s => run.stopped !== undefined && s.performances[0]?.element === run.stopped);
        return first === undefined ? stacks : [first, ...stacks.filter(s => s !== first)];
    }

    /** The performances around the place at which the run has stopped. */
    get stackAtStop(): readonly StackedPerformance[] {
        const { stopped } = this.recorded.run;
        const { stacks } = this;
        return (stacks.find(s => s.performances.some(p => p.element === stopped)) ?? stacks[0])?.performances ?? [];
    }

    /** Names of the values that an expression may use. */
    get valueNames(): readonly string[] {
        const own = this.stacks.flatMap(s => s.performances.flatMap(p => [...p.values.keys()]));
        return [...new Set([...own, ...[...this.shown.values.keys()].map(name => name.replace('this.', ''))])];
    }

    /** The value of an expression in a performance. @throws AdapterError that says why there is none */
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

    /** The value of an expression where the run has stopped, as a text; in parentheses why there is none. */
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

/** The state of a run in words. */
export function stateInWords({ state, reason }: SteppedSnapshot): string {
    return reason === '' || reason === state ? state : `${state}: ${reason}`;
}
