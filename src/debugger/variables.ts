/**
 * The values that a client can expand at a stop: frames of performances, their scopes, objects and collections. References are valid until
 * the next move.
 */
import type { StackedPerformance } from '../runtime/behaviour/index.js';
import { displayed, Instance, isAttribute, typeSymbolIdOf } from '../runtime/evaluation/index.js';
import { elementsOf, EvaluationError, Unset, type Value } from '../runtime/values/index.js';
import type { Variable } from './protocol.js';

/** Computes the variables that a reference denotes. */
type Contents = () => readonly Variable[];

export class Variables {
    private contents: Contents[] = [];
    private frames: StackedPerformance[] = [];

    /** Invalidates all references and frames. */
    clear(): void {
        this.contents = [];
        this.frames = [];
    }

    /** @returns the id of a frame, from 1 */
    frame(performance: StackedPerformance): number {
        return this.frames.push(performance);
    }

    frameOf(id: number): StackedPerformance | undefined {
        return this.frames[id - 1];
    }

    /** @returns a reference, from 1 */
    reference(contents: Contents): number {
        return this.contents.push(contents);
    }

    of(reference: number): readonly Variable[] {
        return this.contents[reference - 1]?.() ?? [];
    }

    named(values: Iterable<readonly [string, Value]>): Variable[] {
        return [...values].map(([name, value]) => this.variable(name, value, name.startsWith('this.') ? name.slice(5) : name));
    }

    variable(name: string, value: Value, evaluateName?: string): Variable {
        return {
            name,
            value: displayed(value),
            variablesReference: this.referenceOf(value),
            ...(value instanceof Instance && { type: typeSymbolIdOf(value) }),
            ...(evaluateName !== undefined && { evaluateName })
        };
    }

    /** @returns 0 for a value without children */
    private referenceOf(value: Value): number {
        if (value instanceof Instance) {
            return this.reference(() => this.named(featuresOf(value)));
        }
        const elements = elementsOf(value);
        return elements.length < 2 ? 0 : this.reference(() => elements.map((element, i) => this.variable(`[${i + 1}]`, element)));
    }
}

/** The features of an object with values: attributes, and existing parts. Reading creates no objects. */
function featuresOf(object: Instance): ReadonlyMap<string, Value> {
    const found = new Map<string, Value>();
    for (const slot of object.layout.slots) {
        const [name] = slot.names;
        if (!slot.isModelled || name === undefined || !(slot.chain.some(isAttribute) || object.isSet(slot.index))) {
            continue;
        }
        const value = valueOf(object, slot.index);
        if (value !== undefined && !(value instanceof Unset)) {
            found.set(name, value);
        }
    }
    return found;
}

function valueOf(object: Instance, index: number): Value | undefined {
    try {
        return object.read(index);
    } catch (error) {
        if (error instanceof EvaluationError) {
            return undefined; // a value that cannot be computed yet is not shown
        }
        throw error;
    }
}
