/** The table of all mappers. To map a further kind of element, write a row in the file of its family; add a new family here. */
import type { UmlElement } from '../uml-model.js';
import { activityRows } from './activities/activities.js';
import { observationRows } from './activities/surroundings.js';
import { associationRows } from './associations.js';
import { classifierRows } from './classifiers.js';
import { commentRows } from './comments.js';
import { connectorRows } from './connectors.js';
import { constraintRows } from './constraints.js';
import { dependencyRows } from './dependencies.js';
import { diagramRows } from './diagrams.js';
import { importRows } from './imports.js';
import { itemFlowRows } from './item-flows.js';
import { instanceRows } from './instances.js';
import { machineRows } from './machines/machine.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { conjugateRows, portRows } from './ports.js';
import { interactionRows } from './interactions.js';
import { monteCarloRows } from './monte-carlo.js';
import { operationRows, placelessRows } from './operations.js';
import { receptionRows } from './receptions.js';
import { profileRows } from './profiles.js';
import { propertyRows } from './properties.js';
import { documentRows } from './tables/documents.js';
import { requirementRows } from './requirements.js';
import { useCaseRows } from './use-cases.js';
import { runConfigurationRows } from './run-configurations.js';
import { viewRows } from './views.js';

/** Within each family, more specific rows come first. */
const ROWS: readonly MapperRow[] = [
    ...runConfigurationRows,
    ...monteCarloRows,
    ...documentRows,
    ...placelessRows,
    ...conjugateRows,
    ...viewRows,
    ...requirementRows,
    ...constraintRows,
    ...profileRows,
    ...classifierRows,
    ...associationRows,
    ...dependencyRows,
    ...operationRows,
    ...receptionRows,
    ...activityRows,
    ...observationRows,
    ...interactionRows,
    ...instanceRows,
    ...importRows,
    ...machineRows,
    ...useCaseRows,
    ...diagramRows,
    ...portRows,
    ...propertyRows,
    ...connectorRows,
    ...itemFlowRows,
    ...commentRows
];

const byMetaclass = new Map<string, MapperRow[]>();
for (const row of ROWS) {
    for (const metaclass of row.metaclasses) {
        byMetaclass.set(metaclass, [...(byMetaclass.get(metaclass) ?? []), row]);
    }
}

/** Returns the mapper of an element, from the first row of its metaclass that applies. */
export function mapperOf(element: UmlElement, mapping: Mapping): Mapper | undefined {
    return byMetaclass
        .get(element.metaclass)
        ?.find(
            row =>
                (row.stereotypes === undefined || mapping.stereotypes.has(element, ...row.stereotypes)) &&
                (row.applies === undefined || row.applies(element, mapping))
        )?.mapper;
}
