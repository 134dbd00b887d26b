/** Results stored by the values that were read for them: the same values give the same result. Knows no moves. */
import { NotApart, type SearchedRun } from '../../behaviour/index.js';

/** A decision tree: the value of one reading decides the next reading, or the result. */
type Known<T> = { readonly component: number; readonly next: Map<number, Known<T>> } | { readonly result: T };

/** What a state holds: by component, 0 where it is shorter. */
export type Holds = (component: number) => number;

/** Results of something by what it reads. */
export class Memory<T> {
    private root: Known<T> | undefined;

    find(holds: Holds): { readonly result: T } | undefined {
        let known = this.root;
        while (known !== undefined && 'component' in known) {
            known = known.next.get(holds(known.component));
        }
        return known;
    }

    /** @param reads the components that were read, in that order; what is known already may look at further ones before */
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

/** Something that is read of states, with what is known of it. It depends on what the run's frames hold alone. */
export class Look<T> {
    readonly memory = new Memory<T>();

    /** @param isEverywhere whether it is read of every state, not only where a run is over */
    constructor(
        readonly read: (run: SearchedRun) => T,
        readonly isEverywhere: boolean
    ) {}
}
