// Further rows of 7.3: guards, flows of objects, probabilities, edges.

import { activity, edge, guard, input, number, object, opaque, output, parameter, row, step, type Row } from './rows.js';

export const FLOWS: readonly Row[] = [
    row(
        '7.3',
        'guards that are not translated, or true',
        activity(
            `<node:InitialNode i/><node:DecisionNode d "d"/>${step('a')}${step('b')}${edge('e0', 'i', 'd')}${edge('e1', 'd', 'a', opaque('guard', 'g1', 'it rains', 'German'))}${edge('e2', 'd', 'b', '<guard:LiteralBoolean g2 value="true"/>')}`
        ),
        [
            'action def Act {',
            'decide d;',
            'action a;',
            'action b;',
            'first start then d;',
            '/* guard not translated: text in German is not translated — {German} it rains */',
            'first d then a;',
            'first d then b;'
        ],
        [[], { e1: 'approximated' }]
    ),
    row(
        '7.3',
        'flows of objects',
        `<packagedElement:Activity other "Other">${parameter('op', 'x')}</packagedElement:Activity>` +
            activity(
                `${parameter('p', 'given')}${parameter('r', 'got', 'out')}<node:ActivityParameterNode pn parameter="p"/><node:ActivityParameterNode rn parameter="r"/>${number('n', '1')}<node:ForkNode f "f"/><node:OpaqueAction a "a">${input('inputValue', 'ai', 'v')}</node:OpaqueAction><node:OpaqueAction b "b">${input('inputValue', 'bi', 'v')}${output('outputValue', 'bo', 'w')}</node:OpaqueAction>${object('o1', 'no', 'f')}${object('o2', 'f', 'ai')}${object('o3', 'f', 'bi')}${object('o4', 'bo', 'rn')}<node:OpaqueAction c "c">${input('inputValue', 'ci', 'v')}</node:OpaqueAction>${object('o5', 'pn', 'ci')}`
            ),
        [
            'action def Other {',
            'in x : ScalarValues::Real;',
            'action def Act {',
            'in given : ScalarValues::Real;',
            'out got : ScalarValues::Real;',
            "fork 'fork';",
            'action n {',
            'out result : ScalarValues::Real = 1.0;',
            'fork f {',
            'in ref inputObject1;',
            'out ref outputObject1 = inputObject1;',
            'out ref outputObject2 = inputObject1;',
            'action a {',
            'in v : ScalarValues::Real;',
            'action b {',
            'out w : ScalarValues::Real[0..1];',
            'action c {',
            "first start then 'fork';",
            "first 'fork' then n;",
            'succession flow from n.result to f.inputObject1;',
            'succession flow from f.outputObject1 to a.v;',
            'succession flow from f.outputObject2 to b.v;',
            'bind got = b.w;',
            "first 'fork' then c;",
            'bind c.v = given;',
            "metadata MigrationMetadata::SynthesizedName about 'fork';",
            "metadata MigrationMetadata::StandIn about 'fork';"
        ],
        [[]]
    ),
    row(
        '7.3',
        'objects of a join that come together to a pin for one',
        activity(
            `${number('n', '1')}${number('m', '2')}<node:JoinNode j "j"/><node:OpaqueAction a "a">${input('inputValue', 'ai', 'v')}</node:OpaqueAction>${object('o1', 'no', 'j')}${object('o2', 'mo', 'j')}${object('o3', 'j', 'ai')}`
        ),
        ['out ref outputObject1 = (inputObject1, inputObject2);', 'succession flow from j.outputObject1 to a.v;'],
        [[], { o3: 'approximated' }]
    ),
    row(
        '7.3',
        'guarded flow of objects',
        activity(
            `${parameter('p', 'level')}${number('n', '1')}<node:OpaqueAction a "a">${input('inputValue', 'ai', 'v')}</node:OpaqueAction>${object('o1', 'no', 'ai', guard('g', 'level &gt; 2'))}`
        ),
        [
            'action def Act {',
            'in level : ScalarValues::Real;',
            'action n {',
            'out result : ScalarValues::Real = 1.0;',
            'action a {',
            'in v : ScalarValues::Real;',
            'first start then n;',
            "first n if level > 2 then 'n.result to a.v';",
            "succession flow 'n.result to a.v' of ScalarValues::Real from n.result to a.v;",
            "metadata MigrationMetadata::SynthesizedName about 'n.result to a.v';"
        ],
        [[]]
    ),
    row(
        '7.3',
        'edge between ordered actions',
        activity(
            `<node:InitialNode i/>${number('n', '1')}<node:OpaqueAction a "a">${input('inputValue', 'ai', 'v')}</node:OpaqueAction>${edge('e0', 'i', 'n')}${edge('e1', 'n', 'a')}${object('o1', 'no', 'ai')}`
        ),
        [
            'action def Act {',
            'action n {',
            'out result : ScalarValues::Real = 1.0;',
            'action a {',
            'in v : ScalarValues::Real;',
            'first start then n;',
            'first n then a;',
            'flow of ScalarValues::Real from n.result to a.v;'
        ],
        [[]]
    ),
    row(
        '7.3',
        'streams, rates',
        activity(
            `${number('n', '1')}<node:OpaqueAction a "a">${input('inputValue', 'ai', 'v')}</node:OpaqueAction>${object('o1', 'no', 'ai')}`
        ),
        [
            'action def Act {',
            'action n {',
            'out result : ScalarValues::Real = 1.0 {',
            '@MigrationMetadata::AppliedStereotype { stereotype = "ST-Overwrite"; }',
            'action a {',
            'in v : ScalarValues::Real {',
            '@MigrationMetadata::AppliedStereotype { stereotype = "ST-NoBuffer"; }',
            'first start then n;',
            'succession flow of ScalarValues::Real from n.result to a.v {',
            '@MigrationMetadata::AppliedStereotype { stereotype = "ST-Rate"; tags = "rate = 5"; }'
        ],
        [
            ['Rate ActivityEdge o1 rate="5"', 'NoBuffer ObjectNode ai', 'Overwrite ObjectNode no'],
            { o1: 'approximated', ai: 'approximated', no: 'approximated' }
        ]
    ),
    row(
        '7.3',
        'probabilities',
        activity(
            `<node:InitialNode i/><node:DecisionNode d "d"/>${step('a')}${step('b')}${step('c')}${edge('e0', 'i', 'd')}${edge('e1', 'd', 'a')}${edge('e2', 'd', 'b')}${edge('e3', 'd', 'c')}`
        ),
        [
            'action def Act {',
            'decide d;',
            'action a;',
            'action b;',
            'action c;',
            'first start then d;',
            'first d then a {',
            '@Stochastic::Probability { p = 0.5; }',
            'first d then b {',
            '@Stochastic::Probability { p = 0.25; }',
            'first d then c {'
        ],
        [['Probability ActivityEdge e1 probability="0.5"', 'Probability ActivityEdge e2 probability="0.25"'], { e3: 'approximated' }]
    ),
    row(
        '7.3',
        'edge outside',
        activity(
            `<node:InitialNode i/>${step('a')}${edge('e0', 'i', 'a')}<edge:ControlFlow e1 source="a"><target href="o.xmi#zz9"/></edge:ControlFlow>`
        ),
        [
            'action def Act {',
            'action a;',
            'first start then a;',
            '/* not migrated: ControlFlow (ID-e1) — an end of it is not part of the input */'
        ],
        [[], { e1: 'unmapped' }]
    )
];
