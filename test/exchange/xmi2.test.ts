/** SysML v2 XMI (KerML 10.2 format 3): what a document stores goes to the API's element form and back, and a model to XMI and back. */
import { describe, expect, it } from 'vitest';
import { type Conversion, convertText, type Format, isXmi2 } from '../../src/exchange/index.js';
import { readXmi2 } from '../../src/exchange/xmi2/reader.js';
import type { Json } from './derived.js';
import { modelOf } from './models.js';

const convert = (content: string, from: Format, to: Format): Conversion =>
    convertText({ name: 'd', content, from, language: 'sysml' }, { to }, d => modelOf([d]));

const HEAD =
    'xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
    'xmlns:sysml="https://www.omg.org/spec/SysML/20250201"';
const REAL = '14c0aa22-5489-59b5-b438-ded26e83ba31';
const DOCUMENT = `<?xml version="1.0" encoding="UTF-8"?>
<sysml:Namespace ${HEAD} xmi:id="n" elementId="n">
  <ownedRelationship xsi:type="sysml:OwningMembership" xmi:id="m" elementId="m">
    <ownedRelatedElement xsi:type="sysml:Package" xmi:id="p" elementId="p" declaredName="a &lt;b&gt;&#xA;c">
      <ownedRelationship xsi:type="sysml:OwningMembership" xmi:id="dm" elementId="dm">
        <ownedRelatedElement xsi:type="sysml:AttributeDefinition" xmi:id="d" elementId="d" declaredName="D" isAbstract="true"/>
      </ownedRelationship>
      <ownedRelationship xsi:type="sysml:OwningMembership" xmi:id="um" elementId="um" visibility="protected">
        <ownedRelatedElement xsi:type="sysml:AttributeUsage" xmi:id="u" elementId="u" declaredName="u" isUnique="false">
          <ownedRelationship xsi:type="sysml:FeatureTyping" xmi:id="t" elementId="t" isImplied="true" type="d" typedFeature="u"/>
          <ownedRelationship xsi:type="sysml:FeatureTyping" xmi:id="t2" elementId="t2" typedFeature="u">
            <type href="ScalarValues.kermlx#${REAL}"/>
          </ownedRelationship>
          <ownedRelationship xsi:type="sysml:OwningMembership" xmi:id="xm" elementId="xm">
            <ownedRelatedElement xsi:type="sysml:Multiplicity" xmi:id="x" elementId="x"/>
          </ownedRelationship>
        </ownedRelatedElement>
      </ownedRelationship>
    </ownedRelatedElement>
  </ownedRelationship>
</sysml:Namespace>
`;

describe('a document', () => {
    const json = convert(DOCUMENT, 'xmi2', 'api-json').content!;

    it('contains the elements with their ids, owners and implied properties', () => {
        const elements = JSON.parse(json) as Json[];
        const shown = elements.map(e => [
            e['@type'],
            e['@id'],
            ((e.owningRelationship ?? e.owningRelatedElement) as Json | undefined)?.['@id'] ?? null
        ]);
        expect(shown).toEqual([
            ['Namespace', 'n', null],
            ['OwningMembership', 'm', 'n'],
            ['Package', 'p', 'm'],
            ['OwningMembership', 'dm', 'p'],
            ['AttributeDefinition', 'd', 'dm'],
            ['OwningMembership', 'um', 'p'],
            ['AttributeUsage', 'u', 'um'],
            ['FeatureTyping', 't', 'u'],
            ['FeatureTyping', 't2', 'u'],
            ['OwningMembership', 'xm', 'u'],
            ['Multiplicity', 'x', 'xm']
        ]);
        expect(elements[2].declaredName).toBe('a <b>\nc');
        expect(elements[7]).toMatchObject({ isImplied: true, typedFeature: { '@id': 'u' }, type: { '@id': 'd' } });
        expect(elements[8]).toMatchObject({ type: { '@id': REAL } });
    });

    it('comes back as it was', () => expect(convert(json, 'api-json', 'xmi2').content).toBe(DOCUMENT));

    it('is a model without implied elements', () => {
        const { content = '', error } = convert(DOCUMENT.replace('a &lt;b&gt;&#xA;c', 'P'), 'xmi2', 'sysml');
        expect(error).toBeUndefined();
        expect(content).toContain('abstract attribute def D');
        expect(content).toMatch(/protected attribute u : ScalarValues::Real nonunique/);
        expect(content).not.toContain('multiplicity'); // the default of usages
    });

    it('is distinguished from a model of SysML v1 by its namespace', () => {
        expect(isXmi2(DOCUMENT)).toBe(true);
        expect(isXmi2('<?xml version="1.0"?><uml:Model xmlns:uml="http://www.eclipse.org/uml2/5.0.0/UML"/>')).toBe(false);
    });
});

