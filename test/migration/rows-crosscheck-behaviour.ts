// Rows of section 15: the behaviour of the OMG's transformation, by the tables there, with what is written here.

import { STRING } from './documents.js';
import {
    accept,
    BLOCKS,
    cls,
    COMPOSITE,
    edge,
    guard,
    input,
    object,
    opaque,
    output,
    packed,
    prop,
    type Row,
    scalar,
    SIGNAL,
    step,
    sysml,
    time,
    uml
} from './rows.js';

const A = 'approximated';
const U = 'unmapped';
const S = 'skipped';
const B = BLOCKS('b');
const act = (nodes: string, members = ''): string =>
    cls(
        'b',
        'B',
        `${scalar('lv', 'level')}${members}<ownedBehavior:Activity act "Act"><node:InitialNode ini/>${nodes}</ownedBehavior:Activity>`
    );
/** A node between the start and an action. */
const node = (metaclass: string, more = '', inner = ''): string =>
    act(`<node:${metaclass} x "x" ${more}>${inner}</node:${metaclass}>${step('y')}${edge('e1', 'ini', 'x')}${edge('e2', 'x', 'y')}`);
const machine = (content: string): string =>
    SIGNAL +
    packed(
        'StateMachine',
        'sm',
        'Modes',
        `<region:Region rg><subvertex:Pseudostate i kind="initial"/><subvertex:State s "S"/><transition:Transition ti source="i" target="s"/>${content}</region:Region>`
    );
const onSignal = (id: string, from: string, to: string): string =>
    `<transition:Transition ${id} source="${from}" target="${to}"><trigger:Trigger ${id}g event="se"/></transition:Transition>`;
const pseudo = (kind: string): string =>
    machine(
        `<subvertex:Pseudostate x "x" kind="${kind}"/><subvertex:State s2 "S2"/>${onSignal('t1', 's', 'x')}<transition:Transition t2 source="x" target="s2"/>`
    );
const talk = (content: string): string =>
    SIGNAL +
    cls('m', 'M') +
    cls(
        'b',
        'B',
        `${prop('p1', 'one', 'm', COMPOSITE)}${prop('p2', 'two', 'm', COMPOSITE)}<ownedBehavior:Interaction x "Talk"><lifeline:Lifeline l1 represents="p1"/><lifeline:Lifeline l2 represents="p2"/>${content}</ownedBehavior:Interaction>`
    );
const signal = (id: string): readonly [fragments: string, message: string] => [
    `<fragment:MessageOccurrenceSpecification ${id}s covered="l1" message="${id}"/><fragment:MessageOccurrenceSpecification ${id}r covered="l2" message="${id}"/>`,
    `<message:Message ${id} "${id}" sendEvent="${id}s" receiveEvent="${id}r" messageSort="asynchSignal" signature="sg"/>`
];
const [SENT, MESSAGE] = signal('m1');

