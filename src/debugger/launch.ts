/** What a client asks to be debugged, and where the models and their texts come from. Types and the adapter's error only. */
import type { AstNode } from '../language/generated/tree.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import type { BehaviourOptions } from '../runtime/behaviour/index.js';
import type { RunSettings } from './recorded-run.js';

/** What a client asks to be debugged. */
export interface LaunchArguments extends RunSettings {
    /** qualified name of an action or state machine */
    readonly element?: string;
    /** path or URI of a file of the model */
    readonly program?: string;
    /** errors that the behaviour does not reach are not minded */
    readonly force?: boolean;
    /** stops before the first move */
    readonly stopOnEntry?: boolean;
    /** stops at no breakpoint and not at the end */
    readonly noDebug?: boolean;
}

/** The models that are debugged, and the places of their texts. */
export interface DebuggedModels {
    /** @throws an error that says what is missing */
    behaviourOf(launch: LaunchArguments): Promise<AstNode> | AstNode;
    /** The model with a document as it is now. */
    modelOf(uri: string): Model;
    document(uri: string): Document | undefined;
    uriOf(document: Document): string;
    uriOfPath(path: string): string;
    pathOfUri(uri: string): string;
    /** Lines and columns from 0. */
    positionOf(document: Document, offset: number): { readonly line: number; readonly character: number };
    limits(): BehaviourOptions;
}

/** A request that the adapter cannot answer, with a text for people. */
export class AdapterError extends Error {}
