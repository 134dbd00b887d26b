/** What a solver finds beyond yes and no: conflicts, values, configurations, optima. */
import { afterAll, describe, expect, test } from 'vitest';
import { elementById } from '../../../src/language/semantics/naming.js';
import { EvaluationRun } from '../../../src/runtime/evaluation/index.js';
import {
    type Assignment,
    configurations,
    conflict,
    findSolver,
    optimum,
    questionSubjects,
    Solver,
    type Stated,
    values
} from '../../../src/runtime/engines/index.js';
import { valueText } from '../../../src/runtime/values/index.js';
import { modelOf } from '../behaviour/run.js';

const place = findSolver('', process.env.PATH ?? '');
const solver = 'missing' in place ? undefined : new Solver(place);
afterAll(() => solver?.close());

const LIMITS = { timeout: 10_000, coreBudget: 30_000, checkCancelled: () => undefined };

const MODEL = `private import SI::*;
    part def Motor { attribute power : Integer; attribute mass :> ISQ::mass; }
    part def Car {
        attribute load : Integer = 3; attribute body :> ISQ::mass; attribute total :> ISQ::mass = motor.mass + body;
        variation part motor : Motor {
            variant part small : Motor { :>> power = 60; :>> mass = 200 [kg]; }
            variant part big : Motor { :>> power = 150; :>> mass = 350 [kg]; }
            variant part huge : Motor { :>> power = 250; :>> mass = 600 [kg]; }
        }
    }
    requirement def Bad { subject car : Car;
        require constraint { car.load > 2 }
        requirement inner { require constraint { car.total <= 300 [kg] } }
        require constraint light { car.body >= 200 [kg] and car.motor.power > 60 } }
    requirement def Alone { subject car : Car; require constraint { car.load > 2 and car.load < 1 + 1 } require constraint { car.load > car.load } }
    requirement def Stated { subject car : Car; require constraint { car.load > 5 } require constraint { car.body < 5 [kg] } }
    requirement def Open { subject car : Car; require constraint { car.load < car.motor.power and car.body == 400 [kg] } }
    requirement def Strong { subject car : Car; require constraint { car.motor.power > 100 } }
    requirement def Light { subject car : Car; require constraint { car.motor.power > 100 and car.total <= 900 [kg] and car.body >= 400 [kg] } }
    requirement def Loaded { subject car : Car; require constraint { car.motor.power > 30 * car.load } }
    requirement def Rough { subject car : Car; attribute f : Real; require constraint { car.motor.power * f > 100.0 } }
    requirement def Rougher { subject car : Car; attribute f : Real; require constraint { car.motor.power * f > 100.0 and f <= 1.0 } }
    requirement def Plain { subject car : Car; require constraint { car.load > 1 } }
    analysis def Sizing { subject; in attribute a : Integer; in attribute b : Integer;
        assert constraint { a + b <= 20 and a <= 15 and b <= 15 and a >= 0 and b >= 0 }
        objective best : TradeStudies::MaximizeObjective { subject; in calc :>> eval { a + 2 * b } } }
    part def Plate { attribute width : Integer; attribute cost : Integer = 3 * width + 4; assert constraint { width >= 2 and width <= 9 } }
    part plate : Plate;
    analysis def Cutting { subject s : Plate = plate;
        objective least : TradeStudies::MinimizeObjective { subject; in calc :>> eval { in p : Plate; return cost : Integer = p.cost; } } }
    analysis def Rated { attribute a : Integer;
        objective best : TradeStudies::MaximizeObjective { subject; in calc :>> eval { in n : Integer; n } } }
    analysis def Endless { subject; in attribute a : Integer; objective best : TradeStudies::MaximizeObjective { subject; in calc :>> eval { a } } }
    analysis def Without { subject; in attribute a : Integer; objective best : TradeStudies::MaximizeObjective; }`;

function stated(id: string): Stated {
    const model = modelOf(MODEL);
    const subjects = questionSubjects(() => new EvaluationRun(model), `T::${id}`);
    if ('error' in subjects) throw new Error(subjects.error);
    return subjects[0].stated();
}

