/** Sessions as data: cells and the answers that they must have. */
import { describe, expect, it } from 'vitest';
import { loadLibrary } from '../../src/language/library/loading.js';
import { mimeBundle, newSession } from '../../src/session/index.js';
import { answerText, openTo, sessionCases } from './cells.js';

const library = loadLibrary();

describe('cells have the answers of their cases', () => {
    for (const { title, cells } of sessionCases()) {
        it(title, async () => {
            const session = newSession({ library });
            for (const { cell, id, answer } of cells) {
                const { shown, failure } = await session.execute(cell, { id });
                expect(openTo(answerText(shown, failure), answer), cell).toBe(answer);
            }
        });
    }
});

describe('what a session answers is data with several forms', () => {
    it('draws a picture, writes Mermaid and text beside each other', async () => {
        const session = newSession({ library });
        const { shown } = await session.execute('package P { part a { part b; } }\n%viz P');
        const drawn = shown.at(-1)!;
        expect(drawn.svg).toMatch(/^<svg/);
        expect(drawn.written?.mime).toBe('text/vnd.mermaid');
        expect(drawn.text).toContain('part b');
    });

    it('escapes what a model says in the page', async () => {
        const session = newSession({ library });
        await session.execute(`part def A { attribute '<img src=x onerror=alert(1)>' = "</td><script>"; }\n%instantiate A`);
        const { shown } = await session.execute('%features A');
        const page = mimeBundle(shown[0])['text/html'];
        expect(page).toEqual(expect.stringContaining('&lt;img src=x'));
        expect(page).not.toMatch(/<img|<script/);
    });
});

describe('whether a cell is complete', () => {
    const CASES: Readonly<Record<string, readonly string[]>> = {
        complete: [
            '',
            'part a;',
            'part def A { }',
            '1 + 2',
            '%viz P',
            '// a note',
            'part a; part b;',
            "'my part'.v",
            '"}"',
            'part a { /* } */ }'
        ],
        incomplete: [
            'part def A',
            'part def A {',
            '1 +',
            '(1, 2',
            'part x : T',
            '/* note',
            'attribute x =',
            'if a ? b',
            '"abc',
            'package P {\n%viz'
        ],
        invalid: ['abc def', '}', 'part : ;', 'part a; )']
    };
    const session = newSession({ library });
    for (const [completeness, cells] of Object.entries(CASES)) {
        it.each(cells)(`${completeness}: %j`, cell => {
            expect(session.completeness(cell)).toBe(completeness);
        });
    }
});
