// Metaclasses and types of rows that have the names of properties that every object has.
import { expect, it } from 'vitest';
import { metaclassOfRows } from '../../src/migration/mapping/tables/vocabulary.js';
import { migrated, xmi } from './v1.js';

const NAMES = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];

it.each(NAMES)('nothing is written for the unknown metaclass %s', name => {
    const { report } = migrated(xmi(`<packagedElement:${name} x "X"/>`));
    expect(report.entries.find(({ id }) => id === 'x')).toMatchObject({
        verdict: 'unmapped',
        note: `no form is written for elements of the kind ${name}`
    });
});

it.each(NAMES)('%s is no type of rows', name => {
    const link = (href: string): Parameters<typeof metaclassOfRows>[0] => ({ href, path: name }) as never;
    expect(metaclassOfRows(link('pathmap://UML_METAMODELS/UML.metamodel.uml#x'), () => undefined)).toBeUndefined();
    expect(metaclassOfRows(link('pathmap://SysML.profile.uml#x'), () => undefined)).toBeUndefined();
});
