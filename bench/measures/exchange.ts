/** Conversion: models to Turtle and the API's JSON, and back into graphs. */
import {
    buildGraph,
    convertModel,
    convertModelTo,
    convertText,
    elementPieces,
    readElements,
    readTurtle,
    turtlePieces,
    wrapRoots
} from '../../src/exchange/index.js';
import { loadLibrary } from '../../src/language/library/loading.js';
import { type Model, Workspace } from '../../src/language/workspace/workspace.js';
import { heapUsed, medianTime, ms, report } from '../measure.js';
import { designModel } from '../models.mjs';

const documents = designModel();
const workspace = new Workspace({ library: loadLibrary(), analysis: 'never' });
const bytes = documents.reduce((n, d) => n + d.content.length, 0);
let n = 0;
const parsed = (): Model => workspace.parseOnly(documents.map(d => ({ ...d, content: `${d.content}//${n++}` })));
const toTurtle = (): string => convertModel(parsed(), { to: 'ttl' }).content!;
/** As the command line writes it. */
const toBytes = (): unknown => convertModelTo(parsed(), { to: 'ttl' }, () => undefined);

const turtle = toTurtle();
const size = `${(turtle.length / 2 ** 20).toFixed(0)} MB`;
const source = `${(bytes / 1000).toFixed(0)} KB of notation`;
report(`${source} to Turtle (${size} in pieces), with parsing`, ms(medianTime(toBytes, 5, 3)), 'under 0.5 s');
report(`${source} to Turtle (one text of ${size}), with parsing`, ms(medianTime(toTurtle, 5, 3)));

/** As the service and the command line read it. */
const toNotation = (text: string): string =>
    convertText({ name: 'm.ttl', content: text, from: 'ttl' }, { to: 'sysml' }, d => workspace.parseOnly([d])).content!;
const edited = turtle.replace(/(sysml:declaredName "mass[^"]*)"/, '$1Edited"');
report(`${size} of Turtle back to ${source}`, ms(medianTime(() => toNotation(turtle), 5, 2)), 'under 0.5 s');
report('the same with a name changed', ms(medianTime(() => toNotation(edited), 3, 1)));

const before = heapUsed();
const graph = buildGraph(workspace.parseOnly(documents));
report('memory of its graph, as a share of the text', `${((heapUsed() - before) / turtle.length).toFixed(2)} times`, 'under 6 times');
report(
    'the graph as an element array',
    ms(
        medianTime(
            () => {
                let length = 0;
                for (const piece of elementPieces(graph, wrapRoots(graph))) {
                    length += piece.length;
                }
                return length;
            },
            3,
            1
        )
    )
);

const part = (() => {
    let text = '';
    const few = buildGraph(workspace.parseOnly(documents.slice(0, 4)));
    for (const piece of turtlePieces(few)) {
        text += piece;
    }
    return text;
})();
const array = (() => {
    const few = buildGraph(workspace.parseOnly(documents.slice(0, 4)));
    return [...elementPieces(few, wrapRoots(few))].join('');
})();
report(`${(part.length / 2 ** 20).toFixed(0)} MB of Turtle read`, ms(medianTime(() => readTurtle(part), 3, 1)), '10 MB under 4 s');
report(`${(array.length / 2 ** 20).toFixed(0)} MB of element array read`, ms(medianTime(() => readElements([array]), 3, 1)));
