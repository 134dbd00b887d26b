// What graphs may state, without a model: the rules of properties, the faults of ownership, names and flags, owners that follow, and the
// elements of JSON that are nodes.

import { describe, expect, it, test } from 'vitest';
import { ExpressionText, Graph, GraphElement, NumberText, type Value } from '../../src/exchange/graph.js';
import { placeInBases } from '../../src/exchange/json/bases.js';
import {
    isDerivedProperty,
    isExpressionForm,
    literalsOf,
    propertiesNamed,
    propertiesOf,
    propertyOfMetaclass
} from '../../src/exchange/metamodel/facts.js';
import { checkFlags } from '../../src/exchange/reading/flags.js';
import { checkReferredNames } from '../../src/exchange/reading/names.js';
import { emitOwners, emitStoredOwners, isOwnerOpen, namesOwner } from '../../src/exchange/reading/owners.js';
import { checkOwnership } from '../../src/exchange/reading/ownership.js';
import { isDropped, ruleOf } from '../../src/exchange/reading/properties.js';
import { hasSlot } from '../../src/exchange/reading/slots.js';
import { statedProperties } from '../../src/exchange/reading/stated.js';
import { ValueSet } from '../../src/exchange/reading/value-set.js';
import { elementsOf, graphOf, idsOf, type Rows, statements } from './graph-rows.js';

/** The fault of a graph, without the words that all faults have. */
function faultOf(check: (graph: Graph) => void, rows: Rows, change: (graph: Map<string, GraphElement>) => void = () => undefined): string {
    const elements = graphOf(rows);
    const graph = new Graph();
    elements.forEach(element => graph.write(element));
    change(elements);
    try {
        check(graph);
        return '';
    } catch (error) {
        return (error as Error).message.replace('cannot convert ', '');
    }
}

const X: Rows = { x: ['Package', { declaredName: 'x' }], p: ['Package', { declaredName: 'p' }], q: ['Package', { declaredName: 'q' }] };

