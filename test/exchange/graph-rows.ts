/** Graphs without a model, as rows: elements by id, with their metaclass and what they state. */
import { GraphElement, type Value } from '../../src/exchange/graph.js';

/** Elements by id: their metaclass and what they state, `#x` for the element `x`, `true` and `false` for flags, digits for integers. */
export type Rows = Readonly<Record<string, readonly [metaclass: string, stated?: Readonly<Record<string, string>>]>>;

/** An element that no document contains. */
export const elsewhere = new GraphElement('elsewhere', 'Package');

export function graphOf(rows: Rows): Map<string, GraphElement> {
    const graph = new Map(Object.entries(rows).map(([id, [metaclass]]) => [id, new GraphElement(id, metaclass)]));
    const valueOf = (text: string): Value =>
        text.startsWith('#')
            ? (graph.get(text.slice(1)) ?? elsewhere)
            : /^(true|false)$/.test(text)
              ? text === 'true'
              : /^\d+$/.test(text)
                ? Number(text)
                : text;
    for (const [id, [, stated = {}]] of Object.entries(rows)) {
        for (const [property, texts] of Object.entries(stated)) {
            texts.split(' ').forEach(text => graph.get(id)!.add(property, valueOf(text)));
        }
    }
    return graph;
}

export const elementsOf = (rows: Rows): GraphElement[] => [...graphOf(rows).values()];

export const idOf = (value: Value | undefined): string =>
    value instanceof GraphElement ? `#${value.id}` : typeof value === 'object' ? value.text : String(value);
export const idsOf = (values: readonly Value[]): string => values.map(idOf).join(' ');

/** What an element states, in the form of {@link Rows}. */
export const statements = (element: GraphElement): Record<string, string> =>
    Object.fromEntries(element.properties.map((property, at) => [property, idsOf(element.valuesAt(at))]));
