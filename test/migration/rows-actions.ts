// Further rows of 7.1 and 7.2: operations, receptions, texts, calls.

import { REAL } from './documents.js';
import {
    activity,
    BLOCKS,
    cls,
    COMPOSITE,
    edge,
    input,
    number,
    object,
    opaque,
    output,
    owned,
    parameter,
    prop,
    row,
    scalar,
    SIGNAL,
    step,
    type Row
} from './rows.js';

export const ACTIONS: readonly Row[] = [
    row(
        '7.1',
        'reception with a method',
        SIGNAL +
            cls(
                'b',
                'B',
                `${scalar('x', 'level')}<ownedReception:Reception r "sig" signal="sg" method="act"/><ownedBehavior:Activity act "React" specification="r">${parameter('p', 'amount')}<node:OpaqueAction n "n"><body>level = amount;</body><language>JavaScript</language></node:OpaqueAction></ownedBehavior:Activity>`
            ),
        [
            'attribute amount : ScalarValues::Real;',
            'attribute level : ScalarValues::Real;',
            'perform action sig {',
            'action receive accept sig : Sig;',
            'perform action run ::> react {',
            'in :>> amount = receive.sig.amount;',
            'first start then receive;',
            'first receive then run;',
            'first run then receive;',
            'action react {',
            'in amount : ScalarValues::Real;',
            'action n {',
            'assign level := amount;',
            'first start then n;'
        ],
        [BLOCKS('b'), { se: 'skipped' }]
    ),
    row(
        '7.1',
        'reception at ports',
        SIGNAL +
            cls('f', 'F', prop('fp', 'sig', 'sg')) +
            cls(
                'b',
                'B',
                `<ownedAttribute:Port p1 "one" type="f"/><ownedAttribute:Port p2 "two" type="f"/><ownedReception:Reception r "sig" signal="sg" method="act"/><ownedBehavior:Activity act "React" specification="r">${step('n')}</ownedBehavior:Activity>`
            ),
        [
            'attribute amount : ScalarValues::Real;',
            'in item sig : Sig;',
            'port one : F;',
            'port two : F;',
            'perform action sig {',
            'first start then ways;',
            'fork ways;',
            'action receive accept sig : Sig;',
            'action run : React;',
            'action receive2 accept sig : Sig via one;',
            'action run2 : React;',
            'action receive3 accept sig : Sig via two;',
            'action run3 : React;',
            'first ways then receive;',
            'first receive then run;',
            'first run then receive;',
            'first ways then receive2;',
            'first receive2 then run2;',
            'first run2 then receive2;',
            'first ways then receive3;',
            'first receive3 then run3;',
            'first run3 then receive3;',
            'action def React {',
            'action n;',
            'first start then n;'
        ],
        [[...BLOCKS('b'), 'InterfaceBlock Class f', 'FlowProperty Property fp direction="in"'], { se: 'skipped' }]
    ),
    row(
        '7.1',
        'reception without a method, signal outside',
        SIGNAL +
            cls(
                'b',
                'B',
                '<ownedReception:Reception r "sig" signal="sg"/><ownedReception:Reception q "other"><signal href="o.xmi#zz9"/></ownedReception:Reception>'
            ),
        [
            'attribute amount : ScalarValues::Real;',
            'perform action sig {',
            'action receive accept sig : Sig;',
            'first start then receive;',
            'first receive then receive;',
            "/* not migrated: Reception 'other' — its signal is not written */"
        ],
        [BLOCKS('b'), { q: 'unmapped', r: 'approximated', se: 'skipped' }]
    ),
    row(
        '7.1',
        'reception whose method needs more',
        SIGNAL +
            cls(
                'b',
                'B',
                `<ownedReception:Reception r "sig" signal="sg" method="act"/><ownedBehavior:Activity act "React" specification="r">${parameter('p', 'volume')}${step('n')}</ownedBehavior:Activity>`
            ),
        [
            'attribute amount : ScalarValues::Real;',
            'perform action sig {',
            'action receive accept sig : Sig;',
            'first start then receive;',
            'first receive then receive;',
            'action def React {',
            'in volume : ScalarValues::Real;',
            'action n;',
            'first start then n;'
        ],
        [BLOCKS('b'), { r: 'approximated', se: 'skipped' }]
    ),
    row(
        '7.1',
        'operation with a method',
        cls(
            'b',
            'B',
            `${scalar('x', 'level')}<ownedOperation:Operation o "Fill" method="act">${parameter('p', 'by')}</ownedOperation:Operation><ownedBehavior:Activity act "Fill" specification="o">${parameter('q', 'by')}${step('n')}</ownedBehavior:Activity><ownedOperation:Operation o2 "Empty" method="act2"/><ownedBehavior:Activity act2 "Empty" specification="o2"><node:OpaqueAction m "m"><body>level = 0;</body><language>JavaScript</language></node:OpaqueAction></ownedBehavior:Activity>`
        ),
        [
            'attribute level : ScalarValues::Real;',
            'action def Fill {',
            "in 'by' : ScalarValues::Real;",
            'action n;',
            'first start then n;',
            'action fill : Fill;',
            'action empty {',
            'action m {',
            'assign level := 0;',
            'first start then m;'
        ],
        [BLOCKS('b')]
    ),
    row(
        '7.1',
        'operation with a text as its method',
        cls(
            'b',
            'B',
            `${scalar('x', 'level')}<ownedOperation:Operation o "Twice" method="ob">${parameter('p', 'x2')}${parameter('pr', 'y', 'return')}</ownedOperation:Operation><ownedBehavior:OpaqueBehavior ob "Twice" specification="o">${parameter('q', 'x2')}${parameter('qr', 'y', 'return')}<body>2 * x2</body><language>JavaScript</language></ownedBehavior:OpaqueBehavior>`
        ),
        [
            'attribute level : ScalarValues::Real;',
            'action def Twice {',
            'in x2 : ScalarValues::Real;',
            'out y : ScalarValues::Real = 2 * x2;',
            'action twice : Twice;'
        ],
        [BLOCKS('b')]
    ),
    row(
        '7.1',
        'conditions of operations',
        cls(
            'b',
            'B',
            `${scalar('x', 'level')}<ownedOperation:Operation o "Fill">${parameter('p', 'by')}<precondition:Constraint c1>${opaque('specification', 'c1s', 'by &gt; 0')}</precondition:Constraint><postcondition:Constraint c2>${opaque('specification', 'c2s', 'it is full', 'English')}</postcondition:Constraint><ownedParameter:Parameter r direction="return">${REAL}</ownedParameter:Parameter><bodyCondition:Constraint c3>${opaque('specification', 'c3s', '{ result = level + by }', 'English')}</bodyCondition:Constraint></ownedOperation:Operation>`
        ),
        [
            'attribute level : ScalarValues::Real;',
            'abstract action def Fill {',
            'out result : ScalarValues::Real;',
            "in 'by' : ScalarValues::Real;",
            'assert constraint {',
            "'by' > 0",
            "Fill::result == level + 'by'",
            "/* the name 'it is full' is not one of a feature in reach — {English} it is full */",
            'action fill : Fill;'
        ],
        [BLOCKS('b'), { c2: 'approximated' }]
    ),
    row(
        '7.1',
        'texts as behaviours',
        `<packagedElement:OpaqueBehavior o1 "Steps">${parameter('p', 'x')}${parameter('r1', 'y', 'out')}<body>y = x + 1;</body><language>JavaScript</language></packagedElement:OpaqueBehavior><packagedElement:OpaqueBehavior o2 "Loops"><body>while (true) {}</body><language>JavaScript</language></packagedElement:OpaqueBehavior><packagedElement:FunctionBehavior o3 "Half">${parameter('p3', 'x')}${parameter('r3', 'y', 'return')}<body>x / 2</body><language>JavaScript</language></packagedElement:FunctionBehavior>`,
        [
            'action def Steps {',
            'in x : ScalarValues::Real;',
            'out y : ScalarValues::Real;',
            'assign y := x + 1;',
            'action def Loops {',
            "/* 'while' is outside the translated expressions — {JavaScript} while (true) {} */",
            'calc def Half {',
            'return y : ScalarValues::Real = x / 2;'
        ],
        [[], { o2: 'approximated' }]
    ),
    row(
        '7.1',
        'members of texts',
        `<packagedElement:OpaqueBehavior o1 "Text"><body>1</body><language>OCL</language><ownedAttribute:Property a1 "x"/><ownedOperation:Operation op "op"/><ownedRule:Constraint rr><specification:LiteralBoolean rs value="true"/></ownedRule:Constraint></packagedElement:OpaqueBehavior><packagedElement:Activity act "Act"><ownedAttribute:Port ap "port"/></packagedElement:Activity>`,
        [
            'action def Text {',
            '/* statements in OCL are not translated — {OCL} 1 */',
            "/* not migrated: Property 'x' — an OpaqueBehavior has no place for a Property */",
            "/* not migrated: Operation 'op' — an OpaqueBehavior has no place for an Operation */",
            '/* not migrated: Constraint (ID-rr) — an OpaqueBehavior has no place for a Constraint */',
            'action def Act {',
            "/* not migrated: Port 'port' — a behaviour owns no ports */"
        ],
        [[], { ap: 'unmapped', rr: 'unmapped', op: 'unmapped', a1: 'unmapped', o1: 'approximated' }]
    ),
    row(
        '7.1',
        'context of an activity',
        cls(
            'b',
            'B',
            `${scalar('x', 'level')}<ownedBehavior:Activity act "Set"><node:OpaqueAction n "n"><body>level = 3;</body><language>JavaScript</language></node:OpaqueAction></ownedBehavior:Activity>`
        ) + `<packagedElement:Activity out "Outer"><node:CallBehaviorAction c "c" behavior="act"/></packagedElement:Activity>`,
        [
            'attribute level : ScalarValues::Real;',
            'action def Set {',
            'in ref context : B;',
            'action n {',
            'assign context.level := 3;',
            'first start then n;',
            'metadata MigrationMetadata::SynthesizedName about context;',
            'action def Outer {',
            'action c : B::Set {',
            'in ref :>> context = this;',
            'first start then c;'
        ],
        [BLOCKS('b')]
    ),
    row(
        '7.2',
        'ends of flows',
        activity(
            `<node:InitialNode i/>${step('a')}${step('b')}<node:FlowFinalNode z/><node:MergeNode m "m"/><node:DecisionNode lost "lost"/>${edge('e1', 'i', 'a')}${edge('e2', 'a', 'b')}${edge('e3', 'b', 'z')}`
        ),
        ['action def Act {', 'action a;', 'action b;', 'first start then a;', 'first a then b;', 'first b then done;'],
        [[], { lost: 'skipped', m: 'skipped' }]
    ),
    row(
        '7.2',
        'several edges without control nodes',
        activity(
            `<node:InitialNode i/>${step('a')}${step('b')}${step('c')}${step('d')}${edge('e1', 'i', 'a')}${edge('e2', 'a', 'b')}${edge('e3', 'a', 'c')}${edge('e4', 'b', 'd')}${edge('e5', 'c', 'd')}`
        ),
        [
            'action def Act {',
            'action a;',
            "fork 'fork';",
            'action b;',
            'action c;',
            "join 'join';",
            'action d;',
            'first start then a;',
            "first a then 'fork';",
            "first 'fork' then b;",
            "first 'fork' then c;",
            "first 'join' then d;",
            "first b then 'join';",
            "first c then 'join';",
            "metadata MigrationMetadata::SynthesizedName about 'fork', 'join';",
            "metadata MigrationMetadata::StandIn about 'fork', 'join';"
        ],
        [[], { a: 'approximated', d: 'approximated' }]
    ),
    row(
        '7.2',
        'an end that several edges reach',
        activity(
            `<node:OpaqueAction a "a"/><node:OpaqueAction b "b"/><node:ActivityFinalNode z "end"/>${edge('e1', 'a', 'z')}${edge('e2', 'b', 'z')}`
        ),
        [
            "merge 'merge';",
            "action 'end' terminate;",
            "first 'merge' then 'end';",
            "first a then 'merge';",
            "first b then 'merge';",
            "metadata MigrationMetadata::StandIn about 'fork', 'merge';"
        ],
        [[]]
    ),
    row(
        '7.2',
        'calls of nothing, of what is outside, of a machine',
        '<packagedElement:StateMachine sm "M"/>' +
            activity(
                `<node:CallBehaviorAction c1 "stub">${input('argument', 'c1a', 'a')}${output('result', 'c1r', 'r')}</node:CallBehaviorAction><node:CallBehaviorAction c2 "far"><behavior href="o.xmi#zz9"/></node:CallBehaviorAction><node:CallBehaviorAction c3 "machine" behavior="sm"/><node:CallBehaviorAction c4 "leaf"/>`
            ),
        [
            'state def M;',
            'action def Act {',
            "fork 'fork';",
            'action stub {',
            'in a : ScalarValues::Real;',
            'out r : ScalarValues::Real[0..1];',
            'action far;',
            'action machine;',
            'action leaf;',
            "first start then 'fork';",
            "first 'fork' then stub;",
            "first 'fork' then far;",
            "first 'fork' then machine;",
            "first 'fork' then leaf;",
            "/* not migrated: CallBehaviorAction 'far' — the called element is not written: an action keeps its place */",
            "/* not migrated: CallBehaviorAction 'machine' — the called element is written as a state def: an action keeps its place */",
            "metadata MigrationMetadata::SynthesizedName about 'fork';",
            "metadata MigrationMetadata::StandIn about 'fork';"
        ],
        [[], { c2: 'unmapped', c3: 'unmapped', c1: 'approximated' }]
    ),
    row(
        '7.2',
        'more pins than parameters',
        `<packagedElement:Activity other "Other">${parameter('op', 'x')}</packagedElement:Activity>` +
            activity(
                `${number('n', '1')}<node:CallBehaviorAction c "c" behavior="other">${input('argument', 'c1', 'x')}${input('argument', 'c2', 'y')}</node:CallBehaviorAction>${object('o1', 'no', 'c2')}${object('o2', 'no', 'c1')}`
            ),
        [
            'action def Other {',
            'in x : ScalarValues::Real;',
            'action def Act {',
            'action n {',
            'out result : ScalarValues::Real = 1.0;',
            'action c : Other {',
            "/* not migrated: InputPin 'y' — 'Other' has no parameter for it */",
            'first start then n;',
            'first n then c;',
            'flow of ScalarValues::Real from n.result to c.x;'
        ],
        [[], { c2: 'unmapped' }]
    ),
    row(
        '7.2',
        'calls of operations',
        cls('v', 'Valve', `<ownedOperation:Operation op "Open">${parameter('oa', 'by')}</ownedOperation:Operation>`) +
            owned(
                `<group:ActivityPartition lane "lane" represents="vp" node="c1"/><node:CallOperationAction c1 "lane call" operation="op" inPartition="lane"/><node:CallOperationAction c2 "loose" operation="op"/><node:CallOperationAction c3 "outside"><operation href="o.xmi#zz9"/></node:CallOperationAction><node:CallBehaviorAction mk "mk">${output('result', 'mko', 'r', '<type xmi:idref="v"/>')}</node:CallBehaviorAction><node:CallOperationAction c4 "fed" operation="op"><target:InputPin t4 "target" type="v"/>${input('argument', 'a4', 'by')}</node:CallOperationAction>${object('o1', 'mko', 't4')}`,
                prop('vp', 'valve', 'v', COMPOSITE)
            ),
        [
            'abstract action def Open {',
            "in 'by' : ScalarValues::Real[0..1];",
            'action open : Open;',
            'part valve : Valve;',
            'action act {',
            "fork 'fork';",
            "perform action 'lane call' ::> valve.open;",
            'action loose : Valve::Open;',
            'action outside;',
            'action mk {',
            'out r : Valve[0..1];',
            'action fed : Valve::Open {',
            'in target : Valve;',
            "first start then 'fork';",
            "first 'fork' then 'lane call';",
            "first 'fork' then loose;",
            "first 'fork' then outside;",
            "first 'fork' then mk;",
            'succession flow of Valve from mk.r to fed.target;',
            'comment /* partition lane: represents valve; lane call */',
            "/* not migrated: CallOperationAction 'outside' — the operation is not written: an action keeps its place */",
            "metadata MigrationMetadata::SynthesizedName about 'fork';",
            "metadata MigrationMetadata::StandIn about 'fork';"
        ],
        [BLOCKS('v', 'b'), { c3: 'unmapped', mk: 'approximated', oa: 'approximated' }]
    ),
    row(
        '7.2',
        'starving call and action',
        `<packagedElement:Activity other "Other">${parameter('op', 'x')}</packagedElement:Activity>` +
            activity(
                `<node:InitialNode i/><node:CallBehaviorAction c "c" behavior="other">${input('argument', 'c1', 'x')}</node:CallBehaviorAction><node:OpaqueAction n "n">${input('inputValue', 'n1', 'v')}</node:OpaqueAction>${step('z')}${edge('e1', 'i', 'c')}${edge('e2', 'c', 'n')}${edge('e3', 'n', 'z')}`
            ),
        [
            'action def Other {',
            'in x : ScalarValues::Real[0..1];',
            'action def Act {',
            'action c : Other;',
            'action n {',
            'in v : ScalarValues::Real;',
            'action z;',
            'first start then c;'
        ],
        [[], { e2: 'approximated', e3: 'approximated', n: 'approximated', op: 'approximated' }]
    ),
    row(
        '7.2',
        'starving chain to a feature',
        cls(
            'b',
            'B',
            `${scalar('x', 'level')}<ownedBehavior:Activity act "Act">${parameter('pp', 'wanted')}<node:ActivityParameterNode pn parameter="pp"/><node:ReadSelfAction me "me"><result:OutputPin meo "result" type="b"/></node:ReadSelfAction><node:AddStructuralFeatureValueAction w "set" structuralFeature="x" isReplaceAll="true"><object:InputPin wo "object"/>${input('value', 'wv', 'value')}</node:AddStructuralFeatureValueAction>${object('o1', 'meo', 'wo')}${object('o2', 'pn', 'wv')}</ownedBehavior:Activity><ownedBehavior:Activity act2 "Main"><node:CallBehaviorAction c "c" behavior="act"><argument:InputPin ca "wanted">${REAL}</argument:InputPin></node:CallBehaviorAction></ownedBehavior:Activity>`
        ),
        [
            'attribute level : ScalarValues::Real;',
            'action act {',
            'in wanted : ScalarValues::Real[0..1];',
            'action me {',
            'out result : B = this;',
            'action set {',
            'in value : ScalarValues::Real[0..1];',
            'if value->SequenceFunctions::notEmpty() { assign level := value; }',
            'first start then me;',
            'first me then set;',
            'bind set.value = wanted;',
            'action main {',
            'perform action c ::> act;',
            'first start then c;'
        ],
        [BLOCKS('b'), { wv: 'approximated', pp: 'approximated' }]
    )
];
