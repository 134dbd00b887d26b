/** The empty sequence of a parameter or local feature without a value, with the feature's name and the remedy for messages. */
import { nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { isDefinition } from '../../../language/semantics/structure.js';
import { Sequence } from '../../values/index.js';
import { isInput } from './kinds.js';
import type { Layout, Slot } from './layout.js';

const VACANT = new WeakMap<Slot, Sequence>();

/** The empty sequence of a feature without a value. For an input it contains the text that says how to bind it. */
export function vacantSequence(slot: Slot, layout: Layout): Sequence {
    const known = VACANT.get(slot);
    if (known !== undefined) {
        return known;
    }
    const feature = slot.names.at(0) ?? '';
    const made = new Sequence([], isInput(slot.feature) ? { feature, remedy: remedyFor(feature, layout) } : { feature });
    VACANT.set(slot, made);
    return made;
}

function remedyFor(input: string, { type }: Layout): string {
    const name = nameOf(type) === undefined ? undefined : qualifiedNameOf(type);
    const place = name === undefined ? '' : isDefinition(type) ? ` in a usage of ${name}` : ` in ${name}`;
    return `write 'in ${input} = …;'${place}, or give it as an argument`;
}
