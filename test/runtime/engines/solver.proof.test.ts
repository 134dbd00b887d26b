/** The solver beside brute force: random conditions over finite domains, with quantities, enumerations and calculations. */
import { afterAll, describe, expect, test } from 'vitest';
import { elementById } from '../../../src/language/semantics/naming.js';
import type { Model } from '../../../src/language/workspace/workspace.js';
import { ConditionFrame, EvaluationRun, Instance, layoutOf } from '../../../src/runtime/evaluation/index.js';
import { type Condition, judge, judgedConditionsOf } from '../../../src/runtime/evaluation/calculations/conditions.js';
import { evaluateExpression } from '../../../src/runtime/evaluation/expressions/code.js';
import { Attendant, findSolver, holds, satisfiable, Solver, statedBy } from '../../../src/runtime/engines/index.js';
import type { Value } from '../../../src/runtime/values/index.js';
import { generator } from '../../support/random.js';
import { cases, isThorough } from '../../support/thorough.js';
import { modelOf } from '../behaviour/run.js';

const place = findSolver('', process.env.PATH ?? '');
const solver = 'missing' in place ? undefined : new Solver(place);
afterAll(() => solver?.close());

/** Features with the texts of all their values; the constraint `domain` leaves them nothing else. */
const FEATURES = {
    a: ['-1', '0', '1', '2'],
    b: ['Grade::none', 'Grade::low', 'Grade::high'],
    r: ['1 / 2', '2 / 1', '-3 / 4'],
    m: ['500 [SI::g]', '1 [SI::kg]', '1500 [SI::g]'],
    n: ['Load::light', 'Load::heavy'],
    c: ['Color::red', 'Color::green', 'Color::blue'],
    p: ['true', 'false']
} as const;
type Name = keyof typeof FEATURES;
const NAMES = Object.keys(FEATURES) as Name[];

const DOMAIN = NAMES.map(name => `(${FEATURES[name].map(text => `${name} == ${text}`).join(' or ')})`).join(' and ');

/** A random condition over the features, as text. */
function conditionText(below: (n: number) => number, depth: number): string {
    const pick = <T>(list: readonly T[]): T => list[below(list.length)];
    const number = (d: number): string => {
        const kind = d === 0 ? below(2) : below(8);
        switch (kind) {
            case 0:
                return pick(['a', 'b', 'r']);
            case 1:
                return String(below(5) - 1);
            case 2:
                return `(if ${condition(d - 1)} ? ${number(d - 1)} else ${number(d - 1)})`;
            case 3:
                return `Twice(${number(d - 1)})`;
            case 4:
                return `(${number(d - 1)} / ${pick(['2', 'b', '4'])})`;
            case 5:
                return `(a % ${pick(['2', '3', 'b'])})`;
            default:
                return `(${number(d - 1)} ${pick(['+', '-', '*'])} ${number(d - 1)})`;
        }
    };
    const quantity = (d: number): string => {
        switch (d === 0 ? below(2) : below(4)) {
            case 0:
                return pick(['m', 'n']);
            case 1:
                return pick(['700 [SI::g]', '1.5 [SI::kg]', '0 [SI::kg]']);
            case 2:
                return `(${quantity(d - 1)} ${pick(['+', '-'])} ${quantity(d - 1)})`;
            default:
                return `(${quantity(d - 1)} * ${number(0)})`;
        }
    };
    function condition(d: number): string {
        switch (d === 0 ? 4 + below(4) : below(8)) {
            case 0:
                return `not ${condition(d - 1)}`;
            case 1:
            case 2:
                return `(${condition(d - 1)} ${pick(['and', 'or', 'xor', 'implies'])} ${condition(d - 1)})`;
            case 3:
                return `(if ${condition(d - 1)} ? ${condition(d - 1)} else ${condition(d - 1)})`;
            case 4:
                return `(${number(d)} ${pick(['<', '<=', '>', '>=', '==', '!='])} ${number(d)})`;
            case 5:
                return `(${quantity(d)} ${pick(['<', '<=', '>', '>='])} ${quantity(d)})`;
            case 6: {
                const [feature, literals] = pick([['c', FEATURES.c] as const, ['b', [...FEATURES.b, 'a']] as const]);
                return `(${feature} ${pick(['==', '!='])} ${pick<string>(literals)})`;
            }
            default:
                return 'p';
        }
    }
    return condition(depth);
}

const modelWith = (conditions: readonly string[]): Model =>
    modelOf(`enum def Color { red; green; blue; }
    enum def Grade :> Natural { none = 0; low = 1; high = 3; }
    enum def Load :> ISQ::MassValue { light = 1 [SI::kg]; heavy = 2000 [SI::g]; }
    calc def Twice { in x : Rational; return : Rational = x * 2; }
    part def Thing {
        attribute a : Integer; attribute b : Grade; attribute r : Rational;
        attribute m :> ISQ::mass; attribute n : Load; attribute c : Color; attribute p : Boolean;
        requirement asked { ${conditions.map(text => `require constraint { ${text} }`).join(' ')} }
        requirement always { assume constraint { ${DOMAIN} } ${conditions.map(text => `require constraint { ${text} }`).join(' ')} }
        ${NAMES.map(name => `attribute all_${name} = (${FEATURES[name].join(', ')});`).join(' ')}
    }`);

