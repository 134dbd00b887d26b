/** The evaluator's operations as clients see them: requests and answers in JSON, from the contract's checklist and worked examples. */

import { describe, expect, it } from 'vitest';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { readEnvironment } from '../../src/service/config/environment.js';
import { OperationHost } from '../../src/service/operations/call.js';
import { advertised } from '../../src/service/operations/registry.js';
import type { Services } from '../../src/service/operations/operation.js';
import { createHeld } from '../../src/service/operations/services.js';
import { OPERATIONS } from '../../src/service/operations/table.js';
import { methodNamed } from '../../src/service/wire/methods.js';
import { testLibrary } from '../support/library.js';

const MODEL = `package Kart {
    private import ScalarValues::*; private import SI::*;
    part def Tyre { attribute load : Real = 0.5; }
    part def Frame {
        attribute mass : Real = 40.0;
        attribute total = mass + 2.0 * spare.load;
        attribute label : String;
        part spare : Tyre;
        part tyres : Tyre[4];
        requirement light { require constraint { mass < 50.0 } }
    }
    part racer : Frame { attribute :>> mass = 38.0; }
    requirement def Cap { subject s : Frame; attribute limit; require constraint { s.mass <= limit } }
    requirement cap : Cap { :>> limit = 35.0; }
    part audit { assert satisfy cap by racer; }
    attribute open : Integer[1];
    calc def Add { in a; in b; return r = a + b; }
    calc def Show { in v; return r = v; }
    constraint def Heavy { in m; m > 10 }
}`;

const workspace = new Workspace({ library: testLibrary() });
const environment = readEnvironment({ SERVICE_MAX_HELD_OBJECTS: '13' });
const services: Services = {
    workspace, symbols: { rootSymbol: () => { throw new Error('not asked'); }, symbolInfo: () => undefined }, held: createHeld(), version: 'test', environment,
    capabilities: advertised(OPERATIONS, []), servedEngines: [],
};
const host = new OperationHost(OPERATIONS, services, error => { throw error as Error; });
const { hash: modelHash } = workspace.parse([{ name: 'Kart.sysml', language: 'sysml', content: MODEL }]).model;

/** The JSON answer, or the status code and message of a refusal. */
async function ask(method: string, request: object): Promise<unknown> {
    const outcome = await host.call({
        method: methodNamed(method)!, format: 'json', body: Buffer.from(JSON.stringify({ modelHash, ...request })), modelAbsent: false, deadline: 0, isCancelled: () => false,
    });
    return outcome.code === 0 ? JSON.parse(Buffer.from(outcome.body).toString()) : { refused: outcome.code, message: outcome.message };
}

const BOUNDS = [{ name: 'steps', limit: '10000000' }, { name: 'elements', limit: '1000000' }];

describe('Evaluate', () => {
    const rows: [expression: string, answer: object][] = [
        ['6 / 3', { result: { realValue: 2 } }], ['(6 / 3) istype ScalarValues::Integer', { result: { boolValue: false } }],
        ['0.1 + 0.2', { result: { rationalValue: { numerator: '3', denominator: '10' } } }], ['0.25 * 2', { result: { realValue: 0.5 } }], ['2 ** 64', { result: { bigIntValue: '18446744073709551616' } }],
        ['-7 % 3', { result: { intValue: '-1' } }], ['3..1', { result: { sequence: {} } }], ['null ?? 4', { result: { intValue: '4' } }], ['(1, (2, 3))#(3)', { result: { intValue: '3' } }],
        ['1 / 0', { error: 'evaluation failed: division by zero' }], ['"a" < 1', { error: "evaluation failed: type mismatch: operator '<' is not defined for a string and an Integer" }],
        ['open', { result: { undetermined: { reason: 'Kart::open has no value in the model', count: { lower: '1', upper: '1' } } } }], ['open > 1 and false', { result: { boolValue: false } }], ['*', { result: { infinity: true } }],
        ['5 [kg]', { result: { quantity: { intMagnitude: '5', unit: 'kg', unitTerm: { scaleNum: 1000, scaleDen: 1, factors: [{ unitId: 'SI::gram', exponent: 1 }] } } } }],
        ['5.4 [km/h]', {
            result: { quantity: {
                rationalMagnitude: { numerator: '27', denominator: '5' }, unit: 'km/h',
                unitTerm: { scaleNum: 5, scaleDen: 18, factors: [{ unitId: 'SI::metre', exponent: 1 }, { unitId: 'SI::second', exponent: -1 }] },
            } },
        }],
        ['m', { result: { measurementRef: { unit: 'SI::m', unitTerm: { scaleNum: 1, scaleDen: 1, factors: [{ unitId: 'SI::metre', exponent: 1 }] }, unitId: 'SI::metre' } } }],
        ['Add', { result: { function: { calcId: 'Kart::Add' } } }], ['racer.tyres', { result: { sequence: { elements: [{ instanceId: '2' }, { instanceId: '3' }, { instanceId: '4' }, { instanceId: '5' }] } } }],
        ['', { error: 'expression parse failed', diagnostics: [{ severity: 'error', message: 'expected an expression', code: 'syntax', span: { file: '<expression>', startLine: 1, startCol: 1, endLine: 1, endCol: 1 } }] }],
    ];
    it.each(rows)('%s', async (expression, answer) => {
        expect(await ask('Evaluate', { expression, contextSymbolId: 'Kart' })).toMatchObject(answer);
    });

    it('reads the subject\'s features', async () => {
        expect(await ask('Evaluate', { expression: 'label', subjectSymbolId: 'Kart::racer' })).toEqual({ result: { unset: true } });
        expect(await ask('Evaluate', { expression: 'label', subjectSymbolId: 'Kart::none' })).toEqual({ error: 'subject not found: Kart::none' });
    });
});

