/**
 * Converts a model, or a text in one format, to a text in another (contract: conversion 1). A conversion either covers the whole model or
 * returns `error`; it never returns a part of the model. Does not depend on wire messages or files.
 */
import { isStackOverflow } from '../language/overflow.js';
import type { Diagnostic } from '../language/workspace/diagnostics.js';
import type { Document, SourceDocument } from '../language/workspace/document.js';
import { documentOf } from '../language/semantics/text.js';
import type { Model } from '../language/workspace/workspace.js';
import { buildGraph, buildInParts, type BuildOptions } from './builder/build-graph.js';
import { writeDerived } from './derived/writer.js';
import type { Format } from './formats.js';
import { format } from './formatter/format.js';
import { ConversionError, type Graph } from './graph.js';
import { compactPieces, type CompactOptions } from './json/compact.js';
import type { TextPieces } from './json/bytes.js';
import { readElements, readStated } from './json/reader.js';
import { sourceInJson } from './json/source.js';
import { type Wrapping, wrapRoots } from './json/wrapper.js';
import { elementPieces } from './json/writer.js';
import { qualifiedSegments } from './ids.js';
import { standardFile } from './normative.js';
import { libraryById } from './notation/library-ids.js';
import { type NotationReader, writeDocuments, writeNotation } from './notation/write-notation.js';
import { MAX_TEXT, ReadingError } from './reading/failure.js';
import { readTurtle } from './turtle/reader.js';
import type { CarriedSource } from './reading/carried-source.js';
import type { LibraryById } from './reading/library-elements.js';
import { readXmi2, type Xmi2File } from './xmi2/reader.js';
import { isStoredForm, xmi2FileOf } from './xmi2/stored.js';
import { type FileOf, xmi2Pieces } from './xmi2/writer.js';
import { carriedSource, SameStatements } from './turtle/source.js';
import { turtlePieces, TurtleWriter } from './turtle/writer.js';

export { abstractSyntaxOf, type SyntaxLine } from './abstract-syntax.js';
export { propertyOfMetaclass } from './metamodel/facts.js';

export interface ConvertOptions extends BuildOptions {
    readonly to: Format;
    /** writes the compact form instead of the element array */
    readonly compact?: CompactOptions;
    /** api-json only: writes all properties of the metamodel, including the derived ones */
    readonly derived?: boolean;
    /** notation to notation only: formats text with syntax errors, too */
    readonly toleratesSyntaxErrors?: boolean;
}

/** The result of a conversion: the text, or the reason why there is none. */
export interface Conversion<Content = string> {
    readonly content?: Content;
    readonly error?: string;
    readonly diagnostics: readonly Diagnostic[];
}

/** A text to convert. Only notation has a language. */
export interface ConvertSource {
    readonly name: string;
    /** bytes are for the API's JSON only, which may be longer than the longest string */
    readonly content: string | TextPieces;
    /** XMI and the API's JSON only: the other files of the same model; the files refer to each other by ids */
    readonly others?: readonly { readonly name: string; readonly content: string }[];
    readonly from: Format;
    readonly language?: SourceDocument['language'];
    /** the maximum number of characters of a graph's text; {@link MAX_TEXT} by default */
    readonly limit?: number;
}

/** Parses documents of notation as one separate model. */
export type ParseDocument = (...documents: readonly SourceDocument[]) => Model;

/**
 * Converts a text of one format to another one.
 * @param parse parses the notation of the source, or the notation that was written, to verify it
 * @returns the text, or `error` with the fault of the source and its place; warnings as diagnostics
 */
export function convertText(source: ConvertSource, options: ConvertOptions, parse: ParseDocument): Conversion {
    const { name, content, from } = source;
    if (from === 'sysml' && typeof content === 'string') {
        return convertModel(parse({ name, language: source.language ?? 'sysml', content }), options);
    }
    return read(source, (files, warn) => {
        switch (from) {
            case 'xmi2':
                return ofXmi2(textsOf(files), options, parse, warn);
            case 'ttl':
                return ofTurtle(textsOf(files)[0].content, options, parse, warn);
            default: {
                const texts = files.map(f => f.content);
                return ofElements(texts, options, parse, warn);
            }
        }
    });
}

/**
 * Converts a graph's text to documents of notation. Restores the documents that the graph was made from, each in its language; a graph that
 * does not record its documents becomes one document for each language.
 */
export function convertToDocuments(source: ConvertSource, parse: ParseDocument): Conversion<readonly SourceDocument[]> {
    return read(source, (files, warn) => {
        const graph =
            source.from === 'ttl'
                ? readTurtle(textsOf(files)[0].content)
                : readElements(elementTexts(source.from, files), libraryOf(parse));
        warnOfDisagreements(graph, warn);
        return writeDocuments(graph, notationReader(graph, parse, warn));
    });
}

