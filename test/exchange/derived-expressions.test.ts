/**
 * Derived properties of what no declaration stands for, expressions, their parameters and bodies, and of inheritance (contract: conversion
 * 13.2): expectations by the standard's constraints, and that the notation can be read of them again.
 */
import { describe, expect, it } from 'vitest';
import { buildGraph, convertModel, type Graph } from '../../src/exchange/index.js';
import { writeNotation } from '../../src/exchange/notation/write-notation.js';
import { spread } from '../support/thorough.js';
import { derivedOf, proves, shownBy } from './derived.js';
import { documentWith, formsOf, textOf } from './full-documents.js';
import { modelOf, readElements } from './models.js';

describe('of expressions', () =>
    proves(
        `package P {
            private import ScalarValues::*;
            part def A { attribute m : Real; attribute xs : Real[*]; }
            part def B :> A;
            part a : A;
            attribute sum = 1 + 2;
            attribute isB = a istype B;
            attribute cast = (a as B).m;
            attribute large = a.xs->select { in x : Real; x > 1 };
            calc def F { in p : Real; in o : Real; return r : Real = p + o; }
            attribute named = F(o = 1.0, p = 2.0);
            attribute folded = a.xs->collect F;
            attribute free;
            attribute open = free + 1;
            constraint c { a.m > 1 }
        }`,
        [
            [
                'P__sum_pvalue',
                {
                    type: 'DataFunctions::+',
                    function: 'DataFunctions::+',
                    instantiatedType: 'DataFunctions::+',
                    featuringType: '',
                    isModelLevelEvaluable: true,
                    parameter: 'P__sum_pvalue_pin0, P__sum_pvalue_pin1, P__sum_pvalue_pout',
                    input: 'P__sum_pvalue_pin0, P__sum_pvalue_pin1',
                    result: 'P__sum_pvalue_pout'
                }
            ],
            ['P__sum_pvalue_pin0', { type: 'Base::DataValue', direction: 'in', featuringType: 'P__sum_pvalue' }],
            [
                'P__sum_pvalue_pa0',
                { type: 'Performances::LiteralIntegerEvaluation', isModelLevelEvaluable: true, featuringType: 'P__sum_pvalue' }
            ],
            [
                'P__isB_pvalue',
                { ownedFeature: 'P__isB_pvalue_pin0, P__isB_pvalue_pin1, P__isB_pvalue_pout', argument: 'P__isB_pvalue_pa0' }
            ],
            ['P__isB_pvalue_pin1', { type: 'P::B', ownedTyping: 'P__isB_pvalue_pin1_ft0', direction: 'in' }],
            ['P__cast_pvalue_pa0_pout', { type: 'P::B', ownedTyping: 'P__cast_pvalue_pa0_pout_ft0', direction: 'out' }],
            ['P__isB_pvalue_pa0', { result: 'P__isB_pvalue_pa0_pout', isModelLevelEvaluable: true, function: 'Performances::Evaluation' }],
            ['P__isB_pvalue_pa0_pout', { type: 'P::A', direction: 'out' }],
            [
                'P__large_pvalue_pa1_preferent',
                {
                    ownedFeature: 'P__large_pvalue_pa1_preferent_pbodyParameter0, P__large_pvalue_pa1_preferent_presultExpression',
                    input: 'P__large_pvalue_pa1_preferent_pbodyParameter0'
                }
            ],
            [
                'P__large_pvalue_pa1_preferent_pbodyParameter0',
                {
                    name: 'x',
                    type: 'ScalarValues::Real',
                    owningType: 'P__large_pvalue_pa1_preferent',
                    owner: 'P__large_pvalue_pa1_preferent'
                }
            ],
            [
                'P__large_pvalue_pa1_preferent_presultExpression_pa0',
                {
                    referent: 'P__large_pvalue_pa1_preferent_pbodyParameter0',
                    ownedMember: 'P__large_pvalue_pa1_preferent_presultExpression_pa0_pout'
                }
            ],
            [
                'P__named_pvalue',
                { argument: 'P__named_pvalue_pa1, P__named_pvalue_pa0', instantiatedType: 'P::F', isModelLevelEvaluable: false }
            ],
            ['P__named_pvalue_pin0', { type: 'ScalarValues::Real', ownedRedefinition: 'P__named_pvalue_pin0_prd', name: 'o' }],
            ['P__folded_pvalue_pa1_preferent', { type: 'P::F', function: 'P::F', ownedTyping: 'P__folded_pvalue_pa1_preferent_ft0' }],
            ['P__open_pvalue', { isModelLevelEvaluable: true }],
            ['P::F', { isModelLevelEvaluable: false, result: 'P::F::r' }],
            ['P::c', { isModelLevelEvaluable: false }],
            ['P__c___400_pa0', { isModelLevelEvaluable: true, type: 'ControlFunctions::.' }]
        ]
    ));

