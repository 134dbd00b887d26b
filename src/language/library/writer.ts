/**
 * Writes a library snapshot (format.ts): parses the documents of a library and writes their trees and texts into one block of bytes.
 * Depends on syntax trees and the names of members, not on files.
 */
import type { AstNode } from '../generated/tree.js';
import { hashOf } from '../semantics/name-hash.js';
import { lookupNameOf } from '../semantics/owned-members.js';
import { ownedMembersOf } from '../semantics/structure.js';
import { fieldOf, propertiesOf, forEachChild, parseDocument } from '../syntax/index.js';
import type { SourceDocument } from '../workspace/document.js';
import { type DeclaredNames, declaredNamesOf } from '../workspace/name-census.js';
import { NODE_CLASSES } from '../generated/nodes.js';
import {
    type Characters,
    checksum,
    type Directory,
    type DocumentEntry,
    type Extent,
    GRAMMAR,
    hashOfName,
    HEADER_WORDS,
    type Judgement,
    Kind,
    MAGIC,
    type Shape,
    VERSION
} from './format.js';

/** Properties whose strings are from the model; all others contain words of the notation. */
const FREE_TEXT = new Set(['name', 'shortName', 'text', 'body', 'value', 'locale', 'language']);

/** Bodies with fewer members have no index and are read as a whole. */
const INDEXED_FROM = 12;

/** A property in a snapshot. */
type Held =
    | { readonly kind: Kind.True | Kind.Body }
    | { readonly kind: Kind.Text; readonly value: string }
    | { readonly kind: Kind.Node; readonly value: AstNode }
    | { readonly kind: Kind.List; readonly value: readonly AstNode[] };

/**
 * Makes the snapshot of a library.
 * @param documents the library's documents, in their order
 * @param content identity of their texts, which the snapshot stores
 * @param judgement the elements that they lack
 * @throws RangeError if an expression is nested too deeply for the stack
 */
export function makeSnapshot(documents: readonly SourceDocument[], content: string, judgement: Judgement): SharedArrayBuffer {
    const parsed = documents.map(({ content: text, language }) => parseDocument(text, language));
    const trees = new TreeWriter();
    parsed.forEach(({ root }) => trees.collect(root));
    trees.numberStrings();
    const roots = parsed.map(({ root }) => trees.write(root, 0));
    const block = new Block();
    const entries = documents.map(({ name, language, content: text }, i): DocumentEntry => {
        const { root, diagnostics } = parsed[i];
        const members = ownedMembersOf(root);
        const packages = members
            .filter(m => m.$type === 'Package')
            .map(lookupNameOf)
            .filter(n => n !== undefined);
        return {
            name,
            language,
            text: block.addText(text),
            root: roots[i],
            packages,
            others: namesOf(members).filter(n => !packages.includes(n)),
            syntaxErrors: diagnostics
        };
    });
    const names = parsed.map(({ root }) => declaredNamesOf(root));
    const directory: Directory = {
        content,
        judgement,
        shapes: trees.shapes,
        types: trees.types,
        strings: trees.strings.map(strings => block.addStrings(strings)),
        words: trees.words,
        nodes: block.addBytes(trees.nodes.bytes()),
        tables: block.addWords(Uint32Array.from(trees.tables)),
        documents: entries,
        onlyAtRoots: namesOnlyAt(
            parsed.map(({ root }) => root),
            names
        ),
        inTypes: block.addWords(Uint32Array.from(inheritableOf(names)))
    };
    return block.finish(directory);
}

/** The names at the roots that no namespace below them declares, or imports by name. */
function namesOnlyAt(roots: readonly AstNode[], names: readonly DeclaredNames[]): string[] {
    const importable = new Set(names.flatMap(({ nested, inTypes, imported }) => [...nested, ...inTypes, ...imported]));
    return namesOf(roots.flatMap(ownedMembersOf)).filter(name => !importable.has(hashOf(name)));
}

/** Hashes of the names that members of types may have: those that types declare, and all names if specializations inherit imports. */
function inheritableOf(names: readonly DeclaredNames[]): ReadonlySet<number> {
    const isAny = names.some(({ inheritedImports }) => inheritedImports > 0);
    return new Set(
        names.flatMap(({ atRoot, nested, inTypes, imported }) => [...inTypes, ...(isAny ? [...atRoot, ...nested, ...imported] : [])])
    );
}

/** All names of members, long and short, each once. */
function namesOf(members: readonly AstNode[]): string[] {
    return [...new Set(members.flatMap(m => [lookupNameOf(m), m.shortName]))].filter(n => n !== undefined);
}

