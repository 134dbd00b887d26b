// What gRPC server reflection answers, from the descriptors that were generated with the message types: the service, its files
// by name and by symbol. The messages of v1 and v1alpha are equal field by field, so one set of schemas reads both.

import { create, fromBinary, toBinary, type DescFile } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, type DescriptorProto, type EnumDescriptorProto } from '@bufbuild/protobuf/wkt';
import {
    file_grpc_reflection_v1_reflection,
    ServerReflectionRequestSchema,
    ServerReflectionResponseSchema,
    type ServerReflectionRequest,
    type ServerReflectionResponse
} from '../../wire/generated/grpc/reflection/v1/reflection_pb.js';
import { file_grpc_reflection_v1alpha_reflection } from '../../wire/generated/grpc/reflection/v1alpha/reflection_pb.js';
import { file_sysml } from '../../wire/generated/sysml_pb.js';
import { Code } from '../../wire/status.js';

const FILES: readonly DescFile[] = [file_sysml, file_grpc_reflection_v1_reflection, file_grpc_reflection_v1alpha_reflection];

/** Paths of the reflection procedures. */
export const REFLECTION_PATHS = FILES.slice(1)
    .flatMap(file => file.services)
    .map(service => `/${service.typeName}/ServerReflectionInfo`);

/** The fully qualified names that a message declares: itself, its fields, what is nested in it (the entry types of maps too). */
function symbolsOfMessage(scope: string, message: DescriptorProto): string[] {
    const name = `${scope}.${message.name}`;
    return [
        name,
        ...[...message.field, ...message.extension, ...message.oneofDecl].map(declared => `${name}.${declared.name}`),
        ...message.enumType.flatMap(declared => symbolsOfEnum(name, declared)),
        ...message.nestedType.flatMap(nested => symbolsOfMessage(name, nested))
    ];
}

/** The values of an enumeration are names beside it, not in it. */
function symbolsOfEnum(scope: string, declared: EnumDescriptorProto): string[] {
    return [declared, ...declared.value].map(({ name }) => `${scope}.${name}`);
}

function symbolsOfFile({ proto }: DescFile): string[] {
    const scope = proto.package;
    return [
        ...proto.messageType.flatMap(message => symbolsOfMessage(scope, message)),
        ...proto.enumType.flatMap(declared => symbolsOfEnum(scope, declared)),
        ...proto.service.flatMap(({ name, method }) => [`${scope}.${name}`, ...method.map(one => `${scope}.${name}.${one.name}`)])
    ];
}

const bySymbol = new Map<string, DescFile>(FILES.flatMap(file => symbolsOfFile(file).map(name => [name, file] as const)));

const byName = new Map<string, DescFile>(FILES.map(file => [file.proto.name, file]));
const messageNames = new Set(FILES.flatMap(file => file.messages.map(message => message.typeName)));

const descriptors = new Map<DescFile, Uint8Array>();

/** The bytes of a file's descriptor, made once: making them takes milliseconds, and clients may request them often. */
function descriptorOf(file: DescFile): Uint8Array {
    let bytes = descriptors.get(file);
    if (bytes === undefined) {
        bytes = toBinary(FileDescriptorProtoSchema, file.proto);
        descriptors.set(file, bytes);
    }
    return bytes;
}

type Answer = ServerReflectionResponse['messageResponse'];

function answerOf({ messageRequest: asked }: ServerReflectionRequest): Answer {
    const notFound = (what: string): Answer => ({
        case: 'errorResponse',
        value: { $typeName: 'grpc.reflection.v1.ErrorResponse', errorCode: Code.notFound, errorMessage: `${what} not found` }
    });
    const file = (found: DescFile | undefined, what: string): Answer =>
        found
            ? {
                  case: 'fileDescriptorResponse',
                  value: {
                      $typeName: 'grpc.reflection.v1.FileDescriptorResponse',
                      fileDescriptorProto: [descriptorOf(found)]
                  }
              }
            : notFound(what);
    switch (asked.case) {
        case 'fileByFilename':
            return file(byName.get(asked.value), `file ${asked.value}`);
        case 'fileContainingSymbol':
            return file(bySymbol.get(asked.value.replace(/^\./, '')), `symbol ${asked.value}`);
        case 'fileContainingExtension':
            return notFound(`extension ${asked.value.extensionNumber} of ${asked.value.containingType}`);
        case 'allExtensionNumbersOfType':
            return messageNames.has(asked.value)
                ? {
                      case: 'allExtensionNumbersResponse',
                      value: { $typeName: 'grpc.reflection.v1.ExtensionNumberResponse', baseTypeName: asked.value, extensionNumber: [] }
                  }
                : notFound(`type ${asked.value}`);
        case 'listServices':
            return {
                case: 'listServicesResponse',
                value: {
                    $typeName: 'grpc.reflection.v1.ListServiceResponse',
                    service: FILES.flatMap(({ services }) => services).map(({ typeName }) => ({
                        $typeName: 'grpc.reflection.v1.ServiceResponse' as const,
                        name: typeName
                    }))
                }
            };
        default:
            return {
                case: 'errorResponse',
                value: {
                    $typeName: 'grpc.reflection.v1.ErrorResponse',
                    errorCode: Code.invalidArgument,
                    errorMessage: 'the request asks nothing'
                }
            };
    }
}

/**
 * Answers one request message of the reflection stream.
 * @throws Error when the bytes are no ServerReflectionRequest
 */
export function reflect(request: Uint8Array): Uint8Array {
    const asked = fromBinary(ServerReflectionRequestSchema, request);
    return toBinary(
        ServerReflectionResponseSchema,
        create(ServerReflectionResponseSchema, {
            validHost: asked.host,
            originalRequest: asked,
            messageResponse: answerOf(asked)
        })
    );
}
