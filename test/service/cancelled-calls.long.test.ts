/**
 * A client that goes, resets its stream or lets its deadline pass, over every protocol and HTTP version: what its call has started ends,
 * and no worker goes on computing it.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect, constants } from 'node:http2';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { isWhole } from '../support/thorough.js';
import { type RealService, startReal } from './real.js';
import { processesIn, slowProgram } from './slow-program.js';

const FOLDER = temporaryFolder('cancelled-calls-');
const PROCESSES = processesIn(FOLDER);

const CONTENT = `package P { private import ScalarValues::*;
    action def Forever { attribute i : Integer := 0; first start; then action a { while i >= 0 { assign i := (i + 1) % 7; } } then done; }
    action def Free { in n : Integer; out y : Integer := 0; first start; then action a assign y := n * 2; then done; }
    constraint low { in y : Integer; y < 100 }
    action def Tool { @AnalysisTooling::ToolExecution { toolName = "Slow"; uri = "x"; }
        in v : Real = 1.0 { @AnalysisTooling::ToolVariable { name = "v"; } } out d : Real { @AnalysisTooling::ToolVariable { name = "d"; } } } }`;

/** The calls, and whether they start a program. */
const CALLS: Readonly<Record<string, readonly [method: string, request: object, startsProgram: boolean]>> = {
    'an action': ['ExecuteAction', { actionSymbolId: 'P::Forever' }, false],
    'a question to a solver': ['CheckBehavior', { actionSymbolId: 'P::Free', engine: 'smt', checkProperty: ['P::low'] }, true],
    'a tool': ['ExecuteAction', { actionSymbolId: 'P::Tool' }, true]
};

let service: RealService;
let modelHash: string;

beforeAll(async () => {
    service = await startReal(['-port', '0', '-health-port', '0', '-report-address'], slowProgram(FOLDER));
    const { json } = await service.post('ParseSources', { documents: [{ name: 'p.sysml', content: CONTENT }] });
    modelHash = String(json.modelHash);
});
afterAll(() => service.stop());

/** The fields of a process in the process list, from its state on; undefined for one that has ended. */
function statOf(pid: number): readonly string[] | undefined {
    const path = `/proc/${pid}/stat`;
    const fields = existsSync(path)
        ? readFileSync(path, 'utf8')
              .replace(/^.*\) /s, '')
              .split(' ')
        : ['Z'];
    return fields[0] === 'Z' ? undefined : fields;
}

/** Time that the service has computed, in hundredths of a second. */
const computed = (): number =>
    statOf(service.child.pid!)!
        .slice(11, 13)
        .reduce((sum, field) => sum + Number(field), 0);

/** Resolves when the service computes nothing; a call takes a processor for itself. */
const idle = (): Promise<void> =>
    vi.waitFor(
        async () => {
            const before = computed();
            await new Promise(resolve => setTimeout(resolve, 300));
            expect(computed() - before).toBeLessThan(5);
        },
        { timeout: 20_000, interval: 1 }
    );

const programs = (): number[] => (existsSync(PROCESSES) ? readFileSync(PROCESSES, 'utf8').trim().split(' ').map(Number) : []);

/** How a client gives up a call; a deadline is in the call. */
type GivingUp = 'goes' | 'resets' | 'has a deadline';
const DEADLINE = 3000;

/** An envelope of gRPC. */
function framed(body: Buffer): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt32BE(body.length, 1);
    return Buffer.concat([head, body]);
}

const TYPES: Readonly<Record<string, string>> = {
    connect: 'application/json',
    grpc: 'application/grpc+json',
    web: 'application/grpc-web+json'
};

/** Starts a call. @returns gives it up */
function started(protocol: string, version: 1 | 2, way: GivingUp, path: string, message: object): () => void {
    const text = Buffer.from(JSON.stringify(message));
    const body = protocol === 'connect' ? text : framed(text);
    const timeout = protocol === 'connect' ? { 'connect-timeout-ms': String(DEADLINE) } : { 'grpc-timeout': `${DEADLINE}m` };
    const headers = { 'content-type': TYPES[protocol], ...(way === 'has a deadline' && timeout) };
    if (version === 1) {
        const call = httpRequest({ host: '127.0.0.1', port: service.port, path, method: 'POST', agent: false, headers });
        call.on('error', () => undefined).end(body);
        return () => (way === 'goes' ? call.socket?.destroy() : way === 'resets' ? call.destroy() : undefined);
    }
    const session = connect(`http://127.0.0.1:${service.port}`).on('error', () => undefined);
    const stream = session.request({ ':method': 'POST', ':path': path, te: 'trailers', ...headers }).on('error', () => undefined);
    stream.on('close', () => session.close()).end(body);
    return () => (way === 'goes' ? session.destroy() : way === 'resets' ? stream.close(constants.NGHTTP2_CANCEL) : undefined);
}

const PROTOCOLS = [
    ['connect', 1],
    ['connect', 2],
    ['grpc', 2],
    ['web', 1],
    ['web', 2]
] as const;
const CASES = PROTOCOLS.flatMap(([protocol, version]) =>
    (['goes', 'resets'] as const).flatMap(way => Object.keys(CALLS).map(name => [protocol, version, way, name] as const))
);
/** Deadlines are waited for: each protocol with one of the calls, all of them in the whole suite. */
const WITH_DEADLINES = PROTOCOLS.flatMap(([protocol, version], i) =>
    Object.keys(CALLS)
        .filter((_, j) => isWhole || i % 3 === j)
        .map(name => [protocol, version, 'has a deadline', name] as const)
);

it.runIf(process.platform === 'linux').each([...CASES, ...WITH_DEADLINES])(
    '%s over HTTP/%i: a client that %s frees %s',
    async (protocol, version, way, name) => {
        const [method, request, startsProgram] = CALLS[name];
        rmSync(PROCESSES, { force: true });
        const giveUp = started(protocol, version, way, `/sysml.SysMLService/${method}`, { modelHash, ...request });
        if (startsProgram) {
            await vi.waitFor(() => expect(programs()).toHaveLength(2), { timeout: 10_000, interval: 20 });
        } else {
            const before = computed();
            await vi.waitFor(() => expect(computed() - before).toBeGreaterThan(20), { timeout: 10_000, interval: 20 });
        }
        giveUp();
        await vi.waitFor(() => expect(programs().filter(statOf)).toEqual([]), { timeout: 10_000, interval: 20 });
        await idle();
    }
);
