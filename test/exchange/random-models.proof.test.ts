/**
 * What is to hold of conversions of every model (contract: conversion 11.4), of models made by chance. RANDOM_MODELS sets how many the long
 * suite makes, RANDOM_SEED with which it begins.
 */
import { expect, it } from 'vitest';
import { cases, isThorough } from '../support/thorough.js';
import { conversionFaults } from './conversion-faults.js';
import { modelOf } from './models.js';
import { PRODUCTIONS, randomModel } from './random/index.js';
import { waysOf } from './random/production.js';

const FIRST = Number(process.env.RANDOM_SEED ?? 0);
const COUNT = cases(1, 15, Number(process.env.RANDOM_MODELS ?? 400));
/** Words of a model: small ones are said to be wrong sooner, large ones mix more. */
const SIZES = [20, 40, 80];

/** What no graph carries: a model with it is refused, with its place. */
const REFUSAL =
    /cannot convert (?:a declaration in the body of an expression at .*: 'then' precedes it: write the succession and the declaration as two members|the body of an expression: it has two results)$/;

it(`${COUNT} models`, () => {
    for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
        const { documents } = randomModel(seed, SIZES[seed % SIZES.length]);
        expect(
            conversionFaults(documents).filter(fault => !REFUSAL.test(fault)),
            `by ${seed}: ${documents.map(d => d.content).join('\n')}`
        ).toEqual([]);
    }
}, 1_200_000);

it('the productions make texts of the languages', () => {
    for (let seed = 0; seed < cases(10, 50, 1000); seed++) {
        const errors = modelOf(randomModel(seed, 200).documents).documents.flatMap(d => d.syntaxErrors.map(e => e.message));
        expect(errors, `by ${seed}`).toEqual([]);
    }
});

it.skipIf(!isThorough)('the texts use all alternatives of all productions', () => {
    const taken = new Set(Array.from({ length: 1000 }, (_, seed) => [...randomModel(seed, 300).taken]).flat());
    expect(Object.values(PRODUCTIONS).flatMap(p => waysOf(p).filter(way => !taken.has(way)))).toEqual([]);
});
