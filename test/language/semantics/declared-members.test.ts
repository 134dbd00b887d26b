/** The declarations that a node owns, in the order of their positions, and conditions in place of constraints (contract: conversion 4.1, 5.8). */
import { expect, it } from 'vitest';
import type { AstNode } from '../../../src/language/generated/tree.js';
import { declaredMembersOf, hasBraces, isInlineCondition } from '../../../src/language/semantics/declared-members.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';

const workspace = new Workspace({ library: testLibrary(), analysis: 'never' });

/** The first member of a document. */
function firstOf(content: string, language: 'sysml' | 'kerml' = 'sysml'): AstNode {
    const model = workspace.parseOnly([{ name: `m.${language}`, language, content }]);
    expect(model.documents[0].syntaxErrors).toEqual([]);
    return model.documents[0].root.members[0];
}

it.each<readonly [text: string, expected: readonly string[], language?: 'kerml']>([
    ['part p { part a; part b; }', ['part a;', 'part b;']],
    ['part p;', []],
    ['#A #B part p { part a; }', ['part a;', '#A', '#B']],
    ['#A part p;', ['#A']],
    ['flow f of P from a.x to b.y { attribute k; }', ['P', 'attribute k;']],
    ['flow f from a.x to b.y;', []],
    ['feature f { end inner [1] feature e; }', ['end inner [1] feature e;'], 'kerml'],
    ['requirement r { require x > 1; }', ['require x > 1;']]
])('%s has %j', (text, expected, language) => {
    const found = declaredMembersOf(firstOf(text, language));
    expect(found.map(({ $offset, $end }) => text.slice($offset, $end))).toEqual(expected);
});

it.each<readonly [text: string, expected: readonly string[]]>([
    ['if x { action a; } else { action b; }', ['{ action a; }', '{ action b; }']],
    ['if x { action a; }', ['{ action a; }']],
    ['while x { action a; }', ['{ action a; }']],
    ['for i in 1..2 { action a; }', ['{ action a; }']],
    ['transition t first s accept e do action d then u { doc /* x */ }', ['accept e', 'action d', 'doc /* x */']],
    ['transition first s then u;', []]
])('the step %s has %j', (text, expected) => {
    const content = text.startsWith('transition') ? `state m { ${text} }` : `action m { ${text} }`;
    const [step] = firstOf(content).members!;
    const found = declaredMembersOf(step).map(({ $offset, $end }) => content.slice($offset, $end));
    expect(found.map((part, i) => (part.includes(expected[i] ?? '?') ? expected[i] : part))).toEqual(expected);
});

it.each([
    ['require x > 1;', true, false],
    ['assume x > 1;', true, false],
    ['assert x > 1;', true, false],
    ['require constraint { x > 1 }', false, true],
    ['require constraint c;', false, false],
    ['assert constraint { x > 1 }', false, true],
    ['assert c;', false, false],
    ['require c { doc /* x */ }', false, true],
    ['require c;', false, false],
    ['constraint { x > 1 }', false, true],
    ['part p;', false, false],
    ['calc f { x }', false, true]
])('%s is a condition in place of a constraint: %s', (text, is, braces) => {
    const [member] = firstOf(`requirement r { attribute x; constraint c; ${text} }`).members!.slice(2);
    expect([isInlineCondition(member), hasBraces(member)]).toEqual([is, braces]);
    expect(declaredMembersOf(member).length).toBe(is ? 0 : member.members!.length);
});
