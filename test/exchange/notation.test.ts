/** Graphs as notation (contract: conversion 11.2 to 11.4): what a graph without source text is written as, and that it says the same. */
import { describe, expect, it } from 'vitest';
import { buildGraph, Graph, readTurtle, writeTurtle } from '../../src/exchange/index.js';
import { differencesOf } from '../../src/exchange/notation/differences.js';
import { writeNotation } from '../../src/exchange/notation/write-notation.js';
import type { SourceDocument } from '../../src/language/workspace/document.js';
import { type Model, Workspace } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';

const parse = (document: SourceDocument): Model => new Workspace({ library: testLibrary() }).parse([document]).model;
const reader = { parse, graphOf: (model: Model): Graph => buildGraph(model) };

function graphOf(content: string, language: 'sysml' | 'kerml' = 'sysml'): Graph {
    const model = parse({ name: 'a', language, content });
    expect(model.documents[0].syntaxErrors).toEqual([]);
    return buildGraph(model);
}

function withoutText(graph: Graph): Graph {
    for (const element of graph.elements) {
        if (element.has('sysx:memberIndex')) {
            element.set('sysx:sourceText', []);
            element.set('sysx:sourceTail', []);
        }
    }
    return graph;
}

/** A construct, and how it is written canonically; the members of a package `P` that has the part definitions A and B. */
const CANONICAL: readonly (readonly [string, string, string?])[] = [
    ['clauses in canonical order', 'part x redefines y : A [2] subsets z;', 'part x : A [2] subsets z redefines y;'],
    ['a redefinition alone', 'part d : A { attribute :>> mass = 1.5; }', 'part d : A {\n    attribute redefines mass = 1.5;\n}'],
    [
        'values',
        'attribute a default 1; attribute b := 2; attribute c default := 3;',
        'attribute a default = 1;\nattribute b := 2;\nattribute c default := 3;'
    ],
    [
        'modifiers',
        'part def D { in ref abstract part p [0..*] ordered nonunique : A; }'.replace('in ref abstract', 'in abstract ref'),
        'part def D {\n    in abstract ref part p : A [0..*] ordered nonunique;\n}'
    ],
    [
        'parentheses where they are needed',
        'attribute v = (1 + 2) * 3 - (4 - (5 - 6)) ** 2;',
        'attribute v = (1 + 2) * 3 - (4 - (5 - 6)) ** 2;'
    ],
    [
        'a parameter without a name by that of the parameter at its place, however far it is inherited',
        'calc def F { in x; in w; } calc def G :> F; calc def H :> G { in : A; in : B; attribute v = w; }',
        'calc def F {\n    in x;\n    in w;\n}\ncalc def G specializes F;\n' +
            'calc def H specializes G {\n    in : A;\n    in : B;\n    attribute v = w;\n}'
    ],
    [
        'a parameter whose owner specializes a cycle',
        'calc def F :> G; calc def G :> F; calc def H :> G { in : A { attribute k; attribute j = k; } }',
        'calc def F specializes G;\ncalc def G specializes F;\ncalc def H specializes G {\n    in : A {\n        attribute k;\n        attribute j = k;\n    }\n}'
    ],
    ['and nowhere else', 'attribute v = ((1 * 2)) + (3);', 'attribute v = 1 * 2 + 3;'],
    ['a conditional as an operand', 'attribute v = (if true ? 1 else 2) + 1;', 'attribute v = (if true ? 1 else 2) + 1;'],
    [
        'calls, arrows and bodies',
        'attribute v = (1, 2)->ControlFunctions::collect { in x; x + 1 };',
        'attribute v = (1, 2)->ControlFunctions::collect { in x; x + 1 };'
    ],
    ['indexes and units', 'attribute v = (1, 2)#(1); attribute m = 3 [SI::kg];', 'attribute v = (1, 2)#(1);\nattribute m = 3 [SI::kg];'],
    [
        'classification',
        'part d : A; attribute v = d istype A and not (d hastype B);',
        'part d : A;\nattribute v = d istype A and not (d hastype B);'
    ],
    [
        'the shortest name, but not where the declaration would take it for its own',
        'part def <s> Long; part def D { part <y1> yy; } part def E :> D { part :>> y1 : Long; ref :> y1 : Long; }',
        'part def <s> Long;\npart def D {\n    part <y1> yy;\n}\n' +
            'part def E specializes D {\n    part : s redefines yy;\n    ref : s subsets yy;\n}'
    ],
    ['a documentation', 'part def D { doc /* one\n * two */ }', 'part def D {\n    doc /* one\n * two */\n}'],
    ['names in quotes', "part 'a b' : A; part 'part' : A; ref part c = 'a b';", "part 'a b' : A;\npart 'part' : A;\nref part c = 'a b';"],
    ['a metadata annotation', 'metadata def M; part d { @M; } #M part e;', 'metadata def M;\npart d {\n    @M;\n}\n#M part e;'],
    [
        'imports',
        'private import ScalarValues::*; public import SI::kg; import ISQ::**;',
        'private import ScalarValues::*;\npublic import SI::kg;\nimport ISQ::**;'
    ],
    [
        'an import of an alias of the library',
        'private import ISQ::TemperatureValue;',
        'private import ISQThermodynamics::TemperatureValue;'
    ],
    ['an alias', 'alias C for A;', 'alias C for A;'],
    [
        'connectors',
        'part p { part x; part y; connect x to y; connection c connect (x, y); bind x = y; }',
        'part p {\n    part x;\n    part y;\n    connect x to y;\n    connection c connect (x, y);\n    bind x = y;\n}'
    ],
    [
        'flows and successions of flows',
        'action a { action b { out x; } action c { in x; } flow b.x to c.x; succession flow from b.x to c.x; succession flow f of A from b.x to c.x; succession first b then c; }',
        'action a {\n    action b {\n        out x;\n    }\n    action c {\n        in x;\n    }\n    flow b.x to c.x;\n    succession flow from b.x to c.x;\n    succession flow f of A from b.x to c.x;\n    succession first b then c;\n}'
    ],
    [
        'imports by names that no import is needed for',
        'package Q { part def C; part def D; } package R { private import Q::C; private import Q::D; private import Q::*; part c : C; part d : D; }',
        'package Q {\n    part def C;\n    part def D;\n}\npackage R {\n    private import Q::C;\n    private import Q::D;\n    private import Q::*;\n    part c : C;\n    part d : D;\n}'
    ],
    [
        'an action',
        'action a { attribute n : ScalarValues::Integer; first start; then action s { } if n > 1 { assign n := n - 1; } else { } while n > 0 { assign n := n - 1; } then done; }',
        'action a {\n    attribute n : ScalarValues::Integer;\n    first start;\n    then action s { }\n    if n > 1 {\n        assign n := n - 1;\n    } else { }\n    while n > 0 {\n        assign n := n - 1;\n    }\n    then done;\n}'
    ],
    [
        'a state machine',
        'attribute def E; state m { entry action i; state off; accept e : E if true do action x then on; state on { do action y { } } transition t first on accept after 2 [SI::s] then off; }',
        'attribute def E;\nstate m {\n    entry action i;\n    state off;\n    accept e : E if true do action x then on;\n    state on {\n        do action y { }\n    }\n    transition t first on accept after 2 [SI::s] then off;\n}'
    ],
    [
        'a requirement',
        'requirement def R { subject s : A; assume constraint { s.mass > 0 } require constraint c { s.mass < 9 } } requirement r : R; part d : A; satisfy r by d;',
        'requirement def R {\n    subject s : A;\n    assume constraint {\n        s.mass > 0\n    }\n    require constraint c {\n        s.mass < 9\n    }\n}\nrequirement r : R;\npart d : A;\nsatisfy r by d;'
    ],
    [
        'annotations whose usages begin with what they redefine',
        'metadata def M { ref s : A; } part d { @M { ref :>> s : A; } }',
        'metadata def M {\n    ref s : A;\n}\npart d {\n    @M {\n        ref redefines s : A;\n    }\n}'
    ],
    [
        'what is reached through unnamed features',
        "calc def C { return r : A; } calc def D :> C { return : A; } part p : Parts::Part { ref redefines self; part 'actor' : A; }",
        "calc def C {\n    return r : A;\n}\ncalc def D specializes C {\n    return : A;\n}\npart p : Parts::Part {\n    ref redefines self;\n    part 'actor' : A;\n}"
    ],
    [
        'what is reached by the names that parts of states, transitions and loops take from the library',
        'action def Act { action a : Actions::Action; } state s { state t { transition u first start accept p : A then done; } ref :>> acceptedMessage = t.u.accepter.acceptedMessage; } action act { while true { action b; } }',
        'action def Act {\n    action a : Actions::Action;\n}\nstate s {\n    state t {\n        transition u first start accept p : A then done;\n    }\n    ref redefines acceptedMessage = t.u.accepter.acceptedMessage;\n}\naction act {\n    while true {\n        action b;\n    }\n}'
    ],
    [
        'a step of a chain by a qualified name',
        'part v { part r : A { variation attribute n redefines mass { variant attribute on; } } } constraint c { v.r.n == v.r.n::on }',
        'part v {\n    part r : A {\n        variation attribute n redefines mass {\n            variant attribute on;\n        }\n    }\n}\nconstraint c {\n    v.r.n == v.r.n::on\n}'
    ],
    [
        'names that a declaration takes from what it refers to, which are not the short ones',
        'requirement <R1> safe; requirement all1 { require R1; } ref q = R1; part def C { attribute <m> mass; } part c : C { :>> m = 2; }',
        'requirement <R1> safe;\nrequirement all1 {\n    require safe;\n}\nref q = R1;\npart def C {\n    attribute <m> mass;\n}\npart c : C {\n    redefines mass = 2;\n}'
    ],
    ['an import of what it stands in', 'import P::**; private import P;', 'import P::**;\nprivate import P;'],
    ['a port and its conjugate', 'port def Q; part d { port q : ~Q; }', 'port def Q;\npart d {\n    port q : ~Q;\n}']
];

