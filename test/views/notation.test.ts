/**
 * What a drawing shows of a model, as the graphical notation writes it (SysML 8.2.3): boxes with their keywords and compartments, links
 * with what stands at them. A row is a body of package `T`, what is drawn, and the lines that come of it.
 */
import { describe, expect, test } from 'vitest';
import { create, toJson } from '@bufbuild/protobuf';
import { layOutView } from '../../src/views/drawing/draw.js';
import { encodeRendering } from '../../src/wire/rendering.js';
import { RenderViewResponseSchema } from '../../src/wire/generated/sysml_pb.js';
import { notationElementsOf, withoutNotation, writeRendering } from '../../src/views/index.js';
import { drawnLines } from './drawn.js';
import { modelOf, rendered } from './rendering.js';

type Row = readonly [title: string, body: string, view: string, lines: readonly string[]];

const ROWS: readonly Row[] = [
    [
        'parameters have their values',
        'action def Bake { in minutes : Real default 35.0; } action a { in n : Integer = 3; action b : Bake { in minutes = n + 1.0; } action c : Bake; }',
        '#action:T::a',
        [
            'action «action» a | parameters: in n : Integer = 3',
            '  action «action» b : Bake | parameters: in minutes : Real = n + 1.0',
            '  action «action» c : Bake | parameters: in minutes : Real default = 35.0'
        ]
    ],
    [
        'machines show their parameters and attributes',
        'state def M { in limit : Real; attribute count : Integer := 0; entry; then a; state a; }',
        '#state:T::M',
        [
            'state «state def» M | parameters: in limit : Real | attributes: count : Integer := 0',
            '  state «state» a',
            '  entry',
            'entry -transition-> «state» a'
        ]
    ],
    [
        'lines of compartments have user-defined keywords and payloads, a behaviour one name',
        `metadata def Safety; part def A { out item x; in item y; } part h { #Safety part a : A; part b : A; flow of Real from a.x to b.y; flow f of r : Real from b.x to a.y; }
            state m { action close; entry; exit close; }`,
        '#tree:T',
        [
            'package T',
            'definition «metadata def» Safety',
            'definition «part def» A | directed features: out x; in y',
            'usage «part» h | parts: #Safety a : A; b : A | flows: of Real from a.x to b.y; f of r : Real from b.x to a.y',
            'state «state» m | actions: close | exit: close',
            'T -membership-> «metadata def» Safety',
            'T -membership-> «part def» A',
            'T -membership-> «part» h',
            'T -membership-> «state» m'
        ]
    ],
    [
        'a comment about an element is a note beside it',
        'part a; comment about a /* The first one. */ comment /* Of the text. */',
        '#mixed:T',
        ['package T', '  usage «part» a', '  comment | The first one.', 'comment -annotation-> «part» a']
    ],
    [
        'an objective without a text shows what it verifies',
        'requirement r; verification v { objective { verify r; } }',
        '#case:T::v',
        ['case «verification» v | objective: verify r']
    ],
    [
        'steps that nothing orders have no succession',
        'action conc { action p; action q; }',
        '#action:T::conc',
        ['action «action» conc', '  action «action» p', '  action «action» q']
    ],
    [
        'declared successions are drawn',
        'action a { action p; then action q; first q then done; }',
        '#action:T::a',
        [
            'action «action» a',
            '  action «action» p',
            '  action «action» q',
            '  done',
            '«action» p -succession-> «action» q',
            '«action» q -succession-> done'
        ]
    ],
    [
        'each statement has its symbol',
        'item def K; part v { port i; } action a { attribute n : Integer := 0; action s send new K() via v.i; action r accept k : K via v.i; assign n := n + 1; terminate; }',
        '#action:T::a',
        [
            'action «action» a | attributes: n : Integer := 0',
            '  send «send action» s | new K() via v.i',
            '  accept «accept action» r | k : K via v.i',
            '  action «assign» | n := n + 1',
            '  terminate'
        ]
    ],
    [
        'conditions and bodies are compartments',
        'action a { attribute n : Integer := 0; if n > 1 { assign n := 1; } else { assign n := 0; } loop { assign n := 2; } until n > 3; while n < 3 { action t; } for i in 1..3 { assign n := i; } loop action rest { } until n > 9; if n > 1 { } }',
        '#action:T::a',
        [
            'action «action» a | attributes: n : Integer := 0',
            '  action «if» | if condition: n > 1 | then body: assign n := 1 | else body: assign n := 0',
            '  action «loop» | loop body: assign n := 2 | until condition: n > 3',
            '  action «loop» | while condition: n < 3',
            '    body loop body',
            '      action «action» t',
            '  action «loop» | for iterator: i in 1..3 | loop body: assign n := i',
            '  action «loop» | loop body: action rest | until condition: n > 9',
            '  action «if» | if condition: n > 1 | then body: { }'
        ]
    ],
    [
        'effects say what they do, transitions have no names at their lines',
        'attribute def E; action def Beep; part p; state def M { entry; then a; state a { do send new E() to p; } state b { entry assign v := 1; exit action hum : Beep; attribute v : Integer; } transition t first a accept E do send new E() to p then b; transition u first b then a; }',
        '#state:T::M',
        [
            'state «state def» M',
            '  state «state» a | do: send new E() to p',
            '  state «state» b | attributes: v : Integer | entry: assign v := 1 | exit: hum : Beep',
            '  entry',
            '«state» a -transition-> «state» b: E / send new E() to p',
            '«state» b -transition-> «state» a',
            'entry -transition-> «state» a'
        ]
    ],
    [
        'metadata with values is a note, without them a keyword',
        'metadata def S { attribute level : Integer; } part b { @S { level = 3; } part c { @S; } }',
        '#tree:T::b',
        [
            'usage «part» b',
            'comment «metadata» S | level = 3',
            'usage «S» «part» c',
            '«part» b -annotation-> «metadata» S',
            '«part» b -composition-> «S» «part» c'
        ]
    ],
    [
        'metadata about others is linked to them',
        'package Q { metadata def S { attribute level : Integer; } part b; part c; metadata S about b, c { level = 3; } }',
        '#mixed:T::Q',
        [
            'package Q',
            '  definition «metadata def» S | attributes: level : Integer',
            '  usage «part» b',
            '  usage «part» c',
            '  comment «metadata» S | level = 3',
            '«metadata» S -annotation-> «part» b',
            '«metadata» S -annotation-> «part» c'
        ]
    ],
    [
        'a dependency has its line and label, one of several ends a dot',
        'package Q { part a; part b; part c; dependency one from a to b; dependency many from a, b to c; }',
        '#mixed:T::Q',
        [
            'package Q',
            '  usage «part» a',
            '  usage «part» b',
            '  usage «part» c',
            '  dot (many)',
            '«part» a -dependency-> «part» b: one',
            '«part» a -dependency-> dot',
            'dot -dependency-> «part» c',
            '«part» b -dependency-> dot'
        ]
    ],
    [
        'an allocation of a step ends at the step, in the action that is drawn',
        'package Q { part m; action a { action b; } allocate a.b to m; }',
        '#mixed:T::Q',
        ['package Q', '  usage «part» m', '  action «action» a', '    action «action» b', '«action» b -connection-> «part» m: «allocate»']
    ],
    [
        'requirements show their documentation and constraints',
        'requirement def R { doc /* At most the limit. */ attribute limit : Integer; assume constraint { limit > 0 } require constraint { limit < 5 } }',
        '#tree:T::R',
        [
            'definition «requirement def» R | doc: At most the limit. | attributes: limit : Integer | assume constraints: { limit > 0 } | require constraints: { limit < 5 }'
        ]
    ],
    [
        'a satisfaction of its own says so, parallel stands below the name',
        'requirement def R; part x { satisfy requirement r : R; exhibit state s parallel { state a; state b; } }',
        '#mixed:T::x',
        [
            'usage «part» x',
            '  usage «satisfy requirement» r : R',
            '  state «exhibit state» s «parallel»',
            '    state «state» a',
            '    state «state» b',
            '«part» x -satisfy-> «satisfy requirement» r : R: «satisfy»'
        ]
    ],
    [
        'use cases that are included by a general one',
        'use case pay; use case def Base { include use case pay; } use case def Special :> Base;',
        '#case:T::Special',
        [
            'case «use case def» Special :> Base',
            'case «include use case» pay',
            '«use case def» Special :> Base -include-> «include use case» pay: «include»'
        ]
    ],
    [
        'events on lifelines and the orders among them',
        'item def M; occurrence def S { ref part a { event occurrence sent; then event occurrence rests; } ref part b { event occurrence got; event occurrence late; } message m of M from a.sent to b.got; first a.rests then b.late; }',
        '#sequence:T::S',
        [
            'lifeline «ref part» a',
            'lifeline «ref part» b',
            'dot (sent)',
            'dot (got)',
            'dot (rests)',
            'dot (late)',
            '«ref part» a -flow-> «ref part» b: m of M',
            'dot -succession-> dot'
        ]
    ],
    [
        'derived, constant and ref before the kind of a box and the name of a line',
        'part def A { derived ref part b : A { part c { part d; } } constant attribute k = 1; in ref item i; }',
        '#tree:T::A',
        [
            'definition «part def» A | attributes: constant k = 1 | directed features: in ref i',
            'usage «derived ref part» b : A',
            'usage «part» c | parts: d',
            '«part def» A -reference-> «derived ref part» b : A',
            '«derived ref part» b : A -composition-> «part» c',
            '«derived ref part» b : A -typing-> «part def» A'
        ]
    ],
    [
        'a usage that only refers to another one as the line of its relationship, from its owner',
        'constraint c { in x; } action a { action s; } requirement q; part p { assert c; perform a; } part r { assert not c; } verification v { objective { verify q; } }',
        '#tree:T',
        [
            'package T',
            'usage «constraint» c | directed features: in x',
            'action «action» a | actions: s',
            'usage «requirement» q',
            'usage «part» p',
            'usage «part» r',
            'action «verification» v',
            'T -membership-> «constraint» c',
            'T -membership-> «action» a',
            'T -membership-> «requirement» q',
            'T -membership-> «part» p',
            'T -membership-> «part» r',
            'T -membership-> «verification» v',
            '«part» p -assert-> «constraint» c: «assert»',
            '«part» p -perform-> «action» a: «perform»',
            '«part» r -assert-> «constraint» c: «not assert»',
            '«verification» v -verify-> «requirement» q: «verify»'
        ]
    ],
    [
        'a usage that refers to another one and says more of it as a box',
        'constraint c; action a; part p { assert c { attribute k; } perform a; perform action b :> a; }',
        '#tree:T',
        [
            'package T',
            'usage «constraint» c',
            'action «action» a',
            'usage «part» p | perform actions: b :> a',
            'usage «assert constraint» | c | attributes: k',
            'action «perform action» a',
            'T -membership-> «constraint» c',
            'T -membership-> «action» a',
            'T -membership-> «part» p',
            '«part» p -composition-> «assert constraint»',
            '«part» p -composition-> «perform action» a',
            '«assert constraint» -assert-> «constraint» c: «assert»',
            '«perform action» a -perform-> «action» a: «perform»'
        ]
    ],
    [
        'what a view in a package exposes of it in a compartment',
        'package P { part def A; view v { expose P::*; } view w { expose A; } }',
        '#mixed:T::P',
        [
            'package P',
            '  definition «part def» A',
            '  view «view» v | exposes: P::*',
            '  view «view» w | exposes: A',
            '«view» w -expose-> «part def» A: «expose»'
        ]
    ],
    [
        'types of what is drawn within a definition or usage in its name, those of others as lines, too',
        `part def A; part def B { part a : A { part e; } part long : A { part f; } }
            part b : B { part :>> long; part c :> a { part d : A { part g; } part k; connect d to k; } } part lone : A { part h; }`,
        '#mixed:T',
        [
            'package T',
            '  definition «part def» A',
            '  definition «part def» B',
            '    usage «part» a : A | parts: e',
            '    usage «part» long : A | parts: f',
            '  usage «part» b : B | parts: long :>> long',
            '    usage «part» c :> a',
            '      usage «part» d : A | parts: g',
            '      usage «part» k',
            '  usage «part» lone : A | parts: h',
            '«part» d : A -connection-> «part» k',
            '«part» b : B -typing-> «part def» B',
            '«part» lone : A -typing-> «part def» A'
        ]
    ],
    [
        'the paragraphs of a text as wide as its box, the items of a list each on a line',
        `requirement r { doc /* The first
             * sentence.
             *
             * - one
             * - two */ requirement q; }`,
        '#tree:T::r',
        ['usage «requirement» r | doc: The first sentence.; ; - one; - two | requirements: q']
    ],
    [
        'each alias of an element',
        'package P { part def A; alias B for A; alias <C> for A; }',
        '#tree:T::P',
        ['package P', 'definition «part def» A', 'P -membership-> «part def» A', 'P -alias-> «part def» A: B', 'P -alias-> «part def» A: C']
    ],
    [
        'views in views as their features',
        'view v { view w { view x; } }',
        '#tree:T',
        ['package T', 'view «view» v', 'view «view» w | views: x', 'T -membership-> «view» v', '«view» v -composition-> «view» w']
    ]
];

