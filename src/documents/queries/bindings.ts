/** Checks the values of parameters (contract: views 6.2, 6.3): their number and type. */
import { isMetaclassConforming } from '../../language/semantics/metaclass.js';
import { conformsTo } from '../../language/semantics/specialization.js';
import { notationNameOf } from '../../language/semantics/naming.js';
import { conform, declaredTypesOf, isA, failureOf } from '../../runtime/evaluation/index.js';
import { elementsOf, sequenceOf } from '../../runtime/values/index.js';
import { type FaultKind, QueryFault } from '../faults.js';
import { type CellValue, labelOf, type Row, isValue, isRow } from '../rows.js';
import type { QueryParameter } from './definition.js';
import type { Scope } from './scope.js';

/**
 * Checks values against the multiplicity and type of a parameter and converts them to that type.
 * @param kind kind of the fault if they do not conform
 * @throws QueryFault
 */
export function checkedValues(
    scope: Scope,
    parameter: QueryParameter,
    values: readonly CellValue[],
    kind: FaultKind
): readonly CellValue[] {
    const refuse = (why: string): never => {
        throw new QueryFault(kind, `parameter ${parameter.name}: ${why}`);
    };
    if (values.length < parameter.lower || values.length > parameter.upper) {
        refuse(`it takes ${countText(parameter)}, not ${values.length}`);
    }
    if (parameter.isUntyped) {
        return values;
    }
    if (parameter.takesElements) {
        for (const value of values) {
            if (!isRow(value)) {
                refuse('it takes elements, not values');
            } else {
                checkType(value, parameter, refuse);
            }
        }
        return values;
    }
    if (!values.every(isValue)) {
        return refuse('it takes values, not elements');
    }
    try {
        return elementsOf(conform(sequenceOf(values), parameter.slot, scope.frame));
    } catch (error) {
        return refuse(failureOf(error).message);
    }
}

function countText({ lower, upper }: QueryParameter): string {
    if (lower === upper) {
        return lower === 1 ? 'one value' : `${lower} values`;
    }
    return upper === Infinity ? `at least ${lower}` : `${lower} to ${upper} values`;
}

/** Checks the type of a row: an element may conform to a metaclass or to a type of the model, an object only to a type. */
function checkType(row: Row, { slot }: QueryParameter, refuse: (why: string) => never): void {
    for (const type of declaredTypesOf(slot.feature)) {
        const isMetaclass = isA(type, 'Metaclass');
        const isOfType =
            row.kind === 'element'
                ? isMetaclass
                    ? isMetaclassConforming(row.element, type)
                    : conformsTo(row.element, type)
                : row.kind !== 'object' || isMetaclass || conformsTo(row.object.type, type);
        if (!isOfType) {
            refuse(`${labelOf(row)} is no ${notationNameOf(type)}`);
        }
    }
}
