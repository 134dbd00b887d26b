// Further rows of 5.1: packages, classifiers, and relationships between them.

import { BLOCKS, cls, COMPOSITE, generalization, prop, type Row, row, scalar } from './rows.js';

const instance = (id: string, name: string, classifier: string, slots = ''): string =>
    `<packagedElement:InstanceSpecification ${id} "${name}" classifier="${classifier}">${slots}</packagedElement:InstanceSpecification>`;
const realization = (id: string, client: string, contract: string): string =>
    `<interfaceRealization:InterfaceRealization ${id} contract="${contract}" client="${client}" supplier="${contract}"/>`;
const INTERFACE = '<packagedElement:Interface i "Service"/>';

export const CLASSIFIERS: readonly Row[] = [
    row(
        '5.1',
        'nested model',
        '<packagedElement:Model p "Plant"><packagedElement:Class b "B"/></packagedElement:Model>',
        ['package Plant {', 'part def B;'],
        [BLOCKS('b')]
    ),
    row(
        '5.1',
        'package merge',
        '<packagedElement:Package q "Q"/><packagedElement:Package p "P"><packageMerge:PackageMerge g mergedPackage="q"/></packagedElement:Package>',
        ['package Q;', 'package P;'],
        [[], { g: 'skipped' }]
    ),
    row(
        '5.1',
        'private imports',
        '<packagedElement:Package q "Q"><packagedElement:Class b "B"/></packagedElement:Package><packagedElement:Package p "P"><packageImport:PackageImport g importedPackage="q" visibility="private"/><elementImport:ElementImport e importedElement="b" visibility="private"/></packagedElement:Package>',
        ['private import Q::*;', 'private import Q::B;'],
        [[]]
    ),
    row('5.1', 'active block', '<packagedElement:Class b "B" isActive="true"/>', ['part def B;'], [BLOCKS('b')]),
    row(
        '5.1',
        'association class',
        cls('a', 'A') +
            cls('b', 'B') +
            `<packagedElement:AssociationClass s "Pipe" memberEnd="e1 e2">${scalar('x', 'length')}<ownedEnd:Property e1 "a" type="a"/><ownedEnd:Property e2 "b" type="b"/></packagedElement:AssociationClass>`,
        ['connection def Pipe {', 'end a : A;', 'end b : B;', 'attribute length : ScalarValues::Real;'],
        [BLOCKS('a', 'b')]
    ),
    row(
        '5.1',
        'association block',
        cls('a', 'A') +
            cls('b', 'B') +
            `<packagedElement:AssociationClass s "Pipe" memberEnd="e1 e2">${scalar('x', 'length')}${prop('pp', 'inner', 'a', COMPOSITE)}<ownedEnd:Property e1 "a" type="a"/><ownedEnd:Property e2 "b" type="b"/></packagedElement:AssociationClass>`,
        ['connection def Pipe {', 'end a : A;', 'end b : B;', 'attribute length : ScalarValues::Real;', 'part inner : A;'],
        [[...BLOCKS('a', 'b'), 'Block Class s']]
    ),
    row(
        '5.1',
        'value types',
        `<packagedElement:PrimitiveType v "Code"/><packagedElement:DataType w "Point">${scalar('x', 'x')}</packagedElement:DataType>`,
        [
            'attribute def Code;',
            'attribute def Point {',
            'attribute x : ScalarValues::Real;',
            '@MigrationMetadata::AppliedStereotype { stereotype = "ST-ValueType"; tags = ("unit = u", "quantityKind = u"); }'
        ],
        [['ValueType DataType w unit="u" quantityKind="u"'], { w: 'approximated' }]
    ),
    row(
        '5.1',
        'data types that tools declare for primitive types',
        `<packagedElement:PrimitiveType f "float"/><packagedElement:DataType n "Integer"/><packagedElement:DataType w "string">${scalar('y', 'length')}</packagedElement:DataType>` +
            cls('b', 'B', '<ownedAttribute:Property x "x" type="f"><defaultValue:LiteralString d value="2.5"/></ownedAttribute:Property>'),
        [
            'attribute def float :> ScalarValues::Real;',
            'attribute def Integer :> ScalarValues::Integer;',
            'attribute def string {',
            'attribute x : float default = 2.5;'
        ],
        [BLOCKS('b'), { f: 'approximated', n: 'approximated' }]
    ),
    row(
        '5.1',
        'literals with values',
        '<packagedElement:Enumeration e "Level"><ownedLiteral:EnumerationLiteral l1 "low"><specification:LiteralInteger v1 value="1"/></ownedLiteral:EnumerationLiteral><ownedLiteral:EnumerationLiteral l2 "high"><specification:LiteralInteger v2 value="5"/></ownedLiteral:EnumerationLiteral></packagedElement:Enumeration>',
        ['enum def Level {', 'enum low = 1;', 'enum high = 5;']
    ),
    row(
        '5.1',
        'other classifiers',
        '<packagedElement:Node n "Host"/><packagedElement:Device d "Board"/><packagedElement:Artifact a "File"/><packagedElement:ExecutionEnvironment x "Shell"/>',
        ['occurrence def Host;', 'occurrence def Board;', 'occurrence def File;', 'occurrence def Shell;'],
        [[], { d: 'approximated', a: 'approximated', n: 'approximated', x: 'approximated' }]
    ),
    row(
        '5.1',
        'collaboration',
        '<packagedElement:Collaboration c "Team"/>',
        [
            "/* not migrated: Collaboration 'Team' — what a collaboration shows is written with the interactions and the blocks that it is of */"
        ],
        [[], { c: 'unmapped' }]
    ),
    row(
        '5.1',
        'unit block and quantity kind',
        cls('u', 'litre') + instance('k', 'volume', 'u'),
        [
            "/* not migrated: «ST-Unit» Class 'litre' — units are not migrated; use the SI library; applied stereotypes «ST-Unit» */",
            "/* not migrated: «ST-QuantityKind» InstanceSpecification 'volume' — units are not migrated; use the SI library; applied stereotypes «ST-QuantityKind» */"
        ],
        [['Unit InstanceSpecification u', 'QuantityKind InstanceSpecification k'], { u: 'unmapped', k: 'unmapped' }]
    ),
    row('5.1', 'nested classifier', cls('a', 'A', '<nestedClassifier:Class b "B"/>'), ['part def A {', 'part def B;'], [BLOCKS('a', 'b')]),
    row(
        '5.1',
        'general of another kind, and outside',
        cls('a', 'A') +
            cls(
                'b',
                'B',
                generalization('g', 'i') + '<generalization:Generalization h><general href="other.xmi#zz"/></generalization:Generalization>'
            ) +
            INTERFACE,
        ['part def A;', 'part def B;', 'port def Service;'],
        [BLOCKS('a', 'b'), { b: 'approximated' }]
    ),
    row(
        '5.1',
        'cycle of generalizations',
        cls('a', 'A', generalization('g', 'b')) + cls('b', 'B', generalization('h', 'a')),
        ['part def A :> B;'],
        [BLOCKS('a', 'b'), { b: 'approximated' }]
    ),
    row('5.1', 'realized by a plain class', INTERFACE + cls('c', 'Pump', realization('r', 'c', 'i')), ['occurrence def Pump :> Service;']),
    row(
        '5.1',
        'realized by an interface block',
        INTERFACE + cls('c', 'Pump', realization('r', 'c', 'i')),
        ['port def Pump :> Service;'],
        [['InterfaceBlock Class c']]
    ),
    row(
        '5.1',
        'realized by a block with a port',
        INTERFACE + cls('c', 'Pump', realization('r', 'c', 'i') + '<ownedAttribute:Port p "srv" type="i"/>'),
        ['port srv : Service;'],
        [BLOCKS('c'), { r: 'approximated' }]
    ),
    row(
        '5.1',
        'realized interface outside',
        cls(
            'c',
            'Pump',
            '<interfaceRealization:InterfaceRealization r client="c"><contract href="o.xmi#x"/></interfaceRealization:InterfaceRealization>'
        ) +
            INTERFACE +
            '<packagedElement:Actor ac "Joe"/>',
        ['/* not migrated: InterfaceRealization (ID-r) — its interface or the realizing classifier is not written */'],
        [BLOCKS('c'), { r: 'unmapped', ac: 'approximated' }]
    ),
    row(
        '5.1',
        'realized by an actor',
        INTERFACE + `<packagedElement:Actor ac "Joe">${realization('r', 'ac', 'i')}</packagedElement:Actor>`,
        ['/* not migrated: InterfaceRealization (ID-r) — a part cannot realize an interface */'],
        [[], { r: 'unmapped', ac: 'approximated' }]
    ),
    row(
        '5.1',
        'other dependencies',
        cls('a', 'A') +
            cls('b', 'B') +
            ['Realization', 'Usage', 'Substitution', 'Abstraction']
                .map((m, i) => `<packagedElement:${m} d${i} "${m.toLowerCase()}" client="a" supplier="b"/>`)
                .join('') +
            '<packagedElement:Dependency dm client="a b" supplier="b a"/>',
        [
            'dependency realization from A to B;',
            'dependency usage from A to B;',
            'dependency substitution from A to B;',
            'dependency abstraction from A to B;',
            'dependency A to B;',
            'dependency A to A;',
            'dependency B to B;',
            'dependency B to A;'
        ],
        [BLOCKS('a', 'b')]
    )
];
