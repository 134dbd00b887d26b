/** The standards' validation constraints that KerML text can violate. Constraints that the grammar already ensures have no row. */
import type { Row } from './row.js';

export const KERML = [
    [
        'validateAnnotationAnnotatedElementOwnership',
        'error annotation-about-itself',
        'class C { comment about C /* x */ } feature f { comment g about g /* y */ }',
        'class C { comment about D /* x */ } class D;'
    ],
    [
        'validateAssociationBinarySpecialization',
        'error connector-ends',
        'assoc A { end x; end y; } assoc B :> A { end :>> x; end :>> y; end z; }',
        'assoc A { end x; end y; end z; } assoc B :> A { end w; }'
    ],
    [
        'validateAssociationEndTypes',
        'error association-end-types',
        'class C; class D; assoc A { end x : C, D; end y; }',
        'class C; assoc A { end x : C; end y; }'
    ],
    [
        'validateAssociationRelatedTypes',
        'error related-elements',
        'assoc A { end x; }',
        'abstract assoc A { end x; } assoc B { end x; end y; }'
    ],
    ['validateBehaviorSpecialization', 'error behavior-specialization', 'struct S; behavior B :> S;', 'class C; behavior B :> C;'],
    ['validateClassSpecialization', 'error class-specialization', 'datatype D; class C :> D;', 'classifier D; class C :> D;'],
    ['validateDataTypeSpecialization', 'error data-type-specialization', 'class C; datatype D :> C;', 'datatype C; datatype D :> C;'],
    ['validateStructureSpecialization', 'error structure-specialization', 'behavior B; struct S :> B;', 'class B; struct S :> B;'],
    [
        'validateConnectorBinarySpecialization',
        'error connector-ends',
        'feature f; assoc A { end x; end y; } connector c : A (f, f, f);',
        'feature f; assoc A { end x; end y; } connector c : A (f, f);'
    ],
    [
        'validateConstructorExpressionNoDuplicateFeatureRedefinition',
        'error type.expr',
        'class C { feature a; } feature f = new C(a = 1, a = 2);',
        'class C { feature a; } feature f = new C(a = 1);'
    ],
    [
        'validateCrossSubsettingCrossedFeature',
        'error cross-feature-type, error cross-subsetting-chain',
        'class C { feature d : D; feature e : D; } class D; assoc A { end feature x : C crosses x.d; end feature y : D; }',
        'class C { feature d : D; } class D; assoc A { end feature x : C; end feature y : D crosses x.d; }'
    ],
    [
        'validateCrossSubsettingCrossingFeature',
        'error cross-subsetting-crossing-feature',
        'class C { feature d : C; feature e : C crosses d.d; }',
        'class C { feature d : C; } assoc A { end feature x : C; end feature y : C crosses x.d; }'
    ],
    ['validateElementFilterMembershipConditionIsBoolean', 'error filter-not-boolean', 'filter 3;', 'metaclass M; filter @M;'],
    [
        'validateElementFilterMembershipConditionIsModelLevelEvaluable',
        'error filter-not-evaluable',
        'function F { in x; true } filter F(1);',
        'metaclass M { feature k : ScalarValues::Boolean; } filter @M and M::k;'
    ],
    [
        'validateExpressionResultExpressionMembership',
        'error result-expression-at-most-one',
        'function F { 1 } expr e : F { 2 }',
        'function F { 1 } expr e : F;'
    ],
    [
        'validateFunctionResultExpressionMembership',
        'error result-expression-at-most-one',
        'function F { 1 } function G :> F { 2 }',
        'function F { 1 } function G :> F;'
    ],
    [
        'validateFunctionResultParameterMembership',
        'error only-one-return-parameter',
        'function F { return a; return b; }',
        'function F { return a; } function G :> F { return b; }'
    ],
    [
        'validateFeatureChainExpressionConformance',
        'error unresolved',
        'class C { feature a; } class D { feature b; } feature c : C; feature f = c.D::b;',
        'class C { feature a; } feature c : C; feature f = c.a;'
    ],
    [
        'validateFeatureChainingFeatureConformance',
        'error unresolved',
        'class C { feature a; } class D { feature b; } feature c : C; feature f chains c.D::b;',
        'class C { feature a; } feature c : C; feature f chains c.a;'
    ],
    [
        'validateFeatureChainingFeatureNotOne',
        'error chaining-feature-not-one',
        'feature a; feature f chains a;',
        'feature a { feature b; } feature f chains a.b;'
    ],
    [
        'validateFeatureChainingFeaturesNotSelf',
        'error chaining-features-not-self',
        'feature a { feature f chains a.f; }',
        'feature a { feature b; } feature f chains a.b;'
    ],
    [
        'validateFeatureConstantIsVariable',
        'error variable-feature-owner',
        'datatype D { const feature f; }',
        'class C { const feature f; }'
    ],
    ['validateFeatureIsVariable', 'error variable-feature-owner', 'datatype D { var feature f; }', 'class C { var feature f; }'],
    [
        'validateFeatureCrossFeatureSpecialization',
        'error cross-feature-specialization',
        'class C { feature d : D; feature e : D; } class D; assoc A { end feature x : C; end feature y : D crosses x.d; } assoc B :> A { end feature v : C :>> x; end feature w : D :>> y crosses v.e; }',
        'class C { feature d : D; feature e : D :> d; } class D; assoc A { end feature x : C; end feature y : D crosses x.d; } assoc B :> A { end feature v : C :>> x; end feature w : D :>> y crosses v.e; }'
    ],
    [
        'validateFeatureCrossFeatureType',
        'error cross-feature-type',
        'class C { feature d : C; } class D; assoc A { end feature x : C; end feature y : D crosses x.d; }',
        'class C { feature d : D; } class D; assoc A { end feature x : C; end feature y : D crosses x.d; }'
    ],
    [
        'validateFeatureEndMultiplicity',
        'warning end-feature-multiplicity',
        'assoc A { end x [2]; end y; }',
        'assoc A { end [0..2] feature x [1]; end y; }'
    ],
    ['validateFeatureEndNoDirection', 'error end-feature-direction', 'assoc A { in end x; end y; }', 'assoc A { end x; end y; }'],
    [
        'validateFeatureEndNotDerivedAbstractCompositeOrPortion',
        'error end-feature-modifier',
        'assoc A { abstract end x; end y; }',
        'assoc A { end x; end y; }'
    ],
    [
        'validateFeatureOwnedCrossSubsetting',
        'error cross-subsetting-at-most-one',
        'class C { feature d : C; feature e : C; } assoc A { end feature x : C; end feature y : C crosses x.d crosses x.e; }',
        'class C { feature d : C; } assoc A { end feature x : C; end feature y : C crosses x.d; }'
    ],
    [
        'validateFeatureOwnedReferenceSubsetting',
        'error reference-subsetting-at-most-one',
        'feature a; feature b; feature c references a references b;',
        'feature a; feature b; feature c references a subsets b;'
    ],
    [
        'validateFeatureReferenceExpressionReferentIsFeature',
        'error feature-reference-referent',
        'class C; feature f = C + 1;',
        'feature c = 1; feature f = c + 1;'
    ],
    [
        'validateFeatureValueIsInitial',
        'error initial-value-not-variable',
        'datatype D { feature f := 1; }',
        'class C { var feature f := 1; }'
    ],
    [
        'validateFeatureValueOverriding',
        'error feature-value-overriding',
        'class C { feature f = 1; } class D :> C { feature :>> f = 2; }',
        'class C { feature f default = 1; } class D :> C { feature :>> f = 2; }'
    ],
    [
        'validateImportTopLevelVisibility',
        'error import-top-level-visibility',
        'public import P::*; package P;',
        'private import P::*; package P;'
    ],
    [
        'validateInstantiationExpressionInstantiatedType',
        'error unresolved',
        'package Q; feature f = new Q();',
        'class Q; feature f = new Q();'
    ],
    [
        'validateInvocationExpressionInstantiatedType',
        'error invocation-not-behavior',
        'datatype D; feature f = D();',
        'function D; feature f = D();'
    ],
    [
        'validateInvocationExpressionNoDuplicateParameterRedefinition',
        'error type.expr',
        'function F { in a; } feature f = F(a = 1, a = 2);',
        'function F { in a; } feature f = F(a = 1);'
    ],
    [
        'validateInvocationExpressionParameterRedefinition',
        'error type.expr',
        'function F { in a; } feature f = F(1, 2);',
        'function F { in a; } feature f = F(1);'
    ],
    [
        'validateMetadataFeatureAnnotatedElement',
        'error metadata-annotated-element',
        'metaclass M { :>> annotatedElement : KerML::Class; } @M about f; feature f;',
        'metaclass M { :>> annotatedElement : KerML::Class; } @M about f; class f;'
    ],
    [
        'validateMetadataFeatureBody',
        'error unresolved',
        'metaclass M { feature a; } @M { feature b; }',
        'metaclass M { feature a; } @M { feature :>> a = 1; }'
    ],
    ['validateMetadataFeatureMetaclass', 'error metadata-typing', 'class M; @M;', 'metaclass M; @M;'],
    [
        'validateMetadataFeatureMetaclassNotAbstract',
        'error metadata-concrete-type',
        'abstract metaclass M; @M;',
        'abstract metaclass M; metaclass N :> M; @N;'
    ],
    [
        'validateMultiplicityRangeBoundResultTypes',
        'error multiplicity-bound-natural',
        'feature s : ScalarValues::String; feature f [s];',
        'feature s : ScalarValues::Natural; feature f [s];'
    ],
    ['validateNamespaceDistinguishibility', 'warning name-conflict', 'feature a; feature a;', 'feature a; feature b;'],
    [
        'validateRedefinitionDirectionConformance',
        'error redefinition-direction-conformance',
        'behavior A { in x; } behavior B :> A { out y :>> x; }',
        'behavior A { in x; } behavior B :> A { in y :>> x; }'
    ],
    [
        'validateRedefinitionEndConformance',
        'error redefinition-not-end',
        'assoc A { end x; end y; } assoc B :> A { feature z :>> x; }',
        'assoc A { end x; end y; } assoc B :> A { end z :>> x; }'
    ],
    [
        'validateRedefinitionFeaturingTypes',
        'error redefinition-package-level',
        'feature a; feature b :>> a;',
        'class C { feature a; } class D :> C { feature b :>> a; }'
    ],
    ['validateReturnParameterMembershipOwningType', 'error syntax', 'behavior B { return r; }', 'function B { return r; }'],
    [
        'validateSpecificationSpecificNotConjugated',
        'error conjugated-specific',
        'class A; class B; class C conjugates A; specialization subclassifier C :> B;',
        'class A; class B; class C; specialization subclassifier C :> B;'
    ],
    [
        'validateSubsettingConstantConformance',
        'error subsetting-constancy-conformance',
        'class A { const feature a; var feature b :> a; }',
        'class A { const feature a; const feature b :> a; }'
    ],
    [
        'validateSubsettingFeaturingTypes',
        'error subsetting-featuring-types',
        'class A { feature a; } class B { feature b :> A::a; }',
        'class A { feature a; } class B :> A { feature b :> a; }'
    ],
    [
        'validateSubsettingUniquenessConformance',
        'error subsetting-uniqueness-conformance',
        'class A { feature a [*]; feature b [*] nonunique :> a; }',
        'class A { feature a [*] nonunique; feature b [*] nonunique :> a; }'
    ],
    [
        'validateTypeAtMostOneConjugator',
        'error at-most-one-conjugator',
        'class A; class B; class C conjugates A conjugates B;',
        'class A; class C conjugates A;'
    ],
    [
        'validateTypeDifferencingTypesNotSelf',
        'error type-differencing-self',
        'class A; class C differences C, A;',
        'class A; class B; class C differences A, B;'
    ],
    [
        'validateTypeIntersectingTypesNotSelf',
        'error type-intersecting-self',
        'class A; class C intersects C, A;',
        'class A; class B; class C intersects A, B;'
    ],
    [
        'validateTypeUnioningTypesNotSelf',
        'error type-unioning-self',
        'class A; class C unions C, A;',
        'class A; class B; class C unions A, B;'
    ],
    [
        'validateTypeOwnedDifferencingNotOne',
        'error type-differencing-not-one',
        'class A; class C differences A;',
        'class A; class B; class C differences A differences B;'
    ],
    [
        'validateTypeOwnedIntersectingNotOne',
        'error type-intersecting-not-one',
        'class A; class C intersects A;',
        'class A; class B; class C intersects A, B;'
    ],
    [
        'validateTypeOwnedUnioningNotOne',
        'error type-unioning-not-one',
        'class A; class C unions A;',
        'class A; class B; class C unions A, B;'
    ],
    [
        'validateFeatureChainingFeatureConformance',
        'error chaining-feature-conformance',
        'class C { feature g; } class D { feature h; } feature f : C; feature n chains f chains D::h;',
        'class C { feature g; } feature f : C; feature o chains f chains C::g;'
    ],
    [
        'validateClassifierDefaultSupertype',
        'error default-supertype',
        'datatype K; class C2 conjugates K;',
        'class K; class C2 conjugates K;'
    ],
    ['validateFeatureHasType', 'error feature-has-type', 'feature f2 ~ f2;', 'feature f1; feature f2 ~ f1;'],
    [
        'validateFeaturePortionNotVariable',
        'error portion-not-variable',
        'class C { portion var feature c; }',
        'class C { portion feature c; }'
    ],
    ['validateTypeOwnedMultiplicity', 'error only-one-multiplicity', 'class C [1] { multiplicity m [2]; }', 'class C [1];'],
    [
        'validateMetadataFeatureBody',
        'error metadata-body-feature',
        'metaclass M { feature x; feature y; } feature bad { @M { x redefines y; } }',
        'metaclass M { feature x; } feature good { @M { x = 1; } }'
    ],
    [
        'validateMetadataFeatureBody',
        'error metadata-owning-type-feature, error redefinition-no-inherited',
        'metaclass M { feature x; } metaclass N { feature z; } feature bad { @M { N::z = 1; } }',
        'metaclass M { feature x; } feature good { @M { :>> x = 1; } }'
    ],
    [
        'validateFeatureEndIsConstant',
        'error end-feature-not-constant',
        'class C; assoc struct A { var end feature x : C; end feature y : C; }',
        'class C; assoc struct A { const end feature x : C; end feature y : C; }'
    ],
    [
        'validateClassifierMultiplicityDomain',
        'error multiplicity-featuring-type',
        'class D; class C { multiplicity m [1]; featuring m by D; }',
        'class D; class C { multiplicity m [1]; feature f; featuring f by D; }'
    ],
    [
        'validateFeatureMultiplicityDomain',
        'error multiplicity-featuring-type',
        'class D; class C { feature f { multiplicity m [1]; featuring m by D; } }',
        'class D; class C { feature f { multiplicity m [1]; featuring m by C; } }'
    ],
    [
        'validateExpressionResultParameterMembership',
        'error only-one-return-parameter',
        'expr e { return a; return b; }',
        'function F { return a; } expr e : F { return b; }'
    ],
    [
        'validateParameterMembershipParameterDirection',
        'error redefinition-direction-conformance',
        'function F { return in x; }',
        'function F { return out x; }'
    ],
    [
        'validateFeatureOwnedCrossSubsetting',
        'error owned-cross-feature',
        'class X { feature other : X; } assoc A { end a [0..1] feature b : X crosses c.other; end feature c : X; }',
        'class X { feature other : X; } assoc A { end feature b : X crosses c.other; end feature c : X; }'
    ]
] as const satisfies readonly Row[];
