/** The labels of the axes of plots: of whole numbers there are none between them. */
import { describe, expect, it } from 'vitest';
import { newSession } from '../../src/session/index.js';
import { testLibrary } from '../support/library.js';

const MODEL = `package P { private import ScalarValues::*;
    calc def Twice { in x : Integer; return y : Integer = 2 * x; }
    calc def Half { in x : Real; return y : Real = x / 2; }
    action roll { out n : Integer := 0; first start; then action a assign n := RandomFunctions::uniformInteger(1, 2); then done; } }`;

/** The labels that are numbers, in the order of the picture. */
const numbersIn = (svg: string): readonly number[] =>
    [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => Number(text)).filter(n => !Number.isNaN(n));

describe('ticks of plots', () => {
    it.each([
        ['%sweep P::Twice x=1..2 --plot', true],
        ['%samples 20 7 P::Twice x=1..3 --plot', true],
        ['%runs 20 P::roll --plot', true],
        ['%sweep P::Half x=1.0..2.0:0.25 --plot', false]
    ])('%s has whole numbers alone: %s', async (command, areWhole) => {
        const session = newSession({ library: testLibrary() });
        await session.execute(MODEL);
        const { shown, failure } = await session.execute(command);
        expect(failure?.message).toBeUndefined();
        const numbers = numbersIn(shown.at(-1)!.svg!);
        expect(numbers.length).toBeGreaterThan(3);
        expect(numbers.every(n => Number.isInteger(n))).toBe(areWhole);
    });
});
