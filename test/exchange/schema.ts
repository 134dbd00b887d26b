/**
 * What of a derived document the standard's schema would not accept (KerML 10.4, contract: conversion 13.2), by the metamodel's table; for
 * tests. Optional values may be null, as data may but for a few texts; references of one value may not, lists of one or more not be empty.
 */
import { literalsOf, type PropertyFacts, propertiesOf } from '../../src/exchange/metamodel/facts.js';
import type { Json } from './derived.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The property that the schema lacks, and the texts that it wants. */
const LACKING = 'operand';
const TEXTS = new Set(['Comment.body', 'Documentation.body', 'TextualRepresentation.body', 'TextualRepresentation.language']);
/** An optional reference that the schema does not let be null. */
const WANTED = 'SendActionUsage.payloadArgument';

const isReference = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && Object.keys(value).join() === '@id' && UUID.test((value as { '@id': string })['@id']);

function isData(type: string, value: unknown): boolean {
    switch (type) {
        case 'Boolean':
            return typeof value === 'boolean';
        case 'Integer':
            return Number.isInteger(value);
        case 'Real':
            return typeof value === 'number';
        default:
            return typeof value === 'string' && (literalsOf(type)?.includes(value) ?? true);
    }
}

function faultOf(
    metaclass: string,
    { name, type, isMany, isReference: refers, isRequired }: PropertyFacts,
    value: unknown
): string | undefined {
    const isOne = (v: unknown): boolean => (refers ? isReference(v) : isData(type, v));
    if (isMany) {
        const isList = Array.isArray(value) && value.every(isOne) && (!isRequired || !refers || value.length > 0);
        return isList ? undefined : `${name} is no list of ${type}${isRequired ? ' that has one' : ''}`;
    }
    const mayBeNull = refers ? !isRequired && `${metaclass}.${name}` !== WANTED : !TEXTS.has(`${metaclass}.${name}`);
    return isOne(value) || (value === null && mayBeNull) ? undefined : `${name} is no ${type}: ${JSON.stringify(value)}`;
}

/** The faults of the elements of a document: metaclass, name or id, and what is wrong first. */
export function schemaFaults(elements: readonly Json[]): string[] {
    return elements.flatMap(element => {
        const metaclass = element['@type'] as string;
        const facts = [...propertiesOf(metaclass).values()].filter(p => p.name !== LACKING);
        const known = new Set(['@id', '@type', ...facts.map(p => p.name)]);
        const beyond = Object.keys(element).find(key => !known.has(key));
        const fault =
            facts.length === 0
                ? 'no such metaclass'
                : !UUID.test(element['@id'] as string)
                  ? 'its id is no UUID'
                  : beyond !== undefined
                    ? `${beyond} is no property of it`
                    : facts.map(p => faultOf(metaclass, p, element[p.name])).find(f => f !== undefined);
        return fault === undefined ? [] : [`${metaclass} ${String(element.qualifiedName ?? element['@id'])}: ${fault}`];
    });
}
