/**
 * What the nodes of a declaration are instances of. A case is notation and, for each node that has a membership, in the order of the text:
 * metaclass, membership and symbol kind.
 */
import { describe, expect, test } from 'vitest';
import { isMetaclassConforming, metaclassOrUndefined } from '../../../src/language/semantics/metaclass.js';
import { membershipOf } from '../../../src/language/semantics/memberships.js';
import { symbolKindOf } from '../../../src/language/symbols/symbol-kind.js';
import { elementById } from '../../../src/language/semantics/naming.js';
import { attachScope, type Scope } from '../../../src/language/semantics/world.js';
import { parseDocument, parseExpression, type SyntaxLanguage, visitAll } from '../../../src/language/syntax/index.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';

/** `metaclass < membership = symbol kind` of every member of a text. */
function describeNodes(text: string, language: SyntaxLanguage): string[] {
    const { root, diagnostics } = parseDocument(text, language);
    expect(diagnostics).toEqual([]);
    attachScope(root, { language, isLibrary: false } as Scope);
    const lines: string[] = [];
    visitAll(root, node => {
        const membership = membershipOf(node);
        if (membership !== undefined) {
            lines.push(`${metaclassOrUndefined(node)} < ${membership} = ${symbolKindOf(node)}`);
        }
    });
    return lines;
}

const usages: readonly (readonly [notation: string, expected: string])[] = [
    ['attribute a;', 'AttributeUsage < OwningMembership = attributeUsage'],
    ['part p;', 'PartUsage < OwningMembership = partUsage'],
    ['individual part p;', 'PartUsage < OwningMembership = partUsage'],
    ['individual i;', 'OccurrenceUsage < OwningMembership = individualUsage'],
    ['individual occurrence i;', 'OccurrenceUsage < OwningMembership = individualUsage'],
    ['snapshot s;', 'OccurrenceUsage < OwningMembership = occurrenceUsage'],
    ['timeslice item s;', 'ItemUsage < OwningMembership = itemUsage'],
    ['ref r;', 'ReferenceUsage < OwningMembership = referenceUsage'],
    ['r;', 'ReferenceUsage < OwningMembership = referenceUsage'],
    ['event occurrence e;', 'EventOccurrenceUsage < OwningMembership = occurrenceUsage'],
    ['perform action a;', 'PerformActionUsage < OwningMembership = actionUsage'],
    ['exhibit state s;', 'ExhibitStateUsage < OwningMembership = stateUsage'],
    ['use case u;', 'UseCaseUsage < OwningMembership = useCaseUsage'],
    ['include use case u;', 'IncludeUseCaseUsage < OwningMembership = useCaseUsage'],
    ['analysis a;', 'AnalysisCaseUsage < OwningMembership = analysisCaseUsage'],
    ['verification v;', 'VerificationCaseUsage < OwningMembership = verificationCaseUsage'],
    ['assert constraint c;', 'AssertConstraintUsage < OwningMembership = constraintUsage'],
    ['satisfy requirement r;', 'SatisfyRequirementUsage < OwningMembership = satisfyRequirementUsage'],
    ['interface i;', 'InterfaceUsage < OwningMembership = interfaceUsage'],
    ['connection c;', 'ConnectionUsage < OwningMembership = connectionUsage'],
    ['flow f;', 'FlowUsage < OwningMembership = flowUsage'],
    ['message m;', 'FlowUsage < OwningMembership = flowUsage'],
    ['succession flow f;', 'SuccessionFlowUsage < OwningMembership = flowUsage'],
    ['part def P;', 'PartDefinition < OwningMembership = partDef'],
    ['enum def E;', 'EnumerationDefinition < OwningMembership = enumDef'],
    ['use case def U;', 'UseCaseDefinition < OwningMembership = useCaseDef'],
    ['analysis def A;', 'AnalysisCaseDefinition < OwningMembership = analysisCaseDef'],
    ['metadata def M;', 'MetadataDefinition < OwningMembership = metadataDef'],
    ['individual def I;', 'OccurrenceDefinition < OwningMembership = individualDef'],
    ['individual part def I;', 'PartDefinition < OwningMembership = partDef'],
    ['library package L;', 'LibraryPackage < OwningMembership = package'],
    ['doc /* text */', 'Documentation < OwningMembership = documentation'],
    ['dependency from a to b;', 'Dependency < OwningMembership = dependency']
];

