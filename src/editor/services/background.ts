/**
 * Analysis of documents in the background: in slices of some milliseconds, between which the server answers requests. Knows documents and
 * versions of texts, nothing of findings.
 */
import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Document } from '../../language/workspace/document.js';
import type { EditorModels } from '../models.js';

/** Milliseconds of an analysis between which requests are answered. */
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
 * The document of a URI, analysed: of the version that the text has when the analysis is done.
 * @returns undefined when there is no document of that URI
 * @throws ResponseError (rejects) when the request is cancelled meanwhile
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
        if (token?.isCancellationRequested === true) {
            throw new ResponseError(LSPErrorCodes.RequestCancelled, 'the request was cancelled');
        }
    }
}
