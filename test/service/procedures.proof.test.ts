// Each procedure, on the project's own core: the same answer through every protocol, and after calls that were given up at any moment.
// The quick suite takes every sixteenth one.

import { fromBinary, fromJson, toBinary, toJson, type DescMethodUnary, type JsonValue } from '@bufbuild/protobuf';
import { Code, ConnectError, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import * as grpc from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SysMLService } from '../../src/wire/generated/sysml_pb.js';
import { METHODS, SERVICE_NAME } from '../../src/wire/methods.js';
import { sampled } from '../support/thorough.js';
import { comparable, CONTENT, NAMES, REQUESTS, requestFor } from './every-procedure.js';
import { start, type TestService } from './double/start.js';

type Name = keyof typeof REQUESTS;

let service: TestService;
let plain: TestService;
let modelHash: string;
let transports: readonly Transport[];
let grpcJs: grpc.Client;

beforeAll(async () => {
    service = await start([], {}, 2, 'real');
    plain = await start([], { SERVICE_TEST_WITHOUT: 'fast-path,kept-answers,mailbox', SERVICE_JOBS: '1' }, 1, 'real');
    await plain.post('ParseSources', { documents: [{ name: 'p.sysml', content: CONTENT }] });
    modelHash = (await service.post('ParseSources', { documents: [{ name: 'p.sysml', content: CONTENT }] })).json.modelHash as string;
    const baseUrl = service.url;
    transports = [
        createGrpcTransport({ baseUrl }),
        createGrpcWebTransport({ baseUrl, httpVersion: '2' }),
        createConnectTransport({ baseUrl, httpVersion: '1.1', useBinaryFormat: false }),
        createConnectTransport({ baseUrl, httpVersion: '1.1', useBinaryFormat: true })
    ];
    grpcJs = new grpc.Client(`127.0.0.1:${service.port}`, grpc.credentials.createInsecure());
});
afterAll(async () => {
    grpcJs.close();
    await service.shutdown();
    await plain.shutdown();
});

const descriptorOf = (name: Name): DescMethodUnary => SysMLService.methods.find(method => method.name === name) as DescMethodUnary;
const messageFor = (name: Name): ReturnType<typeof fromJson> =>
    fromJson(descriptorOf(name).input, requestFor(name, modelHash) as JsonValue);

async function through(transport: Transport, name: Name, signal?: AbortSignal, timeout?: number): Promise<unknown> {
    const method = descriptorOf(name);
    const { message } = await transport.unary(method, signal, timeout, undefined, messageFor(name));
    return comparable(toJson(method.output, message));
}

function throughGrpcJs(name: Name): Promise<unknown> {
    const { input, output } = descriptorOf(name);
    const bytes = (buffer: Buffer): Buffer => buffer;
    const request = Buffer.from(toBinary(input, messageFor(name)));
    return new Promise((resolve, reject) =>
        grpcJs.makeUnaryRequest(`/${SERVICE_NAME}/${name}`, bytes, bytes, request, (error, answer) =>
            error ? reject(error) : resolve(comparable(toJson(output, fromBinary(output, answer!))))
        )
    );
}

it('there is a request for each procedure that is served', () => {
    expect([...NAMES].sort()).toEqual(METHODS.map(({ name }) => name).sort());
});

describe.each(sampled(NAMES, 16, 2))('%s', name => {
    it('answers the same through gRPC, gRPC-Web and Connect in JSON and protobuf', async () => {
        const answer = await throughGrpcJs(name);
        expect(answer).not.toHaveProperty('error');
        for (const transport of transports) {
            expect(await through(transport, name)).toEqual(answer);
        }
    });

    it('answers the same without shortcuts, however often it is called', async () => {
        const [first, ...others] = [service, service, service, service, service, service, plain, plain];
        const ask = async (of: TestService): Promise<unknown> => comparable((await of.post(name, requestFor(name, modelHash))).json);
        const answer = await ask(first);
        for (const other of others) {
            expect(await ask(other)).toEqual(answer);
        }
    });

    it('answers the same after calls that were given up', async () => {
        const before = await throughGrpcJs(name);
        /** In time, or given up: nothing else. */
        const check = (made: Promise<unknown>, allowed: Code): Promise<void> =>
            made.then(
                answer => expect(answer).toEqual(before),
                (error: unknown) => expect(ConnectError.from(error).code).toBe(allowed)
            );
        await Promise.all(
            transports.flatMap((transport, milliseconds) => {
                const controller = new AbortController();
                setTimeout(() => controller.abort(), milliseconds);
                return [
                    check(through(transport, name, controller.signal), Code.Canceled),
                    check(through(transport, name, undefined, milliseconds + 1), Code.DeadlineExceeded)
                ];
            })
        );
        expect(await throughGrpcJs(name)).toEqual(before);
    });
});
