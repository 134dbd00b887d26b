/** Names that need no quotes (KerML 8.2.2.3), at the borders of each range of characters. */

import { expect, it } from 'vitest';
import { isBasicName } from '../../../src/runtime/values/index.js';

it.each(['a', 'z', 'A', 'Z', '_', 'a0', 'a9', '_1', 'aZ_09', 'Az'])("'%s' is a basic name", name => {
    expect(isBasicName(name)).toBe(true);
});

it.each(['', '0', '9a', 'a b', 'a-b', 'a`', 'a{', 'a@', 'a[', 'a/', 'a:', 'é', '`', '{', '@', '[', 'ａ'])("'%s' is no basic name", name => {
    expect(isBasicName(name)).toBe(false);
});
