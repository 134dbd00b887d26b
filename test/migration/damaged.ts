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

type Damage = (text: string, next: () => number) => string;

const at = (text: string, next: () => number): number => Math.floor(next() * text.length);
const oneOf = <T>(values: readonly T[], next: () => number): T => values[Math.floor(next() * values.length)];
const idsOf = (text: string): string[] => [...text.matchAll(/xmi:id="([^"]+)"/g)].map(([, id]) => id);
const anyId = (text: string, next: () => number): string => oneOf(['none', ...idsOf(text)], next);

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
        if (attributes.length === 0) {
            return text;
        }
        const { 0: whole, index } = oneOf(attributes, next);
        return text.slice(0, index) + text.slice(index + whole.length);
    },
    'a reference to another element': (text, next) => {
        const references = [
            ...text.matchAll(/ (type|general|source|target|role|client|supplier|base_Class|classifier|memberEnd)="([^"]*)"/g)
        ];
        if (references.length === 0) {
            return text;
        }
        const { 0: whole, 1: name, index } = oneOf(references, next);
        return `${text.slice(0, index)} ${name}="${anyId(text, next)}"${text.slice(index + whole.length)}`;
    },
    'an id twice': (text, next) => text.replaceAll(`xmi:id="${anyId(text, next)}"`, `xmi:id="${anyId(text, next)}"`),
    'a dangling id': (text, next) => text.replaceAll(`xmi:id="${anyId(text, next)}"`, `xmi:id="gone${Math.floor(next() * 9)}"`),
    'another metaclass': (text, next) => {
        const types = [...text.matchAll(/xmi:type="uml:(\w+)"/g)];
        if (types.length === 0) {
            return text;
        }
        const [one, other] = [oneOf(types, next), oneOf(types, next)];
        return `${text.slice(0, one.index)}xmi:type="uml:${other[1]}"${text.slice(one.index + one[0].length)}`;
    },
    'another name': (text, next) => {
        const names = [...text.matchAll(/ name="([^"]*)"/g)];
        if (names.length === 0) {
            return text;
        }
        const one = oneOf(names, next);
        const odd = ['part', 'start', "it's", '', 'a::b', 'self', '*/', ' ', 'Pump', 'é\\n', '😀'][Math.floor(next() * 11)];
        return `${text.slice(0, one.index)} name="${odd}"${text.slice(one.index + one[0].length)}`;
    }
};

/** Elements without content. */
const LEAVES = /<(\w+) xmi:type="uml:\w+"[^>]*\/>/g;

const leavesOf = (text: string): RegExpExecArray[] => [...text.matchAll(LEAVES)];

/** Kinds of damage to elements: each text has as many of them as the seed says. */
const OF_ELEMENTS: Readonly<Record<string, Damage>> = {
    'an element twice': (text, next) => {
        const leaves = leavesOf(text);
        if (leaves.length === 0) {
            return text;
        }
        const { 0: whole, index } = oneOf(leaves, next);
        const copy =
            next() < 0.5 ? whole : whole.replace(/xmi:id="([^"]*)"/, (_, id: string) => `xmi:id="${id}-${Math.floor(next() * 1e6)}"`);
        return text.slice(0, index) + copy + text.slice(index);
    },
    'an element elsewhere': (text, next) => {
        const leaves = leavesOf(text);
        if (leaves.length < 2) {
            return text;
        }
        const { 0: whole, index } = oneOf(leaves, next);
        const rest = text.slice(0, index) + text.slice(index + whole.length);
        const others = leavesOf(rest);
        const to = others.length === 0 ? index : oneOf(others, next).index;
        return rest.slice(0, to) + whole + rest.slice(to);
    },
    'another role': (text, next) => {
        const leaves = leavesOf(text);
        if (leaves.length < 2) {
            return text;
        }
        const [one, other] = [oneOf(leaves, next), oneOf(leaves, next)];
        return text.slice(0, one.index) + one[0].replace(`<${one[1]}`, `<${other[1]}`) + text.slice(one.index + one[0].length);
    },
    'ids exchanged': (text, next) => {
        const [one, other] = [anyId(text, next), anyId(text, next)];
        return text.replaceAll(`"${one}"`, '"\u0001"').replaceAll(`"${other}"`, `"${one}"`).replaceAll('"\u0001"', `"${other}"`);
    }
};

