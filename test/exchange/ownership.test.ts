// Ownership in graphs without a model: the index of a document, whichever side states an ownership, the changes that patterns make to it,
// and documents from which elements are dropped.

import { describe, expect, it, test } from 'vitest';
import { GraphElement } from '../../src/exchange/graph.js';
import { uuid5 } from '../../src/exchange/ids.js';
import { takeOperands } from '../../src/exchange/patterns/operands.js';
import { become, bind, drop, find, giveTo, make, makeChain, refer, takeFrom } from '../../src/exchange/patterns/stored.js';
import { withBodyReferences } from '../../src/exchange/reading/full/body-references.js';
import { drop as dropAll, without } from '../../src/exchange/reading/full/hidden-parts.js';
import { OwnershipIndex, ownershipAmong } from '../../src/exchange/reading/full/ownership-index.js';
import { StoredDocument } from '../../src/exchange/reading/full/stored-document.js';
import { takeSubset } from '../../src/exchange/reading/full/subsets.js';
import { elementsOf, elsewhere, graphOf, idOf, idsOf, type Rows, statements } from './graph-rows.js';

describe('an ownership', () => {
    const OWNER: Rows = { p: ['Package'], m: ['OwningMembership'], x: ['Package'] };
    const STATED: readonly (readonly [string, Rows])[] = [
        ['by the owner', { p: ['Package', { ownedRelationship: '#m' }], m: ['OwningMembership', { ownedRelatedElement: '#x' }] }],
        ['of relationships', { m: ['OwningMembership', { owningRelatedElement: '#p', ownedMemberElement: '#x' }] }],
        ['of memberships', { m: ['OwningMembership', { membershipOwningNamespace: '#p', memberElement: '#x' }] }],
        ['by the member', { m: ['OwningMembership', { importOwningNamespace: '#p' }], x: ['Package', { owningRelationship: '#m' }] }],
        ['by both', { p: ['Package', { ownedRelationship: '#m' }], x: ['Package', { owningMembership: '#m' }] }]
    ];
    test.each(STATED)('that is stated %s', (_, rows) => {
        const graph = graphOf({ ...OWNER, ...rows });
        const [p, m, x] = [...graph.values()];
        const index = new OwnershipIndex([...graph.values()]);
        expect([p, m, x].map(e => idsOf(index.relationshipsOf(e)))).toEqual(['#m', '', '']);
        expect([p, m, x].map(e => idsOf(index.membersOf(e)))).toEqual(['', '#x', '']);
        expect([p, m, x].map(e => idOf(index.ownerOf(e)))).toEqual(['undefined', '#p', 'undefined']);
        expect([p, m, x].map(e => idOf(index.relationshipTo(e)))).toEqual(['undefined', 'undefined', '#m']);
        expect([p, m, x].map(e => idOf(index.outward(e)))).toEqual(['undefined', '#p', '#m']);
        expect([p, m, x].map(e => index.placeOf(e))).toEqual([-1, 0, -1]);
    });

    it('is none where a property does not own', () => {
        const graph = graphOf({
            p: ['Package', { owningRelatedElement: '#x', ownedRelatedElement: '#x', ownedRelationship: 'name' }],
            m: ['Membership', { memberElement: '#x', owningRelatedElement: 'name', ownedRelatedElement: 'name' }],
            x: ['Package', { owningRelationship: 'name', memberElement: '#p' }]
        });
        const index = new OwnershipIndex([...graph.values()]);
        expect([...graph.values()].map(e => idOf(index.outward(e)))).toEqual(['undefined', 'undefined', 'undefined']);
        expect([...graph.values()].map(e => idsOf([...index.relationshipsOf(e), ...index.membersOf(e)]))).toEqual(['', '', '']);
    });

    it('is what the owner states first', () => {
        const graph = graphOf({
            p: ['Package', { ownedRelationship: '#m #n' }],
            q: ['Package', { ownedRelationship: '#n' }],
            m: ['OwningMembership', { owningRelatedElement: '#q', ownedRelatedElement: '#x #y' }],
            n: ['OwningMembership', { ownedRelatedElement: '#x' }],
            x: ['Package', { owningRelationship: '#n' }],
            y: ['Package', { owningMembership: '#n' }]
        });
        const index = new OwnershipIndex([...graph.values()]);
        expect(['p', 'q'].map(id => idsOf(index.relationshipsOf(graph.get(id)!)))).toEqual(['#m #n', '']);
        expect(['m', 'n'].map(id => idsOf(index.membersOf(graph.get(id)!)))).toEqual(['#x #y', '']);
        expect(['m', 'n'].map(id => index.placeOf(graph.get(id)!))).toEqual([0, 1]);
    });

    const graph = graphOf({
        p: ['Package', { ownedRelationship: '#i #m #f #a' }],
        i: ['NamespaceImport', { ownedRelatedElement: '#z' }],
        m: ['OwningMembership', { ownedRelatedElement: '#x' }],
        f: ['FeatureMembership', { ownedRelatedElement: '#y #w' }],
        a: ['Membership'],
        ...{ w: ['Feature'], x: ['Package'], y: ['Feature'], z: ['Package'] },
        loose: ['OwningMembership', { ownedRelatedElement: '#free' }],
        free: ['Package']
    });
    const index = ownershipAmong([...graph.values()]);
    const at = (id: string): GraphElement => graph.get(id)!;

    test.each([
        ['Relationship', '#z #x #y #w', ['#p', '#p', '#p', 'undefined']],
        ['Membership', '#x #y #w', ['undefined', '#p', '#p', 'undefined']],
        ['FeatureMembership', '#y #w', ['undefined', 'undefined', '#p', 'undefined']],
        ['Import', '#z', ['#p', 'undefined', 'undefined', 'undefined']]
    ] as const)('through a %s', (kind, owned, owners) => {
        expect(idsOf(index.ownedThrough(at('p'), kind))).toBe(owned);
        expect(['z', 'x', 'y', 'free'].map(id => idOf(index.ownerThrough(at(id), kind)))).toEqual(owners);
        expect(index.ownerThrough(at('p'), kind)).toBeUndefined();
    });

    it('is reordered', () => {
        const sorted = ['m', 'a', 'i', 'f'].map(at);
        const own = new OwnershipIndex([...graph.values()]);
        own.order(at('p'), sorted);
        own.order(elsewhere, [at('m')]);
        expect(own.placeOf(elsewhere)).toBe(-1);
        expect([idsOf(own.relationshipsOf(at('p'))), sorted.map(r => own.placeOf(r))]).toEqual(['#m #a #i #f', [0, 1, 2, 3]]);
    });

    it('is indexed once for a list', () => {
        const list = [...graph.values()];
        expect(ownershipAmong(list)).toBe(ownershipAmong(list));
        expect(ownershipAmong(list)).not.toBe(ownershipAmong([...list]));
    });
});

