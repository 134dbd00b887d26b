/** An action or a state machine that is moved step by step. */
import type { SteppedRun } from '../runtime/behaviour/index.js';

export interface Debugging {
    readonly kind: 'action' | 'state';
    /** qualified name */
    readonly id: string;
    readonly run: SteppedRun;
}