/** More kinds: stereotypes, cycles. */
const SPECIAL: Readonly<Record<string, Damage>> = {
    'an unknown stereotype': (text, next) => {
        const applications = [...text.matchAll(/<(sysml|\w+):(\w+) xmi:id="[^"]*" base_/g)];
        if (applications.length === 0) {
            return text;
        }
        const { 1: prefix, 2: name, index } = oneOf(applications, next);
        const other = oneOf(['Unheard', 'block', 'Satisfy', 'View', 'Probability', 'Requirement', 'FlowPort', 'Unit', 'Stakeholder'], next);
        return `${text.slice(0, index)}<${prefix}:${other}${text.slice(index + prefix.length + name.length + 2)}`;
    },
    'a cycle': (text, next) => {
        const general = (id: string): string =>
            `<generalization xmi:type="uml:Generalization" xmi:id="cy${Math.floor(next() * 1e9)}" general="${id}"/>`;
        const classes = [...text.matchAll(/<(?:packagedElement|nestedClassifier) xmi:type="uml:\w+" xmi:id="([^"]+)"[^>/]*>/g)];
        const properties = [...text.matchAll(/<ownedAttribute xmi:type="uml:Property" xmi:id="([^"]+)"/g)];
        const [one, other] = [classes, classes].map(list => (list.length === 0 ? undefined : oneOf(list, next)));
        const property = properties.length === 0 ? undefined : oneOf(properties, next);
        if (one === undefined || other === undefined || property === undefined) {
            return text;
        }
        const cyclic = text.replace(one[0], `${one[0]}${general(other[1])}`).replace(other[0], `${other[0]}${general(one[1])}`);
        const role = oneOf(['redefinedProperty', 'subsettedProperty', 'type'], next);
        return cyclic.replace(property[0], `${property[0]} ${role}="${oneOf(properties, next)[1]}"`);
    }
};

/** What is done to a text on its way to bytes. */
const BYTES: Readonly<Record<string, (text: string, next: () => number) => Uint8Array>> = {
    'a wrong encoding': (text, next) => {
        const declared = oneOf(['UTF-16', 'UTF-8', 'windows-1252', 'ISO-8859-1', 'utf-32', 'EBCDIC', 'Shift_JIS', ''], next);
        const named = text
            .replace('encoding="UTF-8"', declared === '' ? '' : `encoding="${declared}"`)
            .replaceAll('Pump', 'P\u00fcmp\u2603');
        const bytes = Buffer.from(named, oneOf(['utf8', 'utf16le', 'latin1'] as const, next));
        bytes[at(named, next)] = oneOf([0, 0xc3, 0xff, 0xfe, 0xed], next);
        return oneOf(
            [bytes, Buffer.concat([Buffer.from([0xff, 0xfe]), bytes]), Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])],
            next
        );
    },
    'a damaged archive': (text, next) => {
        const bytes = zipSync({ 'com.nomagic.magicdraw.uml_model.model': strToU8(text), 'BINARY-1': strToU8('<mdOwnedViews/>') });
        for (let times = Math.floor(next() * 5); times >= 0; times--) {
            bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
        }
        return next() < 0.3 ? bytes.subarray(0, Math.floor(next() * bytes.length)) : bytes;
    },
    'a missing part of an archive': (text, next) => {
        const linked = text.replace(/ (type|general|client)="([^" ]+)"/g, (whole, name: string, id: string) =>
            next() < 0.3 ? ` ${name}="gone-${id}"` : whole
        );
        const name = oneOf(['com.nomagic.magicdraw.uml_model.shared_model', 'm.xmi', 'proxy.snapshot', 'm.notation'], next);
        return zipSync({ [name]: strToU8(linked), 'records.properties': new Uint8Array() });
    }
};

export const ALL_DAMAGES: Readonly<Record<string, (text: string, next: () => number) => string | Uint8Array>> = {
    ...DAMAGES,
    ...OF_ELEMENTS,
    ...SPECIAL,
    ...BYTES
};

/** Migrates what is damaged: a MigrationError, or a clean document whose report adds up. */
export function survives(damaged: string | Uint8Array, isZipped = false): void {
    const plain = typeof damaged === 'string' ? Buffer.from(damaged) : damaged;
    const bytes = isZipped ? zipSync({ 'm.xmi': plain }) : plain;
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
    const { content, report } = migration;
    const { counts, entries } = report;
    expect(counts.mapped + counts.approximated + counts.unmapped + counts.skipped).toBe(entries.length);
    const ids = entries.map(({ id }) => id).filter(id => id !== '');
    expect(new Set(ids).size).toBe(ids.length);
    expect(entries.filter(({ target, verdict, line }) => line === undefined && (target !== '' || verdict === 'unmapped'))).toEqual([]);
    expect(errorsOf(content)).toEqual([]);
}
