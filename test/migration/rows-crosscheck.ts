// Rows of section 15: each source of the OMG's transformation, by the tables there, with what is written here.

import { STRING } from './documents.js';
import {
    act,
    BLOCKS,
    cls,
    COMPOSITE,
    edge,
    end,
    generalization,
    opaque,
    packed,
    prop,
    rel,
    type Row,
    scalar,
    SIGNAL,
    step,
    uml
} from './rows.js';

const A = 'approximated';
const U = 'unmapped';
const S = 'skipped';
const B = BLOCKS('b');

export const CROSSCHECK: readonly Row[] = [
    // Packages
    uml('Package', packed('Package'), ['package X;']),
    uml(
        'Profile, Stereotype, Extension, ExtensionEnd',
        packed(
            'Profile',
            'x',
            'X',
            `${packed('Stereotype', 'st', 'Mine', `<ownedAttribute:Property tg "level">${STRING}</ownedAttribute:Property><ownedAttribute:Property bc "base_Class" association="ex"/>`)}<packagedElement:Extension ex memberEnd="bc ee"><ownedEnd:ExtensionEnd ee "extension_Mine" type="st"/></packagedElement:Extension>`
        ),
        ['package X {', 'metadata def Mine {', 'attribute level : ScalarValues::String;'],
        [],
        { bc: S, ex: S, ee: '*' }
    ),
    uml('Model', packed('Model', 'x', 'X', packed('Package', 'y', 'Y')), ['package X {', 'package Y;']),
    uml('Package.URI, Model.viewpoint', '<packagedElement:Model x "X" URI="http://x.example" viewpoint="v"/>', ['package X;']),
    uml(
        'Image',
        packed('Profile', 'x', 'X', packed('Stereotype', 'st', 'Mine', '<icon:Image ic location="mine.png"/>')),
        ['package X {', 'metadata def Mine;'],
        [],
        { ic: S }
    ),
    uml(
        'PackageMerge, ProfileApplication',
        packed(
            'Package',
            'x',
            'X',
            '<packageMerge:PackageMerge pm mergedPackage="y"/><profileApplication:ProfileApplication pa><appliedProfile href="SysML.profile.uml#_p"/></profileApplication:ProfileApplication>'
        ) + packed('Package', 'y', 'Y'),
        ['package X;', 'package Y;'],
        [],
        { pm: S, pa: S }
    ),
    // Common structure
    ...['Abstraction', 'Dependency', 'Realization', 'Usage', 'Substitution'].map(metaclass =>
        uml(metaclass, cls('a', 'A') + cls('b', 'B') + rel(metaclass, 'x', 'a', 'b'), ['dependency A to B;'], BLOCKS('a', 'b'))
    ),
    uml(
        'Comment',
        packed('Package', 'p', 'P', `${cls('a', 'A')}${cls('b', 'B')}<ownedComment:Comment x body="both" annotatedElement="a b"/>`),
        ['comment about A, B /* both */'],
        BLOCKS('a', 'b')
    ),
    uml(
        'Constraint',
        cls(
            'b',
            'B',
            `${scalar('lv', 'level')}<ownedRule:Constraint x "full">${opaque('specification', 'xs', 'level &gt; 3')}</ownedRule:Constraint>`
        ),
        ['constraint full {', 'level > 3'],
        B
    ),
    uml(
        'ElementImport, PackageImport',
        packed('Package', 'p', 'P', packed('Package', 'q', 'Q')) +
            packed(
                'Package',
                'r',
                'R',
                '<packageImport:PackageImport x importedPackage="p"/><elementImport:ElementImport y importedElement="q"/>'
            ),
        ['public import P::*;', 'public import P::Q;']
    ),
    // Classification
    uml('Generalization', cls('a', 'A', generalization('x', 'b')) + cls('b', 'B'), ['part def A :> B;'], BLOCKS('a', 'b')),
    uml(
        'GeneralizationSet',
        `${cls('a', 'A', generalization('g', 'b'))}${cls('b', 'B')}<packagedElement:GeneralizationSet x "X" generalization="g"/>`,
        ['part def A :> B;'],
        BLOCKS('a', 'b'),
        { x: U }
    ),
    uml(
        'InstanceSpecification, Slot',
        `${cls('b', 'B', scalar('lv', 'level'))}<packagedElement:InstanceSpecification x "X" classifier="b"><slot:Slot s definingFeature="lv"><value:LiteralReal v value="2"/></slot:Slot></packagedElement:InstanceSpecification>`,
        ['individual part def X :> B {', 'attribute :>> level = 2.0;'],
        B
    ),
    uml(
        'InstanceSpecification of an Association',
        `${cls('a', 'A')}${cls('w', 'W', prop('l', 'l', 'a', COMPOSITE) + prop('r', 'r', 'a', COMPOSITE))}<packagedElement:Association as "Joins" memberEnd="e1 e2"><ownedEnd:Property e1 "from1" type="a" association="as"/><ownedEnd:Property e2 "to1" type="a" association="as"/></packagedElement:Association>` +
            '<packagedElement:InstanceSpecification a1 "a1" classifier="a"/><packagedElement:InstanceSpecification a2 "a2" classifier="a"/>' +
            '<packagedElement:InstanceSpecification whole "whole" classifier="w"><slot:Slot s1 definingFeature="l"><value:InstanceValue v1 instance="a1"/></slot:Slot><slot:Slot s2 definingFeature="r"><value:InstanceValue v2 instance="a2"/></slot:Slot></packagedElement:InstanceSpecification>' +
            '<packagedElement:InstanceSpecification x "link" classifier="as"><slot:Slot s3 definingFeature="e1"><value:InstanceValue v3 instance="a1"/></slot:Slot><slot:Slot s4 definingFeature="e2"><value:InstanceValue v4 instance="a2"/></slot:Slot></packagedElement:InstanceSpecification>',
        ['individual part def whole :> W {', 'connection link : Joins connect l to r;'],
        BLOCKS('a', 'w')
    ),
    uml(
        'InstanceValue',
        '<packagedElement:Enumeration e "Mode"><ownedLiteral:EnumerationLiteral on "On"/></packagedElement:Enumeration>' +
            cls(
                'b',
                'B',
                '<ownedAttribute:Property x "mode" type="e"><defaultValue:InstanceValue v instance="on"/></ownedAttribute:Property>'
            ),
        ['attribute mode : Mode default = Mode::On;'],
        B
    ),
    uml(
        'Operation, Parameter',
        cls(
            'b',
            'B',
            `<ownedOperation:Operation x "Fill"><ownedParameter:Parameter i "by">${STRING}</ownedParameter:Parameter><ownedParameter:Parameter o "now" direction="return">${STRING}</ownedParameter:Parameter></ownedOperation:Operation>`
        ),
        ['abstract action def Fill {', "in 'by' : ScalarValues::String;", 'out now : ScalarValues::String;', 'action fill : Fill;'],
        B
    ),
    uml(
        'ParameterSet',
        cls(
            'b',
            'B',
            `<ownedOperation:Operation o "Fill"><ownedParameter:Parameter i "n">${STRING}</ownedParameter:Parameter><ownedParameterSet:ParameterSet x "set" parameter="i"/></ownedOperation:Operation>`
        ),
        ['in n : ScalarValues::String;'],
        B,
        { x: U }
    ),
    uml(
        'Property',
        packed('DataType', 't', 'T') +
            cls('c', 'C') +
            cls('d', 'D') +
            cls(
                'b',
                'B',
                prop('p', 'value', 't') +
                    prop('q', 'piece', 'c', COMPOSITE) +
                    prop('s', 'thing', 'd') +
                    '<ownedAttribute:Property r "bare"/>'
            ),
        ['attribute value : T;', 'part piece : C;', 'ref occurrence thing : D;', 'attribute bare;'],
        BLOCKS('b', 'c'),
        { r: A }
    ),
    // Simple classifiers
    uml('DataType, PrimitiveType', packed('DataType', 'x', 'X') + packed('PrimitiveType', 'y', 'Y'), [
        'attribute def X;',
        'attribute def Y;'
    ]),
    uml(
        'Enumeration, EnumerationLiteral',
        '<packagedElement:Enumeration x "X"><ownedLiteral:EnumerationLiteral l "One"/></packagedElement:Enumeration>',
        ['enum def X {', 'enum One;']
    ),
    uml(
        'Interface',
        packed('Interface') +
            cls('b', 'B', '<ownedAttribute:Port p "one" type="x"/><ownedAttribute:Port q "two" type="x" isConjugated="true"/>'),
        ['port def X;', 'port one : X;', 'port two : ~X;'],
        B
    ),
    uml(
        'InterfaceRealization',
        packed('Interface', 'i', 'I') +
            cls('b', 'B', '<interfaceRealization:InterfaceRealization x contract="i" implementingClassifier="b"/>'),
        ['port i : I;'],
        B,
        { x: A }
    ),
    uml('Signal, Reception', SIGNAL + cls('b', 'B', '<ownedReception:Reception x "on sig" signal="sg"/>'), ['item def Sig {'], B, {
        x: A,
        se: S
    }),
    // Structured classifiers
    uml('Class', cls('x', 'X'), ['occurrence def X;']),
    uml(
        'Association, AssociationClass',
        cls('a', 'A') +
            cls('b', 'B') +
            `<packagedElement:AssociationClass y "Pipe" memberEnd="y1 y2"><ownedEnd:Property y1 "in1" type="a" association="y"/><ownedEnd:Property y2 "out1" type="b" association="y"/>${scalar('len', 'length')}</packagedElement:AssociationClass>` +
            '<packagedElement:Association x "Feeds" memberEnd="x1 x2"><ownedEnd:Property x1 "one" type="a" association="x"/><ownedEnd:Property x2 "two" type="b" association="x"/></packagedElement:Association>',
        ['connection def Feeds {', 'end one : A;', 'end two : B;', 'connection def Pipe {', 'attribute length : ScalarValues::Real;'],
        BLOCKS('a', 'b')
    ),
    uml(
        'Association.isDerived',
        cls('a', 'A') +
            cls('b', 'B') +
            '<packagedElement:Association x "Feeds" isDerived="true" memberEnd="x1 x2"><ownedEnd:Property x1 "one" type="a" association="x"/><ownedEnd:Property x2 "two" type="b" association="x"/></packagedElement:Association>',
        ['connection def Feeds {', '@MigrationMetadata::AppliedStereotype { stereotype = "Association"; tags = "isDerived = true"; }'],
        BLOCKS('a', 'b'),
        { x: A }
    ),
    uml(
        'Connector, ConnectorEnd',
        cls('c', 'C', '<ownedAttribute:Port p "plug"/>') +
            cls(
                'b',
                'B',
                `${prop('l', 'left', 'c', COMPOSITE)}${prop('r', 'right', 'c', COMPOSITE)}<ownedConnector:Connector x "wire">${end('e1', 'p', 'l')}${end('e2', 'p', 'r')}</ownedConnector:Connector>`
            ),
        ['connection wire connect left.plug to right.plug;'],
        BLOCKS('b', 'c')
    ),
    uml(
        'Port',
        packed('DataType', 't', 'T') +
            cls('i', 'I') +
            cls(
                'b',
                'B',
                '<ownedAttribute:Port x "plug"/><ownedAttribute:Port y "service" type="i"/><ownedAttribute:Port z "level" type="t"/>'
            ),
        ['port plug;', 'port service : I;', 'port level {', 'inout attribute level : T;'],
        [...B, 'InterfaceBlock Class i'],
        { z: A }
    ),
    // Values
    uml(
        'LiteralBoolean, LiteralInteger, LiteralReal, LiteralString, LiteralNull, LiteralUnlimitedNatural',
        cls(
            'b',
            'B',
            scalar('x', 'level', '<defaultValue:LiteralInteger v1 value="5"/>') +
                scalar('u', 'rate', '<defaultValue:LiteralReal v4 value="1.5"/>') +
                scalar('w', 'most', '<defaultValue:LiteralUnlimitedNatural v5 value="*"/>') +
                '<ownedAttribute:Property t "open"><defaultValue:LiteralBoolean v6 value="true"/></ownedAttribute:Property>' +
                `<ownedAttribute:Property y "label">${STRING}<defaultValue:LiteralString v2 value="five"/></ownedAttribute:Property>` +
                scalar('z', 'none', '<defaultValue:LiteralNull v3/>')
        ),
        [
            'attribute level : ScalarValues::Real default = 5.0;',
            'attribute rate : ScalarValues::Real default = 1.5;',
            'attribute most : ScalarValues::Real default = *;',
            'attribute open default = true;',
            'attribute label : ScalarValues::String default = "five";',
            'attribute none : ScalarValues::Real default = null;'
        ],
        B,
        { t: A }
    ),
    uml(
        'OpaqueExpression',
        cls('b', 'B', scalar('x', 'level', opaque('defaultValue', 'v', '2 * 3'))),
        ['attribute level : ScalarValues::Real default = 2 * 3;'],
        B
    ),
    uml(
        'Expression',
        cls(
            'b',
            'B',
            scalar(
                'x',
                'level',
                '<defaultValue:Expression v symbol="+"><operand:LiteralReal v1 value="1"/><operand:LiteralReal v2 value="2"/></defaultValue:Expression>'
            )
        ),
        ['attribute level : ScalarValues::Real default = 1.0 + 2.0;'],
        B
    ),
    uml(
        'DurationConstraint, TimeConstraint, Interval, DurationObservation, TimeObservation',
        act(
            `${step('y')}${edge('e1', 'ini', 'y')}<ownedRule:DurationConstraint d constrainedElement="y"><specification:DurationInterval di min="d1" max="d2"/></ownedRule:DurationConstraint>`,
            '<ownedRule:TimeConstraint x><specification:TimeInterval xi/></ownedRule:TimeConstraint>'
        ) +
            '<packagedElement:Duration d1><expr:LiteralString l1 value="2 s"/></packagedElement:Duration><packagedElement:Duration d2><expr:LiteralString l2 value="2 s"/></packagedElement:Duration><packagedElement:TimeObservation to "when" event="y"/><packagedElement:DurationObservation do "took" event="y"/>',
        [
            "action 'wait for y' accept after 2.0 [SI::s];",
            "assign took := localClock.currentTime - 'took since';",
            "/* not migrated: TimeObservation 'when' — the time of an event is not observed in v2 */"
        ],
        B,
        { x: U, to: U, d: A }
    ),
    // Information flows
    uml(
        'InformationFlow, InformationItem',
        packed('InformationItem', 'w', 'Water') +
            cls('c', 'C', '<ownedAttribute:Port p "plug"/>') +
            cls(
                'b',
                'B',
                `${prop('l', 'left', 'c', COMPOSITE)}${prop('r', 'right', 'c', COMPOSITE)}<ownedConnector:Connector k>${end('e1', 'p', 'l')}${end('e2', 'p', 'r')}</ownedConnector:Connector>`
            ) +
            '<packagedElement:InformationFlow x conveyed="w" informationSource="l" informationTarget="r" realizingConnector="k"/>',
        ['item def Water;', 'flow of Water from left.plug to right.plug;'],
        BLOCKS('b', 'c')
    ),
    // Use cases
    uml(
        'Actor, UseCase, Include, Extend, ExtensionPoint',
        packed('Actor', 'a', 'User') +
            '<packagedElement:UseCase x "Drive"><include:Include i addition="y"/><extend:Extend e extendedCase="y"/><extensionPoint:ExtensionPoint ep "Late"/></packagedElement:UseCase><packagedElement:UseCase y "Steer"/>',
        ['part User;', 'use case Drive {', 'include Steer;'],
        [],
        { a: A, e: A, ep: U }
    )
];
