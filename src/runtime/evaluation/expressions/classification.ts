/**
 * Classification: `istype`, `hastype`, `as`, `@`, `@@`, `meta`, `all`, `.metadata` (contract sheet 4.11). A value has the type in which it
 * was written or computed, an object those of its declaration; for user-defined scalar types the declaration of the read feature decides.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { metadataOf, metadataTypeOf } from '../../../language/semantics/annotations.js';
import { isMetaclassConforming } from '../../../language/semantics/metaclass.js';
import { isReflective } from '../../../language/semantics/reflection.js';
import { resolve } from '../../../language/semantics/names.js';
import { elementById, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { conformsTo, typesOf } from '../../../language/semantics/specialization.js';
import { isDefinition, isFeature, lastSegment } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { resultTypesOf } from '../../../language/semantics/expression-types.js';
import { operators } from '../functions/index.js';
import { Instance, typeSymbolOf } from '../instances/instance.js';
import { coerceTo } from '../instances/coercion.js';
import { extentOf } from '../instances/extents.js';
import { wholesOf } from '../model/inheritance.js';
import { categoryOf, isA } from '../model/kinds.js';
import type { Run } from '../run.js';
import {
    EMPTY_SEQUENCE,
    EnumLiteral,
    EvaluationError,
    FunctionValue,
    Metaobject,
    Quantity,
    Sequence,
    Undetermined,
    type Value,
    elementsOf,
    isNumber,
    kindOf,
    sameDimension,
    unresolvedReference,
    unresolvedType
} from '../../values/index.js';
import { variantOf } from './choices.js';
import { type Code, codeOf, failing } from './code.js';
import { conditionedElement, instancesOffered } from './element-frame.js';
import type { Frame } from './frame.js';
import { metaobjectOf, elementOf } from './metaobjects.js';
import { targetOf } from './referents.js';

const OPERATORS = new Set(['istype', 'hastype', '@', '@@', 'as', 'meta']);

export function isClassification(operator: string): boolean {
    return OPERATORS.has(operator);
}

/** Compiles a classification. Without a left operand it tests the object on which the expression is evaluated. */
export function compileClassification(operator: string, left: AstNode | undefined, right: AstNode): Code {
    const type = resolve(right);
    if (type === undefined) {
        return failing(() => unresolvedType(right.text ?? '', right));
    }
    switch (operator) {
        case '@@':
        case 'meta': {
            const element = elementNamed(left);
            if (element === undefined || isReflective(element) || isSelf(left)) {
                return onElement(operator, left, type, element);
            }
            return () => metaclassified(operator, element, type);
        }
        case '@': {
            if (isDefinition(type) && isA(type, 'MetadataDefinition')) {
                if (isSelf(left)) {
                    return frame => elementsJudged(frame).some(e => isAnnotated(e, type) || isOfMetaclass(e, type));
                }
                const element = elementNamed(left);
                if (element !== undefined && !isReflective(element)) {
                    return () => isAnnotated(element, type) || isOfMetaclass(element, type);
                }
            }
            return test(left, type, (v, run, s) => conforms(v, type, run, s));
        }
        case 'hastype':
            return test(left, type, (v, run) => hasOwnType(v, type, run), true);
        case 'as':
            return cast(left, type);
        default:
            return test(left, type, (v, run, s) => conforms(v, type, run, s));
    }
}

/** The element that an operand names, independent of its value. */
function elementNamed(left: AstNode | undefined): AstNode | undefined {
    switch (left?.$type) {
        case 'FeatureReferenceExpression':
            return targetOf(left);
        case 'FeatureChainExpression':
            return resolve(left.feature);
        case 'SequenceExpression': {
            const { elements } = left;
            return elements.length === 1 ? elementNamed(elements[0]) : undefined;
        }
        default:
            return undefined;
    }
}

/** Whether an operand denotes the object on which the expression is evaluated: none, `self` or `this`. */
function isSelf(left: AstNode | undefined): boolean {
    if (left === undefined) {
        return true;
    }
    if (left.$type !== 'FeatureReferenceExpression') {
        return false;
    }
    const target = elementNamed(left);
    return target !== undefined && scopeOf(target).isLibrary && ['self', 'this'].includes(lastSegment(left.text));
}

/**
 * Compiles `@@` and `meta` for the element that a condition is evaluated on, or for values of its meta-attributes.
 * @param named the element that the operand names, for an expression on objects
 */
function onElement(operator: '@@' | 'meta', left: AstNode | undefined, type: AstNode, named: AstNode | undefined): Code {
    const classify = operator === '@@' ? test(left, type, (v, run, s) => conforms(v, type, run, s)) : cast(left, type);
    return frame => {
        if (conditionedElement(frame) !== undefined) {
            return classify(frame);
        }
        if (named === undefined) {
            throw unnamedOperand(operator, left);
        }
        return metaclassified(operator, named, type);
    };
}

