// A distiller of water in the style of Cameo models, written from the descriptions of the well-known example: requirements with what they
// are derived from, a behaviour of four steps allocated to parts, item flows between them, the heat balance, a controller, an operator.

import { xmi } from '../documents.js';
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

const requirement = (id: string, name: string, nested = ''): string =>
    `<packagedElement:Class ${id} "${name}">${nested}</packagedElement:Class>`;
const state = (id: string, name: string, more = ''): string => `<subvertex:State ${id} "${name}">${more}</subvertex:State>`;
const transition = (id: string, from: string, to: string, more = ''): string =>
    `<transition:Transition ${id} source="${from}" target="${to}">${more}</transition:Transition>`;

const BLOCKS = ['distiller', 'exchanger', 'boiler', 'valve', 'ctl', 'context'];
const REQUIREMENTS: readonly (readonly [id: string, number: string, text: string])[] = [
    ['rPure', 'D1', 'The distiller shall purify water.'],
    ['rFeed', 'D1.1', 'It shall take water that is not treated.'],
    ['rOut', 'D1.2', 'It shall give at least 80 kg of clean water for 100 kg of feed.'],
    ['rHeat', 'D2', 'The heat of the steam shall warm the feed.'],
    ['rPower', 'D3', 'The boiler shall take its heat from an external source.']
];

