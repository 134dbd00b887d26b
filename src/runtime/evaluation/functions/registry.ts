/**
 * Library functions: their definition, parameters, checks and calls, including open arguments.
 *
 * The tables of the libraries are in the other files of this folder; `library.ts` joins them. Depends on values, not on syntax or the
 * model; objects are accessed through the interfaces of `FunctionContext`.
 */

import {
    isBasicName,
    EvaluationError,
    typeMismatch,
    toReal,
    describe,
    type UnitSystem,
    isShaped,
    type Callable,
    Complex,
    FunctionValue,
    MeasurementRef,
    type ObjectReference,
    Quantity,
    Real,
    TensorQuantity,
    type Value,
    ValueSet,
    Vector,
    VectorQuantity,
    elementsOf,
    isEmptyValue,
    isInteger,
    isNumber,
    isRealNumber,
    kindOf,
    scalarOf
} from '../../values/index.js';
import { type ElementBudget, firstOpen, undeterminedFrom } from './operators.js';

/** The access of functions to objects. */
export interface ObjectAccess {
    /** The values of a feature of an object, by the feature's name; undefined when the object has no such feature. */
    feature(object: ObjectReference, name: string): Value | undefined;
    /** Whether the object is of a type, by the type's qualified name. */
    isOf(object: ObjectReference, type: string): boolean;
}

/** The operations of functions on occurrences of the running behaviour. */
export interface OccurrenceOperations {
    /** Whether the occurrence exists during the present performance. */
    isDuring(occurrence: ObjectReference): boolean;
    /** Starts the occurrence's life within the present performance. */
    create(occurrence: ObjectReference): void;
    /** Ends the occurrence's life within the present performance. */
    destroy(occurrence: ObjectReference): void;
}

/** The context of a call. */
export interface FunctionContext extends ElementBudget {
    readonly units?: UnitSystem;
    readonly objects?: ObjectAccess;
    readonly occurrences?: OccurrenceOperations;
    /** the source of random functions; they fail without one */
    readonly random?: RandomSource;
    /** called with the element that `selectOne` picks */
    readonly onSelected?: (element: Value) => void;
}

/** The stream that random functions draw from. */
export interface RandomSource {
    /** the fixed value that random functions return instead of a draw; undefined where they draw */
    readonly fixed?: 'min' | 'max' | 'average';
    /** a real in [0, 1) */
    real(): number;
    /** an integer in 0 … k - 1, for k up to 2^32 */
    below(k: number): number;
    /** an integer in 0 … n - 1, for n up to 2^64 */
    below64(n: bigint): bigint;
}

/** A context without objects and without a limit, for constant folding and tests. */
export const FREE_CONTEXT: FunctionContext = { chargeElements: () => undefined };

/**
 * The mode of an argument: `value` is an evaluated value, `thunk` an expression that the function evaluates on demand, `body` a callable (a
 * body expression, a calculation, an operator's function).
 */
export type ParameterMode = 'value' | 'thunk' | 'body';

/**
 * Types of parameters. `Anything` takes any value, `Collection` any number of values. Collections of numbers take any number of values,
 * too; their functions convert the elements.
 */
export type ParameterType =
    | 'Anything'
    | CollectionType
    | 'Integer'
    | 'Natural'
    | 'Positive'
    | 'Real'
    | 'Ordered'
    | 'Number'
    | 'Boolean'
    | 'String'
    | 'Scalar'
    | 'Quantity'
    | 'Unit'
    | 'Vector'
    | 'NumericVector'
    | 'VectorQuantity'
    | 'Tensor'
    | 'Angle'
    | 'Object';

type CollectionType = 'Collection' | 'Integers' | 'Rationals' | 'Reals' | 'Complexes';

export interface Parameter {
    readonly name: string;
    readonly mode: ParameterMode;
    readonly type: ParameterType;
    readonly optional: boolean;
    /** number of arguments that a `body` is called with */
    readonly bodyArity: number;
}

/** An argument in the mode of its parameter. */
export type Argument = Value | (() => Value) | Callable;

/** A function of the libraries. Call it with {@link callLibraryFunction}. */
export interface LibraryFunction {
    /** qualified name, quoted where it is not a basic name: `RealFunctions::sqrt`, `IntegerFunctions::'+'`, `BooleanFunctions::not` */
    readonly name: string;
    readonly parameters: readonly Parameter[];
    /** whether it handles open arguments itself */
    readonly open: boolean;
    // Arguments are checked against the parameters before the call, so implementations may narrow them.
    readonly implementation: (args: never, context: FunctionContext) => Value;
}

