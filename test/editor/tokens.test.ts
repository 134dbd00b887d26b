// Semantic tokens over the protocol: whole, of a range, as the difference after changes.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LSPErrorCodes, type Range, type SemanticTokens, type SemanticTokensDelta } from 'vscode-languageserver-protocol';
import { EditorModels } from '../../src/editor/models.js';
import { computedInBackground } from '../../src/editor/services/background.js';
import { semanticTokens, semanticTokenSteps } from '../../src/editor/tokens.js';
import { loadLibrary } from '../../src/language/library/loading.js';
import { type Client, startInside } from './client.js';

const NAME = 'tokens.sysml';
const TEXT = `package Tokens {
    /* two
       lines */
    enum def Colour { enum red; }
    abstract part def Wheel {
        attribute size : ScalarValues::Real = 0.5;
        attribute colour : Colour = Colour::red;
    }
    action def Turn { in angle : ScalarValues::Real; }
    part front : Wheel { perform action turn : Turn; doc /* text */ }
    part rear :> front; // the other
}
`;

let client: Client;
beforeAll(async () => {
    client = await startInside({ [NAME]: TEXT });
    client.open(NAME, TEXT);
});
afterAll(() => client.stop());

const TOKEN_NUMBERS = 5;

/** Lists of five numbers with absolute lines and characters. */
function absolute(data: readonly number[]): number[][] {
    let [line, character] = [0, 0];
    return Array.from({ length: data.length / TOKEN_NUMBERS }, (_, i) => {
        const [lines, characters, ...rest] = data.slice(i * TOKEN_NUMBERS, (i + 1) * TOKEN_NUMBERS);
        line += lines;
        character = lines === 0 ? character + characters : characters;
        return [line, character, ...rest];
    });
}

const whole = (): Promise<SemanticTokens> => client.ask('textDocument/semanticTokens/full', NAME);

it('offers ranges and differences', () => {
    expect(client.capabilities.semanticTokensProvider).toMatchObject({ full: { delta: true }, range: true });
});

describe('the tokens of a range', () => {
    const lines = TEXT.split('\n').length;
    it.each(Array.from({ length: lines }, (_, line) => [line]))('from line %i are those of the whole text there', async line => {
        const all = absolute((await whole()).data);
        for (const last of [line, line + 2, lines - 1]) {
            const range: Range = { start: { line, character: 0 }, end: { line: last + 1, character: 0 } };
            const { data } = await client.ask<SemanticTokens>('textDocument/semanticTokens/range', NAME, undefined, { range });
            // a comment that begins before the range is one token a line
            const within = absolute(data).filter(([at]) => at >= line && at <= last);
            expect(within).toEqual(all.filter(([at]) => at >= line && at <= last));
        }
    });
});

describe('the difference from a result', () => {
    const CHANGES: readonly (readonly [title: string, text: string])[] = [
        ['a word more', TEXT.replace('part rear', 'ref part rear')],
        ['lines more at the start', `// first\n\n${TEXT}`],
        ['lines less', TEXT.replace(/ {4}action def Turn.*\n/, '')],
        ['a name that means something else', TEXT.replace('enum red', 'enum green')],
        ['a broken text', TEXT.replace('part front : Wheel {', 'part front : {')],
        ['no text', ''],
        ['the text again', TEXT]
    ];
    let version = 2;

    it.each(CHANGES)('gives the new tokens: %s', async (_title, text) => {
        const before = await whole();
        client.change(NAME, text, version++);
        const answer = await client.ask<SemanticTokensDelta>('textDocument/semanticTokens/full/delta', NAME, undefined, {
            previousResultId: before.resultId
        });
        const data = [...before.data];
        answer.edits.forEach(({ start, deleteCount, data: more = [] }) => data.splice(start, deleteCount, ...more));
        const now = await whole();
        expect(data).toEqual(now.data);
        expect(now.resultId).not.toBe(answer.resultId);
    });

    it('is one edit of the tokens that changed', async () => {
        const { resultId } = await whole();
        client.change(NAME, TEXT.replace('0.5', '0.75'), version++);
        const { edits } = await client.ask<SemanticTokensDelta>('textDocument/semanticTokens/full/delta', NAME, undefined, {
            previousResultId: resultId
        });
        expect(edits).toEqual([{ start: expect.any(Number) as number, deleteCount: 1, data: [4] }]);
    });

    it('is all tokens for a result that is not the last one', async () => {
        const { resultId } = await whole();
        await whole();
        const answer = await client.ask<SemanticTokens>('textDocument/semanticTokens/full/delta', NAME, undefined, {
            previousResultId: resultId
        });
        expect(answer.data).toEqual((await whole()).data);
    });
});

it('refuses tokens of a text that changes while they are computed', async () => {
    const uri = 'file:///changed.sysml';
    const models = new EditorModels(loadLibrary(), []);
    models.open(uri, { text: 'part def Before;', version: 1 });
    const document = models.document(uri)!;
    // the tokens of the first text are never complete: only the change ends their computation
    function* steps(): Generator<void, number[]> {
        while (models.document(uri) === document) {
            yield;
        }
        return yield* semanticTokenSteps(models.document(uri)!);
    }
    const answer = computedInBackground(models, document, steps());
    models.open(uri, { text: '// one more line\npart def After;', version: 2 });
    await expect(answer).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified });
    const now = models.document(uri)!;
    expect(await computedInBackground(models, now, semanticTokenSteps(now))).toEqual(semanticTokens(now));
});
