/** Writes graphs in the compact form `api-json-compact/1` (contract: conversion 10), which is never read. Depends on the spelling only. */
import { type Graph, GraphElement, NumberText, type Value } from '../graph.js';
import { propertyOfMetaclass } from '../metamodel/facts.js';
import { isArray, isNamed, scalarOf } from './writer.js';
import { referenceId } from './values.js';
import { isOfMembership, type Wrapping } from './wrapper.js';

/** The name of the form in its own header. */
export const COMPACT_FORMAT = 'api-json-compact/1';

/** Options for the compact form. */
export interface CompactOptions {
    /** omits derived properties */
    readonly omitDerived?: boolean;
    /** derived properties to keep anyway */
    readonly keep?: ReadonlySet<string>;
}

type Members = readonly (readonly [string, readonly Value[]])[];

/** The number of characters after which text is passed on. */
const CHUNK = 1 << 16;

/** A graph in the compact form, in pieces. */
export function* compactPieces(graph: Graph, wrapping: Wrapping, options: CompactOptions = {}): Generator<string, void, undefined> {
    const elements = [...wrapping.elements, ...graph.elements];
    const table = new HandleTable(elements);
    const membersOf = (element: GraphElement): Members => selected(element, wrapping, options);
    const elementIdsAreIds = elements.length > 0 && elements.every(e => e.get('elementId') === e.key);
    const keys = new ReferenceKeys();
    for (const element of elements) {
        for (const [property, values] of membersOf(element)) {
            for (const value of values) {
                keys.note(property, value);
                if (value instanceof GraphElement) {
                    table.handleOf(referenceId(element, value));
                }
            }
        }
    }
    const referenceKeys = keys.sorted();
    yield `{"format":"${COMPACT_FORMAT}","ids":${JSON.stringify(table.ids)},"elementCount":${elements.length}`;
    yield `${elementIdsAreIds ? ',"elementIdsAreIds":true' : ''},"referenceKeys":${JSON.stringify(referenceKeys)},"elements":[`;
    const bare = new Set(referenceKeys);
    let text = '';
    for (const [i, element] of elements.entries()) {
        text += `${i === 0 ? '' : ','}{"@type":${JSON.stringify(element.metaclass)}`;
        for (const [property, values] of membersOf(element)) {
            if (elementIdsAreIds && property === 'elementId') {
                continue;
            }
            const spell = (value: Value): string =>
                value instanceof GraphElement
                    ? bare.has(property)
                        ? `${table.handleOf(referenceId(element, value))}`
                        : `{"@id":${table.handleOf(referenceId(element, value))}}`
                    : typeof value === 'string' && isNamed(element.metaclass, property)
                      ? `{"@ref":${JSON.stringify(value)}}`
                      : scalarOf(element, value);
            const isList = isArray(element.metaclass, property, values);
            text += `,${JSON.stringify(property)}:${isList ? `[${values.map(spell).join(',')}]` : spell(values[0])}`;
        }
        text += '}';
        if (text.length > CHUNK) {
            yield text;
            text = '';
        }
    }
    yield `${text}]}\n`;
}

/**
 * The properties of an element to write. Options may omit derived properties, except those in `keep` and those that the metamodel does not
 * declare (10.4).
 */
function selected(element: GraphElement, { ownerships }: Wrapping, { omitDerived = false, keep }: CompactOptions): Members {
    const members: (readonly [string, readonly Value[]])[] = [];
    const add = (property: string, values: readonly Value[]): void => {
        if (!omitDerived || keep?.has(property) === true || propertyOfMetaclass(element.metaclass, property)?.isDerived !== true) {
            members.push([property, values]);
        }
    };
    const own = ownerships.get(element);
    own?.forEach(([property, value]) => add(property, [value]));
    element.properties.forEach((property, at) => {
        if (own === undefined || !isOfMembership(element, property)) {
            add(property, element.valuesAt(at));
        }
    });
    return members;
}

/**
 * The ids of the written elements in order, then the ids of other referenced elements in the order of their first reference. Each id occurs
 * once.
 */
class HandleTable {
    readonly ids: string[];
    private readonly handles = new Map<string, number>();

    constructor(elements: readonly GraphElement[]) {
        this.ids = elements.map(e => e.key);
        this.ids.forEach((id, i) => this.handles.has(id) || this.handles.set(id, i));
    }

    handleOf(key: string): number {
        let handle = this.handles.get(key);
        if (handle === undefined) {
            handle = this.ids.push(key) - 1;
            this.handles.set(key, handle);
        }
        return handle;
    }
}

/** Finds the keys that have references as values and never numbers. */
class ReferenceKeys {
    private readonly references = new Set<string>();
    private readonly numbers = new Set<string>();

    note(property: string, value: Value): void {
        if (value instanceof GraphElement) {
            this.references.add(property);
        } else if (typeof value === 'number' || value instanceof NumberText) {
            this.numbers.add(property);
        }
    }

    sorted(): string[] {
        return [...this.references].filter(key => !this.numbers.has(key)).sort();
    }
}
