/**
 * Documents as other tools write them: the sparse form of a model with properties that the metamodel derives beside it, in
 * JSON and in Turtle; for tests.
 */
import { buildGraph, elementPieces, type Graph, wrapRoots, writeTurtle } from '../../src/exchange/index.js';
import { NumberText } from '../../src/exchange/graph.js';
import { scalarOf } from '../../src/exchange/json/writer.js';
import { propertyOfMetaclass } from '../../src/exchange/metamodel/facts.js';
import { NAMESPACES } from '../../src/exchange/vocabulary.js';
import type { Model } from '../../src/language/workspace/workspace.js';
import { derivedOf, type Json } from './derived.js';

export type IdForm = 'qualified' | 'uuid';

/** A model's sparse graph, and all that the metamodel says of its elements. */
export interface Forms {
    readonly graph: Graph;
    readonly turtle: string;
    readonly sparse: readonly Json[];
    readonly derived: readonly Json[];
}

export function formsOf(model: Model, idForm: IdForm): Forms {
    const graph = buildGraph(model, { idForm });
    const sparse = JSON.parse([...elementPieces(graph, wrapRoots(graph))].join('')) as Json[];
    return { graph, turtle: writeTurtle(graph), sparse, derived: derivedOf(model, idForm) };
}

/** What a document states of an element: whether a derived property is added to the sparse form, and whether one is left out of it. */
export interface Choice {
    readonly adds: (key: string, at: number) => boolean;
    readonly leavesOut?: (key: string, element: Json) => boolean;
}

/** The sparse form with properties added and left out, of those that refer to elements of it. */
export function documentWith({ sparse, derived }: Forms, { adds, leavesOut = () => false }: Choice): Json[] {
    const known = new Map(derived.map(e => [e['@id'], e]));
    const there = new Set([...sparse, ...derived.filter(e => !('ownedRelationship' in e))].map(e => e['@id']));
    const isThere = (value: unknown): boolean =>
        [value].flat().every(v => (v as Json | null)?.['@id'] === undefined || there.has((v as Json)['@id']));
    let at = 0;
    return sparse.map(element => {
        const kept = Object.entries(element).filter(([key]) => !leavesOut(key, element));
        const full = known.get(element['@id']);
        // the guarded succession of a sparse form is a transition in the derived one, with other properties
        const added = Object.entries(full !== undefined && full['@type'] === element['@type'] ? full : {}).filter(
            ([key, value]) => !(key in element) && isThere(value) && adds(key, at++)
        );
        return Object.fromEntries([...kept, ...added]);
    });
}

/** A document of a model as text; rational numbers are spelled as its graph has them, which no double keeps. */
export function textOf(elements: readonly Json[], { graph }: Forms): string {
    const spelled = new Map(
        graph.elements.flatMap(e => {
            const value = e.metaclass === 'LiteralRational' ? e.get('value') : undefined;
            return value instanceof NumberText ? [[e.key, scalarOf(e, value)] as const] : [];
        })
    );
    const text = (element: Json): string => {
        const value = spelled.get(element['@id'] as string);
        return value === undefined ? JSON.stringify(element) : JSON.stringify(element).replace(/(?<="value":)[^",}]+/, value);
    };
    return `[${elements.map(text).join(',\n')}]`;
}

/** Whether a property of an element is derived by its metaclass. */
export const isDerived = (key: string, element: Json): boolean =>
    element.isLibraryElement !== true && propertyOfMetaclass(element['@type'] as string, key)?.isDerived === true;

/** The Turtle of a model with all that the metamodel says of its elements. */
export function turtleWithDerived({ graph, turtle, sparse, derived }: Forms): string {
    const bases = new Map(graph.elements.map(e => [e.key, e.base === 'node' ? NAMESPACES.expr : NAMESPACES.elmt]));
    const iri = (id: string): string => `<${bases.get(id) ?? NAMESPACES.elmt}${id}>`;
    const object = (value: unknown): string => {
        const id = (value as Json)['@id'];
        return typeof id === 'string'
            ? iri(id)
            : typeof value === 'boolean'
              ? `"${value}"^^<${NAMESPACES.xsd}boolean>`
              : JSON.stringify((value as Json)['@ref'] ?? value);
    };
    const stated = new Map(sparse.map(e => [e['@id'], e]));
    const lines = derived
        .filter(e => bases.has(e['@id'] as string) && stated.get(e['@id'])?.['@type'] === e['@type'])
        .flatMap(element =>
            Object.entries(element).flatMap(([key, value]) => {
                const values = (Array.isArray(value) ? value : [value]) as unknown[];
                return key.startsWith('@') || key in (stated.get(element['@id']) ?? {}) || typeof values[0] === 'number'
                    ? []
                    : values
                          .filter(v => v !== null && (typeof (v as Json)['@id'] !== 'string' || bases.has((v as Json)['@id'] as string)))
                          .map(v => `${iri(element['@id'] as string)} <${NAMESPACES.sysml}${key}> ${object(v)} .`);
            })
        );
    return `${turtle}\n${lines.join('\n')}\n`;
}
