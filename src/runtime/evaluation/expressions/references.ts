/**
 * Names in expressions: compilation determines the element of a name (referents.ts), evaluation the frame of its value (contract sheet
 * 4.3). A feature is read in the innermost frame that has it, else on the model level.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { entryFor } from '../../../language/closed-lists.js';
import { resolveEachSegment } from '../../../language/semantics/names.js';
import { qualifiedNameOf } from '../../../language/semantics/naming.js';
import { conformsTo } from '../../../language/semantics/specialization.js';
import {
    isDefinition,
    isFeature,
    isPackage,
    isUsage,
    lastSegment,
    type NameNode,
    owningTypeOf,
    segmentsOf
} from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { LIBRARY_CONSTANTS } from '../functions/index.js';
import { Instance } from '../instances/instance.js';
import { readOnModel } from '../instances/model-level.js';
import { collectionFeatureOf } from '../instances/collections.js';
import { portionFeatureOf } from '../instances/portions.js';
import { isA, isCalculation, isEnumLiteral, isUnitDeclaration, isVariant, articledKind } from '../model/kinds.js';
import { functionValue, resultOfReading } from '../calculations/usage.js';
import { EvaluationError, MeasurementRef, Undetermined, type Value, unresolvedReference } from '../../values/index.js';
import { stepOf } from './chains.js';
import { choiceOf } from './choices.js';
import { metaobjectOf } from './metaobjects.js';
import { SELF_NAMES, targetOf } from './referents.js';
import { type Code, constant, failing } from './code.js';
import { conditionedElement, readOfElement } from './element-frame.js';
import { Frame, type Place, frameWith, frameWithName } from './frame.js';
import { literalOf } from './literals.js';
import { unitTextOf } from './text.js';

/** Compiles a name as an operand. */
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

/** The code of a name that denotes no feature of an object: a constant, literal, unit, variant or function. */
function denotation(target: AstNode, node: NameNode): Code | undefined {
    if (scopeOf(target).isLibrary) {
        const value = entryFor(LIBRARY_CONSTANTS, qualifiedNameOf(target));
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
            const text = unitTextOf(node);
            return frame => new MeasurementRef(frame.run.unitOf(target).withText(text));
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

/** Whether a unit feature of the model denotes its value: it is bound to a unit, or a type leaves it to its objects. */
function isBoundUnit(feature: AstNode): boolean {
    if (!isUsage(feature) || scopeOf(feature).isLibrary) {
        return false;
    }
    return feature.value !== undefined || (owningTypeOf(feature) !== undefined && feature.members.length === 0);
}

/** The usage that qualifies a feature: `P::car::mass` is read on the car. */
function qualifierOf(node: NameNode): AstNode | undefined {
    if (segmentsOf(node.text).length < 2) {
        return undefined;
    }
    const qualifier = resolveEachSegment(node).at(-2);
    return qualifier !== undefined && isFeature(qualifier) ? qualifier : undefined;
}

/** Expressions of a request: features of the subject take precedence over the names in scope. */
const objectFirst = new WeakSet<AstNode>();

/** Marks an expression of a request: simple names denote features of the frame's object first. */
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
 * Compiles the reading of a feature in the innermost frame that has it, else on the model level; tries the frame of the last reading first.
 */
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
        const value = readOfElement(frame, target) ?? readOnModel(frame.run, target, qualifier);
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

/** Whether an object is a performance of a behavior. */
export const isPerformance = ({ type }: Instance): boolean => isA(type, 'Step') || isA(type, 'Behavior');

/**
 * Reads `self` (the innermost object), `that` (the object that holds it) or `this` (the innermost object that is not a performance and
 * performs it, see Objects::Object::ownedPerformances::this; else the outermost performance). Without a subject they are open.
 */
function readSelf(name: string, frame: Frame): Value {
    let self: Instance | undefined;
    for (let f: Frame | undefined = frame; f !== undefined; f = f.outer) {
        if (f instanceof Instance && f.type.$type !== 'Package' && f.type.$type !== 'RootNamespace') {
            const isPassed = name === 'that' ? self === undefined : name === 'this' && isPerformance(f);
            if (!isPassed) {
                return f.isOpen ? new Undetermined(`no object is denoted by ${name}`, 1, 1, 'other') : f;
            }
            self = f;
        }
    }
    const element = self === undefined && name !== 'that' ? conditionedElement(frame) : undefined;
    if (element !== undefined) {
        return metaobjectOf(element);
    }
    if (self === undefined || self.isOpen) {
        throw unresolvedReference(name);
    }
    return self;
}
