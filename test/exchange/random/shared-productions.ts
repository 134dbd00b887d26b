/** Annotations, imports and expressions of both languages (KerML 8.2.3, 8.2.5.8), in the names of their productions. */
import type { Table } from './production.js';

export const ANNOTATIONS: Table = {
    Identification: '+id',
    RelationshipBody: '%6 ; | { AnnotatingElement? }',
    AnnotatingElement: '%2 Comment | %3 Documentation | TextualRepresentation | %4 MetadataFeature',
    Comment: '!comment ( comment +id ( about @element ( , @element )* )?40 )?70 ( locale StringValue )?20 CommentText',
    Documentation: '!doc doc +id?30 ( locale StringValue )?15 CommentText',
    TextualRepresentation: '!rep ( rep +id )?60 language StringValue CommentText',
    CommentText:
        "'/* what it is */' | '/**/' | '/* **/' | '/*\n * two\n * lines\n */' | '/*   x\n\ty \\ \"q\" */' | '/* größe 😀 */' | '/*x*/' | '/*\n\n * a\n\n */' | '/* * */'",
    StringValue: `'"ocl"' | '"en_US"' | '""' | '"a \\" \\\\ \\n \\t b"' | '"größe"' | '"/* x */"'`,
    PrefixMetadataMember: '# @def:metadata',
    MetadataFeature:
        '!metadata PrefixMetadataMember?5 ( @ | metadata ) ( +id ( : | TypedByWords ) )?30 @def:metadata ( about @element ( , @element )* )?15 MetadataBody',
    MetadataBody: '; | { MetadataBodyElement* }',
    MetadataBodyElement: '%4 MetadataBodyFeature | AnnotatingElement | AliasMember | Import',
    MetadataBodyFeature:
        "!attribute MetadataFeatureWord? ( ':>>' | redefines )? @redefined FeatureSpecializationPart?10 ValuePart?70 MetadataBody",
    MemberPrefix: 'VisibilityIndicator?15',
    VisibilityIndicator: 'public | private | protected',
    AliasMember: '!alias MemberPrefix alias +id for @element RelationshipBody',
    Import: '!package ( VisibilityIndicator | %2 private ) import all?15 ImportDeclaration RelationshipBody',
    ImportDeclaration: 'MembershipImport | %3 NamespaceImport | FilterPackage',
    MembershipImport: "@element '::**'?20",
    NamespaceImport: "@namespace '::*' '::**'?20",
    FilterPackage: '( MembershipImport | NamespaceImport ) FilterPackageMember+',
    FilterPackageMember: '[ FilterExpression ]',
    ElementFilterMember: 'MemberPrefix filter FilterExpression ;',
    FilterExpression: "%3 @ @def:metadata | @ @def:metadata and @ @def:metadata | not '(' @ @def:metadata ')' | true",
    Dependency:
        '!dependency PrefixMetadataMember?10 dependency ( +id from )?50 @element ( , @element )* to @element ( , @element )* RelationshipBody',
    MultiplicityRange: '[ ( MultiplicityBound .. )?50 MultiplicityBound ]',
    MultiplicityBound: "%6 DecimalValue | %3 '*' | @simpleFeature:attribute",
    FeatureSpecializationPart:
        '%6 FeatureSpecialization MultiplicityPart?30 | ( FeatureSpecialization+ MultiplicityPart?30 FeatureSpecialization?10 | %2 MultiplicityPart FeatureSpecialization* ) References?8 Crosses?5 | References MultiplicityPart?30 Crosses?5 | Crosses',
    FeatureSpecialization: '%9 Typings | %3 Subsettings | %2 Redefinitions',
    Typings: '( : | TypedByWords ) FeatureTyping ( , FeatureTyping )?10',
    FeatureTyping: '%12 @def | @feature',
    Subsettings: "( ':>' | subsets ) @subsetted ( , @subsetted )?15",
    References: "( '::>' | references ) @usage",
    Crosses: "( '=>' | crosses ) @feature",
    Redefinitions: "( ':>>' | redefines ) @redefined ( , @redefined )?15",
    MultiplicityPart: '%3 MultiplicityRange | MultiplicityRange? ( ordered nonunique?30 | nonunique ordered?30 )',
    ValuePart: "( %3 '=' | ':=' | default | default '=' | default ':=' ) OwnedExpression",
    ConnectorEnd: "MultiplicityRange?15 ( ^name ( '::>' | references ) )?20 @usage"
};

