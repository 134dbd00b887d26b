/** Edit distance between words (contract: edits-and-diagnostics 2.7). Does not depend on the notation. */

/** The maximum distance of a candidate from a name of the given length. */
export function allowedDistance(length: number): number {
    return length <= 2 ? 0 : length <= 5 ? 1 : length <= 8 ? 2 : 3;
}

/** Number of edits between two words, with a transposition of neighbours as one; limit + 1 if it exceeds the limit. */
export function distance(a: string, b: string, limit: number): number {
    if (Math.abs(a.length - b.length) > limit) {
        return limit + 1;
    }
    let before: number[] = [];
    let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
        const row = [i];
        let least = i;
        for (let j = 1; j <= b.length; j++) {
            const same = a[i - 1] === b[j - 1];
            let cost = Math.min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (same ? 0 : 1));
            if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
                cost = Math.min(cost, before[j - 2] + 1);
            }
            row.push(cost);
            least = Math.min(least, cost);
        }
        if (least > limit) {
            return limit + 1;
        }
        before = previous;
        previous = row;
    }
    return Math.min(previous[b.length], limit + 1);
}
