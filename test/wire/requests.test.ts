// What requests carry: capabilities that they need, schedules, integers of JSON, `keepDerived`; and what answers lose without a capability.

import { fromJson, toJson, type DescMessage, type JsonObject, type JsonValue } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { CAPABILITIES, neededCapabilities } from '../../src/wire/capabilities.js';
import { CapabilityFilter, checkAnsweredOnlyArms, checkRequestArms } from '../../src/wire/capability-filter.js';
import { decodeMessage, keptDerivedProperties, withExactIntegers } from '../../src/wire/codec.js';
import {
    ApplyEditsRequestSchema,
    CompositeConstraintSchema,
    ConstraintSchema,
    EvaluateResponseSchema,
    QuerySchema,
    ValueSchema,
    type Value as WireValue
} from '../../src/wire/generated/sysml_pb.js';
import { type MethodName, methodNamed } from '../../src/wire/methods.js';
import { checkSchedule } from '../../src/wire/schedule.js';
import { Refusal, shortened } from '../../src/wire/status.js';

describe('missing capabilities', () => {
    const all = new Set<string>(CAPABILITIES);
    const answer = (value: JsonValue, ...missing: string[]): JsonValue => {
        const response = fromJson(EvaluateResponseSchema, { result: value });
        new CapabilityFilter(new Set([...all].filter(name => !missing.includes(name)))).apply(EvaluateResponseSchema, response);
        return toJson(ValueSchema, response.result as WireValue);
    };
    const big = { bigIntValue: '9223372036854775808' };

    it('leave an answer alone that has nothing to withhold', () =>
        expect(answer({ sequence: { elements: [big] } }, 'rational_values')).toEqual({ sequence: { elements: [big] } }));

    it.each<[string, JsonValue, JsonValue]>([
        [
            'big_int_values',
            { sequence: { elements: [big, { intValue: '1' }] } },
            { sequence: { elements: [{ null: 'unsupported: Integer 9223372036854775808' }, { intValue: '1' }] } }
        ],
        ['big_int_values', { set: { elements: [big] } }, { null: 'unsupported: set of 1 members' }],
        ['big_int_values', { vector: { components: [big] } }, { null: 'unsupported: vector of 1 components' }],
        [
            'rational_values',
            { quantity: { rationalMagnitude: { numerator: '1', denominator: '3' }, unit: 'SI::m' } },
            { null: 'unsupported: quantity 1/3 [SI::m]' }
        ],
        ['unset_value', { unset: true }, { null: 'unsupported: unset value' }],
        ['enum_values', { enumLiteral: { literalId: 'a' } }, { null: 'unsupported: enumeration literal' }],
        ['complex_values', { complex: { real: 1, imaginary: -2 } }, { null: 'unsupported: complex number 1-2i' }],
        ['infinity_value', { infinity: true }, { null: 'unsupported: unbounded value *' }],
        ['function_values', { function: { calcId: 'P::f' } }, { null: 'unsupported: function P::f' }],
        ['complex_values', { complex: { real: 1, imaginary: 2 } }, { null: 'unsupported: complex number 1+2i' }],
        ['complex_values', { complex: { real: 1 } }, { null: 'unsupported: complex number 1+0i' }],
        ['big_int_values', { quantity: { bigIntMagnitude: '5', unit: 'SI::m' } }, { null: 'unsupported: quantity 5 [SI::m]' }],
        ['rational_values', { rationalValue: { numerator: '1', denominator: '3' } }, { null: 'unsupported: Rational 1/3' }],
        ['structured_values', { array: { elements: [{}, {}] } }, { null: 'unsupported: array of 2 elements' }],
        ['big_int_values', { array: { elements: [big] } }, { array: { elements: [{ null: 'unsupported: Integer 9223372036854775808' }] } }],
        ['structured_values', { vector: { components: [{}] } }, { null: 'unsupported: vector of 1 components' }],
        ['structured_values', { vectorQuantity: { components: [{}, {}, {}] } }, { null: 'unsupported: vector quantity of 3 components' }],
        [
            'rational_values',
            { vectorQuantity: { components: [{ rationalMagnitude: {} }] } },
            { null: 'unsupported: vector quantity of 1 components' }
        ],
        ['tensor_values', { tensorQuantity: { components: [{}] } }, { null: 'unsupported: tensor quantity of 1 components' }],
        [
            'big_int_values',
            { tensorQuantity: { components: [{ bigIntMagnitude: '1' }] } },
            { null: 'unsupported: tensor quantity of 1 components' }
        ],
        ['measurement_refs', { measurementRef: { unit: 'u', unitId: 'U' } }, { null: 'unsupported: measurement reference U' }],
        ['rational_values', { measurementRef: { unit: 'u' } }, { measurementRef: { unit: 'u' } }],
        ['measurement_refs', { measurementRef: { unit: 'u' } }, { null: 'unsupported: measurement reference u' }],
        ['set_values', { set: { elements: [{}, {}] } }, { null: 'unsupported: set of 2 members' }],
        ['metaobject_values', { metaobject: { elementId: 'P::x' } }, { null: 'unsupported: metaobject P::x' }],
        ['undetermined_value', { undetermined: { reason: 'open' } }, { null: 'unsupported: undetermined value (open)' }],
        [
            'enum_values',
            { set: { elements: [{ sequence: { elements: [{ enumLiteral: { literalId: 'a' } }] } }] } },
            { null: 'unsupported: set of 1 members' }
        ],
        ['set_values', { vector: { components: [{}] } }, { vector: { components: [{}] } }]
    ])('%s', (missing, value, expected) => expect(answer(value, missing)).toEqual(expected));

    const VERDICT = {
        kind: 'k',
        engine: 'e',
        strength: 's',
        bounds: [{ name: 'n' }],
        question: 'q',
        status: 'u',
        witness: [{}]
    };
    const DIAGNOSTIC = { message: 'm', code: 'c', orderDependent: ['a'], independent: true };

    it.each<[missing: string[], method: MethodName, answer: JsonObject, expected: JsonObject]>([
        [[], 'RunAnalysis', { verdicts: [VERDICT], diagnostics: [DIAGNOSTIC] }, { verdicts: [VERDICT], diagnostics: [DIAGNOSTIC] }],
        [
            ['type_facts'],
            'GetSymbol',
            { symbol: { id: 'a', typeInfo: { declared: 'A' }, specializations: [{}], multiplicity: {}, attributes: [{ name: 'b' }] } },
            { symbol: { id: 'a', attributes: [{ name: 'b' }] } }
        ],
        [
            ['symbol_attributes'],
            'GetSymbol',
            { symbol: { id: 'a', multiplicity: {}, attributes: [{ name: 'b' }], withheldLibraryAttributes: 3 } },
            { symbol: { id: 'a', multiplicity: {} } }
        ],
        // several capabilities for fields of one message
        [
            ['type_facts', 'symbol_attributes'],
            'GetSymbol',
            { symbol: { id: 'a', multiplicity: {}, attributes: [{}] } },
            { symbol: { id: 'a' } }
        ],
        [
            ['feature_values'],
            'VerifyRequirement',
            { instances: [{ id: '1', featureValues: { a: { error: 'x' } } }] },
            { instances: [{ id: '1' }] }
        ],
        [
            ['diagnostic_codes'],
            'RunAnalysis',
            { diagnostics: [DIAGNOSTIC] },
            { diagnostics: [{ message: 'm', orderDependent: ['a'], independent: true }] }
        ],
        [['order_dependence'], 'RunAnalysis', { diagnostics: [DIAGNOSTIC] }, { diagnostics: [{ message: 'm', code: 'c' }] }],
        [['diagnostic_codes', 'order_dependence'], 'RunAnalysis', { diagnostics: [DIAGNOSTIC] }, { diagnostics: [{ message: 'm' }] }],
        [['order_dependence'], 'ExecuteAction', { finalTime: 2, orderDependent: { a: 1 } }, { finalTime: 2 }],
        [
            ['order_dependence'],
            'VerifyRequirement',
            { instances: [{ featureValues: { a: { error: 'x', orderDependent: 2 } } }] },
            { instances: [{ featureValues: { a: { error: 'x' } } }] }
        ],
        [['final_time'], 'ExecuteAction', { finalTime: 2, error: 'x' }, { error: 'x' }],
        [['final_time'], 'ExecuteState', { finalTime: 2, error: 'x' }, { error: 'x' }],
        ...(['VerifyRequirement', 'VerifySatisfaction', 'ValidateInstance', 'RunAnalysis'] as const).map(
            (method): [string[], MethodName, JsonObject, JsonObject] => [
                ['verification_verdicts'],
                method,
                { error: 'x', verificationVerdicts: [{}] },
                { error: 'x' }
            ]
        ),
        [['case_evaluations'], 'RunAnalysis', { error: 'x', evaluations: [{}] }, { error: 'x' }],
        [['case_evaluations'], 'RunSweep', { rows: [{ error: 'x', evaluations: [{}] }] }, { rows: [{ error: 'x' }] }],
        [
            ['edit_documents'],
            'ApplyEdits',
            { content: 'c', applied: [{ target: 'a', document: 'd' }], documents: [{}], referrers: [{}] },
            { content: 'c', applied: [{ target: 'a' }] }
        ],
        [
            ['verification_questions'],
            'VerifyRequirement',
            { verdict: VERDICT },
            { verdict: { kind: 'k', engine: 'e', strength: 's', bounds: [{ name: 'n' }] } }
        ],
        [
            ['engines'],
            'RunAnalysis',
            { verdicts: [VERDICT], engine: 'e', strength: 's', bounds: [{}], error: 'x' },
            { verdicts: [{ kind: 'k', question: 'q', status: 'u', witness: [{}] }], error: 'x' }
        ],
        [['engines'], 'RunSweep', { engine: 'e', strength: 's', rows: [{ error: 'x' }] }, { rows: [{ error: 'x' }] }],
        [['engines'], 'EvaluateCalc', { engine: 'e', error: 'x' }, { error: 'x' }]
    ])('%j leaves out fields of %s', (missing, method, given, expected) => {
        const { output } = methodNamed(method)!;
        const response = fromJson(output, given);
        new CapabilityFilter(new Set([...all].filter(name => !missing.includes(name)))).apply(output, response);
        expect(toJson(output, response)).toEqual(toJson(output, fromJson(output, expected)));
    });

    const CELLS: readonly (readonly [missing: string, cell: JsonValue])[] = [
        ['infinity_value', { infinity: true }],
        ['big_int_values', { bigIntValue: '1' }],
        ['rational_values', { rationalValue: {} }],
        ['big_int_values', { quantity: { bigIntMagnitude: '1' } }],
        ['rational_values', { quantity: { rationalMagnitude: {} } }]
    ];
    it.each(CELLS)('%s refuse the result of a document query with it', (missing, cell) => {
        const { output } = methodNamed('RunDocumentQuery')!;
        const apply = (given: JsonValue, lacking: string): JsonValue => {
            const response = fromJson(output, { columns: [{ name: 'c' }], rows: [{ cells: [{ values: [given] }] }] });
            new CapabilityFilter(new Set([...all].filter(name => name !== lacking))).apply(output, response);
            return toJson(output, response);
        };
        expect(() => apply(cell, missing)).toThrow(`capability "${missing}" is unavailable`);
        for (const [given, lacking] of [
            [cell, 'set_values'],
            [cell, 'feature_values'],
            [{ elementId: 'a' }, missing],
            [{ intValue: '1' }, missing]
        ] as const) {
            expect(apply(given, lacking)).toEqual({ columns: [{ name: 'c' }], rows: [{ cells: [{ values: [given] }] }] });
        }
    });

    it.each<[string | undefined, JsonValue]>([
        ['complex_values', { complex: {} }],
        ['structured_values', { vector: {} }],
        ['structured_values', { vectorQuantity: {} }],
        ['measurement_refs', { measurementRef: {} }],
        ['function_values', { function: {} }],
        ['metaobject_values', { metaobject: {} }],
        ['set_values', { set: {} }],
        ['tensor_values', { tensorQuantity: {} }],
        ['infinity_value', { infinity: true }],
        ['rational_values', { rationalValue: {} }],
        ['rational_values', { quantity: { rationalMagnitude: {} } }],
        ['big_int_values', { quantity: { bigIntMagnitude: '1' } }],
        // what only answers have is refused, or not, when it is decoded
        [undefined, { enumLiteral: {} }],
        [undefined, { unset: true }],
        [undefined, { undetermined: {} }],
        [undefined, { intValue: '1' }],
        [undefined, { quantity: { intMagnitude: '1' } }],
        [undefined, {}]
    ])('%s refuse requests with %j', (missing, value) => {
        const { input } = methodNamed('EvaluateCalc')!;
        const request = fromJson(input, { arguments: [value] });
        expect(() => checkRequestArms(input, request, all)).not.toThrow();
        if (missing === undefined) {
            expect(() => checkRequestArms(input, request, new Set())).not.toThrow();
        } else {
            expect(() => checkRequestArms(input, request, new Set([...all].filter(name => name !== missing)))).toThrow(
                `capability "${missing}" is unavailable`
            );
        }
    });

    it('refuse no request without values', () => {
        const { input } = methodNamed('GetSymbol')!;
        expect(() => checkRequestArms(input, fromJson(input, { symbolId: 'a' }), new Set())).not.toThrow();
        expect(() => checkAnsweredOnlyArms(input, fromJson(input, { symbolId: 'a' }))).not.toThrow();
    });

    it.each<[isRefused: boolean, value: JsonValue]>([
        [true, { undetermined: {} }],
        [true, { sequence: { elements: [{ intValue: '1' }, { undetermined: {} }] } }],
        [false, { unset: true }],
        [false, { quantity: { intMagnitude: '1' } }],
        [false, {}]
    ])('aside, a request is refused: %s for %j', (isRefused, value) => {
        const { input } = methodNamed('EvaluateCalc')!;
        const check = (): void => checkAnsweredOnlyArms(input, fromJson(input, { arguments: [value] }));
        if (isRefused) {
            expect(check).toThrow('an undetermined value can be answered but not sent');
        } else {
            expect(check).not.toThrow();
        }
    });

    it('refuse requests that carry the arm at any depth', () => {
        const method = methodNamed('EvaluateCalc')!;
        const request = decodeMessage(
            method.input,
            Buffer.from(JSON.stringify({ arguments: [{ sequence: { elements: [{ array: { elements: [big] } }] } }] })),
            'json'
        );
        for (const missing of ['big_int_values', 'structured_values']) {
            expect(() => checkRequestArms(method.input, request, new Set([...all].filter(name => name !== missing)))).toThrow(
                `capability "${missing}" is unavailable`
            );
        }
        expect(() => checkRequestArms(method.input, request, all)).not.toThrow();
    });

    it.each<[MethodName, JsonObject, string[]]>([
        ['ParseFile', {}, []],
        ['ParseFile', { strictConformance: true }, ['strict_conformance']],
        ['ParseFile', { language: 'kerml' }, ['inline_language']],
        ['ParseFile', { language: 'kerml', strictConformance: true }, ['strict_conformance', 'inline_language']],
        ['ParseSources', {}, ['parse_sources']],
        ['ParseSources', { documents: [{ name: 'a' }] }, ['parse_sources']],
        ['ParseSources', { documents: [{ name: 'a' }, { language: 'kerml' }] }, ['parse_sources', 'inline_language']],
        ['ParseSources', { strictConformance: true }, ['parse_sources', 'strict_conformance']],
        ['ParseSources', { baseModelHash: 'a' }, ['parse_sources', 'parse_sources_affected']],
        ['GetSymbol', { symbolId: 'a' }, []],
        ['Evaluate', { expression: 'a' }, []],
        ['Evaluate', { subjectSymbolId: 'a' }, ['evaluate_subject']],
        ['ExecuteAction', {}, []],
        ['ExecuteAction', { schedule: 'reverse' }, ['schedule']],
        ['ExecuteAction', { schedule: 'explore' }, ['schedule', 'schedule_explore']],
        ['ExecuteAction', { performerSymbolId: 'a' }, ['performer']],
        [
            'ExecuteState',
            { schedule: 'explore:runs=2', performerSymbolId: 'a', trace: true },
            ['schedule', 'schedule_explore', 'performer', 'state_trace']
        ],
        ['ExecuteState', {}, []],
        ['CheckBehavior', {}, ['check']],
        ['CheckBehavior', { performerSymbolId: 'a' }, ['check', 'performer']],
        ['RunRuns', { performerSymbolId: 'a' }, ['runs', 'performer']],
        ['RunRuns', { engine: 'a' }, ['runs', 'engines']],
        ['RecordRun', {}, ['record_run']],
        ['RecordRun', { engine: 'a' }, ['record_run', 'engines']],
        ['CompareResults', {}, ['compare_results']],
        ['CompareResults', { engine: 'a' }, ['compare_results', 'engines']],
        ['RunAnalysis', {}, ['verification']],
        ['RunAnalysis', { schedule: 'seed:1' }, ['verification', 'schedule']],
        ['RunAnalysis', { engine: 'explore' }, ['verification', 'schedule_explore']],
        ['RunAnalysis', { engine: 'a' }, ['verification']],
        ...(['VerifyConstraint', 'VerifyRequirement'] as const).flatMap((method): [MethodName, JsonObject, string[]][] => [
            [method, {}, ['verification']],
            [method, { question: 'evaluate' }, ['verification']],
            [method, { question: 'holds' }, ['verification', 'verification_questions']],
            [method, { question: 'satisfiable' }, ['verification', 'verification_questions']],
            [method, { arguments: [{ intValue: '1' }] }, ['verification', 'verification_arguments']],
            [method, { namedArguments: { a: { intValue: '1' } } }, ['verification', 'verification_arguments']]
        ]),
        ['VerifySatisfaction', { question: 'holds' }, ['verification', 'verification_questions']],
        ['VerifySatisfaction', {}, ['verification']],
        ['Convert', {}, ['convert']],
        ['Convert', { documents: ['a'] }, ['convert', 'convert_documents']],
        ...['compact', 'omitDerived', 'keepDerived'].map((flag): [MethodName, JsonObject, string[]] => [
            'Convert',
            { [flag]: true },
            ['convert', 'convert_compact']
        ]),
        ['Query', {}, ['query']],
        ['Query', { oslcQuery: 'a' }, ['query', 'oslc_query']],
        ['RenderDocument', { form: 'markdown' }, ['render_document']],
        ['RenderDocument', { form: 'html' }, ['render_document', 'render_document_html']],
        ['ApplyEdits', { document: 'd' }, ['apply_edits', 'edit_documents']],
        ['GetServerInfo', {}, []]
    ])('of %s %j', (method, request, expected) => {
        expect(neededCapabilities(method, fromJson(methodNamed(method)!.input, request))).toEqual(expected);
    });

    it.each<[JsonValue, string[]]>([
        ...Object.entries({
            addConnection: 'connection_authoring',
            addSatisfy: 'satisfy_authoring',
            addRequirementConstraint: 'requirement_constraint_authoring',
            addTransition: 'transition_authoring',
            addVerify: 'verification_objective_authoring',
            addMetadata: 'metadata_authoring',
            addMetadataPrefix: 'metadata_prefix_authoring',
            addImport: 'import_authoring',
            addDocumentation: 'documentation_authoring',
            addNote: 'comment_authoring'
        }).map(([arm, capability]): [JsonValue, string[]] => [{ [arm]: {} }, ['authoring', capability]]),
        [{}, []],
        [{ addMember: { kind: 'entry' } }, ['authoring', 'state_action_authoring']],
        [{ addMember: { kind: ' exhibit  state ' } }, ['authoring', 'state_action_authoring']],
        [{ addMember: { kind: 'action entry' } }, ['authoring']],
        [{ addMember: { kind: 'part', direction: 'in' } }, ['authoring', 'member_modifiers']],
        ...['send', 'assign', 'if', 'while', 'loop', 'for', 'terminate'].map((memberKind): [JsonValue, string[]] => [
            { addSequence: { memberKind } },
            ['authoring', 'sequence_authoring', 'action_body_statement_authoring']
        ]),
        [{ setValue: {} }, []],
        [{ rename: {} }, []],
        [{ delete: {} }, ['authoring']],
        [{ addComment: {} }, ['authoring', 'comment_authoring']],
        [{ addMember: { kind: 'part' } }, ['authoring']],
        [{ addMember: { kind: 'ref' } }, ['authoring', 'member_modifiers']],
        [{ addMember: { kind: 'return' } }, ['authoring', 'member_modifiers']],
        [{ addMember: { kind: 'part', isAbstract: true } }, ['authoring', 'member_modifiers']],
        [{ addMember: { kind: 'part', isDefault: true } }, ['authoring', 'member_modifiers']],
        [{ addMember: { kind: 'part', redefines: ['a'] } }, ['authoring', 'member_modifiers']],
        [{ addMember: { kind: 'constraint', bodyExpression: 'true' } }, ['authoring', 'constraint_body_authoring']],
        [{ addMember: { kind: 'assert' } }, ['authoring', 'constraint_body_authoring']],
        [{ addMember: { kind: 'part', metadataPrefixes: ['M'] } }, ['authoring', 'metadata_authoring']],
        [{ addMember: { kind: 'part', doc: 'x' } }, ['authoring', 'documentation_authoring']],
        [{ addMember: { kind: 'objective', name: 'o' } }, ['authoring']],
        ...['do', 'exit', 'exhibit state'].map((kind): [JsonValue, string[]] => [
            { addMember: { kind } },
            ['authoring', 'state_action_authoring']
        ]),
        [{ addMember: { direction: 'in' } }, ['authoring', 'member_modifiers', 'implicit_parameters']],
        [{ addMember: { kind: 'assert constraint', doc: 'x' } }, ['authoring', 'constraint_body_authoring', 'documentation_authoring']],
        [{ addMember: { kind: 'objective' } }, ['authoring', 'verification_objective_authoring']],
        [{ addMember: { kind: 'entry action' } }, ['authoring', 'state_action_authoring']],
        [{ addSequence: { keyword: 'then', ref: 'a' } }, ['authoring', 'sequence_authoring']],
        ...Array.of<JsonObject>(
            ...['condition', 'value', 'target', 'via', 'until', 'multiplicity', 'parameter'].map(field => ({ [field]: 'x' })),
            { body: [{ memberKind: 'action' }] },
            { elseBody: [{ memberKind: 'action' }] },
            { keyword: 'if' },
            { keyword: 'else' }
        ).map((item): [JsonValue, string[]] => [
            { addSequence: item },
            ['authoring', 'sequence_authoring', 'action_body_statement_authoring']
        ]),
        [{ addSequence: { memberKind: 'action' } }, ['authoring', 'sequence_authoring']],
        [{ addSequence: { memberKind: 'accept' } }, ['authoring', 'sequence_authoring', 'action_body_statement_authoring']]
    ])('of the edit %j', (operation, expected) => {
        expect(neededCapabilities('ApplyEdits', fromJson(ApplyEditsRequestSchema, { operations: [operation] }))).toEqual([
            'apply_edits',
            ...expected
        ]);
    });
});