export const DISTILLER = xmi(
    `<packagedElement:Package pReq "Distiller Requirements">
        ${requirement('rPure', 'Purification', '<nestedClassifier:Class rFeed "Feed"/><nestedClassifier:Class rOut "Output"/>')}
        ${requirement('rHeat', 'Heat recovery')}${requirement('rPower', 'External heat')}
        <packagedElement:Abstraction der client="rPower" supplier="rHeat"/>
        <packagedElement:Abstraction sat client="distiller" supplier="rPure"/><packagedElement:Abstraction sat2 client="boiler" supplier="rPower"/>
    </packagedElement:Package>
    <packagedElement:Package pItems "Items of Water">
        <packagedElement:Signal on "Turn On"/><packagedElement:Signal off "Turn Off"/><packagedElement:Signal water "Water">${attribute('wm', 'mass')}</packagedElement:Signal>
        <packagedElement:Signal heat "Heat">${attribute('hq', 'energy')}</packagedElement:Signal>
        <packagedElement:SignalEvent eOn "on" signal="on"/><packagedElement:SignalEvent eOff "off" signal="off"/>
        <packagedElement:ChangeEvent eHot "hot"><changeExpression:OpaqueExpression eHotx><body>temperature &gt;= 100</body><language>JavaScript</language></changeExpression:OpaqueExpression></packagedElement:ChangeEvent>
        <packagedElement:Class wIF "Water Interface"><ownedAttribute:Property wf "water" type="water"/></packagedElement:Class>
    </packagedElement:Package>
    <packagedElement:Package pBeh "Behavior">
        ${calculation('fHeat', 'Heat Water', ['cold', 'recovered'], 'warm', 'cold + 0 * recovered')}
        ${calculation('fBoil', 'Boil Water', ['warm'], 'steam', '0.9 * warm')}
        ${calculation('fCondense', 'Condense Steam', ['steam'], 'pure', 'Math.min(steam, 1000)')}
        ${calculation('fDrain', 'Drain Residue', ['warm', 'steam'], 'residue', 'warm - steam')}
    </packagedElement:Package>
    <packagedElement:Package pStr "Structure">
        <packagedElement:Class exchanger "Heat Exchanger">${port('xIn', 'feed', 'wIF')}${port('xOut', 'warm', 'wIF', true)}</packagedElement:Class>
        <packagedElement:Class boiler "Boiler">${port('bIn', 'feed', 'wIF')}${port('bOut', 'steam', 'wIF', true)}</packagedElement:Class>
        <packagedElement:Class valve "Drain Valve"/>
        <packagedElement:Class distiller "Distiller" classifierBehavior="distill">
            ${attribute('feed', 'feed', '100')}${attribute('recovered', 'recovered heat', '0')}${attribute('pure', 'pure', '0')}${attribute('residue', 'residue', '0')}
            ${part('dx', 'condenser', 'exchanger')}${part('db', 'evaporator', 'boiler')}${part('dv', 'drain', 'valve')}
            ${joint('pipe', ['dx', 'xOut'], ['db', 'bIn'])}
            <ownedBehavior:Activity distill "Distill Water"><node:InitialNode i/>${self('me')}<node:ForkNode fMe/>
                ${read('rf', 'read feed', 'feed')}${read('rr', 'read heat', 'recovered')}
                ${call('a1', 'heat', 'fHeat', ['cold', 'recovered'], 'warm', ' inPartition="laneX"')}<node:ForkNode fWarm/>
                ${call('a2', 'boil', 'fBoil', ['warm'], 'steam', ' inPartition="laneB"')}<node:ForkNode fSteam/>
                ${call('a3', 'condense', 'fCondense', ['steam'], 'pure')}${call('a4', 'drain off', 'fDrain', ['warm', 'steam'], 'residue')}
                ${write('wp', 'keep pure', 'pure')}${write('wr', 'keep residue', 'residue')}<node:JoinNode j/><node:ActivityFinalNode f/>
                ${control('c0', 'i', 'me')}${object('o0', 'me-result', 'fMe')}${object('o1', 'fMe', 'rf-object')}${object('o2', 'fMe', 'rr-object')}${object('o3', 'fMe', 'wp-object')}${object('o4', 'fMe', 'wr-object')}
                ${object('o5', 'rf-result', 'a1-cold')}${object('o6', 'rr-result', 'a1-recovered')}${object('o7', 'a1-warm', 'fWarm')}${object('o8', 'fWarm', 'a2-warm')}${object('o9', 'fWarm', 'a4-warm')}
                ${object('o10', 'a2-steam', 'fSteam')}${object('o11', 'fSteam', 'a3-steam')}${object('o12', 'fSteam', 'a4-steam')}${object('o13', 'a3-pure', 'wp-value')}${object('o14', 'a4-residue', 'wr-value')}
                ${control('c1', 'wp', 'j')}${control('c2', 'wr', 'j')}${control('c3', 'j', 'f')}
                <group:ActivityPartition laneX "exchange" represents="dx" node="a1"/><group:ActivityPartition laneB "boil" represents="db" node="a2"/>
            </ownedBehavior:Activity>
        </packagedElement:Class>
        <packagedElement:InformationFlow flow1 informationSource="dx" informationTarget="db" realizingConnector="pipe" conveyed="water"/>
        <packagedElement:Abstraction all1 client="a2" supplier="db"/>
        <packagedElement:Class ctl "Controller" classifierBehavior="modes">${attribute('temperature', 'temperature', '20')}${attribute('purges', 'purges', '0')}
            <ownedBehavior:StateMachine modes "Controller Modes"><region:Region r>
                <subvertex:Pseudostate s0/>${state('sOff', 'Off', script('entry', 'enOff', 'temperature = 20;'))}
                ${state('sWarm', 'Warming Up', script('entry', 'enWarm', 'temperature = temperature + 90;'))}
                ${state(
                    'sRun',
                    'Operating',
                    `<region:Region inner><subvertex:Pseudostate s1/>${state('sBuild', 'Building Up')}${state('sPurge', 'Purging', script('entry', 'enPurge', 'purges = purges + 1;'))}
                    ${transition('t10', 's1', 'sBuild')}${transition('t11', 'sBuild', 'sPurge', condition('g11', 'purges &lt; 2'))}${transition('t12', 'sPurge', 'sBuild')}</region:Region>`
                )}
                ${transition('t0', 's0', 'sOff')}${transition('t1', 'sOff', 'sWarm', trigger('tr1', 'eOn'))}${transition('t2', 'sWarm', 'sRun', trigger('tr2', 'eHot'))}
                ${transition('t3', 'sRun', 'sOff', trigger('tr3', 'eOff'))}
            </region:Region></ownedBehavior:StateMachine></packagedElement:Class>
    </packagedElement:Package>
    <packagedElement:Package pPar "Heat Balance">
        <packagedElement:Class balance "Heat Balance Equation">${attribute('q', 'q')}${attribute('bm', 'm')}${attribute('lat', 'latent')}
            <ownedRule:Constraint eq "balance"><specification:OpaqueExpression eqx><body>q == m * latent</body><language>JavaScript</language></specification:OpaqueExpression></ownedRule:Constraint></packagedElement:Class>
        <packagedElement:Class context "Balance Context">${attribute('cq', 'heat', '203130')}${attribute('cm', 'steam', '90')}${attribute('cl', 'latent heat', '2257')}
            ${part('use', 'equation', 'balance')}
            <ownedConnector:Connector b1><end:ConnectorEnd b1a role="cq"/><end:ConnectorEnd b1b role="q" partWithPort="use"/></ownedConnector:Connector>
            <ownedConnector:Connector b2><end:ConnectorEnd b2a role="cm"/><end:ConnectorEnd b2b role="bm" partWithPort="use"/></ownedConnector:Connector>
            <ownedConnector:Connector b3><end:ConnectorEnd b3a role="cl"/><end:ConnectorEnd b3b role="lat" partWithPort="use"/></ownedConnector:Connector></packagedElement:Class>
    </packagedElement:Package>
    <packagedElement:Package pUse "Distiller Use">
        <packagedElement:Actor operator "Operator"/><packagedElement:UseCase operate "Operate Distiller" subject="distiller"><include:Include inc addition="drainIt"/></packagedElement:UseCase>
        <packagedElement:UseCase drainIt "Drain Distiller"/>
        <packagedElement:Association asc memberEnd="ae1 ae2"><ownedEnd:Property ae1 type="operator"/><ownedEnd:Property ae2 type="operate"/></packagedElement:Association>
    </packagedElement:Package>`,
    `${BLOCKS.map(id => `<sysml:Block xmi:id="a-${id}" base_Class="${id}"/>`).join('')}
    ${REQUIREMENTS.map(([id, number, text]) => `<sysml:Requirement xmi:id="a-${id}" base_Class="${id}" Id="${number}" Text="${text}"/>`).join('')}
    <sysml:InterfaceBlock xmi:id="a-wIF" base_Class="wIF"/><sysml:FlowProperty xmi:id="a-wf" base_Property="wf" direction="in"/>
    <sysml:ConstraintBlock xmi:id="a-bal" base_Class="balance"/><sysml:DeriveReqt xmi:id="a-der" base_Abstraction="der"/>
    <sysml:Satisfy xmi:id="a-sat" base_Abstraction="sat"/><sysml:Satisfy xmi:id="a-sat2" base_Abstraction="sat2"/>
    <sysml:Allocate xmi:id="a-all" base_Abstraction="all1"/><sysml:ItemFlow xmi:id="a-flow" base_InformationFlow="flow1"/>
    ${['b1', 'b2', 'b3'].map(id => `<sysml:BindingConnector xmi:id="a-${id}" base_Connector="${id}"/>`).join('')}`
);
