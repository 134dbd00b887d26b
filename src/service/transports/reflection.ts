// The answers of gRPC server reflection, from the generated descriptors: services, and files by name and by symbol. The messages of v1 and
// v1alpha have equal fields, so that one set of schemas reads both.

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

/** The fully qualified names that a message declares: itself, its fields and its nested types, including the entry types of maps. */
function symbolsOfMessage(scope: string, message: DescriptorProto): string[] {
    const name = `${scope}.${message.name}`;
    return [
        name,
        ...[...message.field, ...message.extension, ...message.oneofDecl].map(declared => `${name}.${declared.name}`),
        ...message.enumType.flatMap(declared => symbolsOfEnum(name, declared)),
        ...message.nestedType.flatMap(nested => symbolsOfMessage(name, nested))
    ];
}

/** The values of an enumeration belong to its enclosing scope. */
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

/** The encoded descriptor of a file. It is cached, since encoding takes milliseconds and clients may request it often. */
function descriptorOf(file: DescFile): Uint8Array {
    let bytes = descriptors.get(file);
    if (bytes === undefined) {
        bytes = toBinary(FileDescriptorProtoSchema, file.proto);
        descriptors.set(file, bytes);
    }
    return bytes;
}

type Answer = ServerReflectionResponse['messageResponse'];

function answerOf({ messageRequest: request }: ServerReflectionRequest): Answer {
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
    switch (request.case) {
        case 'fileByFilename':
            return file(byName.get(request.value), `file ${request.value}`);
        case 'fileContainingSymbol':
            return file(bySymbol.get(request.value.replace(/^\./, '')), `symbol ${request.value}`);
        case 'fileContainingExtension':
            return notFound(`extension ${request.value.extensionNumber} of ${request.value.containingType}`);
        case 'allExtensionNumbersOfType':
            return messageNames.has(request.value)
                ? {
                      case: 'allExtensionNumbersResponse',
                      value: { $typeName: 'grpc.reflection.v1.ExtensionNumberResponse', baseTypeName: request.value, extensionNumber: [] }
                  }
                : notFound(`type ${request.value}`);
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
                    errorMessage: 'the request has no question'
                }
            };
    }
}

/**
 * Answers one message of the reflection stream.
 * @throws Error if the bytes are not a ServerReflectionRequest
 */
export function reflect(request: Uint8Array): Uint8Array {
    const message = fromBinary(ServerReflectionRequestSchema, request);
    return toBinary(
        ServerReflectionResponseSchema,
        create(ServerReflectionResponseSchema, {
            validHost: message.host,
            originalRequest: message,
            messageResponse: answerOf(message)
        })
    );
}
