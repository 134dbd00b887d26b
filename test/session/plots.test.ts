/** Plots: the labels of whole numbers, and pictures of what a run recorded. */
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

const textsIn = (svg: string | undefined): readonly string[] => [...(svg ?? '').matchAll(/<text[^>]*>([^<]+)</g)].map(([, text]) => text);

describe('a plot says what it shows', () => {
    it.each([
        ['%sweep P::Half x=1.0..2.0:0.25 --plot', ['P::Half', 'x', 'result']],
        ['%runs 20 P::roll --plot', ['P::roll: 20 runs', 'n']]
    ])('%s: %j', async (command, texts) => {
        const session = newSession({ library: testLibrary() });
        await session.execute(MODEL);
        const { shown } = await session.execute(command);
        expect(textsIn(shown.at(-1)!.svg)).toEqual(expect.arrayContaining(texts));
    });
});

describe('a picture of many runs', () => {
    const outs = (count: number, value: string): string =>
        Array.from({ length: count }, (_, i) => `then action assign out${i} := ${value};`).join(' ');
    const declared = (count: number): string => Array.from({ length: count }, (_, i) => `out out${i} : Integer := 0;`).join(' ');
    const DRAWN = 'RandomFunctions::uniformInteger(1, 4)';

    it.each<[title: string, body: string, drawn: readonly string[]]>([
        ['has what varies', `out k : Integer := 3; ${declared(2)} first start; ${outs(2, DRAWN)} then done;`, ['out0', 'out1']],
        ['has texts, too', `out k : Integer := 3; out s : String := "on"; first start; then done;`, ['s']],
        ['has what is constant where nothing else is observed', `${declared(2)} first start; ${outs(2, '7')} then done;`, ['out0', 'out1']],
        [
            'has no more than eight features',
            `${declared(10)} first start; ${outs(10, DRAWN)} then done;`,
            Array.from({ length: 8 }, (_, i) => `out${i}`)
        ]
    ])('%s', async (_, body, drawn) => {
        const session = newSession({ library: testLibrary() });
        await session.execute(`package R { private import ScalarValues::*; action roll { ${body} } }`);
        const { shown, failure } = await session.execute('%runs 20 7 R::roll --plot');
        expect(failure?.message).toBeUndefined();
        expect(textsIn(shown.at(-1)!.svg).filter(text => /^(k|s|out\d)$/.test(text))).toEqual(drawn);
    });
});

describe('a picture of a run', () => {
    const LAMPS = `package L { attribute def Ping; attribute def Pong; port def P { out attribute ping : Ping; in attribute pong : Pong; }
        part def A { port p : P; exhibit state m { entry; then idle; state idle; state sent { entry send new Ping() via p; }
            state got; transition first idle accept after 1 [SI::s] then sent; transition first sent accept Pong via p then got; } }
        part def B { port p : ~P; exhibit state m { entry; then calm; state calm; state busy { entry send new Pong() via p; }
            transition first calm accept Ping via p then busy; } }
        part sys { part a : A; part b : B; interface connect a.p to b.p; } }`;
    it.each([
        ['timeline', ['sys.a.m', 'sys.b.m', 'idle', 'got', 'calm', 'busy']],
        ['sequence', ['sys.a : A', 'sys.b : B', 't=1 Ping', 't=1 Pong']],
        ['sequence mermaid', []]
    ])('of %s says %j', async (words, said) => {
        const session = newSession({ library: testLibrary() });
        for (const cell of [LAMPS, '%instantiate L::sys', '%state L::A::m', '%advance 3']) {
            expect((await session.execute(cell)).failure?.message).toBeUndefined();
        }
        const { shown } = await session.execute(`%render-run ${words}`);
        const texts = textsIn(shown[0].svg);
        expect(texts).toEqual(expect.arrayContaining([...said]));
        expect(texts.length > 0).toBe(said.length > 0);
    });
});
