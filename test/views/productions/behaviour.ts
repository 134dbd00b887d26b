/** Productions of SysML 8.2.3.17 to 8.2.3.27: behaviour, requirements, cases, views; and those of several clauses. */
import type { NotationCase } from './case.js';

export const BEHAVIOUR_CASES: readonly NotationCase[] = [
    {
        name: 'action-flow',
        clause: '8.2.3.17 Actions',
        body: `action def Work { in x : Integer; out y : Integer; first start then f1; fork f1; action a { in i : Integer; out o : Integer; } action b { in i : Integer; } join j1; first f1 then a; first f1 then b;
            first a then j1; first b then j1; first j1 then d1; decide d1; if true then m1; else s1; merge m1; first m1 then done; action s1 send 1 to y; action w1 accept v : Integer;
            action as1 assign y := x; first s1 then w1; first w1 then as1; first as1 then t1; action t1 terminate; flow a.o to b.i; bind a.o = b.i; perform action pf { action pq; action pr; first pq then pr; } }`,
        view: '#action:T::Work',
        productions: [
            ['action-def', 'definition «action def» Work'],
            ['action', 'action «action» a'],
            ['parameters-compartment', '«action def» Work | parameters: in x : Integer; out y : Integer'],
            ['param-r-1', 'parameter out o of «action» a'],
            ['param-b-1', 'parameter out o of «action» a'],
            ['param-l-1', 'parameter in i of «action» b'],
            ['param-t-1', 'parameter in i of «action» b'],
            ['start-node', 'start'],
            ['done-node', 'done'],
            ['terminate-node', 'terminate (t1)'],
            ['fork-node', 'fork (f1)'],
            ['join-node', 'join (j1)'],
            ['decision-node', 'decision (d1)'],
            ['merge-node', 'merge (m1)'],
            ['send-action-node', 'send «send action» s1'],
            ['accept-action-node', 'accept «accept action» w1'],
            ['assign-action-node', 'action «assign» as1'],
            ['perform-action-usage', 'action «perform action» pf'],
            ['aflow-succession', '«action» b --dashed open-- join'],
            ['else-branch', 'decision --dashed open-- «send action» s1 "else"'],
            ['action-flow-compartment', '«action» pq in «perform action» pf']
        ]
    },
    {
        name: 'bodies',
        clause: '8.2.3.17 Branches and loops',
        body: `action act { attribute n : Integer := 0; if n > 1 { assign n := 1; } else { assign n := 0; } while n < 3 { assign n := n + 1; } until n > 5;
            for i in 1..3 { action each; then action next; } }`,
        view: '#action:T::act',
        productions: [
            ['if-else-action-node', 'action «if»'],
            ['if-condition', '«if» | if condition: n > 1'],
            ['then-body', '«if» | then body: assign n := 1'],
            ['else-body', '«if» | else body: assign n := 0'],
            ['while-loop-action-node', 'action «loop»'],
            ['while-condition', '«loop» | while condition: n < 3'],
            ['loop-body', '«loop» | loop body: assign n := n + 1'],
            ['until-condition', '«loop» | until condition: n > 5'],
            ['for-loop-action-node', 'loop body in «loop»'],
            ['iteration', '«loop» | for iterator: i in 1..3']
        ]
    },
    {
        name: 'swimlanes',
        clause: '8.2.3.17 Swim lanes',
        body: 'part cook { perform serve.heat; } part guest { perform serve.eat; } action serve { action heat; then action eat; }',
        view: '#action:T::serve',
        productions: [['swimlane', 'lane «part» cook']]
    },
    {
        name: 'performers',
        clause: '8.2.3.17 Performers',
        body: 'part cook { perform heat; } action heat { action warm; then action serve; }',
        view: '#action:T::heat',
        productions: [['performed-by-compartment', '«action» heat | performed by: cook']]
    },
    {
        name: 'states',
        clause: '8.2.3.18 States',
        body: `attribute def E; action def Beep; state def M { entry; then off; state off { entry action in1 : Beep; do action do1 : Beep; exit action ex1 : Beep; } ref state rs;
            accept E do send 1 to self then on; state on { state deep parallel { state l; state r; } } transition first off if true then rs; first on then done; }`,
        view: '#state:T::M',
        productions: [
            ['state-def', 'definition «state def» M'],
            ['state', 'state «state» off'],
            ['entry-action-1', 'entry'],
            ['state-ref', 'dashed state «ref state» rs'],
            ['state-entry-action', '«state» off | entry: in1 : Beep'],
            ['state-do-action', '«state» off | do: do1 : Beep'],
            ['state-exit-action', '«state» off | exit: ex1 : Beep'],
            ['transition-1', '«ref state» rs --solid open-- «state» on "E / send 1 to self"'],
            ['transition-2', '«state» off --solid open-- «ref state» rs "[true]"'],
            ['st-succession-1', '«state» on --solid open-- done'],
            ['state-transition-compartment', '«state» deep «parallel» in «state» on']
        ]
    },
    {
        name: 'behaviours',
        clause: '8.2.3.17 to 8.2.3.19 Actions, states and calculations in trees',
        body: `action def A { action a1 { action a2 { action a3; } } ref action ar { action a4 { action a5; } } } state def S { state s1 { state s2 { state s3; } } }
            calc def K { in u : Integer; return r : Integer; calc k1 { calc k2 { calc k3; } } } part def W { perform action pa { action pb; } exhibit state es { state et; } perform a0; exhibit s0;
            perform action pc; exhibit state ed; } action a0; state s0;`,
        view: '#tree:T',
        productions: [
            ['action-ref', 'dashed action «ref action» ar'],
            ['actions-compartment', '«action» a2 | actions: a3'],
            ['perform-actions-compartment', '«part def» W | perform actions: pc'],
            ['perform-edge', '«part def» W --solid open-- «action» a0 "«perform»"'],
            ['exhibit-state-usage', 'state «exhibit state» es'],
            ['states-compartment', '«state» s2 | states: s3'],
            ['exhibit-states-compartment', '«part def» W | exhibit states: ed'],
            ['exhibit-edge', '«part def» W --solid open-- «state» s0 "«exhibit»"'],
            ['calc-def', 'definition «calc def» K'],
            ['calc', 'action «calc» k1'],
            ['calcs-compartment', '«calc» k2 | calcs: k3'],
            ['result-compartment', '«calc def» K | result: r : Integer']
        ]
    },
    {
        name: 'constraints',
        clause: '8.2.3.20 Constraints',
        body: `constraint def CD { in v : Integer; v > 0 } constraint c0; constraint c1 { constraint c2 { constraint c3; } } part def P { assert constraint as1 { constraint a2; } assert c0;
            ref constraint rc { constraint rcc; } assert constraint x1 : CD; } requirement r { assume c0; assume constraint aq { constraint ar; } assume constraint { 1 < 2 } } `,
        view: '#tree:T',
        productions: [
            ['constraint-def', 'definition «constraint def» CD'],
            ['constraint', 'usage «constraint» c1'],
            ['constraint-ref', 'dashed usage «ref constraint» rc'],
            ['constraints-compartment', '«constraint» c2 | constraints: c3'],
            ['assert-constraint-node', 'usage «assert constraint» as1'],
            ['assert-constraints-compartment', '«part def» P | assert constraints: x1 : CD'],
            ['assert-edge', '«part def» P --solid open-- «constraint» c0 "«assert»"'],
            ['assume-constraint-node', 'usage «assume constraint» aq'],
            ['assume-constraints-compartment', '«requirement» r | assume constraints: { 1 < 2 }'],
            ['assume-edge', '«requirement» r --solid open-- «constraint» c0 "«assume»"']
        ]
    },
    {
        name: 'requirements',
        clause: '8.2.3.21 Requirements',
        body: `part def P; concern def Con { doc /* Why it matters. */ subject; stakeholder sh : P; } concern co : Con { concern cc { concern c4; } } requirement def R { doc /* The limit holds. */ subject s : P; actor ac : P;
            stakeholder st : P; require constraint { 2 < 3 } require r0; frame concern fc : Con; frame co; frame concern fb { concern fd; } require constraint rq { constraint rr; } }
            requirement r0 { requirement r2 { requirement r3; } ref requirement r4 { requirement r5; } } part p : P { satisfy r0; satisfy requirement sr : R { requirement s2; } satisfy requirement sq; }`,
        view: '#tree:T',
        productions: [
            ['requirement-def', 'definition «requirement def» R'],
            ['requirement', 'usage «requirement» r0'],
            ['requirement-ref', 'dashed usage «ref requirement» r4'],
            ['requirements-compartment', '«requirement» r2 | requirements: r3'],
            ['documentation-compartment', '«requirement def» R | doc: The limit holds.'],
            ['subject-compartment', '«requirement def» R | subject: s : P'],
            ['actors-compartment', '«requirement def» R | actors: ac : P'],
            ['stakeholders-compartment', '«requirement def» R | stakeholders: st : P'],
            ['require-constraints-compartment', '«requirement def» R | require constraints: { 2 < 3 }'],
            ['require-constraint-node', 'usage «require constraint» rq'],
            ['require-edge', '«requirement def» R --solid open-- «requirement» r0 "«require»"'],
            ['frames-compartment', '«requirement def» R | frames: fc : Con'],
            ['frame-concern-node', 'usage «frame concern» fb'],
            ['frame-edge', '«requirement def» R --solid open-- «concern» co : Con "«frame»"'],
            ['frame-relationship', '«requirement def» R --solid open-- «concern» co : Con "«frame»"'],
            ['concern-def', 'definition «concern def» Con'],
            ['concern', 'usage «concern» co : Con'],
            ['concerns-compartment', '«concern» cc | concerns: c4'],
            ['satisfy-requirement-usage', 'usage «satisfy requirement» sr : R'],
            ['satisfy-requirements-compartment', '«part» p : P | satisfy requirements: r0'],
            ['satisfy-edge', '«part» p : P --solid open-- «requirement» r0 "«satisfy»"']
        ]
    },
    {
        name: 'cases',
        clause: '8.2.3.22 to 8.2.3.25 Cases',
        body: `part def P; requirement rq; use case def U { subject s : P; actor a : P; include use case iu { use case iv; } include uc; use case u1; } use case uc { use case ud { use case ue; } include use case um; }
            analysis def An { analysis a1 { analysis a2 { analysis a3; } } } verification def Ve { objective { verify rq; verify requirement vr { requirement vx; } verify requirement vy; }
            verification v1 { verification v2 { verification v3; } } }`,
        view: '#tree:T',
        productions: [
            ['use-case-def', 'definition «use case def» U'],
            ['use-case', 'action «use case» uc'],
            ['use-cases-compartment', '«use case» ud | use cases: ue'],
            ['include-use-case-usage', 'action «include use case» iu'],
            ['include-use-cases-compartment', '«use case» uc | include use cases: um'],
            ['include-use-case-relationship', '«use case def» U --solid open-- «use case» uc "«include»"'],
            ['analysis-def', 'definition «analysis def» An'],
            ['analysis', 'action «analysis» a1'],
            ['analyses-compartment', '«analysis» a2 | analyses: a3'],
            ['verification-def', 'definition «verification def» Ve'],
            ['verification', 'action «verification» v1'],
            ['verifications-compartment', '«verification» v2 | verifications: v3'],
            ['verify-requirement-node', 'usage «verify requirement» vr'],
            ['verifies-compartment', '«objective» | verifies: vy'],
            ['verify-relationship', '«verification def» Ve --solid open-- «requirement» rq "«verify»"']
        ]
    },
    {
        name: 'use-cases',
        clause: '8.2.3.21, 8.2.3.22 and 8.2.3.25 Actors, subjects and objectives of cases',
        body: 'part def P; use case def U { subject s : P; actor a : P; objective { doc /* The guest is fed. */ } include uc; } use case uc { subject; actor a : P; }',
        view: '#case:T::U',
        productions: [
            ['actor-1', 'actor (a : P)'],
            ['actor', 'actor (a : P)'],
            ['actor-connector', 'actor --solid-- «use case def» U'],
            ['subject', 'usage «subject» s : P'],
            ['subject-node', 'usage «subject» s : P'],
            ['subject-connector', '«subject» s : P --solid-- «use case def» U'],
            ['distinguished-parameter-link', '«subject» s : P --solid-- «use case def» U'],
            ['objective-compartment', '«use case def» U | objective: The guest is fed.']
        ]
    },
    {
        name: 'events',
        clause: '8.2.3.9 Events of occurrences',
        body: 'package Q { part def W { event o0; } occurrence o0; }',
        view: '#mixed:T::Q',
        productions: [['event-edge', '«part def» W --solid open-- «occurrence» o0 "«event»"']]
    },
    {
        name: 'views',
        clause: '8.2.3.26 Views and viewpoints',
        body: `part def P; package K { part def L; } package J { part def L2; } view def VD { filter @SysML::PartUsage; render asTreeDiagram; view inner; viewpoint vp; } viewpoint def VPD { frame concern c1; }
            viewpoint vp0 : VPD { requirement q { requirement q2; } } view v0 : VD { expose P; expose K::*; expose J::**; view nested { view deep { view deeper; } } } rendering rd { rendering rr; }`,
        view: '#tree:T',
        productions: [
            ['viewpoint-def', 'definition «viewpoint def» VPD'],
            ['viewpoint', 'usage «viewpoint» vp0 : VPD'],
            ['view-def', 'definition «view def» VD'],
            ['view', 'view «view» v0 : VD'],
            ['views-compartment', '«view def» VD | views: inner'],
            ['viewpoints-compartment', '«view def» VD | viewpoints: vp'],
            ['exposes-compartment', '«view» v0 : VD | exposes: P; K::*; J::**'],
            ['filters-compartment', '«view def» VD | filters: @SysML::PartUsage'],
            ['rendering-compartment', '«rendering» rd | rendering: rr'],
            ['expose-r', '«view» v0 : VD --dashed open-- «part def» P "«expose»"'],
            ['expose-relationship', '«view» v0 : VD --dashed open-- «part def» P "«expose»"'],
            ['toplevel-expose-r', '«view» v0 : VD --dashed open-- K "«expose»*"'],
            ['recursive-expose-r', '«view» v0 : VD --dashed open-- J "«expose»**"']
        ]
    },
    {
        name: 'frame',
        clause: '8.2.3.26 The frame of a view',
        body: 'part def A { part b; part c; connect b to c; } view wires : InterconnectionView { expose A; filter @SysML::PartDefinition; }',
        view: 'T::wires',
        productions: [
            ['framed-view', 'frame «view» T::wires : InterconnectionView'],
            ['view-frame-info-compartment-bl', 'frame expose A'],
            ['view-frame-info-compartment-br', 'frame filter @SysML::PartDefinition']
        ]
    },
    {
        name: 'compartments',
        clause: '8.2.3.2, 8.2.3.5 and 8.2.3.6 Compartments on request (`--show compartments`)',
        body: `package Q { package inner { package most; } part def D; part d : D { part e; part f; connect e to f; } requirement r { subject s; } satisfy r by d; metadata def Mark;
            part marked { @Mark; part m1 { part m2; } } variation part def VP { variant part v1 { part v2; } } state def S { entry action e1; do action e2; exit action e3; state q; }
            use case u { include u2; } use case u2; dependency from D to inner;
            part g; part h; allocate g to h; connect g to h; bind g = h; }`,
        view: '#mixed:T::Q',
        show: ['compartments'],
        productions: [
            ['general-compartment', 'Q | general: '],
            ['packages-compartment', 'Q | packages: inner'],
            ['members-compartment', 'Q | members: part def D; metadata def Mark; part def VP; state def S'],
            ['relationships-compartment', '«part def» D | relationships: dependency inner'],
            ['relationships-compartment of connections', '«part» g | relationships: allocation h; connection h; binding h'],
            ['variant-elementusages-compartment', '«variation part def» VP | variant elementusages: part v1'],
            ['satisfies-compartment', '«part» d : D | satisfies: r'],
            ['includes-compartment', '«use case» u | includes: u2'],
            ['state-actions-compartment', '«state def» S | state actions: entry e1; do e2; exit e3'],
            ['metadata-compartment', '«Mark» «part» marked | metadata: @Mark']
        ]
    },
    {
        name: 'graphical-compartments',
        clause: '8.2.3.11 Compartments that contain boxes (`--show compartments`)',
        body: 'part def W { part a; part b; connect a to b; }',
        view: '#interconnection:T::W',
        show: ['compartments'],
        productions: [['interconnection-compartment', '«part def» W | interconnection: ']]
    },
    {
        name: 'flows-on-connections',
        clause: '8.2.3.12, 8.2.3.13 and 8.2.3.16 Flows on connections, reference ports',
        body: `item def I; port def P { out item o : I; in item i : I; } part def A { port p : P; port q : P; port s : P; ref port r : P; }
            part h { part a : A; part b : A; connect a.p to b.p; connect a.q to b.q; connect a.s to b.s; connect a.r to b.r; flow of I from a.p.o to b.p.i; flow back of I from b.p.o to a.p.i;
            succession flow sf of I from a.q.o to b.q.i; succession flow sb of I from b.q.o to a.q.i; message m of I from a.s to b.s; message n of I from b.s to a.s; }`,
        view: '#interconnection:T::h',
        productions: [
            ['flow-on-connection', '«part» a : A --solid-- «part» b : A "I back of I"'],
            ['flow-node-r', 'along its line: filled "I"'],
            ['flow-node-l', 'against its line: filled "back of I"'],
            ['sflow-node-r', 'along its line: filled "sf of I"'],
            ['sflow-node-l', 'against its line: filled "sb of I"'],
            ['message-node-r', 'along its line: hollow "m of I"'],
            ['message-node-l', 'against its line: hollow "n of I"'],
            ['port-r-2', 'dashed port inout r of «part» a : A'],
            ['port-l-2', 'dashed port inout r of «part» b : A'],
            ['port-t-2', 'dashed port inout r of «part» a : A'],
            ['port-b-2', 'dashed port inout r of «part» b : A']
        ]
    },
    {
        name: 'connection-definitions',
        clause: '8.2.3.13 Connection definitions as lines, directed connections',
        body: `package Q { private import RequirementDerivation::*; part def E; part def F; part def G; connection def C { end part c1 : E[1]; end part c2 : F[0..*]; } connection def B { end part b1 : E; end part b2 : G; attribute strength : Real; }
            allocation def L { end l1 : F; end l2 : G; }
            connection def D3 { end part d1 : E; end part d2 : F; end part d3 : G; } requirement o; requirement d; #derivation connection { end #original ::> o; end #derive ::> d; } }`,
        view: '#mixed:T::Q',
        productions: [
            ['connection-def-graphical-1', '«part def» E --solid-- «part def» F "C"'],
            ['n-ary-def-connection-dot', 'dot (D3)'],
            ['n-ary-def-segment', '«part def» E --solid-- dot'],
            ['connection-def-graphical-2', '«part def» F --solid open-- «part def» G "L"'],
            ['connection-definition-elaboration', 'joint --dotted-- «connection def» B'],
            ['connection-graphical-2', '«requirement» o --solid open-- «requirement» d "«derivation»"']
        ]
    },
    {
        name: 'connection-elaborations',
        clause: '8.2.3.13 Connections with features',
        body: `part def A; part h { part a : A; part b : A; connection joint connect a to b { attribute strength : Real; part bolt[4]; } }`,
        view: '#interconnection:T::h',
        productions: [['connection-usage-elaboration', 'joint --dotted-- «connection» joint']]
    },
    {
        name: 'imported-packages',
        clause: '8.2.3.5 Imported packages in the package that imports them',
        body: `package Definitions { part def A; part def B; } package Others { part def C; } package P { public import Definitions::*; private import Others::*;
            part def D :> A; part b : B; }`,
        view: '#mixed:T::P',
        productions: [
            ['imported-package-with-name-in-tab', '«part def» A in Definitions'],
            ['imported-package-with-name-inside', 'dashed package «private» Others']
        ]
    },
    {
        name: 'bindings',
        clause: '8.2.3.17 Bindings in action flows',
        body: 'action W { action a { out x; } action b { in y; } first a then b; bind a.x = b.y; }',
        view: '#action:T::W',
        productions: [['action-binding-connection', '«action» a --solid-- «action» b "="']]
    },
    {
        name: 'state-actions',
        clause: '8.2.3.18 Actions of states with steps, successions',
        body: `state def M { entry action wake { action w1 { action w2; } } do action run { action r1 { action r2; } } exit action stop { action s1 { action s2; } } }`,
        view: '#tree:T::M',
        productions: [
            ['entry-action-2', 'action «entry action» wake'],
            ['do-action', 'action «do action» run'],
            ['exit-action', 'action «exit action» stop']
        ]
    },
    {
        name: 'state-successions',
        clause: '8.2.3.18 Successions of states',
        body: 'state def M { entry; then a; state a; state b; succession s first a then b; }',
        view: '#state:T::M',
        productions: [['st-succession-2', '«state» a --dashed open-- «state» b']]
    },
    {
        name: 'participants',
        clause: '8.2.3.21 and 8.2.3.24 Actors, stakeholders and methods as boxes',
        body: `package Q { requirement def R { subject; actor ac { part x { part y; } } } concern co { subject; stakeholder st { part p { part q; } } } verification ve { @VerificationCases::VerificationMethod { kind = VerificationCases::VerificationMethodKind::test; } } }`,
        view: '#tree:T::Q',
        productions: [
            ['actor-2', 'usage «actor» ac'],
            ['stakeholder', 'usage «stakeholder» st'],
            ['concern-stakeholder-link', '«concern» co --solid-- «stakeholder» st'],
            [
                'verification-methods-compartment',
                '«verification» ve | verification methods: kind = VerificationCases::VerificationMethodKind::test'
            ]
        ]
    },
    {
        name: 'view-notes',
        clause: '8.2.3.4 and 8.2.3.26 Notes in a view, the text in its frame',
        body: `part def A { part b; } view v : GeneralView { doc /* For the review in May. */ expose A; metadata DiagramLayout::Note about A { text = "Looked at"; x = 300; y = 40; } }`,
        view: 'T::v',
        productions: [
            ['view-frame-info-compartment-tr', 'frame For the review in May.'],
            ['comment-without-keyword', 'note Looked at']
        ]
    }
];
