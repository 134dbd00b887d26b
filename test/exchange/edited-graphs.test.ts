/**
 * Graphs that a client has edited, as notation (contract: conversion 11.2): the lines of the edited elements change, all others stay as
 * they were.
 */
import { describe, expect, it } from 'vitest';
import { type Conversion, convertText, type ConvertOptions, readTurtle } from '../../src/exchange/index.js';
import { differencesOf } from '../../src/exchange/notation/differences.js';
import { assignPositions } from '../../src/exchange/notation/positions.js';
import { graphOf, modelOf } from './models.js';

const convert = (content: string, from: 'sysml' | 'ttl', to: ConvertOptions['to']): Conversion =>
    convertText({ name: '<content>', content, from, language: 'sysml' }, { to }, document => modelOf([document]));

/** A text with places for what is edited: tabs, odd spaces and notes show what was written again. */
const TEXT = `// the yard
package Yard {
\t// crates
\tpart def Crate {
\t\tattribute mass   : ScalarValues::Real = 12.5; // heavy
\t\tpart lid : Lid [1..2]; // on top
\t}
\tpart def Lid; part def Nail;   // two
\tdoc /* said */
\tpart   crate1 : Crate;
\taction  store { in what; }
\tattribute total=crate1.mass + Crate::mass;
\tvariation   part def Choice;
\tenum   def Kind;
\tuse case def Use { objective goal; }
} // end
// after
`;

const turtle = convert(TEXT, 'sysml', 'ttl').content!;

type Edit = readonly [from: string | RegExp, to: string];

/** The graph with texts replaced, everywhere. */
function edited(edits: readonly Edit[]): string {
    return edits.reduce((text, [from, to]) => {
        const changed = text.replaceAll(typeof from === 'string' ? from : new RegExp(from, 'g'), to);
        expect(changed, String(from)).not.toBe(text);
        return changed;
    }, turtle);
}

/** What a client states of a new member, and no more. */
const added = (owner: string, name: string, statements: string): Edit => [
    /$(?![\s\S])/,
    `
elmt:${owner}__${name}
    ${statements} ;
    sysml:qualifiedName "${owner.replaceAll('__', '::')}::${name}" ;
    sysml:declaredName "${name}" ;
    sysml:owningMembership elmt:${owner}__${name}_om .
elmt:${owner}__${name}_om
    a sysml:OwningMembership ;
    sysml:memberElement elmt:${owner}__${name} ;
    sysml:owningRelatedElement elmt:${owner} .
`
];
const index = (place: number): string => `sysx:memberIndex "${place}"^^xsd:integer`;

const CRATE =
    '\t// crates\n\tpart def Crate {\n\t\tattribute mass   : ScalarValues::Real = 12.5; // heavy\n\t\tpart lid : Lid [1..2]; // on top\n\t}\n';

