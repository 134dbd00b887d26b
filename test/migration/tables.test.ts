// Tables, matrices, relation maps: queries and documents beside their views, which are run (contract: migration 11).

import { describe, expect, it } from 'vitest';
import { QueryContext, cellsText, runDocumentQuery } from '../../src/documents/index.js';
import { HeldObjects } from '../../src/runtime/behaviour/index.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import type { Migration } from '../../src/migration/index.js';
import { type Declaration, newDocument } from '../../src/migration/notation/declaration.js';
import { Speller } from '../../src/migration/notation/spelling.js';
import { testLibrary } from '../support/library.js';
import { entryOf, errorsOf, migrated, REAL, STRING, xmi } from './v1.js';

const MATRIX = 'xmlns:Matrix="http://www.magicdraw.com/schemas/Dependency_Matrix_Profile.xmi"';
const UML = 'href="http://www.omg.org/spec/UML/20131001/UML.xmi#';

const diagram = (id: string, name: string, kind: string): string =>
    `<xmi:Extension extender="Tool"><modelExtension><ownedDiagram:Diagram ${id} "${name}" ownerOfDiagram="p">
        <xmi:Extension extender="Tool"><diagramRepresentation><DiagramRepresentationObject type="${kind}" umlType="Class Diagram"/></diagramRepresentation></xmi:Extension>
    </ownedDiagram:Diagram></modelExtension></xmi:Extension>`;

const requirement = (id: string, name: string): string => `<packagedElement:Class ${id} "${name}"/>`;
const STATION = `<packagedElement:Package p "Station">
    <packagedElement:Class pump "Pump"><ownedComment:Comment c body="Moves water."><annotatedElement xmi:idref="pump"/></ownedComment:Comment>
        <ownedAttribute:Property rate "rate">${REAL}<defaultValue:LiteralReal dv value="12"/></ownedAttribute:Property>
        <ownedAttribute:Property drive "drive" type="motor" aggregation="composite"/></packagedElement:Class>
    <packagedElement:Class big "Big Pump"><generalization:Generalization g general="pump"/></packagedElement:Class>
    <packagedElement:Class motor "Motor"/>
    <packagedElement:InstanceSpecification i1 "pump 1" classifier="pump"><slot:Slot s1 definingFeature="rate"><value:LiteralReal v1 value="3"/></slot:Slot></packagedElement:InstanceSpecification>
    <packagedElement:InstanceSpecification i2 "pump 2" classifier="big"><slot:Slot s2 definingFeature="rate"><value:LiteralReal v2 value="2.5"/></slot:Slot></packagedElement:InstanceSpecification>
    ${requirement('r1', 'Start time')}${requirement('r2', 'Noise')}
    <packagedElement:Abstraction sat client="pump" supplier="r1"/><packagedElement:Abstraction der client="r2" supplier="r1"/>
    ${diagram('d', 'Parts', 'Generic Table')}
</packagedElement:Package>`;
const APPLIED = `${['pump', 'big', 'motor'].map(id => `<sysml:Block xmi:id="b${id}" base_Class="${id}"/>`).join('')}
    <sysml:Requirement xmi:id="q1" base_Class="r1" Id="R1" Text="Soon."/><sysml:Requirement xmi:id="q2" base_Class="r2" Id="R2" Text="Quiet."/>
    <sysml:Satisfy xmi:id="q3" base_Abstraction="sat"/><sysml:DeriveReqt xmi:id="q4" base_Abstraction="der"/>`;

const table = (name: string, attributes: string, children = ''): string =>
    `<md:${name} xmi:id="t" base_Diagram="d" ${attributes}>${children}</md:${name}>`;
const columns = (...ids: string[]): string => ids.map(id => `<columnIds>${id}</columnIds>`).join('');
const withTable = (application: string, options = {}): Migration => migrated(xmi(STATION, APPLIED + application), options);

/** The rows that a query of the written document answers: a line a row. */
function answer({ content }: Migration, query: string): string[] {
    const { model } = new Workspace({ library: testLibrary() }).parse([{ name: 'm.sysml', language: 'sysml', content }]);
    const { columns: heads, rows } = runDocumentQuery(new QueryContext(model, new HeldObjects()), query, []);
    return [heads.join(' | '), ...rows.map(({ cells }) => cells.map(values => cellsText(values, ', ')).join(' | '))];
}

