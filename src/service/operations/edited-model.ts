// Parses, validates and keeps a model whose documents an operation rewrote or added (contract: newest-operations 4.2 rule 7, 5.2 rule 9).

import { create } from '@bufbuild/protobuf';
import { documentsWith, findingText, newErrors, type Rewritten } from '../../data/index.js';
import type { Diagnostic as WireDiagnostic, EditedDocument } from '../../wire/generated/sysml_pb.js';
import { EditedDocumentSchema } from '../../wire/generated/sysml_pb.js';
import { encodeDiagnostics } from '../../wire/diagnostics.js';
import { failedPrecondition } from '../../wire/status.js';
import type { Model } from './core.js';
import type { CallContext, Services } from './operation.js';

export interface EditedModel {
    readonly hash: string;
    readonly documents: EditedDocument[];
    /** the text of the only document; empty if there are several */
    readonly content: string;
}

/** @throws Refusal failed_precondition for a model of several documents if the caller accepts only one */
export function checkManyDocuments({ documents }: Model, acceptDocuments: boolean): void {
    if (documents.length > 1 && !acceptDocuments) {
        throw failedPrecondition(`the model has ${documents.length} documents: set accept_documents to get every edited document`);
    }
}

/** Parses the model with rewritten documents and keeps it. Returns the first error that the model did not have before. */
export function editedModel(
    { workspace }: Services,
    context: CallContext,
    rewritten: readonly Rewritten[]
): EditedModel | { readonly error: string; readonly diagnostics: WireDiagnostic[] } {
    const { model } = context;
    const documents = documentsWith(model, rewritten);
    const edited = workspace.parse(documents, { strict: model.strict }).model;
    const errors = newErrors(model, edited);
    if (errors.length > 0) {
        return { error: findingText(errors[0]), diagnostics: encodeDiagnostics(errors) };
    }
    context.parsed(edited, documents, true);
    return {
        hash: edited.hash,
        documents: rewritten.map(({ name, content }) => create(EditedDocumentSchema, { name, content })),
        content: documents.length === 1 ? documents[0].content : ''
    };
}
