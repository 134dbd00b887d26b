/** Arrays of ids that are passed over are as strictly read as any other value, and the lines behind them are counted. */
import { describe, expect, it } from 'vitest';
import { forEachItem } from '../../src/exchange/json/parser.js';

const item = (id: string): string => `\n      {\n        "@id": "${id}"\n      }`;
const ids = (...texts: readonly string[]): string => `[{ "x": [${texts.join(',')}], "y": 1 }]`;

/** Reads a text whose members `x` are passed over, in pieces of a length. @returns what is wrong, empty when nothing is */
function faultOf(text: string, length: number): string {
    const bytes = new TextEncoder().encode(text);
    const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, i) => bytes.slice(i * length, (i + 1) * length));
    try {
        forEachItem(
            pieces,
            key => key === 'x',
            () => undefined
        );
        return '';
    } catch (e) {
        return (e as Error).message;
    }
}

function isJson(text: string): boolean {
    try {
        JSON.parse(text);
        return true;
    } catch {
        return false;
    }
}

const UUID = '0f2f8a8e-3b1c-5d52-9a0e-7f0f6c1d2e3f';
const many = (): string[] => Array.from({ length: 12 }, (_, i) => item(UUID.slice(0, -2) + String(10 + i)));

describe('arrays of ids that are skipped', () => {
    const REPLACEMENTS = ['"', '\\', '\n', '\u0001', '}', ',', 'é', '\t', '\\u0041', '\\x', '0', '{'];

    it.each(REPLACEMENTS)('with %j at any place of an item', replacement => {
        for (const at of [0, 5, 10, 11]) {
            for (let place = 0; place < item(UUID).length; place++) {
                const texts = many();
                texts[at] = texts[at].slice(0, place) + replacement + texts[at].slice(place + 1);
                const text = ids(...texts);
                expect([text, faultOf(text, 1 << 20) === '']).toEqual([text, isJson(text)]);
            }
        }
    });

    it.each([1, 7, 64, 1000])('in pieces of %i bytes', length => {
        expect(faultOf(ids(...many()), length)).toBe('');
        expect(
            faultOf(ids(...many(), ' { "@id": "a" } ', '{"@id":"é\\n"}', ...many(), '[]', '{}', '{"@id":"b","@type":"c"}'), length)
        ).toBe('');
        expect(faultOf(ids(...many(), '{ "@id": }'), length)).toContain('line 37');
    });

    it('count the lines that they take', () => {
        expect(faultOf(`[{ "x": [${many().join(',')}],\n "y": ! }]`, 1 << 20)).toBe('json: line 38: expected a value, found "!"');
        expect(faultOf(`[{ "x": [${many().join(',\n')}],\n "y": ! }]`, 90)).toBe('json: line 49: expected a value, found "!"');
    });
});

describe('arrays with items that others have, too', () => {
    const arrays = (...texts: readonly (readonly string[])[]): string => `[${texts.map(t => `{ "x": [${t.join(',')}] }`).join(',')},\n! ]`;
    const line = (text: string): string => `json: line ${text.split('\n').length}: expected a value, found "!"`;
    const some = many();
    const variants: readonly (readonly string[])[] = [
        some,
        ['{"@id":"own"}', ...some],
        [item('a'), item('b'), ...some.slice(3)],
        [...some.slice(0, 7), item('between'), ...some.slice(7)],
        [...some, item('after')],
        [...some.slice(0, 9), ' \n{ "@id" : "another form" } \n', ...some.slice(4)],
        [...some, ...some, ...some]
    ];

    it.each([1, 100, 777, 1 << 20])('are counted as lines, in pieces of %i bytes', length => {
        for (let from = 0; from < variants.length; from++) {
            const text = arrays(...variants.slice(from), ...variants, ...variants.slice(0, from).reverse());
            expect(faultOf(text, length)).toBe(line(text));
        }
    });

    it.each(['"', '\\', '\n', '}', '{', ',', '0'])('are read with %j at any place', replacement => {
        for (let place = 0; place < item(UUID).length; place++) {
            const changed = [...some];
            changed[8] = changed[8].slice(0, place) + replacement + changed[8].slice(place + 1);
            const text = arrays(some, [item('own'), ...changed], changed).replace('\n! ', '');
            const isRight = isJson(text.replace(/,\]$/, ']'));
            expect([text, faultOf(text.replace(/,\]$/, ']'), 1 << 20) === '']).toEqual([text, isRight]);
        }
    });
});

describe('texts', () => {
    /** The pieces of a text in two buffers that take turns. */
    function* inTurns(text: string, length: number): Iterable<Uint8Array> {
        const bytes = new TextEncoder().encode(text);
        const buffers = [new Uint8Array(length), new Uint8Array(length)];
        for (let from = 0, turn = 0; from < bytes.length; from += length, turn = 1 - turn) {
            buffers[turn].set(bytes.subarray(from, from + length));
            yield buffers[turn].subarray(0, Math.min(length, bytes.length - from));
        }
    }

    const texts = [
        ...Array.from({ length: 300 }, (_, i) => `${UUID.slice(0, -3)}${String(100 + (i % 70))}`),
        ...['12345678', '92345678', '1234567', '', 'é2345678', 'a'.repeat(64), 'b'.repeat(64), 'a'.repeat(65), 'b'.repeat(65)],
        ...['A::first', 'B::first', 'AA::first', 'A::first']
    ];

    it.each([1, 7, 64, 777, 1 << 20])('are those of the text, in pieces of %i bytes that take turns', length => {
        const read: unknown[] = [];
        forEachItem(
            inTurns(JSON.stringify([...texts, ...texts]), length),
            () => false,
            text => read.push(text)
        );
        expect(read).toEqual([...texts, ...texts]);
    });
});

describe('words', () => {
    it.each(['true', 'false', 'null', 'nul', 'nulll', 'truE', 't', 'n', '-', '01', '1.5', '1e3'])('%s', word => {
        for (const text of [`[{ "y": ${word} }]`, `[{ "x": ${word}}]`, `[{ "y": [${word}, 1] }]`]) {
            for (const length of [1, 1 << 20]) {
                expect([text, faultOf(text, length) === '']).toEqual([text, isJson(text)]);
            }
        }
    });
});
