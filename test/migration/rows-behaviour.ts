// Rows of sections 7 and 8: behaviour and expressions.

import { REAL } from './documents.js';
import { BLOCKS, cls, COMPOSITE, opaque, output, prop, type Row, row, scalar } from './rows.js';

const edge = (id: string, source: string, target: string, inner = ''): string =>
    `<edge:ControlFlow ${id} source="${source}" target="${target}">${inner}</edge:ControlFlow>`;
const guard = (id: string, text: string): string => opaque('guard', id, text);
const activity = (nodes: string): string => `<packagedElement:Activity act "Act">${nodes}</packagedElement:Activity>`;
const pin = (role: string, metaclass: string, id: string, name: string): string =>
    `<${role}:${metaclass} ${id} "${name}">${REAL}</${role}:${metaclass}>`;
const machine = (content: string): string =>
    cls(
        'b',
        'Pump',
        scalar('lv', 'level', '<defaultValue:LiteralReal lvd value="1"/>') +
            `<ownedBehavior:StateMachine sm "Modes"><region:Region rg>${content}</region:Region></ownedBehavior:StateMachine>`
    ) +
    `<packagedElement:Signal sg "Go"/><packagedElement:SignalEvent se "go" signal="sg"/><packagedElement:TimeEvent te "late" isRelative="true"><when:TimeExpression tx><expr:LiteralString tl value="5 s"/></when:TimeExpression></packagedElement:TimeEvent>`;
const state = (id: string, name: string, inner = ''): string => `<subvertex:State ${id} "${name}">${inner}</subvertex:State>`;
const transition = (id: string, source: string, target: string, inner = ''): string =>
    `<transition:Transition ${id} source="${source}" target="${target}">${inner}</transition:Transition>`;
const onGo = (id: string): string => `<trigger:Trigger ${id} event="se"/>`;
const ENTRY = `<subvertex:Pseudostate i kind="initial"/>${transition('ti', 'i', 's1')}`;

/** Events that a machine does not name. */
const UNUSED = { se: '*', te: '*' };

