// Documents of MagicDraw's family: sections, methods of viewpoints, what they are when they are written (contract: migration 11).

import { expect, it } from 'vitest';
import { QueryContext, documentContent, writeMarkdown } from '../../src/documents/index.js';
import { HeldObjects } from '../../src/runtime/behaviour/index.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import type { Migration } from '../../src/migration/index.js';
import { testLibrary } from '../support/library.js';
import { entryOf, migrated, REAL, xmi } from './v1.js';

const DOC = 'xmlns:doc="http://www.magicdraw.com/schemas/manual/Document_Profile.xmi"';
const UML = 'http://www.omg.org/spec/UML/20131001/UML.xmi';
const step = (id: string, metaclass = 'CallBehaviorAction', inner = ''): string =>
    `<node:${metaclass} ${id} "${id}">${inner}</node:${metaclass}>`;
const edge = (id: string, from: string, to: string): string => `<edge:ControlFlow ${id} source="${from}" target="${to}"/>`;
const applied = (stereotype: string, base: string, tags = '', children = ''): string =>
    `<doc:${stereotype} ${DOC} xmi:id="a-${base}" base_Element="${base}" ${tags}>${children}</doc:${stereotype}>`;

const MEMBERS = (nodes: string): string => `<packagedElement:Package p "Plant">
    <packagedElement:Class pump "Pump"><ownedComment:Comment c1 body="Moves water."><annotatedElement xmi:idref="pump"/></ownedComment:Comment>
        <ownedAttribute:Property rate "rate">${REAL}<defaultValue:LiteralReal dv value="12"/></ownedAttribute:Property></packagedElement:Class>
    <packagedElement:Class motor "Motor"/>
    <xmi:Extension extender="Tool"><modelExtension><ownedDiagram:Diagram dia "Blocks" ownerOfDiagram="p"><xmi:Extension extender="Tool"><diagramRepresentation>
        <DiagramRepresentationObject type="SysML Block Definition Diagram" umlType="Class Diagram"><diagramContents><usedElements>pump</usedElements></diagramContents></DiagramRepresentationObject></diagramRepresentation></xmi:Extension>
    </ownedDiagram:Diagram></modelExtension></xmi:Extension></packagedElement:Package>
    <packagedElement:Package q "Book">
    <packagedElement:Class book "Handbook"><ownedComment:Comment c2 body="What there is."><annotatedElement xmi:idref="book"/></ownedComment:Comment>
        <ownedAttribute:Property s1 type="over" aggregation="composite"/><ownedAttribute:Property s2 "parts" type="list" aggregation="composite"/></packagedElement:Class>
    <packagedElement:Class over "Overview"><ownedAttribute:Property s3 type="inner" aggregation="composite"/></packagedElement:Class>
    <packagedElement:Class inner "Inside"><ownedComment:Comment c3 body="Within."><annotatedElement xmi:idref="inner"/></ownedComment:Comment><ownedAttribute:Property s4 type="over" aggregation="composite"/></packagedElement:Class>
    <packagedElement:Class list "Parts List"><generalization:Generalization g general="vp"/></packagedElement:Class>
    <packagedElement:Class vp "Parts"><ownedBehavior:Activity meth "present"><node:InitialNode i/>${nodes}</ownedBehavior:Activity></packagedElement:Class>
    <packagedElement:Dependency x1 client="over" supplier="dia"/><packagedElement:Dependency x2 client="list" supplier="p"/></packagedElement:Package>`;
const APPLIED = `${['pump', 'motor'].map(id => `<sysml:Block xmi:id="b${id}" base_Class="${id}"/>`).join('')}
    ${applied('Document', 'book')}${applied('view', 'over')}${applied('view', 'inner')}${applied('view', 'list')}
    <sysml:Viewpoint xmi:id="v1" base_Class="vp"/><sysml:Conform xmi:id="v2" base_Generalization="g"/>
    <sysml:Expose xmi:id="v3" base_Dependency="x1"/><sysml:Expose xmi:id="v4" base_Dependency="x2"/>`;

