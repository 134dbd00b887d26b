// Rows of sections 10 to 12: diagrams, tables and documents, run configurations.

import { type DrawnDiagram } from './dialects.js';
import { BLOCKS, cls, COMPOSITE, end, prop, type Row, row, scalar } from './rows.js';

const pack = (inner: string): string => `<packagedElement:Package p "Station">${inner}</packagedElement:Package>`;
const diagram = (kind: DrawnDiagram['kind'], owner: string, ...shown: string[]): DrawnDiagram => ({
    id: 'd',
    name: 'Overview',
    kind,
    owner,
    shown: shown.map((id, i) => ({ id, x: 10 + 200 * i, y: 20 }))
});
const drawn = (row: Row, ...diagrams: DrawnDiagram[]): Row => ({ ...row, diagrams });
const layout = (name: string, i: number): string =>
    `metadata DiagramLayout::Layout about ${name} { x = ${10 + 200 * i}; y = 20; width = 160; height = 80; }`;
const laidOut = (row: Row, ...placed: string[]): Row => ({ ...row, placed });
const CANVAS = (count: number): string => `@DiagramLayout::Canvas { unit = "px"; width = ${170 + 200 * (count - 1)}; height = 100; }`;

/** Edges by the names that are spelled from their ends (contract 10.2). */
const EDGES: readonly Row[] = (
    [
        ['Allocate', 'A to B'],
        ['Trace', 'A traces B']
    ] as const
).map(([stereotype, name]) =>
    drawn(
        row(
            '10.2',
            `«${stereotype}» that a diagram shows`,
            pack(`${cls('a', 'A')}${cls('b', 'B')}<packagedElement:Abstraction ed client="a" supplier="b"/>`),
            [`expose '${name}';`],
            [[...BLOCKS('a', 'b'), `${stereotype} Abstraction ed`], { ed: '*' }]
        ),
        { ...diagram('class', 'p', 'a', 'b'), lines: [{ id: 'ed', from: 'a', to: 'b', points: [170, 60, 210, 60] }] }
    )
);

