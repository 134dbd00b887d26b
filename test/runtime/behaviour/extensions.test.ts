/**
 * The bundled extension packages: what they declare is usable, and what a warning recommends works in a run (contract
 * behaviour 10, migration 13.2, 14).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { elementById } from '../../../src/language/semantics/naming.js';
import { languageOf } from '../../../src/language/syntax/index.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';
import { evaluate } from '../../../src/runtime/evaluation/index.js';
import { valueText } from '../../../src/runtime/values/index.js';
import { startRun } from '../../../src/runtime/behaviour/start-run.js';
import { modelOf, type Options, runState } from './run.js';

const ROUTED = (
    vertex: string
): string => `private import StateMachines::*; attribute def go; state m { attribute x : Integer = 0; attribute way : String = "";
    entry; then a; state a; transition first a accept go do assign x := 7 then c; ${vertex}
    transition first c if x > 5 do assign way := "high" then b; transition first c if x <= 5 do assign way := "low" then d; state b; state d; }`;
const HISTORY = (
    vertex: string
): string => `private import StateMachines::*; attribute def pause; attribute def resume; attribute def next; state m { entry; then work;
    state work { entry; then a; state a; accept next then b; state b { entry; then b1; state b1; accept next then b2; state b2; } ${vertex} }
    transition first work accept pause then paused; state paused; transition first paused accept resume then work.h; }`;
const DEFERRED = (body: string): string => `private import MigrationMetadata::*; attribute def door; attribute def leave; attribute def key;
    state m { attribute n : Integer = 0; entry; then off; state off { ${body} } transition first off accept leave then on;
    state on; transition first on accept door do assign n := n + 1 then on; }`;
const KEEPING = `item def Door; attribute def leave; part def House { attribute n : Integer = 0; exhibit state m { entry; then off;
    state off {
        @MigrationMetadata::DeferredEvent { ref :>> signal : Door; }
        item deferred : Door[*] ordered;
        do action buffer {
            first start then receive;
            #MigrationMetadata::DeferredKeeper action receive accept kept : Door;
            then action keep { assign deferred := SequenceFunctions::including(deferred, receive.kept); }
            then receive;
        }
        exit action flush { for kept in deferred { send kept to self; } then action clear { assign deferred := (); } }
    }
    transition first off accept leave then on;
    state on; transition first on accept Door do assign n := n + 1 then on; } }
    part town { part house : House; part caller { perform action ring { first start; then send new Door() to house; then send new Door() to house;
        then accept after 1; then send new leave() to house; then done; } } }`;

const RACE =
    'choice point: at t=0.0: due state machine m of object #2, action ring of object #3 (unordered; ran action ring of object #3 first)';

type Case = readonly [name: string, body: string, expected: Record<string, unknown>, options?: Options];

const RUNS: readonly Case[] = [
    [
        '#choice reads its guards after the effect',
        ROUTED('#choice state c;'),
        { visited: 'a b', context: 'x=7 way="high"' },
        { events: ['go'] }
    ],
    ['#junction reads them before', ROUTED('#junction state c;'), { visited: 'a d', context: 'x=7 way="low"' }, { events: ['go'] }],
    [
        'the qualified name, and an annotation in the body',
        ROUTED('state c { @StateMachines::choice; }'),
        { visited: 'a b', context: 'x=7 way="high"' },
        { events: ['go'] }
    ],
    [
        'an annotation about the state',
        ROUTED('state c; metadata choice about c;'),
        { visited: 'a b', context: 'x=7 way="high"' },
        { events: ['go'] }
    ],
    [
        'a metadata definition that specializes the library’s',
        `metadata def select :> StateMachines::choice; ${ROUTED('#select state c;')}`,
        { visited: 'a b', context: 'x=7 way="high"' },
        { events: ['go'] }
    ],
    [
        'a definition of the same name that is another one says nothing',
        `package Own { metadata def choice; } ${ROUTED('#Own::choice state c;')}`,
        { visited: 'a c b', context: 'x=7 way="high"' },
        { events: ['go'] }
    ],
    [
        '#shallowHistory',
        HISTORY('#shallowHistory state h;'),
        { visited: 'work a b b1 b2 paused work b b1' },
        { events: ['next', 'next', 'pause', 'resume'] }
    ],
    [
        '#deepHistory',
        HISTORY('#deepHistory state h;'),
        { visited: 'work a b b1 b2 paused work b b2' },
        { events: ['next', 'next', 'pause', 'resume'] }
    ],
    [
        'a deferred event waits until the state is left',
        DEFERRED('@DeferredEvent { ref :>> signal : door; }'),
        { visited: 'off on on on', context: 'n=2' },
        { events: ['door', 'door', 'leave'] }
    ],
    [
        'each annotation names its own',
        DEFERRED('@DeferredEvent { ref :>> signal : key; } @DeferredEvent { ref :>> signal : door; }'),
        { visited: 'off on on', context: 'n=1' },
        { events: ['door', 'key', 'leave'] }
    ],
    ['without it the event is lost', DEFERRED(''), { visited: 'off on', context: 'n=0' }, { events: ['door', 'door', 'leave'] }],
    [
        'what a keeper receives is sent again when the state is left',
        KEEPING,
        { visited: 'off on on on', context: 'this.n=2', time: 1, notes: [RACE] },
        { performer: 'T::town.house' }
    ]
];

describe('annotated states', () => {
    for (const [name, body, expected, options] of RUNS) {
        it(name, () => {
            const id = options?.performer === undefined ? 'm' : 'House::m';
            expect(runState(modelOf(body), id, options)).toEqual(expected);
        });
    }
});

describe('functions of the extensions', () => {
    const model = modelOf(`private import StateActivity::*;
        attribute first_ : ActivityRecord { :>> machine = "m"; :>> 'state' = "a"; :>> entered = 1.0; :>> left = 2.5; }
        attribute second_ : ActivityRecord { :>> machine = "m"; :>> 'state' = "b"; :>> entered = 2.5; }`);
    it.each([
        ['OpenSysMLMathFunctions::quotient(-7, 2)', '-3'],
        ['OpenSysMLMathFunctions::quotient(2 ** 70, 2 ** 69)', '2'],
        ['OpenSysMLMathFunctions::ceiling(2.1)', '3'],
        ['OpenSysMLMathFunctions::ceiling(-2.1)', '-2'],
        ['OpenSysMLMathFunctions::ceiling(7 / 2)', '4'],
        ['StateActivity::ActiveDuration((T::first_, T::second_), 4.0)', '3.0']
    ])('%s', (expression, expected) => {
        const { result, error } = evaluate(startRun(model), { expression });
        expect(result === undefined ? error : valueText(result)).toBe(expected);
    });
    it('a division by zero is one', () => {
        expect(evaluate(startRun(model), { expression: 'OpenSysMLMathFunctions::quotient(1, 0)' }).error).toContain('division by zero');
    });
});

/** What each package declares, by names that models write. */
const DECLARED: Readonly<Record<string, readonly string[]>> = {
    StateMachines: ['choice', 'junction', 'shallowHistory', 'deepHistory'],
    Simulation: [
        'Configuration::runs',
        'Configuration::draws',
        'Configuration::parallelForks',
        'DrawPolicy::average',
        'MonteCarlo::outOfSpec'
    ],
    MigrationMetadata: [
        'SynthesizedName',
        'StandIn',
        'DeferredEvent::signal',
        'DeferredKeeper',
        'LibraryNameAvoided::sourceName',
        'AppliedStereotype::tags'
    ],
    IdentityMetadata: ['ElementId::id', 'ProjectRef::projectId', 'ProjectRef::branch', 'ProjectRef::org'],
    DocumentQueries: [
        'Query::result',
        'Project::columns',
        'Events::since',
        'RelatedColumn::form',
        'Verdict::verification',
        'State::enclosing',
        'Event::alternatives',
        'Ref::target',
        'LinkColumn::targetColumn'
    ],
    OpenSysMLRenderings: ['asCaseDiagram', 'asMixedDiagram', 'asRelationshipMatrix', 'CaseView', 'MixedView', 'MatrixView'],
    OpenSysMLViews: [],
    OpenSysMLMathFunctions: ['quotient', 'ceiling', 'exp', 'ln'],
    RandomFunctions: ['uniform', 'normal'],
    Stochastic: ['Probability::p'],
    AnalysisRecords: ['AnalysisRecord::results'],
    StateActivity: ['ActivityRecord::entered', 'ActiveDuration'],
    StateSpaceIntegration: ['Integration::method'],
    SysMLValidation: ['ExpectedFinding::code'],
    MOSA: ['MajorSystemPlatform', 'ModularSystemInterface::standards'],
    OOSEM: ['BlackBox', 'LogicalComponent']
};

