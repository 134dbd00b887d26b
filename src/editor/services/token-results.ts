/**
 * Semantic tokens in the forms of the protocol: of a whole text, of a range, and as the difference from the last result of an open text. If
 * the text changes during a request, the request is refused as `ContentModified`: clients would shift the tokens of the new text by these
 * changes again. Does not depend on the meaning of the tokens (`tokens.ts`).
 */
import type { CancellationToken, Range, SemanticTokens, SemanticTokensDelta, SemanticTokensEdit } from 'vscode-languageserver';
import type { Document } from '../../language/workspace/document.js';
import { type EditorModels, uriOf } from '../models.js';
import { semanticTokenSteps } from '../tokens.js';
import { computedInBackground } from './background.js';

export class TokenResults {
    /** by URIs of open texts */
    private readonly last = new Map<string, Required<SemanticTokens>>();
    private count = 0;

    constructor(private readonly models: EditorModels) {}

    /** The tokens of a whole text, with the id of this result if the text is open. */
    async ofText(document: Document, token?: CancellationToken): Promise<SemanticTokens> {
        const uri = uriOf(document);
        const data = await computedInBackground(this.models, document, semanticTokenSteps(document), token);
        if (!this.models.buffers.has(uri)) {
            return { data };
        }
        [...this.last.keys()].filter(known => !this.models.buffers.has(known)).forEach(closed => this.last.delete(closed));
        const result = { resultId: String(++this.count), data };
        this.last.set(uri, result);
        return result;
    }

    /** The tokens that overlap a range of the text. */
    async ofRange(document: Document, range: Range, token?: CancellationToken): Promise<SemanticTokens> {
        return { data: await computedInBackground(this.models, document, semanticTokenSteps(document, range), token) };
    }

    /** The difference from the result with an id; all tokens if that is not the last result. */
    async since(document: Document, previousId: string, token?: CancellationToken): Promise<SemanticTokens | SemanticTokensDelta> {
        const before = this.last.get(uriOf(document));
        const now = await this.ofText(document, token);
        return before?.resultId === previousId ? { resultId: now.resultId, edits: editsBetween(before.data, now.data) } : now;
    }
}

/** One edit that turns a list into another one. Each token is relative to the one before it, so tokens far from a change are equal. */
function editsBetween(before: readonly number[], now: readonly number[]): SemanticTokensEdit[] {
    const most = Math.min(before.length, now.length);
    let start = 0;
    while (start < most && before[start] === now[start]) {
        start++;
    }
    let equal = 0; // at the end
    while (equal < most - start && before[before.length - 1 - equal] === now[now.length - 1 - equal]) {
        equal++;
    }
    const data = now.slice(start, now.length - equal);
    const deleteCount = before.length - equal - start;
    return deleteCount === 0 && data.length === 0 ? [] : [{ start, deleteCount, data }];
}
