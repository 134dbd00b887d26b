/** Derived properties of the relationships between types, and what they contribute to the types (KerML 8.3.3). */
import { describe, expect, it } from 'vitest';
import { derivedOf, shownBy } from './derived.js';
import { modelOf } from './models.js';

const TEXT = `package K {
    type A { feature l; }
    type B;
    type N conjugates A;
    classifier S { feature q; }
    classifier X specializes S unions A, B intersects A, B differences A, B disjoint from B {
        abstract feature f : A [0..3];
        in feature g inverse of f;
        feature h chains f.l;
        end feature e : B crosses f.l;
        derived feature c subsets f redefines q references g;
        out feature o; inout feature io;
    }
    feature k featured by X;
    class Occ { var feature v; composite feature w; portion feature p; const end feature n; }
}`;

const { elementNamed, shown } = shownBy(derivedOf(modelOf([{ content: TEXT, language: 'kerml' }])));

describe('derived properties', () => {
    it.each<readonly [element: string, values: Record<string, unknown>]>([
        ['K::A', { isConjugated: false, ownedConjugator: null, ownedFeature: 'K::A::l', multiplicity: null, isAbstract: false }],
        ['K::N', { isConjugated: true, ownedConjugator: 'K__N_cj0', ownedSpecialization: '' }],
        ['K__N_cj0', { conjugatedType: 'K::N', originalType: 'K::A', owningType: 'K::N', source: 'K::N', target: 'K::A', owner: null }],
        [
            'K::X',
            {
                ownedUnioning: 'K__X_un0, K__X_un1',
                unioningType: 'K::A, K::B',
                ownedIntersecting: 'K__X_in0, K__X_in1',
                intersectingType: 'K::A, K::B',
                ownedDifferencing: 'K__X_df0, K__X_df1',
                differencingType: 'K::A, K::B',
                ownedDisjoining: 'K__X_dj0',
                ownedSpecialization: 'K__X_sc0',
                ownedSubclassification: 'K__X_sc0',
                ownedFeature: 'K::X::f, K::X::g, K::X::h, K::X::e, K::X::c, K::X::o, K::X::io',
                ownedEndFeature: 'K::X::e',
                endFeature: 'K::X::e',
                directedFeature: 'K::X::g, K::X::o, K::X::io',
                input: 'K::X::g, K::X::io',
                output: 'K::X::o, K::X::io'
            }
        ],
        [
            'K__X_sc0',
            {
                owningClassifier: 'K::X',
                owningType: 'K::X',
                specific: 'K::X',
                general: 'K::S',
                subclassifier: 'K::X',
                superclassifier: 'K::S'
            }
        ],
        ['K__X_un1', { typeUnioned: 'K::X', unioningType: 'K::B', source: 'K::X', target: 'K::B' }],
        ['K__X_in1', { typeIntersected: 'K::X', intersectingType: 'K::B', source: 'K::X', target: 'K::B' }],
        ['K__X_df1', { typeDifferenced: 'K::X', differencingType: 'K::B', source: 'K::X', target: 'K::B' }],
        ['K__X_dj0', { typeDisjoined: 'K::X', disjoiningType: 'K::B', owningType: 'K::X', source: 'K::X', target: 'K::B' }],
        [
            'K::X::f',
            {
                isAbstract: true,
                ownedTyping: 'K__X__f_ft0',
                ownedSpecialization: 'K__X__f_ft0',
                ownedSubsetting: '',
                multiplicity: 'K__X__f_mult',
                owningType: 'K::X',
                owningFeatureMembership: 'K__X__f_om',
                endOwningType: null,
                featuringType: 'K::X',
                direction: null,
                featureTarget: 'K::X::f',
                chainingFeature: ''
            }
        ],
        ['K__X__f_om', { ownedMemberFeature: 'K::X::f', owningType: 'K::X', memberName: 'f', memberElementId: 'K__X__f' }],
        [
            'K__X__f_mult',
            { bound: 'K__X__f_plowerBound, K__X__f_pupperBound', lowerBound: 'K__X__f_plowerBound', upperBound: 'K__X__f_pupperBound' }
        ],
        ['K__X__f_ft0', { owningFeature: 'K::X::f', typedFeature: 'K::X::f', type: 'K::A', specific: 'K::X::f', general: 'K::A' }],
        ['K::X::g', { direction: 'in', ownedFeatureInverting: 'K__X__g_fi0', ownedTypeFeaturing: '' }],
        ['K__X__g_fi0', { featureInverted: 'K::X::g', invertingFeature: 'K::X::f', owningFeature: 'K::X::g', source: 'K::X::g' }],
        [
            'K::X::h',
            {
                ownedFeatureChaining: 'K__X__h_fc0, K__X__h_fc1',
                chainingFeature: 'K::X::f, K::A::l',
                featureTarget: 'K::A::l',
                ownedFeatureInverting: ''
            }
        ],
        ['K__X__h_fc1', { featureChained: 'K::X::h', chainingFeature: 'K::A::l', source: 'K::X::h', target: 'K::A::l' }],
        [
            'K::X::e',
            {
                isEnd: true,
                endOwningType: 'K::X',
                ownedCrossSubsetting: 'K__X__e_cs0',
                crossFeature: 'K::A::l',
                ownedSpecialization: 'K__X__e_ft0, K__X__e_cs0'
            }
        ],
        [
            'K__X__e_cs0',
            {
                crossingFeature: 'K::X::e',
                crossedFeature: 'K__X__e_cs0_pchain',
                owningFeature: 'K::X::e',
                subsettedFeature: 'K__X__e_cs0_pchain'
            }
        ],
        [
            'K::X::c',
            {
                isDerived: true,
                crossFeature: null,
                ownedRedefinition: 'K__X__c_rd0',
                ownedReferenceSubsetting: 'K__X__c_rs0',
                ownedSubsetting: 'K__X__c_ss0, K__X__c_rd0, K__X__c_rs0',
                ownedSpecialization: 'K__X__c_ss0, K__X__c_rd0, K__X__c_rs0',
                ownedTyping: ''
            }
        ],
        ['K__X__c_ss0', { owningFeature: 'K::X::c', subsettingFeature: 'K::X::c', subsettedFeature: 'K::X::f', general: 'K::X::f' }],
        [
            'K__X__c_rd0',
            { redefiningFeature: 'K::X::c', redefinedFeature: 'K::S::q', subsettedFeature: 'K::S::q', owningFeature: 'K::X::c' }
        ],
        [
            'K__X__c_rs0',
            { referencingFeature: 'K::X::c', referencedFeature: 'K::X::g', subsettedFeature: 'K::X::g', owningFeature: 'K::X::c' }
        ],
        ['K::k', { ownedTypeFeaturing: 'K__k_tf0', featuringType: 'K::X', owningType: null, owningFeatureMembership: null }],
        ['K__k_tf0', { featureOfType: 'K::k', featuringType: 'K::X', owningFeatureOfType: 'K::k' }],
        ['K::Occ::v', { isVariable: true, isConstant: false, isComposite: false }],
        ['K::Occ::w', { isVariable: false, isComposite: true, isPortion: false }],
        ['K::Occ::p', { isVariable: false, isComposite: false, isPortion: true }],
        ['K::Occ::n', { isConstant: true, isVariable: true, isEnd: true, endOwningType: 'K::Occ' }]
    ])('of %s', (name, values) => {
        const found = elementNamed(name);
        expect(Object.fromEntries(Object.keys(values).map(key => [key, shown(found[key])]))).toEqual(values);
    });
});
