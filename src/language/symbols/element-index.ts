/**
 * Index of the elements of a document by metaclass, name and declared type, for searches. All models that share the document share the
 * index, since a document never changes. It stores numbers, so that a search reads only the nodes that it finds.
 */
import type { AstNode } from '../generated/tree.js';
import { declaredMembersOf } from '../semantics/declared-members.js';
import { hashOf } from '../semantics/name-hash.js';
import { memberElement, resolve } from '../semantics/names.js';
import { nameOf } from '../semantics/naming.js';
import { declaredSpecializationsOf } from '../semantics/specialization.js';
import { isType } from '../semantics/structure.js';
import { elementTypeOf } from './element-type.js';

/** An element of the index. */
export interface IndexedElement {
    readonly node: AstNode;
    /** the metaclass */
    readonly type: string;
}

/** The condition of a search: each property must have one of the given values; an absent list admits any value. */
export interface ElementFilter {
    /** metaclasses */
    readonly types?: readonly string[];
    readonly names?: readonly string[];
    /** ids of declared types */
    readonly typings?: readonly string[];
}

/** The name of an element, or else its short name. */
export function ownNameOf(node: AstNode): string | undefined {
    return nameOf(node) ?? node.shortName;
}

/** The first declared type of an element whose name resolves. */
export function declaredTypeOf(node: AstNode): AstNode | undefined {
    if (!isType(node)) {
        return undefined;
    }
    for (const specialization of declaredSpecializationsOf(node)) {
        if (specialization.$type === 'FeatureTyping' || specialization.$type === 'PrefixMetadata') {
            const type = memberElement(resolve(specialization));
            if (type !== undefined) {
                return type;
            }
        }
    }
    return undefined;
}

/** All metaclass names in indexes; an index stores their positions in this list. */
const TYPES: string[] = [];
const numbers = new Map<string, number>();

function numberOf(type: string): number {
    let number = numbers.get(type);
    if (number === undefined) {
        number = TYPES.push(type) - 1;
        numbers.set(type, number);
    }
    return number;
}

export class ElementIndex {
    private elements: readonly AstNode[] | undefined;
    /** The metaclasses of the elements, as numbers of {@link numberOf}. */
    private types: Uint16Array | undefined;
    /** Hashes of the names of the elements, 0 for none. */
    private names: Int32Array | undefined;
    /** Hashes of the last name in the id of each element's declared type, 0 for none. */
    private typings: Int32Array | undefined;

    /** @param rootOf returns a tree of the document, which may have to be parsed; called when nodes are needed */
    constructor(private readonly rootOf: () => AstNode) {}

    /**
     * Copies the index of an earlier version of the document whose elements have the same types and names.
     * @param isSameTree whether both versions search the same tree, so that its nodes are copied too
     */
    take({ elements, types, names, typings }: ElementIndex, isSameTree: boolean): void {
        this.elements = isSameTree ? elements : undefined;
        this.types = types;
        this.names = names;
        this.typings = typings;
    }

    /** Drops the nodes, because the document will search another tree. */
    releaseNodes(): void {
        this.elements = undefined;
    }

    /** Builds the index now instead of at the first search. */
    make(): void {
        void this.typeNumbers();
        void this.nameHashes();
        void this.typingHashes();
    }

    /** All elements in the order of the text, owners before their members. */
    *all(): Generator<IndexedElement> {
        const nodes = this.nodes();
        const types = this.typeNumbers();
        for (let i = 0; i < nodes.length; i++) {
            yield { node: nodes[i], type: TYPES[types[i]] };
        }
    }