describe('an ownership', () => {
    const cases: readonly (readonly [fault: string, rows: Rows])[] = [
        ['', { m: ['OwningMembership', { memberElement: '#x', ownedRelatedElement: '#x', owningRelatedElement: '#p', owner: '#p' }] }],
        ['', { m: ['Membership', { memberElement: 'name' }], n: ['Membership', { memberElement: '#x' }], x: ['Package'] }],
        ['', { m: ['Package'], x: ['Feature', { owningMembership: '#m' }] }],
        ['m: the membership has no memberElement', { m: ['Membership'] }],
        ['m: the membership states no member', { m: ['OwningMembership'] }],
        ["m: its memberElement is the text 'x', not a reference to an element", { m: ['OwningMembership', { memberElement: 'x' }] }],
        ["m: its ownedMemberParameter is the text 'y', not a reference", { m: ['ParameterMembership', { ownedMemberParameter: 'y' }] }],
        ...['memberElement', 'ownedMemberElement', 'ownedMemberFeature', 'ownedMemberParameter'].map((end): readonly [string, Rows] => [
            `m: its properties refer to two elements as its member: ${/^(memberElement|ownedMemberElement)$/.test(end) ? 'q and x' : 'x and q'}`,
            { m: ['OwningMembership', { ownedRelatedElement: '#x', [end]: '#q' }] }
        ]),
        ...['owningRelatedElement', 'owningType', 'owner'].map((end): readonly [string, Rows] => [
            'm: its properties refer to two elements as its owner: p and q',
            { m: ['OwningMembership', { memberElement: '#x', membershipOwningNamespace: '#p', [end]: '#q' }] }
        ]),
        [
            'x: two memberships own it: m and n',
            { m: ['OwningMembership', { memberElement: '#x' }], n: ['FeatureValue', { memberElement: '#x' }] }
        ],
        ...['owningMembership', 'owningRelationship'].map((owning): readonly [string, Rows] => [
            'x: it refers to n as its membership, but m refers to it as its member',
            {
                m: ['OwningMembership', { memberElement: '#x' }],
                n: ['Membership', { memberElement: '#x' }],
                x: ['Package', { [owning]: '#n' }]
            }
        ]),
        [
            'x: it refers to m as its membership, but that owns q',
            { m: ['OwningMembership', { memberElement: '#q' }], x: ['Package', { owningMembership: '#m' }] }
        ],
        ['', { m: ['Membership', { memberElement: '#q' }], x: ['Package', { owningMembership: '#m' }] }],
        ...['owner', 'owningNamespace'].flatMap(property =>
            ['membershipOwningNamespace', 'owningRelatedElement'].map((end): readonly [string, Rows] => [
                `x: its ${property} is q, but the owner of its membership is p`,
                { m: ['OwningMembership', { memberElement: '#x', [end]: '#p' }], x: ['Package', { [property]: '#q' }] }
            ])
        ),
        ['', { m: ['OwningMembership', { memberElement: '#x', owningRelatedElement: '#p' }], x: ['Package', { owner: '#m' }] }],
        ['', { m: ['OwningMembership', { memberElement: '#x' }], x: ['Package', { owner: '#p' }] }],
        [
            '',
            {
                m: ['OwningMembership', { memberElement: '#x', owningRelatedElement: '#p' }],
                x: ['Package', { owner: '#p', owningNamespace: '#p', owningMembership: '#m' }]
            }
        ],
        ['x: it owns itself, directly or indirectly', { x: ['Package', { owner: '#x' }] }],
        [
            'p: it owns itself',
            { x: ['Package', { owner: '#p' }], p: ['Package', { owningNamespace: '#q' }], q: ['Package', { owningRelatedElement: '#p' }] }
        ]
    ];
    test.each(cases)('has the fault "%s" (%#)', (fault, rows) => {
        expect(faultOf(checkOwnership, { ...X, ...rows }).slice(0, fault.length || undefined)).toBe(fault);
    });
    test.each<[string, Rows]>([
        ['', { m: ['OwningMembership', { memberElement: '#x' }], x: ['Package', { owningMembership: '#m' }] }],
        ['', { m: ['OwningMembership'], x: ['Package', { owningMembership: '#m' }] }],
        [
            'x: it refers to m as its membership, but that owns q',
            { m: ['FeatureValue', { memberElement: '#q' }], x: ['Package', { owningRelationship: '#m' }] }
        ]
    ])('by a membership that is not written has the fault "%s" (%#)', (fault, rows) => {
        expect(faultOf(checkOwnership, { ...X, ...rows }, graph => (graph.get('m')!.state = 'external'))).toBe(fault);
    });
    it('has no fault in what is not written', () => {
        const rows: Rows = { m: ['Membership'], ...X };
        expect(faultOf(checkOwnership, rows, graph => (graph.get('m')!.state = 'stub'))).toBe('');
    });
});

describe('a name', () => {
    const unnamed = (property: string, from = 'f'): string =>
        `u: ${from} refers to it by its ${property}, but it has neither a qualifiedName nor a name`;
    const cases: readonly (readonly [fault: string, rows: Rows])[] = [
        [unnamed('type'), { f: ['Feature', { type: '#x #u' }], u: ['Feature'] }],
        [unnamed('client'), { f: ['Dependency', { client: '#u' }], u: ['Package'] }],
        [unnamed('memberElement'), { f: ['Membership', { memberElement: '#u' }], u: ['Package'] }],
        ['', { f: ['OwningMembership', { memberElement: '#u' }], u: ['Package'] }],
        ['', { f: ['Feature', { value: '#u' }], u: ['Feature'] }],
        ['', { f: ['Feature', { type: '#u' }], u: ['Feature', { qualifiedName: 'a' }] }],
        ['', { f: ['Feature', { type: '#u' }], u: ['Feature', { declaredShortName: 'a' }] }],
        ['', { f: ['Feature', { type: '#u' }], u: ['FeatureTyping'] }],
        [unnamed('type'), { f: ['Feature', { type: '#u' }], u: ['Connector'] }],
        ['', { f: ['Feature', { type: '#u' }], u: ['Feature', { owner: '#m' }], m: ['FeatureTyping'] }],
        [
            '',
            { f: ['Feature', { type: '#u' }], u: ['Feature', { declaredName: 'u', owner: '#o' }], o: ['Package', { qualifiedName: 'o' }] }
        ],
        ...['owner', 'owningNamespace'].map((property): readonly [string, Rows] => [
            unnamed('type'),
            { f: ['Feature', { type: '#u' }], u: ['Feature', { declaredName: 'u', [property]: '#o' }], o: ['Package'] }
        ]),
        ...['owningMembership', 'owningRelationship'].map((property): readonly [string, Rows] => [
            unnamed('type'),
            {
                f: ['Feature', { type: '#u' }],
                u: ['Feature', { declaredName: 'u', [property]: '#m' }],
                m: ['OwningMembership', { owningRelatedElement: '#o' }],
                o: ['Package']
            }
        ]),
        ['', { f: ['Feature', { type: '#u' }], u: ['Feature', { declaredName: 'u', owner: '#u' }] }]
    ];
    test.each(cases)('has the fault "%s" (%#)', (fault, rows) => expect(faultOf(checkReferredNames, { ...X, ...rows })).toBe(fault));
    test.each(['stub', 'external'] as const)('is not demanded of an element that is %s', state => {
        const rows: Rows = { f: ['Feature', { type: '#u' }], u: ['Feature'] };
        expect(faultOf(checkReferredNames, rows, graph => (graph.get('u')!.state = state))).toBe('');
    });
    it('is not demanded of nodes', () => {
        const rows: Rows = { f: ['Feature', { type: '#u' }], u: ['Feature'] };
        expect(faultOf(checkReferredNames, rows, graph => graph.get('u')!.identify('u', 'node'))).toBe('');
    });
});

