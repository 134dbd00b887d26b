/**
 * What elements specialize (KerML 8.3.3, 8.4.2): a row is an element, a question, and the elements that answer it, in order. Generals of
 * the library that every element has are held by `implied.test.ts`.
 */
import type { AstNode } from '../../../src/language/generated/tree.js';
import { describe, expect, test } from 'vitest';
import {
    conformsTo,
    declaredGeneralsOf,
    declaredSpecializationsOf,
    generalsOf,
    redefinedFeaturesOf,
    subsettedFeaturesOf,
    supertypesOf,
    typesOf
} from '../../../src/language/semantics/specialization.js';
import { elementAt, modelOf, told } from '../../support/elements.js';

const QUESTIONS = {
    declared: declaredGeneralsOf,
    stated: (type: AstNode) => declaredSpecializationsOf(type).map(({ text }) => text),
    generals: generalsOf,
    redefines: redefinedFeaturesOf,
    subsets: subsettedFeaturesOf,
    types: typesOf
};

const MODEL = modelOf(`package P {
    part def A; part def B :> A; part def C :> B, A; part def Two :> A, D; part def D; part def Self :> Self; part def Lost :> Nowhere, A;
    part a : A { attribute x; part w; }
    part b : B :> a { :>> x; part w2 :>> w; part extra :> w2; }
    part c :> b;
    part d : D :> a;
    part many : A, D;
    port def Plug { in item i; } port plug : ~Plug;
    action def Go { in from; out to; } action def Fast :> Go { in source; out target; } action go : Fast { in s; }
    calc def F { in x; return : A; } calc def G :> F { in y; return z; }
    requirement def R { subject s : A; } requirement r : R { subject t; }
    perform action doing :> go; part performer { perform go; }
    part e = new A(); attribute f = 3; attribute g : ScalarValues::Real = 3;
    individual part def One :> A; snapshot part past : One;
    variation part def V :> A { variant part v1; variant part v2 : B; }
    part chain :> b.w2; attribute via redefines b.x;
}`);

describe('specialization', () => {
    test.each<[element: string, question: keyof typeof QUESTIONS, answer: string[]]>([
        ['P::C', 'declared', ['P::B', 'P::A']],
        ['P::C', 'generals', ['P::B', 'P::A']],
        ['P::D', 'generals', ['Parts::Part']],
        ['P::Lost', 'stated', ['Nowhere', 'A']],
        ['P::Lost', 'declared', ['P::A']],
        ['P::A', 'types', ['P::A']],
        ['P::a', 'types', ['P::A']],
        // of types of which one specializes another the special one stays
        ['P::b', 'types', ['P::B']],
        ['P::c', 'types', ['P::B']],
        ['P::d', 'types', ['P::D', 'P::A']],
        ['P::many', 'types', ['P::A', 'P::D']],
        ['P::plug', 'types', ['P::Plug']],
        ['P::b', 'subsets', ['P::a']],
        ['P::c', 'generals', ['P::b']],
        ['P::b::@0', 'redefines', ['P::a::x']],
        ['P::b::w2', 'redefines', ['P::a::w']],
        ['P::b::w2', 'subsets', ['P::a::w']],
        ['P::b::extra', 'redefines', []],
        ['P::b::extra', 'subsets', ['P::b::w2']],
        // parameters stand for those in their place, outputs for outputs
        ['P::Fast::source', 'redefines', ['P::Go::from']],
        ['P::Fast::target', 'redefines', ['P::Go::to']],
        ['P::go::s', 'redefines', ['P::Fast::source']],
        ['P::G::y', 'redefines', ['P::F::x']],
        ['P::G::z', 'types', ['P::A']],
        ['P::r::t', 'redefines', ['P::R::s', 'Requirements::RequirementCheck::subj']],
        ['P::r::t', 'types', ['P::A']],
        ['P::performer::@0', 'declared', ['P::go']],
        ['P::e', 'types', ['P::A']],
        ['P::f', 'types', ['ScalarValues::Integer']],
        ['P::g', 'types', ['ScalarValues::Real']],
        ['P::past', 'types', ['P::One']],
        ['P::V::v1', 'types', ['P::V']],
        ['P::V::v2', 'types', ['P::B', 'P::V']],
        ['P::chain', 'subsets', ['P::b::w2']]
    ])('%s: %s', (element, question, answer) => {
        const found: readonly (AstNode | string)[] = QUESTIONS[question](elementAt(MODEL, element));
        expect(found.map(e => (typeof e === 'string' ? e : told(e)))).toEqual(answer);
    });

    test.each<[element: string, other: string, conforms: boolean]>([
        ['P::C', 'P::A', true],
        ['P::A', 'P::C', false],
        ['P::A', 'P::A', true],
        ['P::Self', 'Parts::Part', true],
        ['P::c', 'P::a', true],
        ['P::c', 'P::A', true],
        ['P::b::w2', 'P::a::w', true],
        ['P::a::w', 'P::b::w2', false],
        ['P::C', 'Base::Anything', true],
        ['P::go::s', 'P::Go::from', true],
        ['P::V::v1', 'P::A', true]
    ])('%s conforms to %s: %s', (element, other, conforms) => {
        const [type, general] = [element, other].map(path => elementAt(MODEL, path));
        expect(conformsTo(type, general)).toBe(conforms);
        expect(supertypesOf(type).has(general)).toBe(conforms);
    });

    test('what a type specializes stands behind it', () => {
        const order = [...supertypesOf(elementAt(MODEL, 'P::C'))].map(told);
        const positions = [
            'P::C',
            'P::B',
            'P::A',
            'Parts::Part',
            'Items::Item',
            'Objects::Object',
            'Occurrences::Occurrence',
            'Base::Anything'
        ].map(name => order.indexOf(name));
        expect(positions).toEqual([...positions].sort((a, b) => a - b));
        expect(positions).not.toContain(-1);
    });
});
