/**
 * The lives of the occurrences of a run (KerML 9.4.18, contract behaviour 8.1). An object lives from its creation, or from the `create`
 * that names it, until it is ended. Ending an object ends its behaviours.
 */
import type { OccurrenceOperations } from '../../evaluation/functions/registry.js';
import type { Instance } from '../../evaluation/instances/instance.js';
import type { StateWriter } from './state-writer.js';
import { EvaluationError, lifeOf, type ObjectReference } from '../../values/index.js';

/** The part of a behaviour that lives depend on: it ends with its object. */
export interface Living {
    readonly object: Instance | undefined;
    readonly hasEnded: boolean;
    terminate(): void;
}

export class Lives implements OccurrenceOperations {
    private readonly ended = new Set<ObjectReference>();

    /** @param behaviours the running behaviours */
    constructor(private readonly behaviours: () => readonly Living[]) {}

    /** Whether any life has ended. */
    get hasEnded(): boolean {
        return this.ended.size > 0;
    }

    writeState(out: StateWriter): void {
        out.reachedOf(this.ended);
    }

    isDuring(occurrence: ObjectReference): boolean {
        return !this.ended.has(lifeOf(occurrence));
    }

    /** @throws EvaluationError performance already ended, for an occurrence that has ended before */
    create(occurrence: ObjectReference): void {
        this.mustLive(lifeOf(occurrence));
    }

    /** @throws EvaluationError performance already ended */
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
