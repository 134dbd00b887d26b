// Further rows of 7.4 to 7.6: state machines, time, interactions.

import { BLOCKS, cls, opaque, prop, type Row, row, scalar } from './rows.js';

const state = (id: string, name: string, inner = ''): string => `<subvertex:State ${id} "${name}">${inner}</subvertex:State>`;
const pseudo = (id: string, name: string, kind: string): string => `<subvertex:Pseudostate ${id} "${name}" kind="${kind}"/>`;
const transition = (id: string, source: string, target: string, inner = '', more = ''): string =>
    `<transition:Transition ${id} source="${source}" target="${target}" ${more}>${inner}</transition:Transition>`;
const on = (id: string, event: string, more = ''): string => `<trigger:Trigger ${id} event="${event}" ${more}/>`;
const region = (id: string, inner: string, name = ''): string => `<region:Region ${id} "${name}">${inner}</region:Region>`;
const text = (role: string, id: string, body: string, more = ''): string =>
    `<${role}:OpaqueBehavior ${id} ${more}><body>${body}</body><language>JavaScript</language></${role}:OpaqueBehavior>`;
const guard = (id: string, body: string): string => `<guard:Constraint ${id}>${opaque('specification', `${id}s`, body)}</guard:Constraint>`;
const GO = `<packagedElement:Signal sg "Go">${scalar('sga', 'amount')}</packagedElement:Signal><packagedElement:SignalEvent se "go" signal="sg"/><packagedElement:Signal sh "Stop"/><packagedElement:SignalEvent sx "stop" signal="sh"/>`;
const TIMES =
    '<packagedElement:TimeEvent te "late" isRelative="true"><when:TimeExpression tx><expr:LiteralString tl value="5 s"/></when:TimeExpression></packagedElement:TimeEvent><packagedElement:TimeEvent ta "noon" isRelative="false"><when:TimeExpression ty><expr:LiteralString tm value="12:00"/></when:TimeExpression></packagedElement:TimeEvent><packagedElement:ChangeEvent ce><changeExpression:OpaqueExpression cx><body>level &gt; 3</body></changeExpression:OpaqueExpression></packagedElement:ChangeEvent><packagedElement:CallEvent cl/><packagedElement:AnyReceiveEvent an/>';
const block = (content: string, members = ''): string =>
    cls(
        'b',
        'Pump',
        `${scalar('lv', 'level')}${members}<ownedBehavior:StateMachine sm "Modes">${region('rg', content)}</ownedBehavior:StateMachine>`
    );
const ENTRY = `${pseudo('i', '', 'initial')}${transition('ti', 'i', 's1')}`;

