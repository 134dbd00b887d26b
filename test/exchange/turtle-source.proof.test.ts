/**
 * Turtle whose notation is found without a graph gives what the graph gives, whatever is done to the text (contract: conversion 11.2). A
 * blank in front of a text is none of our writer's: all of it goes by the graph.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carriedSource } from '../../src/exchange/turtle/source.js';
import { expectAsByGraph, KERML, notationOf, OTHER, TEXT, turtleOf } from './carried-sources.js';
import { documentsBelow } from '../support/models.js';
import { cases, sampled } from '../support/thorough.js';
import { changed } from './turtle-changes.js';

const DOCUMENTS = sampled([...documentsBelow('examples'), ...documentsBelow('test/models')], 24, 3);

describe('the source text in Turtle', () => {
    it.each(DOCUMENTS.map(d => [d.name, d] as const))('of %s is the whole text', (_name, document) => {
        for (const idForm of ['qualified', 'uuid'] as const) {
            expect(notationOf(turtleOf([document], { idForm }), 'ttl')).toMatchObject({
                content: document.content,
                parsed: ['<notation>']
            });
        }
    });

    const texts = [
        turtleOf([{ content: TEXT }]),
        turtleOf([{ content: OTHER }, { content: TEXT }, { content: 'package R { import P::*; }' }]),
        turtleOf([{ content: KERML, language: 'kerml' }], { idForm: 'uuid' })
    ];

    it('is not used after random changes', () =>
        fc.assert(
            fc.property(fc.constantFrom(...texts).chain(changed), text => expectAsByGraph(text, 'ttl')),
            { numRuns: cases(8, 90, 2_000) }
        ));

    it('is not looked for in Turtle without', () => {
        expect(carriedSource('')).toBeUndefined();
        expect(carriedSource(texts[0].replace(/ {4}sysx:source(Text|Tail) .*\n/g, ''))).toBeUndefined();
    });
});
