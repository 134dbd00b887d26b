/**
 * Queries as data over small models: what is considered and in which order, the properties, the comparisons, and what is
 * refused. Each row is a question.
 */
import { describe, expect, it } from 'vitest';
import { find, type Constraint, type Found, type Query, QueryError } from '../../src/queries/index.js';
import { Workspace, type Model } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';

const modelOf = (...contents: string[]): Model =>
    new Workspace({ library: testLibrary() }).parse(
        contents.map((content, i) => ({
            name: `${i}.${content.startsWith('// kerml') ? 'kerml' : 'sysml'}`,
            language: content.startsWith('// kerml') ? 'kerml' : 'sysml',
            content
        }))
    ).model;

const ids = (found: Iterable<Found>): string[] => Array.from(found, e => e.id);
const equal = (property: string, ...values: string[]): Constraint => ({ kind: 'primitive', property, operator: '=', values });
const compared = (property: string, operator: '>' | '<', ...values: string[]): Constraint => ({
    kind: 'primitive',
    property,
    operator,
    values
});
const inverse = (property: string, ...values: string[]): Constraint => ({
    kind: 'primitive',
    property,
    operator: '=',
    values,
    sense: 'inverse'
});
const all = (...constraints: Constraint[]): Constraint => ({ kind: 'composite', operator: 'and', constraints });
const any = (...constraints: Constraint[]): Constraint => ({ kind: 'composite', operator: 'or', constraints });

const ELEMENTS: readonly (readonly [title: string, texts: readonly string[], ids: readonly string[]])[] = [
    ['positions count all members', ['package K { doc /* t */ part def D; part : D; }'], ['K', 'K::@0', 'K::D', 'K::@2']],
    ['imports have positions and are no elements', ['package K { private import L::*; comment /* c */ } package L;'], ['K', 'K::@1', 'L']],
    ['what an unnamed element owns', ['package K { part { part a { part; } } }'], ['K', 'K::@0', 'K::@0::a', 'K::@0::a::@0']],
    ['roots are counted through the documents', ['package K; comment /* a */', 'comment /* b */ package L;'], ['K', '@1', '@2', 'L']],
    ['documents in their order, owners first', ['package B { part def Y; }', 'package A { part def X; }'], ['B', 'B::Y', 'A', 'A::X']],
    ['names are as they are, without quotes', ["package P { part 'a b' { part c; } }"], ['P', 'P::a b', 'P::a b::c']],
    ['a short name where there is no other', ['package P { part <s>; part <t> long; }'], ['P', 'P::s', 'P::long']],
    [
        'names that features have from others',
        ['package P { part def A { part x; } part a : A { part :>> x; } }'],
        ['P', 'P::A', 'P::A::x', 'P::a', 'P::a::x']
    ],
    [
        'a second declaration of a name is not answered, what it owns is',
        ['package P { part def D; part def D { part x; } }'],
        ['P', 'P::D', 'P::D::x']
    ],
    ['nor is the second package of a name', ['package P { part a; }', 'package P { part b; }'], ['P', 'P::a', 'P::b']],
    [
        'branches and loops are closed',
        ['package P { action a { if true { action b; } while true { action c; } action d; } }'],
        ['P', 'P::a', 'P::a::@0', 'P::a::@1', 'P::a::d']
    ],
    [
        'named ends are elements',
        ['package P { part a; part b; connection c connect x ::> a to y ::> b; connect a to b; }'],
        ['P', 'P::a', 'P::b', 'P::c', 'P::c::x', 'P::c::y', 'P::@3']
    ],
    [
        'payloads of accepts are elements',
        ['package P { action a { action b accept s : D; } item def D; }'],
        ['P', 'P::a', 'P::a::b', 'P::a::b::s', 'P::D']
    ],
    ['a name that reads like a position is a name', ["package P { part '@0'; part; }"], ['P', 'P::@0', 'P::@1']],
    ['aliases are elements', ['package P { part def D; alias E for D; }'], ['P', 'P::D', 'P::E']]
];