const BASE = 'part def A { attribute mass; } part def B; part y [2]; part z [2];';
const HEAD = 'package P {\n    part def A {\n        attribute mass;\n    }\n    part def B;\n    part y [2];\n    part z [2];\n';

describe('canonical notation', () => {
    it.each(CANONICAL)('%s', (_title, members, expected) => {
        const graph = withoutText(graphOf(`package P { ${BASE} ${members} }`));
        const body = expected!.replace(/^(?! \* )/gm, '    ');
        expect(writeNotation(graph, reader)).toBe(`${HEAD}${body}\n}\n`);
    });

    it('spells names as short as their places allow', () => {
        const text = `package P { part def A; package Q { part def A; part x : P::A; part y : A; part z : R::C; } package R { part def C; } part def SI; attribute m = 1 [$::SI::kg]; }`;
        expect(writeNotation(withoutText(graphOf(text)), reader).replace(/\s+/g, ' ')).toBe(
            'package P { part def A; package Q { part def A; part x : P::A; part y : A; part z : R::C; } package R { part def C; } part def SI; attribute m = 1 [$::SI::kg]; } '
        );
    });
});

it('an empty graph declares only the prefix of RDF', () => {
    expect(writeTurtle(new Graph())).toBe('@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n');
});

it('roots are written in the order of their positions, in whichever order they are stated', () => {
    const graph = graphOf('package A; package B { import A; } import B;');
    graph.elements.reverse();
    expect(writeNotation(graph, reader)).toBe('package A; package B { import A; } import B;');
    expect(writeNotation(withoutText(graph), reader)).toBe('package A;\npackage B {\n    import A;\n}\nimport B;\n');
});

