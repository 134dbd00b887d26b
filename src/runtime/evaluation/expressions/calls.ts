/**
 * Compiles calls of library functions, of the model's calculations, of function values and of expression bodies, and the construction of
 * objects (KerML 8.4.4.9.4 to 8.4.4.9.6, contract sheet 4.8, 4.12).
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { scalarTypesOf } from '../../../language/semantics/expression-types.js';
import { labelName } from '../../../language/semantics/labels.js';
import { resolve } from '../../../language/semantics/names.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { asElements, valueOfObject } from '../instances/value-objects.js';
import {
    featureValueOf,
    isDefinition,
    isFeature,
    lastSegment,
    type NameNode,
    ownedMembersOf
} from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { LocalFrame } from './frame.js';
import { shapeOf } from '../calculations/shape.js';
import { functionValue, invoke, outerOf } from '../calculations/usage.js';
import { type Argument, type LibraryFunction, callLibraryFunction, functionTaking } from '../functions/index.js';
import { conform } from '../instances/conform.js';
import { Instance } from '../instances/instance.js';
import { isBehavior, isCalculation, isConstraint, memoize, isInput } from '../model/kinds.js';
import { type Layout, type Slot, layoutOf } from '../model/layout.js';
import {
    isBasicName,
    type Callable,
    EvaluationError,
    FunctionValue,
    Quantity,
    type Value,
    describe,
    isEmptyValue,
    scalarOf,
    typeMismatch,
    unresolvedReference,
    unresolvedType
} from '../../values/index.js';
import { type Code, codeOf, failing } from './code.js';
import type { Frame } from './frame.js';
import type { CallArguments } from '../run.js';
import { implementationOf, implementationsOf } from './library-overloads.js';
import { callOverload } from './overloads.js';
import { compileReference } from './references.js';
import { targetOf } from './referents.js';

interface Arguments {
    readonly positional: readonly AstNode[];
    readonly named: readonly (readonly [name: string, value: AstNode])[];
}

/** Arguments by position and by name; a label denotes the parameter of the called element to which it resolves. */
export function argumentsOf(args: readonly ast.Argument[], called: AstNode | undefined): Arguments {
    return {
        positional: args.filter(a => a.name === undefined).map(a => a.value),
        named: args.filter(a => a.name !== undefined).map(a => [called === undefined ? a.name! : labelName(called, a), a.value] as const)
    };
}

/** Compiles `f(a, b)`, `f(x = a)`, `object.f(a)`. */
export function compileInvocation(node: ast.InvocationExpression): Code {
    const { target } = node;
    if (target.$type === 'FeatureReferenceExpression') {
        const reference = target;
        const called = targetOf(reference);
        const args = argumentsOf(node.arguments, called);
        return called === undefined ? failing(() => unresolvedReference(reference.text, reference)) : compileCall(reference, called, args);
    }
    if (target.$type === 'FeatureChainExpression') {
        const chain = target;
        const operand = codeOf(chain.operand);
        const called = codeOf(chain);
        const name = lastSegment(chain.feature.text);
        const args = argumentsOf(node.arguments, resolve(chain.feature));
        return frame => {
            const object = scalarOf(operand(frame));
            const member = object instanceof Instance ? object.layout.byName.get(name) : undefined;
            const feature =
                member === undefined || !(object instanceof Instance) ? resolve(chain.feature) : object.layout.slots[member].feature;
            if (feature !== undefined && (isCalculation(feature) || isConstraint(feature)) && object instanceof Instance) {
                return invokeWith(feature, args, frame, object);
            }
            return callValue(called(frame), args, frame);
        };
    }
    const called = codeOf(target);
    const args = argumentsOf(node.arguments, undefined);
    return frame => callValue(called(frame), args, frame);
}

function compileCall(reference: ast.FeatureReferenceExpression, called: AstNode, args: Arguments): Code {
    const implementations = implementationsOf(reference, called);
    if (implementations.length > 0) {
        return compileLibraryCall(implementations, args);
    }
    const reading = compileReference(reference);
    if (isCalculation(called) || isConstraint(called)) {
        // A parameter or feature that holds a calculation is called by its value.
        if (isFeature(called) && (isInput(called) || called.value !== undefined)) {
            return frame => callValue(reading(frame), args, frame);
        }
        return compileModelCall(called, args);
    }
    if (isBehavior(called)) {
        return compilePerformance(called, args);
    }
    if (isDefinition(called)) {
        return compileConstruction(called, args);
    }
    return frame => callValue(reading(frame), args, frame);
}

