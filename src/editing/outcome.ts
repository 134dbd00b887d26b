/**
 * What an edit answers: the edited documents with what was replaced in them, or why nothing was done (contract:
 * edits-and-diagnostics 1.6, 1.12).
 */
import type { Diagnostic } from '../language/workspace/diagnostics.js';

/** Why a batch is refused, in the contract's words without their prefix. */
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
    /** The element as the request named it; what a cascade removes by its qualified name. */
    readonly target: string;
    /** UTF-8 bytes in the text that the operation saw. */
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

/** A declaration that stands in the way of an edit. */
export interface Referrer {
    /** Its qualified name; an unnamed one is named by its heading. */
    readonly name: string;
    readonly document: string;
}

export interface AcceptedEdit {
    /** In the order of `documents`, then of the operations. */
    readonly applied: readonly AppliedEdit[];
    /** The targeted document first, the others in name order; a document is there when an operation reached it. */
    readonly documents: readonly EditedDocument[];
}

export interface RefusedEdit {
    readonly failure: EditFailure;
    /** For people. */
    readonly error: string;
    readonly diagnostics: readonly Diagnostic[];
    /** Sorted by document, then name. */
    readonly referrers: readonly Referrer[];
}

export type EditOutcome = AcceptedEdit | RefusedEdit;

/** Ends a batch: thrown by operations, and turned into the answer where the batch is run. */
export class EditRefusal extends Error {
    constructor(
        readonly failure: EditFailure,
        message: string,
        readonly details: { readonly diagnostics?: readonly Diagnostic[]; readonly referrers?: readonly Referrer[] } = {}
    ) {
        super(message);
    }
}
