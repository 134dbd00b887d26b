// Assembles the service from flags and environment: executor, transports, health, shutdown. The command line (src/cli/serve.ts) adds the
// process around it: signals, exit status, standard streams.

import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { checkConfiguration, unusableSettings } from './config/check.js';
import { ConfigurationError, type Environment } from './config/environment.js';
import type { Flags } from './config/flags.js';
import type { Executor } from './executor.js';
import type { Log } from './log.js';
import type { Siblings } from './processes/siblings.js';
import type { ServerContext } from './transports/context.js';
import { Cors } from './transports/http/cors.js';
import { exchangeLimits } from './transports/http/exchange.js';
import { listenForHealth, type HealthListener } from './transports/http/health-listener.js';
import { listen } from './transports/http/listener.js';
import { serveReflection } from './transports/http/reflection-stream.js';
import { route, routeGrpc } from './transports/http/routes.js';
import { REFLECTION_PATHS } from './transports/reflection.js';
import { serveStdio } from './transports/stdio.js';
import type { Build } from './version.js';
import { WorkerPool } from './workers/pool.js';
import { messageOf } from '../language/failures.js';

export interface ServiceOptions {
    readonly flags: Flags;
    readonly environment: Environment;
    readonly build: Build;
    readonly log: Log;
    /** for `-transport stdio` */
    readonly streams?: { readonly input: Readable; readonly output: Writable };
    /** listening address; all interfaces when absent */
    readonly host?: string;
    /** module that creates the services of a worker; by default that of this project */
    readonly servicesModule?: string;
    /** entry module of a worker; by default that of this project */
    readonly workerEntry?: URL;
    readonly workers?: number;
    /** the other processes that serve the same port; absent if this one serves alone */
    readonly siblings?: Siblings;
    /** called when the service cannot continue, for example because its library cannot be loaded */
    onUnusable(message: string): void;
}

export interface RunningService {
    /** `host:port` of the main listener, a wildcard host written as 127.0.0.1; undefined for stdio */
    readonly address: string | undefined;
    readonly healthAddress: string | undefined;
    /** resolves when the service ends by itself because the stdio client has disconnected */
    readonly ended: Promise<void>;
    /** Lets running calls finish, for up to 30 seconds, and ends. */
    shutdown(): Promise<void>;
}

/** maximum time for running calls after a shutdown was requested, in milliseconds */
const SHUTDOWN_GRACE = 30_000;

interface Transport {
    readonly address?: string;
    stop(): Promise<void> | void;
    end(): void;
    readonly ended?: Promise<void>;
}

/** Logs unusable settings of the environment. */
export function reportUnusableSettings({ flags, environment, log }: Pick<ServiceOptions, 'flags' | 'environment' | 'log'>): void {
    unusableSettings(environment, flags.sourceRoot).forEach(message => log.error('a setting cannot be used', { error: message }));
}