describe('notation with source text', () => {
    const text = 'package P {\r\n\t// a note\r\n\tpart def A ; // kept\r\n\r\n\tpart a: A   { attribute x=1+2; } // end\r\n}';

    it('gives the file back', () => {
        expect(writeNotation(graphOf(text), reader)).toBe(text);
        expect(writeNotation(readTurtle(writeTurtle(graphOf(text))), reader)).toBe(text);
    });

    it('rewrites only the lines of an edited element', () => {
        const graph = graphOf(text);
        const definition = graph.elements.find(e => e.text('declaredName') === 'A')!;
        definition.add('isAbstract', true);
        expect(writeNotation(graph, reader)).toBe(
            text.replace('\t// a note\r\n\tpart def A ; // kept\r\n', '    abstract part def A;\r\n')
        );
    });
});

it('the notation of a KerML graph is read as the same graph', () => {
    const text = `package K { classifier A; class B specializes A { feature f : A [0..1] = null; derived var feature g subsets f; }
        assoc C { end feature x : A; end feature y : B; } connector c : C from B::f to B::g; function F { in a; return r = a; }
        subclassifier B specializes A; inv { true } behavior D { step s; succession first s then s; } }`;
    const graph = withoutText(graphOf(text, 'kerml'));
    const written = writeNotation(graph, reader);
    expect(differencesOf(graph, graphOf(written, 'kerml'))).toEqual([]);
});
