/**
 * Similar names: an index of names by length and letters, which computes the edit distance only for names that may be near enough. Depends
 * on candidates only, not on elements.
 */
import type { AstNode } from '../generated/tree.js';
import { allowedDistance, distance } from '../syntax/index.js';

const MOST = 3;

/**
 * A name that could be meant: `text` is the text to write. `reach` is 0 where the name is usable as it is, 1 for a qualified name, and 2
 * and 3 for the same in the library.
 */
export interface Candidate {
    readonly text: string;
    readonly name: string;
    readonly reach: number;
    readonly element: AstNode;
    /** whether only the exact spelling matches: short names resemble each other by chance */
    readonly isExact?: boolean;
}

/** The nearest candidates, best first. Case affects the rank but not the limit. */
export function nearest<C extends Pick<Candidate, 'text' | 'name' | 'reach'>>(written: string, candidates: Iterable<C>): C[] {
    const limit = allowedDistance(written.length);
    const found: { candidate: C; far: number; rank: number }[] = [];
    const lower = written.toLowerCase();
    for (const candidate of candidates) {
        const { name } = candidate;
        if (Math.abs(name.length - written.length) > limit) {
            continue;
        }
        const far = distance(lower, name.toLowerCase(), limit);
        if (far <= limit && name !== written) {
            found.push({ candidate, far, rank: distance(written, name, written.length + 1) });
        } else if (name === written && candidate.reach > 0) {
            found.push({ candidate, far: 0, rank: 0 });
        }
    }
    const best = Math.min(...found.map(f => f.rank));
    const kept = found.filter(f => f.rank <= best + 1 && !found.some(o => o.rank < f.rank && o.candidate.reach < f.candidate.reach));
    kept.sort(
        (a, b) =>
            a.rank - b.rank ||
            a.candidate.reach - b.candidate.reach ||
            a.candidate.text.length - b.candidate.text.length ||
            (a.candidate.text < b.candidate.text ? -1 : 1)
    );
    const texts = new Set<string>();
    return kept
        .map(f => f.candidate)
        .filter(c => !texts.has(c.text) && texts.add(c.text))
        .slice(0, MOST);
}

/** The names of a world or namespace, indexed for a search of near names. */
export class NameIndex<C extends Candidate> {
    private readonly byLength = new Map<number, { readonly candidate: C; readonly lower: string; readonly letters: number }[]>();

    add(candidate: C): void {
        const lower = candidate.name.toLowerCase();
        const entry = { candidate, lower, letters: lettersOf(lower) };
        const same = this.byLength.get(lower.length);
        if (same === undefined) {
            this.byLength.set(lower.length, [entry]);
        } else {
            same.push(entry);
        }
    }

    /** The candidates that are near enough to a name; none once the effort is spent. */
    near(sought: Sought, effort: Effort): C[] {
        const { written, lower, letters, limit } = sought;
        const found: C[] = [];
        for (let length = lower.length - limit; length <= lower.length + limit; length++) {
            const entries = this.byLength.get(length) ?? [];
            effort.left -= entries.length * LOOK;
            for (let i = 0; i < entries.length && effort.left > 0; i++) {
                const entry = entries[i];
                if (bits(letters & ~entry.letters) > limit || bits(entry.letters & ~letters) > limit) {
                    continue;
                }
                if (entry.candidate.isExact === true) {
                    if (entry.candidate.name === written) {
                        found.push(entry.candidate);
                    }
                    continue;
                }
                effort.left--;
                if (distance(lower, entry.lower, limit) <= limit) {
                    found.push(entry.candidate);
                }
            }
        }
        return found;
    }
}

/** The name that a search compares with. */
export interface Sought {
    readonly written: string;
    readonly lower: string;
    readonly letters: number;
    readonly limit: number;
}

export function soughtOf(written: string): Sought {
    const lower = written.toLowerCase();
    return { written, lower, letters: lettersOf(lower), limit: allowedDistance(written.length) };
}

/** The characters of a word as a set of 32 bits: one edit removes at most one of them and adds at most one. */
function lettersOf(lower: string): number {
    let letters = 0;
    for (let i = 0; i < lower.length; i++) {
        letters |= 1 << (lower.charCodeAt(i) & 31);
    }
    return letters;
}

function bits(set: number): number {
    let n = 0;
    for (let rest = set; rest !== 0; rest &= rest - 1) {
        n++;
    }
    return n;
}

/** How many more words the search for suggestions in a model may compare. */
export interface Effort {
    left: number;
}
/** The cost of comparing two letter sets, as a fraction of a word comparison. */
const LOOK = 0.01;