/** The failure of an operator on elements whose operand names none: because of an unknown name, or because it is not a name. */
function unnamedOperand(operator: string, operand: AstNode | undefined): EvaluationError {
    return operand?.$type === 'FeatureReferenceExpression' && resolve(operand) === undefined
        ? unresolvedReference(operand.text, operand)
        : new EvaluationError('value type cannot be determined', `the operand of '${operator}' names no element`);
}

function metaclassified(operator: '@@' | 'meta', element: AstNode, type: AstNode): Value {
    const isInstance = isOfMetaclass(element, type);
    if (operator === '@@') {
        return isInstance;
    }
    return isInstance ? new Sequence([metaobjectOf(element)]) : EMPTY_SEQUENCE;
}

/**
 * The elements that `@` without an operand tests: the element that a condition is evaluated on; for an object, the usage or definition that
 * it instantiates, and the definitions of a usage.
 */
function elementsJudged(frame: Frame): AstNode[] {
    const element = conditionedElement(frame);
    if (element !== undefined) {
        return [element];
    }
    const object = self(frame);
    return [object.type, typeSymbolOf(object), ...(isFeature(object.type) ? typesOf(object.type) : [])];
}

function isAnnotated(element: AstNode, type: AstNode): boolean {
    return metadataOf(element).some(annotation => {
        const metadata = metadataTypeOf(annotation);
        return metadata !== undefined && conformsTo(metadata, type);
    });
}

function isOfMetaclass(element: AstNode, type: AstNode): boolean {
    return isMetaclassConforming(element, type);
}

/** The declared types of an operand, in addition to those of its value. */
type Stated = readonly AstNode[];

function statedTypes(left: AstNode | undefined): Stated {
    return left === undefined ||
        ![
            'FeatureReferenceExpression',
            'FeatureChainExpression',
            'BracketExpression',
            'InvocationExpression',
            'ConstructorExpression'
        ].includes(left.$type)
        ? []
        : resultTypesOf(left).flatMap(t => (isFeature(t) ? [...typesOf(t)] : [t]));
}

function operandCode(left: AstNode | undefined): Code {
    return left === undefined ? selfOrElement : codeOf(left);
}

function selfOrElement(frame: Frame): Value {
    const element = conditionedElement(frame);
    return element === undefined ? self(frame) : metaobjectOf(element);
}

/** The instances of a type for a metaobject in a condition on an element; undefined for other values. */
function offered(v: Value, type: AstNode, isExact: boolean, frame: Frame): readonly Value[] | undefined {
    const element = v instanceof Metaobject && conditionedElement(frame) !== undefined ? elementOf(v) : undefined;
    return element === undefined ? undefined : instancesOffered(element, type, isExact, frame.run);
}

function self(frame: Frame): Instance {
    for (let f: Frame | undefined = frame; f !== undefined; f = f.outer) {
        if (f instanceof Instance) {
            return f;
        }
    }
    throw unresolvedReference('self');
}

function test(left: AstNode | undefined, type: AstNode, classify: (v: Value, run: Run, stated: Stated) => boolean, isExact = false): Code {
    const operand = operandCode(left);
    const stated = statedTypes(left);
    return frame => {
        const value = operand(frame);
        if (operators.firstOpen(value) !== undefined) {
            return stated.some(t => conformsTo(t, type)) ? true : operators.undeterminedFrom([value], 'boolean');
        }
        return elementsOf(value).every(v => {
            const instances = offered(v, type, isExact, frame);
            return instances === undefined ? classify(v, frame.run, stated) : instances.length > 0;
        });
    };
}

/** Compiles `x as T`: the elements classified by T, in order. */
function cast(left: AstNode | undefined, type: AstNode): Code {
    const operand = operandCode(left);
    const stated = statedTypes(left);
    return frame => {
        const value = operand(frame);
        if (value instanceof Undetermined) {
            return new Undetermined(
                value.reason,
                stated.some(t => conformsTo(t, type)) ? value.lower : 0,
                value.upper,
                value.category,
                value.type
            );
        }
        const kept = elementsOf(value).flatMap(
            v => offered(v, type, false, frame) ?? (v instanceof Undetermined || conforms(v, type, frame.run, stated) ? [v] : [])
        );
        return kept.length === 0
            ? EMPTY_SEQUENCE
            : kept.length === 1 && elementsOf(value).length === 1 && !(value instanceof Sequence)
              ? kept[0]
              : new Sequence(kept);
    };
}

