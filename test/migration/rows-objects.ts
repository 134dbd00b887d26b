// Further rows of 7.2: signals, features, objects, structured nodes, lanes.

import { REAL } from './documents.js';
import {
    accept,
    activity,
    BLOCKS,
    cls,
    COMPOSITE,
    input,
    number,
    object,
    output,
    owned,
    prop,
    row,
    scalar,
    SIGNAL,
    time,
    type Row
} from './rows.js';

export const OBJECTS: readonly Row[] = [
    row(
        '7.2',
        'sends',
        SIGNAL +
            cls('v', 'Valve') +
            owned(
                `<node:SendSignalAction s1 "poor" signal="sg"/><node:SendSignalAction s2 "via port" signal="sg" onPort="p"><argument:ValuePin a2 "amount">${REAL}<value:LiteralReal a2v value="2"/></argument:ValuePin></node:SendSignalAction><node:SendObjectAction s3 "object">${input('request', 's3r', 'request')}<target:InputPin s3t "target"/></node:SendObjectAction><node:SendObjectAction s4 "no request"/><node:BroadcastSignalAction s5 "all" signal="sg"><argument:ValuePin a5 "amount">${REAL}<value:LiteralReal a5v value="2"/></argument:ValuePin></node:BroadcastSignalAction>${number('n', '1')}${object('o1', 'no', 's3r')}`,
                '<ownedAttribute:Port p "p"/>'
            ),
        [
            'attribute amount : ScalarValues::Real;',
            'action act {',
            "fork 'fork';",
            'action poor;',
            "action 'via port' {",
            'in amount : ScalarValues::Real = 2.0;',
            'send new Sig(amount = amount) via p;',
            'action object {',
            'in request : ScalarValues::Real;',
            'send request;',
            "action 'no request';",
            "action 'all' {",
            'action n {',
            'out result : ScalarValues::Real = 1.0;',
            "first start then 'fork';",
            "first 'fork' then poor;",
            "first 'fork' then 'via port';",
            "first 'fork' then 'no request';",
            "first 'fork' then 'all';",
            "first 'fork' then n;",
            'succession flow of ScalarValues::Real from n.result to object.request;',
            "/* not migrated: SendObjectAction 'no request' — it has no request to send: an action keeps its place */",
            "/* not migrated: BroadcastSignalAction 'all' — no signal is sent to all: an action keeps its place */",
            "metadata MigrationMetadata::SynthesizedName about 'fork';",
            "metadata MigrationMetadata::StandIn about 'fork';"
        ],
        [BLOCKS('v', 'b'), { s5: 'unmapped', s4: 'unmapped', s3: 'approximated', s1: 'approximated', se: 'skipped' }]
    ),
    row(
        '7.2',
        'accepts',
        SIGNAL +
            time('t1', '2 s', 'true') +
            time('t2', 'noon', 'false') +
            `<packagedElement:ChangeEvent ce><changeExpression:OpaqueExpression cx><body>level &gt; 3</body></changeExpression:OpaqueExpression></packagedElement:ChangeEvent><packagedElement:CallEvent cl/><packagedElement:AnyReceiveEvent an/>` +
            owned(
                `<node:AcceptEventAction a0 "a0"><trigger:Trigger a0t event="se" port="p"/><result:OutputPin a0r "got" type="sg"/></node:AcceptEventAction>${accept('a1', 't1')}${accept('a2', 't2')}${accept('a3', 'ce')}${accept('a4', 'cl')}${accept('a5', 'an')}<node:AcceptCallAction a6 "a6"><trigger:Trigger a6t event="cl"/></node:AcceptCallAction><node:ReplyAction a7 "a7" replyToCall="a6t"/><node:StartObjectBehaviorAction a8 "a8"/><node:StartClassifierBehaviorAction a9 "a9"/>`,
                `<ownedAttribute:Port p "p"/>${scalar('x', 'level')}`
            ),
        [
            'attribute amount : ScalarValues::Real;',
            '/* not migrated: CallEvent (ID-cl) — a CallEvent has no form */',
            '/* not migrated: AnyReceiveEvent (ID-an) — an AnyReceiveEvent has no form */',
            'attribute level : ScalarValues::Real;',
            'action act {',
            'attribute noon : Time::TimeInstantValue;',
            "fork 'fork';",
            'action a0 accept sig : Sig via p;',
            'action a1 accept after 2.0 [SI::s];',
            'action a2 accept at noon;',
            'action a3 accept when level > 3;',
            'action a4 {',
            '/* not migrated: Trigger (ID-a4t) — a CallEvent has no form */',
            'action a5 {',
            '/* not migrated: Trigger (ID-a5t) — an AnyReceiveEvent has no form */',
            'action a6 {',
            '/* not migrated: Trigger (ID-a6t) — its owner is not written */',
            'action a7;',
            'action a8;',
            'action a9;',
            "first start then 'fork';",
            "first 'fork' then a0;",
            "first 'fork' then a1;",
            "first 'fork' then a2;",
            "first 'fork' then a3;",
            "first 'fork' then a4;",
            "first 'fork' then a5;",
            "first 'fork' then a6;",
            "first 'fork' then a7;",
            "first 'fork' then a8;",
            "first 'fork' then a9;",
            "/* not migrated: AcceptCallAction 'a6' — a call is not accepted as an event: an action keeps its place */",
            "/* not migrated: ReplyAction 'a7' — a call is not accepted as an event: an action keeps its place */",
            "/* not migrated: StartObjectBehaviorAction 'a8' — behaviours of objects start with their objects: an action keeps its place */",
            "/* not migrated: StartClassifierBehaviorAction 'a9' — behaviours of objects start with their objects: an action keeps its place */",
            "metadata MigrationMetadata::SynthesizedName about noon, 'fork';",
            "metadata MigrationMetadata::StandIn about 'fork';"
        ],
        [
            BLOCKS('b'),
            {
                an: 'unmapped',
                cl: 'unmapped',
                a4t: 'unmapped',
                a5t: 'unmapped',
                a6: 'unmapped',
                a6t: 'unmapped',
                a7: 'unmapped',
                a8: 'unmapped',
                a9: 'unmapped',
                a3: 'approximated',
                a2: 'approximated',
                a4: 'approximated',
                a5: 'approximated'
            }
        ]
    ),
    row(
        '7.2',
        'texts of actions',
        owned(
            `<node:OpaqueAction a1 "a1"><body>level = level + 1;</body><language>JavaScript</language></node:OpaqueAction><node:OpaqueAction a2 "a2"><body>for (;;) {}</body><language>JavaScript</language></node:OpaqueAction><node:OpaqueAction a3 "a3"><body>open the valve</body><language>English</language></node:OpaqueAction><node:OpaqueAction a4 "a4"><body>2 * x</body><language>JavaScript</language>${input('inputValue', 'a4i', 'x')}${output('outputValue', 'a4o', 'y')}</node:OpaqueAction>${number('n', '1')}${object('o1', 'no', 'a4i')}`,
            scalar('x', 'level')
        ),
        [
            'attribute level : ScalarValues::Real;',
            'action act {',
            "fork 'fork';",
            'action a1 {',
            'assign level := level + 1;',
            'action a2 {',
            "/* 'for' is outside the translated expressions — {JavaScript} for (;;) {} */",
            'action a3 {',
            '/* statements in English are not translated — {English} open the valve */',
            'action a4 {',
            'in x : ScalarValues::Real;',
            'out y : ScalarValues::Real = 2 * x;',
            'action n {',
            'out result : ScalarValues::Real = 1.0;',
            "first start then 'fork';",
            "first 'fork' then a1;",
            "first 'fork' then a2;",
            "first 'fork' then a3;",
            "first 'fork' then n;",
            'succession flow of ScalarValues::Real from n.result to a4.x;',
            "metadata MigrationMetadata::SynthesizedName about 'fork';",
            "metadata MigrationMetadata::StandIn about 'fork';"
        ],
        [BLOCKS('b'), { a2: 'approximated', a3: 'approximated' }]
    ),
    row(
        '7.2',
        'structural features',
        owned(
            `<node:ReadSelfAction me "me"><result:OutputPin meo "result" type="b"/></node:ReadSelfAction>${number('n', '1')}${['Add', 'Remove'].map((k, i) => `<node:${k}StructuralFeatureValueAction w${i} "${k}" structuralFeature="x"><object:InputPin wo${i} "object"/>${input('value', `wv${i}`, 'value')}</node:${k}StructuralFeatureValueAction>${object(`oo${i}`, 'meo', `wo${i}`)}${object(`ov${i}`, 'no', `wv${i}`)}`).join('')}<node:ClearStructuralFeatureAction cl "clear" structuralFeature="x"><object:InputPin clo "object"/></node:ClearStructuralFeatureAction>${object('oc', 'meo', 'clo')}<node:ReadStructuralFeatureAction rd "read" structuralFeature="x"><object:InputPin rdo "object"/>${output('result', 'rdr', 'result')}</node:ReadStructuralFeatureAction>${object('or', 'meo', 'rdo')}`,
            scalar('x', 'samples').replace(
                '</ownedAttribute',
                '<lowerValue:LiteralInteger xl value="0"/><upperValue:LiteralUnlimitedNatural xu value="*"/></ownedAttribute'
            )
        ),
        [
            'attribute samples : ScalarValues::Real[0..*];',
            'action act {',
            'fork fork3;',
            'action me {',
            'out result : B = this;',
            "fork 'fork';",
            'action n {',
            'out result : ScalarValues::Real = 1.0;',
            'fork fork2;',
            "join 'join';",
            'action Add {',
            'in value : ScalarValues::Real;',
            'assign samples := SequenceFunctions::including(samples, value);',
            'join join2;',
            'action Remove {',
            'assign samples := SequenceFunctions::excluding(samples, value);',
            'action clear {',
            'assign samples := ();',
            'action read {',
            'out result : ScalarValues::Real[0..*] = samples;',
            'first start then fork3;',
            'first fork3 then me;',
            'first fork3 then n;',
            "first me then 'fork';",
            "first 'join' then Add;",
            "first 'fork' then 'join';",
            'first n then fork2;',
            "first fork2 then 'join';",
            'flow of ScalarValues::Real from n.result to Add.value;',
            'first join2 then Remove;',
            "first 'fork' then join2;",
            'first fork2 then join2;',
            'flow of ScalarValues::Real from n.result to Remove.value;',
            "first 'fork' then clear;",
            "first 'fork' then read;",
            "metadata MigrationMetadata::SynthesizedName about fork3, 'fork', fork2, 'join', join2;",
            "metadata MigrationMetadata::StandIn about fork3, 'fork', fork2, 'join', join2;"
        ],
        [BLOCKS('b'), { w0: 'approximated', w1: 'approximated', me: 'approximated', n: 'approximated' }]
    ),
    row(
        '7.2',
        'variables',
        activity(
            `<variable:Variable v "seen">${REAL}<lowerValue:LiteralInteger vl value="0"/><upperValue:LiteralUnlimitedNatural vu value="*"/></variable:Variable>${number('n', '1')}<node:AddVariableValueAction w1 "add" variable="v">${input('value', 'w1v', 'value')}</node:AddVariableValueAction><node:RemoveVariableValueAction w2 "remove" variable="v">${input('value', 'w2v', 'value')}</node:RemoveVariableValueAction><node:ClearVariableAction w3 "clear" variable="v"/><node:ReadVariableAction w4 "read" variable="v">${output('result', 'w4r', 'result')}</node:ReadVariableAction>${object('o1', 'no', 'w1v')}${object('o2', 'no', 'w2v')}`
        ),
        [
            'action def Act {',
            'attribute seen : ScalarValues::Real[0..*];',
            'fork fork2;',
            'action n {',
            'out result : ScalarValues::Real = 1.0;',
            "fork 'fork';",
            'action add {',
            'in value : ScalarValues::Real;',
            'assign seen := SequenceFunctions::including(seen, value);',
            'action remove {',
            'assign seen := SequenceFunctions::excluding(seen, value);',
            'action clear {',
            'assign seen := ();',
            'action read {',
            'out result : ScalarValues::Real[0..*] = seen;',
            'first start then fork2;',
            'first fork2 then n;',
            'first fork2 then clear;',
            'first fork2 then read;',
            "first n then 'fork';",
            "first 'fork' then add;",
            'flow of ScalarValues::Real from n.result to add.value;',
            "first 'fork' then remove;",
            'flow of ScalarValues::Real from n.result to remove.value;',
            "metadata MigrationMetadata::SynthesizedName about fork2, 'fork';",
            "metadata MigrationMetadata::StandIn about fork2, 'fork';"
        ],
        [[], { n: 'approximated' }]
    ),
    row(
        '7.2',
        'objects',
        cls('v', 'Valve') +
            owned(
                `<node:CreateObjectAction c "make" classifier="v"><result:OutputPin co "result" type="v"/></node:CreateObjectAction><node:DestroyObjectAction d "kill"><target:InputPin dt "target"/></node:DestroyObjectAction><node:TestIdentityAction t "same"><first:InputPin t1 "first"/><second:InputPin t2 "second"/><result:OutputPin tr "result"/></node:TestIdentityAction><node:ReadIsClassifiedObjectAction ri "is it" classifier="v"><object:InputPin rio "object"/><result:OutputPin rir "result"/></node:ReadIsClassifiedObjectAction><node:ReadExtentAction re "all" classifier="v"><result:OutputPin rer "result"/></node:ReadExtentAction><node:ReclassifyObjectAction rc "change"/><node:UnmarshallAction un "split"/><node:CreateLinkAction cl "link"/><node:ReduceAction rd "reduce"/><node:RaiseExceptionAction rx "raise"/>${object('o1', 'co', 'dt')}${object('o2', 'co', 't1')}${object('o3', 'co', 't2')}${object('o4', 'co', 'rio')}`
            ),
        [
            'action def Act {',
            'fork fork2;',
            'action make {',
            'out result : Valve = new Valve();',
            "fork 'fork';",
            'action kill {',
            'in target;',
            'action same {',
            "in 'first';",
            'in second;',
            "out result = 'first' == second;",
            "action 'is it' {",
            'in object;',
            'out result = object istype Valve;',
            "action 'all' {",
            'out result[0..1];',
            'action change;',
            'action split;',
            'action link;',
            'action reduce;',
            'action raise;',
            'first start then fork2;',
            'first fork2 then make;',
            "first fork2 then 'all';",
            'first fork2 then change;',
            'first fork2 then split;',
            'first fork2 then link;',
            'first fork2 then reduce;',
            'first fork2 then raise;',
            "first make then 'fork';",
            "first 'fork' then kill;",
            'flow from make.result to kill.target;',
            "first 'fork' then same;",
            "flow from make.result to same.'first';",
            'flow from make.result to same.second;',
            "first 'fork' then 'is it';",
            "flow from make.result to 'is it'.object;",
            "metadata MigrationMetadata::SynthesizedName about fork2, 'fork';",
            "metadata MigrationMetadata::StandIn about fork2, 'fork';"
        ],
        [
            BLOCKS('v', 'b'),
            {
                re: 'approximated',
                rc: 'approximated',
                d: 'approximated',
                cl: 'approximated',
                c: 'approximated',
                rx: 'approximated',
                rd: 'approximated',
                un: 'approximated'
            }
        ]
    ),
    row(
        '7.2',
        'tests of loops and clauses',
        activity(
            `<structuredNode:LoopNode l "loop" test="t" bodyPart="b"><node:OpaqueAction t "more"/><node:OpaqueAction b "work"/></structuredNode:LoopNode><structuredNode:ConditionalNode k "choose"><node:OpaqueAction u "which"><outputValue:OutputPin o "r"/></node:OpaqueAction><node:OpaqueAction c "this way"/><clause:Clause q test="u" body="c"/></structuredNode:ConditionalNode>`
        ),
        [
            'action def Act {',
            "fork 'fork';",
            "action 'loop' {",
            'action work;',
            'first start then work;',
            'action choose {',
            "action 'this way';",
            "first start then 'this way';",
            "first start then 'fork';",
            "first 'fork' then 'loop';",
            "first 'fork' then choose;",
            "metadata MigrationMetadata::SynthesizedName about 'fork';"
        ],
        [[], { l: 'approximated', t: 'approximated', k: 'approximated', u: 'approximated', o: 'approximated', q: 'approximated' }]
    ),
    row(
        '7.2',
        'structured nodes',
        activity(
            `<structuredNode:SequenceNode s "in order"><executableNode:OpaqueAction s1 "s1"/><executableNode:OpaqueAction s2 "s2"/></structuredNode:SequenceNode><structuredNode:LoopNode l "loop"><node:OpaqueAction l1 "l1"/></structuredNode:LoopNode><structuredNode:ConditionalNode k "choose"><node:OpaqueAction k1 "k1"/></structuredNode:ConditionalNode><node:ExpansionRegion x "each"><node:OpaqueAction x1 "x1"/></node:ExpansionRegion><group:InterruptibleActivityRegion ir node="q"/><node:OpaqueAction q "q"><handler:ExceptionHandler eh/></node:OpaqueAction>`
        ),
        [
            'action def Act {',
            "fork 'fork';",
            "action 'in order' {",
            'action s1;',
            'action s2;',
            'first start then s1;',
            'first s1 then s2;',
            "action 'loop' {",
            'action l1;',
            'first start then l1;',
            'action choose {',
            'action k1;',
            'first start then k1;',
            'action each {',
            'action x1;',
            'first start then x1;',
            'action q {',
            '/* not migrated: ExceptionHandler (ID-eh) — what it interrupts runs on: interruptions and exceptions have no form */',
            "first start then 'fork';",
            "first 'fork' then 'in order';",
            "first 'fork' then 'loop';",
            "first 'fork' then choose;",
            "first 'fork' then each;",
            "first 'fork' then q;",
            '/* not migrated: InterruptibleActivityRegion (ID-ir) — what it interrupts runs on: interruptions and exceptions have no form */',
            "metadata MigrationMetadata::SynthesizedName about 'fork';",
            "metadata MigrationMetadata::StandIn about 'fork';"
        ],
        [[], { ir: 'unmapped', eh: 'unmapped', k: 'approximated', x: 'approximated', l: 'approximated' }]
    ),
    row(
        '7.2',
        'buffers and stores',
        activity(
            `${number('n', '1')}<node:CentralBufferNode cb "buffer"/><node:DataStoreNode ds "store"/><node:OpaqueAction q "q">${input('inputValue', 'qi', 'v')}</node:OpaqueAction><node:OpaqueAction q2 "q2">${input('inputValue', 'qi2', 'v')}</node:OpaqueAction>${object('o1', 'no', 'cb')}${object('o2', 'cb', 'qi')}${object('o3', 'no', 'ds')}${object('o4', 'ds', 'qi2')}`
        ),
        [
            'action def Act {',
            'action n {',
            'out result : ScalarValues::Real = 1.0;',
            "fork 'fork';",
            'action q {',
            'in v : ScalarValues::Real;',
            'action q2 {',
            'first start then n;',
            "first n then 'fork';",
            "first 'fork' then q;",
            'flow of ScalarValues::Real from n.result to q.v;',
            "first 'fork' then q2;",
            'flow of ScalarValues::Real from n.result to q2.v;',
            "metadata MigrationMetadata::SynthesizedName about 'fork';",
            "metadata MigrationMetadata::StandIn about 'fork';"
        ],
        [[], { cb: 'approximated', n: 'approximated', ds: 'approximated' }]
    ),
    row(
        '7.2',
        'lanes',
        cls('v', 'Valve', scalar('vx', 'angle')) +
            owned(
                `<group:ActivityPartition l1 "valve" represents="vp" node="n1"/><group:ActivityPartition l2 "people" node="n2"/><node:OpaqueAction n1 "n1" inPartition="l1"><body>angle = 3;</body><language>JavaScript</language></node:OpaqueAction><node:OpaqueAction n2 "n2" inPartition="l2"/>`,
                prop('vp', 'valve', 'v', COMPOSITE)
            ),
        [
            'attribute angle : ScalarValues::Real;',
            'part valve : Valve;',
            'action act {',
            "fork 'fork';",
            'action n1 {',
            'assign valve.angle := 3;',
            'action n2;',
            "first start then 'fork';",
            "first 'fork' then n1;",
            "first 'fork' then n2;",
            'comment /* partition valve: represents valve; n1 */',
            'comment /* partition people: n2 */',
            "metadata MigrationMetadata::SynthesizedName about 'fork';",
            "metadata MigrationMetadata::StandIn about 'fork';"
        ],
        [BLOCKS('v', 'b'), { l2: 'approximated' }]
    )
];
