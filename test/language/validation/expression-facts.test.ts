/** What the checks of expressions know of them: rows of features and expressions of one small model. */
import { describe, expect, test } from 'vitest';
import type { AstNode } from '../../../src/language/generated/tree.js';
import { elementById, nameOf, qualifiedNameOf } from '../../../src/language/semantics/naming.js';
import { featureValueOf } from '../../../src/language/semantics/structure.js';
import * as facts from '../../../src/language/validation/expression-facts.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';

const TYPES = `private import ScalarValues::*;
    part def W; part def V; part def W2 :> W; attribute def A; attribute def Len :> ISQ::LengthValue; action def Go; enum def E { one; }
    calc def C { in x : Real; in y : Real; return : Real; } calc def C2 :> C { in z; }
    calc def C3 :> C { in z; in u; in w; out o; inout i; }
    requirement def R { subject s : W; actor a : V; stakeholder h : V; }
    part w : W; part v : V; part w2 : W2; part both : W, V; part any; attribute a : A; action go : Go; calc c : C; constraint k { true }
    attribute num : Real; attribute text : String; attribute len : Len; attribute e : E;
    ref part calls : Calls; part def Calls { calc c : C; }
    part box { part w : W; attribute a : A; action go : Go; }
    attribute valued = 3; attribute typed : Integer = 3; attribute plain; attribute special :> valued;
    attribute specialTyped : Integer :> valued;
    attribute two :> valued, plain; attribute deep :> special; attribute loop1 :> loop2; attribute loop2 :> loop1;
    part def Holder { attribute z = self; part inner : W { attribute z = self; } attribute own : A; attribute read = own;
        part nest { attribute n = own; } }
    part holder : Holder { attribute y = self; } part def Heir :> Holder { attribute r; } part def Stranger { attribute r; }
    variation part def Vary { variant part red; }`;
const EXPRESSIONS =
    `1 | 0 | 2.5 | "x" | true | w | v | w2 | both | any | a | go | c | k | num | text | len | e | W | Go | new W() | C(1, 2) | (w, v)
    | (w, w) | (w, any) | if true ? w else v | box.w | box.a | box.go | calls.c | num + 1 | -num | 3 [SI::m] | ()`.split(/\s*\| /);
const names = new Map(EXPRESSIONS.map((expression, i) => [expression, `x${i}`]));
const { model } = new Workspace({ library: testLibrary() }).parse([
    {
        name: 'test.sysml',
        language: 'sysml',
        content: `package P { ${TYPES} ${[...names].map(([expression, name]) => `attribute ${name} = ${expression};`).join('\n')} }`
    }
]);
const element = (name: string): AstNode => elementById(model, name.startsWith('ScalarValues') ? name : `P::${name}`)!;
const valueOf = (name: string): AstNode => featureValueOf(element(name))!.expression;
const expression = (text: string): AstNode => valueOf(names.get(text) ?? text);
const listed = (types: readonly AstNode[]): string => types.map(t => (qualifiedNameOf(t) ?? '?').replace(/^.*::/, '')).join(' ');
const types = (text: string): AstNode[] =>
    text
        .split(' ')
        .filter(Boolean)
        .map(t => element(t === 'Real' || t === 'Integer' ? `ScalarValues::${t}` : t));

test.each([
    ['1', 'Positive'],
    ['0', 'Natural'],
    ['2.5', 'Rational'],
    ['"x"', 'String'],
    ['true', 'Boolean'],
    ['w', 'W'],
    ['w2', 'W2'],
    ['both', 'W V'],
    ['e', 'E'],
    ['box.w', 'W'],
    ['new W()', 'W'],
    ['C(1, 2)', 'Real'],
    ['(w, v)', 'W V'],
    ['(w, w)', 'W'],
    ['if true ? w else v', 'W V'],
    ['Holder::z', 'Holder'],
    ['Holder::inner::z', 'W'],
    ['holder::y', 'Holder'],
    // unknown: general, behaviours, references to definitions
    ['any', ''],
    ['go', ''],
    ['box.go', ''],
    ['W', ''],
    ['Go', ''],
    ['(w, any)', '']
])('the known types of %s are %s', (text, expected) => expect(listed(facts.knownTypesOf(expression(text)))).toBe(expected));

test.each([
    ['valued', true],
    ['special', true],
    ['deep', true],
    ['loop1', true],
    ['typed', false],
    ['plain', false],
    ['specialTyped', false],
    ['two', false],
    ['w', false],
    ['W', false]
])('%s has its type by values alone: %s', (name, expected) => expect(facts.hasTypeByValue(element(name))).toBe(expected));

