// The spellings of the request field `schedule`, checked before the model is looked up. What the policies do is the runtime's.

import { invalidArgument } from './status.js';

const MAX_SEED = (1n << 64n) - 1n;

/** Whether the spelling asks for an exploration; says nothing about its being well formed. */
export function isExploration(schedule: string): boolean {
    return schedule === 'explore' || schedule.startsWith('explore:');
}

/**
 * Refuses a spelling that is none of: empty, `reverse`, `declared`, `seed:<n>`, `explore` with an optional budget of `runs` and `depth`.
 * @throws Refusal invalid_argument quoting the spelling
 */
export function checkSchedule(schedule: string): void {
    const fault = scheduleFault(schedule);
    if (fault !== undefined) {
        throw invalidArgument(`invalid scheduling policy "${schedule}": ${fault}`);
    }
}

function scheduleFault(schedule: string): string | undefined {
    if (['', 'reverse', 'declared', 'explore'].includes(schedule)) {
        return undefined;
    }
    const colon = schedule.indexOf(':');
    const [policy, rest] = colon < 0 ? [schedule, undefined] : [schedule.slice(0, colon), schedule.slice(colon + 1)];
    if (policy === 'seed') {
        const seed = rest ?? '';
        return /^0*\d{1,20}$/.test(seed) && BigInt(seed) <= MAX_SEED ? undefined : `seed "${seed}" is not a non-negative decimal integer`;
    }
    return policy === 'explore' ? budgetFault(rest ?? '') : `unknown policy "${policy}"`;
}

function budgetFault(budget: string): string | undefined {
    const seen = new Set<string>();
    for (const part of budget.split(',')) {
        const [key = '', value = ''] = part.split(/=(.*)/s);
        if (key !== 'runs' && key !== 'depth') {
            return `unknown explore budget "${key}"`;
        }
        if (seen.has(key)) {
            return `explore ${key} is given twice`;
        }
        seen.add(key);
        if (!/^\d+$/.test(value) || /^0+$/.test(value) || !Number.isSafeInteger(Number(value))) {
            return `explore ${key} "${value}" is not a decimal integer of at least 1`;
        }
    }
    return undefined;
}
