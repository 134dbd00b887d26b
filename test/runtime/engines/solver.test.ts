/** Questions to the solver: a line each, the condition beside what can be said about it. */
import { afterAll, describe, expect, test, vi } from 'vitest';
import { EvaluationRun } from '../../../src/runtime/evaluation/index.js';
import { findSolver, holds, questionSubjects, satisfiable, Solver, type SolverVerdict } from '../../../src/runtime/engines/index.js';
import { Attendant } from '../../../src/runtime/engines/waiting.js';
import type { Model } from '../../../src/language/workspace/workspace.js';
import { isFull, spread } from '../../support/thorough.js';
import { modelOf } from '../behaviour/run.js';

const place = findSolver('', process.env.PATH ?? '');
const solver = 'missing' in place ? undefined : new Solver(place);
afterAll(() => solver?.close());

const LIMITS = { timeout: 10_000, checkCancelled: () => undefined };

const MODEL = (conditions: readonly string[]): string => `
    enum def Color { red; green; blue; }
    enum def Level :> Integer { low = 1; mid = 5; high = 9; }
    enum def Hose :> ISQ::LengthValue { narrow = 60 [SI::mm]; wide = 80 [SI::mm]; }
    enum def Mark :> String { plain = "o"; crossed = "x"; }
    calc def Twice { in x : Rational; return : Rational = x * 2; }
    calc def Scaled { in x : Rational; in f : Rational default 3; attribute k : Rational = 5; attribute j : Rational := 2; return : Rational = x * f + k * j; }
    calc def Vague { in x : Rational; attribute k : Rational; return : Rational = x + k; }
    constraint def Below { in x : Rational; attribute most : Rational = 7; x <= most }
    calc def Loop { in x : Integer; attribute i : Integer := 0; while i < x { assign i := i + 1; } return : Integer = i; }
    calc def Endless { in x : Integer; return : Integer = if x == 0 ? 0 else Endless(x - 1); }
    part def Wheel { attribute d : Rational; }
    part def Engine { attribute power : Integer; }
    part def Car {
        private import SI::*;
        private import ControlFunctions::*;
        private import NumericalFunctions::*;
        private import SequenceFunctions::size;
        attribute i : Integer; attribute n : Natural; attribute r : Rational; attribute x : Real; attribute y : Real;
        attribute label : String; attribute p : Boolean; attribute c : Color; attribute mass :> ISQ::mass; attribute pace :> ISQ::speed;
        attribute time :> ISQ::duration; attribute untyped; attribute many : Integer[0..*]; attribute three : Integer[3];
        attribute twice : Integer = i * 2; attribute five : Integer = 5; attribute six : Integer default 6; attribute seven : Integer := 7;
        attribute faulty : Integer default 1 % 0;
        part wheels : Wheel[2]; part spares : Wheel[0..2];
        variation part engine : Engine { variant part small : Engine { :>> power = 60; } variant part big : Engine { :>> power = 200; } }
        bind bound = source; attribute bound : Integer; attribute source : Integer;
        attribute level : Level; attribute other : Level; attribute fixed : Level = 5; attribute read : Integer = level;
        attribute found : Level = i; attribute missing : Level default 7; attribute hose : Hose; attribute mark : Mark; 
        constraint below { attribute most : Rational = 8; r <= most }
        ${conditions.map((condition, i) => `constraint asked${i} { ${condition} }`).join(' ')}
    }
    part mini : Car { :>> i = 4; :>> c = Color::red; }
`;

/** The answer in a line: what is said, how strongly, the witness, the reason. */
function line({ status, strength, witness, reason }: SolverVerdict): string {
    const values = witness.map(w => `${w.variable.name.replace('T::', '')}=${w.exact}`).join(' ');
    return [status, strength, values, reason ?? ''].filter(t => t !== '').join(' | ');
}