it('Instantiate answers the worked example, and stops where too many objects are held', async () => {
    const answer = await ask('Instantiate', { symbolId: 'Kart::racer' }) as { instance: object; instances: { id: string; typeSymbolId: string }[] };
    expect(answer.instance).toMatchObject({
        id: '1', typeSymbolId: 'Kart::racer', featureValues: {
            mass: { featureName: 'mass', value: { realValue: 38 }, materialized: true }, total: { value: { realValue: 39 } }, label: { value: { unset: true }, materialized: true },
            spare: { value: { instanceId: '2' } }, tyres: { values: [{ instanceId: '3' }, { instanceId: '4' }, { instanceId: '5' }, { instanceId: '6' }] },
        },
    });
    expect((answer.instance as { featureValues: { light: object } }).featureValues.light).toEqual({ featureName: 'light' });
    expect(answer.instances.map(i => [i.id, i.typeSymbolId])).toEqual([['1', 'Kart::racer'], ...['2', '3', '4', '5', '6'].map(id => [id, 'Kart::Tyre'])]);
    expect(await ask('Instantiate', { symbolId: 'Kart::none' })).toEqual({ error: 'symbol not found: Kart::none' });
    await ask('Instantiate', { symbolId: 'Kart::racer' });
    expect(await ask('Instantiate', { symbolId: 'Kart::racer' })).toEqual({ refused: 8, message: 'more than 13 objects are held for this model (raise SERVICE_MAX_HELD_OBJECTS to allow more)' });
});