/** Compiles the call of an action, which is performed without pausing, within a running behaviour. */
function compilePerformance(called: AstNode, { positional, named }: Arguments): Code {
    return frame => {
        const given = (): CallArguments => ({
            positional: positional.map(a => codeOf(a)(frame)),
            named: new Map(named.map(([name, a]) => [name, codeOf(a)(frame)] as const))
        });
        frame.run.looksOutside();
        return frame.run.perform(called, given, frame);
    };
}

function compileModelCall(called: AstNode, { positional, named }: Arguments): Code {
    const codes = positional.map(codeOf);
    const namedCodes = named.map(([name, value]) => [name, codeOf(value)] as const);
    const isOfPackage = outerOf(called, undefined) === undefined && called.$container?.$type !== 'Definition';
    return frame => {
        const values = codes.map(code => code(frame));
        const byName = namedCodes.length === 0 ? undefined : new Map(namedCodes.map(([name, code]) => [name, code(frame)] as const));
        const outer = isOfPackage ? undefined : outerOf(called, frame);
        // The enclosing object may redefine the named calculation.
        const index = outer?.layout.indexOf.get(called);
        const calc = index === undefined ? called : outer!.layout.slots[index].feature;
        return invoke(frame.run, shapeOf(calc), outer, values, byName);
    };
}

function invokeWith(calc: AstNode, { positional, named }: Arguments, frame: Frame, outer: Frame): Value {
    return invoke(
        frame.run,
        shapeOf(calc),
        outer,
        positional.map(a => codeOf(a)(frame)),
        named.length === 0 ? undefined : new Map(named.map(([name, a]) => [name, codeOf(a)(frame)] as const))
    );
}

/** Calls a function value. */
function callValue(called: Value, { positional, named }: Arguments, frame: Frame): Value {
    const f = scalarOf(called);
    if (!(f instanceof FunctionValue)) {
        throw typeMismatch(`${describe(f)} cannot be called`);
    }
    const values = positional.map(a => codeOf(a)(frame));
    if (named.length === 0) {
        return f.body.call(values);
    }
    if (f.body.callNamed === undefined) {
        throw new EvaluationError('unknown parameter', `${named[0][0]}: this function takes arguments by position`);
    }
    return f.body.callNamed(values, new Map(named.map(([name, a]) => [name, codeOf(a)(frame)] as const)));
}

// ---------------------------------------------------------------------------------------------- library functions

/**
 * Compiles a call of an implemented library function; each argument is passed in the mode of its parameter.
 * @param functions at least one; of several, the one that takes the arguments is called
 */
function compileLibraryCall(functions: readonly LibraryFunction[], { positional, named }: Arguments): Code {
    const [f] = functions;
    const nodes: (AstNode | undefined)[] = [...positional];
    for (const [name, value] of named) {
        const i = f.parameters.findIndex(p => p.name === name);
        if (i < 0) {
            return failing(() => new EvaluationError('unknown parameter', `${name} of ${f.name}`));
        }
        nodes[i] = value;
    }
    const passings = Array.from(nodes, (node, i) => passing(f, i, node));
    const taking = (args: readonly Argument[]): LibraryFunction =>
        (functions.length > 1 ? functionTaking(functions, args) : undefined) ?? f;
    if (QUANTITY_SUMS.has(f.name) && nodes[0] !== undefined) {
        return compileSum(taking, nodes[0], passings[0]);
    }
    return frame => {
        const args = passings.map(pass => pass(frame)) as Argument[];
        return callLibraryFunction(taking(args), args, frame.run);
    };
}

/** Sums whose result for an empty collection depends on the declared type of the operand. */
const QUANTITY_SUMS: ReadonlySet<string> = new Set(
    ['Numerical', 'Scalar', 'Complex', 'Real', 'Rational', 'Integer'].map(of => `${of}Functions::sum`).concat('QuantityCalculations::sum')
);

