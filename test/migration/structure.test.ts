// Packages, classifiers, properties, values, comments: v1 beside v2 (contract: migration 4, 5).

import { describe, expect, it } from 'vitest';
import { entryOf, migrated, notation, REAL, xmi } from './v1.js';

const block = (...ids: string[]): string => ids.map(id => `<sysml:Block xmi:id="a${id}" base_Class="${id}"/>`).join('');

describe('packages and classifiers', () => {
    it.each([
        ['a package', '<packagedElement:Package p "P"/>', '', 'package P;\n'],
        ['a plain class', '<packagedElement:Class c "C"/>', '', 'occurrence def C;\n'],
        ['a block', '<packagedElement:Class c "C" isAbstract="true"/>', block('c'), 'abstract part def C;\n'],
        ['an interface block', '<packagedElement:Class c "C"/>', '<sysml:InterfaceBlock xmi:id="a" base_Class="c"/>', 'port def C;\n'],
        ['an interface', '<packagedElement:Interface c "C"/>', '', 'port def C;\n'],
        ['a signal', '<packagedElement:Signal c "C"/>', '', 'item def C;\n'],
        [
            'a value type of the scalars',
            '<packagedElement:DataType c "Litre"><generalization:Generalization g><general href="http://www.omg.org/spec/UML/20131001/PrimitiveTypes.xmi#Real"/></generalization:Generalization></packagedElement:DataType>',
            '',
            'attribute def Litre :> ScalarValues::Real;\n'
        ],
        [
            'an enumeration',
            '<packagedElement:Enumeration e "E"><ownedLiteral:EnumerationLiteral l "on"/></packagedElement:Enumeration>',
            '',
            'enum def E {\n    enum on;\n}\n'
        ],
        ['a name that is a reserved word', '<packagedElement:Package p "part"/>', '', "package 'part';\n"]
    ])('writes %s', (_title, members, applications, text) => {
        expect(notation(members, applications)).toBe(text);
    });

    it('writes generalizations, and leaves out the one that closes a cycle', () => {
        const general = (id: string, to: string): string => `<generalization:Generalization ${id} general="${to}"/>`;
        const members = ['a', 'b', 'c'].map(
            (id, i) => `<packagedElement:Class ${id} "${id.toUpperCase()}">${general(`g${id}`, ['b', 'c', 'a'][i])}</packagedElement:Class>`
        );
        const migration = migrated(xmi(members.join(''), block('a', 'b', 'c')));
        expect(migration.content).toBe('part def A :> B;\npart def B :> C;\npart def C;\n');
        expect(entryOf(migration, 'c')).toMatchObject({ verdict: 'approximated', note: expect.stringContaining('cycle') as string });
    });
});

describe('properties', () => {
    it('are parts, references and attributes by their types', () => {
        const text = notation(
            `<packagedElement:Class pump "Pump">
                <ownedAttribute:Property rate "rate">${REAL}<defaultValue:LiteralInteger d value="12"/></ownedAttribute:Property>
                <ownedAttribute:Property drive "drive" type="motor" aggregation="composite">
                    <lowerValue:LiteralInteger l/><upperValue:LiteralUnlimitedNatural u value="*"/>
                </ownedAttribute:Property>
                <ownedAttribute:Property spare "spare" type="motor"/>
            </packagedElement:Class>
            <packagedElement:Class motor "Motor"/>`,
            block('pump', 'motor')
        );
        expect(text).toBe(`part def Pump {
    attribute rate : ScalarValues::Real default = 12.0;
    part drive : Motor[0..*];
    ref part spare : Motor;
}
part def Motor;
`);
    });

    it('whose type the input does not hold are approximated', () => {
        const migration = migrated(
            xmi('<packagedElement:Class c "C"><ownedAttribute:Property p "p" type="nowhere"/></packagedElement:Class>')
        );
        expect(entryOf(migration, 'p')).toMatchObject({
            verdict: 'approximated',
            target: 'C::p',
            note: expect.stringContaining('nowhere') as string
        });
    });
});

