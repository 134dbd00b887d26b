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