describe('texts of refusals', () => {
    it.each([
        ['', 4, ''],
        ['abcdefgh', 8, 'abcdefgh'],
        ['abcdefghi', 8, 'abcdef … 1 characters … hi'],
        ['abcdefghijkl', 4, 'abc … 8 characters … l']
    ])('%j within %i characters', (text, most, expected) => expect(shortened(text, most)).toBe(expected));

    it('keep no half of a character', () => expect(shortened('aaa😀bbbb😀c', 8)).toBe('aaa😀b … 4 characters … \ufffdc'));
});

describe('schedules', () => {
    it.each(['', 'reverse', 'declared', 'seed:0', 'seed:18446744073709551615', 'explore', 'explore:runs=1', 'explore:depth=3,runs=2'])(
        '%s is one',
        schedule => {
            expect(() => checkSchedule(schedule)).not.toThrow();
        }
    );
    it.each([
        'random',
        'seed',
        'seed:',
        'seed:-1',
        'seed:0x1',
        'seed:18446744073709551616',
        `seed:${'9'.repeat(100)}`,
        'explore:',
        'explore:runs=0',
        'explore:runs=1,runs=2',
        'explore:depth=x',
        'explore:width=1',
        'replay:x',
        'reverse:1'
    ])('%s is none', schedule => {
        expect(() => checkSchedule(schedule)).toThrow(schedule);
    });
});