const INHERITED: readonly (readonly [text: string, type: string, own: string])[] = [
    // public members stand in front of protected ones (nonPrivateMemberships)
    ['part def A { protected part z; part x; } part def B :> A;', 'P::B', 'P::A::x, P::A::z'],
    // those that another inherited one redefines are removed (condition 1)
    ['part def A { part x; } part def B :> A { part x2 :>> x; } part def D :> A, B;', 'P::D', 'P::B::x2'],
    // those that redefine what an own feature redefines are removed, too (condition 2)
    ['part def A { part x; part y; } part def B :> A { part x2 :>> x; } part def C :> B { part x3 :>> A::x; }', 'P::C', 'P::A::y'],
    ['part def A { private part x; part y; } part def B :> A;', 'P::B', 'P::A::y']
];

it.each(INHERITED)('inherited features of %s: %s', (text, type, own) => {
    const { elementNamed, shown } = shownBy(derivedOf(modelOf([{ content: `package P { ${text} }` }])));
    const features = (shown(elementNamed(type).inheritedFeature) as string).split(', ');
    expect(features.filter(f => f.startsWith('P::')).join(', ')).toBe(own);
});

it('a recursive import takes no members that are inherited by implication', () => {
    const text = 'package Q { part def A { part x; } part def B :> A; } package P { private import Q::*::**; }';
    const { elementNamed, shown } = shownBy(derivedOf(modelOf([{ content: text }])));
    expect(shown(elementNamed('P').importedMembership)).toBe('Q__A_om, Q__B_om, Q__A__x_om');
});

describe('of other kinds', () =>
    proves(
        `package P {
            part def A { attribute <s> m; ref part other : A; }
            part def B :> A { attribute :>> m; }
            connection def K { end part e : A; end part f : A; }
            part top { part x : A; part y : A; connection k : K connect x to x; interface x to y; }
            requirement def R { subject s : A; }
            metadata def M;
            #M part marked [2] subsets top = top { part x; }
            action def Act { action a; decide d; if true then a; else b; action b; }
            part ctx { part car : A; satisfy requirement r : R by car.other; }
            analysis def S { calc before { 1 } return total = 3; }
            analysis def T :> S;
            analysis def U { calc before { 1 } 2 + 3 }
            analysis u : U;
        }`,
        [
            ['P__B___400', { name: 'm', shortName: 's', qualifiedName: 'P::B::m' }],
            [
                'P::marked',
                { ownedRelationship: 'P__marked___401_om, P__marked_ss0, P__marked_mult_om, P__marked_pvalue_om, P__marked__x_om' }
            ],
            ['P::marked', { ownedMember: 'P__marked___401, P__marked_mult, P__marked_pvalue, P::marked::x' }],
            [
                'P__Act___402',
                {
                    '@type': 'TransitionUsage',
                    type: 'Actions::DecisionTransitionAction',
                    guardExpression: 'P__Act___402_pguard',
                    succession: 'P__Act___402_psuccession',
                    source: 'P::Act::d',
                    target: 'P::Act::a',
                    ownedRelationship: 'P__Act___402_pguard_om, P__Act___402_psuccession_om'
                }
            ],
            ['P__Act___403', { '@type': 'TransitionUsage', guardExpression: '', target: 'P::Act::b' }],
            ['P__Act___402_psuccession', { connectorEnd: 'P__Act___402_pend0, P__Act___402_pend1', targetFeature: 'P::Act::a' }],
            ['P::K', { relatedType: 'P::A, P::A', sourceType: 'P::A', targetType: 'P::A', associationEnd: 'P::K::e, P::K::f' }],
            ['P::top::k', { relatedFeature: 'P::top::x, P::top::x', sourceFeature: 'P::top::x', targetFeature: 'P::top::x' }],
            [
                'P__top__k_pend0',
                {
                    type: 'P::A',
                    mayTimeVary: true,
                    isVariable: true,
                    isConstant: true,
                    featuringType: 'P__top__k_psnapshots, P::top::k',
                    isReference: true
                }
            ],
            ['P::top::k', { relatedElement: 'P::top::x, P::top::x' }],
            ['P::top', { featuringType: '', isVariable: false }],
            ['P::top::x', { featuringType: 'P__top_psnapshots, P::top', isVariable: true }],
            ['P::S', { resultExpression: null }],
            ['P::U', { resultExpression: 'P__U___401' }],
            ['P::u', { resultExpression: 'P__U___401' }],
            ['P::ctx::r', { satisfiedRequirement: 'P::ctx::r' }]
        ]
    ));

