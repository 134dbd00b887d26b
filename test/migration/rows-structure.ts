// Rows of sections 5 and 6: structure, requirements, use cases, views.

import { STRING } from './documents.js';
import { BLOCKS, bounds, cls, COMPOSITE, end, generalization, opaque, prop, rel, type Row, row, scalar } from './rows.js';

export const STRUCTURE: readonly Row[] = [
    row('5.1', 'nested package', '<packagedElement:Package p "Plant"><packagedElement:Package q "Inner"/></packagedElement:Package>', [
        'package Plant {',
        'package Inner;'
    ]),
    row('5.1', 'block, abstract', '<packagedElement:Class b "Pump" isAbstract="true"/>', ['abstract part def Pump;'], [BLOCKS('b')]),
    row('5.1', 'plain class', cls('c', 'Thing'), ['occurrence def Thing;']),
    row('5.1', 'interface block', cls('c', 'Flow'), ['port def Flow;'], [['InterfaceBlock Class c']]),
    row('5.1', 'interface', '<packagedElement:Interface i "Service"/>', ['port def Service;']),
    row(
        '5.1',
        'value type with a general',
        `<packagedElement:DataType v "Mass"/><packagedElement:DataType w "Net Mass">${generalization('g', 'v')}</packagedElement:DataType>`,
        ['attribute def Mass;', "attribute def 'Net Mass' :> Mass;"],
        [['ValueType DataType v', 'ValueType DataType w']]
    ),
    row(
        '5.1',
        'enumeration',
        '<packagedElement:Enumeration e "Mode"><ownedLiteral:EnumerationLiteral l1 "on"/><ownedLiteral:EnumerationLiteral l2 "off"/></packagedElement:Enumeration>',
        ['enum def Mode {', 'enum on;', 'enum off;']
    ),
    row('5.1', 'signal', `<packagedElement:Signal s "Alarm">${scalar('a', 'level')}</packagedElement:Signal>`, [
        'item def Alarm {',
        'attribute level : ScalarValues::Real;'
    ]),
    row('5.1', 'information item', '<packagedElement:InformationItem i "Fuel"/>', ['item def Fuel;']),
    row('5.1', 'actor', '<packagedElement:Actor a "Driver"/>', ['part Driver;'], [[], { a: 'approximated' }]),
    row('5.1', 'component', '<packagedElement:Component c "Server"/>', ['occurrence def Server;'], [[], { c: 'approximated' }]),
    row(
        '5.1',
        'unit',
        '<packagedElement:InstanceSpecification u "litre"/>',
        [
            "/* not migrated: «ST-Unit» InstanceSpecification 'litre' — units are not migrated; use the SI library; applied stereotypes «ST-Unit» */"
        ],
        [['Unit InstanceSpecification u'], { u: 'unmapped' }]
    ),
    row(
        '5.1',
        'generalizations',
        cls('a', 'A') + cls('b', 'B') + cls('c', 'C', generalization('g1', 'a') + generalization('g2', 'b')),
        ['part def C :> A, B;'],
        [BLOCKS('a', 'b', 'c')]
    ),
    row(
        '5.1',
        'realized interface of a block',
        `<packagedElement:Interface i "Service"/>${cls('c', 'Pump', '<interfaceRealization:InterfaceRealization r contract="i" client="c" supplier="i"/>')}`,
        ['part def Pump {', 'port service : Service;'],
        [BLOCKS('c'), { r: 'approximated' }]
    ),
    row('5.1', 'dependency', cls('a', 'A') + cls('b', 'B') + rel('Dependency', 'd', 'a', 'b'), ['dependency A to B;']),
    row(
        '5.1',
        'imports',
        `<packagedElement:Package p "P">${cls('a', 'A')}</packagedElement:Package><packagedElement:Package q "Q"><packageImport:PackageImport i importedPackage="p"/><elementImport:ElementImport e importedElement="a" alias="Z"/></packagedElement:Package>`,
        ['public import P::*;', 'alias Z for P::A;']
    ),
    row('5.2', 'value property', cls('b', 'B', scalar('x', 'mass')), ['attribute mass : ScalarValues::Real;'], [BLOCKS('b')]),
    row(
        '5.2',
        'text property',
        cls('b', 'B', `<ownedAttribute:Property x "label">${STRING}</ownedAttribute:Property>`),
        ['attribute label : ScalarValues::String;'],
        [BLOCKS('b')]
    ),
    row('5.2', 'part', cls('a', 'A') + cls('b', 'B', prop('x', 'a', 'a', COMPOSITE)), ['part a : A;'], [BLOCKS('a', 'b')]),
    row('5.2', 'reference', cls('a', 'A') + cls('b', 'B', prop('x', 'a', 'a')), ['ref part a : A;'], [BLOCKS('a', 'b')]),
    row(
        '5.2',
        'shared part',
        cls('a', 'A') + cls('b', 'B', prop('x', 'a', 'a', 'aggregation="shared"')),
        ['ref part a : A;'],
        [BLOCKS('a', 'b'), { x: 'approximated' }]
    ),
    row(
        '5.2',
        'item',
        '<packagedElement:Signal s "Fuel"/>' + cls('b', 'B', prop('x', 'fuel', 's', COMPOSITE)),
        ['item fuel : Fuel;'],
        [BLOCKS('b')]
    ),
    row(
        '5.2',
        'multiplicity, ordered, nonunique',
        cls('b', 'B', scalar('x', 'samples', bounds('x', '0', '*'), 'isOrdered="true" isUnique="false"')),
        ['attribute samples : ScalarValues::Real[0..*] ordered nonunique;'],
        [BLOCKS('b')]
    ),
    row(
        '5.2',
        'derived, read only',
        cls('b', 'B', scalar('x', 'm', '', 'isDerived="true"') + scalar('y', 'n', '', 'isReadOnly="true"')),
        ['derived attribute m : ScalarValues::Real;', 'constant attribute n : ScalarValues::Real;'],
        [BLOCKS('b')]
    ),
    row(
        '5.2',
        'redefinition and subset',
        cls('a', 'A', prop('x', 'p', 'c', COMPOSITE) + prop('z', 'whole', 'c', COMPOSITE)) +
            cls('c', 'C') +
            cls(
                'b',
                'B',
                generalization('g', 'a') +
                    prop('y', 'q', 'c', `${COMPOSITE} redefinedProperty="x"`) +
                    prop('w', 'r', 'c', `${COMPOSITE} subsettedProperty="z"`)
            ),
        ['part q : C :>> p;', 'part r : C :> whole;'],
        [BLOCKS('a', 'b', 'c')]
    ),
    row(
        '5.3',
        'defaults',
        cls(
            'b',
            'B',
            scalar('x', 'm', '<defaultValue:LiteralReal d1 value="2.5"/>') +
                scalar('y', 'n', '<defaultValue:LiteralInteger d2 value="3"/>') +
                `<ownedAttribute:Property z "t">${STRING}<defaultValue:LiteralString d3 value="a"/></ownedAttribute:Property>`
        ),
        [
            'attribute m : ScalarValues::Real default = 2.5;',
            'attribute n : ScalarValues::Real default = 3.0;',
            'attribute t : ScalarValues::String default = "a";'
        ],
        [BLOCKS('b')]
    ),
    row(
        '5.4',
        'instance with slots',
        cls('m', 'Motor') +
            cls('b', 'Pump', scalar('x', 'rate') + prop('y', 'drive', 'm', COMPOSITE)) +
            '<packagedElement:InstanceSpecification j "m7" classifier="m"/><packagedElement:InstanceSpecification i "p1" classifier="b"><slot:Slot s1 definingFeature="x"><value:LiteralReal v1 value="12.5"/></slot:Slot><slot:Slot s2 definingFeature="y"><value:InstanceValue v2 instance="j"/></slot:Slot></packagedElement:InstanceSpecification>',
        ['individual part def p1 :> Pump {', 'attribute :>> rate = 12.5;', 'individual part :>> drive : m7;'],
        [BLOCKS('m', 'b')]
    ),
    row(
        '5.5',
        'ports, conjugated',
        cls('f', 'Flow') +
            cls(
                'b',
                'B',
                '<ownedAttribute:Port x "in1" type="f"/><ownedAttribute:Port y "out1" type="f" isConjugated="true"/><ownedAttribute:Port z "free"/>'
            ),
        ['port in1 : Flow;', 'port out1 : ~Flow;', 'port free;'],
        [[...BLOCKS('b'), 'InterfaceBlock Class f', 'ProxyPort Port x']]
    ),
    row(
        '5.5',
        'flow properties',
        '<packagedElement:Signal s "Fuel"/>' + cls('f', 'Flow', prop('x', 'fuel', 's') + scalar('y', 'level')),
        ['in item fuel : Fuel;', 'out attribute level : ScalarValues::Real;'],
        [['InterfaceBlock Class f', 'FlowProperty Property x direction="in"', 'FlowProperty Property y direction="out"']]
    ),
    row(
        '5.5',
        'flow port of a value type',
        '<packagedElement:DataType v "Mass"/>' + cls('b', 'B', '<ownedAttribute:Port x "m" type="v"/>'),
        ['out port m {', 'out attribute m : Mass;'],
        [[...BLOCKS('b'), 'ValueType DataType v', 'FlowPort Port x direction="out"'], { x: 'approximated' }]
    ),
    row(
        '5.6',
        'connector of parts',
        cls('a', 'A') +
            cls(
                'b',
                'B',
                prop('x', 'l', 'a', COMPOSITE) +
                    prop('y', 'r', 'a', COMPOSITE) +
                    `<ownedConnector:Connector c>${end('e1', 'x')}${end('e2', 'y')}</ownedConnector:Connector>`
            ),
        ['connect l to r;'],
        [BLOCKS('a', 'b')]
    ),
    row(
        '5.6',
        'delegation',
        cls('f', 'F') +
            cls('a', 'A', '<ownedAttribute:Port q "q" type="f"/>') +
            cls(
                'b',
                'B',
                '<ownedAttribute:Port p "p" type="f"/>' +
                    prop('x', 'part1', 'a', COMPOSITE) +
                    `<ownedConnector:Connector c "line">${end('e1', 'p')}${end('e2', 'q', 'x')}</ownedConnector:Connector>`
            ),
        ['binding line bind p = part1.q;'],
        [[...BLOCKS('a', 'b'), 'InterfaceBlock Class f']]
    ),
    row(
        '5.6',
        'nested end',
        cls('c', 'C') +
            cls('a', 'A', prop('q', 'q', 'c', COMPOSITE)) +
            cls(
                'b',
                'B',
                prop('x', 'x', 'a', COMPOSITE) +
                    prop('y', 'y', 'c', COMPOSITE) +
                    `<ownedConnector:Connector k>${end('e1', 'q')}${end('e2', 'y')}</ownedConnector:Connector>`
            ),
        ['connect x.q to y;'],
        [[...BLOCKS('a', 'b', 'c'), 'NestedConnectorEnd ConnectorEnd e1 propertyPath="x"']]
    ),
    row(
        '5.6',
        'item flow on a connector',
        '<packagedElement:Signal s "Fuel"/>' +
            cls('f', 'F') +
            cls('a', 'A', '<ownedAttribute:Port o "o" type="f"/>') +
            cls(
                'b',
                'B',
                prop('x', 'x', 'a', COMPOSITE) +
                    prop('y', 'y', 'a', COMPOSITE) +
                    `<ownedConnector:Connector k>${end('e1', 'o', 'x')}${end('e2', 'o', 'y')}</ownedConnector:Connector>`
            ) +
            '<packagedElement:InformationFlow i informationSource="y" informationTarget="x" realizingConnector="k" conveyed="s"/>',
        ['flow of Fuel from y.o to x.o;'],
        [[...BLOCKS('a', 'b'), 'InterfaceBlock Class f', 'ItemFlow InformationFlow i']]
    ),
    row(
        '5.6',
        'item flow between definitions',
        cls('a', 'A') + cls('b', 'B') + '<packagedElement:InformationFlow i informationSource="a" informationTarget="b"/>',
        ['/* not migrated: InformationFlow (ID-i) — it lies between definitions, and no connector realizes it */'],
        [BLOCKS('a', 'b'), { i: 'unmapped' }]
    ),
    row(
        '5.7',
        'named association',
        cls('a', 'A') +
            cls('b', 'B') +
            '<packagedElement:Association s "Feeds" memberEnd="e1 e2"><ownedEnd:Property e1 "from" type="a"/><ownedEnd:Property e2 "to" type="b"/></packagedElement:Association>',
        ['connection def Feeds {', 'end from : A;', 'end to : B;'].map(line =>
            line.replace('from :', "'from' :").replace('to :', "'to' :")
        ),
        [BLOCKS('a', 'b')]
    ),
    row(
        '5.8',
        'documentation and remarks',
        cls('b', 'B', '<ownedComment:Comment k body="What it is."><annotatedElement xmi:idref="b"/></ownedComment:Comment>') +
            '<ownedComment:Comment l body="Both."><annotatedElement xmi:idref="b"/></ownedComment:Comment>',
        ['doc /* What it is. */', 'comment about B /* Both. */'],
        [BLOCKS('b')]
    ),
    row(
        '5.5',
        'conjugated interface block',
        cls('f', 'Flow', scalar('v', 'level')) +
            cls('g', 'Back', scalar('w', 'level')) +
            cls('b', 'B', '<ownedAttribute:Port x "p" type="g"/>'),
        ['port p : ~Flow;'],
        [[...BLOCKS('b'), 'InterfaceBlock Class f', '_InterfaceBlock Class g original="f"'], { g: 'approximated' }]
    ),
    row(
        '5.8',
        'rationale and problem',
        cls('b', 'B') +
            '<ownedComment:Comment k body="It is cheap."><annotatedElement xmi:idref="b"/></ownedComment:Comment><ownedComment:Comment l body="Too loud?"><annotatedElement xmi:idref="b"/></ownedComment:Comment>',
        [
            'metadata ModelingMetadata::Rationale about B { text = "It is cheap."; }',
            'metadata ModelingMetadata::Issue about B { text = "Too loud?"; }'
        ],
        [[...BLOCKS('b'), 'Rationale Comment k', 'Problem Comment l']]
    )
];

