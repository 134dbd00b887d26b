/** Expressions, calculations and objects in process. */
import { loadLibrary } from '../../src/language/library/loading.js';
import { parseExpression } from '../../src/language/syntax/index.js';
import { Workspace, type Model } from '../../src/language/workspace/workspace.js';
import { instantiate, startRun } from '../../src/runtime/behaviour/index.js';
import { codeOf, evaluate, evaluateCalc, EvaluationRun, subjectAt } from '../../src/runtime/evaluation/index.js';
import { heapUsed, medianTime, ms, report } from '../measure.js';

const workspace = new Workspace({ library: loadLibrary() });
const modelOf = (content: string): Model => workspace.parse([{ name: 'bench.sysml', language: 'sysml', content }]).model;

const model = modelOf(`package P {
    private import ScalarValues::*; private import SI::*; private import NumericalFunctions::*;
    attribute a = 3; attribute b = 4; attribute speed = 36 [km/h];
    calc def Fib { in n : Integer; return : Integer = if n < 2 ? n else Fib(n - 1) + Fib(n - 2); }
    calc def Count { in n : Integer; attribute i : Integer = 0; while i < n { assign i := i + 1; } return : Integer = i; }
    part def Leaf { attribute mass = 1.5; }
    part def Shelf { part leaves : Leaf[100]; }
    part def Store { part shelves : Shelf[100]; }
}`);

/** Evaluations of a compiled expression in a second. */
function rate(text: string): number {
    const expression = parseExpression(text, 'sysml').expression!;
    Object.assign(expression, { $container: model.documents[0].root.members[0] });
    const frame = new EvaluationRun(model, { limits: { steps: Infinity, elements: Infinity } }).prototypeOf(
        model.documents[0].root.members[0]
    );
    const code = codeOf(expression);
    const count = 20_000;
    return (
        (count /
            medianTime(
                () => {
                    for (let i = 0; i < count; i++) {
                        code(frame);
                    }
                },
                9,
                3
            )) *
        1000
    );
}

const perSecond = (value: number): string => `${(value / 1000).toFixed(0)} k/s`;
const megabytes = (bytes: number): string => `${(Math.max(0, bytes) / 2 ** 20).toFixed(1)} MB`;

/** Reports a figure with what its runs left on the heap after a collection: what is cached or kept. */
function withMemory(what: string, measure: () => string, aim?: string): void {
    const before = heapUsed();
    const value = measure();
    report(what, `${value}, ${megabytes(heapUsed() - before)} kept`, aim);
}

for (const [what, text, aim] of [
    ['small arithmetic, a * b + 1, compiled', 'a * b + 1', '500 k/s and more'],
    ['exact decimals, 1.5 * 2 + 0.25, compiled', '1.5 * 2 + 0.25'],
    ['units, 36 [km/h] * 2 [s] + speed * 1 [s], compiled', '36 [km/h] * 2 [s] + speed * 1 [s]'],
    [
        'units, (3 [N] * 2 [m] / 4 [s] + 5 [W]) / 2 [kg] > 1 [m**2/s**3], compiled',
        '(3 [N] * 2 [m] / 4 [s] + 5 [W]) / 2 [kg] > 1 [m**2/s**3]'
    ],
    ['collections, (1..100)->collect ... ->sum, compiled', 'sum((1..100).{in x; x * x})']
] as const) {
    withMemory(what, () => perSecond(rate(text)), aim);
}
withMemory(
    'evaluation by text, a * b + 1, asked before',
    () =>
        perSecond(
            (1000 /
                medianTime(
                    () => {
                        for (let i = 0; i < 1000; i++) {
                            evaluate(startRun(model), { expression: 'a * b + 1', contextId: 'P' });
                        }
                    },
                    30,
                    10
                )) *
                1000
        ),
    '500 k/s and more'
);
withMemory('evaluation by text, a new one each time', () =>
    perSecond(
        (1000 /
            medianTime(
                k => {
                    for (let i = 0; i < 1000; i++) {
                        evaluate(startRun(model), { expression: `a * b + ${k * 1000 + i}`, contextId: 'P' });
                    }
                },
                15,
                5
            )) *
            1000
    )
);

/** Calls a calculation without the memory of earlier results, which would be measured otherwise. */
const calc = (symbolId: string, n: number): unknown => {
    const run = new EvaluationRun(model, { hasMemory: false, limits: { steps: Infinity } });
    const { result, error } = evaluateCalc(run, { symbolId: `P::${symbolId}`, arguments: [n] });
    if (result === undefined) {
        throw new Error(error);
    }
    return result;
};
withMemory('Fib(20), recursive', () => ms(medianTime(() => calc('Fib', 20), 15, 5)), 'under 30 ms with the service');
withMemory('Fib(25), recursive', () => ms(medianTime(() => calc('Fib', 25), 7, 2)));
withMemory('loop of a million steps in a calculation', () => ms(medianTime(() => calc('Count', 1_000_000), 5, 1)), 'under 400 ms');

/** A tree of parts, ten below each, whose totals add up. */
function tree(levels: number): Model {
    const types = Array.from(
        { length: levels },
        (_, i) => `part def L${i + 1} { attribute own = 1; part subs : L${i}[10]; attribute total = own + sum(subs.total); }`
    );
    return modelOf(
        `package T { private import NumericalFunctions::*; part def L0 { attribute own = 1; attribute total = own; } ${types.join('\n')} }`
    );
}
/** Keeps an object from being collected before this call. */
const isHeld = (object: { readonly id: number }): boolean => object.id > 0;

/** Milliseconds of adding up a tree, and the bytes that its objects take while a run holds them. */
function rollUp(levels: number): { time: number; bytes: number } {
    const parts = tree(levels);
    const time = medianTime(() => evaluate(startRun(parts), { expression: 'total', subjectId: `T::L${levels}` }), 7, 2);
    const before = heapUsed();
    const run = new EvaluationRun(parts);
    const root = subjectAt(run, `T::L${levels}`);
    root.read(root.layout.byName.get('total')!);
    const bytes = heapUsed() - before;
    return { time, bytes: isHeld(root) ? bytes : 0 };
}
const [thousand, tenThousand] = [rollUp(3), rollUp(4)];
report('mass roll-up over 1,111 / 11,111 nested parts', `${ms(thousand.time)} / ${ms(tenThousand.time)}`, 'under 200 ms, linear');
report(
    'memory of the 11,111 parts while they are added up',
    `${megabytes(tenThousand.bytes)}, ${(tenThousand.bytes / 11_111).toFixed(0)} bytes a part`
);

report('instantiation of 10,101 objects', ms(medianTime(() => instantiate(model, 'P::Store'), 5, 1)));
const before = heapUsed();
const held = instantiate(model, 'P::Store');
report('memory of that answer', `${megabytes(heapUsed() - before)}, ${held.instances!.length} objects listed`);
