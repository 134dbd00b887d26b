// The values of documents on the wire (contract: operations, "DocumentValue"; views 6.1, 6.4): cells and rows to messages. What requests
// bind is read here too, as far as it needs no model.

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

/** A table, cells beside columns. */
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

/** An element by its id, which is empty for one that no name leads to. */
function elementReference(element: AstNode): DocumentValue {
    return create(DocumentValueSchema, {
        kind: { case: 'elementId', value: elementIdOf(element) },
        elementType: metaclassOrUndefined(element) ?? ''
    });
}

/** A value of the runtime; every one that a cell holds has an arm. */
function encodeData(value: Value): DocumentValue {
    if (value instanceof EnumLiteral) {
        return create(DocumentValueSchema, { kind: { case: 'elementId', value: value.literalId }, elementType: 'EnumerationUsage' });
    }
    // The arms of plain values are those of Value, by the same names.
    return valueOf(encodeValue(value).kind as Arm); // the arms that no cell holds are those without wire form
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

/** A record of a trace, at an instant. */
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

/** An object under its path. */
export function encodeObject(object: ObjectRow['object'], path: string): DocumentObject {
    return create(DocumentObjectSchema, { instanceId: BigInt(object.id), path, element: elementReference(typeSymbolOf(object)) });
}
