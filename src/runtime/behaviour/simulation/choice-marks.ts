/**
 * The marks of a run's choice points, and the choice points that decide between two moments. Does not depend on features or messages
 * (order-log.ts).
 */
import type { Mark } from './order-nodes.js';
import { hasPassed, type Moment, prepare } from './strands.js';

/**
 * The mark of a choice point.
 * @param bit its bit in sets of choice points
 * @param isDependent whether any value depends on it; called after the run
 */
export function choiceMark(bit: bigint, instant: number, alternatives: Mark['alternatives'], isDependent: () => boolean): Mark {
    const names = new Set<string>();
    return {
        bit,
        names,
        instant,
        alternatives,
        get dependents() {
            return isDependent() ? [...names].sort() : [];
        },
        get isIndependent() {
            return !isDependent();
        }
    };
}

/** The choice points that decide which of two moments of an instant comes first, as a set of bits. */
export function marksBetween(marks: readonly Mark[], a: Moment, b: Moment): bigint {
    prepare(a);
    prepare(b);
    let bits = 0n;
    /** the choice points of the two moves themselves rather than of earlier moves */
    let nearest = 0n;
    for (let i = marks.length - 1; i >= 0 && marks[i].instant >= a.instant; i--) {
        const { alternatives, bit, instant } = marks[i];
        if (instant !== a.instant) {
            continue;
        }
        const passedBy = (m: Moment, other: Moment): Mark['alternatives'] =>
            alternatives.filter(({ strand, move }) => hasPassed(m, strand, move) && !hasPassed(other, strand, move));
        const [passedByA, passedByB] = [passedBy(a, b), passedBy(b, a)];
        if (passedByA.length > 0 && passedByB.length > 0) {
            bits |= bit;
            const isAt = (m: Moment, open: Mark['alternatives']): boolean => open.some(o => !hasPassed(m, o.strand, o.move + 1));
            nearest |= isAt(a, passedByA) && isAt(b, passedByB) ? bit : 0n;
        }
    }
    return nearest === 0n ? bits : nearest;
}

/** The choice points of an instant that have an alternative after a given moment. */
export function marksAhead(marks: readonly Mark[], now: Moment, instant: number): bigint {
    const ahead = marks.filter(m => m.instant === instant && m.alternatives.some(a => !hasPassed(now, a.strand, a.move)));
    return ahead.reduce((bits, { bit }) => bits | bit, 0n);
}
