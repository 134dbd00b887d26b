// A vehicle as a v1 model: what companies hold of each kind of diagram, in one small model.

import type { Application, DrawnDiagram } from '../dialects.js';
import { REAL, xmi } from '../documents.js';

const sc = (id: string, n: string, v = '') =>
    `<ownedAttribute:Property ${id} "${n}">${REAL}${v === '' ? '' : `<defaultValue:LiteralReal ${id}d value="${v}"/>`}</ownedAttribute:Property>`;
const part = (id: string, n: string, t: string) => `<ownedAttribute:Property ${id} "${n}" type="${t}" aggregation="composite"/>`;
/** A car with its engine, gearbox, requirements, parametrics, behaviour, use case and instances. */
export const MEMBERS = `<packagedElement:Package veh "Vehicle">
<packagedElement:Signal torque "Torque">${sc('tqv', 'value')}</packagedElement:Signal><packagedElement:Signal start "Start"/><packagedElement:Signal stop "Stop"/><packagedElement:SignalEvent sStart "start" signal="start"/><packagedElement:SignalEvent sStop "stop" signal="stop"/>
<packagedElement:TimeEvent tWarm "warm" isRelative="true"><when:TimeExpression tw><expr:LiteralString twe value="3 s"/></when:TimeExpression></packagedElement:TimeEvent>
<packagedElement:DataType kg "Mass"/><packagedElement:Enumeration gear "Gear"><ownedLiteral:EnumerationLiteral gp "P"/><ownedLiteral:EnumerationLiteral gd "D"/></packagedElement:Enumeration>
<packagedElement:Class shaft "Shaft Port"><ownedAttribute:Property shp "torque" type="torque"/></packagedElement:Class>
<packagedElement:Class engine "Engine" classifierBehavior="ems"><ownedAttribute:Port eo "out shaft" type="shaft"/>${sc('em', 'mass', '150')}${sc('ep', 'power', '90')}${sc('er', 'rpm', '0')}
 <ownedOperation:Operation oStart "Crank" method="aStart"><ownedParameter:Parameter oStartP "by">${REAL}</ownedParameter:Parameter></ownedOperation:Operation><ownedBehavior:Activity aStart "Crank" specification="oStart"><ownedParameter:Parameter aStartP "by">${REAL}</ownedParameter:Parameter><node:InitialNode asi/><node:OpaqueAction asn "spin"><body>rpm = rpm + by;</body><language>JavaScript</language></node:OpaqueAction><node:ActivityFinalNode asf/><edge:ControlFlow ase1 source="asi" target="asn"/><edge:ControlFlow ase2 source="asn" target="asf"/></ownedBehavior:Activity>
 <ownedBehavior:StateMachine ems "Engine States"><region:Region emr><subvertex:Pseudostate emi kind="initial"/><subvertex:State emOff "Off"/><subvertex:State emOn "On"><connectionPoint:Pseudostate emIn "warm start" kind="entryPoint"/><region:Region emor><subvertex:Pseudostate emoi kind="initial"/><subvertex:State emWarm "Warming"><entry:OpaqueBehavior emwe><body>rpm = 900;</body><language>JavaScript</language></entry:OpaqueBehavior></subvertex:State><subvertex:State emRun "Running"/><subvertex:Pseudostate emh "h" kind="shallowHistory"/><transition:Transition emt1 source="emoi" target="emWarm"/><transition:Transition emt2 source="emWarm" target="emRun"><trigger:Trigger emt2t event="tWarm"/></transition:Transition><transition:Transition emt7 source="emIn" target="emRun"/></region:Region></subvertex:State><subvertex:Pseudostate emc "cold" kind="choice"/><transition:Transition emt3 source="emi" target="emOff"/><transition:Transition emt4 source="emOff" target="emc"><trigger:Trigger emt4t event="sStart"/></transition:Transition><transition:Transition emt5 source="emc" target="emOn"><guard:Constraint emt5g><specification:OpaqueExpression emt5s><body>rpm &lt; 1</body></specification:OpaqueExpression></guard:Constraint></transition:Transition><transition:Transition emt6 source="emc" target="emIn"><guard:Constraint emt6g><specification:OpaqueExpression emt6s><body>else</body></specification:OpaqueExpression></guard:Constraint></transition:Transition><transition:Transition emt8 source="emOn" target="emOff"><trigger:Trigger emt8t event="sStop"/><effect:OpaqueBehavior emt8e><body>rpm = 0;</body><language>JavaScript</language></effect:OpaqueBehavior></transition:Transition></region:Region></ownedBehavior:StateMachine></packagedElement:Class>
<packagedElement:Class gearbox "Gearbox"><ownedAttribute:Port gi "in shaft" type="shaft" isConjugated="true"/>${sc('gm', 'mass', '60')}<ownedAttribute:Property gg "selected" type="gear"><defaultValue:InstanceValue ggd instance="gp"/></ownedAttribute:Property></packagedElement:Class>
<packagedElement:Class sum "Total Mass">${sc('k1', 'm1')}${sc('k2', 'm2')}${sc('k3', 'total')}<ownedRule:Constraint kr><specification:OpaqueExpression krs><body>total = m1 + m2</body><language>English</language></specification:OpaqueExpression></ownedRule:Constraint></packagedElement:Class>
<packagedElement:Class car "Car" classifierBehavior="drive">${part('ce', 'engine', 'engine')}${part('cg', 'gearbox', 'gearbox')}${sc('cm', 'mass', '210')}${part('ck', 'sum', 'sum')}
 <ownedConnector:Connector c1 "drive line"><end:ConnectorEnd c1a role="eo" partWithPort="ce"/><end:ConnectorEnd c1b role="gi" partWithPort="cg"/></ownedConnector:Connector>
 <ownedConnector:Connector b1><end:ConnectorEnd b1a role="k1" partWithPort="ck"/><end:ConnectorEnd b1b role="em" partWithPort="ce"/></ownedConnector:Connector><ownedConnector:Connector b2><end:ConnectorEnd b2a role="k2" partWithPort="ck"/><end:ConnectorEnd b2b role="gm" partWithPort="cg"/></ownedConnector:Connector><ownedConnector:Connector b3><end:ConnectorEnd b3a role="k3" partWithPort="ck"/><end:ConnectorEnd b3b role="cm"/></ownedConnector:Connector>
 <ownedBehavior:Activity drive "Drive"><node:InitialNode di/><node:CallOperationAction dc "crank" operation="oStart"><target:InputPin dct "target" type="engine"/><argument:ValuePin dca "by">${REAL}<value:LiteralReal dcv value="800"/></argument:ValuePin></node:CallOperationAction><node:ReadSelfAction dme "me"><result:OutputPin dmo "result" type="car"/></node:ReadSelfAction><node:ReadStructuralFeatureAction drd "its engine" structuralFeature="ce"><object:InputPin drdo "object"/><result:OutputPin drdr "result" type="engine"/></node:ReadStructuralFeatureAction><edge:ObjectFlow do1 source="dmo" target="drdo"/><edge:ObjectFlow do2 source="drdr" target="dct"/><node:SendSignalAction ds "go" signal="start"><target:InputPin dst "target" type="engine"/></node:SendSignalAction><edge:ObjectFlow do3 source="drdr" target="dst"/><node:AcceptEventAction da "wait a second"><trigger:Trigger dat event="tWarm"/></node:AcceptEventAction><node:ActivityFinalNode df/><edge:ControlFlow de1 source="di" target="dme"/><edge:ControlFlow de2 source="dc" target="ds"/><edge:ControlFlow de3 source="ds" target="da"/><edge:ControlFlow de4 source="da" target="df"/></ownedBehavior:Activity>
 <ownedBehavior:Interaction story "Start Up"><lifeline:Lifeline sl1 "engine" represents="ce"/><lifeline:Lifeline sl2 "gearbox" represents="cg"/><fragment:MessageOccurrenceSpecification so1 covered="sl2" message="sm1"/><fragment:MessageOccurrenceSpecification so2 covered="sl1" message="sm1"/><fragment:CombinedFragment scf interactionOperator="opt"><operand:InteractionOperand sop><guard:InteractionConstraint sog><specification:OpaqueExpression sogs><body>engine.rpm &gt; 500</body></specification:OpaqueExpression></guard:InteractionConstraint><fragment:MessageOccurrenceSpecification so3 covered="sl2" message="sm2"/><fragment:MessageOccurrenceSpecification so4 covered="sl1" message="sm2"/></operand:InteractionOperand></fragment:CombinedFragment><message:Message sm1 "crank it" sendEvent="so1" receiveEvent="so2" messageSort="synchCall" signature="oStart"><argument:LiteralReal sm1a value="800"/></message:Message><message:Message sm2 "begin" sendEvent="so3" receiveEvent="so4" messageSort="asynchSignal" signature="start"/></ownedBehavior:Interaction></packagedElement:Class>
<packagedElement:InformationFlow if1 "torque flow" informationSource="eo" informationTarget="gi" realizingConnector="c1" conveyed="torque"/>
<packagedElement:Class r1 "Mass limit"/><packagedElement:Class r2 "Car mass"/><packagedElement:Abstraction rs client="car" supplier="r2"/><packagedElement:Abstraction rd client="r2" supplier="r1"/><packagedElement:Activity tc "Weigh"/><packagedElement:Abstraction rv client="tc" supplier="r2"/>
<packagedElement:Actor driver "Driver"/><packagedElement:UseCase uc "Drive somewhere" subject="car"/><packagedElement:Association ua memberEnd="ua1 ua2"><ownedEnd:Property ua1 type="driver"/><ownedEnd:Property ua2 type="uc"/></packagedElement:Association>
<packagedElement:InstanceSpecification ie "E-7" classifier="engine"><slot:Slot ie1 definingFeature="ep"><value:LiteralReal iev value="110"/></slot:Slot></packagedElement:InstanceSpecification><packagedElement:InstanceSpecification ic "my car" classifier="car"><slot:Slot ic1 definingFeature="ce"><value:InstanceValue icv instance="ie"/></slot:Slot></packagedElement:InstanceSpecification>
</packagedElement:Package>`;