describe('a drawing shows', () => {
    test.each(ROWS)('%s', async (_, body, view, lines) => {
        const { scene } = await layOutView(rendered(modelOf(body), view));
        expect(drawnLines(scene)).toEqual(lines);
    });
});

test('the wire has one node for the statements of a body that orders nothing, with the order in which they run', () => {
    const view = rendered(modelOf('action a { attribute n : Integer := 0; assign n := 1; assign n := 2; action p; }'), '#action:T::a');
    const response = toJson(RenderViewResponseSchema, create(RenderViewResponseSchema, encodeRendering(view))) as {
        nodes: { id: string; kind: string; text?: string }[];
        edges: { from: string; to: string }[];
    };
    expect(response.nodes.map(n => [n.kind, n.text])).toEqual([
        ['action', undefined],
        ['statements', 'assign n := 1\nassign n := 2'],
        ['action', undefined]
    ]);
    expect(response.edges.map(({ from, to }) => [from, to])).toEqual([[response.nodes[1].id, response.nodes[2].id]]);
});

test.each(['mermaid', 'd2', 'dot', 'plantuml', 'text'] as const)('the %s form has no succession that the model does not have', form => {
    const write = (body: string): string => writeRendering(rendered(modelOf(body), '#action:T::a'), form);
    const arrows = (text: string): number => text.split('\n').filter(l => /->|→/.test(l)).length;
    expect([arrows(write('action a { action p; action q; }')), arrows(write('action a { action p; then action q; }'))]).toEqual([0, 1]);
});

