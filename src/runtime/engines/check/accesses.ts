/** What a move reads and writes, by component. Knows no moves. */
import type { AccessLog, Frame } from '../../evaluation/expressions/frame.js';
import { BESIDE, HEAD, NotApart, type Reading } from '../../behaviour/index.js';

/** Notes what is read and written. */
export class Accesses implements AccessLog {
    readonly reads = new Set<number>();
    readonly writes = new Set<number>();

    constructor(private readonly reading: Reading) {}

    private component(frame: Frame, index: number): number | undefined {
        return this.reading.componentOf(frame, index);
    }

    /** Whether a feature is a component, which is read as it is. Others are computed, so that the components that they read are noted. */
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

    looked(frame: Frame, index: number): void {
        this.read(frame, index);
    }

    written(frame: Frame, index: number): void {
        const component = this.component(frame, index);
        // What a preview writes is undone.
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

    computing<T>(frame: Frame, index: number, compute: () => T): T {
        // What is computed for nothing has been looked for all the same.
        this.read(frame, index);
        return compute();
    }
}
