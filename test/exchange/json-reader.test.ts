/** What is read of JSON, whole and in pieces of few bytes, kept or passed over: a row is a text and its value or what is wrong with it. */
import { describe, expect, test } from 'vitest';
import { NumberText } from '../../src/exchange/graph.js';
import { piecesOf, RecentTexts, RepeatedNames, Window } from '../../src/exchange/json/bytes.js';
import { forEachItem, IdText, type Json, parseJson } from '../../src/exchange/json/parser.js';
import { containsElements, elementsOf } from '../../src/exchange/json/records.js';

/** A value as a short text: numbers with their kind, objects with only an id as `<id>`. */
function textOf(value: Json): string {
    if (value instanceof NumberText) {
        return `${value.datatype} ${value.text}`;
    }
    if (value instanceof IdText) {
        return `<${value.id}>`;
    }
    if (value instanceof Map) {
        return `{${[...(value as ReadonlyMap<string, Json>)].map(([key, v]) => `${key}: ${textOf(v)}`).join(', ')}}`;
    }
    return Array.isArray(value) ? `[${(value as Json[]).map(textOf).join(', ')}]` : JSON.stringify(value);
}

function outcome(read: () => string): string {
    try {
        return read();
    } catch (error) {
        return (error as Error).message;
    }
}

const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth);

type Row = readonly [text: string, value: string];

const VALUES: readonly Row[] = [
    ['null', 'null'],
    [' true\n', 'true'],
    ['\r\n\tfalse ', 'false'],
    ['\uFEFF{"a": 1}', '{a: integer 1}'],
    ['""', '""'],
    ['"é \u{1F600} \\u00e9 \\n \\" \\\\ \\/ \\ud83d\\ude00"', JSON.stringify('é 😀 é \n " \\ / 😀')],
    ['0', 'integer 0'],
    ['-0', 'integer -0'],
    ['12345678901234567890123', 'integer 12345678901234567890123'],
    ['-1.50', 'decimal -1.50'],
    ['1e3', 'double 1e3'],
    ['1.0E-7', 'double 1.0E-7'],
    ['[]', '[]'],
    ['[ ]', '[]'],
    ['[1,"a" , null,[ true]]', '[integer 1, "a", null, [true]]'],
    ['{}', '{}'],
    ['{ }', '{}'],
    ['{"b":1,"a":2}', '{b: integer 1, a: integer 2}'],
    ['{"@id": "x"}', '<x>'],
    ['{"@id": "x", "y": {"@id":"z"}}', '{@id: "x", y: <z>}'],
    ['{"y": 1, "@id": "x"}', '{y: integer 1, @id: "x"}'],
    ['{"@id": 1}', '{@id: integer 1}'],
    ['{"\\u0061": 1}', '{a: integer 1}'],
    ['{"": ""}', '{: ""}'],
    [nested(64), nested(64)]
];

const ERRORS: readonly Row[] = [
    ['', 'json: line 1: expected a value, found the end of the text'],
    ['\n\n ', 'json: line 3: expected a value, found the end of the text'],
    ['\u00EF', 'json: line 1: expected a value, found "\u00EF"'],
    ['nul', 'json: line 1: expected a value, found "nul"'],
    ['True', 'json: line 1: expected a value, found "True"'],
    ['01', 'json: line 1: expected a value, found "01"'],
    ['+1', 'json: line 1: expected a value, found "+1"'],
    ['1.', 'json: line 1: expected a value, found "1."'],
    ['.5', 'json: line 1: expected a value, found ".5"'],
    ['1e', 'json: line 1: expected a value, found "1e"'],
    ['-', 'json: line 1: expected a value, found "-"'],
    ["'a'", 'json: line 1: expected a value, found "\'a\'"'],
    ['"abc', 'json: line 1: expected a string, found ""abc"'],
    ['"a\nb"', 'json: line 1: a string contains a control character or an unknown escape'],
    ['"\\x"', 'json: line 1: a string contains a control character or an unknown escape'],
    ['"\\u12"', 'json: line 1: a string contains a control character or an unknown escape'],
    ['\n"\\ud83d"', 'json: line 2: a string contains one half of a surrogate pair, which UTF-8 cannot represent'],
    ['[1', 'json: line 1: expected "]", found the end of the text'],
    ['[1 2]', 'json: line 1: expected "]", found "2]"'],
    ['[1,]', 'json: line 1: expected a value, found "]"'],
    ['[\n1,\n2\n}', 'json: line 4: expected "]", found "}"'],
    ['{', 'json: line 1: expected a string, found the end of the text'],
    ['{a: 1}', 'json: line 1: expected a string, found "a:"'],
    ['{"a" 1}', 'json: line 1: expected ":", found "1}"'],
    ['{"a": }', 'json: line 1: expected a value, found "}"'],
    ['{"a": 1,}', 'json: line 1: expected a string, found "}"'],
    ['{"a": 1 "b": 2}', 'json: line 1: expected "}", found ""b":"'],
    ['{"a": 1,\n"b": 2,\n"a": 3}', 'json: line 3: the key "a" occurs twice in one object'],
    ['{"a": 1, "\\u0061": 3}', 'json: line 1: the key "a" occurs twice in one object'],
    ['a_text_of_more_than_twenty_characters', 'json: line 1: expected a value, found "a_text_of_more_than_"'],
    [nested(66), 'json: line 1: values are nested too deeply']
];

