/** What made a verification case fail, as `verify` and `analyze` print it below the answer: a body of a case, the lines. */
import { expect, it } from 'vitest';
import { startRun } from '../../../src/runtime/behaviour/index.js';
import { Display } from '../../../src/runtime/evaluation/index.js';
import {
    runCase,
    verificationCasesOf,
    verificationLines,
    verificationVerdicts,
    verifiedBy
} from '../../../src/runtime/verification/index.js';
import { modelOf } from '../behaviour/run.js';

const PARTS = `private import ScalarValues::*; private import SI::*; private import VerificationCases::*;
    part def Pack { attribute mass :> ISQ::mass = 1.5 [kg]; }
    part def Drone { attribute mass :> ISQ::mass = 1.2 [kg] + NumericalFunctions::sum(packs.mass); part packs : Pack[2]; }
    part drone : Drone;
    part def Cell { attribute m :> ISQ::mass default 1 [kg]; }
    part def Rack { part cells : Cell[3]; part heavy : Cell[0..1] { :>> m = 2 [kg]; } attribute m :> ISQ::mass = NumericalFunctions::sum((cells.m, heavy.m)); }
    part house { part racks : Rack[4]; attribute m :> ISQ::mass = NumericalFunctions::sum(racks.m); }
    requirement light { subject d : Drone; attribute limit :> ISQ::mass = 4 [kg]; require constraint { d.mass <= limit } }
    constraint def Few { in d : Drone; d.packs->size() < 2 }
    calc def Within { in m : ISQ::MassValue; in l : ISQ::MassValue; return : Boolean = m <= l and m > 1 [kg]; }`;

const MASS = ['  1.2 kg', '  packs[1].mass = 1.5 kg', '  packs[2].mass = 1.5 kg'];

const CASES: readonly (readonly [about: string, body: string, lines: readonly string[]])[] = [
    ['a comparison in PassIf', 'PassIf(d.mass <= 4 [kg])', ['4.2 kg <= 4 kg', ...['d.mass = 4.2 kg', ...MASS].map(l => `  ${l}`)]],
    [
        'the operand of a conjunction that is false',
        'return v : VerdictKind = PassIf(d.mass > 1 [kg] and d.packs->size() == 3);',
        ['2 == 3', '  d.packs->size() = 2', '    d.packs = (T::Pack #2, T::Pack #3)']
    ],
    [
        'a conditional over a local',
        'attribute ok : Boolean = d.mass <= 4000 [g]; return v : VerdictKind = if ok ? VerdictKind::pass else VerdictKind::fail;',
        ['4200 g <= 4000 g', '  d.mass = 4200 g', '    1200 g', '    packs[1].mass = 1500 g', '    packs[2].mass = 1500 g']
    ],
    [
        'what a step answers',
        `action weigh { out m : ISQ::MassValue = d.mass; } action judge { in m : ISQ::MassValue = weigh.m; out v : VerdictKind = PassIf(m <= 4 [kg]); }
        return v : VerdictKind = judge.v;`,
        ['4.2 kg <= 4 kg', ...['m = 4.2 kg', ...MASS].map(l => `  ${l}`)]
    ],
    ['a calculation that is called', 'PassIf(Within(d.mass, 4 [kg]))', ['4.2 kg <= 4 kg', 'd.mass = 4.2 kg', ...MASS]],
    ['a calculation usage', 'calc c : Within { in m = 3 [kg]; in l = 2 [kg]; } PassIf(c.result)', ['3 kg <= 2 kg']],
    ['a requirement that is called', 'PassIf(light(d))', ['4.2 kg <= 4 kg', ...['d.mass = 4.2 kg', ...MASS].map(l => `  ${l}`)]],
    [
        'a constraint that is called',
        'PassIf(not not Few(d = d))',
        ['2 < 2', '  d.packs->size() = 2', '    d.packs = (T::Pack #2, T::Pack #3)']
    ],
    [
        'elements that say the same once',
        'PassIf(house.m <= 8 [kg])',
        ['20 kg <= 8 kg', '  house.m = 20 kg', '    racks[1..4].m = 5 kg each', '      cells[1..3].m = 1 kg each', '      heavy.m = 2 kg']
    ],
    ['a verdict that is decided nowhere', 'return v : VerdictKind = VerdictKind::fail;', []]
];

it.each(CASES)('tells %s', (_about, body, lines) => {
    const run = startRun(modelOf(`${PARTS} verification check { subject d : Drone = drone; ${body} }`));
    const [answer] = runCase(run, verificationCasesOf(run)[0]);
    expect(verificationLines(answer, new Display(run)).map(line => line.replace(/^ {13}/, ''))).toEqual([
        'fail         verification T::check on T::drone',
        ...lines
    ]);
});

it.each([
    ['a usage of it that was run answers for a definition', 'verification used : Weigh { subject :>> d = drone; }', ['pass T::used']],
    ['a definition that nothing uses is named', '', ['not run T::Weigh']],
    ['one whose usages are not run either is named', 'verification used : Weigh;', ['not run T::Weigh', 'not run T::used']]
])('%s', (_about, usages, answers) => {
    const run = startRun(
        modelOf(`${PARTS} verification def Weigh { subject d : Drone; objective { verify light; } VerdictKind::pass } ${usages}`)
    );
    const verdicts = verificationVerdicts(run, verifiedBy(verificationCasesOf(run)[0])[0]);
    const lines = verdicts.flatMap(v => verificationLines(v, new Display(run)));
    expect(lines.map(line => line.replace(/ {2,}verification (\S+) of .*/, ' $1'))).toEqual(answers);
});