export const EXPRESSIONS: Table = {
    OwnedExpression:
        '%8 PrimaryExpression | ConditionalExpression | %5 BinaryOperatorExpression | %2 UnaryOperatorExpression | ClassificationExpression | MetaclassificationExpression | ExtentExpression',
    ConditionalExpression: "if Operand '?' OwnedExpression else OwnedExpression",
    BinaryOperatorExpression: 'Operand ( BinaryOperator Operand )+',
    BinaryOperator:
        "'|' | & | xor | .. | == | != | === | !== | < | > | <= | >= | %3 '+' | %3 - | %2 '*' | / | % | ^ | '**' | '??' | or | and | implies",
    Operand: "%8 PrimaryExpression | '(' OwnedExpression ')' | UnaryOperatorExpression | ExtentExpression",
    UnaryOperatorExpression: "( '+' | - | ~ | %2 not ) ( %4 PrimaryExpression | UnaryOperatorExpression )",
    ClassificationExpression: 'PrimaryExpression?90 ( istype | hastype | @ | as ) @type',
    MetaclassificationExpression: '@element ( @@ | meta ) @type:metadata',
    ExtentExpression: 'all @type',
    PrimaryExpression:
        '%9 BaseExpression | FeatureChainExpression | BracketExpression | IndexExpression | SequenceExpression | SelectExpression | CollectExpression | FunctionOperationExpression',
    FeatureChainExpression: 'PrimaryExpression . @simpleFeature',
    BracketExpression: '%3 LiteralNumber [ @simpleFeature:attribute ] | PrimaryExpression [ SequenceExpressionList ]',
    IndexExpression: "PrimaryExpression # '(' SequenceExpressionList ')'",
    SequenceExpression: "'(' SequenceExpressionList ')'",
    SequenceExpressionList: "%2 OwnedExpression ','?10 | OwnedExpression , OwnedExpression ( , OwnedExpression )? ','?10",
    CollectExpression: 'PrimaryExpression . BodyExpression',
    SelectExpression: "PrimaryExpression '.?' BodyExpression",
    FunctionOperationExpression: 'PrimaryExpression -> @callee ( BodyExpression | @callee | ArgumentList )',
    BaseExpression:
        'NullExpression | %8 LiteralExpression | %8 FeatureReferenceExpression | MetadataAccessExpression | %2 InvocationExpression | ConstructorExpression | BodyExpression',
    NullExpression: "null | '(' ')'",
    FeatureReferenceExpression: '@feature:attribute',
    MetadataAccessExpression: '@element . metadata',
    InvocationExpression: '@callee:calc ArgumentList',
    ConstructorExpression: 'new @type:item ArgumentList',
    ArgumentList: "'(' ( OwnedExpression ( , OwnedExpression )* | NamedArgument ( , NamedArgument )* )?80 ')'",
    NamedArgument: "@simpleFeature '=' OwnedExpression",
    BodyExpression: '{: BodyParameter?70 FunctionBodyPart }:',
    LiteralExpression: '%2 LiteralBoolean | LiteralString | %5 LiteralNumber | %1 LiteralInfinity',
    LiteralBoolean: 'true | false',
    LiteralString: `'"text"' | '""' | '"q \\" b \\\\ n \\n t \\t"' | '"ü 😀"' | '"{"'`,
    LiteralNumber: '%3 DecimalValue | %2 RealValue',
    DecimalValue: '0 | %3 1 | %2 7 | 12345678901234567890',
    RealValue: "1.5 | 0.25 | 2.0E3 | 1e400 | 1E-2 | 3.140 | '1e+2'",
    LiteralInfinity: "'*'"
};
