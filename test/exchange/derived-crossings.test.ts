/**
 * Cross features of ends and their multiplicities with all derived properties (contract: conversion 13.2): where they stand by the grammar
 * (KerML 8.2.4.3.1, 8.2.5.5.1), and that documents which have them so are read.
 */
import { describe, expect } from 'vitest';
import { isReadAgain, proves } from './derived.js';

const TEXT = `package P {
    metaclass M;
    class T;
    feature s : T;
    feature t : T;
    assoc A {
        end [1] feature x : T { }
        end y [0..1] #M feature z : T [2] { }
    }
    assoc B specializes A {
        end feature x : T {
            member feature v : T;
        }
    }
    connector c : A from [1] a ::> s to [0..2] t;
    connector d : A {
        end [1] feature references s { }
        end feature b [2] references t;
    }
    binding of [1] s = [2] t;
    succession first [1] s then [2] t;
}
`;

describe('of ends', () => {
    proves(
        TEXT,
        [
            ['P::A::x', { ownedRelationship: 'P__A__x___400_om, P__A__x_ft0', multiplicity: null }],
            ['P::A::z', { ownedRelationship: 'P__A__z__y_om, P__A__z___401_om, P__A__z_ft0, P__A__z_mult_om' }],
            ['P__c_pend0', { ownedRelationship: 'P__c_pend0_pcrossFeature_om, P__c_pend0_prs', multiplicity: null }],
            ['P__c_pend1_pcrossFeature', { type: 'P::T', featuringType: 'P::T', multiplicity: 'P__c_pend1_pcrossFeature_mult' }],
            ['P__c_pend1_pcrossFeature_mult', { bound: 'P__c_pend1_plowerBound, P__c_pend1_pupperBound', type: 'ScalarValues::Natural' }],
            ['P__c_pend1_pupperBound', { owningNamespace: 'P__c_pend1_pcrossFeature_mult', featuringType: 'P::T' }],
            ['P::c', { endFeature: 'P::c::a, P::c::z' }]
        ],
        'kerml'
    );
    proves('package P { action def A { action x; then [2] action y; then x; } }', [
        ['P__A__y_pthen', { endFeature: 'P__A__y_pthen_pend0, P__A__y_pthen_pend1' }],
        ['P__A___402', { endFeature: 'P__A___402_pend0, P__A___402_pend1', inheritedFeature: expect.not.stringContaining('Occurrence,') }]
    ]);
});

isReadAgain(TEXT, 'kerml', () => true);
