/**
 * Conversions: a model or a text in one format to a text in another (contract: conversion 1). What cannot be converted is an answer with
 * `error`, never a part of the model. Knows no wire message and no file.
 */
import { isStackOverflow } from '../language/overflow.js';
import type { Diagnostic } from '../language/workspace/diagnostics.js';
import type { Document, SourceDocument } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { buildGraph, buildInParts, type BuildOptions } from './builder/build-graph.js';
import { derivedPieces } from './derived/writer.js';
import type { Format } from './formats.js';
import { format } from './formatter/format.js';
import { ConversionError, type Graph } from './graph.js';
import { compactPieces, type CompactOptions } from './json/compact.js';
import { readElements, readStated } from './json/reader.js';
import { type Wrapping, wrapRoots } from './json/wrapper.js';
import { elementPieces } from './json/writer.js';
import { qualifiedSegments } from './ids.js';
import { standardFile } from './normative.js';
import { libraryById } from './notation/library-ids.js';
import { type NotationReader, writeNotation } from './notation/write-notation.js';
import { MAX_TEXT, ReadingError } from './reading/failure.js';
import { readTurtle } from './turtle/reader.js';
import type { LibraryById } from './reading/library-elements.js';
import { readXmi2 } from './xmi2/reader.js';
import { isStoredForm } from './xmi2/stored.js';
import { type FileOf, xmi2Pieces } from './xmi2/writer.js';
import { carriedSource, SameStatements } from './turtle/source.js';
import { turtlePieces, TurtleWriter } from './turtle/writer.js';

export { abstractSyntaxOf, type SyntaxLine } from './abstract-syntax.js';

/** How a conversion is done. */
export interface ConvertOptions extends BuildOptions {
    readonly to: Format;
    /** the compact form in the place of the element array */
    readonly compact?: CompactOptions;
    /** api-json with all properties of the metamodel, derived ones too */
    readonly derived?: boolean;
    /** notation to notation: lay out text that does not parse */
    readonly toleratesSyntaxErrors?: boolean;
}

/** What a conversion gives: the text, or why there is none. */
export interface Conversion<Content = string> {
    readonly content?: Content;
    readonly error?: string;
    readonly diagnostics: readonly Diagnostic[];
}

/** A text to convert; notation has a language. */
export interface ConvertSource {
    readonly name: string;
    readonly content: string;
    readonly from: Format;
    readonly language?: SourceDocument['language'];
    /** characters of a graph's text that are read at most; {@link MAX_TEXT} without */
    readonly limit?: number;
}

/** Parses a document of notation as a model of its own. */
export type ParseDocument = (document: SourceDocument) => Model;

/** Converts a text. */
export function convertText(source: ConvertSource, options: ConvertOptions, parse: ParseDocument): Conversion {
    const { name, content, from, limit = MAX_TEXT } = source;
    if (from === 'sysml') {
        return convertModel(parse({ name, language: source.language ?? 'sysml', content }), options);
    }
    if (content.length > limit) {
        return { error: `cannot convert ${name}: it has ${content.length} characters, and ${limit} are read at most`, diagnostics: [] };
    }
    const warnings: Diagnostic[] = [];
    const warn = (message: string): void =>
        void warnings.push({ severity: 'warning', message, code: 'library-element', span: wholeOf(name) });
    return attempt(
        name,
        () => {
            if (options.to === 'xmi2') {
                return joined(xmi2OfText(content, from, parse, warn));
            }
            if (from === 'xmi2') {
                const stored = [...elementPieces(readXmi2(content), NO_WRAPPING)].join('');
                return options.to === 'api-json' ? stored : ofGraph(readElements(stored, libraryOf(parse)), options, parse, warn);
            }
            const unchanged = from === 'ttl' && options.to === 'sysml' ? unchangedSource(content, parse) : undefined;
            if (unchanged !== undefined) {
                return unchanged;
            }
            const graph =
                from === 'ttl'
                    ? readTurtle(content)
                    : readElements(
                          content,
                          libraryById(() => parse(NOTHING))
                      );
            return options.to === 'sysml' ? writeNotation(graph, notationReader(graph, parse, warn)) : joined(written(graph, options));
        },
        warnings
    );
}

/** Converts a parsed model. */
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
            const text = new LimitedText<string>();
            writeModel(model, options, writer => text.add(writer.take()));
            return text.pieces.join('');
        }
        if (options.to === 'xmi2') {
            return joined(xmi2OfModel(model));
        }
        return joined(options.derived === true ? derivedPieces(model, options) : written(buildGraph(model, options), options));
    });
}

/**
 * {@link convertModel} for one who writes bytes: the text in UTF-8, in pieces in their order. They are complete: of a model that cannot be
 * converted there are none.
 */
export function convertModelToBytes(model: Model, options: ConvertOptions): Conversion<readonly Uint8Array[]> {
    if (options.to === 'ttl' && model.documents.every(d => d.isWellFormed)) {
        return attempt(model.documents[0].name, () => {
            const text = new LimitedText<Uint8Array>();
            writeModel(model, options, writer => writer.takeBytes().forEach(piece => text.add(piece)));
            return text.pieces;
        });
    }
    if (options.derived === true && model.documents.every(d => d.isWellFormed)) {
        return attempt(model.documents[0].name, () => {
            const text = new LimitedText<Uint8Array>(MAX_DERIVED);
            for (const piece of derivedPieces(model, options)) {
                text.add(encoder.encode(piece));
            }
            return text.pieces;
        });
    }
    const { content, ...rest } = convertModel(model, options);
    return content === undefined ? rest : { ...rest, content: [encoder.encode(content)] };
}

