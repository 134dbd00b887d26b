/** Expressions, calculations and objects in process. */
import { loadLibrary } from '../../src/language/library/library.js';
import { parseExpression } from '../../src/language/syntax/index.js';
import { Workspace, type Model } from '../../src/language/workspace/workspace.js';
import { codeOf, evaluate, evaluateCalc, instantiate, Run } from '../../src/runtime/index.js';
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
    const frame = new Run(model, { limits: { steps: Infinity, elements: Infinity } }).prototypeOf(model.documents[0].root.members[0]);
    const code = codeOf(expression);
    const count = 20_000;
    return count / medianTime(() => { for (let i = 0; i < count; i++) { code(frame); } }, 9, 3) * 1000;
}

const perSecond = (value: number): string => `${(value / 1000).toFixed(0)} k/s`;
report('a * b + 1, compiled', perSecond(rate('a * b + 1')), '500 k/s and more');
report('1.5 * 2 + 0.25, exact, compiled', perSecond(rate('1.5 * 2 + 0.25')));
report('36 [km/h] * 2 [s] + speed * 1 [s], compiled', perSecond(rate('36 [km/h] * 2 [s] + speed * 1 [s]')));
report('evaluation of an expression from its text', ms(medianTime(() => evaluate(model, { expression: 'a * b + 1', contextId: 'P' }), 500, 100)));

const calc = (symbolId: string, n: number): unknown => evaluateCalc(new Run(model), { symbolId: `P::${symbolId}`, arguments: [n] });
report('Fib(20), recursive', ms(medianTime(() => calc('Fib', 20), 9, 3)), 'under 30 ms with the service');
report('Fib(25), recursive', ms(medianTime(() => calc('Fib', 25), 5, 1)));
report('loop of a million steps in a calculation', ms(medianTime(() => calc('Count', 1_000_000), 5, 1)), 'under 400 ms');

/** A tree of parts, ten below each, whose totals add up. */
function tree(levels: number): Model {
    const types = Array.from({ length: levels }, (_, i) =>
        `part def L${i + 1} { attribute own = 1; part subs : L${i}[10]; attribute total = own + sum(subs.total); }`);
    return modelOf(`package T { private import NumericalFunctions::*; part def L0 { attribute own = 1; attribute total = own; } ${types.join('\n')} }`);
}
const rollUp = (levels: number): number => {
    const parts = tree(levels);
    return medianTime(() => evaluate(parts, { expression: 'total', subjectId: `T::L${levels}` }), 7, 2);
};
const [thousand, tenThousand] = [rollUp(3), rollUp(4)];
report('mass roll-up over 1,111 / 11,111 nested parts', `${ms(thousand)} / ${ms(tenThousand)}`, 'under 200 ms, linear');

report('instantiation of 10,101 objects', ms(medianTime(() => instantiate(model, 'P::Store'), 5, 1)));
const before = heapUsed();
const held = instantiate(model, 'P::Store');
report('memory of that answer', `${((heapUsed() - before) / 2 ** 20).toFixed(1)} MB, ${held.instances!.length} listed`);
