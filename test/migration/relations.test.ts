// Ports, connectors, associations, requirements, instances, views, profiles: v1 beside v2 (contract: migration 5, 6).

import { describe, expect, it } from 'vitest';
import { entryOf, migrated, notation, REAL, STRING, xmi } from './v1.js';

const block = (...ids: string[]): string => ids.map(id => `<sysml:Block xmi:id="a${id}" base_Class="${id}"/>`).join('');
const applied = (name: string, base: string, ...ids: string[]): string =>
    ids.map(id => `<sysml:${name} xmi:id="a${id}" base_${base}="${id}"/>`).join('');
const klass = (id: string, name: string, members = ''): string =>
    `<packagedElement:Class ${id} "${name}">${members}</packagedElement:Class>`;
const part = (id: string, name: string, type: string): string =>
    `<ownedAttribute:Property ${id} "${name}" type="${type}" aggregation="composite"/>`;
const port = (id: string, name: string, type: string, more = ''): string => `<ownedAttribute:Port ${id} "${name}" type="${type}" ${more}/>`;
const connector = (id: string, from: string, to: string): string =>
    `<ownedConnector:Connector ${id}><end:ConnectorEnd e1${id} ${from}/><end:ConnectorEnd e2${id} ${to}/></ownedConnector:Connector>`;

describe('ports and connectors', () => {
    const FUEL = [
        klass('if', 'FuelIF', '<ownedAttribute:Property fp "fuel" type="fuel"/>'),
        '<packagedElement:Signal fuel "Fuel"/>',
        klass('tank', 'Tank', port('outlet', 'outlet', 'if')),
        klass('engine', 'Engine', port('inlet', 'inlet', 'if', 'isConjugated="true"'))
    ].join('');
    const APPLIED = `${block('tank', 'engine', 'car')}${applied('InterfaceBlock', 'Class', 'if')}<sysml:FlowProperty xmi:id="x" base_Property="fp" direction="in"/>`;

    it('are written with their directions and conjugation, and joined by paths', () => {
        const car = klass(
            'car',
            'Car',
            part('t', 'tank', 'tank') +
                part('e', 'engine', 'engine') +
                port('ext', 'supply', 'if') +
                connector('c1', 'role="outlet" partWithPort="t"', 'role="inlet" partWithPort="e"') +
                connector('c2', 'role="ext"', 'role="outlet" partWithPort="t"')
        );
        expect(notation(FUEL + car, APPLIED)).toBe(`port def FuelIF {
    in item fuel : Fuel;
}
item def Fuel;
part def Tank {
    port outlet : FuelIF;
}
part def Engine {
    port inlet : ~FuelIF;
}
part def Car {
    part tank : Tank;
    part engine : Engine;
    port supply : FuelIF;
    connect tank.outlet to engine.inlet;
    bind supply = tank.outlet;
}
`);
    });

    it('an end that no path reaches is a comment', () => {
        const migration = migrated(xmi(FUEL + klass('car', 'Car', connector('c1', 'role="outlet"', 'role="nowhere"')), APPLIED));
        expect(entryOf(migration, 'c1')).toMatchObject({ verdict: 'unmapped' });
        expect(migration.content).toContain('/* not migrated: Connector (c1) — ');
    });

    it('a port typed by a value holds an attribute', () => {
        const text = notation(
            `${klass('b', 'B', '<ownedAttribute:Port p "level" type="litre"/>')}<packagedElement:DataType litre "Litre"/>`,
            `${block('b')}<sysml:FlowPort xmi:id="x" base_Port="p" direction="out"/>`
        );
        expect(text).toContain('    out port level {\n        out attribute level : Litre;\n    }\n');
    });
});

