/** What is judged of an element: its kind decides the question. A row is an element, the subject that is named, and the verdicts. */
import { describe, expect, it, test } from 'vitest';
import { startRun } from '../../../src/runtime/behaviour/index.js';
import { Display } from '../../../src/runtime/evaluation/index.js';
import { judgeElement, verifyRequirement } from '../../../src/runtime/verification/index.js';
import { verdictLines, verdictText as verdictLine } from '../../../src/runtime/verification/verdict-text.js';
import { modelOf } from '../behaviour/run.js';
import { verdictText } from './ask.js';

const MODEL = modelOf(`private import ScalarValues::*;
    part def Wheel { attribute size : Integer = 17; requirement grip { require constraint { size > 16 } } }
    part def Axle { part pair : Wheel[2]; part spare : Wheel { :>> size = 15; } }
    part def Car { attribute mass : Integer = 1200; part front : Axle; part rear : Axle; assert constraint light { mass < 2000 } }
    part def Heavy :> Car { :>> mass = 3000; }
    part car : Car;
    part one { part deep { part only : Wheel { :>> size = 1; } } }
    part two { part a : Wheel; part b : Wheel; }
    part four { part row : Wheel[2]; part sub[2] { part inner : Wheel; } part inRow : Wheel :> row; }
    part heavy : Heavy;
    constraint def Small { in x : Integer; x < 10 }
    constraint small : Small { in x = 12; }
    constraint onCar { car.mass < 1500 }
    requirement def Limit { subject v : Car; require constraint { v.mass <= 1500 } }
    requirement limit : Limit { subject v = car; }
    verification def Weigh { subject v : Car; objective { verify limit; } VerificationCases::PassIf(v.mass > 0) }
    verification weigh : Weigh { subject v = car; }
    package Q { satisfy limit by car; part audit { satisfy limit by heavy; } }
    package S { part other : Heavy; part both { attribute n = 1; assert constraint few { n < 2 } satisfy limit by other; } }
    package Empty { part def Nothing; }`);

const judged = (id: string, subject?: string): string[] => {
    const { verdicts, verificationVerdicts = [], error } = judgeElement(startRun(MODEL, {}), id, subject);
    return [
        ...verdicts.map(verdictText),
        ...verificationVerdicts.map(v => `${v.caseId} ${v.kind}`),
        ...(error === undefined ? [] : [error])
    ];
};

const CASES = ['T::Weigh error', 'T::weigh pass'];
const GRIP = ['#3', '#4', '#5', '#7', '#8', '#9'].map(
    (object, i) => `requirement requirement grip ${i % 3 === 2 ? 'violated: size > 16' : 'holds'} on ${object}`
);

describe('an element', () =>
    it.each<[id: string, subject: string | undefined, verdicts: string[]]>([
        ['T::limit', undefined, ['requirement T::limit holds', ...CASES]],
        ['T::Limit', 'T::heavy', ['requirement T::Limit violated: v.mass <= 1500 on #1']],
        ['T::small', undefined, ['constraint T::small violated: x < 10']],
        ['T::onCar', undefined, ['constraint T::onCar holds']],
        ['T::weigh', undefined, ['T::weigh pass']],
        ['T::weigh', 'T::heavy', ['a subject is for a constraint or a requirement: T::weigh is neither']],
        [
            'T::Q',
            undefined,
            ['satisfy satisfy limit by car holds on #1', 'satisfy satisfy limit by heavy violated: v.mass <= 1500 on #10', ...CASES]
        ],
        ['T::Q::audit', undefined, ['satisfy satisfy limit by heavy violated: v.mass <= 1500 on #2', ...CASES]],
        [
            'T::S::both',
            undefined,
            [
                'constraint assert constraint few holds on #1',
                'object T::S::both holds on #1',
                'satisfy satisfy limit by other violated: v.mass <= 1500 on #2',
                ...CASES
            ]
        ],
        ['T::Empty', undefined, []],
        [
            '',
            undefined,
            [
                'satisfy satisfy limit by car holds on #1',
                'satisfy satisfy limit by heavy violated: v.mass <= 1500 on #10',
                'satisfy satisfy limit by other violated: v.mass <= 1500 on #19',
                ...CASES
            ]
        ],
        ['', 'T::car', ['a subject is for a constraint or a requirement']],
        ['T::nowhere', undefined, ['symbol not found: T::nowhere']],
        ['T::nowhere', 'T::car', ['a subject is for a constraint or a requirement: T::nowhere is neither']],
        [
            'T::car',
            undefined,
            [
                'constraint assert constraint light holds on #1',
                'satisfy satisfy limit by car holds on #1',
                ...GRIP,
                'object T::car violated:  on #1',
                ...CASES
            ]
        ],
        ['T::car', 'T::heavy', ['a subject is for a constraint or a requirement: T::car is neither']],
        [
            'T::heavy',
            undefined,
            [
                'constraint assert constraint light violated: mass < 2000 on #1',
                'satisfy satisfy limit by heavy violated: v.mass <= 1500 on #1',
                ...GRIP,
                'object T::heavy violated:  on #1',
                ...CASES
            ]
        ]
    ])('%j on %j', (id, subject, verdicts) => expect(judged(id, subject)).toEqual(verdicts)));