/** Compiles a sum. The sum of an empty feature typed by a quantity is zero in the coherent unit of that quantity. */
function compileSum(
    taking: (args: readonly Argument[]) => LibraryFunction,
    operand: AstNode,
    pass: (frame: Frame) => Argument | undefined
): Code {
    return frame => {
        const collection = pass(frame) as Value;
        if (isEmptyValue(collection)) {
            for (const type of scalarTypesOf(operand)) {
                const unit = frame.run.unitOfQuantityType(type);
                if (unit !== undefined) {
                    return new Quantity(0, unit.system.coherent(unit));
                }
            }
        }
        return callLibraryFunction(taking([collection]), [collection], frame.run);
    };
}

/** Passes an argument: evaluated, as a thunk, or as a callable. */
function passing(f: LibraryFunction, i: number, node: AstNode | undefined): (frame: Frame) => Argument | undefined {
    const parameter = f.parameters.at(i);
    if (node === undefined) {
        return () => undefined;
    }
    if (parameter?.mode === 'thunk') {
        if (node.$type === 'BodyExpression') {
            return frame => () => bodyCallable(node, frame, 0, f.name).call([]);
        }
        const code = codeOf(node);
        return frame => () => code(frame);
    }
    if (parameter?.mode === 'body') {
        return frame => callableOf(node, frame, parameter.bodyArity, f.name);
    }
    return codeOf(node);
}

/** The callable of an argument: a body, a calculation, an operator's function, or a value that holds one. */
function callableOf(node: AstNode, frame: Frame, arity: number, caller: string): Callable {
    if (node.$type === 'BodyExpression') {
        return bodyCallable(node, frame, arity, caller);
    }
    if (node.$type === 'FeatureReferenceExpression' || node.$type === 'Reference') {
        const named = namedCallable(node, frame, arity);
        if (named !== undefined) {
            return named;
        }
    }
    const value = scalarOf(codeOf(node)(frame));
    if (!(value instanceof FunctionValue)) {
        throw typeMismatch(`${caller} needs a function, got ${describe(value)}`);
    }
    return value.body;
}

/**
 * The function of a name: `reduce '+'`, `collect f`. An operator denotes the model's own function where it takes the operands, else the
 * library's.
 */
function namedCallable(node: NameNode, frame: Frame, arity: number): Callable | undefined {
    const isOperator = node.text.startsWith("'") && !isBasicName(node.text.slice(1, -1));
    const operator = isOperator ? operatorFunction(node) : undefined;
    const named = resolve(node);
    if (operator !== undefined && named !== undefined && !scopeOf(named).isLibrary) {
        const library = implementationOf(operator)!;
        return {
            arity,
            call: args => callOverload(node, lastSegment(node.text), args, frame) ?? callLibraryFunction(library, args, frame.run)
        };
    }
    const element = named ?? operator;
    if (element === undefined) {
        if (node.$type === 'Reference') {
            throw unresolvedReference(node.text, node);
        }
        return undefined;
    }
    const implementation = implementationOf(element);
    if (implementation !== undefined) {
        return { arity, call: args => callLibraryFunction(implementation, args, frame.run) };
    }
    if ((isCalculation(element) || isConstraint(element)) && !(isFeature(element) && (isInput(element) || element.value !== undefined))) {
        return functionValue(element, frame).body;
    }
    const value = node.$type === 'Reference' ? scalarOf(compileReference(node)(frame)) : undefined;
    return value instanceof FunctionValue ? value.body : undefined;
}

function operatorFunction(node: NameNode): AstNode | undefined {
    return scopeOf(node).libraryElement(`DataFunctions::${node.text}`);
}

/** Packages whose functions are available after an arrow without an import. */
const ARROW_PACKAGES = ['ControlFunctions', 'SequenceFunctions', 'NumericalFunctions'];

/** The function of an arrow whose name is not imported. */
export function arrowFunction(node: ast.FunctionOperationExpression): AstNode | undefined {
    const world = scopeOf(node);
    return ARROW_PACKAGES.map(name => world.libraryElement(`${name}::${node.function.text}`)).find(f => f !== undefined);
}

