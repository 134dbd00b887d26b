/** The types of the results of expressions (KerML 8.3.4.8): a row is an expression and the names of its types. */
import { expect, test } from 'vitest';
import { scalarTypesOf } from '../../../src/language/semantics/expression-types.js';
import type * as ast from '../../../src/language/generated/tree.js';
import { elementById } from '../../../src/language/semantics/naming.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';

const workspace = new Workspace({ library: testLibrary() });

const TYPED = `attribute p : Positive; attribute n : Natural; attribute i : Integer; attribute q : Rational; attribute r : Real; attribute c : Complex;
    attribute s : String; attribute b : Boolean; attribute def V; attribute v : V; attribute w : V; attribute def W :> V; attribute x : W;
    attribute two : V, W2; attribute def W2; attribute untyped; attribute def Text :> String; attribute t : Text; calc def F { return : Real; }
    part def A { attribute m : Integer; } part a : A; part many : A [*];
    attribute def BarUnit; attribute def BarValue; attribute bar : BarUnit; attribute def FooUnit; attribute foo : FooUnit; attribute def A4TValue;
    attribute def A4Thing; attribute thing : A4Thing; part def NoUnit; part def NoValue; attribute both : FooUnit, BarUnit;`;

test.each<readonly [expression: string, types: string]>([
    // literals
    ['1', 'Positive'],
    ['0', 'Natural'],
    ['1.5', 'Rational'],
    ['"a"', 'String'],
    ['true', 'Boolean'],
    // arithmetic: the more general of two number types, in either order
    ['p + p', 'Positive'],
    ['p + n', 'Natural'],
    ['n * i', 'Integer'],
    ['i * n', 'Integer'],
    ['i + q', 'Rational'],
    ['r + q', 'Real'],
    ['r * c', 'Complex'],
    ['n ** n', 'Natural'],
    ['i % i', 'Integer'],
    // a difference of natural numbers is an integer, a quotient of integers a rational number
    ['p - p', 'Integer'],
    ['n - n', 'Integer'],
    ['i - i', 'Integer'],
    ['q - n', 'Rational'],
    ['r - r', 'Real'],
    ['p / p', 'Rational'],
    ['i / i', 'Rational'],
    ['q / i', 'Rational'],
    ['r / i', 'Real'],
    // texts
    ['s + s', 'String'],
    ['t + t', 'String'],
    ['s + n', 'String'],
    ['s - s', 'String'],
    ['s * s', ''],
    // sums and differences of values of one type have that type; others have no known type
    ['v + w', 'V'],
    ['v - w', 'V'],
    ['v * w', ''],
    ['v / w', ''],
    ['v + x', ''],
    ['v + n', ''],
    ['n + v', ''],
    ['two + v', ''],
    ['v + two', ''],
    ['untyped + v', ''],
    // negation: of a natural number an integer
    ['-p', 'Integer'],
    ['-n', 'Integer'],
    ['-i', 'Integer'],
    ['-q', 'Rational'],
    ['-r', 'Real'],
    ['-v', 'V'],
    ['-two', 'V W2'],
    ['-untyped', 'DataValue'],
    ['-null', ''],
    ['-s', 'String'],
    ['+n', 'Natural'],
    // conditions
    ['not b', 'Boolean'],
    ['n < i', 'Boolean'],
    ['v == w', 'Boolean'],
    ['b and b', 'Boolean'],
    ['v istype W', 'Boolean'],
    // choices have the types of both operands, casts the type that they name
    ['n ?? i', 'Natural Integer'],
    ['n ?? n', 'Natural'],
    ['if b ? n else r', 'Natural Real'],
    ['v as W', 'W'],
    // sequences, calls and steps
    ['1..3', 'Integer'],
    ['(n, i, n)', 'Natural Integer'],
    ['F()', 'Real'],
    ['a.m', 'Integer'],
    ['a', 'A'],
    ['many.m', 'Integer'],
    ['many#(1)', 'A'],
    ['many.?{ in e : A; true }', 'A'],
    // quantities: the type of values beside the type of the unit
    ['n [SI::kg]', 'MassValue'],
    ['n [SI::m]', 'LengthValue'],
    ['n [bar]', 'BarValue'],
    ['n [foo]', 'ScalarQuantityValue'],
    ['n [thing]', 'ScalarQuantityValue'],
    ['n [both]', 'BarValue'],
    ['n [untyped]', 'ScalarQuantityValue']
])('%s : %s', (expression, types) => {
    const content = `package T { private import ScalarValues::*; ${TYPED} attribute result = ${expression}; }`;
    const { model } = workspace.parse([{ name: 'm.sysml', language: 'sysml', content }]);
    expect(model.diagnostics.filter(d => d.code === 'syntax' || d.code === 'unresolved')).toEqual([]);
    const { value } = elementById(model, 'T::result') as ast.Usage;
    expect(
        scalarTypesOf(value!.expression)
            .map(t => t.name)
            .join(' ')
    ).toBe(types);
});