describe('a stored document', () => {
    const UUID = '14c0aa22-5489-59b5-b438-ded26e83ba31';
    const rows = (): Map<string, GraphElement> =>
        graphOf({
            p: [
                'Package',
                {
                    ownedRelationship: '#m #n',
                    ownedMember: '#x',
                    ownedElement: '#x',
                    ownedMembership: '#m',
                    ownedFeature: '#x #z',
                    name: 'P'
                }
            ],
            m: ['OwningMembership', { ownedRelatedElement: '#x', owner: '#p', membershipOwningNamespace: '#p' }],
            n: ['FeatureMembership', { ownedRelatedElement: '#y' }],
            x: ['Feature', { declaredName: 'x', owner: '#p', owningNamespace: '#p' }],
            y: ['Feature', { ownedRelationship: '#v' }],
            v: ['FeatureMembership', { ownedRelatedElement: '#w', isInitial: 'x', visibility: 'public' }],
            w: ['Feature', { owningRelationship: '#v' }],
            z: ['Feature'],
            q: ['Package']
        });

    it('is the same list until it changes', () => {
        const elements = [...rows().values()];
        expect(new StoredDocument(elements).current).toBe(elements);
    });

    it('discards lists that no longer hold', () => {
        const graph = rows();
        const [p, m, n] = [...graph.values()];
        const document = new StoredDocument([...graph.values()]);
        document.order(p, [m, n]);
        expect(statements(p)).toEqual({ ownedRelationship: '#m #n', ownedMembership: '#m', name: 'P' });
        document.order(p, [n, m]);
        expect(statements(p)).toEqual({ ownedRelationship: '#n #m', name: 'P' });
        expect([idsOf(document.relationshipsOf(p)), idsOf(document.membersOf(n))]).toEqual(['#n #m', '#y']);
        document.order(p, [n]);
        expect([idsOf(document.relationshipsOf(p)), idsOf(p.all('ownedRelationship'))]).toEqual(['#n', '#n']);
    });

    it('keeps a list of own features', () => {
        const graph = graphOf({
            p: ['Package', { ownedRelationship: '#m', ownedFeature: '#x', ownedMembership: '#m' }],
            m: ['FeatureMembership', { ownedRelatedElement: '#x' }],
            x: ['Feature']
        });
        const [p, m] = [...graph.values()];
        const document = new StoredDocument([...graph.values()]);
        document.order(p, [m]);
        expect(statements(p)).toEqual({ ownedRelationship: '#m', ownedFeature: '#x', ownedMembership: '#m' });
        expect(idsOf(document.current)).toBe('#p #m #x');
    });

    it('is another list when the order has changed', () => {
        const elements = [...rows().values()];
        const document = new StoredDocument(elements);
        document.order(elements[0], [elements[1], elements[2]]);
        expect([document.current === elements, idsOf(document.current)]).toEqual([false, idsOf(elements)]);
    });

    it.each(['#a #b #c', '#a #c #b', '#c #b #a', '#a #b', '#a #b #c #d'])('orders relationships as %s', order => {
        const graph = graphOf({
            p: ['Package', { ownedRelationship: '#a #b #c', ownedMembership: '#a #b #c' }],
            ...Object.fromEntries([...'abcd'].map(id => [id, ['OwningMembership']]))
        });
        const document = new StoredDocument([...graph.values()]);
        document.order(
            graph.get('p')!,
            order.split(' ').map(id => graph.get(id.slice(1))!)
        );
        const kept = order === '#a #b #c' ? { ownedMembership: order } : {};
        expect(statements(graph.get('p')!)).toEqual({ ownedRelationship: order, ...kept });
    });

    it('takes relationships from one element and gives them to another', () => {
        const graph = rows();
        const [p, m, n, x] = [...graph.values()];
        const q = graph.get('q')!;
        const document = new StoredDocument([...graph.values()]);
        expect(takeFrom(document, p, [n, elsewhere])).toBe(1);
        expect(idsOf(document.relationshipsOf(p))).toBe('#m');
        expect(takeFrom(document, p, [elsewhere])).toBe(1);
        expect(takeFrom(document, p, [m])).toBe(0);
        giveTo(document, q, [n], 0);
        giveTo(document, q, [m], 0);
        expect([idsOf(document.relationshipsOf(p)), idsOf(document.relationshipsOf(q))]).toEqual(['', '#m #n']);
        expect(statements(m)).toEqual({
            ownedRelatedElement: '#x',
            owner: '#q',
            membershipOwningNamespace: '#q',
            owningRelatedElement: '#q'
        });
        expect(statements(n)).toEqual({ ownedRelatedElement: '#y', owningRelatedElement: '#q' });
        expect(statements(x)).toEqual({ declaredName: 'x' });
    });

    it('makes an expression the value of a feature', () => {
        const graph = rows();
        const document = new StoredDocument([...graph.values()]);
        bind(document, graph.get('x')!, graph.get('w')!);
        bind(document, graph.get('x')!, graph.get('w')!);
        const v = graph.get('v')!;
        expect([v.metaclass, statements(v)]).toEqual([
            'FeatureValue',
            { ownedRelatedElement: '#w', isInitial: 'x', visibility: 'public', owningRelatedElement: '#x' }
        ]);
        expect(idsOf(document.relationshipsOf(graph.get('x')!))).toBe('#v #v');
    });

    test.each([
        ['e', 'e_pvalue', 'e_pvalue_om'],
        [UUID, uuid5(UUID, '_pvalue'), uuid5(UUID, '_pvalue_om')]
    ])('makes parts of %s', (id, made, membership) => {
        const owner = new GraphElement(id, 'Feature');
        const document = new StoredDocument([owner]);
        const part = make(
            document,
            owner,
            { suffix: '_pvalue', membership: 'ParameterMembership', metaclass: 'Feature', direction: 'in' },
            0
        );
        expect([part.id, part.metaclass, part.state, part.text('direction')]).toEqual([made, 'Feature', 'written', 'in']);
        const [owning] = document.relationshipsOf(owner);
        expect([owning.id, owning.metaclass, idsOf(owning.all('ownedMemberParameter')), idOf(part.get('owningRelationship'))]).toEqual([
            membership,
            'ParameterMembership',
            `#${made}`,
            `#${membership}`
        ]);
        expect(idsOf(document.current)).toBe(idsOf([owner, part, owning]));
        const other = make(document, owner, { suffix: '_o', membership: 'FeatureMembership', metaclass: 'Feature' }, 0, part);
        expect([other.has('direction'), idsOf(document.relationshipsOf(owner).slice(1))]).toEqual([false, `#${membership}`]);
    });

    it('makes references and chains', () => {
        const [owner, first, second] = ['e', 'a', 'b'].map(id => new GraphElement(id, 'Feature'));
        const document = new StoredDocument([owner, first, second]);
        refer(document, owner, { suffix: '_r', target: first, at: 0 });
        refer(document, owner, { suffix: '_r', target: 'name', at: 0 }, second);
        const chained = makeChain(document, owner, '_c', [first, second]);
        const made = document.current.slice(3).map(e => `${e.id} ${e.metaclass} ${e.state}: ${JSON.stringify(statements(e))}`);
        expect(made).toEqual([
            'e_r Membership written: {"memberElement":"#a","owningRelatedElement":"#e"}',
            'b_r Membership written: {"memberElement":"name","owningRelatedElement":"#e"}',
            'e_c OwningMembership written: {"memberElement":"#e_c_pchain","ownedRelatedElement":"#e_c_pchain"}',
            'e_c_pchain Feature written: {"owningRelationship":"#e_c","ownedRelationship":"#e_c_pchain_pfc0 #e_c_pchain_pfc1",' +
                '"chainingFeature":"#a #b"}',
            'e_c_pchain_pfc0 FeatureChaining written: {"chainingFeature":"#a","owningRelatedElement":"#e_c_pchain"}',
            'e_c_pchain_pfc1 FeatureChaining written: {"chainingFeature":"#b","owningRelatedElement":"#e_c_pchain"}'
        ]);
        expect([chained.id, idsOf(document.relationshipsOf(owner))]).toEqual(['e_c', '#b_r #e_r']);
    });

    it('makes elements whose ids follow from those of others', () => {
        const document = new StoredDocument([]);
        const made = [new GraphElement('e', 'Feature'), new GraphElement(UUID, 'Feature')].map(e => document.make(e, 's', 'Feature'));
        expect(idsOf(document.current)).toBe(idsOf(made));
        expect(made.map(e => [e.id, e.metaclass, e.state])).toEqual([
            ['e_ps', 'Feature', 'written'],
            [uuid5(UUID, 's'), 'Feature', 'written']
        ]);
    });

    it('knows which ids are made from names', () => {
        const root = new GraphElement(UUID, 'Package')
            .add('declaredName', 'P')
            .add('ownedRelationship', new GraphElement('m', 'OwningMembership'));
        const [named, other] = [uuid5(UUID, 'P__a'), uuid5(UUID, 'P__x')].map(id =>
            new GraphElement(id, 'Feature').add('declaredName', 'a')
        );
        root.element('ownedRelationship')!.add('ownedRelatedElement', named).add('ownedRelatedElement', other);
        const document = new StoredDocument([root, root.element('ownedRelationship')!, named, other]);
        const texts = [new GraphElement('P__a', 'Feature').add('declaredName', 'a'), new GraphElement('n17', 'Feature')];
        expect([root, named, other, ...texts].map(e => document.isDeclared(e))).toEqual([true, true, false, true, false]);
        expect(document.idBelow(named, '_pvalue')).toBe(uuid5(UUID, 'P__a_pvalue'));
        expect(document.idBelow(other, '_pvalue')).toBe(uuid5(other.id, '_pvalue'));
    });

    it('finds parts by their membership and metaclass', () => {
        const graph = rows();
        const document = new StoredDocument([...graph.values()]);
        const found = (
            id: string | undefined,
            membership: 'OwningMembership' | 'FeatureMembership' | 'Membership',
            metaclass?: 'Feature' | 'Package'
        ) =>
            idsOf(
                find(document, id === undefined ? undefined : graph.get(id), { membership, ...(metaclass && { metaclass }) }).map(
                    e => e ?? ''
                )
            );
        expect(found('p', 'OwningMembership')).toBe('#m #x');
        expect(found('p', 'OwningMembership', 'Feature')).toBe('#m #x');
        expect(found('p', 'FeatureMembership', 'Feature')).toBe('#n #y');
        expect(found('p', 'FeatureMembership', 'Package')).toBe(' ');
        expect(found('p', 'Membership')).toBe(' ');
        expect(found('x', 'OwningMembership')).toBe(' ');
        expect(found(undefined, 'OwningMembership')).toBe(' ');
        graph.get('n')!.metaclass = 'Membership';
        expect(idsOf(find(new StoredDocument([graph.get('p')!]), graph.get('p'), { membership: 'Membership' }).map(e => e ?? ''))).toBe(
            ' '
        );
    });

    it('drops elements with what they own', () => {
        const graph = rows();
        const document = new StoredDocument([...graph.values()]);
        drop(document, graph.get('n')!);
        expect(idsOf([...document.removed])).toBe('#n #y #v #w');
        expect(idsOf(document.current)).toBe('#p #m #x #z #q');
        expect(statements(graph.get('p')!).ownedRelationship).toBe('#m');
        const dropped = new Set<GraphElement>();
        dropAll(graph.get('n'), document.ownership, dropped);
        dropAll(undefined, document.ownership, dropped);
        dropAll(graph.get('v'), document.ownership, dropped);
        expect(idsOf([...dropped])).toBe('#n #y #v #w');
    });
});

