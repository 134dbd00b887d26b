/** Translates calls of fUML and Alf primitive behaviours to expressions (contract: migration 9). */
import { LibraryName, type Declaration, type Text } from '../../notation/declaration.js';
import type { UmlElement } from '../../uml-model.js';
import type { Mapping } from '../mapping.js';
import { activityOf } from './forms.js';
import { libraryBehaviour } from './library-behaviours.js';
import { isOutput, pinsOf } from './routes.js';
import { unansweredCalls } from './starving.js';
import { leaveOut } from './target-objects.js';

type Result = (x: Text, y: Text, z: Text) => Text;

interface Primitive {
    readonly result: Result;
    /** how the result may differ; empty if it is exact */
    readonly note: string;
}

const call =
    (name: string): Result =>
    (...args) => [new LibraryName(name), '(', ...args.filter(a => a.length > 0).flatMap((a, i): Text => (i === 0 ? a : [', ', ...a])), ')'];
const exact = (name: string): Primitive => ({ result: call(name), note: '' });
const near = (name: string, note: string): Primitive => ({ result: call(name), note });

/** Functions that have the same names in a library package. */
const same = (library: string, ...names: string[]): Record<string, Primitive> =>
    Object.fromEntries(names.map(name => [name, exact(`${library}::${/^\w/.test(name) ? name : `'${name}'`}`)]));

const COMPARISONS = ['<', '>', '<=', '>='];
const ON_ZERO = 'a division by zero fails here';
const sequence = (name: string): Primitive => exact(`SequenceFunctions::${name}`);
const OUTSIDE = 'an index outside the sequence is not the same';
const nearSequence = (name: string): Primitive => near(`SequenceFunctions::${name}`, OUTSIDE);
/** A function that changes its collection in place: the translation returns the changed collection instead. */
const inPlace = (result: Result): Primitive => ({ result, note: 'the collection is not changed in place: its new value is the result' });
const replacedAt: Result = (sequence, element, index) =>
    call('SequenceFunctions::includingAt')(call('SequenceFunctions::excludingAt')(sequence, index, []), element, index);

/** Limits the bounds to those of the sequence. */
const clampedSubsequence: Result = (sequence, lower, upper) =>
    call('SequenceFunctions::subsequence')(
        sequence,
        call('IntegerFunctions::max')(lower, ['1'], []),
        call('IntegerFunctions::min')(upper, call('SequenceFunctions::size')(sequence, [], []), [])
    );

