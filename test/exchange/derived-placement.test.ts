/**
 * What derived documents place as the metamodel has it, and sparse graphs otherwise, and where features apply (contract: conversion 13.2):
 * expectations by the standard's constraints.
 */
import { describe, expect, it } from 'vitest';
import { propertiesOf } from '../../src/exchange/metamodel/facts.js';
import { derivedOf, proves } from './derived.js';
import { modelOf } from './models.js';

describe('of features that vary in time', () =>
    proves(
        `package P {
            part def A { attribute m [1] = 1 + 2; part b { attribute n; } variation part v { variant part w; } snapshot part s; }
            part def B :> A { part c; connect b to c; connect b.n to c; connect s to s; bind m = b.n; }
            part b1 : B;
            part b2 : B;
            connect b1.c to b2.c;
            attribute def D { attribute d; }
            action def G { in x; action h { in y; } bind h.y = x; first h then done; }
        }`,
        [
            ['P::A::m', { featuringType: 'P__A_psnapshots, P::A', owningType: 'P::A' }],
            [
                'P__A_psnapshots',
                { featuringType: 'P::A', owner: null, owningType: null, name: 'snapshots', type: 'Occurrences::Occurrence' }
            ],
            ['P__A_psnapshots_rd0', { redefinedFeature: 'Occurrences::Occurrence::snapshots', owningFeature: 'P__A_psnapshots' }],
            ['P__A_psnapshots_tf0', { featuringType: 'P::A', owningFeatureOfType: 'P__A_psnapshots' }],
            ['P__A__m_pvalue', { featuringType: 'P__A_psnapshots, P::A' }],
            ['P__A__m_mult', { featuringType: 'P__A_psnapshots, P::A' }],
            ['P__A__m_pupperBound', { featuringType: 'P__A_psnapshots, P::A' }],
            ['P::A::b::n', { featuringType: 'P__A__b_psnapshots, P::A::b' }],
            ['P::A::v::w', { featuringType: 'P__A_psnapshots, P::A' }],
            ['P::A::s', { featuringType: 'P::A', isVariable: false }],
            ['P::D::d', { featuringType: 'P::D', isVariable: false }],
            ['P::G::h', { featuringType: 'P::G', isVariable: false }],
            ['P::B::@1', { defaultFeaturingType: 'P__B_psnapshots' }],
            ['P::B::@2', { defaultFeaturingType: 'P__B_psnapshots' }],
            ['P::B::@3', { defaultFeaturingType: 'P::A' }],
            ['P::B::@4', { defaultFeaturingType: 'P__A_psnapshots', featuringType: 'P::B' }],
            ['P___404', { defaultFeaturingType: null, featuringType: '' }],
            ['P::G::@3', { defaultFeaturingType: 'P::G' }]
        ].map(([name, values]) => [idOf(name as string), values] as never)
    ));

const PLACED = `package P {
    attribute n;
    part def A { attribute x [1..n]; part b { attribute y; } action c { assign x := 1; assign b.y := 2; } }
    metadata def M;
    private import Q::*::**[@M][@M];
    package Q { #M part q; part r; }
    port def D { in item i; }
    state def S {
        state a { state d; }
        transition first a.d accept t : A do action e then a;
        transition first a then a.d;
    }
    part f { out item o; } part g { in item i; }
    flow of A from f.o to g.i;
    comment about A, D /* x */
    metadata m : M about A;
}`;

describe('of parts that sparse graphs have elsewhere', () => {
    proves(PLACED, [
        ['P__A__x_mult', { ownedMember: 'P__A__x_plowerBound, P__A__x_pupperBound', bound: 'P__A__x_plowerBound, P__A__x_pupperBound' }],
        ['P::A::x', { ownedMember: 'P__A__x_mult', multiplicity: 'P__A__x_mult' }],
        ['P__A__x_pupperBound', { owner: 'P__A__x_mult', owningNamespace: 'P__A__x_mult' }],
        ['P__A__c___400', { referent: 'P::A::x' }],
        ['P__A__c___401', { referent: 'P::A::b::y' }],
        ['P__A__c___401_preferent', { memberElement: 'P::A::b::y', membershipOwningNamespace: 'P__A__c___401' }],
        [
            'P___403',
            {
                importedNamespace: 'P___403_pfilterPackage',
                importedElement: 'P___403_pfilterPackage',
                ownedRelatedElement: 'P___403_pfilterPackage',
                isRecursive: false,
                visibility: 'private'
            }
        ],
        [
            'P___403_pfilterPackage',
            {
                ownedImport: 'P___403_pfilterPackage_pimport',
                filterCondition: 'P___403_pfilter0_pcondition, P___403_pfilter1_pcondition',
                importedMembership: 'P__Q__q_om',
                owningRelationship: 'P___403'
            }
        ],
        ['P___403_pfilterPackage_pimport', { importedNamespace: 'P::Q', isRecursive: true, visibility: 'public' }],
        ['P', { importedMembership: 'P__Q__q_om' }],
        ['P::D', { conjugatedPortDefinition: "P::D::'~D'", ownedMember: "P::D::i, P::D::'~D'" }],
        ["P::D::'~D'", { originalPortDefinition: 'P::D', isConjugated: true, output: 'P::D::i' }],
        ['P__S___401', { source: 'P::S::a::d', target: 'P::S::a', triggerAction: 'P__S___401___400' }],
        ['P__S___401_psource', { memberElement: 'P__S___401_psource_pchain', '@type': 'OwningMembership' }],
        ['P__S___401_psource_pchain', { chainingFeature: 'P::S::a, P::S::a::d', featureTarget: 'P::S::a::d' }],
        ['P__S___401_pin1', { type: 'P::A' }],
        ['P__S___402', { source: 'P::S::a', target: 'P::S::a::d' }],
        ['P___4010', { annotation: 'P___4010_pannotation0, P___4010_pannotation1', annotatedElement: 'P::A, P::D' }],
        ['P___4010_pannotation1', { annotatedElement: 'P::D', annotatingElement: 'P___4010', owningAnnotatingElement: 'P___4010' }],
        ['P::m', { annotation: 'P__m_pannotation0', annotatedElement: 'P::A' }]
    ]);

    it('leave no property out', () => {
        const elements = derivedOf(modelOf([{ content: PLACED }])).filter(e => 'ownedRelationship' in e);
        const left = elements.flatMap(e => [...propertiesOf(e['@type'] as string).keys()].filter(p => p !== 'operand' && !(p in e)));
        expect(left).toEqual([]);
    });
});

/** The id of an element that has a position for its name. */
function idOf(name: string): string {
    return name.includes('@') ? name.replace(/::/g, '__').replace('@', '_40') : name;
}
