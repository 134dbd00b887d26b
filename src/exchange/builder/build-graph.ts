/** The graph of a model: its documents in order, then what their references need to be explained (contract: conversion 1.5, 4.8). */
import { cannotConvert, type Graph, type GraphElement } from '../graph.js';
import type { Model } from '../../language/workspace/workspace.js';
import { Builder, type TakeElements } from './builder.js';
import { noteConjugates, writeConjugates } from './conjugates.js';
import { declare } from './declarations.js';
import { DocumentBuilder } from './document.js';
import { writeStubs } from './stubs.js';
import { giveUuids } from './uuids.js';

/** How a model becomes a graph. */
export interface BuildOptions {
    /** Names of the documents whose elements are written; all without. */
    readonly documents?: readonly string[];
    /** Whether derived ids are UUIDs (contract 4.6) instead of encoded qualified names. */
    readonly idForm?: 'qualified' | 'uuid';
    /**
     * Of a document that was joined of several: by the number of the root in front of which one of those begins, the lines in front of it.
     * They keep its order and its places.
     */
    readonly joints?: ReadonlyMap<number, number>;
    /** Of the roots of a joined document, the documents that they are said to be of; none is said without. */
    readonly documentsOfRoots?: readonly string[];
}

/**
 * The graph of a model whose documents have no syntax error.
 * @throws ConversionError for what the graph cannot carry
 */
export function buildGraph(model: Model, options: BuildOptions = {}): Graph {
    return buildWhole(model, options).graph;
}

/**
 * The graph of a model with the declarations that its elements are of.
 * @param complete states what a graph leaves out, before ids are given; the syntax of what is no declaration is noted for it
 * @throws ConversionError for what the graph cannot carry
 */
export function buildWhole(model: Model, options: BuildOptions, complete?: (builder: Builder) => void): Builder {
    const builder = new Builder(model, { notesOrigins: complete !== undefined, hasUuids: options.idForm === 'uuid' });
    buildDocuments(builder, options);
    complete?.(builder);
    if (builder.identities.annotations.nodes.size > 0) {
        // What is written may not meet what is left to other documents either (1.5).
        checkIds(writtenDocuments(model, options).length < model.documents.length ? buildGraph(model) : builder.graph);
    }
    if (options.idForm === 'uuid') {
        giveUuids(builder);
    }
    return builder;
}

/**
 * Builds a graph and hands its elements on as they are complete, in graph order: what has been handed on is let go, so that of a large
 * model never more than a few elements state something.
 * @throws ConversionError for what the graph cannot carry
 */
export function buildInParts(model: Model, options: BuildOptions, take: TakeElements): void {
    const builder = new Builder(model, { take });
    if (builder.identities.annotations.nodes.size > 0 || options.idForm === 'uuid') {
        // Ids follow from the whole.
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

/** Declared ids, and names in scopes, may meet in one id; derived ones never do. @throws ConversionError */
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
