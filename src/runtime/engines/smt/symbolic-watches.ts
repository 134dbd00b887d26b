/**
 * The conditions of `accept when` in an unrolled machine (contract behaviour 10.6). Terms represent whether a condition was true at its
 * last evaluation, and whether a firing has used that rise, just as terms represent feature values. Does not depend on the executor.
 */
import type { ChangeWatches, Risen, Transition, Vertex } from '../../behaviour/index.js';
import * as terms from '../solver/terms.js';
import type { Term } from '../solver/terms.js';

/** Whether a condition was true at its last evaluation, and whether that rise was used. Both are terms, or the symbols for these terms. */
export interface Memory {
    readonly wasTrue: Term;
    readonly isSpent: Term;
}

/** The outcome of a condition as a term, with the term under which it can be evaluated. */
export interface Outcome {
    readonly holds: Term;
    readonly isDefined: Term;
}

/** The way that evaluates the conditions. */
export interface WatchingWay {
    /** whether conditions are evaluated; otherwise earlier decisions are repeated */
    readonly isOpen: boolean;
    /** the symbols of every condition of the machine */
    readonly memories: ReadonlyMap<Transition, Memory>;
    valueOf(symbol: Term): Term;
    set(symbol: Term, value: Term): void;
    /** Returns the condition of a transition with the current values. */
    conditionOf(transition: Transition): Outcome;
    /** Decides whether an outcome is true or false. @throws EvaluationError if it decides that the condition fails */
    decide(outcome: () => Outcome): boolean;
}

export class SymbolicWatches implements ChangeWatches {
    private armed: readonly Transition[] = [];

    constructor(private readonly way: WatchingWay) {}

    get hasAny(): boolean {
        return this.way.memories.size > 0;
    }

    arm(transition: Transition): void {
        if (transition.trigger?.kind === 'when') {
            this.armed = [...this.armed, transition];
            this.change(transition, ({ isSpent }) => ({ wasTrue: isSpent, isSpent }));
        }
    }

    disarm(state: Vertex): void {
        const leaving = this.armed.filter(t => t.source === state);
        this.armed = this.armed.filter(t => t.source !== state);
        leaving.forEach(t => this.change(t, ({ wasTrue, isSpent }) => ({ wasTrue, isSpent: terms.and(isSpent, wasTrue) })));
    }

    spend(transitions: readonly Transition[]): void {
        const used = transitions.filter(t => this.armed.includes(t));
        used.forEach(t => this.change(t, ({ wasTrue }) => ({ wasTrue, isSpent: terms.TRUE })));
    }

    clear(): void {
        this.armed = [];
    }

    hasRisen(): boolean {
        const risen: Term[] = [];
        const outcome = (): Outcome => {
            this.lookAtLeft();
            const defined: Term[] = [];
            for (const transition of this.armed) {
                const { holds, isDefined } = this.way.conditionOf(transition);
                const isReached = terms.not(terms.or(...risen));
                defined.push(terms.implies(isReached, isDefined));
                this.change(transition, ({ wasTrue, isSpent }) => {
                    risen.push(terms.and(holds, terms.not(wasTrue)));
                    const isLookedAt = terms.not(terms.or(...risen));
                    return {
                        wasTrue: terms.and(wasTrue, terms.implies(isLookedAt, holds)),
                        isSpent: terms.and(isSpent, terms.implies(isLookedAt, holds))
                    };
                });
            }
            return { holds: terms.or(...risen), isDefined: terms.and(...defined) };
        };
        return this.decided(outcome);
    }

    look(): void {
        // Only the order log of a run needs these evaluations, and an unrolling has no order log.
    }

    takeRisen(): Risen {
        const risen = new Map<Transition, Term>();
        const outcome = (): Outcome => {
            this.lookAtLeft();
            const defined: Term[] = [];
            for (const transition of this.armed) {
                const { holds, isDefined } = this.way.conditionOf(transition);
                defined.push(isDefined);
                this.change(transition, ({ wasTrue, isSpent }) => {
                    risen.set(transition, terms.and(holds, terms.not(wasTrue)));
                    return { wasTrue: holds, isSpent: terms.and(isSpent, holds) };
                });
            }
            return { holds: terms.or(...risen.values()), isDefined: terms.and(...defined) };
        };
        const { armed } = this;
        const size = this.decided(outcome) ? 1 : 0;
        const has = (transition: Transition): boolean =>
            armed.includes(transition) && this.way.decide(() => ({ holds: risen.get(transition)!, isDefined: terms.TRUE }));
        return { size, has };
    }

    writeState(out: Parameters<ChangeWatches['writeState']>[0]): void {
        this.armed.forEach(t => out.shared(t));
    }

    private decided(outcome: () => Outcome): boolean {
        if (this.armed.length > 0) {
            return this.way.decide(outcome);
        }
        if (this.way.isOpen) {
            outcome();
        }
        return false;
    }

    /**
     * Evaluates the conditions of inactive states: a condition that is false now may rise again. A condition that cannot be evaluated keeps
     * its memory.
     */
    private lookAtLeft(): void {
        for (const [transition, { isSpent }] of this.way.memories) {
            if (!this.armed.includes(transition) && this.way.valueOf(isSpent) !== terms.FALSE) {
                const { holds, isDefined } = this.way.conditionOf(transition);
                const still = terms.or(terms.not(isDefined), holds);
                this.change(transition, memory => ({ ...memory, isSpent: terms.and(memory.isSpent, still) }));
            }
        }
    }

    private change(transition: Transition, become: (memory: Memory) => Memory): void {
        if (this.way.isOpen) {
            const { wasTrue, isSpent } = this.way.memories.get(transition)!;
            const next = become({ wasTrue: this.way.valueOf(wasTrue), isSpent: this.way.valueOf(isSpent) });
            this.way.set(wasTrue, next.wasTrue);
            this.way.set(isSpent, next.isSpent);
        }
    }
}
