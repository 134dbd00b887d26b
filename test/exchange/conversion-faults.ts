/** All that is to hold of conversions of any model (contract: conversion 10.3, 11.1, 11.4, 13.2), as findings; for tests. */
import { compactPieces, type Graph, GraphElement, wrapRoots, buildGraph } from '../../src/exchange/index.js';
import { convertModel } from '../../src/exchange/convert.js';
import { format } from '../../src/exchange/formatter/format.js';
import { isMetaclassName } from '../../src/language/semantics/metaclasses.js';
import { propertyOfMetaclass } from '../../src/exchange/metamodel/facts.js';
import { type SyntaxLanguage, tokensOf } from '../../src/language/syntax/index.js';
import { expanded, type Compact } from './compact.js';
import { brokenProperties, type Json } from './derived.js';
import { jsonOf, modelOf } from './models.js';
import { brokenRoundTripsOf } from './round-trips.js';

type Documents = readonly { readonly name: string; readonly language: SyntaxLanguage; readonly content: string }[];

type Property = (documents: Documents, idForm: 'qualified' | 'uuid') => readonly string[];

/** What is to hold, by what it is about. */
export const CONVERSION_PROPERTIES: Readonly<Record<string, Property>> = {
    'round trips': (documents, idForm) => brokenRoundTripsOf(documents, { idForm }),
    elements: (documents, idForm) => elementFaults(buildGraph(modelOf(documents), { idForm })),
    compact: (documents, idForm) => compactFaults(buildGraph(modelOf(documents), { idForm })),
    derived: (documents, idForm) => {
        const { content, error } = convertModel(modelOf(documents), { to: 'api-json', derived: true, idForm });
        return content === undefined ? [`cannot be made: ${error}`] : brokenProperties(JSON.parse(content) as Json[]);
    },
    format: documents => documents.flatMap(({ language, content }) => layoutFaults(content, language))
};

/** Those that do not depend on the form of ids. */
const OF_ONE_FORM: ReadonlySet<string> = new Set(['derived', 'format']);

/** What does not hold of a model, each with the property in front. */
export function conversionFaults(documents: Documents, properties = Object.keys(CONVERSION_PROPERTIES)): string[] {
    return properties.flatMap(name => {
        const forms = OF_ONE_FORM.has(name) ? (['qualified'] as const) : (['qualified', 'uuid'] as const);
        return forms.flatMap(idForm => faultsIn(name, () => CONVERSION_PROPERTIES[name](documents, idForm)));
    });
}

function faultsIn(property: string, find: () => readonly string[]): string[] {
    try {
        return find().map(fault => `${property}: ${fault}`);
    } catch (error) {
        return [`${property}: throws ${error instanceof Error ? error.message : String(error)}`];
    }
}

/** Properties that the metaclass has not, or has with another number of values; references that lead nowhere. */
function elementFaults(graph: Graph): string[] {
    const known = new Set(graph.elements);
    const keys = new Set(graph.elements.map(e => e.key));
    const faults = keys.size === graph.elements.length ? [] : ['two elements have one id'];
    for (const element of graph.elements) {
        for (const property of element.properties) {
            const facts = isMetaclassName(element.metaclass) ? propertyOfMetaclass(element.metaclass, property) : undefined;
            const values = element.all(property);
            if (facts !== undefined && !facts.isMany && values.length > 1) {
                faults.push(`${element.metaclass}.${property} has ${values.length} values`);
            }
            for (const value of values) {
                // the membership of a root is an element in the array alone
                if (value instanceof GraphElement && !known.has(value) && property !== 'importedMembership') {
                    faults.push(`${element.metaclass}.${property} leads to ${value.key}, which is not there`);
                }
            }
        }
    }
    return faults;
}

function compactFaults(graph: Graph): string[] {
    const array = JSON.stringify(sorted(JSON.parse(jsonOf(graph)) as Json[]));
    const compact = JSON.parse([...compactPieces(graph, wrapRoots(graph))].join('')) as Compact;
    return JSON.stringify(sorted(expanded(compact) as Json[])) === array ? [] : ['expands to something else'];
}

const sorted = (elements: readonly Json[]): Json[] =>
    elements.map(e => Object.fromEntries(Object.entries(e).sort(([a], [b]) => (a < b ? -1 : 1))));

function layoutFaults(text: string, language: SyntaxLanguage): string[] {
    const once = format(text);
    const tokens = (of: string): string =>
        tokensOf(of, language)
            .join('\n')
            .replace(/[ \t]*\r?\n[ \t]*/g, '\n');
    return [...(tokens(once) === tokens(text) ? [] : ['changes tokens']), ...(format(once) === once ? [] : ['is no fixed point'])];
}