describe('elements of a model', () => {
    it.each(ELEMENTS)('%s', (_title, texts, expected) => {
        expect(ids(find(modelOf(...texts), {}))).toEqual(expected);
    });

    it('each id leads to its element, as a scope of one', () => {
        for (const [, texts, expected] of ELEMENTS) {
            const model = modelOf(...texts);
            for (const id of expected) {
                expect(ids(find(model, { scope: [id] }))[0], `${id} in ${texts.join('')}`).toBe(id);
            }
        }
    });

    it('finds by declared types whose names have colons, or that have none', () => {
        const model = modelOf(
            "package 'a:' { part def ':b'; part def 'c::d'; part def e :> ':b'; part x : ':b'; part y : 'c::d'; part z : e; }"
        );
        const typedBy = (id: string): string[] => ids(find(model, { where: equal('type', id) }));
        expect([typedBy('a::::b'), typedBy('a:::c::d'), typedBy('a:::e'), typedBy('e')]).toEqual([['a:::x'], ['a:::y'], ['a:::z'], []]);
    });

    it('is lazy: who stops to read stops the search', () => {
        const first = find(modelOf('package P { part a; part b; }'), {})[Symbol.iterator]().next();
        expect((first.value as Found).id).toBe('P');
    });
});

const FLEET = `package Fleet {
    doc /* Boats
         * and their masts. */
    abstract part def <H> Hull { attribute length : ScalarValues::Real [1]; part masts : Mast [0..2]; part crew [1..*]; part oars [n]; }
    part def Mast { doc /* a pole */ }
    alias Pole for Mast;
    part ketch : Hull { part :>> masts : Pole; part <s> anchor; }
    requirement def Draught; requirement draught : Draught;
    satisfy draught by ketch;
    satisfy requirement own : Draught;
    constraint def Limit { in level { doc /* in metres */ } }
    enum def Rig { sloop; yawl; }
    variation part def Engine;
    part lost : Nothing;
    part broad : Hull, Mast;
    attribute n = 4;
}`;

const HARBOUR = `package Harbour {
    part def Dinghy { part <k> keel; part planks [*]; }
    part dinghy : Dinghy { part :>> keel; }
    part punt : Dinghy { part plank :>> keel; }
    action def Row { in <p> pull; } action row : Row { in; }
    connection rope connect [2..3] here ::> punt to there ::> dinghy;
}`;

const PROPERTIES: readonly (readonly [id: string, property: string, value: string | undefined])[] = [
    ['Fleet', '@id', 'Fleet'],
    ['Fleet', '@type', 'Package'],
    ['Fleet', 'documentation', 'Boats\nand their masts.'],
    ['Fleet', 'owner', undefined],
    ['Fleet', 'isAbstract', undefined],
    ['Fleet::Hull', 'isAbstract', 'true'],
    ['Fleet::Hull', 'shortName', 'H'],
    ['Fleet::Hull', 'declaredShortName', 'H'],
    ['Fleet::Hull', 'multiplicityLower', undefined],
    ['Fleet::Hull::length', 'type', 'ScalarValues::Real'],
    ['Fleet::Hull::length', 'multiplicityLower', '1'],
    ['Fleet::Hull::length', 'multiplicityUpper', '1'],
    ['Fleet::Hull::masts', 'multiplicityLower', '0'],
    ['Fleet::Hull::masts', 'multiplicityUpper', '2'],
    ['Fleet::Hull::crew', 'multiplicityUpper', '*'],
    ['Fleet::Hull::crew', 'type', undefined],
    ['Fleet::Hull::oars', 'multiplicityLower', undefined],
    ['Fleet::Mast', 'isAbstract', 'false'],
    ['Fleet::Mast', 'documentation', 'a pole'],
    ['Fleet::Mast', 'owner', 'Fleet'],
    ['Fleet::Mast', 'qualifiedName', 'Fleet::Mast'],
    ['Fleet::Mast::@0', 'name', undefined],
    ['Fleet::Mast::@0', 'owner', 'Fleet::Mast'],
    ['Fleet::Pole', 'isAbstract', undefined],
    ['Fleet::ketch::masts', 'name', 'masts'],
    ['Fleet::ketch::masts', 'declaredName', undefined],
    ['Fleet::ketch::masts', 'type', 'Fleet::Mast'],
    ['Fleet::ketch::anchor', 'shortName', 's'],
    ['Fleet::@7', 'satisfiedRequirement', 'Fleet::draught'],
    ['Fleet::@7', 'satisfyingFeature', 'Fleet::ketch'],
    ['Fleet::own', 'satisfiedRequirement', 'Fleet::own'],
    ['Fleet::own', 'satisfyingFeature', undefined],
    ['Fleet::draught', 'satisfiedRequirement', undefined],
    ['Fleet::Limit::level', 'documentation', 'in metres'],
    ['Fleet::Rig', 'isAbstract', 'true'],
    ['Fleet::Engine', 'isAbstract', 'true'],
    ['Fleet::lost', 'type', undefined],
    ['Fleet::broad', 'type', 'Fleet::Hull'],
    ['Harbour::dinghy::keel', 'shortName', 'k'],
    ['Harbour::dinghy::keel', 'declaredShortName', undefined],
    ['Harbour::punt::plank', 'shortName', undefined],
    ['Harbour::row::pull', 'shortName', 'p'],
    ['Harbour::Dinghy::planks', 'multiplicityLower', '0'],
    ['Harbour::Dinghy::planks', 'multiplicityUpper', '*'],
    ['Harbour::rope::here', 'multiplicityLower', '2'],
    ['Harbour::rope::here', 'multiplicityUpper', '3'],
    ['Harbour::rope::there', 'multiplicityLower', undefined]
];

