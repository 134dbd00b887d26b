/** Stores results by the values that were read for them: equal values give equal results. Does not depend on moves. */
import { NotApart, type SearchedRun } from '../../behaviour/index.js';

/** A decision tree: the value of a component determines the next component to read, or the result. */
type Known<T> = { readonly component: number; readonly next: Map<number, Known<T>> } | { readonly result: T };

/** Returns the value of a component in a state; 0 beyond the end of the row. */
export type Holds = (component: number) => number;

/** Stores the results of a computation by the values that it reads. */
export class Memory<T> {
    private root: Known<T> | undefined;

    find(holds: Holds): { readonly result: T } | undefined {
        let known = this.root;
        while (known !== undefined && 'component' in known) {
            known = known.next.get(holds(known.component));
        }
        return known;
    }

    /** @param reads components in the order in which they were read; known results may have read other components before them */
    learn(reads: Iterable<number>, holds: Holds, result: T): void {
        let place: Map<number, Known<T>> | undefined;
        let value = 0;
        const put = (known: Known<T>): void => {
            if (place === undefined) {
                this.root = known;
            } else {
                place.set(value, known);
            }
        };
        let present = this.root;
        const rest = new Set(reads);
        const [...inOrder] = rest;
        for (let i = 0; present !== undefined || i < inOrder.length;) {
            if (present === undefined) {
                const component = inOrder[i++];
                if (!rest.has(component)) {
                    continue;
                }
                present = { component, next: new Map() };
                put(present);
            }
            if (!('component' in present)) {
                throw new NotApart();
            }
            rest.delete(present.component);
            place = present.next;
            value = holds(present.component);
            present = place.get(value);
        }
        put({ result });
    }
}

/** Something that is read from states, with the known results. It must depend only on the values in the run's frames. */
export class Look<T> {
    readonly memory = new Memory<T>();

    /** @param isEverywhere whether it is read from every state and not only from those of finished runs */
    constructor(
        readonly read: (run: SearchedRun) => T,
        readonly isEverywhere: boolean
    ) {}
}
