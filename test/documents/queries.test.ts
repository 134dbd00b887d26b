// Document queries (contract: views 6): each case is a model, the body of a query, and the answer as lines.

import { describe, expect, it } from 'vitest';
import { answerOf, contextOf, modelWith } from './ask.js';

type Case = readonly [title: string, body: string, ...answer: readonly string[]];

/** Asks the bodies of one model, each as a query of its own. */
function cases(model: string, table: readonly Case[], ...instantiated: readonly string[]): void {
    const queries = table.map(([, body], i) => `calc def Q${i} :> Query { ${body} }`).join('\n');
    const context = contextOf(modelWith(`${model}\n${queries}`), ...instantiated);
    it.each(table.map((row, i) => [row[0], i] as const))('%s', (_, i) => {
        const [, , ...answer] = table[i];
        expect(answerOf(context, `T::Q${i}`).map(line => line.replaceAll(`T::Q${i}`, 'Q'))).toEqual(answer);
    });
}

const SHELF = `
    part def Jar { attribute grams : Real; attribute label : String [0..1]; attribute sealed : Boolean default true; }
    part def Lidded :> Jar;
    abstract part def Flask { doc /* Of glass. */ attribute <c> content : Real; }
    part shelf {
        doc /* Holds jars. */
        part plum : Jar { attribute :>> grams = 400.0; attribute :>> label = "red"; }
        part fig : Lidded { attribute :>> grams = 250.0; attribute :>> sealed = false; }
        part box { part nut : Jar { attribute :>> grams = plum.grams / 4; } }
        attribute capacity = 4;
        connection tie connect plum to fig;
    }`;

describe('walking over elements', () => {
    cases(SHELF, [
        [
            'OwnedElements answers everything that is declared in a body',
            'OwnedElements(source = shelf)',
            'T::shelf::plum',
            'T::shelf::fig',
            'T::shelf::box',
            'T::shelf::capacity',
            'T::shelf::tie'
        ],
        ['positional arguments stand in the order of declaration', 'Descendants(shelf.box, 1)', 'T::shelf::box::nut'],
        [
            'Descendants goes level by level',
            'WhereType(Descendants(source = shelf, maxDepth = 2), "PartUsage")',
            'T::shelf::plum',
            'T::shelf::fig',
            'T::shelf::box',
            'T::shelf::tie',
            'T::shelf::box::nut'
        ],
        [
            'Tree goes into each element before the next one',
            'WhereType(Tree(source = shelf, maxDepth = 2), "Jar")',
            'T::shelf::plum',
            'T::shelf::fig',
            'T::shelf::box::nut'
        ],
        ['Ancestors are nearest first', 'Ancestors(source = shelf.box.nut, maxDepth = *)', 'T::shelf::box', 'T::shelf', 'T'],
        ['Named finds by a qualified name', 'Named("T::shelf::fig")', 'T::shelf::fig'],
        ['Union keeps each row once', 'Union(source = shelf.fig, other = (shelf.plum, shelf.fig))', 'T::shelf::fig', 'T::shelf::plum'],
        ['Except leaves rows out', 'Except(source = (shelf.fig, shelf.plum), exclude = shelf.plum)', 'T::shelf::fig'],
        ['Distinct keeps the first', 'Distinct(source = (shelf.fig, shelf.fig))', 'T::shelf::fig']
    ]);
});