/** Library types of values that are not objects. */
const OWN_TYPES: Readonly<Partial<Record<ReturnType<typeof kindOf>, string>>> = {
    integer: 'ScalarValues::Integer',
    rational: 'ScalarValues::Rational',
    real: 'ScalarValues::Real',
    complex: 'ScalarValues::Complex',
    boolean: 'ScalarValues::Boolean',
    string: 'ScalarValues::String',
    quantity: 'Quantities::ScalarQuantityValue',
    vector: 'VectorValues::NumericalVectorValue',
    vectorQuantity: 'Quantities::VectorQuantityValue',
    tensorQuantity: 'Quantities::TensorQuantityValue',
    array: 'Collections::Array',
    measurementRef: 'MeasurementReferences::ScalarMeasurementReference',
    infinity: 'ScalarValues::Positive'
};

/** The types of a value. */
function ownTypesOf(v: Value, run: Run): readonly AstNode[] {
    if (v instanceof Instance) {
        // a portion has the types of the occurrence that it is a portion of (SysML 7.9.3)
        return [v.type, ...wholesOf(v.type)];
    }
    if (v instanceof EnumLiteral) {
        const enumeration = elementById(run.model, v.enumerationId);
        return enumeration === undefined ? [] : [enumeration];
    }
    if (v instanceof FunctionValue) {
        const calc = elementById(run.model, v.calcId);
        return calc === undefined ? [] : [calc];
    }
    const variant = variantOf(v);
    if (variant !== undefined) {
        return [variant];
    }
    const name = OWN_TYPES[kindOf(v)];
    const type = name === undefined ? undefined : run.model.libraryElement(name);
    return type === undefined ? [] : [type];
}

/** Whether a value conforms to the type of a parameter, judged by the value only. */
export function valueFits(v: Value, type: AstNode, run: Run): boolean {
    const unit = v instanceof Quantity ? run.unitOfQuantityType(type) : undefined;
    return unit === undefined || !(v instanceof Quantity) ? valueConforms(v, type, run) : sameDimension(unit.term, v.unit.term);
}

/** Whether a value conforms to a type, judged by the value only. */
function valueConforms(v: Value, type: AstNode, run: Run): boolean {
    if (v instanceof Metaobject) {
        const element = elementOf(v);
        return element !== undefined && isMetaclassConforming(element, type);
    }
    return ownTypesOf(v, run).some(t => conformsTo(t, type));
}

function conforms(v: Value, type: AstNode, run: Run, stated: Stated): boolean {
    if (valueConforms(v, type, run)) {
        return true;
    }
    if (v instanceof Instance || v instanceof EnumLiteral || v instanceof Metaobject) {
        return false;
    }
    if (v instanceof Quantity) {
        // A quantity conforms to every quantity type of its dimension.
        const unit = run.unitOfQuantityType(type);
        return unit === undefined ? stated.some(t => conformsTo(t, type)) : sameDimension(unit.term, v.unit.term);
    }
    // For a specialized scalar type the declaration of the read feature decides.
    if (isDecidedByDeclaration(type) && isScalar(v) && coerceTo(categoryOf(type), v) !== undefined) {
        if (stated.length === 0) {
            throw new EvaluationError(
                'value type cannot be determined',
                `whether a bare value is of ${lastSegment(qualifiedNameOf(type) ?? '')}`
            );
        }
        return stated.some(t => conformsTo(t, type));
    }
    return false;
}

function isScalar(v: Value): boolean {
    return typeof v === 'string' || typeof v === 'boolean' || isNumber(v);
}

/** Whether a type cannot be derived from a scalar value: types that specialize the library's scalar types. */
function isDecidedByDeclaration(type: AstNode): boolean {
    const name = qualifiedNameOf(type) ?? '';
    return !name.startsWith('ScalarValues::') || name === 'ScalarValues::Natural' || name === 'ScalarValues::Positive';
}

function hasOwnType(v: Value, type: AstNode, run: Run): boolean {
    return ownTypesOf(v, run).some(t => t === type || (isFeature(t) && typesOf(t).includes(type)));
}

// ---------------------------------------------------------------------------------------------- other forms

/** Compiles `all T`. A condition on an element has no objects to list. */
export function compileExtent(node: ast.ExtentExpression): Code {
    const type = resolve(node);
    if (type === undefined) {
        return failing(() => unresolvedType(node.text, node));
    }
    return frame => {
        if (conditionedElement(frame) !== undefined) {
            throw operators.unsupported('all');
        }
        return extentOf(type, frame);
    };
}

/** Compiles `x.metadata`: the annotations of the element that x names, in source order, then its metaobject. */
export function compileMetadataAccess(node: ast.MetadataAccessExpression): Code {
    const element = elementNamed(node.operand);
    if (element === undefined) {
        return failing(() => unnamedOperand('.metadata', node.operand));
    }
    return frame => new Sequence([...metadataOf(element).map(annotation => frame.run.objectOf(annotation)), metaobjectOf(element)]);
}
