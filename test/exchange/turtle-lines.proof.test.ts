/**
 * Turtle that is read by the lines of our writer states what the grammar reads in it, whatever is done to the text. A blank in front of a
 * text leaves all of it to the grammar.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph, readTurtle, writeTurtle } from '../../src/exchange/index.js';
import { readLines } from '../../src/exchange/turtle/lines.js';
import { Statements } from '../../src/exchange/turtle/statements.js';
import { documentsBelow } from '../support/models.js';
import { cases, sampled } from '../support/thorough.js';
import { modelOf, turtleOf } from './models.js';
import { changed } from './turtle-changes.js';

const DOCUMENTS = sampled([...documentsBelow('examples'), ...documentsBelow('test/models')], 24, 3);
const scope = (name: string, body: string): string =>
    `package ${name} { @IdentityMetadata::ProjectRef { projectId = "${name}"; org = "o"; } ${body} }`;

/** What a reading comes to: the graph, or why there is none. */
function outcome(text: string): string {
    try {
        return writeTurtle(readTurtle(text));
    } catch (e) {
        return `${(e as Error).name}: ${(e as Error).message}`;
    }
}

function expectAsGrammar(text: string): void {
    expect(outcome(text)).toBe(outcome(text.replace(/^\ufeff?/, '$& ')));
}

describe('Turtle by lines', () => {
    it.each(DOCUMENTS.map(d => [d.name, d] as const))('reads the whole text of %s without the grammar', (_name, document) => {
        for (const idForm of ['qualified', 'uuid'] as const) {
            const text = writeTurtle(buildGraph(modelOf([document]), { idForm }));
            expect(readLines(text, new Statements())).toMatchObject({ offset: text.length, subject: undefined });
            expectAsGrammar(text);
        }
    });

    const texts = [
        turtleOf(
            'package P { doc /* "a" \\ */ part def A { attribute x : ScalarValues::Real = 1.5 + 2; } part b[1..*] : A; part c :> b; }'
        ),
        writeTurtle(buildGraph(modelOf([{ content: 'package Ü { part def A; part a : A = null; }' }]), { idForm: 'uuid' })),
        writeTurtle(
            buildGraph(
                modelOf([
                    { content: `import A::*; ${scope('B', 'part def Y; part y; part z;')}` },
                    { content: scope('A', 'part x : B::Y;') }
                ])
            )
        )
    ];

    it('reads changed text like the grammar', () =>
        fc.assert(fc.property(fc.constantFrom(...texts).chain(changed), expectAsGrammar), { numRuns: cases(20, 900, 40_000) }));

    it.each([
        [
            'an annotation in front of what it lists',
            (t: string) => {
                const [annotation] = /json:ownedMember .*\]"/.exec(t)!;
                return t
                    .replace(` ;\n    ${annotation}`, '')
                    .replace('    sysml:ownedMember', `    ${annotation} ;\n    sysml:ownedMember`);
            }
        ],
        ['an annotation that says less', (t: string) => t.replace(/(json:ownedMember "\[)\{[^}]*\},/, '$1')],
        ['an annotation twice', (t: string) => t.replace(/( {4}json:ownedMember .*\n)/, '$1$1')],
        ['an annotation in another order', (t: string) => t.replace(/(json:ownedMember "\[)(\{[^}]*\}),(\{[^}]*\})/, '$1$3,$2')],
        ['values behind their annotation', (t: string) => `${t}\nelmt:P\n    a sysml:Package ;\n    sysml:ownedMember elmt:P__A__x .\n`],
        ['a datatype behind a blank', (t: string) => t.replace('"3"^^xsd', '"3" ^^xsd')],
        ['line ends of another system', (t: string) => t.replaceAll('\n', '\r\n')],
        ['no line end', (t: string) => t.trimEnd()],
        ['a term of older graphs', (t: string) => t.replace('sysml:declaredName "b"', 'sysml:isNonunique "true"^^xsd:boolean')],
        ['a retired term', (t: string) => t.replace('sysml:declaredName "b"', 'sysml:annotates elmt:P')],
        ['a wrong literal', (t: string) => t.replace('"true"^^xsd:boolean', '"yes"^^xsd:boolean')],
        ['a datatype that no model has', (t: string) => t.replace('^^xsd:boolean', '^^xsd:token')],
        ['a type that is none', (t: string) => t.replace('a sysml:PartUsage', 'a sysml:Wheel')]
    ])('reads %s as the grammar does', (_name, change) => {
        const changed = change(texts[0]);
        expect(changed).not.toBe(texts[0]);
        expectAsGrammar(changed);
    });
});
