// Further rows of 5.5 to 5.9: ports, connectors, flows, associations, comments.

import { BLOCKS, bounds, cls, COMPOSITE, end, prop, type Row, row, scalar } from './rows.js';

const SIGNAL = '<packagedElement:Signal s "Fuel"/>';
const connector = (id: string, ends: string, more = ''): string =>
    `<ownedConnector:Connector ${id} ${more}>${ends}</ownedConnector:Connector>`;
const association = (id: string, name: string, ends: string, memberEnd: string, more = ''): string =>
    `<packagedElement:Association ${id} "${name}" memberEnd="${memberEnd}" ${more}>${ends}</packagedElement:Association>`;
const ownedEnd = (id: string, name: string, type: string, more = ''): string =>
    `<ownedEnd:Property ${id} "${name}" type="${type}">${more}</ownedEnd:Property>`;
const flow = (id: string, from: string, to: string, more: string): string =>
    `<packagedElement:InformationFlow ${id} informationSource="${from}" informationTarget="${to}" ${more}/>`;
const port = (id: string, name: string, more = ''): string => `<ownedAttribute:Port ${id} "${name}" ${more}/>`;

export const CONNECTIONS: readonly Row[] = [
    row(
        '5.5',
        'port typed by a block',
        cls('a', 'A') + cls('b', 'B', port('x', 'p', 'type="a"') + port('y', 'q', 'type="a"')),
        ['ref part p : A;', 'ref part q : A;'],
        [[...BLOCKS('a', 'b'), 'FullPort Port y'], { x: 'approximated', y: 'approximated' }]
    ),
    row(
        '5.5',
        'flow ports',
        SIGNAL +
            cls('f', 'Spec') +
            '<packagedElement:DataType v "Mass"/>' +
            cls(
                'b',
                'B',
                port('x', 'one', 'type="v"') +
                    port('y', 'two', 'type="f" isConjugated="true"') +
                    port('z', 'three', 'type="v"') +
                    port('w', 'four', 'type="s"')
            ),
        [
            'attribute def Mass;',
            'in port one {',
            'in attribute one : Mass;',
            'port two : ~Spec;',
            'inout attribute three : Mass;',
            'in port four {',
            'in item four : Fuel;'
        ],
        [
            [
                ...BLOCKS('b'),
                'FlowPort Port x direction="in"',
                'FlowPort Port y',
                'FlowPort Port w direction="in"',
                'FlowSpecification Class f',
                'ValueType DataType v'
            ],
            { w: 'approximated', x: 'approximated', z: 'approximated' }
        ]
    ),
    row(
        '5.5',
        'flow property of a block, both ways',
        cls('a', 'A') + cls('f', 'F', prop('x', 'thing', 'a') + scalar('y', 'level')),
        ['inout item thing : A;', 'inout attribute level : ScalarValues::Real;'],
        [[...BLOCKS('a'), 'InterfaceBlock Class f', 'FlowProperty Property x direction="inout"', 'FlowProperty Property y']]
    ),
    row(
        '5.5',
        'directed feature',
        cls('f', 'F', '<ownedOperation:Operation o "Start"/>'),
        [
            'abstract action def Start {',
            '@MigrationMetadata::AppliedStereotype { stereotype = "ST-DirectedFeature"; tags = "featureDirection = required"; }'
        ],
        [['InterfaceBlock Class f', 'DirectedFeature Operation o featureDirection="required"'], { o: 'approximated' }]
    ),
    row(
        '5.5',
        'service and behaviour ports',
        cls('f', 'F') + cls('b', 'B', port('x', 'p', 'type="f" isService="false" isBehavior="true"')),
        ['port p : F;'],
        [[...BLOCKS('b'), 'InterfaceBlock Class f']]
    ),
    row(
        '5.5',
        'nested ports',
        cls('g', 'G') +
            cls('f', 'F', port('n', 'inner', 'type="g"')) +
            cls('a', 'A', port('p', 'p', 'type="f"')) +
            cls(
                'w',
                'W',
                prop('x', 'l', 'a', COMPOSITE) + prop('y', 'r', 'a', COMPOSITE) + connector('k', end('e1', 'n', 'p') + end('e2', 'n', 'p'))
            ),
        ['port inner : G;', 'port p : F;', 'part l : A;', 'part r : A;', 'connect l.p.inner to r.p.inner;'],
        [
            [
                ...BLOCKS('a', 'w'),
                'InterfaceBlock Class f',
                'InterfaceBlock Class g',
                'NestedConnectorEnd ConnectorEnd e1 propertyPath="x p"',
                'NestedConnectorEnd ConnectorEnd e2 propertyPath="y p"'
            ]
        ]
    ),
    row(
        '5.6',
        'named, typed, with end multiplicities',
        cls('a', 'A') +
            association('s', 'Joins', ownedEnd('m1', 'one', 'a') + ownedEnd('m2', 'two', 'a'), 'm1 m2') +
            cls(
                'w',
                'W',
                prop('x', 'l', 'a', COMPOSITE) +
                    prop('y', 'r', 'a', COMPOSITE) +
                    connector('k', end('e1', 'x') + end('e2', 'y'), 'name="line" type="s"') +
                    connector('k2', end('e3', 'x').replace('/>', `>${bounds('e3b', '0', '1')}</end:ConnectorEnd>`) + end('e4', 'y'))
            ),
        [
            'connection def Joins {',
            'end one : A;',
            'end two : A;',
            'part l : A;',
            'part r : A;',
            'connection line : Joins connect l to r;',
            'connect [0..1] l to r;'
        ],
        [BLOCKS('a', 'w')]
    ),
    row(
        '5.6',
        'several ends',
        cls('a', 'A') +
            cls(
                'w',
                'W',
                prop('x', 'l', 'a', COMPOSITE) +
                    prop('y', 'm', 'a', COMPOSITE) +
                    prop('z', 'r', 'a', COMPOSITE) +
                    connector('k', end('e1', 'x') + end('e2', 'y') + end('e3', 'z'), 'name="star"')
            ),
        ['part l : A;', 'part m : A;', 'part r : A;', 'connection star connect (l, m, r);'],
        [BLOCKS('a', 'w')]
    ),
    row(
        '5.6',
        'role outside',
        cls('a', 'A') +
            cls(
                'w',
                'W',
                prop('x', 'l', 'a', COMPOSITE) +
                    connector('k', end('e1', 'x') + '<end:ConnectorEnd e2><role href="o.xmi#r"/></end:ConnectorEnd>')
            ),
        ['part l : A;', '/* not migrated: Connector (ID-k) — the role o.xmi#r is not part of the input */'],
        [BLOCKS('a', 'w'), { k: 'unmapped' }]
    ),
    row(
        '5.6',
        'bindings of values',
        cls('a', 'A', scalar('v', 'mass')) +
            cls(
                'w',
                'W',
                scalar('t', 'total') + prop('x', 'l', 'a', COMPOSITE) + connector('k', end('e1', 't') + end('e2', 'v', 'x'), 'name="same"')
            ),
        [
            'attribute mass : ScalarValues::Real;',
            'attribute total : ScalarValues::Real;',
            'part l : A;',
            'binding same bind total = l.mass;'
        ],
        [BLOCKS('a', 'w')]
    ),
    row(
        '5.6',
        'flows of several items, and of none',
        SIGNAL +
            '<packagedElement:Signal s2 "Air"/>' +
            cls('f', 'F') +
            cls('a', 'A', port('o', 'o', 'type="f"')) +
            cls(
                'w',
                'W',
                prop('x', 'l', 'a', COMPOSITE) +
                    prop('y', 'r', 'a', COMPOSITE) +
                    connector('k', end('e1', 'o', 'x') + end('e2', 'o', 'y')) +
                    connector('k2', end('e3', 'o', 'x') + end('e4', 'o', 'y'))
            ) +
            flow('i', 'x', 'y', 'realizingConnector="k" conveyed="s s2"') +
            flow('j', 'x', 'y', 'realizingConnector="k2"'),
        [
            'port o : F;',
            'part l : A;',
            'part r : A;',
            'connect l.o to r.o;',
            'flow of Fuel from l.o to r.o;',
            'flow of Air from l.o to r.o;',
            'flow from l.o to r.o;'
        ],
        [[...BLOCKS('a', 'w'), 'InterfaceBlock Class f', 'ItemFlow InformationFlow i', 'ItemFlow InformationFlow j']]
    ),
    row(
        '5.6',
        'flow between flow properties',
        SIGNAL +
            cls('f', 'F', prop('q', 'fuel', 's')) +
            cls('a', 'A', port('o', 'o', 'type="f"')) +
            cls('a2', 'A2', port('o2', 'i', 'type="f" isConjugated="true"')) +
            cls(
                'w',
                'W',
                prop('x', 'l', 'a', COMPOSITE) +
                    prop('y', 'r', 'a2', COMPOSITE) +
                    connector('k', end('e1', 'o', 'x') + end('e2', 'o2', 'y'))
            ) +
            flow('i', 'a', 'a2', 'realizingConnector="k" conveyed="s"'),
        [
            'out item fuel : Fuel;',
            'port o : F;',
            'port i : ~F;',
            'part l : A;',
            'part r : A2;',
            'connect l.o to r.i;',
            'flow of Fuel from l.o.fuel to r.i.fuel;'
        ],
        [[...BLOCKS('a', 'a2', 'w'), 'InterfaceBlock Class f', 'FlowProperty Property q direction="out"', 'ItemFlow InformationFlow i']]
    ),
    row(
        '5.6',
        'flow from the own port',
        SIGNAL +
            cls('f', 'F') +
            cls('a', 'A', port('o', 'o', 'type="f"')) +
            cls(
                'w',
                'W',
                port('p', 'p', 'type="f"') + prop('x', 'l', 'a', COMPOSITE) + connector('k', end('e1', 'p') + end('e2', 'o', 'x'))
            ) +
            flow('i', 'w', 'a', 'realizingConnector="k" conveyed="s"'),
        ['port o : F;', 'port p : F;', 'part l : A;', 'bind p = l.o;', 'message of Fuel from p to l.o;'],
        [[...BLOCKS('a', 'w'), 'InterfaceBlock Class f', 'ItemFlow InformationFlow i'], { i: 'approximated' }]
    ),
    row(
        '5.6',
        'flow without a connector',
        SIGNAL +
            cls('a', 'A') +
            cls('w', 'W', prop('x', 'l', 'a', COMPOSITE) + prop('y', 'r', 'a', COMPOSITE)) +
            cls('w2', 'W2', prop('z', 'z', 'a', COMPOSITE)) +
            flow('i', 'x', 'y', 'conveyed="s"') +
            flow('j', 'x', 'z', 'conveyed="s"'),
        ['part l : A;', 'part r : A;', 'message of Fuel from l to r;', 'part z : A;', 'dependency W::l to W2::z;'],
        [[...BLOCKS('a', 'w', 'w2')], { i: 'approximated', j: 'approximated' }]
    ),
    row(
        '5.7',
        'named, with ends in classes and its usage',
        cls('a', 'A', '<ownedAttribute:Property e2 "b" type="b" association="s" aggregation="composite"/>') +
            cls('b', 'B') +
            association('s', 'Has', ownedEnd('e1', 'a', 'a', bounds('e1b', '0', '1')), 'e2 e1'),
        ['part b : B;', 'connection def Has {', 'end b : B;', 'end a : A[0..1];'],
        [BLOCKS('a', 'b')]
    ),
    row(
        '5.7',
        'anonymous, of a class',
        cls('a', 'A', '<ownedAttribute:Property e2 "b" type="b" association="s"/>') +
            cls('b', 'B') +
            association('s', '', ownedEnd('e1', '', 'a'), 'e2 e1').replace('""', '""'),
        ['ref part b : B;', 'connection def BToA {', 'end b : B;', 'end a : A;', 'metadata MigrationMetadata::SynthesizedName about BToA;'],
        [BLOCKS('a', 'b'), { s: 'approximated' }]
    ),
    row(
        '5.7',
        'anonymous, of its own',
        cls('a', 'A') + cls('b', 'B') + association('s', '', ownedEnd('e1', '', 'a') + ownedEnd('e2', '', 'b'), 'e1 e2'),
        ['connection def AToB {', 'end a : A;', 'end b : B;', 'metadata MigrationMetadata::SynthesizedName about AToB;'],
        [BLOCKS('a', 'b'), { s: 'approximated' }]
    ),
    row(
        '5.7',
        'between usages of one whole',
        cls('a', 'A') +
            cls('b', 'B') +
            cls('w', 'W', prop('x', 'l', 'a', COMPOSITE) + prop('y', 'r', 'b', COMPOSITE)) +
            association('s', 'Feeds', ownedEnd('e1', 'one', 'a') + ownedEnd('e2', 'two', 'b'), 'e1 e2'),
        ['part l : A;', 'part r : B;', 'connection def Feeds {', 'end one : A;', 'end two : B;'],
        [BLOCKS('a', 'b', 'w')]
    ),
    row(
        '5.7',
        'named, of an actor',
        '<packagedElement:Actor a "Joe"/><packagedElement:UseCase u "Drive"/>' +
            association('s', 'Takes part', ownedEnd('e1', 'joe', 'a') + ownedEnd('e2', 'drive', 'u'), 'e1 e2'),
        ["connection def 'Takes part' {", 'end joe;', 'end drive;', "connection 'Takes part 2' : 'Takes part' connect Joe to Drive;"],
        [[], { a: 'approximated', s: 'approximated', e2: 'approximated', e1: 'approximated' }]
    ),
    row(
        '5.7',
        'derived, specialized',
        cls('a', 'A') +
            cls('b', 'B') +
            association('s', 'Has', ownedEnd('e1', 'a', 'a') + ownedEnd('e2', 'b', 'b'), 'e1 e2') +
            association(
                't',
                'Owns',
                '<generalization:Generalization g general="s"/>' + ownedEnd('f1', 'x', 'a') + ownedEnd('f2', 'y', 'b'),
                'f1 f2',
                'isDerived="true"'
            ),
        ['connection def Has {', 'end a : A;', 'end b : B;', 'connection def Owns :> Has {', 'end x : A;', 'end y : B;'],
        [BLOCKS('a', 'b'), { t: 'approximated' }]
    ),
    row(
        '5.7',
        'of ends outside',
        cls('a', 'A') +
            association(
                's',
                'Has',
                ownedEnd('e1', 'a', 'a') + '<ownedEnd:Property e2 "b"><type href="o.xmi#t"/></ownedEnd:Property>',
                'e1 e2'
            ),
        ['connection def Has {', 'end a : A;', 'end b;'],
        [BLOCKS('a'), { e2: 'approximated' }]
    ),
    row(
        '5.8',
        'markup, several targets',
        cls('a', 'A') +
            cls('b', 'B') +
            '<ownedComment:Comment k body="&lt;html&gt;&lt;p&gt;One &amp;amp; two&lt;/p&gt;&lt;ul&gt;&lt;li&gt;x&lt;/li&gt;&lt;li&gt;y&lt;/li&gt;&lt;/ul&gt;&lt;/html&gt;"><annotatedElement xmi:idref="a"/><annotatedElement xmi:idref="b"/></ownedComment:Comment><ownedComment:Comment l body="Loose */ end."/>',
        ['comment about A, B /* One & two', '* - x', '* - y */', 'comment /* Loose * / end. */'],
        [BLOCKS('a', 'b')]
    ),
    row(
        '5.8',
        'element group',
        cls('a', 'A') +
            cls('b', 'B') +
            '<ownedComment:Comment k body="All of them."><annotatedElement xmi:idref="a"/><annotatedElement xmi:idref="b"/></ownedComment:Comment>',
        [
            'comment Group about A, B /* All of them. */',
            'metadata MigrationMetadata::AppliedStereotype about Group { stereotype = "ST-ElementGroup"; }'
        ],
        [[...BLOCKS('a', 'b'), 'ElementGroup Comment k name="Group" size="2"'], { k: 'approximated' }]
    )
];