/** Errors only behind a single value, which `forEachItem` reads as its only item. */
const ENDS: readonly Row[] = [
    ['1 2', 'json: line 1: expected the end of the text, found "2"'],
    ['null\n]', 'json: line 2: expected the end of the text, found "]"'],
    ['{}\n{}', 'json: line 2: expected the end of the text, because the elements of a model are one array of objects, found "{}"']
];

/** A text in pieces of a number of bytes. */
function pieces(text: string, length: number): Uint8Array[] {
    const bytes = new TextEncoder().encode(text);
    return Array.from({ length: Math.ceil(bytes.length / length) }, (_, i) => bytes.slice(i * length, (i + 1) * length));
}

/** The items of a text, each with its line. @param passed members that are passed over */
function itemsOf(text: string, length: number, passed: (key: string) => boolean | 'item' = () => false): string {
    return outcome(() => {
        const found: string[] = [];
        forEachItem(pieces(text, length), passed, (item, line) => found.push(`${line} ${textOf(item)}`));
        return found.join('; ');
    });
}

const withoutLines = (items: string): string => items.replace(/(^|; )\d+ /g, '$1');
/** Objects that are items are maps, even if they have only an id. */
const asItem = (value: string): string => value.replace(/^<(.*)>$/, '{@id: "$1"}');

describe.each([1, 2, 3, 7, 1000])('in pieces of %i bytes', length => {
    test.each([...VALUES, ...ERRORS].filter(([text]) => !text.startsWith('[')))('%j as the only item', (text, value) => {
        expect(withoutLines(itemsOf(text, length))).toBe(asItem(value));
    });

    test.each(VALUES.filter(([text]) => !text.startsWith('\uFEFF') && text !== nested(64)))('%j after another item', (text, value) => {
        expect(withoutLines(itemsOf(`[1,${text}]`, length))).toBe(`integer 1; ${asItem(value)}`);
    });

    test('the lines of items', () => {
        expect(itemsOf('\n[1,\n\n 2 , {"a":\n1}\n,\r\n3\n]\n', length)).toBe('2 integer 1; 4 integer 2; 4 {a: integer 1}; 7 integer 3');
    });

    test.each(VALUES.filter(([text]) => !text.startsWith('\uFEFF')))('a member %j that is skipped', text => {
        expect(itemsOf(`[{"x": ${text}, "y": 1}]`, length, key => key === 'x')).toMatch(/^1 \{y: integer 1\}$|nested too deeply/);
    });

    test.each(ERRORS.filter(([, error]) => !error.includes('occurs twice')))('an invalid member %j that is skipped', text => {
        expect(itemsOf(`[{"x": ${text}, "y": 1}]`, length, key => key === 'x')).toMatch(/^json: line \d+: /);
    });

    test.each(ENDS)('%j', (text, error) => {
        expect(itemsOf(text, length)).toBe(error);
    });

    test('members that are items themselves', () => {
        const text = '[{"@graph": [{"@id":"a","x":1},\n{"@id":"b"}], "y": {"@id":"c"}}]';
        expect(itemsOf(text, length, key => (key === 'x' ? true : key === '@graph' ? 'item' : false))).toBe(
            '1 {@graph: [{@id: "a"}, {@id: "b"}], y: <c>}'
        );
    });

    test('keys that occur in several items, in any order', () => {
        const text = '[{"a":1,"b":2,"c":3},{"a":1,"b":2,"c":3},{"b":1,"a":2},{"a":1,"bb":2},{"a":1,"b":2,"a":3}]';
        expect(itemsOf(text, length)).toBe('json: line 1: the key "a" occurs twice in one object');
        expect(itemsOf(text.replace(',"a":3', ''), length)).toBe(
            [
                ...['1 {a: integer 1, b: integer 2, c: integer 3}', '1 {a: integer 1, b: integer 2, c: integer 3}'],
                ...['1 {b: integer 1, a: integer 2}', '1 {a: integer 1, bb: integer 2}', '1 {a: integer 1, b: integer 2}']
            ].join('; ')
        );
    });
});

