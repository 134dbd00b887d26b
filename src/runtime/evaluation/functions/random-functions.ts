/**
 * RandomFunctions: random draws of the model (contract behaviour 15.2) from the stream of the run's seed. They fail in a run without a
 * seed.
 */
import { EvaluationError, integer, type Integer, real, toDouble, type RealNumber, type Value, numberText } from '../../values/index.js';
import { type FunctionContext, type FunctionTable, type LibraryFunction, type RandomSource, packageFunctions } from './registry.js';

function callText(name: string, args: readonly RealNumber[]): string {
    return `${name}(${args.map(numberText).join(', ')})`;
}

/** @param faults what would make the arguments invalid, and whether it is so */
function source(
    name: string,
    args: readonly RealNumber[],
    faults: Readonly<Record<string, boolean>>,
    context: FunctionContext
): RandomSource {
    const fault = Object.keys(faults).find(f => faults[f]);
    if (fault !== undefined) {
        throw new EvaluationError('random function arguments bound no distribution', `${callText(name, args)}: ${fault}`);
    }
    if (context.random === undefined) {
        throw new EvaluationError(
            'modeled randomness needs a seed',
            `${callText(name, args)} draws a random value; run it with the schedule seed:<n>`
        );
    }
    return context.random;
}

const CROSSED = 'lo exceeds hi';

/** The inverse of the triangular distribution. */
function triangular(u: number, lo: number, mode: number, hi: number): number {
    const left = (mode - lo) / (hi - lo);
    return u < left ? lo + Math.sqrt(u * (hi - lo) * (mode - lo)) : hi - Math.sqrt((1 - u) * (hi - lo) * (hi - mode));
}

/** Minimum, maximum and mean of a distribution; undefined for an unbounded side. */
interface Distribution {
    readonly min?: number;
    readonly max?: number;
    readonly average: number;
}

/**
 * The value of a call under a fixed draw policy; undefined where it draws. @throws EvaluationError draw policy has no value for the call
 */
function fixedValue({ fixed }: RandomSource, name: string, args: readonly RealNumber[], of: Distribution): number | undefined {
    if (fixed === undefined) {
        return undefined;
    }
    const value = of[fixed];
    if (value === undefined) {
        throw new EvaluationError(
            'draw policy has no value for the call',
            `${callText(name, args)} under ${fixed}: the distribution is unbounded`
        );
    }
    return value;
}

/** An Integer in 0 … count - 1. @throws EvaluationError for a count that 64 random bits do not cover */
function integerBelow(random: RandomSource, count: bigint): bigint {
    if (count <= 1n << 32n) {
        return BigInt(random.below(Number(count)));
    }
    if (count > 1n << 64n) {
        throw new EvaluationError('random function arguments bound no distribution', 'uniformInteger draws from at most 2^64 Integers');
    }
    return random.below64(count);
}

const functions: FunctionTable = {
    uniform: [
        'lo:Real hi:Real',
        (args: [RealNumber, RealNumber], context: FunctionContext): Value => {
            const [lo, hi] = args.map(toDouble);
            const random = source('uniform', args, { [CROSSED]: !(lo <= hi) }, context);
            return real(
                fixedValue(random, 'uniform', args, { min: lo, max: hi, average: (lo + hi) / 2 }) ?? lo + (hi - lo) * random.real()
            );
        }
    ],
    uniformInteger: [
        'lo:Integer hi:Integer',
        (args: [Integer, Integer], context: FunctionContext): Value => {
            const [lo, hi] = args.map(BigInt);
            const random = source('uniformInteger', args, { [CROSSED]: lo > hi }, context);
            const average = (lo + hi + 1n) >> 1n;
            return integer(
                random.fixed === undefined ? lo + integerBelow(random, hi - lo + 1n) : { min: lo, max: hi, average }[random.fixed]
            );
        }
    ],
    triangular: [
        'lo:Real mode:Real hi:Real',
        (args: [RealNumber, RealNumber, RealNumber], context: FunctionContext): Value => {
            const [lo, mode, hi] = args.map(toDouble);
            const faults = { [CROSSED]: !(lo <= hi), 'lo equals hi': lo === hi, 'mode is outside lo and hi': !(lo <= mode && mode <= hi) };
            const random = source('triangular', args, faults, context);
            const average = (lo + mode + hi) / 3;
            return real(fixedValue(random, 'triangular', args, { min: lo, max: hi, average }) ?? triangular(random.real(), lo, mode, hi));
        }
    ],
    normal: [
        'mean:Real sd:Real',
        (args: [RealNumber, RealNumber], context: FunctionContext): Value => {
            const [mean, sd] = args.map(toDouble);
            const random = source('normal', args, { 'sd is negative': !(sd >= 0) }, context);
            const fixed = fixedValue(random, 'normal', args, sd === 0 ? { min: mean, max: mean, average: mean } : { average: mean });
            if (fixed !== undefined || sd === 0) {
                return real(fixed ?? mean);
            }
            // Box-Muller transform; 1 - u avoids the logarithm of 0.
            return real(mean + sd * Math.sqrt(-2 * Math.log(1 - random.real())) * Math.cos(2 * Math.PI * random.real()));
        }
    ]
};

/** All functions of this file. */
export const RANDOM_FUNCTIONS: readonly LibraryFunction[] = packageFunctions('RandomFunctions', functions);
