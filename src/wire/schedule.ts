// Checks the request field `schedule` before the model is looked up. The runtime interprets the policies.

import { PolicyFault, policyOf } from '../runtime/behaviour/schedules/policy.js';
import { invalidArgument } from './status.js';

/** Whether a schedule requests an exploration; the text may still be invalid. */
export function isExploration(schedule: string): boolean {
    return schedule === 'explore' || schedule.startsWith('explore:');
}

/** Checks a schedule. @throws Refusal invalid_argument with the text of an unknown policy */
export function checkSchedule(schedule: string): void {
    try {
        policyOf(schedule);
    } catch (error) {
        throw error instanceof PolicyFault ? invalidArgument(error.message) : error;
    }
}
