// Further rows of 5.1 to 5.4: classifiers, properties, values, instances.

import { BLOCKS, bounds, cls, COMPOSITE, generalization, opaque, packed, prop, type Row, row, scalar } from './rows.js';

const instance = (id: string, name: string, classifier: string, slots = ''): string =>
    `<packagedElement:InstanceSpecification ${id} "${name}" classifier="${classifier}">${slots}</packagedElement:InstanceSpecification>`;
const slot = (id: string, feature: string, values: string): string => `<slot:Slot ${id} definingFeature="${feature}">${values}</slot:Slot>`;
const instanceValue = (id: string, of: string, role = 'value'): string => `<${role}:InstanceValue ${id} instance="${of}"/>`;
const realization = (id: string, client: string, contract: string): string =>
    `<interfaceRealization:InterfaceRealization ${id} contract="${contract}" client="${client}" supplier="${contract}"/>`;
const INTERFACE = '<packagedElement:Interface i "Service"/>';
const SIGNAL = '<packagedElement:Signal s "Fuel"/>';
const ENUM =
    '<packagedElement:Enumeration en "Mode"><ownedLiteral:EnumerationLiteral l1 "on"/><ownedLiteral:EnumerationLiteral l2 "off"/></packagedElement:Enumeration>';

export const MEMBERS: readonly Row[] = [
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
        ['/* not migrated: InterfaceRealization (ID-r) — its interface or what realizes it is not written */'],
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
    ),
    row(
        '5.2',
        'typed by an enumeration, plain classes',
        ENUM + cls('a', 'A') + cls('b', 'B', prop('x', 'mode', 'en') + prop('y', 'one', 'a', COMPOSITE) + prop('z', 'other', 'a')),
        ['attribute mode : Mode;', 'occurrence one : A;', 'ref occurrence other : A;'],
        [BLOCKS('b')]
    ),
    row('5.2', 'property of a plain class', cls('a', 'A') + cls('b', 'B', prop('y', 'one', 'a', COMPOSITE)), ['occurrence one : A;']),
    row('5.2', 'referred item', SIGNAL + cls('b', 'B', prop('x', 'fuel', 's')), ['ref item fuel : Fuel;'], [BLOCKS('b')]),
    row(
        '5.2',
        'typed by a use case, an interface',
        INTERFACE + '<packagedElement:UseCase u "Drive"/>' + cls('b', 'B', prop('x', 'case', 'u') + prop('y', 'service', 'i')),
        ["ref use case 'case' :> Drive;", 'port service : Service;'],
        [BLOCKS('b'), { x: 'approximated', y: 'approximated' }]
    ),
    row(
        '5.2',
        'typed by an actor',
        '<packagedElement:Actor u "Joe"/>' + cls('b', 'B', prop('x', 'user', 'u')),
        ['ref part user :> Joe;'],
        [BLOCKS('b'), { x: 'approximated', u: 'approximated' }]
    ),
    row(
        '5.2',
        'members of interface blocks',
        SIGNAL +
            INTERFACE +
            cls('a', 'A') +
            cls('f', 'F', prop('x', 'fuel', 's', COMPOSITE) + prop('y', 'thing', 'a', COMPOSITE) + prop('z', 'sub', 'i')),
        ['ref item fuel : Fuel;', 'ref part thing : A;', 'port sub : Service;'],
        [[...BLOCKS('a'), 'InterfaceBlock Class f'], { x: 'approximated', y: 'approximated' }]
    ),
    row(
        '5.2',
        'without types',
        cls('b', 'B', '<ownedAttribute:Property x "one" aggregation="composite"/><ownedAttribute:Property y "two"/>'),
        ['attribute two;'],
        [BLOCKS('b'), { x: 'approximated', y: 'approximated' }]
    ),
    row(
        '5.2',
        'nonunique where it cannot be',
        cls('a', 'A') + cls('b', 'B', prop('x', 'x', 'a', `${COMPOSITE} isUnique="false"`) + prop('y', 'y', 'a', 'isUnique="false"')),
        ['part x : A;', 'ref part y : A;'],
        [BLOCKS('a', 'b')]
    ),
    row(
        '5.2',
        'redefinition outside',
        cls('b', 'B', '<ownedAttribute:Property x "one"><redefinedProperty href="o.xmi#x"/></ownedAttribute:Property>' + scalar('y', 'n')),
        ['attribute one;', 'attribute n : ScalarValues::Real;'],
        [BLOCKS('b'), { x: 'approximated' }]
    ),
    row(
        '5.2',
        'redefinition of one name',
        cls('a', 'A', prop('x', 'p', 'c', COMPOSITE)) +
            cls('c', 'C') +
            cls('b', 'B', generalization('g', 'a') + prop('y', 'p', 'c', `${COMPOSITE} redefinedProperty="x"`)) +
            cls('d', 'D', generalization('h', 'a') + prop('w', 'p', 'c', COMPOSITE)) +
            cls('e', 'E', generalization('k', 'a') + prop('v', 'p', 'c')),
        ['part p : C;', 'part def B :> A {', 'part p : C :>> p;', 'part def D :> A {', 'part def E :> A {', 'ref part p : C;'],
        [BLOCKS('a', 'b', 'c', 'd', 'e'), { v: 'approximated' }]
    ),
    row(
        '5.2',
        'qualifier',
        cls('a', 'A') +
            cls('b', 'B') +
            '<packagedElement:Association s "Has" memberEnd="e1 e2"><ownedEnd:Property e1 "a" type="a"/><ownedEnd:Property e2 "b" type="b"><qualifier:Property q "key"/></ownedEnd:Property></packagedElement:Association>',
        ['connection def Has {', 'end a : A;', 'end b : B {', 'attribute key;'],
        [BLOCKS('a', 'b'), { q: 'approximated' }]
    ),
    row(
        '5.2',
        'bounds that are no numbers',
        cls('b', 'B', scalar('x', 'n', '<lowerValue:LiteralString xl value="n"/><upperValue:LiteralString xu value="492x21"/>')),
        ['attribute n : ScalarValues::Real;'],
        [BLOCKS('b'), { x: 'approximated' }]
    ),
    row(
        '5.2',
        'names',
        cls('a', 'A') +
            cls(
                'b',
                'B',
                prop('x', 'part', 'a', COMPOSITE) +
                    prop('y', 'part', 'a', COMPOSITE) +
                    prop('z', '', 'a', COMPOSITE) +
                    prop('w', "it's", 'a', COMPOSITE)
            ),
        ["part 'part' : A;", "part 'part 2' : A;", 'part a : A;', "part 'it\\'s' : A;"],
        [BLOCKS('a', 'b'), { z: 'approximated', y: 'approximated' }]
    ),
    row(
        '5.3',
        'special values',
        ENUM +
            cls(
                'b',
                'B',
                scalar('x', 'm', '<defaultValue:LiteralNull d1/>') +
                    scalar('y', 'n', '<defaultValue:LiteralUnlimitedNatural d2 value="*"/>') +
                    scalar('z', 'o', '<defaultValue:LiteralString d3 value="4.5"/>') +
                    scalar('w', 'nan', '<defaultValue:LiteralReal d4 value="NaN"/>') +
                    `<ownedAttribute:Property v "mode" type="en">${instanceValue('d5', 'l1', 'defaultValue')}</ownedAttribute:Property><ownedAttribute:Property u "mode2" type="en"><defaultValue:LiteralInteger d6 value="1"/></ownedAttribute:Property>`
            ),
        [
            'attribute m : ScalarValues::Real default = null;',
            'attribute n : ScalarValues::Real default = *;',
            'attribute o : ScalarValues::Real default = 4.5;',
            'attribute nan : ScalarValues::Real {',
            '/* default: NaN */',
            'attribute mode : Mode default = Mode::on;',
            'attribute mode2 : Mode {',
            '/* default: 1 */'
        ],
        [BLOCKS('b'), { u: 'approximated', w: 'approximated' }]
    ),
    row(
        '5.3',
        'instances as values',
        cls('a', 'A') +
            `<packagedElement:DataType v "Point">${scalar('px', 'x')}</packagedElement:DataType>` +
            instance('ia', 'a one', 'a') +
            instance('iv', 'origin', 'v', slot('sl', 'px', '<value:LiteralInteger sv value="3"/>')) +
            cls(
                'b',
                'B',
                `<ownedAttribute:Property x "a" type="a" aggregation="composite">${instanceValue('d1', 'ia', 'defaultValue')}</ownedAttribute:Property><ownedAttribute:Property y "at" type="v">${instanceValue('d2', 'iv', 'defaultValue')}</ownedAttribute:Property><ownedAttribute:Property z "at2" type="v"><defaultValue:LiteralInteger d3 value="1"/></ownedAttribute:Property><ownedAttribute:Port pz "pt">${instanceValue('d4', 'ia', 'defaultValue')}</ownedAttribute:Port><ownedAttribute:Property nn "wrong" type="b" aggregation="composite">${instanceValue('d6', 'ia', 'defaultValue')}</ownedAttribute:Property>`
            ),
        [
            'attribute def Point {',
            'attribute x : ScalarValues::Real;',
            "individual part def 'a one' :> A;",
            'attribute origin : Point {',
            'attribute :>> x = 3.0;',
            "part a : A, 'a one';",
            "attribute 'at' : Point default = origin;",
            'attribute at2 : Point {',
            '/* default: 1 */',
            '/* default: a one */',
            'part wrong : B {'
        ],
        [[...BLOCKS('a', 'b'), 'ValueType DataType v'], { x: 'approximated', z: 'approximated', pz: 'approximated', nn: 'approximated' }]
    ),
    row(
        '5.3',
        'opaque and tree defaults',
        cls(
            'b',
            'B',
            scalar('x', 'm') +
                scalar('y', 'n', opaque('defaultValue', 'd1', '2 * m')) +
                scalar('z', 'o', opaque('defaultValue', 'd2', 'foo(m)', 'OCL')) +
                scalar(
                    'w',
                    'p',
                    '<defaultValue:Expression d3 symbol="+"><operand:Expression o1 symbol="m"/><operand:LiteralReal o2 value="2"/></defaultValue:Expression>'
                )
        ),
        [
            'attribute m : ScalarValues::Real;',
            'attribute n : ScalarValues::Real default = 2 * m;',
            'attribute o : ScalarValues::Real {',
            '/* default: foo(m) */',
            'attribute p : ScalarValues::Real default = m + 2.0;'
        ],
        [BLOCKS('b'), { z: 'approximated' }]
    ),
    row(
        '5.4',
        'instances of other classifiers',
        INTERFACE +
            ENUM +
            cls('f', 'F') +
            cls('b', 'B') +
            cls('k', 'Law') +
            '<packagedElement:Actor ac "Joe"/>' +
            instance('i1', 'of constraint', 'k') +
            instance('i2', 'of port', 'f') +
            instance('i3', 'both', 'f b') +
            instance('i4', 'of enum', 'en') +
            instance('i5', 'of actor', 'ac') +
            '<packagedElement:InstanceSpecification i6 "loose"/>',
        [
            'constraint def Law;',
            "individual constraint def 'of constraint' :> Law;",
            "individual def 'of port' :> F;",
            'individual part def both :> B;',
            "attribute 'of enum' : Mode;",
            "/* not migrated: InstanceSpecification 'of actor' — its classifier is not written as a definition */",
            "/* not migrated: InstanceSpecification 'loose' — it has no classifier */"
        ],
        [[...BLOCKS('b'), 'InterfaceBlock Class f', 'ConstraintBlock Class k'], { i6: 'unmapped', i5: 'unmapped', ac: 'approximated' }]
    ),
    row(
        '5.4',
        'link',
        cls('a', 'A') +
            cls('w', 'W', prop('x', 'l', 'a', COMPOSITE) + prop('y', 'r', 'a', COMPOSITE)) +
            '<packagedElement:Association s "Joins" memberEnd="e1 e2"><ownedEnd:Property e1 "from1" type="a"/><ownedEnd:Property e2 "to1" type="a"/></packagedElement:Association>' +
            instance('i1', 'a1', 'a') +
            instance('i2', 'a2', 'a') +
            instance('w1', 'whole', 'w', slot('s1', 'x', instanceValue('v1', 'i1')) + slot('s2', 'y', instanceValue('v2', 'i2'))) +
            instance('k1', 'link', 's', slot('s3', 'e1', instanceValue('v3', 'i1')) + slot('s4', 'e2', instanceValue('v4', 'i2'))),
        [
            'part l : A;',
            'part r : A;',
            'connection def Joins {',
            'end from1 : A;',
            'end to1 : A;',
            'individual part def a1 :> A;',
            'individual part def a2 :> A;',
            'individual part def whole :> W {',
            'individual part :>> l : a1;',
            'individual part :>> r : a2;',
            'connection link : Joins connect l to r;'
        ],
        [BLOCKS('a', 'w')]
    ),
    row(
        '5.4',
        'links that no individual holds',
        cls('a', 'A') +
            '<packagedElement:Association s "Joins" memberEnd="e1 e2"><ownedEnd:Property e1 "from1" type="a"/><ownedEnd:Property e2 "to1" type="a"/></packagedElement:Association>' +
            `<packagedElement:AssociationClass ac "Link" memberEnd="e3 e4"><ownedEnd:Property e3 "x" type="a"/><ownedEnd:Property e4 "y" type="a"/>${scalar('w', 'weight')}</packagedElement:AssociationClass>` +
            instance('i1', 'a1', 'a') +
            instance('k1', 'l1', 's', slot('s1', 'e1', instanceValue('v1', 'i1')) + slot('s2', 'e2', instanceValue('v2', 'i1'))) +
            instance(
                'k2',
                'l2',
                'ac',
                slot('s3', 'e3', instanceValue('v3', 'i1')) +
                    slot('s4', 'e4', instanceValue('v4', 'i1')) +
                    slot('s5', 'w', '<value:LiteralReal v5 value="2"/>')
            ),
        [
            'individual connection def l1 :> Joins {',
            'end :>> from1 : a1;',
            'end :>> to1 : a1;',
            'individual connection def l2 :> Link {',
            'end :>> x : a1;',
            'end :>> y : a1;',
            'attribute :>> weight = 2.0;'
        ],
        [BLOCKS('a'), { k1: 'approximated' }]
    ),
    row(
        '5.2',
        'redefinition of a feature that is read only',
        cls('a', 'A', scalar('x', 'x', '', 'isReadOnly="true"') + prop('p', 'p', 'b', 'isReadOnly="true"')) +
            cls(
                'b',
                'B',
                generalization('g', 'a') + scalar('y', 'x', '', 'redefinedProperty="x"') + prop('q', 'q', 'b', 'subsettedProperty="p"')
            ),
        ['constant attribute x : ScalarValues::Real :>> x;', 'constant ref part q : B :> p;'],
        [BLOCKS('a', 'b'), { y: 'approximated', q: 'approximated' }]
    ),
    row(
        '7.1',
        'operation that returns nothing',
        packed('PrimitiveType', 'v', 'void') +
            cls(
                'b',
                'B',
                '<ownedOperation:Operation o "Start"><ownedParameter:Parameter r "return" direction="return" type="EAnone_void"/></ownedOperation:Operation>' +
                    '<ownedOperation:Operation o2 "Stop"><ownedParameter:Parameter r2 direction="return" type="v"/></ownedOperation:Operation>'
            ),
        ['abstract action def Start;', 'abstract action def Stop;'],
        [BLOCKS('b')]
    ),
    row(
        '5.4',
        'several values and instances',
        cls('a', 'A') +
            SIGNAL +
            cls(
                'b',
                'B',
                scalar('x', 'n', bounds('xb', '0', '*')) +
                    prop('y', 'parts', 'a', COMPOSITE).replace('/>', `>${bounds('yb', '0', '*')}</ownedAttribute>`) +
                    prop('z', 'other', 'a') +
                    '<ownedAttribute:Port p "port"/>'
            ) +
            instance('i1', 'a1', 'a') +
            instance('i2', 'a2', 'a') +
            instance(
                'i',
                'b1',
                'b',
                slot('s1', 'x', '<value:LiteralReal v1 value="1"/><value:LiteralReal v2 value="2"/>') +
                    slot('s2', 'y', instanceValue('v3', 'i1') + instanceValue('v4', 'i2')) +
                    slot('s3', 'z', instanceValue('v5', 'i1')) +
                    slot('s4', 'p', instanceValue('v6', 'i1'))
            ),
        [
            'attribute n : ScalarValues::Real[0..*];',
            'part parts : A[0..*];',
            'ref part other : A;',
            'individual part def a1 :> A;',
            'individual part def a2 :> A;',
            'individual part def b1 :> B {',
            'attribute :>> n = (1.0, 2.0);',
            'part :>> parts[2];',
            'individual part : a1 :> parts;',
            'individual part : a2 :> parts;',
            'ref individual part :>> other : a1;',
            '/* not migrated: Slot (ID-s4) — a port is not redefined in an individual */'
        ],
        [BLOCKS('a', 'b'), { s4: 'unmapped' }]
    ),
    row(
        '5.4',
        'slots that contradict',
        cls('a', 'A', scalar('ax', 'q')) +
            cls('b', 'B', scalar('x', 'n') + prop('y', 'a', 'a', COMPOSITE)) +
            instance('ib', 'b0', 'b') +
            instance(
                'i',
                'b1',
                'b',
                slot('s1', 'x', '<value:LiteralReal v1 value="1"/><value:LiteralReal v2 value="2"/>') +
                    slot('s2', 'y', instanceValue('v3', 'ib')) +
                    slot('s3', 'ax', '<value:LiteralReal v4 value="1"/>') +
                    '<slot:Slot s5><definingFeature href="o.xmi#f"/></slot:Slot>'
            ),
        [
            'attribute q : ScalarValues::Real;',
            'attribute n : ScalarValues::Real;',
            'part a : A;',
            'individual part def b0 :> B;',
            'individual part def b1 :> B {',
            '/* not migrated: Slot (ID-s1) — 2 values, and the feature holds one */',
            "/* not migrated: Slot (ID-s2) — 'b0' is no A */",
            "/* not migrated: Slot (ID-s3) — 'q' is no feature of the instance's classifiers */",
            '/* not migrated: Slot (ID-s5) — its feature is not written */'
        ],
        [BLOCKS('a', 'b'), { s1: 'unmapped', s2: 'unmapped', s3: 'unmapped', s5: 'unmapped' }]
    )
];
