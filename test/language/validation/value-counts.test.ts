/** Numbers of values: of an expression as its form shows it, of a feature with a value, and of features that subset one. */
import { expect, test } from 'vitest';
import { elementById } from '../../../src/language/semantics/naming.js';
import { featureValueOf } from '../../../src/language/semantics/structure.js';
import { countOf } from '../../../src/language/validation/value-counts.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';
import { findingsOf } from './findings.js';

const FEATURES = `private import ScalarValues::*; attribute one : Integer [1]; attribute two : Integer [2]; attribute few : Integer [2..5];
    attribute some : Integer [1..*]; attribute maybe : Integer [0..1]; attribute plain : Integer; attribute sub : Integer :> few;
    attribute def Pair { attribute left : Integer; } action def Go { in given : Integer; in item thing; } attribute def Kept;
    part def Base { attribute pair : Integer [2]; } part def Heir :> Base { attribute :>> pair; attribute free : Integer :> pair; }`;

const COUNTS: readonly (readonly [expression: string, count: string])[] = [
    ['1', '1..1'],
    ['2.5', '1..1'],
    ['"x"', '1..1'],
    ['true', '1..1'],
    ['3 [SI::m]', '1..1'],
    ['new Pair(1)', '1..1'],
    ['null', '0..0'],
    ['()', '0..0'],
    ['(1, 2)', '2..2'],
    ['(1, few)', '3..6'],
    // a repeated name may have the same values again
    ['(few, few)', '2..10'],
    ['(one, two, one)', '3..4'],
    ['(1, 1)', '2..2'],
    ['if true ? (1, 2) else 3', '1..2'],
    ['if true ? 3 else (1, 2)', '1..2'],
    ['1..4', '4..4'],
    ['4..1', '0..0'],
    ['one..4', '0..*'],
    ['1..one', '0..*'],
    ['one + 1', '0..1'],
    ['one - 1', '0..1'],
    ['one * 1', '0..1'],
    ['one / 1', '0..1'],
    ['one % 1', '0..1'],
    ['one ^ 1', '0..1'],
    ['one ** 1', '0..1'],
    ['one < 1', '0..1'],
    ['one > 1', '0..1'],
    ['one <= 1', '0..1'],
    ['one >= 1', '0..1'],
    ['one == 1', '0..1'],
    ['one != 1', '0..1'],
    ['true and true', '0..1'],
    ['true or true', '0..1'],
    ['true xor true', '0..1'],
    ['maybe ?? 1', '0..*'],
    ['Pair(1)', '0..*'],
    ['few->SequenceFunctions::size()', '0..*'],
    ['one', '1..1'],
    ['few', '2..5'],
    ['some', '1..*'],
    ['maybe', '0..1'],
    ['plain', '1..1'],
    ['sub', '0..*'],
    ['missing', '0..*'],
    ['Pair', '0..*'],
    ['Go::given', '0..*'],
    ['Go::thing', '0..*'],
    ['Base::pair', '2..2'],
    ['Heir::pair', '2..2'],
    ['Heir::free', '0..*'],
    ['Base.metadata', '0..*']
];
const { model } = new Workspace({ library: testLibrary() }).parse([
    {
        name: 'test.sysml',
        language: 'sysml',
        content: `package P { ${FEATURES} ${COUNTS.map(([expression], i) => `attribute row${i} = ${expression};`).join('\n')} }`
    }
]);

test.each(COUNTS.map(([expression, count], i) => [expression, count, i] as const))('%s has %s', (_, count, i) => {
    const { least, most } = countOf(featureValueOf(elementById(model, `P::row${i}`)!)!.expression);
    expect(`${least}..${most === Infinity ? '*' : most}`).toBe(count);
});

const messages = (body: string, code: string): string[] =>
    findingsOf(`package P { ${FEATURES} ${body} }`)
        .filter(f => f.code === code)
        .map(f => f.message);

