// Rows of section 15.2: each stereotype of SysML v1 in the OMG's transformation, with what is written here.

import { act, BLOCKS, cls, COMPOSITE, edge, end, packed, prop, rel, type Row, scalar, SIGNAL, step, sysml } from './rows.js';

const A = 'approximated';
const U = 'unmapped';
const S = 'skipped';
const B = BLOCKS('b');
const REQUIRED = cls('r', 'R') + cls('q', 'Q');
const NEEDS = ['Requirement Class r', 'Requirement Class q'];

export const CROSSCHECK_SYSML: readonly Row[] = [
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
        'part property, reference property, shared property',
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
        'ProxyPort, FullPort',
        cls('i', 'I') + cls('b', 'B', '<ownedAttribute:Port p "one" type="i"/><ownedAttribute:Port q "two" type="i"/>'),
        ['port one : I;', 'port two : I;'],
        ['InterfaceBlock Class i', ...B, 'ProxyPort Port p', 'FullPort Port q']
    ),
    sysml('InterfaceBlock', packed('Class'), ['port def X;'], ['InterfaceBlock Class x']),
    sysml(
        '~InterfaceBlock',
        packed('Class', 'x', 'X') + packed('Class', 'y', '~X') + cls('b', 'B', '<ownedAttribute:Port p "plug" type="y"/>'),
        ['port def X;', 'port plug : ~X;'],
        ['InterfaceBlock Class x', '_InterfaceBlock Class y original="x"', ...B],
        { y: A }
    ),
    sysml(
        'DirectedFeature',
        packed('Class', 'x', 'X', '<ownedOperation:Operation o "Start"/>'),
        [
            'abstract action def Start {',
            '@MigrationMetadata::AppliedStereotype { stereotype = "ST-DirectedFeature"; tags = "featureDirection = required"; }'
        ],
        ['InterfaceBlock Class x', 'DirectedFeature Operation o featureDirection="required"'],
        { o: A }
    ),
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
        'EndPathMultiplicity, BoundReference',
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
        'NestedConnectorEnd, PropertyPath',
        cls('c', 'C') +
            cls('a', 'A', prop('q', 'q', 'c', COMPOSITE)) +
            cls(
                'b',
                'B',
                `${prop('p', 'p', 'a', COMPOSITE)}${prop('r', 'r', 'c', COMPOSITE)}<ownedConnector:Connector x>${end('e1', 'q')}${end('e2', 'r')}</ownedConnector:Connector>`
            ),
        ['connect p.q to r;'],
        [...BLOCKS('a', 'b', 'c'), 'NestedConnectorEnd ConnectorEnd e1 propertyPath="p"']
    ),
    sysml(
        'ParticipantProperty, ClassifierBehaviorProperty, AdjunctProperty, DistributedProperty, PropertySpecificType',
        cls('c', 'C') +
            cls(
                'b',
                'B',
                `${prop('p', 'p', 'c', COMPOSITE)}${prop('q', 'q', 'c', COMPOSITE)}${prop('r', 'r', 'c', COMPOSITE)}${scalar('s', 'spread')}<ownedBehavior:Activity act "Act"/>`
            ) +
            cls('k', 'K'),
        ['part p : C {', 'part q : C;', 'part r : C {', 'attribute spread : ScalarValues::Real;', 'part def K;'],
        [
            ...BLOCKS('b', 'c', 'k'),
            'ParticipantProperty Property p end="q"',
            'ClassifierBehaviorProperty Property q',
            'AdjunctProperty Property r principal="act"',
            'DistributedProperty Property s',
            'PropertySpecificType Class k'
        ],
        { p: A, r: A }
    ),
    sysml(
        'AllocateActivityPartition',
        act(
            `${step('y')}${edge('e1', 'ini', 'y')}<group:ActivityPartition x "Lane" node="y" represents="pp"/>`,
            prop('pp', 'worker', 'c', COMPOSITE)
        ) + cls('c', 'C'),
        ['comment /* partition Lane: represents worker; y */'],
        [...BLOCKS('b', 'c'), 'AllocateActivityPartition ActivityPartition x'],
        { x: U }
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
        'Verify, TestCase',
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
        'View, Viewpoint, Stakeholder, Conform, Expose',
        packed('Class', 'x', 'X', '<generalization:Generalization g general="v"/>') +
            packed('Class', 'v', 'V') +
            packed('Class', 's', 'S') +
            cls('b', 'B') +
            rel('Dependency', 'ex', 'x', 'b'),
        ['view X {', 'satisfy V;', 'expose B;', 'viewpoint V {', 'subject;', 'stakeholder s : S;', 'part def S;'],
        [
            ...B,
            'View Class x',
            'Viewpoint Class v stakeholder="s"',
            'Stakeholder Classifier s',
            'Conform Generalization g',
            'Expose Dependency ex'
        ],
        { s: A }
    ),
    sysml(
        'Rationale, Problem',
        cls(
            'b',
            'B',
            '<ownedComment:Comment x body="because" annotatedElement="b"/><ownedComment:Comment y body="hot" annotatedElement="b"/>'
        ),
        ['@ModelingMetadata::Rationale { text = "because"; }', '@ModelingMetadata::Issue { text = "hot"; }'],
        [...B, 'Rationale Comment x', 'Problem Comment y']
    ),
    sysml(
        'ElementGroup',
        cls('b', 'B') + '<ownedComment:Comment x body="both" annotatedElement="b"/>',
        ['comment G about B /* both */', 'metadata MigrationMetadata::AppliedStereotype about G { stereotype = "ST-ElementGroup"; }'],
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
    sysml(
        'Probability',
        act(`<node:DecisionNode d "d"/>${step('x')}${step('y')}${edge('e1', 'ini', 'd')}${edge('z', 'd', 'x')}${edge('w', 'd', 'y')}`),
        ['first d then x {', '@Stochastic::Probability { p = 0.25; }', 'first d then y {', '@Stochastic::Probability { p = 0.75; }'],
        [...B, 'Probability ActivityEdge z probability="0.25"', 'Probability ActivityEdge w probability="0.75"']
    ),
    sysml(
        'ControlOperator',
        packed('Activity', 'x', 'Run'),
        ['action def Run {', '@MigrationMetadata::AppliedStereotype { stereotype = "ST-ControlOperator"; }'],
        ['ControlOperator Activity x'],
        { x: A }
    ),
    sysml(
        'Optional',
        packed(
            'Activity',
            'x',
            'Run',
            '<ownedParameter:Parameter p "by"><lowerValue:LiteralInteger pl value="0"/></ownedParameter:Parameter>'
        ),
        ['action def Run {', "in 'by'[0..1];"],
        ['Optional Parameter p']
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
