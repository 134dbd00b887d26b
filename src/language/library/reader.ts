/**
 * Reads a library snapshot (format.ts) in parts: the directory immediately; a root when its document is requested; the members of a node
 * with the first access to `members`, or one of them by its name; a text when its characters are needed. Depends on nodes and bytes, not on
 * files or the meaning of names.
 */
import { decode } from '#host';
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { NODE_CLASSES } from '../generated/nodes.js';
import { hashOf } from '../semantics/name-hash.js';
import { lookupNameOf } from '../semantics/owned-members.js';
import { EMPTY, type MemberIndex, type SyntaxNode } from '../syntax/index.js';
import {
    type Characters,
    checksum,
    type Directory,
    type DocumentEntry,
    GRAMMAR,
    hashOfName,
    HEADER_WORDS,
    Kind,
    MAGIC,
    VERSION
} from './format.js';

type NodeClass = new () => MadeNode;
/** A node while its fields are read. */
interface MadeNode extends SyntaxNode {
    [field: string]: unknown;
}
/** The body of a node: its members, some of them, or its position in the snapshot. */
type Body = AstNode[] | PartialBody | number;

/** A node whose members are read on demand. */
interface LazyNode extends MadeNode {
    $body: Body;
    $reader: Reader;
}

/** Why a block of bytes is no usable snapshot. */
export class SnapshotError extends Error {}

export class Reader {
    readonly directory: Directory;
    private readonly nodes: Uint8Array;
    readonly tables: Uint32Array;
    private readonly strings: string[] = [];
    private allStrings: ReadonlySet<string> | undefined;
    private inTypes: ReadonlySet<number> | undefined;
    private readonly characters: readonly string[];
    private readonly starts: readonly Uint32Array[];
    private readonly plain: readonly NodeClass[];
    private readonly lazy: readonly NodeClass[];
    /** Offset of the next number to read. */
    private at = 0;

    /**
     * @param isTrusted whether the block was already checked in this process
     * @throws SnapshotError if the block is damaged or has another version or grammar
     */
    constructor(
        private readonly buffer: ArrayBufferLike,
        isTrusted: boolean
    ) {
        this.directory = directoryOf(buffer, isTrusted);
        const { nodes, tables, strings, shapes, words } = this.directory;
        this.nodes = new Uint8Array(buffer, ...nodes);
        this.tables = new Uint32Array(buffer, ...tables);
        this.characters = strings.map(part => this.decode(part.characters));
        this.starts = strings.map(part => new Uint32Array(buffer, ...part.starts));
        this.plain = shapes.map(({ type }) => classOf(type));
        this.lazy = shapes.map(({ type, properties }, i) =>
            properties.some(([, kind]) => kind === Kind.Body) ? lazyClass(type) : this.plain[i]
        );
        // Keys of objects are interned strings: comparing these compares references.
        for (let i = 0; i < words; i++) {
            [this.strings[i]] = Object.keys({ [this.cut(i)]: true });
        }
    }

    /** The block, if threads can share it. */
    get shared(): SharedArrayBuffer | undefined {
        return typeof SharedArrayBuffer !== 'undefined' && this.buffer instanceof SharedArrayBuffer ? this.buffer : undefined;
    }

    /** The root of a document; makes a new tree on each call. */
    root(entry: DocumentEntry): ast.RootNamespace {
        this.at = entry.root;
        const root = this.node(undefined, undefined, undefined, 0);
        if (root.$type !== 'RootNamespace') {
            throw new SnapshotError(`a ${root.$type} stands at the root of a document`);
        }
        return root;
    }

    /** A text of the snapshot. */
    decode({ extent: [offset, length], isWide }: Characters): string {
        return isWide ? decode(this.buffer, offset, length * 2, 'utf16le') : decode(this.buffer, offset, length, 'latin1');
    }

