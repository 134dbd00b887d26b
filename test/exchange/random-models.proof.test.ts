/**
 * Round trips of models made by chance (contract: conversion 11.4). RANDOM_MODELS sets how many of each language the long suite makes
 * (1,000 is the full proof).
 */
import { expect, it } from 'vitest';
import { generator } from '../support/random.js';
import { cases } from '../support/thorough.js';
import { turn } from '../support/turn.js';
import { randomKerml, randomSysml } from './random-models.js';
import { brokenRoundTrips } from './round-trips.js';

const COUNT = cases(5, Number(process.env.RANDOM_MODELS ?? 60));

it(`${COUNT} models of each language`, async () => {
    for (let seed = 0; seed < COUNT; seed++) {
        await turn();
        expect(brokenRoundTrips(randomSysml(generator(seed)), 'sysml'), `SysML by ${seed}`).toEqual([]);
        expect(brokenRoundTrips(randomKerml(generator(seed)), 'kerml'), `KerML by ${seed}`).toEqual([]);
    }
}, 1_200_000);