describe('keeping rows', () => {
    cases(SHELF, [
        ['a metaclass has subclasses', 'WhereType(OwnedElements(shelf), "AttributeUsage")', 'T::shelf::capacity'],
        ['a type of the model has specializations', 'WhereType(OwnedElements(shelf), "T::Jar")', 'T::shelf::plum', 'T::shelf::fig'],
        [
            'an unknown classification',
            'WhereType(OwnedElements(shelf), "Nope")',
            'definition: query Q: WhereType: unknown-classification: Nope is no metaclass and no type of the model'
        ],
        ['names', 'WhereName(OwnedElements(shelf), "starts-with", "p")', 'T::shelf::plum'],
        ['a regular expression', 'WhereName(OwnedElements(shelf), "matches", "^[a-f]..$")', 'T::shelf::fig', 'T::shelf::box'],
        ['one that would keep a backtracking engine for ever', `WhereText(Descendants(Named("T"), 1), "matches", "^(([a-zA-Z ])+.?)+#$")`],
        [
            'a pattern beyond RE2',
            'WhereName(OwnedElements(shelf), "matches", "(?=f)")',
            'definition: query Q: WhereName: invalid-argument: (?=f) is no regular expression: invalid or unsupported Perl syntax: `(?=`'
        ],
        ['texts of documentation', 'WhereText(Descendants(Named("T"), 1), "contains", "Holds")', 'T::shelf'],
        ['numbers', 'WhereFeature(OwnedElements(shelf), "grams", ">", "250")', 'T::shelf::plum'],
        ['numbers are equal to what is written', 'WhereFeature(OwnedElements(shelf), "grams", "=", "250.0")', 'T::shelf::fig'],
        ['what lacks the property is not unequal', 'WhereFeature(OwnedElements(shelf), "grams", "!=", "250")', 'T::shelf::plum'],
        ['an inherited default', 'WhereFeature(OwnedElements(shelf), "sealed", "=", "true")', 'T::shelf::plum'],
        [
            'no row has the property',
            'WhereFeature(OwnedElements(shelf), "volume", "=", "1")',
            'definition: query Q: WhereFeature: unknown-property: no row has a property volume'
        ],
        [
            'an unknown operator',
            'WhereFeature(OwnedElements(shelf), "grams", "~", "1")',
            'definition: query Q: WhereFeature: invalid-argument: ~ is no operator: they are =, ==, !=, <>, <, <=, >, >=, contains, startsWith, starts-with, endsWith, ends-with, matches'
        ],
        [
            'a threshold with a unit',
            'WhereFeature(OwnedElements(shelf), "grams", ">", "1 [kg]")',
            'definition: query Q: WhereFeature: invalid-argument: "1 [kg]" is no number: a threshold is a bare number in the unit of each element'
        ]
    ]);
});

