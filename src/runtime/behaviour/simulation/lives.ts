/**
 * The lives of the occurrences of a run (KerML 9.4.18, contract behaviour 8.1). What a run makes lives from then on until it is ended; what
 * is said to be created lives from that moment. Ending an object ends its behaviours where they stand.
 */
import type { OccurrenceOperations } from '../../evaluation/functions/registry.js';
import type { Instance } from '../../evaluation/instances/instance.js';
import type { StateWriter } from './state-writer.js';
import { EvaluationError, lifeOf, type ObjectReference } from '../../values/index.js';

/** A behaviour, as far as it ends with its object. */
export interface Living {
    readonly object: Instance | undefined;
    readonly hasEnded: boolean;
    terminate(): void;
}

export class Lives implements OccurrenceOperations {
    private readonly ended = new Set<ObjectReference>();

    /** @param behaviours those that go on */
    constructor(private readonly behaviours: () => readonly Living[]) {}

    /** Whether some life has ended. */
    get hasEnded(): boolean {
        return this.ended.size > 0;
    }

    writeState(out: StateWriter): void {
        out.reachedOf(this.ended);
    }

    isDuring(occurrence: ObjectReference): boolean {
        return !this.ended.has(lifeOf(occurrence));
    }

    /** @throws performance already ended, for what has lived before */
    create(occurrence: ObjectReference): void {
        this.mustLive(lifeOf(occurrence));
    }

    /** @throws performance already ended */
    destroy(occurrence: ObjectReference): void {
        const life = lifeOf(occurrence);
        this.mustLive(life);
        this.ended.add(life);
        for (const behaviour of this.behaviours()) {
            if (behaviour.object !== undefined && lifeOf(behaviour.object) === life && !behaviour.hasEnded) {
                behaviour.terminate();
            }
        }
    }

    private mustLive(life: ObjectReference): void {
        if (this.ended.has(life)) {
            throw new EvaluationError('performance already ended', 'the object has been terminated');
        }
    }
}
