/** Under which name a calculation's result is answered, when it is called on an object, or read from a usage. */

import { expect, it } from 'vitest';
import { elementById } from '../../../../src/language/semantics/naming.js';
import { startRun } from '../../../../src/runtime/behaviour/index.js';
import { callOn, evaluateCalc } from '../../../../src/runtime/evaluation/index.js';
import type { Value } from '../../../../src/runtime/values/index.js';
import { alone, modelOf, shown } from './support.js';

const model = modelOf(`package P { private import ScalarValues::*;
    calc def Named { in x : Real default 1; return r : Real = x + 1; }
    calc def Unnamed { in x : Real default 1; return : Real = x + 1; }
    calc def Heir :> Named { in x : Real; return : Real = x + 2; }
    calc def Renamed :> Named { in x : Real; return s : Real = x + 3; }
    calc def Last { in x : Real default 1; x + 4 }
    calc def Fails { in x : Real default 1; return : Real = x / 0; }
    part def H {
        attribute own : Real = 10;
        calc named : Named; calc unnamed : Unnamed; calc heir : Heir { in x = 5; } calc renamed : Renamed { in x = 5; }
        calc last : Last; calc fails : Fails;
        calc reads { in x : Real default 0; return y : Real = own + x; }
        calc outputs { in x : Real default 2; out low : Real = x - 1; return : Real = x; }
        calc only { in x : Real default 2; out low : Real = x - 1; }
        constraint small { in x : Real default 20; x < own }
    }
    part h : H { attribute :>> own = 30; }
}`);

it.each<readonly [operation: string, positional: readonly Value[], named: Readonly<Record<string, Value>>, answer: string]>([
    ['named', [3], {}, 'r = 4.0'],
    ['unnamed', [3], {}, 'result = 4.0'],
    ['heir', [3], {}, 'r = 5.0'],
    ['renamed', [3], {}, 's = 6.0'],
    ['last', [3], {}, 'result = 7.0'],
    ['named', [], { x: 7 }, 'r = 8.0'],
    ['named', [], {}, 'r = 2.0'],
    // what the calculation reads is the object's
    ['reads', [1], {}, 'y = 31.0'],
    ['small', [], {}, 'result = true'],
    ['small', [40], {}, 'result = false'],
    ['fails', [1], {}, 'invocation failed: calc P::H::fails: division by zero'],
    ['named', [], { y: 1 }, 'invocation failed: calc P::H::named: unknown parameter: y of P::H::named']
])('%s(%j, %j) on an object: %s', (operation, positional, named, expected) => {
    const run = startRun(model);
    const answer = callOn(run, run.objectOf(elementById(model, 'P::h')!), elementById(model, `P::H::${operation}`)!, {
        positional,
        named: new Map(Object.entries(named))
    });
    expect('error' in answer ? answer.error : `${answer.name} = ${shown(alone(answer.value))}`).toBe(expected);
});

it.each<readonly [usage: string, args: readonly Value[] | undefined, outputs: string, result: string | undefined]>([
    ['named', undefined, 'r = 2.0', undefined],
    ['heir', undefined, 'r = 7.0', undefined],
    ['renamed', undefined, 's = 8.0', undefined],
    ['unnamed', undefined, '', '2.0'],
    ['unnamed', [], '', '2.0'],
    ['last', undefined, '', '5.0'],
    ['outputs', undefined, 'low = 1.0', '2.0'],
    ['only', undefined, 'low = 1.0', undefined],
    ['named', [4], '', '5.0'],
    ['outputs', [4], '', '4.0'],
    ['reads', undefined, 'y = 10.0', undefined],
    ['fails', undefined, '', 'calc invocation failed: calc P::H::fails: division by zero'],
    ['fails', [1], '', 'calc invocation failed: calc P::H::fails: division by zero']
])('%s with %j: outputs %j, result %s', (usage, args, outputs, result) => {
    const answer = evaluateCalc(startRun(model), { symbolId: `P::H::${usage}`, ...(args !== undefined && { arguments: args }) });
    expect((answer.outputs ?? []).map(o => `${o.name} = ${shown(alone(o.value))}`).join(', ')).toBe(outputs);
    expect(answer.error ?? (answer.result === undefined ? undefined : shown(alone(answer.result)))).toBe(result);
});