type GraphFile = Pick<ConvertSource, 'name' | 'content'>;

/** Calls `make` with the files of a graph and collects its warnings. */
function read<C>(
    { name, content, others = [], limit = MAX_TEXT }: ConvertSource,
    make: (files: readonly GraphFile[], warn: Warn) => C
): Conversion<C> {
    if (typeof content === 'string' && content.length > limit) {
        return { error: `cannot convert ${name}: it has ${content.length} characters, but at most ${limit} are read`, diagnostics: [] };
    }
    const warnings: Diagnostic[] = [];
    const warn = (message: string): void =>
        void warnings.push({ severity: 'warning', message, code: 'library-element', span: wholeOf(name) });
    return attempt(name, () => make([{ name, content }, ...others], warn), warnings);
}

/** The files that are strings; only the element form may come as bytes. */
function textsOf(files: readonly GraphFile[]): readonly Xmi2File[] {
    return files.flatMap(({ name, content }) => (typeof content === 'string' ? [{ name, content }] : []));
}

/** The files in the element form. XMI is converted to it first. */
function elementTexts(from: Format, files: readonly GraphFile[]): readonly (string | TextPieces)[] {
    return from === 'xmi2' ? [storedAsElements(readXmi2(textsOf(files)))] : files.map(f => f.content);
}

function ofXmi2(files: readonly Xmi2File[], options: ConvertOptions, parse: ParseDocument, warn: Warn): string {
    const stored = readXmi2(files);
    if (options.to === 'xmi2') {
        return joined(xmi2Pieces(stored.elements, filesOf(libraryOf(parse))));
    }
    const json = storedAsElements(stored);
    return options.to === 'api-json' ? json : ofGraph(readElements([json], libraryOf(parse)), options, parse, warn);
}

const storedAsElements = (stored: Graph): string => [...elementPieces(stored, NO_WRAPPING)].join('');

function ofTurtle(content: string, options: ConvertOptions, parse: ParseDocument, warn: Warn): string {
    const unchanged = options.to === 'sysml' ? unchangedTurtle(content, parse) : undefined;
    return unchanged ?? ofGraph(readTurtle(content), options, parse, warn);
}

function ofElements(files: readonly (string | TextPieces)[], options: ConvertOptions, parse: ParseDocument, warn: Warn): string {
    if (options.to === 'xmi2') {
        const stated = readStated(files);
        if (isStoredForm(stated)) {
            return joined(xmi2Pieces(stated, filesOf(libraryOf(parse))));
        }
    }
    const [text] = files;
    const mayBeUnchanged = options.to === 'sysml' && files.length === 1 && typeof text === 'string';
    return (
        (mayBeUnchanged ? unchangedJson(text, parse) : undefined) ?? ofGraph(readElements(files, libraryOf(parse)), options, parse, warn)
    );
}

/**
 * Converts a model. To notation, formats the text of the first document; to another format, converts the model, which must have no syntax
 * errors.
 * @returns the text, or `error` with one line for each document with syntax errors; never a part of the model
 */
export function convertModel(model: Model, options: ConvertOptions): Conversion {
    const broken = model.documents.filter(d => !d.isWellFormed);
    const diagnostics = broken.flatMap(syntaxDiagnostics);
    if (options.to === 'sysml' && (broken.length === 0 || options.toleratesSyntaxErrors === true)) {
        return { content: format(model.documents[0].text), diagnostics };
    }
    if (broken.length > 0) {
        return { error: broken.map(syntaxReport).join('\n'), diagnostics };
    }
    return attempt(model.documents[0].name, () => {
        if (options.to === 'ttl') {
            const text = new LimitedText();
            writeModel(model, options, writer => text.add(writer.take()));
            return text.pieces.join('');
        }
        if (options.to === 'xmi2') {
            return joined(xmi2OfModel(model, options.documents));
        }
        return options.derived === true ? derivedText(model, options) : joined(written(buildGraph(model, options), options));
    });
}

/**
 * {@link convertModel} for callers that write bytes: passes on the text as UTF-8 in pieces, in order, without a limit of length.
 * @param take takes a piece and must not keep it, because its memory is reused after the call; may get some pieces of a model that then
 * turns out not to be convertible
 * @returns `true` as the content when the model was converted
 */