describe('properties', () => {
    const model = modelOf(FLEET, HARBOUR);
    it.each(PROPERTIES)('of %s: %s is %s', (id, property, value) => {
        const [element] = find(model, { where: equal('@id', id), select: [property] });
        expect(element.properties).toEqual(value === undefined ? {} : { [property]: value });
    });

    it('are all told when none is selected', () => {
        expect([...find(model, { where: equal('name', 'length') })]).toEqual([
            {
                id: 'Fleet::Hull::length',
                type: 'AttributeUsage',
                properties: {
                    '@id': 'Fleet::Hull::length',
                    '@type': 'AttributeUsage',
                    declaredName: 'length',
                    isAbstract: 'false',
                    multiplicityLower: '1',
                    multiplicityUpper: '1',
                    name: 'length',
                    owner: 'Fleet::Hull',
                    qualifiedName: 'Fleet::Hull::length',
                    type: 'ScalarValues::Real'
                }
            }
        ]);
    });
});

/** A declaration named x in a package and its metaclass. */
const TYPES: readonly (readonly [declaration: string, type: string])[] = [
    ...[
        'part',
        'attribute',
        'item',
        'occurrence',
        'port',
        'interface',
        'connection',
        'flow',
        'allocation',
        'action',
        'state',
        'constraint'
    ].map(kind => [`${kind} def x;`, `${kind[0].toUpperCase()}${kind.slice(1)}Definition`] as const),
    ...['requirement', 'case', 'view', 'viewpoint', 'rendering', 'concern', 'metadata'].map(
        kind => [`${kind} def x;`, `${kind[0].toUpperCase()}${kind.slice(1)}Definition`] as const
    ),
    ...[
        'part',
        'attribute',
        'item',
        'occurrence',
        'port',
        'action',
        'state',
        'constraint',
        'requirement',
        'case',
        'view',
        'viewpoint',
        'rendering',
        'concern'
    ].map(kind => [`${kind} x;`, `${kind[0].toUpperCase()}${kind.slice(1)}Usage`] as const),
    ['enum def x;', 'EnumerationDefinition'],
    ['calc def x;', 'CalculationDefinition'],
    ['calc x;', 'CalculationUsage'],
    ['analysis def x;', 'AnalysisCaseDefinition'],
    ['verification x;', 'VerificationCaseUsage'],
    ['use case x;', 'UseCaseUsage'],
    ['individual def x;', 'OccurrenceDefinition'],
    ['individual x;', 'OccurrenceUsage'],
    ['requirement r; satisfy requirement x;', 'SatisfyRequirementUsage'],
    ['action a; action b; succession x first a then b;', 'SuccessionAsUsage'],
    ['part a; alias x for a;', 'Membership'],
    ['package x;', 'Package'],
    ['library package x;', 'Package'],
    ['comment x /* c */', 'Comment'],
    ['doc x /* c */', 'Documentation'],
    ['rep x language "text" /* c */', 'TextualRepresentation'],
    ['part a; part b; dependency x from a to b;', 'Dependency'],
    ['part a; part b; connect x ::> a to b;', 'ReferenceUsage'],
    ['part a { port p; } part b { port p; } interface connect x ::> a.p to b.p;', 'PortUsage']
];
const KERML_TYPES: readonly (readonly [declaration: string, type: string])[] = [
    ['namespace x;', 'Namespace'],
    ['class x;', 'Class'],
    ['struct x;', 'Structure'],
    ['assoc x;', 'Association'],
    ['behavior x;', 'Behavior'],
    ['predicate x;', 'Predicate'],
    ['interaction x;', 'Interaction'],
    ['metaclass x;', 'Metaclass']
];

describe('metaclasses', () => {
    it.each(TYPES)('%s is a %s', (declaration, type) => {
        expect(Array.from(find(modelOf(`package P { ${declaration} }`), { where: equal('name', 'x') }), e => e.type)).toEqual([type]);
    });
    it.each(KERML_TYPES)('KerML: %s is a %s', (declaration, type) => {
        expect(Array.from(find(modelOf(`// kerml\npackage P { ${declaration} }`), { where: equal('name', 'x') }), e => e.type)).toEqual([
            type
        ]);
    });
});