/** Models as they are written again from all that is derived of them, without a word of our own. */
const WRITTEN_AGAIN: readonly (readonly [title: string, text: string, language: 'sysml' | 'kerml'])[] = [
    [
        'types behind operators',
        'part def A;\npart a : A;\nattribute t = a istype A;\nattribute u = a as A;\nattribute v = all A;\n',
        'sysml'
    ],
    [
        'bodies',
        'attribute xs;\nattribute l = xs->ControlFunctions::select { in x; attribute k = 2; x > k };\nattribute m = xs.?{ in x; x > 1 };\n',
        'sysml'
    ],
    ['functions as arguments', 'calc def F {\n    in p;\n}\nattribute xs;\nattribute z = xs->ControlFunctions::collect F;\n', 'sysml'],
    ['named arguments of calls', 'calc def F {\n    in p;\n    in o;\n}\nattribute v = F(o = 1, p = 2);\n', 'sysml'],
    ['named arguments of constructors', 'part def A {\n    attribute m;\n}\npart w = new A(m = 1);\n', 'sysml'],
    [
        'a succession in front of its target',
        'state def S {\n    entry;\n    then off;\n    state off;\n    transition first off then on;\n    state on;\n}\n',
        'sysml'
    ],
    ["users' keywords", 'metadata def k;\n#k a {\n    part b;\n}\n', 'sysml'],
    ['multiplicities of classifiers', 'class A [1] {\n    feature x;\n}\n', 'kerml'],
    ['named multiplicities', 'multiplicity m [1..2];\nclass A {\n    feature x;\n}\n', 'kerml'],
    ['filters of views', 'view def V {\n    filter true;\n}\n', 'sysml'],
    ['portions', 'class A {\n    portion feature x : A;\n}\n', 'kerml'],
    ['bounds', 'attribute n = 2;\nattribute a [1..n];\nattribute b [n] ordered;\nattribute c [*];\n', 'sysml'],
    [
        'imports with conditions',
        'metadata def M;\nmetadata def N;\npackage Q {\n    part x;\n}\npublic import Q::*[@ M][@ N];\nprivate import Q[@ M];\n' +
            'private import all Q::**[@ N];\n',
        'sysml'
    ],
    ['imports with conditions', 'metaclass M;\npackage Q {\n    class X;\n}\nprivate import Q::*::**[@ M];\n', 'kerml'],
    ['assignments', 'attribute x;\npart p {\n    attribute y;\n}\naction {\n    assign x := 1;\n    assign p.y := x;\n}\n', 'sysml'],
    ['port definitions', 'port def A {\n    in item i;\n}\nport def B specializes A;\nport b : ~B;\n', 'sysml'],
    [
        'transitions between states within states',
        'state def S {\n    state a {\n        state b;\n    }\n    transition first a.b then a;\n' +
            "    transition first a then a.b;\n    state 'c d' {\n        state e;\n    }\n    transition first 'c d'.e then a.b;\n}\n",
        'sysml'
    ],
    ['what comments are about', 'part a;\ncomment about a, P /* x */\ncomment about P /* y */\ncomment /* z */\n', 'sysml'],
    [
        'what metadata are about',
        'metadata def M {\n    attribute v;\n}\npart a;\nmetadata M about a, P {\n    attribute redefines v = 1;\n}\n',
        'sysml'
    ],
    [
        'members of bodies that others do not see',
        'attribute k = (1, 2)->ControlFunctions::collect { in y; private attribute w = 1; private part q { protected attribute n; } y + w };\n',
        'sysml'
    ],
    ['arguments for what is not known', 'part p = new Unknown(mass = 1);\n', 'sysml'],
    [
        'references behind cross features, and in annotations',
        'part def A;\nconnection def K {\n    end [*] ref a : A { }\n    end b : A;\n}\nmetadata def M {\n    v : A;\n}\npart p {\n' +
            '    metadata M {\n        redefines v : A;\n    }\n}\n',
        'sysml'
    ],
    [
        'users keywords in front of ends',
        'metadata def k;\npart def A;\npart p : A;\nconnection def C {\n    end #k a : A;\n    end #k b : A;\n}\n' +
            'connection : C {\n    end #k references p;\n    end #k references p;\n}\n',
        'sysml'
    ],
    [
        'ends in bodies of connectors',
        'part def A;\npart p : A;\nconnection def C {\n    end a : A;\n    end b : A;\n}\nconnection : C {\n' +
            '    end redefines a references p;\n    end redefines b references p;\n}\nflow m {\n    end redefines source = p;\n}\n',
        'sysml'
    ],
    ['chains as features', 'class T {\n    feature x : T;\n    feature y : T;\n}\nfeature o : T;\nfeature a chains o.x.y;\n', 'kerml'],
    [
        'bodies of relationships',
        'feature x {\n    feature q;\n}\nfeature y;\nfeature z;\ndependency z to x, y {\n    feature e;\n    comment /* hm */\n}\n' +
            'specialization s subset z subsets x.q {\n    feature f;\n}\nalias al for z {\n    feature ff;\n}\n' +
            'subset x.q subsets x.q;\n',
        'kerml'
    ],
    [
        'ends in bodies of connectors that only refer',
        'feature a;\nfeature b;\nbinding {\n    end feature references a;\n    end feature references b;\n}\nbinding of a = b;\n' +
            'class A {\n    connector {\n        end feature references a;\n        end feature references b;\n    }\n}\n',
        'kerml'
    ],
    [
        'crossing through a feature in the body of the end',
        'class S;\nassoc T {\n    end e : S featured by T feature c : S crosses P::T::c::d.e {\n' +
            '        member d : S featured by T {\n            public import e;\n        }\n    }\n}\n',
        'kerml'
    ],
    [
        'names that members have by implication',
        'part def V {\n    attribute m;\n}\nrequirement def R {\n    subject : V;\n    attribute o = subj.m;\n}\n' +
            'use case def U {\n    subject;\n    objective;\n    attribute k = obj;\n}\nanalysis def M {\n    subject v : V;\n}\n' +
            'analysis k : M {\n    subject;\n    attribute o = v;\n}\n',
        'sysml'
    ],
    [
        'guards of actions',
        'action def A {\n    action a;\n    decide d;\n    if true then a;\n    else b;\n    action b;\n    succession first a then b;\n}\npart def F {\n    out item i;\n    in item j;\n}\npart f : F;\nflow from f.i to f.j;\n',
        'sysml'
    ],
    [
        'annotations in front of heads, and in bodies',
        'metadata def M;\nmetadata def N;\npart def A;\n#M #N part p : A {\n    part;\n}\n#M part q;\npart r {\n    metadata M;\n    part;\n}\n' +
            '#M part s {\n    metadata N;\n    part;\n}\n#M dependency p to q;\n#M package T;\n#M #N a;\n#M connection connect p to q;\n' +
            '#M connection connect c ::> p to d ::> q;\n#M port def D specializes E {\n    part;\n}\nport def E;\npart u {\n    metadata M;\n    metadata N;\n}\n#M attribute x [2] subsets y = 3;\nattribute y [*];\n',
        'sysml'
    ],
    ['chains in dependencies', 'feature x {\n    feature q;\n}\ndependency x to x {\n    feature e chains x.q;\n}\n', 'kerml'],
    ['roots', 'private package P;\nprotected part def Q;\npublic import P::*;\nalias R for Q;\nprivate alias S for Q;\n', 'sysml'],
    ['constant ends', 'assoc A {\n    const end feature a;\n    const end feature b;\n}\n', 'kerml'],
    ['cross features', 'assoc A {\n    end feature a;\n    end b [1] feature c { }\n}\n', 'kerml']
];