describe('one value', () => {
    test.each([...VALUES, ...ERRORS, ...ENDS])('%j', (text, value) => {
        expect(outcome(() => textOf(parseJson(text)))).toBe(value);
    });
});

describe('the window of a text', () => {
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    const textOfAll = (window: Window): string => window.text(0, window.end, false);

    test('has the last piece after what is still needed', () => {
        const [first, second] = [bytes('abc'), bytes('def')];
        const window = new Window([first, bytes(''), bytes(''), second, bytes('g'), bytes('hij'), bytes('k'), bytes('')]);
        expect([window.end, window.more(0), textOfAll(window), window.bytes === first]).toEqual([0, 0, 'abc', true]);
        expect([window.more(3), textOfAll(window), window.bytes === second]).toEqual([3, 'def', true]);
        expect([window.more(1), textOfAll(window)]).toEqual([1, 'efg']);
        const own = window.bytes;
        expect([window.more(1), textOfAll(window), window.bytes === own]).toEqual([1, 'fghij', true]);
        expect([window.more(0), textOfAll(window), window.bytes === own]).toEqual([0, 'fghijk', true]);
        expect([window.more(2), textOfAll(window)]).toEqual([undefined, 'fghijk']);
        expect(new TextDecoder().decode(first) + new TextDecoder().decode(second)).toBe('abcdef');
    });

    test('does not write to the pieces', () => {
        const pieces = ['ab', 'cd', 'ef', 'gh'].map(bytes);
        const window = new Window(pieces);
        [0, 2, 1, 3].forEach(from => window.more(from));
        expect([textOfAll(window), window.bytes === pieces[3]]).toEqual(['gh', true]);
        expect(pieces.map(piece => new TextDecoder().decode(piece))).toEqual(['ab', 'cd', 'ef', 'gh']);
        expect(window.more(1)).toBeUndefined();
    });

    test('grows', () => {
        const window = new Window(['abcd', 'efgh', 'ijklmnop', 'q'].map(bytes));
        for (let i = 0; i < 4; i++) {
            window.more(0);
        }
        expect(textOfAll(window)).toBe('abcdefghijklmnopq');
    });

    test('decodes ranges', () => {
        const window = new Window([bytes('aéb')]);
        window.more(0);
        expect([window.text(1, 3, false), window.text(0, 1, true), window.text(3, 4, true)]).toEqual(['é', 'a', 'b']);
    });

    test('keeps texts that occur again', () => {
        const texts = ['abcdefgh', 'abcdefgi', 'x-abcdefgh', 'short', 'abcdefgh', 'y'.repeat(64), 'z'.repeat(65), 'y'.repeat(64)];
        const window = new Window([bytes(texts.join(''))]);
        window.more(0);
        const recent = new RecentTexts(window);
        let at = 0;
        expect(texts.map(text => recent.between(at, (at += text.length)))).toEqual(texts);
    });

    test('keeps names', () => {
        const names = ['a', 'b', 'ab', 'a', 'é', 'b'];
        const window = new Window([bytes(names.join(''))]);
        window.more(0);
        const repeated = new RepeatedNames(window);
        let at = 0;
        // all names in one slot
        const found = names.map(name => repeated.between(at, (at += bytes(name).length), -1, name !== 'é'));
        expect(found.map(name => name.text)).toEqual(names);
        expect([found[3] === found[0], found[5] === found[1], found.map(name => name.seenIn)]).toEqual([true, true, [0, 0, 0, 0, 0, 0]]);
    });
});

