/** The list of codes (`%explain-code`), and which rule explains a code first. */
import { describe, expect, it, test } from 'vitest';
import { LINTS } from '../../src/language/validation/lints.js';
import { CODES, listedCodes } from '../../src/session/questions/code-explanations.js';
import { newSession } from '../../src/session/index.js';
import { testLibrary } from '../support/library.js';

describe('the row of a code', () => {
    it.each([
        // a code that a rule of another code shows beside its own is explained by its own rule first
        ['Rules of this tool', 'nonstandard-notation', 'warning', 'notation of the standard and 1 more'],
        ['Rules of this tool', 'unreachable-action', 'warning', 'actions that are reached and 1 more'],
        ['Rules of this tool', 'diagram-layout-value', 'error', 'numbers of a diagram layout'],
        ['Rules of this tool', 'ambiguous', 'warning', 'a name that reaches several distinct elements'],
        ['Rules of this tool', 'type', 'error', 'types of their features'],
        ['Constraints of KerML', 'default-supertype', 'error', 'validateClassifierDefaultSupertype'],
        ['Constraints of SysML', 'attribute-feature-composite', 'error, warning', 'validateAttributeDefinitionFeatures and 2 more'],
        ['Lints', 'signal-never-sent', 'warning', 'an accept of a signal that nothing in the model sends'],
        ['Lints', 'undeclared-signal', 'warning', 'signals that are declared']
    ])('%s: %s, %s, %s', (...row) => {
        expect(listedCodes().filter(([, code]) => code === row[1])).toEqual([row]);
    });
});

test('the lints are a group of their own', () => {
    const inLints = listedCodes().flatMap(([group, code]) => (group === 'Lints' ? [code] : []));
    expect(inLints).toEqual(Object.keys(LINTS).sort());
});

test('%explain-code lists every code once, under its group', async () => {
    const session = newSession({ library: testLibrary() });
    const [{ text, table }] = (await session.execute('%explain-code')).shown;
    expect(table?.rows).toEqual(listedCodes());
    const groups = text.split('\n\n').map(block => block.split('\n'));
    expect(groups.map(([title]) => title).sort()).toEqual([
        'Constraints of KerML:',
        'Constraints of SysML:',
        'Lints:',
        'Rules of this tool:'
    ]);
    const codes = groups.flatMap(([, ...lines]) => lines.map(line => line.trim().split(' ')[0]));
    expect(codes.sort()).toEqual(CODES);
});
