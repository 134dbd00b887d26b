/** How a false condition is explained: the comparisons that decide it, with the values of both sides and their parts. */
import { expect, it } from 'vitest';
import { startRun } from '../../../src/runtime/behaviour/index.js';
import { Display } from '../../../src/runtime/evaluation/index.js';
import { judgeElement } from '../../../src/runtime/verification/index.js';
import { verdictLines } from '../../../src/runtime/verification/verdict-text.js';
import { modelOf } from '../behaviour/run.js';

const DECLARED = `attribute a : Integer = 3; attribute b : Integer = 4; attribute s : Integer = a + b; attribute t : Integer = s * 2;
    attribute u : Integer = t + 1; attribute v : Integer = u + 1; attribute w : Integer = v + 1; attribute y : Integer = w + 1;
    attribute yes : Boolean = true; attribute no : Boolean = false; attribute unset : Integer; attribute same : Integer = 7;
    attribute many : Integer [3] = (1, 2, 3); attribute below : Integer = -5;
    part def Wheel { attribute mass : Integer = 10 + 1; } part wheels : Wheel [3]; part spare : Wheel { :>> mass = 5; }
    part def Car { part front : Wheel; part rear : Wheel { :>> mass = 20; } attribute total : Integer = front.mass + rear.mass; }
    part car : Car;
    calc def Double { in x : Integer; return : Integer = x * 2; }
    calc def Under { in x : Integer; in limit : Integer; return : Boolean = x < limit; }
    constraint def Small { in x : Integer; x < 5 }
    requirement def Light { subject; in x : Integer; require constraint { x < 5 } require constraint { x != 9 } }`;

it.each<readonly [condition: string, lines: readonly string[]]>([
    ['a > b', ['3 > 4']],
    ['a >= 4', ['3 >= 4']],
    ['a == b', ['3 == 4']],
    ['a != 3', ['3 != 3']],
    ['a === b', ['3 === 4']],
    ['7 <= a', ['7 <= 3']],
    ['s < 5', ['7 < 5', '  s = 7', '    a = 3', '    b = 4']],
    ['(s) < (5)', ['7 < 5', '  s = 7', '    a = 3', '    b = 4']],
    [
        'y < 5',
        [
            '18 < 5',
            '  y = 18',
            '    w = 17',
            '      v = 16',
            '        u = 15',
            '          t = 14',
            '          1',
            '        1',
            '      1',
            '    1'
        ]
    ],
    ['a + b < 5', ['7 < 5', '  a + b = 7', '    a = 3', '    b = 4']],
    ['a - (b - 8) < 5', ['7 < 5', '  a - (b - 8) = 7', '    a = 3', '    - b = 4', '    8']],
    [
        's + a * b < 5',
        ['19 < 5', '  s + a * b = 19', '    s = 7', '      a = 3', '      b = 4', '    a * b = 12', '      a = 3', '      b = 4']
    ],
    ['a > 4 and b > 1', ['3 > 4']],
    ['a > 4 and b > 5', ['3 > 4', '4 > 5']],
    ['a > 1 & b > 5', ['4 > 5']],
    ['a > 4 or b > 5', ['3 > 4', '4 > 5']],
    ['a > 4 | b > 5', ['3 > 4', '4 > 5']],
    ['not (a < 4)', ['3 < 4']],
    ['not (a < 4 or b > 9)', ['3 < 4']],
    ['a < 4 xor b < 5', ['3 < 4', '4 < 5']],
    ['a < 4 implies b > 5', ['3 < 4', '4 > 5']],
    ['if a < 4 ? b > 5 else b < 5', ['3 < 4', '4 > 5']],
    ['if a > 4 ? b < 5 else b > 5', ['3 > 4', '4 > 5']],
    ['no', []],
    ['not yes', []],
    ['yes and no', []],
    ['below > 0', ['-5 > 0']],
    ['many == 3', ['(1, 2, 3) == 3']],
    [
        'NumericalFunctions::sum(many) < 5',
        ['6 < 5', '  NumericalFunctions::sum(many) = 6', '    many#(1) = 1', '    many#(2) = 2', '    many#(3) = 3']
    ],
    ['NumericalFunctions::sum((a, b)) < 5', ['7 < 5', '  NumericalFunctions::sum((a, b)) = 7', '    a = 3', '    b = 4']],
    [
        'NumericalFunctions::sum(wheels.mass) < 5',
        ['33 < 5', '  NumericalFunctions::sum(wheels.mass) = 33', '    wheels[1..3].mass = 11 each', '      10', '      1']
    ],
    ["many->reduce '+' < 5", ['6 < 5', "  many->reduce '+' = 6", '    many#(1) = 1', '    many#(2) = 2', '    many#(3) = 3']],
    ['wheels#(1).mass < 5', ['11 < 5', '  wheels#(1).mass = 11', '    10', '    1']],
    ['spare.mass < 5', ['5 < 5']],
    ['car.total < 5', ['31 < 5', '  car.total = 31', '    front.mass = 11', '      10', '      1', '    rear.mass = 20']],
    [
        'car.front.mass + spare.mass < 5',
        ['16 < 5', '  car.front.mass + spare.mass = 16', '    car.front.mass = 11', '      10', '      1', '    spare.mass = 5']
    ],
    ['Double(a) < 5', ['6 < 5', '  Double(a) = 6', '    a = 3']],
    ['Double(x = s) < 5', ['14 < 5', '  Double(x = s) = 14', '    s = 7', '      a = 3', '      b = 4']],
    ['Under(s, 5)', ['7 < 5', 's = 7', '  a = 3', '  b = 4']],
    ['Small(x = 9)', ['9 < 5']],
    ['Small(s)', ['7 < 5', 's = 7', '  a = 3', '  b = 4']],
    ['Light(x = 9)', ['9 < 5']],
    ['5 [SI::kg] < 3 [SI::kg]', ['5 kg < 3 kg']],
    [
        'VerificationCases::PassIf(a > 4) == VerificationCases::VerdictKind::pass',
        [
            'VerificationCases::VerdictKind::fail == VerificationCases::VerdictKind::pass',
            '  VerificationCases::PassIf(a > 4) = VerificationCases::VerdictKind::fail',
            '    a = 3'
        ]
    ]
])('%s', (condition, lines) => {
    const model = modelOf(`part def H { ${DECLARED} assert constraint c { ${condition} } } part h : H;`);
    const [verdict] = judgeElement(startRun(model, {}), 'T::h').verdicts;
    const [first, ...explained] = verdictLines(verdict, new Display());
    expect(first).toMatch(/^fails /);
    expect(explained.map(line => line.replace(/^ {13}/, ''))).toEqual(lines);
});