export const MACHINES: readonly Row[] = [
    row(
        '7.4',
        'exhibited by its block',
        GO +
            cls(
                'b',
                'Pump',
                `<ownedBehavior:StateMachine sm "Modes">${region('rg', ENTRY + state('s1', 'A'))}</ownedBehavior:StateMachine>`
            ).replace('<packagedElement:Class b "Pump"', '<packagedElement:Class b "Pump" classifierBehavior="sm"'),
        ['attribute amount : ScalarValues::Real;', 'exhibit state modes : Modes;', 'state def Modes {', 'entry; then A;', 'state A;'],
        [BLOCKS('b'), { se: 'skipped', sx: 'skipped' }]
    ),
    row(
        '7.4',
        'regions without vertex, without initial',
        block(ENTRY + state('s1', 'A', region('q1', '') + region('q2', state('c', 'C')))),
        [
            'attribute level : ScalarValues::Real;',
            'state def Modes {',
            'entry; then A;',
            'state A {',
            'state C;',
            '/* no initial transition enters this region */'
        ],
        [BLOCKS('b'), { q1: 'skipped' }]
    ),
    row(
        '7.4',
        'composite state of one region',
        block(ENTRY + state('s1', 'A', region('q1', pseudo('i1', '', 'initial') + state('c', 'C') + transition('t1', 'i1', 'c')))),
        ['attribute level : ScalarValues::Real;', 'state def Modes {', 'entry; then A;', 'state A {', 'entry; then C;', 'state C;'],
        [BLOCKS('b')]
    ),
    row(
        '7.4',
        'submachine with connection points',
        GO +
            `<packagedElement:StateMachine sub "Sub"><connectionPoint:Pseudostate en "warm" kind="entryPoint"/><connectionPoint:Pseudostate ex "left" kind="exitPoint"/>${region('r2', pseudo('i2', '', 'initial') + state('u', 'U') + transition('t21', 'i2', 'u') + transition('t22', 'en', 'u') + transition('t23', 'u', 'ex', on('tr23', 'se')))}</packagedElement:StateMachine>` +
            block(
                `${pseudo('i', '', 'initial')}${transition('ti', 'i', 's0')}${state('s0', 'Off')}<subvertex:State s1 "Work" submachine="sub"><connection:ConnectionPointReference cr1 entry="en"/><connection:ConnectionPointReference cr2 exit="ex"/></subvertex:State>${transition('t1', 's0', 'cr1', on('tr1', 'se'))}${transition('t2', 'cr2', 's0')}`
            ),
        [
            'attribute amount : ScalarValues::Real;',
            'state def Sub {',
            'entry; then U;',
            'state warm;',
            'state left;',
            'state U;',
            'transition first warm then U;',
            'transition first U accept Go then left;',
            'attribute level : ScalarValues::Real;',
            'state def Modes {',
            'entry; then Off;',
            'state Off;',
            'state Work : Sub;',
            'transition first Off accept Go then Work.warm;',
            'transition first Work.left then Off;'
        ],
        [BLOCKS('b'), { sx: 'skipped' }]
    ),
    row(
        '7.4',
        'entry and exit points of a composite state',
        GO +
            block(
                `${pseudo('i', '', 'initial')}${transition('ti', 'i', 's0')}${state('s0', 'Off')}<subvertex:State s1 "Work"><connectionPoint:Pseudostate en "in1" kind="entryPoint"/><connectionPoint:Pseudostate ex "out1" kind="exitPoint"/>${region('q1', state('c', 'C') + state('d', 'D') + transition('t3', 'en', 'd') + transition('t4', 'd', 'ex', on('tr4', 'sx')))}</subvertex:State>${transition('t1', 's0', 'en', on('tr1', 'se'))}${transition('t2', 'ex', 's0')}`
            ),
        [
            'attribute amount : ScalarValues::Real;',
            'attribute level : ScalarValues::Real;',
            'state def Modes {',
            'entry; then Off;',
            'state Off;',
            'state Work {',
            '#StateMachines::junction state in1;',
            '#StateMachines::junction state out1;',
            'state C;',
            'state D;',
            'transition first in1 then D;',
            'transition first D accept Stop then out1;',
            '/* no initial transition enters this region */',
            'transition first Off accept Go then Work.in1;',
            'transition first Work.out1 then Off;'
        ],
        [BLOCKS('b')]
    ),
    row(
        '7.4',
        'forks and joins',
        GO +
            block(
                `${pseudo('i', '', 'initial')}${transition('ti', 'i', 's0')}${state('s0', 'Off')}${pseudo('f', 'f', 'fork')}${pseudo('j', 'j', 'join')}${state('s1', 'On', region('q1', state('l', 'L'), 'left') + region('q2', state('r', 'R'), 'right'))}${transition('t1', 's0', 'f', on('tr1', 'se'))}${transition('t2', 'f', 'l')}${transition('t3', 'f', 'r')}${transition('t4', 'l', 'j')}${transition('t5', 'r', 'j')}${transition('t6', 'j', 's0')}`
            ),
        [
            'attribute amount : ScalarValues::Real;',
            'attribute level : ScalarValues::Real;',
            'state def Modes {',
            'entry; then Off;',
            'state Off;',
            'fork f;',
            'join j;',
            'state On parallel {',
            'state left {',
            'state L;',
            '/* no initial transition enters this region */',
            'state right {',
            'state R;',
            'transition first Off accept Go then f;',
            'transition first f then On.left.L;',
            'transition first f then On.right.R;',
            'transition first On.left.L then j;',
            'transition first On.right.R then j;',
            'transition first j then Off;'
        ],
        [BLOCKS('b'), { sx: 'skipped' }]
    ),
    row(
        '7.4',
        'terminate, initial with a trigger',
        GO +
            block(
                `${pseudo('i', '', 'initial')}${transition('ti', 'i', 's1', on('tri', 'se'))}${state('s1', 'A')}${pseudo('x', 'x', 'terminate')}${transition('t1', 's1', 'x', on('tr1', 'sx'))}`
            ),
        [
            'attribute amount : ScalarValues::Real;',
            'attribute level : ScalarValues::Real;',
            'state def Modes {',
            'entry; then A;',
            'state A;',
            'transition first A accept Stop then done;',
            '/* not migrated: Trigger (ID-tri) — an initial transition has no trigger and no guard */'
        ],
        [BLOCKS('b'), { tri: 'unmapped', ti: 'approximated', x: 'approximated' }]
    ),
    row(
        '7.4',
        'several triggers, completion, names',
        GO +
            block(
                `${ENTRY}${state('s1', 'A')}${state('s2', 'B')}${transition('t1', 's1', 's2', on('tr1', 'se') + on('tr2', 'sx'), 'name="leave"')}${transition('t2', 's2', 's1')}`
            ),
        [
            'attribute amount : ScalarValues::Real;',
            'attribute level : ScalarValues::Real;',
            'state def Modes {',
            'entry; then A;',
            'state A;',
            'state B;',
            'transition leave first A accept Go then B;',
            "transition 'leave 2' first A accept Stop then B;",
            'transition first B then A;'
        ],
        [BLOCKS('b'), { t1: 'approximated' }]
    ),
    row(
        '7.4',
        'crossing levels',
        GO +
            block(
                `${ENTRY}${state('s1', 'Off')}${state('s2', 'Work', region('q', pseudo('i2', '', 'initial') + state('c', 'Run') + state('d', 'Rest') + transition('t3', 'i2', 'c')))}${transition('t1', 's1', 'd', on('tr1', 'se'))}${transition('t2', 'c', 's1', on('tr2', 'sx'))}`
            ),
        [
            'attribute amount : ScalarValues::Real;',
            'attribute level : ScalarValues::Real;',
            'state def Modes {',
            'entry; then Off;',
            'state Off;',
            'state Work {',
            'entry; then Run;',
            'state Run;',
            'state Rest;',
            'transition first Off accept Go then Work.Rest;',
            'transition first Work.Run accept Stop then Off;'
        ],
        [BLOCKS('b')]
    ),
    row(
        '7.4',
        'local and internal transitions',
        GO +
            block(
                `${ENTRY}${state('s1', 'A')}${state('s2', 'B', text('entry', 'en', 'level = 1;') + region('q', pseudo('i2', '', 'initial') + state('c', 'C') + transition('t9', 'i2', 'c')))}${transition('t1', 's1', 's1', on('tr1', 'se') + text('effect', 'f1', 'level = 2;'), 'kind="internal"')}${transition('t2', 's2', 's2', on('tr2', 'se') + text('effect', 'f2', 'level = 3;'), 'kind="internal"')}${transition('t3', 's2', 'c', on('tr3', 'sx'), 'kind="local"')}${transition('t4', 's1', 's1', text('effect', 'f4', 'level = 2;'), 'kind="internal"')}${transition('t5', 's1', 's2', on('tr5', 'sx'))}`
            ),
        [
            'attribute amount : ScalarValues::Real;',
            'attribute level : ScalarValues::Real;',
            'state def Modes {',
            'entry; then A;',
            'state A;',
            'state B {',
            'entry action { assign level := 1; } then C;',
            'state C;',
            'transition first A accept Go do action { assign level := 2; } then A;',
            'transition first B accept Go do action { assign level := 3; } then B;',
            'transition first B accept Stop then B.C;',
            'transition first A accept Stop then B;',
            '/* not migrated: Transition (ID-t4) — an internal transition without a trigger would leave and enter its state for ever */',
            '/* not migrated: OpaqueBehavior (ID-f4) — its owner is not written */'
        ],
        [BLOCKS('b'), { t4: 'unmapped', f4: 'unmapped', t2: 'approximated', t3: 'approximated' }]
    ),
    row(
        '7.4',
        'behaviours of states',
        GO +
            '<packagedElement:Activity out "Do it"/>' +
            block(
                `${ENTRY}<subvertex:State s1 "A">${text('entry', 'e1', 'level = 1;')}<doActivity:Activity d1 "work"><node:OpaqueAction dn "step"/></doActivity:Activity>${text('exit', 'x1', 'level = 0;')}</subvertex:State><subvertex:State s2 "B" doActivity="out"><entry:Activity e2/><exit:OpaqueBehavior x2><body>say goodbye</body><language>English</language></exit:OpaqueBehavior></subvertex:State>${transition('t1', 's1', 's2', on('tr1', 'se'))}`
            ),
        [
            'attribute amount : ScalarValues::Real;',
            "action def 'Do it';",
            'attribute level : ScalarValues::Real;',
            'state def Modes {',
            'entry; then A;',
            'state A {',
            'entry action { assign level := 1; }',
            'do action work {',
            "action 'step';",
            "first start then 'step';",
            'exit action { assign level := 0; }',
            'state B {',
            'entry action { }',
            "do action : 'Do it';",
            'exit action { /* statements in English are not translated — {English} say goodbye */ }',
            'transition first A accept Go then B;'
        ],
        [BLOCKS('b'), { x2: 'approximated', sx: 'skipped' }]
    ),
    row(
        '7.4',
        'effect with parameters',
        GO +
            block(
                `${ENTRY}${state('s1', 'A')}${state('s2', 'B')}${transition('t1', 's1', 's2', on('tr1', 'se') + `<effect:Activity ef "keep"><ownedParameter:Parameter ep "sig" type="sg"/><node:OpaqueAction en1 "set"><body>level = sig.amount;</body><language>JavaScript</language></node:OpaqueAction></effect:Activity>`)}${transition('t2', 's2', 's1', on('tr2', 'se') + guard('g2', 'amount &gt; 2') + text('effect', 'ef2', 'level = amount;'))}`
            ),
        [
            'attribute amount : ScalarValues::Real;',
            'attribute level : ScalarValues::Real;',
            'state def Modes {',
            'entry; then A;',
            'state A;',
            'state B;',
            'transition first A accept go : Go do action keep {',
            'in sig : Go = go;',
            'action set {',
            'assign level := sig.amount;',
            'first start then set;',
            '} then B;',
            "transition first B accept Go do action { /* the name 'amount' is not one of a feature in reach — {JavaScript} level = amount; */ } then A {",
            "/* not migrated: Constraint (ID-g2) — the guard 'amount > 2' is not translated: the name 'amount' is not one of a feature in reach */"
        ],
        [BLOCKS('b'), { g2: 'unmapped', t2: 'approximated', ef2: 'approximated', sx: 'skipped' }]
    ),
    row(
        '7.4',
        'events',
        GO +
            TIMES +
            block(
                `${ENTRY}${state('s1', 'A')}${state('s2', 'B')}${transition('t1', 's1', 's2', on('tr1', 'se', 'port="p"'))}${transition('t2', 's1', 's2', on('tr2', 'ce'))}${transition('t3', 's1', 's2', on('tr3', 'te'))}${transition('t4', 's1', 's2', on('tr4', 'ta'))}${transition('t5', 's1', 's2', on('tr5', 'cl'))}${transition('t6', 's1', 's2', on('tr6', 'an'))}`,
                '<ownedAttribute:Port p "p"/>'
            ),
        [
            'attribute amount : ScalarValues::Real;',
            '/* not migrated: CallEvent (ID-cl) — a CallEvent has no form */',
            '/* not migrated: AnyReceiveEvent (ID-an) — an AnyReceiveEvent has no form */',
            'attribute level : ScalarValues::Real;',
            'state def Modes {',
            'entry; then A;',
            'attribute noon : Time::TimeInstantValue;',
            'state A;',
            'state B;',
            'transition first A accept Go via p then B;',
            'transition first A accept when level > 3 then B;',
            'transition first A accept after 5.0 [SI::s] then B;',
            'transition first A accept at noon then B;',
            '/* not migrated: Transition (ID-t5) — none of its triggers is written, and without one it would fire at once */',
            '/* not migrated: Trigger (ID-tr5) — a CallEvent has no form */',
            '/* not migrated: Transition (ID-t6) — none of its triggers is written, and without one it would fire at once */',
            '/* not migrated: Trigger (ID-tr6) — an AnyReceiveEvent has no form */'
        ],
        [
            BLOCKS('b'),
            {
                tr2: 'approximated',
                an: 'unmapped',
                cl: 'unmapped',
                t5: 'unmapped',
                t6: 'unmapped',
                tr5: 'unmapped',
                tr6: 'unmapped',
                tr4: 'approximated',
                sx: 'skipped'
            }
        ]
    ),
    row(
        '7.4',
        'signal at ports',
        GO +
            cls('f', 'F', prop('fp', 'go', 'sg')) +
            block(
                `${ENTRY}${state('s1', 'A')}${state('s2', 'B')}${transition('t1', 's1', 's2', on('tr1', 'se'))}`,
                '<ownedAttribute:Port p "p" type="f"/>'
            ),
        [
            'attribute amount : ScalarValues::Real;',
            'in item go : Go;',
            'attribute level : ScalarValues::Real;',
            'port p : F;',
            'state def Modes {',
            'entry; then A;',
            'state A;',
            'state B;',
            'transition first A accept Go then B;',
            'transition first A accept Go via p then B;'
        ],
        [[...BLOCKS('b'), 'InterfaceBlock Class f', 'FlowProperty Property fp direction="in"'], { sx: 'skipped' }]
    ),
    row(
        '7.4',
        'deferred, invariant',
        GO +
            block(
                `${ENTRY}<subvertex:State s1 "A"><deferrableTrigger:Trigger dt event="se"/><stateInvariant:Constraint si>${opaque('specification', 'sis', 'level &gt; 0')}</stateInvariant:Constraint></subvertex:State>${state('s2', 'B')}${transition('t1', 's1', 's2', on('tr1', 'sx'))}${transition('t2', 's2', 's1', on('tr2', 'se'))}`
            ),
        [
            'attribute amount : ScalarValues::Real;',
            'attribute level : ScalarValues::Real;',
            'state def Modes {',
            'entry; then A;',
            'state A {',
            'do action buffer {',
            'first start then receive;',
            '#MigrationMetadata::DeferredKeeper action receive accept kept : Go;',
            'then action keep { assign deferred := SequenceFunctions::including(deferred, receive.kept); }',
            'then receive;',
            'exit action flush {',
            'for kept in deferred { send kept to self; }',
            'then action clear { assign deferred := (); }',
            'item deferred : Go[*] ordered;',
            '@MigrationMetadata::DeferredEvent { ref :>> signal : Go; }',
            '/* not migrated: Constraint (ID-si) — the invariant of a state has no form */',
            'state B;',
            'transition first A accept Stop then B;',
            'transition first B accept Go then A;'
        ],
        [BLOCKS('b'), { si: 'unmapped', dt: 'approximated' }]
    ),
    row(
        '7.4',
        'choice, junction, history with guards',
        GO +
            block(
                `${ENTRY}${state('s1', 'A')}${pseudo('c', 'c', 'choice')}${pseudo('k', 'k', 'junction')}${state('s2', 'B', region('q', pseudo('h', 'h', 'deepHistory') + pseudo('i2', '', 'initial') + state('d', 'D') + transition('t9', 'i2', 'd')))}${state('s3', 'C')}${transition('t1', 's1', 'c', on('tr1', 'se'))}${transition('t2', 'c', 'h', guard('g2', 'level &gt; 2'))}${transition('t3', 'c', 'k', '<guard:Constraint g3><specification:OpaqueExpression g3s><body>else</body></specification:OpaqueExpression></guard:Constraint>')}${transition('t4', 'k', 's3')}${transition('t5', 's3', 'h', on('tr5', 'sx'))}`
            ),
        [
            'attribute amount : ScalarValues::Real;',
            'attribute level : ScalarValues::Real;',
            'state def Modes {',
            'entry; then A;',
            'state A;',
            '#StateMachines::choice state c;',
            '#StateMachines::junction state k;',
            'state B {',
            'entry; then D;',
            '#StateMachines::deepHistory state h;',
            'state D;',
            'state C;',
            'transition first A accept Go then c;',
            'transition first c if level > 2 then B.h;',
            'transition first c if not (level > 2) then k;',
            'transition first k then C;',
            'transition first C accept Stop then B.h;'
        ],
        [BLOCKS('b')]
    ),
    row(
        '7.4',
        'protocol machine, port of a machine',
        GO +
            `<packagedElement:ProtocolStateMachine sm "Protocol">${region('rg', ENTRY + state('s1', 'A') + `<transition:ProtocolTransition t1 source="s1" target="s1">${on('tr1', 'se')}</transition:ProtocolTransition>`)}<ownedAttribute:Port p "p"/></packagedElement:ProtocolStateMachine>`,
        [
            'attribute amount : ScalarValues::Real;',
            'state def Protocol {',
            'entry; then A;',
            'state A;',
            'transition first A accept Go then A;',
            "/* not migrated: Port 'p' — a behaviour owns no ports */"
        ],
        [[], { p: 'unmapped', sm: 'approximated', sx: 'skipped' }]
    ),
    row(
        '7.4',
        'untranslated guard and effect',
        GO +
            block(
                `${ENTRY}${state('s1', 'A')}${state('s2', 'B')}${transition('t1', 's1', 's2', on('tr1', 'se') + '<guard:Constraint g><specification:OpaqueExpression gs><body>oclIsUndefined(x)</body><language>OCL</language></specification:OpaqueExpression></guard:Constraint>' + text('effect', 'ef', 'while (1) {}'))}`
            ),
        [
            'attribute amount : ScalarValues::Real;',
            'attribute level : ScalarValues::Real;',
            'state def Modes {',
            'entry; then A;',
            'state A;',
            'state B;',
            "transition first A accept Go do action { /* 'while' is outside the translated expressions — {JavaScript} while (1) {} */ } then B {",
            "/* not migrated: Constraint (ID-g) — the guard 'oclIsUndefined(x)' is not translated: text in OCL is not translated */"
        ],
        [BLOCKS('b'), { g: 'unmapped', t1: 'approximated', ef: 'approximated', sx: 'skipped' }]
    )
];
