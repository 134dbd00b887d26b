// Encodes the rows and cells of document queries (contract: operations, "DocumentValue"; views 6.1, 6.4).

import { create } from '@bufbuild/protobuf';
import type { AstNode } from '../language/generated/tree.js';
import { metaclassOrUndefined } from '../language/semantics/metaclass.js';
import { typeSymbolOf } from '../runtime/evaluation/index.js';
import type { TraceRecord } from '../runtime/behaviour/index.js';
import { EnumLiteral, type Quantity, type Value } from '../runtime/values/index.js';
import {
    type QueryContext,
    type CellValue,
    elementIdOf,
    type EventRow,
    instantOf,
    isRow,
    type ObjectRow,
    type StateRow,
    type Table,
    type VerdictRow
} from '../documents/index.js';
import {
    DocumentEventSchema,
    DocumentObjectSchema,
    DocumentStateSchema,
    DocumentValueSchema,
    DocumentVerdictSchema,
    RunDocumentQueryResponseSchema,
    type DocumentEvent,
    type DocumentObject,
    type DocumentState,
    type DocumentValue,
    type DocumentVerdict,
    type RunDocumentQueryResponse
} from './generated/sysml_pb.js';
import { encodeQuantity, encodeValue } from './value.js';

/** Encodes the result of a query. */
export function encodeTable(context: QueryContext, { columns, rows }: Table): RunDocumentQueryResponse {
    return create(RunDocumentQueryResponseSchema, {
        columns: columns.map(name => ({ name })),
        rows: rows.map(({ row, cells }) => ({
            element: encodeCell(context, row),
            cells: cells.map(values => ({ values: values.map(v => encodeCell(context, v)) }))
        }))
    });
}

type Arm = DocumentValue['kind'];

function encodeCell(context: QueryContext, value: CellValue): DocumentValue {
    if (!isRow(value)) {
        return encodeData(value);
    }
    switch (value.kind) {
        case 'element':
            return elementReference(value.element);
        case 'object':
            return valueOf({ case: 'object', value: encodeObjectRow(value) });
        case 'verdict':
            return valueOf({ case: 'verdict', value: encodeVerdict(value) });
        case 'state':
            return valueOf({ case: 'state', value: encodeState(value) });
        case 'event':
            return valueOf({ case: 'event', value: encodeEvent(context, value) });
    }
}

const valueOf = (kind: Arm): DocumentValue => create(DocumentValueSchema, { kind });

/** A reference to an element by id, which is empty if the element has no qualified name. */
function elementReference(element: AstNode): DocumentValue {
    return create(DocumentValueSchema, {
        kind: { case: 'elementId', value: elementIdOf(element) },
        elementType: metaclassOrUndefined(element) ?? ''
    });
}

/** Encodes a value of the runtime. Every value that a cell can hold has an arm. */
function encodeData(value: Value): DocumentValue {
    if (value instanceof EnumLiteral) {
        return create(DocumentValueSchema, { kind: { case: 'elementId', value: value.literalId }, elementType: 'EnumerationUsage' });
    }
    // The arms of plain values have the same names as in Value.
    return valueOf(encodeValue(value).kind as Arm); // cells contain no value without such an arm
}

const encodeObjectRow = ({ object, path }: ObjectRow): DocumentObject => encodeObject(object, path);

function encodeVerdict({ facts }: VerdictRow): DocumentVerdict {
    const { assertion, kind, text, path, verdict, condition, reason, verification } = facts;
    return create(DocumentVerdictSchema, {
        assertion: elementReference(assertion),
        kind,
        text,
        path,
        verdict,
        condition: condition ?? '',
        reason: reason ?? '',
        verification: [...verification]
    });
}

function encodeState({ facts }: StateRow): DocumentState {
    const { object, machine, name, statePath, state, region, enclosing } = facts;
    return create(DocumentStateSchema, {
        object: encodeObjectRow(object),
        machine,
        name,
        statePath,
        ...(state !== undefined && { state: elementReference(state) }),
        region,
        enclosing: [...enclosing]
    });
}

function encodeEvent(context: QueryContext, { record, object, target }: EventRow): DocumentEvent {
    return encodeRecord(record, instantOf(context, record.time), object && encodeObjectRow(object), target && encodeObjectRow(target));
}

/** Encodes a record of a trace. */
export function encodeRecord(
    record: TraceRecord,
    time: Quantity,
    object: DocumentObject | undefined,
    target: DocumentObject | undefined
): DocumentEvent {
    const { kind, machine, state, from, to, event, payload, alternatives, taken, text } = record;
    const quantity = encodeQuantity(time);
    return create(DocumentEventSchema, {
        kind,
        machine,
        state,
        from,
        to,
        event,
        taken,
        text,
        payload: [...(payload ?? [])],
        alternatives: [...(alternatives ?? [])],
        time: valueOf(quantity === undefined ? { case: 'realValue', value: record.time } : { case: 'quantity', value: quantity }),
        ...(object && { object }),
        ...(target && { target })
    });
}

/** Encodes an object with its path. */
export function encodeObject(object: ObjectRow['object'], path: string): DocumentObject {
    return create(DocumentObjectSchema, { instanceId: BigInt(object.id), path, element: elementReference(typeSymbolOf(object)) });
}