    /** A superset of the elements that satisfy a condition, in the order of {@link all}: others may have a name with the same hash. */
    candidates({ types, names, typings }: ElementFilter): readonly IndexedElement[] {
        let places: readonly number[] | undefined;
        const keep = (numbers: () => ArrayLike<number>, wanted: readonly number[]): void => {
            if (places?.length !== 0) {
                places = placesWith(numbers(), new Set(wanted), places);
            }
        };
        if (types !== undefined) {
            const known = types.flatMap(type => numbers.get(type) ?? []);
            keep(() => this.typeNumbers(), known);
        }
        if (names !== undefined) {
            keep(() => this.nameHashes(), names.map(hashOf));
        }
        // an id that ends in a position has no name that could be searched
        if (typings?.some(id => lastName(id).startsWith('@')) === false) {
            keep(
                () => this.typingHashes(),
                typings.map(id => hashOf(lastName(id)))
            );
        }
        if (places?.length === 0) {
            return [];
        }
        const nodes = this.nodes();
        const typeNumbers = this.typeNumbers();
        return (places ?? [...nodes.keys()]).map(i => ({ node: nodes[i], type: TYPES[typeNumbers[i]] }));
    }

    private nodes(): readonly AstNode[] {
        return (this.elements ??= elementsBelow(this.rootOf()));
    }

    private typeNumbers(): Uint16Array {
        return (this.types ??= Uint16Array.from(this.nodes(), node => numberOf(elementTypeOf(node)!)));
    }

    private nameHashes(): Int32Array {
        return (this.names ??= Int32Array.from(this.nodes(), node => {
            const name = ownNameOf(node);
            return name === undefined ? 0 : hashOf(name);
        }));
    }

    private typingHashes(): Int32Array {
        return (this.typings ??= Int32Array.from(this.nodes(), node => {
            const type = declaredTypeOf(node);
            const name = type && ownNameOf(type);
            return name === undefined ? 0 : hashOf(lastName(name));
        }));
    }
}

/** The part of an id after its last colon. It is equal for a name and for an id that ends in that name, even if the name has colons. */
const lastName = (id: string): string => id.slice(id.lastIndexOf(':') + 1);

/** The indices at which a list has one of the wanted numbers, among all indices or the given ones. */
function placesWith(numbers: ArrayLike<number>, wanted: ReadonlySet<number>, among?: readonly number[]): readonly number[] {
    if (among !== undefined) {
        return among.filter(place => wanted.has(numbers[place]));
    }
    const places: number[] = [];
    const only = wanted.size === 1 ? [...wanted][0] : undefined;
    for (let i = 0; i < numbers.length; i++) {
        if (only === undefined ? wanted.has(numbers[i]) : numbers[i] === only) {
            places.push(i);
        }
    }
    return places;
}

/** Calls a function for an element and all elements in it, owners before their members. */
export function visitElements(element: AstNode, each: (node: AstNode) => void): void {
    const pending = [element];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        if (elementTypeOf(next) === undefined) {
            continue;
        }
        each(next);
        const nested = nestedIn(next);
        for (let i = nested.length - 1; i >= 0; i--) {
            pending.push(nested[i]);
        }
    }
}

function elementsBelow(root: AstNode): readonly AstNode[] {
    const found: AstNode[] = [];
    declaredMembersOf(root).forEach(member => visitElements(member, node => found.push(node)));
    return found;
}

/** Statements whose branches and bodies are not indexed. */
const CLOSED_STATEMENTS: ReadonlySet<string> = new Set(['IfActionUsage', 'WhileLoopActionUsage', 'ForLoopActionUsage']);

/** The indexed nodes that an element owns directly: the named parts of its head, and its members. */
export function nestedIn(node: AstNode): readonly AstNode[] {
    if (CLOSED_STATEMENTS.has(node.$type)) {
        return [];
    }
    const { ends = [] } = node;
    const payload = node.$type === 'AcceptActionUsage' ? node.payload : undefined;
    // an end may have an implied name, but only ends with a declared name are indexed
    const head = payload === undefined ? ends.filter(end => end.name !== undefined) : ownNameOf(payload) === undefined ? [] : [payload];
    const members = declaredMembersOf(node);
    return head.length === 0 ? members : [...head, ...members];
}
