// Observed and constrained durations, modifiers of types, primitives that change a collection in place (contract: migration 5.2, 7.5, 9).

import { describe, expect, it } from 'vitest';
import { executeAction, policyOf } from '../../src/runtime/behaviour/index.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { valuesText } from '../runtime/behaviour/run.js';
import { testLibrary } from '../support/library.js';
import { entryOf, migrated, notation, REAL, xmi } from './v1.js';

const edge = (id: string, from: string, to: string): string => `<edge:ControlFlow ${id} source="${from}" target="${to}"/>`;
const wait = (id: string, name: string, seconds: string): string =>
    `<node:OpaqueAction ${id} "${name}"/><ownedRule:DurationConstraint ${id}c constrainedElement="${id}"><specification:DurationInterval ${id}i min="${id}d" max="${id}d"/></ownedRule:DurationConstraint>
    <packagedElement:Duration ${id}d><expr:LiteralString ${id}e value="${seconds}"/></packagedElement:Duration>`;

/** An activity of a block that heats and rests, with what observes it. */
const heater = (observation: string, heating = '2 min'): string =>
    xmi(
        `<packagedElement:Class b "Heater" classifierBehavior="run"><ownedAttribute:Property p "pause">${REAL}<defaultValue:LiteralReal pv value="5"/></ownedAttribute:Property>
        <ownedBehavior:Activity run "Run"><node:InitialNode i/>${wait('heat', 'heat', heating)}${wait('rest', 'rest', '30 s')}
        <node:OpaqueAction last "note"><body>pause = pause + 1;</body></node:OpaqueAction>
        ${edge('e1', 'i', 'heat')}${edge('e2', 'heat', 'rest')}${edge('e3', 'rest', 'last')}</ownedBehavior:Activity></packagedElement:Class>${observation}`,
        '<sysml:Block xmi:id="ab" base_Class="b"/>'
    );

describe('durations', () => {
    const observed = heater('<packagedElement:DurationObservation o "cycle" event="heat last" firstEvent="true false"/>');

    it('between two actions are observed by the clock', () => {
        const migration = migrated(observed);
        expect(migration.content).toContain(
            "        attribute cycle : ScalarValues::Real[0..1];\n        attribute 'cycle since' : ScalarValues::Real[0..1];"
        );
        expect(migration.content).toContain('assign cycle := localClock.currentTime - ');
        expect(entryOf(migration, 'o')).toMatchObject({ verdict: 'mapped', target: 'Heater::run::cycle' });
    });

    it('that are observed are what the run takes', () => {
        const toStart = heater('<packagedElement:DurationObservation o "cycle" event="heat last" firstEvent="true true"/>');
        const content = `${migrated(toStart).content.replace('pause + 1', 'cycle')}part heater : Heater;`;
        const { model } = new Workspace({ library: testLibrary() }).parse([{ name: 'm.sysml', language: 'sysml', content }]);
        const { error, performerAttributes } = executeAction(
            model,
            { action: 'Heater::run', policy: policyOf(''), performer: 'heater' },
            {}
        );
        expect({ error, values: valuesText(performerAttributes) }).toEqual({ error: '', values: 'this.pause=150.0' });
    });

    it('of an interval of names are those of the block', () => {
        expect(migrated(heater('', 'pause * 2')).content).toContain("action 'wait for heat' accept after (pause * 2) [SI::s];");
    });

    it('of a time event are an expression of the block, or a duration in an expression', () => {
        const event = (id: string, expr: string): string =>
            `<packagedElement:TimeEvent ${id} isRelative="true"><when:TimeExpression ${id}w>${expr}</when:TimeExpression></packagedElement:TimeEvent>`;
        const migration = migrated(
            heater(
                event('t1', '<expr:OpaqueExpression x1><body>pause * 2</body></expr:OpaqueExpression>') +
                    event('t2', '<expr:Duration x2><expr:LiteralString x3 value="3 ms"/></expr:Duration>') +
                    event('t3', '<expr:OpaqueExpression x4><body>pause &gt; 2</body></expr:OpaqueExpression>')
            ).replace(
                '</ownedBehavior>',
                ['t1', 't2', 't3']
                    .map(
                        e =>
                            `<node xmi:type="uml:AcceptEventAction" xmi:id="n${e}" name="n${e}"><trigger xmi:type="uml:Trigger" xmi:id="r${e}" event="${e}"/></node>`
                    )
                    .join('') + '</ownedBehavior>'
            )
        );
        expect(migration.content).toContain('action nt1 accept after (pause * 2) [SI::s];');
        expect(migration.content).toContain('action nt2 accept after 0.003 [SI::s];');
        expect(entryOf(migration, 'nt1')).toMatchObject({ verdict: 'approximated', note: expect.stringContaining('seconds') as string });
        expect(entryOf(migration, 'rt3').verdict).toBe('unmapped');
    });

    it('with an upper bound alone are open', () => {
        const migration = migrated(heater('').replace('min="heatd" ', '').replace('Some Tool', 'MagicDraw UML'));
        expect(entryOf(migration, 'heatc')).toMatchObject({ verdict: 'unmapped', note: 'its interval is open' });
    });

    it.each([
        ['elsewhere', '<packagedElement:DurationObservation o "cycle" event="b"/>'],
        ['of a time', '<packagedElement:TimeObservation o "moment" event="heat"/>']
    ])('%s are not observed', (_where, observation) => {
        const migration = migrated(heater(observation));
        expect(entryOf(migration, 'o')).toMatchObject({ verdict: 'unmapped', note: expect.stringContaining('is not observed') as string });
    });
});