/** A condition, and whether it can hold. */
const POSSIBLE: readonly (readonly [condition: string, answer: string])[] = [
    ['i > 3 and i < 5', 'satisfiable | witnessed | Car::i=4'],
    ['i > 3 and i < 4', 'unsatisfiable | proved'],
    ['n < 0', 'unsatisfiable | proved'],
    ['r > 3 and r < 4 and r * 2 == 7', 'satisfiable | witnessed | Car::r=7/2'],
    ['x > 3.0 and x < 2.0', 'unsatisfiable | proved'],
    ['Scaled(r) == 16', 'satisfiable | witnessed | Car::r=2'],
    ['Scaled(r, 4) == 16 and r > 3/2', 'unsatisfiable | proved'],
    ['Below(r) and r >= 7', 'satisfiable | witnessed | Car::r=7'],
    ['Below(r) and r > 7', 'unsatisfiable | proved'],
    ['below and r >= 8', 'satisfiable | witnessed | Car::r=8'],
    ['p and not p', 'unsatisfiable | proved'],
    ['c != Color::red and c != Color::green', 'satisfiable | witnessed | Car::c=T::Color::blue'],
    ['label == "a\\"b" and label != ""', 'satisfiable | witnessed | Car::label="a\\"b"'],
    ['mass > 1 [kg] and mass < 1001 [g] and mass * 2 == 2001 [g]', 'satisfiable | witnessed | Car::mass=2001/2'],
    ['pace == 36 [km] / 1 [h]', 'satisfiable | witnessed | Car::pace=10'],
    ['pace * time == 5 [m] and time == 2 [s]', 'satisfiable | witnessed | Car::pace=5/2 Car::time=2'],
    ['twice == 3', 'unsatisfiable | proved'],
    ['twice == 4', 'satisfiable | witnessed | Car::i=2'],
    ['five == 8', 'satisfiable | witnessed | Car::five=8'],
    ['six == 8 and seven == 9', 'satisfiable | witnessed | Car::six=8 Car::seven=9'],
    ['wheels->forAll {in w : Wheel; w.d > 3}', 'satisfiable | witnessed | Car::wheels[1].d=4 Car::wheels[2].d=4'],
    ['sum(wheels.d) == 3 and wheels#(1).d == 1', 'satisfiable | witnessed | Car::wheels[1].d=1 Car::wheels[2].d=2'],
    ['wheels->exists {in w : Wheel; w.d > 3 and w.d < 3}', 'unsatisfiable | proved'],
    ['size(three) == 3 and three == (1, 2, 3)', 'satisfiable | witnessed | Car::three[1]=1 Car::three[2]=2 Car::three[3]=3'],
    ['Twice(r) == 5', 'satisfiable | witnessed | Car::r=5/2'],
    ['engine == engine::big', 'satisfiable | witnessed | Car::engine=T::Car::engine::big'],
    ['engine.power > 100', 'satisfiable | witnessed | Car::engine=T::Car::engine::big'],
    ['engine.power > 300', 'unsatisfiable | proved'],
    ['i % 3 == -1 and i > -3', 'satisfiable | witnessed | Car::i=-1'],
    ['1 / i == 1 / 4', 'satisfiable | witnessed | Car::i=4'],
    ['(if i > 2 ? i else 10) == 10 and i > 2', 'satisfiable | witnessed | Car::i=10'],
    ['bound > 3 and source < 5', 'satisfiable | witnessed | Car::bound=4 Car::source=4'],
    ['bound > 3 and source < 3', 'unsatisfiable | proved'],
    ['max(i, 3) == 2', 'unsatisfiable | proved'],
    ['level > 3 and level < 9', 'satisfiable | witnessed | Car::level=T::Level::mid'],
    ['level != 1 and level != 5 and level != 9', 'unsatisfiable | proved'],
    ['level + other == 10 and level > other', 'satisfiable | witnessed | Car::level=T::Level::high Car::other=T::Level::low'],
    ['level == other and max(level, other) > 5', 'satisfiable | witnessed | Car::level=T::Level::high Car::other=T::Level::high'],
    ['fixed == Level::mid', 'satisfiable | witnessed | Car::fixed=T::Level::mid'],
    ['read == 9', 'satisfiable | witnessed | Car::level=T::Level::high'],
    ['found == Level::mid', 'satisfiable | witnessed | Car::i=5'],
    ['(if p ? level else i) == 2', 'satisfiable | witnessed | Car::p=false Car::level=T::Level::low Car::i=2'],
    ['hose > 0.07 [m]', 'satisfiable | witnessed | Car::hose=T::Hose::wide'],
    ['mark == "x"', 'satisfiable | witnessed | Car::mark=T::Mark::crossed'],
    ['mark == "y"', 'unsatisfiable | proved']
];