describe('EvaluateCalc', () => {
    const sent = (value: object): Promise<unknown> => ask('EvaluateCalc', { symbolId: 'Kart::Show', arguments: [value] });
    const values: object[] = [
        { intValue: '-5' }, { bigIntValue: '18446744073709551616' }, { realValue: 0.5 }, { rationalValue: { numerator: '1', denominator: '3' } }, { boolValue: false }, { stringValue: '' }, { null: '' },
        { complex: { real: 1, imaginary: 2 } }, { vector: { components: [{ intValue: '1' }, { realValue: 0.5 }] } }, { array: { dimensions: ['2', '1'], elements: [{ intValue: '1' }, { stringValue: 'a' }] } }, { infinity: true },
        { set: { elements: [{ boolValue: true }, { intValue: '1' }, { stringValue: 'a' }] } }, { function: { calcId: 'Kart::Add' } }, { metaobject: { elementId: 'Kart::racer', metaclassId: 'SysML::PartUsage' } },
        { quantity: { intMagnitude: '2', unit: 'SI::km', unitTerm: { scaleNum: 1000, scaleDen: 1, factors: [{ unitId: 'SI::metre', exponent: 1 }] } } },
    ];
    it.each(values)('gives back %j', async value => {
        expect(await sent(value)).toMatchObject({ result: value, engine: 'run', strength: 'observed', bounds: BOUNDS });
    });

    it.each([
        [{ quantity: { intMagnitude: '2', unit: 'SI::km' } }, 'calc argument could not be read: unit carries no reduction to base units: SI::km'],
        [{ set: { elements: [{ intValue: '1' }, { intValue: '2' }, { realValue: 1 }] } }, 'calc argument could not be read: set element is repeated: element 1, 3'],
        [{ function: { calcId: 'Kart::none' } }, 'calc argument could not be read: function names no calc of this model: Kart::none'], [{ unset: true }, 'calc argument could not be read: unset is not a value a caller can supply'],
        [{ vector: { components: [{ intValue: '1' }, { stringValue: 'x' }] } }, 'calc argument could not be read: vector component is not a number: component 2'],
    ])('refuses %j in band', async (value, error) => {
        expect(await sent(value)).toEqual({ error, failureReason: 'FAILURE_REASON_EVALUATION' });
    });

    it.each([
        ['Kart::Add', [{ realValue: 0.25 }, { rationalValue: { numerator: '1', denominator: '3' } }], { result: { realValue: 0.5833333333333333 } }],
        ['Kart::Add', [{ rationalValue: { numerator: '1', denominator: '4' } }, { rationalValue: { numerator: '1', denominator: '3' } }], { result: { rationalValue: { numerator: '7', denominator: '12' } } }],
        ['Kart::Add', [{ intValue: '1' }], { error: 'calc invocation failed: calc Kart::Add: unbound parameter: b', failureReason: 'FAILURE_REASON_EVALUATION', engine: 'run', strength: 'not covered' }],
        ['Kart::racer', [{ unset: true }], { error: 'calc invocation failed: not a calc: Kart::racer is a part usage, not a calc definition or usage', failureReason: 'FAILURE_REASON_WRONG_KIND' }],
        ['Kart::none', [], { error: 'symbol not found: Kart::none' }],
    ])('%s%j', async (symbolId, args, answer) => {
        expect(await ask('EvaluateCalc', { symbolId, arguments: args })).toMatchObject(answer);
    });
});

describe('verdicts', () => {
    it('satisfaction answers the worked example', async () => {
        const answer = await ask('VerifySatisfaction', { symbolId: 'Kart::audit' }) as { verdicts: object[]; instances: object[] };
        expect(answer.verdicts).toEqual([{
            kind: 'satisfy', element: 'satisfy cap by racer', condition: 's.mass <= limit', instanceId: '1', instanceTypeId: 'Kart::racer', requirementId: 'Kart::cap', engine: 'run', strength: 'witnessed', bounds: BOUNDS,
        }]);
        expect(answer.instances[0]).toMatchObject({ id: '1', typeSymbolId: 'Kart::racer' });
    });

    it.each([
        ['VerifyConstraint', { symbolId: 'Kart::racer' }, { verdict: { kind: 'constraint', elementId: 'Kart::racer', error: 'not a constraint: racer is a part usage, not a constraint definition or usage', failureReason: 'FAILURE_REASON_WRONG_KIND' } }],
        ['VerifyRequirement', { symbolId: 'Kart::cap', subjectSymbolId: 'Kart::racer' }, { verdict: { kind: 'requirement', condition: 's.mass <= limit', instanceId: '1', strength: 'witnessed' } }],
        ['VerifyConstraint', { symbolId: 'Kart::Heavy', engine: 'nosuch' }, { refused: 3 }], ['VerifyConstraint', { symbolId: 'Kart::Heavy', engine: 'sweep' }, { verdict: { error: 'engine "sweep" does not answer evaluate', strength: 'not covered' } }],
        ['ValidateInstance', { symbolId: 'Kart::spare' }, { error: 'symbol not found: Kart::spare', failureReason: 'FAILURE_REASON_EVALUATION' }],
        ['ValidateInstance', { symbolId: 'Kart::Tyre' }, { summary: { kind: 'object', error: 'object Kart::Tyre states no assertion to validate', failureReason: 'FAILURE_REASON_EVALUATION' } }],
        ['ValidateInstance', { symbolId: 'Kart' }, { error: 'not an object: Kart is a package, which has no object to validate', failureReason: 'FAILURE_REASON_WRONG_KIND' }],
    ])('%s %j', async (method, request, answer) => {
        expect(await ask(method, request)).toMatchObject(answer);
    });

    it('a wrong kind has no standing', async () => {
        expect(await ask('VerifyConstraint', { symbolId: 'Kart::racer' })).not.toHaveProperty('verdict.strength');
    });
});
