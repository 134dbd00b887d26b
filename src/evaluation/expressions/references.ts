/**
 * Names in expressions: what a name denotes is decided when it is compiled, where its value is read when it is evaluated (contract
 * sheet 4.3). A feature is read in the innermost frame that has it, else on the model level.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { lookupFull, memberElement, resolve, resolveEachSegment } from '../../language/semantics/names.js';
import { qualifiedNameOf } from '../../language/semantics/naming.js';
import { conformsTo } from '../../language/semantics/specialization.js';
import {
    isDefinition,
    isFeature,
    isPackage,
    isUsage,
    lastSegment,
    type NameNode,
    owningNamespaceOf,
    owningTypeOf,
    segmentsOf
} from '../../language/semantics/structure.js';
import { scopeOf } from '../../language/semantics/world.js';
import { LIBRARY_CONSTANTS, mRefOf, numOf } from '../functions/index.js';
import { Instance } from '../instances/instance.js';
import { readOnModel } from '../instances/model-level.js';
import { collectionFeatureOf, collectionOf } from '../instances/collections.js';
import { portionFeatureOf, portionOf } from '../instances/portions.js';
import { isCalculation, isConstraint, isEnumLiteral, isUnitDeclaration, isVariant, articledKind, isInput } from '../model/kinds.js';
import { assignedFeatureOf } from '../model/assignments.js';
import { allRedefined } from '../model/inheritance.js';
import { layoutOf } from '../model/layout.js';
import { boundsOf } from '../model/slot-bounds.js';
import { Performance, withinCalculation } from '../calculations/performance.js';
import { functionValue, readCalculation, resultOfReading } from '../calculations/usage.js';
import {
    ArrayValue,
    EvaluationError,
    MeasurementRef,
    Metaobject,
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
} from '../values/index.js';
import { choiceOf } from './choices.js';
import { type Code, codeOf, constant, failing } from './compile.js';
import { Frame, type Place, frameWith, frameWithName } from './frame.js';
import { literalOf, objectOfLiteral } from './literals.js';
import { metaobjectFeature } from './metaobjects.js';

const SELF_NAMES = new Set(['self', 'that', 'this']);

/** A name in operand position. */
export function compileReference(node: NameNode): Code {
    const target = targetOf(node);
    const name = lastSegment(node.text);
    if (target === undefined) {
        return frame => {
            const found = segmentsOf(node.text).length === 1 ? frameWithName(frame, name) : undefined;
            if (found === undefined) {
                if (SELF_NAMES.has(node.text)) {
                    return readSelf(node.text, frame);
                }
                throw unresolvedReference(node.text, node);
            }
            return resultOfReading(found.frame.read(found.index));
        };
    }
    if (SELF_NAMES.has(name) && scopeOf(target).isLibrary) {
        return frame => readSelf(name, frame);
    }
    if (portionFeatureOf(target) !== undefined || collectionFeatureOf(target) !== undefined) {
        return frame => {
            const found = frameWith(frame, target);
            return found === undefined ? stepOf(readSelf('self', frame), name, target, frame) : found.frame.read(found.index);
        };
    }
    const featureName = objectFirstName(node);
    const denoted = denotation(target, node);
    if (denoted === undefined) {
        return reader(target, qualifierOf(node), featureName);
    }
    return featureName === undefined
        ? denoted
        : frame => {
              const found = frameWithName(frame, featureName);
              return found === undefined ? denoted(frame) : resultOfReading(found.frame.read(found.index));
          };
}

/** What a name denotes without reading an object: constants, literals, units, variants, functions. */
function denotation(target: AstNode, node: NameNode): Code | undefined {
    if (scopeOf(target).isLibrary) {
        const value = LIBRARY_CONSTANTS[qualifiedNameOf(target) ?? ''] as Value | undefined;
        if (value !== undefined) {
            return constant(value);
        }
    }
    if (isFeature(target)) {
        if (isEnumLiteral(target)) {
            return frame => literalOf(target, frame.run.model);
        }
        if (isVariant(target)) {
            return constant(choiceOf(target));
        }
        if (isUnitDeclaration(target) && !isBoundUnit(target)) {
            return frame => new MeasurementRef(frame.run.unitOf(target));
        }
        return undefined;
    }
    if (isDefinition(target) && isCalculation(target)) {
        return frame => functionValue(target, frame);
    }
    return failing(
        () =>
            new EvaluationError(
                'unresolved reference',
                isDefinition(target) || isPackage(target) ? `${node.text} is ${articledKind(target)}, which has no value` : node.text
            )
    );
}

/**
 * A feature of a model that is typed by a unit and bound to one or several, or that a type leaves to its objects: it denotes what it holds.
 */