/** The edits, and the texts that they put in the place of others. */
const ROWS: readonly (readonly [title: string, edits: readonly Edit[], changes: readonly (readonly [from: string, to: string])[]])[] = [
    ['a new member', [added('Yard', 'New', 'a sysml:PartDefinition')], [['} // end', '    part def New;\n} // end']]],
    [
        'a new member in its place, by which unnamed ones behind it are known',
        [[index(3), index(4)], added('Yard', 'New', `a sysml:PartDefinition ; ${index(3)}`)],
        [['\tdoc /* said */', '    part def New;\n\tdoc /* said */']]
    ],
    [
        'a new member, and of an owner that has no lines for it',
        [
            added('Yard__crate1', 'New', 'a sysml:PartDefinition'),
            [/(sysml:declaredName "crate1" ;\n(?: .*\n)*? {4}sysx:hasBody )"false"/, '$1"true"']
        ],
        [['\tpart   crate1 : Crate;', '    part crate1 : Crate {\n        part def New;\n    }']]
    ],
    [
        'a new member with a type, a value and bounds that are stated once',
        [
            added(
                'Yard',
                'n',
                'a sysml:AttributeUsage ; sysml:type elmt:Yard__Lid ; sysml:value expr:Yard__n_pvalue ; sysml:upperBound expr:Yard__n_pupperBound'
            ),
            [/$(?![\s\S])/, 'expr:Yard__n_pvalue a sysml:LiteralInteger ; sysml:value "7"^^xsd:integer .\n'],
            [/$(?![\s\S])/, 'expr:Yard__n_pupperBound a sysml:LiteralInfinity .\n']
        ],
        [['} // end', '    attribute n : Lid [*] = 7;\n} // end']]
    ],
    [
        'members that change places',
        [[new RegExp(`${index(0).replaceAll('^', '\\^')}( ;\\n {4}sysml:owningNamespace elmt:Yard ;)`), `${index(99)}$1`]],
        [
            [CRATE, ''],
            ['} // end', `${CRATE}} // end`]
        ]
    ],
    ['what has no ids beside its name, nothing', [[/ {4}sysml:elementId .* ;\n/, '']], []],
    ['what does not name its owners twice, nothing', [[/ {4}sysml:owner elmt:Yard ;\n/, '']], []],
    [
        'what does not list what it owns, nothing',
        [[/ {4}(?:sysml|json):owned(?:Member|Membership|Feature|FeatureMembership|Typing|Specialization) .* ;\n/, '']],
        []
    ],
    ['an owner whose annotations are gone, nothing', [[/ {4}json:.* ;\n/, '']], []],
    [
        'a value',
        [['"12.5"', '"13.25"']],
        [['\t\tattribute mass   : ScalarValues::Real = 12.5; // heavy', '        attribute mass : ScalarValues::Real = 13.25;']]
    ],
    ['a bound', [['value "2"^^', 'value "5"^^']], [['\t\tpart lid : Lid [1..2]; // on top', '        part lid : Lid [1..5];']]],
    [
        'an owner, whose members and end keep their lines',
        [['sysml:declaredName "Crate"', 'sysml:isAbstract "true"^^xsd:boolean ; sysml:declaredName "Crate"']],
        [['\t// crates\n\tpart def Crate {', '    abstract part def Crate {']]
    ],
    [
        'a name with the ids that follow from it, and what says it',
        [
            ['Yard__Crate', 'Yard__Box'],
            ['Yard::Crate', 'Yard::Box'],
            ['declaredName "Crate"', 'declaredName "Box"']
        ],
        [
            ['\t// crates\n\tpart def Crate {', '    part def Box {'],
            ['\tpart   crate1 : Crate;', '    part crate1 : Box;'],
            ['\tattribute total=crate1.mass + Crate::mass;', '    attribute total = crate1.mass + Box::mass;']
        ]
    ],
    [
        'one of two on a line',
        [['sysml:declaredName "Lid"', 'sysml:isAbstract "true"^^xsd:boolean ; sysml:declaredName "Lid"']],
        [['\tpart def Lid;', '    abstract part def Lid;']]
    ],
    [
        'flags that hold without a word, nothing',
        [
            [
                'sysml:declaredName "lid"',
                'sysml:isComposite "true"^^xsd:boolean ; sysml:isVariable "true"^^xsd:boolean ; sysml:declaredName "lid"'
            ],
            ['sysml:declaredName "mass"', 'sysml:isVariable "true"^^xsd:boolean ; sysml:declaredName "mass"'],
            ['sysml:declaredName "goal"', 'sysml:isComposite "true"^^xsd:boolean ; sysml:declaredName "goal"'],
            [
                'sysml:declaredName "Kind"',
                'sysml:isAbstract "true"^^xsd:boolean ; sysml:isVariation "true"^^xsd:boolean ; sysml:declaredName "Kind"'
            ],
            ['sysml:declaredName "Choice"', 'sysml:isAbstract "true"^^xsd:boolean ; sysml:declaredName "Choice"']
        ],
        []
    ],
    ['a flag that is taken away', [[/ {4}sysml:isVariation .* ;\n/, '']], [['\tvariation   part def Choice;', '    part def Choice;']]],
    [
        'a direction that is taken away',
        [[/(Yard__store__what\n(?: .*\n)*?) {4}sysml:direction .* ;\n/, '$1']],
        [['\taction  store { in what; }', '    action store {\n        what;\n    }']]
    ],
    ['what does not say whether it has a body, nothing', [[/ {4}sysx:hasBody .* ;\n/, '']], []],
    [
        'a variation, which is abstract without a word',
        [
            ['sysml:declaredName "Choice"', 'sysml:isAbstract "true"^^xsd:boolean ; sysml:declaredName "Option"'],
            ['Yard__Choice', 'Yard__Option'],
            ['Yard::Choice', 'Yard::Option']
        ],
        [['\tvariation   part def Choice;', '    variation part def Option;']]
    ],
    [
        'the visibility of a member is on its line',
        [[/(elmt:Yard__crate1_om\n {4}a sysml:OwningMembership) ;/, '$1 ; sysml:visibility "private" ;']],
        [['\tpart   crate1 : Crate;', '    private part crate1 : Crate;']]
    ]
];

