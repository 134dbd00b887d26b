/** The history of executed cells, for history requests. */

export type PastCell = readonly [session: number, line: number, input: string];

/** maximum number of kept cells */
const MOST = 10_000;

interface HistoryRequest {
    readonly hist_access_type?: unknown;
    readonly n?: unknown;
    readonly start?: unknown;
    readonly stop?: unknown;
    readonly pattern?: unknown;
    readonly unique?: unknown;
    readonly output?: unknown;
}

export class Past {
    private cells: PastCell[] = [];
    private count = 0;

    add(input: string): void {
        this.cells = [...this.cells.slice(-MOST + 1), [0, ++this.count, input]];
    }

    /** The cells of a request: the last ones, a range, or those that match a pattern with `*` and `?`. */
    answer({ hist_access_type: access, n, start, stop, pattern, unique, output }: HistoryRequest): readonly unknown[] {
        const found =
            access === 'range'
                ? this.range(Number(start ?? 1), Number(stop ?? Infinity))
                : this.last(access === 'search' ? (typeof pattern === 'string' ? pattern : '*') : '*', Number(n ?? MOST), unique === true);
        return output === true ? found.map(([session, line, input]) => [session, line, [input, null]]) : found;
    }

    private range(start: number, stop: number): readonly PastCell[] {
        return this.cells.filter(([, line]) => line >= start && line < stop);
    }

    private last(pattern: string, count: number, isUnique: boolean): readonly PastCell[] {
        const expression = new RegExp(
            `^${pattern
                .replace(/[.+^${}()|[\]\\]/g, '\\$&')
                .replace(/\*/g, '[^]*')
                .replace(/\?/g, '[^]')}$`
        );
        const fitting = this.cells.filter(([, , input]) => expression.test(input));
        const once = isUnique ? fitting.filter(([, , input], i) => fitting.findLastIndex(c => c[2] === input) === i) : fitting;
        return once.slice(-count);
    }
}
