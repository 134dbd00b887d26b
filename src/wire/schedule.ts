// The spellings of the request field `schedule`, checked before the model is looked up. What the policies do is the runtime's.

import { PolicyFault, policyOf } from '../runtime/behaviour/schedules/policy.js';
import { invalidArgument } from './status.js';

/** Whether the spelling asks for an exploration; says nothing about its being well formed. */
export function isExploration(schedule: string): boolean {
    return schedule === 'explore' || schedule.startsWith('explore:');
}

/** Refuses a spelling of no policy. @throws Refusal invalid_argument quoting the spelling */
export function checkSchedule(schedule: string): void {
    try {
        policyOf(schedule);
    } catch (error) {
        throw error instanceof PolicyFault ? invalidArgument(error.message) : error;
    }
}