describe('an edited graph changes only the lines of', () => {
    it.each(ROWS)('%s', (_title, edits, changes) => {
        const graph = edited(edits);
        const expected = changes.reduce((text, [from, to]) => {
            expect(text).toContain(from);
            return text.replace(from, to);
        }, TEXT);
        expect(convert(graph, 'ttl', 'sysml')).toEqual({ content: expected, diagnostics: [] });
        const read = readTurtle(graph);
        assignPositions(read);
        expect(differencesOf(read, graphOf(expected)).filter(d => d.rank !== 'redundant')).toEqual([]);
    });
});

const REFUSALS: readonly (readonly [title: string, edits: readonly Edit[], error: string])[] = [
    [
        'a name that its qualified name does not end in',
        [['sysml:declaredName "mass"', 'sysml:declaredName "weight"']],
        'cannot convert the element Yard__Crate__mass: its qualifiedName is Yard::Crate::mass, but its declaredName is weight'
    ],
    [
        'a qualified name that does not begin with that of its owner',
        [
            ['sysml:declaredName "Crate"', 'sysml:declaredName "Box"'],
            ['qualifiedName "Yard::Crate" ', 'qualifiedName "Yard::Box" ']
        ],
        'cannot convert the element Yard__Crate__mass: its qualifiedName is Yard::Crate::mass, but that of its owner is Yard::Box'
    ],
    [
        'a type that its relationship does not lead to',
        [[/(Yard__crate1\n(?: .*\n)*? {4}sysml:type) elmt:Yard__Crate /, '$1 elmt:Yard__Lid ']],
        'cannot convert the element Yard__crate1_ft0: its type is Yard__Crate, but the type of Yard__crate1 is Yard__Lid'
    ],
    [
        'a composite where the notation has references only',
        [['sysml:declaredName "mass"', 'sysml:isComposite "true"^^xsd:boolean ; sysml:declaredName "mass"']],
        'cannot convert the element Yard::Crate::mass: read from its notation it has another isComposite: none instead of true'
    ],
    [
        'a feature that varies in time and is owned by nothing that does',
        [['sysml:declaredName "total"', 'sysml:isVariable "true"^^xsd:boolean ; sysml:declaredName "total"']],
        'cannot convert the element Yard::total: read from its notation it has another isVariable: none instead of true'
    ],
    [
        'a modifier that the notation does not have there',
        [['a sysml:Documentation ;', 'a sysml:Documentation ; sysml:isAbstract "true"^^xsd:boolean ;']],
        'cannot convert the element Yard::@3: read from its notation it has another isAbstract: none instead of true'
    ]
];

describe('an edited graph is refused for', () => {
    it.each(REFUSALS)('%s', (_title, edits, error) => expect(convert(edited(edits), 'ttl', 'sysml').error).toBe(error));
});

it('an import of a library alias stays the same when another element is edited', () => {
    const text = 'package P {\n\tprivate import ISQ::TemperatureValue; // kept\n\tattribute x = 3;\n}\n';
    const graph = convert(text, 'sysml', 'ttl').content!.replace('sysml:value "3"', 'sysml:value "4"');
    expect(convert(graph, 'ttl', 'sysml').content).toBe(text.replace('\tattribute x = 3;', '    attribute x = 4;'));
});

it('an element identified by position is refused, with the reason, if its UUID was made for another position', () => {
    const content = 'package P {\n    doc /* d */\n    part a;\n}\n';
    const source = { name: '<content>', content, from: 'sysml', language: 'sysml' } as const;
    const { content: graph } = convertText(source, { to: 'ttl', idForm: 'uuid' }, document => modelOf([document]));
    expect(convert(graph!, 'ttl', 'sysml').content).toBe(content);
    expect(convert(graph!.replaceAll(index(0), index(5)), 'ttl', 'sysml').error).toMatch(
        / its id is not the UUID of P::@1, which is its position /
    );
});