const QUESTIONS: readonly (readonly [title: string, query: Query, ids: readonly string[]])[] = [
    ['any of several values', { where: equal('name', 'ketch', 'anchor') }, ['Fleet::ketch', 'Fleet::ketch::anchor']],
    ['text, not numbers', { where: equal('multiplicityLower', '1.0') }, []],
    ['text with its case', { where: equal('name', 'Ketch') }, []],
    ['greater, with a number', { where: compared('multiplicityUpper', '>', '1.5') }, ['Fleet::Hull::masts', 'Fleet::Hull::crew']],
    ['the star is infinity in the model', { where: compared('multiplicityUpper', '>', '1e9') }, ['Fleet::Hull::crew']],
    ['and in the question', { where: compared('multiplicityUpper', '<', '*') }, ['Fleet::Hull::length', 'Fleet::Hull::masts']],
    [
        'an inverse passes what has no value',
        { scope: ['Fleet::Hull'], where: inverse('multiplicityUpper', '*') },
        ['Fleet::Hull', 'Fleet::Hull::length', 'Fleet::Hull::masts', 'Fleet::Hull::oars']
    ],
    ['a declared type', { where: equal('type', 'Fleet::Mast') }, ['Fleet::Hull::masts', 'Fleet::ketch::masts']],
    ['both', { where: all(equal('@type', 'PartUsage'), equal('owner', 'Fleet::ketch')) }, ['Fleet::ketch::masts', 'Fleet::ketch::anchor']],
    [
        'either, nested',
        { where: all(equal('@type', 'PartUsage'), any(equal('name', 'crew'), all(equal('shortName', 's')))) },
        ['Fleet::Hull::crew', 'Fleet::ketch::anchor']
    ],
    [
        'scopes in the order of the question, each element once',
        { scope: ['Fleet::ketch', 'Fleet::Mast', 'Fleet::ketch::anchor'] },
        ['Fleet::ketch', 'Fleet::ketch::masts', 'Fleet::ketch::anchor', 'Fleet::Mast', 'Fleet::Mast::@0']
    ],
    [
        'a scope in the library',
        { scope: ['ScalarValues::Boolean'], where: equal('@type', 'DataType', 'AttributeDefinition') },
        ['ScalarValues::Boolean']
    ],
    ['an alias is a scope of its own', { scope: ['Fleet::Pole'] }, ['Fleet::Pole']],
    ['a scope by its position', { scope: ['Fleet::Mast::@0'] }, ['Fleet::Mast::@0']]
];

describe('questions', () => {
    const model = modelOf(FLEET);
    it.each(QUESTIONS)('%s', (_title, query, expected) => {
        expect(ids(find(model, query))).toEqual(expected);
    });
});

describe('order', () => {
    const model = modelOf(
        "package P { part '\u{1F600}'; part '\u{10000}'; part '\uFFFD'; part ab [2]; part a [10]; part b [2]; part c; part aa [2..*]; }"
    );
    it.each<readonly [title: string, keys: readonly string[], names: string]>([
        ['texts by code point, a prefix first', ['name'], 'P a aa ab b c \uFFFD \u{10000} \u{1F600}'],
        ['numbers as numbers, what has none first', ['multiplicityLower', 'name'], 'P c \uFFFD \u{10000} \u{1F600} aa ab b a'],
        ['down, equal ones by the next key', ['-multiplicityUpper', 'name'], 'aa a ab b P c \uFFFD \u{10000} \u{1F600}']
    ])('%s', (_title, keys, names) => {
        const orderBy = keys.map(key => ({ property: key.replace('-', ''), isDescending: key.startsWith('-') }));
        expect(Array.from(find(model, { orderBy }), e => e.properties.name).join(' ')).toBe(names);
    });
});

describe('order by a property that some elements lack', () => {
    const model = modelOf("part c; part <y> b; part 'bb'; part <x> a; part az;");
    it.each<readonly [keys: readonly string[], names: string]>([
        [['shortName', '-name'], 'c bb az a b'],
        [['-shortName', 'name'], 'b a az bb c'],
        [['multiplicityUpper', 'name'], 'a az b bb c']
    ])('%j', (keys, names) => {
        const orderBy = keys.map(key => ({ property: key.replace('-', ''), isDescending: key.startsWith('-') }));
        expect(Array.from(find(model, { orderBy }), e => e.properties.name).join(' ')).toBe(names);
    });
});

