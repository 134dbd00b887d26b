/** KerML (8.2.3 - 8.2.5), in the names of its productions. */
import type { Table } from './production.js';

export const KERML: Table = {
    RootNamespace: '%6 Root | RootElement* Root RootElement*',
    RootElement: '%6 NonFeatureElement | %6 FeatureElement | Import',
    Root: '!package ( %4 PrefixMetadataMember?5 package | standard?30 library package | namespace ) +id { NamespaceBodyElement+ NamespaceBodyElement* NamespaceBodyElement* }',
    Namespace: '!package PrefixMetadataMember?5 namespace +id NamespaceBody',
    Package: '!package PrefixMetadataMember?5 package +id PackageBody',
    LibraryPackage: '!package standard?30 library PrefixMetadataMember?5 package +id PackageBody',
    PackageBody: '; | %5 { ( NamespaceBodyElement | ElementFilterMember )* }',
    NamespaceBody: '; | %5 { NamespaceBodyElement* }',
    NamespaceBodyElement: '%5 NonFeatureMember | %5 NamespaceFeatureMember | AliasMember | Import',
    NonFeatureMember: 'MemberPrefix NonFeatureElement',
    NamespaceFeatureMember: 'MemberPrefix FeatureElement',
    TypedByWords: 'typed by',
    MetadataFeatureWord: 'feature',
    BodyParameter: '!feature in ^name ( : @type )? MultiplicityRange? ValuePart?10 ;',
    NonFeatureElement: `Dependency | Namespace | Package | LibraryPackage | %3 Type | %3 Classifier | %2 DataType | %4 Class | %3 Structure | Metaclass | %2 Association
        | AssociationStructure | Interaction | %2 Behavior | %2 Function | Predicate | %2 Multiplicity | %5 Relationship | %3 AnnotatingElement`,
    Relationship:
        'Specialization | Conjugation | Subclassification | Disjoining | FeatureInverting | FeatureTyping2 | Subsetting | Redefinition | TypeFeaturing',
    FeatureElement:
        '%6 Feature | %2 Step | Expression | BooleanExpression | Invariant | %2 Connector | BindingConnector | Succession | Flow | SuccessionFlow',

    TypePrefix: 'abstract?10 PrefixMetadataMember?7',
    Type: '!type-def TypePrefix type TypeDeclaration TypeBody',
    TypeDeclaration: 'all?8 +id MultiplicityRange?10 ( %4 SpecializationPart | ConjugationPart ) TypeRelationshipPart*',
    SpecializationPart: "( ':>' | specializes ) GeneralType ( , GeneralType )?20",
    GeneralType: '%8 @def | @feature',
    ConjugationPart: '( ~ | conjugates ) @def',
    TypeRelationshipPart: '( disjoint from | unions | intersects | differences ) GeneralType ( , GeneralType )?40',
    TypeBody: '%2 ; | %4 { TypeBodyElement* }',
    TypeBodyElement: '%2 NonFeatureMember | %6 FeatureMember | AliasMember | Import',
    FeatureMember: 'MemberPrefix member?12 FeatureElement',
    Classifier: '!classifier-def TypePrefix classifier ClassifierDeclaration TypeBody',
    ClassifierDeclaration: 'all?8 +id MultiplicityRange?8 ( %4 SuperclassingPart | ConjugationPart )?35 TypeRelationshipPart?12',
    SuperclassingPart: "( ':>' | specializes ) @def ( , @def )?20",
    DataType: '!datatype-def TypePrefix datatype ClassifierDeclaration TypeBody',
    Class: '!class-def TypePrefix class ClassifierDeclaration TypeBody',
    Structure: '!struct-def TypePrefix struct ClassifierDeclaration TypeBody',
    Metaclass: '!metaclass-def TypePrefix metaclass ClassifierDeclaration TypeBody',
    Association: '!assoc-def TypePrefix assoc ClassifierDeclaration EndsBody',
    AssociationStructure: '!assoc-def TypePrefix assoc struct ClassifierDeclaration EndsBody',
    Interaction: '!interaction-def TypePrefix interaction ClassifierDeclaration EndsBody',
    EndsBody: '; | %5 { EndFeature EndFeature EndFeature?20 TypeBodyElement* }',
    EndFeature:
        '!class EndFeaturePrefix OwnedCrossFeature?20 PrefixMetadataMember?5 feature FeatureDeclaration ValuePart?5 TypeBody | !class end +name Typings ;',
    EndFeaturePrefix: 'const?8 end',
    Behavior: '!behavior-def TypePrefix behavior ClassifierDeclaration TypeBody',
    Function: '!function-def TypePrefix function ClassifierDeclaration FunctionBody',
    Predicate: '!predicate-def TypePrefix predicate ClassifierDeclaration FunctionBody',
    FunctionBody: '; | %5 { FunctionParameter* FunctionBodyPart }',
    FunctionParameter: '!feature in feature? +name FeatureSpecializationPart?60 ValuePart?20 ;',
    FunctionBodyPart: 'FunctionBodyItem?40 FunctionBodyItem?20 ResultExpressionMember?70',
    FunctionBodyItem: '%2 TypeBodyElement | %3 ReturnFeatureMember',
    // a result goes out, whatever direction were written
    ReturnFeatureMember:
        'MemberPrefix return derived?5 ( feature FeatureDeclaration? | step FeatureDeclaration | +some FeatureSpecializationPart? ) ValuePart?20 TypeBody',
    ResultExpressionMember: 'MemberPrefix OwnedExpression',

    FeatureDirection: 'in | out | inout',
    BasicFeaturePrefix: 'FeatureDirection?12 derived?6 abstract?6 ( composite | portion )?10 ( var | const )?8',
    FeaturePrefix: '( %9 BasicFeaturePrefix | EndFeaturePrefix ) PrefixMetadataMember?7',
    OwnedCrossFeature: '( BasicFeaturePrefix ^name FeatureSpecializationPart?60 | MultiplicityPart )',
    Feature:
        '!class ( %5 FeaturePrefix feature FeatureDeclaration | EndFeaturePrefix OwnedCrossFeature ( feature | step | expr ) FeatureDeclaration | %2 PrefixedFeature ) ValuePart?25 TypeBody',
    PrefixedFeature: 'BasicFeaturePrefix ( %4 +name FeatureSpecializationPart?70 | Redefinitions | PrefixMetadataMember +name )',
    FeatureDeclaration: 'all?4 ( %8 FeatureIdentification FeatureKindPart?75 | FeatureKindPart ) FeatureRelationshipPart?12',
    FeatureIdentification: '+some',
    FeatureKindPart: '%9 FeatureSpecializationPart | FeatureConjugationPart',
    FeatureConjugationPart: '( ~ | conjugates ) @feature',
    FeatureRelationshipPart: '%2 TypeRelationshipPart | ChainingPart | InvertingPart | TypeFeaturingPart',
    ChainingPart: 'chains @feature',
    InvertingPart: 'inverse of @feature',
    TypeFeaturingPart: 'featured by @type ( , @type )?20',
    Step: '!behavior FeaturePrefix step FeatureDeclaration ValuePart?10 TypeBody',
    Expression: '!function FeaturePrefix expr FeatureDeclaration ValuePart?10 FunctionBody',
    BooleanExpression: '!predicate FeaturePrefix bool FeatureDeclaration ValuePart?10 FunctionBody',
    Invariant: '!predicate FeaturePrefix inv ( true | false )?40 FeatureDeclaration?60 ValuePart?10 FunctionBody',

    Connector: '!assoc FeaturePrefix connector ( FeatureDeclaration? ValuePart?15 | %4 ConnectorDeclaration ) TypeBody',
    ConnectorDeclaration:
        "( FeatureDeclaration from | all from? )?70 ConnectorEnd to ConnectorEnd | FeatureDeclaration? '(' ConnectorEnd , ConnectorEnd ( , ConnectorEnd )* ')'",
    BindingConnector:
        "!assoc FeaturePrefix binding ( FeatureDeclaration ( of ConnectorEnd '=' ConnectorEnd )?80 | all?15 ( of?60 ConnectorEnd '=' ConnectorEnd )?80 ) TypeBody",
    Succession:
        '!assoc FeaturePrefix succession ( FeatureDeclaration ( first ConnectorEnd then ConnectorEnd )?80 | all?15 ( first?60 ConnectorEnd then ConnectorEnd )?80 ) TypeBody',
    Flow: '!interaction FeaturePrefix flow FlowDeclaration TypeBody',
    SuccessionFlow: '!interaction FeaturePrefix succession flow FlowDeclaration TypeBody',
    FlowDeclaration:
        '%3 FeatureDeclaration?70 ValuePart?5 ( of PayloadFeature )?60 ( from FlowEnd to FlowEnd )?70 | all?15 FlowEnd to FlowEnd',
    PayloadFeature:
        '!class ( %3 ^name ( PayloadFeatureSpecializationPart ValuePart?15 | ValuePart ) | PayloadFeatureSpecializationPart ValuePart?15 | %3 @def MultiplicityRange?20 | MultiplicityRange @def )',
    PayloadFeatureSpecializationPart:
        '%4 FeatureSpecialization MultiplicityPart?20 FeatureSpecialization?10 | MultiplicityPart FeatureSpecialization+',
    FlowEnd: '%4 @feature . @simpleFeature | @simpleFeature',
    ConnectorEnd: "!feature MultiplicityRange?15 ( ^name ( '::>' | references ) )?20 @feature",

    Specialization: "!type ( specialization +id )?50 subtype SpecificType ( ':>' | specializes ) SpecificType RelationshipBody",
    SpecificType: '%4 @type | @feature',
    Conjugation: '!type ( conjugation +id )?50 conjugate SpecificType ( ~ | conjugates ) SpecificType RelationshipBody',
    Disjoining: '!type ( disjoining +id )?50 disjoint SpecificType from SpecificType RelationshipBody',
    Subclassification: "!class ( specialization +id )?50 subclassifier @type ( ':>' | specializes ) @type RelationshipBody",
    FeatureTyping2: '!class ( specialization +id )?50 typing @feature ( : | typed by ) @type RelationshipBody',
    Subsetting: "!feature ( specialization +id )?50 subset @feature ( ':>' | subsets ) @feature RelationshipBody",
    Redefinition: "!feature ( specialization +id )?50 redefinition @feature ( ':>>' | redefines ) @feature RelationshipBody",
    FeatureInverting: '!feature ( inverting +id?70 )?50 inverse @feature of @feature RelationshipBody',
    TypeFeaturing: '!feature featuring ( +id of )?50 @simpleFeature by @type RelationshipBody',
    Multiplicity: "!multiplicity multiplicity +id ( MultiplicityRange | ( ':>' | subsets ) @feature ) TypeBody"
};
