/**
 * Reads the declaration of a document query (contract: views 6.2): its parameters with bounds and defaults, and its body. Does not depend
 * on rows.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { declaredBoundsOf } from '../../language/semantics/multiplicity.js';
import { elementById, qualifiedNameOf } from '../../language/semantics/naming.js';
import { conformsToLibrary, typesOf } from '../../language/semantics/specialization.js';
import { scopeOf } from '../../language/semantics/world.js';
import { declaredTypesOf, isA, shapeOf, type Slot, memoize } from '../../runtime/evaluation/index.js';
import type { QueryContext } from '../query-context.js';
import { QueryFault } from '../faults.js';

export const QUERIES = 'DocumentQueries';

export interface QueryParameter {
    readonly name: string;
    readonly slot: Slot;
    /** whether it takes elements and objects rather than values */
    readonly takesElements: boolean;
    /** whether it declares no type and takes both */
    readonly isUntyped: boolean;
    readonly lower: number;
    readonly upper: number;
    /** expression of the default value */
    readonly byDefault: AstNode | undefined;
}

export interface QueryDefinition {
    readonly element: AstNode;
    readonly id: string;
    readonly parameters: readonly QueryParameter[];
    /** undefined for an operation of the library, and for a query without a result expression */
    readonly body: AstNode | undefined;
}

/** Whether an element is a query of the model: a calc def that specializes the library's `Query`. */
export function isQuery(element: AstNode): boolean {
    return isA(element, 'CalculationDefinition') && !scopeOf(element).isLibrary && conformsToLibrary(element, `${QUERIES}::Query`);
}

/** The query with this id. @throws QueryFault */
export function queryById({ model }: QueryContext, id: string): QueryDefinition {
    const element = elementById(model, id);
    if (element === undefined) {
        throw new QueryFault('notFound', `symbol not found: ${id}`);
    }
    if (!isQuery(element)) {
        throw new QueryFault('unacceptable', `${id} is not a document query: one is a calc def specializing ${QUERIES}::Query`);
    }
    return definitionOf(element);
}

const DEFINITION = Symbol('query definition');

/** The parameters and body of a calc def. */
export function definitionOf(element: AstNode): QueryDefinition {
    return memoize(DEFINITION, element, e => {
        const shape = shapeOf(e);
        return { element: e, id: qualifiedNameOf(e) ?? '', parameters: shape.parameters.map(p => parameterOf(p.slot)), body: shape.answer };
    });
}

function parameterOf(slot: Slot): QueryParameter {
    const bounds = slot.chain.map(declaredBoundsOf).find(b => b !== undefined);
    const types = declaredTypesOf(slot.feature);
    return {
        name: slot.names[0] ?? '',
        slot,
        takesElements: typesOf(slot.feature).some(t => conformsToLibrary(t, 'KerML::Root::Element')) || types.some(isModelType),
        isUntyped: types.length === 0,
        lower: bounds?.lower ?? 1,
        upper: bounds?.upper ?? 1,
        byDefault: slot.chain.find(f => f.value !== undefined)?.value?.expression
    };
}

/** Whether queries represent instances of the type as elements: parts, items, actions … of the model. */
function isModelType(type: AstNode): boolean {
    return isA(type, 'OccurrenceDefinition') || isA(type, 'Metaclass');
}

/** Whether a parameter may be left unbound. */
export function isOptional({ lower, byDefault }: QueryParameter): boolean {
    return lower === 0 || byDefault !== undefined;
}
