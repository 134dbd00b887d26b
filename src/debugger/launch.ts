/** Launch arguments of a debugging session, and the source of models and texts. Only types and the adapter's error. */
import type { AstNode } from '../language/generated/tree.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import type { BehaviourOptions } from '../runtime/behaviour/index.js';
import type { RunSettings } from './recorded-run.js';

/** The launch arguments of a client. */
export interface LaunchArguments extends RunSettings {
    /** qualified name of an action or state machine */
    readonly element?: string;
    /** path or URI of a file of the model */
    readonly program?: string;
    /** ignores errors on which the behaviour does not depend */
    readonly force?: boolean;
    /** stops before the first move */
    readonly stopOnEntry?: boolean;
    /** stops neither at breakpoints nor at the end */
    readonly noDebug?: boolean;
}

/** The models that can be debugged, and places in their texts. */
export interface DebuggedModels {
    /** @throws Error with the reason why there is no behaviour */
    behaviourOf(launch: LaunchArguments): Promise<AstNode> | AstNode;
    /** The current model of a document. */
    modelOf(uri: string): Model;
    document(uri: string): Document | undefined;
    uriOf(document: Document): string;
    uriOfPath(path: string): string;
    pathOfUri(uri: string): string;
    /** Line and column, counted from 0. */
    positionOf(document: Document, offset: number): { readonly line: number; readonly character: number };
    limits(): BehaviourOptions;
}

/** A request that the adapter cannot answer, with a message for the user. */
export class AdapterError extends Error {}
