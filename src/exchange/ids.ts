/**
 * Spells ids (contract: conversion 4): encoded qualified names, UUIDs of version 5 and the normative ids of the standard library. Does not
 * depend on a model.
 */
import { newHash } from '#host';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an id is a UUID, in small or capital letters (RFC 9562, 4). */
export const isUuid = (id: string): boolean => UUID.test(id);

/** Spells UUIDs in small letters, so that UUIDs that differ only in case become equal. Returns other ids unchanged. */
export const foldUuid = (id: string): string => (isUuid(id) ? id.toLowerCase() : id);

const POSITION = /^@(?:0|[1-9]\d*)$/;

/** A name as a segment of a qualified name, quoted where it would otherwise read as a position or as several segments (4.1). */
export function segmentOf(name: string): string {
    return positionOf(name) !== undefined || name.includes('::') || name.startsWith("'") ? `'${name.replace(/[\\']/g, '\\$&')}'` : name;
}

/** The segment for the member at a position, counting from 0. */
export function positionSegment(index: number): string {
    return `@${index}`;
}

/** The position that an unquoted segment denotes; undefined if the segment is a name. */
export function positionOf(segment: string): number | undefined {
    return segment.startsWith('@') && POSITION.test(segment) ? Number(segment.slice(1)) : undefined;
}

/** A segment of a qualified name: a name or a member's position. */
export interface QualifiedSegment {
    readonly name: string;
    readonly position: number | undefined;
}

/** Splits a qualified name of a graph into the segments that {@link segmentOf} and {@link positionSegment} spelled. */
export function qualifiedSegments(qualifiedName: string): QualifiedSegment[] {
    return [...qualifiedName.matchAll(SEGMENT)].map(([, quotedName, bare]) =>
        quotedName !== undefined
            ? { name: quotedName.replace(/\\([\s\S])/g, '$1'), position: undefined }
            : { name: bare, position: positionOf(bare) }
    );
}

const SEGMENT = /(?:^|::)(?:'((?:\\[\s\S]|[^\\'])*)'(?=::|$)|((?:(?!::)[\s\S])+))/g;

/**
 * Whether the encoding leaves a text as it is. Does not use a regular expression, which needs much stack, because nested elements are
 * written by recursion (see isBasicName).
 */
function isPlain(text: string): boolean {
    for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
        if (!isLetter && !(code >= 0x30 && code <= 0x39) && code !== 0x2d) {
            return false;
        }
    }
    return true;
}
const hex = (byte: number): string => `_${byte.toString(16).padStart(2, '0')}`;
const encodedSegments = new Map<string, string>();

/**
 * Encodes a qualified name as an id: `::` becomes `__`, and each UTF-8 byte outside `[A-Za-z0-9-]` becomes an underscore and two hex digits
 * (4.2).
 */
export function encodeName(qualifiedName: string): string {
    return isPlain(qualifiedName) ? qualifiedName : qualifiedName.split('::').map(encodeSegment).join('__');
}

function encodeSegment(segment: string): string {
    if (isPlain(segment)) {
        return segment;
    }
    let encoded = encodedSegments.get(segment);
    if (encoded === undefined) {
        encoded = '';
        for (const byte of new TextEncoder().encode(segment)) {
            const character = String.fromCharCode(byte);
            encoded += byte < 128 && isPlain(character) ? character : hex(byte);
        }
        if (encodedSegments.size > 50_000) {
            encodedSegments.clear();
        }
        encodedSegments.set(segment, encoded);
    }
    return encoded;
}

/** The qualified name from which {@link encodeName} makes an id; undefined if there is none. */
export function decodeName(id: string): string | undefined {
    const bytes: number[] = [];
    for (let i = 0; i < id.length; i++) {
        if (id[i] !== '_') {
            bytes.push(id.charCodeAt(i));
        } else if (/^[0-9a-f]{2}$/.test(id.slice(i + 1, i + 3))) {
            bytes.push(parseInt(id.slice(i + 1, i + 3), 16));
            i += 2;
        } else if (id[i + 1] === '_') {
            bytes.push(58, 58);
            i++;
        } else {
            return undefined;
        }
    }
    try {
        const name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
        return encodeName(name) === id ? name : undefined;
    } catch {
        return undefined;
    }
}

/** The name space of URLs for UUIDs (RFC 9562, 6.6). */
export const URL_NAMESPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8';

/** The UUID of version 5 for a name. @param namespace a UUID */
export function uuid5(namespace: string, name: string): string {
    const text = newHash('sha1').update(bytesOfUuid(namespace)).update(name).hex();
    const variant = '89ab'[parseInt(text[16], 16) & 3];
    return `${text.slice(0, 8)}-${text.slice(8, 12)}-5${text.slice(13, 16)}-${variant}${text.slice(17, 20)}-${text.slice(20, 32)}`;
}

/** Caches the bytes of the last name space, because most consecutive names share it. */
let lastNamespace = { id: '', bytes: new Uint8Array() };

function bytesOfUuid(id: string): Uint8Array {
    if (lastNamespace.id !== id) {
        const digits = id.replaceAll('-', '').match(/../g) ?? [];
        lastNamespace = { id, bytes: Uint8Array.from(digits, byte => parseInt(byte, 16)) };
    }
    return lastNamespace.bytes;
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Spells a segment of the names from which normative ids are made (4.7): quoted unless it is an identifier. Reserved words are not quoted.
 */
export function normativeSegment(name: string): string {
    return IDENTIFIER.test(name) ? name : `'${name.replace(/[\\']/g, '\\$&')}'`;
}

/** The standard that defines a package of the library. */
export type Standard = 'KerML' | 'SysML';

/** The normative id of a root package of the library. */
export function normativePackageId(standard: Standard, name: string): string {
    return uuid5(URL_NAMESPACE, `https://www.omg.org/spec/${standard}/${name}`);
}

/**
 * The suffix of the name from which a membership's normative id is made. The name from which the id of its member element is made precedes
 * it.
 */
export const MEMBERSHIP_OF = '/owningMembership';
