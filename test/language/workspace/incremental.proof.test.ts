/**
 * "Incremental equals fresh" over sequences of edits. PROOF_SEEDS sets how many sequences the long suite
 * makes (20 is the full proof: an hour).
 */
import { describe, expect, test } from 'vitest';
import type { SourceDocument } from '../../../src/language/workspace/document.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';
import { documentsBelow, sharedCorpus } from '../../support/models.js';
import { cases, isThorough } from '../../support/thorough.js';
import { checkEdits } from './edits.js';

const own = [...documentsBelow('examples'), ...documentsBelow('test/models')];
const shared = sharedCorpus();

const seeds = isThorough ? Array.from({ length: Number(process.env.PROOF_SEEDS ?? cases(1, 1, 2)) }, (_, i) => 100 + i) : [1];
const patience = 3_600_000;

/** Other documents for other seeds. */
function rotated<T>(all: readonly T[], by: number): T[] {
    return [...all.slice(by % all.length), ...all.slice(0, by % all.length)];
}

describe.each(seeds)('incremental equals fresh, seed %i', seed => {
    test('over the examples', () => checkEdits(own, 2 + (seed % 8), cases(1, 9, 60), seed), patience);
    test(
        'over the examples, asked now and then',
        () => checkEdits(own, 2 + (seed % 8), cases(1, 15, 120), seed + 1, 'on demand'),
        patience
    );
    test.runIf(shared.length > 0)(
        'over the shared corpus',
        () => checkEdits(rotated(shared, seed * 7), 10, cases(1, 12, 40), seed),
        patience
    );
    test.runIf(shared.length > 0)(
        'over the shared corpus, asked now and then',
        () => checkEdits(rotated(shared, seed * 5), 10, cases(1, 13, 45), seed + 12, 'on demand'),
        patience
    );
});

test(
    'incremental equals fresh over values that others redefine',
    () => {
        const base = `package Base { part def Unit {
            attribute size default 5; attribute mass default 0; attribute fixed = 7;
            attribute limit : ScalarValues::Natural default 3; attribute many : ScalarValues::Integer [2] default (1, 2);
        } metadata def Mark { attribute level default 2; } }`;
        const use = `package Use { private import Base::*;
            part given : Unit { attribute :>> size = 1; attribute :>> mass = 3.5; attribute :>> many = (1, 1); }
            part taken : Unit { attribute :>> size; attribute :>> limit = size; }
            part bound : Unit { attribute :>> fixed = 8; attribute :>> limit = -1; }
            part marked { @Mark { level = 3; } }
            part again :> given { attribute :>> size = 9; attribute :>> many = (2, Unit::mass); } }`;
        const documents = [base, use].map((content, i) => ({ name: `${i}.sysml`, language: 'sysml' as const, content }));
        checkEdits(documents, 2, cases(2, 90, 600), 7);
    },
    patience
);

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
