/**
 * The registry of library functions by qualified name, and the library's constants.
 *
 * The evaluator resolves names in the model first: a calculation of the model with the name of a library function takes precedence.
 * Functions whose library declarations have bodies (SampledFunctions, TradeStudies) are not registered.
 */

import { type Value, Sequence } from '../../values/index.js';
import { COMPLEX_TRIG_STRING_FUNCTIONS, IMAGINARY_UNIT, PI } from './complex-trig-string.js';
import { CONTROL_FUNCTIONS } from './control-functions.js';
import { OCCURRENCE_FUNCTIONS } from './occurrence-functions.js';
import { QUANTITY_FUNCTIONS } from './quantity-calculations.js';
import { RANDOM_FUNCTIONS } from './random-functions.js';
import type { LibraryFunction } from './registry.js';
import { SCALAR_FUNCTIONS } from './scalar-functions.js';
import { SEQUENCE_FUNCTIONS } from './sequence-functions.js';
import { CARTESIAN_ZERO_VECTORS, VECTOR_FUNCTIONS } from './vector-functions.js';

const registry: ReadonlyMap<string, LibraryFunction> = new Map(
    [
        ...SCALAR_FUNCTIONS,
        ...COMPLEX_TRIG_STRING_FUNCTIONS,
        ...SEQUENCE_FUNCTIONS,
        ...CONTROL_FUNCTIONS,
        ...VECTOR_FUNCTIONS,
        ...QUANTITY_FUNCTIONS,
        ...OCCURRENCE_FUNCTIONS,
        ...RANDOM_FUNCTIONS
    ].map(f => [unquoted(f.name), f])
);

/** No function name contains a quote, so the name without quotes is unique. */
function unquoted(name: string): string {
    return name.replaceAll("'", '');
}

/** The implementation of a library function by its qualified name, quoted or not; undefined when there is none. */
export function libraryFunction(qualifiedName: string): LibraryFunction | undefined {
    return registry.get(unquoted(qualifiedName));
}

/** Every implemented function, in the order of the tables. */
export function libraryFunctions(): Iterable<LibraryFunction> {
    return registry.values();
}

/** Library features with values from the runtime, by qualified name. */
export const LIBRARY_CONSTANTS: Readonly<Record<string, Value>> = {
    'TrigFunctions::pi': PI,
    'ComplexFunctions::i': IMAGINARY_UNIT,
    'VectorFunctions::cartesianZeroVector': new Sequence(CARTESIAN_ZERO_VECTORS),
    'VectorFunctions::cartesian3DZeroVector': CARTESIAN_ZERO_VECTORS[2]
};