/** A table of functions of one library package, by unqualified name. */
export type FunctionTable = Readonly<
    Record<string, readonly [signature: string, implementation: (args: never, context: FunctionContext) => Value]>
>;

/**
 * Creates the functions of one package from its table.
 *
 * A signature lists parameters as `name:Type`, with `?` when optional; the type `thunk` is an expression, `body1` and `body2` a callable
 * with that many arguments. A leading `!` marks a function that handles open arguments itself.
 */
export function packageFunctions(packageName: string, table: FunctionTable): LibraryFunction[] {
    return Object.entries(table).map(([name, [signature, implementation]]) => {
        const open = signature.startsWith('!');
        const parameters = signature
            .replace(/^!/, '')
            .split(' ')
            .filter(p => p !== '')
            .map(parameterOf);
        const spelled = isBasicName(name) ? name : `'${name}'`;
        return { name: `${packageName}::${spelled}`, parameters, open, implementation };
    });
}

function parameterOf(text: string): Parameter {
    const [, name, type, mark] = /^(\w+):(\w+)(\??)$/.exec(text)!;
    const body = /^body(\d)$/.exec(type);
    return {
        name,
        optional: mark === '?',
        bodyArity: body === null ? 0 : Number(body[1]),
        mode: body !== null ? 'body' : type === 'thunk' ? 'thunk' : 'value',
        type: body !== null || type === 'thunk' ? 'Anything' : (type as ParameterType) // the tables are constants that every test reads
    };
}

/**
 * Calls a library function.
 *
 * @param args one for each parameter in order; an optional one may be missing or null
 * @throws EvaluationError calc argument count mismatch, unbound parameter, body parameter count mismatch, type mismatch, and errors of the
 * function
 */
export function callLibraryFunction(f: LibraryFunction, args: readonly (Argument | undefined)[], context: FunctionContext): Value {
    if (args.length > f.parameters.length) {
        throw new EvaluationError('calc argument count mismatch', `${f.name} takes ${f.parameters.length}, got ${args.length}`);
    }
    const passed: unknown[] = [];
    let open = false;
    for (let i = 0; i < f.parameters.length; i++) {
        const parameter = f.parameters[i];
        const argument = args.at(i);
        if (argument === undefined || (argument === null && parameter.optional)) {
            if (!parameter.optional) {
                throw new EvaluationError('unbound parameter', `${parameter.name} of ${f.name}`);
            }
            passed.push(undefined);
        } else if (parameter.mode === 'value') {
            const value = valueOf(f, parameter, argument);
            open ||= firstOpen(value) !== undefined;
            passed.push(firstOpen(value) === undefined ? checked(f, parameter, value) : value);
        } else {
            passed.push(parameter.mode === 'body' ? bodyOf(f, parameter, argument) : argument);
        }
    }
    if (open && !f.open) {
        return undeterminedFrom(args.filter(a => a !== undefined && isValue(a)));
    }
    return f.implementation(passed as never, context); // checked above against the declared parameters
}

/** Types of parameters, from specific to general. */
const SPECIAL_FIRST: readonly ParameterType[] = [
    ...(['Natural', 'Positive', 'Integer', 'Ordered', 'Real', 'Number', 'Quantity', 'Angle', 'Boolean', 'String', 'Unit'] as const),
    ...(['NumericVector', 'VectorQuantity', 'Vector', 'Tensor', 'Object', 'Scalar'] as const),
    ...(['Integers', 'Rationals', 'Reals', 'Complexes', 'Collection', 'Anything'] as const)
];

/** The elements that each collection type is meant for. */
const ELEMENTS: Readonly<Record<CollectionType, (element: Value) => boolean>> = {
    Integers: isInteger,
    Rationals: v => isRealNumber(v) && !(v instanceof Real),
    Reals: isRealNumber,
    Complexes: isNumber,
    Collection: () => true
};

/**
 * The most specific of several functions with the same name that takes the arguments; the first among equally specific ones.
 * @returns undefined when none takes them
 */
export function functionTaking(functions: readonly LibraryFunction[], args: readonly Argument[]): LibraryFunction | undefined {
    const generality = ({ parameters }: LibraryFunction): number =>
        parameters.reduce((sum, { type }) => sum + SPECIAL_FIRST.indexOf(type), 0);
    return functions.filter(f => takes(f, args)).sort((f, g) => generality(f) - generality(g))[0];
}

