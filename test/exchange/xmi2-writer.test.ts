// Graphs without a model as SysML v2 XMI: which properties are stored, how they are written, and what no file can contain.

import { describe, expect, it, test } from 'vitest';
import { GraphElement, NumberText, type Value } from '../../src/exchange/graph.js';
import { propertyOfMetaclass } from '../../src/exchange/metamodel/facts.js';
import { isStoredForm, storedProperties, storedValues, xmi2FileOf } from '../../src/exchange/xmi2/stored.js';
import { xmi2Pieces } from '../../src/exchange/xmi2/writer.js';
import { elementsOf, idsOf, type Rows } from './graph-rows.js';

/** The lines of a document between its first line and, if it has several roots, its element around them; without the namespaces. */
function linesOf(elements: readonly GraphElement[], fileOf: (id: string) => string | undefined = () => undefined): string[] {
    const text = [...xmi2Pieces(elements, fileOf)].join('');
    expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/);
    return text
        .replace(/ xmi:version.*?20250201"/, '')
        .trimEnd()
        .split('\n')
        .slice(1);
}
function faultOf(write: () => unknown): string {
    try {
        write();
        return '';
    } catch (error) {
        return (error as Error).message;
    }
}

describe('elements', () => {
    const NESTED: Rows = {
        n: ['Namespace', { ownedRelationship: '#m #i' }],
        m: ['OwningMembership', { ownedRelatedElement: '#p', memberElement: '#p', visibility: 'protected' }],
        p: ['Package', { declaredName: 'P', elementId: 'other' }],
        i: ['NamespaceImport', { importedNamespace: '#p', visibility: 'public' }]
    };
    it('are nested in their owners', () => {
        expect(linesOf(elementsOf(NESTED))).toEqual([
            '<sysml:Namespace xmi:id="n" elementId="n">',
            '  <ownedRelationship xsi:type="sysml:OwningMembership" xmi:id="m" elementId="m" visibility="protected">',
            '    <ownedRelatedElement xsi:type="sysml:Package" xmi:id="p" elementId="other" declaredName="P"/>',
            '  </ownedRelationship>',
            '  <ownedRelationship xsi:type="sysml:NamespaceImport" xmi:id="i" elementId="i" importedNamespace="p" visibility="public"/>',
            '</sysml:Namespace>'
        ]);
    });
    it('are in one element if several have no owner', () => {
        expect(
            linesOf(
                elementsOf({ a: ['Namespace', { ownedRelationship: '#m' }], m: ['Membership', { memberElement: '#b' }], b: ['Package'] })
            )
        ).toEqual([
            '<xmi:XMI>',
            '  <sysml:Namespace xmi:id="a" elementId="a">',
            '    <ownedRelationship xsi:type="sysml:Membership" xmi:id="m" elementId="m" memberElement="b"/>',
            '  </sysml:Namespace>',
            '  <sysml:Package xmi:id="b" elementId="b"/>',
            '</xmi:XMI>'
        ]);
    });
    it('without an owner are namespaces', () => {
        expect(faultOf(() => linesOf(elementsOf({ n: ['Namespace'], m: ['OwningMembership'] })))).toContain(
            'm: nothing owns the OwningMembership, but a root must be a namespace'
        );
        expect(faultOf(() => linesOf(elementsOf({ n: ['Namespace'], c: ['Comment'] })))).toContain('nothing owns the Comment');
    });
});

