/**
 * The semantic constraints of the standards that imply a specialization or redefinition (KerML Tables 8 to 11, SysML Tables 31 to 33), a
 * smallest model of each: what is implied for one element of it by the constraint of that name.
 */
import { describe, expect, test } from 'vitest';
import { impliedRelationships } from '../../../src/language/semantics/implied.js';
import { LIBRARY_ROWS } from '../../../src/language/semantics/implied-table.js';
import { qualifiedNameOf } from '../../../src/language/semantics/naming.js';
import { semanticQuery } from '../../../src/language/semantics/query.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';
import { KERML, SYSML } from './implied-constraints.js';
import { elementAtPath } from './paths.js';

/** Constraints that what another one implies always fulfils: one of a more special metaclass, or of the places that admit such elements. */
const INCLUDED_IN_OTHERS = ['checkLiteralExpressionSpecialization', 'checkTransitionUsageSpecialization'];

const rows = [...KERML.map(r => ['kerml' as const, ...r] as const), ...SYSML.map(r => ['sysml' as const, ...r] as const)];

describe('semantic constraints', () => {
    test.each(rows)('%s: %s in %s', (language, constraint, members, path, implied) => {
        const content = `package P { ${members} }`;
        const { model } = new Workspace({ library: testLibrary() }).parse([{ name: `test.${language}`, content, language }]);
        const found = impliedRelationships(elementAtPath(model, `P${/^\d/.test(path) ? '/' : '::'}${path}`), semanticQuery).map(
            r => `${r.constraint}: ${r.kind} ${typeof r.target === 'string' ? r.target : qualifiedNameOf(r.target)}`
        );
        expect(found).toContain(`${constraint}: ${implied}`);
    });
    test('every constraint of the table of library targets has a row here', () => {
        const tested = new Set<string>([...rows.map(([, constraint]) => constraint), ...INCLUDED_IN_OTHERS]);
        expect(LIBRARY_ROWS.map(r => r.constraint).filter(c => !tested.has(c))).toEqual([]);
    });
});
