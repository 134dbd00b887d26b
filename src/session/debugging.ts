/** An action or a state machine that is moved step by step. */
import type { Instance } from '../runtime/evaluation/index.js';
import type { Population, SteppedRun } from '../runtime/behaviour/index.js';

/** An object that was made. */
export interface NamedObject {
    readonly population: Population;
    readonly instance: Instance;
    /** as it was named */
    readonly label: string;
}

export interface Debugging {
    readonly kind: 'action' | 'state';
    /** qualified name */
    readonly id: string;
    readonly run: SteppedRun;
    /** the object that performs it, where it was made before */
    readonly object: NamedObject | undefined;
}