/** A condition, and whether it always holds. */
const ALWAYS: readonly (readonly [condition: string, answer: string])[] = [
    ['i > 3 or i <= 3', 'holds | proved'],
    ['n >= 0', 'holds | proved'],
    ['five == 5 and six == 6 and seven == 7', 'holds | proved'],
    ['twice % 2 == 0', 'holds | proved'],
    ['five > 7', 'violated | witnessed'],
    ['i > 3 implies i > 4', 'violated | witnessed | Car::i=4'],
    ['i == 0 or 1 / i <= 1', 'holds | proved'],
    [
        'found > 0',
        'undecided | not covered | at some values it cannot be evaluated: condition evaluation failed: feature value Car.found: ' +
            'not a literal of the enumeration: 10 for found of Level (literals: low, mid, high)'
    ],
    [
        'missing > 3',
        'undecided | not covered | not translatable for solving: the value of missing is no literal of its enumeration (in missing)'
    ],
    ['1 / i <= 1', 'undecided | not covered | at some values it cannot be evaluated: condition evaluation failed: division by zero'],
    ['faulty > 0', 'undecided | not covered | not translatable for solving: division by zero (in 1 % 0)']
];

/** A condition, and why it is not translated. */
const REFUSED: readonly (readonly [condition: string, answer: string])[] = [
    ['i ** 2 > 3', "operator '**': exponentiation is outside the arithmetic encoded here (in i ** 2)"],
    ['x % 2.0 > 1.0', "operator '%' is translated for Integers only (in x % 2.0)"],
    ['i / 0 > 1', 'division by zero (in i / 0)'],
    ['i istype Natural', "operator 'istype' is not translated (in i istype Natural)"],
    ['(i ?? 3) > 2', "operator '??' is not translated (in i ?? 3)"],
    ['mass > 3 [s]', 'quantities of different dimensions are compared or added (in mass > 3 [s])'],
    ['untyped == 3', 'Car::untyped has no type: declare one (Boolean, String, a number, a quantity, an enumeration) (in untyped)'],
    ['sum(many) > 3', 'the number of values of many is open (0..*) (in many)'],
    ['spares->forAll {in w : Wheel; w.d > 3}', 'the number of objects of spares is open (0..2) (in spares)'],
    ['Loop(i) > 3', 'calc T::Loop has statements, which are not translated (in Loop(i))'],
    ['Vague(r) > 3', 'k has no value in calc T::Vague (in k)'],
    ['Endless(i) > 3', 'calc T::Endless is called more than 100 deep (in Endless(x - 1))'],
    [
        'wheels->select {in w : Wheel; w.d > 3}->size() > 1',
        'a selection by free features is not translated (in wheels->select {in w : Wheel; w.d > 3})'
    ],
    ['max((i, 3)) == 2', 'a call of max is not translated (in max((i, 3)))'],
    ['c > 3', "operator '>' of a choice and a number is not translated (in c > 3)"],
    ['p == c', 'equality of a boolean and a choice is not translated (in p == c)']
];

/** The conditions of the tables stand in one model; others in one of their own. */
const CONDITIONS = [...POSSIBLE, ...ALWAYS, ...REFUSED].map(([condition]) => condition);
let modelOfAll: Model | undefined;

function asked(question: typeof holds, condition: string, subject?: string): string {
    const at = CONDITIONS.indexOf(condition);
    const model = at < 0 ? modelOf(MODEL([condition])) : (modelOfAll ??= modelOf(MODEL(CONDITIONS)));
    const about = questionSubjects(() => new EvaluationRun(model), `T::Car::asked${Math.max(at, 0)}`, subject);
    return 'error' in about ? about.error : line(question(solver!, LIMITS, about[0].stated()));
}

describe.skipIf(solver === undefined)('can it hold?', () => {
    test.each(spread(POSSIBLE, 3))('%s', (condition, expected) => expect(asked(satisfiable, condition)).toBe(expected));
});

describe.skipIf(solver === undefined)('does it always hold?', () => {
    test.each(ALWAYS)('%s', (condition, expected) => expect(asked(holds, condition)).toBe(expected));

    test('of an object, with what it states', () => {
        expect(asked(holds, 'i == 4 and c == Color::red', 'T::mini')).toBe('holds | proved');
        expect(asked(holds, 'i == 5', 'T::mini')).toBe('violated | witnessed');
    });
});

