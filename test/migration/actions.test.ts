// Actions and flows of activities: v1 beside v2 (contract: migration 7.1–7.3, 7.5, 9), and what a migrated model does when it runs.

import { describe, expect, it } from 'vitest';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { executeAction, executeState, policyOf } from '../../src/runtime/behaviour/index.js';
import { testLibrary } from '../support/library.js';
import { valuesText } from '../runtime/behaviour/run.js';
import { WATER_TANK } from './models/water-tank.js';
import { entryOf, migrated, REAL, xmi } from './v1.js';

const edge = (id: string, from: string, to: string, more = ''): string =>
    `<edge:ControlFlow ${id} source="${from}" target="${to}">${more}</edge:ControlFlow>`;
const object = (id: string, from: string, to: string): string => `<edge:ObjectFlow ${id} source="${from}" target="${to}"/>`;
const pin = (id: string, name: string, more = ''): string => `<result:OutputPin ${id} "${name}" ${more}>${REAL}</result:OutputPin>`;
const input = (role: string, id: string, name: string): string => `<${role}:InputPin ${id} "${name}">${REAL}</${role}:InputPin>`;
const number = (id: string, value: string): string =>
    `<node:ValueSpecificationAction ${id} "${id}">${pin(`${id}Out`, 'result')}<value:LiteralReal ${id}v value="${value}"/></node:ValueSpecificationAction>`;
const FUML = 'http://www.omg.org/spec/FUML/20180501/fUML_Library.xmi';
const primitive = (id: string, name: string): string =>
    `<node:CallBehaviorAction ${id} "${id}"><behavior href="${FUML}#${name}"/>${input('argument', `${id}x`, 'x')}${input('argument', `${id}y`, 'y')}${pin(`${id}Out`, 'result')}</node:CallBehaviorAction>`;

/** An activity of a block `Tank` with an attribute `level`, a part `valve` and a port. */
function ofTank(nodes: string): ReturnType<typeof migrated> {
    return migrated(
        xmi(
            `<packagedElement:Signal sig "Open"><ownedAttribute:Property sa "amount">${REAL}</ownedAttribute:Property></packagedElement:Signal>
            <packagedElement:Class valve "Valve"><ownedOperation:Operation opOpen "open"><ownedParameter:Parameter oo "amount">${REAL}</ownedParameter:Parameter></ownedOperation:Operation></packagedElement:Class>
            <packagedElement:Class tank "Tank"><ownedAttribute:Property level "level">${REAL}</ownedAttribute:Property>
            <ownedAttribute:Property tv "valve" type="valve" aggregation="composite"/><ownedAttribute:Port out "outlet"/>
            <ownedBehavior:Activity act "Act"><ownedParameter:Parameter par "wanted">${REAL}</ownedParameter:Parameter>
            <variable:Variable var "seen">${REAL}</variable:Variable>${nodes}</ownedBehavior:Activity></packagedElement:Class>`,
            '<sysml:Block xmi:id="b1" base_Class="tank"/><sysml:Block xmi:id="b2" base_Class="valve"/>'
        )
    );
}

const SELF = '<node:ReadSelfAction me "me"><result:OutputPin meOut "result" type="tank"/></node:ReadSelfAction>';

