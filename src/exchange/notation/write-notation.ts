/**
 * Graphs as notation (contract: conversion 11.2, 11.3). The source text that a graph carries stands where it says what the graph says;
 * whatever differs is written canonically. What comes out is read again and compared with the graph: a graph that the notation cannot say
 * is refused, never approximated.
 */
import { nameOf } from '../../language/semantics/naming.js';
import { documentOf } from '../../language/semantics/text.js';
import type { Model } from '../../language/workspace/workspace.js';
import type { SourceDocument } from '../../language/workspace/document.js';
import { checkOlderNames } from '../reading/older.js';
import { addWords } from '../reading/full/words.js';
import { prevailingLineEnd } from '../formatter/format.js';
import { cannotConvert, ConversionError, type Graph, type GraphElement } from '../graph.js';
import { Canonical } from './canonical.js';
import { Content, languageOf } from './content.js';
import { contradictionOf } from './contradictions.js';
import { takeIdsOf } from './counterparts.js';
import { declarationsAround, type Difference, differencesOf, RANKS } from './differences.js';
import { identityLines } from './identity.js';
import { Layout } from './layout.js';
import { libraryNode, resolveStubs } from './library-stubs.js';
import { assignPositions } from './positions.js';
import { spell } from './spelling.js';

/** How a model is read and becomes a graph again: with the options that the graph was made with. */
export interface NotationReader {
    parse(document: SourceDocument): Model;
    graphOf(model: Model): Graph;
    /** is called with what was taken for something else than the graph says */
    warn?(message: string): void;
}

const NONE: ReadonlyMap<string, GraphElement> = new Map();

/** Times that differing elements are rewritten before everything is. */
const MAX_ROUNDS = 12;

/**
 * The notation of a graph, in the language that its roots were read from.
 * @throws ConversionError for what the notation cannot say
 */
export function writeNotation(graph: Graph, reader: NotationReader): string {
    try {
        return write(graph, reader);
    } catch (error) {
        throw error instanceof ConversionError ? (contradictionOf(graph) ?? error) : error;
    }
}

function write(graph: Graph, reader: NotationReader): string {
    const library = reader.parse({ name: '<nothing>', language: 'sysml', content: '' });
    assignPositions(graph);
    resolveStubs(graph, library, message => reader.warn?.(message));
    const hasWords = !addWords(graph);
    const content = new Content(graph, name => {
        // an unnamed element of the library takes its name from what it redefines
        const node = libraryNode(library, name);
        return node && { name: nameOf(node), shortName: node.shortName, file: documentOf(node).name };
    });
    const languages = new Set(content.roots.map(languageOf));
    const language = languages.has('kerml') && languages.size === 1 ? 'kerml' : 'sysml';
    if (language === 'sysml') {
        checkOlderNames(graph);
    }
    const canonical = new Canonical(content, language);
    // names are found again in the text that spelling ends with
    let last: { readonly text: string; readonly model: Model } | undefined;
    const parse = (text: string): Model => {
        if (last?.text !== text) {
            last = { text, model: reader.parse({ name: '<notation>', language, content: text }) };
        }
        return last.model;
    };
    const source = content.roots.map(r => `${r.text('sysx:sourceText') ?? ''}${r.text('sysx:sourceTail') ?? ''}`).join('');
    const lineEnd = prevailingLineEnd(source);

    const textWith = (rewritten: ReadonlySet<GraphElement> | 'all'): string => {
        const layout = new Layout(canonical, { rewritten, lineEnd, identityOf: e => identityLines(content, e) });
        return spell(layout.piecesOf(content.roots), language, parse, content);
    };
    const differences = (text: string, mayRename = false): readonly Difference[] | undefined => {
        const model = parse(text);
        if (!model.documents[0].isWellFormed) {
            return undefined;
        }
        const read = reader.graphOf(model);
        const renamed = mayRename ? takeIdsOf(graph, read) : NONE;
        if (renamed.size > 0) {
            const [id] = renamed.keys();
            reader.warn?.(`notation declares no ids of ${renamed.size} elements (${id} …): read again, they have others`);
        }
        return differencesOf(graph, read, hasWords);
    };

    if (languages.size <= 1 && content.roots.some(root => root.has('sysx:sourceText'))) {
        const rewritten = new Set(graph.elements.filter(element => content.hasNoPlaceForAdded(element)));
        for (let round = 0; round < MAX_ROUNDS; round++) {
            const text = textWith(rewritten);
            const found = differences(text);
            const charged = found === undefined ? [] : chargedElements(found, rewritten);
            if (charged.length === 0) {
                if (found?.every(isRedundant) === true) {
                    return text;
                }
                break;
            }
            charged.forEach(element => rewritten.add(element));
        }
    }
    const text = textWith('all');
    const found = differences(text, graph.wasFull);
    if (found === undefined) {
        const [{ offset, message }] = parse(text).documents[0].syntaxErrors;
        throw cannotConvert(
            'the graph',
            `its notation would not parse: ${message} at "${text.slice(Math.max(offset - 40, 0), offset + 20)}"`
        );
    }
    const wrong = RANKS.flatMap(rank => found.filter(d => d.rank === rank && !isRedundant(d))).at(0);
    if (wrong !== undefined) {
        const { element, what } = wrong;
        throw cannotConvert(`the element ${element.text('qualifiedName') ?? element.id}`, `read from its notation it ${what}`);
    }
    const [redefined] = found.filter(d => d.isRedefined);
    if (redefined !== undefined) {
        const name = redefined.element.text('qualifiedName') ?? redefined.element.id;
        reader.warn?.(`no name of the notation leads to a feature that another one redefines there: ${name} ${redefined.what}`);
    }
    return text;
}

const isRedundant = ({ rank }: Difference): boolean => rank === 'redundant';

/**
 * The elements that are to be rewritten for differences: those whose own they are, each the nearest one with a text, or without any if
 * nothing stands for it yet. Only when these are rewritten, those of which differences follow otherwise, then the next ones outwards.
 */
function chargedElements(differences: readonly Difference[], rewritten: ReadonlySet<GraphElement>): readonly GraphElement[] {
    const missing = new Set(differences.filter(d => d.isMissing).map(d => d.element));
    const owners = (element: GraphElement): readonly GraphElement[] =>
        [...declarationsAround(element)].filter(e => e.has('sysx:sourceText') || missing.has(e));
    for (const rank of RANKS) {
        const charged = differences.filter(d => d.rank === rank).flatMap(d => owners(d.element).slice(0, 1));
        const open = new Set(charged.filter(element => !rewritten.has(element)));
        if (open.size > 0) {
            // what is around an element decides what its words lead to
            return [...open].filter(element => ![...declarationsAround(element)].slice(1).some(around => open.has(around)));
        }
    }
    return differences
        .filter(d => !isRedundant(d))
        .flatMap(d =>
            owners(d.element)
                .filter(e => !rewritten.has(e))
                .slice(0, 1)
        );
}