    /** All members of a node; keeps those that were read before. */
    members(owner: LazyNode): AstNode[] {
        const body = owner.$body;
        if (Array.isArray(body)) {
            return body;
        }
        if (typeof body !== 'number') {
            return (owner.$body = body.all());
        }
        this.at = body;
        const count = this.number();
        this.number();
        const members = this.list(count, finished(owner), 'members');
        owner.$body = members;
        return members;
    }

    /** The index of a node's members; undefined if all are read or the snapshot has none for them. */
    index(owner: LazyNode): MemberIndex | undefined {
        const body = owner.$body;
        if (typeof body !== 'number') {
            return Array.isArray(body) ? undefined : body;
        }
        this.at = body;
        const count = this.number();
        const start = this.number();
        return start === 0 ? undefined : (owner.$body = new PartialBody(finished(owner), this, start - 1, count));
    }

    /** One member of an indexed body. */
    member(position: number, owner: AstNode, ordinal: number): AstNode {
        this.at = position;
        return this.node(owner, 'members', ordinal, owner.$offset);
    }

    private node(container: AstNode | undefined, property: string | undefined, index: number | undefined, base: number): AstNode {
        const number = this.number();
        const shape = this.directory.shapes[number];
        const made = new this.lazy[number]();
        const node = finished(made);
        made.$container = container;
        made.$containerProperty = property;
        made.$containerIndex = index;
        const offset = (made.$offset = base + this.signed());
        made.$end = offset + this.signed();
        if (shape.isNamed) {
            made.$name = offset + this.signed();
            made.$nameEnd = made.$name + this.number();
        }
        for (const [name, kind] of shape.properties) {
            switch (kind) {
                case Kind.True:
                    made[name] = true;
                    break;
                case Kind.Text:
                    made[name] = this.string(this.number());
                    break;
                case Kind.Node:
                    made[name] = this.node(node, name, undefined, offset);
                    break;
                case Kind.List:
                    made[name] = this.list(this.number(), node, name);
                    break;
                case Kind.Body:
                    made.$body = this.number();
                    made.$reader = this;
            }
        }
        return node;
    }

    private list(count: number, owner: AstNode, property: string): AstNode[] {
        const items: AstNode[] = [];
        for (let i = 0; i < count; i++) {
            items.push(this.node(owner, property, i, owner.$offset));
        }
        return items;
    }

    /** Whether a text is a string of the snapshot: a name, or another text of a node. */
    hasString(text: string): boolean {
        this.allStrings ??= new Set(Array.from({ length: this.starts[0].length + this.starts[1].length - 2 }, (_, i) => this.cut(i)));
        return this.allStrings.has(text);
    }

    /** Whether a member of a type may have a name. */
    isInTypes(name: string): boolean {
        this.inTypes ??= new Set(new Uint32Array(this.buffer, ...this.directory.inTypes));
        return this.inTypes.has(hashOf(name) >>> 0);
    }

    private string(number: number): string {
        return (this.strings[number] ??= this.cut(number));
    }

    private cut(number: number): string {
        const narrow = this.starts[0].length - 1;
        const part = number < narrow ? 0 : 1;
        const i = number - part * narrow;
        return this.characters[part].substring(this.starts[part][i], this.starts[part][i + 1]);
    }

    private number(): number {
        const { nodes } = this;
        let value = 0;
        for (let shift = 0; ; shift += 7) {
            const byte = nodes[this.at++];
            value |= (byte & 0x7f) << shift;
            if (byte < 0x80) {
                return value;
            }
        }
    }

    private signed(): number {
        const value = this.number();
        return (value >>> 1) ^ -(value & 1);
    }
}

