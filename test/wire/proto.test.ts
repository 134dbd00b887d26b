// proto/sysml.proto against the sheet of the wire contract (when it is at hand) and against an independent parser.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadFileDescriptorSetFromBuffer, loadSync } from '@grpc/proto-loader';
import { create, toBinary, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { describe, expect, it } from 'vitest';
import { file_sysml } from '../../src/wire/generated/sysml_pb.js';

interface WireField {
    name: string;
    number: number;
    type: string;
    label: string;
    oneof?: string;
    keyType?: string;
    valueType?: string;
    deprecated?: boolean;
}
interface Wire {
    package: string;
    services: { name: string; methods: { name: string; input: string; output: string; streaming: string }[] }[];
    messages: { name: string; fields: WireField[]; reserved?: { numbers: number[]; names: string[] } }[];
    enums: { name: string; values: { name: string; number: number }[] }[];
}

const sheet = join(import.meta.dirname, '../../../shared/contract/wire.json');

/** Fields that the amendments of the contract, and what it says of newer operations, add to its sheet. */
const ARGUMENTS: WireField[] = [
    { name: 'arguments', number: 6, type: 'Value', label: 'repeated' },
    { name: 'named_arguments', number: 7, type: 'map<string, Value>', label: 'map' }
];
const single = (number: number, name: string, type: string): WireField => ({ name, number, type, label: 'singular' });
const many = (number: number, name: string, type: string): WireField => ({ name, number, type, label: 'repeated' });
const chance = (first: number): WireField[] => [
    single(first, 'advance', 'double'),
    single(first + 1, 'seed', 'uint64'),
    single(first + 2, 'draws', 'string'),
    single(first + 3, 'clock_step', 'double')
];
const AMENDMENTS: Record<string, WireField[]> = {
    ExecuteActionRequest: chance(6),
    ExecuteStateRequest: chance(7),
    VerifyConstraintRequest: ARGUMENTS,
    VerifyRequirementRequest: ARGUMENTS,
    ExecuteActionResponse: [{ name: 'order_dependent', number: 8, type: 'map<string, int32>', label: 'map' }],
    ExecuteStateResponse: [{ name: 'order_dependent', number: 10, type: 'map<string, int32>', label: 'map' }],
    FeatureValue: [single(6, 'order_dependent', 'int32')],
    Diagnostic: [many(5, 'order_dependent', 'string'), single(6, 'independent', 'bool')],
    DiagnosticsRequest: [many(2, 'disable_lint', 'string'), many(3, 'enable_lint', 'string')],
    VerificationVerdict: [single(6, 'instance_id', 'int64'), single(7, 'instance_type_id', 'string')],
    RunAnalysisRequest: [single(8, 'tool_dry_run', 'bool')],
    RunAnalysisResponse: [single(14, 'tool_dry_run', 'ToolDryRun')],
    ExplorationStatus: [many(8, 'unenumerated', 'string')],
    ListEnginesRequest: [single(1, 'probe', 'bool')],
    ConvertRequest: [single(12, 'include_check_diagnostics', 'bool')],
    RenderDocumentResponse: [single(3, 'file_name', 'string')],
    RenderViewRequest: [many(4, 'show', 'string'), single(5, 'depth', 'int32'), single(6, 'compartments', 'string')],
    RenderViewResponse: [many(11, 'shown', 'string')],
    RenderNode: [single(14, 'compartment', 'string')],
    RenderGeometry: [single(7, 'unplaced', 'bool')]
};

/** Procedures that the newest compatible service has beyond the sheet, each with messages whose names begin so. */
const NEWEST: Readonly<Record<string, RegExp>> = {
    CheckBehavior: /^Check/,
    RunRuns: /^Run(Runs|Distribution|Percentile|HistogramBin|CountedValue)/,
    RunAnalysis: /^ToolDryRun/,
    RecordRun: /^RecordRun/,
    ImportData: /^(DataImport|Import(Data|ed))/,
    CompareResults: /^(Compare|Observable|Configuration|Statistic|CaseStatistic)/,
    SelfCheck: /^SelfCheck/
};
const isNewest = (message: string): boolean => Object.values(NEWEST).some(names => names.test(message));

const scalarNames = ['', 'double', 'float', 'int64', 'uint64', 'int32', 'fixed64', 'fixed32', 'bool', 'string', '', '', 'bytes', 'uint32'];

function typeName(field: DescField): string {
    const single = (scalar: number | undefined, message?: DescMessage, enumeration?: { name: string }): string =>
        message?.name ?? enumeration?.name ?? scalarNames[scalar ?? 0];
    switch (field.fieldKind) {
        case 'scalar':
            return single(field.scalar);
        case 'enum':
            return field.enum.name;
        case 'message':
            return field.message.name;
        case 'list':
            return single(field.scalar, field.message, field.enum);
        case 'map':
            return `map<${single(field.mapKey)}, ${single(field.scalar, field.message, field.enum)}>`;
    }
}

function described(field: DescField): WireField {
    return {
        name: field.name,
        number: field.number,
        type: typeName(field),
        label: field.fieldKind === 'list' ? 'repeated' : field.fieldKind === 'map' ? 'map' : 'singular',
        ...(field.oneof ? { oneof: field.oneof.name } : {}),
        ...(field.deprecated ? { deprecated: true } : {})
    };
}

describe.skipIf(!existsSync(sheet))('the contract', () => {
    const wire = JSON.parse(existsSync(sheet) ? readFileSync(sheet, 'utf8') : '{"messages":[],"enums":[],"services":[]}') as Wire;

    it('has the same messages, fields, numbers, types and oneofs', () => {
        const known = new Set(wire.messages.map(({ name }) => name));
        const compared = file_sysml.messages.filter(({ name }) => known.has(name) || !isNewest(name));
        const ours = Object.fromEntries(compared.map(message => [message.name, message.fields.map(described)]));
        const theirs = Object.fromEntries(
            wire.messages.map(message => [
                message.name,
                message.fields.map(field => ({
                    name: field.name,
                    number: field.number,
                    type: field.type,
                    label: field.label,
                    ...(field.oneof ? { oneof: field.oneof } : {}),
                    ...(field.deprecated ? { deprecated: true } : {})
                }))
            ])
        );
        const byNumber = (fields: Record<string, WireField[]>): Record<string, WireField[]> =>
            Object.fromEntries(
                Object.entries(fields).map(([name, list]) => [name, [...list].sort((left, right) => left.number - right.number)])
            );
        for (const [message, fields] of Object.entries(AMENDMENTS)) {
            theirs[message].push(...fields);
        }
        expect(byNumber(ours)).toEqual(byNumber(theirs));
    });

    it('has the same reservations', () => {
        const reserved = (message: DescMessage): unknown => ({
            numbers: message.proto.reservedRange.map(range => range.start),
            names: message.proto.reservedName
        });
        for (const message of wire.messages.filter(candidate => candidate.reserved)) {
            expect(reserved(file_sysml.messages.find(candidate => candidate.name === message.name)!)).toEqual(message.reserved);
        }
    });

    it('has the same enums', () => {
        const ours = file_sysml.enums.map(declared => ({
            name: declared.name,
            values: declared.values.map(({ name, number }) => ({ name, number }))
        }));
        expect(ours).toEqual(wire.enums);
    });

    it('has the same procedures', () => {
        const ours = file_sysml.services.map(service => ({
            name: service.name,
            methods: service.methods.map(method => ({
                name: method.name,
                input: method.input.name,
                output: method.output.name,
                streaming: method.methodKind
            }))
        }));
        const theirs = wire.services.map(({ name, methods }) => ({ name, methods }));
        const known = theirs.flatMap(({ methods }) => methods.map(({ name }) => name));
        const compared = ours.map(({ name, methods }) => ({
            name,
            methods: methods.filter(m => known.includes(m.name) || !(m.name in NEWEST))
        }));
        expect(compared).toEqual(theirs);
        expect(file_sysml.proto.package).toBe(wire.package);
    });
});

it('means the same to another parser of the .proto text', () => {
    const independent = loadSync('sysml.proto', { includeDirs: [join(import.meta.dirname, '../../proto')], keepCase: true });
    const set = create(FileDescriptorSetSchema, { file: [file_sysml.proto] });
    const ours = loadFileDescriptorSetFromBuffer(Buffer.from(toBinary(FileDescriptorSetSchema, set)), { keepCase: true });
    expect(Object.keys(ours).sort()).toEqual(Object.keys(independent).sort());
    const types = Object.entries(independent).filter(([, definition]) => 'format' in definition && definition.format !== undefined);
    expect(types.length).toBeGreaterThan(100);
    const facts = (definition: unknown): unknown => {
        const type = (definition as { type?: { name?: string; field?: { name: string; number: number; type: unknown; label: unknown }[] } })
            .type;
        return type?.field
            ?.map(({ name, number, type, label }) => ({ name, number, type, label }))
            .sort((left, right) => left.number - right.number);
    };
    for (const [name, definition] of types) {
        expect(facts(ours[name]), name).toEqual(facts(definition));
    }
});