describe('an element that changes its metaclass', () => {
    test.each([
        ['FeatureValue', 'FeatureMembership', { isDefault: 'x', visibility: 'y', memberElement: 'z', 'sysx:a': 'b' }, ['isDefault']],
        ['FeatureMembership', 'FeatureValue', { isDefault: 'x', memberElement: 'z', ownedMemberFeature: 'f' }, ['ownedMemberFeature']]
    ])('from %s to %s', (from, to, stated, discarded) => {
        const [element] = elementsOf({ e: [from, stated] });
        become(element, to);
        expect([element.metaclass, statements(element)]).toEqual([
            to,
            Object.fromEntries(Object.entries(stated).filter(([property]) => !discarded.includes(property)))
        ]);
    });
});

describe('a document without some of its elements', () => {
    it('has no references to them', () => {
        const graph = graphOf({
            a: ['Feature', { one: '#b', only: '#b #b', some: '#b x #c', none: '#c y', text: 'b', last: '#b' }],
            b: ['Feature', { one: '#c' }],
            c: ['Feature', { one: '#a' }]
        });
        const elements = [...graph.values()];
        expect(without(elements, new Set())).toBe(elements);
        expect(idsOf(without(elements, new Set([graph.get('b')!])))).toBe('#a #c');
        expect(elements.map(statements)).toEqual([{ some: 'x #c', none: '#c y', text: 'b' }, { one: '#c' }, { one: '#a' }]);
    });
});

