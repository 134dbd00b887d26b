// A hybrid SUV in the style of Papyrus models, written from the descriptions of SysML's sample problem: use cases, derived and verified
// requirements, a power subsystem with ports and item flows, its fuel economy, how power is provided, the states of the vehicle, a test.

import { papyrus } from '../documents.js';
import {
    attribute,
    calculation,
    call,
    condition,
    control,
    joint,
    object,
    part,
    port,
    read,
    script,
    self,
    trigger,
    write
} from './pieces.js';

const transition = (id: string, from: string, to: string, more = ''): string =>
    `<transition:Transition ${id} source="${from}" target="${to}">${more}</transition:Transition>`;
const abstraction = (id: string, client: string, supplier: string): string =>
    `<packagedElement:Abstraction ${id} client="${client}" supplier="${supplier}"/>`;

const BLOCKS = ['suv', 'power', 'engine', 'motor', 'trans', 'tank', 'pcu', 'wheel', 'economy', 'domain', 'sport'];
const REQUIREMENTS: readonly (readonly [id: string, number: string, text: string])[] = [
    ['rSpec', 'S', 'What the vehicle shall do.'],
    ['rEco', 'S1', 'The vehicle shall do little harm.'],
    ['rEmit', 'S1.1', 'It shall stay below the limits of emission.'],
    ['rPerf', 'S2', 'The vehicle shall do what a car of its class does.'],
    ['rAcc', 'S2.1', 'It shall reach 100 km/h within 10 s.'],
    ['rFuel', 'S2.2', 'It shall need 6 l for 100 km at most.'],
    ['rPower', 'D1', 'The power subsystem shall give 120 kW.'],
    ['rRegen', 'D2', 'Braking shall give energy back.']
];
const nested = (id: string, name: string, more = ''): string => `<nestedClassifier:Class ${id} "${name}">${more}</nestedClassifier:Class>`;

