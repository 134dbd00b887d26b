// What a call costs the service beside what it computes: processor time of the server process a call, and calls a second, against a bare
// `node:http2` server that reads a request and answers an empty message. Both run at once and are asked in turns, so that a busy machine is
// busy for both.
//
//   node bench/calls.mjs [--seconds 1.5] [--rounds 5]        writes bench/CALLS.md

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import http2 from 'node:http2';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
    options: {
        seconds: { type: 'string', default: '1.5' },
        rounds: { type: 'string', default: '5' }
    }
});

async function started(args) {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const address = await new Promise((resolve, reject) => {
        child.stdout.once('data', chunk => resolve(String(chunk).trim()));
        child.once('exit', code => reject(new Error(`${args[0]} ended with ${code}`)));
    });
    const session = http2.connect(`http://${address}`);
    return { child, session };
}

/** Processor time of a process so far, in microseconds: the ticks of /proc are hundredths of a second. */
function processorTime({ pid }) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function call({ session }, method, message) {
    return new Promise((resolve, reject) => {
        const stream = session.request({
            ':method': 'POST',
            ':path': `/sysml.SysMLService/${method}`,
            'content-type': 'application/grpc',
            te: 'trailers'
        });
        const chunks = [];
        stream.on('data', chunk => chunks.push(chunk));
        stream.on('trailers', trailers => {
            if (trailers['grpc-status'] !== '0') reject(new Error(`${method}: status ${trailers['grpc-status']}`));
        });
        stream.on('end', () => resolve(Buffer.concat(chunks).subarray(5)));
        stream.on('error', reject);
        const head = Buffer.alloc(5);
        head.writeUInt32BE(message.length, 1);
        stream.end(Buffer.concat([head, message]));
    });
}

function field(number, value) {
    const bytes = Buffer.from(value);
    const head = [(number << 3) | 2];
    for (let left = bytes.length; ; left >>>= 7) {
        head.push(left > 127 ? (left & 127) | 128 : left);
        if (left <= 127) return Buffer.concat([Buffer.from(head), bytes]);
    }
}

async function measure(target, callers, seconds, next) {
    const end = performance.now() + seconds * 1000;
    const [before, began] = [processorTime(target.child), performance.now()];
    let calls = 0;
    await Promise.all(
        Array.from({ length: callers }, async () => {
            for (; performance.now() < end; calls++) await next(target);
        })
    );
    const elapsed = (performance.now() - began) / 1e3;
    return { cost: (processorTime(target.child) - before) / calls, rate: calls / elapsed };
}

const median = values => [...values].sort((one, other) => one - other)[values.length >> 1];

async function main() {
    const kept = name => started([join(here, 'kept-servers.mjs'), name]);
    const [bare, grpcJs, connectNode] = await Promise.all(['bare', 'grpc-js', 'connect-node'].map(kept));
    const entry = join(here, '../dist/sysml-workbench.mjs');
    const service = await started([entry, 'serve', '-port', '0', '-health-port', '0', '-report-address', '-log-level', 'error']);
    try {
        const parse = async content => {
            const answer = await call(service, 'ParseSources', field(1, Buffer.concat([field(2, content), field(4, 'p')])));
            return /[0-9a-f]{64}/.exec(answer.toString('latin1'))[0];
        };
        const own = 'attribute a = 1; attribute b = a + 2;';
        const small = await parse(`package P { ${own} }`);
        // too large to be made in the main thread: workers answer
        const parts = Array.from({ length: 700 }, (_, i) => `part def D${i} { attribute x = ${i}; part p : D${Math.max(0, i - 1)}; }`);
        const large = await parse(`package P { ${own} ${parts.join('\n')} }`);
        let asked = 0;
        const evaluate = (expression, hash) => target =>
            call(target, 'Evaluate', Buffer.concat([field(1, hash), field(2, expression()), field(3, 'P')]));
        const rows = [
            ['bare `node:http2` server', bare, target => call(target, 'GetServerInfo', Buffer.alloc(0)), undefined],
            ['empty call (`GetServerInfo`)', service, target => call(target, 'GetServerInfo', Buffer.alloc(0)), 80],
            ['`Evaluate` of a new expression', service, evaluate(() => `${++asked} + 2`, small), 50],
            ['the same in a model of 36 KB', service, evaluate(() => `${++asked} + 2`, large), undefined],
            ['`Evaluate` asked before', service, evaluate(() => '1 + 2', small), undefined],
            ['empty call by `@grpc/grpc-js`', grpcJs, target => call(target, 'GetServerInfo', Buffer.alloc(0)), undefined],
            ['empty call by `@connectrpc/connect-node`', connectNode, target => call(target, 'GetServerInfo', Buffer.alloc(0)), undefined]
        ];
        const lines = [];
        for (const callers of [1, 8]) {
            const found = rows.map(() => []);
            for (let round = -1; round < Number(options.rounds); round++) {
                for (const [index, [, target, next]] of rows.entries()) {
                    const result = await measure(target, callers, Number(options.seconds), next);
                    // the first round compiles both ends
                    if (round >= 0) found[index].push(result);
                }
            }
            const costs = found.map(results => median(results.map(({ cost }) => cost)));
            rows.forEach(([name, , , aim], index) => {
                const share = index === 0 ? '' : ` (${Math.round((costs[0] / costs[index]) * 100)} % of the bare speed)`;
                const rate = Math.round(median(found[index].map(result => result.rate)) / 10) * 10;
                lines.push(
                    `| ${name} | ${callers} | ${Math.round(costs[index])} µs${share} | ${rate.toLocaleString('en')} | ${aim ? `${aim} %` : ''} |`
                );
            });
        }
        const head = readFileSync(join(here, 'CALLS.md'), 'utf8').split('\n| |')[0];
        const table = ['| | callers | processor time a call | calls a second | aim |', '|---|---|---|---|---|', ...lines].join('\n');
        console.log(table);
        writeFileSync(
            join(here, 'CALLS.md'),
            `${head}\n${table}\n\n\`node bench/calls.mjs\` makes this table; \`node bench/load.mjs\` puts load on a running service.\n`
        );
    } finally {
        for (const { session, child } of [bare, grpcJs, connectNode, service]) {
            session.close();
            child.kill('SIGTERM');
        }
    }
}

await main();
