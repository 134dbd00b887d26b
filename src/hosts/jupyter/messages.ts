/**
 * Messages of the Jupyter protocol (5.3) as frames: addresses, a delimiter, a signature, four parts in JSON. Does not depend on sockets.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

export const PROTOCOL = '5.3';

const DELIMITER = '<IDS|MSG>';

export interface Header {
    readonly msg_id: string;
    readonly session: string;
    readonly username: string;
    readonly date: string;
    readonly msg_type: string;
    readonly version: string;
}

export type Content = Readonly<Record<string, unknown>>;

export interface Message {
    /** routing addresses of the receiver */
    readonly addresses: readonly Uint8Array[];
    readonly header: Header;
    /** header of the message that this one answers; empty for none */
    readonly parent: Header | Readonly<Record<string, never>>;
    readonly metadata: Content;
    readonly content: Content;
}

/** An invalid message, which is dropped. */
export class MessageFault extends Error {}

/** Encodes, signs and decodes messages with the key of a connection. With an empty key there are no signatures. */
export class Codec {
    readonly session = randomUUID();

    constructor(private readonly key: string) {}

    private signature(parts: readonly Uint8Array[]): string {
        if (this.key === '') {
            return '';
        }
        const hmac = createHmac('sha256', this.key);
        parts.forEach(part => hmac.update(part));
        return hmac.digest('hex');
    }

    /** @throws MessageFault for frames that are not a message or have a wrong signature */
    read(frames: readonly Uint8Array[]): Message {
        const at = frames.findIndex(f => Buffer.from(f).toString('latin1') === DELIMITER);
        const parts = frames.slice(at + 2, at + 6);
        if (at < 0 || parts.length < 4) {
            throw new MessageFault('the frames are no message');
        }
        const [given, wanted] = [Buffer.from(frames[at + 1]), Buffer.from(this.signature(parts))];
        if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
            throw new MessageFault('the signature is not that of the key');
        }
        return {
            addresses: frames.slice(0, at),
            header: jsonOf<Header>(parts[0]),
            parent: jsonOf<Message['parent']>(parts[1]),
            metadata: jsonOf<Content>(parts[2]),
            content: jsonOf<Content>(parts[3])
        };
    }

    /** Encodes a message about another one. @param addresses of the receiver; the topic of a published message */
    write(
        type: string,
        content: Content,
        parent: Header | undefined,
        addresses: readonly (Uint8Array | string)[],
        metadata: Content = {}
    ): (Uint8Array | string)[] {
        const header: Header = {
            msg_id: randomUUID(),
            session: this.session,
            username: 'kernel',
            date: new Date().toISOString(),
            msg_type: type,
            version: PROTOCOL
        };
        const parts = [header, parent ?? {}, metadata, content].map(part => Buffer.from(JSON.stringify(part)));
        return [...addresses, DELIMITER, this.signature(parts), ...parts];
    }
}

function jsonOf<T>(part: Uint8Array): T {
    try {
        return JSON.parse(Buffer.from(part).toString('utf8')) as T;
    } catch {
        throw new MessageFault('a part is no JSON');
    }
}