it.each([
    ['9007199254740993', '"9007199254740993"'],
    ['[-9223372036854775808, 1]', '["-9223372036854775808", 1]'],
    ['{"a":12345678901234567}', '{"a":"12345678901234567"}'],
    ['"9007199254740993"', undefined],
    ['{"a\\"9007199254740993":"x\\\\", "b":9007199254740993}', '{"a\\"9007199254740993":"x\\\\", "b":"9007199254740993"}'],
    ['0.12345678901234567890', undefined],
    ['12345678901234567.5', undefined],
    ['12345678901234567890e-3', undefined],
    ['1e1234567890123456', undefined],
    ['123456789012345', undefined],
    ['"9007199254740993', undefined],
    ['"\\', undefined]
])('JSON integers keep every digit: %s', (text, expected) => expect(withExactIntegers(text)).toBe(expected ?? text));

it('reads keepDerived as a truth or as a list', () => {
    const { input } = methodNamed('Convert')!;
    const decode = (body: unknown): [unknown, unknown] => {
        const message = decodeMessage(input, Buffer.from(JSON.stringify(body)), 'json');
        return [(message as unknown as { keepDerived: boolean }).keepDerived, keptDerivedProperties(message)];
    };
    expect(decode({ keepDerived: true })).toEqual([true, undefined]);
    expect(decode({ keepDerived: ['qualifiedName'] })).toEqual([true, ['qualifiedName']]);
    expect(() => decode({ keepDerived: [1] })).toThrow(Refusal);
});

