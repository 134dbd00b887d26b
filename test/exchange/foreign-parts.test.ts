// Parts of foreign and edited graphs, without a model: positions of members, names of chains, ends and UUIDs, and what expressions of full
// documents state in another way than sparse graphs.

import { describe, expect, it, test } from 'vitest';
import { Graph, type GraphElement } from '../../src/exchange/graph.js';
import { encodeName, URL_NAMESPACE, uuid5 } from '../../src/exchange/ids.js';
import { assignPositions } from '../../src/exchange/notation/positions.js';
import { chainText } from '../../src/exchange/reading/full/chains.js';
import { withoutHiddenParts } from '../../src/exchange/reading/full/hidden-parts.js';
import type { Nodes } from '../../src/exchange/reading/full/nodes.js';
import { OwnershipIndex } from '../../src/exchange/reading/full/ownership-index.js';
import { nameParts } from '../../src/exchange/reading/full/part-names.js';
import { nameInId, nameOf, UuidNames } from '../../src/exchange/reading/full/uuid-names.js';
import { elementsOf, graphOf, idsOf, type Rows, statements } from './graph-rows.js';

describe('the positions of members', () => {
    /** The names, ids and positions of the elements of an edited graph. */
    const assigned = (rows: Rows, change: (elements: Map<string, GraphElement>) => void = () => undefined): string[] => {
        const elements = graphOf(rows);
        const graph = new Graph();
        elements.forEach(element => graph.write(element));
        change(elements);
        assignPositions(graph);
        return graph.elements.map(e => [e.id, e.text('qualifiedName') ?? '-', String(e.integer('sysx:memberIndex') ?? '-')].join(' '));
    };
    const member = (qualifiedName: string, index: string | undefined, more: Record<string, string> = {}): Rows[string] => [
        'Feature',
        { ...(index !== undefined && { 'sysx:memberIndex': index }), qualifiedName, owner: '#P', ...more }
    ];
    const root: Rows[string] = ['Package', { qualifiedName: 'P', 'sysx:memberIndex': '0', declaredName: 'P' }];

    test.each<[what: string, rows: Rows, expected: readonly string[]]>([
        ['none where none is stated', { P: ['Package', { qualifiedName: 'P' }] }, ['P P -']],
        [
            'without gaps',
            { P: root, b: member('P::b', '7', { declaredName: 'b' }), a: member('P::a', '3', { declaredName: 'a' }) },
            ['P P 0', 'b P::b 1', 'a P::a 0']
        ],
        [
            'of new members behind those that the list has before them',
            {
                P: ['Package', { qualifiedName: 'P', 'sysx:memberIndex': '0', ownedRelationship: '#i #m #n #o' }],
                a: member('P::a', '0', { declaredName: 'a' }),
                b: member('P::b', undefined, { declaredName: 'b' }),
                c: member('P::c', '1', { declaredName: 'c' }),
                d: member('P::d', undefined, { declaredName: 'd' }),
                m: ['OwningMembership', { ownedMemberElement: '#a' }],
                n: ['OwningMembership', { ownedMemberElement: '#b' }],
                o: ['OwningMembership', { ownedMemberElement: '#c' }],
                i: ['NamespaceImport', { qualifiedName: 'P::@5', owner: '#P' }]
            },
            ['P P 0', 'a P::a 1', 'b P::b 2', 'c P::c 3', 'd P::d 4', 'm - -', 'n - -', 'o - -', 'i P::@0 0']
        ],
        [
            'by which members without names are identified',
            {
                P: root,
                'P__@1': member('P::@1', '1'),
                'P__@2': member('P::@2', '2', { elementId: 'P__@2' }),
                'P__@2_pvalue': ['LiteralInteger', { elementId: 'x' }],
                x: member('P::@2::@0', '0', { owner: '#P__@2' })
            },
            ['P P 0', 'P__@1 P::@0 0', 'P__@2 P::@1 1', 'P__@2_pvalue - -', 'x P::@1::@0 0']
        ],
        [
            'in place of names that are taken, and names that are free',
            {
                P: root,
                a: member('P::a', '0', { declaredName: 'a' }),
                b: member('P::@1', '1', { declaredName: 'a' }),
                c: member('P::@2', '2', { declaredName: 'c::d' }),
                d: member('P::@7', '3', { declaredShortName: 'd' }),
                e: member('P::@8', '4', { declaredShortName: 'd' })
            },
            ['P P 0', 'a P::a 0', 'b P::@1 1', "c P::'c::d' 2", 'd P::d 3', 'e P::@4 4']
        ],
        [
            'of members whose namespace is their owner',
            { P: root, a: ['Feature', { qualifiedName: 'P::@3', 'sysx:memberIndex': '3', owningNamespace: '#P' }] },
            ['P P 0', 'a P::@0 0']
        ],
        [
            'not of conjugates',
            { P: root, c: ['ConjugatedPortDefinition', { qualifiedName: 'P::~P', owner: '#P' }], a: member('P::@4', '4') },
            ['P P 0', 'c P::~P -', 'a P::@0 0']
        ]
    ])('are assigned: %s', (_, rows, expected) => expect(assigned(rows)).toEqual(expected));

    it('are not those of nodes and other documents', () => {
        const rows: Rows = { P: root, a: member('P::@4', '4'), b: member('P::@5', '5'), c: member('P::@6', '6') };
        const change = (elements: Map<string, GraphElement>): void => {
            elements.get('a')!.state = 'external';
            elements.get('b')!.identify('b', 'node');
        };
        expect(assigned(rows, change)).toEqual(['P P 0', 'a P::@4 4', 'b P::@5 5', 'c P::@0 0']);
    });

    it('change ids that follow from them', () => {
        const [old, now] = ['P::@3', 'P::@0'].map(encodeName);
        const below = ['_pvalue', '_5fx', '__a', ''].map(end => old + end);
        const rows: Rows = {
            P: root,
            [below[3]]: member('P::@3', '3', { elementId: below[3] }),
            [below[0]]: ['LiteralInteger', { elementId: 'x' }],
            [below[1]]: ['Feature'],
            [below[2]]: member('P::@3::a', '0', { owner: `#${below[3]}`, declaredName: 'a' })
        };
        const ids: string[] = [];
        expect(assigned(rows, elements => elements.forEach(e => ids.push(e.id))).map(line => line.split(' ')[0])).toEqual([
            'P',
            now,
            `${now}_pvalue`,
            below[1],
            `${now}__a`
        ]);
        const elements = graphOf(rows);
        const graph = new Graph();
        elements.forEach(element => graph.write(element));
        assignPositions(graph);
        expect([elements.get(below[3])!.text('elementId'), elements.get(below[0])!.text('elementId')]).toEqual([now, 'x']);
    });
});

