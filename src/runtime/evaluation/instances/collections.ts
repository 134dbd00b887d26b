/**
 * Collections that the library declares for every object: its parts, ports and portions (KerML 9.2.4.2.13, Occurrence; SysML 9.2.2 and
 * following). They contain the features of the model that subset them, explicitly or by implication.
 *
 * The library also implies a time slice of each occurrence that begins and ends with a snapshot. These have their own names (`self`,
 * `start`, `done`) and are not in the collections, since the model may declare them under other names.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { qualifiedNameOf } from '../../../language/semantics/naming.js';
import { conformsToLibrary } from '../../../language/semantics/specialization.js';
import { isFeature } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { allRedefined } from '../model/inheritance.js';
import { memoize } from '../model/kinds.js';
import { EMPTY_SEQUENCE, elementsOf, EvaluationError, sequenceOf, Unset, type Value } from '../../values/index.js';
import { type Instance, typeSymbolIdOf } from './instance.js';

/**
 * The collections, and whether each occurrence has at least one element in it: then a model without a declaration does not determine the
 * elements.
 */
const COLLECTIONS: ReadonlyMap<string, boolean> = new Map([
    ['Occurrences::Occurrence::portions', true],
    ['Occurrences::Occurrence::timeSlices', true],
    ['Occurrences::Occurrence::snapshots', true],
    ['Items::Item::subitems', false],
    ['Items::Item::subparts', false],
    ['Parts::Part::ownedPorts', false],
    ['Ports::Port::subports', false]
]);

const COLLECTION = Symbol('collection that a feature of the library means');

/** The qualified name of the collection that a library feature denotes; undefined for other features. */
export function collectionFeatureOf(feature: AstNode): string | undefined {
    if (!isFeature(feature) || !scopeOf(feature).isLibrary) {
        return undefined;
    }
    return memoize(COLLECTION, feature, f => ({
        name: [f, ...allRedefined(f)].map(qualifiedNameOf).find(name => name !== undefined && COLLECTIONS.has(name))
    })).name;
}

/** The objects in a collection of an object, each once, in the order of the features that hold them. @throws EvaluationError */
export function collectionOf(object: Instance, collection: string): Value {
    const members = new Set<Value>();
    for (const slot of object.layout.slots) {
        if (slot.isModelled && slot.chain.some(feature => conformsToLibrary(feature, collection))) {
            const value = object.read(slot.index);
            for (const member of value instanceof Unset ? [] : elementsOf(value)) {
                members.add(member);
            }
        }
    }
    if (members.size === 0) {
        if (COLLECTIONS.get(collection) === true) {
            const name = collection.slice(collection.lastIndexOf(':') + 1);
            throw new EvaluationError('no value', `${name} of ${typeSymbolIdOf(object)}: the model declares none`);
        }
        return EMPTY_SEQUENCE;
    }
    return sequenceOf([...members]);
}
