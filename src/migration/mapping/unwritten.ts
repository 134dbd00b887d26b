/** Notes attributes of elements that have no v2 equivalent, so that the report lists all losses. */
import type { UmlElement } from '../uml-model.js';
import type { Mapping } from './mapping.js';

/** Attributes without v2 equivalent, with their default values, which need no note. */
const ATTRIBUTES: readonly (readonly [name: string, standard: string])[] = [
    ['concurrency', 'sequential'],
    ['effect', ''],
    ['isDerivedUnion', 'false'],
    ['isException', 'false'],
    ['isFinalSpecialization', 'false'],
    ['isID', 'false'],
    ['isLeaf', 'false'],
    ['isReentrant', 'true'],
    ['isSingleExecution', 'false'],
    ['isStatic', 'false'],
    ['isUnmarshall', 'false'],
    ['mustIsolate', 'false'],
    ['ordering', 'FIFO']
];
/** Features whose values (elements or expressions) affect the behaviour of a node or an edge of an activity. */
const FEATURES = ['inState', 'joinSpec', 'selection', 'transformation'];

/** Adds the notes for an element that is written. */
export function noteUnwritten(element: UmlElement, mapping: Mapping): void {
    for (const [name, standard] of ATTRIBUTES) {
        const value = element.value(name) ?? '';
        if (value !== '' && value !== standard) {
            mapping.accounts.note(element, `${name} = ${value} has no v2 form`);
        }
    }
    for (const feature of FEATURES) {
        const [value] = [...element.refs(feature), ...element.ownedAs(feature)];
        if (value !== undefined) {
            mapping.approximated(element, `its ${feature} ${value.name === '' ? '' : `'${value.name}' `}has no v2 form`);
        }
    }
}