const unset = { kind: 'primitive', property: 'name', operator: undefined, values: ['x'] } as const;
const REFUSALS: readonly (readonly [query: Query, message: string])[] = [
    [{ scope: ['Fleet::gone'] }, 'query scope names an element the model does not have: Fleet::gone'],
    [{ scope: ['Fleet::@0::@7'] }, 'query scope names an element the model does not have: Fleet::@0::@7'],
    [
        { select: ['colour'] },
        'unknown query property "colour"; queryable properties are @id, @type, declaredName, declaredShortName, documentation, isAbstract, multiplicityLower, ' +
            'multiplicityUpper, name, owner, qualifiedName, satisfiedRequirement, satisfyingFeature, shortName, type'
    ],
    [{ where: { kind: undefined } }, 'constraint is neither a PrimitiveConstraint nor a CompositeConstraint'],
    [{ where: equal('name') }, 'PrimitiveConstraint on "name" has no value to compare against'],
    [{ where: unset }, 'PrimitiveConstraint on "name" has no operator'],
    [{ where: all() }, 'CompositeConstraint has no constraints to combine'],
    [{ where: { kind: 'composite', operator: undefined, constraints: [equal('name', 'x')] } }, 'CompositeConstraint has no operator'],
    [{ where: compared('name', '>', '1') }, 'query property "name" is not ordered, so > cannot compare it'],
    [{ where: compared('multiplicityLower', '<', '1', '2') }, '< on "multiplicityLower" compares against exactly one value, got 2'],
    [{ where: compared('multiplicityLower', '>', 'one') }, '> on "multiplicityLower" needs a number to compare against, got "one"'],
    [{ where: any(equal('name', 'Fleet'), all(unset)) }, 'PrimitiveConstraint on "name" has no operator']
];

describe('refusals', () => {
    const model = modelOf(FLEET);
    it.each(REFUSALS)('%j: %s', (query, message) => {
        expect(() => find(model, query)).toThrow(new QueryError(message));
    });
    it('come before the scope is read', () => {
        expect(() => find(modelOf('package E;'), { where: unset })).toThrow('has no operator');
    });
});

describe('a search after a change that does not reach a document', () => {
    const common = (mass: number, more = ''): string => `package Common { part def Unit { attribute mass default ${mass}; } } ${more}`;
    const user = (name: string): string =>
        `comment /* ${name} */ package ${name} { private import Common::*; part unit : Unit { doc /* d */ } part : Unit { part a; }
        part again { part b; } } private package Hidden${name} { part c; }`;
    const sources = (first: string, count: number) =>
        [first, ...Array.from({ length: count }, (_, i) => user(`User${i}`))].map((content, i) => ({
            name: `${i}.sysml`,
            language: 'sysml' as const,
            content
        }));
    const answers = (model: Model): Found[] => [...find(model, {})];
    const fresh = (texts: ReturnType<typeof sources>): Found[] => answers(new Workspace({ library: testLibrary() }).parse(texts).model);

    it('parses no text, over several versions, and answers what a new model does', () => {
        const workspace = new Workspace({ library: testLibrary() });
        for (const first of [common(1), common(2), common(3), common(4, 'part;')]) {
            const texts = sources(first, 1);
            const { model } = workspace.parse(texts);
            const ofType = { kind: 'primitive', property: '@type', operator: '=', values: ['Comment'] } as const;
            expect([...find(model, { where: ofType })].at(-1)!.id).toBe(
                first === common(1) || model.documents[0].rootCount === 1 ? '@1' : '@2'
            );
            expect(model.documents[1].parsedRoot === undefined).toBe(first !== common(1));
            // a private root is not found by its name alone, so that the text is parsed for it
            expect(answers(model)).toEqual(fresh(texts));
        }
    });

    it('lets the earlier trees go when many documents have their own', () => {
        const workspace = new Workspace({ library: testLibrary() });
        void workspace.parse(sources(common(1), 8));
        const { documents } = workspace.parse(sources(common(2), 8)).model;
        const searchEarlier = (): number => documents.filter(d => d.earlierRoot !== undefined).length;
        expect(searchEarlier()).toBe(8);
        void documents[3].root;
        void documents[4].root;
        expect([searchEarlier(), documents[3].earlierRoot]).toEqual([6, undefined]);
        void documents[5].root;
        expect(searchEarlier()).toBe(0);
        expect(answers(workspace.parse(sources(common(2), 8)).model)).toEqual(fresh(sources(common(2), 8)));
    });
});
