/**
 * Arguments of expressions with all derived properties (contract: conversion 13.2): who owns them by the grammar (KerML 8.2.5.8), what they
 * redefine (8.4.4.9), and that documents which have them so are read.
 */
import { describe, expect, it } from 'vitest';
import { buildGraph, convertModel } from '../../src/exchange/index.js';
import { writeNotation } from '../../src/exchange/notation/write-notation.js';
import { spread } from '../support/thorough.js';
import { derivedOf, type Json, proves } from './derived.js';
import { modelOf, readElements, statements } from './models.js';

const TEXT = `package P {
    part def B {
        private attribute hidden;
        attribute m;
    }
    part def A specializes B {
        attribute n;
    }
    part positional = new A(1, 2);
    part named = new A(m = 1, n = 2);
    part mixed = new A(1, m = 2);
    part unknown = new Nothing(1, n = 2);
    calc def F {
        in p;
        in o;
        return r;
    }
    attribute call = F(o = 1, p = 2);
    attribute received = call->F(2);
    attribute chain = named.m;
    attribute branch = if chain > 1 ? 2 else F(3, 4);
    attribute both = chain > 1 and call > 2 or true;
    attribute instead = call ?? 1;
    attribute nested = call ?? (1 ?? 2);
    attribute meaning = A meta KerML::Core::Type;
    attribute isOf = A @@ KerML::Core::Type;
}
`;

describe('of arguments', () =>
    proves(TEXT, [
        [
            'P__positional_pvalue',
            {
                ownedFeature: 'P__positional_pvalue_pout',
                argument: 'P__positional_pvalue_pa0, P__positional_pvalue_pa1',
                instantiatedType: 'P::A',
                input: '',
                isModelLevelEvaluable: true
            }
        ],
        [
            'P__positional_pvalue_pout',
            {
                ownedRelationship: 'P__positional_pvalue_pin0_om, P__positional_pvalue_pin1_om',
                ownedFeature: 'P__positional_pvalue_pin0, P__positional_pvalue_pin1',
                type: 'P::A'
            }
        ],
        ['P__positional_pvalue_pin0_om', { '@type': 'ParameterMembership', owningType: 'P__positional_pvalue_pout' }],
        ['P__positional_pvalue_pin0', { owner: 'P__positional_pvalue_pout', featuringType: 'P__positional_pvalue_pout', direction: 'in' }],
        ['P__named_pvalue', { argument: 'P__named_pvalue_pa1, P__named_pvalue_pa0' }],
        ['P__named_pvalue_pin0_om', { '@type': 'FeatureMembership', ownedMemberFeature: 'P__named_pvalue_pin0' }],
        ['P__named_pvalue_pin0_prd', { redefinedFeature: 'P::B::m' }],
        ['P__named_pvalue_pin0', { name: 'm', direction: null }],
        ['P__mixed_pvalue', { argument: 'P__mixed_pvalue_pa0, P__mixed_pvalue_pa1' }],
        ['P__unknown_pvalue', { ownedFeature: 'P__unknown_pvalue_pout', argument: undefined }],
        ['P__call_pvalue', { argument: 'P__call_pvalue_pa1, P__call_pvalue_pa0' }],
        ['P__call_pvalue_pin0_om', { '@type': 'FeatureMembership' }],
        ['P__call_pvalue_pin0', { name: 'o', direction: 'in', owner: 'P__call_pvalue' }],
        [
            'P__received_pvalue',
            {
                ownedRelationship:
                    'P__received_pvalue_pin0_om, P__received_pvalue_pfunction, P__received_pvalue_pin1_om, P__received_pvalue_pout_om'
            }
        ],
        [
            'P__chain_pvalue',
            {
                ownedMembership: 'P__chain_pvalue_pin0_om, P__chain_pvalue_ptargetFeature, P__chain_pvalue_pout_om',
                targetFeature: 'P::B::m'
            }
        ],
        [
            'P__branch_pvalue',
            {
                argument: 'P__branch_pvalue_pa0, P__branch_pvalue_pin1_pvalue, P__branch_pvalue_pin2_pvalue',
                input: 'P__branch_pvalue_pin0, P__branch_pvalue_pin1, P__branch_pvalue_pin2',
                isModelLevelEvaluable: false
            }
        ],
        ['P__branch_pvalue_pin1_om', { '@type': 'FeatureMembership' }],
        ['P__branch_pvalue_pin1', { type: 'Performances::Evaluation', ownedMember: 'P__branch_pvalue_pin1_pvalue' }],
        [
            'P__branch_pvalue_pin1_pvalue',
            { '@type': 'FeatureReferenceExpression', referent: 'P__branch_pvalue_pa1', type: 'Performances::Evaluation' }
        ],
        ['P__branch_pvalue_pa1', { owningType: 'P__branch_pvalue_pin1_pvalue', featuringType: 'P__branch_pvalue_pin1_pvalue' }],
        ['P__instead_pvalue', { isModelLevelEvaluable: false, argument: 'P__instead_pvalue_pa0, P__instead_pvalue_pin1_pvalue' }],
        ['P__both_pvalue', { argument: 'P__both_pvalue_pa0, P__both_pvalue_pin1_pvalue' }],
        [
            'P__meaning_pvalue_pa0',
            {
                '@type': 'MetadataAccessExpression',
                referencedElement: 'P::A',
                type: 'Performances::MetadataAccessEvaluation',
                ownedFeature: '',
                isModelLevelEvaluable: true
            }
        ],
        ['P__meaning_pvalue', { isModelLevelEvaluable: true }],
        ['P__isOf_pvalue_pa0', { '@type': 'MetadataAccessExpression' }]
    ]));

