/** Translates script functions that have a library equivalent (contract: migration 8.1). */
import { LibraryName, type Text } from '../../notation/declaration.js';
import { demandNumber, grouped, joined, type Scalar, type Typed } from './scalars.js';
import { Untranslatable } from './untranslatable.js';

interface Function {
    readonly arity: number;
    /** accepts more arguments, which are combined two at a time */
    readonly isChained?: true;
    /** undefined if the result has the type of the arguments */
    readonly type: Scalar;
    /** each argument is the notation of an expression; it may evaluate to a sequence */
    readonly write: (...argument: Text[]) => Text;
}

const call =
    (name: string) =>
    (...argument: Text[]): Text => [
        new LibraryName(name),
        '(',
        ...argument.flatMap((text, i): Text => (i === 0 ? text : [', ', ...text])),
        ')'
    ];
const real = (name: string, arity = 1): Function => ({ arity, type: 'Real', write: call(name) });
const extreme = (name: string): Function => ({ arity: 2, isChained: true, type: undefined, write: call(`RealFunctions::${name}`) });

const POWER: Function = { arity: 2, type: 'Real', write: (base, exponent) => ['(', ...grouped(base), ' ** ', ...grouped(exponent), ')'] };
const ABS: Function = { arity: 1, type: undefined, write: call('RealFunctions::abs') };

const FUNCTIONS: Readonly<Partial<Record<string, Function>>> = {
    'Math.min': extreme('min'),
    'Math.max': extreme('max'),
    'Math.abs': ABS,
    'Math.floor': { arity: 1, type: 'Integer', write: call('RealFunctions::floor') },
    'Math.ceil': { arity: 1, type: 'Integer', write: call('OpenSysMLMathFunctions::ceiling') },
    'Math.round': { arity: 1, type: 'Integer', write: x => [new LibraryName('RealFunctions::floor'), '(', ...grouped(x), ' + 0.5)'] },
    'Math.sqrt': real('RealFunctions::sqrt'),
    'Math.pow': POWER,
    'Math.sin': real('TrigFunctions::sin'),
    'Math.cos': real('TrigFunctions::cos'),
    'Math.tan': real('TrigFunctions::tan'),
    'java.util.Collections.max': { arity: 1, type: undefined, write: call('RealFunctions::max') },
    min: extreme('min'),
    max: extreme('max'),
    abs: ABS,
    sqrt: real('RealFunctions::sqrt')
};

/** Whether the library has an equivalent for a script function. */
export const isFunction = (name: string): boolean => Object.hasOwn(FUNCTIONS, name);

/** Writes the call of a library function. @throws Untranslatable for arguments that the function does not accept */
export function calledFunction(name: string, given: readonly Typed[]): Typed {
    const { arity, isChained, type, write } = FUNCTIONS[name]!;
    if (given.length < arity || (given.length > arity && isChained !== true)) {
        throw new Untranslatable(`'${name}' takes ${arity === 1 ? 'one argument' : `${arity} arguments`}`);
    }
    given.forEach(argument => demandNumber(argument.type, name));
    const texts = given.map(({ text }) => text);
    const text = isChained === true ? texts.slice(1).reduce((before, argument) => write(before, argument), texts[0]) : write(...texts);
    return { text, type: type ?? given.map(argument => argument.type).reduce((a, b) => joined(a, b, name)) };
}