describe('a part of a project', () => {
    it('has roots where owners are absent', () => {
        const graph = graphOf({
            m: ['OwningMembership', { owningRelatedElement: '#gone', memberElement: '#x', visibility: 'private' }],
            x: ['Package', { owningRelationship: '#m', owner: '#gone' }],
            n: ['OwningMembership', { membershipOwningNamespace: '#gone', ownedRelatedElement: '#y', visibility: 'private' }],
            y: ['Package', { owningRelationship: '#n', visibility: 'protected', declaredName: 'y' }],
            i: ['NamespaceImport', { importOwningNamespace: '#gone', visibility: 'private' }],
            o: ['OwningMembership', { owningRelatedElement: '#y', memberElement: '#z' }],
            z: ['Package', { owningNamespace: '#y', owningRelationship: '#o' }]
        });
        const { roots, memberships } = takeSubset([...graph.values()], e => e === elsewhere);
        expect([idsOf(roots), idsOf([...memberships])]).toEqual(['#x #i #y', '#m #n']);
        expect(Object.fromEntries([...graph].map(([id, e]) => [id, statements(e)]))).toEqual({
            m: { memberElement: '#x' },
            x: { visibility: 'private' },
            n: {},
            y: { visibility: 'protected', declaredName: 'y' },
            i: { visibility: 'private' },
            o: { owningRelatedElement: '#y', memberElement: '#z' },
            z: { owningNamespace: '#y', owningRelationship: '#o' }
        });
    });

    it('has none where all owners are present', () => {
        const graph = graphOf({ m: ['OwningMembership', { owningRelatedElement: '#p' }], p: ['Package', { owner: 'name' }] });
        expect(takeSubset([...graph.values()], e => e === elsewhere).roots).toEqual([]);
        expect(statements(graph.get('m')!)).toEqual({ owningRelatedElement: '#p' });
    });
});

