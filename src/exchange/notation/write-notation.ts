/**
 * Writes graphs as notation (contract: conversion 11.2, 11.3). Uses the source text of the graph where it still agrees with the statements,
 * and canonical notation elsewhere. Reads the result again and compares it with the graph; refuses a graph that the notation cannot express
 * instead of approximating it.
 */
import { nameOf } from '../../language/semantics/naming.js';
import { documentOf } from '../../language/semantics/text.js';
import type { Model } from '../../language/workspace/workspace.js';
import type { SourceDocument } from '../../language/workspace/document.js';
import { checkOlderNames } from '../reading/older.js';
import { addWords } from '../reading/full/words.js';
import { prevailingLineEnd } from '../formatter/format.js';
import { cannotConvert, ConversionError, type Graph, type GraphElement, type SourceLanguage } from '../graph.js';
import { Canonical } from './canonical.js';
import { Content, languageOf } from './content.js';
import { contradictionOf } from './contradictions.js';
import { takeIdsOf } from './counterparts.js';
import { declarationsAround, type Difference, differencesOf, RANKS } from './differences.js';
import { hasForeignIds, identityLines } from './identity.js';
import { Layout } from './layout.js';
import { libraryNode, resolveStubs } from './library-stubs.js';
import { assignPositions } from './positions.js';
import { spell } from './spelling.js';

/** Reads notation and builds its graph, with the options with which the original graph was built. */
export interface NotationReader {
    parse(...documents: readonly SourceDocument[]): Model;
    graphOf(model: Model): Graph;
    /** reports a warning: something was not written as the graph states it */
    warn?(message: string): void;
}

const NONE: ReadonlyMap<string, GraphElement> = new Map();

/** The maximum number of rounds in which only differing elements are rewritten, before the whole graph is. */
const MAX_ROUNDS = 12;

/**
 * Writes a graph as one text in the language of its roots. Roots of both languages are written as SysML, which can read much of KerML's
 * notation.
 * @throws ConversionError for a graph that the notation cannot express
 */
export function writeNotation(graph: Graph, reader: NotationReader): string {
    return explained(graph, () => {
        const { content, hasWords } = prepared(graph, reader);
        const languages = new Set(content.roots.map(languageOf));
        const language = languages.has('kerml') && languages.size === 1 ? 'kerml' : 'sysml';
        const [{ content: text }] = write(graph, { content, hasWords }, reader, [{ name: '<notation>', language, roots: content.roots }]);
        return text;
    });
}

/**
 * Writes a graph as the documents from which its roots were read, each in its language. If the graph does not name them, all roots of one
 * language form one document.
 * @throws ConversionError for a graph that the notation cannot express
 */
export function writeDocuments(graph: Graph, reader: NotationReader): readonly SourceDocument[] {
    return explained(graph, () => {
        const { content, hasWords } = prepared(graph, reader);
        const parts = new Map<string, Part & { readonly roots: GraphElement[] }>();
        for (const root of content.roots) {
            const language = languageOf(root);
            const name = fileNameOf(root.text('sysx:sourceDocument') ?? 'model', language);
            const part = parts.get(name) ?? { name, language, roots: [] };
            parts.set(name, part);
            part.roots.push(root);
        }
        return write(graph, { content, hasWords }, reader, [...parts.values()]);
    });
}

/** A file name with the extension of its language (KerML 10.2, SysML 2.2). */
function fileNameOf(name: string, language: SourceLanguage): string {
    return name.toLowerCase().endsWith(`.${language}`) ? name : `${name}.${language}`;
}

/** Runs a function. If it fails, throws the contradiction in the graph that explains the failure, if there is one. */
function explained<Result>(graph: Graph, make: () => Result): Result {
    try {
        return make();
    } catch (error) {
        throw error instanceof ConversionError ? (contradictionOf(graph) ?? error) : error;
    }
}

/** A text to write: the roots of one document, or all roots. */
interface Part {
    readonly name: string;
    readonly language: SourceLanguage;
    readonly roots: readonly GraphElement[];
}

interface Prepared {
    readonly content: Content;
    /** whether the graph states keywords of the notation */
    readonly hasWords: boolean;
}

/** Prepares a graph for writing: assigns positions, resolves stubs and adds missing keywords. */
function prepared(graph: Graph, reader: NotationReader): Prepared {
    const library = reader.parse({ name: '<nothing>', language: 'sysml', content: '' });
    assignPositions(graph);
    resolveStubs(graph, library, message => reader.warn?.(message));
    const hasWords = !addWords(graph);
    const content = new Content(graph, name => {
        // The name of an unnamed library element is its effective name.
        const node = libraryNode(library, name);
        return node && { name: nameOf(node), shortName: node.shortName, file: documentOf(node).name };
    });
    return { content, hasWords };
}