describe('columns', () => {
    cases(SHELF, [
        [
            'built-in properties and features; a missing value is an empty cell',
            'Project(source = OwnedElements(shelf), properties = ("name", "@type", "type", "label"))',
            'name | @type | type | label',
            'T::shelf::plum | plum | PartUsage | T::Jar | red',
            'T::shelf::fig | fig | PartUsage | T::Lidded | ',
            'T::shelf::box | box | PartUsage |  | ',
            'T::shelf::capacity | capacity | AttributeUsage |  | ',
            'T::shelf::tie | tie | ConnectionUsage |  | '
        ],
        [
            'bounds',
            'Project(Named("T::Jar::label"), ("multiplicityLower", "multiplicityUpper", "owner"))',
            'multiplicityLower | multiplicityUpper | owner',
            'T::Jar::label | 0 | 1 | T::Jar'
        ],
        [
            'names that are declared, and those that are borrowed from what is redefined',
            'Project(Named("T::Flask::content"), ("name", "declaredName", "shortName", "declaredShortName"))',
            'name | declaredName | shortName | declaredShortName',
            'T::Flask::content | content | content | c | c'
        ],
        [
            'what a definition says of itself',
            'Project(Named("T::Flask"), ("documentation", "isAbstract", "type", "multiplicityUpper", "qualifiedName", "@id"))',
            'documentation | isAbstract | type | multiplicityUpper | qualifiedName | @id',
            'T::Flask | Of glass. | true |  |  | T::Flask | T::Flask'
        ],
        ['an optional attribute that no row binds', 'Project(shelf.box.nut, ("label"))', 'label', 'T::shelf::box::nut | '],
        [
            'a property that no type of the rows has',
            'Project(shelf.box.nut, ("volume"))',
            'definition: query Q: unknown-property: no row has a property volume'
        ],
        ['an expression over other features', 'Project(shelf.box.nut, ("grams"))', 'grams', 'T::shelf::box::nut | 100'],
        ['a projection stays attached', 'WhereName(Project(OwnedElements(shelf), ("name")), "=", "fig")', 'name', 'T::shelf::fig | fig'],
        ['an empty answer keeps its columns', 'WhereName(Project(OwnedElements(shelf), ("name")), "=", "x")', 'name'],
        [
            'a computed column',
            'Project(source = WhereType(OwnedElements(shelf), "Jar"), columns = (Column(name = "kg", expression = Jar::grams / 1000), Column(name = "tag", expression = Element::name + "!")))',
            'kg | tag',
            'T::shelf::plum | 0.4 | plum!',
            'T::shelf::fig | 0.25 | fig!'
        ],
        [
            '?? gives what is absent',
            'Project(source = shelf.fig, columns = Column("l", Jar::label ?? "none"))',
            'l',
            'T::shelf::fig | none'
        ],
        [
            'an absent result',
            'Project(source = shelf.fig, columns = Column("l", Jar::label))',
            'definition: query Q: column l of T::shelf::fig: column-absent: it has no value (`??` gives one)'
        ],
        [
            'what a row leads to',
            'Project(source = (shelf.plum, shelf.box), columns = (RelatedColumn("to", "connection", "outgoing", 1), RelatedColumn("n", "connection", "outgoing", 1, "count"), RelatedColumn("any", "connection", "outgoing", 1, "any")))',
            'to | n | any',
            'T::shelf::plum | T::shelf::fig | 1 | true',
            'T::shelf::box |  | 0 | false'
        ],
        [
            'what a row leads to among some elements',
            'Project(source = shelf.plum, columns = (RelatedColumn("to", "connection", "outgoing", 1, "elements", shelf.fig), RelatedColumn("none", "connection", "outgoing", 1, "count", shelf.box)))',
            'to | none',
            'T::shelf::plum | T::shelf::fig | 0'
        ],
        [
            'an order by a computed column',
            'OrderBy(Project(source = WhereType(OwnedElements(shelf), "Jar"), columns = Column("kg", Jar::grams / 1000)), "kg", "ascending", "last", "error")',
            'kg',
            'T::shelf::fig | 0.25',
            'T::shelf::plum | 0.4'
        ],
        [
            'missing values first',
            'OrderBy((shelf.plum, shelf.fig), "label", "descending", "first", "error")',
            'T::shelf::fig',
            'T::shelf::plum'
        ],
        [
            'missing values refused',
            'OrderBy((shelf.plum, shelf.fig), "label", "descending", "error", "error")',
            'definition: query Q: OrderBy: invalid-order: T::shelf::fig has no value of label'
        ],
        [
            'two columns of one name',
            'Project(shelf, ("name", "name"))',
            'definition: query Q: Project: invalid-argument: two columns are named name'
        ],
        [
            'rows of different columns',
            'Union(Project(shelf, ("name")), shelf)',
            'definition: query Q: Union: invalid-argument: source and other have different columns'
        ]
    ]);
});