export const DIAGRAMS: readonly Row[] = [
    laidOut(
        drawn(
            row(
                '10.1',
                'block definition diagram',
                pack(cls('a', 'A') + cls('b', 'B')),
                ['view Overview {', 'expose A;', 'expose B;', 'render Views::asTreeDiagram;'],
                [BLOCKS('a', 'b')]
            ),
            diagram('class', 'p', 'a', 'b')
        ),
        CANVAS(2),
        layout('A', 0),
        layout('B', 1)
    ),
    laidOut(
        drawn(
            row(
                '10.1',
                'internal block diagram, with the edge that it shows',
                cls(
                    'a',
                    'A',
                    `${prop('x', 'left', 'b', COMPOSITE)}${prop('y', 'right', 'b', COMPOSITE)}<ownedConnector:Connector con>${end('e1', 'x')}${end('e2', 'y')}</ownedConnector:Connector>`
                ) + cls('b', 'B'),
                [
                    "connection 'left to right' connect left to right;",
                    'view Overview {',
                    'expose left;',
                    'expose right;',
                    "expose 'left to right';",
                    'render Views::asInterconnectionDiagram;',
                    "metadata MigrationMetadata::SynthesizedName about 'left to right';"
                ],
                [BLOCKS('a', 'b')]
            ),
            { ...diagram('composite', 'a', 'x', 'y'), lines: [{ id: 'con', from: 'x', to: 'y', points: [170, 60, 210, 60] }] }
        ),
        layout('left', 0),
        layout('right', 1),
        "metadata DiagramLayout::Route about 'left to right' { points = (170, 60, 210, 60); }"
    ),
    drawn(
        row(
            '10.1',
            'activity diagram of an action def',
            '<packagedElement:Activity act "Act"><node:OpaqueAction n "step"/></packagedElement:Activity>',
            ['view Overview : StandardViewDefinitions::ActionFlowView {', 'expose Act;', 'render Views::asInterconnectionDiagram;'],
            [[], { n: '*' }]
        ),
        diagram('activity', 'act', 'n')
    ),
    drawn(
        row(
            '10.1',
            'state machine diagram of a state def',
            '<packagedElement:StateMachine sm "Modes"><region:Region rg><subvertex:Pseudostate i kind="initial"/><subvertex:State s "Idle"/><transition:Transition t source="i" target="s"/></region:Region></packagedElement:StateMachine>',
            ['view Overview : StandardViewDefinitions::StateTransitionView {', 'expose Modes;', 'render Views::asInterconnectionDiagram;']
        ),
        diagram('state', 'sm', 's')
    ),
    drawn(
        row(
            '10.1',
            'use case diagram',
            pack('<packagedElement:Actor a "Driver"/><packagedElement:UseCase u "Drive"/>'),
            ['expose Driver;', 'expose Drive;', 'render Views::asInterconnectionDiagram;'],
            [[], { a: 'approximated' }]
        ),
        diagram('use case', 'p', 'a', 'u')
    ),
    drawn(
        row(
            '10.1',
            'diagrams of a value type are references',
            `<packagedElement:DataType v "Point">${scalar('x', 'x')}</packagedElement:DataType>`,
            ['attribute def Point {', 'attribute x : ScalarValues::Real;', 'ref view Overview {', 'expose Point;'],
            [['ValueType DataType v']]
        ),
        diagram('class', 'v', 'v')
    ),
    drawn(
        row('10.1', 'sequence diagram is text', pack(cls('a', 'A')), ['expose A;', 'render Views::asTextualNotation;'], [BLOCKS('a')]),
        diagram('sequence', 'p', 'a')
    ),
    drawn(
        row(
            '10.1',
            'activity diagram that shows nothing of the activity is text',
            `<packagedElement:Activity act "Act"><node:OpaqueAction n "step"/></packagedElement:Activity>${cls('a', 'A')}`,
            ['view Overview {', 'expose A;', 'render Views::asTextualNotation;'],
            [BLOCKS('a'), { n: '*' }]
        ),
        diagram('activity', 'act', 'a')
    ),
    drawn(
        row(
            '10.1',
            'state machine diagram that shows nothing of the machine is text',
            `<packagedElement:StateMachine sm "Modes"><region:Region rg><subvertex:Pseudostate i kind="initial"/><subvertex:State s "Idle"/><transition:Transition t source="i" target="s"/></region:Region></packagedElement:StateMachine>${cls('a', 'A')}`,
            ['view Overview {', 'expose A;', 'render Views::asTextualNotation;'],
            [BLOCKS('a')]
        ),
        diagram('state', 'sm', 'a')
    ),
    drawn(
        row(
            '10.1',
            'activity diagram of an action of a block',
            cls(
                'b',
                'B',
                `${scalar('x', 'level')}<ownedBehavior:Activity act "Act"><node:OpaqueAction n "step"><body>level = 2;</body></node:OpaqueAction></ownedBehavior:Activity>`
            ),
            ['view Overview : StandardViewDefinitions::ActionFlowView {', 'expose act;', 'render Views::asInterconnectionDiagram;'],
            [BLOCKS('b'), { d: 'approximated' }]
        ),
        diagram('activity', 'act', 'n')
    ),
    drawn(
        row('10.1', 'empty diagram', pack(cls('a', 'A')), ['view Overview {', 'render Views::asTreeDiagram;'], [BLOCKS('a')]),
        diagram('class', 'p')
    ),
    {
        ...drawn(
            row(
                '10.1',
                'owner that the document does not define',
                pack(cls('a', 'A')),
                ['view Overview {', 'expose Station::A;', 'render Views::asTreeDiagram;'],
                [BLOCKS('a'), { d: 'approximated' }]
            ),
            diagram('class', 'gone', 'a')
        ),
        only: ['plain UML', 'MagicDraw']
    },
    drawn(
        row(
            '10.1',
            'element that is shown twice',
            pack(`${cls('b', 'B')}${cls('a', 'A')}`),
            ['view Overview {', 'expose A;', 'expose B;'],
            [BLOCKS('a', 'b')]
        ),
        diagram('class', 'p', 'a', 'b', 'a')
    ),
    drawn(
        row(
            '10.1',
            'elements of another package, one with the name of another element',
            `${pack(cls('a', 'A') + cls('b', 'B'))}<packagedElement:Package q "Plans">${cls('c', 'A')}</packagedElement:Package>`,
            ['view Overview {', 'expose Station::A;', 'expose Station::B;', 'expose Plans::A;'],
            [BLOCKS('a', 'b', 'c')]
        ),
        diagram('class', 'q', 'a', 'b', 'c')
    ),
    ...EDGES,
    drawn(
        row(
            '10.1',
            'name of another member',
            pack(cls('a', 'Overview')),
            ["view 'Overview 2' {", 'expose Overview;'],
            [BLOCKS('a'), { d: 'approximated' }]
        ),
        diagram('class', 'p', 'a')
    ),
    drawn(
        row(
            '10.1',
            'owner without a body',
            pack(
                '<packagedElement:Enumeration en "Color"><ownedLiteral:EnumerationLiteral l "red"/></packagedElement:Enumeration>' +
                    cls('a', 'A')
            ),
            ['view Overview {', 'expose A;'],
            [BLOCKS('a'), { d: 'approximated' }]
        ),
        diagram('class', 'en', 'a')
    ),
    drawn(
        row(
            '10.1',
            'shown element that is not written',
            pack(`${cls('a', 'A')}<packagedElement:InstanceSpecification un "litre"/>`),
            ['view Overview {', 'expose A;'],
            [[...BLOCKS('a'), 'Unit InstanceSpecification un'], { un: 'unmapped', d: 'approximated' }]
        ),
        diagram('class', 'p', 'a', 'un')
    ),
    drawn(
        row(
            '10.2',
            'dependency that a diagram shows',
            pack(`${cls('a', 'A')}${cls('b', 'B')}<packagedElement:Dependency dp client="a" supplier="b"/>`),
            ["dependency 'A to B' from A to B;", "expose 'A to B';"],
            [BLOCKS('a', 'b')]
        ),
        { ...diagram('class', 'p', 'a', 'b'), lines: [{ id: 'dp', from: 'a', to: 'b', points: [170, 60, 210, 60] }] }
    )
];

