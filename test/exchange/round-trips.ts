/** The round trips of contract: conversion 11.4, as findings about one model; for tests. */
import { inspect } from 'node:util';
import { buildGraph, type BuildOptions, type Graph, readTurtle, writeTurtle } from '../../src/exchange/index.js';
import { differencesOf } from '../../src/exchange/notation/differences.js';
import { type NotationReader, writeNotation } from '../../src/exchange/notation/write-notation.js';
import { symbolInfo } from '../../src/language/symbols/symbol.js';
import type { SourceDocument } from '../../src/language/workspace/document.js';
import type { Model } from '../../src/language/workspace/workspace.js';
import { evaluate, EvaluationRun } from '../../src/runtime/evaluation/index.js';
import { jsonOf, modelOf, readElements } from './models.js';

const readerWith = (options: BuildOptions): NotationReader => ({
    parse: document => modelOf([document]),
    graphOf: model => buildGraph(model, options)
});

function withoutText(graph: Graph): Graph {
    graph.elements.forEach(element => element.discard(property => property === 'sysx:sourceText' || property === 'sysx:sourceTail'));
    return graph;
}

/**
 * What a model says of the elements of a graph: their symbols with types, and the values of attributes. How names are
 * spelled is no part of it.
 */
function answersOf(model: Model, graph: Graph): string[] {
    return graph.elements
        .filter(element => element.state === 'written' && element.has('qualifiedName'))
        .map(element => {
            const id = element.text('qualifiedName')!;
            const symbol = symbolInfo(model, id);
            const isAsked = element.has('value') && /^[\w:]+$/.test(id);
            const answer = isAsked ? evaluate(new EvaluationRun(model), { expression: id }) : undefined;
            return inspect(
                [
                    id,
                    symbol?.kind,
                    symbol?.childIds,
                    symbol?.multiplicity,
                    symbol?.specializations.map(({ kind, targetId }) => `${kind} ${targetId}`).sort(),
                    answer !== undefined && 'value' in answer ? answer.value : undefined
                ],
                { depth: 5, breakLength: Infinity }
            );
        });
}

/** What does not hold of the round trips of a text in a form of ids; empty when all do. */
export function brokenRoundTrips(content: string, language: 'sysml' | 'kerml', options: BuildOptions = {}): string[] {
    return brokenRoundTripsOf([{ content, language }], options);
}

/** What does not hold of the round trips of documents of one language as one graph, whose notation is one text. */
export function brokenRoundTripsOf(documents: readonly (Partial<SourceDocument> & { content: string })[], options: BuildOptions): string[] {
    const broken: string[] = [];
    const expectEqual = (what: string, isEqual: boolean): void => void (isEqual || broken.push(what));
    const reader = readerWith(options);
    const content = documents.map(d => d.content).join('');
    const model = modelOf(documents);
    const [error] = model.documents.flatMap(d => d.syntaxErrors);
    if (error !== undefined) {
        return [`syntax: ${error.message} at ${content.slice(Math.max(error.offset - 40, 0), error.offset + 20)}`];
    }
    const graph = buildGraph(model, options);
    const turtle = writeTurtle(graph);
    const json = jsonOf(graph);
    const [fromTurtle, fromJson] = [readTurtle(turtle), readElements(json)];
    expectEqual('Turtle to Turtle', writeTurtle(fromTurtle) === turtle);
    expectEqual('JSON to JSON', jsonOf(fromJson) === json);
    expectEqual('JSON to Turtle', writeTurtle(fromJson) === turtle);
    // which ids a root with a declared one would have is not in the Turtle, which has no wrapper
    expectEqual('Turtle to JSON', graph.elements.some(e => e.is('sysx:declaredId')) || jsonOf(fromTurtle) === json);
    if (new Set(model.documents.map(d => d.language)).size > 1) {
        return broken; // the notation is that of one language
    }
    expectEqual('Turtle to notation', writeNotation(fromTurtle, reader) === content);
    expectEqual('JSON to notation', writeNotation(fromJson, reader) === content);
    const bare = withoutText(fromTurtle);
    const canonical = writeNotation(bare, reader);
    const again = modelOf([{ content: canonical, language: documents[0].language }]);
    const graphAgain = buildGraph(again, options);
    const [difference] = differencesOf(bare, graphAgain);
    expectEqual(`canonical notation: ${difference?.element.key} ${difference?.what}`, difference === undefined);
    const now = answersOf(again, graph);
    const before = answersOf(model, graph);
    const changed = before.findIndex((answer, i) => answer !== now[i]);
    expectEqual(`symbols, types and values: ${before[changed]} ${now[changed]}`, changed < 0);
    const idsBefore = content.split('::ElementId').length;
    expectEqual('ids are declared where they were', canonical.split('::ElementId').length === idsBefore);
    expectEqual('canonical notation twice', writeNotation(withoutText(graphAgain), reader) === canonical);
    return broken;
}
