/**
 * The result of an edit: the edited documents with the replaced ranges, or the reason for a refusal (contract: edits-and-diagnostics 1.6,
 * 1.12).
 */
import type { Diagnostic } from '../language/workspace/diagnostics.js';

/** The reasons of a refusal, in the contract's words without their prefix. */
export type EditFailure =
    | 'NO_OPERATIONS'
    | 'UNKNOWN_TARGET'
    | 'AMBIGUOUS_TARGET'
    | 'NOT_VALUED'
    | 'INVALID_VALUE'
    | 'INVALID_NAME'
    | 'NOT_NAMED'
    | 'OVERLAPPING_EDITS'
    | 'RESULT_INVALID'
    | 'OWNER_UNKNOWN'
    | 'OWNER_NOT_NAMESPACE'
    | 'ILLEGAL_KIND'
    | 'MEMBER_NAME_TAKEN'
    | 'DELETE_REFERENCED'
    | 'OWNER_INSIDE_TARGET'
    | 'MOVE_REFERENCED'
    | 'REFERENCED_ELSEWHERE';

/** One replaced range of bytes. */
export interface AppliedEdit {
    readonly operationIndex: number;
    /** the element as the request names it; the qualified name of a declaration that a cascade removes */
    readonly target: string;
    /** in UTF-8 bytes of the text that the operation was applied to */
    readonly offset: number;
    readonly length: number;
    readonly oldText: string;
    readonly newText: string;
    readonly document: string;
}

export interface EditedDocument {
    readonly name: string;
    readonly content: string;
}

/** A declaration whose references prevent an edit. */
export interface Referrer {
    /** its qualified name, or its heading if it has no name */
    readonly name: string;
    readonly document: string;
}

export interface AcceptedEdit {
    /** in the order of `documents`, then of the operations */
    readonly applied: readonly AppliedEdit[];
    /** the documents that an operation changed: the targeted document first, the others by name */
    readonly documents: readonly EditedDocument[];
}

export interface RefusedEdit {
    readonly failure: EditFailure;
    /** message for the user */
    readonly error: string;
    readonly diagnostics: readonly Diagnostic[];
    /** sorted by document, then name */
    readonly referrers: readonly Referrer[];
}

export type EditOutcome = AcceptedEdit | RefusedEdit;

/** Refuses a batch. Operations throw it, and {@link applyEdits} turns it into the result. */
export class EditRefusal extends Error {
    constructor(
        readonly failure: EditFailure,
        message: string,
        readonly details: { readonly diagnostics?: readonly Diagnostic[]; readonly referrers?: readonly Referrer[] } = {}
    ) {
        super(message);
    }
}
