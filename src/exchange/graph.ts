/**
 * The graph of a model: what Turtle and the API's JSON both spell (contract: conversion). A graph is a list of elements, an element a list
 * of statements, a statement a property with its values in order. Knows no notation, no spelling of RDF or JSON and no syntax tree.
 *
 * - Properties of the metamodel bear their plain name (`owner`, `specializes`), those of the extension the prefix `sysx:` (`sysx:hasBody`).
 * Metaclasses likewise.
 * - Ownership is stated as the metamodel does: an element's `owner`, `owningNamespace`, `owningMembership`, `owningRelationship`; the
 * owner's `ownedRelationship`,
 *   `ownedMember` …; between the two stands a membership element (`memberElement`, `owningRelatedElement`). `reading/ownership.ts` answers
 *   from them who owns what in which order.
 * - The order of elements, of statements in an element and of values in a statement is that of contract 5.1; a reader keeps the order that
 * it finds.
 * - A reference to an element is the {@link GraphElement} itself. A name that leads nowhere is a plain string in the same place, an
 * expression in the place of a name an
 *   {@link ExpressionText}.
 * - Source text is in `sysx:sourceText` and `sysx:sourceTail` (contract 11.2): text, the members' texts in order, and tail of the roots in
 * order are the file.
 *   Its place is in `sysx:sourceLine`, `sourceColumn`, `sourceEndLine`, `sourceEndColumn`.
 */
import { shortened } from '../language/long-texts.js';
import type { Encoded } from './encoding.js';
import { Shape } from './shape.js';

/** The object of a statement. Integers that a double holds are numbers, all other numbers keep their text. */
export type Value = GraphElement | ExpressionText | NumberText | string | boolean | number;

/** The text of an expression where a reference could stand (`"a.b"^^sysx:Expression`). */
export class ExpressionText {
    constructor(readonly text: string) {}
}

/** Of XML Schema; `real` is `owl:real`. The last three are read and never made. */
export type NumberType = 'integer' | 'decimal' | 'double' | 'float' | 'int' | 'real';

/** A number by its text, since no double may come between: digits are unbounded and literals come back as they were. */
export class NumberText {
    constructor(
        readonly text: string,
        readonly datatype: NumberType
    ) {}
}

/** The value for a number's text: a plain number for an integer in its usual spelling of up to 15 digits. */
export function numberValue(text: string, datatype: NumberType): number | NumberText {
    const value = Number(text);
    const isPlain = datatype === 'integer' && Math.abs(value) < 1e15 && String(value) === text;
    return isPlain ? value : new NumberText(text, datatype);
}

/** Where an element's IRI is: `element` in `urn:sysmlv2:element:`, `node` (of an expression, or an end) in `urn:opensysml:expr:`. */
export type ElementBase = 'element' | 'node';

/** What an element is to its graph. */
export type ElementState =
    /** it states something: it is in {@link Graph.elements} */
    | 'written'
    /**
     * an element of the library, stated by the few facts that explain its id (contract 4.8); in {@link Graph.elements}, behind all others
     */
    | 'stub'
    /** only referred to: an element of a document that is not written */
    | 'external';

/** An element, relationship or expression node with its statements. */
export class GraphElement {
    private shape = Shape.empty;
    private objects: (Value | Value[])[] = [];
    state: ElementState = 'external';
    /** What a writer keeps with an element: how it refers to it. To be forgotten with a change of what it is made of. */
    spelling: Encoded | undefined = undefined;

    /**
     * @param id the part of the IRI behind the last colon, without the qualifier of its scope
     * @param metaclass `PartDefinition`, `sysx:Pseudostate`; empty for an external element whose metaclass nobody knows
     * @param qualifier of the identity scope (contract 4.5), empty outside of scopes
     */
    constructor(
        readonly id: string,
        public metaclass: string,
        readonly base: ElementBase = 'element',
        readonly qualifier = ''
    ) {}

    /** Gives the element another id, or another base of its IRI. */
    identify(id: string, base: ElementBase = this.base): void {
        const element = this as { -readonly [P in 'id' | 'base']: GraphElement[P] };
        element.id = id;
        element.base = base;
        this.spelling = undefined;
    }

    /** The id with its scope: unique in a graph. */
    get key(): string {
        return this.qualifier === '' ? this.id : `${this.qualifier}:${this.id}`;
    }

    /** The properties that are stated, in order. */
    get properties(): readonly string[] {
        return this.shape.properties;
    }

    /** The list of {@link properties}, which is the same for all elements that state the same. */
    get statedShape(): Shape {
        return this.shape;
    }

    has(property: string): boolean {
        return this.shape.placeOf(property) !== undefined;
    }

    /** The value of a property that has one, the first of several; undefined without. */
    get(property: string): Value | undefined {
        const at = this.shape.placeOf(property);
        if (at === undefined) {
            return undefined;
        }
        const object = this.objects[at];
        return Array.isArray(object) ? object[0] : object;
    }

    /** All values of a property, in order. */
    all(property: string): readonly Value[] {
        const at = this.shape.placeOf(property);
        return at === undefined ? NOTHING : this.valuesAt(at);
    }

    /** The values of the property at a place in {@link properties}. */
    valuesAt(at: number): readonly Value[] {
        const object = this.objects[at];
        return Array.isArray(object) ? object : [object];
    }

    /** What stands at a place in {@link properties}: the value, or the list of several. */
    objectAt(at: number): Value | readonly Value[] {
        return this.objects[at];
    }