/** By package, then by name of the primitive behaviour. */
const PRIMITIVES: Readonly<Record<string, Readonly<Record<string, Primitive>>>> = {
    Integer: {
        ...same('IntegerFunctions', '+', '-', '*', ...COMPARISONS),
        Neg: exact("IntegerFunctions::'-'"),
        Abs: exact('IntegerFunctions::abs'),
        Max: exact('IntegerFunctions::max'),
        Min: exact('IntegerFunctions::min'),
        ToString: exact('IntegerFunctions::ToString'),
        '/': near("RealFunctions::'/'", ON_ZERO),
        Div: {
            result: (x, y) => call('RealFunctions::ToInteger')(call("IntegerFunctions::'/'")(x, y, []), [], []),
            note: ON_ZERO
        },
        Mod: near("IntegerFunctions::'%'", ON_ZERO),
        ToUnlimitedNatural: near('IntegerFunctions::ToNatural', 'a negative number fails here'),
        ToInteger: near('IntegerFunctions::ToInteger', 'a text that is no number fails here'),
        ToNatural: near('NaturalFunctions::ToNatural', 'only decimal digits are read')
    },
    Real: {
        ...same('RealFunctions', '+', '-', '*', ...COMPARISONS),
        Neg: exact("RealFunctions::'-'"),
        Abs: exact('RealFunctions::abs'),
        Floor: exact('RealFunctions::floor'),
        Max: exact('RealFunctions::max'),
        Min: exact('RealFunctions::min'),
        ToInteger: exact('RealFunctions::ToInteger'),
        Round: {
            result: x => call('RealFunctions::floor')(call("RealFunctions::'+'")(x, ['0.5'], []), [], []),
            note: ''
        },
        Inv: { result: x => call("RealFunctions::'/'")(['1.0'], x, []), note: ON_ZERO },
        '/': near("RealFunctions::'/'", ON_ZERO),
        ToReal: near('RealFunctions::ToReal', 'a text that is no number fails here'),
        ToString: near('RealFunctions::ToString', 'the spelling of the number is the library’s')
    },
    UnlimitedNatural: {
        Max: near('NaturalFunctions::max', 'no value is unbounded here'),
        Min: near('NaturalFunctions::min', 'no value is unbounded here'),
        ToString: near('NaturalFunctions::ToString', 'no value is unbounded here'),
        ToInteger: { result: x => x, note: 'no value is unbounded here' },
        ...Object.fromEntries(COMPARISONS.map(c => [c, near(`NaturalFunctions::'${c}'`, 'no value is unbounded here')]))
    },
    Boolean: {
        Or: exact("BooleanFunctions::'|'"),
        Xor: exact("BooleanFunctions::'xor'"),
        And: exact("BooleanFunctions::'&'"),
        Implies: exact("ControlFunctions::'implies'"),
        Not: exact("BooleanFunctions::'not'"),
        ToString: exact('BooleanFunctions::ToString'),
        ToBoolean: near('BooleanFunctions::ToBoolean', 'only the spelling in lower case is read')
    },
    String: {
        Concat: exact("StringFunctions::'+'"),
        '+': exact("StringFunctions::'+'"),
        Size: exact('StringFunctions::Length'),
        Substring: near('StringFunctions::Substring', 'bounds outside the text are not the same')
    },
    List: {
        ListSize: sequence('size'),
        ListConcat: sequence('union'),
        ListGet: nearSequence("'#'")
    },
    Sequence: {
        size: sequence('size'),
        includes: sequence('includes'),
        excludes: sequence('excludes'),
        isEmpty: sequence('isEmpty'),
        notEmpty: sequence('notEmpty'),
        includesAll: sequence('includes'),
        excludesAll: sequence('excludes'),
        equals: sequence('equals'),
        first: sequence('head'),
        last: sequence('last'),
        union: sequence('union'),
        intersection: sequence('intersection'),
        difference: sequence('excluding'),
        including: sequence('including'),
        excluding: sequence('excluding'),
        at: nearSequence("'#'"),
        includeAt: nearSequence('includingAt'),
        insertAt: nearSequence('includingAt'),
        excludeAt: nearSequence('excludingAt'),
        subsequence: { result: clampedSubsequence, note: OUTSIDE },
        replacingAt: { result: replacedAt, note: OUTSIDE },
        add: inPlace(call('SequenceFunctions::including')),
        addAll: inPlace(call('SequenceFunctions::union')),
        addAt: inPlace(call('SequenceFunctions::includingAt')),
        addAllAt: inPlace(call('SequenceFunctions::includingAt')),
        remove: inPlace(call('SequenceFunctions::excluding')),
        removeAll: inPlace(call('SequenceFunctions::excluding')),
        removeAt: inPlace(call('SequenceFunctions::excludingAt')),
        replaceAt: inPlace(replacedAt),
        clear: { result: () => ['()'], note: '' },
        count: {
            result: (x, y) => [
                ...call('SequenceFunctions::size')(x, [], []),
                ' - ',
                ...call('SequenceFunctions::size')(call('SequenceFunctions::excluding')(x, y, []), [], [])
            ],
            note: ''
        }
    }
};

/** Moves the index to the end of the arguments, where v2 functions expect it. */
function indexLast(pins: readonly UmlElement[]): UmlElement[] {
    const isIndex = ({ name }: UmlElement): boolean => name === 'index';
    return [...pins.filter(pin => !isIndex(pin)), ...pins.filter(isIndex)];
}

/** Writes the call of a primitive behaviour as the value of each output pin. @returns whether the action is such a call */
export function primitiveCall(node: UmlElement, declaration: Declaration, mapping: Mapping): boolean {
    const called = libraryBehaviour(node);
    if (called === undefined) {
        return false;
    }
    const { group, name } = called;
    const table = PRIMITIVES[group] ?? {};
    const primitive = table[name] ?? table[name.charAt(0).toLowerCase() + name.slice(1)];
    const inputs = indexLast(pinsOf(node).filter(p => !isOutput(p)));
    const outputs = pinsOf(node).filter(isOutput);
    const [x = [], y = [], z = []] = inputs.map(pin => mapping.text(pin) ?? []);
    if (primitive === undefined || outputs.length === 0) {
        mapping.unmapped(node, `the primitive behaviour ${[group, name].filter(part => part !== '').join('::')} has no form`);
        return true;
    }
    const lacking = unansweredCalls(activityOf(node)!).get(node);
    if (lacking !== undefined) {
        pinsOf(node).forEach(pin => leaveOut(pin, mapping, 'its action only keeps its token'));
        mapping.approximated(node, `an action that only keeps its token: ${lacking}`);
        return true;
    }
    for (const output of outputs) {
        const written = mapping.declarationOf(output);
        if (written !== undefined) {
            written.value = ['= ', ...primitive.result(x, y, z)];
        }
    }
    if (primitive.note !== '') {
        mapping.approximated(node, primitive.note);
    }
    declaration.isNameMadeUp ||= node.name === '';
    return true;
}