const CAMEO = ['plain UML', 'MagicDraw'];
const MD = 'xmlns:md="http://www.omg.org/spec/UML/20131001/MagicDrawProfile"';
const MATRIX = 'xmlns:mx="http://www.magicdraw.com/schemas/Dependency_Matrix_Profile.xmi"';
const DOC = 'xmlns:doc="http://www.magicdraw.com/schemas/manual/Document_Profile.xmi"';
const UML = 'href="http://www.omg.org/spec/UML/20131001/UML.xmi#';
const NAME = '<columnIds>QPROP:Element:name</columnIds>';
const PLANT = pack(
    `${cls('a', 'Pump')}${cls('r', 'Fast')}<packagedElement:InstanceSpecification i "pump 1" classifier="a"/><packagedElement:Abstraction s client="a" supplier="r"/>`
);
const APPLIED = [...BLOCKS('a'), 'Requirement Class r Id="R1" Text="Soon."', 'Satisfy Abstraction s'];

function table(title: string, application: string, lines: readonly string[], verdicts: Readonly<Record<string, string>> = {}): Row {
    const plain = row('11', title, PLANT, ['view Overview {', ...lines], [[...APPLIED, application], verdicts]);
    return { ...drawn(plain, diagram('table', 'p')), only: CAMEO };
}
const rowsBeside = ["calc def 'Overview Rows' :> DocumentQueries::Query {", "part def 'Overview Document' :> DocumentQueries::Document {"];

/** A matrix of the classes of the package, from row to column. */
const matrix = (criterion: string): string =>
    `<mx:DependencyMatrix ${MATRIX} xmi:id="t" base_Diagram="d" direction="Row to column"><dependencyCriteria>${criterion}</dependencyCriteria></mx:DependencyMatrix><mx:MatrixFilter ${MATRIX} xmi:id="t2" base_Diagram="d" rowScope="p" columnScope="p"><rowElementType ${UML}Class"/></mx:MatrixFilter>`;
/** Criteria as relationships of queries; a derivation runs from the original requirement to what is derived. */
const CRITERIA = [
    ['Satisfy', 'satisfaction', 'outgoing'],
    ['Verify', 'verification', 'outgoing'],
    ['Refine', 'refinement', 'outgoing'],
    ['Derive', 'derivation', 'incoming'],
    ['Allocate', 'allocation', 'outgoing'],
    ['Generalization', 'specialization', 'outgoing']
] as const;

/** A paragraph, a figure, a paragraph. */
const ILLUSTRATED = [
    '<p>What there is:</p>',
    "<figure><img src='https://plant.example/plan.png' alt='Plan'><figcaption>The <b>plan</b></figcaption></figure>",
    '<p>A pump.</p>'
]
    .join('')
    .replaceAll('<', '&lt;');

