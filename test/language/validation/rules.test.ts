/**
 * Every rule by its smallest models: what is found in the one that breaks it, and that the one that keeps it is clean. `check --explain`
 * shows the same models.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CONSTRAINTS } from '../../../src/language/validation/rules/constraints.js';
import { RULES } from '../../../src/language/validation/rules/rules.js';
import { CODES_WITHOUT_ROW } from '../../../src/language/validation/rules/codes.js';
import { loadLibrary } from '../../../src/language/library/loading.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { explanationOf } from '../../../src/session/questions/code-explanations.js';
import { findingsOf } from './findings.js';

describe('rules', () => {
    test.each(RULES.map(r => [r.language, r.rule, r] as const))('%s: %s', (language, _, { found, broken, kept }) => {
        const findings = (text: string): string => [...new Set(findingsOf(text, language).map(f => `${f.severity} ${f.code}`))].join(', ');
        expect(findings(broken)).toBe(found);
        expect(findings(kept)).toBe('');
    });
});

test('every code of a finding is explained with its rules', () => {
    const workspace = new Workspace({ library: loadLibrary() });
    const codes = [...new Set([...RULES.flatMap(r => r.codes), ...Object.keys(CODES_WITHOUT_ROW)])];
    expect(codes.filter(code => !explanationOf(code, workspace).text?.startsWith(`${code}\n`))).toEqual([]);
    expect(explanationOf('unreachable-stat', workspace).near).toBe('unreachable-state');
    expect(explanationOf('', workspace).text).toBeUndefined();
});

test('a constraint of the standards has the codes of its rows, or a reason and no row', () => {
    const rows = (name: string): string[] => [...new Set(RULES.filter(r => r.rule === name).flatMap(r => r.codes))];
    const expected = Object.entries(CONSTRAINTS).map(([name, standing]) => [name, 'codes' in standing ? [...standing.codes].sort() : []]);
    expect(Object.keys(CONSTRAINTS).map(name => [name, rows(name).sort()])).toEqual(expected);
    const seconds = Object.values(CONSTRAINTS).flatMap(standing => ('same' in standing ? [standing.same] : []));
    expect(seconds.filter(name => !('codes' in CONSTRAINTS[name]))).toEqual([]);
});

test('a constraint is explained by its name', () => {
    const workspace = new Workspace({ library: loadLibrary() });
    const text = (name: string): string => explanationOf(name, workspace).text!;
    expect(text('validateFlowEndIsEnd')).toBe(
        'validateFlowEndIsEnd\n\nNo text can break this constraint (FlowEnd): isEnd is set without a keyword.\n'
    );
    expect(text('validateUsageVariationMembership')).toContain(
        'The same constraint as validateUsageVariationOwnedFeatureMembership.\n\nReported as variation-member-not-variant.\n\nRule: '
    );
});

const STANDARD = fileURLToPath(new URL('../../../../shared/spec/', import.meta.url));

test.runIf(existsSync(STANDARD))('the table has every constraint and production that the standards name, and no other', () => {
    const read = (file: string): string => readFileSync(join(STANDARD, file), 'utf8');
    const texts = ['KerML-specification.txt', 'SysML-specification.txt'].map(read).join('\n');
    const names = new Set(texts.match(/\bvalidate[A-Z][A-Za-z]*/g));
    names.delete('validateUsageOwningType'); // the standard's example of a name; no such constraint is defined
    expect(Object.keys(CONSTRAINTS).sort()).toEqual([...names].sort());
    const grammars = ['KerML-textual-bnf.kebnf', 'SysML-textual-bnf.kebnf'].map(read).join('\n');
    const productions = Object.values(CONSTRAINTS).flatMap(standing => ('production' in standing ? [standing.production] : []));
    expect(productions.filter(name => !new RegExp(`^${name}\\b`, 'm').test(grammars))).toEqual([]);
});