describe.skipIf(solver === undefined)('what is not translated is refused by name', () => {
    test.each(REFUSED)('%s', (condition, reason) =>
        expect(asked(satisfiable, condition).replaceAll('T::Car', 'Car')).toBe(
            `undecided | not covered | not translatable for solving: ${reason}`
        )
    );
});

test.skipIf(solver === undefined)('no proof rests on numbers that the evaluator rounds', () => {
    expect(asked(satisfiable, 'x + y > 3.0 and x + y < 2.0')).toMatch(
        /^undecided \| not covered \| the solver finds none over exact numbers/
    );
    expect(asked(holds, 'x + y == y + x')).toMatch(/^undecided \| not covered \| the solver finds none over exact numbers/);
    expect(asked(satisfiable, 'x + y > 3.0')).toMatch(/^satisfiable \| witnessed/);
});

test.skipIf(solver === undefined)('a query that takes too long leaves it undecided, and the next one is answered', () => {
    const model = modelOf(
        'part def C { attribute a : Integer; attribute b : Integer; attribute c : Integer; constraint q { a > 1 and b > 1 and c > 1 and a * a * a + b * b * b == c * c * c } constraint e { a == 1 } }'
    );
    const about = (id: string, timeout: number): SolverVerdict => {
        const subjects = questionSubjects(() => new EvaluationRun(model), id);
        if ('error' in subjects) throw new Error(subjects.error);
        return satisfiable(solver!, { timeout, checkCancelled: () => undefined }, subjects[0].stated());
    };
    expect(about('T::C::q', 300)).toMatchObject({
        status: 'undecided',
        isTimeout: true,
        reason: 'z3: no answer within 0.3s (SERVICE_SMT_TIMEOUT)'
    });
    expect(about('T::C::e', LIMITS.timeout).status).toBe('satisfiable');
});

// test/service/cancelled-engines.test.ts does the same by calls; a solver that was given up is loaded anew
test.runIf(isFull && solver !== undefined)('a question that nobody wants any more ends at once', () => {
    let looks = 0;
    const limits = {
        timeout: 60_000,
        checkCancelled() {
            if (++looks > 2) throw new Error('cancelled');
        }
    };
    const script =
        '(declare-const a Int)(declare-const b Int)(declare-const c Int)(assert (> a 1))(assert (> b 1))(assert (= (+ (* a a a) (* b b b)) (* c c c)))(assert (> c 1))(check-sat)';
    expect(() => solver!.ask({ script, ...limits })).toThrow('cancelled');
    const answer = solver!.ask({ script: '(check-sat)', ...LIMITS });
    expect(answer).toEqual({ answers: ['sat'] });
});

test.skipIf(solver === undefined)('an object has to meet all that it and its parts assert', () => {
    const model = modelOf(`part def Wheel { attribute d : Rational; assert constraint { d > 1 } }
        part def Car { attribute limit : Rational; part wheels : Wheel[2]; part spare : Wheel; assert constraint { spare.d < limit } requirement r { require constraint { limit < 3 } } }
        part def Impossible :> Car { assert constraint { limit < 1 } }`);
    const about = (id: string): string => {
        const subjects = questionSubjects(() => new EvaluationRun(model), id);
        if ('error' in subjects) throw new Error(subjects.error);
        return line(satisfiable(solver!, LIMITS, subjects[0].stated()));
    };
    const names = [...about('T::Car').matchAll(/(\S+)=/g)].map(m => m[1]).sort();
    expect(names).toEqual(['Car::limit', 'Car::spare.d', 'Car::wheels[1].d', 'Car::wheels[2].d']);
    expect(about('T::Impossible')).toBe('unsatisfiable | proved');
});