    /** The text that a property states; undefined when it is absent or not text. */
    text(property: string): string | undefined {
        const value = this.get(property);
        return typeof value === 'string' ? value : undefined;
    }

    /** The number that a property states; undefined when it is absent or no small integer. */
    integer(property: string): number | undefined {
        const value = this.get(property);
        return typeof value === 'number' ? value : undefined;
    }

    /** Whether a flag is stated and true. */
    is(property: string): boolean {
        return this.get(property) === true;
    }

    /** The element that a property refers to; undefined when it is absent or a name. */
    element(property: string): GraphElement | undefined {
        const value = this.get(property);
        return value instanceof GraphElement ? value : undefined;
    }

    /** The elements that a property refers to. */
    elements(property: string): GraphElement[] {
        return this.all(property).filter(value => value instanceof GraphElement);
    }

    /**
     * States all properties of a shape at once, with a value each, on an element that states nothing yet.
     * @param objects is the element's from now on
     */
    begin(shape: Shape, objects: Value[]): this {
        this.shape = shape;
        this.objects = objects;
        return this;
    }

    /** States one more value of a property; nothing when it is undefined. A property keeps the place of its first value. */
    add(property: string, value: Value | undefined): this {
        if (value === undefined) {
            return this;
        }
        const next = this.shape.known(property);
        if (next !== undefined) {
            this.shape = next;
            this.objects.push(value);
            return this;
        }
        const at = this.shape.placeOf(property);
        if (at === undefined) {
            this.shape = this.shape.with(property);
            this.objects.push(value);
        } else {
            const object = this.objects[at];
            if (Array.isArray(object)) {
                object.push(value);
            } else {
                this.objects[at] = [object, value];
            }
        }
        return this;
    }

    /** States several values of a property that has none yet; the list is the element's from now on. */
    addList(property: string, values: Value[]): this {
        if (values.length > 0) {
            const object = values.length === 1 ? values[0] : values;
            this.shape = this.shape.with(property);
            this.objects.push(object);
        }
        return this;
    }

    /** States a flag that is true. */
    flag(property: string, isSet: boolean | undefined): this {
        return isSet === true ? this.add(property, true) : this;
    }

    /** {@link add}, unless the property has the value already: a graph holds a statement once. */
    addOnce(property: string, value: Value | undefined): this {
        return value !== undefined && this.all(property).includes(value) ? this : this.add(property, value);
    }

    /** Puts a property's values in the place of those it had; none takes the property away. */
    set(property: string, values: readonly Value[]): void {
        const at = this.shape.placeOf(property);
        if (at === undefined) {
            values.forEach(value => this.add(property, value));
        } else if (values.length === 0) {
            this.discard(p => p === property);
        } else {
            this.objects[at] = values.length === 1 ? values[0] : [...values];
        }
    }

    /** Lets go of all that is stated: an element that has been written and is still referred to. */
    release(): void {
        this.shape = Shape.empty;
        this.objects = RELEASED;
    }

    /** Takes properties away. */
    discard(isDiscarded: (property: string) => boolean): void {
        const { properties } = this.shape;
        if (!properties.some(isDiscarded)) {
            return;
        }
        const kept = properties.map((property, at) => ({ property, at })).filter(({ property }) => !isDiscarded(property));
        this.objects = kept.map(({ at }) => this.objects[at]);
        this.shape = Shape.of(kept.map(({ property }) => property));
    }
}

const NOTHING: readonly Value[] = Object.freeze([]);
/** In the place of what was stated: frozen, so that nothing is stated too late. */
const RELEASED = NOTHING as Value[];

/** The order of the members of one owner, and of roots. */
export function byPosition(a: GraphElement, b: GraphElement): number {
    return (a.integer('sysx:memberIndex') ?? 0) - (b.integer('sysx:memberIndex') ?? 0);
}

/** The languages of notation, as `sysx:sourceLanguage` names them. */
export type SourceLanguage = 'sysml' | 'kerml';

/** A model as a graph. */
export class Graph {
    /** What is written, in graph order; stubs of library elements last. */
    readonly elements: GraphElement[] = [];

    /** In the form of UUIDs: the ids that roots would have otherwise, and the UUIDs that ids below them are made with (contract 4.6). */
    readonly uuidRoots = new Map<GraphElement, { readonly id: string; readonly packageId: string }>();

    /** Elements that were read by a name that the metamodel has no longer (contract 5.6, 5.10), and that name. */
    readonly olderNames = new Map<GraphElement, string>();

    /** Whether it was made of a document with what is derived: then what holds anyway was stated, or not, without a reason in notation. */
    wasFull = false;

    /** Derived values of such a document that do not follow from what it stores. */
    disagreements: readonly { readonly element: GraphElement; readonly property: string }[] = [];

    /** Puts an element into the graph. */
    write(element: GraphElement, state: 'written' | 'stub' = 'written'): GraphElement {
        element.state = state;
        this.elements.push(element);
        return element;
    }
}

/** A conversion that cannot be done: `error` of the answer (contract 1.6). */
export class ConversionError extends Error {
    override readonly name = 'ConversionError';

    constructor(message: string) {
        super(shortened(message));
    }
}

/** The frame of the errors that refuse a construct: what it is and, from notation, where. */
export function cannotConvert(what: string, why: string, place?: string): ConversionError {
    return new ConversionError(`cannot convert ${what}${place === undefined ? '' : ` at ${place}`}: ${why}`);
}
