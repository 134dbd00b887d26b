/** What is read of a tool's reply in each format, and what is refused (contract: verification-and-engines 12.2, 12.4). */
import { describe, expect, test } from 'vitest';
import type { ToolCall, ToolValue } from '../../../src/runtime/evaluation/toolbox.js';
import type { Reply, Selector } from '../../../src/runtime/engines/external/invocations.js';
import type { ToolManifest } from '../../../src/runtime/engines/external/manifests.js';
import { readReplyOf } from '../../../src/runtime/engines/external/replies.js';

const REPLY: Reply = {
    format: 'object',
    file: undefined,
    outputs: new Map(),
    header: true,
    delimiter: ',',
    regex: undefined,
    success: [0],
    errorPath: undefined,
    errorColumn: undefined,
    errorKey: undefined
};
const textOf = ({ value, unit }: ToolValue): string => `${JSON.stringify(value)}${unit === undefined ? '' : ` [${unit}]`}`;

/** The outputs `a` and `b` as texts, or the message of the fault. */
function read(reply: Partial<Reply>, text: string, status = 0, outputs: readonly string[] = ['a']): string {
    const manifest = { reply: { ...REPLY, ...reply } } as ToolManifest;
    try {
        const found = readReplyOf(manifest, { outputs } as ToolCall, text, status);
        return [...found].map(([name, value]) => `${name}=${textOf(value)}`).join(' ');
    } catch (e) {
        return `! ${(e as Error).message}`;
    }
}
const selecting = (a: Selector): Pick<Reply, 'outputs'> => ({ outputs: new Map([['a', a]]) });

describe('an object', () => {
    test.each([
        ['{"outputs": {"a": {"value": 1}}}', 'a=1'],
        ['{"outputs": {"a": {"value": 1.5, "unit": "kg"}}}', 'a=1.5 [kg]'],
        ['{"outputs": {"a": {"value": true}}}', 'a=true'],
        ['{"outputs": {"a": {"value": "x"}}}', 'a="x"'],
        ['{"outputs": {"a": {"value": [1, 2]}}}', 'a=[1,2]'],
        ['{"outputs": {"a": {"value": []}}}', 'a=[]'],
        ['{"outputs": {"a": {"value": [1, "x"]}}}', '! malformed output: a: it is no number, Boolean, text or list of one of these'],
        ['{"outputs": {"a": {"value": [[1]]}}}', '! malformed output: a: it is no number, Boolean, text or list of one of these'],
        ['{"outputs": {"a": {"value": null}}}', '! malformed output: a: it is no number, Boolean, text or list of one of these'],
        ['{"outputs": {"a": {"value": 1e999}}}', '! malformed output: a: it is no number, Boolean, text or list of one of these'],
        ['{"outputs": {"a": {}}}', '! malformed output: a: it is no number, Boolean, text or list of one of these'],
        ['{"outputs": {"a": {"value": 1, "unit": 2}}}', '! malformed output: a: its unit is no text'],
        ['{"outputs": {"a": {"value": 1, "other": 2}}}', '! malformed output: a: it is no object of value and unit'],
        ['{"outputs": {"a": 1}}', '! malformed output: a: it is no object of value and unit'],
        ['{"outputs": {}}', '! missing output: a'],
        ['{"outputs": {"a": {"value": 1}, "b": {"value": 2}}}', '! malformed output: b: it is no output'],
        ['{"outputs": [1]}', '! malformed output: no outputs'],
        ['{}', '! malformed output: no outputs'],
        ['[]', '! malformed output: no object'],
        ['{"error": "no fuel"}', '! tool error: no fuel'],
        ['{"error": 3}', '! malformed output: error is no text'],
        ['{"error": "x", "outputs": {"a": {"value": 1}}}', '! malformed output: error beside outputs'],
        ['{"outputs": {"a": {"value": 1}}, "log": ""}', '! malformed output: the member log'],
        ['{"outputs": {}, "outputs": {}}', '! malformed output: the member outputs twice'],
        [`  ${'x'.repeat(90)}`, `! malformed output: no JSON: ${'x'.repeat(78)}`],
        [`${'['.repeat(1001)}${']'.repeat(1001)}`, '! malformed output: values that nest more than 1000 deep']
    ])('%s', (text, expected) => expect(read({}, text)).toBe(expected));

    test('several outputs come in the order of the call', () => {
        expect(read({}, '{"outputs": {"a": {"value": 1}, "b": {"value": 2}}}', 0, ['b', 'a'])).toBe('b=2 a=1');
    });
    test('the names of an object of the language are no outputs', () => {
        expect(read({}, '{"outputs": {}}', 0, ['toString'])).toBe('! missing output: toString');
    });
});

