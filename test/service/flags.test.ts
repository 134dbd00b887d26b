/** The command line of the service (contract: wire, flags): values, both spellings, and what is refused. */
import { expect, test } from 'vitest';
import { type Flags, helpText, parseFlags, UsageError } from '../../src/service/config/flags.js';

const DEFAULTS: Flags = {
    port: 50051,
    transport: 'connect',
    healthPort: 8081,
    cacheSize: 100,
    processes: 1,
    corsAllowedOrigins: [],
    tlsCert: '',
    tlsKey: '',
    serveExternalEngines: [],
    sourceRoot: '',
    logLevel: 'info',
    reportAddress: false,
    exitWithParent: false,
    version: false,
    help: false
};

test.each<readonly [args: string, changed: Partial<Flags>]>([
    ['', {}],
    ['-port 80', { port: 80 }],
    ['--port 80', { port: 80 }],
    ['-port=80', { port: 80 }],
    ['--port=0', { port: 0 }],
    ['-port -1', { port: -1 }],
    ['-port 80 -port 81', { port: 81 }],
    ['-transport grpc', { transport: 'grpc' }],
    ['-transport stdio', { transport: 'stdio' }],
    ['-transport=connect', { transport: 'connect' }],
    ['-health-port 0', { healthPort: 0 }],
    ['-cache-size 3', { cacheSize: 3 }],
    ['-processes 256', { processes: 256 }],
    ['-cors-allowed-origins https://a,,%https://b%', { corsAllowedOrigins: ['https://a', 'https://b'] }],
    ['-cors-allowed-origins=https://a=b', { corsAllowedOrigins: ['https://a=b'] }],
    ['-tls-cert c -tls-key k', { tlsCert: 'c', tlsKey: 'k' }],
    ['-serve-external-engines all', { serveExternalEngines: ['all'] }],
    ['-serve-external-engines one,two', { serveExternalEngines: ['one', 'two'] }],
    ['-source-root models', { sourceRoot: 'models' }],
    ['-source-root=', {}],
    ['-log-level warn', { logLevel: 'warn' }],
    // another value means info
    ['-log-level loud', {}],
    ['-report-address', { reportAddress: true }],
    ['-report-address=true', { reportAddress: true }],
    ['-report-address=T', { reportAddress: true }],
    ['-report-address=1', { reportAddress: true }],
    ['-report-address=false', {}],
    ['-report-address=0', {}],
    ['-report-address=f', {}],
    ['-exit-with-parent', { exitWithParent: true }],
    ['-version', { version: true }],
    ['-help', { help: true }],
    ['-h', { help: true }],
    ['--help', { help: true }],
    ['-report-address -port 80', { reportAddress: true, port: 80 }]
])('%s', (args, changed) => {
    const parts = args === '' ? [] : args.split(' ').map(part => part.replaceAll('%', ' '));
    expect(parseFlags(parts)).toEqual({ ...DEFAULTS, ...changed });
});

test.each([
    ['port', 'unknown argument "port"'],
    ['-ports 3', 'unknown argument "-ports"'],
    ['---port 3', 'unknown argument "---port"'],
    ['-', 'unknown argument "-"'],
    ['-p', 'unknown argument "-p"'],
    ['-port', '-port needs a value'],
    ['-port x', '-port "x" is not a whole number'],
    ['-port=', '-port "" is not a whole number'],
    ['-port 1.5', '-port "1.5" is not a whole number'],
    ['-port 1234567890123456', '-port "1234567890123456" is not a whole number'],
    ['-port 80x', '-port "80x" is not a whole number'],
    ['-transport http', '-transport "http" is not one of connect, grpc, stdio'],
    ['-cors-allowed-origins https://a,*', '-cors-allowed-origins lists exact origins; * is refused'],
    ['-tls-cert c', '-tls-cert and -tls-key are given both or neither'],
    ['-tls-key k', '-tls-cert and -tls-key are given both or neither'],
    ['-version=maybe', '-version is true or false, not "maybe"'],
    ['-version yes', 'unknown argument "yes"'],
    ['-processes 0', '-processes 0 is not between 1 and 256'],
    ['-processes 257', '-processes 257 is not between 1 and 256'],
    ['-transport stdio -processes 2', '-processes does not go with -transport stdio, which serves one client'],
    ['-transport stdio -report-address', '-report-address and -exit-with-parent do not go with -transport stdio'],
    ['-transport stdio -exit-with-parent', '-report-address and -exit-with-parent do not go with -transport stdio']
])('%s is refused', (args, message) => {
    expect(() => parseFlags(args.split(' '))).toThrow(new UsageError(message));
});

test('the help has a line for each flag, with its default', () => {
    const lines = helpText('service').split('\n');
    expect(lines.slice(0, 3)).toEqual([
        'usage: service [flags]',
        '',
        '  -port <n>                        main port; 0 lets the system choose (default 50051)'
    ]);
    expect(lines.filter(line => line.startsWith('  -'))).toHaveLength(Object.keys(DEFAULTS).length);
    expect(lines).toContain('  -source-root <folder>            file paths of requests may not lead out of this folder');
    expect(lines).toContain('  -version                         print the version');
});