/** Stereotypes as dialects spell them. */
export const APPLICATIONS: readonly Application[] = [
    ...['engine', 'gearbox', 'car'].map(id => `Block Class ${id}`),
    'InterfaceBlock Class shaft',
    'FlowProperty Property shp direction="out"',
    'ConstraintBlock Class sum',
    'ValueType DataType kg unit="kilogram"',
    'Requirement Class r1 id="R1" text="The vehicle shall be light."',
    'Requirement Class r2 id="R2" text="The car shall weigh at most 1200 kg."',
    'Satisfy Abstraction rs',
    'DeriveReqt Abstraction rd',
    'Verify Abstraction rv',
    'TestCase Behavior tc',
    'ItemFlow InformationFlow if1'
];

const shapes = (...all: readonly (readonly [id: string, x: number, y: number])[]): DrawnDiagram['shown'] =>
    all.map(([id, x, y]) => ({ id, x, y }));
const line = (id: string, from: string, to: string, ...points: number[]): NonNullable<DrawnDiagram['lines']>[number] => ({
    id,
    from,
    to,
    points
});

/** A diagram of each kind. Shapes are 160 by 80. */
export const DRAWINGS: readonly DrawnDiagram[] = [
    {
        ...{ id: 'dBlocks', name: 'Vehicle Structure', kind: 'class', owner: 'veh' },
        shown: shapes(['car', 300, 20], ['engine', 40, 320], ['gearbox', 300, 320], ['shaft', 560, 320], ['sum', 640, 20])
    },
    {
        ...{ id: 'dInside', name: 'Car Internals', kind: 'composite', owner: 'car' },
        shown: shapes(['ce', 40, 40], ['cg', 420, 40]),
        lines: [line('c1', 'ce', 'cg', 200, 80, 420, 80)]
    },
    {
        ...{ id: 'dMass', name: 'Mass Budget', kind: 'composite', owner: 'car' },
        shown: shapes(['ck', 320, 20], ['ce', 20, 300], ['cg', 320, 300], ['cm', 620, 300]),
        lines: [
            line('b1', 'ck', 'ce', 340, 100, 340, 200, 100, 200, 100, 300),
            line('b2', 'ck', 'cg', 400, 100, 400, 300),
            line('b3', 'ck', 'cm', 460, 100, 460, 200, 700, 200, 700, 300)
        ]
    },
    {
        ...{ id: 'dNeeds', name: 'Needs', kind: 'class', owner: 'veh' },
        shown: shapes(['r1', 300, 20], ['r2', 300, 220], ['car', 20, 420], ['tc', 580, 420]),
        lines: [
            line('rd', 'r2', 'r1', 380, 220, 380, 100),
            line('rs', 'car', 'r2', 100, 420, 100, 260, 300, 260),
            line('rv', 'tc', 'r2', 660, 420, 660, 260, 460, 260)
        ]
    },
    {
        ...{ id: 'dDrive', name: 'Driving', kind: 'activity', owner: 'drive' },
        shown: shapes(['dme', 40, 20], ['drd', 40, 160], ['dc', 300, 160], ['ds', 300, 300], ['da', 300, 440], ['df', 300, 580]),
        lines: [
            line('de2', 'dc', 'ds', 380, 240, 380, 300),
            line('de3', 'ds', 'da', 380, 380, 380, 440),
            line('de4', 'da', 'df', 380, 520, 380, 580)
        ]
    },
    {
        ...{ id: 'dModes', name: 'Modes', kind: 'state', owner: 'ems' },
        shown: shapes(['emOff', 40, 60], ['emc', 340, 60], ['emOn', 620, 60]),
        lines: [
            line('emt4', 'emOff', 'emc', 200, 80, 340, 80),
            line('emt5', 'emc', 'emOn', 500, 80, 620, 80),
            line('emt8', 'emOn', 'emOff', 700, 140, 700, 300, 120, 300, 120, 140)
        ]
    },
    {
        ...{ id: 'dUse', name: 'Use', kind: 'use case', owner: 'veh' },
        shown: shapes(['driver', 20, 40], ['uc', 360, 40]),
        lines: [line('ua', 'driver', 'uc', 180, 80, 360, 80)]
    },
    { ...{ id: 'dStory', name: 'Starting', kind: 'sequence', owner: 'story' }, shown: shapes(['sl1', 40, 20], ['sl2', 300, 20]) }
];

export const VEHICLE = xmi(
    MEMBERS,
    APPLICATIONS.map((application, i) => {
        const [, stereotype, metaclass, id, tags] = /^(\w+) (\w+) (\S+) ?(.*)$/.exec(application)!;
        return `<sysml:${stereotype} xmi:id="ap${i}" base_${metaclass}="${id}" ${tags}/>`;
    }).join('')
);
