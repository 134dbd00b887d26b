// What gRPC server reflection answers, from the descriptors that were generated with the message types: the service, its files
// by name and by symbol. The messages of v1 and v1alpha are equal field by field, so one set of schemas reads both.

import { create, fromBinary, toBinary, type DescFile } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import {
    file_grpc_reflection_v1_reflection, ServerReflectionRequestSchema, ServerReflectionResponseSchema,
    type ServerReflectionRequest, type ServerReflectionResponse
} from '../generated/grpc/reflection/v1/reflection_pb.js';
import { file_grpc_reflection_v1alpha_reflection } from '../generated/grpc/reflection/v1alpha/reflection_pb.js';
import { file_sysml } from '../generated/sysml_pb.js';
import { Code } from '../wire/status.js';

const FILES: readonly DescFile[] = [file_sysml, file_grpc_reflection_v1_reflection, file_grpc_reflection_v1alpha_reflection];

/** Paths of the reflection procedures. */
export const REFLECTION_PATHS = FILES.slice(1).flatMap(file => file.services).map(service => `/${service.typeName}/ServerReflectionInfo`);

/** The bytes of the service's own file descriptor. */
export const serviceDescriptor = (): Uint8Array => toBinary(FileDescriptorProtoSchema, file_sysml.proto);

const bySymbol = new Map<string, DescFile>(FILES.flatMap(file => [
    ...file.messages.flatMap(message => [
        message.typeName, ...message.fields.map(field => `${message.typeName}.${field.name}`), ...message.oneofs.map(oneof => `${message.typeName}.${oneof.name}`)
    ]),
    ...file.enums.flatMap(declared => [declared.typeName, ...declared.values.map(value => `${file.proto.package}.${value.name}`)]),
    ...file.services.flatMap(service => [service.typeName, ...service.methods.map(method => `${service.typeName}.${method.name}`)])
].map(name => [name, file] as const)));

const byName = new Map<string, DescFile>(FILES.map(file => [file.proto.name, file]));
const messageNames = new Set(FILES.flatMap(file => file.messages.map(message => message.typeName)));

type Answer = ServerReflectionResponse['messageResponse'];

function answerOf({ messageRequest: asked }: ServerReflectionRequest): Answer {
    const notFound = (what: string): Answer => ({
        case: 'errorResponse', value: { $typeName: 'grpc.reflection.v1.ErrorResponse', errorCode: Code.notFound, errorMessage: `${what} not found` }
    });
    const file = (found: DescFile | undefined, what: string): Answer => found ? {
        case: 'fileDescriptorResponse',
        value: { $typeName: 'grpc.reflection.v1.FileDescriptorResponse', fileDescriptorProto: [toBinary(FileDescriptorProtoSchema, found.proto)] }
    } : notFound(what);
    switch (asked.case) {
        case 'fileByFilename': return file(byName.get(asked.value), `file ${asked.value}`);
        case 'fileContainingSymbol': return file(bySymbol.get(asked.value.replace(/^\./, '')), `symbol ${asked.value}`);
        case 'fileContainingExtension': return notFound(`extension ${asked.value.extensionNumber} of ${asked.value.containingType}`);
        case 'allExtensionNumbersOfType': return messageNames.has(asked.value) ? {
            case: 'allExtensionNumbersResponse',
            value: { $typeName: 'grpc.reflection.v1.ExtensionNumberResponse', baseTypeName: asked.value, extensionNumber: [] }
        } : notFound(`type ${asked.value}`);
        case 'listServices': return {
            case: 'listServicesResponse',
            value: {
                $typeName: 'grpc.reflection.v1.ListServiceResponse',
                service: FILES.flatMap(({ services }) => services).map(({ typeName }) => ({ $typeName: 'grpc.reflection.v1.ServiceResponse' as const, name: typeName }))
            }
        };
        default: return {
            case: 'errorResponse',
            value: { $typeName: 'grpc.reflection.v1.ErrorResponse', errorCode: Code.invalidArgument, errorMessage: 'the request asks nothing' }
        };
    }
}

/**
 * Answers one request message of the reflection stream.
 * @throws Error when the bytes are no ServerReflectionRequest
 */
export function reflect(request: Uint8Array): Uint8Array {
    const asked = fromBinary(ServerReflectionRequestSchema, request);
    return toBinary(ServerReflectionResponseSchema, create(ServerReflectionResponseSchema, {
        validHost: asked.host, originalRequest: asked, messageResponse: answerOf(asked)
    }));
}
