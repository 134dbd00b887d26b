/**
 * The parameters of actions in derived documents (SysML 8.2.2.17, 8.3.17): which elements own the arguments of statements, what their
 * derived properties name, what is inherited, and that such documents are read back.
 */
import { describe, expect, it } from 'vitest';
import { convertText, type Graph } from '../../src/exchange/index.js';
import { isFull, spread } from '../support/thorough.js';
import { derivedOf, type Json, proves } from './derived.js';
import { isDerived } from './full-documents.js';
import { graphOf, modelOf, readElements } from './models.js';

const CONTEXT = `package P {
    item def I; port p; part r { port q; }
    part def C { attribute x; part d { attribute y; part e { attribute z; } } ref list : C [*]; }
    action def A { in part c : C; attribute v;
        STATEMENT
    }
}`;

const modelWith = (statement: string) => modelOf([{ content: CONTEXT.replace('STATEMENT', statement) }]);

/** Elements by their ids. */
const byId = (elements: readonly Json[]): ReadonlyMap<string, Json> => new Map(elements.map(e => [e['@id'] as string, e]));
const idOf = (value: unknown): string | undefined => (value as Json | null | undefined)?.['@id'] as string | undefined;

/** What an element owns, by metaclasses: a parameter with its value behind `=`, or with what else it owns. */
function owned(element: Json, elements: ReadonlyMap<string, Json>): string[] {
    return (element.ownedRelationship as Json[]).map(ref => {
        const relationship = elements.get(idOf(ref)!)!;
        const [member = relationship.memberElement] = relationship.ownedRelatedElement as Json[];
        const part = elements.get(idOf(member) ?? '');
        const inner = part?.['@type'] === 'ReferenceUsage' ? owned(part, elements) : [];
        const words = [relationship['@type'], part?.['@type'], part?.declaredName, ...inner] as (string | null | undefined)[];
        return words
            .filter(word => typeof word === 'string')
            .join(' ')
            .replace('FeatureValue', '=');
    });
}

const EMPTY = 'ParameterMembership ReferenceUsage';
const REFERENCE = `${EMPTY} = FeatureReferenceExpression`;
const LITERAL = `${EMPTY} = LiteralInteger`;
const ACCESSED = 'FeatureMembership ReferenceUsage FeatureMembership ReferenceUsage';
const TRIGGER = `${EMPTY} = TriggerInvocationExpression`;
const BODY = 'ParameterMembership ActionUsage';
const CONDITION = 'ParameterMembership OperatorExpression';

/** A statement, and what the action owns. */
const STRUCTURES: readonly (readonly [statement: string, owned: readonly string[]])[] = [
    ['send 1 via p to r;', [LITERAL, REFERENCE, REFERENCE]],
    ['send 1 via p;', [LITERAL, REFERENCE]],
    ['send 1 to r;', [LITERAL, EMPTY, REFERENCE]],
    ['send 1;', [LITERAL]],
    ['action s send via p to r;', [EMPTY, REFERENCE, REFERENCE]],
    ['action s send;', []],
    ['action s send { in payload = v; }', ['FeatureMembership ReferenceUsage payload = FeatureReferenceExpression']],
    ['accept x : I;', ['ParameterMembership ReferenceUsage x FeatureTyping']],
    ['accept I via p;', ['ParameterMembership ReferenceUsage FeatureTyping', REFERENCE]],
    ['accept at v;', [TRIGGER]],
    ['accept after v via p;', [TRIGGER, REFERENCE]],
    ['accept when v > 1;', [TRIGGER]],
    ['assign v := 1;', [`${EMPTY} ${ACCESSED}`, 'Membership AttributeUsage v', LITERAL]],
    ['assign c.x := 1;', [`${REFERENCE} ${ACCESSED}`, 'Membership AttributeUsage x', LITERAL]],
    ['assign c.d.e.z := 1;', [`${REFERENCE} ${ACCESSED}`, 'OwningMembership Feature', LITERAL]],
    ['assign c.list#(1).d.y := 1;', [`${EMPTY} = IndexExpression ${ACCESSED}`, 'OwningMembership Feature', LITERAL]],
    ['assign c.list#(1) := 1;', [`${EMPTY} = IndexExpression ${ACCESSED}`, LITERAL]],
    ['assign gone.x := 1;', [`${REFERENCE} ${ACCESSED}`, 'Membership', LITERAL]],
    ['terminate c;', [REFERENCE]],
    ['terminate;', []],
    ['if v > 1 { } else { }', [CONDITION, BODY, BODY]],
    ['if v > 1 { } else if v > 2 { }', [CONDITION, BODY, 'ParameterMembership IfActionUsage']],
    ['while v > 1 { }', [CONDITION, BODY]],
    ['while v > 1 { } until v > 2;', [CONDITION, BODY, CONDITION]],
    ['loop { }', [EMPTY, BODY]],
    ['loop { } until v > 2;', [EMPTY, BODY, CONDITION]],
    ['for i in c.list { }', ['FeatureMembership ReferenceUsage i', `${EMPTY} = FeatureChainExpression`, BODY]]
];

