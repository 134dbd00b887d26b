/** The declarations that a node owns, in order, and conditions in place of constraints (contract: conversion 4.1, 5.8). */
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

it.each<readonly [text: string, expected: readonly string[]]>([
    ['part p { part a; part b; }', ['part a;', 'part b;']],
    ['part p;', []],
    ['#A #B part p { part a; }', ['part a;', '#A', '#B']],
    ['#A part p;', ['#A']],
    ['flow f of P from a.x to b.y { attribute k; }', ['P', 'attribute k;']],
    ['flow f from a.x to b.y;', []],
    ['requirement r { require x > 1; }', ['require x > 1;']]
])('%s has %j', (text, expected) => {
    const found = declaredMembersOf(firstOf(text));
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

it('the cross feature of an end comes before its body', () => {
    const text = 'assoc A { end c [1] feature e { feature b; } }';
    const [end] = firstOf(text, 'kerml').members!;
    expect(declaredMembersOf(end).map(({ $containerProperty }) => $containerProperty)).toEqual(['crossFeature', 'members']);
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

it.each([
    'calc f { x',
    'constraint { x',
    'require constraint { x',
    'assert constraint { x',
    'assert c { doc /* y */',
    'require c { doc /* y */'
])('a body that is not closed is no condition: %s', text => {
    const content = `requirement r { attribute x; constraint c; ${text}`;
    const [member] = workspace.parseOnly([{ name: 'm.sysml', language: 'sysml', content }]).documents[0].root.members[0].members!.slice(2);
    expect([member.members!.length, isInlineCondition(member), hasBraces(member)]).toEqual([1, false, false]);
});

it('the body of a definition that is not closed is none either', () => {
    const [definition] = workspace.parseOnly([{ name: 'm.sysml', language: 'sysml', content: 'calc def F { 1' }]).documents[0].root.members;
    expect([declaredMembersOf(definition).length, isInlineCondition(definition)]).toEqual([1, false]);
});