describe('quantities', () => {
    cases(
        `part def Jar { attribute mass :> ISQ::mass; attribute height :> ISQ::length; attribute odd = mass + height; }
        part a : Jar { attribute :>> mass = 1200 [g]; attribute :>> height = 2 [m]; }
        part b : Jar { attribute :>> mass = 1 [kg]; attribute :>> height = 30 [cm]; }
        part c : Jar;
        action run { in x : Real; attribute y = x + 1; }
        part def Loop { attribute p = q; attribute q = p; }`,
        [
            [
                'keep their unit',
                'Project(OrderBy((a, b), "mass", "ascending", "last", "error"), ("name", "mass"))',
                'name | mass',
                'T::b | b | 1 [kg]',
                'T::a | a | 1200 [g]'
            ],
            ['a threshold is in the unit of each element', 'WhereFeature((a, b), "mass", ">", "2")', 'T::a'],
            ['a ratio is a number', 'Project(source = a, columns = Column("r", Jar::mass / Jar::mass))', 'r', 'T::a | 1'],
            ['the right operand is converted', 'Project(source = b, columns = Column("m", Jar::mass + 500 [g]))', 'm', 'T::b | 1.5 [kg]'],
            [
                'different dimensions in a column',
                'Project(source = a, columns = Column("m", Jar::mass + Jar::height))',
                'definition: query Q: column m of T::a: column-incommensurable: incommensurable units: g and m'
            ],
            [
                'different dimensions in a feature',
                'Project(a, ("odd"))',
                'definition: query Q: unevaluable-feature: odd of T::a: incommensurable units: g and m'
            ],
            ['what nothing binds is absent', 'Project(c, ("mass"))', 'mass', 'T::c | '],
            [
                'a value that only a run gives',
                'Project(run, ("y"))',
                'definition: query Q: unevaluable-feature: y of T::run has a value only while it runs'
            ],
            [
                'a cycle',
                'Project(Named("T::Loop"), ("p"))',
                'definition: query Q: unevaluable-feature: p of T::Loop: cyclic feature value dependency: Loop.p'
            ]
        ]
    );
});

describe('relationships', () => {
    cases(
        `private import RequirementDerivation::*;
        private import ModelingMetadata::Refinement;
        port def Pipe;
        part def Kettle { port tap : Pipe; }
        part def Big :> Kettle;
        part kettle : Big { port :>> tap; }
        part other :> kettle;
        part cup { port rim : Pipe; }
        connection pour connect kettle.tap to cup.rim;
        part host;
        allocation place allocate kettle to host;
        requirement hot; requirement hotter;
        satisfy hot by kettle;
        verification def Check { objective { verify hot; } }
        #derivation connection { end #original ::> hot; end #derive ::> hotter; }
        #Refinement dependency better from hotter to hot;
        #Refinement part marked;`,
        [
            ['specialization', 'RelatedElements(Named("T::Big"), "specialization", "outgoing", 1)', 'T::Kettle'],
            ['the other way', 'RelatedElements(Named("T::Kettle"), "specialization", "incoming", 1)', 'T::Big'],
            ['typing', 'RelatedElements(kettle, "typing", "outgoing", 1)', 'T::Big'],
            ['subsetting', 'RelatedElements(kettle, "subsetting", "incoming", 1)', 'T::other'],
            ['redefinition', 'RelatedElements(kettle.tap, "redefinition", "outgoing", 1)', 'T::Kettle::tap'],
            ['connections run from port to port', 'RelatedElements(kettle.tap, "connection", "outgoing", 1)', 'T::cup::rim'],
            ['not between their owners', 'RelatedElements(kettle, "connection", "outgoing", 1)'],
            ['allocation', 'RelatedElements(kettle, "allocation", "outgoing", 1)', 'T::host'],
            ['satisfaction', 'RelatedElements(hot, "satisfaction", "incoming", 1)', 'T::kettle'],
            ['verification', 'RelatedElements(hot, "verification", "incoming", 1)', 'T::Check'],
            ['derivation', 'RelatedElements(hot, "derivation", "outgoing", 1)', 'T::hotter'],
            ['refinement', 'RelatedElements(hotter, "refinement", "outgoing", 1)', 'T::hot'],
            ['rows without one', 'WhereRelated((hot, hotter), "satisfaction", "incoming", 1, false)', 'T::hotter'],
            ['metadata', 'WhereMetadata(OwnedElements(Named("T")), "ModelingMetadata::Refinement")', 'T::better', 'T::marked'],
            [
                'an unknown kind',
                'RelatedElements(hot, "love", "incoming", 1)',
                'definition: query Q: RelatedElements: invalid-argument: RelatedElements wants one of specialization, subsetting, redefinition, typing, connection, allocation, satisfaction, verification, derivation, refinement, not "love" for relationshipKind'
            ]
        ]
    );
});