export function convertModelTo(model: Model, options: ConvertOptions, take: (piece: Uint8Array) => void): Conversion<true> {
    const { to, derived } = options;
    if ((to === 'ttl' || (to === 'api-json' && derived === true)) && model.documents.every(d => d.isWellFormed)) {
        return attempt(model.documents[0].name, () => {
            if (to === 'ttl') {
                writeModel(model, options, writer => writer.handTo(take));
            } else {
                writeDerived(model, options, text => text.handTo(take));
            }
            return true;
        });
    }
    const { content, ...rest } = convertModel(model, options);
    if (content === undefined) {
        return rest;
    }
    take(new TextEncoder().encode(content));
    return { ...rest, content: true };
}

const NOTHING: SourceDocument = { name: '<nothing>', language: 'sysml', content: '' };

type Warn = (message: string) => void;

const libraryOf = (parse: ParseDocument): LibraryById => libraryById(() => parse(NOTHING));

function warnOfDisagreements({ disagreements, cutRoots }: Graph, warn: Warn): void {
    if (cutRoots.length > 0) {
        const [first] = cutRoots;
        const rest = cutRoots.length === 1 ? 'which is read as a root' : `and of ${cutRoots.length - 1} more, which are read as roots`;
        warn(`the document does not contain the owner of ${first.text('declaredName') ?? first.key}, ${rest}`);
    }
    if (disagreements.length > 0) {
        const [{ element, property }] = disagreements;
        const rest = disagreements.length === 1 ? '' : `, and ${disagreements.length - 1} more`;
        const name = element.text('qualifiedName') ?? element.text('declaredName') ?? element.key;
        warn(`derived values contradict the stored values, which are read instead: ${property} of ${name}${rest}`);
    }
}

function ofGraph(graph: Graph, options: ConvertOptions, parse: ParseDocument, warn: Warn): string {
    warnOfDisagreements(graph, warn);
    if (options.to === 'sysml') {
        return writeNotation(graph, notationReader(graph, parse, warn));
    }
    return joined(options.to === 'xmi2' ? xmi2OfGraph(graph, parse, warn) : written(graph, options));
}

/** The elements include their root namespaces, which need no wrapping. */
const NO_WRAPPING: Wrapping = { elements: [], ownerships: new Map() };

/** The XMI of a sparse graph. Writes the graph as notation and converts the parsed model. */
function xmi2OfGraph(graph: Graph, parse: ParseDocument, warn: Warn): Iterable<string> {
    return xmi2OfModel(parse(...writeDocuments(graph, notationReader(graph, parse, warn))));
}

/** Finds the file of the standard's own XMI that declares an element of the standard library. */
function filesOf(library: LibraryById): FileOf {
    return id => {
        const known = library(id);
        const name = known?.qualifiedName ?? (known?.memberId === undefined ? undefined : library(known.memberId)?.qualifiedName);
        return name === undefined ? undefined : standardFile(qualifiedSegments(name)[0].name);
    };
}

/**
 * The XMI of a model: the stored properties of the standard's element form. References to elements of other documents of the model refer to
 * the XMI files of these documents, by relative paths.
 */
function xmi2OfModel(model: Model, documents: readonly string[] = []): Iterable<string> {
    const pieces: Uint8Array[] = [];
    const { elements, memberships } = writeDerived(model, { idForm: 'uuid', documents }, text => pieces.push(text.takeBytes())).known;
    const others = new Map<string, string>();
    for (const [node, { id }] of documents.length === 0 ? [] : [...elements, ...memberships]) {
        const { name } = documentOf(node);
        if (model.documents.some(d => d.name === name)) {
            others.set(id, xmi2FileOf(name, documents[0]));
        }
    }
    const ofLibrary = filesOf(libraryById(() => model));
    return xmi2Pieces(readStated([pieces]), id => others.get(id) ?? ofLibrary(id));
}

/** Builds the graph of notation with the same form of ids as a graph that was read, so that the two can be compared. */
function notationReader(graph: Graph, parse: ParseDocument, warn: (message: string) => void): NotationReader {
    return { parse, warn, graphOf: model => buildGraph(model, graph.uuidRoots.size > 0 ? { idForm: 'uuid' } : {}) };
}

/**
 * The source text in a Turtle text, if the graph was not edited: the Turtle of that source text must state the same. This is faster than to
 * read the graph, write it as notation and verify the result (contract: conversion 11.2).
 */
function unchangedTurtle(turtle: string, parse: ParseDocument): string | undefined {
    return unchanged(carriedSource(turtle), parse, (model, { idForm, joints }) => {
        const statements = new SameStatements(turtle);
        writeModel(model, { idForm, joints }, writer => {
            if (!statements.goOnWith(writer.take())) {
                throw new ChangedError('the graph was changed');
            }
        });
        return statements.isAtEnd;
    });
}

