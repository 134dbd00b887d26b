/**
 * SequenceFunctions and CollectionFunctions (KerML 9.4.14, 9.4.15), and the behaviours that change a sequence.
 *
 * Positions are one-based. An open element (`undetermined`) may stand for several values; functions return a definite result where they
 * can.
 */

import {
    indexOutOfRange,
    typeMismatch,
    ValueIndex,
    sameMember,
    valuesEqual,
    valuesIdentical,
    type Integer,
    describe,
    isShaped,
    ArrayValue,
    EMPTY_SEQUENCE,
    Sequence,
    Undetermined,
    type Value,
    elementsOf,
    isInteger,
    kindOf,
    scalarOf,
    sequenceOf
} from '../../values/index.js';
import { index, undeterminedFrom } from './operators.js';
import { type FunctionContext, type FunctionTable, type LibraryFunction, packageFunctions } from './registry.js';

type Elements = readonly Value[];

// ---------------------------------------------------------------------------------------------- counting

/** The least and greatest number of values of a list whose open elements may stand for several values. */
function countOf(v: Value): { lower: number; upper: number } {
    let lower = 0;
    let upper = 0;
    for (const e of elementsOf(v)) {
        lower += e instanceof Undetermined ? e.lower : 1;
        upper += e instanceof Undetermined ? e.upper : 1;
    }
    return { lower, upper };
}

/** The number of values; open where it is not determined. */
export function size(v: Value): Value {
    const { lower, upper } = countOf(v);
    return lower === upper ? lower : undeterminedFrom([v], 'number');
}

/** Whether there is no value; open where the bounds do not determine it. */
export function isEmpty(v: Value): Value {
    const { lower, upper } = countOf(v);
    return lower > 0 ? false : upper === 0 ? true : undeterminedFrom([v], 'boolean');
}

function notEmpty(v: Value): Value {
    const empty = isEmpty(v);
    return typeof empty === 'boolean' ? !empty : empty;
}

// ---------------------------------------------------------------------------------------------- membership

const isOpen = (v: Value): boolean => v instanceof Undetermined;

/** A membership test by `==`; small lists are searched, larger ones indexed. */
function membership(elements: Elements): (v: Value) => boolean {
    if (elements.length > 8) {
        const found = new ValueIndex(elements);
        return v => found.has(v);
    }
    return v => elements.some(e => sameMember(e, v));
}

/** Whether every element of `wanted` is in `present`; open elements give an open result unless the others determine it. */
function includes(present: Value, wanted: Value): Value {
    const fixed = elementsOf(present).filter(e => !isOpen(e));
    const has = membership(fixed);
    const missing = elementsOf(wanted).filter(e => isOpen(e) || !has(e));
    if (missing.length === 0) {
        return true;
    }
    const open = elementsOf(present).some(isOpen) || missing.some(isOpen);
    return open && !(missing.some(e => !isOpen(e)) && fixed.length === elementsOf(present).length)
        ? undeterminedFrom([present, wanted], 'boolean')
        : false;
}

/** Whether no element of `unwanted` is in `present`. */
function excludes(present: Value, unwanted: Value): Value {
    const has = membership(elementsOf(present).filter(e => !isOpen(e)));
    if (elementsOf(unwanted).some(e => !isOpen(e) && has(e))) {
        return false;
    }
    const open = [present, unwanted].some(v => elementsOf(v).some(isOpen));
    const decided = elementsOf(present).length === 0 || elementsOf(unwanted).length === 0;
    return open && !decided ? undeterminedFrom([present, unwanted], 'boolean') : true;
}

function both(a: Value, b: () => Value): Value {
    const right = a === false ? false : b();
    return right === false ? false : isOpen(a) ? a : right;
}

// ---------------------------------------------------------------------------------------------- parts of sequences

function made(elements: Elements, context: FunctionContext): Value {
    context.chargeElements(elements.length);
    return elements.length === 0 ? EMPTY_SEQUENCE : new Sequence(elements);
}

/** Elements from..to, inclusive; empty when from > to. */
function subsequence(seq: Elements, from: number, to: number, context: FunctionContext): Value {
    if (from > to) {
        return EMPTY_SEQUENCE;
    }
    if (from < 1 || to > seq.length) {
        throw indexOutOfRange(`sequence positions ${from}..${to} are outside 1..${seq.length}`);
    }
    return made(seq.slice(from - 1, to), context);
}

function includingAt(seq: Elements, values: Elements, at: number, context: FunctionContext): Value {
    if (at < 1 || at > seq.length + 1) {
        throw indexOutOfRange(`sequence index ${at} is outside 1..${seq.length + 1}`);
    }
    return made([...seq.slice(0, at - 1), ...values, ...seq.slice(at - 1)], context);
}