/** Compiles `operand->f(a)`, `operand->f {body}`, `operand->f g`. */
export function compileFunctionOperation(node: ast.FunctionOperationExpression): Code {
    const called = resolve(node.function) ?? arrowFunction(node);
    if (called === undefined) {
        return failing(() => unresolvedReference(node.function.text, node.function));
    }
    const args = argumentsOf(node.arguments, called);
    if (args.named.length > 0) {
        return failing(() => new EvaluationError('receiver combined with named arguments', node.function.text));
    }
    const more = node.body ?? node.functionReference;
    const all: Arguments = { positional: [node.operand, ...args.positional, ...(more === undefined ? [] : [more])], named: [] };
    const implementations = implementationsOf(node.function, called);
    if (implementations.length > 0) {
        return compileLibraryCall(implementations, all);
    }
    if (node.functionReference !== undefined) {
        const operand = codeOf(node.operand);
        const { functionReference } = node;
        return frame =>
            invoke(frame.run, shapeOf(called), outerOf(called, frame), [
                operand(frame),
                new FunctionValue(functionReference.text, callableOf(functionReference, frame, 1, node.function.text))
            ]);
    }
    return compileModelCall(called, all);
}

// ---------------------------------------------------------------------------------------------- bodies

export interface BodyShape {
    readonly layout: Layout;
    readonly parameters: readonly number[];
    readonly result: AstNode | undefined;
}

const BODY = Symbol('expression body');

/** The interface of an expression body: its layout, its parameters by slot index, and its result expression. */
export function bodyShapeOf(body: ast.BodyExpression): BodyShape {
    return memoize(BODY, body, () => {
        const layout = layoutOf(body);
        const members = ownedMembersOf(body);
        const returned = members.find(m => m.membership === 'return');
        return {
            layout,
            parameters: layout.slots.filter(s => isInput(s.feature)).map(s => s.index),
            result: members.find(m => m.$type === 'ResultExpression')?.expression ?? (returned && featureValueOf(returned)?.expression)
        };
    });
}

/**
 * An expression body as a callable, with the given frame as enclosing frame.
 * @throws EvaluationError body parameter count mismatch
 */
export function bodyCallable(body: ast.BodyExpression, frame: Frame, arity: number, caller: string): Callable {
    const { layout, parameters, result } = bodyShapeOf(body);
    if (parameters.length !== arity) {
        throw new EvaluationError(
            'body parameter count mismatch',
            `${caller} calls its body with ${arity} argument(s), it declares ${parameters.length}`
        );
    }
    if (result === undefined) {
        throw new EvaluationError('no result expression', `the body of ${caller}`);
    }
    const code = codeOf(result);
    const { run } = frame;
    return {
        arity,
        call(args) {
            run.step();
            const local = new LocalFrame(run, layout, frame);
            for (let i = 0; i < parameters.length; i++) {
                local.write(parameters[i], conform(args[i], layout.slots[parameters[i]], local));
            }
            return code(local);
        }
    };
}

/** An expression body as a function value. */
export function functionOfBody(body: ast.BodyExpression, frame: Frame): FunctionValue {
    const { parameters } = bodyShapeOf(body);
    return new FunctionValue(
        '',
        bodyCallable(body, frame, parameters.length, 'an expression body'),
        undefined,
        'an expression body has no name'
    );
}

// ---------------------------------------------------------------------------------------------- construction

/** Compiles `new T(a, b)`, `new T(feature = a)`. */
export function compileConstructor(node: ast.ConstructorExpression): Code {
    const type = resolve(node.type);
    return type === undefined
        ? failing(() => unresolvedType(node.type.text, node.type))
        : compileConstruction(type, argumentsOf(node.arguments, type));
}

/** Compiles the construction of an object; its features are given by position (in the order of the layout) or by name. */
function compileConstruction(type: AstNode, { positional, named }: Arguments): Code {
    const codes = positional.map(codeOf);
    const namedCodes = named.map(([name, value]) => [name, codeOf(value)] as const);
    return frame => {
        const layout = layoutOf(type);
        const object = new Instance(frame.run, layout, type, outerOf(type, frame));
        const settable = layout.slots.filter(s => s.isModelled || scopeOf(type).isLibrary);
        if (codes.length > settable.length) {
            throw new EvaluationError(
                'calc argument count mismatch',
                `${nameOf(type) ?? ''} has ${settable.length} feature(s), got ${codes.length}`
            );
        }
        const give = (slot: Slot, value: Value): void => object.write(slot.index, asElements(conform(value, slot, object), slot, object));
        codes.forEach((code, i) => give(settable[i], code(frame)));
        for (const [name, code] of namedCodes) {
            const index = layout.byName.get(name);
            if (index === undefined) {
                throw new EvaluationError('unknown parameter', `${name} of ${nameOf(type) ?? ''}`);
            }
            give(layout.slots[index], code(frame));
        }
        return valueOfObject(object);
    };
}