test.each([
    ['W', 'V', true],
    ['W', 'W2', false],
    ['W2', 'W', false],
    ['W', 'W', false],
    ['W', 'A', true],
    ['W V', 'W2', false],
    ['W V', 'A', true],
    ['Integer', 'Real', false],
    ['Real', 'Len', true],
    ['', 'W', false],
    ['W', '', false]
])('%j and %j are unrelated: %s', (one, other, expected) => expect(facts.areUnrelated(types(one), types(other))).toBe(expected));

test.each([
    ['1', 'Real', true],
    ['num', 'Len', true],
    ['1', 'W', false],
    ['w', 'V', false],
    ['w2', 'W', true],
    ['any', 'W', true],
    ['"x"', 'Real', false],
    ['(w, w)', 'V', true],
    ['if true ? w else v', 'A', true],
    ['3 [SI::m]', 'W', false],
    ['3 [SI::m]', 'Len', true],
    ['new W()', 'V', false],
    ['C(1, 2)', 'W', false],
    ['num + 1', 'W', false],
    ['-num', 'W', false]
])('%s fits %s: %s', (value, declared, expected) => expect(facts.fits(expression(value), types(declared))).toBe(expected));

/** Occurrences and data values share nothing, nor do performances and objects. */
test.each([
    ['w', 'A', true],
    ['a', 'W', true],
    ['any', 'A', true],
    ['go', 'W', true],
    ['go', 'A', true],
    ['box.w', 'A', true],
    ['box.a', 'W', true],
    ['box.go', 'W', true],
    ['w', 'Go', true],
    ['w', 'W', false],
    ['w', 'V', false],
    ['a', 'Real', false],
    ['go', 'Go', false],
    ['w', 'A W', false],
    ['w', '', false],
    // no names, or represented by their results
    ['1', 'W', false],
    ['new W()', 'A', false],
    ['c', 'A', false],
    ['calls.c', 'W', false]
])('%s is disjoint with %j: %s', (value, declared, expected) =>
    expect(facts.areDisjoint(expression(value), types(declared))).toBe(expected)
);

test.each([
    ['1', 'ScalarValues::Real', true, false],
    ['w', 'ScalarValues::Real', false, true],
    ['any', 'ScalarValues::Real', false, false],
    ['text', 'ScalarValues::String', true, false],
    ['(w, v)', 'Parts::Part', true, false],
    ['w', 'Nothing::Nothing', false, false]
])('%s is known to be %s: %s, known not to be: %s', (text, type, isSo, isNot) => {
    expect(facts.isKnownToBe(expression(text), type)).toBe(isSo);
    expect(facts.isKnownNotToBe(expression(text), type)).toBe(isNot);
});

/** Own inputs replace the inherited ones at their positions; the names of all remain. */
test.each([
    ['C', 'x y', 'x y'],
    ['C2', 'z y', 'x y z'],
    ['C3', 'z u w i', 'i u w x y z'],
    ['c', 'x y', 'x y'],
    ['R', 's a h', 'a h s'],
    ['W', '', '']
])('inputs of %s', (name, features, known) => {
    const inputs = facts.inputsOf(element(name));
    const own = inputs.features.filter(f => qualifiedNameOf(f)?.startsWith('P::'));
    expect(own.map(f => nameOf(f)).join(' ')).toBe(features);
    expect(
        [...inputs.names]
            .filter(n => n.length === 1)
            .sort()
            .join(' ')
    ).toBe(known);
});

test.each([
    ['C', true],
    ['Go', true],
    ['c', true],
    ['go', true],
    ['k', true],
    ['W', false],
    ['w', false],
    ['valued', false],
    ['E', false]
])('%s can be invoked: %s', (name, expected) => expect(facts.isInvocable(element(name))).toBe(expected));

describe('accessible by its name alone', () => {
    test.each([
        ['Holder::read', 'Holder::own', true],
        ['Holder::nest::n', 'Holder::own', true],
        ['Heir::r', 'Holder::own', true],
        ['holder::y', 'Holder::own', true],
        ['Stranger::r', 'Holder::own', false],
        ['valued', 'Holder::own', false],
        ['valued', 'plain', true],
        ['valued', 'E::one', true],
        ['valued', 'Vary::red', true],
        ['box::w', 'box::a', true]
    ])('in %s, %s: %s', (place, referent, expected) => {
        const [at, of] = [place, referent].map(name => elementById(model, `P::${name}`)!);
        expect(facts.isAccessibleFrom(at, of)).toBe(expected);
    });
});
