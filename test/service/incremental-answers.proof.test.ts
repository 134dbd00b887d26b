/**
 * "Incremental equals fresh" beyond findings: whatever changes of declarations lead to a model, its findings, symbols, values, verdicts,
 * runs and drawings are those of a core that has parsed nothing else; also where it takes over models of another core. SOAK_EDITS sets how
 * many changes there are.
 */
import { expect, test } from 'vitest';
import { generator } from '../support/random.js';
import { cases } from '../support/thorough.js';
import { comparable, coreOf, newCore } from './core.js';
import { changed, documentsOf, questionsOf, randomModel } from './random-packages.js';

const EDITS = Number(process.env.SOAK_EDITS ?? cases(6, 45, 500));
/** Changes of one model; then another one begins. */
const PER_MODEL = Math.min(EDITS, 50);

test.each(Array.from({ length: Math.ceil(EDITS / PER_MODEL) }, (_, i) => i + 1))(
    'answers along random changes, by seed %i',
    seed => {
        const random = generator(seed);
        const kept = newCore(3);
        const changes = generator(seed + 1);
        let model = randomModel(random);
        let clean = model;
        for (let step = 0; step < PER_MODEL; step++) {
            const documents = documentsOf(model);
            const fresh = coreOf(1);
            if (changes(3) === 0) {
                // this model, or one between, about which nothing is asked
                const taken = changes(2) === 0 ? documents : documentsOf(changed(model, changes));
                kept.restore('ParseSources', { documents: taken });
            }
            const answers = [kept.ask, fresh].map(ask => {
                const { modelHash } = JSON.parse(ask('ParseSources', { documents })) as { modelHash: string };
                return [
                    ['hash', modelHash],
                    ...questionsOf(model).map(([method, request]) => [
                        JSON.stringify([method, request]),
                        comparable(ask(method, { modelHash, ...request }))
                    ])
                ];
            });
            expect([step, documents, ...answers[0]]).toEqual([step, documents, ...answers[1]]);
            // what was found in a document with errors is not kept: most changes are of models that have none
            if (!answers[1].some(([question, answer]) => question.includes('GetDiagnostics') && answer.includes('"error"'))) {
                clean = model;
            }
            model = changed(random(4) > 0 ? clean : model, random);
        }
    },
    600_000
);