describe('actions', () => {
    const cases: [what: string, nodes: string, ...lines: string[]][] = [
        [
            'write a feature of the performer',
            `${SELF}${number('n', '3')}<node:AddStructuralFeatureValueAction w "set" structuralFeature="level" isReplaceAll="true"><object:InputPin wo "object"/>${input('value', 'wv', 'value')}</node:AddStructuralFeatureValueAction>${object('o1', 'meOut', 'wo')}${object('o2', 'nOut', 'wv')}`,
            'action act {',
            'assign level := value;',
            'flow of ScalarValues::Real from n.result to set.value;'
        ],
        [
            'write a variable',
            `${number('n', '3')}<node:AddVariableValueAction w "keep" variable="var" isReplaceAll="true">${input('value', 'wv', 'value')}</node:AddVariableValueAction>${object('o2', 'nOut', 'wv')}<node:ReadVariableAction rv "look" variable="var">${pin('rvo', 'result')}</node:ReadVariableAction>`,
            'attribute seen : ScalarValues::Real;',
            'assign seen := value;',
            'out result : ScalarValues::Real = seen;'
        ],
        [
            'call an operation of a part',
            `${SELF}<node:ReadStructuralFeatureAction rd "the valve" structuralFeature="tv"><object:InputPin ro "object"/><result:OutputPin rr "result" type="valve"/></node:ReadStructuralFeatureAction>
            <node:CallOperationAction call "open it" operation="opOpen"><target:InputPin ct "target"/>${input('argument', 'ca', 'amount')}</node:CallOperationAction>${number('n', '3')}
            ${object('o1', 'meOut', 'ro')}${object('o2', 'rr', 'ct')}${object('o3', 'nOut', 'ca')}`,
            "perform action 'open it' ::> valve.'open 2';",
            "flow of ScalarValues::Real from n.result to 'open it'.amount;"
        ],
        [
            'send to a part in whose lane they are',
            `<group:ActivityPartition lane "lane" represents="tv" node="s"/><node:SendSignalAction s "tell" signal="sig" inPartition="lane"><argument:ValuePin sp "amount">${REAL}<value:LiteralReal spv value="2"/></argument:ValuePin></node:SendSignalAction>`,
            'send new Open(amount = amount) to valve;'
        ],
        [
            'send through a port',
            `<node:SendSignalAction s "tell" signal="sig" onPort="out"><argument:ValuePin sp "amount">${REAL}<value:LiteralReal spv value="2"/></argument:ValuePin></node:SendSignalAction>`,
            'send new Open(amount = amount) via outlet;'
        ],
        [
            'call primitives',
            `${number('a', '3')}${number('b', '4')}${primitive('sum', 'PrimitiveBehaviors-RealFunctions-+')}${object('o1', 'aOut', 'sumx')}${object('o2', 'bOut', 'sumy')}`,
            "out result : ScalarValues::Real = RealFunctions::'+'(x, y);"
        ],
        [
            'wait for their duration',
            `<node:OpaqueAction x "heat"/><ownedRule:DurationConstraint dc constrainedElement="x"><specification:DurationInterval di min="dmin" max="dmax"/></ownedRule:DurationConstraint>
            <packagedElement:Duration dmin><expr:LiteralString e1 value="2 min"/></packagedElement:Duration><packagedElement:Duration dmax><expr:LiteralString e2 value="120 s"/></packagedElement:Duration>`,
            "action 'wait for heat' accept after 120.0 [SI::s];",
            "first 'wait for heat' then heat;"
        ],
        [
            'decide on the object that comes',
            `${number('n', '3')}<node:DecisionNode d/>${object('o', 'nOut', 'd')}<node:OpaqueAction x "high"/><node:OpaqueAction y "low"/>
            ${edge('e1', 'd', 'x', '<guard:OpaqueExpression g><body>result &gt; 2</body></guard:OpaqueExpression>')}${edge('e2', 'd', 'y', '<guard:OpaqueExpression g2><body>else</body></guard:OpaqueExpression>')}`,
            "first 'decide' if n.result > 2 then high;",
            'else low;'
        ],
        [
            'start without an initial node',
            '<node:OpaqueAction x "one"/><node:OpaqueAction y "two"/>',
            "first start then 'fork';",
            "first 'fork' then one;",
            "metadata MigrationMetadata::StandIn about 'fork';"
        ],
        [
            'bind parameters',
            `<node:ActivityParameterNode pn parameter="par"/><node:OpaqueAction x "use">${input('inputValue', 'xi', 'value')}</node:OpaqueAction>${object('o', 'pn', 'xi')}`,
            "bind 'use'.value = wanted;"
        ]
    ];
    it.each(cases)('%s', (_what, nodes, ...lines) => {
        const { content, report } = ofTank(nodes);
        for (const line of lines) {
            expect(content).toContain(line);
        }
        expect(report.counts.unmapped, content).toBe(0);
    });

    it('of structured nodes are nested', () => {
        const { content, report } = ofTank(
            `${number('n', '3')}<structuredNode:StructuredActivityNode box "box"><structuredNodeInput:InputPin bi "given">${REAL}</structuredNodeInput:InputPin>
            <node:OpaqueAction x "inner">${input('inputValue', 'xi', 'value')}</node:OpaqueAction></structuredNode:StructuredActivityNode>${object('o1', 'nOut', 'bi')}${object('o2', 'bi', 'xi')}`
        );
        expect(content).toContain('succession flow of ScalarValues::Real from n.result to box.given;');
        expect(content).toContain('bind inner.value = given;');
        expect(report.counts.unmapped, content).toBe(0);
    });
});

describe('a migrated model runs', () => {
    const migration = migrated(WATER_TANK);
    const { content, report } = migration;
    const parts = 'part tank : WaterSupply::Tank; part pump : WaterSupply::Pump;';
    const { model } = new Workspace({ library: testLibrary() }).parse([
        { name: 'tank.sysml', language: 'sysml', content: `${content}${parts}` }
    ]);

    it('of which everything is written', () => {
        expect(report.counts.unmapped).toBe(0);
        expect(entryOf(migration, 'fill').target).toBe('WaterSupply::Tank::fill');
    });

    it('its activity', () => {
        const { error, performerAttributes } = executeAction(
            model,
            { action: 'WaterSupply::Tank::fill', policy: policyOf(''), performer: 'tank' },
            {}
        );
        expect({ error, values: valuesText(performerAttributes) }).toEqual({
            error: '',
            values: 'this.level=5.0 this.capacity=5.0 this.alarms=1'
        });
    });

    it('its machine', () => {
        const events = ['SwitchOn', 'SwitchOff'];
        const { error, statesVisited, finalContext } = executeState(
            model,
            { machine: 'WaterSupply::Pump::modes', policy: policyOf(''), performer: 'pump', events },
            {}
        );
        expect({ error, visited: statesVisited.join(' '), values: valuesText(finalContext) }).toEqual({
            error: '',
            visited: 'Idle Running Idle',
            values: 'this.speed=0.0 this.starts=21.0'
        });
    });
});
