/** What does not hold of a model with all derived properties, by the metamodel's own table; for tests. */
import { describe, expect, it } from 'vitest';
import { buildGraph, convertModel, type Graph, type GraphElement } from '../../src/exchange/index.js';
import { isKind, type MetaclassName, propertiesOf, type PropertyFacts } from '../../src/exchange/metamodel/facts.js';
import { writeNotation } from '../../src/exchange/notation/write-notation.js';
import type { Model } from '../../src/language/workspace/workspace.js';
import { spread } from '../support/thorough.js';
import { modelOf, readElements, statements } from './models.js';

export type Json = Record<string, unknown>;

export function derivedOf(model: Model, idForm: 'qualified' | 'uuid' = 'qualified'): Json[] {
    const { content, error } = convertModel(model, { to: 'api-json', derived: true, idForm });
    if (content === undefined) {
        throw new Error(error);
    }
    return JSON.parse(content) as Json[];
}

/** Elements by their qualified names or ids, and values as a table shows them: elements by their qualified names, else by their ids. */
export function shownBy(elements: readonly Json[]): { elementNamed: (name: string) => Json; shown: (value: unknown) => unknown } {
    const byId = new Map(elements.map(e => [e['@id'] as string, e]));
    const shown = (value: unknown): unknown => {
        if (Array.isArray(value)) {
            return value.map(shown).join(', ');
        }
        const id = (value as Json | null)?.['@id'] as string | undefined;
        return id === undefined ? value : (byId.get(id)?.qualifiedName ?? id);
    };
    const elementNamed = (name: string): Json => {
        const found = byId.get(name) ?? elements.find(e => e.qualifiedName === name);
        if (found === undefined) {
            throw new Error(`no ${name}`);
        }
        return found;
    };
    return { elementNamed, shown };
}

function listOf(value: unknown): unknown[] {
    return Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
}

function keyOf(value: unknown): string | undefined {
    const id = typeof value === 'object' && value !== null ? (value as { '@id'?: string })['@id'] : undefined;
    return id;
}

/**
 * Framed concerns and the results of
 * analyses are inherited, required constraints are not, by the standard's own constraints (SysML 8.3.21, 8.3.23). The function of an
 * operator is no member of it (KerML 8.3.4.8.17).
 */
const APART = new Set(['framedConcern', 'resultExpression', 'instantiatedType']);

/** Arguments that the metamodel wants and the grammar lacks: the parameters of the library that have a default. */
const OF_LIBRARY = new Set(['whileArgument', 'payloadArgument']);

/** Names, numbers of values, their metaclasses, and that a property has no value that the ones it subsets have not. */
export function brokenProperties(elements: readonly Json[]): string[] {
    const broken: string[] = [];
    const byId = new Map(elements.map(e => [e['@id'] as string, e]));
    const isExplained = elements.some(e => e.isLibraryElement === true && !('ownedRelationship' in e)); // with UUIDs nothing is
    for (const element of elements) {
        const metaclass = element['@type'] as MetaclassName;
        const where = `${metaclass} ${element['@id'] as string}`;
        const known = propertiesOf(metaclass);
        broken.push(
            ...Object.keys(element)
                .filter(key => !key.startsWith('@') && !known.has(key))
                .map(key => `${where} has ${key}`)
        );
        const isStub = element.isLibraryElement === true && !('ownedRelationship' in element);
        for (const facts of isStub ? [] : known.values()) {
            if (facts.name in element) {
                broken.push(...faultsOf(element, facts, byId, isExplained).map(fault => `${where}.${facts.name} ${fault}`));
            }
        }
    }
    return broken;
}

function faultsOf(
    element: Json,
    { name, type, isMany, isRequired, isReference, subsets, redefines }: PropertyFacts,
    byId: ReadonlyMap<string, Json>,
    isExplained: boolean
): string[] {
    const faults: string[] = [];
    const value = element[name];
    if (Array.isArray(value) !== isMany || (value === null && isRequired)) {
        faults.push(`is ${JSON.stringify(value)}`);
    }
    const keys = isReference ? listOf(value).flatMap(v => keyOf(v) ?? []) : [];
    for (const key of keys) {
        const target = byId.get(key);
        if ((target === undefined && !isExplained) || OF_LIBRARY.has(name)) {
            continue; // of the library
        }
        if (target === undefined || !isKind(target['@type'] as string, type as MetaclassName)) {
            faults.push(`refers to ${key}, ${target === undefined ? 'which is not there' : `which is no ${type}`}`);
        }
    }
    for (const other of [...subsets, ...redefines].map(p => p.split('.')[1])) {
        if (other in element && !APART.has(name)) {
            const others = new Set(listOf(element[other]).map(keyOf));
            faults.push(...keys.filter(key => !others.has(key)).map(key => `has ${key}, which is no ${other}`));
        }
    }
    return faults;
}

/** An element by its name, and what some of its properties are as a table shows them. */
export type Case = readonly [element: string, values: Record<string, unknown>];

/** Proves what is derived of a model, and that the metamodel's rules hold of all of it. */
export function proves(text: string, cases: readonly Case[], language: 'sysml' | 'kerml' = 'sysml'): void {
    const elements = derivedOf(modelOf([{ content: text, language }]));
    const { elementNamed, shown } = shownBy(elements);
    it.each(cases)('of %s', (name, values) => {
        const found = elementNamed(name);
        expect(Object.fromEntries(Object.keys(values).map(key => [key, shown(found[key])]))).toEqual(values);
    });
    it("keep the metamodel's rules", () => expect(brokenProperties(elements)).toEqual([]));
}

/** Proves that a document with all derived properties is read as its notation, and as what the plain graph says of its elements. */
export function isReadAgain(content: string, language: 'sysml' | 'kerml', isCompared: (element: GraphElement) => boolean): void {
    describe.each(spread(['qualified', 'uuid'] as const, 2))('read again, ids %s', idForm => {
        const model = modelOf([{ content, language }]);
        const document = convertModel(model, { to: 'api-json', derived: true, idForm }).content!;

        it('gives the notation', () => {
            const reader = { parse: (d: { content: string }) => modelOf([d]), graphOf: (m: Model) => buildGraph(m, { idForm }) };
            expect(writeNotation(readElements(document), reader)).toBe(content);
        });

        it('gives the plain graph', () => {
            const plain = buildGraph(model, { idForm });
            const read = readElements(document);
            const told = (graph: Graph, id: string): string[] =>
                statements(graph, id)
                    .filter(s => !s.startsWith('sysx:'))
                    .sort();
            const compared = plain.elements.filter(isCompared);
            expect(compared.length).toBeGreaterThan(50);
            compared.forEach(e => expect(told(read, e.key)).toEqual(told(plain, e.key)));
        });
    });
}
