// A use case is performed as an action is: it yields no result (SysML 7.25), so that its steps may change what they read.

import { expect, it } from 'vitest';
import { evaluateCalc } from '../../../src/runtime/evaluation/index.js';
import { policyOf, startRun } from '../../../src/runtime/behaviour/index.js';
import { runAnalysis } from '../../../src/runtime/verification/index.js';
import { modelOf, runAction, valuesText } from './run.js';

const model = modelOf(`part def Car { attribute fuel : Integer := 5; } part car : Car;
    use case def Fill { subject c : Car; in attribute n : Integer default 1; out attribute seen : Integer; first start;
        then action pour { assign c.fuel := c.fuel + n; assign seen := c.fuel; } then accept after 5 [SI::s]; then done; }
    use case fill : Fill { subject :>> c = car; }
    use case trip { subject c : Car = car; attribute got : Integer := 0; objective { require constraint { c.fuel > 0 } } first start;
        then include fill; then include use case more : Fill { subject :>> c = trip::c; in attribute :>> n = 3; } then assign got := more.seen;
        then use case rest { action a assign got := got * 2; } then decide; if got > 10 then far; else near;
        action far assign got := got + 100; then done; action near assign got := 0; then done; }
    action whole { out attribute f : Integer; first start; then perform trip; then action again { perform fill; } then assign f := car.fuel; then done; }
    case plain { subject c : Car = car; action a; }
    analysis study { subject c : Car = car; include use case f : Fill { subject :>> c = study::c; in attribute :>> n = 2; } return : Integer = c.fuel; }
    part station { attribute served : Integer := 0; perform use_; use case use_ { subject; action a assign served := served + 1; } }`);

it.each([
    ['with the parts of its subject', 'fill', { outputs: 'n=1 seen=6', time: 5 }],
    ['which includes others, and has one of its own', 'trip', { outputs: 'got=118', time: 10 }],
    ['as a step of an action', 'whole', { outputs: 'f=10', time: 15 }],
    ['and no plain case', 'plain', { error: 'T::plain is not an action' }]
])('a use case is run %s', (_, id, answer) => {
    expect(runAction(model, id)).toMatchObject(answer);
});

it('a part performs its use case', () => {
    expect(runAction(model, 'station::use_', { performer: 'T::station' })).toMatchObject({ performer: 'this.served=1' });
});

it('an analysis includes a use case as a step', () => {
    const { outputs, error } = runAnalysis(model, { symbolId: 'T::study', subjectId: '', policy: policyOf('') });
    expect([error, valuesText(new Map(outputs.map(o => [o.name, o.value])))]).toEqual([undefined, 'result=(7)']);
});

it.each([
    ['fill', 'T::fill is a use case usage, not a calc definition or usage'],
    ['Fill', 'T::Fill is a use case def, not a calc definition or usage'],
    ['plain', 'T::plain is a case usage, not a calc definition or usage'],
    ['study', 'T::study is an analysis usage: use RunAnalysis']
])('no calculation: %s', (id, text) => {
    expect(evaluateCalc(startRun(model), { symbolId: `T::${id}` })).toMatchObject({
        error: `calc invocation failed: not a calc: ${text}`,
        failureReason: 'wrongKind'
    });
});