test.skipIf(solver === undefined).each([
    ['requirement f : Fast { subject c = Asked::c; }', 'c.mass >= 1500', 'satisfiable | witnessed | Asked::c.mass=1500'],
    ['requirement f : Fast { subject c = Asked::c; }', 'c.mass > 1500', 'unsatisfiable | proved'],
    ['requirement : Fast { subject d = c; }', 'c.mass > 1500', 'unsatisfiable | proved'],
    ['requirement f : Fast;', 'c.mass >= 1500', 'satisfiable | witnessed | Asked::c.mass=1500'],
    ['requirement f : Fast;', 'c.mass > 1500', 'unsatisfiable | proved'],
    ['requirement f : Fast { subject c; }', 'c.mass > 1500', 'unsatisfiable | proved'],
    ['requirement g { requirement : Fast; }', 'c.mass > 1500', 'unsatisfiable | proved'],
    ['requirement g { subject d = c; requirement : Fast { subject c = d; } }', 'c.mass > 1500', 'unsatisfiable | proved']
])('a subject is the one around, or bound to it: %s %s', (inner, condition, expected) => {
    const model = modelOf(`part def Car { attribute mass : Rational; }
        requirement def Fast { subject c : Car; require constraint { c.mass <= 1500 } }
        requirement def Asked { subject c : Car; ${inner} require constraint { ${condition} } }`);
    const subjects = questionSubjects(() => new EvaluationRun(model), 'T::Asked');
    if ('error' in subjects) throw new Error(subjects.error);
    expect(line(satisfiable(solver!, LIMITS, subjects[0].stated()))).toBe(expected);
});

test('a satisfaction is one question, about its subject', () => {
    const model = modelOf(`part def Car { attribute mass : Rational; assert constraint { mass > 3 } } part car : Car;
        requirement def R { subject c : Car; requirement heavy { require constraint { c.mass > 1 } } }
        satisfy requirement fits : R by car;`);
    const subjects = questionSubjects(() => new EvaluationRun(model), 'T::fits');
    expect(subjects).toMatchObject([{ kind: 'satisfy', element: 'satisfy fits by car' }]);
});

test.each([
    ['car', 'T::car is a part usage, which states nothing to solve: a constraint, a requirement, an object'],
    ['x', 'T::x is an attribute usage, which states nothing to solve: a constraint'],
    ['K', 'T::K is a calc def, which states nothing to solve'],
    [
        'cost',
        'T::cost is an analysis usage, which states nothing to solve: a constraint, .*; of an analysis case only the optimum can be found$'
    ],
    ['V', 'T::V is a verification def, which states nothing to solve: .* satisfaction assertions is expected$'],
    ['nope', 'symbol not found: T::nope']
])('%s is no subject of a question', (id, error) => {
    const model = modelOf(`part def Car { attribute mass : Real = 3.0; } part car : Car; attribute x : Real;
        requirement def R { subject c : Car; require constraint { c.mass > 1 } }
        analysis cost { subject c : Car = car; return r : Real = c.mass * 2.0; }
        verification def V { subject c : Car; requirement r : R; objective { verify r; } }
        calc def K { in a : Real; return : Real = a; }`);
    const subjects = questionSubjects(() => new EvaluationRun(model), `T::${id}`);
    expect(subjects).toMatchObject({ error: expect.stringMatching(error) as string });
});

describe.skipIf('missing' in place || place.program !== undefined)('the packaged solver is kept for the next `Solver`', () => {
    const question = { ...LIMITS, script: '(check-sat)' };

    /** Asks in turn, and returns which attendant, by number, each solver had. */
    function attendantsOf(solvers: readonly Solver[], ask: (one: Solver) => void): number[] {
        const solve = vi.spyOn(Attendant.prototype, 'solve');
        try {
            solvers.forEach(one => {
                ask(one);
                one.close();
            });
            const attendants = [...new Set(solve.mock.contexts)];
            return solve.mock.contexts.map(one => attendants.indexOf(one));
        } finally {
            solve.mockRestore();
        }
    }
    const solverOf = (memory: number): Solver => new Solver(place as Solver['place'], memory);

    test.runIf(isFull)('if it has the same limit of memory', () => {
        const asked = attendantsOf([900, 900, 901].map(solverOf), one => expect(one.ask(question)).toEqual({ answers: ['sat'] }));
        expect(asked).toEqual([0, 0, 1]);
    });

    test.runIf(isFull)('unless a caller has given it up', () => {
        const checkCancelled = vi.fn(() => {
            if (checkCancelled.mock.calls.length === 2) {
                throw new Error('not wanted any more');
            }
        });
        const [first, second] = [901, 901].map(solverOf);
        const asked = attendantsOf([first, second], one => {
            expect(one.ask(question)).toEqual({ answers: ['sat'] });
            if (one === first) {
                expect(() => one.ask({ ...question, checkCancelled })).toThrow('not wanted any more');
            }
        });
        expect(asked).toEqual([0, 0, 1]);
    });
});