function takes({ parameters }: LibraryFunction, args: readonly Argument[]): boolean {
    const isTaken = ({ mode, type, optional }: Parameter, i: number): boolean => {
        const argument = args.at(i);
        if (argument === undefined || (argument === null && optional)) {
            return optional;
        }
        if (mode !== 'value' || type === 'Anything') {
            return true;
        }
        if (!isValue(argument)) {
            return false;
        }
        const isOfType = (): boolean =>
            isCollection(type) ? elementsOf(argument).every(e => ELEMENTS[type](scalarOf(e))) : CHECKS[type][1](formFor(type, argument));
        return firstOpen(argument) !== undefined || isOfType();
    };
    return args.length <= parameters.length && parameters.every(isTaken);
}

function isValue(argument: Argument): argument is Value {
    return typeof argument !== 'function' && (typeof argument !== 'object' || argument === null || 'kind' in argument);
}

function valueOf(f: LibraryFunction, parameter: Parameter, argument: Argument): Value {
    if (!isValue(argument)) {
        throw typeMismatch(`${parameter.name} of ${f.name} must be a value, got a function`);
    }
    return argument;
}

function bodyOf(f: LibraryFunction, parameter: Parameter, argument: Argument): Callable {
    const body = argument instanceof FunctionValue ? argument.body : argument;
    if (typeof body !== 'object' || body === null || !('call' in body)) {
        throw typeMismatch(
            `${parameter.name} of ${f.name} must be a function, got ${typeof body === 'function' ? 'an expression' : describe(body)}`
        );
    }
    if (body.arity !== parameter.bodyArity) {
        throw new EvaluationError(
            'body parameter count mismatch',
            `${f.name} calls ${parameter.name} with ${parameter.bodyArity} argument(s), it declares ${body.arity}`
        );
    }
    return body;
}

const CHECKS: Readonly<Record<Exclude<ParameterType, 'Anything' | CollectionType>, readonly [text: string, test: (v: Value) => boolean]>> =
    {
        Integer: ['an Integer', isInteger],
        Natural: ['a Natural', v => isInteger(v) && v >= 0],
        Positive: ['a Positive', v => isInteger(v) && v > 0],
        Real: ['a Real', isRealNumber],
        Ordered: ['a Rational or Real', isRealNumber],
        Number: ['a Number', isNumber],
        Boolean: ['Boolean', v => typeof v === 'boolean'],
        String: ['a String', v => typeof v === 'string'],
        Scalar: ['a scalar', v => isNumber(v) || v instanceof Quantity || typeof v === 'string' || typeof v === 'boolean' || isShaped(v)],
        Quantity: ['a quantity', v => v instanceof Quantity || (isNumber(v) && !(v instanceof Complex))],
        Unit: ['a measurement reference', v => v instanceof MeasurementRef],
        Vector: ['a vector', v => v instanceof Vector || v instanceof VectorQuantity],
        NumericVector: ['a vector of numbers', v => v instanceof Vector],
        VectorQuantity: ['a vector quantity', v => v instanceof VectorQuantity],
        Tensor: ['a tensor quantity', v => v instanceof TensorQuantity],
        Angle: ['an angle', v => isRealNumber(v) || (v instanceof Quantity && v.unit.term.factors.length === 0)],
        Object: ['an object', v => kindOf(v) === 'instance']
    };

const VECTOR_TYPES: ReadonlySet<ParameterType> = new Set<ParameterType>(['Vector', 'NumericVector']);

/** Converts a sequence of numbers to a vector, where a vector is required. */
function vectorOfNumbers(value: Value): Value {
    const elements = elementsOf(value);
    return elements.length > 0 && elements.every(isRealNumber) ? new Vector(elements) : scalarOf(value);
}

const isCollection = (type: ParameterType): type is CollectionType => type in ELEMENTS;

/** The value of an argument in the form of its parameter's type. */
const formFor = (type: ParameterType, value: Value): Value => (VECTOR_TYPES.has(type) ? vectorOfNumbers(value) : scalarOf(value));

/** The argument converted and checked for its parameter. @throws EvaluationError type mismatch */
function checked(f: LibraryFunction, parameter: Parameter, value: Value): unknown {
    if (parameter.type === 'Anything') {
        return value;
    }
    if (isCollection(parameter.type)) {
        return elementsOf(value);
    }
    const scalar = formFor(parameter.type, value);
    const [text, test] = CHECKS[parameter.type];
    if (!test(scalar)) {
        throw typeMismatch(
            `${parameter.name} of ${f.name} must be ${text}, got ${describe(scalar instanceof ValueSet && isEmptyValue(scalar) ? null : scalar)}`
        );
    }
    return parameter.type === 'Real' && isRealNumber(scalar) ? toReal(scalar) : scalar;
}
