// Visibility (contract: migration 4.4), and rules with trees of expressions or on other elements (6.1, 8.2).

import { describe, expect, it } from 'vitest';
import { entryOf, migrated, notation, REAL, xmi } from './v1.js';

const property = (name: string, visibility: string, more = ''): string =>
    `<ownedAttribute:Property ${name} "${name}" visibility="${visibility}" ${more}>${REAL}</ownedAttribute:Property>`;
const part = (name: string, type: string, visibility: string): string =>
    `<ownedAttribute:Property ${name} "${name}" visibility="${visibility}" type="${type}" aggregation="composite"/>`;
const BLOCKS = ['pump', 'motor', 'rig'].map(id => `<sysml:Block xmi:id="a${id}" base_Class="${id}"/>`).join('');

const station = (pump: string, rig = ''): string =>
    xmi(
        `<packagedElement:Package pack "P"><packagedElement:Class pump "Pump">${pump}</packagedElement:Class>
         <packagedElement:Class motor "Motor"/><packagedElement:Class rig "Rig">${rig}</packagedElement:Class></packagedElement:Package>`,
        BLOCKS
    );

describe('the visibility of a feature', () => {
    it.each([
        ['is kept', property('x', 'private'), '', 'private attribute x : ScalarValues::Real;', 'mapped', ''],
        ['is kept for what is protected', property('x', 'protected'), '', 'protected attribute x', 'mapped', ''],
        [
            'is kept when its own owner names it',
            `${property('x', 'private')}<ownedRule:Constraint k><specification:OpaqueExpression o body="x > 1"/></ownedRule:Constraint>`,
            '',
            'private attribute x',
            'mapped',
            ''
        ],
        [
            'is dropped when a subclass redefines it',
            property('x', 'private'),
            `<generalization:Generalization g general="pump"/>${property('y', 'public', 'redefinedProperty="x"')}`,
            '        attribute x',
            'approximated',
            'Rig names it'
        ],
        [
            'that is protected is kept when a subclass redefines it',
            property('x', 'protected'),
            `<generalization:Generalization g general="pump"/>${property('y', 'public', 'redefinedProperty="x"')}`,
            'protected attribute x',
            'mapped',
            ''
        ],
        [
            'is dropped when a connector reaches it',
            part('x', 'motor', 'private'),
            `${part('p', 'pump', 'private')}${part('q', 'motor', 'private')}<ownedConnector:Connector c><end:ConnectorEnd e role="x" partWithPort="p"/><end:ConnectorEnd f role="q"/></ownedConnector:Connector>`,
            '        part x : Motor;',
            'approximated',
            'Rig names it'
        ],
        ['of a package has no form', property('x', 'package'), '', '        attribute x', 'approximated', 'no such visibility']
    ])('%s', (_, pump, rig, line, verdict, note) => {
        const migration = migrated(station(pump, rig));
        expect(migration.content).toContain(line);
        expect(entryOf(migration, 'x').verdict).toBe(verdict);
        expect(entryOf(migration, 'x').note).toContain(note);
    });

    it('is kept for an operation and its usage', () => {
        const { content } = migrated(station('<ownedOperation:Operation o "Run" visibility="private"/>'));
        expect(content).toContain('private abstract action def Run;\n        private action run : Run;');
    });

    it('is dropped where members are packaged, or parameters of a constraint', () => {
        const members = `<packagedElement:Class c "C" visibility="private">${property('x', 'private')}</packagedElement:Class>`;
        const migration = migrated(xmi(members, '<sysml:ConstraintBlock xmi:id="b" base_Class="c"/>'));
        expect(entryOf(migration, 'c')).toMatchObject({ verdict: 'approximated' });
        expect(entryOf(migration, 'x')).toMatchObject({ verdict: 'mapped' });
        expect(migration.content).toContain('    in attribute x');
    });
});

describe('a rule', () => {
    const rule = (specification: string, attributes = ''): string =>
        `<ownedRule:Constraint k "k" ${attributes}>${specification}</ownedRule:Constraint>`;
    const operator = (id: string, symbol: string, ...operands: string[]): string =>
        `<operand:Expression ${id} symbol="${symbol}">${operands.join('')}</operand:Expression>`;
    const tree = (symbol: string, ...operands: string[]): string =>
        rule(`<specification:Expression s symbol="${symbol}">${operands.join('')}</specification:Expression>`);
    const real = (id: string, value: string): string => `<operand:LiteralReal ${id} value="${value}"/>`;

    it.each<[title: string, rule: string, text: string | undefined, verdict: string]>([
        ['has operators by sign', tree('&lt;', operator('a', 'x'), real('b', '5')), 'x < 5.0', 'mapped'],
        [
            'has operators by name',
            tree(
                'And',
                operator('a', 'Greater Than', operator('b', 'x'), real('c', '1')),
                operator('d', 'not', operator('e', '==', operator('f', 'x'), real('g', '2')))
            ),
            '(x > 1.0) and (not (x == 2.0))',
            'mapped'
        ],
        [
            'has functions',
            tree('&lt;', operator('a', 'max', operator('b', 'x'), real('c', '1')), real('d', '9')),
            '(RealFunctions::max(x, 1.0)) < 9.0',
            'mapped'
        ],
        ['names features by value', tree('&lt;', '<operand:ElementValue v element="x"/>', real('b', '5')), 'x < 5.0', 'mapped'],
        ['with an operator that has no form', tree('xor', operator('a', 'x'), operator('b', 'x')), undefined, 'unmapped'],
        ['with a name out of reach', tree('&lt;', operator('a', 'nothing'), real('b', '5')), undefined, 'unmapped'],
        ['that only shows something', tree(''), undefined, 'skipped']
    ])('%s', (_, text, line, verdict) => {
        const migration = migrated(station(`${property('x', 'public')}${text}`));
        expect(entryOf(migration, 'k').verdict).toBe(verdict);
        expect(migration.content.includes('constraint k {')).toBe(line !== undefined);
        expect(migration.content).toContain(line ?? '');
    });

    it('on another definition is asserted there', () => {
        const text = rule('<specification:OpaqueExpression o body="x > 1"/>', 'constrainedElement="c"');
        const members = `<packagedElement:Package p "P">${text}<packagedElement:Class c "C">${property('x', 'public')}</packagedElement:Class></packagedElement:Package>`;
        expect(notation(members)).toContain('        assert constraint k {\n            x > 1');
    });
});
