// The flags of the service program: parsing (one or two dashes, `-name value` or `-name=value`), checks, help text.

import { LEVELS, type Level } from '../log.js';

/** An invalid command line; the service exits with status 2. */
export class UsageError extends Error {
    override readonly name = 'UsageError';
}

const TRANSPORTS = ['connect', 'grpc', 'stdio'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** a greater number is most likely a typing error */
const MOST_PROCESSES = 256;

export interface Flags {
    readonly port: number;
    readonly transport: Transport;
    /** 0 for none */
    readonly healthPort: number;
    readonly cacheSize: number;
    /** number of processes that serve the port */
    readonly processes: number;
    readonly corsAllowedOrigins: readonly string[];
    readonly tlsCert: string;
    readonly tlsKey: string;
    readonly serveExternalEngines: readonly string[];
    /** the folder to which file paths of requests are confined; empty for none */
    readonly sourceRoot: string;
    readonly logLevel: Level;
    readonly reportAddress: boolean;
    readonly exitWithParent: boolean;
    readonly version: boolean;
    readonly help: boolean;
}

/** Name, default as text, placeholder (empty for a Boolean flag) and description. */
const FLAGS: readonly (readonly [name: string, initial: string, placeholder: string, meaning: string])[] = [
    ['port', '50051', '<n>', 'main port; 0 lets the system choose'],
    ['transport', 'connect', '<name>', 'connect (gRPC, gRPC-Web, Connect, reflection, health on one port), grpc (gRPC alone) or stdio'],
    ['health-port', '8081', '<n>', 'second health listener, deprecated; 0 for none'],
    ['cache-size', '100', '<n>', 'parsed models kept'],
    ['processes', '1', '<n>', 'processes that serve the port together'],
    ['cors-allowed-origins', '', '<list>', 'comma-separated exact origins that browsers may call from'],
    ['tls-cert', '', '<file>', 'certificate in PEM; with -tls-key'],
    ['tls-key', '', '<file>', 'private key in PEM; with -tls-cert'],
    ['serve-external-engines', '', '<list>', 'comma-separated external engines to run, or all'],
    ['source-root', '', '<folder>', 'file paths of requests may not lead out of this folder'],
    ['log-level', 'info', '<level>', 'debug, info, warn or error'],
    ['report-address', 'false', '', 'print host:port on standard output once the listener is bound'],
    ['exit-with-parent', 'false', '', 'shut down when standard input ends'],
    ['version', 'false', '', 'print the version'],
    ['help', 'false', '', 'print this text']
];

/** The text of `-help`. */
export function helpText(program: string): string {
    const lines = FLAGS.map(
        ([name, initial, placeholder, meaning]) =>
            `  -${`${name} ${placeholder}`.trimEnd().padEnd(32)}${meaning}${placeholder && initial ? ` (default ${initial})` : ''}`
    );
    return `usage: ${program} [flags]\n\n${lines.join('\n')}\n`;
}

/**
 * Parses a command line.
 * @throws UsageError
 */
export function parseFlags(args: readonly string[]): Flags {
    const values = new Map(FLAGS.map(([name, initial]) => [name, initial]));
    for (let index = 0; index < args.length; index++) {
        const match = /^--?([a-z][a-z-]*)(?:=(.*))?$/s.exec(args[index]);
        const flag = FLAGS.find(([name]) => name === match?.[1] || (name === 'help' && match?.[1] === 'h'));
        if (!match || !flag) {
            throw new UsageError(`unknown argument "${args[index]}"`);
        }
        const [name, , placeholder] = flag;
        const value = match[2] ?? (placeholder === '' ? 'true' : args[++index]);
        if (value === undefined) {
            throw new UsageError(`-${name} needs a value`);
        }
        values.set(name, value);
    }
    return checked(name => values.get(name)!);
}

function checked(value: (name: string) => string): Flags {
    const transport = oneOf(TRANSPORTS, value('transport'));
    if (!transport) {
        throw new UsageError(`-transport "${value('transport')}" is not one of ${TRANSPORTS.join(', ')}`);
    }
    const corsAllowedOrigins = listed(value('cors-allowed-origins'));
    if (corsAllowedOrigins.includes('*')) {
        throw new UsageError('-cors-allowed-origins lists exact origins; * is refused');
    }
    if ((value('tls-cert') === '') !== (value('tls-key') === '')) {
        throw new UsageError('-tls-cert and -tls-key are given both or neither');
    }
    const [reportAddress, exitWithParent] = [truth('report-address', value), truth('exit-with-parent', value)];
    if (transport === 'stdio' && (reportAddress || exitWithParent)) {
        throw new UsageError('-report-address and -exit-with-parent do not go with -transport stdio');
    }
    const processes = wholeNumber('processes', value);
    if (processes < 1 || processes > MOST_PROCESSES) {
        throw new UsageError(`-processes ${processes} is not between 1 and ${MOST_PROCESSES}`);
    }
    if (transport === 'stdio' && processes > 1) {
        throw new UsageError('-processes does not go with -transport stdio, which serves one client');
    }
    return {
        port: wholeNumber('port', value),
        transport,
        healthPort: wholeNumber('health-port', value),
        cacheSize: wholeNumber('cache-size', value),
        processes,
        corsAllowedOrigins,
        tlsCert: value('tls-cert'),
        tlsKey: value('tls-key'),
        serveExternalEngines: listed(value('serve-external-engines')),
        sourceRoot: value('source-root'),
        logLevel: oneOf(LEVELS, value('log-level')) ?? 'info',
        reportAddress,
        exitWithParent,
        version: truth('version', value),
        help: truth('help', value)
    };
}

function oneOf<T extends string>(names: readonly T[], name: string): T | undefined {
    return names.find(candidate => candidate === name);
}

function listed(text: string): string[] {
    return text
        .split(',')
        .map(entry => entry.trim())
        .filter(entry => entry !== '');
}

function truth(name: string, value: (name: string) => string): boolean {
    const text = value(name).toLowerCase();
    if (!['true', 'false', '1', '0', 't', 'f'].includes(text)) {
        throw new UsageError(`-${name} is true or false, not "${text}"`);
    }
    return text === 'true' || text === '1' || text === 't';
}

function wholeNumber(name: string, value: (name: string) => string): number {
    const text = value(name);
    if (!/^-?\d{1,15}$/.test(text)) {
        throw new UsageError(`-${name} "${text}" is not a whole number`);
    }
    return Number(text);
}
