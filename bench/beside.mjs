/**
 * The same client work against two running services of the contract, in turns: `node bench/beside.mjs URL URL [--seconds 1.5] [--rounds 5]
 * [--callers 1,8,64] [--write]`. The figure of a row is the processor time of the server's processes a call, which does not depend on what
 * else the machine does; both addresses must be this machine's, since its process table is read. `--write` puts the table into BESIDE.md.
 */
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import http2 from 'node:http2';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadSync } from '@grpc/proto-loader';

const here = dirname(fileURLToPath(import.meta.url));
const { values: options, positionals: addresses } = parseArgs({
    allowPositionals: true,
    options: {
        seconds: { type: 'string', default: '1.5' },
        rounds: { type: 'string', default: '5' },
        callers: { type: 'string', default: '1,8,64' },
        write: { type: 'boolean', default: false }
    }
});
if (addresses.length !== 2 || !addresses.every(a => /^http:\/\/(127\.\d+\.\d+\.\d+|localhost|\[::1\]):\d+$/.test(a))) {
    console.error(
        'usage: node bench/beside.mjs http://127.0.0.1:PORT http://127.0.0.1:PORT [--seconds S] [--rounds N] [--callers 1,8,64] [--write]'
    );
    process.exit(2);
}

const procedures = loadSync(join(here, '../proto/sysml.proto'), { keepCase: true, longs: String })['sysml.SysMLService'];

/** The process that listens on a port. */
function listenerOf(port) {
    const hex = Number(port).toString(16).toUpperCase().padStart(4, '0');
    const rows = ['tcp', 'tcp6'].flatMap(table =>
        readFileSync(`/proc/net/${table}`, 'utf8')
            .split('\n')
            .map(row => row.trim().split(/\s+/))
    );
    const inodes = new Set(rows.filter(f => f[1]?.endsWith(`:${hex}`) && f[3] === '0A').map(f => `socket:[${f[9]}]`));
    const found = readdirSync('/proc').find(pid => /^\d+$/.test(pid) && descriptorsOf(pid).some(target => inodes.has(target)));
    if (found === undefined) throw new Error(`nothing listens on port ${port}`);
    return found;
}

function descriptorsOf(pid) {
    try {
        return readdirSync(`/proc/${pid}/fd`).map(fd => {
            try {
                return readlinkSync(`/proc/${pid}/fd/${fd}`);
            } catch {
                return ''; // closed meanwhile
            }
        });
    } catch {
        return []; // another user's, or ended
    }
}

/** The fields of /proc/PID/stat from the state on. */
const statOf = pid => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');

/** Processor time of a process and of those that it started, in microseconds: the ticks of /proc are hundredths of a second. */
function processorTime(pid) {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    const fields = statOf(pid);
    return (Number(fields[11]) + Number(fields[12])) * 10_000 + children.reduce((sum, child) => sum + processorTime(child), 0);
}

function connected(address) {
    return { address, pid: listenerOf(new URL(address).port), session: http2.connect(address) };
}

/** A unary call in the Connect protocol with protobuf bodies. */
function call({ session }, name, request) {
    const { path, requestSerialize, responseDeserialize } = procedures[name];
    return new Promise((resolve, reject) => {
        const stream = session.request({
            ':method': 'POST',
            ':path': path,
            'content-type': 'application/proto',
            'connect-protocol-version': '1'
        });
        const chunks = [];
        let status = 0;
        stream.on('response', headers => (status = headers[':status']));
        stream.on('data', chunk => chunks.push(chunk));
        stream.on('end', () => {
            const body = Buffer.concat(chunks);
            if (status === 200) resolve(() => responseDeserialize(body));
            else reject(new Error(`${name}: ${status} ${body.toString().slice(0, 200)}`));
        });
        stream.on('error', reject);
        stream.end(requestSerialize(request));
    });
}

async function parsed(target, content) {
    const read = await call(target, 'ParseSources', { documents: [{ name: 'm.sysml', content, language: 'sysml' }] });
    return read().model_hash;
}

/** A package of about so many bytes, whose definitions use each other. */
function packageOf(bytes, revision) {
    const lines = ['package Large {', '    private import ScalarValues::*;', `    attribute revision : Integer = ${revision};`];
    for (let i = 0, size = 0; size < bytes; i++) {
        const general = i % 20 === 0 ? '' : ` :> Part${i - 1}`;
        const line = `    part def Part${i}${general} { attribute own${i} : Real = ${i}.5; part inner${i} : Part${Math.max(0, i - 10)}; }`;
        lines.push(line);
        size += line.length + 1;
    }
    return `${lines.join('\n')}\n}\n`;
}

