/** An action or a state machine in stepwise execution. */
import type { Instance } from '../runtime/evaluation/index.js';
import type { Population, SteppedRun } from '../runtime/behaviour/index.js';

/** An object with its name. */
export interface NamedObject {
    readonly population: Population;
    readonly instance: Instance;
    /** the name as the user wrote it */
    readonly label: string;
}

export interface Debugging {
    readonly kind: 'action' | 'state';
    /** qualified name */
    readonly id: string;
    readonly run: SteppedRun;
    /** the object that performs it, if it existed before */
    readonly object: NamedObject | undefined;
    /** existing objects in whose simulation it runs, if there are any */
    readonly beside: Population | undefined;
}