describe('JSON', () => {
    const rows: readonly (readonly [selector: Selector, text: string, expected: string, errorPath?: string])[] = [
        [{}, '{"a": 1}', 'a=1'],
        [{ path: '/x/y' }, '{"x": {"y": 2}}', 'a=2'],
        [{ path: '/x/1' }, '{"x": [1, 2]}', 'a=2'],
        [{ path: '/x/0' }, '{"x": [1, 2]}', 'a=1'],
        [{ path: '/x/01' }, '{"x": [1, 2]}', '! missing output: a: nothing is at /x/01'],
        [{ path: '/x/12' }, '{"x": [1, 2]}', '! missing output: a: nothing is at /x/12'],
        [{ path: '/x/length' }, '{"x": [1, 2]}', '! missing output: a: nothing is at /x/length'],
        [{ path: '/x/toString' }, '{"x": {}}', '! missing output: a: nothing is at /x/toString'],
        [{ path: '/x~1y/m~0n' }, '{"x/y": {"m~n": 3}}', 'a=3'],
        [{ path: '' }, '4', 'a=4'],
        [{ path: '/a/b' }, '{"a": 1}', '! missing output: a: nothing is at /a/b'],
        [{}, '{"a": null}', '! missing output: a: nothing is at /a'],
        [{}, '{"a": [1, 2]}', 'a=[1,2]'],
        [{ unit: 'm' }, '{"a": 1}', 'a=1 [m]'],
        [{ unitPath: '/u' }, '{"a": 1, "u": "kg"}', 'a=1 [kg]'],
        [{ unitPath: '/u', unit: 'm' }, '{"a": 1}', 'a=1'],
        [{ unitPath: '/u' }, '{"a": 1, "u": 3}', '! malformed output: a: it is no quantity'],
        [{ type: 'integer' }, '{"a": 1}', 'a=1'],
        [{ type: 'integer' }, '{"a": 1.5}', '! malformed output: a: 1.5 is no integer'],
        [{ type: 'integer' }, '{"a": [1, 2]}', 'a=[1,2]'],
        [{ type: 'integer' }, '{"a": [1, 2.5]}', '! malformed output: a: 2.5 is no integer'],
        [{ type: 'number' }, '{"a": "1"}', '! malformed output: a: it is no number'],
        [{ type: 'boolean' }, '{"a": "true"}', '! malformed output: a: it is no boolean'],
        [{ type: 'boolean' }, '{"a": false}', 'a=false'],
        [{ type: 'string' }, '{"a": "x"}', 'a="x"'],
        [{ type: 'string' }, '{"a": 1}', '! malformed output: a: it is no string'],
        [{}, '{"a": 1, "e": "failed"}', '! tool error: failed', '/e'],
        [{}, '{"a": 1, "e": {"code": 3}}', '! tool error: {"code":3}', '/e'],
        [{}, '{"a": 1, "e": ""}', 'a=1', '/e'],
        [{}, '{"a": 1, "e": null}', 'a=1', '/e'],
        [{}, '{"a": 1}', 'a=1', '/e']
    ];
    test.each(rows.map(([selector, ...row]) => [JSON.stringify(selector), selector, row] as const))('%s %#', (_, selector, row) => {
        const [text, expected, errorPath] = row;
        expect(read({ format: 'json', ...selecting(selector), errorPath }, text)).toBe(expected);
    });
    test('the manifest says where an output is', () => {
        expect(read({ format: 'json' }, '{"a": 1}')).toBe('! missing output: a: the manifest does not say where it is');
    });
});

