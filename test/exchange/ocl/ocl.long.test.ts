/**
 * Derived documents against the OCL of the standards' text (KerML 8.3, SysML 8.3): what the constraints `derive…` give for every element
 * is what the documents state. The text stands beside the project; without it there is nothing to evaluate. EVERY_FILE takes all models and
 * up to 400 elements for each constraint (some minutes), else it is some folders and fewer elements.
 */
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { convertModel } from '../../../src/exchange/index.js';
import type { SourceDocument } from '../../../src/language/workspace/document.js';
import { documentsBelow, sharedCorpus } from '../../support/models.js';
import { KERML, SYSML } from '../construct-models.js';
import { derivedOf, type Json } from '../derived.js';
import { modelOf } from '../models.js';
import { readStandard } from './constraints.js';
import { judge, newTally, type Tally } from './judging.js';
import { DocumentModel, Library } from './model.js';
import { DEVIATIONS, NOT_EVALUATED, UNREAD } from './outcome.js';
import { hasSpecification } from './specification.js';
import { TINY, TINY_KERML } from './tiny-models.js';

const isWhole = process.env.EVERY_FILE !== undefined;
const STEP = isWhole ? 1 : 12;
const LIMIT = isWhole ? 400 : 60;

/** The documents of each folder are one model. */
function modelsOf(documents: readonly SourceDocument[]): (readonly SourceDocument[])[] {
    const folders = new Map<string, SourceDocument[]>();
    documents.forEach(d => folders.set(dirname(d.name), [...(folders.get(dirname(d.name)) ?? []), d]));
    return [...folders.values()];
}

/** The small models of a language as one. */
const packagesOf = (texts: readonly (readonly [string, string])[], language: SourceDocument['language']): SourceDocument[] =>
    texts.map(([title, text], i) => ({ name: `${title}.${language}`, language, content: `package T${i} { ${text} }` }));

const MODELS = [
    packagesOf([...TINY, ...SYSML], 'sysml'),
    packagesOf([...TINY_KERML, ...KERML], 'kerml'),
    ...modelsOf([...sharedCorpus(), ...documentsBelow('examples')]).filter((_, i) => i % STEP === 0)
];

/** What is derived of documents as one model; of each alone where two of them declare the same. */
function derivedOfAll(documents: readonly SourceDocument[]): Json[][] {
    const { content } = convertModel(modelOf(documents), { to: 'api-json', derived: true });
    return content === undefined ? documents.map(d => derivedOf(modelOf([d]))) : [JSON.parse(content) as Json[]];
}

describe.skipIf(!hasSpecification())('the OCL of the standard', () => {
    const standard = hasSpecification() ? readStandard() : { conditions: [], unread: [], operation: () => undefined };
    const derivations = standard.conditions.filter(c => c.kind === 'derive');
    let tallies: Map<string, Tally> | undefined;

    function evaluated(): Map<string, Tally> {
        if (tallies === undefined) {
            tallies = new Map(derivations.map(c => [c.name, newTally()]));
            const library = new Library(standard);
            for (const documents of MODELS) {
                for (const document of derivedOfAll(documents)) {
                    const model = new DocumentModel(library, document);
                    derivations.forEach(c => judge(c, documents[0].name, model, tallies!.get(c.name)!, LIMIT));
                }
            }
        }
        return tallies;
    }

    it('is read', () => {
        expect(standard.unread).toEqual(UNREAD);
        expect(['derive', 'validate', 'check'].map(kind => standard.conditions.filter(c => c.kind === kind).length)).toEqual([
            235, 180, 208
        ]);
    });

    it('is evaluated but for what no model here has', () => {
        const without = [...evaluated()].filter(([, t]) => t.holds + t.disagreements.length === 0).map(([name]) => name);
        expect(isWhole ? [] : without).toEqual(isWhole ? [] : NOT_EVALUATED);
    });

    it.each(derivations.map(c => c.name))('%s', name => {
        const { disagreements, errors } = evaluated().get(name)!;
        expect([...errors.keys()]).toEqual([]);
        if (DEVIATIONS.has(name)) {
            expect(disagreements, 'no deviation any more').not.toEqual([]);
        } else {
            expect(disagreements.slice(0, 3)).toEqual([]);
        }
    });
});