describe('an action owns', () => {
    it.each(spread(STRUCTURES, 4))('%s', (statement, expected) => {
        const elements = byId(derivedOf(modelWith(statement)));
        const action = [...elements.values()].find(e => /^P__A__(?:_402|s)$/.test(e['@id'] as string))!;
        expect(owned(action, elements)).toEqual(expected);
    });
});

describe('parameters and arguments by place', () =>
    proves(
        `package P {
            item def I; port p; part r; attribute v;
            action def A {
                action s1 send 1 via p to r;
                action s2 send 2 to r { in item more; }
                action s3 :> s1;
                action s4 :> s2 { in item x; }
                action s5 send { in payload = v; in sender; in receiver = r; }
                action w1 accept x : I via p;
                action w2 accept at v via p;
                action w3 accept x : I = v;
                action w4 :> w1;
                action g1 assign k := 1;
                action g2 assign c.d.y := 1;
                in part c : C; ref k; part def C { part d { attribute y : ScalarValues::Integer; } }
                action t terminate r;
                action i if v > 1 { } else action e { }
                action l loop action b { } until v > 2;
                action w while v > 1 { }
                action f for k in (1, 2) action b { }
            }
            state def S { in port q;
                entry send 1 via q;
                state a; do action d accept I via q;
                transition t first a accept x : I via q do send x to r then a;
            }
        }`,
        [
            [
                'P::A::s1',
                {
                    payloadArgument: 'P__A__s1_ppayload',
                    senderArgument: 'P__A__s1_psender',
                    receiverArgument: 'P__A__s1_preceiver',
                    parameter: 'P::A::s1::payload, P::A::s1::sender, P::A::s1::receiver',
                    input: 'P::A::s1::payload, P::A::s1::sender, P::A::s1::receiver',
                    nestedReference: 'P::A::s1::payload, P::A::s1::sender, P::A::s1::receiver',
                    ownedFeatureMembership: 'P__A__s1_pin0_om, P__A__s1_pin1_om, P__A__s1_pin2_om'
                }
            ],
            [
                'P__A__s1_pin0',
                { type: 'Base::Anything', direction: 'in', owningType: 'P::A::s1', isComposite: false, ownedMember: 'P__A__s1_ppayload' }
            ],
            ['P__A__s1_pin2', { type: 'Occurrences::Occurrence' }],
            ['P__A__s1_ppayload', { owningNamespace: 'P::A::s1::payload', owningType: null, owningMembership: 'P__A__s1_ppayload_om' }],
            ['P__A__s1_ppayload_om', { featureWithValue: 'P::A::s1::payload', value: 'P__A__s1_ppayload', isDefault: false }],
            [
                'P::A::s2',
                {
                    senderArgument: null,
                    receiverArgument: 'P__A__s2_preceiver',
                    input: 'P::A::s2::payload, P::A::s2::sender, P::A::s2::receiver, P::A::s2::more'
                }
            ],
            ['P::A::s3', { input: 'P::A::s1::payload, P::A::s1::sender, P::A::s1::receiver' }],
            ['P::A::s4', { input: 'P::A::s4::x, P::A::s2::sender, P::A::s2::receiver, P::A::s2::more' }],
            [
                'P::A::s5',
                { payloadArgument: 'P__A__s5__payload_pvalue', senderArgument: null, receiverArgument: 'P__A__s5__receiver_pvalue' }
            ],
            ['P::A::w1', { payloadParameter: 'P::A::w1::x', payloadArgument: null, receiverArgument: 'P__A__w1_preceiverArgument' }],
            ['P::A::w2', { payloadArgument: 'P__A__w2_ppayload_pvalue', receiverArgument: 'P__A__w2_preceiverArgument' }],
            ['P__A__w2_ppayload_pvalue', { argument: 'P__A__w2_ppayload_pvalue_pa0', instantiatedType: 'Triggers::TriggerAt' }],
            ['P::A::w3', { payloadArgument: 'P__A__w3_ppayload_pvalue', receiverArgument: null }],
            ['P::A::w4', { input: 'P::A::w1::x, P::A::w1::receiver' }],
            [
                'P::A::g1',
                {
                    referent: 'P::A::k',
                    targetArgument: null,
                    valueExpression: 'P__A__g1_pvalue',
                    input: 'P::A::g1::target, P::A::g1::replacementValues'
                }
            ],
            [
                'P::A::g2',
                { referent: 'P__A__g2_preferent_pchain', targetArgument: 'P__A__g2_ptarget_pa0_pa0', valueExpression: 'P__A__g2_pvalue' }
            ],
            ['P__A__g2_preferent_pchain', { chainingFeature: 'P::A::C::d, P::A::C::d::y', owningNamespace: 'P::A::g2' }],
            ['P__A__g2_pin0', { type: 'Occurrences::Occurrence', ownedFeature: 'P__A__g2_pin0_pstartingAt' }],
            ['P__A__g2_pin0_pstartingAt', { type: 'Occurrences::Occurrence', owningType: 'P::A::g2::target' }],
            ['P__A__g2_pin0_pstartingAt_paccessedFeature', { type: 'ScalarValues::Integer', owningType: 'P__A__g2_pin0_pstartingAt' }],
            ['P::A::t', { terminatedOccurrenceArgument: 'P__A__t_pexpression', input: 'P::A::t::terminatedOccurrence' }],
            ['P::A::i', { ifArgument: 'P::A::i::ifTest', thenAction: 'P::A::i::thenClause', elseAction: 'P::A::i::e' }],
            ['P__A__i_pcondition', { owningType: 'P::A::i', direction: 'in' }],
            [
                'P::A::l',
                {
                    bodyAction: 'P::A::l::b',
                    untilArgument: 'P::A::l::untilTest',
                    input: 'P::A::l::whileTest, P::A::l::b, P::A::l::untilTest'
                }
            ],
            ['P::A::w', { whileArgument: 'P::A::w::whileTest', bodyAction: 'P::A::w::body', untilArgument: null }],
            [
                'P::A::f',
                {
                    loopVariable: 'P::A::f::k',
                    seqArgument: 'P__A__f_pcollection',
                    bodyAction: 'P::A::f::b',
                    input: 'P::A::f::seq, P::A::f::b'
                }
            ],
            ['P::S::t', { input: 'P::S::t::transitionLinkSource, P::S::t::x, States::StateTransitionAction::@3' }]
        ]
    ));

