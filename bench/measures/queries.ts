/**
 * Queries of the design model: every property of every element, one comparison of each, one element by its name and type,
 * and the first element alone.
 */
import { loadLibrary } from '../../src/language/library/loading.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { find, parseOslcQuery, type Query } from '../../src/queries/index.js';
import { medianTime, ms, report } from '../measure.js';
import { designModel } from '../models.mjs';

const documents = designModel();
const { model } = new Workspace({ library: loadLibrary() }).parse(documents);
const size = `${(documents.reduce((n, d) => n + d.content.length, 0) / 1000).toFixed(0)} KB`;

const queries: readonly (readonly [string, Query])[] = [
    ['every property of every element', {}],
    ['the types of all parts', { ...parseOslcQuery('rdf:type=sysml:PartUsage'), select: ['type'] }],
    ['by name and type', parseOslcQuery('sysml:name="idle" and rdf:type=sysml:StateUsage')]
];
for (const [what, query] of queries) {
    let count = 0;
    const time = medianTime(
        () => {
            count = [...find(model, query)].length;
        },
        9,
        3
    );
    report(`query of ${size}, ${what} (${count} found)`, ms(time), 'under 100 ms');
}
report(`query of ${size}, the first element alone`, ms(medianTime(() => find(model, {})[Symbol.iterator]().next(), 9, 3)), 'under 1 ms');
