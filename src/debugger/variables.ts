/** What a client may open while the run stands: frames of performances, their scopes, objects and collections. Forgotten at every move. */
import type { StackedPerformance } from '../runtime/behaviour/index.js';
import { displayed, Instance, isAttribute, typeSymbolIdOf } from '../runtime/evaluation/index.js';
import { elementsOf, EvaluationError, Unset, type Value } from '../runtime/values/index.js';
import type { Variable } from './protocol.js';

/** Answers the variables behind a reference. */
type Contents = () => readonly Variable[];

export class Variables {
    private contents: Contents[] = [];
    private frames: StackedPerformance[] = [];

    /** Forgets everything: references and frames are those of one stop. */
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

    /** @returns 0 for a value that says all by its text */
    private referenceOf(value: Value): number {
        if (value instanceof Instance) {
            return this.reference(() => this.named(featuresOf(value)));
        }
        const elements = elementsOf(value);
        return elements.length < 2 ? 0 : this.reference(() => elements.map((element, i) => this.variable(`[${i + 1}]`, element)));
    }
}

/** The features of an object that hold something: attributes, and parts that are there already. Nothing is made by looking. */
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
            return undefined; // what cannot be computed yet is not shown
        }
        throw error;
    }
}