const texts = (assignments: readonly Assignment[]): string[] => assignments.map(a => `${a.variable.name.replace('T::', '')} = ${a.exact}`);

function found(question: typeof conflict, id: string): unknown {
    const answer = question(solver!, LIMITS, stated(id));
    switch (answer.status) {
        case 'undecided':
            return answer.reason;
        case 'satisfiable':
            return { fixed: texts(answer.fixed), found: texts(answer.found) };
        default:
            return answer.parts.map(p => `${p.place.startLine} ${p.kind} ${[...p.path, p.text].join(': ')}`);
    }
}

describe.skipIf(solver === undefined)('a conflict is a minimal set of conditions', () => {
    test('with their places', () => {
        expect(found(conflict, 'Bad')).toEqual([
            '13 required condition inner: car.total <= 300 [kg]',
            '14 required condition car.body >= 200 [kg]'
        ]);
    });
    test('which may be one', () => expect(found(conflict, 'Alone')).toEqual(['15 required condition car.load > car.load']));
    test('and is none where all can hold', () => expect(found(conflict, 'Stated')).toMatchObject({ fixed: [] }));
});

describe.skipIf(solver === undefined)('values keep what the model states', () => {
    test('where that is possible', () =>
        expect(found(values, 'Open')).toMatchObject({
            fixed: ['Open::car.load = 3'],
            found: [expect.stringContaining('Open::car.motor = '), 'Open::car.body = 400000']
        }));
    test('else what is stated takes part in the conflict', () =>
        expect(found(values, 'Stated')).toEqual(['16 required condition car.load > 5', '4 declared value T::Stated::car.load = 3']));
});

describe.skipIf(solver === undefined)('configurations', () => {
    const selections = (id: string, most: number, keeps = false): unknown => {
        const answer = configurations(solver!, LIMITS, stated(id), most, keeps);
        return answer.status === 'undecided'
            ? answer.reason
            : [answer.isComplete, ...answer.selections.map(s => s.map(a => a.exact.replace(/.*::/, '')).join()).sort()];
    };
    test('are listed all', () => {
        expect(selections('Strong', 32)).toEqual([true, 'big', 'huge']);
        expect(selections('Light', 32)).toEqual([true, 'big']);
        // The values that the model states exclude none, or those that need others.
        expect([selections('Loaded', 32), selections('Loaded', 32, true)]).toEqual([
            [true, 'big', 'huge', 'small'],
            [true, 'big', 'huge']
        ]);
        // Every variant was found: there can be no more, although arithmetic on Reals is rounded.
        expect(selections('Rough', 32)).toEqual([true, 'big', 'huge', 'small']);
        expect(selections('Rougher', 32)).toEqual([false, 'big', 'huge']);
    });
    test('or up to a number', () => expect(selections('Strong', 1)).toHaveLength(2));
    test('need a variation', () =>
        expect(selections('Plain', 3)).toBe('no variation is read: the conditions do not depend on a selection of variants'));
});

describe.skipIf(solver === undefined)('the best value of an objective', () => {
    const best = (id: string): unknown => {
        const model = modelOf(MODEL);
        const answer = optimum(solver!, LIMITS, new EvaluationRun(model), elementById(model, `T::${id}`)!);
        return answer.status === 'undecided'
            ? answer.reason
            : [...answer.goals.map(g => `${g.goal} ${g.name} ${g.text} = ${valueText(g.value)}`), ...texts(answer.witness)];
    };
    test('with the values at which it is', () =>
        expect(best('Sizing')).toEqual(['maximize best a + 2 * b = 35', 'Sizing::a = 5', 'Sizing::b = 15']));
    test('of a subject, within what it asserts', () => expect(best('Cutting')).toEqual(['minimize least p.cost = 10', 'plate.width = 2']));
    test('which an evaluation with a parameter needs', () =>
        expect(best('Rated')).toBe('not translatable for solving: the evaluation rates n, and the case declares no subject'));
    test('may not exist', () => expect(best('Endless')).toBe('z3: there is no best value: it has no bound'));
    test('needs an evaluation', () =>
        expect(best('Without')).toBe('not translatable for solving: best states no value to improve: give it `in calc :>> eval { … }`'));
});