/** Each in one of the two forms; `constructs.proof.test.ts` takes both. */
describe.each(['qualified', 'uuid'] as const)('read again, ids %s', idForm =>
    it.each(spread(WRITTEN_AGAIN, 3).filter((_, i) => i % 2 === (idForm === 'uuid' ? 1 : 0)))('%s', (_title, text, language) => {
        const content = text.startsWith('private package') ? text : `package P {\n${text.replace(/^(?=.)/gm, '    ')}}\n`;
        const reader = {
            parse: (d: { content: string }) => modelOf([d]),
            graphOf: (m: ReturnType<typeof modelOf>) => buildGraph(m, { idForm })
        };
        const converted = convertModel(modelOf([{ content, language }]), { to: 'api-json', derived: true, idForm });
        expect(writeNotation(readElements(converted.content!), reader)).toBe(content);
    })
);

it.each([
    ['a clause in front of another one', 'part def A { part x; } part def B { part y; } part p :> r : A { } part q : A :> r; part r : B;'],
    ['a reference', 'part def A { part x; } part def B { part y; } part s : A; part t : B; part p ::> s :> t; part q :> t ::> s;']
])('inherited memberships stand in the order of specializations, whatever the text: %s', (_title, text) => {
    const { elementNamed } = shownBy(derivedOf(modelOf([{ content: `package P { ${text} }` }])));
    expect(elementNamed('P::p').inheritedMembership).toEqual(elementNamed('P::q').inheritedMembership);
    expect(elementNamed('P::p').type).toEqual(elementNamed('P::q').type);
});

