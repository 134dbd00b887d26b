/** Round trips of many models made by chance (contract: conversion 11.4). */
import { expect, it } from 'vitest';
import { generator } from '../support/random.js';
import { turn } from '../support/turn.js';
import { randomKerml, randomSysml } from './random-models.js';
import { brokenRoundTrips } from './round-trips.js';

/** The full proof is 1,000 of each. */
const COUNT = Number(process.env.RANDOM_MODELS ?? 60);

it(`${COUNT} models of each language`, async () => {
    for (let seed = 100; seed < 100 + COUNT; seed++) {
        await turn();
        expect(brokenRoundTrips(randomSysml(generator(seed)), 'sysml'), `SysML by ${seed}`).toEqual([]);
        expect(brokenRoundTrips(randomKerml(generator(seed)), 'kerml'), `KerML by ${seed}`).toEqual([]);
    }
});
