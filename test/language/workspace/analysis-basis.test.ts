/** Which earlier version the analysis of a document is planned from, and that it can be done in parts. */
import { describe, expect, test } from 'vitest';
import { type Model, Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';

const SOUND = 'package P { part def A { attribute n = 1; } part def B { attribute m = 2; } }';
const CHANGED = SOUND.replace('n = 1;', 'n = 1; attribute k;');

/** The models of texts that follow one another; the findings of those that are named by their index are requested, the others' are not. */
function modelsOf(texts: readonly string[], requested: readonly number[]): Model[] {
    const workspace = new Workspace({ library: testLibrary(), analysis: 'on demand' });
    return texts.map((content, i) => {
        const { model } = workspace.parse([{ name: 'p.sysml', language: 'sysml', content }]);
        if (requested.includes(i)) {
            void model.documents[0].findings;
        }
        return model;
    });
}

describe('the analysis is planned from the last version that was analysed', () => {
    test.each<[title: string, texts: string[], requested: number[], isPartial: boolean]>([
        ['a change of a sound text', [SOUND, CHANGED], [0], true],
        ['a text that was broken meanwhile', [SOUND, SOUND.replace('n = 1;', 'n = 1; attr'), CHANGED], [0, 1], true],
        ['a text with an error of meaning meanwhile', [SOUND, SOUND.replace('n = 1;', 'n = 1; part p : Nothing;'), CHANGED], [0, 1], true],
        ['changes that come faster than the analysis', [SOUND, SOUND.replace('n = 1', 'n = 12'), CHANGED], [0], true],
        ['a text that was never analysed', [SOUND, CHANGED], [], false],
        ['another declaration in the package', [SOUND, SOUND.replace('part def B', 'part def C; part def B')], [0], true],
        ['another import in the package', [SOUND, SOUND.replace('part def B', 'private import ScalarValues::*; part def B')], [0], false]
    ])('%s', (_, texts, requested, isPartial) => {
        const last = modelsOf(texts, requested).at(-1)!;
        expect(last.documents[0].pending?.isPartial).toBe(isPartial);
        expect(last.diagnostics).toEqual(modelsOf(texts.slice(-1), [])[0].diagnostics);
    });

    test('an earlier version is released when its successor is analysed', () => {
        const [, second] = modelsOf([SOUND, CHANGED], [0]);
        expect(second.basis).toHaveLength(1);
        void second.documents[0].findings;
        expect(second.basis).toBeUndefined();
    });
});

test('an analysis that pauses finds what an uninterrupted one finds', () => {
    const text = `package P {${Array.from({ length: 100 }, (_, i) => `part def D${i} { part p : E${i}; }`).join(' ')}}`;
    const [paused] = modelsOf([text], []);
    const [document] = paused.documents;
    let pauses = 0;
    while (!document.analyseUntil(() => true)) {
        pauses++;
        expect(document.found).toBeUndefined();
    }
    expect(pauses).toBeGreaterThan(10);
    expect(document.findings).toHaveLength(100);
    expect(paused.diagnostics).toEqual(modelsOf([text], [0])[0].diagnostics);
});

test('a workspace that analyses at once leaves it to the requests for findings where a model is taken over', () => {
    const workspace = new Workspace({ library: testLibrary() });
    const parse = (content: string, analysis?: 'on demand'): Model =>
        workspace.parse([{ name: 'p.sysml', language: 'sysml', content }], { analysis }).model;
    expect(parse(SOUND).documents[0].found).toEqual([]);
    const taken = parse(CHANGED.replace('attribute m', 'attribute m : Nothing'), 'on demand');
    expect(taken.documents[0].found).toBeUndefined();
    expect(taken.diagnostics.map(d => d.code)).toEqual(['unresolved']);
});
