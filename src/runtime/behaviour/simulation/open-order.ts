/**
 * Records of moments, of which those in open order to a later moment are found. A record that precedes a newer one in every order is kept
 * below it: when the newer one precedes a moment, what is below it does, too, and is not compared. So a record of a loop costs the same in
 * each pass.
 */
import { isBefore, type Moment } from './strands.js';

/** A record, with those that precede it in every order and that no other one has below it. */
interface Entry<T> {
    readonly record: T;
    readonly below: readonly Entry<T>[];
}

export class OpenOrder<T extends { readonly moment: Moment }> {
    private top: readonly Entry<T>[] = [];

    add(record: T): void {
        const [below, beside]: Entry<T>[][] = [[], []];
        for (const entry of this.top) {
            (isBefore(entry.record.moment, record.moment) ? below : beside).push(entry);
        }
        this.top = [...beside, { record, below }];
    }

    /** The records that do not precede a moment in every order. */
    notBefore(now: Moment): readonly T[] {
        const found: T[] = [];
        const open = [...this.top];
        for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
            if (!isBefore(entry.record.moment, now)) {
                found.push(entry.record);
                open.push(...entry.below);
            }
        }
        return found;
    }

    /** The records in open order to a moment. */
    concurrentTo(now: Moment): readonly T[] {
        const found: T[] = [];
        for (const record of this.notBefore(now)) {
            if (!isBefore(now, record.moment)) {
                found.push(record);
            }
        }
        return found;
    }
}
