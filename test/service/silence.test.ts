// Connections whose clients have gone silent: they end without a call being involved, whatever state their protocol was left in.

import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type Listener } from '../../src/service/transports/http/listener.js';

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const SETTINGS = [0, 0, 0, 4, 0, 0, 0, 0, 0];
/** The first half of the head of a HEADERS frame. */
const HALF_A_FRAME = [0, 0, 40, 1];

let listener: Listener;

beforeAll(async () => {
    listener = await listen({
        port: 0,
        host: '127.0.0.1',
        silence: 400,
        headersTimeout: 400,
        handle: exchange => exchange.respond(200, {})
    });
});
afterAll(() => listener.end());

/** Sends these bytes and nothing more; resolves when the service has ended the connection. */
async function abandoned(...sent: readonly (string | number[])[]): Promise<void> {
    const socket: Socket = connect(listener.address.port, '127.0.0.1');
    sent.forEach(part => socket.write(typeof part === 'string' ? part : Uint8Array.from(part)));
    socket.resume();
    await new Promise(resolve => socket.once('close', resolve).on('error', () => undefined));
}

describe('a client that falls silent', () => {
    it.concurrent.each<[title: string, sent: readonly (string | number[])[]]>([
        ['before its first byte', []],
        ['within the preface of HTTP/2', [PREFACE.slice(0, 10)]],
        ['behind the preface', [PREFACE]],
        ['with a connection that answers no ping', [PREFACE, SETTINGS]],
        ['within the head of a frame', [PREFACE, SETTINGS, HALF_A_FRAME]],
        ['within the headers of HTTP/1.1', ['POST /sysml.SysMLService/Evaluate HTTP/1.1\r\nHost: a\r\nContent-']]
    ])('%s is let go', async (_, sent) => {
        await expect(abandoned(...sent)).resolves.toBeUndefined();
    });
});
