/** "Incremental equals fresh", in short; incremental.long.test.ts has the long version. */
import { describe, expect, test } from 'vitest';
import type { SourceDocument } from '../../../src/language/workspace/document.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';
import { documentsBelow, sharedCorpus } from '../../support/models.js';
import { checkEdits } from './edits.js';

const own = [...documentsBelow('examples'), ...documentsBelow('test/models')];
const shared = sharedCorpus();

describe('incremental equals fresh', () => {
    test.each([1, 2, 3])('over the examples, seed %i', seed => checkEdits(own, Math.min(6, own.length), 60, seed));
    test.each([4, 5])('over the examples, asked now and then, seed %i', seed =>
        checkEdits(own, Math.min(6, own.length), 90, seed, 'on demand')
    );
    test.runIf(shared.length > 0)('over the shared corpus, asked now and then', () => checkEdits(shared, 10, 45, 13, 'on demand'));
    test.runIf(shared.length > 0).each([11, 12])('over the shared corpus, seed %i', seed => checkEdits(shared, 10, 25, seed));
});

test('findings are found when they are asked for, a document at a time', () => {
    const workspace = new Workspace({ library: testLibrary(), analysis: 'on demand' });
    const document = (name: string, content: string): SourceDocument => ({ name, language: 'sysml', content });
    const a = document('a.sysml', 'package A { part def D { attribute x = 1; } part d : Nowhere; }');
    const b = document('b.sysml', 'package B { private import A::*; part e : D { :>> x = 2; } part f : Elsewhere; }');
    const { model } = workspace.parse([a, b]);
    const analysed = (): boolean[] => model.documents.map(({ found }) => found !== undefined);
    expect(analysed()).toEqual([false, false]);
    expect(model.documents[1].findings.map(({ code }) => code)).toContain('unresolved');
    expect(analysed()).toEqual([false, true]);
    // the next version shares what was not asked for, and finds it then
    const next = workspace.parse([a, { ...b, content: b.content.replace('Elsewhere', 'D') }]).model;
    expect(next.documents[0]).toBe(model.documents[0]);
    expect(next.diagnostics.map(({ code, span }) => [code, span?.file])).toEqual(
        new Workspace({ library: testLibrary() })
            .parse(next.documents.map(d => document(d.name, d.text)))
            .model.diagnostics.map(d => [d.code, d.span?.file])
    );
});
