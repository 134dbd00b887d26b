/**
 * Background work on documents in slices of some milliseconds, between which the server answers requests. Depends on documents and versions
 * of texts, not on the kind of work.
 */
import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Document } from '../../language/workspace/document.js';
import type { EditorModels } from '../models.js';

/** Length of a slice in milliseconds; requests are answered between slices. */
const SLICE = 10;

/**
 * Analyses a document in slices.
 * @param isWanted whether the document is still of interest, evaluated after each slice
 * @returns whether the analysis is done and the document still of interest
 */
export async function analyseInBackground(document: Document, isWanted: () => boolean): Promise<boolean> {
    for (;;) {
        const until = performance.now() + SLICE;
        const isDone = document.analyseUntil(() => performance.now() > until);
        await new Promise(resolve => setTimeout(resolve));
        if (isDone || !isWanted()) {
            return isDone && isWanted();
        }
    }
}

/**
 * Computes an answer about a document in slices. The client relates its positions to the text at the time of the request.
 * @param steps the computation, with pauses
 * @throws ResponseError (rejects) `ContentModified` as soon as the text has changed, so that no position of another text is answered;
 *   `RequestCancelled` if the request is cancelled meanwhile
 */
export async function computedInBackground<T>(
    models: EditorModels,
    { name }: Document,
    steps: Generator<void, T>,
    token?: CancellationToken
): Promise<T> {
    const buffer = models.buffers.get(name);
    for (;;) {
        const until = performance.now() + SLICE;
        let step = steps.next();
        while (step.done !== true && performance.now() <= until) {
            step = steps.next();
        }
        if (step.done === true) {
            return step.value;
        }
        await new Promise(resolve => setTimeout(resolve));
        refuseCancelled(token);
        if (models.buffers.get(name) !== buffer) {
            throw new ResponseError(LSPErrorCodes.ContentModified, 'the text has changed since the request');
        }
    }
}

function refuseCancelled(token: CancellationToken | undefined): void {
    if (token?.isCancellationRequested === true) {
        throw new ResponseError(LSPErrorCodes.RequestCancelled, 'the request was cancelled');
    }
}

/**
 * The analysed document of a URI, in the version that the text has when the analysis ends.
 * @returns undefined if there is no document of that URI
 * @throws ResponseError (rejects) if the request is cancelled meanwhile
 */
export async function analysedDocument(models: EditorModels, uri: string, token?: CancellationToken): Promise<Document | undefined> {
    for (;;) {
        const document = models.document(uri);
        if (document?.pending === undefined) {
            return document; // of the library, or analysed
        }
        const buffer = models.buffers.get(document.name);
        const isWanted = (): boolean => models.buffers.get(document.name) === buffer && token?.isCancellationRequested !== true;
        await analyseInBackground(document, isWanted);
        refuseCancelled(token);
    }
}
