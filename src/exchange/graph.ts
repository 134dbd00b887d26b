/**
 * The graph of a model, which Turtle and the API's JSON represent as text (contract: conversion). A graph is a list of elements; an element
 * has a list of statements; a statement is a property with its values in order. Does not depend on the notation, on the spelling of RDF or
 * JSON, or on syntax trees.
 *
 * - Properties of the metamodel have their plain name (`owner`, `specializes`); properties of the extension have the prefix `sysx:`
 *   (`sysx:hasBody`). The same is true of metaclasses.
 * - Ownership follows the metamodel. An element has `owner`, `owningNamespace`, `owningMembership`, `owningRelationship`; its owner has
 *   `ownedRelationship`, `ownedMember` …; a membership element connects the two (`memberElement`, `owningRelatedElement`).
 *   `sysx:memberIndex` is the position among the owner's members.
 * - Contract 5.1 defines the order of elements, of statements in an element and of values in a statement. A reader keeps the order of its
 *   text.
 * - A reference to an element is the {@link GraphElement} itself. A name that does not resolve is a string in the same place; an expression
 *   instead of a name is an {@link ExpressionText}.
 * - `sysx:sourceText` and `sysx:sourceTail` contain the source text (contract 11.2). Concatenating text, the members' texts in order, and
 *   tail of all roots in order yields the file. `sysx:sourceLine`, `sourceColumn`, `sourceEndLine` and `sourceEndColumn` are the position
 *   of the declaration in the file.
 */
import { shortened } from '../language/long-texts.js';
import type { Encoded } from './encoding.js';
import { Shape } from './shape.js';

/** The value of a property. An integer of up to 15 digits in its canonical spelling is a number; all other numbers keep their text. */
export type Value = GraphElement | ExpressionText | NumberText | string | boolean | number;

/** The text of an expression as the value of a reference (`"a.b"^^sysx:Expression`). */
export class ExpressionText {
    constructor(readonly text: string) {}
}

/** Datatypes of XML Schema, except `real`, which is `owl:real`. The last three occur only in graphs that were read from Turtle. */
export type NumberType = 'integer' | 'decimal' | 'double' | 'float' | 'int' | 'real';

/** A number kept as text, because a double would lose digits and the original spelling of a literal. */
export class NumberText {
    constructor(
        readonly text: string,
        readonly datatype: NumberType
    ) {}
}

/** The value of a number: a plain number for an integer of up to 15 digits in its canonical spelling, else a {@link NumberText}. */
export function numberValue(text: string, datatype: NumberType): number | NumberText {
    const value = Number(text);
    const isPlain = datatype === 'integer' && Math.abs(value) < 1e15 && String(value) === text;
    return isPlain ? value : new NumberText(text, datatype);
}

/**
 * The base of an element's IRI: `urn:sysmlv2:element:` for `element`, `urn:opensysml:expr:` for `node` (a node of an expression or an end).
 */
export type ElementBase = 'element' | 'node';

/** The role of an element in its graph. */
export type ElementState =
    /** has statements and is in {@link Graph.elements} */
    | 'written'
    /** an element of the library with the few statements that explain its id (contract 4.8); at the end of {@link Graph.elements} */
    | 'stub'
    /** belongs to a document that is not written; only references to it occur */
    | 'external';

/** An element, relationship or expression node with its statements. */
export class GraphElement {
    private shape = Shape.empty;
    private objects: (Value | Value[])[] = [];
    state: ElementState = 'external';
    /** A writer's cached spelling of references to the element. Must be reset when the id or the base changes. */
    spelling: Encoded | undefined = undefined;
    /** A cache of {@link import('./derived/derivation.js').Derivation}. */
    derived: { readonly by: object } | undefined = undefined;

    /**
     * @param id the part of the IRI after the last colon, without the qualifier of its identity scope
     * @param metaclass such as `PartDefinition` or `sysx:Pseudostate`; empty for an external element whose metaclass is unknown
     * @param qualifier the qualifier of the identity scope (contract 4.5); empty outside of scopes
     */
    constructor(
        readonly id: string,
        public metaclass: string,
        readonly base: ElementBase = 'element',
        readonly qualifier = ''
    ) {}

    identify(id: string, base: ElementBase = this.base): void {
        const element = this as { -readonly [P in 'id' | 'base']: GraphElement[P] };
        element.id = id;
        element.base = base;
        this.spelling = undefined;
    }

    /** The id with the qualifier of its scope, unique in a graph. */
    get key(): string {
        return this.qualifier === '' ? this.id : `${this.qualifier}:${this.id}`;
    }

    /** The properties that the element states, in order. */
    get properties(): readonly string[] {
        return this.shape.properties;
    }

    /** The list of {@link properties}, which all elements with the same properties share. */
    get statedShape(): Shape {
        return this.shape;
    }

    has(property: string): boolean {
        return this.shape.placeOf(property) !== undefined;
    }

    /** The first value of a property; undefined if it has none. */
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