test.each<readonly [body: string, message: string | undefined]>([
    ['part def D { attribute x : Integer = (1, 2); }', "2 values for 'x' of multiplicity [1]: it has 1 at most"],
    ['attribute x : Integer = (1, 2);', undefined],
    ['part def D :> Base { attribute :>> pair = 1; }', "1 value for 'pair' of multiplicity [2]: it has 2 at least"],
    ['part def D :> Base { attribute :>> pair = (1, 2); }', undefined],
    ['part def D :> Heir { attribute :>> pair = 1; }', "1 value for 'pair' of multiplicity [2]: it has 2 at least"],
    ['part def D :> Heir { attribute x :>> free, pair = 1; }', "1 value for 'x' of multiplicity [2]: it has 2 at least"],
    ['part def D :> Heir { attribute x :>> free = (1, 2, 3); }', undefined],
    ['action def D { in x : Integer = (1, 2); }', undefined],
    ['attribute x : Integer [2] = maybe;', "1 value for 'x' of multiplicity [2]: it has 2 at least"],
    ['attribute x : Integer [2] = few;', undefined],
    ['attribute x : Integer [1] = few;', "2 values for 'x' of multiplicity [1]: it has 1 at most"],
    ['attribute x : Integer [0..1] = some;', undefined],
    ['attribute x : Integer [0] = some;', "1 value for 'x' of multiplicity [0]: it has 0 at most"],
    ['part def D { ref thing; } part def E :> D { attribute :>> thing = (1, 2); }', undefined],
    // no value where no multiplicity is declared, in both spellings
    ['part def D { attribute x : Integer = null; }', undefined],
    ['part def D { attribute x : Integer = (); }', undefined],
    ['attribute x : Integer [1] = null;', "no value for 'x' of multiplicity [1]: it has 1 at least"],
    ['attribute x : Collections::List [1] = (1, 2);', undefined],
    ['attribute x : Collections::List [3] = (1, 2);', "2 values for 'x' of multiplicity [3]: it has 3 at least"],
    ['attribute x : VectorValues::NumericalVectorValue [1] = (1, 2);', undefined],
    ['attribute x : ISQ::LengthValue [1] = (1 [SI::m], 2 [SI::m]);', "2 values for 'x' of multiplicity [1]: it has 1 at most"],
    ['attribute x : Collections::List [1] = 1..2;', "2 values for 'x' of multiplicity [1]: it has 1 at most"]
])('the values of %s', (body, message) => expect(messages(body, 'value-count')).toEqual(message === undefined ? [] : [message]));

const tooMany = (name: string, upper: number, count: number): string[] => [
    `'${name}' has ${upper} at most, and its subsets up to here have ${count} values: ` +
        `raise the multiplicity of '${name}', or subset something else`
];
test.each<readonly [body: string, expected: readonly string[]]>([
    ['part def D { part w [2]; part a :> w; part b :> w; }', []],
    ['part def D { part w [2]; part a :> w; part b :> w; part c :> w; }', tooMany('w', 2, 3)],
    ['part def D { part w [2]; part a :> w; part b :> w; part c :> w; part d :> w; }', tooMany('w', 2, 3)],
    ['part def D { part w [2]; part a [2] :> w; part b [0..1] :> w; }', []],
    ['part def D { part w [2]; part a [3] :> w; }', tooMany('w', 2, 3)],
    ['part def D { part w [*]; part a [3] :> w; }', []],
    ['part def D { part w [2]; part a [2] :> w; abstract part b :> w; }', []],
    ['part def D { part w [2]; part a [2] :> w; abstract part b [1] :> w; }', tooMany('w', 2, 3)],
    ['part def D { part w [2]; part a [2] :> w; } part def E :> D { part b :> w; }', tooMany('w', 2, 3)],
    ['part def D { part w [2]; part a :> w; } part def E :> D { part b :> w; }', []],
    ['part def D { part w [2]; part a [2] :> w; } part def E :> D { part :>> a; part b :> w; }', []],
    ['part def D { part w [2]; part a [2] :> w; } part def E :> D { part c; }', []],
    ['part d { part w [1]; part a :> w; part b :> w; }', tooMany('w', 1, 2)],
    ['part def D { part w [1]; part v [1]; part a :> w, v; part b :> v; }', tooMany('v', 1, 2)],
    ['part def D { part w [1]; part v [1]; part a :> w; part b :> v; }', []],
    ['part def D { part w [1] { part x [1]; } part a :> w.x; part b :> w.x; }', []],
    // alternatives, ends and redefinitions add nothing
    ['part w [1]; variation part def V { variant part a :> w; variant part b :> w; }', []],
    ['connection def K { part w [1]; end part a :> w; end part b :> w; }', []],
    ['part def D { part x; part w [1]; part a :> w; } part def E :> D { part y :>> x :> w; }', []]
])('the subsets of %s', (body, expected) => expect(messages(body, 'subsetting-count')).toEqual(expected));