/** Notation whose parts are members as well. */
const bodies: readonly (readonly [notation: string, expected: readonly string[]])[] = [
    ['#kw u;', ['Usage < OwningMembership = referenceUsage', 'MetadataUsage < OwningMembership = metadataUsage']],
    ['ref #kw u;', ['Usage < OwningMembership = referenceUsage', 'MetadataUsage < OwningMembership = metadataUsage']],
    ['#kw def D;', ['Definition < OwningMembership = kermlType', 'MetadataUsage < OwningMembership = metadataUsage']],
    [
        'enum def E { a; enum b; }',
        [
            'EnumerationDefinition < OwningMembership = enumDef',
            'EnumerationUsage < VariantMembership = enumUsage',
            'EnumerationUsage < VariantMembership = enumUsage'
        ]
    ],
    [
        'interface def I { end a; end part b; end ref c; }',
        [
            'InterfaceDefinition < OwningMembership = interfaceDef',
            'PortUsage < EndFeatureMembership = portUsage',
            'PartUsage < EndFeatureMembership = partUsage',
            'ReferenceUsage < EndFeatureMembership = referenceUsage'
        ]
    ],
    [
        'connection def C { end a; }',
        ['ConnectionDefinition < OwningMembership = connectionDef', 'ReferenceUsage < EndFeatureMembership = referenceUsage']
    ],
    [
        'connect a to b;',
        [
            'ConnectionUsage < OwningMembership = connectionUsage',
            'ReferenceUsage < EndFeatureMembership = connectorEnd',
            'ReferenceUsage < EndFeatureMembership = connectorEnd'
        ]
    ],
    [
        'interface a to b;',
        [
            'InterfaceUsage < OwningMembership = interfaceUsage',
            'PortUsage < EndFeatureMembership = connectorEnd',
            'PortUsage < EndFeatureMembership = connectorEnd'
        ]
    ],
    [
        'bind a = b;',
        [
            'BindingConnectorAsUsage < OwningMembership = connectionUsage',
            'ReferenceUsage < EndFeatureMembership = connectorEnd',
            'ReferenceUsage < EndFeatureMembership = connectorEnd'
        ]
    ],
    [
        'flow a.x to b.y;',
        [
            'FlowUsage < OwningMembership = flowUsage',
            'FlowEnd < EndFeatureMembership = connectorEnd',
            'FlowEnd < EndFeatureMembership = connectorEnd'
        ]
    ],
    [
        'message of M from a to b;',
        [
            'FlowUsage < OwningMembership = flowUsage',
            'PayloadFeature < FeatureMembership = referenceUsage',
            'EventOccurrenceUsage < ParameterMembership = connectorEnd',
            'EventOccurrenceUsage < ParameterMembership = connectorEnd'
        ]
    ],
    [
        'part def P { part p; variant part v; in x; private import a::*; alias y for z; }',
        [
            'PartDefinition < OwningMembership = partDef',
            'PartUsage < FeatureMembership = partUsage',
            'PartUsage < VariantMembership = partUsage',
            'ReferenceUsage < FeatureMembership = referenceUsage'
        ]
    ],
    [
        'requirement r { subject s; actor a; stakeholder t; require constraint c; assume d; frame concern e; verify f; }',
        [
            'RequirementUsage < OwningMembership = requirementUsage',
            'ReferenceUsage < SubjectMembership = referenceUsage',
            'PartUsage < ActorMembership = partUsage',
            'PartUsage < StakeholderMembership = partUsage',
            'ConstraintUsage < RequirementConstraintMembership = constraintUsage',
            'ConstraintUsage < RequirementConstraintMembership = constraintUsage',
            'ConcernUsage < FramedConcernMembership = concernUsage',
            'RequirementUsage < RequirementVerificationMembership = requirementUsage'
        ]
    ],
    [
        'case c { objective o; return r; }',
        [
            'CaseUsage < OwningMembership = caseUsage',
            'RequirementUsage < ObjectiveMembership = requirementUsage',
            'ReferenceUsage < ReturnParameterMembership = referenceUsage'
        ]
    ],
    [
        'view v { render rendering r; }',
        ['ViewUsage < OwningMembership = viewUsage', 'RenderingUsage < ViewRenderingMembership = renderingUsage']
    ],
    [
        'state s { entry; do action d; exit a; }',
        [
            'StateUsage < OwningMembership = stateUsage',
            'ActionUsage < StateSubactionMembership = actionUsage',
            'PerformActionUsage < StateSubactionMembership = actionUsage',
            'PerformActionUsage < StateSubactionMembership = actionUsage'
        ]
    ],
    [
        'action a { merge m; join j; fork k; decide d; then m; }',
        [
            'ActionUsage < OwningMembership = actionUsage',
            'MergeNode < FeatureMembership = actionUsage',
            'JoinNode < FeatureMembership = actionUsage',
            'ForkNode < FeatureMembership = actionUsage',
            'DecisionNode < FeatureMembership = actionUsage',
            'SuccessionAsUsage < FeatureMembership = successionUsage',
            'ReferenceUsage < EndFeatureMembership = connectorEnd'
        ]
    ],
    [
        'action a { for i in s { } }',
        [
            'ActionUsage < OwningMembership = actionUsage',
            'ForLoopActionUsage < FeatureMembership = actionUsage',
            'ReferenceUsage < FeatureMembership = referenceUsage',
            'FeatureReferenceExpression < FeatureValue = calcUsage',
            'ActionUsage < ParameterMembership = actionUsage'
        ]
    ],
    [
        'attribute a = 1 + (x);',
        [
            'AttributeUsage < OwningMembership = attributeUsage',
            'OperatorExpression < FeatureValue = calcUsage',
            'LiteralInteger < FeatureValue = calcUsage',
            'FeatureReferenceExpression < FeatureValue = calcUsage',
            'FeatureReferenceExpression < FeatureValue = calcUsage'
        ]
    ]
];

