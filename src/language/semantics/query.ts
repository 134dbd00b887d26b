/** The resolver's implementation of the queries for implied relationships. */
import { resultTypesOf } from './expression-types.js';
import type { SemanticQuery } from './implied-relationship.js';
import { resolve } from './names.js';
import { conformsToLibrary, declaredGeneralsOf, generalsOf, typesOf } from './specialization.js';

export const semanticQuery: SemanticQuery = {
    declaredGenerals: declaredGeneralsOf,
    generals: generalsOf,
    types: typesOf,
    resolve,
    resultTypes: resultTypesOf,
    conformsToLibrary
};
