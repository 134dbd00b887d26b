// What real files of tools have: where they write triggers, stereotypes, notes, lanes and expansion nodes (contract: migration 2.7, 7).

import { expect, it } from 'vitest';
import { entryOf, migrated, notation, REAL, STRING, xmi } from './v1.js';

const EA = (document: string): string =>
    document
        .replace(/<uml:Model/, '<xmi:Documentation exporter="Enterprise Architect"/>$&')
        .replace(/<xmi:Documentation exporter="[^"E][^>]*\/>/, '');

it('a name that an assignment declares itself is spelled from further out', () => {
    const text = notation(
        `<packagedElement:Class c "Motor"><ownedAttribute:Property s "speed">${REAL}</ownedAttribute:Property>
            <ownedOperation:Operation o "set" method="b"><ownedParameter:Parameter p "target">${REAL}</ownedParameter:Parameter></ownedOperation:Operation>
            <ownedBehavior:OpaqueBehavior b "setMethod" specification="o"><ownedParameter:Parameter q "target">${REAL}</ownedParameter:Parameter>
            <language>JavaScript</language><body>speed = target;</body></ownedBehavior:OpaqueBehavior></packagedElement:Class>`,
        '<sysml:Block xmi:id="a" base_Class="c"/>'
    );
    expect(text).toMatch(/assign speed := '?set'?::target;/);
});

it('transitions refer to triggers of a package, with events or by the names of signals', () => {
    const machine = `<packagedElement:Signal sg "Reset"/><packagedElement:Trigger t1 "any" event="ev"/><packagedElement:Trigger t2 "Reset"/><packagedElement:Trigger t3 "lost"/>
        <packagedElement:SignalEvent ev "e" signal="sg"/><packagedElement:StateMachine sm "Modes"><region:Region r ""><subvertex:State a "A"/><subvertex:State b "B"/>
        <transition:Transition x "" source="a" target="b" kind="local"><trigger xmi:idref="t1"/></transition:Transition>
        <transition:Transition y "" source="b" target="a"><trigger xmi:idref="t2"/></transition:Transition></region:Region></packagedElement:StateMachine>`;
    const migration = migrated(xmi(machine));
    expect(migration.content).toContain('first A accept Reset then B;');
    expect(migration.content).toContain('first B accept Reset then A;');
    expect(entryOf(migration, 'x').verdict).toBe('mapped');
    expect(entryOf(migration, 't2').verdict).toBe('approximated');
    expect(entryOf(migration, 't3').verdict).toBe('skipped');
});

it('a trigger of a package without an event, whose name no signal has, is the event of its name', () => {
    const machine = `<packagedElement:Trigger t1 "go"/><packagedElement:Trigger t2 "go"/><packagedElement:StateMachine sm "Modes"><region:Region r "">
        <subvertex:State a "A"/><subvertex:State b "B"/>
        <transition:Transition x "" source="a" target="b"><trigger xmi:idref="t1"/></transition:Transition>
        <transition:Transition y "" source="b" target="a"><trigger xmi:idref="t2"/></transition:Transition></region:Region></packagedElement:StateMachine>`;
    const migration = migrated(xmi(machine));
    expect(migration.content.match(/item def/g)).toHaveLength(1);
    expect(migration.content).toContain('first A accept go then B;');
    expect(migration.content).toContain('first B accept go then A;');
    expect(['t1', 't2', 'x'].map(id => entryOf(migration, id).verdict)).toEqual(['approximated', 'approximated', 'mapped']);
});

it.each([
    ['statements', 'specification="speed = 0"', 'entry action { assign speed := 0; }', 'mapped'],
    ['a text that is kept', 'specification="switch off"', '— switch off */ }', 'approximated'],
    ['the operation that it implements', 'specification="op"', 'entry action stop { }', 'mapped']
])('Enterprise Architect writes %s as the specification of a behaviour', (_title, specification, expected, verdict) => {
    const document = EA(
        xmi(`<packagedElement:Class c "Motor"><ownedAttribute:Property s "speed">${REAL}</ownedAttribute:Property><ownedOperation:Operation op "stop"/>
            <ownedBehavior:StateMachine sm "Modes"><region:Region r ""><subvertex:State a "A"><entry:Activity e "stop" ${specification}/></subvertex:State>
            </region:Region></ownedBehavior:StateMachine></packagedElement:Class>`)
    );
    const migration = migrated(document);
    expect(migration.content).toContain(expected);
    expect(entryOf(migration, 'e').verdict).toBe(verdict);
});

it('Enterprise Architect writes stereotypes within the model and notes beside it', () => {
    const document = EA(xmi('<packagedElement:Class c "Pump"/>')).replace(
        '</uml:Model>',
        `<sysml:block base_Class="c"/></uml:Model><xmi:Extension extender="Enterprise Architect"><elements>
            <element xmi:idref="c"><properties documentation="Moves water."/></element></elements></xmi:Extension>`
    );
    expect(migrated(document).content).toContain('def Pump {\n    doc /* Moves water. */\n}');
});

