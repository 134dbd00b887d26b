// Pieces of v1 models that are written again and again: edges, pins, guards, triggers, blocks.

import { REAL } from '../documents.js';

export const control = (id: string, source: string, target: string, more = ''): string =>
    `<edge:ControlFlow ${id} source="${source}" target="${target}">${more}</edge:ControlFlow>`;
export const object = (id: string, source: string, target: string): string =>
    `<edge:ObjectFlow ${id} source="${source}" target="${target}"/>`;

/** A guard of a transition. */
export const condition = (id: string, text: string): string =>
    `<guard:Constraint ${id}><specification:OpaqueExpression ${id}s><body>${text}</body><language>JavaScript</language></specification:OpaqueExpression></guard:Constraint>`;
export const trigger = (id: string, event: string): string => `<trigger:Trigger ${id} event="${event}"/>`;
/** An entry, exit or effect in a script. */
export const script = (role: string, id: string, text: string): string =>
    `<${role}:OpaqueBehavior ${id} "${id}"><body>${text}</body><language>JavaScript</language></${role}:OpaqueBehavior>`;

export const attribute = (id: string, name: string, value?: string): string =>
    `<ownedAttribute:Property ${id} "${name}">${REAL}${value === undefined ? '' : `<defaultValue:LiteralReal ${id}v value="${value}"/>`}</ownedAttribute:Property>`;
export const part = (id: string, name: string, type: string): string =>
    `<ownedAttribute:Property ${id} "${name}" type="${type}" aggregation="composite"/>`;
export const port = (id: string, name: string, type: string, isConjugated = false): string =>
    `<ownedAttribute:Port ${id} "${name}" type="${type}" aggregation="composite"${isConjugated ? ' isConjugated="true"' : ''}/>`;

/** A connector of two ports of parts. */
export const joint = (id: string, from: readonly [part: string, port: string], to: readonly [part: string, port: string]): string =>
    `<ownedConnector:Connector ${id}><end:ConnectorEnd ${id}a role="${from[1]}" partWithPort="${from[0]}"/><end:ConnectorEnd ${id}b role="${to[1]}" partWithPort="${to[0]}"/></ownedConnector:Connector>`;

/** A calculation in a script, with named parameters. */
export const calculation = (id: string, name: string, inputs: readonly string[], result: string, text: string): string =>
    `<packagedElement:OpaqueBehavior ${id} "${name}">${inputs.map(i => `<ownedParameter:Parameter ${id}-${i} "${i}">${REAL}</ownedParameter:Parameter>`).join('')}
    <ownedParameter:Parameter ${id}-out "${result}" direction="out">${REAL}</ownedParameter:Parameter><body>${text}</body><language>JavaScript</language></packagedElement:OpaqueBehavior>`;
/** A call of such a calculation; its pins are `ID-name`. */
export const call = (id: string, name: string, behaviour: string, inputs: readonly string[], result: string, more = ''): string =>
    `<node:CallBehaviorAction ${id} "${name}" behavior="${behaviour}"${more}>${inputs.map(i => `<argument:InputPin ${id}-${i} "${i}">${REAL}</argument:InputPin>`).join('')}
    <result:OutputPin ${id}-${result} "${result}">${REAL}</result:OutputPin></node:CallBehaviorAction>`;
/** Reads a feature of the performer; the pins are `ID-object` and `ID-result`. */
export const read = (id: string, name: string, feature: string): string =>
    `<node:ReadStructuralFeatureAction ${id} "${name}" structuralFeature="${feature}"><object:InputPin ${id}-object "object"/><result:OutputPin ${id}-result "result">${REAL}</result:OutputPin></node:ReadStructuralFeatureAction>`;
/** Writes a feature of the performer; the pins are `ID-object` and `ID-value`. */
export const write = (id: string, name: string, feature: string): string =>
    `<node:AddStructuralFeatureValueAction ${id} "${name}" structuralFeature="${feature}" isReplaceAll="true"><object:InputPin ${id}-object "object"/><value:InputPin ${id}-value "value">${REAL}</value:InputPin></node:AddStructuralFeatureValueAction>`;
export const self = (id: string): string =>
    `<node:ReadSelfAction ${id} "me"><result:OutputPin ${id}-result "result"/></node:ReadSelfAction>`;