describe('the text of a chain', () => {
    const rows: Rows = {
        P: ['Package', { ownedRelationship: '#mf #mg #mh', declaredName: 'P' }],
        mf: ['OwningMembership', { ownedRelatedElement: '#f' }],
        mg: ['OwningMembership', { ownedRelatedElement: '#g' }],
        mh: ['OwningMembership', { ownedRelatedElement: '#h' }],
        f: ['Feature', { declaredName: 'f', qualifiedName: 'P::f', ownedRelationship: '#ma' }],
        ma: ['FeatureMembership', { ownedRelatedElement: '#a' }],
        a: ['Feature', { declaredName: 'a', qualifiedName: "P::f::'a'", name: 'x' }],
        g: ['Feature', { name: 'g h', qualifiedName: 'P::g' }],
        h: ['Feature', {}],
        other: ['Feature', { declaredName: 'o', qualifiedName: 'Q::o' }],
        root: ['Feature', { declaredName: 'r' }]
    };
    test.each<[from: string, steps: readonly string[], text: string | undefined]>([
        ['f', ['#f', '#a'], 'f.a'],
        ['a', ['#a', '#f'], 'a.f'],
        ['f', ['#a'], 'P::f::a'],
        ['f', ['#other', '#other'], 'Q::o.o'],
        ['root', ['#f', '#a'], 'P::f.a'],
        ['f', ['#root'], 'r'],
        ['f', ['P::f', '#a'], 'P::f.a'],
        ['f', ["$::P::'f'", 'a'], '$::P::f.a'],
        ['f', ['#f', '#h'], undefined],
        ['f', ['true'], undefined]
    ])('from %s along %j is %s', (from, steps, text) => {
        const links = Object.fromEntries(
            steps.map((step, i) => [`l${i}`, ['FeatureChaining', { chainingFeature: `${step} #f` }] as const])
        );
        const chain: Rows = {
            chain: [
                'Feature',
                {
                    ownedRelationship: Object.keys(links)
                        .map(id => `#${id}`)
                        .join(' ')
                }
            ]
        };
        const graph = graphOf({ ...rows, ...links, ...chain });
        const found = chainText(graph.get('chain')!, graph.get(from)!, new OwnershipIndex([...graph.values()]));
        expect(found === graph.get('chain') ? undefined : (found as { text: string }).text).toBe(text);
    });
    it('quotes names', () => {
        const graph = graphOf({
            ...rows,
            chain: ['Feature', { ownedRelationship: '#l' }],
            l: ['FeatureChaining', { chainingFeature: '#g' }]
        });
        graph.get('g')!.set('name', ['g h']);
        expect(chainText(graph.get('chain')!, graph.get('f')!, new OwnershipIndex([...graph.values()]))).toMatchObject({ text: "'g h'" });
    });
});

