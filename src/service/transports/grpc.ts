// `-transport grpc`: gRPC alone, through grpc-js and its reflection service. Messages pass through as bytes; the executor reads them.

import { loadFileDescriptorSetFromBuffer } from '@grpc/proto-loader';
import { Server, ServerCredentials, type handleUnaryCall, type ServiceDefinition } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { create, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { file_sysml } from '../generated/sysml_pb.js';
import { METHODS, SERVICE_NAME, type Method } from '../wire/methods.js';
import { Code, connectSpelling } from '../wire/status.js';
import { MAX_MESSAGE } from './compression.js';
import type { ServerContext } from './context.js';

export interface GrpcListener {
    readonly port: number;
    /** Accepts nothing new and resolves when every call has been answered. */
    stop(): Promise<void>;
    end(): void;
}

const asBytes = (bytes: Buffer): Buffer => bytes;

/** Starts listening on all interfaces; fails when the port cannot be bound. */
export async function listenGrpc(context: ServerContext, port: number, host = '[::]'): Promise<GrpcListener> {
    const server = new Server({
        'grpc.max_receive_message_length': MAX_MESSAGE, 'grpc.max_send_message_length': -1
    });
    const definition: ServiceDefinition = Object.fromEntries(METHODS.map(method => [method.name, {
        path: `/${SERVICE_NAME}/${method.name}`, originalName: method.name, requestStream: false, responseStream: false,
        requestSerialize: asBytes, requestDeserialize: asBytes, responseSerialize: asBytes, responseDeserialize: asBytes
    }]));
    server.addService(definition, Object.fromEntries(METHODS.map(method => [method.name, handler(context, method)])));
    const set = toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: [file_sysml.proto] }));
    new ReflectionService(loadFileDescriptorSetFromBuffer(Buffer.from(set), { keepCase: true })).addToServer(server);
    const bound = await new Promise<number>((resolve, reject) => server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(),
        (error, address) => error ? reject(error) : resolve(address)));
    return {
        port: bound,
        stop: () => new Promise(resolve => server.tryShutdown(() => resolve())),
        end: () => server.forceShutdown()
    };
}

function handler({ executor, log }: ServerContext, method: Method): handleUnaryCall<Buffer, Buffer> {
    const procedure = `/${SERVICE_NAME}/${method.name}`;
    return (call, callback) => {
        const started = performance.now();
        const limit = call.getDeadline();
        const deadline = limit instanceof Date ? limit.getTime() : Number.isFinite(limit) ? limit : 0;
        const cancel = executor.call({ method, format: 'proto', body: call.request, deadline }, ({ code, message, body }) => {
            const attributes = { procedure, protocol: 'grpc', duration_ms: Math.round(performance.now() - started) };
            if (code === Code.ok) {
                log.debug('call answered', attributes);
                callback(null, Buffer.from(body.buffer, body.byteOffset, body.byteLength));
            } else {
                log.error('call failed', { ...attributes, error: `${connectSpelling(code)}: ${message}` });
                callback({ code: code as number, details: message, name: 'Refusal', message });
            }
        });
        call.on('cancelled', cancel);
    };
}
