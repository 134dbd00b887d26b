/** The notation that Turtle carries, taken without a graph: of which texts, and that whatever somebody changed in them is noticed. */
import { describe, expect, it } from 'vitest';
import { SameStatements } from '../../src/exchange/turtle/source.js';
import { expectAsByGraph, notationOf, SOURCES, TEXT, turtleOf } from './carried-sources.js';

describe('the source text in Turtle', () => {
    it.each(SOURCES)('of %s is found', (_name, documents, content) => {
        for (const idForm of ['qualified', 'uuid'] as const) {
            const turtle = turtleOf(documents, { idForm });
            expect(notationOf(turtle, 'ttl')).toMatchObject({ content, parsed: ['<notation>'] });
            expectAsByGraph(turtle, 'ttl');
        }
    });

    it.each<[string, (turtle: string) => string]>([
        ['a value', t => t.replace('"1.5"^^xsd:decimal', '"2.5"^^xsd:decimal')],
        ['a name', t => t.replace('declaredName "b"', 'declaredName "c"')],
        ['a statement less', t => t.replace(/ {4}sysml:ownedMember .*\n/, '')],
        ['a statement more', t => `${t}\nelmt:P__b\n    sysml:isAbstract "true"^^xsd:boolean .\n`],
        ['a subject less', t => t.replace(/\nelmt:Q\n(.+\n)+/, '')],
        ['a source text', t => t.replace('// of P', '// of p')],
        ['a source text that says something else', t => t.replace('part b[1..*] : A', 'part b[2..*] : A')],
        ['a place', t => t.replace('sourceLine "2"', 'sourceLine "9"')],
        ['a place that is none', t => t.replace('sourceLine "2"^^xsd:integer', 'sourceLine "two"')],
        ['a place twice', t => t.replace(/( {4}sysx:sourceLine "2".*\n)/, '$1    sysx:sourceLine "9"^^xsd:integer ;\n')],
        ['a position', t => t.replace('memberIndex "1"', 'memberIndex "5"')],
        ['a document', t => t.replace(/( {4}sysx:sourceLanguage .*\n)/, '$1    sysx:sourceDocument "d" ;\n')],
        ['a document in front of all', t => `    sysx:sourceDocument "d" ;\n${t}`],
        ['a document in front of a subject', t => t.replace('\nelmt:Q\n', '\n    sysx:sourceDocument "d" ;\nelmt:Q\n')],
        [
            'two documents',
            t => t.replace(/( {4}sysx:sourceLanguage .*\n)/, '$1    sysx:sourceDocument "d" ;\n    sysx:sourceDocument "e" ;\n')
        ],
        ['a tail that was none', t => t.replace(/( {4}sysx:sourceText .*part b.*;\n)/, '$1    sysx:sourceTail "// t\\n" ;\n')],
        ['a tail twice', t => t.replace(/( {4}sysx:sourceTail .*\n)/, '$1    sysx:sourceTail "}" ;\n')],
        ['no tail', t => t.replace(/ {4}sysx:sourceTail .*\n/, '')],
        ['a text of an expression', t => t.replace('sysx:sourceText "1.5 + 2"', 'sysx:sourceText "3.5"')],
        ['another language', t => t.replaceAll('sourceLanguage "sysml"', 'sourceLanguage "kerml"')],
        ['two languages', t => t.replace('sourceLanguage "sysml"', 'sourceLanguage "kerml"')],
        ['no end', t => t.slice(0, -40)]
    ])('is not used if somebody changed %s', (_name, change) => {
        const turtle = turtleOf([{ content: TEXT }]);
        expect(change(turtle)).not.toBe(turtle);
        expectAsByGraph(change(turtle), 'ttl');
    });
});

describe('statements in lines', () => {
    it.each<[string, string, boolean]>([
        ['a ;\nb .\n', 'a ;\nb .\n', true],
        ['\na ;\n', 'b ;\n', false],
        ['\na ;\n', '\na ;\nb ;\n', false],
        ['a ;\nb ;\n', 'a ;\n', false],
        ['    sysx:sourceText "x" ;\nb .\n', '    sysx:sourceText "longer" ;\nb .\n', true],
        ['    sysx:sourceText "x" ;\nb .\n', '    sysx:sourceText "longer" ;\nc .\n', false],
        ['    sysx:sourceText "x" .\n', '    sysx:sourceText "y" ;\n', false],
        ['    sysx:sourceText "x" y" ;\n', '    sysx:sourceText "y" ;\n', false],
        ['    sysx:sourceDocument "x" ;\nb .\n', 'b .\n', false],
        ['    sysx:sourceText "x" ;\nb .\n', 'b .\n', false],
        ['b .\n', '    sysx:sourceTail "x" ;\nb .\n', true],
        ['a\n    sysx:sourceDocument "x" ;\nb .\n', 'a\nb .\n', true],
        ['\n    sysx:sourceDocument "x" ;\nb .\n', '\nb .\n', false],
        ['a .\n    sysx:sourceDocument "x" ;\nb .\n', 'a .\nb .\n', false],
        ['a .\n\n    sysx:sourceDocument "x" ;\nb .\n', 'a .\n\nb .\n', false]
    ])('of %j and %j', (turtle, written, isSame) => {
        const statements = new SameStatements(turtle);
        expect(statements.goOnWith(written) && statements.isAtEnd).toBe(isSame);
    });
});
