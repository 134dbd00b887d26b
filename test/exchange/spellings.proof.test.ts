import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactPieces, convertText, type Graph, NumberText, readTurtle, wrapRoots, writeTurtle } from '../../src/exchange/index.js';
import { propertyOfMetaclass } from '../../src/exchange/metamodel/facts.js';
import { anyText } from '../support/any-text.js';
import { documentsBelow, sharedCorpus } from '../support/models.js';
import { cases, sampled } from '../support/thorough.js';
import { type Compact, expanded } from './compact.js';
import { element, graphOf, jsonOf, modelOf, readElements, turtleOf } from './models.js';
import { buildGraph } from '../../src/exchange/index.js';

const YARD = 'package Yard {\n    part def Crate;\n}\n';

describe('Turtle', () => {
    it('is the example of the contract', () =>
        expect(turtleOf(YARD).split('\nelmt:Yard__Crate\n')[0]).toBe(`@prefix elmt: <urn:sysmlv2:element:> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix sysml: <https://www.omg.org/spec/SysML#> .
@prefix sysx: <urn:opensysml:sysml:> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

elmt:Yard
    a sysml:Package ;
    sysml:qualifiedName "Yard" ;
    sysx:sourceLine "1"^^xsd:integer ;
    sysx:sourceColumn "1"^^xsd:integer ;
    sysx:sourceEndLine "3"^^xsd:integer ;
    sysx:sourceEndColumn "2"^^xsd:integer ;
    sysml:elementId "Yard" ;
    sysx:memberIndex "0"^^xsd:integer ;
    sysx:sourceLanguage "sysml" ;
    sysml:declaredName "Yard" ;
    sysx:hasBody "true"^^xsd:boolean ;
    sysml:ownedMember elmt:Yard__Crate ;
    sysml:ownedMembership elmt:Yard__Crate_om ;
    sysml:ownedRelationship elmt:Yard__Crate_om ;
    sysx:sourceText "package Yard {\\n" ;
    sysx:sourceTail "}\\n" .
`));

    it('lists several values of a property in an annotation, in order', () =>
        expect(turtleOf('package P { part a; part b; }')).toContain('sysml:ownedMember elmt:P__a, elmt:P__b ;'));
    it('in an annotation', () =>
        expect(turtleOf('package P { part a; part b; }')).toContain('json:ownedMember "[{\\"@id\\":\\"P__a\\"},{\\"@id\\":\\"P__b\\"}]"'));

    it('abbreviates only valid local names', () => {
        const text = turtleOf("package P { attribute x : ScalarValues::Real; attribute '1-' : ScalarValues::Boolean; }");
        expect(text).toMatch(/\n<urn:sysmlv2:element:14c0aa22-[0-9a-f-]+>\n/);
        expect(turtleOf("package '1';")).toContain('\n<urn:sysmlv2:element:1>\n');
        expect(turtleOf("package 'a-';")).toContain('\n<urn:sysmlv2:element:a->\n');
    });

    it('escapes characters that would break a line', () =>
        expect(turtleOf('package P { doc /* "q" \\ \t\u0001 */ }')).toContain('sysml:body "\\"q\\" \\\\ \\t\\u0001 "'));
});

