/**
 * Scheduling policies and their spellings (contract behaviour 12.1). Does not depend on models or runs: the service rejects a spelling
 * before it looks up either.
 */

/** An invalid spelling of a policy. */
export class PolicyFault extends Error {}

export type Policy =
    | { readonly kind: 'reverse' }
    | { readonly kind: 'declared' }
    | { readonly kind: 'seed'; readonly seed: bigint }
    | { readonly kind: 'explore'; readonly runs: number; readonly depth: number }
    /** repeats the choices of a run of an exploration or a search */
    | { readonly kind: 'replay'; readonly picks: readonly number[]; readonly counts: readonly number[] };

const DEFAULT_RUNS = 1024;
const DEFAULT_DEPTH = 64;
/** Budgets are reported as 32-bit integers; no search reaches a larger one. */
const MAX_BUDGET = 2 ** 31 - 1;

/** A policy from its spelling. @throws PolicyFault naming the fault, quoting the spelling */
export function policyOf(spelling: string): Policy {
    const refuse = (fault: string): PolicyFault => new PolicyFault(`invalid scheduling policy "${spelling}": ${fault}`);
    if (spelling === '' || spelling === 'reverse') {
        return { kind: 'reverse' };
    }
    if (spelling === 'declared') {
        return { kind: 'declared' };
    }
    const [policy, rest] = spelling.split(/:(.*)/s);
    if (policy === 'seed') {
        const seed = rest ?? '';
        if (!/^0*\d{1,20}$/.test(seed) || BigInt(seed) >> 64n !== 0n) {
            throw refuse(`seed "${seed}" is not a non-negative decimal integer`);
        }
        return { kind: 'seed', seed: BigInt(seed) };
    }
    if (policy === 'replay') {
        return replayOf(rest ?? '', refuse);
    }
    if (policy !== 'explore') {
        throw refuse(`unknown policy "${policy}"`);
    }
    const budgets = { runs: DEFAULT_RUNS, depth: DEFAULT_DEPTH };
    const given = new Set<string>();
    for (const part of rest === undefined ? [] : rest.split(',')) {
        const [key, value = ''] = part.split(/=(.*)/s);
        if (key !== 'runs' && key !== 'depth') {
            throw refuse(`unknown explore budget "${key}"`);
        }
        if (given.has(key)) {
            throw refuse(`explore ${key} is given twice`);
        }
        given.add(key);
        if (!/^\d+$/.test(value) || Number(value) < 1) {
            throw refuse(`explore ${key} "${value}" is not a decimal integer of at least 1`);
        }
        budgets[key] = Math.min(Number(value), MAX_BUDGET);
    }
    return { kind: 'explore', ...budgets };
}

/** The choices of a replay: `replay:1/2,0/3` takes the second of two alternatives, then the first of three, then first ones. */
function replayOf(choices: string, refuse: (fault: string) => PolicyFault): Policy {
    const [picks, counts]: [number[], number[]] = [[], []];
    for (const choice of choices === '' ? [] : choices.split(',')) {
        const [pick, count] = /^\d{1,9}\/\d{1,9}$/.test(choice) ? choice.split('/').map(Number) : [1, 0];
        if (pick >= count) {
            // The text may name a replay file, which this function does not read.
            throw refuse('unknown policy "replay"');
        }
        picks.push(pick);
        counts.push(count);
    }
    return { kind: 'replay', picks, counts };
}

/** The policy that repeats a run by its choices. */
export function replayPolicyText({ picks, counts }: { readonly picks: readonly number[]; readonly counts: readonly number[] }): string {
    return picks.length === 0 ? 'replay' : `replay:${picks.map((pick, i) => `${pick}/${counts[i]}`).join()}`;
}
