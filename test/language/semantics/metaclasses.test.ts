/** The hierarchy of the metaclasses, against rules of its own and, where it is at hand, against the metamodel of the standards. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isAbstractMetaclass, isKind, kindsOf, METACLASSES } from '../../../src/language/semantics/metaclasses.js';

const METAMODEL = new URL('../../../../shared/spec/metamodel.json', import.meta.url);

describe('metaclasses', () => {
    test('there are 175 of them, and Element is the only root', () => {
        expect(METACLASSES).toHaveLength(175);
        expect(METACLASSES.filter(m => kindsOf(m).size === 1)).toEqual(['Element']);
        expect(METACLASSES.every(m => isKind(m, 'Element') && isKind(m, m))).toBe(true);
    });
    test.each([
        ['PartUsage', 'Feature', true],
        ['PartUsage', 'ItemUsage', true],
        ['ItemUsage', 'PartUsage', false],
        ['FlowUsage', 'Step', true],
        ['FlowUsage', 'Connector', true],
        ['AssertConstraintUsage', 'BooleanExpression', true],
        ['EnumerationDefinition', 'DataType', true],
        ['ConnectionDefinition', 'Structure', true],
        ['VariantMembership', 'FeatureMembership', false],
        ['nothing', 'Element', false]
    ] as const)('%s is a kind of %s: %s', (metaclass, superclass, expected) => {
        expect(isKind(metaclass, superclass)).toBe(expected);
    });
    test.skipIf(!existsSync(METAMODEL))('they are those of the metamodel', () => {
        type Facts = Record<string, { abstract: boolean; supers: string[] }>;
        const { metaclasses } = JSON.parse(readFileSync(METAMODEL, 'utf8')) as { metaclasses: Facts };
        const all = (name: string): string[] => [...new Set([name, ...metaclasses[name].supers.flatMap(all)])];
        expect([...METACLASSES].sort()).toEqual(Object.keys(metaclasses).sort());
        for (const metaclass of METACLASSES) {
            expect([...kindsOf(metaclass)].sort()).toEqual(all(metaclass).sort());
            expect(isAbstractMetaclass(metaclass)).toBe(metaclasses[metaclass].abstract);
        }
    });
});
