/**
 * Documents with all that the metamodel derives, of the files of the corpora, the examples and the library: what they read as, and as
 * notation. EVERY_FILE takes all of them (ten minutes), else it is every ninth.
 */
import { describe, expect, it } from 'vitest';
import { buildGraph, type Graph, type GraphElement, readTurtle } from '../../src/exchange/index.js';
import { type NotationReader, writeNotation } from '../../src/exchange/notation/write-notation.js';
import { isRedundant } from '../../src/exchange/reading/redundant.js';
import { documentsBelow, sharedCorpus } from '../support/models.js';
import { documentWith, formsOf, isDerived, textOf, turtleWithDerived } from './full-documents.js';
import { modelOf, readElements, statements } from './models.js';

const STEP = process.env.EVERY_FILE === undefined ? 9 : 1;
const DOCUMENTS = [...sharedCorpus(), ...documentsBelow('examples'), ...documentsBelow('test/models'), ...documentsBelow('library')].filter(
    (_, i) => i % STEP === 0
);
const FORMS = ['qualified', 'uuid'] as const;

/** Properties that a document which leaves out what is derived tells by nothing else. */
const LOST = /^(?:isReference|annotatedElement|operand|type|target) /;

/** What two graphs state differently; words that say nothing aside. */
function differences(read: Graph, graph: Graph, lost = /^$/): string[] {
    const ids = new Set(read.elements.map(e => e.key));
    const told = (g: Graph, e: GraphElement): string[] =>
        statements(g, e.key)
            .filter(line => !isRedundant(e, line.split(' ')[0]) && !lost.test(line))
            .sort();
    const byKey = (g: Graph): Map<string, GraphElement> => new Map(g.elements.map(e => [e.key, e]));
    const others = byKey(read);
    return graph.elements
        .filter(e => ids.has(e.key) || lost.source === '^$')
        .flatMap(e => {
            const other = others.get(e.key);
            const [left, right] = [
                told({ elements: [e] } as unknown as Graph, e),
                other && told({ elements: [other] } as unknown as Graph, other)
            ];
            return JSON.stringify(left) === JSON.stringify(right)
                ? []
                : [`${e.key}: ${left.filter(l => right?.includes(l) !== true).join(' | ')}`];
        });
}

describe('documents with derived properties', () => {
    it.each(DOCUMENTS.map((d, i) => [d.name, FORMS[i % 2], d] as const))(
        '%s, ids %s',
        (_name, idForm, document) => {
            const reader: NotationReader = { parse: d => modelOf([d]), graphOf: model => buildGraph(model, { idForm }) };
            const forms = formsOf(modelOf([document]), idForm);
            const all = readElements(textOf(documentWith(forms, { adds: () => true }), forms));
            const some = readElements(textOf(documentWith(forms, { adds: (_key, at) => at % 3 === 0 }), forms));
            const none = readElements(textOf(documentWith(forms, { adds: () => false, leavesOut: isDerived }), forms));
            expect(differences(all, forms.graph), 'all').toEqual([]);
            expect(differences(some, forms.graph), 'some').toEqual([]);
            expect(differences(none, forms.graph, LOST), 'none').toEqual([]);
            const turtle = readTurtle(turtleWithDerived(forms));
            expect(differences(turtle, forms.graph), 'Turtle').toEqual([]);
            expect(writeNotation(turtle, reader) === document.content, 'notation').toBe(true);
        },
        240_000
    );
});
