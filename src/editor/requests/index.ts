/** All custom requests (docs/editor-protocol.md), one in each row, and their capabilities. */
import { type CancellationToken, ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { EvaluationError } from '../../runtime/values/index.js';
import { LIBRARY_SCHEME } from '../models.js';
import { DebugAdapters } from './debug-adapters.js';
import { DebugSessions } from './debugging.js';
import { documentRequests } from './documents.js';
import { drawingRequests, RENDER_CAPABILITY } from './drawings.js';
import { editRequests } from './model-edits.js';
import { explorerRequests } from './explorer.js';
import { performerRequests } from './performers.js';
import { questionRequests } from './questions.js';
import { type CustomRequest, invalid, REQUEST_FAILED, type Session } from './request.js';
import { messageOf } from '../../language/failures.js';

export { DebugAdapters } from './debug-adapters.js';
export { DebugSessions } from './debugging.js';
export type { AskSolver, CustomRequest, Session, Unsound } from './request.js';

const libraryRequests: readonly CustomRequest[] = [
    { method: 'sysml/stdlibContent', capability: 'sysmlStdlibContent', answer: libraryText }
];

function libraryText({ models }: Session, { uri = '' }: { readonly uri?: string }): object {
    const document = uri.startsWith(`${LIBRARY_SCHEME}:`) ? models.document(uri) : undefined;
    if (document === undefined) {
        throw invalid(`${uri} is no file of the bundled library`);
    }
    return { content: document.text };
}

export function customRequests(debug: DebugSessions, adapters = new DebugAdapters()): readonly CustomRequest[] {
    return [
        ...libraryRequests,
        ...drawingRequests,
        ...documentRequests,
        ...editRequests,
        ...questionRequests,
        ...performerRequests,
        ...explorerRequests,
        ...debug.requests(),
        ...adapters.requests()
    ];
}

/** `capabilities.experimental`: one key for each group of requests. */
export function customCapabilities(): Record<string, unknown> {
    const keys = customRequests(new DebugSessions()).map(r => r.capability);
    return { ...Object.fromEntries(keys.map(key => [key, true])), sysmlRender: RENDER_CAPABILITY };
}

/** Answers one request. An error caused by the model is a failed request with a message; the server continues. */
export async function answerCustom(request: CustomRequest, session: Session, params: unknown, token: CancellationToken): Promise<unknown> {
    const cancelled = new AbortController();
    token.onCancellationRequested(() => cancelled.abort());
    try {
        await session.models.allRead;
        return await request.answer(session, (params ?? {}) as never, cancelled.signal);
    } catch (error) {
        if (cancelled.signal.aborted) {
            throw new ResponseError(LSPErrorCodes.RequestCancelled, `${request.method} was cancelled`);
        }
        if (error instanceof ResponseError) {
            throw error;
        }
        if (error instanceof EvaluationError) {
            throw new ResponseError(REQUEST_FAILED, error.message);
        }
        throw new ResponseError(ErrorCodes.InternalError, `${request.method}: ${messageOf(error)}`);
    }
}
