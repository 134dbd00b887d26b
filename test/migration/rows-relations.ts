// Further rows of section 6: constraints, requirements, use cases, views.

import { BLOCKS, bounds, cls, COMPOSITE, end, generalization, opaque, prop, rel, type Row, row, scalar } from './rows.js';

const rule = (id: string, specification: string, more = ''): string =>
    `<ownedRule:Constraint ${id} ${more}>${specification}</ownedRule:Constraint>`;
const text = (id: string, body: string, language = 'English'): string => opaque('specification', id, body, language);
const REQ = cls('r', 'R') + cls('q', 'Q');
const REQS = ['Requirement Class r', 'Requirement Class q'];

export const RELATIONS: readonly Row[] = [
    row(
        '6.1',
        'kinds of parameters',
        '<packagedElement:Signal s "Sig"/>' +
            cls('a', 'A') +
            '<packagedElement:DataType v "Mass"/>' +
            cls(
                'k',
                'Law',
                prop('x', 'm', 'v') + prop('y', 'part1', 'a') + prop('z', 'sig', 's') + '<ownedAttribute:Port w "n" type="v"/>'
            ),
        [
            'attribute def Mass;',
            'constraint def Law {',
            'in attribute m : Mass;',
            'in ref part part1 : A;',
            'in ref item sig : Sig;',
            'in attribute n : Mass;'
        ],
        [[...BLOCKS('a'), 'ValueType DataType v', 'ConstraintBlock Class k', 'ConstraintParameter Port w']]
    ),
    row(
        '6.1',
        'several rules',
        cls(
            'k',
            'Law',
            scalar('x', 'm') +
                rule('r1', text('s1', 'm &gt; 0')) +
                rule('r2', text('s2', 'm &lt; 9')) +
                rule('r3', text('s3', 'the mass is right, mostly'))
        ),
        [
            'constraint def Law {',
            'in attribute m : ScalarValues::Real;',
            "/* the name 'the mass is right' is not one of a feature in reach — {English} the mass is right, mostly */",
            '(m > 0) and (m < 9)'
        ],
        [['ConstraintBlock Class k'], { r3: 'approximated' }]
    ),
    row(
        '6.1',
        'rules that are no truth',
        cls(
            'b',
            'B',
            scalar('x', 'm') +
                rule('r1', '<specification:LiteralInteger s1 value="3"/>') +
                rule('r2', '<specification:LiteralString s2 value="true"/>') +
                rule('r3', '<specification:LiteralString s3 value="hm"/>') +
                rule('r4', text('s4', 'm = 2 and then some')) +
                rule('r5', '<specification:Expression s5><operand:LiteralString s6 value="label"/></specification:Expression>') +
                rule('r6', text('s7', 'm &gt; 1'))
        ),
        [
            'attribute m : ScalarValues::Real;',
            'constraint {',
            'true',
            "/* 'then' is outside the translated expressions — {English} m = 2 and then some */",
            'm > 1',
            '/* not migrated: Constraint (ID-r1) — the value 3 is no Boolean, which a constraint needs */',
            '/* not migrated: Constraint (ID-r3) — the value hm is no Boolean, which a constraint needs */'
        ],
        [BLOCKS('b'), { r1: 'unmapped', r3: 'unmapped', r4: 'approximated', r5: 'skipped' }]
    ),
    row(
        '6.1',
        'on another element',
        cls('a', 'A', scalar('x', 'm')) +
            cls('b', 'B') +
            `<packagedElement:Package p "P">${rule('r1', text('s1', 'm &gt; 0'), 'constrainedElement="a"')}${rule('r2', text('s2', '1 &gt; 0'), 'constrainedElement="a b"')}</packagedElement:Package>`,
        [
            'attribute m : ScalarValues::Real;',
            'assert constraint {',
            'm > 0',
            'comment about A, B /* constrained by a constraint */',
            'constraint {',
            '1 > 0'
        ],
        [BLOCKS('a', 'b'), { r1: 'approximated', r2: 'approximated' }]
    ),
    row(
        '6.1',
        'nested constraint properties',
        cls('k', 'Law', scalar('f', 'F')) +
            cls(
                'l',
                'Laws',
                scalar('g', 'G') +
                    prop('kp', 'law', 'k', COMPOSITE) +
                    `<ownedConnector:Connector n>${end('e1', 'g')}${end('e2', 'f', 'kp')}</ownedConnector:Connector>`
            ),
        [
            'constraint def Law {',
            'in attribute F : ScalarValues::Real;',
            'constraint def Laws {',
            'in attribute G : ScalarValues::Real;',
            'constraint law : Law;',
            'bind G = law.F;'
        ],
        [['ConstraintBlock Class k', 'ConstraintBlock Class l', 'BindingConnector Connector n']]
    ),
    row(
        '6.2',
        'extended requirements',
        REQ,
        [
            "requirement <'1'> R {",
            'doc /* x */',
            '@MigrationMetadata::AppliedStereotype { stereotype = "ST-FunctionalRequirement"; }',
            '@MigrationMetadata::AppliedStereotype { stereotype = "ST-PerformanceRequirement"; tags = ("risk = High", "source = me"); }'
        ],
        [
            ['FunctionalRequirement Class r id="1" text="x"', 'PerformanceRequirement Class q Id="2" Text="y" risk="High" source="me"'],
            { q: 'approximated' }
        ]
    ),
    row(
        '6.2',
        'satisfied by a requirement and a package',
        REQ + '<packagedElement:Package p "P"/>' + rel('Abstraction', 's', 'q', 'r') + rel('Abstraction', 't', 'p', 'r'),
        [
            "dependency 'Q satisfies R' from Q to R {",
            '@MigrationMetadata::AppliedStereotype { stereotype = "ST-Satisfy"; }',
            "dependency 'P satisfies R' from P to R {",
            "metadata MigrationMetadata::SynthesizedName about 'Q satisfies R', 'P satisfies R';"
        ],
        [[...REQS, 'Satisfy Abstraction s', 'Satisfy Abstraction t'], { s: 'approximated', t: 'approximated' }]
    ),
    row(
        '6.2',
        'satisfied by usages of others',
        REQ +
            '<packagedElement:UseCase u "U"/><packagedElement:Actor a "Joe"/>' +
            cls('c', 'Plain') +
            '<packagedElement:Activity act "Act"><node:OpaqueAction n "step"/></packagedElement:Activity>' +
            rel('Abstraction', 's', 'u', 'r') +
            rel('Abstraction', 't', 'a', 'r') +
            rel('Abstraction', 'v', 'c', 'r') +
            rel('Abstraction', 'w', 'act', 'r') +
            rel('Abstraction', 'x', 'n', 'r'),
        [
            'satisfy requirement :> R;',
            'action def Act {',
            "action 'step';",
            "first start then 'step';",
            "satisfy requirement :> R by 'step';",
            'satisfy requirement :> R by U;',
            'satisfy requirement :> R by Joe;'
        ],
        [[...REQS, ...['s', 't', 'v', 'w', 'x'].map(i => `Satisfy Abstraction ${i}`)], { a: 'approximated' }]
    ),
    row(
        '6.2',
        'named and several ends',
        REQ +
            cls('a', 'A') +
            cls('b', 'B') +
            '<packagedElement:Abstraction s "mine" client="a b" supplier="r q"/><packagedElement:Abstraction d "deduced" client="q" supplier="r"/>',
        [
            'satisfy requirement mine :> R;',
            "satisfy requirement 'mine 2' :> Q;",
            'connection deduced : RequirementDerivation::Derivation {',
            'end #RequirementDerivation::original original ::> R;',
            'end #RequirementDerivation::derive derivation ::> Q;'
        ],
        [[...REQS, ...BLOCKS('a', 'b'), 'Satisfy Abstraction s', 'DeriveReqt Abstraction d'], { s: 'approximated' }]
    ),
    row(
        '6.2',
        'copied, own stereotype',
        REQ + rel('Abstraction', 'c', 'q', 'r') + rel('Dependency', 'd', 'q', 'r'),
        [
            "dependency 'Q copies R' from Q to R {",
            '@MigrationMetadata::AppliedStereotype { stereotype = "ST-Copy"; }',
            'dependency Q to R {',
            '@MigrationMetadata::AppliedStereotype { stereotype = "Feeds"; profile = "http://plant.example/p"; tags = "rate = 3"; }',
            "metadata MigrationMetadata::SynthesizedName about 'Q copies R';"
        ],
        [
            [
                ...REQS,
                'Copy Abstraction c',
                '<Plant:Feeds xmlns:Plant="http://plant.example/p" xmi:id="apx" base_Dependency="d" rate="3"/>'
            ],
            { c: 'approximated' }
        ]
    ),
    row(
        '6.2',
        'refined by definitions',
        REQ +
            cls('a', 'A') +
            cls('w', 'W', prop('x', 'a', 'a', COMPOSITE)) +
            '<packagedElement:Activity act "Act"/>' +
            rel('Abstraction', 's', 'a', 'r') +
            rel('Abstraction', 't', 'act', 'r') +
            rel('Abstraction', 'u', 'q', 'r') +
            rel('Abstraction', 'v', 'w', 'r'),
        [
            'part a : A;',
            'action def Act;',
            "dependency 'A refines R' from A to R {",
            '@ModelingMetadata::Refinement;',
            "dependency 'Act refines R' from Act to R {",
            "connection 'Q refines R' connect Q to R;",
            "dependency 'W refines R' from W to R {",
            "metadata MigrationMetadata::SynthesizedName about 'A refines R', 'Act refines R', 'Q refines R', 'W refines R';"
        ],
        [
            [...REQS, ...BLOCKS('a', 'w'), ...['s', 't', 'u', 'v'].map(i => `Refine Abstraction ${i}`)],
            { s: 'approximated', t: 'approximated', u: 'approximated', v: 'approximated' }
        ]
    ),
    row(
        '6.2',
        'end outside',
        REQ +
            '<packagedElement:Abstraction s client="q"><supplier href="o.xmi#zz9"/></packagedElement:Abstraction><packagedElement:Abstraction t client="q" supplier="r"><supplier href="o.xmi#zz9"/></packagedElement:Abstraction>',
        [
            '/* not migrated: «ST-Trace» Abstraction (ID-s) — not written, or not part of the input: o.xmi#zz9; applied stereotypes «ST-Trace» */',
            "dependency 'Q traces R' from Q to R {",
            '@MigrationMetadata::AppliedStereotype { stereotype = "ST-Trace"; }',
            "metadata MigrationMetadata::SynthesizedName about 'Q traces R';"
        ],
        [[...REQS, 'Trace Abstraction s', 'Trace Abstraction t'], { s: 'unmapped', t: 'approximated' }]
    ),
    row(
        '6.2',
        'test cases of a block',
        REQ +
            cls(
                'b',
                'B',
                '<ownedBehavior:Activity t "Test"><ownedParameter:Parameter p "verdict" direction="return"/><node:OpaqueAction n "step"/></ownedBehavior:Activity><ownedOperation:Operation o "Check"/>'
            ) +
            rel('Abstraction', 'v', 't', 'r') +
            rel('Abstraction', 'w', 'o', 'q'),
        [
            'verification def Check {',
            "objective 'objective' {",
            'verify requirement :> Q;',
            'verification def Test {',
            'verify requirement :> R;'
        ],
        [
            [...REQS, ...BLOCKS('b'), 'TestCase Behavior t', 'TestCase Operation o', 'Verify Abstraction v', 'Verify Abstraction w'],
            { o: 'approximated', t: 'approximated', n: 'approximated', p: 'approximated' }
        ]
    ),
    row(
        '6.2',
        'allocations of actions and across bodies',
        cls('a', 'A') +
            cls('b', 'B', prop('x', 'x', 'a', COMPOSITE)) +
            cls('c', 'C', prop('y', 'y', 'a', COMPOSITE)) +
            '<packagedElement:Activity act "Act"><node:OpaqueAction n "step"/></packagedElement:Activity><packagedElement:Actor ac "Joe"/>' +
            rel('Abstraction', 'd', 'x', 'y') +
            rel('Abstraction', 'e', 'n', 'x') +
            rel('Abstraction', 'f', 'act', 'a') +
            rel('Abstraction', 'g', 'ac', 'x') +
            '<packagedElement:Abstraction h client="a"><supplier href="o.xmi#zz9"/></packagedElement:Abstraction>',
        [
            'part x : A;',
            'part y : A;',
            'action def Act {',
            "action 'step';",
            "first start then 'step';",
            "allocation def 'x to y' {",
            'end :>> source : B;',
            'end :>> target : C;',
            'allocate source.x to target.y;',
            "allocation def 'step to x' {",
            'end :>> source : Act;',
            'end :>> target : B;',
            "allocate source.'step' to target.x;",
            "allocation def 'Act to A' {",
            'end :>> target : A;',
            'allocate source to target;',
            'dependency Joe to B::x;',
            '/* not migrated: «ST-Allocate» Abstraction (ID-h) — not written, or not part of the input: o.xmi#zz9; applied stereotypes «ST-Allocate» */',
            "metadata MigrationMetadata::SynthesizedName about 'x to y', 'step to x', 'Act to A';"
        ],
        [
            [...BLOCKS('a', 'b', 'c'), ...['d', 'e', 'f', 'g', 'h'].map(i => `Allocate Abstraction ${i}`)],
            { h: 'unmapped', g: 'approximated', ac: 'approximated' }
        ]
    ),
    row(
        '6.3',
        'second subject, actor as an end, generalizations',
        cls('b', 'Car') +
            cls('c', 'Road') +
            '<packagedElement:Actor a0 "User"/><packagedElement:Actor a "Driver">' +
            generalization('g1', 'a0') +
            `</packagedElement:Actor><packagedElement:UseCase u0 "Move"/><packagedElement:UseCase u "Drive" subject="b c">${generalization('g2', 'u0')}<ownedAttribute:Property ue "driver" type="a" association="s">${bounds('ueb', '0', '2')}</ownedAttribute:Property></packagedElement:UseCase><packagedElement:Association s memberEnd="ue e2"><ownedEnd:Property e2 type="u"/></packagedElement:Association>`,
        [
            'part Driver :> User;',
            'use case Drive :> Move {',
            'subject car : Car;',
            'ref part road : Road;',
            'actor driver[0..2] :> Driver;',
            "connection 'Driver to Drive' connect Driver to Drive;",
            "metadata MigrationMetadata::SynthesizedName about 'Driver to Drive';"
        ],
        [BLOCKS('b', 'c'), { u: 'approximated', a: 'approximated', a0: 'approximated' }]
    ),
    row(
        '6.3',
        'extension points, missing cases',
        '<packagedElement:UseCase u "Drive"><extensionPoint:ExtensionPoint p "stuck"/></packagedElement:UseCase><packagedElement:UseCase v "Tow"><extend:Extend x extendedCase="u" extensionLocation="p"><condition:Constraint xc><specification:OpaqueExpression xs><body>it is stuck</body></specification:OpaqueExpression></condition:Constraint></extend:Extend><include:Include i><addition href="o.xmi#zz8"/></include:Include><extend:Extend y><extendedCase href="o.xmi#zz8"/></extend:Extend></packagedElement:UseCase>',
        [
            "/* not migrated: ExtensionPoint 'stuck' — an extension point has no form: the connections of its extensions name it */",
            '/* not migrated: Include (ID-i) — the other use case is not written */',
            '/* not migrated: Extend (ID-y) — the other use case is not written */',
            "connection 'Tow extends Drive' connect Tow to Drive {",
            'doc /* at stuck, if it is stuck */',
            "metadata MigrationMetadata::SynthesizedName about 'Tow extends Drive';"
        ],
        [[], { p: 'unmapped', y: 'unmapped', i: 'unmapped', x: 'approximated', xc: 'approximated' }]
    ),
    row(
        '6.3',
        'behaviour of a use case',
        '<packagedElement:UseCase u "Drive" classifierBehavior="act"><ownedBehavior:Activity act "Do it"><node:InitialNode i/><node:OpaqueAction n "step"/><edge:ControlFlow e source="i" target="n"/></ownedBehavior:Activity></packagedElement:UseCase>',
        ["action def 'Do it' {", "action 'step';", "first start then 'step';", "perform action 'do it' : 'Do it';"],
        [[]]
    ),
    row(
        '6.4',
        'view package, viewpoint without client',
        '<packagedElement:Package p "Overview"><packagedElement:Class x "X"/></packagedElement:Package>' +
            cls('v', 'V') +
            '<packagedElement:Package z "Z"/>' +
            rel('Dependency', 'e1', 'p', 'x') +
            rel('Dependency', 'e2', 'v', 'z') +
            rel('Dependency', 'e3', 'z', 'x') +
            rel('Dependency', 'c1', 'p', 'vp') +
            cls('vp', 'Concern') +
            cls('w', 'W', prop('wv', 'inner', 'v', COMPOSITE) + prop('wr', 'other', 'v')),
        [
            'expose X;',
            'satisfy Concern;',
            'expose Z::**;',
            "/* not migrated: «ST-Expose» Dependency (ID-e3) — 'Z' is no view; applied stereotypes «ST-Expose» */",
            'viewpoint Concern {',
            'doc /* purpose: To see',
            '* language: SysML',
            '* method: look',
            '* presentation: Tables */',
            'view inner :> V;',
            'ref view other :> V;'
        ],
        [
            [
                'View Package p',
                'View Class v',
                'View Class w',
                'Viewpoint Class vp purpose="To see" language="SysML" presentation="Tables" method="look"',
                'Expose Dependency e1',
                'Expose Dependency e2',
                'Expose Dependency e3',
                'Conform Dependency c1'
            ],
            { e3: 'unmapped', p: 'approximated' }
        ]
    )
];
