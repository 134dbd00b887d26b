// Graphs as Turtle, element by element: the prefixes that stand before them, the spelling of values, and the pieces of long texts.

import { describe, expect, it } from 'vitest';
import { ExpressionText, Graph, GraphElement, NumberText, type Value } from '../../src/exchange/graph.js';
import { TurtleWriter, turtlePieces, writeTurtle } from '../../src/exchange/turtle/writer.js';

const elementOf = (
    properties: Record<string, readonly Value[]> = {},
    metaclass = 'Feature',
    base: 'element' | 'node' = 'element',
    id = 'e'
) => {
    const element = new GraphElement(id, metaclass, base);
    Object.entries(properties).forEach(([property, values]) => element.addList(property, [...values]));
    return element;
};
function graphWith(...elements: readonly GraphElement[]): Graph {
    const graph = new Graph();
    elements.forEach(element => graph.write(element));
    return graph;
}
const NODE = new GraphElement('n', 'LiteralInteger', 'node');

describe('the prefixes', () => {
    it.each<[string, GraphElement, string]>([
        ['of an element', elementOf(), 'elmt rdf sysml'],
        ['of an extension', elementOf({}, 'sysx:Pseudostate'), 'elmt rdf sysx'],
        ['of a node', elementOf({}, 'Feature', 'node'), 'expr rdf sysml'],
        ['of a property of the metamodel', elementOf({ name: ['x'] }, 'sysx:Pseudostate'), 'elmt rdf sysml sysx'],
        ['of a property of the extension', elementOf({ 'sysx:hasBody': ['x'] }), 'elmt rdf sysml sysx'],
        ['of several values', elementOf({ name: ['x', 'y'] }), 'elmt json rdf sysml'],
        ['of several values of the extension', elementOf({ 'sysx:names': ['x', 'y'] }), 'elmt rdf sysml sysx'],
        ['of a flag', elementOf({ isEnd: [true] }), 'elmt rdf sysml xsd'],
        ['of a number', elementOf({ value: [1] }), 'elmt rdf sysml xsd'],
        ['of an expression', elementOf({ type: [new ExpressionText('a.b')] }), 'elmt rdf sysml sysx'],
        ['of a reference to a node', elementOf({ type: [NODE] }), 'elmt expr rdf sysml'],
        ['of a reference from a node', elementOf({ owner: [elementOf()] }, 'Feature', 'node'), 'elmt expr rdf sysml']
    ])('%s', (_, element, expected) => {
        const lines = writeTurtle(graphWith(element)).split('\n');
        expect(lines.flatMap(line => /^@prefix (\w+):/.exec(line)?.[1] ?? []).join(' ')).toBe(expected);
    });
});

