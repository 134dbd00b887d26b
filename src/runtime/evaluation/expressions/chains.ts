/** Feature chains (`operand.feature`): reads each step from an object, a performance, or another value (contract sheet 4.3). */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { resolve } from '../../../language/semantics/names.js';
import { conformsTo } from '../../../language/semantics/specialization.js';
import { isFeature, lastSegment } from '../../../language/semantics/structure.js';
import { mRefOf, numOf } from '../functions/index.js';
import { Instance } from '../instances/instance.js';
import { collectionFeatureOf, collectionOf } from '../instances/collections.js';
import { portionFeatureOf, portionOf } from '../instances/portions.js';
import { isCalculation, isConstraint, isEnumLiteral, isVariant } from '../model/kinds.js';
import { allRedefined } from '../model/inheritance.js';
import { layoutOf } from '../model/layout.js';
import { boundsOf } from '../model/slot-bounds.js';
import { Performance, withinCalculation } from '../calculations/performance.js';
import { readCalculation, resultOfReading } from '../calculations/usage.js';
import {
    ArrayValue,
    Metaobject,
    OpaqueValue,
    Sequence,
    TensorQuantity,
    Undetermined,
    Unset,
    type Value,
    Vector,
    VectorQuantity,
    elementsOf,
    scalarOf,
    sequenceOf,
    noSuchFeature,
    unresolvedReference
} from '../../values/index.js';
import { choiceOf, chosenValue, isChoice } from './choices.js';
import { performanceOf } from './paths.js';
import { SELF_NAMES, targetOf } from './referents.js';
import { type Code, codeOf, constant } from './code.js';
import { Frame, frameWith } from './frame.js';
import { literalOf, objectOfLiteral } from './literals.js';
import { metaobjectFeature } from './metaobjects.js';

/** Compiles `operand.feature`: the feature's values on each object in order, flattened by one level. */
export function compileChain(node: ast.FeatureChainExpression): Code {
    const name = lastSegment(node.feature.text);
    const named = resolve(node.feature);
    if (named !== undefined && isVariant(named)) {
        return constant(choiceOf(named));
    }
    if (named !== undefined && isEnumLiteral(named)) {
        return frame => literalOf(named, frame.run.model);
    }
    return compileSteps(node, name, resultOfReading);
}

/** @param taken converts the value of each step */
function compileSteps(node: ast.FeatureChainExpression, name: string, taken: (value: Value) => Value): Code {
    const operand = operandOfChain(node.operand);
    // `x.metadata` ends with the element's metaobject, which has no features of annotations.
    const isMetadata = node.operand.$type === 'MetadataAccessExpression';
    return frame => {
        const target = resolve(node.feature);
        const value = operand(frame);
        if (value instanceof Instance) {
            return taken(stepOf(value, name, target, frame));
        }
        if (value instanceof Sequence) {
            if (value.vacancy !== undefined) {
                return value;
            }
            const step = (e: Value): Value =>
                isMetadata && e instanceof Metaobject
                    ? (metaobjectFeature(e, name, target, frame.run.model) ?? null)
                    : stepOf(e, name, target, frame);
            const parts = value.elements.map(e => taken(step(e)));
            const made = sequenceOf(parts);
            frame.run.chargeElements(made.elements.length);
            return made;
        }
        if (value === null) {
            return sequenceOf([]);
        }
        return taken(stepOf(value, name, target, frame));
    };
}

/**
 * The operand of a chain. A calculation usage gives its performance, so that outputs can be read; a constraint or requirement gives an
 * object with its features instead of its truth value.
 */
export function operandOfChain(operand: AstNode): Code {
    const code = codeOf(operand);
    const target =
        operand.$type === 'FeatureReferenceExpression'
            ? targetOf(operand)
            : operand.$type === 'FeatureChainExpression'
              ? resolve(operand.feature)
              : undefined;
    if (target === undefined || !isFeature(target) || isVariant(target)) {
        return code;
    }
    if (isConstraint(target) && target.value === undefined) {
        const owner = operand.$type === 'FeatureChainExpression' ? operandOfChain(operand.operand) : undefined;
        return frame => {
            const judged = owner === undefined ? judgedAs(frame, target) : undefined;
            if (judged !== undefined) {
                return new OpaqueValue('a condition', judged);
            }
            const holder = owner === undefined ? frameWith(frame, target)?.frame : scalarOf(owner(frame));
            const index = holder instanceof Frame ? holder.layout.indexOf.get(target) : undefined;
            return holder instanceof Frame && index !== undefined ? conditionObject(holder, index) : frame.run.objectOf(target);
        };
    }
    if (!isCalculation(target)) {
        return code;
    }
    return operand.$type === 'FeatureChainExpression'
        ? compileSteps(operand, lastSegment(operand.feature.text), value => value)
        : frame => readCalculation(target, frame);
}

/** The frame in which a constraint or requirement is being judged; within it, its name denotes this frame rather than another object. */
function judgedAs(frame: Frame, condition: AstNode): Frame | undefined {
    for (let f: Frame | undefined = frame; f !== undefined; f = f.outer) {
        if (f.isLocal && (f.layout.type === condition || conformsTo(f.layout.type, condition))) {
            return f;
        }
    }
    return undefined;
}

const conditionObjects = new WeakMap<Frame, Map<number, Instance>>();

