/** Whether a value fits the feature that gets it: the findings of `type.expr` for single features and parameters. */
import { expect, test } from 'vitest';
import { findingsOfBodies } from './findings.js';

const TYPES = `part def W; part def V; attribute def A; action def Go { in p : W; } item def Crate; attribute def MassAndLength :> MassValue, LengthValue;
    attribute def Special :> MassValue { attribute extra; } attribute def Bare :> Quantities::ScalarQuantityValue;
    part w : W; part v : V; attribute a : A; action go : Go; attribute n : Real; attribute load : MassValue; attribute unit : MassUnit;
    attribute longestNameOfThisVeryPackageByFar : Real; attribute text : String; calc def Area { in of : W; return : Real; }`;
const VALUE = 'the value does not conform to its feature: ';

const ROWS: readonly (readonly [body: string, ...expected: string[]])[] = [
    // definitions that share no value
    ['attribute x : String = 3;', `error ${VALUE}it is of type Positive, not of String`],
    ['part x : W = v;', `error ${VALUE}it is of type V, not of W`],
    ['part x : W = a;', `error ${VALUE}it is of type A, not of W`],
    ['part x : W = go;', `error ${VALUE}it is of type Go, not of W`],
    ['attribute x : A = w;', `error ${VALUE}it is of type W, not of A`],
    ['part x : W, V = a;', `error ${VALUE}it is of type A, not of W, V`],
    ['part x : W = w;'],
    // a quantity for a unit is probably a value in that unit
    ['attribute x : MassUnit = load;', `warning ${VALUE}it is of type MassValue, not of MassUnit`],
    ['attribute x : MassUnit = unit;'],
    ['attribute x : MassUnit = text;', `error ${VALUE}it is of type String, not of MassUnit`],
    ['attribute x : MassUnit, String = load;', `error ${VALUE}it is of type MassValue, not of MassUnit, String`],
    ['attribute x : A = load;', `error ${VALUE}it is of type MassValue, not of A`],
    // numbers for quantities: the proposed text is an operand of its unit
    ['attribute x : MassValue = 3;', `warning ${VALUE}expected mass, got a number: write '3 [kg]'`],
    ['attribute x : MassValue = 2.5;', `warning ${VALUE}expected mass, got a number: write '2.5 [kg]'`],
    ['attribute x : MassValue = -3;', `warning ${VALUE}expected mass, got a number: write '-3 [kg]'`],
    ['attribute x : MassValue = n;', `warning ${VALUE}expected mass, got a number: write 'n [kg]'`],
    ['attribute x : MassValue = n + 1;', `warning ${VALUE}expected mass, got a number: write '(n + 1) [kg]'`],
    ['attribute x : MassValue = Area(w);', `warning ${VALUE}expected mass, got a number: write 'Area(w) [kg]'`],
    ['attribute x : ThermodynamicTemperatureValue = 3;', `warning ${VALUE}expected thermodynamic temperature, got a number: write '3 [K]'`],
    ['attribute x : MassValue = n +\n 1;', `warning ${VALUE}expected mass, got a number: write '(…) [kg]'`],
    // 40 characters are repeated, 41 are not
    [
        'attribute x : MassValue = longestNameOfThisVeryPackageByFar + 1234;',
        `warning ${VALUE}expected mass, got a number: write '(longestNameOfThisVeryPackageByFar + 1234) [kg]'`
    ],
    [
        'attribute x : MassValue = longestNameOfThisVeryPackageByFar + 12345;',
        `warning ${VALUE}expected mass, got a number: write '(…) [kg]'`
    ],
    ['attribute x : Bare = 3;'],
    ['attribute x : Real = 3;'],
    ['attribute x = 3;'],
    // each branch and each element
    [
        'attribute x : MassValue = if true ? 1 else 2 [m];',
        `warning ${VALUE}expected mass, got a number: write '1 [kg]'`,
        `warning ${VALUE}it is a quantity of dimension length, not mass`
    ],
    ['attribute x : MassValue [2] = (1 [kg], 2);', `warning ${VALUE}expected mass, got a number: write '2 [kg]'`],
    ['attribute x : MassValue [2] = (1, 2);', `warning ${VALUE}expected mass, got a number: write '(1, 2) [kg]'`],
    ['attribute x : MassValue = 2 [m];', `warning ${VALUE}it is a quantity of dimension length, not mass`],
    ['attribute x : MassValue = 2 [kg];'],
    // the performance and what performs it
    ['action def B { action c : Go { in p : W = self; } }', `warning ${VALUE}'self' is the performance: 'this' is what performs it`],
    ['action def B { in p : W, V = self; }', `warning ${VALUE}'self' is the performance: 'this' is what performs it`],
    ['action def B { in p : A = self; }', `error ${VALUE}it is of type B, not of A: 'this' is what performs it`],
    ['action def B { in p = self; }'],
    ['calc def B { in p : W = self; return : Real; }'],
    ['part def B { part p : W = self; }', `error ${VALUE}it is of type B, not of W`],
    ['part def B { attribute p : A = self; }', `error ${VALUE}it is of type B, not of A`]
];
const found = findingsOfBodies(
    { shared: TYPES, imports: ['ScalarValues', 'SI', 'ISQ'] },
    ROWS.map(([body]) => body)
);

test.each(ROWS)('%s', (body, ...expected) => {
    const fits = found.get(body)!.filter(f => f.code === 'type.expr');
    expect(fits.map(f => `${f.severity} ${f.message}`)).toEqual(expected);
});
