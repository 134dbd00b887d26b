/**
 * Subjects of requests: the qualified name of a declaration, then `.feature` steps with optional one-based indices (contract sheet 2 rule
 * 4).
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { elementById, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { isDefinition, isFeature, isType, unquoted } from '../../../language/semantics/structure.js';
import { articledKind, isA, isAttribute } from '../model/kinds.js';
import { layoutOf } from '../model/layout.js';
import type { Run } from '../run.js';
import { EvaluationError, elementsOf, noSuchFeature, unresolvedReference } from '../../values/index.js';
import { Instance } from './instance.js';

/**
 * The object at a path, created for this run.
 * @throws EvaluationError for an unknown root, a missing feature, an index out of range, a step of several values without index
 */
export function subjectAt(run: Run, path: string): Instance {
    const steps = stepsOf(path);
    const root = elementById(run.model, steps[0].name);
    if (root === undefined) {
        throw unresolvedReference(steps[0].name);
    }
    let object = objectOfSymbol(run, root);
    for (const { name, index } of steps.slice(1)) {
        const slot = object.layout.byName.get(name);
        if (slot === undefined) {
            throw noSuchFeature(name, qualifiedNameOf(object.type));
        }
        const values = elementsOf(object.read(slot));
        if (index === undefined && values.length !== 1) {
            throw new EvaluationError('index out of range', `${name} has ${values.length} values: name one by its index`);
        }
        const value = values[(index ?? 1) - 1];
        if (!(value instanceof Instance)) {
            throw new EvaluationError('index out of range', `${name} has no object ${index ?? 1} of ${values.length}`);
        }
        object = value;
    }
    return object;
}

/** A step of a path: the name of a feature and the one-based index of its object. The first step is the id of a declaration. */
export interface PathStep {
    readonly name: string;
    readonly index?: number;
    /** as written */
    readonly text: string;
}

/** The steps of a path: split at dots outside quotes; all but the first without quotes. */
export function stepsOf(path: string): [PathStep, ...PathStep[]] {
    const [root, ...rest] = path.match(/(?:'(?:\\.|[^\\'])*'|[^.'])+/g) ?? [path];
    const steps = rest.map(part => {
        const [, name, index] = /^(.*?)(?:\[(\d+)\])?$/s.exec(part)!;
        return { name: unquoted(name), index: index === undefined ? undefined : Number(index), text: part };
    });
    return [{ name: root, text: root }, ...steps];
}

/** The object of a symbol. @throws EvaluationError when the symbol has no objects */
export function objectOfSymbol(run: Run, element: AstNode): Instance {
    checkHasObjects(element);
    return run.objectOf(element);
}

/** @throws EvaluationError for a symbol that has no objects */
export function checkHasObjects(element: AstNode): void {
    const hasObjects =
        (isDefinition(element) || isFeature(element)) &&
        isType(element) &&
        !isA(element, 'MetadataDefinition') &&
        !isA(element, 'EnumerationDefinition') &&
        !((isAttribute(element) || isA(element, 'DataType')) && layoutOf(element).slots.every(s => !s.isModelled));
    if (!hasObjects) {
        throw new EvaluationError('type mismatch', `${qualifiedNameOf(element) ?? ''} is ${articledKind(element)}, which has no object`);
    }
}

/** The objects that a feature holds; empty where it cannot be evaluated. */
export function objectsAt(object: Instance, index: number): readonly Instance[] {
    try {
        return elementsOf(object.read(index)).filter(v => v instanceof Instance);
    } catch (error) {
        if (error instanceof EvaluationError) {
            return [];
        }
        throw error;
    }
}
