/**
 * Types and domains with all derived properties where the metamodel has elements that no name leads to (contract: conversion 13.2):
 * conjugates, also of what specializes a feature that they type, and variants (SysML checkUsageVariationUsageTypeFeaturing).
 */
import { describe } from 'vitest';
import { proves } from './derived.js';

describe('of conjugated ports', () =>
    proves(
        `package P {
            port def D { in item i; port inner : ~E; }
            port def E { in item k; }
            part def Box { port c : ~D; port s :> c; port p : D; }
            port nested : D { port :>> inner; }
            part b : Box { port :>> c; }
            part a : Box;
            connect a.c to a.p;
        }`,
        [
            ['P::D::inner', { type: "P::E::'~E'", output: 'P::E::k' }],
            ['P::nested::inner', { type: "P::E::'~E'", portDefinition: "P::E::'~E'", output: 'P::E::k', input: '' }],
            ['P::Box::s', { type: "P::D::'~D'", output: 'P::D::i' }],
            ['P::b::c', { type: "P::D::'~D'" }],
            ['P::Box::p', { type: 'P::D', input: 'P::D::i' }],
            ['P___406_pend0', { type: "P::D::'~D'" }],
            ['P___406_pend1', { type: 'P::D' }]
        ]
    ));

describe('of variants', () =>
    proves(
        `package P {
            part def E;
            variation part def V { variant part a; variant part b : E; }
            part def W { variation part v : E { variant part c; } }
            enum def N { x; }
        }`,
        [
            ['P::V::a', { type: 'P::V', featuringType: '', owningType: null }],
            ['P::V::b', { featuringType: '' }],
            ['P::W::v::c', { type: 'P::E', featuringType: 'P__W_psnapshots, P::W', owningType: null }],
            ['P::N::x', { type: 'P::N', featuringType: '' }],
            ['P::V', { variant: 'P::V::a, P::V::b', ownedFeature: '' }]
        ]
    ));
