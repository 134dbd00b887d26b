/** Which types features apply to, who can access whom, directions and variability (KerML 8.3.3.3, SysML `Usage::mayTimeVary`) as tables. */
import { describe, expect, test } from 'vitest';
import {
    allFeaturingTypesOf,
    allRedefinedFeaturesOf,
    canAccess,
    chainingFeaturesOf,
    directionWithin,
    featuringTypesOf,
    isFeaturedWithin,
    isVariable
} from '../../../src/language/semantics/featuring.js';
import { elementAt, modelOf, told } from '../../support/elements.js';

const QUESTIONS = {
    featuring: featuringTypesOf,
    all: allFeaturingTypesOf,
    redefined: allRedefinedFeaturesOf,
    chaining: chainingFeaturesOf
};

const SYSML = modelOf(`package P {
    part top { part inner { attribute deep; } }
    part def A { attribute x; part w { port p : Plug; } action run { action step; } action other; ref action seen; timeslice part half; }
    part def B :> A { :>> x; part w2 :>> w; }
    port def Plug { in item i; out item o; inout item io; item plain; }
    port def Big :> Plug; port def Twice :> Big { in item j; }
    port straight : Plug; port turned : ~Plug; port again : ~Twice;
    port def Apart; port beside : Apart, ~Plug;
    part holder { port conj : ~Big; part sub { port nested : ~Plug; } }
    attribute def Data { attribute v; } constraint def K { in a; }
    item def Thing; item thing : Thing { attribute colour; }
}`);

const KERML = modelOf(
    `package K {
        class A { feature f; var feature v; const feature c; portion feature p; derived feature d; feature g2; }
        class B { feature g; }
        feature free; feature bound : A featured by A; feature both featured by A, B;
        feature chained chains bound.g2;
        class Late :> A { feature f2 redefines f; }
    }`,
    'kerml'
);

describe('featuring', () => {
    test.each<[element: string, question: keyof typeof QUESTIONS, answer: string[]]>([
        ['P::top', 'featuring', []],
        ['P::top::inner', 'featuring', ['P::top']],
        ['P::top::inner::deep', 'all', ['P::top::inner', 'P::top']],
        ['P::A::x', 'featuring', ['P::A']],
        ['P::A::w::p', 'all', ['P::A::w', 'P::A']],
        ['P::B::w2', 'redefined', ['P::A::w']],
        ['P::thing::colour', 'featuring', ['P::thing']]
    ])('%s: %s', (element, question, answer) => {
        expect([...QUESTIONS[question](elementAt(SYSML, element))].map(told)).toEqual(answer);
    });

    test.each<[element: string, question: keyof typeof QUESTIONS, answer: string[]]>([
        ['K::free', 'featuring', []],
        ['K::bound', 'featuring', ['K::A']],
        ['K::both', 'featuring', ['K::A', 'K::B']],
        ['K::chained', 'chaining', ['K::bound', 'K::A::g2']],
        ['K::chained', 'featuring', ['K::A']],
        ['K::Late::f2', 'redefined', ['K::A::f']],
        ['K::A::f', 'redefined', []]
    ])('%s: %s', (element, question, answer) => {
        expect([...QUESTIONS[question](elementAt(KERML, element))].map(told)).toEqual(answer);
    });

    test.each<[feature: string, type: string | undefined, within: boolean]>([
        ['P::top', undefined, true],
        ['P::top::inner', undefined, false],
        ['P::A::x', 'P::A', true],
        ['P::A::x', 'P::B', true],
        ['P::B::w2', 'P::A', false],
        ['P::A::w::p', 'P::A', false],
        ['P::A::w::p', 'P::B::w2', true]
    ])('%s applies to %s: %s', (feature, type, within) => {
        expect(isFeaturedWithin(elementAt(SYSML, feature), type === undefined ? undefined : elementAt(SYSML, type))).toBe(within);
    });

    test.each<[feature: string, other: string, can: boolean]>([
        ['P::A::run::step', 'P::A::x', true],
        ['P::A::run::step', 'P::A::run', true],
        ['P::A::x', 'P::A::w', true],
        ['P::A::x', 'P::A::w::p', false],
        ['P::B::w2', 'P::A::x', true],
        ['P::A::w', 'P::B::w2', false],
        ['P::top::inner', 'P::top', true],
        ['P::top', 'P::top::inner', false]
    ])('%s can access %s: %s', (feature, other, can) => {
        expect(canAccess(elementAt(SYSML, feature), elementAt(SYSML, other))).toBe(can);
    });

    test.each<[type: string, feature: string, direction: string | undefined]>([
        ['P::Plug', 'P::Plug::i', 'in'],
        ['P::Big', 'P::Plug::o', 'out'],
        ['P::straight', 'P::Plug::i', 'in'],
        ['P::turned', 'P::Plug::i', 'out'],
        ['P::turned', 'P::Plug::o', 'in'],
        ['P::turned', 'P::Plug::io', 'inout'],
        ['P::turned', 'P::Plug::plain', undefined],
        ['P::again', 'P::Plug::i', 'out'],
        ['P::again', 'P::Twice::j', 'out'],
        ['P::beside', 'P::Plug::i', 'out'],
        ['P::holder::conj', 'P::Plug::o', 'in'],
        ['P::holder::sub::nested', 'P::Plug::i', 'out'],
        ['P::straight', 'P::A::x', undefined]
    ])('within %s the direction of %s is %s', (type, feature, direction) => {
        expect(directionWithin(elementAt(SYSML, type), elementAt(SYSML, feature))).toBe(direction);
    });

    test.each<[feature: string, varies: boolean]>([
        ['P::A::x', true],
        ['P::A::w', true],
        ['P::A::half', false],
        // composite actions, and what no occurrence holds
        ['P::A::run::step', false],
        ['P::A::seen', true],
        ['P::Data::v', false],
        ['P::top', false],
        ['P::thing::colour', true],
        ['K::A::f', false],
        ['K::A::v', true],
        ['K::A::c', true],
        ['K::A::p', false]
    ])('whether %s varies over time: %s', (feature, varies) => {
        expect(isVariable(elementAt(feature.startsWith('K::') ? KERML : SYSML, feature))).toBe(varies);
    });
});
