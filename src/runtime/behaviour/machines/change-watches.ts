/**
 * The change conditions that the active states of a machine wait for (contract behaviour 10.6), and those that have become true since the
 * last evaluation. Does not depend on the configuration.
 */
import type { Frame } from '../../evaluation/expressions/frame.js';
import { EvaluationError } from '../../values/index.js';
import { conditionOf } from '../actions/conditions.js';
import type { StateWriter } from '../simulation/state-writer.js';
import type { Transition, Vertex } from './state-graph.js';

/** Transitions whose conditions have become true. */
export interface Risen {
    /** number of transitions */
    readonly size: number;
    has(transition: Transition): boolean;
}

export interface ChangeWatches {
    readonly hasAny: boolean;
    /** Watches the condition of a transition out of a state that was entered. @param frame the frame of the state */
    arm(transition: Transition, frame: Frame): void;
    /** Ends the watches of a state that was left. */
    disarm(state: Vertex): void;
    /** Marks the rises of transitions as used by a firing. */
    spend(transitions: readonly Transition[]): void;
    clear(): void;
    /** Whether a condition has risen. A condition that is false may rise again. @throws EvaluationError */
    hasRisen(): boolean;
    /** Evaluates the watched conditions and ignores their failures. */
    look(at: (holds: () => boolean) => boolean): void;
    /**
     * Takes the conditions that have risen since the last evaluation.
     * @param look evaluates a condition
     * @throws EvaluationError
     */
    takeRisen(look?: (holds: () => boolean) => boolean): Risen;
    writeState(out: StateWriter): void;
}

interface Watch {
    readonly transition: Transition;
    /** whether it was true at the last evaluation */
    wasTrue: boolean;
    /** whether that rise has fired a transition */
    isSpent: boolean;
    readonly holds: () => boolean;
}

/** Watches that evaluate their conditions. */
export class EvaluatedWatches implements ChangeWatches {
    private watches: Watch[] = [];
    /** used watches whose source was left: they rise again only after their condition was false, even when the source is entered again */
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
            noteEvaluation(watch, watch.wasTrue && holds);
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
            noteEvaluation(watch, holds);
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

function noteEvaluation(watch: Watch, holds: boolean): void {
    watch.wasTrue = holds;
    watch.isSpent &&= holds;
}

/** Whether a condition of an inactive state holds. A condition that can no longer be evaluated counts as still true. */
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
