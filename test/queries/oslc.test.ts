/** OSLC query text (contract: queries 5): each row is a text and what it finds, or why it is refused. */
import { describe, expect, it } from 'vitest';
import { find, parseOslcQuery } from '../../src/queries/index.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';

const TABLE = `package Brew {
    port def Pipe;
    part def Kettle { out port tap : Pipe; port lid : Pipe; }
    part def Cup { in port rim : Pipe; }
    part def Table {
        part kettle : Kettle;
        part cup : Cup [2..*];
        part 'a "q" \\\\ b+c' [0..3] { doc /* kept */ }
        connection pour connect kettle.tap to cup.rim;
    }
}`;
const { model } = new Workspace({ library: testLibrary() }).parse([{ name: 'brew.sysml', language: 'sysml', content: TABLE }]);

const SYSML = 'https://www.omg.org/spec/SysML#';
const QUOTED = 'Brew::Table::a "q" \\ b+c';

const FINDS: readonly (readonly [text: string, ids: readonly string[]])[] = [
    ['sysml:name="kettle" and rdf:type in [sysml:PartUsage,sysml:PortUsage]', ['Brew::Table::kettle']],
    ['rdf:type = sysml:PortDefinition', ['Brew::Pipe']],
    ['  rdf:type=sysml:PortDefinition  ', ['Brew::Pipe']],
    ['rdf:type="PortDefinition"', ['Brew::Pipe']],
    ['rdf:type="PortDefinition"^^xsd:string', ['Brew::Pipe']],
    [`rdf:type=<${SYSML}PortDefinition>`, []],
    ['sysml:name=<cup>', ['Brew::Table::cup']],
    ['sysml:name in [ "tap" , "lid" ]', ['Brew::Kettle::tap', 'Brew::Kettle::lid']],
    ['sysml:name in\t["tap"]', ['Brew::Kettle::tap']],
    ['sysml:multiplicityLower>1', ['Brew::Table::cup']],
    ['sysml:multiplicityLower >= 2', ['Brew::Table::cup']],
    ['sysml:multiplicityUpper<*', [QUOTED]],
    ['sysml:multiplicityUpper<=*', ['Brew::Table::cup', QUOTED]],
    ['sysml:multiplicityUpper=*', ['Brew::Table::cup']],
    ['sysml:multiplicityUpper in [3,*]', ['Brew::Table::cup', QUOTED]],
    ['sysml:multiplicityUpper!=3', ['Brew::Table::cup']],
    ['sysml:multiplicityLower=2.0', []],
    ['sysml:isAbstract=false and sysml:owner="Brew"', ['Brew::Pipe', 'Brew::Kettle', 'Brew::Cup', 'Brew::Table']],
    ['sysml:isAbstract=true', []],
    [String.raw`sysml:name="a \"q\" \\ b+c"`, [QUOTED]],
    ['sysml:documentation="kept"', [QUOTED]],
    ['oslc.where=sysml:name%3D%22cup%22', ['Brew::Table::cup']],
    ['oslc.where=sysml:owner="Brew::Table"+and+rdf:type=sysml:PartUsage', ['Brew::Table::kettle', 'Brew::Table::cup', QUOTED]],
    [
        'oslc.where=rdf:type=sysml:PartUsage&oslc.select=sysml:name&oslc.orderBy=-sysml:name',
        ['Brew::Table::kettle', 'Brew::Table::cup', QUOTED]
    ],
    ['oslc.where=rdf:type=sysml:PartUsage&oslc.orderBy=%2Bsysml:name', [QUOTED, 'Brew::Table::cup', 'Brew::Table::kettle']],
    ['oslc.where=rdf:type=sysml:PartUsage&oslc.orderBy=sysml:multiplicityUpper', ['Brew::Table::kettle', QUOTED, 'Brew::Table::cup']],
    ['oslc.where=rdf:type=sysml:PartUsage&oslc.orderBy=-sysml:multiplicityUpper', ['Brew::Table::cup', QUOTED, 'Brew::Table::kettle']],
    [
        'oslc.where=sysml:type="Brew::Pipe"&oslc.orderBy=sysml:owner,-sysml:name',
        ['Brew::Cup::rim', 'Brew::Kettle::tap', 'Brew::Kettle::lid']
    ],
    ['oslc.where=sysml:name="cup"&oslc.where=sysml:name="tap"', ['Brew::Table::cup']],
    [`oslc.prefix=m=<${SYSML}>&oslc.where=m:name="cup"`, ['Brew::Table::cup']],
    ['oslc.properties=sysml:name&oslc.where=sysml:name="cup"', ['Brew::Table::cup']],
    ['&oslc.where=sysml:name="cup"&&oslc.select=sysml:name&', ['Brew::Table::cup']],
    [
        'oslc.where=rdf:type=sysml:PortUsage&oslc.orderBy= sysml:type , sysml:name',
        ['Brew::Kettle::lid', 'Brew::Cup::rim', 'Brew::Kettle::tap']
    ],
    ['sysml:name="x & y"', []]
];