describe('a document in the form of another tool is the same elements', () => {
    const json = convert(DOCUMENT, 'xmi2', 'api-json').content!;
    const MEMBER = /<ownedRelationship xsi:type="sysml:OwningMembership" xmi:id="dm"[^]*?<\/ownedRelationship>/;
    const [member] = MEMBER.exec(DOCUMENT)!;
    const hoisted = member
        .replace('<ownedRelationship xsi:type="sysml:OwningMembership"', '<sysml:OwningMembership')
        .replace(/ownedRelationship>$/, 'sysml:OwningMembership>');
    const wrapped = (text: string): string =>
        text.replace('<sysml:Namespace', `<xmi:XMI ${HEAD}>\n<sysml:Namespace`).replace(`${HEAD} xmi:id="n"`, 'xmi:id="n"') + '</xmi:XMI>';

    it.each([
        ['types of XMI', DOCUMENT.replaceAll('xsi:type', 'xmi:type')],
        [
            'other prefixes',
            DOCUMENT.replaceAll('xmi', 'x').replaceAll('xsi', 'i').replaceAll('sysml:', 'S:').replace('xmlns:sysml', 'xmlns:S')
        ],
        [
            'ids of the file besides those of the elements',
            DOCUMENT.replace(/xmi:id="(\w+)"/g, 'xmi:id="_$1"').replace(/(type|typedFeature)="(\w)"/g, '$1="_$2"')
        ],
        [
            'documentation and extensions of the tool',
            wrapped(DOCUMENT)
                .replace('>\n<sysml', '><xmi:Documentation exporter="T"><x>y</x></xmi:Documentation>\n<sysml')
                .replace('</xmi:XMI>', '<xmi:Extension extender="T"><a b="c"/></xmi:Extension></xmi:XMI>')
        ]
    ])('%s', (_title, text) => {
        const { content, error } = convert(text, 'xmi2', 'api-json');
        expect(error).toBeUndefined();
        expect(content).toBe(json);
    });

    it('an element owns elements by reference', () => {
        const text = wrapped(DOCUMENT.replace(member, '<ownedRelationship xmi:idref="dm"/>')).replace('</xmi:XMI>', `${hoisted}</xmi:XMI>`);
        const byId = (content?: string): Json[] =>
            (JSON.parse(content!) as Json[]).sort((a, b) => String(a['@id']).localeCompare(String(b['@id'])));
        const { content, error } = convert(text, 'xmi2', 'api-json');
        expect(error).toBeUndefined();
        expect(byId(content)).toEqual(byId(json));
    });

    it.each([
        ['which no file contains', DOCUMENT.replace(member, '<ownedRelationship xmi:idref="dm"/>')],
        ['which has another owner', DOCUMENT.replace('declaredName="u"', 'declaredName="u" ownedRelationship="dm"')],
        ['two elements have the', DOCUMENT.replaceAll(/xmi:id="\w+"/g, 'xmi:id="_same"')]
    ])('refused: %s', (why, text) => expect(convert(text, 'xmi2', 'api-json').error).toContain(why));
});

it('elements without a root namespace are given one, also with only a short name', () => {
    const { content, error } = convert('[{ "@id": "u", "@type": "PartUsage", "declaredShortName": "u" }]', 'api-json', 'xmi2');
    expect(error).toBeUndefined();
    expect(content).toMatch(/^<sysml:Namespace /m);
});

describe('invalid documents', () => {
    it.each([
        ['text that is no XML', '<sysml:Namespace', 'line 1'],
        ['a metaclass that nobody knows', DOCUMENT.replace('sysml:Package', 'sysml:Box'), 'the metamodel has no metaclass Box'],
        ['a property that nobody knows', DOCUMENT.replace('isAbstract=', 'isBig='), 'an AttributeDefinition has no property isBig'],
        ['an element without an id', DOCUMENT.replace('xmi:id="d" elementId="d"', ''), 'neither an elementId nor an xmi:id'],
        ['an id that stands twice', DOCUMENT.replace('xmi:id="d" elementId="d"', 'elementId="u"'), 'two elements have the elementId u'],
        ['a flag that is none', DOCUMENT.replace('isAbstract="true"', 'isAbstract="yes"'), 'must be true or false']
    ])('%s is refused with its line', (_title, text, why) => {
        const { error } = convert(text, 'xmi2', 'api-json');
        expect(error).toContain(why);
        expect(error).toMatch(/xmi: line \d+: /);
    });
});

