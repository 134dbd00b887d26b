/**
 * Every rule by its smallest models: what is found in the one that breaks it, and that the one that keeps it is clean. `check --explain`
 * shows the same models.
 */
import { describe, expect, test } from 'vitest';
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
