/** The mappers there are. To map one more kind of element, write a row in a file of its family and add the family here. */
import type { UmlElement } from '../uml-model.js';
import { classifierRows } from './classifiers.js';
import { commentRows } from './comments.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { propertyRows } from './properties.js';

/** In each family the more special rows come first. */
const ROWS: readonly MapperRow[] = [...classifierRows, ...propertyRows, ...commentRows];

const byMetaclass = new Map<string, MapperRow[]>();
for (const row of ROWS) {
    for (const metaclass of row.metaclasses) {
        byMetaclass.set(metaclass, [...(byMetaclass.get(metaclass) ?? []), row]);
    }
}

/** The mapper of an element: the first row of its metaclass that applies. */
export function mapperOf(element: UmlElement, mapping: Mapping): Mapper | undefined {
    return byMetaclass
        .get(element.metaclass)
        ?.find(
            row =>
                (row.stereotypes === undefined || mapping.stereotypes.has(element, ...row.stereotypes)) &&
                (row.applies === undefined || row.applies(element, mapping))
        )?.mapper;
}