/** A growing buffer of bytes, with variable-length numbers. */
class ByteWriter {
    private buffer = new Uint8Array(1 << 16);
    length = 0;

    add(value: number): void {
        if (this.length + 5 > this.buffer.length) {
            const larger = new Uint8Array(this.buffer.length * 2);
            larger.set(this.buffer);
            this.buffer = larger;
        }
        let rest = value;
        while (rest > 0x7f) {
            this.buffer[this.length++] = (rest & 0x7f) | 0x80;
            rest >>>= 7;
        }
        this.buffer[this.length++] = rest;
    }

    addSigned(value: number): void {
        this.add(((value << 1) ^ (value >> 31)) >>> 0);
    }

    bytes(): Uint8Array {
        return this.buffer.subarray(0, this.length);
    }
}

/** Nodes, tables, shapes and strings of all trees. */
class TreeWriter {
    readonly nodes = new ByteWriter();
    readonly tables: number[] = [];
    readonly shapes: Shape[] = [];
    readonly types: string[] = [];
    /** Strings in Latin-1, and the others. */
    readonly strings: [string[], string[]] = [[], []];
    words = 0;
    private readonly shapeNumbers = new Map<string, number>();
    private readonly typeNumbers = new Map<string, number>();
    private readonly stringNumbers = new Map<string, number>();
    private readonly collected = { words: new Set<string>(), texts: new Set<string>() };
    private readonly blank = new Map<string, AstNode>();

    /** Collects the strings of a tree. */
    collect(root: AstNode): void {
        const work = [root];
        for (let node = work.pop(); node !== undefined; node = work.pop()) {
            for (const property of this.present(node)) {
                if (property.kind === Kind.Text) {
                    (FREE_TEXT.has(property.name) ? this.collected.texts : this.collected.words).add(property.value);
                }
            }
            forEachChild(node, child => work.push(child));
        }
    }

    /** Gives the collected strings their numbers: words first, wide ones last. */
    numberStrings(): void {
        const { words, texts } = this.collected;
        const [narrow, wide] = this.strings;
        this.words = words.size;
        for (const string of new Set([...words, ...texts])) {
            (isWide(string) && !words.has(string) ? wide : narrow).push(string);
        }
        [...narrow, ...wide].forEach((string, number) => this.stringNumbers.set(string, number));
    }

    /** Writes a node with everything below it, its bodies first. Returns its position. */
    write(node: AstNode, base: number): number {
        const bodies = new Map<AstNode, number>();
        this.writeBodies(node, bodies);
        const position = this.nodes.length;
        this.writeNode(node, base, bodies);
        return position;
    }

    /** Writes the bodies of a node and of all nodes that are written inside it. */
    private writeBodies(node: AstNode, bodies: Map<AstNode, number>): void {
        const { members } = node;
        if (members !== undefined && members.length > 0) {
            bodies.set(node, this.writeBody(node, members));
        }
        forEachChild(node, child => {
            if (child.$containerProperty !== 'members') {
                this.writeBodies(child, bodies);
            }
        });
    }

    private writeBody(owner: AstNode, members: readonly AstNode[]): number {
        const inner = new Map<AstNode, number>();
        members.forEach(member => this.writeBodies(member, inner));
        const position = this.nodes.length;
        this.nodes.add(members.length);
        // The index covers `members` only: not for owners that also have members outside the body.
        const isIndexed = members.length >= INDEXED_FROM && ownedMembersOf(owner) === members;
        const start = this.tables.length;
        this.nodes.add(isIndexed ? 1 + start : 0);
        if (isIndexed) {
            this.addIndex(members);
        }
        members.forEach((member, i) => {
            if (isIndexed) {
                this.tables[start + i] = this.nodes.length;
            }
            this.writeNode(member, owner.$offset, inner);
        });
        return position;
    }

    /** Adds the index of a body; the positions are filled in later. */
    private addIndex(members: readonly AstNode[]): void {
        const names: [hash: number, ordinal: number][] = [];
        members.forEach((member, ordinal) => {
            if (member.$type !== 'Import') {
                namesOf([member]).forEach(name => names.push([hashOfName(name), ordinal]));
            }
        });
        names.sort(([a, i], [b, j]) => a - b || i - j);
        this.tables.push(
            ...members.map(() => 0),
            ...members.map(({ $type }) => numberOf($type, this.typeNumbers, this.types, $type)),
            names.length,
            ...names.map(([hash]) => hash),
            ...names.map(([, ordinal]) => ordinal)
        );
    }

