/**
 * Conditions on elements of the model (KerML 8.4.4.9.8): a frame in which names read meta-attributes and annotations of an element.
 * Expressions are compiled as for other frames; only the reading of names differs. Does not depend on forms of expressions.
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

/** The frame of an element. It has no features; {@link readOfElement} reads names that no other frame has. */
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

/** The element that a condition is evaluated on; undefined for an expression on objects. */
export function conditionedElement(frame: Frame): AstNode | undefined {
    let outermost = frame;
    while (outermost.outer !== undefined) {
        outermost = outermost.outer;
    }
    return outermost instanceof ElementFrame ? outermost.element : undefined;
}

/**
 * The value of a feature for the element that a condition is evaluated on: a meta-attribute, or a feature of its first annotation whose
 * metadata conforms to the feature's owner.
 * @returns undefined where the element has no such feature
 * @throws EvaluationError for a meta-attribute of another metaclass, and failures to compute the value
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
 * The instances of a type that a condition on an element may use: the element for its metaclass, its annotations for their metadata.
 * @param isExact whether an annotation matches only the type that it is typed by
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
