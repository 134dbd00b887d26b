/** Written values that their features cannot hold; each with a clean neighbour. `// code` marks the lines. */
import { expect, test } from 'vitest';
import { findingsOf, linesAndCodes, marked } from './findings.js';

test('values that a feature cannot hold', () => {
    const content = `package P {
        private import ScalarValues::*;
        private import SI::*;
        attribute a : Integer = 2.5; // type.expr
        attribute b : Integer = -2;
        attribute c : Natural = -1; // type.expr
        attribute d : Natural = 0;
        attribute e : Positive = 0; // type.expr
        attribute f : Positive = 1;
        attribute g : Real = 3 [kg]; // type.expr
        attribute h : Real = -2.5;
        attribute i : ISQ::MassValue = 3 [kg];
        attribute j = 3 [kg];
        attribute k : Integer = d - 1;
        attribute def Count :> Natural;
        attribute l : Count = -3; // type.expr
    }`;
    expect(linesAndCodes(findingsOf(content))).toEqual(marked(content));
});

test('numbers and quantities of another dimension, each where it stands', () => {
    const content = `package P {
        private import ISQ::*;
        private import ScalarValues::*;
        private import SI::*;
        part def B { attribute price : Real = 3.0; attribute mass : MassValue = 4 [kg]; }
        part b : B;
        attribute branch : MassValue = if b.price > 2 ?
            3 // type.expr
            else 4 [kg];
        attribute branches : MassValue = if b.price > 2 ? b.mass else 2 * b.mass;
        attribute element : LengthValue [2] = (1 [m],
            2); // type.expr
        attribute other : MassValue [2] = (b.mass,
            3 [m]); // type.expr
        attribute elements : MassValue [2] = (b.mass, 3 [kg]);
        attribute inner : MassValue = (b.price); // type.expr
        calc def Number { return x : MassValue; b.price } // type.expr
        calc def Length { in l : LengthValue; return x : MassValue; l } // type.expr
        calc def Mass { in l : MassValue; return x : MassValue; l }
    }`;
    expect(linesAndCodes(findingsOf(content))).toEqual(marked(content));
});

test('values that an argument repeats for a unique parameter', () => {
    const content = `package P {
        private import ScalarValues::*;
        calc def Distinct { in s : Integer [*]; return : Integer; }
        calc def Any { in s : Integer [*] nonunique; return : Integer; }
        attribute a = Distinct((1, 1)); // unique-feature-values
        attribute b = Distinct(s = (1, 2, 2)); // unique-feature-values
        attribute c = Distinct((1, 2));
        attribute d = Any((1, 1));
        attribute e = (1, 1)->NumericalFunctions::sum();
        attribute f = NumericalFunctions::sum((1, 1));
    }`;
    expect(linesAndCodes(findingsOf(content))).toEqual(marked(content));
});

test.each([
    ['attribute x : Integer [2] = 1;', "1 value for 'x' of multiplicity [2]: it has 2 at least"],
    ['attribute x : Integer [2] = (1, 2, 3);', "3 values for 'x' of multiplicity [2]: it has 2 at most"],
    ['attribute x : Integer [1..2] = (1, 2, 3);', "3 values for 'x' of multiplicity [1..2]: it has 2 at most"],
    ['attribute x : Integer [2..*] = 1;', "1 value for 'x' of multiplicity [2..*]: it has 2 at least"],
    ['attribute x : Integer [1..*] = ();', "no value for 'x' of multiplicity [1..*]: it has 1 at least"],
    ['attribute x : Integer [0] = 1;', "1 value for 'x' of multiplicity [0]: it has 0 at most"],
    ['attribute n : Integer; attribute x : Integer [2..n] = 1;', "1 value for 'x' of multiplicity [2..…]: it has 2 at least"],
    ['attribute x : Integer [1..2] = (1, 2);', undefined],
    ['attribute x : Integer [*] = ();', undefined]
])('the number of values is told: %s', (declaration, message) => {
    const findings = findingsOf(`package P { private import ScalarValues::*; ${declaration} }`);
    expect(findings.find(f => f.code === 'value-count')?.message).toBe(message);
});

test.each([
    ['part def D { attribute x : Integer = x + 1; }', ['x']],
    ['part def D { attribute x : Integer = (x); attribute y : Integer = (1, y)#(1); }', ['x']],
    ['part def D { attribute x : Integer default x; attribute y : Integer := y; }', ['y']],
    ['part def D { attribute x : Boolean = true or x; attribute y : Boolean = y or true; }', ['y']],
    ['part def D { attribute x : Integer = if true ? x else 1; attribute y : Boolean = if y ? true else false; }', ['y']],
    ['part def D { attribute x : Boolean = not x; attribute y : Integer = (y, 1); }', ['x', 'y']],
    ['action def D { in x : Integer = x; attribute y : Integer = y; }', ['y']],
    ['action def D { attribute x : Integer; x = x + 1; }', []],
    ['action d { attribute x : Integer; x = x + 1; }', []],
    ['state def D { attribute x : Integer; x = x + 1; }', []],
    ['calc def D { x : Integer = x + 1; }', []],
    ['part def D { x : Integer = x + 1; }', ['x']],
    ['x : Integer = x + 1;', ['x']],
    ['part def D { attribute x : Integer = y; attribute y : Integer = x; attribute z : Integer = x; }', ['x', 'y']]
])('a value that depends on itself is told: %s', (declaration, names) => {
    const findings = findingsOf(`package P { private import ScalarValues::*; ${declaration} }`).filter(f => f.code === 'circular-value');
    expect(findings.map(f => /'(\w+)'/.exec(f.message)?.[1])).toEqual(names);
});
