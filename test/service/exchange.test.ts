// A body that stops arriving does not hold its connection for ever. On a stand-in for the socket and with a clock of its own, since
// the service is patient.

import { PassThrough } from 'node:stream';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Http1Exchange } from '../../src/service/transports/http/exchange.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

function exchange(): { body: PassThrough; read: Promise<string> } {
    const body = Object.assign(new PassThrough(), { method: 'POST', url: '/', headers: {} });
    const http = new Http1Exchange(body as unknown as IncomingMessage, new PassThrough() as unknown as ServerResponse);
    return { body, read: new Promise((resolve, reject) => http.readBody(buffer => resolve(buffer.toString()), reject)) };
}

it.each([0, 1, 2, 5])('a body that stops after %i pieces ends its connection', async pieces => {
    const { body } = exchange();
    for (let piece = 0; piece < pieces; piece++) {
        body.write('piece');
        await settled();
    }
    vi.advanceTimersByTime(59_000);
    expect(body.destroyed).toBe(false);
    vi.advanceTimersByTime(2000);
    expect(body.destroyed).toBe(true);
});

it('a body that comes slowly is read', async () => {
    const { body, read } = exchange();
    for (const piece of ['a', 'b', 'c']) {
        body.write(piece);
        await settled();
        vi.advanceTimersByTime(50_000);
    }
    body.end();
    await settled();
    expect(await read).toBe('abc');
    vi.advanceTimersByTime(100_000);
});