describe('a body that is a value', () => {
    const body = (membership: string): GraphElement[] => [
        ...graphOf({
            f: ['Feature', { ownedRelationship: '#v', ownedFeature: '#b', declaredName: 'f' }],
            v: [membership, { ownedRelatedElement: '#b', value: '#b', ownedMemberElement: '#b', memberElement: '#b' }],
            b: ['Expression', { owningMembership: '#v', owner: '#f', owningNamespace: '#f', declaredName: 'b' }],
            free: ['Expression', { declaredName: 'free' }],
            w: ['FeatureValue', { owningRelatedElement: '#f', ownedRelatedElement: '#n' }],
            n: ['LiteralInteger', { declaredName: 'n' }],
            u: ['FeatureValue', { ownedRelatedElement: '#c', value: '#c' }],
            c: ['Expression', { declaredName: 'c' }]
        }).values()
    ];

    it('gets a reference that owns it', () => {
        const elements = body('FeatureValue');
        const [f, v, b, reference, membership, ...others] = withBodyReferences(elements).filter(
            e => !['free', 'w', 'n', 'u', 'c'].includes(e.id)
        );
        expect([others, reference.id, reference.metaclass, reference.state, membership.id, membership.metaclass]).toEqual([
            [],
            'b_preference',
            'FeatureReferenceExpression',
            'written',
            'b_pmembership',
            'FeatureMembership'
        ]);
        expect(statements(f)).toEqual({ ownedRelationship: '#v', declaredName: 'f' });
        expect(statements(b)).toEqual({ declaredName: 'b', owningRelationship: '#b_pmembership' });
        expect(statements(reference)).toEqual({ owningRelationship: '#v', ownedRelationship: '#b_pmembership' });
        expect(statements(membership)).toMatchObject({ owningRelatedElement: '#b_preference', ownedRelatedElement: '#b' });
        expect(v.all('value').at(-1)).toBe(reference);
    });

    it.each(['FeatureMembership', 'OwningMembership'])('has one that is a member by a %s', membership => {
        const elements = body(membership);
        expect(withBodyReferences(elements)).toBe(elements);
        expect(statements(elements[2]).owner).toBe('#f');
    });
});