const kerml: readonly (readonly [notation: string, expected: readonly string[]])[] = [
    ['classifier C;', ['Classifier < OwningMembership = kermlType']],
    ['datatype D;', ['DataType < OwningMembership = attributeDef']],
    ['assoc struct A;', ['AssociationStructure < OwningMembership = kermlType']],
    ['metaclass M;', ['Metaclass < OwningMembership = metaclass']],
    ['feature f;', ['Feature < OwningMembership = referenceUsage']],
    ['f;', ['Feature < OwningMembership = referenceUsage']],
    ['inv i;', ['Invariant < OwningMembership = constraintUsage']],
    [
        'class C { member feature f; feature g; }',
        [
            'Class < OwningMembership = kermlType',
            'Feature < OwningMembership = referenceUsage',
            'Feature < FeatureMembership = referenceUsage'
        ]
    ],
    ['connector c;', ['Connector < OwningMembership = connectionUsage']],
    ['binding b;', ['BindingConnector < OwningMembership = connectionUsage']],
    ['succession s;', ['Succession < OwningMembership = successionUsage']],
    ['flow f of T;', ['Flow < OwningMembership = flowUsage', 'PayloadFeature < FeatureMembership = referenceUsage']],
    ['succession flow f;', ['SuccessionFlow < OwningMembership = flowUsage']],
    ['@M;', ['MetadataFeature < OwningMembership = metadataUsage']],
    ['subset a subsets b;', ['Subsetting < OwningMembership = relationship']]
];

describe('metaclass, membership and symbol kind', () => {
    test.each(usages)('%s', (notation, expected) => {
        expect(describeNodes(notation, 'sysml')).toEqual([expected]);
    });
    test.each(bodies)('%s', (notation, expected) => {
        expect(describeNodes(notation, 'sysml')).toEqual(expected);
    });
    test.each(kerml)('KerML: %s', (notation, expected) => {
        expect(describeNodes(notation, 'kerml')).toEqual(expected);
    });
});

describe('an element conforms to a metaclass', () => {
    test.each<readonly [element: string, type: string, conforms: boolean]>([
        ['P::p', 'SysML::Systems::PartUsage', true],
        ['P::p', 'SysML::Systems::ItemUsage', true],
        ['P::p', 'KerML::Core::Feature', true],
        ['P::p', 'SysML::Systems::PartDefinition', false],
        ['P::p', 'KerML::Core::FeatureDirectionKind', false],
        ['P::D', 'SysML::Systems::PartDefinition', true],
        ['P::D', 'KerML::Core::Type', true],
        ['P::D', 'KerML::Core::Feature', false],
        ['P::a', 'SysML::Systems::PartUsage', false],
        ['P::a', 'Parts::Part', false],
        // only those of the libraries that describe the languages
        ['P::p', 'P::PartUsage', false],
        ['P::p', 'P::Q::PartUsage', false],
        ['P::p', 'P::p', false],
        ['P::p', 'P::Mark', false]
    ])('%s to %s: %s', (id, type, conforms) => {
        const content =
            'package P { part p { @Mark; } part def D; attribute a; metadata def PartUsage; metadata def Mark; package Q { part def PartUsage; } }';
        const { model } = new Workspace({ library: testLibrary() }).parse([{ name: 'p.sysml', content, language: 'sysml' }]);
        const named = elementById(model, type) ?? testLibrary().libraryElement(type);
        expect(isMetaclassConforming(elementById(model, id)!, named!)).toBe(conforms);
    });
});

test.each([
    ['()', 'NullExpression'],
    ['null', 'NullExpression'],
    ['(1)', 'LiteralInteger'],
    ['((a))', 'FeatureReferenceExpression'],
    ['(1, 2)', 'OperatorExpression'],
    ['1.5', 'LiteralRational'],
    ['"a"', 'LiteralString'],
    ['true', 'LiteralBoolean'],
    ['*', 'LiteralInfinity'],
    ['a', 'FeatureReferenceExpression'],
    ['a.b', 'FeatureChainExpression'],
    ['a#(1)', 'IndexExpression'],
    ['a[1]', 'OperatorExpression'],
    ['f(1)', 'InvocationExpression'],
    ['new A(1)', 'ConstructorExpression'],
    ['a->f()', 'InvocationExpression'],
    ['a.{in x; x}', 'CollectExpression'],
    ['a.?{in x; x}', 'SelectExpression'],
    ['a.metadata', 'MetadataAccessExpression'],
    ['1 + 2', 'OperatorExpression'],
    ['not a', 'OperatorExpression'],
    ['a istype B', 'OperatorExpression'],
    ['a as B', 'OperatorExpression'],
    ['if a ? b else c', 'OperatorExpression'],
    ['a ?? b', 'OperatorExpression'],
    ['all A', 'OperatorExpression']
])('the expression %s is a %s', (text, metaclass) => {
    const { expression, diagnostics } = parseExpression(text, 'sysml');
    expect(diagnostics).toEqual([]);
    expect(metaclassOrUndefined(expression!)).toBe(metaclass);
});
