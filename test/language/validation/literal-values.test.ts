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