function isBoundUnit(feature: AstNode): boolean {
    if (!isUsage(feature) || scopeOf(feature).isLibrary) {
        return false;
    }
    return feature.value !== undefined || (owningTypeOf(feature) !== undefined && feature.members.length === 0);
}

/** The usage whose feature a qualified name means: `P::car::mass` is read on the car. */
function qualifierOf(node: NameNode): AstNode | undefined {
    if (segmentsOf(node.text).length < 2) {
        return undefined;
    }
    const qualifier = resolveEachSegment(node).at(-2);
    return qualifier !== undefined && isFeature(qualifier) ? qualifier : undefined;
}

/** Expressions of a request read features of the subject by name before anything that the name means around them. */
const objectFirst = new WeakSet<AstNode>();

/** Marks a separately parsed expression: simple names are features of the frame's object first. */
export function readObjectFirst(expression: AstNode): void {
    objectFirst.add(expression);
}

function objectFirstName(node: NameNode): string | undefined {
    if (segmentsOf(node.text).length > 1) {
        return undefined;
    }
    for (let n: AstNode | undefined = node; n !== undefined; n = n.$container) {
        if (objectFirst.has(n)) {
            return lastSegment(node.text);
        }
        if (n.$type === 'BodyExpression') {
            return undefined;
        }
    }
    return undefined;
}

/**
 * The element that a name means in an expression. A feature does not see itself in its own value (`in mass = mass` reads the outer
 * one), and the arguments that a usage states for its parameters are read around the usage.
 */
export function targetOf(node: NameNode): AstNode | undefined {
    const found = meantBy(node);
    return found === undefined ? undefined : (assignedFeatureOf(found) ?? found);
}

function meantBy(node: NameNode): AstNode | undefined {
    const target = resolve(node);
    const valued = valuedFeatureOf(node);
    if (valued === undefined || target === undefined) {
        return target;
    }
    const owner = owningTypeOf(valued);
    if (owner === undefined) {
        return target;
    }
    const own = target === valued || (allRedefined(valued) as readonly AstNode[]).includes(target);
    const isArgument = isInput(valued) && isFeature(owner);
    if (!own && !(isArgument && isFeature(target) && isInput(target) && layoutOf(owner).indexOf.has(target))) {
        return target;
    }
    const outside = owningNamespaceOf(owner);
    if (outside === undefined || segmentsOf(node.text).length > 1) {
        return target;
    }
    const [first] = segmentsOf(node.text);
    return memberElement(lookupFull(outside, first.name, undefined, scopeOf(node))) ?? target;
}

/** The feature whose value an expression is part of, unless a body of its own stands between. */
function valuedFeatureOf(node: AstNode): ast.Usage | undefined {
    for (let n: AstNode | undefined = node; n !== undefined; n = n.$container) {
        if (n.$type === 'FeatureValue') {
            return n.$container;
        }
        if (n.$type === 'BodyExpression') {
            return undefined;
        }
    }
    return undefined;
}

/** Reads a feature: in the frames from the inside out, else on the model level. The frame that had it last time is tried first. */
function reader(target: AstNode, qualifier: AstNode | undefined, objectFirstNamed: string | undefined): Code {
    const isCalc = isCalculation(target);
    let layout: Frame['layout'] | undefined;
    let depth = 0;
    let index = 0;
    return frame => {
        if (objectFirstNamed !== undefined) {
            const found = frameWithName(frame, objectFirstNamed);
            if (found !== undefined) {
                return resultOfReading(found.frame.read(found.index));
            }
        }
        let f: Frame | undefined = frame;
        for (let d = 0; d < depth && f !== undefined; d++) {
            f = f.outer;
        }
        if (f !== undefined && f.layout === layout && !f.isPending(index)) {
            return isCalc ? resultOfReading(f.read(index)) : f.read(index);
        }
        let d = 0;
        for (f = frame; f !== undefined; f = f.outer, d++) {
            const found = f.layout.indexOf.get(target);
            if (found !== undefined && !f.isPending(found) && (qualifier === undefined || conformsTo(f.layout.type, qualifier))) {
                layout = f.layout;
                depth = d;
                index = found;
                return isCalc ? resultOfReading(f.read(found)) : f.read(found);
            }
        }
        const pending = pendingIn(frame, target);
        if (pending !== undefined) {
            throw pending.frame.cycleAt(pending.frame.layout.slots[pending.index]);
        }
        const value = readOnModel(frame.run, target, qualifier);
        return isCalc ? resultOfReading(value) : value;
    };
}

/** The innermost frame that is computing a feature. */
function pendingIn(frame: Frame, target: AstNode): Place | undefined {
    for (let f: Frame | undefined = frame; f !== undefined; f = f.outer) {
        const index = f.layout.indexOf.get(target);
        if (index !== undefined && f.isPending(index)) {
            return { frame: f, index };
        }
    }
    return undefined;
}

