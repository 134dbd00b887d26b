/** The round trips of contract: conversion 11.4, as findings about one model; for tests. */
import { inspect } from 'node:util';
import { buildGraph, type Graph, readElements, readTurtle, writeTurtle } from '../../src/exchange/index.js';
import { differencesOf } from '../../src/exchange/notation/differences.js';
import { writeNotation } from '../../src/exchange/notation/write-notation.js';
import { symbolInfo } from '../../src/language/symbols/symbol.js';
import type { Model } from '../../src/language/workspace/workspace.js';
import { evaluate, Run } from '../../src/evaluation/index.js';
import { jsonOf, modelOf } from './models.js';

const reader = {
    parse: (document: { content: string }): Model => modelOf([document]),
    graphOf: (model: Model): Graph => buildGraph(model)
};

function withoutText(graph: Graph): Graph {
    graph.elements.forEach(element => element.discard(property => property === 'sysx:sourceText' || property === 'sysx:sourceTail'));
    return graph;
}

/** What a model says of the elements of a graph: their symbols with types, and the values of attributes. How names are spelled is no part of it. */
function answersOf(model: Model, graph: Graph): string[] {
    return graph.elements
        .filter(element => element.state === 'written' && element.has('qualifiedName'))
        .map(element => {
            const id = element.text('qualifiedName')!;
            const symbol = symbolInfo(model, id);
            const isAsked = element.has('value') && /^[\w:]+$/.test(id);
            const answer = isAsked ? evaluate(new Run(model), { expression: id }) : undefined;
            return inspect(
                [
                    id,
                    symbol?.kind,
                    symbol?.childIds,
                    symbol?.multiplicity,
                    symbol?.specializations.map(({ kind, targetId }) => [kind, targetId]),
                    answer !== undefined && 'value' in answer ? answer.value : undefined
                ],
                { depth: 5, breakLength: Infinity }
            );
        });
}

/** What does not hold of the round trips of a text; empty when all do. */
export function brokenRoundTrips(content: string, language: 'sysml' | 'kerml'): string[] {
    const broken: string[] = [];
    const expectEqual = (what: string, isEqual: boolean): void => void (isEqual || broken.push(what));
    const model = modelOf([{ content, language }]);
    const [error] = model.documents[0].syntaxErrors;
    if (error !== undefined) {
        return [`syntax: ${error.message} at ${content.slice(Math.max(error.offset - 40, 0), error.offset + 20)}`];
    }
    const graph = buildGraph(model);
    const turtle = writeTurtle(graph);
    const json = jsonOf(graph);
    expectEqual('Turtle to Turtle', writeTurtle(readTurtle(turtle)) === turtle);
    expectEqual('JSON to JSON', jsonOf(readElements(json)) === json);
    expectEqual('JSON to Turtle', writeTurtle(readElements(json)) === turtle);
    expectEqual('Turtle to notation', writeNotation(readTurtle(turtle), reader) === content);
    expectEqual('JSON to notation', writeNotation(readElements(json), reader) === content);
    const bare = withoutText(readTurtle(turtle));
    const canonical = writeNotation(bare, reader);
    const again = modelOf([{ content: canonical, language }]);
    const graphAgain = buildGraph(again);
    const [difference] = differencesOf(bare, graphAgain);
    expectEqual(`canonical notation: ${difference?.element.key} ${difference?.what}`, difference === undefined);
    const now = answersOf(again, graph);
    const changed = answersOf(model, graph).find((answer, i) => answer !== now[i]);
    expectEqual(`symbols, types and values: ${changed}`, changed === undefined);
    expectEqual('canonical notation twice', writeNotation(withoutText(graphAgain), reader) === canonical);
    return broken;
}