const STATEMENTS = `action s1 send 1 via p to r; send 1 to r.q; action s2 send via p; action s3 send { in payload = v; } action s4 :> s1 { in item x; }
        action a1 accept x : I via p; accept at v; accept when v > 1 via p { attribute k; } accept x : I = i;
        assign v := 1; assign c.x := 2 { first q; action q; } assign c.d.e.z := 3; assign c.list#(1).d.y := 4; assign c.list#(1) := c; assign gone := 1;
        terminate c; terminate; if v > 1 { terminate; } else if v > 2 { } else { send 1; }
        while v > 1 { } until v > 2; loop { } until v > 2; action l while v > 1 { }
        for i in c.list { send i to r; }
        calc k { c.list->collect { in y : C; assign y.d.y := 1; y } }
        state s { entry send 1 via p; do accept I via p; state a; transition first a accept x : I via p do send x to r then a; }`;

describe.each(spread(['qualified', 'uuid'] as const, 2, 1))('a derived document of actions, ids %s', idForm => {
    const model = modelWith(STATEMENTS);
    const derived = derivedOf(model, idForm);
    const notation = (elements: readonly Json[]): string => {
        const { content, error } = convertText({ name: 'd', content: JSON.stringify(elements), from: 'api-json' }, { to: 'sysml' }, d =>
            modelOf([d])
        );
        return content ?? error!;
    };
    const written = notation(derived);

    it.runIf(isFull)('is that of the notation that it is read as', () =>
        expect(derivedOf(modelOf([{ content: written }]), idForm)).toEqual(derived)
    );

    it('reads as the same elements as the plain form has', () => {
        const plain = graphOf(CONTEXT.replace('STATEMENT', STATEMENTS), 'sysml', { idForm });
        const ids = (graph: Graph): string[] => graph.elements.map(e => e.key).sort();
        expect(ids(readElements(JSON.stringify(derived)))).toEqual(ids(plain));
    });

    it.runIf(isFull)('needs no derived properties: arguments are found by their places', () => {
        const stored = derived.map(e => Object.fromEntries(Object.entries(e).filter(([key]) => !isDerived(key, e))));
        expect(notation(stored)).toBe(written);
    });
});

it('parameters without a value after those with a value do not change the notation', () => {
    const elements = derivedOf(modelWith('send 1; accept I;'));
    for (const [id, count] of [
        ['P__A___402', 2],
        ['P__A___403', 1]
    ] as const) {
        const action = elements.find(e => e['@id'] === id)!;
        for (let i = 0; i < count; i++) {
            const ref = (suffix: string): Json => ({ '@id': `${id}_empty${i}${suffix}` });
            (action.ownedRelationship as Json[]).push(ref('_om'));
            elements.push(
                { '@type': 'ParameterMembership', ...ref('_om'), owningRelatedElement: { '@id': id }, ownedRelatedElement: [ref('')] },
                { '@type': 'ReferenceUsage', ...ref(''), owningRelationship: ref('_om'), ownedRelationship: [], direction: 'in' }
            );
        }
    }
    const { content } = convertText({ name: 'd', content: JSON.stringify(elements), from: 'api-json' }, { to: 'sysml' }, d => modelOf([d]));
    expect(content).toContain('        send 1;\n        action accept I;\n');
});