describe('element arrays', () => {
    const array = JSON.parse(jsonOf(graphOf(YARD))) as Record<string, unknown>[];

    it('are the example of the contract', () => {
        expect(array).toHaveLength(5);
        expect(array[0]).toEqual({
            '@type': 'Namespace',
            '@id': 'Yard_ns',
            elementId: 'Yard_ns',
            ownedRelationship: [{ '@id': 'Yard_om' }],
            ownedMembership: [{ '@id': 'Yard_om' }],
            ownedMember: [{ '@id': 'Yard' }]
        });
        expect(Object.keys(array[2]).slice(0, 7)).toEqual([
            '@type',
            '@id',
            'owner',
            'owningNamespace',
            'owningRelationship',
            'owningMembership',
            'qualifiedName'
        ]);
        expect(array[4]).toEqual({
            '@type': 'OwningMembership',
            '@id': 'Yard__Crate_om',
            elementId: 'Yard__Crate_om',
            owner: { '@id': 'Yard' },
            memberElement: { '@id': 'Yard__Crate' },
            ownedMemberElement: { '@id': 'Yard__Crate' },
            ownedRelatedElement: [{ '@id': 'Yard__Crate' }],
            owningRelatedElement: { '@id': 'Yard' },
            membershipOwningNamespace: { '@id': 'Yard' }
        });
        expect(jsonOf(graphOf(YARD))).toBe(`${JSON.stringify(array, undefined, 2)}\n`);
    });

    it('keep the digits of numbers', () => {
        const text = jsonOf(graphOf('package P { attribute a = 123456789012345678901234567890; attribute b = 4.50; attribute c = .5; }'));
        expect(text).toContain('"value": 123456789012345678901234567890');
        expect(text).toContain('"value": 4.50');
        expect(text).toContain('"value": 0.5');
    });

    it('distinguish names that do not resolve from text', () =>
        expect(jsonOf(graphOf('package P { part x : Nope :> nope; }'))).toMatch(
            /"type": \[\s+{\s+"@ref": "Nope"\s+}\s+],\s+"subsets": "nope"/
        ));

    it('have a namespace a document, all of them first', () => {
        const graph = buildGraph(modelOf([{ content: 'package A;' }, { content: 'package B; package C;' }]));
        const types = (JSON.parse(jsonOf(graph)) as { '@id': string }[]).map(e => e['@id']);
        expect(types).toEqual(['A_ns', 'B_ns', 'A_om', 'B_om', 'C_om', 'A', 'B', 'C']);
    });

    it('own imports at the root directly', () => {
        const [namespace, , imported] = JSON.parse(jsonOf(graphOf('import Q::*; package Q;'))) as Record<string, unknown>[];
        expect(namespace.ownedImport).toEqual([{ '@id': '_400' }]);
        expect(imported.owningRelatedElement).toEqual({ '@id': '_400_ns' });
    });
});

const MODELS = sampled([...documentsBelow('examples'), ...documentsBelow('test/models')], 32, 26);

