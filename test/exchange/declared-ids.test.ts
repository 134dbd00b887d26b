/**
 * Ids that do not follow from names, in graphs without source text: the notation declares them, wherever their elements have a body or a
 * name (contract: conversion 4.4), and what is read from it has them.
 */
import { describe, expect, it } from 'vitest';
import { convertText } from '../../src/exchange/index.js';
import { element, graphOf, jsonOf, modelOf } from './models.js';

/** The element form of a model without its source text, an element of which has another id. */
function renamed(content: string, id: string, language: 'sysml' | 'kerml', isDeclared: boolean): string {
    const graph = graphOf(content, language);
    element(graph, id);
    const elements = JSON.parse(jsonOf(graph)) as Record<string, unknown>[];
    const bare = elements.map(e => ({
        ...Object.fromEntries(Object.entries(e).filter(([key]) => !key.startsWith('sysx:source') || key === 'sysx:sourceLanguage')),
        ...(isDeclared && e['@id'] === id && { 'sysx:declaredId': true })
    }));
    return JSON.stringify(bare).replace(new RegExp(`"${id}((?:_(?:om|p|ft|sc|ss|rs|rd|cs|mult)[^"_]*)*)"`, 'g'), '"my-id$1"');
}

const IN_BODY = '@IdentityMetadata::ElementId { id = "my-id"; }';
const about = (name: string): string => `metadata : IdentityMetadata::ElementId about ${name} { id = "my-id"; }`;

/** Models, the id of an element of each, and the annotation that it gets. */
type Row = readonly [title: string, content: string, id: string, annotation: string, language?: 'kerml'];
const ROWS: readonly Row[] = [
    ['a definition without a body', 'package P { part def A; part a : A; }', 'P__A', IN_BODY],
    ['an alias', 'package P { alias A for B; part def B; }', 'P__A', IN_BODY],
    ['a transition without a body', 'state s { state a; transition t first a then a; }', 's__t', IN_BODY],
    ['a transition with one', 'state s { state a; transition t first a then a { } }', 's__t', IN_BODY],
    ['the effect of a transition', 'state s { state a; transition t first a do action e then a; }', 's__t__e', IN_BODY],
    ['a block of a statement', 'action a { if true { } else { action b; } }', 'a___400___401', IN_BODY],
    ['the cross feature of an end', 'part def A; connection def C { end x [0..1] part a : A; end b : A; }', 'C__a__x', about('x')],
    ['a comment', 'package P { comment c /* x */ }', 'P__c', about('c')],
    ['a representation', 'package P { part def A { rep r language "l" /* x */ } }', 'P__A__r', about('r')],
    ['a statement', 'action a { action i if true { } }', 'a__i', about('i')],
    ['a payload', 'package P { item def T; part a; part b; flow f of x : T from a to b; }', 'P__f__x', about('x')],
    ['a feature', 'package P { feature f; }', 'P__f', IN_BODY, 'kerml'],
    ['a documentation of a class', 'class C { doc d /* x */ }', 'C__d', about('d'), 'kerml']
];

describe.each([false, true])('an id that the graph says to be declared: %s', isDeclared => {
    it.each(ROWS.map(row => [row[0], row] as const))('of %s', (_title, [, content, id, annotation, kerml]) => {
        const language = kerml ?? ('sysml' as const);
        const json = renamed(content, id, language, isDeclared);
        const { content: notation = '', error } = convertText({ name: 'g.json', content: json, from: 'api-json' }, { to: 'sysml' }, d =>
            modelOf([d])
        );
        expect(error).toBeUndefined();
        expect(notation).toContain(annotation);
        expect(element(graphOf(notation, language), 'my-id').metaclass).toBe(element(graphOf(content, language), id).metaclass);
    });
});
