/** Objects that `Instantiate` leaves behind for later questions about the model (contract sheet 3.7 rule 5). They go with the model. */
import type { Instance } from './instance.js';

/** One call's population: the root, and how many objects were answered with it. */
interface Population {
    readonly root: Instance;
    readonly count: number;
}

export class HeldObjects {
    private readonly populations: Population[] = [];
    private total = 0;

    /** Objects held, nested ones counted. */
    get count(): number {
        return this.total;
    }

    /** The roots in the order they were made. */
    get roots(): readonly Instance[] {
        return this.populations.map(p => p.root);
    }

    /** Keeps an object with everything below it; false, and nothing is kept, when that is more than the limit allows. */
    keep(root: Instance, count: number, limit: number): boolean {
        if (this.total + count > limit) {
            return false;
        }
        this.populations.push({ root, count });
        this.total += count;
        return true;
    }
}