function write(graph: Graph, { content, hasWords }: Prepared, reader: NotationReader, parts: readonly Part[]): readonly SourceDocument[] {
    if (parts.some(({ language }) => language === 'sysml')) {
        checkOlderNames(graph);
    }
    const documentsOf = (texts: readonly string[]): readonly SourceDocument[] =>
        parts.map(({ name, language }, i) => ({ name, language, content: texts[i] }));
    // Keeps the last model, because the comparison parses the same texts as the last check of the spelling.
    let last: { readonly texts: readonly string[]; readonly model: Model } | undefined;
    const parse = (texts: readonly string[]): Model => {
        if (last?.texts.every((text, i) => text === texts[i]) !== true) {
            last = { texts, model: reader.parse(...documentsOf(texts)) };
        }
        return last.model;
    };
    const lineEndOf = ({ roots }: Part): string =>
        prevailingLineEnd(roots.map(r => `${r.text('sysx:sourceText') ?? ''}${r.text('sysx:sourceTail') ?? ''}`).join(''));
    const written = parts.map(part => ({ ...part, canonical: new Canonical(content, part.language), lineEnd: lineEndOf(part) }));

    const textsWith = (rewritten: ReadonlySet<GraphElement> | 'all', mayRename = false): readonly string[] => {
        const inPieces = written.map(({ canonical, lineEnd, language, roots }) => {
            const layout = new Layout(canonical, { rewritten, lineEnd, identityOf: e => identityLines(content, e, mayRename) });
            return { pieces: layout.piecesOf(roots), language };
        });
        return spell(inPieces, parse, content);
    };
    const differences = (texts: readonly string[], mayRename = false): readonly Difference[] | undefined => {
        const model = parse(texts);
        if (!model.documents.every(d => d.isWellFormed)) {
            return undefined;
        }
        const read = reader.graphOf(model);
        const renamed = mayRename ? takeIdsOf(graph, read) : NONE;
        if (renamed.size > 0) {
            const [id] = renamed.keys();
            const of = `${renamed.size} elements (${kindsOf([...renamed.values()])}; the first is ${id})`;
            reader.warn?.(
                `notation cannot declare the ids of ${of}: these elements, and those whose ids follow from theirs, have other ids in it`
            );
        }
        return differencesOf(graph, read, hasWords);
    };

    const isOfOneLanguage = ({ language, roots }: Part): boolean => roots.every(root => languageOf(root) === language);
    // With ids of another tool, every declaration needs an annotation that its source text does not have, so no source text can be used.
    const isForeign = hasForeignIds(content, graph);
    if (!isForeign && parts.every(isOfOneLanguage) && content.roots.some(root => root.has('sysx:sourceText'))) {
        const rewritten = new Set(graph.elements.filter(element => content.hasNoPlaceForAdded(element)));
        for (let round = 0; round < MAX_ROUNDS; round++) {
            const texts = textsWith(rewritten);
            const found = differences(texts);
            const charged = found === undefined ? [] : chargedElements(found, rewritten);
            if (charged.length === 0) {
                if (found?.every(isRedundant) === true) {
                    return documentsOf(texts);
                }
                break;
            }
            charged.forEach(element => rewritten.add(element));
        }
    }
    const mayRename = graph.wasFull || isForeign;
    const texts = textsWith('all', mayRename);
    const found = differences(texts, mayRename);
    if (found === undefined) {
        const broken = parse(texts).documents.findIndex(d => !d.isWellFormed);
        const [{ offset, message }] = parse(texts).documents[broken].syntaxErrors;
        const place = texts[broken].slice(Math.max(offset - 40, 0), offset + 20);
        const isMixed = isOfOneLanguage(parts[broken]) ? '' : '; its roots are of KerML and of SysML: write a file for each document';
        throw cannotConvert('the graph', `its notation would not parse: ${message} at "${place}"${isMixed}`);
    }
    const wrong = RANKS.flatMap(rank => found.filter(d => d.rank === rank && !isRedundant(d))).at(0);
    if (wrong !== undefined) {
        const { element, what } = wrong;
        throw cannotConvert(`the element ${element.text('qualifiedName') ?? element.id}`, `read from its notation it ${what}`);
    }
    const [redefined] = found.filter(d => d.isRedefined);
    if (redefined !== undefined) {
        const name = redefined.element.text('qualifiedName') ?? redefined.element.id;
        reader.warn?.(`names cannot refer to a feature that another one redefines at their place: ${name} ${redefined.what}`);
    }
    return documentsOf(texts);
}

/** The metaclasses of elements with their numbers, the most frequent first. */
function kindsOf(elements: readonly GraphElement[]): string {
    const counts = new Map<string, number>();
    elements.forEach(({ metaclass }) => counts.set(metaclass, (counts.get(metaclass) ?? 0) + 1));
    const kinds = [...counts].sort(([, a], [, b]) => b - a).map(([metaclass, count]) => `${count} ${metaclass}`);
    return [...kinds.slice(0, MAX_KINDS), ...(kinds.length > MAX_KINDS ? ['…'] : [])].join(', ');
}

/** The maximum number of metaclasses in a warning. */
const MAX_KINDS = 5;

const isRedundant = ({ rank }: Difference): boolean => rank === 'redundant';

/**
 * The elements to rewrite because of differences: for each difference, the innermost enclosing declaration that has a source text or is
 * missing. Considers only the first rank that has elements that are not yet rewritten; if there is none, the next declarations outwards.
 */
function chargedElements(differences: readonly Difference[], rewritten: ReadonlySet<GraphElement>): readonly GraphElement[] {
    const missing = new Set(differences.filter(d => d.isMissing).map(d => d.element));
    const owners = (element: GraphElement): readonly GraphElement[] =>
        [...declarationsAround(element)].filter(e => e.has('sysx:sourceText') || missing.has(e));
    for (const rank of RANKS) {
        const charged = differences.filter(d => d.rank === rank).flatMap(d => owners(d.element).slice(0, 1));
        const open = new Set(charged.filter(element => !rewritten.has(element)));
        if (open.size > 0) {
            // Omits an element inside another one: rewriting the outer one may change how names in the inner one resolve.
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