describe('modifiers of types', () => {
    const MODIFIED = (modifier: string, type = REAL, aggregation = ''): string =>
        notation(
            `<packagedElement:Class b "B"><ownedAttribute:Property x "x" ${aggregation}>${type}</ownedAttribute:Property></packagedElement:Class><packagedElement:Class c "C"/>`,
            `<sysml:Block xmi:id="ab" base_Class="b"/><sysml:Block xmi:id="ac" base_Class="c"/><md:typeModifier xmi:id="tm" base_Element="x" typeModifier="${modifier}"/>`
        );
    const C = '<type xmi:idref="c"/>';

    it.each([
        ['[]', REAL, '', 'attribute x : ScalarValues::Real[0..*] ordered nonunique;'],
        ['[8]', REAL, '', 'attribute x : ScalarValues::Real[8] ordered nonunique;'],
        ['[4]', C, 'aggregation="composite"', 'part x : C[4] ordered;'],
        ['*', C, 'aggregation="composite"', 'ref part x : C;'],
        ['&amp;', C, 'aggregation="composite"', 'ref part x : C;'],
        ['*', REAL, '', 'tags = "typeModifier = *";'],
        ['[][]', REAL, '', 'tags = "typeModifier = [][]";'],
        ['[n*m]', REAL, '', 'tags = "typeModifier = [n*m]";'],
        ['[]', `${REAL}<upperValue:LiteralUnlimitedNatural u value="3"/>`, '', 'tags = "typeModifier = []";']
    ])('%s', (modifier, type, aggregation, line) => {
        expect(MODIFIED(modifier, type, aggregation)).toContain(line);
    });
});

describe('primitives that change a collection in place', () => {
    const ALF = 'http://www.omg.org/spec/ALF/20170201/Alf-Library.xmi';
    const pins = (names: readonly string[]): string =>
        names
            .map(
                (name, i) =>
                    `<argument:InputPin in${i} "${name}">${REAL}${i === 0 ? '<upperValue:LiteralUnlimitedNatural u0 value="*"/>' : ''}</argument:InputPin>`
            )
            .join('');
    const given = (names: readonly string[]): string =>
        names
            .map(
                (name, i) =>
                    `<ownedParameter:Parameter p${i} "given ${name}">${REAL}</ownedParameter:Parameter><node:ActivityParameterNode n${i} parameter="p${i}"/><edge:ObjectFlow f${i} source="n${i}" target="in${i}"/>`
            )
            .join('');
    const called = (name: string, ...names: string[]): string =>
        notation(
            `<packagedElement:Activity a "A">${given(names)}<node:CallBehaviorAction c "change">${pins(names)}<result:OutputPin r "result">${REAL}<lowerValue:LiteralInteger l/><upperValue:LiteralUnlimitedNatural u value="*"/></result:OutputPin><behavior href="${ALF}#Alf-Library-CollectionFunctions-${name}"/></node:CallBehaviorAction></packagedElement:Activity>`
        );

    it.each([
        ['add', ['seq', 'element'], "SequenceFunctions::including(seq, 'element')"],
        ['addAt', ['seq', 'index', 'value'], "SequenceFunctions::includingAt(seq, value, 'index')"],
        ['removeAll', ['seq', 'other'], 'SequenceFunctions::excluding(seq, other)'],
        [
            'replaceAt',
            ['seq', 'value', 'index'],
            "SequenceFunctions::includingAt(SequenceFunctions::excludingAt(seq, 'index'), value, 'index')"
        ],
        ['clear', ['seq'], 'out result : ScalarValues::Real[0..*] = ();']
    ])('%s', (name, names, expression) => {
        expect(called(name, ...names).replaceAll("'", '')).toContain(expression.replaceAll("'", ''));
    });
});
