/**
 * The change conditions that the active states of a machine wait for (contract behaviour 10.6): which have become true since their last
 * evaluation. Knows no configuration.
 */
import type { Frame } from '../../evaluation/expressions/frame.js';
import { EvaluationError } from '../../values/index.js';
import { conditionOf } from '../actions/conditions.js';
import type { StateWriter } from '../simulation/state-writer.js';
import type { Transition, Vertex } from './state-graph.js';

/** Transitions whose conditions have become true. */
export interface Risen {
    /** 0 where there is none */
    readonly size: number;
    has(transition: Transition): boolean;
}

export interface ChangeWatches {
    readonly hasAny: boolean;
    /** Waits for the condition of a transition out of a state that was entered. @param frame of the state */
    arm(transition: Transition, frame: Frame): void;
    /** A state was left. */
    disarm(state: Vertex): void;
    /** The rises of transitions were used by a firing. */
    spend(transitions: readonly Transition[]): void;
    clear(): void;
    /** Whether a condition has risen; those that are false again may rise again. @throws EvaluationError */
    hasRisen(): boolean;
    /** Evaluates the watched conditions without reporting a rise. */
    look(at: (holds: () => boolean) => boolean): void;
    /**
     * The conditions that have become true since their last evaluation; each is reported once.
     * @param look evaluates a condition
     * @throws EvaluationError
     */
    takeRisen(look?: (holds: () => boolean) => boolean): Risen;
    writeState(out: StateWriter): void;
}

interface Watch {
    readonly transition: Transition;
    /** whether it was true at its last evaluation */
    wasTrue: boolean;
    /** whether a transition has fired for that */
    isSpent: boolean;
    readonly holds: () => boolean;
}

/** Conditions that are evaluated. */
export class EvaluatedWatches implements ChangeWatches {
    private watches: Watch[] = [];
    /** their source was left: they rise again only after their condition was false, also when the source is entered again */
    private spent: Watch[] = [];

    get hasAny(): boolean {
        return this.watches.length > 0 || this.spent.length > 0;
    }

    arm(transition: Transition, frame: Frame): void {
        const { trigger } = transition;
        if (trigger?.kind !== 'when') {
            return;
        }
        const holds = conditionOf(trigger.expression.argument, "'when' condition");
        const isSpent = this.spent.some(w => w.transition === transition);
        this.spent = this.spent.filter(w => w.transition !== transition);
        this.watches.push({ transition, wasTrue: isSpent, isSpent, holds: () => holds(frame) });
    }

    disarm(state: Vertex): void {
        this.spent.push(...this.watches.filter(w => w.isSpent && w.wasTrue && w.transition.source === state));
        this.watches = this.watches.filter(w => w.transition.source !== state);
    }

    spend(transitions: readonly Transition[]): void {
        for (const watch of this.watches) {
            watch.isSpent ||= transitions.includes(watch.transition);
        }
    }

    clear(): void {
        this.watches = [];
        this.spent = [];
    }

    hasRisen(): boolean {
        this.spent = this.spent.filter(holdsStill);
        for (const watch of this.watches) {
            const holds = watch.holds();
            if (holds && !watch.wasTrue) {
                return true;
            }
            lookedAt(watch, watch.wasTrue && holds);
        }
        return false;
    }

    look(at: (holds: () => boolean) => boolean): void {
        for (const watch of this.watches) {
            try {
                at(() => watch.holds());
            } catch (error) {
                if (!(error instanceof EvaluationError)) {
                    throw error;
                }
            }
        }
    }

    takeRisen(look: (holds: () => boolean) => boolean = holds => holds()): Risen {
        const risen = new Set<Transition>();
        this.spent = this.spent.filter(holdsStill);
        for (const watch of this.watches) {
            const holds = look(() => watch.holds());
            if (holds && !watch.wasTrue) {
                risen.add(watch.transition);
            }
            lookedAt(watch, holds);
        }
        return risen;
    }

    writeState(out: StateWriter): void {
        for (const { transition, wasTrue, isSpent } of [...this.watches, ...this.spent]) {
            out.shared(transition);
            out.add(`${wasTrue} ${isSpent}`);
        }
    }
}

function lookedAt(watch: Watch, holds: boolean): void {
    watch.wasTrue = holds;
    watch.isSpent &&= holds;
}

/** Whether a condition holds whose state is not active: what it reads may be gone, and then it says nothing. */
function holdsStill({ holds }: Watch): boolean {
    try {
        return holds();
    } catch (error) {
        if (error instanceof EvaluationError) {
            return true;
        }
        throw error;
    }
}