describe('requests that nest', () => {
    const { input } = methodNamed('Query')!;
    /** A condition of so many levels, each of which is three objects and lists of JSON. */
    const json = (levels: number): string =>
        `{"modelHash":"]}\\"","query":{"where":${'{"composite":{"constraint":['.repeat(levels)}{}${']}}'.repeat(levels)}}}`;
    const varint = (value: number): number[] => (value < 128 ? [value] : [128 + (value % 128), ...varint(Math.floor(value / 128))]);
    const proto = (levels: number): Uint8Array => {
        const numberOf = (schema: DescMessage, name: string): number => schema.fields.find(f => f.name === name)!.number;
        const [composite, constraint] = [numberOf(ConstraintSchema, 'composite'), numberOf(CompositeConstraintSchema, 'constraint')];
        const parts: Buffer[] = [];
        let size = 0;
        const around = (field: number): void => {
            const head = Buffer.from([field * 8 + 2, ...varint(size)]);
            parts.push(head);
            size += head.length;
        };
        for (let level = 0; level < levels; level++) {
            around(constraint);
            around(composite);
        }
        around(numberOf(QuerySchema, 'where'));
        around(numberOf(input, 'query'));
        return Buffer.concat(parts.reverse());
    };

    it('are read to a depth at which nothing takes long', () => {
        expect(decodeMessage(input, Buffer.from(json(100)), 'json')).toBeDefined();
        expect(decodeMessage(input, proto(100), 'proto')).toBeDefined();
    });

    it.each([5_000, 40_000])('are refused beyond, with %s levels', levels => {
        expect(() => decodeMessage(input, Buffer.from(json(levels)), 'json')).toThrow(
            'cannot be read as JSON: nested more than 10000 deep'
        );
        expect(() => decodeMessage(input, proto(levels), 'proto')).toThrow(
            /cannot be read as protobuf: nested (more than 10000 deep|too deeply)/
        );
    });

    it('count no brackets in texts, and none that were closed', () => {
        const where = {
            composite: { constraint: Array.from({ length: 6_000 }, () => ({ primitive: { property: '[{', value: ['"[{\\'] } })) }
        };
        expect(decodeMessage(input, Buffer.from(JSON.stringify({ query: { where } })), 'json')).toBeDefined();
    });
});
