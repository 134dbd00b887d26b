/**
 * The form of a library snapshot, shared by its writer and its reader: one block of bytes that holds the syntax trees and texts of all
 * documents of a library. Little-endian. Depends on nodes in general, not on names or files.
 *
 *     header      8 words: magic, version, grammar hash (2), length of the whole in bytes, checksum of all words after the header,
 *                 offset and length of the directory
 *     sections    strings (characters and where each string starts), nodes, tables, texts; the directory has their places
 *     directory   JSON, see {@link Directory}
 *
 * A node is a sequence of variable-length numbers: its shape, its offset (signed, relative to its container's), its length, the place of
 * its name if the shape has one (relative to its own), then the values of the shape's properties. A list `members` is not written in place
 * but as a body, whose position the node stores, so that a reader can skip it. A body is the number of its members, 1 + the
 * start of its index in the tables or 0, then the members. The index of a body with n members has n positions of the members, n types, the
 * number k of names, and k pairs of name hash and ordinal, ascending.
 */
import { GRAMMAR_HASH } from '../generated/nodes.js';
import type { SyntaxDiagnostic } from '../syntax/index.js';

/** Increase this with every change of the form, or of the trees that the parsers make with the same grammar. */
export const VERSION = 3;
export const MAGIC = 0x4c427953;
export const HEADER_WORDS = 8;
export const GRAMMAR: readonly [number, number] = [parseInt(GRAMMAR_HASH.slice(0, 8), 16), parseInt(GRAMMAR_HASH.slice(8), 16)];

/** How the value of a property is written; a property missing in a shape has its value in a new node. */
export const enum Kind {
    True,
    Text,
    Node,
    List,
    Body
}

/** A type together with the properties that are present. */
export interface Shape {
    readonly type: string;
    readonly isNamed: boolean;
    readonly properties: readonly (readonly [name: string, kind: Kind])[];
}

/** The place of a section or text: offset in bytes from the start, length in its own unit. */
export type Extent = readonly [offset: number, length: number];

/** Characters of texts: one byte each (Latin-1) or two (UTF-16). */
export interface Characters {
    readonly extent: Extent;
    readonly isWide: boolean;
}

export interface DocumentEntry {
    readonly name: string;
    readonly language: 'sysml' | 'kerml';
    readonly text: Characters;
    /** Position of the root in the nodes. */
    readonly root: number;
    /** Names of the packages at the root, and all other names there, short ones included. */
    readonly packages: readonly string[];
    readonly others: readonly string[];
    readonly syntaxErrors: readonly SyntaxDiagnostic[];
}

/** The elements that the language needed and the library lacked when its snapshot was made. */
export interface Judgement {
    /** identity of the required elements (`required.ts`): the messages only apply to a program with the same requirements */
    readonly required: number;
    readonly problems: readonly string[];
}

export interface Directory {
    /** Identity of the library's texts. */
    readonly content: string;
    readonly judgement: Judgement;
    readonly shapes: readonly Shape[];
    readonly types: readonly string[];
    /**
     * Strings by number: first those in Latin-1, then the others. Each part has its characters and its starts, one start more than strings.
     */
    readonly strings: readonly { readonly characters: Characters; readonly starts: Extent }[];
    /** The number of keywords; they are the first strings. */
    readonly words: number;
    readonly nodes: Extent;
    readonly tables: Extent;
    readonly documents: readonly DocumentEntry[];
    /** Names at the roots that no namespace below them declares, or imports by name. */
    readonly onlyAtRoots: readonly string[];
    /** Hashes of the names that members of types may have. */
    readonly inTypes: Extent;
}

/** Hash of a name in the index of a body: 32 bits. */
export function hashOfName(name: string): number {
    let hash = 0x811c9dc5;
    for (let i = 0; i < name.length; i++) {
        hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
    }
    return (hash ^ (hash >>> 15)) >>> 0;
}

/** Checksum of the words after the header. */
export function checksum(words: Uint32Array): number {
    let sum = 0x9e3779b9;
    for (let i = HEADER_WORDS; i < words.length; i++) {
        sum = Math.imul(sum ^ words[i], 0x85ebca6b);
        sum ^= sum >>> 13;
    }
    return sum >>> 0;
}