const encoder = new TextEncoder();

const NOTHING: SourceDocument = { name: '<nothing>', language: 'sysml', content: '' };

type Warn = (message: string) => void;

const libraryOf = (parse: ParseDocument): LibraryById => libraryById(() => parse(NOTHING));

function ofGraph(graph: Graph, options: ConvertOptions, parse: ParseDocument, warn: Warn): string {
    return options.to === 'sysml' ? writeNotation(graph, notationReader(graph, parse, warn)) : joined(written(graph, options));
}

/** Elements whose root namespaces are among them need none around them. */
const NO_WRAPPING: Wrapping = { elements: [], ownerships: new Map() };

/** The XMI of a text: of what it stores, and where it is sparse, of the model that its notation is. */
function xmi2OfText(content: string, from: Format, parse: ParseDocument, warn: Warn): Iterable<string> {
    if (from === 'xmi2') {
        return xmi2Pieces(readXmi2(content).elements, filesOf(libraryOf(parse)));
    }
    const stated = from === 'api-json' ? readStated(content) : [];
    if (isStoredForm(stated)) {
        return xmi2Pieces(stated, filesOf(libraryOf(parse)));
    }
    const graph = from === 'ttl' ? readTurtle(content) : readElements(content, libraryOf(parse));
    const notation = writeNotation(graph, notationReader(graph, parse, warn));
    const isKerML = graph.elements.some(e => e.text('sysx:sourceLanguage') === 'kerml');
    return xmi2OfModel(parse({ name: '<notation>', language: isKerML ? 'kerml' : 'sysml', content: notation }));
}

/** The files of the standard's own XMI that elements of its library are in. */
function filesOf(library: LibraryById): FileOf {
    return id => {
        const known = library(id);
        const name = known?.qualifiedName ?? (known?.memberId === undefined ? undefined : library(known.memberId)?.qualifiedName);
        return name === undefined ? undefined : standardFile(qualifiedSegments(name)[0].name);
    };
}

/** The XMI of a model: of what the standard's element form of it stores. */
function xmi2OfModel(model: Model): Iterable<string> {
    return xmi2Pieces(readStated(joined(derivedPieces(model, { idForm: 'uuid' }))), filesOf(libraryById(() => model)));
}

/** Reads notation as the graph was read, so that the two can be compared: with UUIDs where the graph has such. */
function notationReader(graph: Graph, parse: ParseDocument, warn: (message: string) => void): NotationReader {
    return { parse, warn, graphOf: model => buildGraph(model, graph.uuidRoots.size > 0 ? { idForm: 'uuid' } : {}) };
}

/**
 * The notation that Turtle was made of, when it still is its notation: what is written for it states what the Turtle states. No graph is
 * read for it, and reading it back would only prove the same (contract: conversion 11.2).
 */
function unchangedSource(turtle: string, parse: ParseDocument): string | undefined {
    const source = carriedSource(turtle);
    const model = source && parse({ name: '<notation>', language: source.language, content: source.content });
    if (model?.documents[0].isWellFormed !== true) {
        return undefined;
    }
    const statements = new SameStatements(turtle);
    try {
        writeModel(model, source!, writer => {
            if (!statements.goOnWith(writer.take())) {
                throw new ChangedError('the graph was changed');
            }
        });
    } catch (error) {
        if (error instanceof ChangedError || error instanceof ConversionError) {
            return undefined;
        }
        throw error;
    }
    return statements.isAtEnd ? source!.content : undefined;
}

/** Ends the writing of a text that is compared and differs. */
class ChangedError extends Error {}

function written(graph: Graph, { to, compact }: ConvertOptions): Iterable<string> {
    return to === 'ttl'
        ? turtlePieces(graph)
        : compact === undefined
          ? elementPieces(graph, wrapRoots(graph))
          : compactPieces(graph, wrapRoots(graph), compact);
}

/** Writes the Turtle of a model, whose elements are let go as soon as they are written. @param take takes what is written so far */
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

function joined(pieces: Iterable<string>): string {
    const text = new LimitedText<string>();
    for (const piece of pieces) {
        text.add(piece);
    }
    return text.pieces.join('');
}

/** Text in pieces, no longer than a limit: without one, the longest text that there can be. */
class LimitedText<Piece extends string | Uint8Array> {
    readonly pieces: Piece[] = [];
    private length = 0;

    constructor(private readonly limit = MAX_LENGTH) {}

    /** @throws ConversionError when the text is too long */
    add(piece: Piece): this {
        this.length += piece.length;
        if (this.length > this.limit) {
            throw new ConversionError(
                `the converted text would be longer than ${this.limit} characters: convert fewer documents at a time`
            );
        }
        this.pieces.push(piece);
        return this;
    }
}

/** Characters of a text that is written at most. */
export const MAX_LENGTH = 2 ** 28;
/** Bytes that are written at most of a model with all properties, which has some three thousand times its notation. */
const MAX_DERIVED = 2 ** 31;

/** The span of findings that have no place in a text. */
function wholeOf(file: string): Diagnostic['span'] {
    return { file, startLine: 0, startCol: 0, endLine: 0, endCol: 0 };
}

/** The content that a function makes, with the warnings that it gives, or the failure that it ends with. */
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
