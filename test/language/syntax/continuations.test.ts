/** The place of a text at which somebody writes: the open bodies around it and the begun member. `|` is the place. */
import { expect, test } from 'vitest';
import { type OpenPlace, openPlace } from '../../../src/language/syntax/continuations.js';

const ROOT: OpenPlace = { headers: [], brace: -1, member: '', before: '' };

test.each<readonly [text: string, place: Partial<OpenPlace>]>([
    ['|', {}],
    ['part|', { member: 'part' }],
    ['part |', { member: 'part' }],
    ['part a;|', {}],
    ['part a; |part b;', {}],
    ['part a; part  b : |', { member: 'part  b :' }],
    ['part a { |', { headers: ['part a'], brace: 7 }],
    ['part a {|}', { headers: ['part a'], brace: 7 }],
    ['part a { part b; |', { headers: ['part a'], brace: 7 }],
    ['part a { part b |', { headers: ['part a'], brace: 7, member: 'part b' }],
    ['part a { part b { |', { headers: ['part a', 'part b'], brace: 16 }],
    ['x; part a { y; part b { z |', { headers: ['part a', 'part b'], brace: 22, member: 'z' }],
    // a member with a body may continue (`else`)
    ['part a { }|', { before: 'part a' }],
    ['part a { part b; } |', { before: 'part a' }],
    ['part a { } part|', { member: 'part' }],
    ['part a { } ; |', {}],
    ['part a { } part b { |', { headers: ['part b'], brace: 18 }],
    ['part a { if x { } |', { headers: ['part a'], brace: 7, before: 'if x' }],
    ['part a { if x { y; } else { z { } } |', { headers: ['part a'], brace: 7, before: 'else' }],
    // a brace too much closes nothing
    ['} part|', { member: 'part' }],
    ['part a { } } |', {}],
    // braces and semicolons within names, texts and comments
    ["part '{;' |", { member: "part '{;'" }],
    ['part a = "{" |', { member: 'part a = "{"' }],
    ['part a //* { */ |', { member: 'part a' }],
    ['comment /* { */ |', { member: 'comment /* { */' }],
    ['part a { // }\n|', { headers: ['part a'], brace: 7 }],
    // names of one character and operators
    ['part a { b = c |', { headers: ['part a'], brace: 7, member: 'b = c' }],
    ['part a { |  } part b;', { headers: ['part a'], brace: 7 }]
])('%s', (text, place) => {
    const offset = text.indexOf('|');
    expect(openPlace(text.replace('|', ''), offset, 'sysml')).toEqual({ ...ROOT, ...place });
});
