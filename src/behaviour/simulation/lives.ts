/**
 * The lives of the occurrences of a run (KerML 9.4.18, contract behaviour 8.1). What a run makes lives from then on until it is ended; what is
 * said to be created lives from that moment. Ending an object ends its behaviours where they stand.
 */
import type { OccurrenceOperations } from '../../evaluation/functions/registry.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { isPortion } from '../../evaluation/model/inheritance.js';
import { EvaluationError, type ObjectReference } from '../../evaluation/values/index.js';

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

    isDuring(occurrence: ObjectReference): boolean {
        return !this.ended.has(this.lifeOf(occurrence));
    }

    /** @throws performance already ended, for what has lived before */
    create(occurrence: ObjectReference): void {
        this.mustLive(this.lifeOf(occurrence));
    }

    /** @throws performance already ended */
    destroy(occurrence: ObjectReference): void {
        const object = this.lifeOf(occurrence);
        this.mustLive(object);
        this.ended.add(object);
        for (const behaviour of this.behaviours()) {
            if (behaviour.object === object && !behaviour.hasEnded) {
                behaviour.terminate();
            }
        }
    }

    private mustLive(object: ObjectReference): void {
        if (this.ended.has(object)) {
            throw new EvaluationError('performance already ended', 'the object has been terminated');
        }
    }

    /** A snapshot or time slice of what holds it is a portion of that one's life. */
    lifeOf(occurrence: ObjectReference): ObjectReference {
        let life = occurrence;
        while (life instanceof Instance && life.outer instanceof Instance && isPortion(life.type)) {
            life = life.outer;
        }
        return life;
    }
}