it('arguments of a constructor redefine the public features of the type, in order', () => {
    const elements = derivedOf(modelOf([{ content: TEXT }]));
    const inherited = elements.find(e => e['@id'] === 'P__mixed_pvalue_pout')!.inheritedFeature as Json[];
    const own = inherited.map(f => f['@id'] as string).filter(id => id.startsWith('P__'));
    expect(own).toEqual([]); // the first argument redefines n, which A owns, the other one m
});

const isOwner = (key: string): boolean =>
    ['owner', 'owningNamespace', 'owningMembership', 'owningFeatureMembership', 'owningType', 'membershipOwningNamespace'].includes(key);

/** What other tools leave out of such documents, beside what is derived: nothing, memberships' own words, or directions. */
const LEFT_OUT: readonly (readonly [title: string, leaves: (element: Json, key: string) => boolean])[] = [
    ['nothing', () => false],
    ['owners', (_element, key) => isOwner(key)],
    ['what is owned', (_element, key) => key.startsWith('owned') && key !== 'ownedRelationship'],
    ['directions', (element, key) => key === 'direction' && element[key] === 'in' && element['@type'] === 'Feature'],
    ['arguments', (_element, key) => ['argument', 'input', 'parameter', 'result', 'referent', 'referencedElement'].includes(key)]
];

describe.each(spread(['qualified', 'uuid'] as const, 2))('read again, ids %s', idForm => {
    const model = modelOf([{ content: TEXT }]);
    const converted = JSON.parse(convertModel(model, { to: 'api-json', derived: true, idForm }).content!) as Json[];
    it.each(spread(LEFT_OUT, 2))('without %s', (_title, leaves) => {
        const document = converted.map(e => Object.fromEntries(Object.entries(e).filter(([key]) => !leaves(e, key))));
        const reader = { parse: (d: { content: string }) => modelOf([d]), graphOf: (m: typeof model) => buildGraph(m, { idForm }) };
        expect(writeNotation(readElements(JSON.stringify(document)), reader)).toBe(TEXT);
    });

    it('gives the plain graph', () => {
        const plain = buildGraph(model, { idForm });
        const read = readElements(JSON.stringify(converted));
        const expressions = plain.elements.filter(e => e.base === 'node');
        expect(expressions.length).toBeGreaterThan(50);
        const told = (graph: typeof plain, id: string): string[] =>
            statements(graph, id)
                .filter(s => !s.startsWith('sysx:is'))
                .sort();
        expressions.forEach(e => expect(told(read, e.key)).toEqual(told(plain, e.key)));
    });
});
