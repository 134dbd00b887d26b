/**
 * The value of a feature of a row (contract: views 6.4): of an element the effective value that the runtime evaluates from its
 * declarations, of an object its current value. A feature that nothing binds is absent; a value that cannot be determined is a fault.
 */
import type { AstNode } from '../../language/generated/tree.js';
import {
    elementOf,
    Instance,
    isBehavior,
    isInput,
    layoutOf,
    type Layout,
    type Slot,
    resultOfReading,
    failureOf
} from '../../runtime/evaluation/index.js';
import { isFeature, isType, owningTypeOf } from '../../language/semantics/structure.js';
import { resolve } from '../../language/semantics/names.js';
import { visitAll } from '../../language/syntax/index.js';
import { elementsOf, EnumLiteral, Metaobject, Undetermined, Unset, type Value } from '../../runtime/values/index.js';
import type { QueryContext } from '../query-context.js';
import { definitionFault } from '../faults.js';
import { rowOfObject } from '../held-objects.js';
import { type CellValue, ElementRow, elementIdOf, type ObjectRow } from '../rows.js';
import { withArticle } from '../../language/semantics/metaclass.js';

/** A feature of a row: by name, or by one of its declarations, which a redefinition may have renamed. */
export type FeatureKey = string | AstNode;

function indexIn(layout: Layout, key: FeatureKey): number | undefined {
    return typeof key === 'string' ? layout.byName.get(key) : layout.indexOf.get(key);
}

/** The effective value of a feature of an element; undefined if the element has no such feature. @throws QueryFault */
export function valuesOfElement(context: QueryContext, element: AstNode, key: FeatureKey): readonly CellValue[] | undefined {
    const layout = isType(element) ? layoutOf(element) : undefined;
    const index = layout === undefined ? undefined : indexIn(layout, key);
    if (layout === undefined || index === undefined) {
        return undefined;
    }
    const slot = layout.slots[index];
    const value = evaluated(slot, elementIdOf(element), () => context.run.prototypeOf(element).read(index));
    if (isOpen(value) && dependsOnRun(slot)) {
        throw definitionFault('unevaluable-feature', `${nameOfSlot(slot)} of ${elementIdOf(element)} has a value only while it runs`);
    }
    return cellsOf(value, slot, elementIdOf(element), object => new ElementRow(object.type));
}

/** The current value of a feature of an object; undefined if the object has no such feature. @throws QueryFault */
export function valuesOfObject(context: QueryContext, row: ObjectRow, key: FeatureKey): readonly CellValue[] | undefined {
    const { object } = row;
    const index = indexIn(object.layout, key);
    if (index === undefined) {
        return undefined;
    }
    const slot = object.layout.slots[index];
    return cellsOf(
        evaluated(slot, row.path, () => object.read(index)),
        slot,
        row.path,
        held => rowOfObject(context, held, row)
    );
}

const nameOfSlot = (slot: Slot): string => slot.names[0] ?? '';

/** Evaluates `read`; null if something that it needs is not bound. */
function evaluated(slot: Slot, of: string, read: () => Value): Value {
    try {
        return resultOfReading(read());
    } catch (error) {
        const failure = failureOf(error);
        if (failure.isOfAbsence) {
            return null;
        }
        throw definitionFault('unevaluable-feature', `${nameOfSlot(slot)} of ${of}: ${failure.reason}`);
    }
}

const isOpen = (value: Value): boolean =>
    elementsOf(value).some(v => v instanceof Undetermined || v instanceof Unset) || elementsOf(value).length === 0;

/** Whether a value exists only during a run: a parameter, or a value computed from one. */
function dependsOnRun({ chain, feature }: Slot): boolean {
    const isGivenByRun = (f: AstNode): boolean =>
        isFeature(f) && f.value === undefined && (isInput(f) || (owningTypeOf(f) !== undefined && isBehavior(owningTypeOf(f)!)));
    const stated = chain.find(f => f.value !== undefined)?.value?.expression;
    if (stated === undefined) {
        return chain.some(isInput) || isGivenByRun(feature);
    }
    let found = false;
    visitAll(stated, node => {
        const isName = node.$type === 'FeatureReferenceExpression' || node.$type === 'Reference';
        const target = isName ? resolve(node) : undefined;
        found ||= target !== undefined && isGivenByRun(target);
    });
    return found;
}

/** Kinds of values that a cell can hold. */
const FITTING: ReadonlySet<string> = new Set(['rational', 'real', 'infinity', 'quantity', 'enumLiteral']);

function cellsOf(value: Value, slot: Slot, of: string, rowOf: (object: Instance) => CellValue): CellValue[] {
    return elementsOf(value).flatMap((v): CellValue[] => {
        if (v instanceof Undetermined || v instanceof Unset || v === null) {
            return [];
        }
        if (v instanceof Instance) {
            return [rowOf(v)];
        }
        if (v instanceof EnumLiteral && v.value !== undefined) {
            return [v.value];
        }
        const element = v instanceof Metaobject ? elementOf(v) : undefined;
        if (element !== undefined) {
            return [new ElementRow(element)];
        }
        if (typeof v === 'object' && !FITTING.has(v.kind)) {
            throw definitionFault('unevaluable-feature', `${nameOfSlot(slot)} of ${of} is ${withArticle(v.kind)}, which no cell holds`);
        }
        return [v];
    });
}