describe('ids of a file', () => {
    const file = (name: string, ...rest: readonly string[]): string => `<sysml:Namespace ${HEAD} xmi:id="_1" elementId="${name}-ns">
        <ownedRelationship xsi:type="sysml:OwningMembership" xmi:id="_2" elementId="${name}-m">
            <ownedRelatedElement xsi:type="sysml:PartDefinition" xmi:id="_3" elementId="${name}-d" declaredName="${name}">
                ${rest.join('')}
            </ownedRelatedElement>
        </ownedRelationship>
    </sysml:Namespace>`;
    const general = (reference: string): string =>
        `<ownedRelationship xsi:type="sysml:Subclassification" xmi:id="_4" elementId="sub">${reference}</ownedRelationship>`;
    const targetOf = (names: readonly [string, string], reference: string): unknown => {
        const [a, b] = [
            { name: names[0], content: file('A', general(reference)) },
            { name: names[1], content: file('B') }
        ];
        const found = [readXmi2([a, b]), readXmi2([b, a])].map(graph => {
            const target = graph.elements.find(e => e.id === 'sub')!.element('superclassifier')!;
            return [target.id, target.metaclass];
        });
        expect(found[0]).toEqual(found[1]);
        return found[0];
    };

    it.each<[string, [string, string], string, readonly [string, string]]>([
        ['this file', ['a.sysmlx', 'b.sysmlx'], '<superclassifier xmi:idref="_3"/>', ['A-d', 'PartDefinition']],
        ['this file by a mark', ['a.sysmlx', 'b.sysmlx'], '<superclassifier href="#_3"/>', ['A-d', 'PartDefinition']],
        ['another file', ['a.sysmlx', 'b.sysmlx'], '<superclassifier href="b.sysmlx#_3"/>', ['B-d', 'PartDefinition']],
        ['a file in another folder', ['x/a.xmi', 'y/a.xmi'], '<superclassifier href="../y/a.xmi#_3"/>', ['B-d', 'PartDefinition']],
        ['a file with blanks', ['a.xmi', 'c d/b b.xmi'], '<superclassifier href="c%20d/b%20b.xmi#_3"/>', ['B-d', 'PartDefinition']],
        ['a file that was moved', ['x/a.xmi', 'y/b.xmi'], '<superclassifier href="old/b.xmi#_3"/>', ['B-d', 'PartDefinition']],
        ['a file by the id of its element', ['a.xmi', 'b.xmi'], '<superclassifier href="b.xmi#B-d"/>', ['B-d', 'PartDefinition']],
        ['any file by the id of the element', ['a.xmi', 'b.xmi'], '<superclassifier xmi:idref="B-d"/>', ['B-d', 'PartDefinition']],
        ['a file that is not read', ['a.xmi', 'b.xmi'], '<superclassifier href="c.xmi#_3"/>', ['_3', '']],
        ['what no file has', ['a.xmi', 'b.xmi'], '<superclassifier href="b.xmi#_9"/>', ['_9', '']]
    ])('lead to an element of %s', (_title, names, reference, expected) => expect(targetOf(names, reference)).toEqual(expected));

    it('are made different where elements have no others', () => {
        const [a, b] = ['A', 'B'].map(name => file(name).replace(/ elementId="[^"]*"/g, ''));
        const { elements } = readXmi2([
            { name: 'a.xmi', content: a },
            { name: 'b.xmi', content: b.replace('</owned', `${general('<superclassifier href="a.xmi#_3"/>')}</owned`) }
        ]);
        expect(elements.map(e => [e.id, e.text('elementId')])).toEqual(
            ['_1', '_2', '_3', '_1_2', '_2_2', '_3_2', 'sub'].map(id => [id, id])
        );
        expect(elements.at(-1)!.element('superclassifier')).toBe(elements[2]);
        expect(elements.at(-1)!.element('owningRelatedElement')).toBe(elements[5]);
    });

    it.each(['<superclassifier href="c.xmi#_3"/>', '<superclassifier xmi:idref="_9"/>'])(
        'of no file that is read are refused: %s',
        reference => {
            const [a, b] = [file('A', general(reference)), file('B').replace('"_3"', '"_9"')].map(f =>
                f.replace(/ elementId="[^"]*"/g, '')
            );
            const files = [
                { name: 'a.xmi', content: a },
                { name: 'b.xmi', content: b }
            ];
            expect(() => readXmi2(files)).toThrow(/no file contains \w+\.xmi#_\d: _\d is the id of an element of another file/);
            expect(() => readXmi2(files.reverse())).toThrow('no file contains');
        }
    );

    it('occur once in a file', () => {
        const content = file('A').replace('xmi:id="_3"', 'xmi:id="_1"');
        expect(() => readXmi2([{ name: 'a.xmi', content }])).toThrow('two elements have the xmi:id _1');
    });
});

it.each([
    ['one file without its name', ['x.xmi'], /^xmi: line 1: /],
    ['one of several by its name', ['x.xmi', 'y.xmi'], /^x\.xmi: xmi: line 1: /]
])('a fault names the line, and %s', (_title, names, expected) => {
    expect(() => readXmi2(names.map(name => ({ name, content: '<sysml:Namespace' })))).toThrow(expected);
});

it.each([
    [
        'imports of roots, one of them private',
        'package A {\n    private import B::**;\n    private import B;\n}\nprivate package B;\npackage C;\n'
    ],
    [
        'ends by the names that they have by their positions',
        `package P {
    part def M {
        attribute x;
    }
    connection def S {
        end part drive : M;
        end part load : M;
    }
    part a : M;
    part b : M;
    connection s : S connect a to b {
        attribute q = drive.x;
        ref part p subsets load;
    }
    allocation al allocate a to b {
        allocation allocate source to target;
    }
}
`
    ],
    [
        'features that refer and others',
        'package P {\n    part def S {\n        ref part n : S;\n        part m : S;\n        ref item i;\n    }\n}\n'
    ],
    ['roots without names, alone', 'part;\npart;\npart def A;\n']
])('%s go to XMI, to the element form, and back', (_title, text) => {
    const { content: xmi = '', error } = convert(text, 'sysml', 'xmi2');
    expect(error).toBeUndefined();
    expect(convert(xmi, 'xmi2', 'sysml').content).toBe(text);
    expect(convert(convert(xmi, 'xmi2', 'api-json').content!, 'api-json', 'sysml').content).toBe(text);
});

it.each([
    ['initial init; state b; init then b;', 'initial init'],
    ['state b; choice c; transition first b then c; transition first c then b;', 'choice c'],
    ['state b; fork f;', 'fork f']
])('the pseudostates of the extension have no metaclass and are refused: %s', (body, what) => {
    const text = `package P {\n    state def S { ${body} }\n}`;
    const place = `d:2:${19 + body.indexOf(what)}`;
    const refused = `cannot convert the pseudostate '${what}' at ${place}: it is an extension of the notation, and the metamodel has no class for it`;
    expect(convert(text, 'sysml', 'xmi2')).toMatchObject({ error: refused });
    expect(convert(convert(text, 'sysml', 'api-json').content!, 'api-json', 'xmi2').error).toContain(`the pseudostate '${what}'`);
});

it('a name that does not resolve is refused with the element that refers to it', () => {
    const refusal = (text: string): string | undefined => convert(text, 'sysml', 'xmi2').error;
    expect(refusal('part def D { part p : Missing; }')).toBe(
        "cannot convert a FeatureTyping in 'p': its type is the name Missing, which does not resolve to an element"
    );
    expect(refusal('alias A for Missing;')).toMatch(/^cannot convert a Membership in .*: its memberElement is the name Missing, /);
});

it('a model goes to XMI and back', () => {
    const text = `package P {
    private import ScalarValues::*;
    part def D {
        attribute m : Real [0..1] = 3.0 * 2;
        port q : ~Q;
    }
    port def Q;
    part d : D;
    action a {
        action b;
        succession first start then b;
        attribute no = false;
        attribute none = 0;
    }
    doc /* about <P> & more */
}
`;
    const { content: xmi = '', error } = convert(text, 'sysml', 'xmi2');
    expect(error).toBeUndefined();
    expect(isXmi2(xmi)).toBe(true);
    const back = convert(xmi, 'xmi2', 'sysml');
    expect(back.error).toBeUndefined();
    expect(
        back
            .content!.replace(/ *@IdentityMetadata.*\n/g, '')
            .replace(/\{\s*\}/g, ';')
            .replace(/ ;/g, ';')
    ).toBe(text);
});

describe('what the standard leaves out of its own XMI, or names by ids of its own', () => {
    const notationOf = (content: string): Conversion => convert(content, 'xmi2', 'sysml');

    it('are the operators that expressions have by their metaclass', () => {
        const text = 'package P {\n    part p {\n        attribute x;\n    }\n    attribute y = (p).x;\n}\n';
        const xmi = convert(text, 'sysml', 'xmi2').content!;
        expect(xmi).toContain('operator="."');
        expect(notationOf(xmi.replaceAll(' operator="."', '')).content).toContain('attribute y = p.x');
    });

    it('are features with the name of the feature that they redefine', () => {
        const text = 'package P {\n    metadata def M :> Metaobjects::SemanticMetadata {\n        ref :>> annotatedElement;\n    }\n}\n';
        const xmi = convert(text, 'sysml', 'xmi2').content!;
        const normative = '2a8ddda1-4188-5a2c-948a-e6048de1639b'; // of Metaobjects::SemanticMetadata::annotatedElement
        const other = xmi.replace(/(<redefinedFeature href="Metaobjects\.kermlx#)[^"]+/, `$1${normative}`);
        expect(other).toContain(normative);
        expect(notationOf(other)).toMatchObject({ content: expect.stringContaining('redefines annotatedElement') as string });
    });

    it('are aliases of packages that hold nothing else, by their places', () => {
        const text = 'package P {\n    private import Attributes::AttributeValue;\n}\n';
        const xmi = convert(text, 'sysml', 'xmi2').content!;
        const other = xmi.replace(/(<importedMembership href="[^"#]*#)[^"]+/, '$15c82b684-af68-5bed-9742-f6a855a8b22d');
        expect(other).not.toBe(xmi);
        expect(notationOf(other).content).toContain('private import Attributes::AttributeValue');
        const unknown = other.replace('5c82b684', '5c82b685');
        expect(notationOf(unknown).error).toContain('its importedMembership refers to 5c82b685');
    });

    it('are aliases of other packages whose places are known', () => {
        const text = 'package P {\n    private import ISQSpaceTime::time;\n}\n';
        const xmi = convert(text, 'sysml', 'xmi2').content!;
        const other = xmi.replace(/(<importedMembership href="[^"#]*#)[^"]+/, '$1d6028ef5-6796-59bc-a0fc-e670e5916b74');
        expect(other).not.toBe(xmi);
        expect(notationOf(other).content).toContain('private import ISQSpaceTime::time');
    });
});

describe('several files of the library as one notation', () => {
    const xmiOf = (name: string, language: 'sysml' | 'kerml', content: string): { name: string; content: string } => {
        const { content: xmi, error } = convertText({ name, content, from: 'sysml', language }, { to: 'xmi2' }, d => modelOf([d]));
        expect(error).toBeUndefined();
        return { name: `${name}x`, content: xmi! };
    };
    const together = (files: readonly { name: string; content: string }[], to: Format): Conversion =>
        convertText({ ...files[0], from: 'xmi2', others: files.slice(1) }, { to }, d => modelOf([d]));

    const REQUIREMENTS = `standard library package Requirements {
    private import Constraints::*;
    private abstract constraint def RequirementConstraintCheck {
        constraint assumptions [0..*];
    }
    abstract requirement def RequirementCheck :> RequirementConstraintCheck {
        constraint assumptions :>> RequirementConstraintCheck::assumptions;
        constraint self :>> ConstraintCheck::self;
    }
}
`;
    const CONSTRAINTS = `standard library package Constraints {
    abstract constraint def ConstraintCheck {
        ref constraint self : ConstraintCheck;
    }
}
`;

    it('declares the ids, which follow from names in a file of the library alone', () => {
        const files = [xmiOf('Constraints.sysml', 'sysml', CONSTRAINTS), xmiOf('Requirements.sysml', 'sysml', REQUIREMENTS)];
        const { content: text = '', error } = together(files, 'sysml');
        expect(error).toBeUndefined();
        const named = (content: string): readonly unknown[] =>
            (JSON.parse(content) as Json[]).filter(e => e.declaredName !== undefined).map(e => [e['@id'], e['@type'], e.declaredName]);
        const read = convertText({ name: 'd', content: text, from: 'sysml', language: 'sysml' }, { to: 'api-json' }, d => modelOf([d]));
        const { content: before = '' } = together(files, 'api-json');
        expect(named(read.content!)).toEqual(named(before));
        expect(named(before).length).toBe(9);
        expect(text).toContain('@IdentityMetadata::ElementId { id = "84620567-f0d9-5d5f-95c2-406bcd245465"; }');
    });
});
