// Starts the service on the stand-in core, or on the project's own, on a free port of the loopback interface. The workers' modules are
// bundled first: tests start many workers, and each would compile the sources anew.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
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

const ROOT = join(import.meta.dirname, '../../..');
const BUNDLES = join(ROOT, '.cache', 'test-workers');
/** Bundles of other sources are removed after this time, in milliseconds. */
const KEPT = 3_600_000;

let modules: Promise<WorkerModules> | undefined;

/** Bundles worker and stand-in core into a folder named by what is in it, which test processes share. */
async function bundleWorker(): Promise<WorkerModules> {
    const { outputFiles } = await build({
        entryPoints: { worker: join(ROOT, 'src/service/workers/worker.ts'), services: join(import.meta.dirname, 'services.ts') },
        outdir: BUNDLES,
        outExtension: { '.js': '.mjs' },
        bundle: true,
        splitting: true,
        write: false,
        platform: 'node',
        format: 'esm',
        target: 'node20',
        packages: 'external',
        logLevel: 'error'
    });
    const name = outputFiles
        .reduce((hash, { path, contents }) => hash.update(basename(path)).update(contents), createHash('sha256'))
        .digest('hex')
        .slice(0, 16);
    const folder = join(BUNDLES, name);
    if (!existsSync(folder)) {
        const written = `${folder}-${process.pid}`;
        mkdirSync(written, { recursive: true });
        outputFiles.forEach(({ path, contents }) => writeFileSync(join(written, basename(path)), contents));
        try {
            renameSync(written, folder);
        } catch {
            // another process was faster
            rmSync(written, { recursive: true, force: true });
        }
    }
    for (const other of readdirSync(BUNDLES).map(entry => join(BUNDLES, entry))) {
        if (other !== folder && (statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < Date.now() - KEPT) {
            rmSync(other, { recursive: true, force: true });
        }
    }
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

/** The service on the project's own core with one worker, and the hash of a model of one document. */
export async function startWithModel(name: string, content: string): Promise<{ service: TestService; modelHash: string }> {
    const service = await start([], {}, 1, 'real');
    const parsed = await service.post('ParseSources', { documents: [{ name, content }] });
    return { service, modelHash: parsed.json.modelHash as string };
}
