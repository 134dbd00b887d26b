/** Models as graphs for tests. */
import {
    buildGraph,
    type BuildOptions,
    elementPieces,
    type Graph,
    type GraphElement,
    readElements as read,
    wrapRoots,
    writeTurtle
} from '../../src/exchange/index.js';
import type { SourceDocument } from '../../src/language/workspace/document.js';
import { type Model, Workspace } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';

import { libraryById } from '../../src/exchange/notation/library-ids.js';

let workspace: Workspace | undefined;

const library = libraryById(() => modelOf([{ content: '' }]));

/** The graph of a document that may refer to the library without explaining it. */
export const readElements = (text: string): Graph => read([text], library);

export function modelOf(documents: readonly (Partial<SourceDocument> & { content: string })[]): Model {
    workspace ??= new Workspace({ library: testLibrary(), analysis: 'never' });
    return workspace.parseOnly(documents.map((d, i) => ({ name: `m${i}.sysml`, language: 'sysml' as const, ...d })));
}

export function graphOf(content: string, language: 'sysml' | 'kerml' = 'sysml', options: BuildOptions = {}): Graph {
    const model = modelOf([{ content, language }]);
    const [error] = model.documents[0].syntaxErrors;
    if (error !== undefined) {
        throw new Error(`${error.message} in ${content.slice(error.offset, error.offset + 40)}`);
    }
    return buildGraph(model, options);
}

export const turtleOf = (content: string): string => writeTurtle(graphOf(content));
export const jsonOf = (graph: Graph): string => [...elementPieces(graph, wrapRoots(graph))].join('');

/** The element of an id. */
export function element(graph: Graph, id: string): GraphElement {
    const found = graph.elements.find(e => e.key === id);
    if (found === undefined) {
        throw new Error(`no ${id} among ${graph.elements.map(e => e.key).join(' ')}`);
    }
    return found;
}

/** What an element states, source text and places aside, as `property value value`; references as `@id`. */
export function statements(graph: Graph, id: string): string[] {
    const found = element(graph, id);
    return [
        found.metaclass,
        ...found.properties
            .filter(p => !/^sysx:source(?:Text|Tail|Line|Column|EndLine|EndColumn)$/.test(p))
            .map((property, i) => [property, i] as const)
            .map(([property]) => `${property} ${found.all(property).map(shown).join(' ')}`)
    ];
}

function shown(value: unknown): string {
    if (typeof value === 'object' && value !== null) {
        const { key, text, datatype } = value as { key?: string; text?: string; datatype?: string };
        return key !== undefined ? `@${key}` : datatype !== undefined ? `${text}^${datatype}` : `\`${text}\``;
    }
    return String(value);
}
