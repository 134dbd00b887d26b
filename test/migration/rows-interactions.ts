// Further rows of 7.5 and 7.6: interactions, time.

import { BLOCKS, cls, COMPOSITE, opaque, prop, type Row, row, scalar } from './rows.js';

const occurrence = (id: string, line: string, message: string): string =>
    `<fragment:MessageOccurrenceSpecification ${id} covered="${line}" message="${message}"/>`;
const message = (id: string, name: string, ends: readonly [string, string], more: string, inner = ''): string =>
    `<message:Message ${id} "${name}" sendEvent="${ends[0]}" receiveEvent="${ends[1]}" ${more}>${inner}</message:Message>`;
const both = (id: string, from = 'l1', to = 'l2'): string => occurrence(`${id}s`, from, id) + occurrence(`${id}r`, to, id);
const operand = (id: string, guard: string, inner: string): string =>
    `<operand:InteractionOperand ${id}>${guard}${inner}</operand:InteractionOperand>`;
const when = (id: string, text: string): string =>
    `<guard:InteractionConstraint ${id}>${opaque('specification', `${id}s`, text)}</guard:InteractionConstraint>`;
const combined = (id: string, operator: string, inner: string): string =>
    `<fragment:CombinedFragment ${id} interactionOperator="${operator}">${inner}</fragment:CombinedFragment>`;
const signal = (id: string, sort = 'asynchSignal'): string => message(id, id, [`${id}s`, `${id}r`], `messageSort="${sort}" signature="sg"`);
/** A block with two parts that talk. */
const talk = (fragments: string, messages: string, more = ''): string =>
    `<packagedElement:Signal sg "Go"/>${cls('a', 'A', `${scalar('lv', 'level')}<ownedOperation:Operation op "Open"><ownedParameter:Parameter opp "by" type="a"/></ownedOperation:Operation>`)}${cls(
        'b',
        'B',
        `${prop('x', 'left', 'a', COMPOSITE)}${prop('y', 'right', 'a', COMPOSITE)}${scalar('tl', 'total')}<ownedBehavior:Interaction n "Talk"><lifeline:Lifeline l1 "left" represents="x"/><lifeline:Lifeline l2 "right" represents="y"/>${fragments}${messages}${more}</ownedBehavior:Interaction>`
    )}`;

