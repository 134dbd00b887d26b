/** Round trips of models made by chance (contract: conversion 11.4); thousands of them are the long tests'. */
import { expect, it } from 'vitest';
import { generator } from '../support/random.js';
import { randomKerml, randomSysml } from './random-models.js';
import { brokenRoundTrips } from './round-trips.js';

it.each(Array.from({ length: 10 }, (_, seed) => seed))('a model of SysML by the seed %i', seed => {
    expect(brokenRoundTrips(randomSysml(generator(seed)), 'sysml')).toEqual([]);
});

it.each(Array.from({ length: 5 }, (_, seed) => seed))('a model of KerML by the seed %i', seed => {
    expect(brokenRoundTrips(randomKerml(generator(seed)), 'kerml')).toEqual([]);
});
