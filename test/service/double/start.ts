// Starts the service on the stand-in core, or on the project's own, on a free port of the loopback interface. The workers' modules are
// bundled first: tests start many workers, and each would compile the sources again.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readEnvironment } from '../../../src/service/config/environment.js';
import { parseFlags } from '../../../src/service/config/flags.js';
import { createLog } from '../../../src/service/log.js';
import { startService, type RunningService } from '../../../src/service/service.js';
import { bundled } from '../../support/bundled.js';

export interface TestService extends RunningService {
    readonly url: string;
    readonly port: number;
    /** log lines so far */
    readonly lines: string[];
    post(method: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export interface Answer {
    status: number;
    headers: Headers;
    json: Record<string, unknown>;
    text: string;
}

interface WorkerModules {
    readonly workerEntry: URL;
    readonly servicesModule: string;
}

let modules: Promise<WorkerModules> | undefined;

async function bundleWorker(): Promise<WorkerModules> {
    const folder = await bundled('test-workers', {
        worker: 'src/service/workers/worker.ts',
        services: 'test/service/double/services.ts'
    });
    const url = (file: string): URL => pathToFileURL(join(folder, file));
    return { workerEntry: url('worker.mjs'), servicesModule: url('services.mjs').href };
}

/** The modules that workers on the stand-in core are started with. */
export function workerModules(): Promise<WorkerModules> {
    return (modules ??= bundleWorker());
}

/**
 * Starts a service with these flags and variables.
 * @param entry module that workers start with, when it is not the stand-in's
 */
export async function start(
    flags: readonly string[] = [],
    variables: Record<string, string> = {},
    workers = 2,
    core: 'stand-in' | 'real' = 'stand-in',
    entry?: URL
): Promise<TestService> {
    const lines: string[] = [];
    const parsed = parseFlags(['-port', '0', '-health-port', '0', '-log-level', 'debug', ...flags]);
    const { workerEntry, servicesModule } = await workerModules();
    const service = await startService({
        workerEntry: entry ?? workerEntry,
        ...(core === 'stand-in' && { servicesModule }),
        flags: parsed,
        environment: readEnvironment(variables),
        build: { version: 'test', commit: 'none', buildTime: 'never' },
        log: createLog(parsed.logLevel, line => lines.push(line)),
        host: '127.0.0.1',
        workers,
        onUnusable: message => lines.push(`unusable: ${message}`)
    });
    const scheme = flags.some(flag => flag.startsWith('-tls')) ? 'https' : 'http';
    const url = `${scheme}://${service.address}`;
    return {
        ...service,
        url,
        lines,
        port: Number(service.address?.split(':').at(-1)),
        async post(method, body, headers = {}) {
            const response = await fetch(`${url}/sysml.SysMLService/${method}`, {
                method: 'POST',
                headers: { 'Content-Type': 'application/json', ...headers },
                body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
            });
            const text = await response.text();
            return {
                status: response.status,
                headers: response.headers,
                text,
                json: (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>
            };
        }
    };
}
