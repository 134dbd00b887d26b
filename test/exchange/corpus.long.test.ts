/** Every file of the corpora and of the library through all spellings, and what rdflib reads of them. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildGraph, GraphElement, readElements, readTurtle, writeTurtle } from '../../src/exchange/index.js';
import { documentsBelow, sharedCorpus } from '../support/models.js';
import { temporaryFolder } from '../support/folders.js';
import { brokenProperties, derivedOf } from './derived.js';
import { jsonOf, modelOf } from './models.js';

const DOCUMENTS = [...sharedCorpus(), ...documentsBelow('examples'), ...documentsBelow('library')];

/** Whether this machine has Python with rdflib. */
function hasRdflib(): boolean {
    try {
        execFileSync('python3', ['-c', 'import rdflib'], { stdio: 'ignore' });
        return true;
    } catch {
        console.warn('rdflib is not there (pip install rdflib): what it reads is not compared');
        return false;
    }
}

describe('every file', () => {
    it.each(DOCUMENTS.map(d => [d.name, d] as const))(
        '%s',
        (_name, document) => {
            const graph = buildGraph(modelOf([document]));
            const keys = new Set(graph.elements.map(e => e.key));
            expect(keys.size, 'ids are different').toBe(graph.elements.length);
            const dangling = graph.elements.flatMap(e =>
                e.properties.flatMap(p => e.all(p).filter(v => v instanceof GraphElement && !keys.has(v.key) && p !== 'importedMembership'))
            );
            expect(dangling, 'every reference has a target').toEqual([]);
            const turtle = writeTurtle(graph);
            const json = jsonOf(graph);
            expect(writeTurtle(readTurtle(turtle)) === turtle, 'Turtle to Turtle').toBe(true);
            expect(jsonOf(readTurtle(turtle)) === json, 'Turtle to JSON').toBe(true);
            expect(writeTurtle(readElements(json)) === turtle, 'JSON to Turtle').toBe(true);
            expect(brokenProperties(derivedOf(modelOf([document]))), 'derived properties').toEqual([]);
        },
        120_000
    );
});

const COUNT = 'import rdflib, sys\nfor p in sys.argv[1:]:\n    print(len(rdflib.Graph().parse(p, format="turtle")))';

describe('rdflib', () => {
    it.skipIf(!hasRdflib())(
        'reads as many statements as a graph has',
        () => {
            const folder = temporaryFolder('rdflib');
            const graphs = documentsBelow('examples').map(d => buildGraph(modelOf([d])));
            const files = graphs.map((graph, i) => {
                const file = join(folder, `${i}.ttl`);
                writeFileSync(file, writeTurtle(graph));
                return file;
            });
            const counted = graphs.map(graph =>
                graph.elements.reduce(
                    (sum, e) =>
                        sum +
                        1 +
                        e.properties.reduce((n, p) => n + e.all(p).length + (e.all(p).length > 1 && !p.startsWith('sysx:') ? 1 : 0), 0),
                    0
                )
            );
            expect(
                execFileSync('python3', ['-c', COUNT, ...files], { encoding: 'utf8' })
                    .trim()
                    .split('\n')
                    .map(Number)
            ).toEqual(counted);
        },
        600_000
    );
});