/** `self` and `this` are the innermost object, `that` the object that holds it. Without a subject they are open. */
function readSelf(name: string, frame: Frame): Value {
    let self: Instance | undefined;
    for (let f: Frame | undefined = frame; f !== undefined; f = f.outer) {
        if (f instanceof Instance && f.type.$type !== 'Package' && f.type.$type !== 'RootNamespace') {
            if (name !== 'that' || self !== undefined) {
                return f.isOpen ? new Undetermined(`no object is meant by ${name}`, 1, 1, 'other') : f;
            }
            self = f;
        }
    }
    if (self === undefined || self.isOpen) {
        throw unresolvedReference(name);
    }
    return self;
}

// ---------------------------------------------------------------------------------------------- feature chains

/** `operand.feature`: the feature of each object in order, flat by one level. */
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

/** @param taken what is taken of each step's value */
function compileSteps(node: ast.FeatureChainExpression, name: string, taken: (value: Value) => Value): Code {
    const operand = operandOfChain(node.operand);
    // `x.metadata` ends with what the element is: features of annotations are no features of that.
    const isMetadata = node.operand.$type === 'MetadataAccessExpression';
    return frame => {
        const target = resolve(node.feature);
        const value = operand(frame);
        if (value instanceof Instance) {
            return taken(stepOf(value, name, target, frame));
        }
        if (value instanceof Sequence) {
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
 * What a chain goes on from keeps a calculation usage as what runs it, so that its outputs can be read, and a constraint or requirement as
 * an object with its features: whether it holds is not asked.
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
            const holder = owner === undefined ? frameWith(frame, target)?.frame : scalarOf(owner(frame));
            const index = holder instanceof Frame ? holder.layout.indexOf.get(target) : undefined;
            return index === undefined ? frame.run.objectOf(target) : conditionObject(holder as Frame, index);
        };
    }
    if (!isCalculation(target)) {
        return code;
    }
    return operand.$type === 'FeatureChainExpression'
        ? compileSteps(operand, lastSegment(operand.feature.text), value => value)
        : frame => readCalculation(target, frame);
}

const conditionObjects = new WeakMap<Frame, Map<number, Instance>>();

/** The object whose features a constraint or requirement of a frame has. */
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

/** One step of a chain from one value. */
function stepOf(value: Value, name: string, target: AstNode | undefined, frame: Frame): Value {
    if (value instanceof Instance) {
        const { performance } = value;
        const holder = performance?.layout.byName.has(name) === true ? performance : value;
        const index = (target === undefined ? undefined : holder.layout.indexOf.get(target)) ?? holder.layout.byName.get(name);
        if (index !== undefined) {
            return holder.read(index);
        }
        if (SELF_NAMES.has(name)) {
            return value;
        }
        const portion = target === undefined ? undefined : portionFeatureOf(target);
        if (portion !== undefined) {
            return portionOf(value, portion);
        }
        const collection = target === undefined ? undefined : collectionFeatureOf(target);
        if (collection !== undefined) {
            return collectionOf(value, collection);
        }
        const implied = frame.run.occurrenceFeatures.get(name);
        if (implied !== undefined) {
            return implied;
        }
        throw noSuchFeature(name, undefined, value.type);
    }
    if (value instanceof Undetermined) {
        return openStep(value, name, target);
    }
    if (value instanceof Unset) {
        return scalarOf(value);
    }
    const performed = performanceOf(value);
    if (performed !== undefined) {
        const index = (target === undefined ? undefined : performed.layout.indexOf.get(target)) ?? performed.layout.byName.get(name);
        if (index !== undefined) {
            return performed instanceof Performance
                ? withinCalculation(performed.run, performed.shape, () => performed.read(index))
                : performed.read(index);
        }
        throw noSuchFeature(name);
    }
    const builtIn = builtInFeature(value, name, target, frame);
    if (builtIn === undefined) {
        throw noSuchFeature(name);
    }
    return builtIn;
}

/**
 * Where the features of a value are read in a path: an object, the performance that an object of an action stands for, a run that is held.
 */
export function featuresIn(value: Value): Frame | undefined {
    return value instanceof Instance ? (value.performance ?? value) : performanceOf(value);
}

/** A run of a calculation that is held as a value. */
function performanceOf(value: Value): Frame | undefined {
    const identity = value !== null && typeof value === 'object' && value.kind === 'opaque' ? value.identity : undefined;
    return identity !== null && typeof identity === 'object' && 'layout' in identity ? (identity as Frame) : undefined;
}

/** A chain through an open object: the feature's counts times the object's. */
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

/** Features that values have without being objects. */
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