const book = (nodes: string, applications: string, options = {}): Migration =>
    migrated(xmi(MEMBERS(nodes), APPLIED + applications), options);

function markdown({ content }: Migration): string {
    const { model } = new Workspace({ library: testLibrary() }).parse([{ name: 'm.sysml', language: 'sysml', content }]);
    return writeMarkdown(documentContent(new QueryContext(model, new HeldObjects()), "Book::'Handbook Document'"));
}

const COLLECT = `${step('collect')}${step('only')}${step('sort')}<node:ForkNode f/>`;
const COLLECTED =
    applied('CollectOwnedElements', 'collect', 'depthChoice="1"') +
    applied('FilterByMetaclasses', 'only', '', `<metaclasses href="${UML}#Class"/>`) +
    applied('SortByName', 'sort');
const ORDER = `${edge('e1', 'i', 'collect')}${edge('e2', 'collect', 'only')}${edge('e3', 'only', 'sort')}${edge('e4', 'sort', 'f')}`;

it('a document is sections of its views, with what their methods collect', () => {
    const columns = `<node:InitialNode ti/>${step('col1')}${step('col2')}${edge('t1', 'ti', 'col1')}${edge('t2', 'col1', 'col2')}`;
    const migration = book(
        `${COLLECT}${step('bullets')}${step('table', 'StructuredActivityNode', columns)}${ORDER}${edge('e5', 'f', 'bullets')}${edge('e6', 'f', 'table')}`,
        COLLECTED +
            applied('BulletedList', 'bullets') +
            applied('TableStructure', 'table', 'captions="All of them"') +
            applied('TableAttributeColumn', 'col1', 'desiredAttribute="Name"') +
            applied('TablePropertyColumn', 'col2', 'desiredProperty="rate"')
    );
    expect(markdown(migration)).toBe(`# Handbook

What there is.

## Overview

<!-- caption -->
*Blocks*

\`\`\`mermaid
%% Plant::Blocks — tree rendering (render Views::asTreeDiagram)
flowchart TD
    n0["Plant::Pump<br>«part def»"]
    n1["rate : ScalarValues::Real<br>«attribute»"]
    n0 --- n1
\`\`\`

### Inside

Within.

## Parts List

- Motor
- Pump

<!-- caption -->
*All of them*

| name | rate |
| --- | --- |
| Motor |  |
| Pump | 12 |
`);
    expect(entryOf(migration, 'book')).toMatchObject({ verdict: 'mapped', target: "Book::'Handbook Document'" });
    expect(entryOf(migration, 's1').note).toContain('the view Overview is within itself');
    expect(entryOf(migration, 's2').verdict).toBe('mapped');
});

it('a step that has no form ends its branch', () => {
    const migration = book(
        `${COLLECT}${step('odd')}${step('bullets')}${step('words')}${ORDER}${edge('e5', 'f', 'odd')}${edge('e6', 'odd', 'bullets')}${edge('e7', 'f', 'words')}`,
        COLLECTED +
            applied('DynamicView', 'odd') +
            applied('BulletedList', 'bullets') +
            applied('Paragraph', 'words', 'body="&lt;p&gt;So it is.&lt;/p&gt;"')
    );
    expect(entryOf(migration, 's2')).toMatchObject({
        verdict: 'approximated',
        note: "of its method, 'odd' and the steps after it are not written"
    });
    expect(markdown(migration)).toContain('## Parts List\n\nSo it is.');
    expect(markdown(migration)).not.toContain('- Motor');
});

it('portable output has no documents', () => {
    const migration = book(edge('e1', 'i', 'i'), '', { strict: true });
    expect(entryOf(migration, 'book').verdict).toBe('unmapped');
    expect(migration.content).not.toContain('DocumentQueries');
});