test('compartments on request list members and relationships; those without lines are left out', async () => {
    const body = `package P { part def A; part a : A; part b { part c; } package Q; requirement r; satisfy r by a; dependency d from a to b; use case u;
        use case v { include u; include use case w; } variation part def V { variant part v1; } metadata def K { attribute n; }
        part k { @K { n = 1; } @L; part def In; } metadata def L; state s { entry action e; do action f; state t; } connect a to b; }`;
    const { scene } = await layOutView(rendered(modelOf(body), '#mixed:T::P', 'minimal', ['compartments']));
    expect(drawnLines(scene).filter(line => !line.includes('->'))).toEqual([
        'package P | packages: Q | members: part def A; part def V; metadata def K; metadata def L | general: ',
        '  definition «part def» A',
        '  usage «part» a : A | relationships: connection b; dependency b | satisfies: r',
        '  usage «part» b | parts: c',
        '  package Q',
        '  usage «requirement» r',
        '  case «use case» u',
        '  case «use case» v | include use cases: w | includes: u; w',
        '  definition «variation part def» V | variants: variant v1 | variant elementusages: part v1',
        '  definition «metadata def» K | attributes: n',
        '  usage «L» «part» k | members: part def In | metadata: @L; @K | general: ',
        // metadata with values is a box beside the keyword, metadata without values a keyword alone
        '    comment «metadata» K | n = 1',
        '    definition «part def» In',
        '  definition «metadata def» L',
        '  state «state» s | entry: e | do: f | state actions: entry e; do f | general: ',
        '    state «state» t'
    ]);
});

test('hidden elements of the notation are not drawn', async () => {
    const body = 'part def A { attribute x : Integer; } part w { part a : A [2]; part b : A; connection joins connect a to b; }';
    const elements = (...names: string[]) => {
        const chosen = notationElementsOf(names);
        return 'elements' in chosen ? chosen.elements : [];
    };
    const drawn = async (...names: string[]): Promise<string[]> =>
        drawnLines((await layOutView(withoutNotation(rendered(modelOf(body), '#interconnection:T::w'), elements(...names)))).scene);
    expect(await drawn()).toEqual([
        'usage «part» w',
        '  usage «part» a : A [2]',
        '  usage «part» b : A',
        '«part» a : A [2] -connection-> «part» b : A: joins'
    ]);
    expect(await drawn('typings', 'multiplicities')).toEqual([
        'usage «part» w',
        '  usage «part» a',
        '  usage «part» b',
        '«part» a -connection-> «part» b: joins'
    ]);
    expect(await drawn('keywords', 'edge-labels')).toEqual([
        'usage w',
        '  usage a : A [2]',
        '  usage b : A',
        'a : A [2] -connection-> b : A'
    ]);
});
