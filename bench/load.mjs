// Load on a running service over loopback, bounded in calls and time: requests per second, p50, p99 and the service's memory for small
// Evaluate calls (computed, computed for a client that costs little itself, and given again), for
// ParseSources of a changed document, and for a mix.
// Starts the built service itself unless an address is given.
//
//   node bench/load.mjs [--address host:port] [--seconds 5] [--clients 1,4,16] [--soak] [--entry dist/sysml-workbench.mjs]
//
// --soak adds 100,000 calls and 10,000 models, to see that memory stays level.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import http2 from 'node:http2';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import grpc from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values: options } = parseArgs({
    options: {
        address: { type: 'string' },
        seconds: { type: 'string', default: '5' },
        clients: { type: 'string', default: '1,4,16' },
        soak: { type: 'boolean', default: false },
        entry: { type: 'string' }
    }
});
const MAX_CALLS = 200_000;
/** Before anything is counted: both ends are compiled as they run. */
const WARM_CALLS = 2000;

/** The service under load: its address and, when it was started here, its process. */
async function service() {
    if (options.address) {
        if (!/^(127\.\d+\.\d+\.\d+|localhost|\[::1\]):\d+$/.test(options.address)) {
            throw new Error(`load goes to this machine only, not to ${options.address}`);
        }
        return { address: options.address };
    }
    const bundle = join(root, 'dist/sysml-workbench.mjs');
    const command = options.entry
        ? [options.entry, 'serve']
        : existsSync(bundle)
          ? [bundle, 'serve']
          : ['--import', 'tsx', join(root, 'src/cli/serve.ts')];
    const child = spawn(process.execPath, [...command, '-port', '0', '-health-port', '0', '-report-address', '-log-level', 'error'], {
        stdio: ['ignore', 'pipe', 'inherit']
    });
    const address = await new Promise((resolve, reject) => {
        child.stdout.once('data', chunk => resolve(String(chunk).trim()));
        child.once('exit', code => reject(new Error(`the service ended with ${code}`)));
    });
    return { address, child };
}

function connect(address) {
    const { sysml } = grpc.loadPackageDefinition(loadSync(join(root, 'proto/sysml.proto'), { keepCase: true, longs: String }));
    const client = new sysml.SysMLService(address, grpc.credentials.createInsecure(), {
        'grpc.use_local_subchannel_pool': 1,
        'grpc.max_receive_message_length': -1
    });
    return {
        address,
        call: (method, request) =>
            new Promise((resolve, reject) => client[method](request, (error, answer) => (error ? reject(error) : resolve(answer)))),
        close: () => client.close()
    };
}

/** Resident memory of the service in MiB, where the system tells. */
function memory(child) {
    try {
        return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024);
    } catch {
        return undefined;
    }
}

/** Runs a scenario with so many clients in parallel, each sequential, for the time or the number of calls given. */
async function drive(address, clients, seconds, calls, scenario) {
    const connections = await Promise.all(
        Array.from({ length: clients }, async (_, index) => {
            const connection = connect(address);
            return { connection, step: await scenario(connection, index) };
        })
    );
    for (const { step } of connections) {
        for (let warm = 0; warm < WARM_CALLS / clients; warm++) {
            await step();
        }
    }
    const latencies = [];
    const end = performance.now() + seconds * 1000;
    const started = performance.now();
    await Promise.all(
        connections.map(async ({ step }) => {
            while (performance.now() < end && latencies.length < calls) {
                const before = performance.now();
                await step();
                latencies.push(performance.now() - before);
            }
        })
    );
    const elapsed = (performance.now() - started) / 1000;
    connections.forEach(({ connection }) => connection.close());
    latencies.sort((left, right) => left - right);
    const at = share => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))] ?? NaN;
    return { calls: latencies.length, perSecond: Math.round(latencies.length / elapsed), p50: at(0.5), p99: at(0.99) };
}

