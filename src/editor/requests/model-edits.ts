/** Edits of the model: the server computes the text edits, and the client applies them to all documents or none. */
import { UriUtils } from 'langium';
import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import { applyEdits, type EditOperation } from '../../editing/index.js';
import { ApplyEditsRequestSchema } from '../../wire/generated/sysml_pb.js';
import { documentEdits } from '../edits.js';
import { diagnosticsOfModel } from '../findings.js';
import { LIBRARY_SCHEME, uriOf } from '../models.js';
import { diagramOperation } from './diagram-edits.js';
import { type CustomRequest, documentOfParams, type DocumentParams, invalid, type Session } from './request.js';
import { messageOf } from '../../language/failures.js';

interface ApplyModelEditParams extends DocumentParams {
    readonly textDocument: { readonly uri: string; readonly version?: number | null };
    /** operations of ApplyEdits in the contract's JSON: `[{ "rename": { "target": "P::a", "newName": "b" } }]` */
    readonly operations?: readonly unknown[];
    /** versions of other documents that the edit relies on */
    readonly versions?: Readonly<Record<string, number>>;
}

function applyModelEdit(session: Session, params: ApplyModelEditParams): object {
    const { models } = session;
    if (params.textDocument?.uri.startsWith(`${LIBRARY_SCHEME}:`)) {
        throw invalid(`${params.textDocument.uri} is of the bundled library, which cannot be changed`);
    }
    const document = documentOfParams(session, params);
    const operations = operationsOf(params.operations);
    const pinned = { ...params.versions, ...(params.textDocument.version != null && { [uriOf(document)]: params.textDocument.version }) };
    for (const [uri, version] of Object.entries(pinned)) {
        const now = models.buffers.get(UriUtils.normalize(uri))?.version;
        if (now !== version) {
            return { stale: { uri, version: now ?? null } };
        }
    }
    const model = models.modelOf(document);
    const outcome = applyEdits(model, operations, document);
    if ('failure' in outcome) {
        const { failure, error, referrers, diagnostics } = outcome;
        return {
            refused: {
                failure: failure.toLowerCase().replace(/_/g, '-'),
                message: error,
                referrers: referrers.map(r => ({ name: r.name, uri: r.document })),
                diagnostics: diagnosticsOfModel(model, diagnostics)
            }
        };
    }
    return { edit: { documentChanges: documentEdits(models, model, outcome) } };
}

/** @throws ResponseError if the value is no list of operations */
function operationsOf(given: readonly unknown[] | undefined): EditOperation[] {
    if (!Array.isArray(given)) {
        throw invalid('operations is missing: [{ "rename": { "target": "P::a", "newName": "b" } }]');
    }
    return given.map((one: JsonValue, i) => diagramOperation(one) ?? modelOperation(one, i));
}

/** An operation of `ApplyEdits`. */
function modelOperation(given: JsonValue, index: number): EditOperation {
    try {
        const [{ operation }] = fromJson(ApplyEditsRequestSchema, { operations: [given] }).operations;
        if (operation.case === undefined) {
            throw new Error('it has no operation: exactly one of its keys must be set');
        }
        return operation;
    } catch (error) {
        throw invalid(`operations[${index}]: ${messageOf(error)}`);
    }
}

export const editRequests: readonly CustomRequest[] = [
    { method: 'sysml/applyModelEdit', capability: 'sysmlApplyModelEdit', answer: applyModelEdit }
];