describe('the name of an end', () => {
    const end = (id: string, more: Record<string, string> = {}): Rows => ({
        [`m${id}`]: ['EndFeatureMembership', { ownedRelatedElement: `#${id}` }],
        [id]: ['Feature', { isEnd: 'true', ...more }]
    });
    const connector = (ends: readonly string[], generals = ''): Rows[string] => [
        'Connector',
        { ownedRelationship: [...generals.split(' ').filter(Boolean), ...ends.map(id => `#m${id}`)].join(' ') }
    ];
    const named = (rows: Rows, ends: readonly string[], isNode = true): string => {
        const graph = graphOf({ ...rows, x: ['Membership', { memberElement: ends.map(id => `#${id}`).join(' ') }] });
        const ownership = new OwnershipIndex([...graph.values()]);
        const nodes = { bodyOf: (e: GraphElement) => (e.id === 'body' ? e : undefined), isNode: () => isNode } as unknown as Nodes;
        nameParts(graph.get('x')!, nodes, ownership);
        return idsOf(graph.get('x')!.all('memberElement'));
    };
    const general: Rows = { t: ['FeatureTyping', { type: '#d' }], d: ['Association', { ownedRelationship: '#mp #mq' }] };

    test.each<[what: string, rows: Rows, ends: readonly string[], expected: string]>([
        ['is its own', { c: connector(['a', 'b']), ...end('a', { declaredName: 'n' }), ...end('b') }, ['a', 'b'], 'n target'],
        ['is that of binary links', { c: connector(['a', 'b']), ...end('a'), ...end('b') }, ['b', 'a'], 'target source'],
        ['is none of three', { c: connector(['a', 'b', 'e']), ...end('a'), ...end('b'), ...end('e') }, ['a', 'b', 'e'], '#a #b #e'],
        [
            'is that of a general',
            {
                c: connector(['a', 'b'], '#t'),
                ...end('a'),
                ...end('b'),
                ...general,
                ...end('p', { declaredName: 'p' }),
                ...end('q', { declaredShortName: 'q' })
            },
            ['a', 'b'],
            'p q'
        ],
        [
            'is that of a general of a general',
            {
                c: connector(['a', 'b'], '#t'),
                ...end('a'),
                ...end('b'),
                t: ['FeatureTyping', { type: '#e' }],
                e: ['Association', { ownedRelationship: '#s' }],
                s: ['Subclassification', { superclassifier: '#d' }],
                d: ['Association', { ownedRelationship: '#mp' }],
                ...end('p', { declaredName: 'p' })
            },
            ['a', 'b'],
            'p target'
        ],
        [
            'is that of the end which a general redefines',
            {
                c: connector(['a', 'b'], '#t'),
                ...end('a'),
                ...end('b'),
                ...general,
                ...end('p', { ownedRelationship: '#r' }),
                ...end('q', { ownedRelationship: '#u' }),
                r: ['Redefinition', { redefinedFeature: '#z' }],
                u: ['Subsetting', { redefinedFeature: '#z' }],
                z: ['Feature', { declaredName: 'z' }]
            },
            ['a', 'b'],
            'z target'
        ],
        [
            'is none in a circle',
            { c: connector(['a', 'b', 'e'], '#t'), ...end('a'), ...end('b'), ...end('e'), t: ['FeatureTyping', { type: '#c' }] },
            ['a'],
            '#a'
        ],
        ['is none without a connector', { ...end('a') }, ['a'], '#a'],
        [
            'is none of other features',
            { c: connector(['a']), ma: ['EndFeatureMembership', { ownedRelatedElement: '#a' }], a: ['Feature'] },
            ['a'],
            '#a'
        ],
        [
            'is that of a part of a body',
            { body: ['Feature', { declaredName: 'in' }], b: ['Feature', { declaredName: 'b' }] },
            ['body', 'b'],
            'in #b'
        ]
    ])('%s', (_, rows, ends, expected) => expect(named(rows, ends)).toBe(expected));

    it('is not needed for declarations', () => {
        expect(named({ c: connector(['a', 'b']), ...end('a'), ...end('b') }, ['a', 'b'], false)).toBe('#a #b');
    });

    test.each<[metaclass: string, property: string, isNamed: boolean]>([
        ['NamespaceImport', 'importedNamespace', true],
        ['Annotation', 'annotatedElement', true],
        ['Comment', 'annotatedElement', true],
        ['Subsetting', 'subsettedFeature', true],
        ['FeatureTyping', 'type', true],
        ['Feature', 'type', false],
        ['Package', 'annotatedElement', false]
    ])('stands in %s.%s: %s', (metaclass, property, isNamed) => {
        const graph = graphOf({ x: [metaclass, { [property]: '#body' }], body: ['Feature', { declaredName: 'in' }] });
        const nodes = { bodyOf: (e: GraphElement) => e, isNode: () => true } as unknown as Nodes;
        nameParts(graph.get('x')!, nodes, new OwnershipIndex([...graph.values()]));
        expect(idsOf(graph.get('x')!.all(property))).toBe(isNamed ? 'in' : '#body');
    });
});

