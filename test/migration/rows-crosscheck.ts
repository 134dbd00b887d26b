// Rows of section 15: each source of the OMG's transformation, by the tables there, with what is written here.

import { STRING } from './documents.js';
import {
    BLOCKS,
    cls,
    COMPOSITE,
    edge,
    end,
    generalization,
    opaque,
    packed,
    prop,
    rel,
    type Row,
    scalar,
    SIGNAL,
    step,
    sysml,
    uml
} from './rows.js';

const A = 'approximated';
const U = 'unmapped';
const S = 'skipped';
const B = BLOCKS('b');
const act = (nodes: string, members = ''): string =>
    cls(
        'b',
        'B',
        `${scalar('lv', 'level')}${members}<ownedBehavior:Activity act "Act"><node:InitialNode ini/>${nodes}</ownedBehavior:Activity>`
    );
const REQUIRED = cls('r', 'R') + cls('q', 'Q');
const NEEDS = ['Requirement Class r', 'Requirement Class q'];

export const CROSSCHECK: readonly Row[] = [
    // Packages
    uml('Package', packed('Package'), ['package X;']),
    uml(
        'Profile and Stereotype',
        packed(
            'Profile',
            'x',
            'X',
            `${packed('Stereotype', 'st', 'Mine', `<ownedAttribute:Property tg "level">${STRING}</ownedAttribute:Property><ownedAttribute:Property bc "base_Class" association="ex"/>`)}<packagedElement:Extension ex memberEnd="bc ee"><ownedEnd:ExtensionEnd ee "extension_Mine" type="st"/></packagedElement:Extension>`
        ),
        ['package X {', 'metadata def Mine {', 'attribute level : ScalarValues::String;'],
        [],
        { bc: S, ex: S, ee: '*' }
    ),
    uml('Model', packed('Model', 'x', 'X', packed('Package', 'y', 'Y')), ['package X {', 'package Y;']),
    uml('Package.URI, Model.viewpoint', '<packagedElement:Model x "X" URI="http://x.example" viewpoint="v"/>', ['package X;']),
    uml(
        'PackageMerge and Image',
        packed('Package', 'x', 'X', '<packageMerge:PackageMerge pm mergedPackage="y"/>') + packed('Package', 'y', 'Y'),
        ['package X;', 'package Y;'],
        [],
        { pm: S }
    ),
    // Common structure
    ...['Abstraction', 'Dependency', 'Realization', 'Usage', 'Substitution'].map(metaclass =>
        uml(metaclass, cls('a', 'A') + cls('b', 'B') + rel(metaclass, 'x', 'a', 'b'), ['dependency A to B;'], BLOCKS('a', 'b'))
    ),
    uml(
        'Comment',
        packed('Package', 'p', 'P', `${cls('a', 'A')}${cls('b', 'B')}<ownedComment:Comment x body="both" annotatedElement="a b"/>`),
        ['comment about A, B /* both */'],
        BLOCKS('a', 'b')
    ),
    uml(
        'Constraint',
        cls(
            'b',
            'B',
            `${scalar('lv', 'level')}<ownedRule:Constraint x "full">${opaque('specification', 'xs', 'level &gt; 3')}</ownedRule:Constraint>`
        ),
        ['constraint full {', 'level > 3'],
        B
    ),
    uml(
        'ElementImport and PackageImport',
        packed('Package', 'p', 'P', packed('Package', 'q', 'Q')) +
            packed(
                'Package',
                'r',
                'R',
                '<packageImport:PackageImport x importedPackage="p"/><elementImport:ElementImport y importedElement="q"/>'
            ),
        ['public import P::*;', 'public import P::Q;']
    ),
    // Classification
    uml('Generalization', cls('a', 'A', generalization('x', 'b')) + cls('b', 'B'), ['part def A :> B;'], BLOCKS('a', 'b')),
    uml(
        'GeneralizationSet',
        `${cls('a', 'A', generalization('g', 'b'))}${cls('b', 'B')}<packagedElement:GeneralizationSet x "X" generalization="g"/>`,
        ['part def A :> B;'],
        BLOCKS('a', 'b'),
        { x: U }
    ),
    uml(
        'InstanceSpecification and Slot',
        `${cls('b', 'B', scalar('lv', 'level'))}<packagedElement:InstanceSpecification x "X" classifier="b"><slot:Slot s definingFeature="lv"><value:LiteralReal v value="2"/></slot:Slot></packagedElement:InstanceSpecification>`,
        ['individual part def X :> B {', 'attribute :>> level = 2.0;'],
        B
    ),
    uml(
        'InstanceValue',
        '<packagedElement:Enumeration e "Mode"><ownedLiteral:EnumerationLiteral on "On"/></packagedElement:Enumeration>' +
            cls(
                'b',
                'B',
                '<ownedAttribute:Property x "mode" type="e"><defaultValue:InstanceValue v instance="on"/></ownedAttribute:Property>'
            ),
        ['attribute mode : Mode default = Mode::On;'],
        B
    ),
    uml(
        'Operation and Parameter',
        cls(
            'b',
            'B',
            `<ownedOperation:Operation x "Fill"><ownedParameter:Parameter i "by">${STRING}</ownedParameter:Parameter><ownedParameter:Parameter o "now" direction="return">${STRING}</ownedParameter:Parameter></ownedOperation:Operation>`
        ),
        ['abstract action def Fill {', "in 'by' : ScalarValues::String;", 'out now : ScalarValues::String;', 'action fill : Fill;'],
        B
    ),
    uml(
        'ParameterSet',
        cls(
            'b',
            'B',
            `<ownedOperation:Operation o "Fill"><ownedParameter:Parameter i "n">${STRING}</ownedParameter:Parameter><ownedParameterSet:ParameterSet x "set" parameter="i"/></ownedOperation:Operation>`
        ),
        ['in n : ScalarValues::String;'],
        B,
        { x: U }
    ),
    uml(
        'Property by its type',
        packed('DataType', 't', 'T') +
            cls('c', 'C') +
            cls('b', 'B', prop('p', 'value', 't') + prop('q', 'piece', 'c', COMPOSITE) + '<ownedAttribute:Property r "bare"/>'),
        ['attribute value : T;', 'attribute bare;'],
        BLOCKS('b', 'c'),
        { r: A }
    ),
    // Simple classifiers
    uml('DataType and PrimitiveType', packed('DataType', 'x', 'X') + packed('PrimitiveType', 'y', 'Y'), [
        'attribute def X;',
        'attribute def Y;'
    ]),
    uml(
        'Enumeration and EnumerationLiteral',
        '<packagedElement:Enumeration x "X"><ownedLiteral:EnumerationLiteral l "One"/></packagedElement:Enumeration>',
        ['enum def X {', 'enum One;']
    ),
    uml('Interface', packed('Interface'), ['port def X;']),
    uml(
        'InterfaceRealization',
        packed('Interface', 'i', 'I') +
            cls('b', 'B', '<interfaceRealization:InterfaceRealization x contract="i" implementingClassifier="b"/>'),
        ['port i : I;'],
        B,
        { x: A }
    ),
    uml('Signal and Reception', SIGNAL + cls('b', 'B', '<ownedReception:Reception x "on sig" signal="sg"/>'), ['item def Sig {'], B, {
        x: A,
        se: S
    }),
    // Structured classifiers
    uml('Class', cls('x', 'X'), ['occurrence def X;']),
    uml(
        'Association and AssociationClass',
        cls('a', 'A') +
            cls('b', 'B') +
            '<packagedElement:Association x "Feeds" memberEnd="x1 x2"><ownedEnd:Property x1 "one" type="a" association="x"/><ownedEnd:Property x2 "two" type="b" association="x"/></packagedElement:Association>',
        ['connection def Feeds {', 'end one : A;', 'end two : B;'],
        BLOCKS('a', 'b')
    ),
    uml(
        'Association.isDerived',
        cls('a', 'A') +
            cls('b', 'B') +
            '<packagedElement:Association x "Feeds" isDerived="true" memberEnd="x1 x2"><ownedEnd:Property x1 "one" type="a" association="x"/><ownedEnd:Property x2 "two" type="b" association="x"/></packagedElement:Association>',
        ['connection def Feeds {'],
        BLOCKS('a', 'b'),
        { x: A }
    ),
    uml(
        'Connector and ConnectorEnd',
        cls('c', 'C', '<ownedAttribute:Port p "plug"/>') +
            cls(
                'b',
                'B',
                `${prop('l', 'left', 'c', COMPOSITE)}${prop('r', 'right', 'c', COMPOSITE)}<ownedConnector:Connector x "wire">${end('e1', 'p', 'l')}${end('e2', 'p', 'r')}</ownedConnector:Connector>`
            ),
        ['connection wire connect left.plug to right.plug;'],
        BLOCKS('b', 'c')
    ),
    uml('Port without a type', cls('b', 'B', '<ownedAttribute:Port x "plug"/>'), ['port plug;'], B),
    // Values
    uml(
        'literals',
        cls(
            'b',
            'B',
            scalar('x', 'level', '<defaultValue:LiteralInteger v1 value="5"/>') +
                `<ownedAttribute:Property y "label">${STRING}<defaultValue:LiteralString v2 value="five"/></ownedAttribute:Property>` +
                scalar('z', 'none', '<defaultValue:LiteralNull v3/>')
        ),
        [
            'attribute level : ScalarValues::Real default = 5.0;',
            'attribute label : ScalarValues::String default = "five";',
            'attribute none : ScalarValues::Real default = null;'
        ],
        B
    ),
    uml(
        'OpaqueExpression',
        cls('b', 'B', scalar('x', 'level', opaque('defaultValue', 'v', '2 * 3'))),
        ['attribute level : ScalarValues::Real default = 2 * 3;'],
        B
    ),
    uml(
        'Expression',
        cls(
            'b',
            'B',
            scalar(
                'x',
                'level',
                '<defaultValue:Expression v symbol="+"><operand:LiteralReal v1 value="1"/><operand:LiteralReal v2 value="2"/></defaultValue:Expression>'
            )
        ),
        ['attribute level : ScalarValues::Real default = 1.0 + 2.0;'],
        B
    ),
    uml(
        'time and duration constraints',
        act(
            `${step('y')}${edge('e1', 'ini', 'y')}`,
            '<ownedRule:TimeConstraint x><specification:TimeInterval xi/></ownedRule:TimeConstraint>'
        ),
        ['action y;'],
        B,
        { x: U }
    ),
    // Information flows
    uml(
        'InformationFlow and InformationItem',
        packed('InformationItem', 'w', 'Water') +
            cls('c', 'C', '<ownedAttribute:Port p "plug"/>') +
            cls(
                'b',
                'B',
                `${prop('l', 'left', 'c', COMPOSITE)}${prop('r', 'right', 'c', COMPOSITE)}<ownedConnector:Connector k>${end('e1', 'p', 'l')}${end('e2', 'p', 'r')}</ownedConnector:Connector>`
            ) +
            '<packagedElement:InformationFlow x conveyed="w" informationSource="l" informationTarget="r" realizingConnector="k"/>',
        ['item def Water;', 'flow of Water from left.plug to right.plug;'],
        BLOCKS('b', 'c')
    ),
    // Use cases
    uml(
        'UseCase, Actor, Include, Extend',
        packed('Actor', 'a', 'User') +
            '<packagedElement:UseCase x "Drive"><include:Include i addition="y"/><extend:Extend e extendedCase="y"/><extensionPoint:ExtensionPoint ep "Late"/></packagedElement:UseCase><packagedElement:UseCase y "Steer"/>',
        ['part User;', 'use case Drive {', 'include Steer;'],
        [],
        { a: A, e: A, ep: U }
    ),

    sysml(
        'Block',
        packed('Class'),
        ['part def X {', '@MigrationMetadata::AppliedStereotype { stereotype = "ST-Block"; tags = "isEncapsulated = true"; }'],
        ['Block Class x isEncapsulated="true"'],
        { x: A }
    ),
    sysml('ValueType', packed('DataType'), ['attribute def X;'], ['ValueType DataType x']),
    sysml(
        'Unit, QuantityKind',
        '<packagedElement:InstanceSpecification x "kilogram"/><packagedElement:InstanceSpecification y "mass"/>',
        [],
        ['Unit InstanceSpecification x', 'QuantityKind InstanceSpecification y'],
        { x: U, y: U }
    ),
    sysml(
        'part, reference and shared property',
        cls('c', 'C') +
            cls('b', 'B', prop('p', 'own', 'c', COMPOSITE) + prop('q', 'other', 'c') + prop('s', 'lent', 'c', 'aggregation="shared"')),
        ['part own : C;', 'ref part other : C;', 'ref part lent : C;'],
        BLOCKS('b', 'c'),
        { s: A }
    ),
    sysml(
        'FlowProperty',
        SIGNAL + packed('Class', 'x', 'X', prop('f', 'fuel', 'sg') + scalar('g', 'level')),
        ['in item fuel : Sig;', 'out attribute level : ScalarValues::Real;'],
        ['InterfaceBlock Class x', 'FlowProperty Property f direction="in"', 'FlowProperty Property g direction="out"'],
        { se: S }
    ),
    sysml(
        'ProxyPort and FullPort',
        cls('i', 'I') + cls('b', 'B', '<ownedAttribute:Port p "one" type="i"/><ownedAttribute:Port q "two" type="i"/>'),
        ['port one : I;', 'port two : I;'],
        ['InterfaceBlock Class i', ...B, 'ProxyPort Port p', 'FullPort Port q']
    ),
    sysml('InterfaceBlock', packed('Class'), ['port def X;'], ['InterfaceBlock Class x']),
    sysml(
        'BindingConnector',
        cls(
            'b',
            'B',
            `${scalar('m', 'm')}${scalar('n', 'n')}<ownedConnector:Connector x>${end('e1', 'm')}${end('e2', 'n')}</ownedConnector:Connector>`
        ),
        ['bind m = n;'],
        [...B, 'BindingConnector Connector x']
    ),
    sysml(
        'ConstraintBlock',
        packed('Class', 'x', 'X', scalar('m', 'm')),
        ['constraint def X {', 'in attribute m : ScalarValues::Real;'],
        ['ConstraintBlock Class x']
    ),
    sysml(
        'EndPathMultiplicity, BoundReference and others',
        cls('c', 'C') + cls('b', 'B', prop('x', 'piece', 'c', COMPOSITE) + prop('y', 'rest', 'c', COMPOSITE)),
        [
            'part piece : C {',
            '@MigrationMetadata::AppliedStereotype { stereotype = "ST-EndPathMultiplicity"; tags = "lower = 1"; }',
            'part rest : C;'
        ],
        [...BLOCKS('b', 'c'), 'EndPathMultiplicity Property x lower="1"', 'BoundReference Property y'],
        { x: A }
    ),
    sysml(
        'Allocate',
        cls('a', 'A') + cls('b', 'B') + rel('Abstraction', 'x', 'a', 'b'),
        ["allocation def 'A to B' {"],
        [...BLOCKS('a', 'b'), 'Allocate Abstraction x']
    ),
    sysml(
        'Requirement',
        packed('Class'),
        ['requirement <R1> X {', 'doc /* It holds. */'],
        ['Requirement Class x id="R1" text="It holds."']
    ),
    sysml(
        'DeriveReqt',
        REQUIRED + rel('Abstraction', 'x', 'q', 'r'),
        ["connection 'Derive Q' : RequirementDerivation::Derivation {"],
        [...NEEDS, 'DeriveReqt Abstraction x']
    ),
    sysml(
        'Satisfy',
        REQUIRED + cls('b', 'B') + rel('Abstraction', 'x', 'b', 'r'),
        ['satisfy requirement :> R;'],
        [...NEEDS, ...B, 'Satisfy Abstraction x']
    ),
    sysml(
        'Verify and TestCase',
        REQUIRED + packed('Activity', 't', 'T') + rel('Abstraction', 'x', 't', 'r'),
        ['verification def T {', "objective 'objective' {", 'verify requirement :> R;'],
        [...NEEDS, 'TestCase Activity t', 'Verify Abstraction x'],
        { t: A }
    ),
    sysml(
        'Refine',
        REQUIRED + cls('b', 'B') + rel('Abstraction', 'x', 'b', 'r'),
        ["dependency 'B refines R' from B to R {", '@ModelingMetadata::Refinement;'],
        [...NEEDS, ...B, 'Refine Abstraction x'],
        { x: A }
    ),
    ...(['Trace', 'Copy'] as const).map(stereotype =>
        sysml(
            stereotype,
            REQUIRED + rel('Abstraction', 'x', 'q', 'r'),
            [`dependency 'Q ${stereotype === 'Trace' ? 'traces' : 'copies'} R' from Q to R {`],
            [...NEEDS, `${stereotype} Abstraction x`],
            { x: A }
        )
    ),
    sysml(
        'View, Viewpoint, Stakeholder',
        packed('Class', 'x', 'X') + packed('Class', 'v', 'V') + packed('Class', 's', 'S'),
        ['view X;', 'viewpoint V;', 'part def S;'],
        ['View Class x', 'Viewpoint Class v', 'Stakeholder Classifier s'],
        { s: A }
    ),
    sysml(
        'Rationale and Problem',
        cls(
            'b',
            'B',
            '<ownedComment:Comment x body="because" annotatedElement="b"/><ownedComment:Comment y body="hot" annotatedElement="b"/>'
        ),
        ['doc /* because */', '@ModelingMetadata::Issue { text = "hot"; }'],
        [...B, 'Rationale Comment x', 'Problem Comment y']
    ),
    sysml(
        'ElementGroup',
        cls('b', 'B') + '<ownedComment:Comment x body="both" annotatedElement="b"/>',
        ['comment about B /* both */'],
        [...B, 'ElementGroup Comment x name="G"'],
        { x: A }
    ),
    sysml(
        'ConnectorProperty',
        cls(
            'b',
            'B',
            `${prop('y', 'one', 'c', COMPOSITE)}${prop('z', 'two', 'c', COMPOSITE)}${prop('x', 'link', 'as', COMPOSITE)}<ownedConnector:Connector co type="as">${end('e1', 'y')}${end('e2', 'z')}</ownedConnector:Connector>`
        ) +
            cls('c', 'C') +
            '<packagedElement:AssociationClass as "Link" memberEnd="l1 l2"><ownedEnd:Property l1 "a" type="c" association="as"/><ownedEnd:Property l2 "b" type="c" association="as"/></packagedElement:AssociationClass>',
        ['connection link : Link connect one to two;'],
        [...BLOCKS('b', 'c', 'as'), 'ConnectorProperty Property x connector="co"']
    ),
    ...['Rate', 'Continuous', 'Discrete', 'NoBuffer', 'Overwrite'].map(stereotype =>
        sysml(
            stereotype,
            act(`${step('x')}${step('y')}${edge('e1', 'ini', 'x')}${edge('z', 'x', 'y')}`),
            ['first x then y {', `@MigrationMetadata::AppliedStereotype { stereotype = "ST-${stereotype}"; }`],
            [...B, `${stereotype} ActivityEdge z`],
            { z: A }
        )
    )
];