export const CROSSCHECK_BEHAVIOUR: readonly Row[] = [
    // Activities
    uml('Activity', packed('Activity', 'x', 'Run'), ['action def Run;']),
    uml(
        'ActivityFinalNode',
        node('ActivityFinalNode').replace(/<node:OpaqueAction y.*?\/>|<edge:ControlFlow e2.*?<\/edge:ControlFlow>/g, ''),
        ['action x terminate;', 'first start then x;'],
        B
    ),
    uml(
        'InitialNode, FlowFinalNode',
        node('OpaqueAction').replace('<node:OpaqueAction y "y"/>', '<node:FlowFinalNode y "y"/>'),
        ['first start then x;', 'first x then done;'],
        B
    ),
    uml(
        'ControlFlow with and without a guard',
        node('DecisionNode').replace(
            '</edge:ControlFlow></ownedBehavior',
            `${guard('g', 'level &gt; 3')}</edge:ControlFlow></ownedBehavior`
        ),
        ['decide x;', 'first x if level > 3 then y;'],
        B
    ),
    uml(
        'ObjectFlow',
        act(
            `<node:OpaqueAction x "x">${output('outputValue', 'o', 'given')}</node:OpaqueAction><node:OpaqueAction y "y">${input('inputValue', 'p', 'taken')}</node:OpaqueAction>${edge('e1', 'ini', 'x')}${object('e2', 'o', 'p')}`
        ),
        ['succession flow of ScalarValues::Real from x.given to y.taken;'],
        B
    ),
    ...(['decide', 'fork', 'join', 'merge'] as const).map(word => {
        const metaclass = { decide: 'DecisionNode', fork: 'ForkNode', join: 'JoinNode', merge: 'MergeNode' }[word];
        return uml(metaclass, node(metaclass), [`${word} x;`, 'first start then x;', 'first x then y;'], B);
    }),
    uml('ActivityPartition', act(`${step('y')}${edge('e1', 'ini', 'y')}<group:ActivityPartition x "Lane" node="y"/>`), ['action y;'], B, {
        x: A
    }),
    uml(
        'InterruptibleActivityRegion',
        act(`${step('y')}${edge('e1', 'ini', 'y')}<group:InterruptibleActivityRegion x "Cut" node="y"/>`),
        ['action y;'],
        B,
        { x: U }
    ),
    // Actions
    uml(
        'OpaqueAction',
        node('OpaqueAction', '', '<body>level = 3;</body><language>JavaScript</language>'),
        ['action x {', 'assign level := 3;'],
        B
    ),
    uml(
        'AcceptEventAction',
        SIGNAL + time('te', '2 s', 'true') + act(accept('x', 'se') + accept('y', 'te') + edge('e1', 'ini', 'x') + edge('e2', 'x', 'y')),
        ['action x accept Sig;', 'action y accept after 2.0 [SI::s];'],
        B
    ),
    uml('CallBehaviorAction', packed('Activity', 'o', 'Other') + node('CallBehaviorAction', 'behavior="o"'), ['action x : Other;'], B),
    uml(
        'SendSignalAction',
        SIGNAL +
            act(
                `<node:ReadSelfAction me "me"><result:OutputPin mo "result" type="b"/></node:ReadSelfAction><node:SendSignalAction x "x" signal="sg"><argument:ValuePin xa "amount"><value:LiteralReal xv value="1"/></argument:ValuePin><target:InputPin xt "target" type="b"/></node:SendSignalAction>${edge('e1', 'ini', 'me')}${object('e2', 'mo', 'xt')}`
            ),
        ['in amount = 1.0;', 'send new Sig(amount = amount) to this;'],
        B,
        { se: S }
    ),
    uml('BroadcastSignalAction', SIGNAL + node('BroadcastSignalAction', 'signal="sg"'), ['action x;'], B, { x: U, se: S }),
    ...['StartObjectBehaviorAction', 'AcceptCallAction', 'ReplyAction'].map(metaclass =>
        uml(metaclass, node(metaclass), ['action x;'], B, { x: U })
    ),
    ...['ReclassifyObjectAction', 'UnmarshallAction', 'CreateLinkAction', 'ReduceAction', 'RaiseExceptionAction'].map(metaclass =>
        uml(metaclass, node(metaclass), ['action x;'], B, { x: A })
    ),
    uml(
        'ValueSpecificationAction',
        node('ValueSpecificationAction', '', `${output('result', 'o', 'result')}<value:LiteralReal v value="3"/>`),
        ['out result : ScalarValues::Real = 3.0;'],
        B
    ),
    uml(
        'structural features',
        act(
            `<node:ReadSelfAction me "me"><result:OutputPin mo "result" type="b"/></node:ReadSelfAction><node:ClearStructuralFeatureAction x "x" structuralFeature="lv"><object:InputPin xo "object" type="b"/></node:ClearStructuralFeatureAction>${edge('e1', 'ini', 'me')}${object('e2', 'mo', 'xo')}`
        ),
        ['action x {', 'assign level := ();'],
        B
    ),
    uml(
        'Variable',
        act(
            `<variable:Variable v "kept">${STRING}</variable:Variable><node:ReadVariableAction x "x" variable="v">${output('result', 'o', 'result', STRING)}</node:ReadVariableAction>${edge('e1', 'ini', 'x')}`
        ),
        ['attribute kept : ScalarValues::String;', 'out result : ScalarValues::String = kept;'],
        B
    ),
    uml(
        'CreateObjectAction',
        cls('c', 'C') + node('CreateObjectAction', 'classifier="c"', '<result:OutputPin o "result" type="c"/>'),
        ['out result : C = new C();'],
        BLOCKS('b', 'c'),
        { x: A }
    ),
    uml('DestroyObjectAction', node('DestroyObjectAction', '', '<target:InputPin o "target" type="b"/>'), ['action x {'], B, {
        x: A,
        o: '*'
    }),
    uml(
        'ReadSelfAction and TestIdentityAction',
        act(
            `<node:ReadSelfAction m1 "m1"><result:OutputPin o1 "result" type="b"/></node:ReadSelfAction><node:TestIdentityAction x "x"><first:InputPin f "first" type="b"/><second:InputPin s "second" type="b"/><result:OutputPin o "result"/></node:TestIdentityAction>${edge('e1', 'ini', 'm1')}${object('e2', 'o1', 'f')}${object('e3', 'o1', 's')}`
        ),
        ["out result = 'first' == second;"],
        B,
        { e2: '*', e3: '*', m1: '*' }
    ),
    uml(
        'ReadIsClassifiedObjectAction',
        act(
            `<node:ReadSelfAction m1 "m1"><result:OutputPin o1 "result" type="b"/></node:ReadSelfAction><node:ReadIsClassifiedObjectAction x "x" classifier="b"><object:InputPin f "object" type="b"/><result:OutputPin o "result"/></node:ReadIsClassifiedObjectAction>${edge('e1', 'ini', 'm1')}${object('e2', 'o1', 'f')}`
        ),
        ['out result = object istype B;'],
        B
    ),
    ...['StructuredActivityNode', 'SequenceNode'].map(metaclass =>
        uml(metaclass, node(metaclass, '', step('in1')), ['action x {', 'action in1;'], B)
    ),
    ...['LoopNode', 'ConditionalNode'].map(metaclass =>
        uml(metaclass, node(metaclass, '', step('in1')), ['action x {'], B, { x: A, in1: '*' })
    ),
    // Common behaviour
    uml(
        'OpaqueBehavior',
        '<packagedElement:OpaqueBehavior x "Text"><body>launch()</body><language>C</language></packagedElement:OpaqueBehavior>',
        ['action def Text {', '/* statements in C are not translated — {C} launch() */'],
        [],
        { x: A }
    ),
    uml(
        'ChangeEvent',
        cls(
            'b',
            'B',
            `${scalar('lv', 'level')}<ownedBehavior:StateMachine sm "Modes"><region:Region rg><subvertex:Pseudostate i kind="initial"/><subvertex:State s "S"/><transition:Transition ti source="i" target="s"/>${onSignal('t', 's', 's').replace('se', 'x')}</region:Region></ownedBehavior:StateMachine>`
        ) + `<packagedElement:ChangeEvent x>${opaque('changeExpression', 'xe', 'level &gt; 3')}</packagedElement:ChangeEvent>`,
        ['transition first S accept when level > 3 then S;'],
        B
    ),
    uml(
        'AnyReceiveEvent, CallEvent',
        machine(onSignal('t', 's', 's').replace('"se"', '"x"')) + '<packagedElement:AnyReceiveEvent x/><packagedElement:CallEvent y/>',
        ['state def Modes {'],
        [],
        { x: U, y: U, t: U, tg: U, se: S }
    ),
    // State machines
    uml('StateMachine, State, FinalState, Transition', machine(`<subvertex:FinalState x/>${onSignal('t', 's', 'x')}`), [
        'state def Modes {',
        'entry; then S;',
        'transition first S accept Sig then done;'
    ]),
    uml(
        'orthogonal regions',
        machine(
            `<subvertex:State x "X"><region:Region r1 "r1"><subvertex:State a "A"/><subvertex:Pseudostate ia kind="initial"/><transition:Transition ta source="ia" target="a"/></region:Region><region:Region r2 "r2"><subvertex:State c "C"/><subvertex:Pseudostate ic kind="initial"/><transition:Transition tc source="ic" target="c"/></region:Region></subvertex:State>${onSignal('t', 's', 'x')}`
        ),
        ['state X parallel {', 'state r1 {', 'state r2 {']
    ),
    ...(['choice', 'junction'] as const).map(kind => uml(`Pseudostate ${kind}`, pseudo(kind), [`#StateMachines::${kind} state x;`])),
    uml(
        'state behaviours',
        machine(
            '<subvertex:State x "X"><entry:Activity en "Enter"/><doActivity:Activity d "Work"/><exit:Activity ex "Leave"/></subvertex:State>' +
                onSignal('t', 's', 'x')
        ),
        ['state X {', 'entry action enter { }', 'do action work { }', 'exit action leave { }']
    ),
    uml(
        'ChangeEvent of a feature of the block',
        act(accept('x', 'ce') + edge('e1', 'ini', 'x')) +
            packed('ChangeEvent', 'ce', 'high', opaque('changeExpression', 'cx', 'level &gt; 3')),
        ['action act {', 'action x accept when level > 3;'],
        B
    ),
    sysml(
        'AcceptChangeStructuralFeatureEventAction',
        act(accept('x', 'ce') + edge('e1', 'ini', 'x')) + packed('ChangeEvent', 'ce', 'moved'),
        ['action act {', 'attribute before : ScalarValues::Real[0..1] := level;', 'action accepted accept when level != before;'],
        [
            ...B,
            'ChangeStructuralFeatureEvent ChangeEvent ce structuralFeature="lv"',
            'AcceptChangeStructuralFeatureEventAction AcceptEventAction x'
        ]
    ),
    // Interactions
    uml(
        'Interaction, Lifeline, Message',
        talk(SENT + MESSAGE),
        ['action def Talk {', 'action m1 send new Sig() to context.two;'],
        BLOCKS('b', 'm'),
        { x: A, se: S }
    ),
    uml(
        'CombinedFragment and InteractionOperand',
        talk(
            `<fragment:CombinedFragment cf interactionOperator="par"><operand:InteractionOperand o1>${SENT}</operand:InteractionOperand></fragment:CombinedFragment>${MESSAGE}`
        ),
        ["fork 'fork';", "join 'join';", 'action branch {', "first 'fork' then branch;"],
        BLOCKS('b', 'm'),
        { x: A, se: S }
    )
];