describe('associations', () => {
    it('are connection definitions, with an end for each property', () => {
        const members = `${klass('a', 'A', '<ownedAttribute:Property pb "b" type="b" association="as" aggregation="composite"/>')}${klass('b', 'B')}
            <packagedElement:Association as memberEnd="pb pa"><ownedEnd:Property pa type="a" association="as"/></packagedElement:Association>`;
        const migration = migrated(xmi(members, block('a', 'b')));
        expect(migration.content).toContain(
            'connection def BToA {\n    end b : B;\n    end a : A;\n    metadata MigrationMetadata::SynthesizedName about a;\n}\nmetadata MigrationMetadata::SynthesizedName about BToA;'
        );
        expect(entryOf(migration, 'as')).toMatchObject({ verdict: 'approximated', target: 'BToA' });
        expect(entryOf(migration, 'pb')).toMatchObject({ verdict: 'mapped', target: 'A::b' });
    });

    it('between an actor and another are connections of their usages once these are written', () => {
        const migration = migrated(
            xmi(
                '<packagedElement:Association as memberEnd="x y"><ownedEnd:Property x type="u"/><ownedEnd:Property y type="v"/></packagedElement:Association>'
            )
        );
        expect(entryOf(migration, 'as').verdict).not.toBe('mapped');
    });
});

describe('requirements', () => {
    const REQUIREMENTS = `${klass('r1', 'Fast', '<nestedClassifier:Class r11 "Faster"/>')}${klass('r2', 'Slow')}`;
    const TAGS =
        '<sysml:Requirement xmi:id="ar1" base_Class="r1" Id="R.1" Text="It shall be &lt;b&gt;fast&lt;/b&gt;."/>' +
        '<sysml:Requirement xmi:id="ar11" base_Class="r11" id="R1a" text=""/><sysml:performanceRequirement xmi:id="ar2" base_Class="r2" risk="high"/>';

    it('are usages with their ids and texts, nested as they were', () => {
        expect(notation(REQUIREMENTS, TAGS)).toBe(`requirement <'R.1'> Fast {
    doc /* It shall be fast. */
    requirement <R1a> Faster;
}
requirement Slow {
    @MigrationMetadata::AppliedStereotype { stereotype = "performanceRequirement"; tags = "risk = high"; }
}
`);
    });

    it('are satisfied, derived, refined, traced and verified', () => {
        const relations = [
            ['s', 'b', 'r1', 'Satisfy'],
            ['s2', 'pp', 'r1', 'Satisfy'],
            ['d', 'r2', 'r1', 'DeriveReqt'],
            ['t', 'b', 'r2', 'Trace'],
            ['f', 'r2', 'r1', 'Refine']
        ];
        const members = relations.map(
            ([id, client, supplier]) => `<packagedElement:Abstraction ${id} client="${client}" supplier="${supplier}"/>`
        );
        const applications = relations.map(([id, , , name]) => `<sysml:${name} xmi:id="a${id}" base_Abstraction="${id}"/>`);
        const blocks = klass('b', 'B', part('pp', 'inner', 'c')) + klass('c', 'C');
        const migration = migrated(xmi(REQUIREMENTS + blocks + members.join(''), TAGS + block('b', 'c') + applications.join('')));
        expect(migration.content).toContain(`part def B {
    part inner : C;
    satisfy requirement :> Fast;
    satisfy requirement :> Fast by inner;
}`);
        expect(migration.content).toContain(`connection 'Derive Slow' : RequirementDerivation::Derivation {
    end #RequirementDerivation::original original ::> Fast;
    end #RequirementDerivation::derive derivation ::> Slow;
}
dependency 'B traces Slow' from B to Slow {
    @MigrationMetadata::AppliedStereotype { stereotype = "Trace"; }
}
connection 'Slow refines Fast' connect Slow to Fast;`);
        expect(entryOf(migration, 's')).toMatchObject({ verdict: 'mapped', target: 'B' });
    });

    it('a dependency with an end outside of the input is a comment that names the end', () => {
        const migration = migrated(xmi(`${REQUIREMENTS}<packagedElement:Dependency d client="r1" supplier="gone"/>`, TAGS));
        expect(entryOf(migration, 'd')).toMatchObject({ verdict: 'unmapped', note: expect.stringContaining('gone') as string });
    });
});