describe('the parts of expressions', () => {
    const left = (rows: Rows): Record<string, string> => {
        const elements = withoutHiddenParts(elementsOf(rows));
        return Object.fromEntries(elements.map(e => [e.id, JSON.stringify(statements(e)).replace(/["{}]/g, '')]));
    };
    const parameter = (id: string, membership: string, relationships = ''): Rows => ({
        [`m${id}`]: [membership, { ownedRelatedElement: `#${id}` }],
        [id]: ['Feature', relationships === '' ? {} : { ownedRelationship: relationships }]
    });
    const types: Rows = { t: ['FeatureTyping', { type: '#T' }], T: ['Type'] };

    it('are none in a document without expressions', () => {
        const elements = elementsOf({ a: ['Feature'], b: ['Package'] });
        expect(withoutHiddenParts(elements)).toBe(elements);
    });

    test.each<[what: string, rows: Rows, expected: Record<string, string>]>([
        [
            'without the result of a reference',
            {
                e: ['FeatureReferenceExpression', { ownedRelationship: '#mf #mr', result: '#f', parameter: '#f', referent: '#f' }],
                ...parameter('r', 'ReturnParameterMembership'),
                mf: ['Membership', { memberElement: '#f' }],
                f: ['Feature']
            },
            { e: 'ownedRelationship:#mf,referent:#f', mf: 'memberElement:#f', f: '' }
        ],
        [
            'with the result of others',
            { e: ['InvocationExpression', { ownedRelationship: '#mr', result: '#r' }], ...parameter('r', 'ReturnParameterMembership') },
            { e: 'ownedRelationship:#mr,result:#r', mr: 'ownedRelatedElement:#r', r: '' }
        ],
        [
            'without the target of a chain in its source',
            {
                e: ['FeatureChainExpression', { ownedRelationship: '#ma #mr' }],
                ...parameter('a', 'ParameterMembership', '#v #mx'),
                ...parameter('r', 'ReturnParameterMembership'),
                v: ['FeatureValue'],
                ...parameter('x', 'FeatureMembership')
            },
            {
                e: 'ownedRelationship:#ma,#mr',
                ma: 'ownedRelatedElement:#a',
                a: 'ownedRelationship:#v',
                mr: 'ownedRelatedElement:#r',
                r: '',
                v: ''
            }
        ],
        ...['istype', 'hastype', '@', '@@', 'all'].map((operator): [string, Rows, Record<string, string>] => [
            `with the type of the parameter of ${operator}`,
            {
                e: ['OperatorExpression', { operator, ownedRelationship: '#ma #mb #mr' }],
                ...parameter('a', 'ParameterMembership', '#v #u'),
                ...parameter('b', 'ParameterMembership', '#t'),
                ...parameter('r', 'ReturnParameterMembership', '#w'),
                ...types,
                v: ['FeatureValue'],
                u: ['FeatureTyping', { type: '#T' }],
                w: ['FeatureTyping', { type: '#T' }]
            },
            {
                e: `operator:${operator},ownedRelationship:#ma,#mr,sysx:typeArgument:#T`,
                ma: 'ownedRelatedElement:#a',
                a: 'ownedRelationship:#v,#u',
                mr: 'ownedRelatedElement:#r',
                r: 'ownedRelationship:#w',
                T: '',
                v: '',
                u: 'type:#T',
                w: 'type:#T'
            }
        ]),
        ...['as', 'meta', 'all'].map((operator): [string, Rows, Record<string, string>] => [
            `with the type of the result of ${operator}`,
            {
                e: ['OperatorExpression', { operator, ownedRelationship: '#ma #mr' }],
                ...parameter('a', 'ParameterMembership'),
                ...parameter('r', 'ReturnParameterMembership', '#t'),
                t: ['FeatureTyping', { general: '#T' }],
                T: ['Type']
            },
            {
                e: `operator:${operator},ownedRelationship:#ma,#mr,sysx:typeArgument:#T`,
                ma: 'ownedRelatedElement:#a',
                a: '',
                mr: 'ownedRelatedElement:#r',
                r: '',
                T: ''
            }
        ]),
        [
            'with the types of other operators',
            {
                e: ['OperatorExpression', { operator: '+', ownedRelationship: '#mb' }],
                ...parameter('b', 'ParameterMembership', '#t'),
                ...types
            },
            { e: 'operator:+,ownedRelationship:#mb', mb: 'ownedRelatedElement:#b', b: 'ownedRelationship:#t', t: 'type:#T', T: '' }
        ],
        [
            'with types where the argument is stated',
            {
                e: ['OperatorExpression', { operator: '@', ownedRelationship: '#mb', 'sysx:typeArgument': '#T' }],
                ...parameter('b', 'ParameterMembership', '#t'),
                ...types
            },
            {
                e: 'operator:@,ownedRelationship:#mb,sysx:typeArgument:#T',
                mb: 'ownedRelatedElement:#b',
                b: 'ownedRelationship:#t',
                t: 'type:#T',
                T: ''
            }
        ],
        [
            'with the names of arguments',
            {
                e: ['InvocationExpression', { ownedRelationship: '#ma #mb #mc #md' }],
                ...parameter('a', 'ParameterMembership', '#ra'),
                ra: ['Redefinition', { redefinedFeature: '#f' }],
                ...parameter('b', 'ParameterMembership', '#rb'),
                rb: ['Redefinition', { redefinedFeature: 'P::g' }],
                ...parameter('c', 'ParameterMembership', '#rc'),
                rc: ['Redefinition', { redefinedFeature: '#h' }],
                ...parameter('d', 'ParameterMembership', '#rd'),
                rd: ['Subsetting', { redefinedFeature: '#f' }],
                f: ['Feature', { declaredName: 'f' }],
                h: ['Feature', { name: 'h' }]
            },
            {
                e: 'ownedRelationship:#ma,#mb,#mc,#md',
                ma: 'ownedRelatedElement:#a',
                a: 'sysx:argumentName:f',
                mb: 'ownedRelatedElement:#b',
                b: 'sysx:argumentName:P::g',
                mc: 'ownedRelatedElement:#c',
                c: 'sysx:argumentName:h',
                md: 'ownedRelatedElement:#d',
                d: 'ownedRelationship:#rd',
                rd: 'redefinedFeature:#f',
                f: 'declaredName:f',
                h: 'name:h'
            }
        ]
    ])('are stated %s', (_, rows, expected) => {
        const spaced = Object.fromEntries(Object.entries(expected).map(([id, text]) => [id, text.replace(/(#\w+),(?=#)/g, '$1 ')]));
        expect(left(rows)).toEqual(spaced);
    });
});

describe('the names behind UUIDs', () => {
    const ROOT = uuid5(URL_NAMESPACE, 'root');
    const of = (id: string): string => uuid5(ROOT, id);
    const below = (owner: string, id: string, metaclass = 'Feature', stated: Record<string, string> = {}): Rows => ({
        [`m${id}`]: ['OwningMembership', { owningRelatedElement: `#${owner}`, ownedRelatedElement: `#${id}` }],
        [id]: [metaclass, stated]
    });
    const rows: Rows = {
        [ROOT]: ['Package', { declaredName: 'P.Q' }],
        ...below(ROOT, of('P_2eQ__a'), 'Feature', { declaredName: 'a' }),
        ...below(ROOT, of('P_2eQ__s'), 'Feature', { declaredShortName: 's' }),
        ...below(ROOT, of('P_2eQ__x'), 'Feature', { declaredName: 'y' }),
        ...below(ROOT, of(`P_2eQ__${encodeName('@2')}`), 'Feature'),
        ...below(of('P_2eQ__a'), of('P_2eQ__a__b'), 'Feature', { declaredName: 'b' }),
        ...below(of('P_2eQ__x'), of('P_2eQ__x__c'), 'Feature', { declaredName: 'c' }),
        ...below(of('P_2eQ__a'), of('P_2eQ__a_pvalue'), 'OperatorExpression'),
        ...below(of('P_2eQ__a_pvalue'), of('P_2eQ__a_pvalue_pa1'), 'OperatorExpression')
    };
    const graph = graphOf(rows);
    const names = new UuidNames(new OwnershipIndex([...graph.values()]));
    test.each<[id: string, name: string | undefined]>([
        [ROOT, 'P_2eQ'],
        [of('P_2eQ__a'), 'P_2eQ__a'],
        [of('P_2eQ__s'), 'P_2eQ__s'],
        [of('P_2eQ__x'), undefined],
        [of(`P_2eQ__${encodeName('@2')}`), `P_2eQ__${encodeName('@2')}`],
        [of('P_2eQ__a__b'), 'P_2eQ__a__b'],
        [of('P_2eQ__x__c'), undefined],
        [of('P_2eQ__a_pvalue'), undefined]
    ])('%s is %s', (id, name) => {
        expect(names.idOf(graph.get(id)!)).toBe(name);
        expect(names.idOf(graph.get(id)!)).toBe(name);
        expect(names.hasId(graph.get(id)!, name)).toBe(name === undefined ? undefined : id !== ROOT);
        expect(names.hasId(graph.get(id)!, 'other')).toBe(false);
        expect(names.isMadeBelowRoot(graph.get(id)!, name ?? 'other')).toBe(name !== undefined && id !== ROOT);
    });

    test.each<[id: string, made: string]>([
        [of('P_2eQ__a'), of('P_2eQ__a_px')],
        [of('P_2eQ__a_pvalue'), of('P_2eQ__a_pvalue_px')],
        [of('P_2eQ__a_pvalue_pa1'), of('P_2eQ__a_pvalue_pa1_px')],
        [of('P_2eQ__x'), uuid5(of('P_2eQ__x'), '_px')]
    ])('below %s', (id, made) => expect(names.idBelow(graph.get(id)!, '_px')).toBe(made));

    it('are not those of other ids', () => {
        const others = graphOf({ r: ['Package', { declaredName: 'P' }], ...below('r', of('P__a'), 'Feature', { declaredName: 'a' }) });
        const found = new UuidNames(new OwnershipIndex([...others.values()]));
        expect([...others.values()].map(e => [found.idOf(e), found.hasId(e, 'x')])).toEqual(Array(3).fill([undefined, undefined]));
    });

    test.each<[id: string, row: Rows[string], name: string | undefined, inId: string | undefined]>([
        ['P__a', ['Feature', { declaredName: 'a' }], 'a', 'P::a'],
        ['P__a', ['Feature', { declaredShortName: 'a' }], 'a', 'P::a'],
        ['P__a', ['Feature', { declaredName: 'b', declaredShortName: 'a' }], 'b', undefined],
        [encodeName('P::@3'), ['Feature', {}], undefined, 'P::@3'],
        ['n17', ['Feature', { declaredName: 'x' }], 'x', undefined],
        ['P__a', ['Membership', { memberName: 'a', declaredName: 'x' }], 'a', 'P::a'],
        ['P__a', ['Membership', { memberShortName: 'a' }], 'a', 'P::a'],
        [ROOT, ['Package', { declaredName: 'P' }], 'P', undefined]
    ])('and other ids: %s (%#)', (id, row, name, inId) => {
        const [element] = elementsOf({ [id]: row });
        expect([nameOf(element), nameInId(element)]).toEqual([name, inId]);
    });
});
