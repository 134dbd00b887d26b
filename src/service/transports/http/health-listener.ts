// The second health listener (`-health-port`): HTTP/1.1, with the health report only.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exchangeLimits, Http1Exchange } from './exchange.js';
import { answerHealth, notFoundPage } from './routes.js';

export interface HealthListener {
    readonly address: AddressInfo;
    close(): Promise<void>;
}

/** Starts listening. @throws the error of the socket */
export async function listenForHealth(port: number, version: string, host?: string): Promise<HealthListener> {
    const limits = exchangeLimits();
    const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
        const exchange = new Http1Exchange(request, response, limits);
        if (exchange.path === '/health') {
            answerHealth(version, exchange);
        } else {
            notFoundPage(exchange);
        }
    });
    await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, resolve);
    });
    return {
        address: server.address() as AddressInfo, // not null, since it listens on a port
        close: () =>
            new Promise(resolve => {
                server.close(() => resolve());
                server.closeIdleConnections();
                setTimeout(() => server.closeAllConnections(), 5000).unref();
            })
    };
}
