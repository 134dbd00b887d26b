/**
 * A shape is the ordered list of the properties that an element of a graph states, without their values. Elements that state the same
 * properties in the same order share a shape.
 *
 * Shapes form a tree in which each step adds one property. The elements of a model need a few hundred shapes, but a foreign text may need
 * any number. When the tree becomes too large, a new tree starts, and the old one is freed with its elements. An element with very many
 * properties has an unshared shape.
 */

import type { Encoded } from './encoding.js';

/** The maximum number of shapes in a tree. */
const MAX_SHAPES = 20_000;
/** The maximum number of properties in a shared shape. No metaclass has more than 130. */
const MAX_SHARED = 256;

export class Shape {
    private readonly places = new Map<string, number>();
    private readonly next = new Map<string, Shape>();
    /** A writer's cache: the encoded text before the value of each property. */
    spelling: readonly Encoded[] | undefined;

    private constructor(
        private readonly list: string[],
        /** whether several elements may share it, so that it must not change */
        readonly isShared: boolean
    ) {
        list.forEach((property, at) => this.places.set(property, at));
    }

    private static root = new Shape([], true);
    private static count = 0;

    /** The shape of an element without statements. */
    static get empty(): Shape {
        if (Shape.count > MAX_SHAPES) {
            Shape.root = new Shape([], true);
            Shape.count = 0;
        }
        return Shape.root;
    }

    /** The shape with the given properties, in this order. */
    static of(properties: readonly string[]): Shape {
        return properties.reduce<Shape>((shape, property) => shape.with(property), Shape.empty);
    }

    get properties(): readonly string[] {
        return this.list;
    }

    /** The index of a property in {@link properties}; undefined if the shape does not contain it. */
    placeOf(property: string): number | undefined {
        return this.places.get(property);
    }

    /** The shape with one more property, if it already exists; else undefined, also for a property that this shape contains. */
    known(property: string): Shape | undefined {
        return this.next.get(property);
    }

    /** The shape with one more property at the end, which this shape must not contain. An unshared shape is changed in place. */
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
