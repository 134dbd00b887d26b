/**
 * What the library gives every object without its model declaring it: the collections of its parts, ports and portions (KerML 9.2.4.2.13,
 * Occurrence; SysML 9.2.2 and following). They hold what the model declares in them, by subsetting that is written or implied.
 * What every occurrence is besides, a time slice of itself that begins and ends with a snapshot, has names of its own
 * (`self`, `start`, `done`): the model may, or may not, declare the same snapshots under names that it chose.
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

/** The collections, and whether each occurrence has something in it: then the model decides nothing as long as it declares nothing. */
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

/** The qualified name of the collection that a feature of the library means. */
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
