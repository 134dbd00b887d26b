/** Analysis and verification cases: a model, what is asked, what is answered (contract operations.md RunAnalysis, sheet 8, 9). */
import { describe, expect, it } from 'vitest';
import { Real, Sequence } from '../../../src/runtime/values/index.js';
import { type Asked, answerOf, told } from './ask.js';

const ENGINES = `part def Engine { attribute mass : Real; attribute cost : Real; }
    part a : Engine { attribute :>> mass = 7.0; attribute :>> cost = 1.0; }
    part b : Engine { attribute :>> mass = 4.0; attribute :>> cost = 2.0; }
    part c : Engine { attribute :>> mass = 4.0; attribute :>> cost = 3.0; }`;

const study = (objective: string, evaluation: string, rest = ''): string => `${ENGINES} private import TradeStudies::*;
    analysis study : TradeStudy {
        subject : Engine = (a, b, c);
        objective : ${objective};
        calc :>> evaluationFunction { in part anEngine : Engine; return attribute : Real = ${evaluation}; }
        return part :>> selectedAlternative : Engine;
        ${rest}
    }`;

const MASS = `${ENGINES}
    analysis def Mass {
        subject v : Engine;
        in attribute margin : Real = 1.0;
        in attribute factor : Real;
        out attribute total : Real = v.mass * factor + margin;
        objective light { require constraint { total <= 10.0 } }
        assert constraint positive { total > 0.0 }
        assert constraint { total < 9.0 }
        return attribute ratio : Real = total / 2.0;
    }
    analysis bound : Mass { subject v = a; in :>> factor = 2.0; }
    analysis open : Mass;
    analysis renamed : Mass { subject; in k :>> factor; }
    part context {
        part e : Engine { attribute :>> mass = 1.0; }
        part es : Engine[2] { attribute :>> mass = 2.5; }
        analysis nested : Mass { subject v = e; in factor = 3.0; }
    }`;

const CHECKS = `${ENGINES} private import VerificationCases::*;
    requirement def Light { subject e : Engine; attribute limit : Real = 5.0; require constraint { e.mass <= limit } }
    requirement light : Light;
    verification def Check { subject e : Engine; objective { verify light; } return verdict : VerdictKind = PassIf(e.mass < 5.0); }
    verification ca : Check { subject e = a; }
    verification cb : Check { subject e = b; }
    verification outer { subject e : Engine = a; verification inner : Check { subject e = b; } }
    verification silent { subject e : Engine = a; return verdict : VerdictKind; }
    verification broken { subject e : Engine = a; return verdict : VerdictKind = PassIf(1 / 0 > 1); }
    analysis ofSubject { subject e : Engine = b; objective o : Light; return r : Real = e.mass; }
    analysis ofResult { subject e : Engine = a; objective o : Light; return r : Engine = c; }
    analysis ofOwn { subject e : Engine = a; objective o : Light { subject e = b; } return r : Real = e.mass; }
    analysis def Growing { subject e : Engine = a; objective o { require constraint { r > 1.0 } } return attribute r : Real = e.mass; }
    analysis growing : Growing { objective { require constraint { r < 4.0 } } }`;

const STEPS = `analysis race {
        out attribute w : Integer;
        action p { first start; then f; fork f; then x; then y; action x { assign w := 1; } action y { assign w := 2; } }
        objective o { require constraint { w == 1 } }
    }
    analysis def Endless { analysis again : Endless; }
    analysis endless : Endless;
    item def Go;
    analysis waiting { first start; then action x accept Go; then done; }
    analysis unordered { action p { first start; then f; fork f; } out attribute w = 1; }
    analysis def Part { out attribute n : Integer = 2; }
    analysis whole { analysis inner : Part; out attribute twice : Integer = inner.n * 2; }`;