describe('the compact form', () => {
    const compact = (graph: Graph, options = {}): string => [...compactPieces(graph, wrapRoots(graph), options)].join('');

    it('is the example of the contract', () =>
        expect(compact(graphOf(YARD), { omitDerived: true }).replace(/,"sysx:source\w+":(?:\d+|"[^"]*")/g, '')).toBe(
            '{"format":"api-json-compact/1","ids":["Yard_ns","Yard_om","Yard","Yard__Crate","Yard__Crate_om"],"elementCount":5,' +
                '"elementIdsAreIds":true,' +
                '"referenceKeys":["memberElement","ownedRelatedElement","ownedRelationship","owningRelatedElement","owningRelationship"],' +
                '"elements":[{"@type":"Namespace","ownedRelationship":[1]},' +
                '{"@type":"OwningMembership","memberElement":2,"ownedRelatedElement":[2],"owningRelatedElement":0},' +
                '{"@type":"Package","owningRelationship":1,"sysx:memberIndex":0,"declaredName":"Yard","sysx:hasBody":true,"ownedRelationship":[4]},' +
                '{"@type":"PartDefinition","sysx:memberIndex":0,"owningRelationship":4,"declaredName":"Crate","sysx:hasBody":false},' +
                '{"@type":"OwningMembership","memberElement":3,"ownedRelatedElement":[3],"owningRelatedElement":2}]}\n'
        ));

    it.each(MODELS.map(d => [d.name, d] as const))(
        'of %s expands to its element array, and to that without derived keys',
        (_name, document) => {
            const graph = buildGraph(modelOf([document]));
            const array = JSON.parse(jsonOf(graph)) as Record<string, unknown>[];
            expect(expanded(JSON.parse(compact(graph)) as Compact)).toEqual(array);
            const keep = new Set(['qualifiedName', 'owner']);
            const without = array.map(e =>
                Object.fromEntries(
                    Object.entries(e).filter(([key]) => keep.has(key) || propertyOfMetaclass(e['@type'] as string, key)?.isDerived !== true)
                )
            );
            expect(expanded(JSON.parse(compact(graph, { omitDerived: true, keep })) as Compact)).toEqual(without);
        }
    );

    it('of scopes expands to its element array', () => {
        const scope = (name: string, body: string): string =>
            `package ${name} { @IdentityMetadata::ProjectRef { projectId = "${name}"; } ${body} }`;
        const graph = graphOf(`${scope('A', 'part x : B::Y;')} ${scope('B', 'part def Y;')} package C { part z : B::Y; }`);
        expect(expanded(JSON.parse(compact(graph)) as Compact)).toEqual(JSON.parse(jsonOf(graph)));
    });
});

/** All four ways between Turtle and element array end where they began. */
function expectFixedPoints(graph: Graph): void {
    const turtle = writeTurtle(graph);
    const json = jsonOf(graph);
    expect(writeTurtle(readTurtle(turtle)) === turtle, 'Turtle to Turtle').toBe(true);
    expect(jsonOf(readTurtle(turtle)) === json, 'Turtle to JSON').toBe(true);
    expect(writeTurtle(readElements(json)) === turtle, 'JSON to Turtle').toBe(true);
    expect(jsonOf(readElements(json)) === json, 'JSON to JSON').toBe(true);
}

describe('fixed points', () => {
    it.each(MODELS.map(d => [d.name, d] as const))('%s', (_name, document) => expectFixedPoints(buildGraph(modelOf([document]))));

    const corpus = sharedCorpus().filter((_, i) => i % cases(80, 16, 8) === 0);
    it.skipIf(corpus.length === 0)('files of the corpus (all of them in the long tests)', () =>
        corpus.forEach(document => expectFixedPoints(buildGraph(modelOf([document]))))
    );

    it('with ids that are UUIDs', () =>
        expectFixedPoints(
            graphOf(
                'package P { part a : A[2] = f(1, x) { part b :> a.c; } part def A; state def S { state s; transition first s then s; } import P; action a { action b; then action c; } }',
                'sysml',
                { idForm: 'uuid' }
            )
        ));

    it('with a member of the library that an import alone names', () =>
        expectFixedPoints(graphOf('package P { import ScalarValues::Real; }')));

    it('with several documents and scopes', () => {
        const scope = (name: string, body: string): string =>
            `package ${name} { @IdentityMetadata::ProjectRef { projectId = "${name}"; } ${body} }`;
        expectFixedPoints(
            buildGraph(modelOf([{ content: scope('A', 'part x : B::Y;') }, { content: `import A::*; ${scope('B', 'part def Y;')}` }]))
        );
    });

    it('of random texts and numbers', () =>
        fc.assert(
            fc.property(anyText(), fc.bigInt(), fc.double({ noNaN: true, noDefaultInfinity: true }), (text, integer, real) => {
                const graph = graphOf(
                    `package P { attribute s = ${JSON.stringify(text.replace(/[\\"]/g, ''))}; attribute i = ${integer < 0n ? -integer : integer}; attribute r = ${literal(real)}; }`
                );
                expectFixedPoints(graph);
            }),
            { numRuns: cases(2, 20, 60) }
        ));
});

function literal(real: number): string {
    const text = String(Math.abs(real)).replace('e+', 'E').replace('e', 'E');
    return /[.E]/.test(text) ? text : `${text}.0`;
}

describe('reading', () => {
    const head =
        '@prefix elmt: <urn:sysmlv2:element:> .\n@prefix sysml: <https://www.omg.org/spec/SysML#> .\n@prefix sysx: <urn:opensysml:sysml:> .\n@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n@prefix json: <urn:sysmlv2:annotation:json:> .\n';
    const p = 'elmt:P a sysml:Package ; sysml:qualifiedName "P" ';

    it('any spelling of Turtle', () => {
        const text = `PREFIX elmt: <urn:sysmlv2:element:>\n@base <https://www.omg.org/spec/> .\n# note\n<urn:sysmlv2:element:P> a <SysML#Package> ; <SysML#qualifiedName> '''P''' , 'P' ;; .`;
        expect(element(readTurtle(text), 'P').get('qualifiedName')).toBe('P');
    });

    it('the order of an annotation', () => {
        const members = 'elmt:A a sysml:PartUsage . elmt:B a sysml:PartUsage .';
        const graph = readTurtle(
            `${head}${p}; sysml:ownedMember elmt:A, elmt:B ; json:ownedMember "[{\\"@id\\":\\"B\\"},{\\"@id\\":\\"A\\"}]" . ${members}`
        );
        expect(
            element(graph, 'P')
                .elements('ownedMember')
                .map(e => e.id)
        ).toEqual(['B', 'A']);
        expect(
            element(readTurtle(`${head}${p}; json:ownedMember "[{\\"@id\\":\\"B\\"}]" . ${members}`), 'P')
                .elements('ownedMember')
                .map(e => e.id)
        ).toEqual(['B']);
    });

    it('the most specific of several types', () =>
        expect(element(readTurtle(`${head}elmt:P a sysml:Element, sysml:Namespace, sysml:Package .`), 'P').metaclass).toBe('Package'));

    it.each([
        ['a:b c:d "x" .', 'turtle: line 6: the prefix a: is not declared'],
        [`${p}`, 'turtle: line 6'],
        [`${p}; sysml:owner _:x .`, 'turtle: line 6: blank nodes'],
        [`${p}; sysml:owner [ ] .`, 'turtle: line 6: blank nodes'],
        [`${p}; sysml:owner ( ) .`, 'turtle: line 6: collections'],
        [`${p};\n sysx:memberIndex 1.5 .`, 'must be an integer from 0'],
        [`${p};\n sysx:hasBody 1 .`, 'true or false'],
        [`${p}; sysml:declaredName "x"@en .`, 'has the language en'],
        ['elmt:P sysml:qualifiedName "P" .', 'cannot convert P: it has no type'],
        ['elmt:P a sysml:Nope .', 'no such metaclass'],
        ['elmt:P a sysml:Relationship .', 'abstract'],
        ['elmt:P a sysml:Package, sysml:PartUsage .', 'specializes all the others'],
        [`${p}; sysml:owner elmt:Q .`, 'its owner refers to Q'],
        [`${p}; sysml:isAbstract "yes"^^xsd:boolean .`, '"yes" is not an xsd:boolean'],
        [`${p}; sysx:memberIndex "2147483648"^^xsd:int .`, 'is not a value of xsd:int'],
        [`${p}; sysx:memberIndex "-1"^^xsd:integer .`, 'an integer from 0'],
        [`${p}; sysx:hasBody "true" .`, 'true or false'],
        [`${p}; sysml:declaredName "1"^^xsd:integer .`, 'declaredName must be a text'],
        [`${p}; sysml:declaredName "false"^^xsd:boolean .`, 'declaredName must be a text'],
        [
            `${p}; sysx:hasBody "true"^^xsd:boolean, "false"^^xsd:boolean .`,
            'its sysx:hasBody must have one value, but has "true" and "false"'
        ],
        [`${p}; sysml:nope "x" .`, 'no property nope'],
        [`${p}; sysml:declaredName "a", "b", "c", "d" .`, 'but has "a" and "b" and 2 others'],
        [`${p}; sysml:${'n'.repeat(1000)} "x" .`, /no property n{100}…n{20}$/],
        [`${p}; sysml:declaredName "x .`, 'line 6: the text that begins with "x is not closed'],
        [`${p}; sysml:declaredName 'x' ^ .`, 'line 6: ^ is not Turtle'],
        ['elmt:P a sysml:LiteralRational ; sysml:value "1"^^xsd:integer .', 'its value must be a rational number, but is "1"'],
        ['elmt:P a sysml:LiteralInteger ; sysml:value "1.0"^^xsd:decimal .', 'its value must be an integer, but is "1.0"'],
        [`${p}; sysml:annotates elmt:P .`, 'cannot convert sysml:annotates: the term is retired: re-export the graph from notation'],
        [`${p}; <urn:systemica:sysml:x> "x" .`, 'retired'],
        [`${p}; <urn:other:x> "x" .`, 'is not a property of the metamodel'],
        [`<urn:other:P> a sysml:Package .`, 'is not an element'],
        [`${p}; sysml:ownedMember elmt:P ; json:ownedMember "[1]" .`, 'does not list the stated values'],
        [`${p}; json:ownedMember "[{}]" .`, 'neither a reference nor a literal'],
        [`${p}; json:ownedMember "x" .`, 'is not JSON'],
        [`${p}; json:ownedMember "[true,true]" .`, 'lists a value twice'],
        [`${p}; sysml:owner elmt:P .`, 'it owns itself'],
        ['elmt:A a sysml:Package ; sysml:owner elmt:B . elmt:B a sysml:Package ; sysml:owner elmt:A .', 'it owns itself'],
        [`${p} . elmt:m a sysml:OwningMembership .`, 'states no member'],
        [
            `${p} . elmt:Q a sysml:Package . elmt:m a sysml:OwningMembership ; sysml:memberElement elmt:P ; sysml:ownedMemberElement elmt:Q .`,
            'two elements as its member'
        ],
        [
            `${p} . elmt:m a sysml:OwningMembership ; sysml:memberElement elmt:P . elmt:n a sysml:OwningMembership ; sysml:memberElement elmt:P .`,
            'two memberships own it'
        ]
    ])('no Turtle like %s', (text, message) => expect(() => readTurtle(head + text)).toThrow(message));

    const q = '"@id": "P", "@type": "Package"';
    it.each([
        ['[{', 'json: line 1: expected a string, found the end of the text'],
        [`[\n{${q}}\n,]`, 'json: line 3: expected a value'],
        ['[1]', 'an element must be an object'],
        ['{"@type": "Package"}', 'the "@id" of an element must be a string'],
        ['{"@id": "", "@type": "Package"}', 'the "@id" of an element must be a string'],
        [`{"elements": [{${q}}]}`, 'this object has neither, but "elements"; the elements of a model are one array of objects'],
        [`{${q}}\n{${q}}`, 'line 2: expected the end of the text, because the elements of a model are one array of objects'],
        ['{"@id": "P"}', 'has no "@type"'],
        [`[{${q}}, {${q}}]`, 'two elements have the "@id"'],
        [`{${q}, "@context": 1}`, 'JSON-LD'],
        ['[{"@id": "urn:x", "@type": ["https://www.omg.org/spec/SysML#Package"]}]', 'write the graph as Turtle'],
        ['{"@graph": [{"@id": "urn:x", "@type": ["https://www.omg.org/spec/SysML#Package"]}]}', 'write the graph as Turtle'],
        ['{"@context": {"s": "https://x#"}, "@graph": [{"@id": "P", "@type": "s:Package"}]}', 'write the graph as Turtle'],
        [`{${q}, "@graph": []}`, 'write the graph as Turtle'],
        [`{"@graph": [{${q}}], "x": 1}`, 'write the graph as Turtle'],
        [`{${q}, "@x": 1}`, 'has the key @x'],
        [`{${q}, "x:y": 1}`, 'the only prefix of terms is sysx:'],
        [`{${q}, "owner": {"id": "P"}}`, 'an object other than'],
        [`{${q}, "ownedMember": [[1]]}`, 'an array in an array'],
        [`{${q}, "ownedMember": [null]}`, 'null in an array'],
        [`{${q}, "owner": {"@id": "Q"}}`, 'its owner refers to Q'],
        [`{${q}, "declaredName": ["a", "b"]}`, 'its declaredName must have one value'],
        [`{${q}, "declaredName": 3}`, 'declaredName must be a text'],
        [`{${q}, "isImpliedIncluded": "no"}`, 'true or false'],
        ['{"@id": "a b", "@type": "Package"}', 'an id may contain only letters'],
        [`${'['.repeat(5000)}`, 'json: line 1'],
        [`{${q}, "name": ${'['.repeat(5000)}`, 'nested too deeply'],
        ['"\\ud800\\x"', 'unknown escape']
    ])('no JSON like %s', (text, message) => expect(() => readElements(text)).toThrow(message));

    it('a whole number of JSON as the value of a rational literal', () => {
        const [literal] = readElements('{"@id": "P", "@type": "LiteralRational", "value": 5}').elements;
        expect(literal.get('value')).toEqual(new NumberText('5.0', 'decimal'));
    });

    it('no literal that the lexer would have to keep whole', () =>
        expect(() => readTurtle(`${head}elmt:P a  sysml:Package ; sysml:declaredName '''${'n'.repeat(17_000_000)}''' .`)).toThrow(
            'turtle: line 6: a text, an IRI or a comment that begins on this line or a later one is not closed, or has more than 8388608 characters'
        ));

    it('nothing so large that memory might not hold it', () => {
        const answer = convertText({ name: 'x.ttl', content: ' '.repeat(90_000_001), from: 'ttl' }, { to: 'api-json' }, () => {
            throw new Error('no notation');
        });
        expect(answer).toEqual({
            error: 'cannot convert x.ttl: it has 90000001 characters, but at most 90000000 are read',
            diagnostics: []
        });
    });

    it('of full documents of other tools, the properties that our graphs state', () => {
        const graph = readElements(
            JSON.stringify([
                { '@id': 'r', '@type': 'Namespace', ownedRelationship: [{ '@id': 'm' }], name: null, owner: null },
                {
                    '@id': 'm',
                    '@type': 'OwningMembership',
                    memberElement: { '@id': 'p' },
                    visibility: 'public',
                    owningRelatedElement: { '@id': 'r' },
                    memberName: 'P'
                },
                {
                    '@id': 'p',
                    '@type': 'Package',
                    declaredName: 'P',
                    name: 'P',
                    qualifiedName: 'P',
                    isImpliedIncluded: false,
                    aliasIds: [],
                    owner: { '@id': 'r' },
                    member: [],
                    elementId: 'p'
                }
            ])
        );
        expect(graph.elements.map(e => [e.id, [...e.properties].sort()])).toEqual([
            ['p', ['declaredName', 'elementId', 'qualifiedName', 'sysx:memberIndex']]
        ]);
    });
});
