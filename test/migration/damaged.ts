// A model with something of every family, and damage to its text: what must end in a report or in one clear error.

import { strToU8, zipSync } from 'fflate';
import { expect } from 'vitest';
import { migrate, MigrationError } from '../../src/migration/index.js';
import { testLibrary } from '../support/library.js';
import { errorsOf, REAL, xmi } from './v1.js';

export const SAMPLE = xmi(
    `<ownedComment:Comment c0 body="A station."><annotatedElement xmi:idref="m"/></ownedComment:Comment>
    <packagedElement:Package p "Station">
        <packagedElement:Class pump "Pump" classifierBehavior="run">
            <generalization:Generalization g general="motor"/>
            <ownedAttribute:Property rate "rate">${REAL}<defaultValue:LiteralReal d value="12"/></ownedAttribute:Property>
            <ownedAttribute:Property drive "drive" type="motor" aggregation="composite"/>
            <ownedAttribute:Port inlet "inlet" type="flow" isConjugated="true"/>
            <ownedConnector:Connector con "joint"><end:ConnectorEnd e1 role="inlet"/><end:ConnectorEnd e2 role="outlet" partWithPort="drive"/></ownedConnector:Connector>
            <ownedOperation:Operation op "prime"><ownedParameter:Parameter par "amount">${REAL}</ownedParameter:Parameter></ownedOperation:Operation>
            <ownedRule:Constraint rule "positive"><specification:OpaqueExpression sp><body>rate &gt; 0</body></specification:OpaqueExpression></ownedRule:Constraint>
            <ownedBehavior:Activity run "Run"><node:InitialNode n1/><node:OpaqueAction n2 "step"/><node:ActivityFinalNode n3/>
                <edge:ControlFlow f1 source="n1" target="n2"/><edge:ControlFlow f2 source="n2" target="n3"/></ownedBehavior:Activity>
        </packagedElement:Class>
        <packagedElement:Class motor "Motor"><ownedAttribute:Port outlet "outlet" type="flow"/></packagedElement:Class>
        <packagedElement:Class flow "FlowIF"/>
        <packagedElement:Class req "Start time"/>
        <packagedElement:Abstraction sat client="pump" supplier="req"/>
        <packagedElement:Association as memberEnd="drive own"><ownedEnd:Property own type="pump"/></packagedElement:Association>
        <packagedElement:InstanceSpecification ins "pump 1" classifier="pump"><slot:Slot sl definingFeature="rate"><value:LiteralReal v value="2"/></slot:Slot></packagedElement:InstanceSpecification>
        <packagedElement:Interaction story "Story"><lifeline:Lifeline l1 "A"/><lifeline:Lifeline l2 "B"/>
            <fragment:MessageOccurrenceSpecification o1 covered="l1" message="me"/><fragment:MessageOccurrenceSpecification o2 covered="l2" message="me"/>
            <message:Message me "go" sendEvent="o1" receiveEvent="o2"/></packagedElement:Interaction>
        <packagedElement:Enumeration en "Mode"><ownedLiteral:EnumerationLiteral li "on"/></packagedElement:Enumeration>
    </packagedElement:Package>`,
    `<sysml:Block xmi:id="a1" base_Class="pump" isEncapsulated="true"/><sysml:Block xmi:id="a2" base_Class="motor"/>
    <sysml:InterfaceBlock xmi:id="a3" base_Class="flow"/><sysml:Requirement xmi:id="a4" base_Class="req" id="R7" text="Soon."/>
    <sysml:Satisfy xmi:id="a5" base_Abstraction="sat"/><Plant:Critical xmi:id="a6" base_Class="pump" level="high"/>`
);

/** Numbers between 0 and 1 that a seed gives again. */
export function random(seed: number): () => number {
    let state = seed >>> 0;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

const IDS = [...SAMPLE.matchAll(/xmi:id="([^"]+)"/g)].map(([, id]) => id);

type Damage = (text: string, next: () => number) => string;

const at = (text: string, next: () => number): number => Math.floor(next() * text.length);
const anyId = (next: () => number): string => IDS[Math.floor(next() * IDS.length)];

/** Kinds of damage: to text, to ids and references, to types and names. */
export const DAMAGES: Readonly<Record<string, Damage>> = {
    truncated: (text, next) => text.slice(0, at(text, next)),
    'a piece missing': (text, next) => {
        const from = at(text, next);
        return text.slice(0, from) + text.slice(from + Math.floor(next() * 60));
    },
    'a character changed': (text, next) => {
        const i = at(text, next);
        return text.slice(0, i) + String.fromCharCode(Math.floor(next() * 300)) + text.slice(i + 1);
    },
    'an attribute missing': (text, next) => {
        const attributes = [...text.matchAll(/ [\w:]+="[^"]*"/g)];
        const { 0: whole, index } = attributes[Math.floor(next() * attributes.length)];
        return text.slice(0, index) + text.slice(index + whole.length);
    },
    'a reference to another element': (text, next) => {
        const references = [
            ...text.matchAll(/ (type|general|source|target|role|client|supplier|base_Class|classifier|memberEnd)="([^"]*)"/g)
        ];
        const { 0: whole, 1: name, index } = references[Math.floor(next() * references.length)];
        return `${text.slice(0, index)} ${name}="${anyId(next)}"${text.slice(index + whole.length)}`;
    },
    'an id twice': (text, next) => text.replaceAll(`xmi:id="${anyId(next)}"`, `xmi:id="${anyId(next)}"`),
    'a dangling id': (text, next) => text.replaceAll(`xmi:id="${anyId(next)}"`, `xmi:id="gone${Math.floor(next() * 9)}"`),
    'another metaclass': (text, next) => {
        const types = [...text.matchAll(/xmi:type="uml:(\w+)"/g)];
        const one = types[Math.floor(next() * types.length)];
        const other = types[Math.floor(next() * types.length)];
        return `${text.slice(0, one.index)}xmi:type="uml:${other[1]}"${text.slice(one.index + one[0].length)}`;
    },
    'another name': (text, next) => {
        const names = [...text.matchAll(/ name="([^"]*)"/g)];
        const one = names[Math.floor(next() * names.length)];
        const odd = ['part', 'start', "it's", '', 'a::b', 'self', '*/', ' ', 'Pump', 'é\\n', '😀'][Math.floor(next() * 11)];
        return `${text.slice(0, one.index)} name="${odd}"${text.slice(one.index + one[0].length)}`;
    }
};

/** Migrates damaged text: a MigrationError, or a clean document whose report adds up. */
export function survives(text: string, isZipped = false): void {
    const bytes = isZipped ? zipSync({ 'm.xmi': strToU8(text) }) : Buffer.from(text);
    let migration;
    try {
        migration = migrate({ name: 'damaged.xmi', bytes }, { library: testLibrary() });
    } catch (error) {
        if (error instanceof MigrationError) {
            expect(error.message).not.toBe('');
            return;
        }
        throw error;
    }
    const { counts, entries } = migration.report;
    expect(counts.mapped + counts.approximated + counts.unmapped + counts.skipped).toBe(entries.length);
    const ids = entries.map(({ id }) => id).filter(id => id !== '');
    expect(new Set(ids).size).toBe(ids.length);
    expect(errorsOf(migration.content)).toEqual([]);
}