const undecided = (cause: string, id = 'open'): object => ({
    verdicts: [
        `objective light undecided: analysis T::${id}: ${cause}`,
        `assertion positive undecided: analysis T::${id}: ${cause}`,
        `assertion total < 9.0 undecided: analysis T::${id}: ${cause}`
    ],
    error: `analysis run failed: analysis T::${id}: ${cause}`,
    failureReason: 'evaluation'
});

const F = 'T::study::evaluationFunction';
const DIVISION = 'calc T::study::tradeStudyObjective: calc T::study::evaluationFunction: division by zero';

const CASES: readonly (readonly [title: string, model: string, id: string, asked: Asked, expected: object])[] = [
    // --- binding
    [
        'a usage that binds its subject and parameters',
        MASS,
        'bound',
        {},
        {
            outputs: ['total=15.0', 'ratio=7.5'],
            verdicts: [
                'objective light violated: total <= 10.0 on #1',
                'assertion positive holds on #1',
                'assertion total < 9.0 violated: total < 9.0 on #1'
            ],
            instances: ['#1 T::a']
        }
    ],
    [
        'a subject given instead of the own one',
        MASS,
        'bound',
        { subject: 'T::b' },
        {
            outputs: ['total=9.0', 'ratio=4.5'],
            verdicts: [
                'objective light holds on #1',
                'assertion positive holds on #1',
                'assertion total < 9.0 violated: total < 9.0 on #1'
            ],
            instances: ['#1 T::b']
        }
    ],
    [
        'positional arguments, the subject not counted, a named one passed over',
        MASS,
        'open',
        { subject: 'T::b', positional: [1], named: { margin: 0 } },
        {
            outputs: ['total=4.0', 'ratio=2.0'],
            verdicts: ['objective light holds on #1', 'assertion positive holds on #1', 'assertion total < 9.0 holds on #1'],
            instances: ['#1 T::b']
        }
    ],
    [
        'a subject at the end of a path',
        MASS,
        'open',
        { subject: 'T::context.es[2]', named: { factor: 1 } },
        {
            outputs: ['total=3.5', 'ratio=1.75'],
            verdicts: ['objective light holds on #3', 'assertion positive holds on #3', 'assertion total < 9.0 holds on #3'],
            instances: ['#3 T::context::es']
        }
    ],
    [
        'a case of a part, about a part beside it',
        MASS,
        'context::nested',
        {},
        {
            outputs: ['total=4.0', 'ratio=2.0'],
            verdicts: ['objective light holds on #2', 'assertion positive holds on #2', 'assertion total < 9.0 holds on #2'],
            instances: ['#2 T::context::e']
        }
    ],
    [
        'no subject',
        MASS,
        'open',
        { named: { factor: 2 } },
        undecided('v subject is unbound: the case states no value for it and none is given')
    ],
    ['a parameter without value', MASS, 'open', { subject: 'T::b' }, undecided('unbound parameter: factor')],
    ['an unknown name', MASS, 'open', { subject: 'T::b', named: { zz: 1 } }, undecided('unknown parameter: zz of T::open')],
    [
        'a parameter by two of its names',
        MASS,
        'renamed',
        { subject: 'T::b', named: { k: 1, factor: 2 } },
        undecided('parameter k is bound twice: as k and as factor', 'renamed')
    ],
    [
        'the subject as an argument',
        MASS,
        'open',
        { subject: 'T::b', named: { v: 1 } },
        undecided('unknown parameter: v of T::open is its subject, which no argument binds')
    ],
    [
        'too many arguments',
        MASS,
        'open',
        { subject: 'T::b', positional: [1, 2, 3] },
        undecided('calc argument count mismatch: T::open takes 2 argument(s), got 3')
    ],
    [
        'an argument of another type',
        MASS,
        'open',
        { subject: 'T::b', named: { factor: 'x' } },
        undecided('type mismatch: factor must be Real, got a string')
    ],
    ...(
        [
            ['T::context.es', 'index out of range: es has 2 values: name one by its index'],
            ['T::context.es[3]', 'index out of range: es has no object 3 of 2'],
            ['T::context.zz', 'object has no such feature: member zz not found in T::context'],
            ['T::zz', 'unresolved reference: T::zz'],
            ['#2', 'unresolved reference: #2']
        ] as const
    ).map(
        ([path, cause]) =>
            [
                `a path that reaches no subject: ${path}`,
                MASS,
                'open',
                { subject: path, named: { factor: 1 } },
                undecided(`instantiation of subject ${path} failed: ${cause}`)
            ] as const
    ),
    [
        'no case',
        MASS,
        'a',
        {},
        {
            error: 'not an analysis case: T::a is a part usage, not an analysis or verification case definition or usage',
            failureReason: 'wrongKind'
        }
    ],
    ['an unknown symbol', MASS, 'zz', {}, { error: 'symbol not found: T::zz', failureReason: 'evaluation' }],
    // --- trade studies
    [
        'the least evaluation, and one that ties with it',
        study('MinimizeObjective', 'anEngine.mass'),
        'study',
        {},
        {
            outputs: ['selectedAlternative=#2'],
            verdicts: ['objective tradeStudyObjective holds'],
            evaluations: [`${F}(#1) = 7.0`, `${F}(#2) = 4.0 selected`, `${F}(#3) = 4.0 tied`],
            instances: ['#1 T::a', '#2 T::b', '#3 T::c']
        }
    ],
    [
        'the greatest evaluation',
        study('MaximizeObjective', 'anEngine.cost'),
        'study',
        {},
        {
            outputs: ['selectedAlternative=#3'],
            verdicts: ['objective tradeStudyObjective holds'],
            evaluations: [`${F}(#1) = 1.0`, `${F}(#2) = 2.0`, `${F}(#3) = 3.0 selected`],
            instances: ['#1 T::a', '#2 T::b', '#3 T::c']
        }
    ],
    [
        'an alternative that cannot be evaluated',
        study('MinimizeObjective', 'anEngine.mass / (anEngine.cost - 2.0)'),
        'study',
        {},
        {
            verdicts: [`objective tradeStudyObjective undecided: analysis T::study: ${DIVISION}`],
            evaluations: [`${F}(#1) = -7.0`, `${F}(#2) = calc ${F}: division by zero`],
            instances: ['#1 T::a', '#2 T::b', '#3 T::c'],
            error: `analysis run failed: analysis T::study: ${DIVISION}`,
            failureReason: 'evaluation'
        }
    ],
    [
        'a case that returns an argument without having selected it',
        `${ENGINES} analysis pick {
            subject es : Engine[1..*] = (a, b);
            calc rate { in e : Engine; return : Real = e.mass; }
            out attribute rates : Real[*] = es->collect rate;
            return r : Engine = es#(1);
        }`,
        'pick',
        {},
        {
            outputs: ['rates=(7.0, 4.0)', 'r=#1'],
            evaluations: ['T::pick::rate(#1) = 7.0', 'T::pick::rate(#2) = 4.0'],
            instances: ['#1 T::a', '#2 T::b']
        }
    ],
    [
        'objects that are arguments or results of evaluations alone',
        `${ENGINES} analysis look {
            subject e : Engine = a;
            calc lighter { in x : Engine; return : Engine = c; }
            out attribute found : Integer = SequenceFunctions::size((b)->collect lighter);
        }`,
        'look',
        {},
        { outputs: ['found=1'], evaluations: ['T::look::lighter(#2) = #3'], instances: ['#1 T::a', '#2 T::b', '#3 T::c'] }
    ],
    [
        'arguments by name stand in their places',
        `analysis named {
            calc scale { in x : Integer; in y : Integer = 2; in z : Integer = 3; return : Integer = x * 100 + y * 10 + z; }
            out attribute r : Integer = apply(scale);
            calc apply { in calc f { in x : Integer; in y : Integer = 2; in z : Integer = 3; return : Integer; } return : Integer = f(1, z = 5); }
        }`,
        'named',
        {},
        { outputs: ['r=125'], evaluations: ['T::named::scale(1, null, 5) = 125'] }
    ],
    // --- verification cases
    [
        'a verification that fails',
        CHECKS,
        'ca',
        {},
        {
            outputs: ['verdict=VerificationCases::VerdictKind::fail'],
            verdicts: ['objective obj violated: e.mass <= limit on #1'],
            cases: ['T::ca fail'],
            instances: ['#1 T::a']
        }
    ],
    [
        'a verification that passes',
        CHECKS,
        'cb',
        {},
        {
            outputs: ['verdict=VerificationCases::VerdictKind::pass'],
            verdicts: ['objective obj holds on #1'],
            cases: ['T::cb pass'],
            instances: ['#1 T::b']
        }
    ],
    [
        'a verification as a step of another: no roll-up',
        CHECKS,
        'outer',
        {},
        { cases: ['T::outer inconclusive the case returned no verdict', 'T::outer::inner pass subcase'], instances: ['#1 T::a'] }
    ],
    [
        'a declared verdict that is never returned',
        CHECKS,
        'silent',
        {},
        { cases: ['T::silent inconclusive the case returned no verdict'], instances: ['#1 T::a'] }
    ],
    [
        'a verification that cannot be run',
        CHECKS,
        'broken',
        {},
        {
            cases: ['T::broken error analysis T::broken: division by zero'],
            instances: ['#1 T::a'],
            error: 'analysis run failed: analysis T::broken: division by zero',
            failureReason: 'evaluation'
        }
    ],
    // --- objectives
    [
        'an objective about the subject, since the result is of another type',
        CHECKS,
        'ofSubject',
        {},
        { outputs: ['r=4.0'], verdicts: ['objective o holds on #1'], instances: ['#1 T::b'] }
    ],
    [
        'an objective about the result',
        CHECKS,
        'ofResult',
        {},
        { outputs: ['r=#2'], verdicts: ['objective o holds on #1'], instances: ['#1 T::a', '#2 T::c'] }
    ],
    [
        'an objective about what it states itself',
        CHECKS,
        'ofOwn',
        {},
        { outputs: ['r=7.0'], verdicts: ['objective o holds on #1'], instances: ['#1 T::a'] }
    ],
    [
        'an objective adds to the inherited one and counts once',
        CHECKS,
        'growing',
        {},
        { outputs: ['r=7.0'], verdicts: ['objective o violated: r < 4.0 on #1'], instances: ['#1 T::a'] }
    ],
    // --- steps
    [
        'steps under the default policy',
        STEPS,
        'race',
        {},
        {
            outputs: ['w=1'],
            verdicts: ['objective o holds'],
            notes: [
                'choice point: step 3: writes w := 1 by token 2, w := 2 by token 3 (unordered; w := 1 by token 2 stood)',
                'choice point: step 3: tokens 2@x, 3@y (unordered; took 3@y first)'
            ]
        }
    ],
    [
        'an initial value before the steps',
        `analysis grow { attribute n : Integer := 1; attribute k : Integer := n; first start; then action s assign n := 5; then done;
            return r : Integer = k + n; }`,
        'grow',
        {},
        { outputs: ['r=6'] }
    ],
    [
        'steps in declaration order',
        STEPS,
        'race',
        { schedule: 'declared' },
        {
            outputs: ['w=2'],
            verdicts: ['objective o violated: w == 1'],
            notes: [
                'choice point: step 3: writes w := 1 by token 2, w := 2 by token 3 (unordered; w := 2 by token 3 stood)',
                'choice point: step 3: tokens 2@x, 3@y (unordered; took 2@x first)'
            ]
        }
    ],
    [
        'every order of the steps',
        STEPS,
        'race',
        { schedule: 'explore' },
        { outcomes: ['1: w=2, objective o="not satisfied: w == 1"', '1: w=1, objective o="satisfied"'] }
    ],
    [
        'an order in which the case fails is an outcome beside the others',
        `analysis risky {
            attribute d : Integer := 1; out attribute q : Real;
            action p { first start; then f; fork f; then x; then y; action x { assign d := 0; } action y { assign q := 10 / d; } }
        }`,
        'risky',
        { schedule: 'explore' },
        {
            outcomes: [
                '1: q=10.0',
                '1: analysis run failed: analysis T::risky: action node p: action node y: eval assignment RHS: division by zero'
            ]
        }
    ],
    [
        'verdicts of bodies among the outcomes',
        CHECKS,
        'ca',
        { schedule: 'explore' },
        {
            outcomes: [
                '1: verdict=VerificationCases::VerdictKind::fail, objective obj="not satisfied: e.mass <= limit", verdict T::ca="fail"'
            ]
        }
    ],
    [
        'a case that cannot be begun has no outcomes',
        MASS,
        'open',
        { schedule: 'explore' },
        {
            error: 'analysis run failed: analysis T::open: v subject is unbound: the case states no value for it and none is given',
            failureReason: 'evaluation'
        }
    ],
    [
        'a deadlock',
        STEPS,
        'waiting',
        {},
        {
            error: 'analysis run failed: analysis T::waiting: accept deadlock in action waiting: nothing can post the awaited message (accept Go waiting since step 2)',
            failureReason: 'evaluation'
        }
    ],
    [
        'steps that cannot be ordered',
        STEPS,
        'unordered',
        {},
        {
            error: 'analysis run failed: analysis T::unordered: action node p: invalid action flow: fork f has no successor',
            failureReason: 'evaluation'
        }
    ],
    ['a case that is a step of another', STEPS, 'whole', {}, { outputs: ['twice=4'] }]
];