export const TABLES: readonly Row[] = [
    table(
        'table of a scope',
        `<md:DiagramTable ${MD} xmi:id="t" base_Diagram="d" scope="p"><rowElementType ${UML}Class"/>${NAME}<sort>QPROP:Element:name^Asc</sort></md:DiagramTable>`,
        [
            ...rowsBeside,
            'private import DocumentQueries::*;',
            'Project(source = OrderBy(source = WhereFeature(source = Except(source = WhereType(',
            'source = Descendants(source = Named(name = "Station"), maxDepth = 1000), type = "OccurrenceDefinition"),',
            '\'feature\' = "isIndividual", operator = "=", value = "false"),',
            'property = "name", direction = "ascending", missing = "last", multiple = "first"),',
            'properties = "name")'
        ]
    ),
    table('table of instances', `<md:InstanceTable ${MD} xmi:id="t" base_Diagram="d" scope="p" classifier="a">${NAME}</md:InstanceTable>`, [
        ...rowsBeside,
        'type = "Station::Pump"),',
        '\'feature\' = "isIndividual", operator = "=", value = "true"),'
    ]),
    ...CRITERIA.map(([criterion, kind, direction]) =>
        table(`dependency matrix of ${criterion}`, matrix(criterion), [
            ...rowsBeside,
            `name = "${criterion}", relationshipKind = "${kind}", direction = "${direction}", maxDepth = 1,`
        ])
    ),
    table('dependency matrix of a criterion that is unknown', matrix('Package Merge'), [], { d: 'unmapped' }),
    table(
        'table in the order of ownership without a row',
        `<md:DiagramTable ${MD} xmi:id="t" base_Diagram="d" scope="p" displayMode="Complete tree" excludedElements="r">${NAME}<sort>QPROP:Element:name^Desc</sort></md:DiagramTable>`,
        [
            ...rowsBeside,
            'source = Tree(source = Named(name = "Station"), maxDepth = 1000), exclude = Named(name = "Station::Fast")),',
            'property = "name", direction = "descending", missing = "last", multiple = "first"),'
        ]
    ),
    table(
        'table of rows that are named one by one',
        `<md:DiagramTable ${MD} xmi:id="t" base_Diagram="d" additionalElements="a r">${NAME}<columnIds>QPROP:Element:documentation</columnIds></md:DiagramTable>`,
        [
            ...rowsBeside,
            'source = Union(source = Named(name = "Station::Pump"), other = Named(name = "Station::Fast")),',
            'properties = ("name", "documentation"))'
        ]
    ),
    table(
        'order that cannot be read',
        `<md:DiagramTable ${MD} xmi:id="t" base_Diagram="d" scope="p">${NAME}<sort>name</sort></md:DiagramTable>`,
        [],
        { d: 'unmapped' }
    ),
    table(
        'look-alike of another profile',
        '<own:DiagramTable xmlns:own="http://plant.example/profiles/Own" xmi:id="t" base_Diagram="d" scope="p"/>',
        ['render Views::asElementTable;'],
        { d: 'approximated' }
    ),
    table(
        'relation map',
        `<md:RelationMap ${MD} xmi:id="t" base_Diagram="d" contextElement="a" depth="3" direction="Source to target"><relationCriterion>Satisfy</relationCriterion></md:RelationMap>`,
        [
            ...rowsBeside,
            'source = Named(name = "Station::Pump"), relationshipKind = "satisfaction", direction = "outgoing",',
            'maxDepth = 3),'
        ]
    ),
    table('definition without a scope', `<md:DiagramTable ${MD} xmi:id="t" base_Diagram="d">${NAME}</md:DiagramTable>`, [], {
        d: 'unmapped'
    }),
    {
        ...row(
            '11',
            'document of a view tree',
            pack(
                cls('bk', 'Handbook', prop('s1', 'intro', 'vw', COMPOSITE)) +
                    cls(
                        'vw',
                        'Intro',
                        `<ownedComment:Comment c body="${ILLUSTRATED}"><annotatedElement xmi:idref="vw"/></ownedComment:Comment>`
                    )
            ),
            [
                "part def 'Handbook Document' :> DocumentQueries::Document {",
                'attribute :>> title = "Handbook";',
                'part intro : DocumentQueries::Section {',
                'attribute :>> title = "Intro";',
                'part paragraph : DocumentQueries::Paragraph {',
                'attribute :>> text = "What there is:";',
                'part image : DocumentQueries::Image {',
                'attribute :>> location = "https://plant.example/plan.png";',
                'attribute :>> caption = "The plan";',
                'attribute :>> alt = "Plan";',
                "part 'paragraph 2' : DocumentQueries::Paragraph {",
                'attribute :>> text = "A pump.";'
            ],
            [[`<doc:Document ${DOC} xmi:id="d1" base_Element="bk"/>`, `<doc:view ${DOC} xmi:id="d2" base_Element="vw"/>`]]
        )
    }
];