describe('a requirement of a nested object', () =>
    it.each<[subject: string, answer: string]>([
        ['T::Wheel', 'holds on #1'],
        ['T::one', 'violated: size > 16 on #3'],
        ['T::two', 'undecided: requirement T::Wheel::grip: ambiguous subject: grip is carried by a, b: check it on one of them'],
        [
            'T::four',
            'undecided: requirement T::Wheel::grip: ambiguous subject: grip is carried by inRow, row[2], sub[1].inner: check it on one of them'
        ]
    ])('on %s', (subjectId, answer) => {
        const { verdict, error } = verifyRequirement(startRun(MODEL, {}), { symbolId: 'T::Wheel::grip', subjectId });
        expect(error ?? verdictText(verdict!)).toBe(`requirement T::Wheel::grip ${answer}`);
    }));

describe('the values that made a verdict false: neighbours that are alike share a line', () => {
    const ALL = 'cells.mass';

    it.each<[cells: number, others: readonly number[], masses: string, lines: readonly string[]]>([
        [4, [], ALL, ['cells[1..4].mass = 5 each']],
        [5, [1, 5], ALL, ['cells[1].mass = 7', 'cells[2..4].mass = 5 each', 'cells[5].mass = 7']],
        [3, [2], ALL, ['cells[1].mass = 5', 'cells[2].mass = 7', 'cells[3].mass = 5']],
        [2, [], ALL, ['cells[1].mass = 5', 'cells[2].mass = 5']],
        [2, [], '(cells.mass, spare.mass)', ['cells[1].mass = 5', 'cells[2].mass = 5', 'spare[1..3].mass = 5 each']],
        [3, [], '(cells.mass, cells.mass)', ['cells[1..3].mass = 5 each', 'cells[1..3].mass = 5 each']]
    ])('%i cells, %j with another mass, the sum of %s', (cells, others, masses, lines) => {
        const steps = others.map(i => `then action assign cells#(${i}).mass := 7;`).join(' ');
        const model = modelOf(`part def Cell { attribute mass : ScalarValues::Integer := 5; }
            part pack { part cells : Cell[${cells}]; part spare : Cell[3]; perform action set { first start; ${steps} then done; }
                assert constraint light { NumericalFunctions::sum(${masses}) < 3 } }`);
        const [verdict] = judgeElement(startRun(model, {}), 'T::pack').verdicts;
        const explained = verdictLines(verdict, new Display()).map(line => line.trim());
        expect(explained.slice(explained.findIndex(line => line.startsWith('NumericalFunctions::sum')) + 1)).toEqual(lines);
    });
});

test('what hinders a verdict names the assertion once, and the behaviour that failed', () => {
    const model =
        modelOf(`private import ScalarValues::*; part def Unit { attribute m : Integer = 1; perform action go { assign m := m / 0; } }
        part rack { part units : Unit [2]; attribute n : Integer = 1; } requirement small { subject s; require constraint { rack.n < 2 } } satisfy small by rack;`);
    const [verdict] = judgeElement(startRun(model, {}), 'T').verdicts;
    expect(verdictLine(verdict)).toMatch(/^undecided +satisfy small by rack: action units\[2\]\.go: .*division by zero$/);
    expect(verdict.error).toMatch(/^satisfy small by rack: action units/);
});
