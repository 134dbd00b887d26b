// RunDocumentQuery: runs a query of the model over its elements and held objects and returns a table.

import { elementById } from '../../language/semantics/naming.js';
import { isEnumLiteral, literalOf } from '../../runtime/evaluation/index.js';
import {
    type QueryContext,
    type Binding,
    type CellValue,
    ElementRow,
    QueryFault,
    type QueryParameter,
    referredObject,
    runDocumentQuery as runQuery
} from '../../documents/index.js';
import type { DocumentQueryBinding, DocumentValue } from '../../wire/generated/sysml_pb.js';
import { encodeTable } from '../../wire/document-values.js';
import { decodeValue, ValueFault } from '../../wire/value-decoding.js';
import { withQueryContext } from './document-queries.js';
import type { Operation } from './operation.js';
import { valueNames } from './value-names.js';

export const runDocumentQuery: Operation<'RunDocumentQuery'> = {
    provides: ['document_query'],
    population: 'reads',
    run(services, { queryId, bindings }, context) {
        return withQueryContext(services, context, queryContext => {
            const table = runQuery(
                queryContext,
                queryId,
                bindings.map(binding => bindingOf(queryContext, binding))
            );
            return encodeTable(queryContext, table);
        });
    }
};

/** A binding of a request. Its values are decoded when the parameter is known. */
function bindingOf(context: QueryContext, { parameter: name, values }: DocumentQueryBinding): Binding {
    return {
        parameter: name,
        valuesFor: parameter =>
            values.map(value => {
                try {
                    return boundValue(context, value, parameter);
                } catch (error) {
                    if (error instanceof ValueFault) {
                        throw new QueryFault('unacceptable', `binding ${name}: ${error.message}`);
                    }
                    throw error instanceof QueryFault ? error.within(`binding ${name}`) : error;
                }
            })
    };
}

/** @throws QueryFault, ValueFault */
function boundValue(context: QueryContext, { kind }: DocumentValue, parameter: QueryParameter): CellValue {
    switch (kind.case) {
        case 'elementId': {
            const element = elementById(context.model, kind.value);
            if (element === undefined || kind.value === '') {
                throw new QueryFault('unacceptable', `the model has no element ${kind.value}`);
            }
            // An enumerated value is a value unless the parameter takes elements.
            return isEnumLiteral(element) && !parameter.takesElements ? literalOf(element, context.model) : new ElementRow(element);
        }
        case 'object':
            return referredObject(context, { id: Number(kind.value.instanceId), path: kind.value.path });
        case 'verdict':
        case 'state':
        case 'event':
            throw new QueryFault('unacceptable', `a ${kind.case} occurs only in answers and cannot be bound`);
        case undefined:
            throw new QueryFault('unacceptable', 'a value is empty');
        default:
            // The arms of plain values have the same names as in Value.
            return decodeValue({ $typeName: 'sysml.Value', kind }, valueNames(context.run));
    }
}