export const BEHAVIOUR: readonly Row[] = [
    row(
        '7.1',
        'operation',
        cls(
            'b',
            'B',
            `<ownedOperation:Operation o "Start"><ownedParameter:Parameter p "speed">${REAL}</ownedParameter:Parameter><ownedParameter:Parameter q direction="return">${REAL}</ownedParameter:Parameter></ownedOperation:Operation>`
        ),
        ['abstract action def Start {', 'in speed : ScalarValues::Real;', 'out result : ScalarValues::Real;', 'action start : Start;'].map(
            line => line.replace('action start', 'action start')
        ),
        [BLOCKS('b')]
    ),
    row(
        '7.1',
        'opaque behaviour as a calculation',
        `<packagedElement:OpaqueBehavior o "Twice"><ownedParameter:Parameter p "x">${REAL}</ownedParameter:Parameter><ownedParameter:Parameter q "y" direction="return">${REAL}</ownedParameter:Parameter><body>2 * x</body><language>JavaScript</language></packagedElement:OpaqueBehavior>`,
        ['calc def Twice {', 'return y : ScalarValues::Real = 2 * x;']
    ),
    row(
        '7.1',
        'behaviour of a block that reads it',
        `<packagedElement:Class b "B" classifierBehavior="act">${scalar('x', 'n')}<ownedBehavior:Activity act "Run"><node:OpaqueAction a "count"><body>n = n + 1;</body><language>JavaScript</language></node:OpaqueAction></ownedBehavior:Activity></packagedElement:Class>`,
        ['perform action run {', 'assign n := n + 1;'],
        [BLOCKS('b')]
    ),
    row(
        '7.2',
        'control nodes',
        activity(
            `<node:InitialNode i/><node:ForkNode f "f"/><node:OpaqueAction x "x"/><node:OpaqueAction y "y"/><node:JoinNode j "j"/><node:DecisionNode d "d"/><node:MergeNode m "m"/><node:ActivityFinalNode z "z"/>${edge('e1', 'i', 'f')}${edge('e2', 'f', 'x')}${edge('e3', 'f', 'y')}${edge('e4', 'x', 'j')}${edge('e5', 'y', 'j')}${edge('e6', 'j', 'm')}${edge('e7', 'm', 'd')}${edge('e8', 'd', 'z')}`
        ),
        ['first start then f;', 'fork f;', 'join j;', 'merge m;', 'decide d;', 'action z terminate;', 'first d then z;']
    ),
    row(
        '7.2',
        'call of a behaviour',
        `<packagedElement:Activity other "Measure"><ownedParameter:Parameter p "level" direction="out">${REAL}</ownedParameter:Parameter></packagedElement:Activity>` +
            activity(
                `<node:CallBehaviorAction c "look" behavior="other">${pin('result', 'OutputPin', 'o', 'level')}</node:CallBehaviorAction>`
            ),
        ['action look : Measure;']
    ),
    row(
        '7.2',
        'send and accept',
        '<packagedElement:Signal sg "Go"/><packagedElement:SignalEvent se signal="sg"/>' +
            activity(
                `<node:SendSignalAction s "tell" signal="sg"><target:InputPin tp "target"/></node:SendSignalAction><node:AcceptEventAction a "hear"><trigger:Trigger t event="se"/></node:AcceptEventAction>${edge('e', 's', 'a')}`
            ),
        ['action hear accept : Go;'].map(line => line.replace('accept : Go', 'accept Go')),
        [[], { s: '*' }]
    ),
    row(
        '7.2',
        'value and structural feature',
        cls(
            'b',
            'B',
            scalar('x', 'n') +
                `<ownedBehavior:Activity act "Set"><node:ValueSpecificationAction v "three">${pin('result', 'OutputPin', 'vo', 'result')}<value:LiteralReal vl value="3"/></node:ValueSpecificationAction><node:ReadSelfAction me "me"><result:OutputPin meo "result"/></node:ReadSelfAction><edge:ObjectFlow e0 source="meo" target="wo"/><node:AddStructuralFeatureValueAction w "keep" structuralFeature="x" isReplaceAll="true"><object:InputPin wo "object"/>${pin('value', 'InputPin', 'wv', 'value')}</node:AddStructuralFeatureValueAction><edge:ObjectFlow e source="vo" target="wv"/></ownedBehavior:Activity>`
        ),
        ['out result : ScalarValues::Real = 3.0;', 'assign n := value;', 'flow of ScalarValues::Real from three.result to keep.value;'],
        [BLOCKS('b'), { w: 'approximated' }]
    ),
    row(
        '7.3',
        'guards and else',
        activity(
            `<ownedParameter:Parameter p "level">${REAL}</ownedParameter:Parameter><node:DecisionNode d "d"/><node:OpaqueAction x "x"/><node:OpaqueAction y "y"/><node:InitialNode i/>${edge('e0', 'i', 'd')}${edge('e1', 'd', 'x', guard('g1', 'level &gt; 3'))}${edge('e2', 'd', 'y', guard('g2', 'else'))}`
        ),
        ['first d if level > 3 then x;', 'else y;']
    ),
    row(
        '7.3',
        'probability',
        activity(
            `<node:InitialNode i/><node:DecisionNode d "d"/><node:OpaqueAction x "x"/><node:OpaqueAction y "y"/>${edge('e0', 'i', 'd')}${edge('e1', 'd', 'x')}${edge('e2', 'd', 'y')}`
        ),
        ['first d then x {', '@Stochastic::Probability { p = 0.25; }', '@Stochastic::Probability { p = 0.75; }'],
        [['Probability ActivityEdge e1 probability="0.25"', 'Probability ActivityEdge e2 probability="0.75"']]
    ),
    row(
        '7.4',
        'states, signals, guards, effects',
        machine(
            `${ENTRY}${state('s1', 'Idle')}${state('s2', 'Busy')}${transition('t', 's1', 's2', `${onGo('tr')}<guard:Constraint g>${opaque('specification', 'gs', 'level &lt; 3')}</guard:Constraint><effect:OpaqueBehavior f><body>level = 4;</body><language>JavaScript</language></effect:OpaqueBehavior>`)}`
        ),
        [
            'state def Modes {',
            'entry; then Idle;',
            'transition first Idle accept Go if level < 3 do action { assign level := 4; } then Busy;'
        ],
        [BLOCKS('b'), UNUSED]
    ),
    row(
        '7.4',
        'time, final',
        machine(`${ENTRY}${state('s1', 'Idle')}<subvertex:FinalState z/>${transition('t', 's1', 'z', '<trigger:Trigger tr event="te"/>')}`),
        ['transition first Idle accept after 5.0 [SI::s] then done;'],
        [BLOCKS('b'), UNUSED]
    ),
    row(
        '7.4',
        'composite and orthogonal states',
        machine(
            `${ENTRY}${state('s1', 'On', `<region:Region q1 "left"><subvertex:Pseudostate i1/>${state('l', 'L')}${transition('t1', 'i1', 'l')}</region:Region><region:Region q2 "right"><subvertex:Pseudostate i2/>${state('r', 'R')}${transition('t2', 'i2', 'r')}</region:Region>`)}`
        ),
        ['state On parallel {', 'state left {', 'entry; then L;', 'state right {'],
        [BLOCKS('b'), UNUSED]
    ),
    row(
        '7.4',
        'choice, junction, history',
        machine(
            `${ENTRY}${state('s1', 'A')}${state('s2', 'B', `<region:Region q><subvertex:Pseudostate h "h" kind="shallowHistory"/><subvertex:Pseudostate i1/>${state('c', 'C')}${transition('t1', 'i1', 'c')}</region:Region>`)}<subvertex:Pseudostate k "k" kind="choice"/>${transition('t2', 's1', 'k', onGo('tr'))}${transition('t3', 'k', 's2', `<guard:Constraint g>${opaque('specification', 'gs', 'level &lt; 3')}</guard:Constraint>`)}${transition('t4', 'k', 's1', `<guard:Constraint g4>${opaque('specification', 'gs4', 'else')}</guard:Constraint>`)}`
        ),
        ['#StateMachines::choice state k;', '#StateMachines::shallowHistory state h;'],
        [BLOCKS('b'), UNUSED]
    ),
    row(
        '7.6',
        'interaction of a block',
        '<packagedElement:Signal sg "Go"/>' +
            cls('a', 'A') +
            cls(
                'b',
                'B',
                prop('x', 'l', 'a', COMPOSITE) +
                    prop('y', 'r', 'a', COMPOSITE) +
                    '<ownedBehavior:Interaction n "Talk"><lifeline:Lifeline l1 represents="x"/><lifeline:Lifeline l2 represents="y"/><fragment:MessageOccurrenceSpecification o1 covered="l1" message="m"/><fragment:MessageOccurrenceSpecification o2 covered="l2" message="m"/><message:Message m "go" sendEvent="o1" receiveEvent="o2" messageSort="asynchSignal" signature="sg"/></ownedBehavior:Interaction>'
            ),
        [],
        [BLOCKS('a', 'b'), { n: '*', m: '*' }]
    ),
    row(
        '8.1',
        'text in SysML and in languages that are not translated',
        `<packagedElement:Package p "Limits"><packagedElement:Enumeration en "Mode"><ownedLiteral:EnumerationLiteral el "fast run"/></packagedElement:Enumeration></packagedElement:Package>` +
            cls('pt', 'Part', scalar('z', 'own mass')) +
            cls(
                'b',
                'B',
                scalar('x', 'mass') +
                    prop('y', 'piece', 'pt', COMPOSITE) +
                    prop('m', 'mode', 'en') +
                    [
                        ['r1', "mass &gt;= 2 * piece.'own mass'", 'SysML'],
                        ['r2', "mode == Limits::Mode::'fast run'", 'KerML'],
                        ['r3', 'RealFunctions::abs(mass) &lt; 3.5 and mass-&gt;SequenceFunctions::notEmpty()', 'OCL'],
                        ['r4', 'NumericalFunctions::sum((mass, piece.&apos;own mass&apos;)) &lt; 9', '']
                    ]
                        .map(
                            ([id, body, language]) =>
                                `<ownedRule:Constraint ${id} "${id}">${opaque('specification', `${id}s`, body, language)}</ownedRule:Constraint>`
                        )
                        .join('') +
                    `<ownedBehavior:Activity act "Act"><node:OpaqueAction oa "half"><body>RealFunctions::abs(mass) / 2</body><language>SysML</language>${output('outputValue', 'oo', 'result')}</node:OpaqueAction></ownedBehavior:Activity>`
            ),
        [
            "mass >= 2 * piece.'own mass'",
            "mode == Limits::Mode::'fast run'",
            'RealFunctions::abs(mass) < 3.5 and mass->SequenceFunctions::notEmpty()',
            "NumericalFunctions::sum((mass, piece.'own mass')) < 9",
            'out result : ScalarValues::Real = RealFunctions::abs(mass) / 2;'
        ],
        [BLOCKS('pt', 'b'), { r1: 'approximated', r2: 'approximated', r3: 'approximated', r4: 'approximated', oa: 'approximated' }]
    ),
    row(
        '8.2',
        'tree of expressions',
        cls(
            'b',
            'B',
            scalar('x', 'n') +
                '<ownedRule:Constraint r><specification:Expression s symbol="&gt;"><operand:Expression o1 symbol="n"/><operand:LiteralReal o2 value="2"/></specification:Expression></ownedRule:Constraint>'
        ),
        ['n > 2.0'],
        [BLOCKS('b')]
    )
];
