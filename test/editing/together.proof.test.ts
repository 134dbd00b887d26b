// Batches of renames with other operations among them: done at once they are what they are one call after the other, in
// texts, spans and refusals.

import { expect, it } from 'vitest';
import { applyEdits, type AppliedEdit, type EditOperation, type EditOutcome } from '../../src/editing/index.js';
import type { SourceDocument } from '../../src/language/workspace/document.js';
import { cases } from '../support/thorough.js';
import { operation, type Some, workspace } from './edit.js';
import { idsOf, type Random, seeded } from './random-edits.js';

/** Three documents with few names, so that operations meet: redefinitions, aliases, imports, quoted names, namesakes. */
const DOCUMENTS: readonly SourceDocument[] = [
    {
        name: 'base.sysml',
        language: 'sysml',
        content: `package Base {
    doc /* für alle */
    part def A { attribute n = 1; part c : C; }
    part def B :> A { attribute :>> n = 2; }
    part def C { attribute m = 3; port p; }
    part def D;
    part a : A { attribute :>> n = 4; }
    part 'b c' : B;
    alias E for C;
    attribute k = a.n + a.c.m;
    package Inner { private import Base::*; part n : D; part x : E; }
    metadata def M; @M about C;
    calc def F { in v; v + 1 }
    attribute one = F(v = 1);
}
`
    },
    {
        name: 'use.sysml',
        language: 'sysml',
        content: "package Use { private import Base::*; part u : A; part w : Base::C { attribute :>> m = 7; } alias Q for Base::'b c'; }\n"
    },
    {
        name: 'other.sysml',
        language: 'sysml',
        content: 'package Other { public import Base::Inner::*; part x : Base::D; part def A; part y : A; }\n'
    }
];

const NAMES = ['A', 'B', 'C', 'E', 'a', 'n', 'm', 'x', 'u', "'b c'", 'Base', 'Other', 'v'];

function randomOperation(random: Random, ids: readonly string[], i: number): EditOperation {
    const pick = <T>(list: readonly T[]): T => list[random(list.length)];
    const fresh = random(5) === 0 ? pick(NAMES) : random(6) === 0 ? `'f ${i}'` : `f${i}`;
    const id = pick(ids);
    const kinds: readonly Some[] = [
        { rename: { target: id, newName: fresh } },
        { rename: { target: id, newName: fresh } },
        { rename: { target: id, newName: fresh } },
        { addMember: { owner: id, kind: 'part', name: fresh, type: random(2) ? pick(NAMES) : '' } },
        { addMember: { owner: id, kind: 'attribute', name: fresh, value: String(i) } },
        { addMember: { owner: id, kind: 'attribute', name: fresh, direction: 'in' } },
        { setValue: { target: id, value: random(2) ? String(i) : `${pick(NAMES)} + 1` } },
        { addNote: { target: id, text: 'a note' } },
        { addDocumentation: { target: id, body: 'what it is' } },
        { addComment: { owner: id, body: 'a remark', name: fresh } },
        { addImport: { owner: id, target: 'Other::*' } },
        { delete: { target: id } },
        { move: { target: id, owner: pick(ids) } }
    ];
    return operation(kinds[random(kinds.length)]);
}

const told = (applied: readonly AppliedEdit[]): readonly AppliedEdit[] =>
    [...applied].sort((a, b) => a.operationIndex - b.operationIndex || (a.document < b.document ? -1 : a.document > b.document ? 1 : 0));

/**
 * A batch by which each operation is allowed where the ones before left the texts; with the outcome of doing them one call after the other.
 */
function chained(
    random: Random,
    length: number
): { operations: EditOperation[]; texts: readonly string[]; applied: AppliedEdit[]; refused?: EditOperation; refusal?: EditOutcome } {
    let model = workspace.parse(DOCUMENTS).model;
    const operations: EditOperation[] = [];
    const applied: AppliedEdit[] = [];
    for (let i = 0; i < length; i++) {
        const asked = randomOperation(random, idsOf(model), i);
        const outcome = applyEdits(model, [asked]);
        if ('failure' in outcome) {
            if (outcome.failure !== 'RESULT_INVALID' && random(12) === 0) {
                return { operations, texts: [], applied, refused: asked, refusal: outcome };
            }
            continue;
        }
        applied.push(...outcome.applied.map(a => ({ ...a, operationIndex: operations.length })));
        operations.push(asked);
        const contents = new Map(outcome.documents.map(d => [d.name, d.content]));
        model = workspace.parse(
            model.documents.map(({ name, language, text }) => ({ name, language, content: contents.get(name) ?? text }))
        ).model;
    }
    return { operations, texts: model.documents.map(d => d.text), applied };
}

it('a batch is what its operations are one call after the other', () => {
    const random = seeded(11);
    let renames = 0;
    for (let run = 0; run < cases(3, 36, 120); run++) {
        const { operations, texts, applied, refused, refusal } = chained(random, 4 + random(12));
        const model = workspace.parse(DOCUMENTS).model;
        const batch = refused === undefined ? operations : [...operations, refused];
        if (batch.length === 0) {
            continue;
        }
        const outcome = applyEdits(model, batch);
        const why = JSON.stringify(
            batch.map(({ case: kind, value }) => [
                kind,
                Object.fromEntries(Object.entries(value).filter(([, v]) => v !== '' && v !== false))
            ])
        );
        if (refusal !== undefined) {
            expect(outcome, why).toEqual(refusal);
        } else if ('failure' in outcome) {
            expect(outcome, why).toBeUndefined();
        } else {
            const contents = new Map(outcome.documents.map(d => [d.name, d.content]));
            expect(
                model.documents.map(d => contents.get(d.name) ?? d.text),
                why
            ).toEqual(texts);
            expect(told(outcome.applied), why).toEqual(told(applied));
            renames += operations.filter(o => o.case === 'rename').length;
        }
    }
    expect(renames).toBeGreaterThan(cases(1, 15, 60));
});