    private writeNode(node: AstNode, base: number, bodies: ReadonlyMap<AstNode, number>): void {
        const { nodes } = this;
        const properties = this.present(node);
        const isNamed = node.$name !== undefined && node.$name >= 0;
        const shape: Shape = { type: node.$type, isNamed, properties: properties.map(({ name, kind }) => [name, kind]) };
        const key = JSON.stringify(shape);
        nodes.add(numberOf(key, this.shapeNumbers, this.shapes, shape));
        nodes.addSigned(node.$offset - base);
        nodes.addSigned(node.$end - node.$offset);
        if (isNamed) {
            nodes.addSigned(node.$name - node.$offset);
            nodes.add(node.$nameEnd! - node.$name);
        }
        for (const property of properties) {
            if (property.kind === Kind.Text) {
                nodes.add(this.stringNumbers.get(property.value)!);
            } else if (property.kind === Kind.Node) {
                this.writeNode(property.value, node.$offset, bodies);
            } else if (property.kind === Kind.List) {
                nodes.add(property.value.length);
                property.value.forEach(item => this.writeNode(item, node.$offset, bodies));
            } else if (property.kind === Kind.Body) {
                nodes.add(bodies.get(node)!);
            }
        }
    }

    /** The properties of a node that differ from those of a new node of its type. */
    private present(node: AstNode): (Held & { readonly name: string })[] {
        let blank = this.blank.get(node.$type);
        if (blank === undefined) {
            this.blank.set(node.$type, (blank = new NODE_CLASSES[node.$type]()));
        }
        const fresh = blank;
        return propertiesOf(fresh)
            .filter(name => fieldOf(node, name) !== fieldOf(fresh, name))
            .map(name => ({ name, ...held(name, fieldOf(node, name)) }));
    }
}

function numberOf<T>(key: string, numbers: Map<string, number>, list: T[], value: T): number {
    let number = numbers.get(key);
    if (number === undefined) {
        numbers.set(key, (number = list.length));
        list.push(value);
    }
    return number;
}

function held(name: string, value: unknown): Held {
    if (value === true) {
        return { kind: Kind.True };
    }
    if (typeof value === 'string') {
        return { kind: Kind.Text, value };
    }
    if (Array.isArray(value) && value.every(isNode)) {
        return name === 'members' ? { kind: Kind.Body } : { kind: Kind.List, value };
    }
    if (isNode(value)) {
        return { kind: Kind.Node, value };
    }
    throw new Error(`a library snapshot cannot hold the property ${name} with a value of type ${typeof value}`);
}

function isNode(item: unknown): item is AstNode {
    return typeof item === 'object' && item !== null && '$type' in item;
}

function isWide(text: string): boolean {
    // oxlint-disable-next-line no-control-regex
    return /[^\x00-\xff]/.test(text);
}

/** The bytes of a snapshot, section by section; each section starts at a word boundary. */
class Block {
    private readonly sections: Uint8Array[] = [];
    private length = HEADER_WORDS * 4;

    addBytes(bytes: Uint8Array): Extent {
        const extent: Extent = [this.length, bytes.length];
        this.sections.push(bytes);
        this.length += (bytes.length + 3) & ~3;
        return extent;
    }

    addWords(words: Uint32Array): Extent {
        const [offset] = this.addBytes(new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
        return [offset, words.length];
    }

    addText(text: string): Characters {
        const wide = isWide(text);
        const [offset] = this.addBytes(Buffer.from(text, wide ? 'utf16le' : 'latin1'));
        return { extent: [offset, text.length], isWide: wide };
    }

    addStrings(strings: readonly string[]): { characters: Characters; starts: Extent } {
        const starts = new Uint32Array(strings.length + 1);
        strings.forEach((string, i) => {
            starts[i + 1] = starts[i] + string.length;
        });
        return { characters: this.addText(strings.join('')), starts: this.addWords(starts) };
    }

    finish(directory: Directory): SharedArrayBuffer {
        const extent = this.addBytes(Buffer.from(JSON.stringify(directory)));
        const buffer = new SharedArrayBuffer(this.length);
        const bytes = new Uint8Array(buffer);
        let at = HEADER_WORDS * 4;
        for (const section of this.sections) {
            bytes.set(section, at);
            at += (section.length + 3) & ~3;
        }
        const words = new Uint32Array(buffer);
        words.set([MAGIC, VERSION, ...GRAMMAR, this.length, 0, ...extent]);
        words[5] = checksum(words);
        return buffer;
    }
}