export const REQUIREMENTS: readonly Row[] = [
    row(
        '6.1',
        'constraint block with its rule',
        cls(
            'k',
            'Newton',
            scalar('f', 'F') +
                scalar('m', 'm') +
                `<ownedRule:Constraint r>${opaque('specification', 's', 'F = 2 * m', 'English')}</ownedRule:Constraint>`
        ),
        ['constraint def Newton {', 'in attribute F : ScalarValues::Real;', 'F == 2 * m'],
        [['ConstraintBlock Class k']]
    ),
    row(
        '6.1',
        'constraint property, bound',
        cls('k', 'Law', scalar('f', 'F')) +
            cls(
                'b',
                'B',
                scalar('x', 'force') +
                    prop('c', 'law', 'k', COMPOSITE) +
                    `<ownedConnector:Connector n>${end('e1', 'x')}${end('e2', 'f', 'c')}</ownedConnector:Connector>`
            ),
        ['constraint law : Law;', 'bind force = law.F;'],
        [[...BLOCKS('b'), 'ConstraintBlock Class k', 'BindingConnector Connector n']]
    ),
    row(
        '6.1',
        'rule of a block',
        cls(
            'b',
            'B',
            scalar('x', 'mass') +
                `<ownedRule:Constraint r "positive mass">${opaque('specification', 's', 'mass &gt; 0')}</ownedRule:Constraint>`
        ),
        ["constraint 'positive mass' {", 'mass > 0'],
        [BLOCKS('b')]
    ),
    row(
        '6.2',
        'requirement, nested',
        cls('r', 'Start', '<nestedClassifier:Class q "Cold"/>'),
        ['requirement <R7> Start {', 'doc /* Soon. */', "requirement <'R7.1'> Cold {"],
        [['Requirement Class r id="R7" text="Soon."', 'Requirement Class q id="R7.1" text="Sooner."']]
    ),
    row(
        '6.2',
        'satisfied by a block and by a part',
        cls('r', 'R') +
            cls('a', 'A') +
            cls('b', 'B', prop('x', 'a', 'a', COMPOSITE)) +
            rel('Abstraction', 's', 'b', 'r') +
            rel('Abstraction', 't', 'x', 'r'),
        ['satisfy requirement :> R;', 'satisfy requirement :> R by a;'],
        [[...BLOCKS('a', 'b'), 'Requirement Class r', 'Satisfy Abstraction s', 'Satisfy Abstraction t']]
    ),
    row(
        '6.2',
        'verified by a test case that is a class',
        cls('r', 'R') + cls('t', 'Test', scalar('l', 'limit')) + rel('Abstraction', 'v', 't', 'r'),
        ['verification def Test {', 'attribute limit : ScalarValues::Real;', 'verify requirement :> R;'],
        [['Requirement Class r', 'TestCase Class t', 'Verify Abstraction v'], { t: 'approximated' }]
    ),
    row(
        '6.2',
        'verified by a test case',
        cls('r', 'R') + '<packagedElement:Activity t "Test"/>' + rel('Abstraction', 'v', 't', 'r'),
        ['verification def Test {', 'verify requirement :> R;'],
        [['Requirement Class r', 'TestCase Behavior t', 'Verify Abstraction v'], { t: 'approximated' }]
    ),
    row(
        '6.2',
        'verified by a block',
        cls('r', 'R') + cls('b', 'B') + rel('Abstraction', 'v', 'b', 'r'),
        [
            "/* not migrated: «ST-Verify» Abstraction (ID-v) — 'B' is no test case, and only these verify; applied stereotypes «ST-Verify» */"
        ],
        [[...BLOCKS('b'), 'Requirement Class r', 'Verify Abstraction v'], { v: 'unmapped' }]
    ),
    row(
        '6.2',
        'derived',
        cls('r', 'R1') + cls('q', 'R2') + rel('Abstraction', 'd', 'q', 'r'),
        [
            "connection 'Derive R2' : RequirementDerivation::Derivation {",
            'end #RequirementDerivation::original original ::> R1;',
            'end #RequirementDerivation::derive derivation ::> R2;'
        ],
        [['Requirement Class r', 'Requirement Class q', 'DeriveReqt Abstraction d']]
    ),
    row(
        '6.2',
        'refined and traced',
        cls('r', 'R') + '<packagedElement:UseCase u "Drive"/>' + rel('Abstraction', 'd', 'u', 'r') + rel('Abstraction', 'e', 'u', 'r'),
        ["connection 'Drive refines R' connect Drive to R;", "dependency 'Drive traces R' from Drive to R {"],
        [['Requirement Class r', 'Refine Abstraction d', 'Trace Abstraction e'], { d: 'approximated', e: 'approximated' }]
    ),
    row(
        '6.2',
        'allocation of definitions',
        cls('a', 'A') + cls('b', 'B') + rel('Abstraction', 'd', 'a', 'b'),
        ["allocation def 'A to B' {", 'end :>> source : A;', 'end :>> target : B;', 'allocate source to target;'],
        [[...BLOCKS('a', 'b'), 'Allocate Abstraction d']]
    ),
    row(
        '6.2',
        'allocation of parts',
        cls('a', 'A') + cls('b', 'B', prop('x', 'x', 'a', COMPOSITE) + prop('y', 'y', 'a', COMPOSITE)) + rel('Abstraction', 'd', 'x', 'y'),
        ['allocate x to y;'],
        [[...BLOCKS('a', 'b'), 'Allocate Abstraction d']]
    ),
    row(
        '6.3',
        'use case with subject, actor, include, extend',
        cls('b', 'Car') +
            '<packagedElement:Actor a "Driver"/><packagedElement:UseCase u "Drive" subject="b"><include:Include i addition="w"/></packagedElement:UseCase><packagedElement:UseCase w "Steer"/><packagedElement:UseCase v "Park"><extend:Extend x extendedCase="u"/></packagedElement:UseCase><packagedElement:Association s memberEnd="e1 e2"><ownedEnd:Property e1 type="a"/><ownedEnd:Property e2 type="u"/></packagedElement:Association>',
        [
            'use case Drive {',
            'subject car : Car;',
            'include Steer;',
            "connection 'Drive includes Steer' connect Drive to Steer;",
            "connection 'Park extends Drive' connect Park to Drive;",
            "connection 'Driver to Drive' connect Driver to Drive;"
        ],
        [BLOCKS('b'), { a: 'approximated', x: 'approximated' }]
    ),
    row(
        '6.4',
        'view, viewpoint, stakeholder',
        cls('p', 'Safety', '') +
            cls('v', 'Report', generalization('g', 'p')) +
            cls('k', 'Officer') +
            cls('x', 'X') +
            rel('Dependency', 'e', 'v', 'x'),
        ['viewpoint Safety {', 'stakeholder officer : Officer;', 'view Report {', 'satisfy Safety;', 'expose X;', 'part def Officer;'],
        [
            [
                'Viewpoint Class p purpose="To see." stakeholder="k"',
                'View Class v',
                'Stakeholder Class k',
                'Conform Generalization g',
                'Expose Dependency e'
            ],
            { k: 'approximated' }
        ]
    )
];
