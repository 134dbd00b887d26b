/** Parsing, analysis and memory in process. */
import { loadLibrary } from '../../src/language/library/loading.js';
import { parseDocument } from '../../src/language/syntax/index.js';
import { parseWithLangium } from '../../test/language/syntax/langium.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import type { SourceDocument } from '../../src/language/workspace/document.js';
import { heapUsed, median, medianTime, ms, report, timed } from '../measure.js';
import { designModel, flatModel, SMALL } from '../models.mjs';

const documents = designModel();
const bytes = documents.reduce((n, d) => n + d.content.length, 0);

report('library snapshot load', ms(medianTime(() => loadLibrary(), 5)), 'under 60 ms');
const library = loadLibrary();
const parse = (docs: readonly SourceDocument[]): unknown => new Workspace({ library }).parse(docs);

const parseAll = medianTime(() => documents.forEach(d => parseDocument(d.content, d.language)), 15, 10);
report('parse only, compiled parser', `${(bytes / parseAll / 1000).toFixed(1)} MB/s`, '10 MB/s and more');
const langium = medianTime(() => documents.slice(0, 6).forEach(d => parseWithLangium(d.content, d.language)), 3, 1);
report(
    "parse only, Langium's parser",
    `${(documents.slice(0, 6).reduce((n, d) => n + d.content.length, 0) / langium / 1000).toFixed(2)} MB/s`
);

report('350 KB model of 28 documents, first parse, warm', ms(medianTime(() => parse(documents), 7, 3)));
const workspace = new Workspace({ library });
workspace.parse(documents);
const edits = documents.map((_, k) => {
    const changed = documents.map((d, i) => (i === k ? { ...d, content: d.content.replace('2.5)', '2.6)') } : d));
    const time = timed(() => workspace.parse(changed));
    workspace.parse(documents);
    return time;
});
report('one character changed in one of 28 documents, median document', ms(median(edits)), 'under 30 ms');
report('one character changed, the document that all others use', ms(edits[0]));

let n = 0;
report(
    'a small new model',
    ms(medianTime(() => parse([{ name: 'small.sysml', language: 'sysml', content: `${SMALL}// ${n++}` }]), 50, 20)),
    'under 2 ms'
);

const costs = [3000, 12_000, 48_000].map(count => {
    const model = flatModel(count);
    return (medianTime(() => parse(model), 3, 1) / count) * 1000;
});
report('cost an element at 3,000 / 12,000 / 48,000 elements', costs.map(c => `${c.toFixed(1)} µs`).join(' / '), 'flat within 20 %');
const flat = flatModel(50_000);
report('package of 50,000 parts', ms(medianTime(() => parse(flat), 3, 1)), 'under 2 s');

const before = heapUsed();
const held = new Workspace({ library }).parse(documents).model;
report('memory held by the 350 KB model', `${((heapUsed() - before) / 2 ** 20).toFixed(1)} MB for ${held.documents.length} documents`);
