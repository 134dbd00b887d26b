/**
 * Implied relationships. The table of library targets is held against the library itself; the rest are data: a model, and for some of its
 * elements everything that is implied for them.
 */
import { describe, expect, test } from 'vitest';
import type { AstNode } from '../../../src/language/generated/tree.js';
import { impliedRelationships } from '../../../src/language/semantics/implied.js';
import { LIBRARY_GENERALS, LIBRARY_ROWS } from '../../../src/language/semantics/implied-table.js';
import { METACLASSES } from '../../../src/language/semantics/metaclasses.js';
import { elementById, qualifiedNameOf } from '../../../src/language/semantics/naming.js';
import { semanticQuery } from '../../../src/language/semantics/query.js';
import { generalsOf, supertypesOf } from '../../../src/language/semantics/specialization.js';
import { type Model, Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';
import { elementAtPath } from './paths.js';

function parse(content: string, language: 'sysml' | 'kerml'): Model {
    return new Workspace({ library: testLibrary() }).parse([{ name: `test.${language}`, content, language }]).model;
}

function impliedFor(node: AstNode): string[] {
    return impliedRelationships(node, semanticQuery).map(
        r => `${r.kind} ${typeof r.target === 'string' ? r.target : qualifiedNameOf(r.target)}`
    );
}

const targets = [...new Set(LIBRARY_ROWS.map(r => r.target))];

/** What a target specializes by the table. */
function closure(target: string): Set<string> {
    const direct = LIBRARY_GENERALS[target] ?? [];
    return new Set(direct.flatMap(g => [g, ...closure(g)]));
}

describe('library table', () => {
    test.each(targets)('%s is in the library and specializes there what the table says', target => {
        const found = testLibrary().libraryElement(target);
        expect(found).toBeDefined();
        const supertypes = supertypesOf(found!);
        const fromLibrary = targets.filter(t => t !== target && supertypes.has(testLibrary().libraryElement(t)!));
        expect([...closure(target)].sort()).toEqual(fromLibrary.sort());
    });
    test('its metaclasses exist, and no row stands there twice', () => {
        expect(LIBRARY_ROWS.filter(r => !METACLASSES.includes(r.metaclass))).toEqual([]);
        const keys = LIBRARY_ROWS.map(r => `${r.metaclass} ${r.target} ${r.constraint}`);
        expect(new Set(keys).size).toBe(keys.length);
    });
    test('of every metaclass at most one base row leads to a target', () => {
        const keys = LIBRARY_ROWS.filter(r => r.when === undefined && r.kind === undefined).map(r => r.metaclass);
        expect(new Set(keys).size).toBe(keys.length);
    });
});

interface Case {
    readonly title: string;
    readonly language?: 'kerml';
    readonly model: string;
    readonly implied: Readonly<Record<string, readonly string[]>>;
}

const cases: readonly Case[] = [
    {
        title: 'parts, items and occurrences',
        model: `package P {
            part def D { part a; ref part b; item c; attribute d; occurrence e; port f; part g : D; }
            item def I { part a; }
            occurrence def O { part a; individual b; snapshot s; event occurrence v; }
            individual def L;
            part top;
            port def Q { port a; ref port b; }
        }`,
        implied: {
            'P::D': ['subclassification Parts::Part'],
            'P::D::a': ['subsetting Items::Item::subparts'],
            'P::D::b': ['subsetting Parts::parts'],
            'P::D::c': ['subsetting Items::Item::subitems'],
            'P::D::d': ['subsetting Base::dataValues'],
            'P::D::e': ['subsetting Occurrences::Occurrence::suboccurrences'],
            'P::D::f': ['subsetting Parts::Part::ownedPorts'],
            'P::D::g': ['subsetting Items::Item::subparts'],
            'P::I::a': ['subsetting Items::Item::subparts'],
            'P::O::a': ['subsetting Occurrences::Occurrence::suboccurrences', 'subsetting Parts::parts'],
            'P::O::b': ['subsetting Occurrences::Occurrence::suboccurrences'],
            'P::O::s': ['subsetting Occurrences::Occurrence::snapshots', 'subsetting Occurrences::Occurrence::suboccurrences'],
            'P::O::v': ['subsetting Occurrences::Occurrence::timeEnclosedOccurrences'],
            'P::L': ['subclassification Occurrences::Life'],
            'P::top': ['subsetting Parts::parts'],
            'P::Q::a': ['subsetting Ports::Port::subports'],
            'P::Q::b': ['subsetting Ports::ports']
        }
    },
    {
        title: 'references typed by data, classes and structures',
        model: 'package P { attribute def A; part def D; occurrence def O; ref a : A; ref d : D; ref o : O; ref x; }',
        implied: {
            'P::a': ['subsetting Base::dataValues'],
            'P::d': ['subsetting Objects::objects'],
            'P::o': ['subsetting Occurrences::occurrences'],
            'P::x': ['subsetting Base::things']
        }
    },
    {
        title: 'actions by place and kind',
        model: `package P {
            part def D { action a; perform action b; ref action c; calc d; constraint e; state f; exhibit state g; }
            action def A {
                action a; perform action b; constraint c; calc d; part e; in action f;
                action s send 1; action t terminate; merge m; fork n; action i if true { } action j if true { } else { } action w while true { }
                for v in 1..3 { }
            }
            item def I { action a; }
        }`,
        implied: {
            'P::D::a': ['subsetting Parts::Part::ownedActions'],
            'P::D::b': ['subsetting Parts::Part::performedActions'],
            'P::D::c': ['subsetting Actions::actions'],
            'P::D::e': ['subsetting Items::Item::checkedConstraints'],
            'P::D::d': ['subsetting Parts::Part::ownedActions', 'subsetting Calculations::calculations'],
            'P::D::f': ['subsetting Parts::Part::ownedStates'],
            'P::D::g': ['subsetting Parts::Part::exhibitedStates'],
            'P::A::a': ['subsetting Actions::Action::subactions'],
            'P::A::b': ['subsetting Performances::Performance::enclosedPerformances', 'subsetting Actions::actions'],
            'P::A::c': ['subsetting Performances::Performance::subperformances', 'subsetting Constraints::constraintChecks'],
            'P::A::d': ['subsetting Actions::Action::subactions', 'subsetting Calculations::calculations'],
            'P::A::f': ['subsetting Performances::Performance::enclosedPerformances', 'subsetting Actions::actions'],
            'P::A::s': ['subsetting Actions::Action::sendSubactions'],
            'P::A::t': ['subsetting Actions::Action::terminateSubactions'],
            'P::A::m': ['subsetting Actions::Action::merges'],
            'P::A::n': ['subsetting Actions::Action::forks'],
            'P::A::i': ['subsetting Actions::Action::ifSubactions'],
            'P::A::j': ['subsetting Actions::Action::ifSubactions', 'subsetting Actions::ifThenElseActions'],
            'P::A::w': ['subsetting Actions::Action::whileLoops'],
            'P::A/13': ['subsetting Actions::Action::forLoops'],
            'P::A/13/variable': ['redefinition Actions::ForLoopAction::var'],
            'P::I::a': ['subsetting Objects::Object::ownedPerformances', 'subsetting Actions::actions']
        }
    },
    {
        title: 'states and transitions',
        model: `package P {
            item def E;
            state def S { entry; do action d; exit action x; state a; state b; transition t first a accept e : E if true do action k then b; }
            state def Q parallel { state a; }
            part def D { state s; }
            action def A { action a; action b; first a if true then b; }
        }`,
        implied: {
            'P::S/0': ['redefinition States::StateAction::entryAction', 'subsetting Performances::Performance::subperformances'],
            'P::S::d': ['redefinition States::StateAction::doAction'],
            'P::S::x': ['redefinition States::StateAction::exitAction'],
            'P::S::a': ['subsetting States::StateAction::exclusiveStates'],
            'P::Q::a': ['subsetting States::StateAction::substates'],
            'P::S::t': ['subsetting States::StateAction::stateTransitions'],
            'P::S::t/trigger': ['redefinition Actions::TransitionAction::accepter'],
            'P::S::t/trigger/payload': ['redefinition Actions::AcceptMessageAction::payload', 'subsetting Objects::objects'],
            'P::S::t/effect': ['redefinition Actions::TransitionAction::effect'],
            'P::D::s': ['subsetting Parts::Part::ownedStates'],
            'P::A/2': ['subsetting Actions::Action::decisionTransitions']
        }
    },
    {
        title: 'parameters redefine by position, also inherited ones',
        model: `package P {
            action def A { in a; out b; }
            action def B :> A { in x; }
            action def C :> B;
            action c : C { in p; out q; out r; }
            action d : A { out b1 :>> b; in a1 :>> a; }
            calc def F { in n; return r; }
            calc f : F { in m; return s; }
        }`,
        implied: {
            'P::B::x': ['redefinition P::A::a'],
            'P::c::p': ['redefinition P::B::x'],
            'P::c::q': ['redefinition P::A::b'],
            'P::c::r': ['subsetting Base::things'],
            'P::d::b1': ['subsetting Base::things'],
            'P::d::a1': ['subsetting Base::things'],
            'P::F::r': ['redefinition Performances::Evaluation::result'],
            'P::f::m': ['redefinition P::F::n'],
            'P::f::s': ['redefinition P::F::r', 'redefinition Performances::Evaluation::result']
        }
    },
    {
        title: 'requirements and cases: subjects, objectives and constraints have their roles',
        model: `package P {
            requirement def R { in t; subject s; require constraint a; assume constraint b; frame concern c; requirement d; actor e; }
            requirement def R2 :> R { subject s2; in t2; }
            case def C { subject s; objective o; actor e; return r; }
            case def C2 :> C { objective o2; subject s2; return r2; case k; }
            verification def V { objective o { verify requirement w; } }
            part def D { requirement q; assert not constraint n; }
            satisfy requirement z;
        }`,
        implied: {
            'P::R::t': ['subsetting Base::things'],
            'P::R::s': ['redefinition Requirements::RequirementCheck::subj'],
            'P::R::a': ['subsetting Requirements::RequirementCheck::constraints'],
            'P::R::b': ['subsetting Requirements::RequirementCheck::assumptions'],
            'P::R::c': ['subsetting Requirements::RequirementCheck::concerns'],
            'P::R::d': ['subsetting Requirements::RequirementCheck::subrequirements'],
            'P::R::e': ['subsetting Requirements::RequirementCheck::actors'],
            'P::R2::s2': ['redefinition P::R::s'],
            'P::R2::t2': ['redefinition P::R::t'],
            'P::C::e': ['subsetting Cases::Case::actors'],
            'P::C2::s2': ['redefinition P::C::s'],
            'P::C2::r2': ['redefinition P::C::r'],
            'P::C2::o2': [
                'redefinition P::C::o',
                'subsetting Performances::Performance::subperformances',
                'subsetting Requirements::requirementChecks'
            ],
            'P::C2::k': ['subsetting Cases::Case::subcases'],
            'P::V::o::w': ['subsetting VerificationCases::VerificationCase::obj::requirementVerifications'],
            'P::D::q': ['subsetting Items::Item::checkedConstraints', 'subsetting Requirements::requirementChecks'],
            'P::D::n': ['subsetting Items::Item::checkedConstraints', 'subsetting Constraints::negatedConstraintChecks'],
            'P::z': ['subsetting Requirements::satisfiedRequirementChecks']
        }
    },
    {
        title: 'owned cross features are what a feature of the type of their end is',
        model: `package P {
            part def A; part def B { ref part own : A[0..*]; } attribute def D;
            connection def C { end a1 [1] part a : A; end b1 [0..*] part b : B; } connection def C2 :> C { end a2 [1] part :>> a; end b2 [2] part bb; }
            connection def C3 { end part a : A crosses b.own; end part b : B; } connection def C4 :> C3 { end a4 [1] part aa : A; end part bb : B; }
            connection def C5 { end d5 [1] attribute d : D; end i5 [1] item i; end r5 [1] ref r; }
        }`,
        implied: {
            'P::C::a::a1': ['subsetting Objects::objects', 'typing P::A'],
            'P::C2::a::a2': ['subsetting P::C::a::a1', 'subsetting Objects::objects', 'typing P::A'],
            'P::C2::bb::b2': ['subsetting P::C::b::b1', 'subsetting Objects::objects', 'typing P::B'],
            'P::C4::aa::a4': ['subsetting P::B::own', 'subsetting Objects::objects', 'typing P::A'],
            'P::C5::d::d5': ['subsetting Base::dataValues', 'typing P::D'],
            'P::C5::i::i5': ['subsetting Objects::objects', 'typing Items::Item'],
            'P::C5::r::r5': ['subsetting Base::things', 'typing Base::Anything']
        }
    },
    {
        title: 'parameters of functions of the library go by position',
        model: `package P {
            calc def F :> DataFunctions::'*' { in v; in x; return; } calc def G :> F, DataFunctions::'/' { in a; in b; }
            calc def H { in x; in y; return; } calc def I :> H { in y; in z; }
        }`,
        implied: {
            'P::F::v': ['redefinition DataFunctions::*::x'],
            'P::F::x': ['redefinition DataFunctions::*::y'],
            'P::G::a': ['redefinition P::F::v', 'redefinition DataFunctions::/::x'],
            'P::G::b': ['redefinition P::F::x', 'redefinition DataFunctions::/::y'],
            'P::I::y': ['redefinition P::H::y']
        }
    },
    {
        title: 'connections and their ends',
        model: `package P {
            part def D; part x : D; part y : D;
            connection def C { end part a : D; end part b : D; }
            connection def C3 { end part a : D; end part b : D; end part c : D; }
            connection c : C connect x to y;
            connection def E :> C { end part e; end part f :>> a; }
            allocate x to y; bind x = y;
            flow of D from x.k to y.k; message m of D;
            succession s first x then y;
        }`,
        implied: {
            'P::C': ['subclassification Connections::BinaryConnection'],
            'P::C3': ['subclassification Connections::Connection'],
            'P::C::a': ['redefinition Connections::BinaryConnection::source', 'subsetting Parts::parts'],
            'P::C3::a': ['subsetting Links::Link::participant', 'subsetting Parts::parts'],
            'P::c': ['subsetting Connections::binaryConnections'],
            'P::c/ends/0': ['redefinition P::C::a', 'redefinition Links::BinaryLink::source'],
            'P::E::e': ['redefinition P::C::a', 'subsetting Parts::parts'],
            'P::E::f': ['subsetting Links::Link::participant', 'subsetting Parts::parts'],
            'P/7': ['subsetting Allocations::allocations'],
            'P/8': ['subsetting Links::selfLinks'],
            'P/9': ['subsetting Flows::flows'],
            'P/9/payload': ['subsetting Objects::objects', 'redefinition Transfers::Transfer::payload'],
            'P::m': ['subsetting Flows::messages'],
            'P::s': ['subsetting Occurrences::happensBeforeLinks'],
            'P::s/ends/1': ['redefinition Occurrences::happensBeforeLinks::laterOccurrence']
        }
    },
    {
        title: 'variants, enumerated values and feature values',
        model: `package P {
            variation part def V { variant part a; } variation part v : V { variant part b; }
            enum def E { p; q = 2; }
            part x : V; part y = x; attribute n = "text"; attribute typed : E = E::p; in attribute directed = 1;
        }`,
        implied: {
            'P::V::a': ['typing P::V', 'subsetting Parts::parts'],
            'P::v::b': ['subsetting P::v', 'subsetting Parts::parts'],
            'P::E::p': ['typing P::E', 'subsetting Base::dataValues'],
            'P::E::q': ['typing P::E', 'subsetting Base::dataValues'],
            'P::y': ['subsetting P::x', 'subsetting Parts::parts'],
            'P::n': ['typing ScalarValues::String', 'subsetting Base::dataValues'],
            'P::typed': ['subsetting Base::dataValues'],
            'P::directed': ['subsetting Base::dataValues']
        }
    },
    {
        title: 'semantic metadata',
        model: `package P {
            part def D; part bases : D [*];
            metadata def <k> K :> Metaobjects::SemanticMetadata { :>> baseType = bases meta SysML::PartUsage; }
            metadata def L :> K; metadata def N { attribute baseType = bases; }
            #k a; #k def B; #L part c; part d { @K; } #N part e;
        }`,
        implied: {
            'P::a': ['subsetting P::bases'],
            'P::B': ['subclassification P::D'],
            'P::c': ['subsetting P::bases', 'subsetting Parts::parts'],
            'P::d': ['subsetting P::bases', 'subsetting Parts::parts'],
            'P::e': ['subsetting Parts::parts'],
            'P::K': ['subclassification Metadata::MetadataItem']
        }
    },
    {
        title: 'semantic metadata whose base depends on what it annotates',
        language: 'kerml',
        model: `package P {
            class CC; struct SS;
            metaclass M :> Metaobjects::SemanticMetadata {
                :>> baseType = if annotatedElement istype KerML::Structure ? SS meta KerML::Type else CC meta KerML::Class;
            }
            #M struct T; #M class U; class W { @M { :>> baseType = SS meta KerML::Type; } }
        }`,
        implied: {
            'P::T': ['subclassification P::SS', 'subclassification Objects::Object'],
            'P::U': ['subclassification P::CC', 'subclassification Occurrences::Occurrence'],
            'P::W': ['subclassification P::SS', 'subclassification Occurrences::Occurrence']
        }
    },
    {
        title: 'KerML',
        language: 'kerml',
        model: `package P {
            class C { composite feature a : C; feature b : C; composite step s; feature d : D; portion feature p : C; }
            struct S { composite feature a : S; composite step s; }
            datatype D; assoc A { end feature x : C; end feature y : C; } assoc T { end x; end y; end z; }
            behavior B { in i; composite step s; step t; } function F { return r : D; } predicate Q; inv false n; type Y; feature f; metaclass M;
            connector c : A from f to f; interaction I { end a; end b; } flow w; multiplicity m [1];
        }`,
        implied: {
            'P::C': ['subclassification Occurrences::Occurrence'],
            'P::C::a': ['subsetting Occurrences::Occurrence::suboccurrences'],
            'P::C::b': ['subsetting Occurrences::occurrences'],
            'P::C::s': ['subsetting Performances::performances'],
            'P::C::p': ['subsetting Occurrences::Occurrence::portions'],
            'P::C::d': ['subsetting Base::dataValues'],
            'P::S::a': ['subsetting Objects::Object::subobjects'],
            'P::S::s': ['subsetting Objects::Object::ownedPerformances'],
            'P::D': ['subclassification Base::DataValue'],
            'P::A': ['subclassification Links::BinaryLink'],
            'P::T': ['subclassification Links::Link'],
            'P::A::x': ['redefinition Links::BinaryLink::source', 'subsetting Occurrences::occurrences'],
            'P::B::s': ['subsetting Performances::Performance::subperformances'],
            'P::B::t': ['subsetting Performances::Performance::enclosedPerformances'],
            'P::F::r': ['redefinition Performances::Evaluation::result', 'subsetting Base::dataValues'],
            'P::Q': ['subclassification Performances::BooleanEvaluation'],
            'P::n': ['subsetting Performances::falseEvaluations'],
            'P::Y': [],
            'P::f': ['subsetting Base::things'],
            'P::M': ['subclassification Metaobjects::Metaobject'],
            'P::c': ['subsetting Links::binaryLinks'],
            'P::c/ends/0': ['redefinition P::A::x', 'redefinition Links::BinaryLink::source'],
            'P::w': ['subsetting Transfers::transfers'],
            'P::m': ['subsetting Base::naturals']
        }
    }
];

describe('implied relationships', () => {
    test.each(cases)('$title', ({ model: text, language, implied }) => {
        const model = parse(text, language ?? 'sysml');
        expect(Object.fromEntries(Object.keys(implied).map(path => [path, impliedFor(elementAtPath(model, path))]))).toEqual(implied);
    });
    test('what a declared or a more special implied general implies is no general of its own', () => {
        const model = parse('package P { part def A; part def B :> A { part x; part y :> x; } }', 'sysml');
        const names = (id: string): unknown[] => generalsOf(elementAtPath(model, id)).map(g => qualifiedNameOf(g));
        expect(names('P::B')).toEqual(['P::A']);
        expect(names('P::B::x')).toEqual(['Items::Item::subparts']);
        expect(names('P::B::y')).toEqual(['P::B::x']);
    });
    test('the order of questions does not matter for names in values and annotations', () => {
        const text = `package P {
            part def D { part x; part K; } part x : D; part def O { part y = x; part z { @K; } }
            metadata def K :> Metaobjects::SemanticMetadata { :>> baseType = x meta SysML::PartUsage; }
        }`;
        const y = (model: Model): unknown[] =>
            ['P::O::y', 'P::O::z'].map(id => generalsOf(elementAtPath(model, id)).map(g => qualifiedNameOf(g)));
        const expected = [
            ['P::x', 'Items::Item::subparts'],
            ['P::x', 'Items::Item::subparts']
        ];
        expect(y(parse(text, 'sysml'))).toEqual(expected);
        const validated = parse(text, 'sysml');
        expect(validated.diagnostics).toEqual([]);
        expect(y(validated)).toEqual(expected);
        const looked = parse(text, 'sysml');
        expect(elementById(looked, 'P::O::y::K')).toBe(elementById(looked, 'P::D::K'));
        expect(elementById(looked, 'P::O::z::x')).toBe(elementById(looked, 'P::D::x'));
        expect(y(looked)).toEqual(expected);
    });
});
