/**
 * The elements of a document by their types and names, for searches. A document never changes, and models share it: so one index serves
 * all that have the document. It is kept as small numbers, so that a search reads no node that it does not find.
 */
import type { AstNode } from '../generated/tree.js';
import { declaredMembersOf } from '../semantics/declared-members.js';
import { hashOf } from '../semantics/name-hash.js';
import { memberElement, resolve } from '../semantics/names.js';
import { nameOf } from '../semantics/naming.js';
import { declaredSpecializationsOf } from '../semantics/specialization.js';
import { isType } from '../semantics/structure.js';
import { elementTypeOf } from './element-type.js';

/** An element that may be answered. */
export interface IndexedElement {
    readonly node: AstNode;
    /** the metaclass */
    readonly type: string;
}

/** What a search states of the elements that it wants: one value of some. Absent is any. */
export interface ElementFilter {
    /** metaclasses */
    readonly types?: readonly string[];
    readonly names?: readonly string[];
    /** ids of the types by which elements are typed */
    readonly typings?: readonly string[];
}

/** The name of an element, its short name where it has no other. */
export function ownNameOf(node: AstNode): string | undefined {
    return nameOf(node) ?? node.shortName;
}

/** The first type that an element declares and that resolves. */
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

/** The types that elements have had so far; an index has their places in this list. */
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
    /** The types of the elements, as numbers of {@link numberOf}. */
    private types: Uint16Array | undefined;
    /** Hashes of the names of the elements, 0 for none. */
    private names: Int32Array | undefined;
    /** Hashes of the last name in the ids of the types that they declare, 0 for none. */
    private typings: Int32Array | undefined;

    /** @param rootOf gives a tree of the document, which is parsed when something is found in it */
    constructor(private readonly rootOf: () => AstNode) {}

    /**
     * Takes over what another version of the document has, in which all has the same types and names.
     * @param isSameTree whether both find nodes in the same tree
     */
    take({ elements, types, names, typings }: ElementIndex, isSameTree: boolean): void {
        this.elements = isSameTree ? elements : undefined;
        this.types = types;
        this.names = names;
        this.typings = typings;
    }

    /** Forgets the nodes, which are those of another tree from now on. */
    releaseNodes(): void {
        this.elements = undefined;
    }

    /** Makes the index, which is otherwise made when it is first searched. */
    make(): void {
        void this.typeNumbers();
        void this.nameHashes();
        void this.typingHashes();
    }

    /** All elements, owners before what they own, in the order of the text. */
    *all(): Generator<IndexedElement> {
        const nodes = this.nodes();
        const types = this.typeNumbers();
        for (let i = 0; i < nodes.length; i++) {
            yield { node: nodes[i], type: TYPES[types[i]] };
        }
    }

    /**
     * The elements that may be wanted, in the order of {@link all}: all that are, and some that only share a hash with those.
     */
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
        // an id may end in a position
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

/** What follows the last colon of an id, which is the same of the last name in it. */
const lastName = (id: string): string => id.slice(id.lastIndexOf(':') + 1);

/** The places at which a list has one of some numbers, of all places or of those given. */
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

/** Calls a function for an element and all that is nested in it, owners first. */
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

/** Statements whose parts, the branches and bodies, declare nothing that is answered. */
const CLOSED_STATEMENTS: ReadonlySet<string> = new Set(['IfActionUsage', 'WhileLoopActionUsage', 'ForLoopActionUsage']);

/** What an element owns that may be answered: the named parts of its head, and its members. */
export function nestedIn(node: AstNode): readonly AstNode[] {
    if (CLOSED_STATEMENTS.has(node.$type)) {
        return [];
    }
    const { ends = [] } = node;
    const payload = node.$type === 'AcceptActionUsage' ? node.payload : undefined;
    // an end has a name by implication too, but is answered only under one of its own
    const head = payload === undefined ? ends.filter(end => end.name !== undefined) : ownNameOf(payload) === undefined ? [] : [payload];
    const members = declaredMembersOf(node);
    return head.length === 0 ? members : [...head, ...members];
}
