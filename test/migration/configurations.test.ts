// Run configurations, files of one model, diagrams of Papyrus (contract: migration 2.1, 10, 12).

import { describe, expect, it } from 'vitest';
import { migrate } from '../../src/migration/index.js';
import { testLibrary } from '../support/library.js';
import { entryOf, errorsOf, migrated, REAL, xmi } from './v1.js';

const SIMULATION = 'xmlns:Sim="http://www.magicdraw.com/schemas/SimulationProfile.xmi"';
const RIG = xmi(
    `<packagedElement:Class rig "Rig" classifierBehavior="run"><ownedAttribute:Property t "time">${REAL}</ownedAttribute:Property>
        <ownedBehavior:Activity run "Warm Up"><node:OpaqueAction step "count"><body>time = 3;</body></node:OpaqueAction></ownedBehavior:Activity></packagedElement:Class>
    <packagedElement:InstanceSpecification one "rig 1" classifier="rig"/>
    <packagedElement:Package res "Results"><packagedElement:InstanceSpecification s1 "Run 1" classifier="rig"><slot:Slot sl definingFeature="t"><value:LiteralReal v value="12.5"/></slot:Slot></packagedElement:InstanceSpecification></packagedElement:Package>
    <packagedElement:Class cfg "Warm Start"/>`,
    `<sysml:Block xmi:id="b" base_Class="rig"/>
    <Sim:SimulationConfig ${SIMULATION} xmi:id="sc" base_Class="cfg" executionTarget="one" resultLocation="res" numberOfRuns="200" durationSimulationMode="random" startTime="0" stepSize="2" timeUnit="second" animationSpeed="95"/>`
);

describe('run configurations', () => {
    it('are actions that perform the behaviour of their target', () => {
        const { content, configurations } = migrated(RIG);
        expect(content).toContain(`action def 'Warm Start' {
    @Simulation::Configuration { runs = 200; draws = Simulation::DrawPolicy::random; startTime = 0.0; stepSize = 2.0; timeUnit = "second"; }
    part target : 'rig 1';
    perform action run ::> target.'warm Up';`);
        expect(configurations).toEqual([
            {
                id: 'cfg',
                name: 'Warm Start',
                runs: 200,
                draws: 'random',
                clockStep: 2,
                target: 'target',
                behavior: 'run',
                resultLocation: 'Results',
                observables: ['time'],
                snapshots: [{ id: 's1', name: 'Run 1', values: { time: 12.5 } }],
                notes: []
            }
        ]);
    });

    it('store results as individuals of the most special block of their slots', () => {
        const model = xmi(
            `<packagedElement:Class base "Base"><ownedAttribute:Property ms "mass">${REAL}</ownedAttribute:Property></packagedElement:Class>
            <packagedElement:Class rig "Rig"><generalization:Generalization g general="base"/><ownedAttribute:Property t "time">${REAL}</ownedAttribute:Property></packagedElement:Class>
            <packagedElement:Package res "Results"><packagedElement:InstanceSpecification s1 "Run 1"><slot:Slot sl definingFeature="ms"><value:LiteralReal v value="2"/></slot:Slot><slot:Slot sk definingFeature="t"><value:LiteralReal w value="12.5"/></slot:Slot></packagedElement:InstanceSpecification></packagedElement:Package>
            <packagedElement:InstanceSpecification s2 "Lost"><slot:Slot sm definingFeature="ms"><value:LiteralReal x value="2"/></slot:Slot></packagedElement:InstanceSpecification>
            <packagedElement:Class cfg "Warm Start"/>`,
            `<sysml:Block xmi:id="b1" base_Class="base"/><sysml:Block xmi:id="b2" base_Class="rig"/>
            <Sim:SimulationConfig ${SIMULATION} xmi:id="sc" base_Class="cfg" resultLocation="res"/>`
        );
        const migration = migrated(model);
        expect(errorsOf(migration.content)).toEqual([]);
        expect(migration.content).toContain(`individual part def 'Run 1' :> Rig {
        attribute :>> mass = 2.0;
        attribute :>> time = 12.5;`);
        expect(entryOf(migration, 's1')).toMatchObject({ verdict: 'mapped', note: "a stored result: of 'Rig', to which its slots belong" });
        expect(entryOf(migration, 's2').note).toContain('it has no classifier');
    });

    it('are comments in portable output', () => {
        expect(migrated(RIG, { strict: true }).content).toContain('// run configuration: ');
    });
});

