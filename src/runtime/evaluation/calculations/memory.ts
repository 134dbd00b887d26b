/**
 * Memoizes results of calculations. A calculation of a package is a function of its arguments: a call with plain arguments that read
 * nothing outside its own frames, created no object and drew no random number is not computed again. A memoized call charges its original
 * cost, so budgets, errors and results equal those of a run without memoization.
 */
import { Real, type Value } from '../../values/index.js';
import type { Cost, Run } from '../run.js';
import type { Shape } from './shape.js';

interface Answer extends Cost {
    readonly value: Value;
}

/** Results by calculation, then by arguments. Calculations are nodes of documents; a change replaces them. */
const memories = new WeakMap<Shape, Map<string, Answer>>();

/** Limit of the memoized results of one calculation; they are cleared beyond it. */
const MOST_ANSWERS = 4096;
/** Number of evaluation steps from which a call is memoized. */
const LEAST_STEPS = 16;
const LONGEST_TEXT = 100;

/** Returns the memoized result of a call, or makes the call and memoizes its result where possible. */
export function remembered(run: Run, shape: Shape, args: readonly Value[], call: () => Value): Value {
    if (!run.remembers || shape.tool !== undefined || shape.isPerformed) {
        return call();
    }
    const memory = memories.get(shape);
    const known = memory === undefined ? undefined : memory.get(keyOf(args) ?? '');
    if (known !== undefined && run.pays(known)) {
        return known.value;
    }
    const { value, cost } = run.measured(call);
    if (cost !== undefined && cost.steps >= LEAST_STEPS && isPlain(value)) {
        remember(shape, args, { value, ...cost });
    }
    return value;
}

function remember(shape: Shape, args: readonly Value[], answer: Answer): void {
    const key = keyOf(args);
    if (key === undefined) {
        return;
    }
    const memory = memories.get(shape);
    if (memory === undefined) {
        memories.set(shape, new Map([[key, answer]]));
        return;
    }
    if (memory.size >= MOST_ANSWERS) {
        memory.clear();
    }
    memory.set(key, answer);
}

/** Whether a value is independent of runs: no object, collection or function. */
function isPlain(value: Value): boolean {
    return typeof value !== 'object' || value instanceof Real;
}

/** A key of arguments; undefined where one is not plain or too long. */
function keyOf(args: readonly Value[]): string | undefined {
    let key = '';
    for (const value of args) {
        const text = textOf(value);
        if (text === undefined || text.length > LONGEST_TEXT) {
            return undefined;
        }
        key += `${text}\n`;
    }
    return key;
}

function textOf(value: Value): string | undefined {
    switch (typeof value) {
        case 'number':
            return Object.is(value, -0) ? '-0' : `${value}`;
        case 'bigint':
            return `${value}n`;
        case 'boolean':
            return value ? 'true' : 'false';
        case 'string':
            return JSON.stringify(value);
        default:
            return value instanceof Real ? `r${Object.is(value.value, -0) ? '-0' : value.value}` : undefined;
    }
}