describe('a flag', () => {
    test.each<[string, Rows[string]]>([
        ['e: its isDefault requires a value', ['Feature', { isDefault: 'true' }]],
        ['a: its isInitial requires a value', ['PartUsage', { isInitial: 'true', qualifiedName: 'a' }]],
        ['e: its isPortion requires isComposite or a portionKind', ['Feature', { isPortion: 'true', isComposite: 'false' }]],
        ['', ['Feature', { isDefault: 'true', isInitial: 'true', value: 'x' }]],
        ['', ['Feature', { isPortion: 'true', isComposite: 'true' }]],
        ['', ['Feature', { isPortion: 'true', portionKind: 'snapshot' }]],
        ['', ['Feature', { isDefault: 'false', isInitial: 'false', isPortion: 'false' }]],
        ['', ['FeatureValue', { isDefault: 'true', isInitial: 'true' }]]
    ])('has the fault "%s" (%#)', (fault, row) => expect(faultOf(checkFlags, { e: row })).toBe(fault));
});

describe('the owner of an element', () => {
    const rows = (own: Rows): Rows => ({ p: ['Package', { declaredName: 'p' }], r: ['Dependency', { declaredName: 'r' }], ...own });
    test.each<[string, Rows, Rows]>([
        [
            'a member',
            { m: ['OwningMembership', { owningRelatedElement: '#p' }], x: ['Package', { owningRelationship: '#m' }] },
            {
                m: ['', { owningRelatedElement: '#p', owner: '#p' }],
                x: ['', { owningRelationship: '#m', owner: '#p', owningMembership: '#m', owningNamespace: '#p' }]
            }
        ],
        [
            'a member of no namespace',
            { m: ['OwningMembership', { owningRelatedElement: '#r', ownedRelatedElement: '#x' }], x: ['Package'] },
            {
                m: ['', { owningRelatedElement: '#r', ownedRelatedElement: '#x', owner: '#r' }],
                x: ['', { owner: '#r', owningRelationship: '#m', owningMembership: '#m' }]
            }
        ],
        [
            'what another relationship owns',
            { m: ['Annotation', { owningRelatedElement: '#p', ownedRelatedElement: '#x' }], x: ['Comment'] },
            {
                m: ['', { owningRelatedElement: '#p', ownedRelatedElement: '#x', owner: '#p' }],
                x: ['', { owner: '#m', owningRelationship: '#m', owningMembership: '#m' }]
            }
        ],
        [
            'an import',
            { i: ['NamespaceImport', { importOwningNamespace: '#p' }] },
            { i: ['', { importOwningNamespace: '#p', owner: '#p', owningRelatedElement: '#p', owningNamespace: '#p' }] }
        ],
        [
            'an element with an owner',
            { x: ['Package', { owner: 'name', owningRelationship: '#r' }] },
            { x: ['', { owner: 'name', owningRelationship: '#r' }] }
        ],
        ['an import without an owner', { i: ['NamespaceImport'] }, { i: ['', {}] }],
        ['a root', { x: ['Package', { declaredName: 'x' }] }, { x: ['', { declaredName: 'x' }] }]
    ])('follows for %s', (_, stated, expected) => {
        const graph = graphOf(rows(stated));
        emitOwners([...graph.values()]);
        for (const [id, [, own]] of Object.entries(expected)) {
            expect(statements(graph.get(id)!)).toEqual(own);
        }
    });

    it('is not a namespace of a node', () => {
        const graph = graphOf(rows({ m: ['OwningMembership', { owningRelatedElement: '#p', ownedRelatedElement: '#x' }], x: ['Package'] }));
        graph.get('x')!.identify('x', 'node');
        emitOwners([...graph.values()]);
        expect(graph.get('x')!.has('owningNamespace')).toBe(false);
    });

    it('is stored where lists of the owner state it', () => {
        const graph = graphOf({
            p: ['Package', { ownedRelationship: '#m #n' }],
            m: ['OwningMembership', { ownedRelatedElement: '#x #y' }],
            n: ['OwningMembership', { owningRelatedElement: 'name' }],
            x: ['Package'],
            y: ['Package', { owningRelationship: '#n' }]
        });
        emitStoredOwners([...graph.values()]);
        expect([...graph.values()].map(statements)).toEqual([
            { ownedRelationship: '#m #n' },
            { ownedRelatedElement: '#x #y', owningRelatedElement: '#p' },
            { owningRelatedElement: 'name' },
            { owningRelationship: '#m' },
            { owningRelationship: '#n' }
        ]);
    });

    test.each<[Rows[string], isOpen: boolean, isNamed: boolean]>([
        [['Package'], false, false],
        [['Package', { owner: '#p' }], false, true],
        [['Package', { owningRelationship: '#p' }], true, true],
        [['Package', { owningRelatedElement: '#p' }], true, true],
        [['Package', { owningRelationship: 'name' }], false, true],
        [['Package', { owningRelationship: '#p', owner: '#p' }], false, true],
        [['Package', { owningNamespace: '#p' }], false, false]
    ])('is open or named (%#)', (row, isOpen, isNamed) => {
        const [element] = elementsOf({ e: row, p: ['Package'] });
        expect([isOwnerOpen(element), namesOwner(element)]).toEqual([isOpen, isNamed]);
    });
});