const REFUSED: readonly (readonly [text: string, message: string])[] = [
    [' ', 'the OSLC where clause is empty'],
    ['oslc.where=', 'the OSLC where clause is empty'],
    ['sysml:name="a" and', 'an OSLC term is missing behind "and"'],
    ['sysml:name="a" or sysml:name="b"', 'terms are joined by "and"'],
    ['sysml:name="a" AND sysml:name="b"', 'terms are joined by "and"'],
    ['sysml:name="a"and sysml:name="b"', 'terms are joined by "and"'],
    ['(sysml:name="a")', 'a term begins with a prefixed name, as sysml:name'],
    ['name="a"', 'a term begins with a prefixed name, as sysml:name'],
    ['shortName="a"', 'a term begins with a prefixed name, as sysml:shortName'],
    ['sysml:name', 'it has no operator'],
    ['sysml:name in["a"]', 'it has no operator'],
    ['sysml:name=', 'it has no value'],
    ['sysml:name=cup', '"cup" is no value'],
    ['sysml:name="cup', 'its string does not end'],
    [String.raw`sysml:name="a\n"`, String.raw`a string has no escape \n`],
    ['sysml:owner=<x', 'its URI does not end'],
    ['sysml:name in []', 'it has no value'],
    ['sysml:name in ["a",]', 'it has no value'],
    ['sysml:name in ["a"', 'its list does not end'],
    ['sysml:name in "a"', 'takes a list'],
    ['sysml:owner{sysml:name="a"}', 'scoped terms are not implemented'],
    ['*="a"', 'the wildcard is not implemented'],
    ['oslc.select=*', 'the wildcard is not implemented'],
    ['oslc.orderBy=-*', 'the wildcard is not implemented'],
    ['oslc.properties=*', 'the wildcard is not implemented'],
    ['oslc.select=sysml:owner{sysml:name}', 'scoped terms are not implemented'],
    ['oslc.select=sysml:name,,sysml:type', 'oslc.select has an empty item'],
    ['oslc.orderBy=', 'oslc.orderBy has an empty item'],
    ['oslc.select=name', 'is not a prefixed name'],
    ['oslc.searchTerms="a"', 'not free-text search'],
    ['oslc.paging=true', 'unknown OSLC query parameter "oslc.paging"'],
    ['oslc.where=sysml:name="a"&limit=3', 'unknown OSLC query parameter "limit"'],
    ['oslc.prefix=m', 'does not bind a prefix'],
    ['oslc.where=%zz', 'bad percent escape'],
    ['sysml:name="a"@en', 'language tags are not supported'],
    ['sysml:name="1"^^xsd:date', 'datatype xsd:date is not supported'],
    ['dcterms:title="a"', 'OSLC prefix "dcterms" is unbound'],
    ['rdf:type=uml:Class', 'OSLC prefix "uml" is unbound'],
    ['sysml:colour="a"', 'unknown query property "sysml:colour"; queryable properties are @id,'],
    ['rdf:value="a"', 'unknown query property "rdf:value"; queryable properties are @id,'],
    ['oslc.select=sysml:colour', 'unknown query property "sysml:colour"; queryable properties are @id,'],
    ['sysml:name>"a"', 'query property "name" is not ordered, so > cannot compare it'],
    ['sysml:multiplicityLower>="a"', '>= on "multiplicityLower" needs a number to compare against, got "a"']
];

describe('OSLC query text', () => {
    it.each(FINDS)('%s', (text, ids) => {
        expect(Array.from(find(model, parseOslcQuery(text)), e => e.id)).toEqual(ids);
    });

    it.each(REFUSED)('%s: %s', (text, message) => {
        expect(() => find(model, parseOslcQuery(text))).toThrow(message);
    });

    it('tells the selected properties alone', () => {
        const found = find(model, parseOslcQuery('oslc.where=sysml:name="cup"&oslc.select=sysml:name,rdf:type&oslc.orderBy=sysml:owner'));
        expect(Array.from(found, e => e.properties)).toEqual([{ name: 'cup', '@type': 'PartUsage' }]);
    });
});
