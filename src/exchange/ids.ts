/**
 * Spellings of ids (contract: conversion 4): the encoding of qualified names, UUIDs of version 5 and the normative ids of the standard
 * library. Knows no model.
 */
import { newHash } from '#host';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an id is written as a UUID, whose digits may be capitals (RFC 9562, 4). */
export const isUuid = (id: string): boolean => UUID.test(id);

/** An id, of which UUIDs that differ in capitals only have the same. */
export const foldUuid = (id: string): string => (isUuid(id) ? id.toLowerCase() : id);

const POSITION = /^@(?:0|[1-9]\d*)$/;

/** A name as a segment of a qualified name: in quotes where it would read as something else (4.1). */
export function segmentOf(name: string): string {
    return positionOf(name) !== undefined || name.includes('::') || name.startsWith("'") ? `'${name.replace(/[\\']/g, '\\$&')}'` : name;
}

/** The segment of the member at a position, from 0. */
export function positionSegment(index: number): string {
    return `@${index}`;
}

/** The position that a segment without quotes stands for; undefined for a name. */
export function positionOf(segment: string): number | undefined {
    return segment.startsWith('@') && POSITION.test(segment) ? Number(segment.slice(1)) : undefined;
}

/** A segment of a qualified name: the name, or the position of a member. */
export interface QualifiedSegment {
    readonly name: string;
    readonly position: number | undefined;
}

/** The segments of a qualified name of a graph: what {@link segmentOf} and {@link positionSegment} joined with `::`. */
export function qualifiedSegments(qualifiedName: string): QualifiedSegment[] {
    return [...qualifiedName.matchAll(SEGMENT)].map(([, quotedName, bare]) =>
        quotedName !== undefined
            ? { name: quotedName.replace(/\\([\s\S])/g, '$1'), position: undefined }
            : { name: bare, position: positionOf(bare) }
    );
}

const SEGMENT = /(?:^|::)(?:'((?:\\[\s\S]|[^\\'])*)'(?=::|$)|((?:(?!::)[\s\S])+))/g;

/** Whether an id is written as it is. No regular expression: graphs of nested elements are written by recursion (see isBasicName). */
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

/** The id of a qualified name: `::` becomes `__`, every byte of UTF-8 outside `[A-Za-z0-9-]` an underscore and two hex digits (4.2). */
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

/** The qualified name that an id encodes; undefined when it is no encoding. */
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

/** The namespace of URLs (RFC 9562, 6.6). */
export const URL_NAMESPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8';

/** The UUID of version 5 of a name in a namespace, which is a UUID itself. */
export function uuid5(namespace: string, name: string): string {
    const text = newHash('sha1').update(bytesOfUuid(namespace)).update(name).hex();
    const variant = '89ab'[parseInt(text[16], 16) & 3];
    return `${text.slice(0, 8)}-${text.slice(8, 12)}-5${text.slice(13, 16)}-${variant}${text.slice(17, 20)}-${text.slice(20, 32)}`;
}

/** The bytes of the last namespace: names of one follow each other. */
let lastNamespace = { id: '', bytes: new Uint8Array() };

function bytesOfUuid(id: string): Uint8Array {
    if (lastNamespace.id !== id) {
        const digits = id.replaceAll('-', '').match(/../g) ?? [];
        lastNamespace = { id, bytes: Uint8Array.from(digits, byte => parseInt(byte, 16)) };
    }
    return lastNamespace.bytes;
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A segment as the names behind normative ids spell it (4.7): quoted unless it is an identifier; reserved words are not quoted. */
export function normativeSegment(name: string): string {
    return IDENTIFIER.test(name) ? name : `'${name.replace(/[\\']/g, '\\$&')}'`;
}

/** Which standard a package of the library belongs to. */
export type Standard = 'KerML' | 'SysML';

/** The normative id of a package at the root of the library. */
export function normativePackageId(standard: Standard, name: string): string {
    return uuid5(URL_NAMESPACE, `https://www.omg.org/spec/${standard}/${name}`);
}

/** Of the membership behind the element whose id was made from `name`. */
export const MEMBERSHIP_OF = '/owningMembership';