it.each([
    [
        'code of an operation',
        '<code value="speed = wanted;"/>',
        'in wanted : ScalarValues::Real;\n        assign speed := wanted;',
        'mapped'
    ],
    ['words about an operation', '<behaviour value="Tell the operator."/><code/>', '— Tell the operator. */', 'approximated'],
    [
        'code and words',
        '<behaviour value="Sets it."/><code value="speed = wanted;"/>',
        'speed := wanted;\n        /* Sets it. */',
        'mapped'
    ],
    ['no code', '<behaviour/><code value=" "/>', 'abstract action def set {', 'mapped']
])('Enterprise Architect keeps %s beside the model', (_title, code, expected, verdict) => {
    const document = EA(
        xmi(`<packagedElement:Class c "Motor"><ownedAttribute:Property s "speed">${REAL}</ownedAttribute:Property>
            <ownedOperation:Operation o "set"><ownedParameter:Parameter p "wanted">${REAL}</ownedParameter:Parameter></ownedOperation:Operation></packagedElement:Class>`)
    ).replace(
        '</xmi:XMI>',
        `<xmi:Extension extender="Enterprise Architect"><elements><element xmi:idref="c"><code gentype="JavaScript"/><operations>
            <operation xmi:idref="o">${code}</operation></operations></element></elements></xmi:Extension></xmi:XMI>`
    );
    const migration = migrated(document);
    expect(migration.content).toContain(expected);
    expect(entryOf(migration, 'o').verdict).toBe(verdict);
});

it('Enterprise Architect keeps the code of a behaviour of a state beside the model', () => {
    const document = EA(
        xmi(`<packagedElement:Class c "Motor"><ownedAttribute:Property s "speed">${REAL}</ownedAttribute:Property><ownedBehavior:StateMachine sm "Modes">
            <region:Region r ""><subvertex:State a "A"><entry:Activity e "stop"/></subvertex:State></region:Region></ownedBehavior:StateMachine></packagedElement:Class>`)
    ).replace(
        '</xmi:XMI>',
        `<xmi:Extension extender="Enterprise Architect"><elements><element xmi:idref="a"><code gentype="&lt;none&gt;"/><operations>
            <operation xmi:idref="e"><type type="entry"/><behaviour value="speed = 0"/></operation></operations></element></elements></xmi:Extension></xmi:XMI>`
    );
    expect(migrated(document).content).toContain('entry action { assign speed := 0; }');
});

it('of several texts of a behaviour the first that is translated is written', () => {
    const text = notation(
        `<packagedElement:OpaqueBehavior b "Twice"><ownedParameter:Parameter x "x">${REAL}</ownedParameter:Parameter><ownedParameter:Parameter y "y" direction="return">${REAL}</ownedParameter:Parameter>
            <language>C</language><body>x &lt;&lt; 1</body><language>JavaScript</language><body>2 * x</body></packagedElement:OpaqueBehavior>`
    );
    expect(text).toContain('return y : ScalarValues::Real = 2 * x;\n    /* {C} x << 1 */');
});

it('an expansion node is a parameter of its region, wherever it is owned', () => {
    const text = notation(
        `<packagedElement:Activity act "Act"><node:ExpansionRegion r "each" inputElement="i"><node:OpaqueAction s "step"/></node:ExpansionRegion>
            <node:ExpansionNode i "level" regionAsInput="r"/></packagedElement:Activity>`
    );
    expect(text).toContain('in level;');
    expect(text).not.toContain('action level');
});

it.each(['Kühl_Profil.xmi', 'K%C3%BChl%20Profil.xmi', '%E0_Kühl_Profil/Kühl Profil'])('the namespace %s names a profile', name => {
    const profile = `<packagedElement:Profile p "Kühl Profil"><packagedElement:Stereotype s "Kalt"/></packagedElement:Profile>`;
    const text = notation(
        `<packagedElement:Class b "B"/>${profile}`,
        `<m:Kalt xmlns:m="http://www.magicdraw.com/schemas/${name}" xmi:id="a" base_Class="b"/>`
    );
    expect(text).toContain("@'Kühl Profil'::Kalt;");
});

it('MagicDraw names a base for each metaclass, and writes names for XML', () => {
    const { content, report } = migrated(
        xmi(
            `<packagedElement:Class r "R"/><packagedElement:Class b "B"/><packagedElement:Profile p "Our Mission" URI="http://www.magicdraw.com/schemas/Our_Mission.xmi">
                <packagedElement:Stereotype s "Critical Item"><ownedAttribute:Property o "last owner">${STRING}</ownedAttribute:Property></packagedElement:Stereotype></packagedElement:Profile>`,
            `<md:physicalRequirement xmlns:md="http://www.magicdraw.com/spec/Customization/180/Requirements" xmi:id="a1" base_Class="r" base_NamedElement="r" risk="High"/>
            <m:Critical_Item xmlns:m="http://www.magicdraw.com/schemas/Our_Mission.xmi" xmi:id="a2" base_Class="b" base_Element="b" last_owner="Jane"/>`
        )
    );
    expect(content.match(/stereotype = "physicalRequirement"/g)).toHaveLength(1);
    expect(content).toContain(`@'Our Mission'::'Critical Item' {\n        'last owner' = "Jane";\n    }`);
    expect(report.entries.find(({ id }) => id === 'b')!.kind).toBe('«Critical_Item» Class');
});