describe('comments', () => {
    it('are documentation of their owner, else comments', () => {
        const text = notation(
            `<packagedElement:Class c "C">
                <ownedComment:Comment c1 body="&lt;html&gt;&lt;p&gt;Moves &amp;amp; lifts.&lt;/p&gt;&lt;p&gt;Twice. */&lt;/p&gt;&lt;/html&gt;"><annotatedElement xmi:idref="c"/></ownedComment:Comment>
                <ownedComment:Comment c2 annotatedElement="c"><body>Second.</body></ownedComment:Comment>
            </packagedElement:Class>
            <ownedComment:Comment c3 body="Of both." annotatedElement="c d"/>
            <packagedElement:Class d "D"/>`,
            block('c', 'd')
        );
        expect(text).toBe(`comment about C, D /* Of both. */
part def C {
    doc /* Moves & lifts.
     * Twice. * / */
    comment /* Second. */
}
part def D;
`);
    });
});

it('two members of one name are numbered', () => {
    const migration = migrated(xmi('<packagedElement:Class a "X"/><packagedElement:Class b "X"/>', block('a', 'b')));
    expect(migration.content).toBe("part def X;\npart def 'X 2';\n");
    expect(entryOf(migration, 'b')).toMatchObject({ verdict: 'approximated', target: "'X 2'" });
});

it('a library type behind a member of its package’s name is named from the root', () => {
    const text = notation(
        `<packagedElement:Package p "P"><packagedElement:Package s "ScalarValues"/><packagedElement:Class c "C">
            <ownedAttribute:Property q "q">${REAL}</ownedAttribute:Property></packagedElement:Class></packagedElement:Package>`,
        block('c')
    );
    expect(text).toContain('attribute q : $::ScalarValues::Real;');
});

it('says of a static property that it is none in v2, and knows the SysML profile in the namespaces of old documents', () => {
    const old = 'xmlns:old="http://schema.omg.org/spec/SysML/1.2"';
    const migration = migrated(
        xmi(
            `<packagedElement:Class b "B"><ownedAttribute:Property x "x" isStatic="true">${REAL}</ownedAttribute:Property></packagedElement:Class>`,
            `<old:Block ${old} xmi:id="ab" base_Class="b"/>`
        )
    );
    expect(migration.content).toContain('part def B {');
    expect(entryOf(migration, 'x')).toMatchObject({ verdict: 'mapped', note: 'isStatic = true has no v2 form' });
});

describe('attributes without v2 equivalent', () => {
    it.each([
        ['isLeaf="true"', 'isLeaf = true has no v2 form'],
        ['isStatic="true" isID="true"', 'isID = true has no v2 form; isStatic = true has no v2 form'],
        ['isDerivedUnion="true"', 'isDerivedUnion = true has no v2 form'],
        ['isLeaf="false" isStatic="false"', '']
    ])('%s are noted', (attributes, note) => {
        const migration = migrated(
            xmi(
                `<packagedElement:Class b "B"><ownedAttribute:Property x "x" ${attributes}>${REAL}</ownedAttribute:Property></packagedElement:Class>`
            )
        );
        expect(entryOf(migration, 'x')).toMatchObject({ verdict: 'mapped', note });
    });
});

it('the value in a redefined port redefines that of the port, or has another name', () => {
    const classes = ['t', 'u', 'w', 'a', 'b', 'c'];
    const text = notation(
        `<packagedElement:Class t "T"/><packagedElement:Class u "U"><generalization:Generalization gu general="t"/></packagedElement:Class><packagedElement:Class w "W"/>
        <packagedElement:Class a "A"><ownedAttribute:Port p "p" type="t"/></packagedElement:Class>
        <packagedElement:Class b "B"><generalization:Generalization g general="a"/><ownedAttribute:Port q "q" type="u" redefinedPort="p"/></packagedElement:Class>
        <packagedElement:Class c "C"><generalization:Generalization g2 general="a"/><ownedAttribute:Port r "p" type="w" redefinedProperty="p"/></packagedElement:Class>`,
        block(...classes)
    );
    expect(text).toContain('port q :>> p {\n        ref part q : U;');
    expect(text).toContain("port p :>> p {\n        ref part 'p 2' : W;");
});