const small = 'package P { attribute a = 1; attribute b = a + 2; }';
const body = Array.from({ length: 300 }, (_, index) => `    part def D${index} { attribute x${index} = ${index}; }`).join('\n');
let revision = 0;
let asked = 0;

const scenarios = {
    async evaluate(connection) {
        const { model_hash } = await connection.call('ParseSources', { documents: [{ name: 'small', content: small }] });
        // an expression that was not asked before: the service keeps small answers
        return () => connection.call('Evaluate', { model_hash, expression: `${++asked} + 2`, context_symbol_id: 'P' });
    },
    /** A gRPC client written out on node:http2, since @grpc/grpc-js takes as long for a call as the service does. */
    async lean(connection) {
        const { model_hash } = await connection.call('ParseSources', { documents: [{ name: 'small', content: small }] });
        const session = http2.connect(`http://${connection.address}`);
        session.unref();
        const text = (field, value) => Buffer.concat([Buffer.from([(field << 3) | 2, value.length]), Buffer.from(value)]);
        return () =>
            new Promise((resolve, reject) => {
                const message = Buffer.concat([text(1, model_hash), text(2, `${++asked} + 2`), text(3, 'P')]);
                const stream = session.request({
                    ':method': 'POST',
                    ':path': '/sysml.SysMLService/Evaluate',
                    'content-type': 'application/grpc',
                    te: 'trailers'
                });
                stream.on('trailers', trailers =>
                    trailers['grpc-status'] === '0' ? resolve() : reject(new Error(`status ${trailers['grpc-status']}`))
                );
                stream.on('error', reject);
                stream.resume();
                stream.end(Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message]));
            });
    },
    async again(connection) {
        const { model_hash } = await connection.call('ParseSources', { documents: [{ name: 'small', content: small }] });
        return () => connection.call('Evaluate', { model_hash, expression: '1 + 2', context_symbol_id: 'P' });
    },
    parse: async (connection, index) => () =>
        connection.call('ParseSources', {
            documents: [{ name: `large${index}`, content: `package P {\n${body}\n    attribute revision = ${++revision};\n}` }]
        }),
    async mix(connection, index) {
        const evaluate = await scenarios.evaluate(connection);
        const parse = await scenarios.parse(connection, index);
        const { model_hash } = await connection.call('ParseSources', { documents: [{ name: 'small', content: small }] });
        const diagnostics = () => connection.call('GetDiagnostics', { model_hash });
        const symbol = () => connection.call('GetSymbol', { model_hash, symbol_id: 'P::b' });
        let count = 0;
        return () => [evaluate, diagnostics, evaluate, symbol, evaluate, evaluate, symbol, evaluate, evaluate, parse][count++ % 10]();
    }
};

function report(name, clients, result, child) {
    const { calls, perSecond, p50, p99 } = result;
    console.log(
        `${name.padEnd(10)} ${String(clients).padStart(3)} clients  ${String(perSecond).padStart(6)} calls/s  p50 ${p50.toFixed(2).padStart(7)} ms  p99 ${p99.toFixed(2).padStart(7)} ms` +
            `  (${calls} calls)${child ? `  service ${memory(child)} MiB` : ''}`
    );
}

const { address, child } = await service();
try {
    for (const [name, scenario] of Object.entries(scenarios)) {
        for (const clients of options.clients.split(',').map(Number)) {
            report(name, clients, await drive(address, clients, Number(options.seconds), MAX_CALLS, scenario), child);
        }
    }
    if (options.soak) {
        report('soak', 8, await drive(address, 8, 300, 100_000, scenarios.evaluate), child);
        const models = connect(address);
        const before = child && memory(child);
        for (let index = 0; index < 10_000; index++) {
            await models.call('ParseSources', { documents: [{ name: 'model', content: `package M${index} { part def A${index}; }` }] });
            if (index % 2500 === 2499) {
                console.log(`models     ${index + 1} parsed${child ? `  service ${memory(child)} MiB (${before} before)` : ''}`);
            }
        }
        models.close();
    }
} finally {
    child?.kill('SIGTERM');
}