describe('queries that are wrong as they are written', () => {
    cases(
        'part shelf; enum def E { a; } calc def Again :> Query { Twice() } calc def Twice :> Query { Again() } calc def All :> Query { in root : Element; OwnedElements(root) }',
        [
            ['an unknown operation', 'Nope(source = shelf)', 'definition: query Q: Nope names no query and no operation'],
            [
                'an unknown argument',
                'OwnedElements(from = shelf)',
                'definition: query Q: invalid-argument: OwnedElements has no parameter from'
            ],
            ['a missing argument', 'Descendants(source = shelf)', 'definition: query Q: invalid-argument: Descendants requires maxDepth'],
            [
                'an element where a text is wanted',
                'WhereName(shelf, "=", shelf)',
                'definition: query Q: invalid-argument: shelf is an element where value wants a value'
            ],
            ['a value where rows are wanted', 'OwnedElements(source = 3)', 'definition: query Q: invalid-argument: 3 gives no rows'],
            [
                'a query that invokes itself',
                'Again()',
                'definition: query Q: query T::Again: query T::Twice: query T::Again: it invokes itself: Q -> T::Again -> T::Twice -> T::Again'
            ],
            ['an invoked query that is not bound', 'All()', 'definition: query Q: invalid-argument: T::All requires root'],
            ['a value for an invoked query', 'All(root = shelf)']
        ]
    );
});

describe('parameters', () => {
    cases(SHELF, [
        ['a default', 'in least : String default "300"; WhereFeature(OwnedElements(shelf), "grams", ">=", least)', 'T::shelf::plum'],
        ['an absent parameter without a default', 'in root : Element [0..1]; Union(root, shelf.fig)', 'T::shelf::fig'],
        [
            'a parameter of values in place of elements',
            'in word : String default "fig"; Distinct(word)',
            'definition: query Q: invalid-argument: word holds values where elements are required'
        ],
        ['a default that names an element', 'in root : Element default shelf.box; OwnedElements(root)', 'T::shelf::box::nut'],
        [
            'a default computed from another one',
            'in a : String default "f"; in b : String default a + "ig"; WhereName(OwnedElements(shelf), "=", b)',
            'T::shelf::fig'
        ],
        [
            'a required one',
            'in root : Element; OwnedElements(root)',
            'unacceptable: query Q requires binding root (declared in model.sysml)'
        ]
    ]);
});

const YARD = `
    attribute def Go;
    part def Mast { attribute height : Real default 3.0; }
    part def Boat {
        attribute speed : Real default 1.0;
        part masts : Mast [2];
        assert constraint slow { speed < 5 }
        exhibit state sail {
            entry; then moored;
            state moored { entry; then tied; state tied; }
            state gone;
            accept Go then gone;
        }
    }
    part barge : Boat { attribute :>> speed = 7.0; }
    part raft : Boat;
    requirement def Steady { subject b : Boat; require constraint { b.speed <= 10 } }
    requirement steady : Steady;
    satisfy steady by barge;
    verification trial { subject b = barge; objective { verify steady; } VerificationCases::PassIf(b.speed > 1) }`;