function excludingAt(seq: Elements, from: number, to: number, context: FunctionContext): Value {
    if (from > to) {
        return made(seq, context);
    }
    if (from < 1 || to > seq.length) {
        throw indexOutOfRange(`sequence positions ${from}..${to} are outside 1..${seq.length}`);
    }
    return made([...seq.slice(0, from - 1), ...seq.slice(to)], context);
}

function excluding(seq: Elements, values: Elements, context: FunctionContext): Value {
    const has = membership(values);
    return made(
        seq.filter(e => !has(e)),
        context
    );
}

/** The first value; null when there is none. */
function head(v: Value): Value {
    const first = elementsOf(v).at(0);
    return first === undefined ? null : first instanceof Undetermined ? oneOf(first, elementsOf(v).length > 1) : first;
}

function last(v: Value): Value {
    const end = elementsOf(v).at(-1);
    return end === undefined ? null : end instanceof Undetermined ? oneOf(end, elementsOf(v).length > 1) : end;
}

/** One value of an open element; it may be absent only if no other element can take its place. */
function oneOf(open: Undetermined, others: boolean): Undetermined {
    return new Undetermined(open.reason, open.lower === 0 && !others ? 0 : 1, 1, open.category, open.type);
}

function tail(v: Value, context: FunctionContext): Value {
    const first = elementsOf(v).at(0);
    if (first instanceof Undetermined && !(first.lower === 1 && first.upper === 1)) {
        const { lower, upper } = countOf(v);
        return new Undetermined(first.reason, Math.max(0, lower - 1), Math.max(0, upper - 1), first.category, first.type);
    }
    return made(elementsOf(v).slice(1), context);
}

function pairwise(test: (a: Value, b: Value) => boolean) {
    return ([x, y]: [Elements, Elements]): Value => x.length === y.length && x.every((v, i) => test(v, y[i]));
}

const position = (i: Integer): number => Number(i);

const sequenceFunctions: FunctionTable = {
    '#': ['!seq:Anything index:Anything', ([seq, i]: [Value, Value]) => index(seq, [i])],
    equals: ['x:Collection y:Collection', pairwise(valuesEqual)],
    same: ['x:Collection y:Collection', pairwise(valuesIdentical)],
    size: ['!seq:Anything', ([v]: [Value]) => size(v)],
    isEmpty: ['!seq:Anything', ([v]: [Value]) => isEmpty(v)],
    notEmpty: ['!seq:Anything', ([v]: [Value]) => notEmpty(v)],
    includes: ['!seq1:Anything seq2:Anything', ([a, b]: [Value, Value]) => includes(a, b)],
    includesOnly: ['!seq1:Anything seq2:Anything', ([a, b]: [Value, Value]) => both(includes(a, b), () => includes(b, a))],
    excludes: ['!seq1:Anything seq2:Anything', ([a, b]: [Value, Value]) => excludes(a, b)],
    union: [
        '!seq1:Anything seq2:Anything',
        ([a, b]: [Value, Value], context: FunctionContext) => made(sequenceOf([a, b]).elements, context)
    ],
    intersection: [
        'seq1:Collection seq2:Collection',
        ([a, b]: [Elements, Elements], context: FunctionContext) => made(a.filter(membership(b)), context)
    ],
    including: [
        '!seq:Anything values:Anything',
        ([a, b]: [Value, Value], context: FunctionContext) => made(sequenceOf([a, b]).elements, context)
    ],
    includingAt: [
        'seq:Collection values:Collection index:Integer',
        ([seq, values, i]: [Elements, Elements, Integer], context: FunctionContext) => includingAt(seq, values, position(i), context)
    ],
    excluding: [
        'seq:Collection values:Collection',
        ([seq, values]: [Elements, Elements], context: FunctionContext) => excluding(seq, values, context)
    ],
    excludingAt: [
        'seq:Collection startIndex:Integer endIndex:Integer?',
        ([seq, i, j]: [Elements, Integer, Integer | undefined], context: FunctionContext) =>
            excludingAt(seq, position(i), position(j ?? i), context)
    ],
    subsequence: [
        'seq:Collection startIndex:Integer endIndex:Integer?',
        ([seq, i, j]: [Elements, Integer, Integer | undefined], context: FunctionContext) =>
            subsequence(seq, position(i), position(j ?? seq.length), context)
    ],
    head: ['!seq:Anything', ([v]: [Value]) => head(v)],
    tail: ['!seq:Anything', ([v]: [Value], context: FunctionContext) => tail(v, context)],
    last: ['!seq:Anything', ([v]: [Value]) => last(v)]
};

// ---------------------------------------------------------------------------------------------- collections

