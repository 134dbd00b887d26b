/**
 * Transitions with all derived properties (contract: conversion 13.2): what they own by the grammar (SysML 8.2.2.17.8, 8.2.2.18.3), and
 * that documents which have them so are read.
 */
import { describe, expect, it } from 'vitest';
import { convertText } from '../../src/exchange/index.js';
import { spread } from '../support/thorough.js';
import { derivedOf, isReadAgain, type Json, proves } from './derived.js';
import { modelOf } from './models.js';

const TEXT = `package P {
    action def Act {
        action a;
        action c;
        first a if true then c;
        succession s first a if true then c;
        transition t first a if true then c;
        decide d;
        if true then a;
        else c;
    }
    state def S {
        state a {
            state e;
        }
        state b;
        transition u first a accept x : T if true do action g then b;
        transition first a if true then b;
        transition first a.e then b;
    }
    state def V {
        transition first start accept T then done;
    }
    item def T;
}
`;

describe('of transitions', () =>
    proves(TEXT, [
        [
            'P__Act___402',
            { ownedRelationship: 'P__Act___402_psource, P__Act___402_pguard_om, P__Act___402_psuccession_om', source: 'P::Act::a' }
        ],
        ['P::Act::s', { ownedFeature: 'P__Act__s_pguard', guardExpression: 'P__Act__s_pguard' }],
        ['P::Act::t', { ownedMember: 'P::Act::t::transitionLinkSource, P__Act__t_pguard, P__Act__t_psuccession' }],
        [
            'P::S::u',
            {
                ownedMember:
                    'P::S::u::transitionLinkSource, P::S::u::x, P::S::u::accepter, P__S__u_pguard, P::S::u::g, P__S__u_psuccession',
                triggerAction: 'P::S::u::accepter',
                effectAction: 'P::S::u::g'
            }
        ],
        ['P__S__u_psuccession', { sourceFeature: 'P::S::a', targetFeature: 'P::S::b', relatedFeature: 'P::S::a, P::S::b' }],
        ['P__Act__s_psuccession', { source: 'P::Act::a', target: 'P::Act::c' }],
        ['P__S__u_pin0', { type: 'States::StateAction' }],
        ['P__S__u_pin1', { type: 'P::T' }]
    ]));

it('inherit no parameter that they have themselves', () => {
    const elements = derivedOf(modelOf([{ content: TEXT }]));
    const inherited = (id: string): string[] =>
        (elements.find(e => e['@id'] === id)!.inheritedFeature as Json[])
            .map(f => elements.find(e => e['@id'] === f['@id'])!.qualifiedName as string)
            .filter(name => /::(?:transitionLinkSource|payload)$/.test(name));
    expect(inherited('P__S__u')).toEqual([]);
    expect(inherited('P__Act__s')).toEqual(['Actions::TransitionAction::transitionLinkSource', ...inherited('P__Act__t')]);
});

isReadAgain(TEXT, 'sysml', e => e.metaclass === 'TransitionUsage' || e.base === 'node');

/** What stands in the body of a transition behind its trigger and effect. */
const BODIES = [
    '/* note */',
    'doc /* d */',
    '@M;',
    '@M; attribute y;',
    'alias al for q;',
    'private import X::*;',
    'dependency a to b;',
    'action w;'
];

const HEADS = ['first a accept S then b', 'first a do action e then b', 'first a then b', 'first a accept S if true do action e then b'];

it.each(
    spread(
        HEADS.map((head, i) => [head, (['qualified', 'uuid'] as const)[i % 2]] as const),
        4,
        2
    )
)('%s: any member of its body is read again, ids %s', (head, idForm) => {
    const bodies = BODIES.map(body => `transition ${head} { ${body} }`).join('\n');
    const content = `package P { attribute def S; attribute q; metadata def M; package X; state def D { state a; state b;\n${bodies} } }`;
    const elements = derivedOf(modelOf([{ content }]), idForm);
    const document = { name: 'd', content: JSON.stringify(elements), from: 'api-json' } as const;
    const { content: notation = '' } = convertText(document, { to: 'sysml' }, d => modelOf([d]));
    expect(derivedOf(modelOf([{ content: notation }]), idForm)).toEqual(elements);
});
