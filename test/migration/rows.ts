// The rows of the mapping as small v1 models beside the lines that they are written as (contract: migration 5–12).

import type { Application, DrawnDiagram } from './dialects.js';
import { REAL } from './documents.js';

export interface Row {
    readonly section: string;
    readonly title: string;
    readonly members: string;
    readonly applied: readonly Application[];
    /** lines of the notation, without indentation */
    readonly lines: readonly string[];
    /** ids that are not mapped, with their verdicts */
    readonly verdicts: Readonly<Record<string, string>>;
    readonly diagrams?: readonly DrawnDiagram[];
    /** lines that dialects write which keep the places of symbols */
    readonly placed?: readonly string[];
    /** dialects in which there is such a thing; all of them without */
    readonly only?: readonly string[];
}

export type More = readonly [applied: readonly Application[], verdicts?: Readonly<Record<string, string>>];
export const row = (
    section: string,
    title: string,
    members: string,
    lines: readonly string[],
    [applied, verdicts = {}]: More = [[]]
): Row => ({
    section,
    title,
    members,
    applied,
    lines,
    verdicts
});

type Verdicts = Row['verdicts'];
/** A row of section 15 for a source of UML (15.1) or of SysML v1 (15.2) in the OMG's transformation. */
const crosschecked =
    (section: string) =>
    (source: string, members: string, lines: readonly string[], applied: readonly Application[] = [], verdicts: Verdicts = {}): Row =>
        row(section, source, members, lines, [applied, verdicts]);
export const uml = crosschecked('15.1');
export const sysml = crosschecked('15.2');
export const packed = (metaclass: string, id = 'x', name = 'X', inner = ''): string =>
    `<packagedElement:${metaclass} ${id} "${name}">${inner}</packagedElement:${metaclass}>`;

export const cls = (id: string, name: string, inner = ''): string =>
    `<packagedElement:Class ${id} "${name}">${inner}</packagedElement:Class>`;
export const prop = (id: string, name: string, type: string, more = ''): string =>
    `<ownedAttribute:Property ${id} "${name}" type="${type}" ${more}/>`;
export const scalar = (id: string, name: string, inner = '', more = ''): string =>
    `<ownedAttribute:Property ${id} "${name}" ${more}>${REAL}${inner}</ownedAttribute:Property>`;
export const COMPOSITE = 'aggregation="composite"';
export const bounds = (id: string, lower: string, upper: string): string =>
    `<lowerValue:LiteralInteger ${id}l value="${lower}"/><upperValue:LiteralUnlimitedNatural ${id}u value="${upper}"/>`;
export const rel = (metaclass: string, id: string, client: string, supplier: string): string =>
    `<packagedElement:${metaclass} ${id} client="${client}" supplier="${supplier}"/>`;
export const end = (id: string, role: string, part?: string): string =>
    `<end:ConnectorEnd ${id} role="${role}"${part === undefined ? '' : ` partWithPort="${part}"`}/>`;
export const BLOCKS = (...ids: string[]): string[] => ids.map(id => `Block Class ${id}`);
export const opaque = (role: string, id: string, body: string, language = 'JavaScript'): string =>
    `<${role}:OpaqueExpression ${id}><body>${body}</body><language>${language}</language></${role}:OpaqueExpression>`;
export const generalization = (id: string, general: string): string => `<generalization:Generalization ${id} general="${general}"/>`;

// --- Activities

export const edge = (id: string, source: string, target: string, inner = ''): string =>
    `<edge:ControlFlow ${id} source="${source}" target="${target}">${inner}</edge:ControlFlow>`;
export const object = (id: string, source: string, target: string, inner = ''): string =>
    `<edge:ObjectFlow ${id} source="${source}" target="${target}">${inner}</edge:ObjectFlow>`;
export const guard = (id: string, text: string): string => opaque('guard', id, text);
export const activity = (nodes: string): string => `<packagedElement:Activity act "Act">${nodes}</packagedElement:Activity>`;
export const owned = (nodes: string, members = ''): string =>
    cls('b', 'B', `${members}<ownedBehavior:Activity act "Act">${nodes}</ownedBehavior:Activity>`);
/** A block with the attribute `level` and an activity that begins with its initial node. */
export const act = (nodes: string, members = ''): string => owned(`<node:InitialNode ini/>${nodes}`, `${scalar('lv', 'level')}${members}`);
export const input = (role: string, id: string, name: string, type = REAL): string =>
    `<${role}:InputPin ${id} "${name}">${type}</${role}:InputPin>`;
export const output = (role: string, id: string, name: string, type = REAL): string =>
    `<${role}:OutputPin ${id} "${name}">${type}</${role}:OutputPin>`;
export const number = (id: string, value: string): string =>
    `<node:ValueSpecificationAction ${id} "${id}">${output('result', `${id}o`, 'result')}<value:LiteralReal ${id}v value="${value}"/></node:ValueSpecificationAction>`;
export const parameter = (id: string, name: string, direction = 'in'): string =>
    `<ownedParameter:Parameter ${id} "${name}" direction="${direction}">${REAL}</ownedParameter:Parameter>`;
export const SIGNAL = `<packagedElement:Signal sg "Sig">${scalar('sga', 'amount')}</packagedElement:Signal><packagedElement:SignalEvent se "sig" signal="sg"/>`;
export const step = (id: string): string => `<node:OpaqueAction ${id} "${id}"/>`;
export const time = (id: string, when: string, isRelative: string): string =>
    `<packagedElement:TimeEvent ${id} isRelative="${isRelative}"><when:TimeExpression ${id}w><expr:LiteralString ${id}e value="${when}"/></when:TimeExpression></packagedElement:TimeEvent>`;
export const accept = (id: string, event: string, more = ''): string =>
    `<node:AcceptEventAction ${id} "${id}"><trigger:Trigger ${id}t event="${event}" ${more}/></node:AcceptEventAction>`;
