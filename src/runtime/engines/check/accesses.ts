/** Records the components that a move reads and writes. Does not depend on moves. */
import type { AccessLog, Frame } from '../../evaluation/expressions/frame.js';
import { BESIDE, HEAD, NotApart, type Reading } from '../../behaviour/index.js';

/** Records read and written components. */
export class Accesses implements AccessLog {
    readonly reads = new Set<number>();
    readonly writes = new Set<number>();

    constructor(private readonly reading: Reading) {}

    private component(frame: Frame, index: number): number | undefined {
        return this.reading.componentOf(frame, index);
    }

    /**
     * Whether a feature is a component with a value, which is read directly. Other features are computed, so that the components read for
     * them are recorded.
     */
    knows(frame: Frame, index: number): boolean {
        const component = this.component(frame, index);
        return component !== undefined && (this.reading.values[component < HEAD ? component : component - HEAD] ?? 0) > 0;
    }

    read(frame: Frame, index: number): void {
        const component = this.component(frame, index);
        if (component !== undefined) {
            this.reads.add(component);
        }
    }

    probed(frame: Frame, index: number): void {
        this.read(frame, index);
    }

    written(frame: Frame, index: number): void {
        const component = this.component(frame, index);
        // The writes of a preview are undone.
        if (component !== undefined && frame.run.journal === undefined) {
            this.writes.add(component);
            if (this.reading.isShared(frame)) {
                throw new NotApart();
            }
        }
    }

    performances(object: Frame): void {
        this.read(object, BESIDE);
    }

    behaviour(behaviour: object): void {
        this.reading.reached.get(behaviour)?.forEach(component => this.reads.add(component));
    }

    mailbox(mailbox: object): void {
        const component = this.reading.mailbox(mailbox);
        if (component !== undefined) {
            this.reads.add(component);
        }
    }

    computing<T>(frame: Frame, index: number, compute: () => T): T {
        // Counts as a read even if the computed value is not used.
        this.read(frame, index);
        return compute();
    }
}
