/**
 * Which properties elements of a graph state, in their order: elements that state the same properties share one list. Knows no values.
 *
 * Shapes are a tree: each step states one more property. What elements of a model state takes some hundred shapes; a text of somebody else
 * may have any, so that a tree that has grown large is left to the elements that it belongs to, and a new one begun. An element with very
 * many properties has a shape of its own.
 */

import type { Encoded } from './encoding.js';

/** Shapes that a tree may have. */
const MAX_SHAPES = 20_000;
/** Properties that a shared shape may have: those of the metaclasses are at most 130. */
const MAX_SHARED = 256;

export class Shape {
    private readonly places = new Map<string, number>();
    private readonly next = new Map<string, Shape>();
    /** What a writer keeps with a shape: the text before the value, for each property. */
    spelling: readonly Encoded[] | undefined;

    private constructor(
        private readonly list: string[],
        /** whether it never changes: it is that of all elements which state the same */
        readonly isShared: boolean
    ) {
        list.forEach((property, at) => this.places.set(property, at));
    }

    private static root = new Shape([], true);
    private static count = 0;

    /** The shape of an element that states nothing yet. */
    static get empty(): Shape {
        if (Shape.count > MAX_SHAPES) {
            Shape.root = new Shape([], true);
            Shape.count = 0;
        }
        return Shape.root;
    }

    /** The shape of an element that states these properties. */
    static of(properties: readonly string[]): Shape {
        return properties.reduce<Shape>((shape, property) => shape.with(property), Shape.empty);
    }

    get properties(): readonly string[] {
        return this.list;
    }

    /** The place of a property in {@link properties}; undefined when it is not stated. */
    placeOf(property: string): number | undefined {
        return this.places.get(property);
    }

    /** The shape with one more property, where another element had it already; undefined otherwise, and for a property that is stated. */
    known(property: string): Shape | undefined {
        return this.next.get(property);
    }

    /** The shape with a property that is not stated yet, behind the others. */
    with(property: string): Shape {
        const known = this.next.get(property);
        if (known !== undefined) {
            return known;
        }
        if (!this.isShared) {
            this.places.set(property, this.list.push(property) - 1);
            this.spelling = undefined;
            return this;
        }
        const isShared = this.list.length < MAX_SHARED;
        const shape = new Shape([...this.list, property], isShared);
        if (isShared) {
            this.next.set(property, shape);
            Shape.count++;
        }
        return shape;
    }
}
