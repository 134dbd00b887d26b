// Starts the service on the stand-in core, on a free port of the loopback interface.

import { readEnvironment } from '../../../src/service/config/environment.js';
import { parseFlags } from '../../../src/service/config/flags.js';
import { createLog } from '../../../src/service/log.js';
import { startService, type RunningService } from '../../../src/service/service.js';

export interface TestService extends RunningService {
    readonly url: string;
    readonly port: number;
    /** log lines so far */
    readonly lines: string[];
    post(method: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export interface Answer { status: number; headers: Headers; json: Record<string, unknown>; text: string }

export const SERVICES_MODULE = new URL('./services.ts', import.meta.url).href;

/** Starts a service with these flags and variables. */
export async function start(flags: readonly string[] = [], variables: Record<string, string> = {}, workers = 2): Promise<TestService> {
    const lines: string[] = [];
    const parsed = parseFlags(['-port', '0', '-health-port', '0', '-log-level', 'debug', ...flags]);
    const service = await startService({
        flags: parsed, environment: readEnvironment(variables),
        build: { version: 'test', commit: 'none', buildTime: 'never' }, log: createLog(parsed.logLevel, line => lines.push(line)),
        host: '127.0.0.1', servicesModule: SERVICES_MODULE, workers, onUnusable: message => lines.push(`unusable: ${message}`)
    });
    const scheme = flags.some(flag => flag.startsWith('-tls')) ? 'https' : 'http';
    const url = `${scheme}://${service.address}`;
    return {
        ...service, url, lines, port: Number(service.address?.split(':').at(-1)),
        async post(method, body, headers = {}) {
            const response = await fetch(`${url}/sysml.SysMLService/${method}`, {
                method: 'POST', headers: { 'Content-Type': 'application/json', ...headers },
                body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
            });
            const text = await response.text();
            return { status: response.status, headers: response.headers, text, json: (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown> };
        }
    };
}
