/** Texts of declarations put together to the notation that they are of (contract: conversion 11.2). */
import { describe, expect, it } from 'vitest';
import { SourceCollector, type StatedOfText } from '../../src/exchange/reading/carried-source.js';

const UUID = '8b1c6b3e-1c0a-4f6e-9d7a-2f4f6d1f0a11';
const stated = (id: string, more: Partial<StatedOfText> = {}): StatedOfText => ({
    id,
    owner: undefined,
    language: undefined,
    document: undefined,
    ...more
});

describe('carried source', () => {
    it("consists of the texts in order, each tail after the texts of the element's members", () => {
        const collector = new SourceCollector();
        expect(collector.text('P', 'package P {', stated('P', { document: 'a.sysml' }))).toBe(true);
        expect(collector.tail('P', '\n}\n')).toBe(true);
        expect(collector.text('P.x', '\n    part x;', stated('P::x', { owner: 'P' }))).toBe(true);
        expect(collector.tail('P', ' ')).toBe(false);
        expect(collector.text('Q', 'package Q;', stated('Q', { document: 'b.sysml' }))).toBe(true);
        expect(collector.source()).toEqual({
            content: 'package P {\n    part x;\n}\npackage Q;',
            language: 'sysml',
            idForm: 'qualified',
            joints: new Map([[1, 3]]),
            documentsOfRoots: ['a.sysml', 'b.sysml']
        });
    });

    it('has UUIDs if one of its roots has one', () => {
        const collector = new SourceCollector();
        collector.text('P', 'package P;', stated(UUID, { language: 'kerml' }));
        collector.text('Q', 'package Q;', stated('Q', { language: 'kerml' }));
        expect(collector.source()).toMatchObject({ language: 'kerml', idForm: 'uuid', documentsOfRoots: ['', ''], joints: new Map() });
    });

    it('is none if the text of an owner does not precede that of its declaration', () => {
        const collector = new SourceCollector();
        expect(collector.text('P.x', 'part x;', stated('P::x', { owner: 'P' }))).toBe(false);
        expect(collector.tail('P', '}')).toBe(false);
    });

    it('is of one language', () => {
        const collector = new SourceCollector();
        expect(collector.source()).toBeUndefined();
        collector.text('P', 'package P;', stated('P', { language: 'kerml' }));
        collector.text('Q', 'package Q;', stated('Q'));
        expect(collector.source()).toBeUndefined();
    });
});
