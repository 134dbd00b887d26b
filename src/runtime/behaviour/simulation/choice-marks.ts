/**
 * The choice points of a run as its order is followed: their marks, and which of them decide between moments. Knows no features and no
 * messages (order-log.ts).
 */
import type { Mark } from './order-nodes.js';
import { hasPassed, type Moment } from './strands.js';

/**
 * The mark of a choice point.
 * @param bit its place in sets of choice points
 * @param isDependent whether any value depends on it, asked when the run is over
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
    let bits = 0n;
    /** those that are about the two moves themselves, not about what comes before them */
    let nearest = 0n;
    for (let i = marks.length - 1; i >= 0 && marks[i].instant >= a.instant; i--) {
        const { alternatives, bit, instant } = marks[i];
        if (instant !== a.instant) {
            continue;
        }
        const ways = (m: Moment, other: Moment): Mark['alternatives'] =>
            alternatives.filter(({ strand, move }) => hasPassed(m, strand, move) && !hasPassed(other, strand, move));
        const [waysOfA, waysOfB] = [ways(a, b), ways(b, a)];
        if (waysOfA.length > 0 && waysOfB.length > 0) {
            bits |= bit;
            const isAt = (m: Moment, open: Mark['alternatives']): boolean => open.some(o => !hasPassed(m, o.strand, o.move + 1));
            nearest |= isAt(a, waysOfA) && isAt(b, waysOfB) ? bit : 0n;
        }
    }
    return nearest === 0n ? bits : nearest;
}

/** The choice points of an instant of which some alternative is still to come at a moment. */
export function marksAhead(marks: readonly Mark[], now: Moment, instant: number): bigint {
    const ahead = marks.filter(m => m.instant === instant && m.alternatives.some(a => !hasPassed(now, a.strand, a.move)));
    return ahead.reduce((bits, { bit }) => bits | bit, 0n);
}