describe('several files', () => {
    it('are one model', () => {
        const part = xmi(
            '<packagedElement:Class c "Car"><ownedAttribute:Property e "engine" aggregation="composite"><type href="other.uml#engine"/></ownedAttribute:Property></packagedElement:Class>'
        );
        const other = xmi('<packagedElement:Class engine "Engine"/>').replaceAll('"m"', '"m2"');
        const input = { name: 'a.uml', bytes: Buffer.from(part), further: [Buffer.from(other)] };
        const { content } = migrate(input, { library: testLibrary() });
        expect(errorsOf(content)).toEqual([]);
        expect(content).toContain('engine : Engine;');
    });

    it('of Papyrus bring the diagrams', () => {
        const model = xmi('<packagedElement:Class a "A"/><packagedElement:Class b "B"/>');
        const shape = (id: string, x: number, size: string): string =>
            `<children xmi:type="notation:Shape" type="Class_Shape"><element xmi:type="uml:Class" href="m.uml#${id}"/><layoutConstraint xmi:type="notation:Bounds" x="${x}" y="20" ${size}/></children>`;
        const notation = `<notation:Diagram xmlns:xmi="http://www.omg.org/XMI" xmlns:notation="http://www.eclipse.org/gmf/runtime/1.0.3/notation" xmi:id="d" type="PapyrusUMLClassDiagram" name="Overview">
            ${shape('a', 10, 'width="100" height="60"')}${shape('b', 200, '')}<element xmi:type="uml:Model" href="m.uml#m"/></notation:Diagram>`;
        const migration = migrate(
            { name: 'm.uml', bytes: Buffer.from(model), further: [Buffer.from(notation)] },
            { library: testLibrary() }
        );
        expect(errorsOf(migration.content)).toEqual([]);
        expect(migration.content).toContain(`view Overview {
    expose A;
    expose B;
    @DiagramLayout::Canvas { unit = "px"; width = 200; height = 80; }
    metadata DiagramLayout::Layout about A { x = 10; y = 20; width = 100; height = 60; }
    metadata DiagramLayout::Layout about B { x = 200; y = 20; }
    render Views::asTreeDiagram;
}`);
        expect(entryOf(migration, 'd').verdict).toBe('mapped');
        expect(migration.report.remarks).toEqual(['layout: 2 positioned']);
    });

    it('of Papyrus have routes, at places of the diagram or away from anchors', () => {
        const model = xmi(
            `<packagedElement:Class a "A"/><packagedElement:Class b "B"><generalization:Generalization g general="a"/></packagedElement:Class>
            <packagedElement:Dependency dep "uses" client="a" supplier="b"/><packagedElement:Dependency far "calls" client="b" supplier="a"/>`
        );
        const shape = (id: string, x: number): string =>
            `<children xmi:type="notation:Shape" xmi:id="s-${id}" type="Class_Shape"><element href="m.uml#${id}"/><layoutConstraint xmi:type="notation:Bounds" x="${x}" y="20" width="100" height="60"/></children>`;
        const line = (id: string, points: string, anchors = ''): string =>
            `<edges xmi:type="notation:Connector" source="s-a" target="s-b"><element href="m.uml#${id}"/><bendpoints xmi:type="notation:RelativeBendpoints" points="${points}"/>${anchors}</edges>`;
        const notation = `<notation:Diagram xmlns:xmi="http://www.omg.org/XMI" xmlns:notation="http://www.eclipse.org/gmf/runtime/1.0.3/notation" xmi:id="d" type="PapyrusUMLClassDiagram" name="Overview">
            ${shape('a', 0)}${shape('b', 300)}<element href="m.uml#m"/>${line('g', '[5, 5, -643984, -643984]$[6, 6, -643984, -643984]')}
            ${line('dep', '[0, 0, -300, 0]$[150, 30, -150, 30]$[300, 0, 0, 0]', '<targetAnchor xmi:type="notation:IdentityAnchor" id="(0.5,1.0)"/>')}
            ${line('far', '[100, 700, -643984, -643984]$[400, 501, -643984, -643984]')}${line('far', '[1, 1, 1, 1]')}</notation:Diagram>`;
        const { content, report } = migrate(
            { name: 'm.uml', bytes: Buffer.from(model), further: [Buffer.from(notation)] },
            { library: testLibrary() }
        );
        expect(errorsOf(content)).toEqual([]);
        expect(content).toContain('metadata DiagramLayout::Route about uses { points = (50, 50, 200, 95, 350, 80); }');
        expect(content).toContain('metadata DiagramLayout::Route about calls { points = (100, 700, 400, 501); }');
        expect(report.remarks).toEqual([
            'layout: 2 positioned, 1 not drawn',
            'routes of Dependency: 2 written',
            'routes of Generalization: 0 written, 1 no v2 member'
        ]);
    });
});
