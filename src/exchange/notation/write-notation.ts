/**
 * Graphs as notation (contract: conversion 11.2, 11.3). The source text that a graph carries stands where it says what the graph says;
 * whatever differs is written canonically. What comes out is read again and compared with the graph: a graph that the notation cannot say
 * is refused, never approximated.
 */
import { nameOf } from '../../language/semantics/naming.js';
import type { Model } from '../../language/workspace/workspace.js';
import type { SourceDocument } from '../../language/workspace/document.js';
import { checkOlderNames } from '../reading/older.js';
import { addWords } from '../reading/full/words.js';
import { prevailingLineEnd } from '../formatter/format.js';
import { cannotConvert, type Graph, type GraphElement } from '../graph.js';
import { Canonical } from './canonical.js';
import { Content, languageOf } from './content.js';
import { type Difference, differencesOf } from './differences.js';
import { identityLines } from './identity.js';
import { Layout } from './layout.js';
import { libraryNode, settleStubs } from './library-stubs.js';
import { spell } from './spelling.js';

/** How a model is read and becomes a graph again: with the options that the graph was made with. */
export interface NotationReader {
    parse(document: SourceDocument): Model;
    graphOf(model: Model): Graph;
    /** is told what was taken for something else than the graph says */
    warn?(message: string): void;
}

/** Times that differing elements are rewritten before everything is. */
const MAX_ROUNDS = 8;

/**
 * The notation of a graph, in the language that its roots were read from.
 * @throws ConversionError for what the notation cannot say
 */
export function writeNotation(graph: Graph, reader: NotationReader): string {
    const library = reader.parse({ name: '<nothing>', language: 'sysml', content: '' });
    settleStubs(graph, library, message => reader.warn?.(message));
    const hasWords = !addWords(graph);
    const content = new Content(graph, name => {
        // an unnamed element of the library takes its name from what it redefines
        const node = libraryNode(library, name);
        return node === undefined ? undefined : nameOf(node);
    });
    const languages = new Set(content.roots.map(languageOf));
    const language = languages.has('kerml') && languages.size === 1 ? 'kerml' : 'sysml';
    if (language === 'sysml') {
        checkOlderNames(graph);
    }
    const canonical = new Canonical(content, language);
    const parse = (text: string): Model => reader.parse({ name: '<notation>', language, content: text });
    const source = content.roots.map(r => `${r.text('sysx:sourceText') ?? ''}${r.text('sysx:sourceTail') ?? ''}`).join('');
    const lineEnd = prevailingLineEnd(source);

    const textWith = (keepsText: (element: GraphElement) => boolean): string => {
        const layout = new Layout(canonical, { keepsText, lineEnd, identityOf: e => identityLines(content, e) });
        const pieces = content.roots.flatMap(root => [...layout.stretches(root, 0)].flatMap(s => s.pieces));
        return spell(pieces, language, parse, content);
    };
    const differences = (text: string): readonly Difference[] | undefined => {
        const model = parse(text);
        return model.documents[0].isWellFormed ? differencesOf(graph, reader.graphOf(model), hasWords) : undefined;
    };

    if (languages.size <= 1 && content.roots.every(root => root.has('sysx:sourceText'))) {
        const rewritten = new Set<GraphElement>();
        for (let round = 0; round < MAX_ROUNDS; round++) {
            const text = textWith(element => !rewritten.has(element));
            const found = differences(text);
            if (found?.length === 0) {
                return text;
            }
            const before = rewritten.size;
            found?.forEach(({ element }) => addTextOwner(rewritten, element));
            if (rewritten.size === before) {
                break;
            }
        }
    }
    const text = textWith(() => false);
    const found = differences(text);
    if (found === undefined) {
        const [{ offset, message }] = parse(text).documents[0].syntaxErrors;
        throw cannotConvert(
            'the graph',
            `its notation would not parse: ${message} at "${text.slice(Math.max(offset - 40, 0), offset + 20)}"`
        );
    }
    if (found.length > 0) {
        const [{ element, what }] = found;
        throw cannotConvert(`the element ${element.text('qualifiedName') ?? element.id}`, `read from its notation it ${what}`);
    }
    return text;
}

/** Charges a difference to the nearest element that has text of its own. */
function addTextOwner(rewritten: Set<GraphElement>, element: GraphElement): void {
    const seen = new Set<GraphElement>();
    let at: GraphElement | undefined = element;
    while (at !== undefined && !seen.has(at)) {
        seen.add(at);
        if (at.has('sysx:memberIndex') && at.base === 'element' && at.has('sysx:sourceText') && !rewritten.has(at)) {
            rewritten.add(at);
            return;
        }
        at = at.element('owner') ?? at.element('owningRelatedElement') ?? at.element('owningNamespace');
    }
}
