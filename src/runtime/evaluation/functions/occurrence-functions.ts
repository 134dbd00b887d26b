/**
 * OccurrenceFunctions (KerML 9.4.18): identity and lives of occurrences, and the behaviours that add and remove them.
 *
 * The running behaviour holds the lives (behaviour/simulation/lives.ts); functions access them through `FunctionContext.occurrences`.
 */

import {
    typeMismatch,
    describe,
    type ObjectReference,
    type Value,
    elementsOf,
    isEmptyValue,
    lifeOf,
    scalarOf
} from '../../values/index.js';
import { index } from './operators.js';
import { type FunctionContext, type FunctionTable, type LibraryFunction, type OccurrenceOperations, packageFunctions } from './registry.js';
import { notEvaluable } from './scalar-functions.js';
import { SEQUENCE_BEHAVIORS } from './sequence-functions.js';

function operations(name: string, context: FunctionContext): OccurrenceOperations {
    if (context.occurrences === undefined) {
        throw notEvaluable(`OccurrenceFunctions::${name}`, 'it is defined within a running behaviour only');
    }
    return context.occurrences;
}

function occurrence(v: Value, name: string): ObjectReference {
    const x = scalarOf(v);
    if (x === null || typeof x !== 'object' || x.kind !== 'instance') {
        throw typeMismatch(`occ of OccurrenceFunctions::${name} must be an object, got ${describe(x)}`);
    }
    return x;
}

/** Whether two occurrences are portions of the same life, which makes them identical. */
function sameLife([x, y]: [Value | undefined, Value | undefined]): Value {
    const [a, b] = [x ?? null, y ?? null];
    if (isEmptyValue(a) || isEmptyValue(b)) {
        return isEmptyValue(a) && isEmptyValue(b);
    }
    return lifeOf(occurrence(a, "'==='")) === lifeOf(occurrence(b, "'==='"));
}

const occurrenceFunctions: FunctionTable = {
    '===': ['x:Anything? y:Anything?', sameLife],
    isDuring: ['occ:Object', ([o]: [ObjectReference], context: FunctionContext) => operations('isDuring', context).isDuring(o)],
    create: [
        'occ:Object',
        ([o]: [ObjectReference], context: FunctionContext) => {
            operations('create', context).create(o);
            return o;
        }
    ],
    destroy: [
        'occ:Anything?',
        ([v]: [Value | undefined], context: FunctionContext) => {
            if (v === undefined || isEmptyValue(v)) {
                return null;
            }
            const o = occurrence(v, 'destroy');
            operations('destroy', context).destroy(o);
            return o;
        }
    ]
};

/** The outputs of a behaviour on a group of occurrences: the changed group and the result. */
export interface GroupChange {
    readonly group: Value;
    readonly result: Value;
}

/**
 * `addNew`, `addNewAt`, `removeOld`, `removeOldAt`: functions of the group and the other arguments (in the order of the parameters, without
 * `group`) that return the changed group. They start and end the lives of occurrences.
 */
export const GROUP_BEHAVIORS: Readonly<Record<string, (group: Value, args: readonly Value[], context: FunctionContext) => GroupChange>> = {
    'OccurrenceFunctions::addNew': (group, [occ = null], context) => {
        const created = occurrence(occ, 'addNew');
        operations('addNew', context).create(created);
        return { group: SEQUENCE_BEHAVIORS['SequenceFunctions::add'](group, [created], context), result: created };
    },
    'OccurrenceFunctions::addNewAt': (group, [occ = null, at], context) => {
        const created = occurrence(occ, 'addNewAt');
        const after = SEQUENCE_BEHAVIORS['SequenceFunctions::addAt'](group, [created, at], context);
        operations('addNewAt', context).create(created);
        return { group: after, result: created };
    },
    'OccurrenceFunctions::removeOld': (group, [occ = null], context) => {
        for (const o of elementsOf(occ)) {
            operations('removeOld', context).destroy(occurrence(o, 'removeOld'));
        }
        return { group: SEQUENCE_BEHAVIORS['SequenceFunctions::remove'](group, [occ], context), result: occ };
    },
    'OccurrenceFunctions::removeOldAt': (group, [at = null], context) => {
        const old = occurrence(index(group, [at]), 'removeOldAt');
        operations('removeOldAt', context).destroy(old);
        return { group: SEQUENCE_BEHAVIORS['SequenceFunctions::removeAt'](group, [at], context), result: old };
    }
};

/** All functions of this file. */
export const OCCURRENCE_FUNCTIONS: readonly LibraryFunction[] = packageFunctions('OccurrenceFunctions', occurrenceFunctions);
