/** Counts the symbols of all diagrams by outcome: shapes in total, lines also by the metaclass of their element. */
export class LayoutCounts {
    private readonly shapes = new Map<string, number>();
    private readonly lines = new Map<string, Map<string, number>>();

    shape(outcome: string): void {
        this.shapes.set(outcome, (this.shapes.get(outcome) ?? 0) + 1);
    }

    line(kind: string, outcome: string): void {
        const counts = this.lines.get(kind) ?? new Map<string, number>();
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
        this.lines.set(kind, counts);
    }

    /** Returns lines for the header of the report; empty if no diagram has symbols. */
    remarks(): string[] {
        const listed = (counts: ReadonlyMap<string, number>): string =>
            [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
        const routes = [...this.lines]
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([kind, counts]) => `routes of ${kind}: ${listed(new Map([['written', 0], ...counts]))}`);
        return [...(this.shapes.size === 0 ? [] : [`layout: ${listed(this.shapes)}`]), ...routes];
    }
}
