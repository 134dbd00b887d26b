import { expect, it } from 'vitest';
import { replaceEach, shortened } from '../../src/language/long-texts.js';

it('matches in long texts are replaced like those in short ones', () => {
    const text = 'a\\n\\\\b\\u0041'.repeat(100_000);
    const pattern = /\\(?:u[0-9A-F]{4}|[^])/g;
    const by = (match: string): string => `<${match.slice(1)}>`;
    expect(replaceEach(text, pattern, by)).toBe('a<n><\\>b<u0041>'.repeat(100_000));
    expect(replaceEach(`${' '.repeat(2 ** 20)}\\n`, pattern, by)).toBe(`${' '.repeat(2 ** 20)}<n>`);
});

it.each([
    ['what is short', 'cannot convert P: why', 'cannot convert P: why'],
    [
        'a long word, whose ends stay',
        `cannot convert ${'n'.repeat(1e6)}x: why`,
        `cannot convert ${'n'.repeat(100)}…${'n'.repeat(18)}x: why`
    ],
    ['many words', 'word '.repeat(1000), `${'word '.repeat(800)}…`]
])('messages cite %s', (_title, message, expected) => expect(shortened(message)).toBe(expected));
