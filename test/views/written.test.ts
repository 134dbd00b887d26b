/** The written forms, byte by byte. */
import { describe, expect, test } from 'vitest';
import {
    misfitOf,
    renderEverything,
    RENDERING_KINDS,
    viewsOf,
    WRITTEN_FORMS,
    type WrittenForm,
    writeRendering
} from '../../src/views/index.js';
import { modelOf, rendered } from './rendering.js';

const WIRING = `private import DiagramLayout::*;
port def Pipe; part def Cup { in port rim : Pipe; }
part def Table { part 'the "k"' { out port tap : Pipe; } part cup : Cup; connection pour connect 'the "k"'.tap to cup.rim; action stir; }
view wiring { expose Table; expose Table::stir; render asInterconnectionDiagram; @Canvas { width = 400; height = 200.5; }
    metadata Layout about Table::cup { x = 40; y = 30; width = 90; height = 40; collapsed = true; } metadata Route about Table::pour { points = (10, 20, 30, 40); } }`;

const MACHINE =
    'state def M { entry; then a; state a; state b { entry; then c; state c; state d; transition first c accept after 5 [SI::s] then d; } state p parallel { state l; state r; } transition first a if true then b; transition first b then p; transition first p then done; }';

const SEQUENCE = 'item def Go; occurrence def S { ref part a; ref part b; message m of Go from a to b; }';

interface Case {
    readonly title: string;
    readonly body: string;
    readonly view: string;
    readonly form: WrittenForm;
    readonly text: string;
}

