/**
 * Models in the fragment of an address: compressed, in the alphabet of URLs. A browser sends no fragment to a server. What is read from one
 * is hostile: it is text and nothing else. Knows no page.
 */
import { Inflate, deflateSync, strFromU8, strToU8 } from 'fflate';

export interface SharedFile {
    readonly name: string;
    readonly text: string;
}

/** Characters of all texts together that an address may hold, and files. */
export const LARGEST_SHARE = 100 * 1024;
const MOST_FILES = 50;

/** What may stand in the name of a file. */
const NAME = /^[^/\\\0]{1,100}\.(sysml|kerml)$/;

export class ShareError extends Error {}

/** @returns the fragment without `#` @throws ShareError for models that are too large */
export function fragmentOf(files: readonly SharedFile[]): string {
    const size = files.reduce((sum, { text }) => sum + text.length, 0);
    if (size > LARGEST_SHARE) {
        throw new ShareError(`The model has ${size} characters; an address holds at most ${LARGEST_SHARE}. Save the files instead.`);
    }
    const bytes = deflateSync(strToU8(JSON.stringify(files.map(({ name, text }) => [name, text]))), { level: 9 });
    return `model=${toBase64Url(bytes)}`;
}

/** @returns undefined for a fragment that holds no model @throws ShareError for one that is damaged */
export function filesOf(fragment: string): readonly SharedFile[] | undefined {
    const encoded = /^#?model=(.*)$/s.exec(fragment)?.[1];
    if (encoded === undefined) {
        return undefined;
    }
    let content: unknown;
    try {
        content = JSON.parse(strFromU8(inflated(fromBase64Url(encoded))));
    } catch (error) {
        throw error instanceof ShareError
            ? error
            : new ShareError('The address holds a model that cannot be read: it may have been cut off.');
    }
    if (!Array.isArray(content) || content.length > MOST_FILES || !content.every(isFile)) {
        throw new ShareError('The address holds no model of this playground.');
    }
    return content.map(([name, text]) => ({ name, text }));
}

const isFile = (entry: unknown): entry is [string, string] =>
    Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string' && NAME.test(entry[0]) && typeof entry[1] === 'string';

/** Inflates as much as an honest fragment can hold, and no more. */
function inflated(bytes: Uint8Array): Uint8Array {
    // a character takes at most three bytes, and JSON at most six for one that it escapes
    const most = 6 * LARGEST_SHARE + 1024 * MOST_FILES;
    const parts: Uint8Array[] = [];
    let size = 0;
    const inflate = new Inflate((part, _isLast) => {
        size += part.length;
        if (size > most) {
            throw new ShareError('The address holds a larger model than this playground takes.');
        }
        parts.push(part);
    });
    // in small pieces, so that the limit is met before much has been made
    for (let i = 0; i < bytes.length; i += 1024) {
        inflate.push(bytes.subarray(i, i + 1024), i + 1024 >= bytes.length);
    }
    const whole = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
        whole.set(part, at);
        at += part.length;
    }
    return whole;
}

function toBase64Url(bytes: Uint8Array): string {
    let text = '';
    for (const byte of bytes) {
        text += String.fromCharCode(byte);
    }
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));
}