describe('objects', () => {
    cases(
        YARD,
        [
            [
                'named objects by name, nested ones under their paths, displaced ones by id',
                'Project(Objects("T::Mast"), ("name", "height"))',
                'name | height',
                'T::barge.masts[1] | masts[1] | 3',
                'T::barge.masts[2] | masts[2] | 3',
                'T::raft.masts[1] | masts[1] | 3',
                'T::raft.masts[2] | masts[2] | 3',
                '#1.masts[1] | masts[1] | 3',
                '#1.masts[2] | masts[2] | 3'
            ],
            ['what an object holds', 'OwnedElements(WhereName(Objects("Boat"), "=", "raft"))', 'T::raft.masts[1]', 'T::raft.masts[2]'],
            [
                'an operation on the model alone',
                'RelatedElements(Objects("Boat"), "typing", "outgoing", 1)',
                'definition: query Q: RelatedElements: object-row: T::barge is no element, and relationships are between elements'
            ],
            [
                'states with the states around them',
                'Project(States(WhereName(Objects("Boat"), "=", "raft")), ("machine", "name", "statePath", "region", "enclosing"))',
                'machine | name | statePath | region | enclosing',
                'T::raft.sail | sail | tied | moored.tied |  | moored'
            ],
            ['objects in a state around the active one', 'InState("moored")', 'T::barge', 'T::raft', '#1'],
            ['by its path', 'InState("moored.tied")', 'T::barge', 'T::raft', '#1'],
            ['none', 'InState("gone")'],
            [
                'an unknown state',
                'InState("lost")',
                'definition: query Q: InState: unknown-state: no state machine of the model has a state lost'
            ],
            [
                'objects without a machine',
                'States(Objects("Mast"))',
                'definition: query Q: States: no-state-machine: T::barge.masts[1] has no state machine'
            ],
            [
                'what happened',
                'Project(Events(source = WhereName(Objects("Boat"), "=", "raft"), kind = "entry"), ("kind", "time", "path", "machine", "state"))',
                'kind | time | path | machine | state',
                'enter: moored | entry | 0 [s] | T::raft | sail | moored',
                'enter: tied | entry | 0 [s] | T::raft | sail | tied'
            ],
            ['within an interval', 'Events(since = 1 [min])'],
            [
                'an interval that ends before it begins',
                'Events(since = 2, before = 1)',
                'definition: query Q: Events: invalid-interval: it begins at 2 s, after its end at 1 s'
            ],
            [
                'an element has no states',
                'States(barge)',
                'definition: query Q: States: no-runtime: T::barge is an element: its object is made by Instantiate and bound as an object'
            ]
        ],
        'T::barge',
        'T::raft',
        'T::barge'
    );
});

describe('verdicts', () => {
    cases(YARD, [
        [
            'of an element as it is declared',
            'Project(Verdicts(barge), ("kind", "path", "verdict", "condition", "verification"))',
            'kind | path | verdict | condition | verification',
            'assert constraint slow on T::barge | constraint | T::barge | violated | speed < 5 | ',
            'satisfy steady by barge on T::barge | satisfaction | T::barge | holds |  | pass',
            'verification T::trial on T::barge | verification | T::barge | holds |  | pass'
        ],
        [
            'of one kind',
            'Project(Verdicts(raft, "constraint"), ("verdict", "name"))',
            'verdict | name',
            'assert constraint slow on T::raft | holds | slow'
        ],
        [
            'of what has no object',
            'Verdicts(Named("T"))',
            'definition: query Q: Verdicts: invalid-argument: T has no object on which assertions can be judged'
        ],
        [
            'an unknown kind',
            'Verdicts(barge, "love")',
            'definition: query Q: Verdicts: invalid-argument: Verdicts wants one of all, constraint, requirement, satisfaction, verification, not "love" for kind'
        ]
    ]);
});

describe('verdicts on what an object holds', () => {
    const path = ['path', 'verdict', 'verification'].map(name => `"${name}"`).join(', ');
    cases(
        `part def Mast { attribute height : Real default 3.0; assert constraint tall { height > 4 } }
        part def Boat { attribute speed : Real default 1.0; part mast : Mast; }
        part barge : Boat;
        requirement def Steady { subject b : Boat; require constraint { b.speed <= 10 } }
        requirement steady : Steady;
        satisfy steady by barge;
        satisfy requirement : Steady by barge;
        verification trial { subject b = barge; objective { verify steady; } VerificationCases::PassIf(b.speed > 1) }`,
        [
            [
                'of an element are under its name',
                `Project(Verdicts(barge, "constraint"), (${path}))`,
                'path | verdict | verification',
                'assert constraint tall on T::barge.mast | T::barge.mast | violated | '
            ],
            [
                'of an object are under its path',
                `Project(Verdicts(WhereType(Objects("Boat"), "Boat")), (${path}))`,
                'path | verdict | verification',
                'satisfy steady by barge on T::barge | T::barge | holds | fail',
                'satisfy Steady by barge on T::barge | T::barge | holds | ',
                'verification T::trial on T::barge | T::barge | violated | fail',
                'assert constraint tall on T::barge.mast | T::barge.mast | violated | '
            ],
            [
                'of a held object are under its own path',
                `Project(Verdicts(Objects("Mast")), (${path}))`,
                'path | verdict | verification',
                'assert constraint tall on T::barge.mast | T::barge.mast | violated | '
            ],
            [
                'have the properties of verdicts and none of other types',
                'Project(source = Verdicts(barge, "constraint"), columns = (Column("k", Verdict::kind), Column("h", Mast::height ?? 0)))',
                'k | h',
                'assert constraint tall on T::barge.mast | constraint | 0'
            ]
        ],
        'T::barge'
    );
});