describe('the pieces of a text', () => {
    const AT_ONCE = 1 << 16;
    test.each([
        ['', []],
        ['abc', [3]],
        ['a'.repeat(AT_ONCE), [AT_ONCE]],
        ['a'.repeat(AT_ONCE + 1), [AT_ONCE, 1]],
        [`${'a'.repeat(AT_ONCE - 1)}\u{1F600}b`, [AT_ONCE + 3, 1]],
        [`${'a'.repeat(AT_ONCE - 2)}\u{1F600}b`, [AT_ONCE + 2, 1]],
        [`${'a'.repeat(AT_ONCE - 1)}\u{1F600}`, [AT_ONCE + 3]]
    ])('have these lengths (%#)', (text, lengths) => {
        const pieces = piecesOf(text);
        for (let times = 0; times < 2; times++) {
            expect([...pieces].map(piece => piece.length)).toEqual(lengths);
        }
        expect(Buffer.concat([...pieces]).toString()).toBe(text);
    });
});

describe('the elements of a record', () => {
    test.each<readonly [what: string, text: string, elements: readonly string[]]>([
        ['an element', '{"@type": "A"}', ['{@type: "A"}']],
        ['a value', 'true', ['true']],
        ['a version', '{"@type": "DataVersion", "payload": {"@id": "x", "a": 1}}', ['{@id: "x", a: integer 1}']],
        ['a version that states the id', '{"identity": {"@id": "x"}, "payload": {"a": 1}}', ['{@id: "x", a: integer 1}']],
        ['a version with a described id', '{"identity": {"b": 2, "@id": "x"}, "payload": {"a": 1}}', ['{@id: "x", a: integer 1}']],
        ['a version whose payload has an id', '{"identity": {"@id": "x"}, "payload": {"@id": "y", "a": 1}}', ['{@id: "y", a: integer 1}']],
        ['a version without an id', '{"identity": {"b": 2}, "payload": {"a": 1}}', ['{a: integer 1}']],
        ['a version with a strange id', '{"identity": "x", "payload": {"a": 1}}', ['{a: integer 1}']],
        ['a deletion', '{"identity": {"@id": "x"}, "payload": null}', []],
        ['a deletion without a payload', '{"identity": {"@id": "x"}}', []],
        ['a commit', '{"@type": "Commit", "change": [{"payload": {"a": 1}}, {"payload": {"a": 2}}]}', ['{a: integer 1}', '{a: integer 2}']],
        ['a request for one', '{"@type": "CommitRequest", "change": [{"payload": {"a": 1}}]}', ['{a: integer 1}']],
        ['a commit without changes', '{"@type": "Commit"}', ['{@type: "Commit"}']],
        ['an element with changes', '{"@type": "A", "change": []}', ['{@type: "A", change: []}']],
        ...['Project', 'Branch', 'Tag', 'Query'].map(type => [`a ${type}`, `{"@type": "${type}", "name": "n"}`, []] as const),
        ['a graph', '{"@graph": [{"a": 1}, {"a": 2}]}', ['{a: integer 1}', '{a: integer 2}']],
        [
            'a graph with a context',
            '{"@context": "c", "@graph": [{"a": 1}, {"@context": "d", "a": 2}, true, {"@id": "x"}]}',
            ['{a: integer 1, @context: "c"}', '{@context: "d", a: integer 2}', 'true', '<x>']
        ],
        ['an element with a graph', '{"a": 1, "@graph": [{"a": 2}]}', ['{a: integer 1, @graph: [{a: integer 2}]}']],
        ['an element with a single graph', '{"@graph": {"a": 2}}', ['{@graph: {a: integer 2}}']]
    ])('%s', (_what, text, elements) => {
        expect(elementsOf(parseJson(text)).map(textOf)).toEqual(elements);
        expect(['payload', '@graph', 'change'].map(containsElements)).toEqual([true, true, false]);
    });

    test('has a context only where its document has one', () => {
        const [element] = elementsOf(parseJson('{"@graph": [{"a": 1}]}'));
        expect([...(element as ReadonlyMap<string, Json>).keys()]).toEqual(['a']);
    });
});
