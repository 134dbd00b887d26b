/**
 * All elements of derived documents are valid by the standard's schema (KerML 10.4, contract: conversion 13.2): of every construct of both
 * languages, and of statements that leave out what they may. The quick suite takes every tenth model.
 */
import { describe, expect, it } from 'vitest';
import { cases } from '../support/thorough.js';
import { KERML, SYSML } from './construct-models.js';
import { derivedOf } from './derived.js';
import { modelOf } from './models.js';
import { schemaFaults } from './schema.js';

const taken = <T>(models: readonly T[]): readonly T[] => models.filter((_, i) => i % cases(20, 1) === 0);

describe.each([
    ['sysml', taken(SYSML)],
    ['kerml', taken(KERML)]
] as const)('%s', (language, models) => {
    it.each(models)('%s', (_title, text) => {
        const elements = derivedOf(modelOf([{ content: `package P { ${text} }`, language }]), 'uuid');
        const isResolved = !JSON.stringify(elements).includes('"@ref"'); // names that lead nowhere are no references
        expect(isResolved ? schemaFaults(elements) : []).toEqual([]);
    });
});

it('statements without their optional parts', () => {
    const content = `package P { item def D; part def V { message m1 of D; message m2; flow f1 of D; flow f2 : F; flow def F;
        connection c; interface i; allocation l; action x { action y; loop { action z; } until true; send new D(); } state s { entry; do; exit; }
        attribute a = 5 [SI::kg]; constraint { a > 3 [SI::kg] } } }`;
    expect(schemaFaults(derivedOf(modelOf([{ content }]), 'uuid'))).toEqual([]);
});

it('calls of requirements whose subject is redefined by its name', () => {
    const content = `package P { part def V { attribute mass; } requirement limit { subject vehicle : V; in actual; require constraint { actual <= vehicle.mass } }
        verification def T { private import VerificationCases::*; subject tested : V; objective { verify limit; }
        action e { in processed; out verdict : VerdictKind = PassIf(limit(vehicle = tested, actual = processed)); } return verdict : VerdictKind = e.verdict; } }`;
    expect(schemaFaults(derivedOf(modelOf([{ content }]), 'uuid'))).toEqual([]);
});