it('writes a value of a data type outside the input as an attribute, by the metaclass beside the href', () => {
    const extension = (path: string, type: string): string =>
        `<xmi:Extension extender="MagicDraw UML"><referenceExtension referentPath="${path}" referentType="${type}"/></xmi:Extension>`;
    const property = (id: string, type: string): string =>
        `<ownedAttribute:Property ${id} "${id}" aggregation="composite">${type}</ownedAttribute:Property>`;
    const migration = migrated(
        xmi(
            `<packagedElement:Class b "B">
                ${property('scalar', `<type href="SysML.mdzip#_1">${extension('SysML::Libraries::PrimitiveValueTypes::Real', 'DataType')}</type>`)}
                ${property('mass', `<type href="ISO-80000.mdzip#_2">${extension('ISO-80000::mass[kilogram]', 'DataType')}</type>`)}
                ${property('mode', '<type xmi:type="uml:Enumeration" href="lib.uml#_3"/>')}
                ${property('other', `<type href="Other.mdzip#_4">${extension('Other::Thing', 'Class')}</type>`)}
            </packagedElement:Class>`,
            '<sysml:Block xmi:id="ab" base_Class="b"/>'
        )
    );
    const members = ['attribute scalar : ScalarValues::Real;', 'attribute mass;', 'attribute mode;', 'part other;'];
    expect(migration.content).toBe(`part def B {\n${members.map(member => `    ${member}\n`).join('')}}\n`);
    expect(entryOf(migration, 'mass').note).toBe('the type ISO-80000::mass[kilogram] is not part of the input');
});

it('a behaviour of a state or transition without a body is an action of its name', () => {
    const behaviours = ['entry', 'exit'].map(role => `<${role}:OpaqueBehavior ${role} "Beep twice"/>`).join('');
    const text = notation(
        `<packagedElement:StateMachine sm "Modes"><region:Region r ""><subvertex:State a "A">${behaviours}<doActivity:OpaqueBehavior d "Done"/></subvertex:State>
            <subvertex:State b "B"><entry:OpaqueBehavior e ""/></subvertex:State>
            <transition:Transition x "" source="a" target="b"><effect:OpaqueBehavior f "Log it"/></transition:Transition></region:Region></packagedElement:StateMachine>`
    );
    for (const action of [
        "entry action 'beep twice' { }",
        "exit action 'beep twice 2' { }",
        "do action 'done 2' { }",
        'entry action { }'
    ]) {
        expect(text).toContain(action);
    }
    expect(text).toContain("transition first A do action 'log it' { } then B;");
});

it('parameters of constraint blocks that are ports of MagicDraw are attributes, also without a type', () => {
    const customization = 'http://www.magicdraw.com/spec/Customization/180/SysML';
    const text = notation(
        '<packagedElement:Class k "Law"><ownedAttribute:Port g "gain" aggregation="composite"/></packagedElement:Class>',
        `<sysml:ConstraintBlock xmi:id="a" base_Class="k"/><md:ConstraintParameter xmlns:md="${customization}" xmi:id="b" base_Port="g"/>`
    );
    expect(text).toContain('in attribute gain;');
});

it('Enterprise Architect keeps notes of connectors, dependencies and transitions beside the model', () => {
    const notes = ['d', 'x', 'cn', 'e']
        .map(id => `<connector xmi:idref="${id}"><documentation value="note of ${id}"/></connector>`)
        .join('');
    const document =
        xmi(`<packagedElement:Class p "P"/><packagedElement:Class q "Q"><ownedAttribute:Property y "y" type="p" aggregation="composite"/>
        <ownedAttribute:Property z "z" type="p" aggregation="composite"/><ownedConnector:Connector cn ""><end:ConnectorEnd e1 role="y"/><end:ConnectorEnd e2 role="z"/></ownedConnector:Connector></packagedElement:Class>
        <packagedElement:Class s "S"><generalization:Generalization e general="q"/></packagedElement:Class>
        <packagedElement:Dependency d client="p" supplier="q"/>
        <packagedElement:StateMachine sm "Modes"><region:Region r ""><subvertex:State a "A"/><subvertex:State b "B"/><transition:Transition x "" source="a" target="b"/></region:Region></packagedElement:StateMachine>`).replace(
            '</xmi:XMI>',
            `<xmi:Extension extender="Enterprise Architect"><connectors>${notes}</connectors></xmi:Extension></xmi:XMI>`
        );
    const { content, report } = migrated(EA(document));
    for (const [line, id] of [
        ['dependency P to Q {', 'd'],
        ['transition first A then B {', 'x'],
        ['connect y to z {', 'cn']
    ]) {
        expect(content).toMatch(new RegExp(`${line.replace(/[{]/g, '\\$&')}\\n *doc /\\* note of ${id} \\*/`));
    }
    expect(report.entries.filter(({ note }) => note.includes('notes')).map(({ id, note }) => `${id}: ${note}`)).toEqual([
        's: the notes of its Generalization in the tool are not written'
    ]);
});