describe('bundled packages', () => {
    const workspace = new Workspace({ library: testLibrary() });
    it.each(Object.entries(DECLARED))('%s declares what models name', (name, declared) => {
        const content = `package P { private import ${name}::*; }`;
        const { model } = workspace.parse([{ name: 'p.sysml', language: 'sysml', content }]);
        expect(model.diagnostics.map(d => d.message)).toEqual([]);
        expect(declared.filter(d => elementById(model, `${name}::${d}`) === undefined)).toEqual([]);
    });
    it('the older name of the renderings leads to them', () => {
        const content = 'package P { view v { render OpenSysMLViews::asCaseDiagram; } view w : OpenSysMLViews::MixedView; }';
        const { model } = workspace.parse([{ name: 'p.sysml', language: 'sysml', content }]);
        expect(model.diagnostics.map(d => d.message)).toEqual([]);
    });
    it('a query and a document of them have no finding', () => {
        const content = `package Shelf { private import DocumentQueries::*; private import KerML::Root::Element; private import ScalarValues::*;
            part def Jar { attribute grams : Real; }
            part shelf { part plum : Jar { attribute :>> grams = 400.0; } part fig : Jar { attribute :>> grams = 250.0; } part label; } 
            calc def Heaviest :> Query { in root : Element; in least : String default "0";
                Project(source = OrderBy(source = WhereFeature(source = OwnedElements(source = root), 'feature' = "grams", operator = ">=", value = least),
                        property = "grams", direction = "descending", missing = "last", multiple = "error"),
                    properties = ("name", "grams"), columns = (Column(name = "kg", expression = Jar::grams / 1000))) }
            part def ShelfReport :> Document { attribute redefines title = "Shelf report";
                part weights : Section { attribute redefines title = "Weights";
                    part intro : Paragraph { attribute redefines text = "All jars, heaviest first."; }
                    part table : Table { attribute redefines caption = "Jars"; calc rows : Heaviest { in root = Shelf; } } } } }`;
        const { model } = workspace.parse([{ name: 'shelf.sysml', language: 'sysml', content }]);
        expect(model.diagnostics.map(d => `${d.code}: ${d.message}`)).toEqual([]);
    });
    const folder = new URL('../../../library/extension/', import.meta.url);
    it.each(readdirSync(folder))('%s has no finding', file => {
        const content = readFileSync(new URL(file, folder), 'utf8').replace(/^package (\w+)/, 'package $1Copy');
        const { model } = workspace.parse([{ name: file, language: languageOf(file), content }]);
        expect(model.diagnostics.map(d => `${d.span?.startLine}: ${d.message}`)).toEqual([]);
    });
});