describe('a value', () => {
    // an element in a title would be printed with all shapes of the process
    it.each<[string, Value]>([
        ['"a"', 'a'],
        ['"\\"\\\\\\n\\r\\t\\b\\f"', '"\\\n\r\t\b\f'],
        ['"\\u0000\\u001F\\u007F\\uD800x\\uDC00"', '\u0000\u001f\u007f\ud800x\udc00'],
        ['"é𝄞"', 'é𝄞'],
        ['"e"', 'e'],
        ['"true"^^xsd:boolean', true],
        ['"false"^^xsd:boolean', false],
        ['"0"^^xsd:integer', 0],
        ['"4095"^^xsd:integer', 4095],
        ['"4096"^^xsd:integer', 4096],
        ['"-1"^^xsd:integer', -1],
        ['"1.50"^^xsd:decimal', new NumberText('1.50', 'decimal')],
        ['"1"^^<http://www.w3.org/2002/07/owl#real>', new NumberText('1', 'real')],
        ['"a + \\"b\\""^^sysx:Expression', new ExpressionText('a + "b"')],
        ['expr:n', NODE]
    ])('is written as %s', (spelled, value) => {
        // once new, once as it is kept
        const written = writeTurtle(graphWith(elementOf({ a: [value], b: [value] })));
        expect(written).toContain(`\nelmt:e\n    a sysml:Feature ;\n    sysml:a ${spelled} ;\n    sysml:b ${spelled} .\n`);
    });

    it.each([
        ['a', 'elmt:a'],
        ['_1', 'elmt:_1'],
        ['a-b.c:d_', 'elmt:a-b.c:d_'],
        ['1a', '<urn:sysmlv2:element:1a>'],
        ['a-', '<urn:sysmlv2:element:a->'],
        ['-a', '<urn:sysmlv2:element:-a>'],
        ['a.', '<urn:sysmlv2:element:a.>'],
        ['a%b', '<urn:sysmlv2:element:a%b>'],
        ['aé', '<urn:sysmlv2:element:aé>']
    ])('an element with the id %s is %s', (id, iri) => {
        const written = writeTurtle(graphWith(elementOf({ elementId: [id] }, 'Feature', 'element', id)));
        expect(written).toContain(`\n${iri}\n    a sysml:Feature ;\n    sysml:elementId "${id}" .\n`);
    });

    it('of several has an annotation with their order, unless it is of the extension', () => {
        const [a, b] = ['a', 'b"c'].map(id => elementOf({}, 'Feature', 'element', id));
        const scoped = new GraphElement('a', 'Feature', 'element', 'org');
        const all = elementOf({ x: [a, b, 'text', scoped], 'sysx:y': [1, 2], z: ['"', a] });
        expect(writeTurtle(graphWith(all)).split('\n').slice(-7).join('\n')).toBe(
            [
                '    a sysml:Feature ;',
                '    sysml:x elmt:a, <urn:sysmlv2:element:b"c>, "text", elmt:org:a ;',
                '    sysx:y "1"^^xsd:integer, "2"^^xsd:integer ;',
                '    sysml:z "\\"", elmt:a ;',
                String.raw`    json:x "[{\"@id\":\"a\"},{\"@id\":\"b\\\"c\"},\"text\",{\"@id\":\"org:a\"}]" ;`,
                String.raw`    json:z "[\"\\\"\",{\"@id\":\"a\"}]" .`,
                ''
            ].join('\n')
        );
    });
});

describe('a long text', () => {
    const long = elementOf({ name: ['x'.repeat(7 << 16)] });
    const every = elementOf({ 'sysx:a': [true], b: ['x', NODE] });

    it.each<[string, readonly GraphElement[], readonly boolean[]]>([
        ['of which all prefixes are in use', [every, long, every, long], [false, true, false, true]],
        ['of which a prefix may come later', [long, long, every, every], [false, false, true, false]],
        ['of which prefixes are missing', [long, long], [false, false]]
    ])('%s is passed on in pieces', (_, elements, expected) => {
        const writer = new TurtleWriter();
        const pieces: string[] = [];
        const found = elements.map(element => {
            const isEnough = writer.write(element);
            if (isEnough) {
                pieces.push(writer.take());
            }
            return isEnough;
        });
        pieces.push(writer.take());
        expect(found).toEqual(expected);
        expect(pieces.map(piece => piece.startsWith('@prefix'))).toEqual(pieces.map((_, i) => i === 0));
        const graph = graphWith(...elements);
        expect([...turtlePieces(graph)].map(piece => piece.length)).toEqual(pieces.map(piece => piece.length));
        expect(pieces.join('')).toBe(writeTurtle(graph));
    });

    it('is handed over as bytes', () => {
        const writer = new TurtleWriter();
        const taken: string[] = [];
        const hand = (): void => writer.handTo(bytes => taken.push(Buffer.from(bytes).toString()));
        writer.write(every);
        hand();
        writer.write(long);
        hand();
        expect(taken.length).toBe(3);
        expect(taken.join('')).toBe(writeTurtle(graphWith(every, long)));
    });
});
