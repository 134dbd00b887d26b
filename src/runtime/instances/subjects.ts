/** Subjects of requests: a declaration's qualified name, then `.feature` steps with an optional one-based index (contract sheet 2 rule 4). */
import type { AstNode } from 'langium';
import { elementById, qualifiedNameOf } from '../../language/semantics/naming.js';
import { isDefinition, isFeature, isType } from '../../language/semantics/structure.js';
import { articledKind, isA, isAttribute } from '../model/kinds.js';
import { layoutOf } from '../model/layout.js';
import type { Run } from '../run.js';
import { EvaluationError, elementsOf } from '../values/index.js';
import { Instance } from './instance.js';

/**
 * The object that a path leads to, made for this run.
 * @throws EvaluationError for an unknown root, a missing feature, an index out of range, a step of several values without index
 */
export function subjectAt(run: Run, path: string): Instance {
    const steps = stepsOf(path);
    const root = elementById(run.model, steps[0].name);
    if (root === undefined) {
        throw new EvaluationError('unresolved reference', steps[0].name);
    }
    let object = objectOfSymbol(run, root);
    for (const { name, index } of steps.slice(1)) {
        const slot = object.layout.byName.get(name);
        if (slot === undefined) {
            throw new EvaluationError('object has no such feature', `member ${name} not found in ${qualifiedNameOf(object.type) ?? 'instance'}`);
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

/** The steps of a path: split at dots outside quotes, every step but the first without its quotes. */
export function stepsOf(path: string): { name: string; index?: number }[] {
    const parts = path.match(/(?:'(?:\\.|[^\\'])*'|[^.'])+/g) ?? [path];
    return parts.map((part, i) => {
        const match = i === 0 ? null : /^(.*)\[(\d+)\]$/.exec(part);
        const name = match?.[1] ?? part;
        return { name: i === 0 ? name : name.replace(/^'(.*)'$/, '$1'), index: match === null ? undefined : Number(match[2]) };
    });
}

/** An object of a symbol. @throws EvaluationError when the symbol has no objects */
export function objectOfSymbol(run: Run, element: AstNode): Instance {
    checkHasObjects(element);
    return run.objectOf(element);
}

/** @throws EvaluationError for a symbol that has no objects */
export function checkHasObjects(element: AstNode): void {
    const hasObjects = (isDefinition(element) || isFeature(element)) && isType(element) && !isA(element, 'MetadataDefinition') && !isA(element, 'EnumerationDefinition')
        && !((isAttribute(element) || isA(element, 'DataType')) && layoutOf(element).slots.every(s => !s.isModelled));
    if (!hasObjects) {
        throw new EvaluationError('type mismatch', `${qualifiedNameOf(element) ?? ''} is ${articledKind(element)}, which has no object`);
    }
}

/** The objects that a feature holds; none where its value cannot be computed. */
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
