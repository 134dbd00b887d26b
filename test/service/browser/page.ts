// What the page of browser.test.ts does: calls the service with the web clients and sends what happened to the server that it came from.
// Runs in the browser; the test compares.

import { ConnectError, createClient, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcWebTransport } from '@connectrpc/connect-web';
import { SysMLService, type Value } from '../../../src/wire/generated/sysml_pb.js';

/** Addresses of services, as the test bundles them in. */
declare const SERVICES: readonly string[];

export interface Outcome {
    readonly client: string;
    readonly service: number;
    /** set when the browser did not let the page reach the service */
    readonly blocked?: string;
    readonly value?: string;
    readonly length?: number;
    readonly diagnostics?: readonly string[];
    readonly failure?: readonly [code: number, message: string];
}

const CLIENTS: Readonly<Record<string, (baseUrl: string) => Transport>> = {
    Connect: baseUrl => createConnectTransport({ baseUrl }),
    'Connect in protobuf': baseUrl => createConnectTransport({ baseUrl, useBinaryFormat: true }),
    'gRPC-Web': baseUrl => createGrpcWebTransport({ baseUrl }),
    'gRPC-Web in JSON': baseUrl => createGrpcWebTransport({ baseUrl, useBinaryFormat: false })
};

const textOf = (value: Value | undefined): string =>
    value?.kind.case === 'stringValue' || value?.kind.case === 'intValue' ? `${value.kind.value}` : 'another kind';

async function visit(transport: Transport): Promise<Omit<Outcome, 'client' | 'service'>> {
    const client = createClient(SysMLService, transport);
    try {
        const { modelHash, diagnostics } = await client.parseSources({
            documents: [{ name: 'ä.sysml', source: { case: 'content', value: 'def A\nerror ß' } }]
        });
        const { result } = await client.evaluate({ modelHash, expression: '9223372036854775806+1' });
        const long = await client.evaluate({ modelHash, expression: 'text 100000' });
        const failure = await client.getDiagnostics({ modelHash: 'health_check' }).then(
            () => undefined,
            (error: unknown) => error as ConnectError
        );
        return {
            value: textOf(result),
            length: textOf(long.result).length,
            diagnostics: diagnostics.map(({ message }) => message),
            ...(failure && { failure: [failure.code, failure.rawMessage] })
        };
    } catch (error) {
        return { blocked: String(error) };
    }
}

async function visitAll(): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const [service, address] of SERVICES.entries()) {
        for (const [client, make] of Object.entries(CLIENTS)) {
            outcomes.push({ client, service, ...(await visit(make(address))) });
        }
    }
    return outcomes;
}

void visitAll().then(outcomes => fetch('/outcomes', { method: 'POST', body: JSON.stringify(outcomes) }));
