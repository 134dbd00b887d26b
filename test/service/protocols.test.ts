/** What the three protocols share, without a socket: content types, time-outs, frames, messages and compression (contract: wire 6). */
import { expect, test } from 'vitest';
import {
    ACCEPT_GRPC,
    ACCEPT_POST,
    acceptsGzip,
    connectTimeout,
    frame,
    grpcMessage,
    grpcTimeout,
    servedAs
} from '../../src/service/transports/protocols.js';

test.each([
    ['application/grpc', 'grpc proto application/grpc'],
    ['application/grpc+proto', 'grpc proto application/grpc+proto'],
    ['application/grpc+json', 'grpc json application/grpc+json'],
    ['application/grpc-web', 'grpcweb proto application/grpc-web'],
    ['application/grpc-web+proto', 'grpcweb proto application/grpc-web+proto'],
    ['application/grpc-web+json', 'grpcweb json application/grpc-web+json'],
    ['application/json', 'connect json application/json'],
    ['application/proto', 'connect proto application/proto'],
    ['application/json; charset=utf-8', 'connect json application/json'],
    ['Application/JSON;charset="UTF-8"', 'connect json application/json'],
    ['application/json ;  charset=utf-8', 'connect json application/json'],
    ['application/json; charset=latin1', undefined],
    ['text/plain', undefined],
    ['', undefined],
    [undefined, undefined]
])('the content type %s', (type, expected) => {
    const found = servedAs(type);
    expect(found && `${found.protocol} ${found.format} ${found.answer}`).toBe(expected);
});

test('what is accepted is listed in order', () => {
    expect(ACCEPT_POST.split(', ')).toHaveLength(9);
    expect(ACCEPT_GRPC).toBe('application/grpc, application/grpc+json, application/grpc+proto');
});

test.each([
    ['1H', 3_600_000],
    ['2M', 120_000],
    ['3S', 3000],
    ['4m', 4],
    ['5000u', 5],
    ['6000000n', 6],
    ['99999999S', 99_999_999_000],
    ['100000000S', undefined],
    ['1', undefined],
    ['S', undefined],
    ['1s', undefined],
    ['1.5S', undefined],
    ['-1S', undefined],
    ['1S ', undefined],
    ['', undefined]
])('grpc-timeout %s', (text, expected) => expect(grpcTimeout(text)).toBe(expected));

test.each([
    ['0', 0],
    ['1500', 1500],
    ['9999999999', 9_999_999_999],
    ['10000000000', undefined],
    ['1.5', undefined],
    ['-1', undefined],
    ['x1', undefined],
    ['', undefined]
])('Connect-Timeout-Ms %s', (text, expected) => expect(connectTimeout(text)).toBe(expected));

test('a frame has its flags, the length in four bytes and the message', () => {
    expect([...frame(1, new Uint8Array([7, 8]))]).toEqual([1, 0, 0, 0, 2, 7, 8]);
    expect([...frame(0x80, new Uint8Array(258)).subarray(0, 5)]).toEqual([0x80, 0, 0, 1, 2]);
});

test.each([
    ['plain text, ~!#$&', 'plain text, ~!#$&'],
    ['50 %', '50 %25'],
    ['a\nb', 'a%0Ab'],
    ['\u007f', '%7F'],
    ['é', '%C3%A9'],
    ['€', '%E2%82%AC'],
    ['😀 ok', '%F0%9F%98%80 ok']
])('the message %j', (text, expected) => expect(grpcMessage(text)).toBe(expected));

test('a message is bounded, also after it is encoded', () => {
    expect(grpcMessage('a'.repeat(4000))).toBe('a'.repeat(4000));
    // what is left out is counted behind
    expect(grpcMessage('a'.repeat(5000)).length).toBeLessThan(4100);
    const encoded = grpcMessage('€'.repeat(5000));
    expect(encoded.length).toBeLessThanOrEqual(8000);
    expect(encoded.length).toBeGreaterThan(7000);
    expect(grpcMessage('€'.repeat(800))).toBe('%E2%82%AC'.repeat(800));
});

test.each([
    ['gzip', true],
    ['identity, GZIP', true],
    ['br;q=1, gzip;q=0.5', true],
    ['gzip;q=1.0', true],
    ['gzip; q=0', false],
    ['gzip;q=0.000', false],
    ['gzip;q=0, br', false],
    ['gzip;level=3', true],
    ['x-gzip', false],
    ['identity', false],
    ['', false],
    [undefined, false]
])('Accept-Encoding %s', (header, expected) => expect(acceptsGzip(header)).toBe(expected));