describe('a table of elements', () => {
    it('is a query over its scope with its columns in its order', () => {
        const migration = withTable(
            table(
                'DiagramTable',
                'scope="p" displayMode="List"',
                `<rowElementType ${UML}Class"/>${columns('_NUMBER_', 'QPROP:Element:name', 'QPROP:Element:documentation', 'rate', 'QPROP:Element:owner')}
                <hideColumns>QPROP:Element:owner</hideColumns><sort>QPROP:Element:name^Desc</sort>`
            )
        );
        expect(migration.content).toContain(
            "    calc def 'Parts Rows' :> DocumentQueries::Query {\n        private import DocumentQueries::*;\n        Project("
        );
        expect(migration.content).toContain(
            `    part def 'Parts Document' :> DocumentQueries::Document {
        attribute :>> title = "Parts";
        part 'table' : DocumentQueries::Table {
            attribute :>> caption = "Parts";
            calc rows : 'Parts Rows';
        }
    }`.replaceAll("'table'", 'table')
        );
        expect(answer(migration, "Station::'Parts Rows'")).toEqual([
            'name | documentation | rate',
            'Pump | Moves water. | 12',
            'Motor |  | ',
            'Big Pump |  | 12'
        ]);
        expect(entryOf(migration, 'd')).toMatchObject({ verdict: 'mapped', target: 'Station::Parts' });
    });

    it('imports the operations, which hides members of the model with their names', () => {
        const document = newDocument();
        const part = document.declare('part def', 'Union', 'property', 0);
        const query = document.declare('calc def', 'Rows', 'property', 1);
        const speller = new Speller(() => false, { bodies: new Set([query]), has: name => name === 'Union' });
        const names = (from: Declaration): string[] => [speller.nameOf(part, from), speller.libraryName('DocumentQueries::Union', from)];
        expect(names(document)).toEqual(['Union', 'DocumentQueries::Union']);
        expect(names(query)).toEqual(['$::Union', 'Union']);
        query.declare('attribute', 'Union', 'property', 0);
        expect(names(query)).toEqual(['$::Union', 'DocumentQueries::Union']);
    });

    it('has rows that are named one by one, and leaves others out', () => {
        const migration = withTable(
            table('DiagramTable', 'additionalElements="motor pump" excludedElements="pump"', columns('QPROP:Element:name'))
        );
        expect(answer(migration, "Station::'Parts Rows'")).toEqual(['name', 'Motor']);
    });

    it('says which settings are not written', () => {
        const looks = withTable(table('DiagramTable', 'scope="p" columnWidths="30 40"', columns('QPROP:Element:name')));
        expect(entryOf(looks, 'd')).toMatchObject({ verdict: 'mapped', note: 'settings of how it looks: columnWidths' });
        const rows = withTable(table('DiagramTable', 'scope="p" filterText="Pump"', columns('QPROP:Element:name')));
        expect(entryOf(rows, 'd')).toMatchObject({ verdict: 'approximated', note: 'without its settings filterText' });
    });

    it('of requirements has their ids, texts and relationships', () => {
        const migration = withTable(
            table(
                'DiagramTable',
                'scope="p"',
                `<rowElementType href="SysML%20Profile.mdzip#_x"><xmi:Extension><referenceExtension referentPath="SysML::Requirements::Requirement"/></xmi:Extension></rowElementType>
                ${columns('QPROP:Element:Id', 'QPROP:Element:name', 'QPROP:Element:Text', 'QPROP:Element:SatisfiedBy', 'QPROP:Element:DerivedFrom', 'QPROP:Element:Master')}`
            )
        );
        expect(answer(migration, "Station::'Parts Rows'")).toEqual([
            'shortName | name | documentation | SatisfiedBy | DerivedFrom',
            'R1 | Start time | Soon. | Station::Pump | ',
            'R2 | Noise | Quiet. |  | Station::Start time'
        ]);
        expect(entryOf(migration, 'd')).toMatchObject({
            verdict: 'approximated',
            note: 'without the columns Master, which no query answers'
        });
    });
});

it('a table has columns of tags and of what relationships relate', () => {
    const profile = `<packagedElement:Profile pr "Plant" URI="http://plant.example/profiles/Plant"><packagedElement:Stereotype st "Critical">
        <ownedAttribute:Property lv "level">${STRING}</ownedAttribute:Property></packagedElement:Stereotype></packagedElement:Profile>`;
    const uses = '<packagedElement:Dependency use "uses" client="pump" supplier="motor"/></packagedElement:Package>';
    const model = (types: string, ...ids: string[]): Migration =>
        migrated(
            xmi(
                STATION.replace(/<\/packagedElement:Package>$/, uses) + profile,
                `${APPLIED}<Plant:Critical xmi:id="cr" base_Class="pump" level="high"/>${table('DiagramTable', 'scope="p"', `<rowElementType ${UML}${types}"/>${columns('QPROP:Element:name', ...ids)}`)}`
            )
        );
    const tagged = model('Class', 'QPROP:lv');
    expect(errorsOf(tagged.content)).toEqual([]);
    expect(answer(tagged, "Station::'Parts Rows'")).toEqual(['name | level', 'Pump | high', 'Big Pump | ', 'Motor | ']);
    expect(entryOf(tagged, 'd').verdict).toBe('mapped');
    const related = model('Dependency', 'QPROP:Dependency:client', 'QPROP:Dependency:supplier');
    expect(answer(related, "Station::'Parts Rows'")).toEqual(['name | source | target', 'uses | Station::Pump | Station::Motor']);
    const none = model('Class', 'QPROP:Connector:end');
    expect(answer(none, "Station::'Parts Rows'")[1]).toBe('Pump | ');
});