describe('the operands of an expression', () => {
    const operand = (value: string, owned: string, metaclass: string): Rows => ({
        a: ['Feature', { ownedRelationship: '#v' }],
        v: ['FeatureValue', { ownedRelatedElement: '#r', owningRelatedElement: '#a' }],
        r: [value, { ownedRelationship: '#o #other', owningRelationship: '#v', referencedElement: 'x' }],
        o: [owned, { ownedRelatedElement: '#e', owningRelatedElement: '#r' }],
        e: [metaclass, { owningRelationship: '#o' }],
        other: ['ReturnParameterMembership', { ownedRelatedElement: '#result' }],
        result: ['Feature']
    });
    const taken = (operator: string | undefined, rows: Rows, at = 0): string => {
        const graph = graphOf(rows);
        const expression = new GraphElement('x', 'OperatorExpression').add('operator', operator);
        const document = new StoredDocument([...graph.values()]);
        takeOperands(expression, [...Array.from({ length: at }, () => new GraphElement('y', 'Feature')), graph.get('a')!], document);
        return document.current.map(e => `${e.id} ${e.metaclass}: ${idsOf(document.relationshipsOf(e))}`.trimEnd()).join('; ');
    };

    it('are not in references that own them', () => {
        expect(taken('if', operand('FeatureReferenceExpression', 'FeatureMembership', 'OperatorExpression'))).toBe(
            'a Feature: #o; o FeatureValue:; e OperatorExpression:'
        );
    });
    it.each([
        ['that refer', operand('FeatureReferenceExpression', 'Membership', 'OperatorExpression')],
        ['that own bodies', operand('FeatureReferenceExpression', 'FeatureMembership', 'Expression')],
        ['that are others', operand('InvocationExpression', 'FeatureMembership', 'OperatorExpression')]
    ])('stay in expressions %s', (_, rows) => {
        const whole = taken(undefined, rows);
        expect(whole).toBe(taken('meta', rows));
        expect(whole).toMatch(/^a Feature: #v; v FeatureValue:; r \w+: #o #other; .*; result Feature:$/);
    });

    it.each([
        ['meta', 0, 'FeatureReferenceExpression'],
        ['@@', 0, 'FeatureReferenceExpression'],
        ['meta', 1, 'MetadataAccessExpression'],
        ['@', 0, 'MetadataAccessExpression'],
        [undefined, 0, 'MetadataAccessExpression']
    ])('are names as the operand of %s at %i', (operator, at, metaclass) => {
        const rows = operand('MetadataAccessExpression', 'Membership', 'Package');
        expect(taken(operator, rows, at)).toContain(`r ${metaclass}: #o #other`);
    });
    it('are what they were in the form of sparse graphs', () => {
        const graph = graphOf(operand('MetadataAccessExpression', 'Membership', 'Package'));
        const expression = new GraphElement('x', 'OperatorExpression').add('operator', 'meta').add('sysx:typeArgument', 'T');
        takeOperands(expression, [graph.get('a')!], new StoredDocument([...graph.values()]));
        expect(graph.get('r')!.metaclass).toBe('MetadataAccessExpression');
    });
    it.each(['meta', 'if'])('may be none: %s', operator => {
        expect(taken(operator, { a: ['Feature'] })).toBe('a Feature:');
    });
});
