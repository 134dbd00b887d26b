/** Members that are passed over as in an item before are as strictly read as others, and the lines behind them are counted. */
import { describe, expect, it } from 'vitest';
import { forEachItem, type Json } from '../../src/exchange/json/parser.js';

const LEFT_OUT = /^left/;

/** Reads a text in pieces of a length. Passes over the members that begin with `left`. @returns the items, or what is wrong */
function read(text: string, length: number): unknown {
    const bytes = new TextEncoder().encode(text);
    const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, i) => bytes.slice(i * length, (i + 1) * length));
    const items: unknown[] = [];
    try {
        forEachItem(
            pieces,
            key => LEFT_OUT.test(key),
            (item, line) => items.push([line, ...(item as ReadonlyMap<string, Json>)])
        );
        return items;
    } catch (e) {
        return (e as Error).message;
    }
}

/** What {@link read} returns for a text that JSON.parse accepts, whose items begin where a `{` begins a line. */
function expected(text: string): unknown {
    const lines = text.split('\n').flatMap((line, i) => (line.trimStart().startsWith('{') ? [i + 1] : []));
    const items = JSON.parse(text) as readonly Record<string, unknown>[];
    return items.map((item, i) => [lines[i], ...Object.entries(item).filter(([key]) => !LEFT_OUT.test(key))]);
}

const members = (from: number, to: number, value = '[]'): string[] =>
    Array.from({ length: to - from }, (_, i) => `"left${from + i}": ${value}`);
const item = (type: string, ...texts: readonly string[]): string => `  {\n    ${[`"@type": "${type}"`, ...texts].join(',\n    ')}\n  }`;
const all = (...items: readonly string[]): string => `[\n${items.join(',\n')}\n]\n`;

const plain = item('A', ...members(0, 30));
const VARIANTS: Readonly<Record<string, string>> = {
    'the same': plain,
    'of another type': item('B', ...members(0, 20)),
    shorter: item('A', ...members(0, 10)),
    longer: item('A', ...members(0, 40)),
    'with another value': item('A', ...members(0, 10), '"left10": [1, 2]', ...members(11, 30)),
    'with words': item('A', ...members(0, 9), ...members(9, 20, 'null'), ...members(20, 30, 'true')),
    'with other words': item('A', ...members(0, 9), ...members(9, 20, 'false'), ...members(20, 30, 'true')),
    'with a kept member': item('A', ...members(0, 12), '"kept": "é\\n"', ...members(12, 30)),
    'without some': item('A', ...members(0, 5), ...members(9, 30)),
    'with an escape in a name': item('A', ...members(0, 4), '"left\\u0034": []', ...members(5, 30)),
    'in another layout': item('A', ...members(0, 30)).replaceAll(',\n', ' ,\n\n'),
    'without a type first': item('A', ...members(0, 30)).replace('"@type": "A",', '"left": 1,\n"@type": "A",')
};

describe('members that are passed over as in an item before', () => {
    it.each([1, 7, 100, 333, 1 << 20])('are left out alone, in pieces of %i bytes', length => {
        const texts = Object.values(VARIANTS);
        for (let from = 0; from < texts.length; from++) {
            const text = all(plain, plain, ...texts.slice(from), ...texts, ...texts.slice(0, from).reverse());
            expect(read(text, length)).toEqual(expected(text));
        }
    });

    it.each(Object.keys(VARIANTS))('count the lines that they take: %s', name => {
        const text = all(plain, plain, VARIANTS[name], VARIANTS[name], '!');
        expect(read(text, 1 << 20)).toBe(`json: line ${text.split('\n').length - 2}: expected a value, found "!"`);
    });

    it('stand once in an item', () => {
        const line = plain.split('\n').length;
        const before = item('A', ...members(12, 13, '"text"'), ...members(0, 30));
        expect(read(all(plain, plain, before), 1 << 20)).toBe(`json: line ${2 * line + 17}: the key "left12" stands twice in one object`);
        const behind = item('A', ...members(0, 30), ...members(3, 4));
        expect(read(all(plain, plain, behind), 1 << 20)).toBe(`json: line ${3 * line + 1}: the key "left3" stands twice in one object`);
    });

    const ENDS = ['x', '0', '[', ']', '"', ':', '}', '{', 'ull', ',', '\\', '\u0000'];
    it.each(ENDS)('end where %j follows one of them, as elsewhere', end => {
        for (const value of ['[]', 'null']) {
            for (const at of [0, 7, 29]) {
                const texts = members(0, 30, value);
                const known = item('A', ...texts);
                texts[at] += end;
                const text = all(known, known, item('A', ...texts));
                expect([text, typeof read(text, 1 << 20)]).toEqual([text, 'string']);
            }
        }
    });
});
