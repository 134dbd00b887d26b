// Rows of section 9: calls of the primitive behaviours of fUML and Alf.

import { primitive } from './dialects.js';
import { activity, number, object, output, type Row, row, step } from './rows.js';

/** A function with what its result is, and whether that is exact (M), near (A) or nothing (U). */
type Function = readonly [name: string, arity: number, result: string, verdict: 'M' | 'A' | 'U'];

const INPUTS = ['x', 'y', 'z'];

/** One row for the functions of a package: a call of each in an activity, whose parameters are the arguments. */
function functions(title: string, at: string, all: readonly Function[], names = INPUTS): Row {
    const calls = all.map(([name, arity], i) => {
        const pins = names.slice(0, arity).map((input, at) => `<argument:InputPin c${i}p${at} "${input}"/>`);
        return `<node:CallBehaviorAction c${i} "c${i}">${primitive(at, name)}${pins.join('')}<result:OutputPin c${i}r "result"/></node:CallBehaviorAction>`;
    });
    const given = names.map(
        name =>
            `<ownedParameter:Parameter g${name} "given ${name}"/><node:ActivityParameterNode n${name} "given ${name}" parameter="g${name}"/>`
    );
    const flows = all.flatMap(([, arity], i) => names.slice(0, arity).map((name, at) => object(`f${i}p${at}`, `n${name}`, `c${i}p${at}`)));
    const written = all.filter(([, , , verdict]) => verdict !== 'U');
    const verdicts = all.map(([, , , verdict], i) => [`c${i}`, { M: 'mapped', A: 'approximated', U: 'unmapped' }[verdict]]);
    return row(
        '9',
        title,
        activity(given.join('') + calls.join('') + flows.join('')),
        written.map(([, , result]) => `out result = ${result};`),
        [[], Object.fromEntries(verdicts)]
    );
}

/** Functions of a package of the library, two arguments each. */
const same = (library: string, verdict: 'M' | 'A', ...names: string[]): Function[] =>
    names.map(name => [name, 2, `${library}::${/^\w/.test(name) ? name : `'${name}'`}(x, y)`, verdict]);

const FUML = 'fUML_Library::PrimitiveBehaviors::';
const ALF = 'Alf::Library::PrimitiveBehaviors::';
const S = 'SequenceFunctions';

/** A call of a function of fUML. @param values of its pins, by their names */
const called = (id: string, at: string, name: string, inputs: readonly string[], values: Readonly<Record<string, string>> = {}): string => {
    const pins = inputs.map(pin => {
        const metaclass = Object.hasOwn(values, pin) ? 'ValuePin' : 'InputPin';
        return `<argument:${metaclass} ${id}${pin} "${pin}">${values[pin] ?? ''}</argument:${metaclass}>`;
    });
    return `<node:CallBehaviorAction ${id} "${id}">${primitive(FUML + at, name)}${pins.join('')}<result:OutputPin ${id}r "result"/></node:CallBehaviorAction>`;
};

