/** Paths of feature names in frames, as in ends of connectors and bindings, and the frames of values. Does not depend on expressions. */
import { Instance } from '../instances/instance.js';
import { type Value, elementsOf } from '../../values/index.js';
import { Frame, frameWithName } from './frame.js';

/** The frame of a value's features in a path: an object, the performance of an object that is an action, or a held performance. */
export function featuresIn(value: Value): Frame | undefined {
    return value instanceof Instance ? (value.performance ?? value) : performanceOf(value);
}

/** The performance that a value holds; undefined for other values. */
export function performanceOf(value: Value): Frame | undefined {
    const identity = value !== null && typeof value === 'object' && value.kind === 'opaque' ? value.identity : undefined;
    return identity !== null && typeof identity === 'object' && 'layout' in identity ? (identity as Frame) : undefined;
}

/** Reads a path of feature names from a frame outwards (ends of connectors and bindings). */
export function readPath(frame: Frame, path: readonly string[]): { frame: Frame; index: number } | undefined {
    let at = frameWithName(frame, path[0]) ?? pendingWithName(frame, path[0]);
    for (let i = 1; i < path.length && at !== undefined; i++) {
        const value = at.frame.read(at.index);
        const [first] = elementsOf(value);
        const object = first === undefined ? undefined : featuresIn(first);
        const index: number | undefined = object?.layout.byName.get(path[i]);
        at = object === undefined || index === undefined ? undefined : { frame: object, index };
    }
    return at;
}

function pendingWithName(frame: Frame, name: string): { frame: Frame; index: number } | undefined {
    for (let f: Frame | undefined = frame; f !== undefined; f = f.outer) {
        const index = f.layout.byName.get(name);
        if (index !== undefined) {
            return { frame: f, index };
        }
    }
    return undefined;
}
