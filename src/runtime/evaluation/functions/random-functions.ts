/**
 * RandomFunctions: draws of the model (contract behaviour 15.2), from the stream of the run's seed. A run without a seed draws nothing.
 */
import { EvaluationError, real, toDouble, type RealNumber, type Value, numberText } from '../../values/index.js';
import { type FunctionContext, type FunctionTable, type LibraryFunction, type RandomSource, packageFunctions } from './registry.js';

function callText(name: string, args: readonly RealNumber[]): string {
    return `${name}(${args.map(numberText).join(', ')})`;
}

function source(name: string, args: readonly RealNumber[], holds: boolean, context: FunctionContext): RandomSource {
    if (!holds) {
        throw new EvaluationError('random function arguments bound no distribution', callText(name, args));
    }
    if (context.random === undefined) {
        throw new EvaluationError(
            'modeled randomness needs a seed',
            `${callText(name, args)} draws a random value; run it with the schedule seed:<n>`
        );
    }
    return context.random;
}

/** The inverse of the triangular distribution. */
function triangular(u: number, lo: number, mode: number, hi: number): number {
    const left = (mode - lo) / (hi - lo);
    return u < left ? lo + Math.sqrt(u * (hi - lo) * (mode - lo)) : hi - Math.sqrt((1 - u) * (hi - lo) * (hi - mode));
}

const functions: FunctionTable = {
    uniform: [
        'lo:Real hi:Real',
        (args: [RealNumber, RealNumber], context: FunctionContext): Value => {
            const [lo, hi] = args.map(toDouble);
            return real(lo + (hi - lo) * source('uniform', args, lo <= hi, context).real());
        }
    ],
    uniformInteger: [
        'lo:Integer hi:Integer',
        (args: [RealNumber, RealNumber], context: FunctionContext): Value => {
            const [lo, hi] = args.map(toDouble);
            return lo + source('uniformInteger', args, lo <= hi, context).below(hi - lo + 1);
        }
    ],
    triangular: [
        'lo:Real mode:Real hi:Real',
        (args: [RealNumber, RealNumber, RealNumber], context: FunctionContext): Value => {
            const [lo, mode, hi] = args.map(toDouble);
            return real(triangular(source('triangular', args, lo <= mode && mode <= hi && lo < hi, context).real(), lo, mode, hi));
        }
    ],
    normal: [
        'mean:Real sd:Real',
        (args: [RealNumber, RealNumber], context: FunctionContext): Value => {
            const [mean, sd] = args.map(toDouble);
            const random = source('normal', args, sd >= 0, context);
            // Box and Muller; the first draw is kept from 0, whose logarithm is not finite.
            return real(sd === 0 ? mean : mean + sd * Math.sqrt(-2 * Math.log(1 - random.real())) * Math.cos(2 * Math.PI * random.real()));
        }
    ]
};

/** All functions of this file. */
export const RANDOM_FUNCTIONS: readonly LibraryFunction[] = packageFunctions('RandomFunctions', functions);
