// RunDocumentQuery: the table that a query of the model answers, over the model and the objects that are held for it.

import { elementById } from '../../language/semantics/naming.js';
import { isEnumLiteral, literalOf } from '../../runtime/evaluation/index.js';
import {
    type Asking,
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
import { askDocuments } from './document-questions.js';
import type { Operation } from './operation.js';
import { valueNames } from './value-names.js';

export const runDocumentQuery: Operation<'RunDocumentQuery'> = {
    provides: ['document_query'],
    population: 'reads',
    run(services, { queryId, bindings }, context) {
        return askDocuments(services, context, asking => {
            const table = runQuery(
                asking,
                queryId,
                bindings.map(binding => bindingOf(asking, binding))
            );
            return encodeTable(asking, table);
        });
    }
};

/** A binding of a request: what its values are is decided when the parameter is known. */
function bindingOf(asking: Asking, { parameter: name, values }: DocumentQueryBinding): Binding {
    return {
        parameter: name,
        valuesFor: parameter =>
            values.map(value => {
                try {
                    return boundValue(asking, value, parameter);
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
function boundValue(asking: Asking, { kind }: DocumentValue, parameter: QueryParameter): CellValue {
    switch (kind.case) {
        case 'elementId': {
            const element = elementById(asking.model, kind.value);
            if (element === undefined || kind.value === '') {
                throw new QueryFault('unacceptable', `the model has no element ${kind.value}`);
            }
            // A literal is a value of its enumeration; every other element is one.
            return isEnumLiteral(element) && !parameter.takesElements ? literalOf(element, asking.model) : new ElementRow(element);
        }
        case 'object':
            return referredObject(asking, { id: Number(kind.value.instanceId), path: kind.value.path });
        case 'verdict':
        case 'state':
        case 'event':
            throw new QueryFault('unacceptable', `a ${kind.case} is answered and never bound`);
        case undefined:
            throw new QueryFault('unacceptable', 'a value is empty');
        default:
            // The arms of plain values are those of Value, by the same names.
            return decodeValue({ $typeName: 'sysml.Value', kind }, valueNames(asking.run));
    }
}