describe('analyses', () => {
    it.each(CASES)('%s', (_, model, id, asked, expected) => {
        expect(told(answerOf(model, id, asked))).toEqual(expected);
    });

    it('a case that runs itself ends, and says so in one round of frames', () => {
        expect(answerOf(STEPS, 'endless', { limits: { calcDepth: 40 } }).error).toMatch(
            /^analysis run failed: analysis T::endless: (.+?): … \d+ frames: (action node again: )?calc recursion limit exceeded: /
        );
    });

    it('an exhausted budget is named', () => {
        const long =
            'analysis l { attribute xs : Integer[*] = (1..100000)->collect { in i : Integer; i * 2 }; out attribute n : Integer = xs#(1); }';
        const { error, exhausted } = answerOf(long, 'l', { limits: { steps: 1000 } });
        expect(error).toContain('evaluation step limit exceeded (1000 steps; raise SERVICE_MAX_STEPS to allow more)');
        expect(exhausted).toEqual(['steps']);
    });

    it('a seed fixes what steps draw', () => {
        const drawn = 'private import RandomFunctions::*; analysis d { out attribute x : Real = uniform(1.0, 2.0); }';
        const [first, second, other] = ['seed:5', 'seed:5', 'seed:6'].map(schedule => told(answerOf(drawn, 'd', { schedule })));
        expect(first).toEqual(second);
        expect(first).not.toEqual(other);
    });

    it.each(['reverse', 'explore'])('what depends on an order is told at its choice points, under %s', schedule => {
        const { notes, exploration } = answerOf(STEPS, 'race', { schedule });
        const told = exploration === undefined ? notes : exploration.outcomes[0].notes;
        expect(told.flatMap(({ mark }) => mark?.dependents ?? [])).toContain('w');
    });

    it('values are read and written as those of one run', () => {
        expect(told(answerOf(MASS, 'open', { subject: 'T::b', named: { factor: new Real(1) } }))).toMatchObject({
            outputs: ['total=5.0', 'ratio=2.5']
        });
    });
});

it('a selected alternative is a sequence, since its multiplicity is any number', () => {
    const { outputs } = answerOf(study('MaximizeObjective', 'anEngine.mass'), 'study');
    expect(outputs.map(({ name, value }) => `${name} ${value instanceof Sequence ? value.elements.length : 'alone'}`)).toEqual([
        'selectedAlternative 1'
    ]);
});