it('references to the library stay the same in a document with derived properties', () => {
    const forms = formsOf(modelOf([{ content: 'package P { attribute y = NumericalFunctions::sum((1, 2)); }' }]), 'qualified');
    const read = readElements(textOf(documentWith(forms, { adds: () => true }), forms));
    const call = (graph: Graph): unknown =>
        graph.elements
            .find(e => e.key === 'P__y_pvalue')
            ?.element('function')
            ?.text('qualifiedName');
    expect(call(read)).toBe('NumericalFunctions::sum');
    expect(call(forms.graph)).toBe('NumericalFunctions::sum');
});

it('a function in the body of an expression is not marked as evaluable', () => {
    const elements = derivedOf(modelOf([{ content: 'feature x = { function F { in a; return r; } 1 };', language: 'kerml' }]));
    const own = elements.filter(e => e['@type'] === 'Function' && e.declaredName === 'F');
    expect(own.map(f => f.isModelLevelEvaluable)).toEqual([false]);
});

it.each(spread(['qualified', 'uuid'] as const, 2))(
    'the operand of a metadata operator is a metadata access, written or not, ids %s',
    idForm => {
        const [written, implied] = ['x.metadata meta', 'x meta'].map(operand =>
            derivedOf(modelOf([{ content: `package P { part x; attribute a = ${operand} SysML::Systems::Usage; }` }]), idForm)
        );
        expect(written).toEqual(implied);
    }
);

it('a transition in the body of an expression owns the chain that it leaves', () => {
    const elements = derivedOf(modelOf([{ content: 'attribute x = { first a.b if true then c; 1 };' }]));
    const chains = elements.filter(e => e['@type'] === 'FeatureChaining').map(e => String(e['@id']));
    expect(chains.filter(id => id.includes('_psource_pchain'))).toHaveLength(2);
});