export const INTERACTIONS: readonly Row[] = [
    row(
        '7.6',
        'signals in order',
        talk(both('m1') + both('m2', 'l2', 'l1'), signal('m1') + signal('m2')),
        [
            'attribute level : ScalarValues::Real;',
            'abstract action def Open {',
            "in 'by' : A;",
            'action open : Open;',
            'part left : A;',
            'part right : A;',
            'attribute total : ScalarValues::Real;',
            'action def Talk {',
            'in ref context : B;',
            'action m1 send new Go() to context.right;',
            'action m2 send new Go() to context.left;',
            'first start then m1;',
            'first m1 then m2;',
            'metadata MigrationMetadata::SynthesizedName about context;'
        ],
        [BLOCKS('a', 'b'), { n: 'approximated' }]
    ),
    row(
        '7.6',
        'the owner of the interaction as a lifeline',
        talk(
            both('m1', 'l3', 'l2') + both('m2', 'l2', 'l3'),
            signal('m1') + signal('m2'),
            '<ownedAttribute:Property sf "it" type="b"/><lifeline:Lifeline l3 "it" represents="sf"/>'
        ),
        ['in ref context : B;', 'action m1 send new Go() to context.right;', 'action m2 send new Go() to context;', 'first m1 then m2;'],
        [BLOCKS('a', 'b'), { n: 'approximated' }]
    ),
    row(
        '7.6',
        'two lifelines of the type of the owner',
        talk(
            both('m1', 'l3', 'l4'),
            signal('m1'),
            '<ownedAttribute:Property sf "it" type="b"/><lifeline:Lifeline l3 "it" represents="sf"/><ownedAttribute:Property ot "other" type="b"/><lifeline:Lifeline l4 "other" represents="ot"/>'
        ),
        ['occurrence def Talk {', 'ref part it : B;', 'ref part other : B;', 'message m1 of Go from it to other;'],
        [BLOCKS('a', 'b'), { n: 'approximated', m1: 'approximated' }]
    ),
    row(
        '7.6',
        'calls and replies',
        talk(
            both('m1') + both('m2', 'l2', 'l1'),
            message('m1', 'open', ['m1s', 'm1r'], 'messageSort="synchCall" signature="op"') +
                message('m2', '', ['m2s', 'm2r'], 'messageSort="reply" signature="op"')
        ),
        [
            'attribute level : ScalarValues::Real;',
            'abstract action def Open {',
            "in 'by' : A;",
            'action open : Open;',
            'part left : A;',
            'part right : A;',
            'attribute total : ScalarValues::Real;',
            'action def Talk {',
            'in ref context : B;',
            'perform action open : A::Open ::> context.right.open;',
            'first start then open;',
            'metadata MigrationMetadata::SynthesizedName about context;'
        ],
        [BLOCKS('a', 'b'), { n: 'approximated' }]
    ),
    row(
        '7.6',
        'created, ended, of no signal',
        talk(
            both('m1') + both('m2') + both('m3'),
            signal('m1', 'createMessage') +
                signal('m2', 'deleteMessage') +
                message('m3', 'say', ['m3s', 'm3r'], 'messageSort="asynchSignal"')
        ),
        [
            'attribute level : ScalarValues::Real;',
            'abstract action def Open {',
            "in 'by' : A;",
            'action open : Open;',
            'part left : A;',
            'part right : A;',
            'attribute total : ScalarValues::Real;',
            'action def Talk {',
            'in ref context : B;',
            "/* not migrated: Message 'm1' — objects are neither made nor ended by a message */",
            "/* not migrated: Message 'm2' — objects are neither made nor ended by a message */",
            "/* not migrated: Message 'say' — it names no signal and no operation */",
            'metadata MigrationMetadata::SynthesizedName about context;'
        ],
        [BLOCKS('a', 'b'), { m1: 'unmapped', m2: 'unmapped', m3: 'unmapped', n: 'approximated' }]
    ),
    row(
        '7.6',
        'alternatives and options',
        talk(
            combined(
                'c',
                'alt',
                operand('o1', when('g1', 'total &gt; 3'), both('m1')) + operand('o2', when('g2', 'else'), both('m2', 'l2', 'l1'))
            ) + combined('d', 'opt', operand('o3', when('g3', 'left.level &gt; 1'), both('m3'))),
            signal('m1') + signal('m2') + signal('m3')
        ),
        [
            'attribute level : ScalarValues::Real;',
            'abstract action def Open {',
            "in 'by' : A;",
            'action open : Open;',
            'part left : A;',
            'part right : A;',
            'attribute total : ScalarValues::Real;',
            'action def Talk {',
            'in ref context : B;',
            'action alt if context.total > 3 {',
            'action m1 send new Go() to context.right;',
            'first start then m1;',
            '} else {',
            'action m2 send new Go() to context.left;',
            'first start then m2;',
            'action opt if context.left.level > 1 {',
            'action m3 send new Go() to context.right;',
            'first start then m3;',
            'first start then alt;',
            'first alt then opt;',
            'metadata MigrationMetadata::SynthesizedName about context, alt, opt;'
        ],
        [BLOCKS('a', 'b'), { n: 'approximated' }]
    ),
    row(
        '7.6',
        'annotations of fragments, which have no body of their own',
        talk(
            combined(
                'c',
                'opt',
                `<ownedComment:Comment k body="In winter only."><annotatedElement xmi:idref="c"/></ownedComment:Comment>${operand('o1', when('g1', 'total &gt; 3'), both('m1'))}`
            ),
            signal('m1')
        ),
        [
            'action opt if context.total > 3 {',
            'first start then opt;',
            'comment about opt /* In winter only. */',
            'metadata MigrationMetadata::AppliedStereotype about opt { stereotype = "Rate"; profile = "http://plant.example/p"; }'
        ],
        [[...BLOCKS('a', 'b'), '<p:Rate xmlns:p="http://plant.example/p" xmi:id="p1" base_CombinedFragment="c"/>'], { n: 'approximated' }]
    ),
    row(
        '7.6',
        'loops',
        talk(
            combined('c', 'loop', operand('o1', when('g1', 'total &gt; 3'), both('m1'))) +
                combined(
                    'd',
                    'loop',
                    operand(
                        'o2',
                        '<guard:InteractionConstraint g2><maxint:LiteralInteger g2m value="3"/></guard:InteractionConstraint>',
                        both('m2')
                    )
                ),
            signal('m1') + signal('m2')
        ),
        [
            'attribute level : ScalarValues::Real;',
            'abstract action def Open {',
            "in 'by' : A;",
            'action open : Open;',
            'part left : A;',
            'part right : A;',
            'attribute total : ScalarValues::Real;',
            'action def Talk {',
            'in ref context : B;',
            'action repeat while context.total > 3 {',
            'action m1 send new Go() to context.right;',
            'first start then m1;',
            "action 'repeat 2' for i in 1..3 {",
            'action m2 send new Go() to context.right;',
            'first start then m2;',
            'first start then repeat;',
            "first repeat then 'repeat 2';",
            "metadata MigrationMetadata::SynthesizedName about context, repeat, 'repeat 2';"
        ],
        [BLOCKS('a', 'b'), { n: 'approximated' }]
    ),
    row(
        '7.6',
        'parallel, strict',
        talk(
            both('m0') +
                combined('c', 'par', operand('o1', '', both('m1')) + operand('o2', '', both('m2', 'l2', 'l1'))) +
                combined('d', 'strict', operand('o3', '', both('m3') + both('m4'))),
            ['m0', 'm1', 'm2', 'm3', 'm4'].map(m => signal(m)).join('')
        ),
        [
            'attribute level : ScalarValues::Real;',
            'abstract action def Open {',
            "in 'by' : A;",
            'action open : Open;',
            'part left : A;',
            'part right : A;',
            'attribute total : ScalarValues::Real;',
            'action def Talk {',
            'in ref context : B;',
            'action m0 send new Go() to context.right;',
            "fork 'fork';",
            "join 'join';",
            'action branch {',
            'action m1 send new Go() to context.right;',
            'first start then m1;',
            "action 'branch 2' {",
            'action m2 send new Go() to context.left;',
            'first start then m2;',
            'action m3 send new Go() to context.right;',
            'action m4 send new Go() to context.right;',
            'first start then m0;',
            "first m0 then 'fork';",
            "first 'fork' then branch;",
            "first branch then 'join';",
            "first 'fork' then 'branch 2';",
            "first 'branch 2' then 'join';",
            "first 'join' then m3;",
            'first m3 then m4;',
            "metadata MigrationMetadata::SynthesizedName about context, 'fork', 'join', branch, 'branch 2';"
        ],
        [BLOCKS('a', 'b'), { n: 'approximated' }]
    ),
    row(
        '7.6',
        'other operators, guards that do not resolve',
        talk(combined('c', 'break', operand('o1', '', both('m1'))), signal('m1')) +
            '<packagedElement:Class w "W"><ownedAttribute:Property wx "one" type="b" aggregation="composite"/><ownedBehavior:Interaction wn "Guarded"><lifeline:Lifeline wl represents="wx"/><fragment:CombinedFragment wc interactionOperator="opt"><operand:InteractionOperand wo><guard:InteractionConstraint wg><specification:OpaqueExpression wgs><body>the moon is full</body></specification:OpaqueExpression></guard:InteractionConstraint><fragment:MessageOccurrenceSpecification wm1 covered="wl" message="wm"/><fragment:MessageOccurrenceSpecification wm2 covered="wl" message="wm"/></operand:InteractionOperand></fragment:CombinedFragment><message:Message wm "ask" sendEvent="wm1" receiveEvent="wm2" messageSort="asynchSignal" signature="sg"/></ownedBehavior:Interaction></packagedElement:Class>',
        [
            'attribute level : ScalarValues::Real;',
            'abstract action def Open {',
            "in 'by' : A;",
            'action open : Open;',
            'part left : A;',
            'part right : A;',
            'attribute total : ScalarValues::Real;',
            'ref part left : A;',
            'ref part right : A;',
            'comment about m1 /* break, operand 1 */',
            'message m1 of Go from left to right;',
            'part one : B;',
            'ref part one : B;',
            'comment about ask /* opt, operand 1 if the moon is full */',
            'message ask of Go from one to one;'
        ],
        [
            BLOCKS('a', 'b', 'w'),
            {
                n: 'approximated',
                c: 'approximated',
                o1: 'approximated',
                m1: 'approximated',
                wn: 'approximated',
                wc: 'approximated',
                wo: 'approximated',
                wg: 'approximated',
                wm: 'approximated'
            }
        ]
    ),
    row(
        '7.6',
        'uses, invariants, waits',
        talk(
            both('m1') +
                '<fragment:StateInvariant si "full"><invariant:Constraint sic><specification:OpaqueExpression sis><body>total &gt; 0</body></specification:OpaqueExpression></invariant:Constraint></fragment:StateInvariant>' +
                both('m2'),
            signal('m1') + signal('m2'),
            '<ownedRule:DurationConstraint dc constrainedElement="m1r m2s"><specification:DurationInterval di min="dmin" max="dmax"/></ownedRule:DurationConstraint>'
        ).replace(
            '</ownedBehavior:Interaction>',
            '</ownedBehavior:Interaction><ownedBehavior:Interaction n2 "Again"><lifeline:Lifeline k1 represents="x"/><lifeline:Lifeline k2 represents="y"/><fragment:InteractionUse iu refersTo="n"/><fragment:MessageOccurrenceSpecification q1 covered="k1" message="q"/><fragment:MessageOccurrenceSpecification q2 covered="k2" message="q"/><message:Message q "more" sendEvent="q1" receiveEvent="q2" messageSort="asynchSignal" signature="sg"/></ownedBehavior:Interaction>'
        ) +
            '<packagedElement:Duration dmin><expr:LiteralString de1 value="2 s"/></packagedElement:Duration><packagedElement:Duration dmax><expr:LiteralString de2 value="2 s"/></packagedElement:Duration>',
        [
            'attribute level : ScalarValues::Real;',
            'abstract action def Open {',
            "in 'by' : A;",
            'action open : Open;',
            'part left : A;',
            'part right : A;',
            'attribute total : ScalarValues::Real;',
            'action def Talk {',
            'in ref context : B;',
            'action m1 send new Go() to context.right;',
            'assert constraint full {',
            'context.total > 0',
            'action wait accept after 2.0 [SI::s];',
            'action m2 send new Go() to context.right;',
            'first start then m1;',
            'first m1 then wait;',
            'first wait then m2;',
            'metadata MigrationMetadata::SynthesizedName about context, wait;',
            'action def Again {',
            'action talk : Talk {',
            'in ref :>> context = Again::context;',
            'action more send new Go() to context.right;',
            'first start then talk;',
            'first talk then more;',
            'metadata MigrationMetadata::SynthesizedName about context, talk;'
        ],
        [BLOCKS('a', 'b'), { n2: 'approximated', n: 'approximated', dc: 'approximated' }]
    ),
    row(
        '7.6',
        'without messages, without lifelines of parts, of no block',
        cls(
            'b',
            'B',
            '<ownedBehavior:Interaction n1 "Silent"/><ownedBehavior:Interaction n2 "Nobody"><lifeline:Lifeline l1 "someone"/><fragment:MessageOccurrenceSpecification o1 covered="l1" message="m"/><message:Message m "hm" receiveEvent="o1"/></ownedBehavior:Interaction>'
        ) + '<packagedElement:Interaction n3 "Free"/>',
        [
            'ref occurrence someone;',
            "/* not migrated: Interaction 'Silent' — the interaction has no messages */",
            "/* not migrated: Interaction 'Free' — the interaction has no messages */"
        ],
        [BLOCKS('b'), { n1: 'unmapped', n3: 'unmapped', n2: 'approximated', m: 'approximated', l1: 'approximated' }]
    ),
    row(
        '7.6',
        'gates, continuations and decomposition',
        talk(
            combined(
                'cf',
                'alt',
                '<cfragmentGate:Gate g "g"/>' + operand('o', '', both('m1') + '<fragment:Continuation co "ready" setting="true"/>')
            ) + '<fragment:PartDecomposition pd "inside" covered="l1"/>',
            signal('m1')
        ),
        [
            'action alt if true {',
            'action m1 send new Go() to context.right;',
            "/* not migrated: Continuation 'ready' — a label at which operands of alternatives continue has no form */",
            "/* not migrated: PartDecomposition 'inside' — what happens within a lifeline is an interaction of its own */"
        ],
        [BLOCKS('a', 'b'), { n: 'approximated', g: 'approximated', co: 'unmapped', pd: 'unmapped' }]
    ),
    row(
        '7.6',
        'test case',
        talk(both('m1'), signal('m1')) + cls('r', 'R') + '<packagedElement:Abstraction v client="n" supplier="r"/>',
        [
            'attribute level : ScalarValues::Real;',
            'abstract action def Open {',
            "in 'by' : A;",
            'action open : Open;',
            'part left : A;',
            'part right : A;',
            'attribute total : ScalarValues::Real;',
            'verification def Talk {',
            'subject context : B;',
            "objective 'objective' {",
            'verify requirement :> R;',
            'action m1 send new Go() to context.right;',
            'first start then m1;',
            'metadata MigrationMetadata::SynthesizedName about context;'
        ],
        [[...BLOCKS('a', 'b'), 'TestCase Behavior n', 'Requirement Class r', 'Verify Abstraction v'], { n: 'approximated' }]
    )
];