export const LIBRARIES: readonly Row[] = [
    functions('Integer functions', `${FUML}IntegerFunctions`, [
        ['Neg', 1, "IntegerFunctions::'-'(x)", 'M'],
        ['Abs', 1, 'IntegerFunctions::abs(x)', 'M'],
        ...same('IntegerFunctions', 'M', '+', '-', '*', '<', '>', '<=', '>='),
        ['Max', 2, 'IntegerFunctions::max(x, y)', 'M'],
        ['Min', 2, 'IntegerFunctions::min(x, y)', 'M'],
        ['ToString', 1, 'IntegerFunctions::ToString(x)', 'M'],
        ['/', 2, "RealFunctions::'/'(x, y)", 'A'],
        ['Div', 2, "RealFunctions::ToInteger(IntegerFunctions::'/'(x, y))", 'A'],
        ['Mod', 2, "IntegerFunctions::'%'(x, y)", 'A'],
        ['ToUnlimitedNatural', 1, 'IntegerFunctions::ToNatural(x)', 'A'],
        ['ToInteger', 1, 'IntegerFunctions::ToInteger(x)', 'A']
    ]),
    functions('Real functions', `${FUML}RealFunctions`, [
        ['Neg', 1, "RealFunctions::'-'(x)", 'M'],
        ['Abs', 1, 'RealFunctions::abs(x)', 'M'],
        ['Floor', 1, 'RealFunctions::floor(x)', 'M'],
        ...same('RealFunctions', 'M', '+', '-', '*', '<', '>', '<=', '>='),
        ['Max', 2, 'RealFunctions::max(x, y)', 'M'],
        ['Min', 2, 'RealFunctions::min(x, y)', 'M'],
        ['ToInteger', 1, 'RealFunctions::ToInteger(x)', 'M'],
        ['Round', 1, "RealFunctions::floor(RealFunctions::'+'(x, 0.5))", 'M'],
        ['Inv', 1, "RealFunctions::'/'(1.0, x)", 'A'],
        ['/', 2, "RealFunctions::'/'(x, y)", 'A'],
        ['ToReal', 1, 'RealFunctions::ToReal(x)', 'A'],
        ['ToString', 1, 'RealFunctions::ToString(x)', 'A']
    ]),
    functions('UnlimitedNatural functions', `${FUML}UnlimitedNaturalFunctions`, [
        ['Max', 2, 'NaturalFunctions::max(x, y)', 'A'],
        ['Min', 2, 'NaturalFunctions::min(x, y)', 'A'],
        ...same('NaturalFunctions', 'A', '<', '>', '<=', '>='),
        ['ToString', 1, 'NaturalFunctions::ToString(x)', 'A'],
        ['ToInteger', 1, 'x', 'A']
    ]),
    functions('Boolean functions', `${FUML}BooleanFunctions`, [
        ['Or', 2, "BooleanFunctions::'|'(x, y)", 'M'],
        ['Xor', 2, "BooleanFunctions::'xor'(x, y)", 'M'],
        ['And', 2, "BooleanFunctions::'&'(x, y)", 'M'],
        ['Implies', 2, "ControlFunctions::'implies'(x, y)", 'M'],
        ['Not', 1, "BooleanFunctions::'not'(x)", 'M'],
        ['ToString', 1, 'BooleanFunctions::ToString(x)', 'M'],
        ['ToBoolean', 1, 'BooleanFunctions::ToBoolean(x)', 'A']
    ]),
    functions('String functions', `${FUML}StringFunctions`, [
        ['Concat', 2, "StringFunctions::'+'(x, y)", 'M'],
        ['Size', 1, 'StringFunctions::Length(x)', 'M'],
        ['Substring', 3, 'StringFunctions::Substring(x, y, z)', 'A']
    ]),
    functions('List functions', `${FUML}ListFunctions`, [
        ['ListSize', 1, `${S}::size(x)`, 'M'],
        ['ListConcat', 2, `${S}::union(x, y)`, 'M'],
        ['ListGet', 2, `${S}::'#'(x, y)`, 'A']
    ]),
    functions('input and output', 'fUML_Library::BasicInputOutput', [
        ['WriteLine', 1, '', 'U'],
        ['ReadLine', 0, '', 'U']
    ]),
    functions('Alf collection functions', `${ALF}CollectionFunctions`, [
        ['size', 1, `${S}::size(x)`, 'M'],
        ['includes', 2, `${S}::includes(x, y)`, 'M'],
        ['excludes', 2, `${S}::excludes(x, y)`, 'M'],
        ['isEmpty', 1, `${S}::isEmpty(x)`, 'M'],
        ['notEmpty', 1, `${S}::notEmpty(x)`, 'M'],
        ['includesAll', 2, `${S}::includes(x, y)`, 'M'],
        ['excludesAll', 2, `${S}::excludes(x, y)`, 'M'],
        ['equals', 2, `${S}::equals(x, y)`, 'M'],
        ['first', 1, `${S}::head(x)`, 'M'],
        ['last', 1, `${S}::last(x)`, 'M'],
        ['union', 2, `${S}::union(x, y)`, 'M'],
        ['intersection', 2, `${S}::intersection(x, y)`, 'M'],
        ['difference', 2, `${S}::excluding(x, y)`, 'M'],
        ['including', 2, `${S}::including(x, y)`, 'M'],
        ['excluding', 2, `${S}::excluding(x, y)`, 'M'],
        ['count', 2, `${S}::size(x) - ${S}::size(${S}::excluding(x, y))`, 'M'],
        ['subsequence', 3, `${S}::subsequence(x, IntegerFunctions::max(y, 1), IntegerFunctions::min(z, ${S}::size(x)))`, 'A'],
        ['clear', 1, '()', 'M'],
        ['add', 2, `${S}::including(x, y)`, 'A'],
        ['addAll', 2, `${S}::union(x, y)`, 'A'],
        ['remove', 2, `${S}::excluding(x, y)`, 'A'],
        ['excludingOne', 2, '', 'U'],
        ['replacing', 3, '', 'U'],
        ['replacingOne', 3, '', 'U'],
        ['indexOf', 2, '', 'U'],
        ['toOrderedSet', 1, '', 'U']
    ]),
    functions('Alf sequence functions, capitalized', `${ALF}SequenceFunctions`, [
        ['Size', 1, `${S}::size(x)`, 'M'],
        ['Includes', 2, `${S}::includes(x, y)`, 'M'],
        ['IsEmpty', 1, `${S}::isEmpty(x)`, 'M'],
        ['IncludesAll', 2, `${S}::includes(x, y)`, 'M'],
        ['Union', 2, `${S}::union(x, y)`, 'M'],
        ['Clear', 1, '()', 'M']
    ]),
    functions(
        'Alf functions at an index',
        `${ALF}SequenceFunctions`,
        [
            ['At', 2, `${S}::'#'(x, index)`, 'A'],
            ['IncludeAt', 3, `${S}::includingAt(x, z, index)`, 'A'],
            ['InsertAt', 3, `${S}::includingAt(x, z, index)`, 'A'],
            ['ExcludeAt', 2, `${S}::excludingAt(x, index)`, 'A'],
            ['ReplacingAt', 3, `${S}::includingAt(${S}::excludingAt(x, index), z, index)`, 'A']
        ],
        ['x', 'index', 'z']
    ),
    functions('Alf conversion and bit strings', `${ALF}IntegerFunctions`, [['ToNatural', 1, 'NaturalFunctions::ToNatural(x)', 'A']]),
    functions('Alf bit strings', `${ALF}BitStringFunctions`, [['ToHexString', 1, '', 'U']]),
    row(
        '9',
        'starving calls',
        activity(
            called('sum', 'IntegerFunctions', '+', ['x', 'y']) +
                called('negated', 'IntegerFunctions', 'Neg', ['x']) +
                called('count', 'ListFunctions', 'ListSize', ['list']) +
                called('nth', 'ListFunctions', 'ListGet', ['list', 'index']) +
                number('two', '2') +
                object('o1', 'twoo', 'sumx') +
                object('o2', 'sumr', 'negatedx') +
                object('o3', 'twoo', 'nthlist') +
                `${step('z')}<edge:ControlFlow e source="negated" target="z"/>`
        ),
        [
            'action sum;',
            'action negated;',
            'action count {',
            'in list;',
            'out result = SequenceFunctions::size(list);',
            'action nth;',
            'first sum then negated;',
            'first negated then z;'
        ],
        [[], { sum: 'approximated', negated: 'approximated', nth: 'approximated', two: 'approximated' }]
    ),
    row(
        '9',
        'calls with constants that are no finite numbers',
        activity(
            called('unbounded', 'UnlimitedNaturalFunctions', 'Max', ['x', 'y'], {
                x: '<value:LiteralUnlimitedNatural vx value="*"/>',
                y: '<value:LiteralUnlimitedNatural vy value="3"/>'
            }) +
                called('infinite', 'RealFunctions', 'Neg', ['x'], { x: '<value:LiteralReal vi value="Infinity"/>' }) +
                called('finite', 'RealFunctions', 'Abs', ['x'], { x: '<value:LiteralReal vf value="-2"/>' }) +
                `<node:ValueSpecificationAction most "most">${output('result', 'mosto', 'result')}<value:LiteralUnlimitedNatural vm value="*"/></node:ValueSpecificationAction>` +
                called('text', 'UnlimitedNaturalFunctions', 'ToString', ['x']) +
                object('o1', 'mosto', 'textx')
        ),
        [
            'action unbounded;',
            'action infinite;',
            'action finite {',
            'in x = -2.0;',
            'out result = RealFunctions::abs(x);',
            'action text;',
            'first most then text;'
        ],
        [[], { unbounded: 'approximated', infinite: 'approximated', infinitex: '*', text: 'approximated' }]
    )
];
