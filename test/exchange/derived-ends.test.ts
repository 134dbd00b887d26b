/**
 * Named ends of connectors in documents with all derived properties (contract: conversion 13.2): what the body of the connector says of
 * them refers to them. Sparse graphs have their names (5.4).
 */
import { describe, expect, it } from 'vitest';
import { derivedOf, isReadAgain, type Json, proves } from './derived.js';
import { modelOf } from './models.js';

const TEXT = `package P {
    item def N;
    port def D {
        item n : N;
        out item o : N;
    }
    interface def W {
        end port p : D;
        end port q : ~D;
    }
    part def K {
        port l : D;
        port k : ~D;
        interface w : W connect p ::> l to q ::> k {
            interface inner connect a ::> p.n to b ::> q.n;
            interface connect p.n to q.n;
            bind p.n = q.n;
            flow from p.o to q.o;
            interface connect p to q;
        }
        connection c connect x ::> l to y ::> k {
            port z subsets x;
            attribute e = x.n;
        }
    }
}
`;

describe('of references to ends', () =>
    proves(TEXT, [
        ['P__K__w__inner_pend0_prs_pchain', { chainingFeature: 'P::K::w::p, P::D::n' }],
        ['P__K__w___403_pend0_prs', { referencedFeature: 'P::K::w::p' }],
        ['P__K__w___404_pend0_prs', { referencedFeature: 'P::K::w::p' }],
        ['P::K::c::z', { ownedSubsetting: 'P__K__c__z_ss0' }],
        ['P__K__c__z_ss0', { subsettedFeature: 'P::K::c::x' }],
        ['P::K::c::x', { input: '', output: 'P::D::o' }],
        ['P::K::c::y', { input: 'P::D::o', output: '' }]
    ]));

it('have the directed features of the ends that they refer to', () => {
    const elements = derivedOf(modelOf([{ content: TEXT }]), 'uuid');
    const withoutDirected = elements.filter(e => e.isEnd === true && !Object.hasOwn(e, 'directedFeature'));
    expect(withoutDirected.map(e => e['@type'])).toEqual([]);
});

it('leave no name that is not an element', () => {
    const names = (value: unknown): boolean =>
        Array.isArray(value) ? value.some(names) : typeof value === 'object' && value !== null && '@ref' in (value as Json);
    const elements = derivedOf(modelOf([{ content: TEXT }]), 'uuid');
    expect(elements.filter(e => Object.values(e).some(names)).map(e => e['@type'])).toEqual([]);
});

isReadAgain(TEXT, 'sysml', e => e.metaclass === 'FeatureChaining' || e.metaclass.endsWith('Subsetting') || e.base === 'node');
