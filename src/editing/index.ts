/**
 * Edits of source text. Operations become splices that keep every other byte. A batch changes all affected documents or none, and the
 * resulting model is validated first. No model is printed, and the original model never changes. Does not depend on wire messages or
 * transports.
 */
import type { BodyLayout } from './text/layout.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { addComment, addDocumentation, addMetadata, addMetadataPrefix, addNote } from './additions/annotations.js';
import { draw } from './additions/diagrams.js';
import { addMember } from './additions/members.js';
import { addNotation } from './additions/notation.js';
import { addConnection, addImport, addRequirementConstraint, addSatisfy, addTransition, addVerify } from './additions/relations.js';
import { addSequence } from './additions/sequences.js';
import { deleteDeclaration } from './delete.js';
import { Draft } from './draft.js';
import { move } from './move.js';
import type { EditOperation, OperationKind, Operations } from './operations.js';
import { type EditOutcome, EditRefusal } from './outcome.js';
import { rename } from './rename.js';
import { NotCombinable } from './renaming.js';
import { setValue } from './set-value.js';
import { judge } from './validation.js';

export { withDeclarations } from './additions/declarations.js';
export { type EditOperation, NO_MEMBER, type OperationKind, type Operations } from './operations.js';
export type { AcceptedEdit, AppliedEdit, EditedDocument, EditFailure, EditOutcome, RefusedEdit, Referrer } from './outcome.js';

type Apply<K extends OperationKind> = (draft: Draft, index: number, operation: Operations[K]) => void;

const OPERATIONS: { readonly [K in OperationKind]: Apply<K> } = {
    setValue,
    rename,
    addMember,
    delete: deleteDeclaration,
    move,
    addConnection,
    addSatisfy,
    addRequirementConstraint,
    addTransition,
    addImport,
    addDocumentation,
    addVerify,
    addMetadata,
    addSequence,
    addMetadataPrefix,
    addComment,
    addNote,
    draw,
    addNotation
};

/**
 * Applies a batch of operations, all or none.
 * @param model a validated model
 * @param document the document whose declarations the operations name; the first one by default
 * @param bodies whether a one-line body is opened when it gets a member, as the contract requires
 */
export function applyEdits(
    model: Model,
    operations: readonly EditOperation[],
    document: Document = model.documents[0],
    bodies: BodyLayout = 'opened'
): EditOutcome {
    try {
        if (operations.length === 0) {
            throw new EditRefusal('NO_OPERATIONS', 'there are no operations to apply');
        }
        return (
            applyCombined(model, operations, document, bodies) ?? applyEach(draftOf(model, operations, document, false, bodies), operations)
        );
    } catch (error) {
        if (error instanceof EditRefusal) {
            const { failure, message, details } = error;
            return { failure, error: message, diagnostics: details.diagnostics ?? [], referrers: details.referrers ?? [] };
        }
        throw error;
    }
}

/**
 * Applies a batch with combined renames. Returns undefined if operations cannot be combined or the combination is refused; the batch must
 * then be applied one by one.
 */
function applyCombined(
    model: Model,
    operations: readonly EditOperation[],
    document: Document,
    bodies: BodyLayout
): EditOutcome | undefined {
    const draft = draftOf(model, operations, document, true, bodies);
    try {
        return applyEach(draft, operations);
    } catch (error) {
        if (error instanceof NotCombinable || (error instanceof EditRefusal && (draft.hasCombined || draft.isCombining))) {
            return undefined;
        }
        throw error;
    }
}

function draftOf(model: Model, operations: readonly EditOperation[], document: Document, combines: boolean, bodies: BodyLayout): Draft {
    const locatesInOriginal = operations.every(operation => operation.case === 'setValue');
    return new Draft(model, model.documents.indexOf(document), locatesInOriginal, combines, bodies);
}

function applyEach(draft: Draft, operations: readonly EditOperation[]): EditOutcome {
    operations.forEach((operation, index) => {
        if (operation.case === 'rename') {
            rename(draft, index, operation.value);
        } else {
            draft.flushBefore(operation);
            applyOne(draft, index, operation);
            draft.record(operation);
        }
    });
    draft.flush();
    judge(draft);
    return outcomeOf(draft);
}

function applyOne<K extends OperationKind>(
    draft: Draft,
    index: number,
    operation: { readonly case: K; readonly value: Operations[K] }
): void {
    OPERATIONS[operation.case](draft, index, operation.value);
}

/** The targeted document first, the others by name. */
function outcomeOf(draft: Draft): EditOutcome {
    const { documents } = draft.original;
    const order = documents
        .map((_, i) => i)
        .sort((a, b) => Number(b === draft.target) - Number(a === draft.target) || (documents[a].name < documents[b].name ? -1 : 1));
    const reached = order.filter(i => draft.documents[i].isReached);
    return {
        documents: reached.map(i => ({ name: documents[i].name, content: draft.documents[i].text })),
        applied: reached.flatMap(i => draft.documents[i].applied)
    };
}
