/**
 * Every construct of both languages, some in each model, through all spellings and through all that is derived of it (contract: conversion
 * 11.4, 13.2). The quick suite takes some of the models.
 */
import { describe, expect, it } from 'vitest';
import { convertModel, convertText } from '../../src/exchange/index.js';
import { portion, sampled } from '../support/thorough.js';
import { KERML, SYSML } from './construct-models.js';
import { brokenProperties, type Json } from './derived.js';
import { modelOf } from './models.js';
import { brokenRoundTrips } from './round-trips.js';

describe.each([
    ['sysml', sampled(portion(SYSML, 2), 32)],
    ['kerml', sampled(portion(KERML, 2), 32)]
] as const)('%s', (language, models) => {
    it.each(models)('%s', (_title, text) => {
        const content = `package P { ${text} }`;
        for (const idForm of ['qualified', 'uuid'] as const) {
            expect(brokenRoundTrips(content, language, { idForm }), idForm).toEqual([]);
            const options = { to: 'api-json', derived: true, idForm } as const;
            const derived = convertModel(modelOf([{ content, language }]), options).content!;
            expect(brokenProperties(JSON.parse(derived) as Json[])).toEqual([]);
            const read = convertText({ name: 'm.json', content: derived, from: 'api-json' }, { to: 'sysml' }, d => modelOf([d]));
            expect(read.error).toBeUndefined();
            expect(convertModel(modelOf([{ content: read.content!, language }]), options).content === derived, `${idForm}: derived`).toBe(
                true
            );
        }
    });
});
