/**
 * The extent of a type, `all T` (KerML 7.4.9.3): the literals of an enumeration, or the objects of an occurrence type that a run knows:
 * held objects, the object on which the expression is evaluated, and objects that the packages of the model declare, each with its
 * composite parts. The extents of other data types cannot be listed.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { qualifiedNameOf } from '../../../language/semantics/naming.js';
import { conformsTo, conformsToLibrary } from '../../../language/semantics/specialization.js';
import { isFeature, isPackage, ownedMembersOf } from '../../../language/semantics/structure.js';
import { elementsOf, EvaluationError, Sequence, type Value } from '../../values/index.js';
import type { Frame } from '../expressions/frame.js';
import { literalOf } from '../expressions/literals.js';
import { wholesOf } from '../model/inheritance.js';
import { isA, isAttribute, literalsOf, memoize } from '../model/kinds.js';
import type { Slot } from '../model/layout.js';
import { natureOf } from '../model/slot-nature.js';
import type { Run } from '../run.js';
import { Instance } from './instance.js';
import { packageFrame, readOnModel } from './model-level.js';

/** All values of a type, for an expression that is evaluated in a frame. @throws EvaluationError unbounded extent */
export function extentOf(type: AstNode, frame: Frame): Value {
    const { run } = frame;
    if (isA(type, 'EnumerationDefinition')) {
        return new Sequence(literalsOf(type).map(literal => literalOf(literal, run.model)));
    }
    if (conformsToLibrary(type, 'Base::DataValue')) {
        const name = qualifiedNameOf(type) ?? '';
        throw new EvaluationError('unbounded extent', `${name} is a data type: only the values of an enumeration can be listed`);
    }
    run.looksOutside();
    return new Sequence(objectsKnown(frame).filter(object => isOfType(object, type)));
}

const isOfType = ({ type }: Instance, wanted: AstNode): boolean => [type, ...wholesOf(type)].some(t => conformsTo(t, wanted));

/** The objects that a run knows, each before its composite parts. */
function objectsKnown(frame: Frame): Instance[] {
    const { run } = frame;
    const found = new Set<Instance>();
    const add = (object: Instance): void => {
        run.step();
        if (object.isOpen || found.has(object)) {
            return;
        }
        found.add(object);
        object.layout.slots.filter(isComposed).forEach(slot => elementsOf(object.read(slot.index)).forEach(addIfObject));
    };
    const addIfObject = (value: Value): void => {
        if (value instanceof Instance) {
            add(value);
        }
    };
    run.objectsHeld.forEach(add);
    const around = rootAround(frame);
    if (around !== undefined) {
        add(around);
    }
    const declared = new Set([...found].map(object => object.type));
    packageUsages(run)
        .filter(usage => !declared.has(usage))
        .forEach(usage => elementsOf(readOnModel(run, usage)).forEach(addIfObject));
    return [...found];
}

/** The outermost object that holds the object on which an expression is evaluated. */
function rootAround(frame: Frame): Instance | undefined {
    let root: Instance | undefined;
    for (let f: Frame | undefined = frame; f !== undefined; f = f.outer) {
        root = f instanceof Instance ? f : root;
    }
    return root;
}

const PACKAGE_USAGES = Symbol('usages of objects in packages');

/** The usages of objects that the packages of the model declare; found once per document. */
function packageUsages(run: Run): AstNode[] {
    const usagesIn = (namespace: AstNode): readonly AstNode[] =>
        ownedMembersOf(namespace).flatMap(member => {
            if (isPackage(member)) {
                return usagesIn(member);
            }
            return isFeature(member) && isComposed(packageFrame(run, member).layout.slots[0]) ? [member] : [];
        });
    return run.model.documents.flatMap(({ root }) => memoize(PACKAGE_USAGES, root, usagesIn));
}

/** Whether the values of a feature are composite parts of the feature's owner. */
function isComposed(slot: Slot): boolean {
    const nature = natureOf(slot);
    return slot.isModelled && (nature === 'object' || nature === 'connector') && !isAttribute(slot.feature);
}