/** The elements of a collection: the feature `elements` of an object, the components of an array or vector. */
export function collectionElements(v: Value, context: FunctionContext): Value {
    const only = scalarOf(v);
    if (only instanceof ArrayValue) {
        return new Sequence(only.elements);
    }
    if (isShaped(only)) {
        return new Sequence(only.components);
    }
    if (only !== null && typeof only === 'object' && only.kind === 'instance') {
        const elements = context.objects?.feature(only, 'elements');
        if (elements === undefined) {
            throw typeMismatch(`${describe(only)} is no collection`);
        }
        return elements;
    }
    return v;
}

function onElements(f: (elements: Value, context: FunctionContext) => Value) {
    return ([col]: [Value], context: FunctionContext): Value => f(collectionElements(col, context), context);
}

const collectionFunctions: FunctionTable = {
    '==': [
        'col1:Anything? col2:Anything?',
        ([a, b]: [Value | undefined, Value | undefined], context: FunctionContext) => {
            const [x, y] = [collectionElements(a ?? null, context), collectionElements(b ?? null, context)];
            const sets = kindOf(x) === 'set' && kindOf(y) === 'set';
            return sets ? valuesEqual(x, y) : pairwise(valuesEqual)([elementsOf(x), elementsOf(y)]);
        }
    ],
    size: ['!col:Anything', onElements(size)],
    isEmpty: ['!col:Anything', onElements(isEmpty)],
    notEmpty: ['!col:Anything', onElements(notEmpty)],
    contains: [
        '!col:Anything values:Anything',
        ([col, values]: [Value, Value], context: FunctionContext) => includes(collectionElements(col, context), values)
    ],
    containsAll: [
        '!col1:Anything col2:Anything',
        ([a, b]: [Value, Value], context: FunctionContext) => includes(collectionElements(a, context), collectionElements(b, context))
    ],
    head: ['!col:Anything', onElements(head)],
    tail: ['!col:Anything', onElements(tail)],
    last: ['!col:Anything', onElements(last)],
    '#': [
        '!col:Anything index:Anything',
        ([col, i]: [Value, Value], context: FunctionContext) => index(collectionElements(col, context), [i])
    ],
    'array#': [
        '!arr:Anything indexes:Collection',
        ([arr, indexes]: [Value, Elements], context: FunctionContext) => arrayElement(arr, indexes, context)
    ]
};

/** One index for each dimension; an array object supplies its dimensions and elements. */
function arrayElement(arr: Value, indexes: Elements, context: FunctionContext): Value {
    const only = scalarOf(arr);
    if (only !== null && typeof only === 'object' && only.kind === 'instance' && context.objects !== undefined) {
        const dimensions = elementsOf(context.objects.feature(only, 'dimensions') ?? null);
        const elements = elementsOf(context.objects.feature(only, 'elements') ?? null);
        if (dimensions.every(isInteger)) {
            return index(new ArrayValue(dimensions.map(Number), elements), indexes);
        }
    }
    return index(only, indexes);
}

// ---------------------------------------------------------------------------------------------- behaviours

/** The new value of the changed sequence parameter of a library behaviour. */
export type SequenceChange = (seq: Value, args: readonly Value[], context: FunctionContext) => Value;

const integerArgument = (v: Value | undefined, fallback: number): number => {
    const i = v === undefined || v === null ? fallback : scalarOf(v);
    if (!isInteger(i)) {
        throw typeMismatch(`an index must be an Integer, got ${describe(i)}`);
    }
    return Number(i);
};

/**
 * `SequenceFunctions::add`, `addAt`, `remove`, `removeAt`: functions of the present sequence and the other arguments (in the order of the
 * parameters, without `seq`) that return the changed sequence.
 */
export const SEQUENCE_BEHAVIORS: Readonly<Record<string, SequenceChange>> = {
    'SequenceFunctions::add': (seq, [values = null], context) => made(sequenceOf([seq, values]).elements, context),
    'SequenceFunctions::addAt': (seq, [values = null, at], context) =>
        includingAt(elementsOf(seq), elementsOf(values), integerArgument(at, 0), context),
    'SequenceFunctions::remove': (seq, [values = null], context) => excluding(elementsOf(seq), elementsOf(values), context),
    'SequenceFunctions::removeAt': (seq, [start, end], context) => {
        const from = integerArgument(start, 0);
        return excludingAt(elementsOf(seq), from, integerArgument(end, from), context);
    }
};

/** All functions of this file. */
export const SEQUENCE_FUNCTIONS: readonly LibraryFunction[] = [
    ...packageFunctions('SequenceFunctions', sequenceFunctions),
    ...packageFunctions('CollectionFunctions', collectionFunctions)
];
