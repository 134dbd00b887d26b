/**
 * ControlFunctions (KerML 9.4.17): conditionals, and functions that call a body for the elements of a collection.
 *
 * A body is a `Callable`; expressions that may not be evaluated are passed as thunks. Results are flat: all values of a body's result are
 * elements of the result.
 */

import {
    EvaluationError,
    typeMismatch,
    describe,
    type Callable,
    EMPTY_SEQUENCE,
    Sequence,
    Undetermined,
    type Value,
    elementsOf,
    scalarOf,
    sequenceOf
} from '../../values/index.js';
import * as operators from './operators.js';
import { type FunctionContext, type FunctionTable, type LibraryFunction, packageFunctions } from './registry.js';
import { maximum, minimum } from './scalar-functions.js';

type Thunk = () => Value;

/** The Boolean or open value of a predicate. */
function predicate(name: string, body: Callable, element: Value): boolean | Undetermined {
    const result = body.call([element]);
    if (typeof result === 'boolean') {
        return result;
    }
    const x = scalarOf(result);
    if (typeof x === 'boolean' || x instanceof Undetermined) {
        return x;
    }
    throw typeMismatch(`${name}: predicate must return boolean, got ${describe(x)}`);
}

function made(elements: readonly Value[], context: FunctionContext): Value {
    context.chargeElements(elements.length);
    return elements.length === 0 ? EMPTY_SEQUENCE : new Sequence(elements);
}

/** `collect`: the results of the body in order, flat. */
export function collect(collection: Value, body: Callable, context: FunctionContext): Value {
    const results: Value[] = [];
    for (const e of elementsOf(collection)) {
        results.push(e instanceof Undetermined ? new Undetermined(e.reason, 0, Infinity) : body.call([e]));
    }
    return made(sequenceOf(results).elements, context);
}

/** `select` and `reject`: the elements for which the predicate equals `keep`; an element with an open predicate may or may not be kept. */
export function filter(name: string, collection: Value, body: Callable, keep: boolean, context: FunctionContext): Value {
    const kept: Value[] = [];
    for (const e of elementsOf(collection)) {
        const test = e instanceof Undetermined ? e : predicate(name, body, e);
        if (test instanceof Undetermined) {
            kept.push(new Undetermined(test.reason, 0, e instanceof Undetermined ? e.upper : 1));
        } else if (test === keep) {
            kept.push(e);
        }
    }
    return made(kept, context);
}

/** `selectOne`: the first element that satisfies the test, else null. */
function selectOne(collection: Value, body: Callable, context: FunctionContext): Value {
    for (const e of elementsOf(collection)) {
        const test = e instanceof Undetermined ? e : predicate('selectOne', body, e);
        if (test instanceof Undetermined) {
            return new Undetermined(test.reason, 0, 1);
        }
        if (test) {
            context.onSelected?.(e);
            return e;
        }
    }
    return null;
}

/** `forAll` (stops at false) and `exists` (stops at true); the result for an empty collection is the opposite Boolean. */
function quantify(elements: readonly Value[], test: (e: Value) => boolean | Undetermined, stop: boolean): Value {
    let open: Undetermined | undefined;
    for (const e of elements) {
        const result = e instanceof Undetermined ? e : test(e);
        if (result === stop) {
            return stop;
        }
        open ??= result instanceof Undetermined ? result : undefined;
    }
    return open === undefined ? !stop : operators.undeterminedFrom([open], 'boolean');
}

const allOf =
    (name: string, stop: boolean) =>
    ([collection]: [Value]): Value =>
        quantify(elementsOf(collection), e => operators.booleanOf(e, `element of '${name}'`), stop);

const quantifier =
    (name: string, stop: boolean) =>
    ([collection, body]: [Value, Callable]): Value =>
        quantify(elementsOf(collection), e => predicate(name, body, e), stop);

/** `reduce`: left fold from the first element; null for an empty collection. */
export function reduce(collection: Value, body: Callable): Value {
    const elements = elementsOf(collection);
    if (elements.length === 0) {
        return null;
    }
    let result = elements[0];
    for (let i = 1; i < elements.length; i++) {
        result = body.call([result, elements[i]]);
    }
    return result;
}

/** `minimize` and `maximize`: the extreme of the body's results. */
function extreme(name: string, pick: (a: Value, b: Value) => Value) {
    return ([collection, body]: [Value, Callable]): Value => {
        const elements = elementsOf(collection);
        if (elements.length === 0) {
            throw new EvaluationError('multiplicity violation', `collection of ${name} must not be empty`);
        }
        return elements
            .map(e => scalarOf(body.call([e])))
            .reduce((a, b) =>
                operators.firstOpen(a) !== undefined || operators.firstOpen(b) !== undefined
                    ? operators.undeterminedFrom([a, b])
                    : pick(a, b)
            );
    };
}

const lazy = (symbol: string): FunctionTable[string] => [
    '!firstValue:Anything secondValue:thunk',
    ([a, b]: [Value, Thunk]) => operators.LAZY_OPERATORS[symbol](a, b)
];

const controlFunctions: FunctionTable = {
    if: ['!test:Anything thenValue:thunk elseValue:thunk', ([test, a, b]: [Value, Thunk, Thunk]) => operators.conditional(test, a, b)],
    '??': lazy('??'),
    and: lazy('and'),
    or: lazy('or'),
    implies: lazy('implies'),
    collect: ['!collection:Anything mapper:body1', ([c, body]: [Value, Callable], context: FunctionContext) => collect(c, body, context)],
    select: [
        '!collection:Anything selector:body1',
        ([c, body]: [Value, Callable], context: FunctionContext) => filter('select', c, body, true, context)
    ],
    selectOne: [
        '!collection:Anything selector1:body1',
        ([c, body]: [Value, Callable], context: FunctionContext) => selectOne(c, body, context)
    ],
    reject: [
        '!collection:Anything rejector:body1',
        ([c, body]: [Value, Callable], context: FunctionContext) => filter('reject', c, body, false, context)
    ],
    reduce: ['!collection:Anything reducer:body2', ([c, body]: [Value, Callable]) => reduce(c, body)],
    forAll: ['!collection:Anything test:body1', quantifier('forAll', false)],
    exists: ['!collection:Anything test:body1', quantifier('exists', true)],
    allTrue: ['!collection:Anything', allOf('allTrue', false)],
    anyTrue: ['!collection:Anything', allOf('anyTrue', true)],
    minimize: ['!collection:Anything fn:body1', extreme('minimize', minimum)],
    maximize: ['!collection:Anything fn:body1', extreme('maximize', maximum)]
};

/** All functions of this file. */
export const CONTROL_FUNCTIONS: readonly LibraryFunction[] = packageFunctions('ControlFunctions', controlFunctions);
