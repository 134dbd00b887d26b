// A water tank whose level a controller keeps, in the style of Cameo models: blocks with ports, an activity with object flows, a machine
// with entry behaviours and guards, an operation with a method, requirements, parametrics.

import { REAL, xmi } from '../v1.js';

const edge = (id: string, from: string, to: string, more = ''): string =>
    `<edge:ControlFlow ${id} source="${from}" target="${to}">${more}</edge:ControlFlow>`;
const object = (id: string, from: string, to: string): string => `<edge:ObjectFlow ${id} source="${from}" target="${to}"/>`;
const script = (id: string, text: string): string =>
    `<guard:OpaqueExpression ${id}><body>${text}</body><language>JavaScript</language></guard:OpaqueExpression>`;
const step = (id: string, name: string, text: string, pins = ''): string =>
    `<node:OpaqueAction ${id} "${name}">${pins}<body>${text}</body><language>JavaScript</language></node:OpaqueAction>`;

export const WATER_TANK = xmi(
    `<packagedElement:Package p "WaterSupply">
        <packagedElement:Signal on "SwitchOn"/><packagedElement:Signal off "SwitchOff"/>
        <packagedElement:Signal alarm "Alarm"><ownedAttribute:Property alv "level">${REAL}</ownedAttribute:Property></packagedElement:Signal>
        <packagedElement:SignalEvent eon "on" signal="on"/><packagedElement:SignalEvent eoff "off" signal="off"/>
        <packagedElement:Class water "WaterIF"><ownedAttribute:Property wf "flow">${REAL}</ownedAttribute:Property></packagedElement:Class>
        <packagedElement:Class tank "Tank" classifierBehavior="fill">
            <ownedAttribute:Property level "level">${REAL}<defaultValue:LiteralReal d1 value="1"/></ownedAttribute:Property>
            <ownedAttribute:Property capacity "capacity">${REAL}<defaultValue:LiteralReal d2 value="5"/></ownedAttribute:Property>
            <ownedAttribute:Property count "alarms"><type href="http://www.omg.org/spec/UML/20131001/PrimitiveTypes.xmi#Integer"/><defaultValue:LiteralInteger d3/></ownedAttribute:Property>
            <ownedAttribute:Port inlet "inlet" type="water" isConjugated="true"/>
            <ownedOperation:Operation opAdd "add" method="mAdd"><ownedParameter:Parameter amt "amount">${REAL}</ownedParameter:Parameter></ownedOperation:Operation>
            <ownedBehavior:Activity mAdd "addMethod" specification="opAdd"><ownedParameter:Parameter amt2 "amount">${REAL}</ownedParameter:Parameter>
                <node:InitialNode ai/>${step('as', 'raise', 'level = Math.min(level + amount, capacity);')}<node:ActivityFinalNode af/>
                ${edge('ae1', 'ai', 'as')}${edge('ae2', 'as', 'af')}</ownedBehavior:Activity>
            <ownedBehavior:Activity fill "Fill">
                <node:InitialNode i/>
                <node:MergeNode again/>
                <node:ReadSelfAction self "me"><result:OutputPin selfOut "result" type="tank"/></node:ReadSelfAction>
                <node:ReadStructuralFeatureAction read "read level" structuralFeature="level"><object:InputPin readObject "object" type="tank"/><result:OutputPin readOut "result">${REAL}</result:OutputPin></node:ReadStructuralFeatureAction>
                <node:CallBehaviorAction need "need" behavior="needed"><argument:InputPin needIn "level">${REAL}</argument:InputPin><result:OutputPin needOut "amount">${REAL}</result:OutputPin></node:CallBehaviorAction>
                <node:CallOperationAction call "pour" operation="opAdd"><target:InputPin callTarget "target" type="tank"/><argument:InputPin callIn "amount">${REAL}</argument:InputPin></node:CallOperationAction>
                <node:DecisionNode d "full?"/>
                ${step('tell', 'count', 'alarms = alarms + 1; print(alarms);')}
                <node:ActivityFinalNode f/>
                ${edge('e1', 'i', 'again')}${edge('e2', 'again', 'self')}${object('o1', 'selfOut', 'fork')}<node:ForkNode fork/>${object('o2', 'fork', 'readObject')}${object('o3', 'fork', 'callTarget')}
                ${object('o4', 'readOut', 'needIn')}${object('o5', 'needOut', 'callIn')}
                ${edge('e3', 'call', 'd')}${edge('e4', 'd', 'tell', script('g1', 'level &gt;= capacity'))}${edge('e5', 'd', 'again', '<guard:OpaqueExpression g2><body>else</body></guard:OpaqueExpression>')}
                ${edge('e6', 'tell', 'f')}
            </ownedBehavior:Activity>
        </packagedElement:Class>
        <packagedElement:OpaqueBehavior needed "Needed"><ownedParameter:Parameter nl "level">${REAL}</ownedParameter:Parameter>
            <ownedParameter:Parameter na "amount" direction="out">${REAL}</ownedParameter:Parameter><body>level &gt; 3 ? 0.5 : 2 * level</body><language>JavaScript</language></packagedElement:OpaqueBehavior>
        <packagedElement:Class pump "Pump" classifierBehavior="modes">
            <ownedAttribute:Property speed "speed">${REAL}<defaultValue:LiteralReal d4 value="0"/></ownedAttribute:Property>
            <ownedAttribute:Property starts "starts">${REAL}<defaultValue:LiteralReal d5 value="0"/></ownedAttribute:Property>
            <ownedBehavior:StateMachine modes "Modes"><region:Region r>
                <subvertex:Pseudostate s0/>
                <subvertex:State idle "Idle"><entry:OpaqueBehavior en "stop"><body>speed = 0;</body><language>JavaScript</language></entry:OpaqueBehavior></subvertex:State>
                <subvertex:State running "Running">
                    <entry:Activity ea "spinUp"><node:InitialNode ei/>${step('es1', 'speed up', 'speed = 40; starts = starts + 1;')}<node:ActivityFinalNode ef/>${edge('ee1', 'ei', 'es1')}${edge('ee2', 'es1', 'ef')}</entry:Activity>
                    <deferrableTrigger:Trigger dt event="eon"/>
                </subvertex:State>
                <transition:Transition t0 source="s0" target="idle"/>
                <transition:Transition t1 source="idle" target="running"><trigger:Trigger tr1 event="eon"/><guard:Constraint tg><specification:OpaqueExpression tgs><body>speed &lt; 1</body></specification:OpaqueExpression></guard:Constraint></transition:Transition>
                <transition:Transition t2 source="running" target="idle"><trigger:Trigger tr2 event="eoff"/>
                    <effect:Activity tea "wind down"><node:InitialNode xi/>${step('xs', 'halve', 'speed = speed / 2;')}${step('xt', 'count', 'starts = starts + speed;')}${edge('xe1', 'xi', 'xs')}${edge('xe2', 'xs', 'xt')}</effect:Activity></transition:Transition>
            </region:Region></ownedBehavior:StateMachine>
        </packagedElement:Class>
        <packagedElement:Class plant "Plant">
            <ownedAttribute:Property pt "tank" type="tank" aggregation="composite"/>
            <ownedAttribute:Property pp "pump" type="pump" aggregation="composite" visibility="private"/>
        </packagedElement:Class>
        <packagedElement:Class req "Level"/>
        <packagedElement:Abstraction sat client="tank" supplier="req"/>
    </packagedElement:Package>`,
    `${['tank', 'pump', 'plant'].map(id => `<sysml:Block xmi:id="b${id}" base_Class="${id}"/>`).join('')}
    <sysml:InterfaceBlock xmi:id="ib" base_Class="water"/>
    <sysml:Requirement xmi:id="rq" base_Class="req" Id="W1" Text="The level stays below the capacity."/><sysml:Satisfy xmi:id="sa" base_Abstraction="sat"/>`
);