/** What every assignment of the domain makes of conditions: whether all hold, one is false, or something cannot be evaluated. */
function* outcomes(model: Model, id: string): Generator<'holds' | 'violated' | 'undecided'> {
    const run = new EvaluationRun(model);
    const type = elementById(model, 'T::Thing')!;
    const element = elementById(model, id)!;
    const values = NAMES.map(name => FEATURES[name].map((_, i) => valueOf(run, model, name, i)));
    const total = values.reduce((product, list) => product * list.length, 1);
    for (let n = 0; n < total; n++) {
        const object = new Instance(run, layoutOf(type), type, undefined);
        let rest = n;
        NAMES.forEach((name, i) => {
            object.write(object.layout.byName.get(name)!, values[i][rest % values[i].length]);
            rest = Math.floor(rest / values[i].length);
        });
        const conditions: readonly Condition[] = judgedConditionsOf(element, new ConditionFrame(run, layoutOf(element), object, object));
        run.restart();
        yield judge(conditions, '', '').outcome;
    }
}

function valueOf(run: EvaluationRun, model: Model, name: Name, index: number): Value {
    const type = elementById(model, 'T::Thing')!;
    const list = elementById(model, `T::Thing::all_${name}`)!;
    const { value } = list as { value?: { expression: { elements: readonly Parameters<typeof evaluateExpression>[0][] } } };
    return evaluateExpression(value!.expression.elements[index], new Instance(run, layoutOf(type), type, undefined));
}

/** What an answer may be, by all that brute force found. */
function allowed(question: 'holds' | 'satisfiable', found: ReadonlySet<string>): readonly string[] {
    if (question === 'holds') {
        if (found.has('violated')) {
            return found.has('undecided') ? ['violated', 'undecided'] : ['violated'];
        }
        return found.has('undecided') ? ['undecided'] : ['holds'];
    }
    if (found.has('holds')) {
        return found.has('undecided') ? ['satisfiable', 'undecided'] : ['satisfiable'];
    }
    return found.has('undecided') ? ['undecided', 'unsatisfiable'] : ['unsatisfiable'];
}

const LIMITS = { timeout: 10_000, checkCancelled: () => undefined };

describe.skipIf(solver === undefined)('over finite domains', () => {
    test.each(Array.from({ length: cases(2, 40, 2000) }, (_, i) => i + 1))('random conditions %i', seed => {
        const below = generator(seed);
        const conditions = Array.from({ length: 1 + below(3) }, () => conditionText(below, 2));
        const model = modelWith(conditions);
        const run = (): EvaluationRun => new EvaluationRun(model);
        const found = new Set(outcomes(model, 'T::Thing::asked'));
        const proven = holds(solver!, LIMITS, statedBy(run(), elementById(model, 'T::Thing::always')!));
        expect(allowed('holds', found), `${conditions.join('; ')} -- ${proven.reason}`).toContain(proven.status);
        // the domain as conditions of its own, so that a witness is one of the assignments
        const bounded = modelWith([DOMAIN, ...conditions]);
        const possible = statedBy(new EvaluationRun(bounded), elementById(bounded, 'T::Thing::asked')!);
        const answer = satisfiable(solver!, LIMITS, possible);
        expect(allowed('satisfiable', found), `${conditions.join('; ')} -- ${answer.reason}`).toContain(answer.status);
    });
});

test.skipIf('missing' in place || place.program !== undefined || !isThorough)(
    'a question that needs more memory names the limit, the next is answered',
    () => {
        const limited = new Solver(place as Solver['place'], 12);
        const numbers = Array.from({ length: 40 }, (_, i) => i);
        const sum = (k: number): string => `(+ ${numbers.map(i => `(* ${7 * i + k * k + 1} x${(i * (k + 1)) % 40})`).join(' ')})`;
        const script = `${numbers.map(i => `(declare-const x${i} Int)`).join('')}
        (assert (= (* ${[0, 1, 2, 3, 4, 5].map(sum).join(' ')}) 123456789)) (assert (> x0 x1)) (check-sat)\n`;
        const asked = (text: string): unknown => limited.ask({ script: text, timeout: 120_000, checkCancelled: () => undefined });
        expect(asked(script)).toEqual({ failure: expect.stringMatching(/memory.*\(SERVICE_SMT_MEMORY, 12 MB\)$/) as string });
        expect(asked('(declare-const x Int) (assert (> x 3)) (check-sat)\n')).toEqual({ answers: ['sat'] });
        // An exit of the solver, which it reports by a text alone.
        const wide = Array.from({ length: 200 }, (_, i) => [i % 60, (7 * i + 3) % 60, (11 * i + 5) % 60].map(n => `y${n}`));
        const products = wide.map(
            ([a, b, c], i) => `(assert (or (> (- (* ${a} ${b}) (* ${c} ${a})) ${i % 50}) (< (* ${b} ${c} ${a}) ${4 * i})))`
        );
        const bounds = Array.from({ length: 60 }, (_, i) => `(declare-const y${i} Int)(assert (< 3 y${i} 100000))`);
        const ends: string[] = [];
        const roomier = new Solver(place as Solver['place'], 16, reason => ends.push(reason));
        const text = [...bounds, ...products, '(check-sat)\n'].join('\n');
        const failure = 'it ended: out of memory; its memory is limited (SERVICE_SMT_MEMORY, 16 MB)';
        expect(roomier.ask({ script: text, timeout: 120_000, checkCancelled: () => undefined })).toEqual({ failure });
        expect(ends).toEqual([failure]);
        [limited, roomier].forEach(s => s.close());
    }
);

test.skipIf('missing' in place || place.program !== undefined)('the packaged solver reads every script whole', () => {
    const attendant = new Attendant();
    const lines = Array.from({ length: 60 }, (_, i) => `(declare-const a${i} Int)(assert (> a${i} ${i}))`);
    const answers = Array.from({ length: cases(1, 25, 300) }, (_, i) => {
        const script = [...lines.slice(0, 1 + (i % lines.length)), '(check-sat)'].join('\n');
        return attendant.solve({ script, memory: 1024 }, LIMITS)?.text;
    });
    attendant.close();
    expect(answers.filter(text => text !== 'sat\n')).toEqual([]);
});
