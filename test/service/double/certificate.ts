// A self-signed certificate for tests, written in DER by hand so that no tool is needed.

import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

function der(tag: number, ...contents: Uint8Array[]): Buffer {
    const content = Buffer.concat(contents);
    const { length } = content;
    const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
    return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...contents: Uint8Array[]): Buffer => der(0x30, ...contents);
const oid = (...bytes: number[]): Buffer => der(0x06, Buffer.from(bytes));
const utcTime = (date: Date): Buffer => der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

/** Key and certificate for `localhost` and 127.0.0.1 in PEM. */
export function selfSigned(): { cert: string; key: string } {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
    const name = sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from('localhost')))));
    const alternatives = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
    const extensions = sequence(
        sequence(oid(0x55, 0x1d, 0x11), der(0x04, alternatives)),
        sequence(oid(0x55, 0x1d, 0x13), der(0x01, Buffer.from([0xff])), der(0x04, sequence(der(0x01, Buffer.from([0xff])))))
    );
    const serial = randomBytes(8);
    serial[0] &= 0x7f;
    serial[0] |= 0x01;
    const body = sequence(
        der(0xa0, der(0x02, Buffer.from([2]))),
        der(0x02, serial),
        ecdsaWithSha256,
        name,
        sequence(utcTime(new Date(Date.now() - 3_600_000)), utcTime(new Date(Date.now() + 86_400_000))),
        name,
        publicKey.export({ type: 'spki', format: 'der' }),
        der(0xa3, extensions)
    );
    const signature = createSign('sha256').update(body).sign(privateKey);
    const certificate = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
    const cert = `-----BEGIN CERTIFICATE-----\n${certificate
        .toString('base64')
        .match(/.{1,64}/g)!
        .join('\n')}\n-----END CERTIFICATE-----\n`;
    return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}
