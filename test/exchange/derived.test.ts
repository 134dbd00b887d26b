/**
 * Derived properties (contract: conversion 13.2): tables of what the standard's constraints `derive…` give, and that the metamodel's own
 * rules hold of all of them.
 */
import { describe, expect, it } from 'vitest';
import { convertModel, convertModelTo } from '../../src/exchange/index.js';
import { propertiesOf } from '../../src/exchange/metamodel/facts.js';
import { documentsBelow } from '../support/models.js';
import { spread } from '../support/thorough.js';
import { brokenProperties, derivedOf, shownBy } from './derived.js';
import { modelOf } from './models.js';

const TEXT = `package P {
    doc /* about P */
    private import ScalarValues::Real;
    part def A { attribute m : Real [0..1] = 1 + 2; port p : ~Q; part b : B [2]; protected item hidden; private item own; }
    port def Q { in item i; out item o; }
    part def B specializes A { part <s> c redefines b; variation part v { variant part w; } ref part r : A; }
    individual part def I :> B;
    part x : B { action act { in i; out o; } perform act; individual part ind : I; #Meta attribute 'a b'; }
    connection k connect x to x.c;
    metadata def Meta;
    comment C about x /* on x */
    library package L { part def Shelf; }
    alias Other for A;
    enum def Colour { red; green; }
}
package R {
    requirement def Req { subject s : P::A; actor user : P::B; stakeholder owner : P::B; doc /* one */ assume constraint { true } require constraint c { true } frame concern con; }
    requirement r : Req;
    satisfy r by P::x;
    state def S { entry action begin; do action work; state on; accept after 2 [SI::s] then on; transition t first on if true do action leave then on; }
    use case def U { include use case go; objective { verify r; } }
    verification def V { objective { verify r; } }
    view def W { filter true; render rendering seen; }
    calc def F { in x; return result = x; }
    P::A::m : P::A;
}
`.replace('    P::A::m : P::A;\n', '');

const elements = derivedOf(modelOf([{ content: TEXT }]));
const { elementNamed, shown } = shownBy(elements);