describe('values', () => {
    const one = new GraphElement('e', 'Feature');
    const VALUES: readonly Value[] = [
        ...[one, new GraphElement('e', 'Feature'), 'x', '1', 1, true, false],
        ...[new NumberText('1', 'integer'), new NumberText('1', 'double'), new NumberText('2', 'integer')],
        ...[new ExpressionText('x'), new ExpressionText('1')]
    ];
    it('are all different', () => {
        const set = new ValueSet();
        expect(VALUES.map(value => [set.has(value), set.add(value), set.has(value), set.add(value)])).toEqual(
            VALUES.map(() => [false, true, true, false])
        );
    });
    it('are equal by their spelling', () => {
        const set = new ValueSet(VALUES);
        expect([new NumberText('2', 'integer'), new ExpressionText('x'), new NumberText('2', 'double')].map(v => set.has(v))).toEqual([
            true,
            true,
            false
        ]);
    });
});

describe('a slot', () => {
    test.each([
        ['a_pvalue', true],
        ['a_pvalue_pvalue', true],
        [`a${'_px'.repeat(8)}`, true],
        [`a${'_px'.repeat(9)}`, false],
        ['b_pvalue', false],
        ['a', false],
        ['_pvalue', false],
        ['a_value', false]
    ])('ends %s: %s', (key, expected) => expect(hasSlot(key, new Set(['a', '']))).toBe(expected));
});

