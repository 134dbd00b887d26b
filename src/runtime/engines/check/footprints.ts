/**
 * Records the components that the behaviours of a search read and change, and decides whether a turn is independent of all recorded turns
 * of the other behaviours. Such a turn is made alone: the search omits the turns of the other behaviours in that state. Footprints grow
 * during the search, so a later footprint may conflict with a turn that was made alone before ({@link Footprints.isDisturbed}). Does not
 * depend on runs.
 */
import { HEAD } from '../../behaviour/index.js';

/**
 * The components that a turn or status reads and changes. Queues are treated separately, because one behaviour may read the head of a
 * queue while others append to it.
 */
export class Footprint {
    /** components that are read, without heads of queues */
    readonly reads = new Set<number>();
    readonly writes = new Set<number>();
    /** queues whose heads are read */
    readonly heads = new Set<number>();
    /** those of these queues that were empty */
    readonly empty = new Set<number>();
    readonly takes = new Set<number>();
    readonly puts = new Set<number>();

    /**
     * @param read components, with {@link HEAD} added for the head of a queue @param holds returns the value of a component in the state
     */
    reading(read: Iterable<number>, holds: (component: number) => number): this {
        for (const component of read) {
            if (component < HEAD) {
                this.reads.add(component);
                continue;
            }
            this.heads.add(component - HEAD);
            if (holds(component) === 0) {
                this.empty.add(component - HEAD);
            }
        }
        return this;
    }

    /** @returns whether this footprint has grown */
    add(other: Footprint): boolean {
        const before = this.size;
        PARTS.forEach(part => other[part].forEach(component => this[part].add(component)));
        return this.size > before;
    }

    private get size(): number {
        return PARTS.reduce((sum, part) => sum + this[part].size, 0);
    }

    /** Whether the order of two turns with this and another footprint can matter. */
    isDisturbedBy(other: Footprint): boolean {
        const { reads, writes, heads, empty, takes, puts } = this;
        return (
            meet(writes, other.reads, other.writes) ||
            meet(other.writes, reads) ||
            meet(puts, other.puts, other.heads, other.reads) ||
            meet(takes, other.takes, other.heads, other.reads) ||
            meet(other.takes, heads, reads) ||
            meet(other.puts, empty, reads)
        );
    }

    /** Whether it changes a component that properties read. */
    changes(looked: ReadonlySet<number>): boolean {
        const queues = [...this.takes, ...this.puts];
        return meet(this.writes, looked) || queues.some(c => looked.has(c) || looked.has(HEAD + c));
    }
}

const PARTS = ['reads', 'writes', 'heads', 'empty', 'takes', 'puts'] as const;

const meet = (a: ReadonlySet<number>, ...others: readonly ReadonlySet<number>[]): boolean =>
    [...a].some(component => others.some(other => other.has(component)));

export class Footprints {
    /** by behaviour, the union of its footprints so far */
    private readonly seen: Footprint[] = [];
    /** by behaviour, the turns that were made alone */
    private readonly alone: Footprint[] = [];
    /** components that properties read */
    private readonly readByProperties = new Set<number>();
    /** the behaviour whose end ends the whole run */
    private ending: number | undefined;
    /** increases whenever something is seen for the first time */
    version = 0;

    see(behaviour: number, footprint: Footprint): void {
        this.version += (this.seen[behaviour] ??= new Footprint()).add(footprint) ? 1 : 0;
    }

    addReadByProperties(components: Iterable<number>): void {
        const before = this.readByProperties.size;
        for (const component of components) {
            this.readByProperties.add(component);
        }
        this.version += this.readByProperties.size > before ? 1 : 0;
    }

    /** Records the behaviour whose end ends the whole run, even if others could still move. */
    end(behaviour: number): void {
        this.version += this.ending === undefined ? 1 : 0;
        this.ending = behaviour;
    }

    /** Whether no recorded turn of another behaviour conflicts with a turn, and no property reads what the turn changes. */
    canGoAlone(behaviour: number, footprint: Footprint): boolean {
        return (
            (this.ending === undefined || this.ending === behaviour) &&
            !footprint.changes(this.readByProperties) &&
            !this.seen.some((others, b) => b !== behaviour && footprint.isDisturbedBy(others))
        );
    }

    goesAlone(behaviour: number, footprint: Footprint): void {
        (this.alone[behaviour] ??= new Footprint()).add(footprint);
    }

    /** Whether a footprint that was recorded later conflicts with a turn that was made alone. */
    get isDisturbed(): boolean {
        return this.alone.some((footprint, behaviour) => !this.canGoAlone(behaviour, footprint));
    }

    /** Forgets the turns that were made alone, because a new search decides again. Keeps the footprints. */
    restart(): void {
        this.alone.length = 0;
    }
}
