/** How names and strings are written: which names need no quotes (KerML 8.2.2.3), at the borders of each range of characters; escapes. */

import { expect, it } from 'vitest';
import { isBasicName, quoted, stringLiteral } from '../../../src/runtime/values/index.js';

it.each(['a', 'z', 'A', 'Z', '_', 'a0', 'a9', '_1', 'aZ_09', 'Az'])("'%s' is a basic name", name => {
    expect(isBasicName(name)).toBe(true);
});

it.each(['', '0', '9a', 'a b', 'a-b', 'a`', 'a{', 'a@', 'a[', 'a/', 'a:', 'é', '`', '{', '@', '[', 'ａ'])("'%s' is no basic name", name => {
    expect(isBasicName(name)).toBe(false);
});

it.each([
    ['name', 'name'],
    ["it's", String.raw`'it\'s'`],
    ['a\\b', String.raw`'a\\b'`],
    ['two\nlines\r\tand a tab', String.raw`'two\nlines\r\tand a tab'`]
])('the name %j is written %s', (name, written) => {
    expect(quoted(name)).toBe(written);
});

it.each([
    ["it's", `"it's"`],
    ['a "b"', String.raw`"a \"b\""`],
    ['a\\b\n', String.raw`"a\\b\n"`]
])('the string %j is written %s', (text, written) => {
    expect(stringLiteral(text)).toBe(written);
});