it('a table of instances lists individuals of its classifier, not what specializes it', () => {
    const migration = withTable(table('InstanceTable', 'scope="p" classifier="pump"', columns('QPROP:Element:name', 'rate')));
    expect(answer(migration, "Station::'Parts Rows'")).toEqual(['name | rate', 'pump 1 | 3', 'pump 2 | 2.5']);
});

describe('a matrix', () => {
    const matrix = (criterion: string, direction: string): string =>
        `<Matrix:DependencyMatrix ${MATRIX} xmi:id="t" base_Diagram="d" direction="${direction}"><dependencyCriteria>${criterion}</dependencyCriteria></Matrix:DependencyMatrix>
        <Matrix:MatrixFilter ${MATRIX} xmi:id="t2" base_Diagram="d" rowScope="p" columnScope="p"><rowElementType ${UML}Class"/></Matrix:MatrixFilter>`;

    it('has a column for its criterion, along its direction', () => {
        const criterion = '&lt;call&gt;&lt;entry key="name"&gt;&lt;value&gt;Satisfy&lt;/value&gt;&lt;/entry&gt;&lt;/call&gt;'.replaceAll(
            '"',
            '&quot;'
        );
        expect(answer(withTable(matrix(criterion, 'Row to column')), "Station::'Parts Rows'")).toEqual([
            'name | Satisfy',
            'Pump | Station::Start time',
            'Big Pump | ',
            'Motor | '
        ]);
    });

    it('has what its columns are among', () => {
        const filter = (more: string): Migration =>
            withTable(
                matrix('Satisfy', 'Row to column')
                    .replace('columnScope="p"', `columnScope="${more.split(' ')[0]}"`)
                    .replace(
                        '</Matrix:MatrixFilter>',
                        `${more.includes('typed') ? `<columnElementType ${UML}Signal"/>` : ''}</Matrix:MatrixFilter>`
                    )
            );
        expect(answer(filter('p'), "Station::'Parts Rows'")).toContain('Pump | Station::Start time');
        expect(answer(filter('motor'), "Station::'Parts Rows'")).toContain('Pump | ');
        expect(answer(filter('p typed'), "Station::'Parts Rows'")).toContain('Pump | ');
        expect(entryOf(filter('gone'), 'd')).toMatchObject({
            verdict: 'approximated',
            note: 'its columns are all that rows lead to: neither its scope nor a row of it is written'
        });
    });

    it('of a criterion that no query follows stays a view', () => {
        const migration = withTable(matrix('Package Import', 'Row to column'));
        expect(entryOf(migration, 'd')).toMatchObject({
            verdict: 'unmapped',
            note: expect.stringContaining('no query follows Package Import') as string
        });
        expect(migration.content).toContain('view Parts {');
        expect(migration.content).not.toContain('DocumentQueries');
    });
});

it('a relation map follows its criteria to its depth', () => {
    const migration = withTable(table('RelationMap', 'contextElement="r1" depth="2"', '<relationCriterion>DeriveReqt</relationCriterion>'));
    expect(answer(migration, "Station::'Parts Rows'")).toEqual(['name']);
    const reverse = withTable(
        table('RelationMap', 'contextElement="r2" direction="Source to target"', '<relationCriterion>DeriveReqt</relationCriterion>')
    );
    expect(answer(reverse, "Station::'Parts Rows'")).toEqual(['name', 'Start time']);
});

it.each([
    ['without a scope', table('DiagramTable', ''), 'neither its scope nor a row of it is written'],
    ['with a malformed order', table('DiagramTable', 'scope="p"', '<sort>name</sort>'), 'its order of rows is malformed'],
    ['of unknown types', table('DiagramTable', 'scope="p"', `<rowElementType ${UML}Gate"/>`), 'has no metaclass here'],
    ['of a relation map without a criterion', table('RelationMap', 'context="r1"'), 'it has no criterion']
])('a definition %s is a comment beside its view', (_title, application, reason) => {
    const migration = withTable(application);
    expect(entryOf(migration, 'd')).toMatchObject({ verdict: 'unmapped', note: expect.stringContaining(reason) as string });
    expect(migration.content).toContain(`/* not migrated: «`);
});

it('portable output has no queries, and a look-alike of another profile is none', () => {
    const strict = withTable(table('DiagramTable', 'scope="p"'), { strict: true });
    expect(entryOf(strict, 'd').verdict).toBe('unmapped');
    expect(strict.content).not.toContain('DocumentQueries');
    const other = withTable('<Plant:DiagramTable xmi:id="t" base_Diagram="d" scope="p"/>');
    expect(other.content).not.toContain('DocumentQueries');
});