const CASES: readonly Case[] = [
    {
        title: 'an interconnection as Mermaid, its geometry as comments',
        body: WIRING,
        view: 'T::wiring',
        form: 'mermaid',
        text: `%% T::wiring — interconnection rendering (render asInterconnectionDiagram)
flowchart LR
    subgraph n0 ["T::Table<br>«part def»"]
        n1["'the #quot;k#quot;'<br>«part»"]
        n2["cup : Cup<br>«part»"]
    end
    n1 ---|"pour"| n2
%% not represented: action T::Table::stir has no place in an interconnection rendering
%% canvas: unit=px w=400 h=200.5
%% layout: n2 x=40 y=30 w=90 h=40 collapsed
%% route: n1->n2 10,20 30,40
`
    },
    {
        title: 'edges at containers that begin with a container, and backslashes before an n, as Mermaid',
        body: `part def Site { part crew { perform action morning { first start; then action 'a\\\\now' send 1 to self; } } part lift; connection rails connect crew to lift; }
            view whole { expose Site::**; render OpenSysMLRenderings::asMixedDiagram; }`,
        view: 'T::whole',
        form: 'mermaid',
        text: `%% T::whole — mixed rendering (render OpenSysMLRenderings::asMixedDiagram)
flowchart TD
    subgraph n0 ["T::Site<br>«part def»"]
        subgraph n1 ["crew<br>«part»"]
            subgraph n2 ["morning<br>«perform action»"]
                n3(("«initial»"))
                n4["'a\\\\#8203;now'<br>«send»<br>send 1 to self"]
            end
            n1_border(["crew"])
        end
        n5["lift<br>«part»"]
    end
    n3 --> n4
    n1_border ---|"rails"| n5
`
    },
    {
        title: 'edges from inside a container to its ports, as Mermaid',
        body: `port def P; part def Site { port gate : P; part crew { port q : P; part inner { port z : P; } connect inner.z to q; } connection feed connect crew.q to gate; }
            view whole { expose Site::**; render asInterconnectionDiagram; }`,
        view: 'T::whole',
        form: 'mermaid',
        text: `%% T::whole — interconnection rendering (render asInterconnectionDiagram)
flowchart LR
    subgraph n0 ["T::Site<br>«part def»"]
        subgraph n1 ["crew<br>«part»"]
            n2["inner<br>«part»"]
            n1_0(["q : P"])
        end
        n0_0(["gate : P"])
    end
    n1 ---|"feed"| n0_0
    n2 ---|"connection"| n1_0
`
    },
    {
        title: 'the first as text',
        body: WIRING,
        view: 'T::wiring',
        form: 'text',
        text: `T::wiring — interconnection rendering (render asInterconnectionDiagram)
  part def T::Table
    part 'the "k"'
      out port tap : Pipe
    part cup : Cup
      in port rim : Pipe
connections:
  'the "k"'.tap -- cup.rim : pour
not represented:
  action T::Table::stir has no place in an interconnection rendering
`
    },
    {
        title: 'the first as DOT',
        body: WIRING,
        view: 'T::wiring',
        form: 'dot',
        text: `// T::wiring — interconnection rendering (render asInterconnectionDiagram)
digraph view {
    rankdir=LR;
    compound=true;
    graph [fontname="Helvetica"];
    node [shape=box, style=rounded, fontname="Helvetica"];
    edge [fontname="Helvetica"];
    subgraph cluster_n0 {
        label="T::Table\\n«part def»";
        n0 [shape=point, style=invis, label=""];
        n1 [label="'the \\"k\\"'\\n«part»"];
        n2 [label="cup : Cup\\n«part»", pos="85,-50!", width=1.25, height=0.5555555555555556];
    }
    n1 -> n2 [label="pour", dir=none];
    // not represented: action T::Table::stir has no place in an interconnection rendering
}
`
    },
    {
        title: 'a state machine as Mermaid: composite and parallel states, starts and ends',
        body: MACHINE,
        view: '#state:T::M',
        form: 'mermaid',
        text: `%% T::M — state rendering (no view declared; rendering T::M directly)
stateDiagram-v2
    state "T::M<br>«state def»" as n0 {
        state "a<br>«state»" as n1
        state "b<br>«state»" as n2 {
            state "c<br>«state»" as n3
            state "d<br>«state»" as n4
            [*] --> n3
            n3 --> n4 : after 5 [SI#58;#58;s]
        }
        state "p<br>«state»" as n5 {
            state "l<br>«state»" as n6
            --
            state "r<br>«state»" as n7
        }
        [*] --> n1
        n1 --> n2 : [true]
        n2 --> n5
        n5 --> [*]
    }
`
    },
    {
        title: 'a state machine as PlantUML: composite and parallel states, starts and ends',
        body: MACHINE,
        view: '#state:T::M',
        form: 'plantuml',
        text: `@startuml
' T::M — state rendering (no view declared; rendering T::M directly)
state "T::M\\n«state def»" as n0 {
  state "a\\n«state»" as n1
  state "b\\n«state»" as n2 {
    state "c\\n«state»" as n3
    state "d\\n«state»" as n4
    [*] --> n3
  }
  state "p\\n«state»" as n5 {
    state "l\\n«state»" as n6
    --
    state "r\\n«state»" as n7
  }
  state n8 <<end>>
  [*] --> n1
}
n3 --> n4 : after 5 [SI::s]
n1 --> n2 : [true]
n2 --> n5
n5 --> n8
@enduml
`
    },
    {
        title: 'an action as Mermaid',
        body: 'action def A { first start; then decide d; if true then a; else done; action a; then done; }',
        view: '#action:T::A',
        form: 'mermaid',
        text: `%% T::A — action rendering (no view declared; rendering T::A directly)
flowchart TD
    subgraph n0 ["T::A<br>«action def»"]
        n1(("«initial»"))
        n2{"d<br>«decision»"}
        n3["a<br>«action»"]
        n4((("«final»")))
    end
    n1 --> n2
    n2 -->|"[true]"| n3
    n2 -->|"[else]"| n4
    n3 --> n4
`
    },
    {
        title: 'a tree as Mermaid',
        body: 'part def A { part b : A; }',
        view: '#tree:T::A',
        form: 'mermaid',
        text: `%% T::A — tree rendering (no view declared; rendering T::A directly)
flowchart TD
    n0["T::A<br>«part def»"]
    n1["b : A<br>«part»"]
    n0 --- n1
`
    },
    {
        title: 'a sequence as Mermaid',
        body: SEQUENCE,
        view: '#sequence:T::S',
        form: 'mermaid',
        text: `%% T::S — sequence rendering (no view declared; rendering T::S directly)
sequenceDiagram
    participant n0 as a
    participant n1 as b
    n0->>n1: m
`
    },
    {
        title: 'a sequence with an actor as Mermaid',
        body: 'item def Go; use case def S { subject; actor a; part b; message m of Go from a to b; }',
        view: '#sequence:T::S',
        form: 'mermaid',
        text: `%% T::S — sequence rendering (no view declared; rendering T::S directly)
sequenceDiagram
    actor n0 as a
    participant n1 as b
    n0->>n1: m
`
    },
    {
        title: 'an empty sequence as Mermaid',
        body: 'occurrence def E;',
        view: '#sequence:T::E',
        form: 'mermaid',
        text: `%% T::E — sequence rendering (no view declared; rendering T::E directly)
sequenceDiagram
    participant empty as nothing to show of T#58;#58;E
%% not represented: occurrence def T::E takes part in no message
`
    },
    {
        title: 'a sequence as D2',
        body: SEQUENCE,
        view: '#sequence:T::S',
        form: 'd2',
        text: `# T::S — sequence rendering (no view declared; rendering T::S directly)
shape: sequence_diagram
n0: "a"
n1: "b"
n0 -> n1: "m"
`
    },
    {
        title: 'a sequence as PlantUML',
        body: SEQUENCE,
        view: '#sequence:T::S',
        form: 'plantuml',
        text: `@startuml
' T::S — sequence rendering (no view declared; rendering T::S directly)
participant "a" as n0
participant "b" as n1
n0 ->> n1 : m
@enduml
`
    },
    {
        title: 'what PlantUML would read is written by its code',
        body: `part c { part 'a "b" --c-- <d>'; part e; connection '\\\\n ~ //x// %f() $g' connect 'a "b" --c-- <d>' to e; }`,
        view: '#interconnection:T::c',
        form: 'plantuml',
        text: `@startuml
' T::c — interconnection rendering (no view declared; rendering T::c directly)
left to right direction
rectangle "T::c\\n«part»" as n0 {
  rectangle "'a <U+0022>b<U+0022> <U+002D>-c<U+002D>- <U+003C>d>'\\n«part»" as n1
  rectangle "e\\n«part»" as n2
}
n1 -- n2 : '<U+005C><U+005C>n <U+007E> <U+002F>/x<U+002F>/ <U+0025>f() <U+0024>g'
@enduml
`
    },
    {
        title: 'a table as Markdown',
        body: "part 'a|b' : P; part def P;",
        view: '#table:T::a|b',
        form: 'markdown',
        text: "| Element | Kind | Type | Declared in |\n| --- | --- | --- | --- |\n| T::'a\\|b' | part | P |  |\n"
    },
    {
        title: 'a table as CSV',
        body: "part 'a\"b, c' : P; part def P;",
        view: '#table:T::a"b, c',
        form: 'csv',
        text: 'Element,Kind,Type,Declared in\n"T::\'a""b, c\'",part,P,\n'
    },
    {
        title: 'an empty view as Mermaid says why',
        body: 'view v;',
        view: 'T::v',
        form: 'mermaid',
        text: `%% T::v — tree rendering
flowchart TD
    empty["T::v exposes nothing to show"]
`
    }
];

