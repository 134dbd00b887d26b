// ApplyEdits: edits the source text of a model's documents (contract: operations, ApplyEdits; edits-and-diagnostics 1).

import { create } from '@bufbuild/protobuf';
import { applyEdits as edit, type EditOperation, type EditOutcome } from '../../editing/index.js';
import { ApplyEditsResponseSchema, EditFailure, type ApplyEditsRequest, type ApplyEditsResponse } from '../../wire/generated/sysml_pb.js';
import { EDITING } from '../../wire/capabilities.js';
import { encodeDiagnostics } from '../../wire/diagnostics.js';
import { failedPrecondition, invalidArgument } from '../../wire/status.js';
import type { Document, Model } from './core.js';
import type { Operation } from './operation.js';

export const applyEdits: Operation<'ApplyEdits'> = {
    provides: EDITING,
    repeatable: true,
    run({ capabilities }, request, { model }) {
        const operations = operationsOf(request);
        checkDocuments(model, request, capabilities.has('edit_documents'));
        const document = documentOf(model, request.document);
        return encode(model, document, edit(model, operations, document));
    }
};

/** @throws Refusal invalid_argument for an operation without an arm */
function operationsOf({ operations }: ApplyEditsRequest): EditOperation[] {
    return operations.map(({ operation }, index) => {
        if (operation.case === undefined) {
            throw invalidArgument(`operations[${index}] has no operation: exactly one of its keys must be set`);
        }
        return operation;
    });
}

/** @throws Refusal failed_precondition for a model of several documents if the caller or the service supports only one */
function checkDocuments({ documents }: Model, { acceptDocuments }: ApplyEditsRequest, editsDocuments: boolean): void {
    if (documents.length > 1 && !editsDocuments) {
        throw failedPrecondition(
            `the model has ${documents.length} documents, and this service edits models of one: it is without edit_documents`
        );
    }
    if (documents.length > 1 && !acceptDocuments) {
        throw failedPrecondition(`the model has ${documents.length} documents: set accept_documents to get every edited document`);
    }
}

/** @throws Refusal invalid_argument */
function documentOf({ documents }: Model, name: string): Document {
    const found = name === '' ? documents[0] : documents.find(d => d.name === name);
    if (found === undefined) {
        throw invalidArgument(`the model has no document "${name}"; its documents are ${documents.map(d => `"${d.name}"`).join(', ')}`);
    }
    return found;
}

function encode(model: Model, targeted: Document, outcome: EditOutcome): ApplyEditsResponse {
    if ('failure' in outcome) {
        const { failure, error, diagnostics, referrers } = outcome;
        return create(ApplyEditsResponseSchema, {
            failure: EditFailure[failure],
            error,
            diagnostics: encodeDiagnostics(diagnostics),
            referrers: [...referrers],
            referringElements: referrers.map(({ name, document }) => (document === targeted.name ? name : `${name} (${document})`))
        });
    }
    return create(ApplyEditsResponseSchema, {
        content: model.documents.length === 1 ? outcome.documents[0].content : '',
        documents: [...outcome.documents],
        applied: [...outcome.applied]
    });
}
