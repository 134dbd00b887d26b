/**
 * Every file of the corpora, the examples and the library through all spellings, alone and with those beside
 * it, and what rdflib reads of them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildGraph, type Graph, GraphElement, readTurtle, writeTurtle } from '../../src/exchange/index.js';
import { writeNotation } from '../../src/exchange/notation/write-notation.js';
import { temporaryFolder } from '../support/folders.js';
import { documentsBelow, sharedCorpus } from '../support/models.js';
import { isWhole, portion } from '../support/thorough.js';
import { brokenProperties, derivedOf } from './derived.js';
import { modelOf } from './models.js';
import { pythonWithRdflib, rewrittenByRdflib } from './rdflib.js';
import { brokenRoundTrips, brokenRoundTripsOf } from './round-trips.js';

const MODELS = [...sharedCorpus(), ...documentsBelow('examples'), ...documentsBelow('test/models')];
/** All of them in the whole suite, else every sixth one. */
const DOCUMENTS = portion([...MODELS, ...documentsBelow('library')], 6);
const FORMS = ['qualified', 'uuid'] as const;
/** The forms in which the file is tried: each in turn, both in the whole suite. */
const formsOf = (document: (typeof DOCUMENTS)[number]): readonly (typeof FORMS)[number][] =>
    isWhole ? FORMS : [FORMS[DOCUMENTS.indexOf(document) % FORMS.length]];

describe('every file', () => {
    it.each(DOCUMENTS.map(d => [d.name, d] as const))(
        '%s',
        (_name, document) => {
            for (const idForm of formsOf(document)) {
                expect(brokenRoundTrips(document.content, document.language, { idForm }), idForm).toEqual([]);
            }
            const graph = buildGraph(modelOf([document]));
            const keys = new Set(graph.elements.map(e => e.key));
            expect(keys.size, 'ids are different').toBe(graph.elements.length);
            const dangling = graph.elements.flatMap(e =>
                e.properties.flatMap(p => e.all(p).filter(v => v instanceof GraphElement && !keys.has(v.key) && p !== 'importedMembership'))
            );
            expect(dangling, 'every reference has a target').toEqual([]);
            expect(brokenProperties(derivedOf(modelOf([document]))), 'derived properties').toEqual([]);
        },
        240_000
    );
});

/** The documents of each folder that has several of one language; none where two of them declare the same package. */
function folders(): [name: string, documents: typeof MODELS][] {
    const byFolder = new Map<string, typeof MODELS>();
    for (const document of MODELS) {
        const folder = `${dirname(document.name)} (${document.language})`;
        byFolder.set(folder, [...(byFolder.get(folder) ?? []), document]);
    }
    const roots = (documents: typeof MODELS): string[] =>
        modelOf(documents).documents.flatMap(d => d.root.members.flatMap(m => m.name ?? []));
    return [...byFolder].filter(([, list]) => list.length > 1 && new Set(roots(list)).size === roots(list).length);
}

describe('the files of a folder as one graph', () => {
    it.each(portion(folders(), 2).map(([name, documents], i) => [name, documents, isWhole ? FORMS : [FORMS[i % FORMS.length]]] as const))(
        '%s',
        (_name, documents, forms) => {
            for (const idForm of forms) {
                expect(brokenRoundTripsOf(documents, { idForm }), idForm).toEqual([]);
            }
        },
        240_000
    );
});

/** The statements of a graph as Turtle has them: the types, and a list for each property that has several values. */
function statementsIn(graph: Graph): number {
    const ofElement = (e: GraphElement): number =>
        e.properties.reduce((n, p) => n + e.all(p).length + (e.all(p).length > 1 && !p.startsWith('sysx:') ? 1 : 0), 1);
    return graph.elements.reduce((sum, e) => sum + ofElement(e), 0);
}

describe('rdflib', () => {
    const python = pythonWithRdflib();
    it.skipIf(python === undefined)(
        'reads the statements that a graph has, and what it writes of them is the notation again',
        () => {
            const folder = temporaryFolder('rdflib');
            const written = MODELS.flatMap((document, i) =>
                (isWhole ? FORMS : [FORMS[i % FORMS.length]]).map(idForm => {
                    const file = join(folder, `${i}-${idForm}.ttl`);
                    const graph = buildGraph(modelOf([document]), { idForm });
                    writeFileSync(file, writeTurtle(graph));
                    return { document, idForm, file, statements: statementsIn(graph) };
                })
            );
            const files = rewrittenByRdflib(
                python!,
                written.map(({ file }) => file)
            );
            written.forEach(({ document, idForm, statements }, i) => {
                const text = readFileSync(files[i], 'utf8');
                expect(text.trimEnd().split('\n').length, document.name).toBe(statements);
                const reader = {
                    parse: (d: typeof document) => modelOf([d]),
                    graphOf: (m: ReturnType<typeof modelOf>) => buildGraph(m, { idForm })
                };
                expect(writeNotation(readTurtle(text), reader) === document.content, document.name).toBe(true);
            });
        },
        1_200_000
    );
});