describe('a property', () => {
    const other = new GraphElement('other', 'Package', 'element', 'scope');
    const inside = new GraphElement('in', 'Package');
    const written = (metaclass: string, property: string, values: readonly Value[]): string => {
        const element = new GraphElement('e', metaclass);
        values.forEach(value => element.add(property, value));
        const owner = new GraphElement('n', 'Namespace').add('ownedRelationship', element);
        const lines = linesOf([owner, element, inside], id => (id === 'other' ? 'a b.sysmlx' : undefined));
        return lines
            .slice(2, -3)
            .join('')
            .replace(/^.*elementId="e"/, '')
            .replace(/\s*<\/ownedRelationship>/, '')
            .trim();
    };
    test.each<[string, string, readonly Value[], string]>([
        ['Feature', 'isUnique', [true], '/>'],
        ['Feature', 'isUnique', [false], 'isUnique="false"/>'],
        ['Feature', 'isOrdered', [false], '/>'],
        ['Feature', 'isOrdered', [true], 'isOrdered="true"/>'],
        ['LiteralBoolean', 'value', [false], 'value="false"/>'],
        ['LiteralBoolean', 'value', [true], 'value="true"/>'],
        ['LiteralRational', 'value', [new NumberText('1.50', 'decimal')], 'value="1.50"/>'],
        ['LiteralString', 'value', ['<"&">\n\r\t'], 'value="&lt;&quot;&amp;&quot;&gt;&#xA;&#xD;&#x9;"/>'],
        ['Membership', 'visibility', ['public'], '/>'],
        ['Membership', 'visibility', ['private'], 'visibility="private"/>'],
        ['NamespaceImport', 'visibility', ['private'], '/>'],
        ['NamespaceImport', 'visibility', ['public'], 'visibility="public"/>'],
        ['Feature', 'direction', ['in'], 'direction="in"/>'],
        ['Feature', 'aliasIds', ['a', '<b>'], '>      <aliasIds>a</aliasIds>      <aliasIds>&lt;b&gt;</aliasIds>'],
        ['Membership', 'memberElement', [inside], 'memberElement="in"/>'],
        ['Membership', 'memberElement', [other], '>      <memberElement href="a b.sysmlx#scope:other"/>'],
        ['Membership', 'memberElement', [new GraphElement('x', '')], '>      <memberElement href="#x"/>'],
        ['Dependency', 'client', [inside, inside], 'client="in in"/>'],
        ['Dependency', 'client', [inside, other], '>      <client href="#in"/>      <client href="a b.sysmlx#scope:other"/>'],
        ['Feature', 'qualifiedName', ['derived'], '/>'],
        ['Feature', 'elementId', ['e'], '/>'],
        ['Membership', 'target', [inside], 'memberElement="in"/>']
    ])('%s.%s (%#)', (metaclass, property, values, expected) => expect(written(metaclass, property, values)).toBe(expected));

    test.each<[string, string, Value]>([
        ['Membership', 'memberElement', 'a'],
        ['Dependency', 'client', 'a']
    ])('%s.%s is not a name', (metaclass, property, value) => {
        expect(faultOf(() => written(metaclass, property, [value]))).toContain(`e: its ${property} is the name a, which does not resolve`);
    });

    it('is stored if it is neither derived nor redefined', () => {
        expect(storedProperties('OwningMembership').map(p => p.name)).toEqual([
            'aliasIds',
            'declaredName',
            'declaredShortName',
            'isImplied',
            'isImpliedIncluded',
            'visibility'
        ]);
        expect(storedProperties('Subclassification').map(p => p.name)).toEqual(
            expect.arrayContaining(['isImplied', 'subclassifier', 'superclassifier'])
        );
        expect(storedProperties('Subclassification').some(p => ['general', 'specific', 'source', 'target'].includes(p.name))).toBe(false);
        expect(storedProperties('Nothing')).toEqual([]);
    });

    test.each<[Rows[string], string, string]>([
        [['Subclassification', { superclassifier: '#a', general: '#b' }], 'superclassifier', '#a'],
        [['Subclassification', { general: '#b' }], 'superclassifier', '#b'],
        [['Subclassification', { target: '#b' }], 'superclassifier', '#b'],
        [['Subclassification', { source: '#b' }], 'superclassifier', ''],
        [['Package'], 'declaredName', '']
    ])('has the values of those that it redefines (%#)', (row, property, expected) => {
        const [element] = elementsOf({ e: row, a: ['Classifier'], b: ['Classifier'] });
        expect(idsOf(storedValues(element, propertyOfMetaclass(element.metaclass, property)!))).toBe(expected);
    });
});

describe('a document is in the stored form', () => {
    test.each<[boolean, Rows]>([
        [true, { n: ['Namespace'] }],
        [true, { n: ['Namespace'], p: ['Package', { declaredName: 'p' }] }],
        [false, { p: ['Package'] }],
        [false, {}],
        [false, { n: ['Namespace', { declaredName: 'n' }] }],
        [false, { n: ['Namespace', { declaredShortName: 'n' }] }],
        [false, { n: ['Namespace', { owningRelationship: '#m' }], m: ['OwningMembership'] }],
        [false, { n: ['Namespace'], p: ['Package', { 'sysx:memberIndex': '1', declaredName: 'p' }] }],
        [false, { n: ['Namespace'], p: ['sysx:Pseudostate'] }]
    ])('%s (%#)', (expected, rows) => expect(isStoredForm(elementsOf(rows))).toBe(expected));
});

describe('the file of another document', () => {
    test.each([
        ['a.sysml', 'b.sysml', 'a.sysmlx'],
        ['a.KERML', 'b.sysml', 'a.KERMLx'],
        ['a.xmi', 'b.sysml', 'a.xmi'],
        ['x/a.sysml', 'x/b.sysml', 'a.sysmlx'],
        ['x/a.sysml', 'y/b.sysml', '../x/a.sysmlx'],
        ['x\\a b.kerml', 'x\\y\\b.sysml', '../a%20b.kermlx'],
        ['x/y/a.sysml', 'x/b.sysml', 'y/a.sysmlx'],
        ['a.sysml', 'x/y/b.sysml', '../../a.sysmlx'],
        ['x/a.sysml', 'x/a.sysml', 'a.sysmlx'],
        ['x/y', 'x/y/z', '../y']
    ])('%s, seen from %s', (name, from, expected) => expect(xmi2FileOf(name, from)).toBe(expected));
});
