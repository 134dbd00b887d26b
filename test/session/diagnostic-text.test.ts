/** The text of a finding with its source line and a marker, where it is not written for a terminal. */
import { expect, test } from 'vitest';
import { diagnosticText } from '../../src/session/answers/diagnostic-text.js';

const finding = (startCol: number, endCol: number, endLine = 1) => ({
    severity: 'error' as const,
    code: 'unresolved',
    message: 'm',
    span: { file: 'a', startLine: 1, startCol, endLine, endCol }
});
const shown = (line: string, ...span: [startCol: number, endCol: number, endLine?: number]): string[] =>
    diagnosticText(finding(...span), new Map([['a', `${line}\nnext`]]), true).split('\n');
const long = 'part a; '.repeat(100);

test.each<[title: string, line: string, span: [number, number, number?], text: string, marks: string]>([
    ['a short line', 'part a : B;', [10, 11], 'part a : B;', '         ^'],
    ['bytes of other characters', "part 'é' : B;", [13, 14], "part 'é' : B;", '           ^'],
    ['wide characters', "part '界' : B;", [14, 15], "part '界' : B;", '            ^'],
    ['a tab', '\tpart a : B;', [11, 12], '\tpart a : B;', '\t         ^'],
    ['an empty place', 'part a', [7, 7], 'part a', '      ^'],
    ['a place that ends on the next line', 'part a : B', [10, 2, 2], 'part a : B', '         ^'],
    ['a line of 200 characters', 'x'.repeat(200), [200, 201], 'x'.repeat(200), `${' '.repeat(199)}^`],
    ['the beginning of a long line', long, [6, 7], long.slice(0, 200), '     ^'],
    ['the middle of a long line', long, [406, 407], `…${long.slice(396, 595)}`, `${' '.repeat(10)}^`],
    ['the end of a long line', long, [798, 799], `…${long.slice(601)}`, `${' '.repeat(197)}^`],
    ['a long place', long, [1, 701], long.slice(0, 200), '^'.repeat(200)]
])('%s is marked', (_, line, span, text, marks) => {
    expect(shown(line, ...span).slice(1, 3)).toEqual([`    ${text}`, `    ${marks}`]);
});