/** {@link unchangedTurtle} for the API's JSON. Requires that the JSON of the source text is exactly the same text. */
function unchangedJson(json: string, parse: ParseDocument): string | undefined {
    return unchanged(sourceInJson(json), parse, (model, source) => {
        const graph = buildGraph(model, source);
        let at = 0;
        for (const piece of elementPieces(graph, wrapRoots(graph))) {
            if (!json.startsWith(piece, at)) {
                return false;
            }
            at += piece.length;
        }
        return at === json.length;
    });
}

/** The source text, if it has no syntax errors and `isSame` confirms that its graph is the given one. */
function unchanged(
    source: CarriedSource | undefined,
    parse: ParseDocument,
    isSame: (model: Model, source: CarriedSource) => boolean
): string | undefined {
    const model = source && parse({ name: '<notation>', language: source.language, content: source.content });
    if (source === undefined || model?.documents[0].isWellFormed !== true) {
        return undefined;
    }
    try {
        return isSame(model, source) ? source.content : undefined;
    } catch (error) {
        if (error instanceof ChangedError || error instanceof ConversionError) {
            return undefined;
        }
        throw error;
    }
}

/** Thrown to stop the writer when its text differs from the text with which it is compared. */
class ChangedError extends Error {}

function written(graph: Graph, { to, compact }: ConvertOptions): Iterable<string> {
    if (to === 'ttl') {
        return turtlePieces(graph);
    }
    const wrapping = wrapRoots(graph);
    return compact === undefined ? elementPieces(graph, wrapping) : compactPieces(graph, wrapping, compact);
}

/** Writes a model as Turtle and releases each element as soon as it is written. @param take takes the text written so far */
function writeModel(model: Model, options: BuildOptions, take: (writer: TurtleWriter) => void): void {
    const writer = new TurtleWriter();
    buildInParts(model, options, elements =>
        elements.forEach(element => {
            if (writer.write(element)) {
                take(writer);
            }
        })
    );
    take(writer);
}

/** The element form of a model, including derived properties. */
function derivedText(model: Model, options: BuildOptions): string {
    const text = new LimitedText();
    writeDerived(model, options, encoded => text.add(encoded.take()));
    return text.pieces.join('');
}

function joined(pieces: Iterable<string>): string {
    const text = new LimitedText();
    for (const piece of pieces) {
        text.add(piece);
    }
    return text.pieces.join('');
}

/** A text in pieces that must not exceed {@link MAX_LENGTH}. */
class LimitedText {
    readonly pieces: string[] = [];
    private length = 0;

    /** @throws ConversionError when the text becomes too long */
    add(piece: string): this {
        this.length += piece.length;
        if (this.length > MAX_LENGTH) {
            throw new ConversionError(
                `the converted text would be longer than ${MAX_LENGTH} characters: convert fewer documents at a time`
            );
        }
        this.pieces.push(piece);
        return this;
    }
}

/** The maximum number of characters of a converted text. */
export const MAX_LENGTH = 2 ** 28;

/** The span for diagnostics that have no position in the text. */
function wholeOf(file: string): Diagnostic['span'] {
    return { file, startLine: 0, startCol: 0, endLine: 0, endCol: 0 };
}

/** Runs a conversion and turns the errors that it may throw into a result with `error`. */
function attempt<C>(name: string, make: () => C, warnings: readonly Diagnostic[] = []): Conversion<C> {
    try {
        return { content: make(), diagnostics: warnings };
    } catch (error) {
        if (error instanceof ReadingError) {
            const { message } = error;
            return {
                error: `${name}: 1 syntax error(s):\n  ${message}`,
                diagnostics: [{ severity: 'error', message, code: 'syntax', span: wholeOf(name) }]
            };
        }
        if (error instanceof ConversionError) {
            return { error: error.message, diagnostics: [] };
        }
        if (isStackOverflow(error)) {
            return { error: 'cannot convert the model: it is nested too deeply, or one of its texts is too long', diagnostics: [] };
        }
        throw error;
    }
}

function syntaxDiagnostics(document: Document): Diagnostic[] {
    return document.syntaxErrors.map(({ offset, end, message }) => ({
        severity: 'error' as const,
        message,
        code: 'syntax',
        span: document.spanAt(offset, end)
    }));
}

function syntaxReport(document: Document): string {
    const lines = document.syntaxErrors.map(({ offset, message }) => {
        const { line, column } = document.lines.positionOf(offset);
        return `  ${line}:${column}: ${message}`;
    });
    return [`${document.name}: ${lines.length} syntax error(s):`, ...lines].join('\n');
}