const MODEL = `package P {
    private import ScalarValues::*;
    attribute a : Integer = 1; attribute b : Integer = a + 2;
    calc def Fib { in n : Integer; return : Integer = if n < 2 ? n else Fib(n - 1) + Fib(n - 2); }
    part def Wheel { attribute mass : Real = 2.5; }
    part hundred { part wheels : Wheel[100]; }
    item def Toggle;
    state light { entry; then off; state off; state on; transition first off accept Toggle then on; transition first on accept Toggle then off; }
}`;
const EVENTS = 2000;
/** How often an object of 101 parts is made for one model: a service keeps 10,000 for each. */
const MOST_OBJECTS = 90;

/** A number that no call before had. */
let fresh = 0;

/** What a row asks, made for each address: a function that makes one call. A row with one caller is of long calls. */
const ROWS = [
    ['empty call (`GetServerInfo`)', true, () => target => call(target, 'GetServerInfo', {})],
    [
        '`Evaluate` of a new expression',
        true,
        hash => target => call(target, 'Evaluate', { model_hash: hash, expression: `${++fresh} + 2`, context_symbol_id: 'P' })
    ],
    [
        '`Evaluate` of one asked before',
        true,
        hash => target => call(target, 'Evaluate', { model_hash: hash, expression: '1 + 2', context_symbol_id: 'P' })
    ],
    ['a small new model', true, () => target => parsed(target, `package N${++fresh} { part def A; part a : A; }`)],
    ['75 kB with a change', false, () => target => parsed(target, packageOf(75_000, ++fresh))],
    ['450 kB with a change', false, () => target => parsed(target, packageOf(450_000, ++fresh))],
    ['`Fib(20)`', false, hash => target => call(target, 'Evaluate', { model_hash: hash, expression: `P::Fib(20) + ${++fresh}` })],
    [
        'objects of 100 parts',
        false,
        hash => {
            let model = hash;
            let calls = 0;
            return async target => {
                if (++calls % MOST_OBJECTS === 0) model = await parsed(target, `${MODEL} // ${++fresh}\n`);
                return call(target, 'Instantiate', { model_hash: model, symbol_id: 'P::hundred' });
            };
        }
    ],
    [
        `${EVENTS.toLocaleString('en')} events of a machine`,
        false,
        hash => target =>
            call(target, 'ExecuteState', { model_hash: hash, state_machine_symbol_id: 'P::light', events: Array(EVENTS).fill('Toggle') })
    ]
];

async function measure(target, callers, make) {
    // nothing is left of the measurement before: each has a model of its own
    const run = make(await parsed(target, `${MODEL} // ${++fresh}\n`));
    const end = performance.now() + Number(options.seconds) * 1000;
    const [before, began] = [processorTime(target.pid), performance.now()];
    let calls = 0;
    await Promise.all(
        Array.from({ length: callers }, async () => {
            for (; performance.now() < end; calls++) await run(target);
        })
    );
    return { cost: (processorTime(target.pid) - before) / calls, rate: (calls / (performance.now() - began)) * 1000 };
}
const median = values => [...values].sort((a, b) => a - b)[values.length >> 1];
const microseconds = value => (value < 1000 ? `${value.toFixed(0)} µs` : `${(value / 1000).toFixed(1)} ms`);

const targets = addresses.map(connected);
const lines = [];
for (const [name, isBrief, make] of ROWS) {
    for (const callers of isBrief ? options.callers.split(',').map(Number) : [1]) {
        const found = [[], []];
        for (let round = -1; round < Number(options.rounds); round++) {
            for (const [index, target] of targets.entries()) {
                const result = await measure(target, callers, make).catch(error => ({ error }));
                // the first round compiles both ends
                if (round >= 0) found[index].push(result);
            }
        }
        const failed = found.flat().find(({ error }) => error !== undefined);
        if (failed !== undefined) {
            lines.push(`| ${name} | ${callers} | ${failed.error.message.replaceAll('|', '/')} | | |`);
        } else {
            const [one, other] = found.map(results => median(results.map(({ cost }) => cost)));
            // within each round: what else the machine does changes from round to round
            const ratio = median(found[0].map(({ cost }, round) => found[1][round].cost / cost));
            lines.push(`| ${name} | ${callers} | ${microseconds(one)} | ${microseconds(other)} | ${ratio.toFixed(2)} |`);
        }
        console.log(lines.at(-1));
    }
}
targets.forEach(({ session }) => session.close());
if (options.write) {
    const file = join(here, 'BESIDE.md');
    const [head, rest = ''] = readFileSync(file, 'utf8').split('\n| |');
    const tail = rest.split('\n\n').slice(1).join('\n\n');
    const table = ['| | callers | first | second | second / first |', '|---|---|---|---|---|', ...lines].join('\n');
    writeFileSync(file, `${head}\n${table}\n${tail && `\n${tail}`}`);
}
