// Rows of section 15: the behaviour of the OMG's transformation, by the tables there, with what is written here.

import { REAL, STRING } from './documents.js';
import {
    act,
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
const talk = (content: string, more = ''): string =>
    SIGNAL +
    cls('m', 'M') +
    cls(
        'b',
        'B',
        `${prop('p1', 'one', 'm', COMPOSITE)}${prop('p2', 'two', 'm', COMPOSITE)}${more}<ownedBehavior:Interaction x "Talk"><lifeline:Lifeline l1 represents="p1"/><lifeline:Lifeline l2 represents="p2"/>${content}</ownedBehavior:Interaction>`
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
        'ControlFlow',
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
    uml(
        'ObjectFlow with a guard',
        act(
            `<node:OpaqueAction x "x">${output('outputValue', 'o', 'given')}</node:OpaqueAction><node:OpaqueAction y "y">${input('inputValue', 'p', 'taken')}</node:OpaqueAction>${edge('e1', 'ini', 'x')}${object('e2', 'o', 'p', guard('g', 'level &gt; 3'))}`
        ),
        [
            "first x if level > 3 then 'x.given to y.taken';",
            "succession flow 'x.given to y.taken' of ScalarValues::Real from x.given to y.taken;"
        ],
        B
    ),
    uml(
        'ActivityParameterNode',
        act(
            `<ownedParameter:Parameter pa "amount">${REAL}</ownedParameter:Parameter><node:ActivityParameterNode pn "amount" parameter="pa"/><node:OpaqueAction y "y">${input('inputValue', 'p', 'taken')}</node:OpaqueAction>${edge('e1', 'ini', 'y')}${object('e2', 'pn', 'p')}`
        ),
        ['in amount : ScalarValues::Real;', 'bind y.taken = amount;'],
        B
    ),
    uml(
        'CentralBufferNode, DataStoreNode',
        act(
            `<node:OpaqueAction x "x">${output('outputValue', 'o', 'given')}${output('outputValue', 'o2', 'more')}</node:OpaqueAction><node:CentralBufferNode cb "buffer"/><node:DataStoreNode ds "store"/><node:OpaqueAction y "y">${input('inputValue', 'p', 'taken')}${input('inputValue', 'p2', 'rest')}</node:OpaqueAction>${edge('e1', 'ini', 'x')}${object('e2', 'o', 'cb')}${object('e3', 'cb', 'p')}${object('e4', 'o2', 'ds')}${object('e5', 'ds', 'p2')}`
        ),
        ['succession flow of ScalarValues::Real from x.given to y.taken;', 'flow of ScalarValues::Real from x.more to y.rest;'],
        B,
        { cb: A, ds: A }
    ),
    uml(
        'edge weight',
        act(`${step('x')}${step('y')}${edge('e1', 'ini', 'x')}${edge('e2', 'x', 'y', '<weight:LiteralUnlimitedNatural w value="2"/>')}`),
        ['first x then y;'],
        B,
        { e2: '*' }
    ),
    uml(
        'ExceptionHandler',
        act(
            `<node:OpaqueAction x "x"><handler:ExceptionHandler h exceptionInput="p" handlerBody="y"/></node:OpaqueAction><node:OpaqueAction y "y">${input('inputValue', 'p', 'fault')}</node:OpaqueAction>${edge('e1', 'ini', 'x')}`
        ),
        ['action x {'],
        B,
        { h: U, y: '*' }
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
    uml(
        'CallOperationAction',
        act(
            `<node:ReadSelfAction me "me"><result:OutputPin mo "result" type="b"/></node:ReadSelfAction><node:CallOperationAction x "x" operation="op"><target:InputPin xt "target" type="b"/><argument:ValuePin xa "amount">${REAL}<value:LiteralReal xv value="1"/></argument:ValuePin></node:CallOperationAction>${edge('e1', 'ini', 'me')}${object('e2', 'mo', 'xt')}`,
            `<ownedOperation:Operation op "Fill"><ownedParameter:Parameter oa "amount">${REAL}</ownedParameter:Parameter></ownedOperation:Operation>`
        ),
        ['perform action x ::> fill {'],
        B
    ),
    uml(
        'SendObjectAction',
        SIGNAL +
            act(
                `<node:OpaqueAction w "w">${output('outputValue', 'wo', 'made', ' type="sg"')}</node:OpaqueAction><node:ReadSelfAction me "me"><result:OutputPin mo "result" type="b"/></node:ReadSelfAction><node:SendObjectAction x "x"><request:InputPin xr "request"/><target:InputPin xt "target" type="b"/></node:SendObjectAction>${edge('e1', 'ini', 'w')}${object('e2', 'wo', 'xr')}${edge('e4', 'ini', 'me')}${object('e3', 'mo', 'xt')}`
            ),
        ['send request to this;'],
        B,
        { x: '*', se: S }
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
    ...['StartObjectBehaviorAction', 'StartClassifierBehaviorAction', 'AcceptCallAction', 'ReplyAction'].map(metaclass =>
        uml(metaclass, node(metaclass), ['action x;'], B, { x: U })
    ),
    ...[
        'ReclassifyObjectAction',
        'UnmarshallAction',
        'CreateLinkAction',
        'CreateLinkObjectAction',
        'DestroyLinkAction',
        'ReadLinkAction',
        'ClearAssociationAction',
        'ReadExtentAction',
        'ReduceAction',
        'RaiseExceptionAction'
    ].map(metaclass => uml(metaclass, node(metaclass), ['action x;'], B, { x: A })),
    uml(
        'ValueSpecificationAction',
        node('ValueSpecificationAction', '', `${output('result', 'o', 'result')}<value:LiteralReal v value="3"/>`),
        ['out result : ScalarValues::Real = 3.0;'],
        B
    ),
    uml(
        'InputPin, OutputPin, ValuePin',
        act(
            `<node:OpaqueAction x "x">${output('outputValue', 'o', 'given')}<inputValue:ValuePin v "limit">${REAL}<value:LiteralReal vl value="3"/></inputValue:ValuePin></node:OpaqueAction><node:OpaqueAction y "y">${input('inputValue', 'p', 'taken')}</node:OpaqueAction>${edge('e1', 'ini', 'x')}${object('e2', 'o', 'p')}`
        ),
        ['out given : ScalarValues::Real[0..1];', 'in limit : ScalarValues::Real = 3.0;', 'in taken : ScalarValues::Real;'],
        B
    ),
    uml(
        'AddStructuralFeatureValueAction, ReadStructuralFeatureAction, RemoveStructuralFeatureValueAction',
        act(
            `<node:ReadSelfAction me "me"><result:OutputPin mo "result" type="b"/></node:ReadSelfAction><node:ReadStructuralFeatureAction r "r" structuralFeature="lv"><object:InputPin ro "object" type="b"/>${output('result', 'rr', 'result')}</node:ReadStructuralFeatureAction><node:AddStructuralFeatureValueAction x "x" structuralFeature="s" isReplaceAll="false"><object:InputPin xo "object" type="b"/>${input('value', 'xv', 'value')}</node:AddStructuralFeatureValueAction><node:RemoveStructuralFeatureValueAction z "z" structuralFeature="s"><object:InputPin zo "object" type="b"/>${input('value', 'zv', 'value')}</node:RemoveStructuralFeatureValueAction>${edge('e1', 'ini', 'me')}${object('e2', 'mo', 'ro')}${object('e3', 'rr', 'xv')}${object('e4', 'mo', 'xo')}${object('e5', 'mo', 'zo')}${object('e6', 'rr', 'zv')}${edge('e7', 'x', 'z')}`,
            `<ownedAttribute:Property s "seen">${REAL}<lowerValue:LiteralInteger sl value="0"/><upperValue:LiteralUnlimitedNatural su value="*"/></ownedAttribute:Property>`
        ),
        [
            'out result : ScalarValues::Real = level;',
            'assign seen := SequenceFunctions::including(seen, value);',
            'assign seen := SequenceFunctions::excluding(seen, value);'
        ],
        B,
        { me: '*', r: '*', x: '*', z: '*' }
    ),
    uml(
        'ClearStructuralFeatureAction',
        act(
            `<node:ReadSelfAction me "me"><result:OutputPin mo "result" type="b"/></node:ReadSelfAction><node:ClearStructuralFeatureAction x "x" structuralFeature="lv"><object:InputPin xo "object" type="b"/></node:ClearStructuralFeatureAction>${edge('e1', 'ini', 'me')}${object('e2', 'mo', 'xo')}`
        ),
        ['action x {', 'assign level := ();'],
        B
    ),
    uml(
        'Variable, ReadVariableAction',
        act(
            `<variable:Variable v "kept">${STRING}</variable:Variable><node:ReadVariableAction x "x" variable="v">${output('result', 'o', 'result', STRING)}</node:ReadVariableAction>${edge('e1', 'ini', 'x')}`
        ),
        ['attribute kept : ScalarValues::String;', 'out result : ScalarValues::String = kept;'],
        B
    ),
    uml(
        'AddVariableValueAction, ClearVariableAction, RemoveVariableValueAction',
        act(
            `<variable:Variable v "kept">${REAL}<lowerValue:LiteralInteger vl value="0"/><upperValue:LiteralUnlimitedNatural vu value="*"/></variable:Variable><node:ClearVariableAction c "c" variable="v"/><node:ValueSpecificationAction n "n">${output('result', 'no', 'result')}<value:LiteralReal nv value="2"/></node:ValueSpecificationAction><node:AddVariableValueAction x "x" variable="v">${input('value', 'xv', 'value')}</node:AddVariableValueAction><node:RemoveVariableValueAction y "y" variable="v">${input('value', 'yv', 'value')}</node:RemoveVariableValueAction>${edge('e1', 'ini', 'c')}${edge('e2', 'c', 'n')}${object('e3', 'no', 'xv')}${object('e4', 'no', 'yv')}${edge('e5', 'x', 'y')}`
        ),
        [
            'attribute kept : ScalarValues::Real[0..*];',
            'assign kept := ();',
            'assign kept := SequenceFunctions::including(kept, value);',
            'assign kept := SequenceFunctions::excluding(kept, value);'
        ],
        B,
        { n: '*', y: '*' }
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
        'ReadSelfAction, TestIdentityAction',
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
    ...['LoopNode', 'ConditionalNode', 'ExpansionRegion'].map(metaclass =>
        uml(metaclass, node(metaclass, '', step('in1')), ['action x {'], B, { x: A, in1: '*' })
    ),
    // Common behaviour
    uml(
        'FunctionBehavior',
        `<packagedElement:FunctionBehavior x "Twice"><ownedParameter:Parameter i "x">${REAL}</ownedParameter:Parameter><ownedParameter:Parameter o "y" direction="return">${REAL}</ownedParameter:Parameter><body>2 * x</body><language>JavaScript</language></packagedElement:FunctionBehavior>`,
        ['calc def Twice {', 'in x : ScalarValues::Real;', 'return y : ScalarValues::Real = 2 * x;']
    ),
    uml(
        'TimeEvent, SignalEvent, Trigger',
        time('te', '2 s', 'true') +
            machine(
                `${onSignal('t', 's', 's')}<transition:Transition u source="s" target="s"><trigger:Trigger ug event="te"/></transition:Transition>`
            ),
        ['transition first S accept Sig then S;', 'transition first S accept after 2.0 [SI::s] then S;']
    ),
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
        'Region',
        machine(
            `<subvertex:State x "X"><region:Region r1 "r1"><subvertex:State a "A"/><subvertex:Pseudostate ia kind="initial"/><transition:Transition ta source="ia" target="a"/></region:Region><region:Region r2 "r2"><subvertex:State c "C"/><subvertex:Pseudostate ic kind="initial"/><transition:Transition tc source="ic" target="c"/></region:Region></subvertex:State>${onSignal('t', 's', 'x')}`
        ),
        ['state X parallel {', 'state r1 {', 'state r2 {']
    ),
    ...(['choice', 'junction'] as const).map(kind =>
        uml(`Pseudostate of the kind ${kind}`, pseudo(kind), [`#StateMachines::${kind} state x;`])
    ),
    ...(['fork', 'join'] as const).map(kind =>
        uml(`Pseudostate of the kind ${kind}`, pseudo(kind), [
            `${kind} x;`,
            'transition first S accept Sig then x;',
            'transition first x then S2;'
        ])
    ),
    ...(['shallowHistory', 'deepHistory'] as const).map(kind =>
        uml(
            `Pseudostate of the kind ${kind}`,
            machine(
                `<subvertex:State x "X"><region:Region r1><subvertex:Pseudostate ia kind="initial"/><subvertex:State a "A"/><subvertex:Pseudostate h "h" kind="${kind}"/><transition:Transition ta source="ia" target="a"/></region:Region></subvertex:State>${onSignal('t', 's', 'h')}`
            ),
            ['state X {', `#StateMachines::${kind} state h;`, 'transition first S accept Sig then X.h;']
        )
    ),
    uml(
        'Pseudostate of the kind terminate',
        machine(`<subvertex:Pseudostate x "x" kind="terminate"/>${onSignal('t1', 's', 'x')}`),
        ['transition first S accept Sig then done;'],
        [],
        { x: A, t1: '*' }
    ),
    uml(
        'ConnectionPointReference, Pseudostate of the kind entryPoint, Pseudostate of the kind exitPoint',
        `<packagedElement:StateMachine sub "Sub"><connectionPoint:Pseudostate en "warm" kind="entryPoint"/><connectionPoint:Pseudostate ex "left" kind="exitPoint"/><region:Region sr><subvertex:Pseudostate si kind="initial"/><subvertex:State u "U"/><transition:Transition s1 source="si" target="u"/><transition:Transition s2 source="en" target="u"/><transition:Transition s3 source="u" target="ex"><trigger:Trigger s3g event="se"/></transition:Transition></region:Region></packagedElement:StateMachine>` +
            machine(
                `<subvertex:State x "X" submachine="sub"><connection:ConnectionPointReference c1 entry="en"/><connection:ConnectionPointReference c2 exit="ex"/></subvertex:State><transition:Transition t1 source="s" target="c1"><trigger:Trigger t1g event="se"/></transition:Transition><transition:Transition t2 source="c2" target="s"/>`
            ),
        ['state X : Sub;', 'transition first S accept Sig then X.warm;', 'transition first X.left then S;']
    ),
    uml(
        'ProtocolStateMachine, ProtocolTransition',
        SIGNAL +
            packed(
                'ProtocolStateMachine',
                'sm',
                'Modes',
                `<region:Region rg><subvertex:Pseudostate i kind="initial"/><subvertex:State s "S"/><transition:ProtocolTransition ti source="i" target="s"/><transition:ProtocolTransition t source="s" target="s"><trigger:Trigger g event="se"/></transition:ProtocolTransition></region:Region>`
            ),
        ['state def Modes {', 'transition first S accept Sig then S;'],
        [],
        { sm: A, t: '*', ti: '*' }
    ),
    uml(
        'entry, doActivity, exit',
        machine(
            '<subvertex:State x "X"><entry:Activity en "Enter"/><doActivity:Activity d "Work"/><exit:Activity ex "Leave"/></subvertex:State>' +
                onSignal('t', 's', 'x')
        ),
        ['state X {', 'entry action enter { }', 'do action work { }', 'exit action leave { }']
    ),
    uml(
        'ChangeEvent in an activity',
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
        'CombinedFragment, InteractionOperand',
        talk(
            `<fragment:CombinedFragment cf interactionOperator="par"><operand:InteractionOperand o1>${SENT}</operand:InteractionOperand></fragment:CombinedFragment>${MESSAGE}`
        ),
        ["fork 'fork';", "join 'join';", 'action branch {', "first 'fork' then branch;"],
        BLOCKS('b', 'm'),
        { x: A, se: S }
    ),
    uml(
        'InteractionUse, StateInvariant',
        talk(
            `${SENT}<fragment:StateInvariant si "full" covered="l1"><invariant:Constraint sc>${opaque('specification', 'ss', 'level &gt; 1')}</invariant:Constraint></fragment:StateInvariant>${MESSAGE}`,
            `${scalar('lv', 'level')}<ownedBehavior:Interaction y "Again"><lifeline:Lifeline k1 represents="p1"/><lifeline:Lifeline k2 represents="p2"/><fragment:InteractionUse iu "use" covered="k1 k2" refersTo="x"/></ownedBehavior:Interaction>`
        ),
        ['action def Talk {', 'assert constraint full {', 'context.level > 1', 'action def Again {', "action 'use' : Talk {"],
        BLOCKS('b', 'm'),
        { x: A, y: A, se: S }
    ),
    uml(
        'ActionExecutionSpecification, BehaviorExecutionSpecification, ExecutionOccurrenceSpecification, DestructionOccurrenceSpecification, GeneralOrdering, Gate',
        talk(
            `${SENT}<fragment:BehaviorExecutionSpecification be covered="l2" start="m1r" finish="eo"/><fragment:ActionExecutionSpecification ae covered="l1" start="m1s" finish="eo"/><fragment:ExecutionOccurrenceSpecification eo covered="l2" execution="be"/><fragment:DestructionOccurrenceSpecification do covered="l2"/>${MESSAGE}<generalOrdering:GeneralOrdering go before="m1s" after="m1r"/><formalGate:Gate fg "gate"/>`
        ),
        ['action def Talk {', 'action m1 send new Sig() to context.two;'],
        BLOCKS('b', 'm'),
        { x: A, be: '*', ae: '*', eo: '*', do: '*', go: '*', fg: '*', se: S }
    ),
    uml(
        'Continuation, PartDecomposition, ConsiderIgnoreFragment',
        talk(
            `<fragment:ConsiderIgnoreFragment cf interactionOperator="consider"><operand:InteractionOperand o1>${SENT}<fragment:Continuation co "on" covered="l1"/></operand:InteractionOperand></fragment:ConsiderIgnoreFragment><fragment:PartDecomposition pd "in" covered="l2"/>${MESSAGE}`
        ),
        ['occurrence def Talk {'],
        BLOCKS('b', 'm'),
        { x: A, cf: '*', o1: '*', co: '*', pd: '*', m1: '*', se: S }
    )
];
