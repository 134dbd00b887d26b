// Further rows of 5.2 and 7.1: properties and operations.

import { BLOCKS, cls, COMPOSITE, generalization, packed, prop, type Row, row, scalar } from './rows.js';

const INTERFACE = '<packagedElement:Interface i "Service"/>';
const SIGNAL = '<packagedElement:Signal s "Fuel"/>';
const ENUM =
    '<packagedElement:Enumeration en "Mode"><ownedLiteral:EnumerationLiteral l1 "on"/><ownedLiteral:EnumerationLiteral l2 "off"/></packagedElement:Enumeration>';

export const MEMBERS: readonly Row[] = [
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
    )
];