describe('features by their declarations', () => {
    cases(
        `part def Boat { attribute grams : Real default 1.0; ref part next : Boat [0..1]; }
        part def Crate { attribute grams : Real default 2.0; }
        part crate : Crate;
        part raft : Boat;
        part barge : Boat { ref part :>> next = raft; }
        attribute word : String = "grams";
        enum def Colour { enum red; }
        metadata def Risk { attribute level : Integer; }
        part risky { @Risk { level = 3; } attribute level = 5; }`,
        [
            [
                'a namesake of another type is another feature',
                'Project(source = crate, columns = (Column("boat", Boat::grams ?? 0), Column("crate", Crate::grams)))',
                'boat | crate',
                'T::crate | 0 | 2'
            ],
            [
                'a feature of metadata is that of the annotation',
                'Project(source = (risky, crate), columns = (Column("risk", Risk::level ?? 0)))',
                'risk',
                'T::risky | 3',
                'T::crate | 0'
            ],
            ['a value that is an object is its row', 'Project(barge, ("next"))', 'next', 'T::barge | T::raft'],
            [
                'a parameter takes no element by its name, whatever its value',
                'in w : String default word; WhereFeature(Named("T::raft"), w, ">", "0")',
                'definition: query Q: parameter w: it takes values, not elements'
            ],
            [
                'and an enumeration literal by its value',
                'in w : String default Colour::red; WhereFeature(Named("T::raft"), w, ">", "0")',
                'definition: query Q: parameter w: type mismatch: w must be String, got the enumeration literal T::Colour::red'
            ]
        ]
    );
});

describe('what actions send and accept', () => {
    cases(
        `item def Go { attribute n : Integer; }
        port def Out { out item go : Go; }
        part def Sender {
            port p : Out;
            ref part other : Receiver;
            perform action sending { first start; then send new Go(n = 3) via p; then send new Go(n = 4) to other; }
        }
        part def Receiver { port q : ~Out; perform action taking { first start; then accept g : Go via q; then accept h : Go; } }
        part def Yard { part sender : Sender { ref part :>> other = Yard::receiver; } part receiver : Receiver; connect sender.p to receiver.q; }
        part yard : Yard;`,
        [
            [
                'is told with the object and no machine',
                'Project(Events(kind = "send, accept"), ("kind", "path", "machine", "event", "payload", "target"))',
                'kind | path | machine | event | payload | target',
                'send: Go to object #4 | send | T::yard.sender |  | Go |  | T::yard.receiver.q',
                'send: Go to object #3 | send | T::yard.sender |  | Go |  | T::yard.receiver',
                'accept: Go (n = 3) | accept | T::yard.receiver |  | Go | n = 3 | ',
                'accept: Go (n = 4) | accept | T::yard.receiver |  | Go | n = 4 | '
            ],
            [
                'of the objects that are asked',
                'Project(Events(source = WhereType(Objects("Receiver"), "T::Receiver"), kind = "send"), ("text"))',
                'text'
            ]
        ],
        'T::yard'
    );
});