describe('derived properties', () => {
    it.each<readonly [element: string, values: Record<string, unknown>]>([
        [
            'P_ns',
            { name: null, qualifiedName: null, owner: null, ownedMember: 'P, R', ownedMembership: 'P_om, R_om', isLibraryElement: false }
        ],
        [
            'P',
            {
                name: 'P',
                owner: 'P_ns',
                owningNamespace: 'P_ns',
                documentation: 'P___400',
                ownedImport: 'P___401',
                shortName: null,
                filterCondition: ''
            }
        ],
        [
            'P_om',
            {
                memberElementId: 'P',
                memberName: 'P',
                ownedMemberName: 'P',
                membershipOwningNamespace: 'P_ns',
                source: 'P_ns',
                target: 'P',
                owner: null
            }
        ],
        ['P___400', { documentedElement: 'P', annotatedElement: 'P', annotation: '', name: null, qualifiedName: null }],
        ['P___401', { importOwningNamespace: 'P', importedElement: 'ScalarValues::Real', source: 'P' }],
        ['P__C', { annotatedElement: 'P::x' }],
        ['P__Other', { memberElement: 'P::A', memberElementId: 'P__A', memberName: 'Other', ownedRelatedElement: '' }],
        ['P::L::Shelf', { isLibraryElement: true }],
        ["P::x::'a b'", { name: 'a b', owningUsage: 'P::x', attributeDefinition: 'Base::DataValue' }],
        [
            'P::A',
            {
                ownedAttribute: 'P::A::m',
                ownedPort: 'P::A::p',
                ownedPart: 'P::A::b',
                ownedItem: 'P::A::b, P::A::hidden, P::A::own',
                ownedFeature: 'P::A::m, P::A::p, P::A::b, P::A::hidden, P::A::own',
                multiplicity: null,
                isConjugated: false,
                ownedSpecialization: ''
            }
        ],
        [
            'P::A::m',
            {
                type: 'ScalarValues::Real',
                attributeDefinition: 'ScalarValues::Real',
                owningDefinition: 'P::A',
                owningUsage: null,
                owningType: 'P::A',
                owningFeatureMembership: 'P__A__m_om',
                multiplicity: 'P__A__m_mult',
                ownedTyping: 'P__A__m_ft0',
                isReference: true,
                featureTarget: 'P::A::m',
                crossFeature: null
            }
        ],
        ['P__A__m_ft0', { owningFeature: 'P::A::m', owningType: 'P::A::m', source: 'P::A::m', target: 'ScalarValues::Real', owner: null }],
        ['P::A::p', { portDefinition: "P::Q::'~Q'", isReference: true }],
        ['P::Q', { input: 'P::Q::i', output: 'P::Q::o', directedUsage: 'P::Q::i, P::Q::o', directedFeature: 'P::Q::i, P::Q::o' }],
        ["P::Q::'~Q'", { input: 'P::Q::o', output: 'P::Q::i', directedUsage: 'P::Q::i, P::Q::o', isConjugated: true, ownedFeature: '' }],
        ['P::B', { ownedSubclassification: 'P__B_sc0', ownedReference: '', ownedPart: 'P::B::c, P::B::v, P::B::r' }],
        [
            'P::B::c',
            {
                name: 'c',
                shortName: 's',
                type: 'P::B',
                ownedRedefinition: 'P__B__c_rd0',
                partDefinition: 'P::B',
                featuringType: 'P__B_psnapshots, P::B'
            }
        ],
        ['P::B::v', { variant: 'P::B::v::w', variantMembership: 'P__B__v__w_om', isAbstract: true, nestedUsage: '' }],
        ['P::B::r', { isReference: true, isComposite: false }],
        ['P::x', { nestedAction: 'P::x::act, P__x___401', nestedPart: 'P::x::ind', owningType: null, definition: 'P::B' }],
        ['P__x___401', { performedAction: 'P::x::act', eventOccurrence: 'P::x::act', ownedReferenceSubsetting: 'P__x___401_rs0' }],
        ['P::x::ind', { individualDefinition: 'P::I' }],
        [
            'P::x::act',
            { input: 'P::x::act::i', output: 'P::x::act::o', parameter: 'P::x::act::i, P::x::act::o', performedAction: undefined }
        ],
        [
            'P::k',
            {
                connectorEnd: 'P::k::source, P::k::target',
                relatedFeature: 'P::x, P__k_pend1_prs_pchain',
                sourceFeature: 'P::x',
                targetFeature: 'P__k_pend1_prs_pchain',
                source: 'P::x'
            }
        ],
        ['P__k_pend0', { type: 'P::B', isEnd: true, owningUsage: 'P::k', endOwningType: 'P::k' }],
        ['P__k_pend1_prs_pchain', { chainingFeature: 'P::x, P::B::c', featureTarget: 'P::B::c' }],
        [
            'P::Colour',
            { enumeratedValue: 'P::Colour::red, P::Colour::green', variant: 'P::Colour::red, P::Colour::green', isVariation: true }
        ],
        [
            'R::Req',
            {
                subjectParameter: 'R::Req::s',
                actorParameter: 'R::Req::user',
                stakeholderParameter: 'R::Req::owner',
                text: 'one ',
                assumedConstraint: 'R__Req___404',
                requiredConstraint: 'R::Req::c, R::Req::con',
                framedConcern: 'R::Req::con'
            }
        ],
        ['R::r', { subjectParameter: 'R::Req::s', requirementDefinition: 'R::Req', constraintDefinition: 'R::Req', text: '' }],
        ['R___402', { satisfiedRequirement: 'R::r', assertedConstraint: 'R::r', satisfyingFeature: 'P::x' }],
        ['R::S', { entryAction: 'R::S::begin', doAction: 'R::S::work', exitAction: null, ownedState: 'R::S::on' }],
        ['R::S::t', { source: 'R::S::on', target: 'R::S::on', effectAction: 'R::S::t::leave', triggerAction: '' }],
        ['R::U', { includedUseCase: 'R::U::go', objectiveRequirement: 'R::U::obj' }],
        ['R::V', { verifiedRequirement: 'R::r' }],
        ['R::W', { viewRendering: 'R::W::seen', viewCondition: 'R__W___400_pcondition' }],
        ['R::F', { result: 'R::F::result', parameter: 'R::F::x, R::F::result' }]
    ])('of %s', (name, values) => {
        const found = elementNamed(name);
        expect(Object.fromEntries(Object.keys(values).map(key => [key, shown(found[key])]))).toEqual(values);
    });

    it('include inherited members that are neither private nor redefined', () => {
        const inherited = (shown(elementNamed('P::B').inheritedFeature) as string).split(', ');
        expect(inherited.slice(0, 3)).toEqual(['P::A::m', 'P::A::p', 'P::A::hidden']);
        expect(inherited).toContain('Parts::Part::self');
        expect(inherited).not.toContain('P::A::b');
        expect(inherited).not.toContain('P::A::own');
        expect((shown(elementNamed('P::B').feature) as string).split(', ').slice(0, 4)).toEqual([
            'P::B::c',
            'P::B::v',
            'P::B::r',
            'P::A::m'
        ]);
    });

    it('are exactly the properties of the metaclass, in alphabetical order', () => {
        const found = elementNamed('P::x');
        expect(Object.keys(found)).toEqual(['@type', '@id', ...propertiesOf('PartUsage').keys()]);
    });

    it('of a satisfaction without a subject refer to Base::things::that (SysML 8.4.17.3)', () => {
        const content =
            'requirement def R; part def D { satisfy requirement inDefinition : R; } part p { satisfy requirement inUsage : R; }';
        const satisfactions = derivedOf(modelOf([{ content }]), 'qualified').filter(e => e['@type'] === 'SatisfyRequirementUsage');
        expect(satisfactions.map(e => shown(e.satisfyingFeature))).toEqual(['Base::things::that', 'Base::things::that']);
    });

    it("keep the metamodel's rules", () => expect(brokenProperties(elements)).toEqual([]));

    it('have UUIDs on request', () => {
        const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
        const [root, ...others] = derivedOf(modelOf([{ content: TEXT }]), 'uuid');
        expect(root['@id']).toMatch(uuid);
        expect(brokenProperties([root, ...others])).toEqual([]);
        expect(others.filter(e => !uuid.test(e['@id'] as string))).toEqual([]);
    });
});

it.each(spread([{ to: 'api-json' }, { to: 'api-json', derived: true }, { to: 'ttl' }] as const, 2))('is the same in bytes: %j', options => {
    const model = modelOf([{ content: TEXT }]);
    const bytes: Buffer[] = [];
    expect(convertModelTo(model, options, piece => bytes.push(Buffer.from(piece)))).toEqual({ content: true, diagnostics: [] });
    expect(Buffer.concat(bytes).toString()).toBe(convertModel(model, options).content);
});

it.each(
    spread(
        documentsBelow('examples/elevator')
            .slice(0, 2)
            .map(d => [d.name, d] as const),
        2,
        1
    )
)("the metamodel's rules hold of %s", (_name, document) => expect(brokenProperties(derivedOf(modelOf([document])))).toEqual([]));
