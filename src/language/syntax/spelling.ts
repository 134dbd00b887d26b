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
    // Cells further than the limit from the diagonal exceed it: only those beside the diagonal are computed.
    const far = limit + 1;
    let before: readonly number[] = [];
    let previous = Array.from({ length: 2 * limit + 1 }, (_, k) => (k < limit ? far : k - limit));
    for (let i = 1; i <= a.length; i++) {
        const row: number[] = [];
        let least = far;
        for (let k = 0; k <= 2 * limit; k++) {
            const j = i + k - limit;
            let cost = far;
            if (j === 0) {
                cost = i;
            } else if (j > 0 && j <= b.length) {
                const same = a[i - 1] === b[j - 1];
                cost = Math.min((previous[k + 1] ?? far) + 1, (row[k - 1] ?? far) + 1, previous[k] + (same ? 0 : 1));
                if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
                    cost = Math.min(cost, before[k] + 1);
                }
            }
            row.push(cost);
            least = Math.min(least, cost);
        }
        if (least > limit) {
            return far;
        }
        before = previous;
        previous = row;
    }
    return Math.min(previous[b.length - a.length + limit], far);
}