/** The object with the features of a constraint or requirement of a frame. */
function conditionObject(holder: Frame, index: number): Instance {
    let objects = conditionObjects.get(holder);
    if (objects === undefined) {
        conditionObjects.set(holder, (objects = new Map<number, Instance>()));
    }
    let object = objects.get(index);
    if (object === undefined) {
        const { feature } = holder.layout.slots[index];
        object = new Instance(holder.run, layoutOf(feature), feature, holder, {
            isOpen: holder instanceof Instance && holder.isOpen,
            via: { index, position: 1 }
        });
        objects.set(index, object);
    }
    return object;
}

/** Evaluates one step of a chain on one value. */
export function stepOf(value: Value, name: string, target: AstNode | undefined, frame: Frame): Value {
    if (value instanceof Instance) {
        return stepOfObject(value, name, target, frame);
    }
    if (value instanceof Undetermined) {
        return openStep(value, name, target);
    }
    if (value instanceof Unset) {
        return scalarOf(value);
    }
    if (isChoice(value)) {
        return stepOf(chosenValue(value, frame), name, target, frame);
    }
    const performed = performanceOf(value);
    if (performed !== undefined) {
        const index = indexOfStep(performed, name, target);
        if (index === undefined) {
            throw noSuchFeature(name);
        }
        return performed instanceof Performance
            ? withinCalculation(performed.run, performed.shape, () => performed.read(index))
            : performed.read(index);
    }
    const builtIn = builtInFeature(value, name, target, frame);
    if (builtIn === undefined) {
        throw noSuchFeature(name);
    }
    return builtIn;
}

/** Evaluates one step of a chain on an object: a feature of its performance or of itself, else one that every occurrence has. */
function stepOfObject(object: Instance, name: string, target: AstNode | undefined, frame: Frame): Value {
    const { performance } = object;
    const holder = performance?.layout.byName.has(name) === true ? performance : object;
    const index = indexOfStep(holder, name, target);
    if (index !== undefined) {
        return holder.read(index);
    }
    if (SELF_NAMES.has(name)) {
        return object;
    }
    const portion = target === undefined ? undefined : portionFeatureOf(target);
    if (portion !== undefined) {
        return portionOf(object, portion);
    }
    const collection = target === undefined ? undefined : collectionFeatureOf(target);
    if (collection !== undefined) {
        return collectionOf(object, collection);
    }
    const implied = frame.run.occurrenceFeatures.get(name);
    if (implied !== undefined) {
        return implied;
    }
    throw noSuchFeature(name, undefined, object.type);
}

/** The slot of a frame for the feature that a step resolves to, else for the step's name. */
function indexOfStep({ layout }: Frame, name: string, target: AstNode | undefined): number | undefined {
    return (target === undefined ? undefined : layout.indexOf.get(target)) ?? layout.byName.get(name);
}

/** A step on an open object: its multiplicity is the product of the feature's and the object's. */
function openStep(value: Undetermined, name: string, target: AstNode | undefined): Value {
    if (target === undefined || !isFeature(target)) {
        throw unresolvedReference(name);
    }
    const slot = {
        index: 0,
        feature: target,
        chain: [target, ...allRedefined(target)],
        names: [name],
        isModelled: true
    };
    const { lower, upper } = boundsOf(slot);
    const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b);
    return new Undetermined(value.reason, times(value.lower, lower ?? 0), times(value.upper, upper ?? Infinity));
}

/** Features of values that are not objects. */
function builtInFeature(value: Value, name: string, target: AstNode | undefined, frame: Frame): Value | undefined {
    if (value !== null && typeof value === 'object') {
        switch (value.kind) {
            case 'quantity':
                return name === 'num' ? numOf(value) : name === 'mRef' ? mRefOf(value) : undefined;
            case 'vector':
            case 'vectorQuantity':
            case 'tensorQuantity':
            case 'array':
                return shapedFeature(value, name);
            case 'complex':
                return undefined;
            case 'enumLiteral':
                return featureOfLiteral(value.literalId, name, frame);
            case 'metaobject':
                return metaobjectFeature(value, name, target, frame.run.model);
            case 'set':
                return name === 'elements' ? value : undefined;
            case 'measurementRef':
                return name === 'mRefs' ? value : undefined;
            default:
        }
    }
    return name === 'elements' ? new Sequence(elementsOf(value)) : undefined;
}

function shapedFeature(value: Vector | VectorQuantity | TensorQuantity | ArrayValue, name: string): Value | undefined {
    const elements: readonly Value[] = value instanceof ArrayValue ? value.elements : value.components;
    const dimensions = value instanceof ArrayValue || value instanceof TensorQuantity ? value.dimensions : [elements.length];
    switch (name) {
        case 'elements':
        case 'num':
            return new Sequence(name === 'num' ? elements.map(e => numOf(e) ?? e) : elements);
        case 'mRef':
        case 'mRefs':
            return value instanceof Vector || value instanceof ArrayValue ? undefined : mRefOf(value.components[0]);
        case 'dimension':
            return dimensions.length === 1 ? dimensions[0] : undefined;
        case 'dimensions':
            return new Sequence(dimensions);
        case 'rank':
        case 'order':
            return dimensions.length;
        case 'flattenedSize':
            return elements.length;
        default:
            return undefined;
    }
}

function featureOfLiteral(literalId: string, name: string, frame: Frame): Value | undefined {
    const object = objectOfLiteral(literalId, frame.run);
    const index = object?.layout.byName.get(name);
    return object === undefined || index === undefined ? undefined : object.read(index);
}