/**
 * Starts the service. It listens when the promise resolves; the library may still be loading.
 * @throws ConfigurationError, or the error of a socket
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
    const { flags, environment, build, log } = options;
    checkConfiguration(flags, environment);
    const tls = flags.transport === 'connect' && flags.tlsCert ? readTls(flags) : undefined;
    log.info('start', { version: build.version, commit: build.commit, buildTime: build.buildTime, transport: flags.transport });
    let isStarted = environment.texts.SERVICE_LIBRARY_PATH === '';
    const executor = new WorkerPool({
        environment,
        version: build.version,
        cacheSize: flags.cacheSize,
        servedEngines: flags.serveExternalEngines,
        ...(flags.sourceRoot && { sourceRoot: resolve(flags.sourceRoot) }),
        log,
        // before the service listens, this function reports a library that cannot be loaded
        onUnusable: message => isStarted && options.onUnusable(message),
        ...(options.servicesModule && { servicesModule: options.servicesModule }),
        ...(options.workerEntry && { workerEntry: options.workerEntry }),
        ...(options.workers && { workers: options.workers }),
        ...(options.siblings && { siblings: options.siblings })
    });
    const context: ServerContext = { executor, log, version: build.version };
    let transport: Transport;
    try {
        if (!options.siblings) {
            reportUnusableSettings(options);
        }
        if (environment.texts.SERVICE_LIBRARY_PATH !== '') {
            await executor.loaded;
            isStarted = true;
        }
        transport = await open(options, context, tls);
    } catch (error) {
        await executor.close(0);
        throw error;
    }
    const health = await openHealth(options);
    return {
        address: transport.address,
        healthAddress: health && addressText(health.address),
        ended: transport.ended ?? new Promise(() => undefined),
        shutdown: () => shutdown(transport, executor, health, log)
    };
}

function open(options: ServiceOptions, context: ServerContext, tls: { cert: string; key: string } | undefined): Promise<Transport> {
    switch (options.flags.transport) {
        case 'connect':
            return openHttp(options, context, tls);
        case 'grpc':
            return openGrpc(options, context);
        case 'stdio':
            return Promise.resolve(openStdio(options, context));
    }
}

async function openHttp(
    options: ServiceOptions,
    context: ServerContext,
    tls: { cert: string; key: string } | undefined
): Promise<Transport> {
    const { flags, log } = options;
    const cors = new Cors(flags.corsAllowedOrigins);
    const paths = new Set(REFLECTION_PATHS);
    const listener = await listen({
        port: flags.port,
        ...(options.host && { host: options.host }),
        ...(tls && { tls }),
        limits: exchangeLimits(options.siblings?.count),
        handle: exchange => route(context, cors, paths, exchange),
        onFault: error => logFault(log, error),
        streams: reflectionStreams
    });
    const address = addressText(listener.address);
    log.info('listening', {
        addr: boundText(listener.address),
        protocols: 'grpc,grpcweb,connect',
        security: tls ? 'TLS' : 'cleartext/h2c'
    });
    return { address, stop: () => listener.stop(), end: () => listener.end() };
}

async function openGrpc({ flags, log, host, siblings }: ServiceOptions, context: ServerContext): Promise<Transport> {
    const listener = await listen({
        port: flags.port,
        ...(host && { host }),
        http2Only: true,
        limits: exchangeLimits(siblings?.count),
        handle: exchange => routeGrpc(context, exchange),
        onFault: error => logFault(log, error),
        streams: reflectionStreams
    });
    const address = addressText(listener.address);
    log.info('listening', { addr: boundText(listener.address), protocols: 'grpc', security: 'cleartext/h2c' });
    return { address, stop: () => listener.stop(), end: () => listener.end() };
}

const reflectionStreams = new Map(REFLECTION_PATHS.map(path => [path, serveReflection]));

function logFault(log: Log, error: unknown): void {
    log.error('fault in a transport', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}

function openStdio({ streams, log }: ServiceOptions, context: ServerContext): Transport {
    const { input, output } = streams ?? { input: process.stdin, output: process.stdout };
    log.info('listening', { addr: 'stdio', protocols: 'stdio', security: 'none' });
    return { stop: () => undefined, end: () => void input.destroy(), ended: serveStdio(context, input, output) };
}

/** Opens the second health listener if it is requested. A failure to bind it is only logged. */
export async function openHealth({
    flags,
    build,
    log,
    host
}: Pick<ServiceOptions, 'flags' | 'build' | 'log' | 'host'>): Promise<HealthListener | undefined> {
    if (flags.transport === 'stdio' || flags.healthPort === 0) {
        return undefined;
    }
    try {
        const health = await listenForHealth(flags.healthPort, build.version, host);
        log.info('health listener', { addr: boundText(health.address) });
        if (flags.transport === 'connect') {
            log.warn('the separate health listener is deprecated: /health is on the main port, -health-port 0 turns it off', {
                health_port: flags.healthPort
            });
        }
        return health;
    } catch (error) {
        log.error('health listener cannot be bound', { health_port: flags.healthPort, error: messageOf(error) });
        return undefined;
    }
}

async function shutdown(transport: Transport, executor: Executor, health: HealthListener | undefined, log: Log): Promise<void> {
    log.info('shutdown');
    const stopped = transport.stop();
    const started = Date.now();
    await executor.close(SHUTDOWN_GRACE);
    if (Date.now() - started >= SHUTDOWN_GRACE) {
        log.warn('forced shutdown: calls were still running');
    }
    // let answers that were just given reach their clients
    await Promise.race([Promise.resolve(stopped), new Promise(resolve => setTimeout(resolve, 200))]);
    transport.end();
    await health?.close();
}

function readTls({ tlsCert, tlsKey }: Flags): { cert: string; key: string } {
    try {
        const tls = { cert: readFileSync(tlsCert, 'utf8'), key: readFileSync(tlsKey, 'utf8') };
        createSecureContext(tls);
        return tls;
    } catch (error) {
        throw new ConfigurationError(`certificate or key cannot be read: ${messageOf(error)}`);
    }
}

/** An address at which a client on this machine reaches the listener (contract: wire 9, `-report-address`). */
function addressText(bound: AddressInfo): string {
    const { address, port } = bound;
    return address === '::' || address === '0.0.0.0' ? `127.0.0.1:${port}` : boundText(bound);
}

/** The bound address as text. */
function boundText({ address, port, family }: AddressInfo): string {
    return `${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