describe('the nodes of JSON', () => {
    const UUID = '14c0aa22-5489-59b5-b438-ded26e83ba31';
    test.each<[string, Rows, string]>([
        ['with the id of a slot', { e: ['Feature'], e_pvalue: ['LiteralInteger'] }, '#e_pvalue'],
        ['with UUIDs', { [UUID]: ['Feature'], e: ['Feature'] }, `#${UUID}`],
        ['without a name', { e: ['Feature'], e_pvalue: ['LiteralInteger', { qualifiedName: 'n' }] }, ''],
        ['outside of the library', { e: ['Feature'], e_pvalue: ['LiteralInteger', { isLibraryElement: 'true' }] }, ''],
        ['that own a range', { e: ['Feature'], e_pa: ['Feature'], e_pa_pm: ['MultiplicityRange', { owner: '#e_pa' }] }, '#e_pa #e_pa_pm'],
        [
            'that do not own a range',
            { e: ['Feature'], e_pm: ['MultiplicityRange', { owningRelatedElement: '#e' }], e_pn: ['MultiplicityRange'] },
            ''
        ],
        [
            'and their memberships',
            {
                e: ['Feature'],
                e_pa: ['Feature'],
                e_pm: ['OwningMembership', { ownedMemberElement: '#e_pa', owner: '#e' }],
                e_pn: ['OwningMembership', { ownedRelatedElement: '#e_pa', owner: '#e' }],
                e_po: ['OwningMembership', { ownedRelatedElement: '#e', owner: '#e_pa' }]
            },
            '#e_pa #e_pm #e_pn'
        ],
        [
            'and the relationships that they own',
            {
                e: ['Feature'],
                e_pa: ['Feature'],
                e_pt: ['FeatureTyping', { owningRelatedElement: '#e_pa', ownedRelatedElement: '#e' }],
                e_pu: ['FeatureTyping', { owner: '#e', ownedRelatedElement: '#e_pa' }],
                e_pi: ['NamespaceImport', { owner: '#e_pa' }],
                e_pj: ['NamespaceImport', { owner: '#e' }],
                e_pk: ['NamespaceImport']
            },
            '#e_pa #e_pt #e_pi'
        ],
        ['and memberships that refer', { e: ['Feature'], e_pm: ['Membership'], m: ['Membership'] }, '#e_pm'],
        ['that are connectors', { e: ['Feature'], e_pc: ['Connector'], e_pa: ['Association'] }, '#e_pc #e_pa'],
        [
            'but no cycles',
            {
                e: ['Feature'],
                e_pm: ['OwningMembership', { ownedMemberElement: '#e_pn' }],
                e_pn: ['OwningMembership', { ownedMemberElement: '#e_pm' }]
            },
            ''
        ]
    ])('are those %s', (_, rows, nodes) => {
        const elements = elementsOf(rows);
        placeInBases(elements);
        expect(idsOf(elements.filter(e => e.base === 'node'))).toBe(nodes);
    });
});

describe('the rule of a property', () => {
    test.each([
        ['Feature', 'isUnique', 'boolean', false],
        ['Feature', 'declaredName', 'string', false],
        ['Element', 'aliasIds', 'string', true],
        ['Feature', 'direction', 'string in inout out', false],
        ['Package', 'direction', 'string in inout out', false],
        ['Feature', 'type', 'reference', true],
        ['Package', 'type', 'reference', true],
        ['Package', 'memberElement', 'reference', false],
        ['Package', 'ownedSubsetting', 'reference', true],
        ['LiteralInteger', 'value', 'integer', false],
        ['LiteralRational', 'value', 'rational', false],
        ['LiteralString', 'value', 'string', false],
        ['LiteralBoolean', 'value', 'boolean', false],
        ['Feature', 'value', 'any', false],
        ['FeatureValue', 'value', 'reference', false],
        ['Feature', 'isReference', 'boolean', false],
        ['Feature', 'lowerBound', 'reference', false],
        ['Feature', 'sysx:memberIndex', 'index', false],
        ['Feature', 'sysx:hasBody', 'boolean', false],
        ['Feature', 'sysx:sourceText', 'string', false],
        ['Feature', 'sysx:bodyMember', 'reference', true],
        ['Feature', 'sysx:guard', 'reference', false],
        ['Feature', 'sysx:trigger', 'any', false],
        ['Feature', 'sysx:type', undefined, undefined],
        ['Feature', 'nothing', undefined, undefined],
        ['Feature', 'memberIndex', undefined, undefined],
        ['', 'isUnique', 'boolean', false]
    ])('%s.%s is %s', (metaclass, property, kind, isMany) => {
        for (let times = 0; times < 2; times++) {
            const rule = ruleOf(metaclass, property);
            expect([rule && [rule.kind, ...[...(rule.words ?? [])].sort()].join(' '), rule?.isMany]).toEqual([kind, isMany]);
        }
    });

    test.each([
        ['Feature', 'ownedMember', false],
        ['Feature', 'member', true],
        ['Feature', 'inheritedFeature', true],
        ['Feature', 'declaredName', false],
        ['Package', 'inheritedFeature', false],
        ['Feature', 'nothing', false]
    ])('%s.%s is dropped: %s', (metaclass, property, expected) => expect(isDropped(metaclass, property)).toBe(expected));

    test.each([
        [['declaredName', 'type'], false, false],
        [['declaredName', 'name'], false, true],
        [['visibility'], false, true],
        [['isUnique'], false, true],
        [['sysx:hasBody', 'nothing'], false, false],
        [['declaredName', 'member'], true, true]
    ])('%j may be discarded', (properties, hasDropped, mayBeDiscarded) => {
        const element = new GraphElement('e', 'Feature');
        properties.forEach(property => element.add(property, 'x'));
        const stated = statedProperties(element);
        expect([stated.hasDropped, stated.mayBeDiscarded]).toEqual([hasDropped, mayBeDiscarded]);
        expect(stated.rules).toEqual(properties.map(property => ruleOf('Feature', property)));
        const other = new GraphElement('p', 'Package');
        properties.forEach(property => other.add(property, 'x'));
        expect(statedProperties(other).rules).toEqual(properties.map(property => ruleOf('Package', property)));
    });
});

