/** Formats objects and values as text. Does not depend on commands. */
import { Instance, type Display, type FeatureAnswer, type InstanceAnswer } from '../../runtime/evaluation/index.js';
import { elementsOf, Sequence, type Value } from '../../runtime/values/index.js';

/** The objects as an indented tree from the root. An object that was printed before, or is not in the list, is only named. */
export function treeOf(instances: readonly InstanceAnswer[], display: Display): string[] {
    const byId = new Map(instances.map(i => [i.id, i]));
    const printed = new Set<number>();
    const lines: string[] = [];
    const print = (object: InstanceAnswer, label: string, indent: string): void => {
        const again = printed.has(object.id);
        lines.push(`${indent}${label}${object.typeSymbolId} #${object.id}${again && object.features.length > 0 ? ' (above)' : ''}`);
        if (again) {
            return;
        }
        printed.add(object.id);
        for (const feature of object.features) {
            const held = heldBy(feature);
            const objects = held.map(v => (v instanceof Instance ? byId.get(v.id) : undefined));
            if (held.length > 0 && objects.every(o => o !== undefined)) {
                objects.forEach((o, i) =>
                    print(o, `${feature.name}${feature.values === undefined ? '' : `[${i + 1}]`}: `, `${indent}    `)
                );
            } else {
                lines.push(`${indent}    ${featureText(feature, display)}`);
            }
        }
    };
    print(instances[0], '', '');
    return lines;
}

function heldBy({ value, values }: FeatureAnswer): readonly Value[] {
    return values ?? (value === undefined ? [] : elementsOf(value));
}

function featureText({ name, feature, value, values, error }: FeatureAnswer, display: Display): string {
    if (error !== undefined) {
        return `${name}: error: ${error}`;
    }
    if (values !== undefined) {
        return `${name} = (${values.map(v => display.text(v, feature)).join(', ')})`;
    }
    return value === undefined ? name : `${name} = ${display.text(value, feature)}`;
}

/** A value in the brackets of a list of values. */
export const listText = (value: Value, display: Display): string =>
    `[${elementsOf(value)
        .map(v => display.text(v))
        .join(', ')}]`;

/** A value in the form of its multiplicity: a sequence in brackets, even with one element. */
export const shapedText = (value: Value, display: Display): string =>
    value instanceof Sequence ? listText(value, display) : display.text(value);

/** A single value without brackets, several values in brackets. */
export const resultText = (value: Value, display: Display): string => {
    const elements = elementsOf(value);
    return elements.length === 1 ? display.text(elements[0]) : listText(value, display);
};
