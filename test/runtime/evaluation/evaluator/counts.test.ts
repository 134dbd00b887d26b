/** How many values an expression may have, as its form and the declarations show: a row is an expression, and the least and the most. */

import { expect, it } from 'vitest';
import { elementById } from '../../../../src/language/semantics/naming.js';
import { featureValueOf } from '../../../../src/language/semantics/structure.js';
import { multiplicityOf } from '../../../../src/runtime/evaluation/expressions/counts.js';
import { modelOf } from './support.js';

const ROWS: readonly (readonly [expression: string, count: string])[] = [
    ['1', '1..1'],
    ['1.5', '1..1'],
    ['"x"', '1..1'],
    ['true', '1..1'],
    ['null', '0..0'],
    ['()', '0..0'],
    ['new Pair(1, 2)', '1..1'],
    ['3 [m]', '1..1'],
    // features by their bounds
    ['one', '1..1'],
    ['three', '3..3'],
    ['some', '1..*'],
    ['maybe', '0..1'],
    ['any', '0..*'],
    ['few', '2..5'],
    ['nothing', '0..0'],
    ['ofLength', '0..*'],
    ['Color::red', '1..1'],
    ['Size::big', '1..1'],
    ['metre', '1..1'],
    // sequences add
    ['(one, three)', '4..4'],
    ['(few, maybe)', '2..6'],
    ['(few, ())', '2..5'],
    ['(one)', '1..1'],
    ['(few, some)', '3..*'],
    // branches
    ['if true ? few else maybe', '0..5'],
    ['if true ? maybe else few', '0..5'],
    ['if true ? one else three', '1..3'],
    ['maybe ?? one', '1..1'],
    ['maybe ?? three', '1..3'],
    ['maybe ?? maybe', '0..1'],
    ['few ?? three', '2..5'],
    ['any ?? one', '1..*'],
    ['nothing ?? few', '1..5'],
    // operators give one value, unless an operand may be empty
    ['one + one', '1..1'],
    ['one + maybe', '0..1'],
    ['maybe + one', '0..1'],
    ['one - maybe', '0..1'],
    ['one * maybe', '0..1'],
    ['one / maybe', '0..1'],
    ['one % maybe', '0..1'],
    ['one ** maybe', '0..1'],
    ['one ^ maybe', '0..1'],
    ['few + few', '1..1'],
    ['one == maybe', '1..1'],
    ['one < maybe', '1..1'],
    ['true and true', '1..1'],
    ['-one', '1..1'],
    ['-maybe', '0..1'],
    ['not flag', '1..1'],
    ['1..3', '0..*'],
    ['few as Integer', '0..5'],
    ['few istype Integer', '1..1'],
    ['box meta SysML::PartUsage', '0..1'],
    // steps multiply
    ['box.sides', '4..4'],
    ['boxes.sides', '8..12'],
    ['boxes.tags', '0..*'],
    ['boxes.empty', '0..0'],
    ['noBoxes.tags', '0..0'],
    ['boxes.sides.corners', '8..24'],
    ['few#(1)', '1..1'],
    ['maybe#(1)', '0..1'],
    ['few.?{in x : Integer; x > 1}', '0..5'],
    ['some.?{in x : Integer; x > 1}', '0..*'],
    ['few.{in x : Integer; x}', '2..5'],
    ['few.{in x : Integer; (x, x)}', '4..10'],
    // calls by their result
    ['Single()', '1..1'],
    ['Pairs()', '2..2'],
    ['Open()', '0..*'],
    ['Optional()', '0..1'],
    ['pairs', '2..2'],
    ['pairs()', '2..2'],
    ['Single', '1..1'],
    ['Pair(1, 2)', '1..1'],
    ['Go()', '1..1'],
    // nothing is known of what has no name, no values or no result
    ['missing', '0..*'],
    ['Missing()', '0..*'],
    ['box.missing', '0..*'],
    ['Pair', '0..*'],
    ['few.{in x : Integer;}', '0..*'],
    ['few->SequenceFunctions::size()', '1..1'],
    ['few->SequenceFunctions::tail()', '0..*'],
    ['few->SequenceFunctions::head()', '0..1']
];

const model = modelOf(`package P { private import ScalarValues::*; private import SI::*;
    attribute one : Integer [1]; attribute three : Integer [3]; attribute some : Integer [1..*]; attribute maybe : Integer [0..1];
    attribute any : Integer [*]; attribute few : Integer [2..5]; attribute nothing : Integer [0]; attribute ofLength : Integer [one..three];
    attribute flag : Boolean [1]; enum def Color { red; } variation part def Size { variant part big; } attribute metre : ISQ::LengthUnit;
    attribute def Pair { attribute left : Integer; attribute right : Integer; }
    part def Box { part sides : Side [4]; attribute tags : String [0..*]; attribute empty : String [0]; }
    part def Side { part corners : Box [1..2]; }
    part box : Box [1]; part boxes : Box [2..3]; part noBoxes : Box [0];
    calc def Single { return : Integer [1] = 1; } calc def Pairs { return : Integer [2] = (1, 2); }
    calc def Open { return : Integer [*] = 1; }
    calc def Optional { return : Integer [0..1] = 1; } calc pairs : Pairs; action def Go;
    ${ROWS.map(([expression], i) => `attribute row${i} = ${expression};`).join('\n')}
}`);

it.each(ROWS.map(([expression, count], i) => [expression, count, i] as const))('%s has %s', (_, count, i) => {
    const { lower, upper } = multiplicityOf(featureValueOf(elementById(model, `P::row${i}`)!)!.expression);
    expect(`${lower}..${upper === Infinity ? '*' : upper}`).toBe(count);
});
