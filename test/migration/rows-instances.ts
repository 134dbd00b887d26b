// Further rows of 5.3 and 5.4: values, instances and links.

import { BLOCKS, bounds, cls, COMPOSITE, opaque, prop, type Row, row, scalar } from './rows.js';

const instance = (id: string, name: string, classifier: string, slots = ''): string =>
    `<packagedElement:InstanceSpecification ${id} "${name}" classifier="${classifier}">${slots}</packagedElement:InstanceSpecification>`;
const slot = (id: string, feature: string, values: string): string => `<slot:Slot ${id} definingFeature="${feature}">${values}</slot:Slot>`;
const instanceValue = (id: string, of: string, role = 'value'): string => `<${role}:InstanceValue ${id} instance="${of}"/>`;
const INTERFACE = '<packagedElement:Interface i "Service"/>';
const SIGNAL = '<packagedElement:Signal s "Fuel"/>';
const ENUM =
    '<packagedElement:Enumeration en "Mode"><ownedLiteral:EnumerationLiteral l1 "on"/><ownedLiteral:EnumerationLiteral l2 "off"/></packagedElement:Enumeration>';

export const INSTANCES: readonly Row[] = [
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
