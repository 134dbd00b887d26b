/** The difference of two texts as a unified diff. Knows lines and nothing else. */

const CONTEXT = 3;

interface Step {
    readonly mark: ' ' | '-' | '+';
    readonly line: string;
}

/** The diff of a file; empty when the texts are equal. Line ends are part of the lines. */
export function unifiedDiff(name: string, before: string, after: string): string {
    const steps = stepsBetween(linesOf(before), linesOf(after));
    if (steps.every(s => s.mark === ' ')) {
        return '';
    }
    return `--- ${name}\n+++ ${name}\n${hunksOf(steps).join('')}`;
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** A shortest way from one list of lines to another (Myers 1986), behind their common start and before their common end. */
function stepsBetween(before: readonly string[], after: readonly string[]): Step[] {
    let head = 0;
    while (head < before.length && head < after.length && before[head] === after[head]) {
        head++;
    }
    let tail = 0;
    while (
        tail < before.length - head &&
        tail < after.length - head &&
        before[before.length - 1 - tail] === after[after.length - 1 - tail]
    ) {
        tail++;
    }
    const same = (line: string): Step => ({ mark: ' ', line });
    return [
        ...before.slice(0, head).map(same),
        ...shortest(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
        ...before.slice(before.length - tail).map(same)
    ];
}

function shortest(a: readonly string[], b: readonly string[]): Step[] {
    const furthest = new Map<number, number>([[1, 0]]);
    const trace: Map<number, number>[] = [];
    for (let d = 0; d <= a.length + b.length; d++) {
        trace.push(new Map(furthest));
        for (let k = -d; k <= d; k += 2) {
            const isDown = k === -d || (k !== d && furthest.get(k - 1)! < furthest.get(k + 1)!);
            let x = isDown ? furthest.get(k + 1)! : furthest.get(k - 1)! + 1;
            while (x < a.length && x - k < b.length && a[x] === b[x - k]) {
                x++;
            }
            furthest.set(k, x);
            if (x >= a.length && x - k >= b.length) {
                return backwards(a, b, trace);
            }
        }
    }
    return [];
}

function backwards(a: readonly string[], b: readonly string[], trace: readonly Map<number, number>[]): Step[] {
    const steps: Step[] = [];
    let x = a.length;
    let y = b.length;
    for (let d = trace.length - 1; d >= 0; d--) {
        const furthest = trace[d];
        const k = x - y;
        const isDown = k === -d || (k !== d && furthest.get(k - 1)! < furthest.get(k + 1)!);
        const from = isDown ? furthest.get(k + 1)! : furthest.get(k - 1)!;
        const fromY = from - (isDown ? k + 1 : k - 1);
        while (x > from && y > fromY && x > 0 && y > 0) {
            steps.push({ mark: ' ', line: a[--x] });
            y--;
        }
        if (d > 0) {
            steps.push(isDown ? { mark: '+', line: b[--y] } : { mark: '-', line: a[--x] });
        }
    }
    return steps.reverse();
}

function hunksOf(steps: readonly Step[]): string[] {
    const hunks: string[] = [];
    const changed = steps.flatMap((s, i) => (s.mark === ' ' ? [] : [i]));
    for (let first = 0; first < changed.length;) {
        let last = first;
        while (last + 1 < changed.length && changed[last + 1] - changed[last] <= 2 * CONTEXT) {
            last++;
        }
        hunks.push(hunk(steps, Math.max(0, changed[first] - CONTEXT), Math.min(steps.length, changed[last] + CONTEXT + 1)));
        first = last + 1;
    }
    return hunks;
}

function hunk(steps: readonly Step[], from: number, to: number): string {
    const count = (part: readonly Step[], mark: '-' | '+'): number => part.filter(s => s.mark === ' ' || s.mark === mark).length;
    const inside = steps.slice(from, to);
    const range = (mark: '-' | '+'): string => {
        const length = count(inside, mark);
        const start = count(steps.slice(0, from), mark) + (length === 0 ? 0 : 1);
        return `${start},${length}`;
    };
    const lines = inside.map(({ mark, line }) => `${mark}${line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`}`);
    return `@@ -${range('-')} +${range('+')} @@\n${lines.join('')}`;
}
