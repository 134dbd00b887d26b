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

async function started(args, variables = {}) {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...variables } });
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
        const check = ({ 'grpc-status': status = '0' }) => {
            if (status !== '0') reject(new Error(`${method}: status ${status}`));
        };
        // a refusal has its status in the headers
        stream.on('response', check);
        stream.on('trailers', check);
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

/** Milliseconds after which nothing is left to do of the calls before. */
const REST = 8000;

const median = values => [...values].sort((one, other) => one - other)[values.length >> 1];

/** Shortcuts of the service: the file, and what switches it off. */
const SHORTCUTS = {
    'fast-path': { file: 'fast-path.ts', variables: { SERVICE_TEST_WITHOUT: 'fast-path' } },
    'kept-answers': { file: 'ready-answers.ts', variables: { SERVICE_TEST_WITHOUT: 'kept-answers' } },
    mailbox: { file: 'mailbox.ts', variables: { SERVICE_TEST_WITHOUT: 'mailbox' } },
    sharing: { file: 'sharing.ts', variables: { SERVICE_JOBS: '1' } }
};

const SHORTCUTS_TEXT = `Shortcuts that calls take, each beside a service that does not take it (\`SERVICE_TEST_WITHOUT\`, \`SERVICE_JOBS=1\` for sharing):
processor time a call, calls a second. A shortcut that does not pay here is removed.`;

/** The medians of each row: `[name, target, next]`, measured in turns. */
async function measured(rows, callers) {
    // a service at rest for some seconds collects its garbage, at the cost of the row that is measured then
    await new Promise(resolve => setTimeout(resolve, REST));
    const found = rows.map(() => []);
    for (let round = -1; round < Number(options.rounds); round++) {
        for (const [index, [, target, next]] of rows.entries()) {
            const result = await measure(target, callers, Number(options.seconds), next);
            // the first round compiles both ends
            if (round >= 0) found[index].push(result);
        }
    }
    return found.map(results => ({
        cost: median(results.map(({ cost }) => cost)),
        rate: median(results.map(({ rate }) => rate)),
        // of the first row's speed in the same round: what else the machine does changes from round to round
        share: median(results.map(({ cost }, round) => found[0][round].cost / cost))
    }));
}

const shown = rate => (rate < 100 ? rate.toFixed(1) : (Math.round(rate / 10) * 10).toLocaleString('en'));

async function main() {
    const kept = name => started([join(here, 'kept-servers.mjs'), name]);
    const [bare, grpcJs, connectNode] = await Promise.all(['bare', 'grpc-js', 'connect-node'].map(kept));
    const entry = join(here, '../dist/sysml-workbench.mjs');
    const serve = variables =>
        started([entry, 'serve', '-port', '0', '-health-port', '0', '-report-address', '-log-level', 'error'], variables);
    const service = await serve({});
    const without = Object.fromEntries(
        await Promise.all(Object.entries(SHORTCUTS).map(async ([name, { variables }]) => [name, await serve(variables)]))
    );
    try {
        const parse = async content => {
            const message = field(1, Buffer.concat([field(2, content), field(4, 'p')]));
            const answers = await Promise.all([service, ...Object.values(without)].map(target => call(target, 'ParseSources', message)));
            return /[0-9a-f]{64}/.exec(answers[0].toString('latin1'))[0];
        };
        const own = `attribute a = 1; attribute b = a + 2;
            analysis load { subject; in attribute x = 1; calc def Fib { in n; return r = if n < 2 ? n else Fib(n - 1) + Fib(n - 2); } return r = Fib(14 + x * 0) + x; }`;
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
            ['`Evaluate` of a new expression', service, evaluate(() => `${++asked} + 2`, small), 60],
            ['the same in a model of 36 KB', service, evaluate(() => `${++asked} + 2`, large), undefined],
            ['`Evaluate` asked before', service, evaluate(() => '1 + 2', small), undefined],
            ['empty call by `@grpc/grpc-js`', grpcJs, target => call(target, 'GetServerInfo', Buffer.alloc(0)), undefined],
            ['empty call by `@connectrpc/connect-node`', connectNode, target => call(target, 'GetServerInfo', Buffer.alloc(0)), undefined]
        ];
        const lines = [];
        const shortcuts = [];
        for (const callers of [1, 8, 64]) {
            const found = await measured(rows, callers);
            rows.forEach(([name, , , aim], index) => {
                const { cost, rate, share } = found[index];
                const compared = index === 0 ? '' : ` (${Math.round(share * 100)} % of the bare speed)`;
                lines.push(`| ${name} | ${callers} | ${Math.round(cost)} µs${compared} | ${shown(rate)} | ${aim ? `${aim} %` : ''} |`);
            });
        }
        // message Value: a variable-length integer
        const integer = value => Buffer.from([1 << 3, (value & 127) | 128, value >> 7]);
        const range = Buffer.concat([field(1, 'x'), field(2, integer(200)), field(3, integer(599))]);
        const sweep = target => call(target, 'RunSweep', Buffer.concat([field(1, small), field(2, 'P::load'), field(6, range)]));
        const calls = {
            'fast-path': ['`Evaluate` of a new expression', evaluate(() => `${++asked} + 2`, small)],
            'kept-answers': ['`Evaluate` asked before', evaluate(() => '1 + 2', large)],
            mailbox: ['`Evaluate` of a new expression in a model of 36 KB', evaluate(() => `${++asked} + 2`, large)],
            sharing: ['`RunSweep` of 400 rows, each of 1,200 calculations', sweep]
        };
        for (const callers of [1, 8]) {
            for (const [name, [title, next]] of Object.entries(calls)) {
                const pair = [service, without[name]].map(target => [title, target, next]);
                const [on, off] = await measured(pair, callers);
                const { file } = SHORTCUTS[name];
                shortcuts.push(
                    `| \`${file}\` | ${title} | ${callers} | ${Math.round(on.cost)} µs, ${shown(on.rate)} | ${Math.round(off.cost)} µs, ${shown(off.rate)} |`
                );
            }
        }
        const head = readFileSync(join(here, 'CALLS.md'), 'utf8').split('\n| |')[0];
        const table = ['| | callers | processor time a call | calls a second | aim |', '|---|---|---|---|---|', ...lines].join('\n');
        const shortcutTable = ['| file | call | callers | with | without |', '|---|---|---|---|---|', ...shortcuts].join('\n');
        console.log(`${table}\n\n${shortcutTable}`);
        writeFileSync(
            join(here, 'CALLS.md'),
            `${head}\n${table}\n\n${SHORTCUTS_TEXT}\n\n${shortcutTable}\n\n\`node bench/calls.mjs\` makes these tables; \`node bench/load.mjs\` puts load on a running service.\n`
        );
    } finally {
        for (const { session, child } of [bare, grpcJs, connectNode, service, ...Object.values(without)]) {
            session.close();
            child.kill('SIGTERM');
        }
    }
}

await main();
