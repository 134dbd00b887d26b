// Frames over standard input and output, on streams of the test's own: what comes back of odd ones, and who does not read.

import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { ServiceCall } from '../../src/service/executor.js';
import { createLog } from '../../src/service/log.js';
import { serveStdio } from '../../src/service/transports/stdio.js';
import type { ServerContext } from '../../src/service/transports/context.js';

/** A context whose calls answer `{}` at once. */
function recording(): { context: ServerContext; calls: ServiceCall[] } {
    const calls: ServiceCall[] = [];
    const context: ServerContext = {
        version: 'test',
        log: createLog('error', () => undefined),
        executor: {
            call(call, done) {
                calls.push(call);
                done({ code: 0, message: '', body: Buffer.from('{}'), largeAnswer: 0 });
                return () => undefined;
            },
            close: () => Promise.resolve()
        }
    };
    return { context, calls };
}

function frame(body: string, headers: readonly string[] = []): Buffer {
    const bytes = Buffer.from(body);
    return Buffer.concat([Buffer.from([`Content-Length: ${bytes.length}`, ...headers, '', ''].join('\r\n')), bytes]);
}

/** What is answered to one frame. */
async function answerTo(...asked: Parameters<typeof frame>): Promise<{ text: string; calls: ServiceCall[] }> {
    const { context, calls } = recording();
    const [input, output] = [new PassThrough(), new PassThrough()];
    const served = serveStdio(context, input, output);
    input.end(frame(...asked));
    await served;
    return { text: (output.read() as Buffer).toString(), calls };
}

describe('JSON frames', () => {
    it.each(['7', '"seven"', '1.5', 'null', '9007199254740993', '-12345678901234567890', '"9007199254740993"'])(
        'the id %s comes back as it is',
        async id => {
            const { text } = await answerTo(`{"jsonrpc":"2.0","id":${id},"method":"GetServerInfo"}`);
            expect(text.split('\r\n\r\n')[1]).toBe(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
        }
    );

    it.each([
        ['an id', `{"jsonrpc":"2.0","id":${'['.repeat(100_000)}${']'.repeat(100_000)},"method":"GetServerInfo"}`, 'null'],
        ['parameters', `{"jsonrpc":"2.0","id":5,"method":"Evaluate","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, '5']
    ])('%s nested without end is refused', async (_, body, id) => {
        const { text } = await answerTo(body);
        expect(text).toContain(`"id":${id},"error":{"code":3,"message":"the frame is no JSON-RPC 2.0 request: nested too deeply"}`);
    });

    it('integers of parameters stay exact', async () => {
        const { calls } = await answerTo('{"jsonrpc":"2.0","id":1,"method":"EvaluateCalc","params":{"intValue":9007199254740993}}');
        expect(Buffer.from(calls[0].body).toString()).toBe('{"intValue":"9007199254740993"}');
    });
});

it('the id of a protobuf frame comes back byte by byte', async () => {
    const { text } = await answerTo('', ['Content-Type: application/proto', 'Sysml-Method: GetServerInfo', 'Sysml-Id: Ä: 1']);
    expect(text).toContain('\r\nSysml-Id: Ä: 1\r\n');
});

it('who does not take the answers is not read any further', async () => {
    const { context, calls } = recording();
    const input = new PassThrough();
    const taken: (() => void)[] = [];
    const output = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => void taken.push(done) });
    const served = serveStdio(context, input, output);
    const settle = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 5));
    for (let count = 0; count < 50; count++) {
        input.write(frame('{"jsonrpc":"2.0","id":1,"method":"GetServerInfo"}'));
        await settle();
    }
    expect(calls.length).toBeLessThan(5);
    input.end();
    const reading = setInterval(() => taken.splice(0).forEach(done => done()), 1);
    await served;
    clearInterval(reading);
    expect(calls.length).toBe(50);
});