const SIM = 'xmlns:sim="http://www.magicdraw.com/schemas/SimulationProfile.xmi"';
const used = (tag: string, path: string): string =>
    `<${tag} href="MD_customization_for_SysML.mdzip#_${path.split('::').at(-1)}"><xmi:Extension extender="MagicDraw UML"><referenceExtension referentPath="MD Customization for SysML::analysis patterns::${path}"/></xmi:Extension></${tag}>`;
const RIG = (inner = ''): string =>
    `<packagedElement:Class g "Rig" classifierBehavior="run">${inner}${scalar('t', 'total')}<ownedBehavior:Activity run "Start"><node:OpaqueAction st "set"><body>total = 3;</body><language>JavaScript</language></node:OpaqueAction></ownedBehavior:Activity></packagedElement:Class>`;
const CONFIGURED = `${RIG()}<packagedElement:InstanceSpecification i "rig 1" classifier="g"/>${cls('cf', 'Warm')}`;
const configured = (tags: string): string[] => [...BLOCKS('g'), `<sim:SimulationConfig ${SIM} xmi:id="sc" base_Class="cf" ${tags}/>`];

export const RUNS: readonly Row[] = [
    row(
        '12',
        'run configuration with a target',
        CONFIGURED,
        [
            'action def Warm {',
            '@Simulation::Configuration { runs = 20; draws = Simulation::DrawPolicy::average; timeVariable = "simtime"; startTime = 0.0; stepSize = 0.5; timeUnit = "second"; parallelForks = true; }',
            "part target : 'rig 1';",
            'perform action run ::> target.start;'
        ],
        [
            configured(
                'executionTarget="i" numberOfRuns="20" durationSimulationMode="average" timeVariableName="simtime" startTime="0" stepSize="0.5" timeUnit="second" runForksInParallel="true"'
            )
        ]
    ),
    row(
        '12',
        'run configuration without a target',
        CONFIGURED,
        ['action def Warm {', '@Simulation::Configuration { runs = 2; }'],
        [configured('numberOfRuns="2"'), { cf: 'approximated' }]
    ),
    row(
        '12',
        'settings of the tool',
        CONFIGURED,
        [
            '@MigrationMetadata::AppliedStereotype { stereotype = "SimulationConfig"; profile = "http://www.magicdraw.com/schemas/SimulationProfile.xmi"; tags = "animationSpeed = 95"; }'
        ],
        [configured('executionTarget="i" animationSpeed="95"'), {}]
    ),
    row(
        '12',
        'stored results without a classifier',
        `${CONFIGURED}<packagedElement:Package rs "Results"><packagedElement:InstanceSpecification s1 "Run 1"><slot:Slot sl definingFeature="t"><value:LiteralReal v value="2"/></slot:Slot></packagedElement:InstanceSpecification></packagedElement:Package>`,
        ["individual part def 'Run 1' :> Rig {", 'attribute :>> total = 2.0;'],
        [configured('executionTarget="i" resultLocation="rs"')]
    ),
    row(
        '12',
        'Monte Carlo analysis',
        RIG(
            `<generalization:Generalization gn>${used('general', 'MonteCarloAnalysis')}</generalization:Generalization><ownedConnector:Connector k>${end('k1', 't')}<end:ConnectorEnd k2>${used('role', 'MonteCarloAnalysis::Mean')}</end:ConnectorEnd></ownedConnector:Connector>`
        ),
        [
            "analysis def 'Rig Monte Carlo' :> Simulation::MonteCarlo {",
            'subject analysed : Rig;',
            'perform action run ::> analysed.start;',
            'attribute :>> observed : ScalarValues::Real = analysed.total;',
            'return Mean : ScalarValues::Real[0..1] = mean;'
        ],
        [BLOCKS('g'), { g: 'approximated', k: 'approximated' }]
    )
];
