/**
 * The validation constraints of the standards by name that a text can violate: a smallest model that does, with the severity and code of
 * what is found, and a neighbour that is clean. What derived properties or the notation itself fulfil has no row (fixed operators, kinds of
 * memberships, parameters that the parser makes).
 */
import { describe, expect, test } from 'vitest';
import { KERML } from './constraints-by-name-kerml.js';
import { SYSML } from './constraints-by-name-sysml.js';
import { findingsOf } from './findings.js';

describe('validation constraints', () => {
    const rows = [...KERML.map(r => ['kerml' as const, ...r] as const), ...SYSML.map(r => ['sysml' as const, ...r] as const)];
    test.each(rows)('%s: %s', (language, constraint, found, wrong, right) => {
        const findings = (text: string): string => {
            const content = constraint === 'validateImportTopLevelVisibility' ? text : `package P { ${text} }`;
            return [...new Set(findingsOf(content, language).map(f => `${f.severity} ${f.code}`))].join(', ');
        };
        expect(findings(wrong)).toBe(found);
        expect(findings(right)).toBe('');
    });
});
