/** Models made by chance, with cycles that no one writes, are drawn and written in every kind; RANDOM_SEED sets where the seeds begin. */
import { expect, it } from 'vitest';
import { qualifiedNameOf } from '../../src/language/semantics/naming.js';
import { ownedMembersOf } from '../../src/language/semantics/structure.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { isRefused, misfitOf, RENDERING_KINDS, renderView, WRITTEN_FORMS, writeRendering } from '../../src/views/index.js';
import { drawView } from '../../src/views/drawing/draw.js';
import { randomModel } from '../exchange/random/index.js';
import { testLibrary } from '../support/library.js';
import { cases } from '../support/thorough.js';

const FIRST = Number(process.env.RANDOM_SEED ?? 17);
const COUNT = cases(1, 8, 300);
/** Larger views are drawn in the proofs of real models. */
const DRAWN = 150;

it(`${COUNT} models`, async () => {
    for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
        const { documents } = randomModel(seed, [40, 80, 160][seed % 3]);
        const { model } = new Workspace({ library: testLibrary(), analysis: 'never' }).parse(documents);
        const roots = model.documents.flatMap(d => ownedMembersOf(d.root));
        const ids = [...roots, ...roots.flatMap(ownedMembersOf)].map(qualifiedNameOf).filter(id => id !== undefined && id !== '');
        for (const spec of ids.flatMap(id => RENDERING_KINDS.map(kind => `#${kind}:${id}`))) {
            const answer = renderView(model, spec, { ports: 'full' });
            if (!isRefused(answer)) {
                const forms = WRITTEN_FORMS.filter(form => misfitOf(form, answer.kind) === undefined);
                expect(
                    forms.map(form => writeRendering(answer, form)),
                    `${spec} of ${seed}`
                ).not.toContain('');
                const drawing = answer.nodes.length < DRAWN ? await drawView(answer) : '<svg';
                expect(drawing, `${spec} of ${seed}`).toMatch(/^<svg/);
            }
        }
    }
}, 1_200_000);
