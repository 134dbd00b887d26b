/** Objects of library types that represent values: an array, a coordinate frame, the elements of a set (contract sheet 4.8). */
import { conformsToLibrary } from '../../../language/semantics/specialization.js';
import type { Slot } from '../model/layout.js';
import {
    ArrayValue,
    EvaluationError,
    elementsOf,
    MeasurementRef,
    scalarOf,
    setOf,
    ShapedMeasurementRef,
    typeMismatch,
    Undetermined,
    Unset,
    type Value
} from '../../values/index.js';
import type { Instance } from './instance.js';

/** Types whose numbers the library leaves to the tool, since leap seconds require tables. */
const CALENDAR_TYPES = ['Time::Iso8601DateTime', 'Time::Iso8601DateTimeStructure'];

/**
 * The value of an object: an array or measurement reference for an object of such a type with its elements, else the object itself. A
 * feature that no object holds has such a value if the model determines all its dimensions and elements.
 * @throws EvaluationError type mismatch for elements that do not fill the dimensions; library function is not evaluable for a calendar date
 */
export function valueOfObject(object: Instance): Value {
    const { type } = object.layout;
    const calendar = CALENDAR_TYPES.find(name => conformsToLibrary(type, name));
    if (calendar !== undefined && !object.isOpen) {
        throw new EvaluationError(
            'library function is not evaluable',
            `${calendar}: elapsed time is not computed from a calendar date; state the instant in seconds of a time scale (\`5 [Time::UTC]\`)`
        );
    }
    if (!conformsToLibrary(type, 'Collections::Array')) {
        return object;
    }
    const featureOf = (name: string): readonly Value[] => {
        const index = object.layout.byName.get(name);
        return index === undefined ? [] : elementsOf(object.read(index)).filter(e => !(e instanceof Unset));
    };
    const dimensions = featureOf('dimensions');
    const isReference = conformsToLibrary(type, 'MeasurementReferences::TensorMeasurementReference');
    const elements = featureOf(isReference ? 'mRefs' : 'elements');
    if (object.isOpen && (elements.length === 0 || [...dimensions, ...elements].some(e => e instanceof Undetermined))) {
        return object;
    }
    const extents = dimensions.map(d => Number(scalarOf(d)));
    if (isReference) {
        const references = elements.filter(e => e instanceof MeasurementRef);
        const [what] = SHAPED_REFERENCES.find(([, name]) => conformsToLibrary(type, name))!;
        return references.length === 0 || references.length !== elements.length
            ? object
            : new ShapedMeasurementRef(what, extents.length === 0 ? [elements.length] : filled(extents, elements), references, object);
    }
    return new ArrayValue(filled(extents, elements), elements);
}

/** Names of references for several components, from specific to general. */
const SHAPED_REFERENCES = [
    ['coordinate frame', 'MeasurementReferences::CoordinateFrame'],
    ['vector measurement reference', 'MeasurementReferences::VectorMeasurementReference'],
    ['tensor measurement reference', 'MeasurementReferences::TensorMeasurementReference']
] as const;

/** Returns the dimensions of elements. @throws EvaluationError type mismatch when their product is not the number of elements */
function filled(extents: readonly number[], elements: readonly Value[]): readonly number[] {
    if (extents.some(e => !(e > 0)) || extents.reduce((a, b) => a * b, 1) !== elements.length) {
        throw typeMismatch(`array elements do not fill its dimensions: ${elements.length} for ${extents.join(' x ')}`);
    }
    return extents;
}

/** The value of a collection's feature: the elements of a set become a set without order and duplicates. */
export function asElements(value: Value, slot: Slot, holder: Instance): Value {
    return slot.names.includes('elements') && conformsToLibrary(holder.layout.type, 'Collections::Set') ? setOf(elementsOf(value)) : value;
}