    /** The values of the property at an index of {@link properties}. */
    valuesAt(at: number): readonly Value[] {
        const object = this.objects[at];
        return Array.isArray(object) ? object : [object];
    }

    /** The single value, or the list of several, of the property at an index of {@link properties}. */
    objectAt(at: number): Value | readonly Value[] {
        return this.objects[at];
    }

    /** The value of a property if it is a string. Returns the first of several values. */
    text(property: string): string | undefined {
        const value = this.get(property);
        return typeof value === 'string' ? value : undefined;
    }

    /** The value of a property if it is a number that needs no {@link NumberText}. */
    integer(property: string): number | undefined {
        const value = this.get(property);
        return typeof value === 'number' ? value : undefined;
    }

    /** Whether a flag is true. */
    is(property: string): boolean {
        return this.get(property) === true;
    }

    /** The element to which a property refers; undefined if the property is absent or its value is a name. */
    element(property: string): GraphElement | undefined {
        const value = this.get(property);
        return value instanceof GraphElement ? value : undefined;
    }

    elements(property: string): GraphElement[] {
        return this.all(property).filter(value => value instanceof GraphElement);
    }

    /**
     * States all properties of a shape in one step, one value each, on an element without statements.
     * @param objects the element owns this list from now on
     */
    begin(shape: Shape, objects: Value[]): this {
        this.shape = shape;
        this.objects = objects;
        return this;
    }

    /** Adds a value to a property, after its other values. Ignores undefined. */
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

    /** States several values of a property that has none yet. The element owns the list from now on. */
    addList(property: string, values: Value[]): this {
        if (values.length > 0) {
            const object = values.length === 1 ? values[0] : values;
            this.shape = this.shape.with(property);
            this.objects.push(object);
        }
        return this;
    }

    /** States a flag if it is true. */
    flag(property: string, isSet: boolean | undefined): this {
        return isSet === true ? this.add(property, true) : this;
    }

    /** {@link add}, unless the property already has the value, because a graph states nothing twice. */
    addOnce(property: string, value: Value | undefined): this {
        return value !== undefined && this.all(property).includes(value) ? this : this.add(property, value);
    }

    /** Replaces the values of a property in place. An empty list removes the property. */
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

    /** Frees the statements of an element that was written. Other elements may still refer to it. */
    release(): void {
        this.shape = Shape.empty;
        this.objects = RELEASED;
    }

    discard(isDiscarded: (property: string) => boolean): void {
        const { properties } = this.shape;
        const { objects } = this;
        const first = properties.findIndex(isDiscarded);
        if (first < 0) {
            return;
        }
        const kept = properties.slice(0, first);
        const keptObjects = objects.slice(0, first);
        for (let at = first + 1; at < properties.length; at++) {
            if (!isDiscarded(properties[at])) {
                kept.push(properties[at]);
                keptObjects.push(objects[at]);
            }
        }
        this.objects = keptObjects;
        this.shape = Shape.of(kept);
    }
}

const NOTHING: readonly Value[] = Object.freeze([]);
/** The statements of a released element. Frozen, so that adding a statement fails. */
const RELEASED = NOTHING as Value[];

/** Sorts the members of one owner, or roots, by position. */
export function byPosition(a: GraphElement, b: GraphElement): number {
    return (a.integer('sysx:memberIndex') ?? 0) - (b.integer('sysx:memberIndex') ?? 0);
}

/** The languages of notation, as in `sysx:sourceLanguage`. */
export type SourceLanguage = 'sysml' | 'kerml';

export class Graph {
    /** The elements to write, in graph order, with stubs of library elements last. */
    readonly elements: GraphElement[] = [];

    /**
     * Only for ids that are UUIDs: the id that each root would otherwise have, and the UUID from which the ids below it are made (contract
     * 4.6).
     */
    readonly uuidRoots = new Map<GraphElement, { readonly id: string; readonly packageId: string }>();

    /** Elements for which the text states an older name of their metaclass (contract 5.6, 5.10), with that name. */
    readonly olderNames = new Map<GraphElement, string>();

    /**
     * Whether the graph was read from a full document, with derived properties. Whether such a document states default values does not show
     * which keywords the notation has.
     */
    wasFull = false;

    /** Derived values of a full document that contradict its stored properties. */
    disagreements: readonly { readonly element: GraphElement; readonly property: string }[] = [];

    /** Elements of a full document that were read as roots, because it does not contain their owners. */
    cutRoots: readonly GraphElement[] = [];

    write(element: GraphElement, state: 'written' | 'stub' = 'written'): GraphElement {
        element.state = state;
        this.elements.push(element);
        return element;
    }
}

/** Reports that a model cannot be converted; its message becomes the `error` of the answer (contract 1.6). */
export class ConversionError extends Error {
    override readonly name = 'ConversionError';

    constructor(message: string) {
        super(shortened(message));
    }
}

/** Makes the error that refuses a construct. `place` is its position in the notation, if there is one. */
export function cannotConvert(what: string, why: string, place?: string): ConversionError {
    return new ConversionError(`cannot convert ${what}${place === undefined ? '' : ` at ${place}`}: ${why}`);
}