function directoryOf(buffer: ArrayBufferLike, isTrusted: boolean): Directory {
    if (buffer.byteLength < HEADER_WORDS * 4 || buffer.byteLength % 4 !== 0) {
        throw new SnapshotError('it is cut off');
    }
    const words = new Uint32Array(buffer);
    const [magic, version, grammarHigh, grammarLow, length, sum, offset, size] = words;
    if (magic !== MAGIC) {
        throw new SnapshotError('it is no library snapshot');
    }
    if (version !== VERSION || grammarHigh !== GRAMMAR[0] || grammarLow !== GRAMMAR[1]) {
        throw new SnapshotError('it was made by another version of the program');
    }
    if (length !== buffer.byteLength || (!isTrusted && sum !== checksum(words))) {
        throw new SnapshotError('it is damaged');
    }
    return JSON.parse(decode(buffer, offset, size, 'utf8')) as Directory;
}

/** The class for nodes of a type. A snapshot of this grammar has no other types, because its directory is from the same build. */
function classOf(type: string): NodeClass {
    return (NODE_CLASSES as unknown as Readonly<Record<string, NodeClass>>)[type];
}

/** The read-only type of a node that was read. */
function finished(node: MadeNode): AstNode {
    return node as unknown as AstNode;
}

/** The class for nodes of a type whose members are read on demand: `members` is an accessor, all else is inherited. */
function lazyClass(type: string): NodeClass {
    let made = lazyClasses.get(type);
    if (made === undefined) {
        made = class extends classOf(type) {};
        Object.defineProperty(made.prototype, 'members', {
            get(this: LazyNode) {
                return Array.isArray(this.$body) ? this.$body : this.$reader.members(this);
            },
            // The constructor of the node also sets the property.
            set(this: LazyNode, members: AstNode[]) {
                this.$body = members;
            }
        });
        Object.defineProperty(made.prototype, '$memberIndex', {
            get(this: LazyNode) {
                return this.$reader.index(this);
            }
        });
        lazyClasses.set(type, made);
    }
    return made;
}
const lazyClasses = new Map<string, NodeClass>();

/** An indexed body with only some members read. */
class PartialBody implements MemberIndex {
    private readonly tables: Uint32Array;
    private readonly read: (AstNode | undefined)[];
    private readonly found = new Map<string, readonly AstNode[]>();

    /**
     * @param start of the body's index in the reader's tables
     * @param count number of members of the body
     */
    constructor(
        private readonly owner: AstNode,
        private readonly reader: Reader,
        private readonly start: number,
        private readonly count: number
    ) {
        this.tables = reader.tables;
        this.read = new Array<AstNode | undefined>(count).fill(undefined);
    }

    all(): AstNode[] {
        return this.read.map((_, i) => this.member(i));
    }

    named(name: string): readonly AstNode[] {
        let found = this.found.get(name);
        if (found === undefined) {
            found = this.search(name);
            if (found !== EMPTY) {
                this.found.set(name, found); // failed searches are not cached, because the library outlives the models that make them
            }
        }
        return found;
    }

    ofType<T extends keyof ast.NodeTypes>(type: T): readonly ast.NodeTypes[T][] {
        const number = this.reader.directory.types.indexOf(type);
        const types = this.tables.subarray(this.start + this.count, this.start + 2 * this.count);
        const members = number < 0 ? EMPTY : [...types.keys()].filter(i => types[i] === number).map(i => this.member(i));
        return members.filter((m): m is ast.NodeTypes[T] => m.$type === type);
    }

    private search(name: string): readonly AstNode[] {
        const hashes = this.start + 2 * this.count + 1;
        const size = this.tables[hashes - 1];
        const hash = hashOfName(name);
        let low = 0;
        let high = size;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.tables[hashes + middle] < hash) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        const found: AstNode[] = [];
        for (; low < size && this.tables[hashes + low] === hash; low++) {
            const member = this.member(this.tables[hashes + size + low]);
            if (lookupNameOf(member) === name || member.shortName === name) {
                found.push(member);
            }
        }
        return found.length === 0 ? EMPTY : found;
    }

    private member(ordinal: number): AstNode {
        return (this.read[ordinal] ??= this.reader.member(this.tables[this.start + ordinal], this.owner, ordinal));
    }
}
