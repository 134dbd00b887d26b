/** What the measures share: repeated timing, medians, and how a figure is reported. */

declare const gc: (() => void) | undefined;

/** Reports one figure as a line of JSON for bench/run.mjs. */
export function report(what: string, value: string, aim = ''): void {
    console.log(JSON.stringify({ what, value, aim }));
}

export function median(values: readonly number[]): number {
    const sorted = [...values].sort((a, b) => a - b);
    return sorted[sorted.length >> 1];
}

/** Milliseconds of one call. */
export function timed(run: () => unknown): number {
    const start = performance.now();
    run();
    return performance.now() - start;
}

/** Median of `count` runs, after `warmup` that do not count. */
export function medianTime(run: (i: number) => unknown, count: number, warmup = 0): number {
    const times: number[] = [];
    for (let i = 0; i < warmup + count; i++) {
        const ms = timed(() => run(i));
        if (i >= warmup) {
            times.push(ms);
        }
    }
    return median(times);
}

/** Bytes of the heap in use after a collection. */
export function heapUsed(): number {
    gc?.();
    gc?.();
    return process.memoryUsage().heapUsed;
}

export const ms = (value: number): string =>
    value < 10 ? `${value.toFixed(2)} ms` : value < 1000 ? `${value.toFixed(0)} ms` : `${(value / 1000).toFixed(2)} s`;
