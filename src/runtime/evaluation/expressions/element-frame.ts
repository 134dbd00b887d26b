/**
 * Conditions on elements of the model (KerML 8.4.4.9.8): the frame in which names read what an element is and what annotates it.
 * Expressions are compiled as for every other frame; only these leaves differ. Knows no form of expression.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { metadataOf, metadataTypeOf } from '../../../language/semantics/annotations.js';
import { isMetaclassConforming } from '../../../language/semantics/metaclass.js';
import { isReflective } from '../../../language/semantics/reflection.js';
import { conformsTo } from '../../../language/semantics/specialization.js';
import type { Layout, Slot } from '../model/layout.js';
import type { Run } from '../run.js';
import type { Value } from '../../values/index.js';
import { Frame } from './frame.js';
import { metaobjectOf, metaAttributeOf } from './metaobjects.js';

/** The frame of an element has no features of its own: names that nothing else declares are read by {@link readOfElement}. */
export class ElementFrame extends Frame {
    constructor(
        run: Run,
        readonly element: AstNode
    ) {
        super(run, { ...NO_FEATURES, type: element }, undefined);
    }

    protected compute(slot: Slot): Value {
        throw this.cycleAt(slot);
    }

    protected frameOf(): undefined {
        return undefined;
    }

    nameOfSlot(slot: Slot): string {
        return slot.names[0] ?? '';
    }
}

const NO_FEATURES: Omit<Layout, 'type'> = {
    slots: [],
    indexOf: new Map(),
    byName: new Map(),
    bindings: [],
    flows: [],
    nested: [],
    conflict: undefined,
    ends: new Map()
};

/** The element that an expression is a condition on; undefined for an expression on objects. */
export function conditionedElement(frame: Frame): AstNode | undefined {
    let outermost = frame;
    while (outermost.outer !== undefined) {
        outermost = outermost.outer;
    }
    return outermost instanceof ElementFrame ? outermost.element : undefined;
}

/**
 * What a feature holds for the element that an expression is a condition on: a meta-attribute, or a feature of its first annotation with
 * metadata of the feature's owner.
 * @returns undefined where the element has no such feature
 * @throws EvaluationError for a meta-attribute of another metaclass, and what computing the value throws
 */
export function readOfElement(frame: Frame, feature: AstNode): Value | undefined {
    const element = conditionedElement(frame);
    const owner = feature.$container;
    if (element === undefined || owner === undefined) {
        return undefined;
    }
    const { run } = frame;
    if (isReflective(feature)) {
        return metaAttributeOf(element, feature, run.model);
    }
    for (const annotation of metadataOf(element)) {
        const type = metadataTypeOf(annotation);
        const object = type !== undefined && conformsTo(type, owner) ? run.objectOf(annotation) : undefined;
        const index = object?.layout.indexOf.get(feature);
        if (index !== undefined) {
            return object!.read(index);
        }
    }
    return undefined;
}

/**
 * The instances of a type that an element offers to a condition: itself for its metaclass, its annotations for their metadata.
 * @param isExact whether an annotation counts only for the very type that it is typed by
 */
export function instancesOffered(element: AstNode, type: AstNode, isExact: boolean, run: Run): readonly Value[] {
    if (isMetaclassConforming(element, type)) {
        return [metaobjectOf(element)];
    }
    return metadataOf(element)
        .filter(annotation => {
            const own = metadataTypeOf(annotation);
            return own !== undefined && (isExact ? own === type : conformsTo(own, type));
        })
        .map(annotation => run.objectOf(annotation));
}
