/** The call that is open at a place of a text, which need not be complete: its name, the argument there, and what it may mean. */
import { expect, test } from 'vitest';
import { type Call, callAt, invokedBy, parametersOf } from '../../src/editor/calls.js';
import { elementById, qualifiedNameOf } from '../../src/language/semantics/naming.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';

function callText(source: string): string | undefined {
    const offset = source.indexOf('|');
    const call = callAt(source.replace('|', ''), offset);
    if (call === undefined) {
        return undefined;
    }
    const { name, isConstruction, bound, argument, label, isBeginning, named, offset: at } = call;
    expect(source[at]).toBe('(');
    const parts = [isConstruction ? 'new' : '', name, `${argument}`, bound > 0 ? 'bound' : '', label === '' ? '' : `label ${label}`];
    return [...parts, isBeginning ? 'begins' : '', named.size === 0 ? '' : `has ${[...named].join()}`].filter(p => p !== '').join(' ');
}

test.each([
    ['x = F(|', 'F 0 begins'],
    ['x = F( |)', 'F 0 begins'],
    ['x = F(1|', 'F 0'],
    ['x = F(1, |', 'F 1 begins'],
    ['x = F(1, 2, y|', 'F 2'],
    ['x = F(a = |', 'F 0 label a has a'],
    ['x = F(a = 1, |', 'F 1 begins has a'],
    ["x = F(a = 1, 'b c' = |", "F 1 label 'b c' has a,'b c'"],
    ['x = A::B::f(|', 'A::B::f 0 begins'],
    ['x = $::f(|', '$::f 0 begins'],
    ['x = ::f(|', 'f 0 begins'],
    ['x = a.b(|', 'a.b 0 begins'],
    ["x = 'my f'(|", "'my f' 0 begins"],
    ['x = new Box(|', 'new Box 0 begins'],
    ['x = new A::Box(1, |', 'new A::Box 1 begins'],
    // an operand binds the first parameter
    ['x = a->f(|', 'f 1 bound begins'],
    ['x = a->A::f(1, |', 'A::f 2 bound begins'],
    ['x = (1, 2)->f(|', 'f 1 bound begins'],
    ['x = a->f(1)->g(|', 'g 1 bound begins'],
    // inner calls, and arguments that hold commas
    ['x = F(G(|', 'G 0 begins'],
    ['x = F(G(1, 2), |', 'F 1 begins'],
    ['x = F((1, 2), [3, 4], {a, b}, |', 'F 3 begins'],
    ['x = F(a = G(b = 1), |', 'F 1 begins has a,b'],
    ['x = F(1)|', undefined],
    ['x = F(1); y = (|', undefined],
    ['x = (|', undefined],
    ['x = 3 + (|', undefined],
    ['x = F(1 + (|', undefined],
    ['if (|', undefined],
    ['not (|', undefined],
    ['x = F({|', undefined],
    ['x = F({1}, |', 'F 1 begins'],
    ['x|', undefined],
    ['|', undefined]
])('%s', (source, expected) => expect(callText(source)).toBe(expected));

test('what begins too far before the cursor is not read', () => {
    expect(callText(`x = F(${'1, '.repeat(1000)}|`)).toBe('F 1000 begins');
    expect(callText(`x = F(${'1, '.repeat(2000)}|`)).toBeUndefined();
});

const content = `package P { private import ScalarValues::*; private import Other::*;
    calc def F { in a : Real; in b : Integer [0..*]; in c default 1; out o; return : Real; } action def Act { in x; out y; }
    part def Box { attribute mass : Real; attribute 'my size' = 3; out port p; part lid [0..1]; } part def Small :> Box { attribute own; }
    part box : Box { calc f : F; } package Inner { calc def F { in z; } part here { attribute at; } } constraint def K { in k; }
    part heir :> box { attribute there; } attribute n; }
    package Other { calc def Far { in f; } }`;
const { model } = new Workspace({ library: testLibrary(), analysis: 'never' }).parse([{ name: 'test.sysml', language: 'sysml', content }]);
const call = (name: string, isConstruction = false): Call => ({
    ...{ name, isConstruction, bound: 0, argument: 0, label: '', isBeginning: true, named: new Set<string>(), offset: 0 }
});

test.each<readonly [scope: string, name: string, isConstruction: boolean, expected: readonly string[]]>([
    ['P', 'F', false, ['P::F']],
    ['P::Inner::here', 'F', false, ['P::Inner::F', 'P::F']],
    ['P::Inner::here', 'P::F', false, ['P::F']],
    ['P::heir', 'f', false, ['P::box::f']],
    ['P', 'box.f', false, ['P::box::f']],
    ['P', 'Far', false, ['Other::Far']],
    ['P', 'Act', false, ['P::Act']],
    ['P', 'Box', false, []],
    ['P', 'Box', true, ['P::Box']],
    ['P', 'F', true, ['P::F']],
    ['P', 'box', true, []],
    ['P', 'n', false, []],
    ['P', 'Missing', false, []]
])('in %s, %s (new: %s) means %j', (scope, name, isConstruction, expected) => {
    expect(invokedBy(elementById(model, scope)!, call(name, isConstruction)).map(qualifiedNameOf)).toEqual(expected);
});

test.each<readonly [id: string, isConstruction: boolean, expected: readonly string[]]>([
    ['P::F', false, ['a : Real', '[b : Integer[0..*]]', '[c : Anything]']],
    ['P::Act', false, ['x : Anything']],
    ['P::Box', true, ['mass : Real', "['my size' : Integer]", '[lid : Part[0..1]]']],
    ['P::Small', true, ['own : DataValue', 'mass : Real', "['my size' : Integer]", '[lid : Part[0..1]]']]
])('the parameters of %s', (id, isConstruction, expected) => {
    const shown = parametersOf(elementById(model, id)!, call('', isConstruction));
    expect(shown.map(({ text, isOptional }) => (isOptional ? `[${text}]` : text))).toEqual(expected);
});
