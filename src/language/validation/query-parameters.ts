/** Which features are parameters of document queries (contract: views 6.2). Checks nothing. */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { conformsToLibrary } from '../semantics/specialization.js';
import { owningTypeOf } from '../semantics/structure.js';

/** Whether a value is the default of a parameter that a document query declares. */
export function isQueryDefault({ $container: feature }: ast.FeatureValue): boolean {
    return isQueryParameter(feature);
}

export function isQueryParameter(feature: AstNode): boolean {
    const owner = owningTypeOf(feature);
    return (
        feature.direction === 'in' &&
        owner !== undefined &&
        isMetaclass(owner, 'CalculationDefinition') &&
        conformsToLibrary(owner, 'DocumentQueries::Query')
    );
}