describe('allocations', () => {
    it('of features stay in their body, of definitions are definitions', () => {
        const members =
            klass('b', 'B', part('x', 'x', 'c') + part('y', 'y', 'c')) +
            klass('c', 'C') +
            '<packagedElement:Abstraction al1 client="x" supplier="y"/><packagedElement:Abstraction al2 client="b" supplier="c"/>';
        const text = notation(members, block('b', 'c') + applied('Allocate', 'Abstraction', 'al1', 'al2'));
        expect(text).toContain('    allocate x to y;\n');
        expect(text).toContain(
            "allocation def 'B to C' {\n    end :>> source : B;\n    end :>> target : C;\n    allocate source to target;\n}\n"
        );
    });
});

describe('instances', () => {
    it('are individuals with their values', () => {
        const members =
            klass('b', 'Pump', `<ownedAttribute:Property rate "rate">${REAL}</ownedAttribute:Property>${part('drive', 'drive', 'mo')}`) +
            klass('mo', 'Motor') +
            `<packagedElement:InstanceSpecification i "pump A1" classifier="b">
                <slot:Slot s1 definingFeature="rate"><value:LiteralReal v1 value="12.5"/></slot:Slot>
                <slot:Slot s2 definingFeature="drive"><value:InstanceValue v2 instance="mi"/></slot:Slot>
                <slot:Slot s3 definingFeature="gone"><value:LiteralReal v3 value="1"/></slot:Slot>
            </packagedElement:InstanceSpecification><packagedElement:InstanceSpecification mi "motor" classifier="mo"/>`;
        const migration = migrated(xmi(members, block('b', 'mo')));
        expect(migration.content).toContain(`individual part def 'pump A1' :> Pump {
    attribute :>> rate = 12.5;
    individual part :>> drive : motor;
`);
        expect(entryOf(migration, 's3').verdict).toBe('unmapped');
    });
});

describe('views', () => {
    it('satisfy their viewpoints and expose elements', () => {
        const members =
            klass('v', 'Overview', '<generalization:Generalization g general="vp"/>') +
            klass('vp', 'Look') +
            '<packagedElement:Package p "P"/><packagedElement:Dependency x client="v" supplier="p"/>';
        const text = notation(
            members,
            '<sysml:View xmi:id="a1" base_Class="v"/><sysml:Viewpoint xmi:id="a2" base_Class="vp" purpose="see all"/>' +
                '<sysml:Conform xmi:id="a3" base_Generalization="g"/><sysml:Expose xmi:id="a4" base_Dependency="x"/>'
        );
        expect(text).toBe(`view Overview {
    satisfy Look;
    expose P::**;
}
viewpoint Look {
    doc /* purpose: see all */
}
package P;
`);
    });
});