export const HYBRID_SUV = papyrus(
    `<packagedElement:Package pUse "Use Cases">
        <packagedElement:Actor driver "Driver"/><packagedElement:UseCase operate "Operate the Vehicle" subject="suv"><include:Include i1 addition="accelerate"/><include:Include i2 addition="stop"/></packagedElement:UseCase>
        <packagedElement:UseCase accelerate "Accelerate"/><packagedElement:UseCase stop "Brake"/><packagedElement:UseCase park "Park"><extend:Extend ex extendedCase="operate"/></packagedElement:UseCase>
        <packagedElement:Association drives memberEnd="de1 de2"><ownedEnd:Property de1 type="driver"/><ownedEnd:Property de2 type="operate"/></packagedElement:Association>
    </packagedElement:Package>
    <packagedElement:Package pReq "Requirements">
        <packagedElement:Class rSpec "Specification">${nested('rEco', 'Eco-Friendliness', nested('rEmit', 'Emissions'))}${nested('rPerf', 'Performance', nested('rAcc', 'Acceleration') + nested('rFuel', 'Fuel Economy'))}</packagedElement:Class>
        <packagedElement:Class rPower "Power"/><packagedElement:Class rRegen "Regenerative Braking"/>
        ${abstraction('d1', 'rPower', 'rAcc')}${abstraction('d2', 'rRegen', 'rFuel')}${abstraction('s1', 'power', 'rPower')}${abstraction('r1', 'accelerate', 'rAcc')}${abstraction('v1', 'test', 'rAcc')}
        ${abstraction('tr1', 'rRegen', 'rEmit')}
    </packagedElement:Package>
    <packagedElement:Package pItems "Items">
        <packagedElement:Signal go "Accelerate"/><packagedElement:Signal halt "Stop"/><packagedElement:Signal start "Start"/><packagedElement:Signal off "Shut Off"/><packagedElement:Signal brake "Engage Brake"/><packagedElement:Signal free "Release Brake"/>
        ${['go', 'halt', 'start', 'off', 'brake', 'free'].map(id => `<packagedElement:SignalEvent e-${id} "${id}" signal="${id}"/>`).join('')}
        <packagedElement:DataType litre "Litre"/><packagedElement:Class fuel "Fuel"/><packagedElement:Class electric "Electricity"/>
        <packagedElement:Class fuelIF "Fuel Interface"><ownedAttribute:Property ff "fuel" type="fuel"/></packagedElement:Class>
        <packagedElement:Class powerIF "Electric Interface"><ownedAttribute:Property pf "current" type="electric"/></packagedElement:Class>
    </packagedElement:Package>
    <packagedElement:Package pStr "Structure">
        <packagedElement:Class domain "Automotive Domain">${part('dv', 'vehicle', 'suv')}<ownedAttribute:Property dd "driver" type="driver"/></packagedElement:Class>
        <packagedElement:Class suv "Hybrid SUV" classifierBehavior="modes">${part('sp', 'power', 'power')}
            <ownedAttribute:Property sw "wheels" type="wheel" aggregation="composite"><lowerValue:LiteralInteger swl value="4"/><upperValue:LiteralUnlimitedNatural swu value="4"/></ownedAttribute:Property>
            ${attribute('speed', 'speed', '0')}${attribute('stops', 'stops', '0')}
            <ownedBehavior:StateMachine modes "Vehicle Modes"><region:Region reg1>
                <subvertex:Pseudostate p0/><subvertex:State sOff "Off"/>
                <subvertex:State sOn "Operate"><region:Region reg2><subvertex:Pseudostate p1/><subvertex:State sIdle "Idle">${script('entry', 'enIdle', 'speed = 0;')}</subvertex:State>
                    <subvertex:State sGo "Accelerating or Cruising">${script('entry', 'enGo', 'speed = speed + 30;')}</subvertex:State><subvertex:State sBrake "Braking">${script('entry', 'enBrake', 'speed = speed / 2; stops = stops + 1;')}</subvertex:State>
                    ${transition('m1', 'p1', 'sIdle')}${transition('m2', 'sIdle', 'sGo', trigger('k2', 'e-go'))}${transition('m3', 'sGo', 'sBrake', trigger('k3', 'e-brake'))}
                    ${transition('m4', 'sBrake', 'sGo', trigger('k4', 'e-free') + condition('g4', 'speed &gt; 10'))}${transition('m5', 'sBrake', 'sIdle', trigger('k5', 'e-halt'))}
                    ${transition('m6', 'sGo', 'sGo', trigger('k6', 'e-go'))}</region:Region></subvertex:State>
                ${transition('m0', 'p0', 'sOff')}${transition('m7', 'sOff', 'sOn', trigger('k7', 'e-start'))}${transition('m8', 'sOn', 'sOff', trigger('k8', 'e-off'))}
            </region:Region></ownedBehavior:StateMachine></packagedElement:Class>
        <packagedElement:Class sport "Sport SUV"><generalization:Generalization gen general="suv"/><ownedAttribute:Property sp2 "power" type="power" aggregation="composite" redefinedProperty="sp"/></packagedElement:Class>
        <packagedElement:Class wheel "Wheel"/><packagedElement:Class tank "Fuel Tank">${port('tOut', 'outlet', 'fuelIF', true)}<ownedAttribute:Property tc "capacity" type="litre"><defaultValue:LiteralReal tcv value="60"/></ownedAttribute:Property></packagedElement:Class>
        <packagedElement:Class engine "Combustion Engine">${port('eIn', 'inlet', 'fuelIF')}</packagedElement:Class>
        <packagedElement:Class motor "Motor Generator">${port('mIn', 'supply', 'powerIF')}</packagedElement:Class><packagedElement:Class trans "Transmission"/>
        <packagedElement:Class pcu "Power Control Unit">${port('cOut', 'drive', 'powerIF', true)}</packagedElement:Class>
        <packagedElement:Class power "Power Subsystem" classifierBehavior="provide">
            ${part('xe', 'engine', 'engine')}${part('xm', 'motor', 'motor')}${part('xt', 'tank', 'tank')}${part('xc', 'control', 'pcu')}${part('xg', 'gearbox', 'trans')}
            ${attribute('pedal', 'pedal', '0.5')}${attribute('charge', 'charge', '0.25')}${attribute('thermal', 'thermal', '0')}${attribute('electrical', 'electrical', '0')}
            ${joint('line', ['xt', 'tOut'], ['xe', 'eIn'])}${joint('wire', ['xc', 'cOut'], ['xm', 'mIn'])}
            <ownedConnector:Connector shaft "shaft"><end:ConnectorEnd sh1 role="xe"/><end:ConnectorEnd sh2 role="xg"/></ownedConnector:Connector>
            <ownedBehavior:Activity provide "Provide Power"><node:InitialNode n0/>${self('me')}<node:ForkNode fMe/>
                ${read('rp', 'read pedal', 'pedal')}${read('rc', 'read charge', 'charge')}
                ${call('split', 'proportion', 'fSplit', ['pedal', 'charge'], 'demand')}<node:ForkNode fD/>
                ${call('gas', 'provide gas power', 'fGas', ['demand'], 'power')}${call('el', 'provide electric power', 'fEl', ['demand', 'charge'], 'power')}
                <node:ForkNode fC/>${write('wg', 'keep thermal', 'thermal')}${write('we', 'keep electrical', 'electrical')}
                ${control('q0', 'n0', 'me')}${object('o0', 'me-result', 'fMe')}${object('o1', 'fMe', 'rp-object')}${object('o2', 'fMe', 'rc-object')}${object('o3', 'fMe', 'wg-object')}${object('o4', 'fMe', 'we-object')}
                ${object('o5', 'rp-result', 'split-pedal')}${object('o6', 'rc-result', 'fC')}${object('o7', 'fC', 'split-charge')}${object('o8', 'fC', 'el-charge')}
                ${object('o9', 'split-demand', 'fD')}${object('o10', 'fD', 'gas-demand')}${object('o11', 'fD', 'el-demand')}${object('o12', 'gas-power', 'wg-value')}${object('o13', 'el-power', 'we-value')}
            </ownedBehavior:Activity></packagedElement:Class>
        ${calculation('fSplit', 'Proportion Power', ['pedal', 'charge'], 'demand', 'pedal * 120 * (1 - charge)')}
        ${calculation('fGas', 'Provide Gas Power', ['demand'], 'power', 'demand &gt; 10 ? demand - 10 : 0')}
        ${calculation('fEl', 'Provide Electric Power', ['demand', 'charge'], 'power', 'Math.min(demand, 40 * charge)')}
        <packagedElement:InformationFlow if1 informationSource="xt" informationTarget="xe" realizingConnector="line" conveyed="fuel"/>
        <packagedElement:InformationFlow if2 "drive current" informationSource="xm" informationTarget="xc" realizingConnector="wire" conveyed="electric"/>
        ${abstraction('al1', 'gas', 'xe')}${abstraction('al2', 'accelerate', 'power')}
    </packagedElement:Package>
    <packagedElement:Package pPar "Analysis">
        <packagedElement:Class economy "Economy Context">${attribute('ew', 'weight', '2000')}${attribute('eu', 'usage', '6')}${part('eq1', 'equation', 'fuelEq')}
            ${['ew', 'eu'].map((id, i) => `<ownedConnector:Connector eb${i}><end:ConnectorEnd eb${i}a role="${id}"/><end:ConnectorEnd eb${i}b role="${['fw', 'fu'][i]}" partWithPort="eq1"/></ownedConnector:Connector>`).join('')}</packagedElement:Class>
        <packagedElement:Class fuelEq "Fuel Equation">${attribute('fw', 'w')}${attribute('fu', 'u')}<ownedRule:Constraint fr "rule"><specification:OpaqueExpression frx><body>u = 0.003 * w</body></specification:OpaqueExpression></ownedRule:Constraint></packagedElement:Class>
        <packagedElement:Activity test "Test Acceleration"/>
        <packagedElement:Class vp "Operational Viewpoint"/><packagedElement:Class vw "Operational View"><generalization:Generalization conf general="vp"/></packagedElement:Class><packagedElement:Dependency xp client="vw" supplier="pUse"/>
        <packagedElement:InstanceSpecification i100 "SUV 100" classifier="suv"><slot:Slot sl1 definingFeature="speed"><value:LiteralReal slv value="0"/></slot:Slot></packagedElement:InstanceSpecification>
    </packagedElement:Package>`,
    [
        ...BLOCKS.map(id => `<Blocks:Block xmi:id="a-${id}" base_Class="${id}"/>`),
        ...REQUIREMENTS.map(
            ([id, number, text]) => `<Requirements:Requirement xmi:id="a-${id}" base_Class="${id}" id="${number}" text="${text}"/>`
        ),
        '<Blocks:ValueType xmi:id="a-litre" base_DataType="litre"/>',
        ...['fuel', 'electric'].map(id => `<Blocks:Block xmi:id="a-${id}" base_Class="${id}"/>`),
        ...['fuelIF', 'powerIF'].map(id => `<PortsAndFlows:InterfaceBlock xmi:id="a-${id}" base_Class="${id}"/>`),
        ...['ff', 'pf'].map(id => `<PortsAndFlows:FlowProperty xmi:id="a-${id}" base_Property="${id}" direction="in"/>`),
        ...['if1', 'if2'].map(id => `<PortsAndFlows:ItemFlow xmi:id="a-${id}" base_InformationFlow="${id}"/>`),
        '<ConstraintBlocks:ConstraintBlock xmi:id="a-fuelEq" base_Class="fuelEq"/>',
        ...['d1', 'd2'].map(id => `<Requirements:DeriveReqt xmi:id="a-${id}" base_Abstraction="${id}"/>`),
        '<Requirements:Satisfy xmi:id="a-s1" base_Abstraction="s1"/><Requirements:Refine xmi:id="a-r1" base_Abstraction="r1"/>',
        '<Requirements:Verify xmi:id="a-v1" base_Abstraction="v1"/><Requirements:Trace xmi:id="a-tr1" base_Abstraction="tr1"/>',
        '<Requirements:TestCase xmi:id="a-test" base_Behavior="test"/>',
        ...['al1', 'al2'].map(id => `<Allocations:Allocate xmi:id="a-${id}" base_Abstraction="${id}"/>`),
        '<ModelElements:Viewpoint xmi:id="a-vp" base_Class="vp" purpose="What the driver sees."/><ModelElements:View xmi:id="a-vw" base_Class="vw"/>',
        '<ModelElements:Conform xmi:id="a-conf" base_Generalization="conf"/><ModelElements:Expose xmi:id="a-xp" base_Dependency="xp"/>'
    ].join('\n')
);