describe('the facts of the metamodel', () => {
    test.each([
        ['Element', 'aliasIds', 'String many'],
        ['Membership', 'memberElement', 'Element one reference required =Relationship.target'],
        [
            'OwningMembership',
            'ownedMemberElement',
            'Element one derived reference required =Membership.memberElement <Relationship.ownedRelatedElement'
        ],
        ['Feature', 'isUnique', 'Boolean one required true'],
        ['PartUsage', 'isUnique', 'Boolean one required true'],
        ['Feature', 'direction', 'FeatureDirectionKind one'],
        ['LiteralRational', 'value', 'Real one required'],
        ['Package', 'isUnique', undefined],
        ['', 'isUnique', undefined]
    ])('%s.%s', (metaclass, name, expected) => {
        const facts = propertyOfMetaclass(metaclass, name);
        const words = facts && [
            facts.type,
            facts.isMany ? 'many' : 'one',
            ...(['isDerived', 'isReference', 'isRequired'] as const).filter(flag => facts[flag]).map(flag => flag.slice(2).toLowerCase()),
            ...(facts.default === undefined ? [] : [facts.default]),
            ...facts.redefines.map(property => `=${property}`),
            ...facts.subsets.map(property => `<${property}`)
        ];
        expect(words?.join(' ')).toBe(expected);
    });

    it('are in alphabetical order', () => {
        const names = [...propertiesOf('PartUsage').keys()];
        expect(names).toEqual([...names].sort());
        expect([names.length > 50, propertiesOf('').size, propertiesOf('Nothing').size]).toEqual([true, 0, 0]);
    });

    it('are found by name', () => {
        expect(propertiesNamed('value').map(p => p.type)).toEqual(
            expect.arrayContaining(['Expression', 'Real', 'String', 'Integer', 'Boolean'])
        );
        expect([propertiesNamed('aliasIds').length, propertiesNamed('nothing')]).toEqual([1, []]);
        expect(['member', 'declaredName', 'nothing'].map(isDerivedProperty)).toEqual([true, false, false]);
        expect([literalsOf('FeatureDirectionKind'), literalsOf('Feature')]).toEqual([['in', 'inout', 'out'], undefined]);
    });

    test.each([
        ['InvocationExpression', true],
        ['OperatorExpression', true],
        ['FeatureReferenceExpression', true],
        ['LiteralString', true],
        ['NullExpression', true],
        ['MetadataAccessExpression', true],
        ['Expression', false],
        ['Feature', false]
    ])('%s is a form of expressions: %s', (metaclass, expected) => {
        expect([isExpressionForm({ metaclass }), isExpressionForm(undefined)]).toEqual([expected, false]);
    });
});