describe('profiles', () => {
    const PROFILE = `<packagedElement:Profile pr "Plant">
        <packagedElement:Stereotype st "Critical"><ownedAttribute:Property base "base_Class"/>
            <ownedAttribute:Property lv "level">${STRING}</ownedAttribute:Property>
            <ownedAttribute:Property ow "owner" type="x"/></packagedElement:Stereotype>
        <packagedElement:Stereotype rq "Demand"><generalization:Generalization g>
            <general href="http://www.omg.org/spec/SysML/20181001/SysML.xmi#Requirement"/></generalization:Generalization></packagedElement:Stereotype>
        <packagedElement:Extension ex "Class_Critical"><ownedEnd:ExtensionEnd ee type="st"/></packagedElement:Extension></packagedElement:Profile>`;

    it('of the input are metadata, applied with their tags', () => {
        const migration = migrated(
            xmi(
                `${PROFILE}${klass('b', 'Pump')}${klass('o', 'Acme')}`,
                `${block('b', 'o')}<Plant:Critical xmi:id="c" base_Class="b" level="high" owner="o" colour="red"/>`
            )
        );
        expect(migration.content).toContain(`    metadata def Critical {
        attribute level : ScalarValues::String;
        ref owner;
    }`);
        expect(migration.content).toContain(`part def Pump {
    @Plant::Critical {
        level = "high";
        owner = Acme meta SysML::PartDefinition;
        /* colour = red: the stereotype defines no such tag */
    }
}`);
        expect(entryOf(migration, 'ex').verdict).toBe('skipped');
    });

    it('that refer to several elements list their ids in one attribute', () => {
        const several = PROFILE.replace(
            'type="x"/>',
            'type="x"><upperValue:LiteralUnlimitedNatural u value="*"/></ownedAttribute:Property>'
        );
        const text = notation(
            `${several}${klass('b', 'Pump')}${klass('o', 'Acme')}`,
            `${block('b', 'o')}<Plant:Critical xmi:id="c" base_Class="b" owner="o b"/>`
        );
        expect(text).toContain('owner = (Acme meta SysML::PartDefinition, Pump meta SysML::PartDefinition);');
    });

    it('a stereotype that specializes a standard one classifies like it', () => {
        const text = notation(PROFILE + klass('r', 'R'), '<Plant:Demand xmi:id="d" base_Class="r" Id="7" Text="It shall."/>');
        expect(text).toContain("requirement <'7'> R {\n    doc /* It shall. */\n    @Plant::Demand;\n}");
    });

    it('of others are markers with their namespaces', () => {
        const text = notation(klass('c', 'C'), '<Plant:Block xmi:id="a" base_Class="c" level="2"/>');
        expect(text).toBe(`occurrence def C {
    @MigrationMetadata::AppliedStereotype { stereotype = "Block"; profile = "http://plant.example/profiles/Plant"; tags = "level = 2"; }
}
`);
    });
});

describe('names', () => {
    it('of the library are avoided at the top level', () => {
        const migration = migrated(
            xmi('<packagedElement:Package r "Requirements"><packagedElement:Package n "Parts"/></packagedElement:Package>')
        );
        expect(migration.content).toBe(`package RequirementsModel {
    package Parts;
}
metadata MigrationMetadata::LibraryNameAvoided about RequirementsModel { sourceName = "Requirements"; }
`);
        expect(entryOf(migration, 'r').verdict).toBe('approximated');
    });

    it('of enumerations admit no other members', () => {
        const migration = migrated(
            xmi(
                '<packagedElement:Enumeration e "E"><ownedAttribute:Property p "p"/><ownedLiteral:EnumerationLiteral l "a"/></packagedElement:Enumeration>'
            )
        );
        expect(entryOf(migration, 'p').verdict).toBe('unmapped');
    });
});

it('what a constraint block satisfies, is marked by and shows is written before its expression', () => {
    const rule = (id: string, owner: string): string =>
        `<ownedRule:Constraint ${id} "${owner}"><specification:OpaqueExpression ${id}s><body>g &gt; 1</body></specification:OpaqueExpression></ownedRule:Constraint>`;
    const migration = migrated(
        xmi(
            `<packagedElement:Class c "Budget"><ownedAttribute:Property g "g">${REAL}</ownedAttribute:Property>${rule('r', '')}</packagedElement:Class>
            <packagedElement:Class b "Radio"><ownedAttribute:Property h "g">${REAL}</ownedAttribute:Property>${rule('q', 'loud')}</packagedElement:Class>
            <packagedElement:Class n "Noise"/><packagedElement:Abstraction s client="c" supplier="n"/>
            <packagedElement:Profile p "Plant"><packagedElement:Stereotype st "Critical"/></packagedElement:Profile>`,
            `<sysml:ConstraintBlock xmi:id="a1" base_Class="c"/><sysml:Block xmi:id="a2" base_Class="b"/><sysml:Requirement xmi:id="a3" base_Class="n" id="1" text=""/>
            <sysml:Satisfy xmi:id="a4" base_Abstraction="s"/><Plant:Critical xmi:id="a5" base_Class="c"/><Plant:Critical xmi:id="a6" base_Constraint="q"/>`
        )
    );
    expect(migration.report.counts.unmapped).toBe(0);
    expect(migration.content).toContain('satisfy requirement :> Noise;\n    @Plant::Critical;\n    g > 1\n}');
    expect(migration.content).toContain('constraint loud {\n        @Plant::Critical;\n        g > 1\n    }');
});