describe('written forms', () => {
    test.each(CASES)('$title', ({ body, view, form, text }) => {
        expect(writeRendering(rendered(modelOf(body), view), form)).toBe(text);
    });

    test('a direction replaces the own one', () => {
        expect(writeRendering(rendered(modelOf(WIRING), 'T::wiring'), 'mermaid', 'BT')).toContain('\nflowchart BT\n');
    });

    test.each([
        ['mermaid', 'table', 'a table rendering has no mermaid form: use csv, markdown, text, tsv'],
        ['markdown', 'tree', 'a tree rendering has no markdown form: use d2, dot, mermaid, plantuml, text']
    ] as const)('%s of a %s is refused', (form, kind, message) => {
        expect(misfitOf(form, kind)).toBe(message);
    });

    test.each([
        ['action', '#action:T::E', 'package T::E is no action'],
        ['case', '#case:T::E', 'package T::E has no cases in it'],
        ['interconnection', '#interconnection:T::E', 'package T::E has no place in an interconnection rendering'],
        ['sequence', '#sequence:T::E', 'package T::E takes part in no message'],
        ['state', '#state:T::E', 'package T::E is no state machine']
    ] as const)('every form of an empty %s says so, and why', (kind, view, why) => {
        const rendering = rendered(modelOf('package E;'), view);
        const forms = WRITTEN_FORMS.filter(form => misfitOf(form, kind) === undefined);
        expect(forms).toEqual(['d2', 'dot', 'mermaid', 'plantuml', 'text']);
        for (const form of forms) {
            const lines = writeRendering(rendering, form).replaceAll('#58;', ':').split('\n');
            const saying = (text: string): string[] => lines.filter(line => line.includes(text));
            expect([form, saying('nothing to show of T::E').length, saying(why).length]).toEqual([form, 1, 1]);
        }
    });

    test.each(RENDERING_KINDS)('every form that fits a %s has a text, the same every time', kind => {
        const write = (): string[] => {
            const rendering = renderEverything(modelOf(`${WIRING} ${MACHINE} ${SEQUENCE}`), kind);
            return WRITTEN_FORMS.filter(form => misfitOf(form, kind) === undefined).map(form => writeRendering(rendering, form));
        };
        expect(write()).toEqual(write());
    });
});

test('the views of a model by name, with why one is not rendered', () => {
    const model = modelOf(
        'view b : GridView; package P { view a { view in1; } } view geo : GeometryView; view def D; rendering r :> asElementTable { view :>> columnView[1]; }'
    );
    expect(viewsOf(model.documents).map(v => [v.name, v.kind, v.reason])).toEqual([
        ['T::P::a', 'tree', ''],
        ['T::P::a::in1', 'tree', ''],
        ['T::b', 'table', ''],
        ['T::geo', 'geometry', '']
    ]);
});
