/** Builds the graph of a model: its documents in order, then the stubs that explain their references (contract: conversion 1.5, 4.8). */
import { cannotConvert, type Graph, type GraphElement } from '../graph.js';
import type { Model } from '../../language/workspace/workspace.js';
import { Builder, type TakeElements } from './builder.js';
import { noteConjugates, writeConjugates } from './conjugates.js';
import { declare } from './declarations.js';
import { DocumentBuilder } from './document.js';
import { writeStubs } from './stubs.js';
import { giveUuids } from './uuids.js';

/** Options for building a graph. */
export interface BuildOptions {
    /** Names of the documents to write; all by default. */
    readonly documents?: readonly string[];
    /** Whether derived ids are UUIDs (contract 4.6) instead of encoded qualified names. */
    readonly idForm?: 'qualified' | 'uuid';
    /**
     * For a document that was joined from several ones: maps the number of each root with which one of them begins to the number of lines
     * before it. The graph then has the order and the positions of the separate documents.
     */
    readonly joints?: ReadonlyMap<number, number>;
    /** The document names to state for the roots of a joined document; none by default. */
    readonly documentsOfRoots?: readonly string[];
}

/**
 * Builds the graph of a model without syntax errors.
 * @throws ConversionError when the graph cannot represent the model
 */
export function buildGraph(model: Model, options: BuildOptions = {}): Graph {
    return buildWhole(model, options).graph;
}

/**
 * Builds a graph and returns the builder, which knows the declarations of the elements.
 * @param complete adds what a sparse graph omits, before ids are assigned; {@link Builder.origins} is recorded for it
 * @throws ConversionError when the graph cannot represent the model
 */
export function buildWhole(model: Model, options: BuildOptions, complete?: (builder: Builder) => void): Builder {
    const builder = new Builder(model, { notesOrigins: complete !== undefined, hasUuids: options.idForm === 'uuid' });
    buildDocuments(builder, options);
    complete?.(builder);
    if (builder.identities.annotations.nodes.size > 0) {
        // Ids must also be unique among the documents that are not written (1.5).
        checkIds(writtenDocuments(model, options).length < model.documents.length ? buildGraph(model) : builder.graph);
    }
    if (options.idForm === 'uuid') {
        giveUuids(builder);
    }
    return builder;
}

/**
 * Builds a graph and passes on its elements in graph order as soon as they are complete. Releases their statements, so that only a few
 * elements of a large model have statements at any time.
 * @throws ConversionError when the graph cannot represent the model
 */
export function buildInParts(model: Model, options: BuildOptions, take: TakeElements): void {
    const builder = new Builder(model, { take });
    if (builder.identities.annotations.nodes.size > 0 || options.idForm === 'uuid') {
        // Declared ids must be compared with all others, and UUIDs are assigned to a complete graph.
        take(buildGraph(model, options).elements);
        return;
    }
    buildDocuments(builder, options);
}

function writtenDocuments({ documents: all }: Model, { documents = [] }: BuildOptions): Model['documents'] {
    return documents.length === 0 ? all : all.filter(d => documents.includes(d.name));
}

function buildDocuments(builder: Builder, options: BuildOptions): void {
    const { model } = builder;
    const written = writtenDocuments(model, options);
    noteConjugates(builder, written);
    for (const document of written) {
        buildDocument(builder, new DocumentBuilder(builder, document, model.documents.length > 1), options);
    }
    writeConjugates(builder);
    writeStubs(builder);
    builder.handOn();
}

/**
 * Checks that ids are unique: declared ids, and names in identity scopes, may be equal; derived ids never are.
 * @throws ConversionError if two elements have the same id
 */
function checkIds(graph: Graph): void {
    const elements = new Map<string, GraphElement>();
    for (const element of graph.elements) {
        const other = elements.get(element.key);
        if (other !== undefined && other !== element) {
            const name = (e: GraphElement): string => e.text('qualifiedName') ?? e.metaclass;
            throw cannotConvert(name(element), `its id ${element.key} is that of ${name(other)}, too`);
        }
        elements.set(element.key, element);
    }
}

function buildDocument(builder: Builder, document: DocumentBuilder, { joints, documentsOfRoots }: BuildOptions): void {
    const end = (): void => {
        builder.relationships.splice(0).forEach(relationship => builder.graph.write(relationship));
        builder.handOn();
    };
    builder.identities.membersOf(document.document.root).forEach((root, number) => {
        const lines = joints?.get(number);
        if (lines !== undefined) {
            end();
            document.linesInFront = lines;
        }
        document.nameOfRoot = documentsOfRoots?.[number] ?? document.nameOfRoot;
        declare(builder, document, root, undefined);
    });
    end();
}