describe('a table', () => {
    const rows: readonly (readonly [selector: Selector, text: string, expected: string, more?: Partial<Reply>])[] = [
        [{}, 'a,b\n1,2\n3,4\n', 'a=3'],
        [{ row: 'last' }, 'a,b\n1,2\n3,4\n', 'a=3'],
        [{ row: 'first' }, 'a,b\n1,2\n3,4', 'a=1'],
        [{ row: 'all' }, 'a,b\n1,2\n3,4', 'a=[1,3]'],
        [{ row: 1 }, 'a,b\n1,2\n3,4', 'a=3'],
        [{ row: 2 }, 'a,b\n1,2\n3,4', '! missing output: a: no column a in the row'],
        [{ column: 'b' }, 'a,b\n1,2', 'a=2'],
        [{ column: 1 }, 'a,b\n1,2', 'a=2'],
        [{ column: 2 }, 'a,b\n1,2', '! missing output: a: no column 2 in the row'],
        [{ column: 'c' }, 'a,b\n1,2', '! missing output: a: no column c in the row'],
        [{ row: 'all' }, 'a,b\n1,2\n\n3', 'a=[1,3]'],
        [{ row: 'all', column: 'b' }, 'a,b\n1,2\n3', '! missing output: a: no column b in the row'],
        [{ row: 'first' }, 'a,b\n1,2\n3,4\n5,6', 'a=1'],
        [{}, 'a,b', '! missing output: a: no column a in the row'],
        [{}, '', '! missing output: a: no column a in the row'],
        [{ column: 1 }, '1;2', 'a=2', { header: false, delimiter: ';' }],
        [{ column: 0, row: 'first' }, '1\r\n2\r\n', 'a=1', { header: false }],
        // cells in quotes
        [{ type: 'string' }, 'a,b\n"1,2",3', 'a="1,2"'],
        [{ type: 'string' }, 'a,b\n"1\n2",3', 'a="1\\n2"'],
        [{ type: 'string' }, 'a,b\n"say ""x""",3', 'a="say \\"x\\""'],
        [{ type: 'string' }, 'a,b\n5" wide,3', 'a="5\\" wide"'],
        [{ type: 'string' }, 'a,b\n"",3', 'a=""'],
        // types and units
        [{}, 'a\nx', '! malformed output: a: x is no number'],
        [{}, 'a,b\n,1', '! malformed output: a:  is no number'],
        [{ type: 'integer' }, 'a\n1.5', '! malformed output: a: 1.5 is no integer'],
        [{ type: 'integer' }, 'a\n15', 'a=15'],
        [{ type: 'real' }, 'a\n1.5', 'a=1.5'],
        [{ type: 'string' }, 'a\r\nx\r\n', 'a="x"'],
        [{ type: 'real' }, 'a\n1e999', '! malformed output: a: 1e999 is no real'],
        [{ type: 'boolean' }, 'a\n TRUE', 'a=true'],
        [{ type: 'boolean' }, 'a\nFalse ', 'a=false'],
        [{ type: 'boolean' }, 'a\nyes', '! malformed output: a: yes is no Boolean'],
        [{ unit: 'm' }, 'a\n1', 'a=1 [m]'],
        [{ unitColumn: 'u' }, 'a,u\n1,kg', 'a=1 [kg]'],
        [{ unitColumn: 1, unit: 'm' }, 'a,u\n1,kg', 'a=1 [kg]'],
        // errors stand in the last row
        [{}, 'a,e\n1,\n2,\n3,failed', '! tool error: failed', { errorColumn: 'e' }],
        [{}, 'a,e\n1,failed\n2,', 'a=2', { errorColumn: 'e' }],
        [{}, 'a\n1', 'a=1', { errorColumn: 'e' }]
    ];
    test.each(rows.map(row => [JSON.stringify(row), row] as const))('%s', (_, [selector, text, expected, more]) => {
        expect(read({ format: 'csv', ...selecting(selector), ...more }, text)).toBe(expected);
    });
});

describe('lines and status', () => {
    const rows: readonly (readonly [selector: Selector | undefined, text: string, expected: string, more?: Partial<Reply>])[] = [
        [undefined, 'a = 1', 'a=1'],
        [undefined, 'log\r\n a: 2 \r\nb = 3', 'a=2'],
        [undefined, 'a = 1\na = 2', 'a=2'],
        [{ key: 'x', unit: 'm' }, 'x=1', 'a=1 [m]'],
        [{ type: 'string' }, 'a = b = c', 'a="b = c"'],
        [undefined, 'b = 1', '! missing output: a'],
        [undefined, 'a = x', '! malformed output: a: x is no number'],
        [undefined, 'a = 1\ne = failed', '! tool error: failed', { errorKey: 'e' }],
        [undefined, 'a = 1\ne =', 'a=1', { errorKey: 'e' }],
        [undefined, 'a = 1', 'a=1', { errorKey: 'e' }],
        [undefined, 'mass 5 kg', 'a=5', { regex: /mass (?<a>\d+)/ }],
        [undefined, 'a = 1', '! missing output: a', { regex: /mass (?<a>\d+)/ }]
    ];
    test.each(rows.map(row => [JSON.stringify(row), row] as const))('%s', (_, [selector, text, expected, more]) => {
        expect(read({ format: 'lines', ...(selector !== undefined && selecting(selector)), ...more }, text)).toBe(expected);
    });

    test.each<readonly [type: Selector['type'], status: number, success: readonly number[], expected: string]>([
        ['integer', 3, [0], 'a=3'],
        ['boolean', 0, [0], 'a=true'],
        ['boolean', 1, [0], 'a=false'],
        [undefined, 1, [0, 1], 'a=true']
    ])('the exit status as %s: %i of %j', (type, status, success, expected) => {
        expect(read({ format: 'exitcode', ...selecting({ type }), success }, '', status)).toBe(expected);
    });
});
