/** What each kind of rendering shows. A row is a body of package `T`, what is rendered, and the lines that come of it. */
import { describe, expect, test } from 'vitest';
import { RENDERING_KIND_FACTS } from '../../src/language/semantics/rendering-kinds.js';
import type { RenderingKind } from '../../src/views/index.js';
import { linesOf, modelOf, rendered } from './rendering.js';

type Row = readonly [title: string, body: string, view: string, lines: readonly string[]];

const TABLES: Readonly<Record<RenderingKind, readonly [Row, ...Row[]]>> = {
    interconnection: [
        [
            'nested parts, the ports that are used, a connection by its name',
            'port def P; part def A { out port o : P; port u; } part def B { in port i : ~P; } part def C { part a : A; part b : B; connection c connect a.o to b.i; }',
            '#interconnection:T::C',
            ['part def T::C', '  part a : A <out o>', '  part b : B <in i>', 'a.o -connection-> b.i: c']
        ],
        [
            'an anonymous connector is labelled by its type, its payload or its keyword',
            'connection def K { end part x; end part y; } item def I; part c { part a { out item x : I; } part b { in item y : I; } connection : K connect a to b; connect a to b; flow of I from a.x to b.y; }',
            '#interconnection:T::c',
            [
                'part T::c',
                '  part a',
                '    item x : I',
                '  part b',
                '    item y : I',
                'a -connection-> b: K',
                'a -connection-> b: connection',
                'x -flow-> y: of I'
            ]
        ],
        [
            'a connector of three ends is an edge for each pair',
            'part c { part a; part b; part d; connection n connect (a, b, d); }',
            '#interconnection:T::c',
            ['part T::c', '  part a', '  part b', '  part d', 'a -connection-> b: n', 'a -connection-> d: n', 'b -connection-> d: n']
        ],
        [
            'a port of the owner is bound to a port of a part',
            'part c { port outer; part a { port inner; } bind outer = a.inner; }',
            '#interconnection:T::c',
            ['part T::c <outer>', '  part a <inner>', 'T::c.outer -connection-> a.inner: binding']
        ],
        [
            'ends in the body of a connection',
            'part c { part a; part b; connection k { end part x ::> a; end part y ::> b; } }',
            '#interconnection:T::c',
            ['part T::c', '  part a', '  part b', 'a -connection-> b: k']
        ],
        [
            'what is not exposed, and what has no place, is told',
            'part a; part b; connection k connect a to b; action d; view v : InterconnectionView { expose a; expose k; expose d; }',
            'T::v',
            [
                'part T::a',
                '! action T::d has no place in an interconnection rendering',
                '! connection T::k attaches to b, which is not exposed'
            ]
        ],
        [
            'an exposed part is drawn once, in the exposed part that declares it',
            'part c { part a; } view v : InterconnectionView { expose c::a; expose c; }',
            'T::v',
            ['part T::c', '  part a']
        ],
        [
            'a path that leads deeper than what is drawn attaches to the nearest drawn owner',
            'part def A { part in1 { port p; } } part c { part a : A; part b; connect a.in1.p to b; }',
            '#interconnection:T::c',
            ['part T::c', '  part a : A', '  part b', 'a -connection-> b: connection']
        ],
        [
            'an attribute is a node, a value of a definition is one too',
            'attribute def V; part def A { attribute v : V = null; } ',
            '#interconnection:T::A',
            ['part def T::A', '  attribute v : V']
        ]
    ],
    state: [
        [
            'states with remarks, transitions with all parts of their labels',
            'attribute def Go; port def P; part def X { port p : P; state m { entry; then off; state off { entry action a; } state on { do action d; exit action x; } transition t first off accept g : Go via p if true do action eff then on; transition first on accept after 5 [SI::s] then done; } }',
            '#state:T::X::m',
            [
                'state T::X::m',
                '  state off (initial, entry)',
                '  state on (do, exit)',
                '  state done (final)',
                '* -> off',
                'off -transition-> on: t: g : Go via p [true] / eff',
                'on -transition-> done: after 5 [SI::s]'
            ]
        ],
        [
            'nested and parallel states',
            'attribute def E; state def M { entry; then s; state s { entry; then a; state a; state b; transition first a accept E then b; } state p parallel { state l; state r; } transition first s accept E then p; }',
            '#state:T::M',
            [
                'state def T::M',
                '  state s (initial)',
                '    state a (initial)',
                '    state b',
                '  state p',
                '    state l',
                '    state r',
                '* -> s',
                '* -> a',
                'a -transition-> b: E',
                's -transition-> p: E'
            ]
        ],
        [
            'an effect without a name is one, an entry that only starts the body is none',
            'attribute def E; state def M { entry; then a; state a { entry action { } } state b; transition first a accept E do action { } then b; }',
            '#state:T::M',
            ['state def T::M', '  state a (initial, entry)', '  state b', '* -> a', 'a -transition-> b: E / effect']
        ],
        [
            'a machine without states says so',
            'state def M;',
            '#state:T::M',
            ['state def T::M (declares no states)', '! state def T::M does not lower: no initial state found in state machine M']
        ],
        [
            'what is no state machine is told, what is within one is not',
            'part p; state def M { entry; then a; state a; } view v : StateTransitionView { expose p; expose M::**; }',
            'T::v',
            ['state def T::M', '  state a (initial)', '* -> a', '! part T::p is no state machine']
        ]
    ],
    action: [
        [
            'performers of steps that refer to other actions perform these steps',
            'action other; action m { action a ::> other; then perform action b references other; then action c; } part p { perform m.a; perform m.b; }',
            '#action:T::m',
            ['action T::m', '  action a', '  perform b', '  action c', 'by p: a, b', 'a -succession-> b', 'b -succession-> c']
        ],
        [
            'steps have the lanes of who performs them, control nodes that of what leads to them, else of what they lead to',
            'part w { part p : P { perform f.a; } perform f.b; } part def P; action f { action a; action b; action c; fork k; first start then a; first a then k; first k then b; first k then c; }',
            '#action:T::f',
            [
                'action T::f',
                '  action a',
                '  action b',
                '  action c',
                '  fork k',
                '  initial start',
                'by w::p : P: a, k, start',
                'by w: b',
                'start -succession-> a',
                'a -succession-> k',
                'k -succession-> b',
                'k -succession-> c'
            ]
        ],
        [
            'who performs an action performs its steps, unless somebody else does',
            'part w { perform f; part p { perform action q references f.b; } } action f { action a; action b; first a then b; }',
            '#action:T::f',
            ['action T::f', '  action a', '  action b', 'by w: a', 'by w::p: b', 'a -succession-> b']
        ],
        [
            'a step that performs the action of a part is in the lane of that part, the last one of its path',
            `part def P { action go; } part w { part p : P { action run { action leap; } } part q : P; } action g { action h; }
                action f { first start; then perform w.p.go; then perform action a references w.q.go; then perform w.p.run.leap; then perform g.h; }`,
            '#action:T::f',
            [
                'action T::f',
                '  initial start',
                '  perform go',
                '  perform a',
                '  perform leap',
                '  perform h',
                'by w::p : P: start, go, leap',
                'by w::q : P: a',
                'start -succession-> go',
                'go -succession-> a',
                'a -succession-> leap',
                'leap -succession-> h'
            ]
        ],
        [
            'no lanes where one performs everything, nor of the performers of another usage',
            'action def F { action a; action b; first a then b; } action f : F; action g : F; part w { perform f; } part v { perform g.a; }',
            '#action:T::f',
            ['action T::f : F', '  action a', '  action b', 'a -succession-> b']
        ],
        [
            'control nodes, guards and the own start and end',
            'action def A { in x : Integer; first start; then fork f; then a; then b; action a; action b; join j; first a then j; first b then j; first j then d; decide d; if x > 1 then c; else done; action c; then done; }',
            '#action:T::A',
            [
                'action def T::A',
                '  initial start',
                '  fork f',
                '  action a',
                '  action b',
                '  join j',
                '  decision d',
                '  action c',
                '  final done',
                'start -succession-> f',
                'f -succession-> a',
                'f -succession-> b',
                'a -succession-> j',
                'b -succession-> j',
                'j -succession-> d',
                'd -succession-> c: [x > 1]',
                'd -succession-> done: [else]',
                'c -succession-> done'
            ]
        ],
        [
            'flows between pins',
            'item def I; action def A { in i : I; action a { in x : I; out y : I; } action b { in z : I; } flow of I from a.y to b.z; }',
            '#action:T::A',
            ['action def T::A', '  action a', '  action b', 'a -succession-> b', 'a -flow-> b: y to z']
        ],
        [
            'statements in full: braces, semicolons and comments are no end of them, loops test behind their bodies',
            'attribute def M { attribute t : String; } action def A { attribute x : Integer[*] := 0; action s send new M(t = "a;{b}") to l; then action l accept m : M; then assign x := x->select { in y : Integer; y > 1 }; then while x->exists { in y : Integer; y > 1 } { assign x := 1; } until x == 2 //* {note;} */\n; then if x->exists { in y : Integer; y > 1 } { action t; } }',
            '#action:T::A',
            [
                'action def T::A',
                '  send s {send new M(t = "a;{b}") to l}',
                '  accept l {accept m : M}',
                '  assign {assign x := x->select { in y : Integer; y > 1 }}',
                '  while {while x->exists { in y : Integer; y > 1 } until x == 2}',
                '    action (body) {assign x := 1}',
                '  if {if x->exists { in y : Integer; y > 1 }}',
                '    action (then, own flow)',
                '      action t',
                's -succession-> l',
                'l -succession-> assign',
                'assign -succession-> while',
                'while -succession-> if'
            ]
        ],
        [
            'flows have the names of pins as the notation writes them',
            "item def I; action def A { action a { out 'o 1' : I; } action c { in z : I; } flow a.'o 1' to c.z; }",
            '#action:T::A',
            ['action def T::A', '  action a', '  action c', 'a -succession-> c', "a -flow-> c: 'o 1' to z"]
        ],
        [
            'a nested flow, statements of a body, branches',
            'action def A { attribute n : Integer := 0; first start; then action a { action p; then action q; } then action s { assign n := 1; assign n := 2; } then if n > 1 { action t; } then done; }',
            '#action:T::A',
            [
                'action def T::A',
                '  initial start',
                '  action a (own flow)',
                '    action p',
                '    action q',
                '  action s {assign n := 1; assign n := 2}',
                '  if {if n > 1}',
                '    action (then, own flow)',
                '      action t',
                '  final done',
                'start -succession-> a',
                'a -succession-> s',
                's -succession-> if',
                'if -succession-> done',
                'p -succession-> q'
            ]
        ],
        ['an action without nodes says so', 'action def A;', '#action:T::A', ['action def T::A (declares no nodes)']],
        ['what is no action is told', 'part p;', '#action:T::p', ['! part T::p is no action']]
    ],
    sequence: [
        [
            'lifelines in first-use order, messages by succession',
            'item def M; occurrence def S { ref part a { event occurrence s1; then event occurrence s2; } ref part b { event occurrence r1; event occurrence r2; } message m2 of M from a.s2 to b.r2; message m1 of M from a.s1 to b.r1; message m3 from b to a; first m2 then m3; }',
            '#sequence:T::S',
            ['part a', 'part b', 'a -flow-> b: m1', 'a -flow-> b: m2', 'b -flow-> a: m3']
        ],
        [
            'ends that events stand for, a lifeline in a part',
            'item def M; occurrence def S { ref part a { event m.sourceEvent; } ref part b { part c { event m.targetEvent; } } message m of M; }',
            '#sequence:T::S',
            ['part a', 'part b.c', 'a -flow-> b.c: m']
        ],
        [
            'a usage has the messages of its types, between its own lifelines where it redefines theirs',
            'item def M; occurrence def S { ref part a; ref part b; message m of M from a to b; message n of M from b to a; } occurrence s : S { ref part c :>> a; message p :>> n; } occurrence t : S { ref part c :>> a; }',
            '#sequence:T::t',
            ['part c', 'part b', 'c -flow-> b: m', 'b -flow-> c: n']
        ],
        [
            'ends at ports, of parts and of the whole',
            'item def M; part def D { part a { port p; event occurrence e; } port x; message m of M from x to a.p; message n of M from a.e to x; }',
            '#sequence:T::D',
            ['part def T::D', 'part a', 'T::D -flow-> a: m', 'a -flow-> T::D: n']
        ],
        [
            'an event of several messages has the time of the first',
            'item def M; occurrence def S { ref part a { event occurrence e; then event occurrence s; } ref part b; message m1 of M from a.e to b; message m3 of M from a.s to b; message m2 of M from a.e to b; }',
            '#sequence:T::S',
            ['part a', 'part b', 'a -flow-> b: m1', 'a -flow-> b: m3', 'a -flow-> b: m2']
        ],
        ['a part without messages is told', 'part p;', '#sequence:T::p', ['! part T::p takes part in no message']]
    ],
    tree: [
        [
            'views within a view, at any depth, with what they expose; not those of their types',
            `part def A; part def B; view def Loop { view again : Loop; expose A; }
                view v { render asTreeDiagram; expose A; view one { expose B; view two { expose A; } view none; } view endless : Loop; }`,
            'T::v',
            [
                'part def T::A',
                'view T::v::one',
                '  part def T::B',
                '  view T::v::one::two',
                '    part def T::A (already shown)',
                '  view T::v::one::none (exposes nothing)',
                'view T::v::endless : Loop',
                '  part def T::A (already shown)'
            ]
        ],
        [
            'every member in source order, anonymous ones included',
            'part def A { doc /* no */ attribute x : Integer; part b : B[2]; :>> self; } part def B; constraint def C { 1 < 2 }',
            '#tree:T::A',
            ['part def T::A', '  attribute x : Integer', '  part b : B', '  ref self']
        ],
        [
            'an element that is exposed again is not expanded again; nested views are roots',
            'part def A { part b { part c; } } view v { expose A; expose A::b; view w { expose A::b; } view e; }',
            'T::v',
            [
                'part def T::A',
                '  part b',
                '    part c',
                'part T::A::b (already shown)',
                'view T::v::w',
                '  part T::A::b (already shown)',
                'view T::v::e (exposes nothing)'
            ]
        ],
        ['a constraint says its condition', 'constraint def C { 1 < 2 }', '#tree:T::C', ['constraint def T::C {1 < 2}']]
    ],
    table: [
        [
            'a row a member, with its owner as shown',
            "part def A { part 'b c' : A[0..1] { attribute d; } }",
            '#table:T::A',
            ['T::A | part def |  | ', "'b c' | part | A | T::A", "d | attribute |  | 'b c'"]
        ],
        [
            'what a filter cannot judge is shown, and told',
            'metadata def C { attribute rank : Integer; } part a { @C { rank = 3; } } part b { @C; } part c { @C { rank = 1; } } view v : GridView { expose a; expose b; expose c; filter @C and C::rank >= 2; }',
            'T::v',
            [
                'T::a | part |  | ',
                ' | metadata | C | T::a',
                'rank | ref |  | ',
                'T::b | part |  | ',
                ' | metadata | C | T::b',
                '! filter @C and C::rank >= 2 cannot be evaluated on part T::b: shown all the same'
            ]
        ],
        [
            'what has no name is labelled by what it refers to',
            'requirement r; part a; satisfy r by a; not satisfy r by a; view v : GridView { expose T::*; filter @SysML::SatisfyRequirementUsage; }',
            'T::v',
            ['r by a | satisfy |  | ', 'not r by a | satisfy |  | ']
        ],
        [
            'and by what it joins',
            'package Q { part a; part b; allocate a to b; connect a to b; bind a = b; succession first a then b; } view v : GridView { expose Q::*; filter @SysML::ConnectorAsUsage; }',
            'T::v',
            ['a to b | allocation |  | ', 'a to b | connection |  | ', 'a = b | binding |  | ', 'a then b | succession |  | ']
        ],
        [
            'rows of nested views',
            'part a; view v : GridView { expose a; view w { expose a; } }',
            'T::v',
            ['T::a | part |  | ', 'T::v::w | view |  | T::v', 'T::a | part |  | ']
        ]
    ],
    geometry: [
        [
            'a part by its shape',
            'private import ISQ::*; private import SI::*; private import ShapeItems::*; private import SpatialItems::*; part a : SpatialItem { item :>> shape : Box { :>> length = 4 [m]; :>> width = 2 [m]; :>> height = 1 [m]; } } view v : GeometryView { expose a; }',
            'T::v',
            ['part T::a : SpatialItem']
        ]
    ],
    matrix: [
        [
            'a row for each source, a column for each target, what joins them in the cells',
            'port def P; package Q { part c { part a { port o : P; } part b { port i : ~P; } connection wire connect a.o to b.i; flow a.o to b.i; allocate a to b; perform job; } action job; requirement r; requirement s; dependency why from r to s; satisfy r by c.a; part a; } view v : OpenSysMLRenderings::MatrixView { expose Q; }',
            'T::v',
            ['c |  | perform |  | ', 'a | allocate, wire, flow |  | satisfy | ', 'r |  |  |  | dependency why']
        ],
        [
            'a connection of ports or of directed features joins the parts that have them; ends may be qualified',
            `port def P { port q; } package Q { part a { in item i; out item o; } part b { in item i; } part c { port p : P; } part d { port p : P; }
                port x : P; port y : P; part e { out item k { item l; } } connection nested connect c.p.q to d.p.q; connection own connect x to c.p;
                connection qualified connect Q::y to Q::d.p; flow Q::a.o to Q::b.i; flow e.k.l to a.i; }`,
            '#matrix:T::Q',
            [
                // of a, b, c, d
                'a |  | flow |  | ',
                'c |  |  |  | nested',
                'x |  |  | own | ',
                'y |  |  |  | qualified',
                'e | flow |  |  | '
            ]
        ],
        [
            'the case of an objective is what verifies; nothing is joined to itself',
            `package Q { requirement r; verification v { objective { verify r; } } part a { port p; port q; } part b { port p; } connection inside connect a.p to a.q;
                connection across connect a.p to b.p; bind a = b; connection three connect (a.p, b.p, c); part c; }`,
            '#matrix:T::Q',
            [
                // of r, b, c
                'v | verify |  | ',
                'a |  | across, three | three',
                'b |  |  | three'
            ]
        ],
        [
            'no relationships are told',
            'part a { part b : B; } part def B;',
            '#matrix:T::a',
            ['! no relationship joins the elements that are exposed']
        ]
    ],
    case: [
        [
            'of a package its cases and those of the packages in it',
            'package Q { part def P; use case def U { subject; actor a : P; } package I { use case z; } } package E { part e; } view v { expose Q; expose E; render OpenSysMLRenderings::asCaseDiagram; }',
            'T::v',
            [
                'use case def T::Q::U',
                'use case T::Q::I::z',
                'subject',
                'actor a : P',
                'subject -subject-> T::Q::U',
                'a -actor-> T::Q::U',
                '! package T::E has no cases in it'
            ]
        ],
        [
            'cases share actors and subjects of one name, and include others',
            'part def P; part def S; use case def U { subject s : S; actor a : P; include V; } use case V { subject s : S; actor a : P; actor b : P; } view v { expose U; render OpenSysMLRenderings::asCaseDiagram; }',
            'T::v',
            [
                'use case def T::U',
                'subject s : S',
                'actor a : P',
                'use case V',
                'actor b : P',
                's -subject-> T::U',
                'a -actor-> T::U',
                'T::U -include-> V: «include»',
                's -subject-> V',
                'a -actor-> V',
                'b -actor-> V'
            ]
        ]
    ],
    mixed: [
        [
            'the steps of a case with their order and flows, its other members as boxes',
            `package Q { use case u; use case def U { subject s; include use case u; then fork f; then action a { out y; } first f then b;
                action b { in x; } flow a.y to b.x; first a then c; action c; } verification v { action p; action q; } }`,
            '#mixed:T::Q',
            [
                'package T::Q',
                '  use case u',
                '  use case def U',
                '    include use case u',
                '    fork f',
                '    action a',
                '    action b',
                '    action c',
                '    subject s',
                '  verification v',
                '    action p',
                '    action q',
                'u -succession-> f',
                'f -succession-> a',
                'f -succession-> b',
                'a -succession-> c',
                'a -flow-> b: y to x'
            ]
        ],
        [
            'a derivation is a line from the original requirement to each derived one, not one between each two',
            `package Q { private import RequirementDerivation::*; requirement d1; requirement o; requirement d2;
                #derivation connection { end #derive ::> d1; end #original ::> o; end #derive ::> d2; } }`,
            '#mixed:T::Q',
            [
                'package T::Q',
                '  requirement d1',
                '  requirement o',
                '  requirement d2',
                'o -derivation-> d1: «derivation»',
                'o -derivation-> d2: «derivation»'
            ]
        ],
        [
            'relationships that are exposed beside what they join',
            'package Q { part a; part b; requirement r; dependency why from a to b; satisfy r by a; allocate a to b; } view v : OpenSysMLRenderings::MixedView { expose Q::*; }',
            'T::v',
            [
                'part T::Q::a',
                'part T::Q::b',
                'requirement T::Q::r',
                'T::Q::a -connection-> T::Q::b: allocation',
                'T::Q::a -dependency-> T::Q::b: why',
                'T::Q::a -satisfy-> T::Q::r: «satisfy»'
            ]
        ],
        [
            'structure, behaviour and relationships in one diagram',
            'part def E; package Q { part def C :> E { part a { port p; } part b { port q; } connect a.p to b.q; exhibit state s { entry; then on; state on; } } requirement r; part c : C; satisfy r by c; } view v : OpenSysMLRenderings::MixedView { expose Q; expose E; }',
            'T::v',
            [
                'package T::Q',
                '  part def C',
                '    part a <p>',
                '    part b <q>',
                '    exhibit state s',
                '      state on (initial)',
                '  requirement r',
                '  part c : C',
                'part def T::E',
                '* -> on',
                'a.p -connection-> b.q: connection',
                'c -satisfy-> r: «satisfy»',
                'C -specialization-> T::E',
                'c -typing-> C'
            ]
        ]
    ]
};

describe.each(Object.entries(TABLES))('%s', (kind, rows) => {
    test.each(rows)('%s', (_, body, view, lines) => {
        const rendering = rendered(modelOf(body), view);
        expect(rendering.kind).toBe(kind);
        expect(linesOf(rendering)).toEqual(lines);
    });
});

test('the library declares the renderings and view definitions that select a kind', () => {
    const model = modelOf('part def Any;');
    const standard = Object.values(RENDERING_KIND_FACTS).flatMap(({ renderings, definitions }) => [
        ...renderings,
        ...definitions.map(name => `StandardViewDefinitions::${name}`)
    ]);
    expect(standard.filter(name => model.libraryElement(name) === undefined)).toEqual([]);
});

test('a flow that leaves its action is told, not drawn', () => {
    const model = modelOf(
        'item def I; action other { in i : I; } action def A { action a { out o : I; } flow f from a.o to other.i; out r : I; flow a.o to r; }',
        true
    );
    expect(linesOf(rendered(model, '#action:T::A'))).toEqual([
        'action def T::A',
        '  action a',
        'a -flow-> T::A: o to r',
        '! flow f from a.o to other.i leaves action def T::A'
    ]);
});
