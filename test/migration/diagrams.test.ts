// Diagrams as views, with geometry of archives and of layout files (contract: migration 10).

import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { LayoutError, type Migration } from '../../src/migration/index.js';
import { entryOf, migrated, xmi } from './v1.js';

const MODEL = xmi(
    `<packagedElement:Package p "Station">
        <packagedElement:Class rig "Rig">
            <ownedAttribute:Property pump "pump" type="a" aggregation="composite"/><ownedAttribute:Property motor "motor" type="a" aggregation="composite"/>
            <ownedConnector:Connector con><end:ConnectorEnd e1 role="pump"/><end:ConnectorEnd e2 role="motor"/></ownedConnector:Connector>
            <xmi:Extension extender="Tool"><modelExtension><ownedDiagram:Diagram dia "Rig Wiring" ownerOfDiagram="rig">
                <xmi:Extension extender="Tool"><diagramRepresentation><DiagramRepresentationObject type="SysML Internal Block Diagram" umlType="Composite Structure Diagram">
                    <diagramContents><binaryObject streamContentID="BINARY-1"/><usedElements>pump</usedElements><usedElements>motor</usedElements><usedElements>con</usedElements></diagramContents>
                </DiagramRepresentationObject></diagramRepresentation></xmi:Extension></ownedDiagram:Diagram></modelExtension></xmi:Extension>
        </packagedElement:Class><packagedElement:Class a "A"/></packagedElement:Package>`,
    '<sysml:Block xmi:id="x1" base_Class="rig"/><sysml:Block xmi:id="x2" base_Class="a"/>'
);
const SYMBOLS = `<mdOwnedViews xmlns:xmi="http://www.omg.org/XMI">
    <mdElement elementClass="Part" xmi:id="s1"><elementID xmi:idref="pump"/><geometry>40, 30, 160, 80</geometry></mdElement>
    <mdElement elementClass="Part" xmi:id="s2"><elementID xmi:idref="motor"/><geometry>300, 120, 160, 80</geometry></mdElement>
    <mdElement elementClass="Connector" xmi:id="s3"><elementID xmi:idref="con"/><geometry>300, 160; 120, 160; 120, 110; </geometry></mdElement>
</mdOwnedViews>`;

const archive = (): Uint8Array => zipSync({ 'com.nomagic.magicdraw.uml_model.model': strToU8(MODEL), 'BINARY-1': strToU8(SYMBOLS) });

it('a diagram is a view that exposes what it shows, at its place', () => {
    const migration = migrated(archive());
    expect(migration.content).toContain(`        connection 'pump to motor' connect pump to motor;
        view 'Rig Wiring' {
            expose pump;
            expose motor;
            expose 'pump to motor';
            @DiagramLayout::Canvas { unit = "px"; width = 460; height = 200; }
            metadata DiagramLayout::Layout about pump { x = 40; y = 30; width = 160; height = 80; }
            metadata DiagramLayout::Layout about motor { x = 300; y = 120; width = 160; height = 80; }
            metadata DiagramLayout::Route about 'pump to motor' { points = (300, 160, 120, 160, 120, 110); }
            render Views::asInterconnectionDiagram;
        }`);
    expect(entryOf(migration, 'dia')).toMatchObject({ verdict: 'mapped', target: "Station::Rig::'Rig Wiring'" });
});

describe('a layout file', () => {
    const packet = (id: string): Uint8Array =>
        Buffer.from(`<packet><data><id><cameo>${id}</cameo></id><relationships><element>
            <element key="0"><id><cameo>pump</cameo></id><relationship_metadata><top>-10</top><bottom>-60</bottom><left>5</left><right>105</right></relationship_metadata></element>
        </element></relationships></data></packet>`);
    const withLayout = (layout: Uint8Array): Migration => migrated(archive(), { layout });

    it('wins over the archive, element by element', () => {
        const { content } = withLayout(packet('dia'));
        expect(content).toContain('about pump { x = 5; y = 10; width = 100; height = 50; }');
        expect(content).toContain('about motor { x = 300; y = 120;');
    });

    it('shows nothing, and says what of it is not used', () => {
        const more = Buffer.from(
            packet('dia')
                .toString()
                .replace(
                    '</element></relationships>',
                    `<element key="1"><id><cameo>a</cameo></id><relationship_metadata><top>high</top></relationship_metadata></element>
                    <element key="2"><id><cameo>motor</cameo></id><properties><fillColor><red>1</red></fillColor></properties><relationship_metadata><top>-1</top><bottom>-2</bottom><left>3</left><right>4</right></relationship_metadata></element></element></relationships>`
                )
        );
        const { content, report } = withLayout(more);
        expect(content).not.toContain('expose Station::A;');
        expect(content).toContain('about motor { x = 3; y = 1; width = 1; height = 1; }');
        expect(report.remarks).toEqual(
            expect.arrayContaining(['layout file: 1 places do not read', 'layout file: colours and images of 1 symbols are not used'])
        );
    });

    it.each([
        ['of another model', packet('other'), /no record of the export joins a diagram of this model/],
        ['that is another document', Buffer.from('<xmi/>'), /not an MTIP packet/],
        ['that is no XML', Buffer.from('junk'), /not an MTIP packet/]
    ])('%s is refused', (_title, layout, message) => {
        expect(() => withLayout(layout)).toThrow(LayoutError);
        expect(() => withLayout(layout)).toThrow(message);
    });
});

it('what no symbol stands for, and what is invisible, is not shown', () => {
    const symbols = SYMBOLS.replace(
        /<mdElement elementClass="Part" xmi:id="s2">/,
        '<mdElement elementClass="Part" xmi:id="s2" visible="false">'
    );
    const { content } = migrated(zipSync({ 'com.nomagic.magicdraw.uml_model.model': strToU8(MODEL), 'BINARY-1': strToU8(symbols) }));
    expect(content).toContain('expose pump;');
    expect(content).not.toContain('expose motor;');
});

it('a comment of a diagram alone is the documentation of its view', () => {
    const comment = '<ownedComment xmi:type="uml:Comment" xmi:id="c" body="How it is wired." annotatedElement="dia"/>';
    const { content } = migrated(MODEL.replace('ownerOfDiagram="rig">', `ownerOfDiagram="rig">${comment}`));
    expect(content).toMatch(/view 'Rig Wiring' \{\n\s*doc \/\* How it is wired\. \*\/\n/);
});

it('a port that is drawn at the borders of several parts has no place of its own', () => {
    const model = MODEL.replace('name="A"/>', 'name="A"><ownedAttribute xmi:type="uml:Port" xmi:id="io" name="io"/></packagedElement>');
    const port = '<mdElement elementClass="Port" xmi:id="s4"><elementID xmi:idref="io"/><geometry>195, 60, 12, 12</geometry></mdElement>';
    const symbols = SYMBOLS.replace('</mdOwnedViews>', `${port}</mdOwnedViews>`);
    const { content, report } = migrated(
        zipSync({ 'com.nomagic.magicdraw.uml_model.model': strToU8(model), 'BINARY-1': strToU8(symbols) })
    );
    expect(content).toContain('expose A::io;');
    expect(content).not.toContain('about io');
    expect(report.remarks).toContain('layout: 2 positioned, 1 at the borders of parts');
});

it('comments and texts of a diagram are notes of its view', () => {
    const model = MODEL.replace(
        'name="Station">',
        `name="Station"><ownedComment xmi:type="uml:Comment" xmi:id="c1" body="&lt;p&gt;Spare&lt;/p&gt;&lt;p&gt;only&lt;/p&gt;" annotatedElement="motor"/>
        <ownedComment xmi:type="uml:Comment" xmi:id="c2" body="Draft" annotatedElement="p"/>`
    );
    const notes = `<mdElement elementClass="Note" xmi:id="s4"><elementID xmi:idref="c1"/><geometry>40, 300, 120, 60</geometry></mdElement>
        <mdElement elementClass="Note" xmi:id="s5"><elementID xmi:idref="c2"/><geometry>240, 300, 0, 0</geometry></mdElement>
        <mdElement elementClass="TextBox" xmi:id="s6"><text>See the "manual"</text><geometry>400, 300, 90, 20</geometry></mdElement></mdOwnedViews>`;
    const label = '<mdElement elementClass="TextBox" xmi:id="s7"><text>pump : A</text><geometry>45, 35, 60, 14</geometry></mdElement>';
    const symbols = SYMBOLS.replace('</mdOwnedViews>', notes).replace(
        '160, 80</geometry></mdElement>',
        `160, 80</geometry>${label}</mdElement>`
    );
    const files = { 'com.nomagic.magicdraw.uml_model.model': strToU8(model), 'BINARY-1': strToU8(symbols) };
    const { content, report } = migrated(zipSync(files));
    const note = 'DiagramLayout::Note';
    expect(content).toContain('@DiagramLayout::Canvas { unit = "px"; width = 490; height = 360; }');
    expect(content).toContain(`metadata ${note} about motor { text = "Spare\\nonly"; x = 40; y = 300; width = 120; height = 60; }`);
    expect(content).toContain(`@${note} { text = "Draft"; x = 240; y = 300; }`);
    expect(content).toContain(`@${note} { text = "See the \\"manual\\""; x = 400; y = 300; width = 90; height = 20; }`);
    expect(content).not.toContain('pump : A"');
    expect(report.remarks).toContain('layout: 2 positioned, 3 written as notes');
    expect(migrated(zipSync(files), { strict: true }).content).not.toContain('Note');
});

const COMMENTED = MODEL.replace(
    'name="Station">',
    `name="Station"><ownedComment xmi:type="uml:Comment" xmi:id="c1" body="Spare" annotatedElement="con x motor"/>
    <ownedComment xmi:type="uml:Comment" xmi:id="c2" body=" " annotatedElement="p"/><ownedComment xmi:type="uml:Comment" xmi:id="c3" body="Draft" annotatedElement="a"/>`
);

it.each([
    ['of a comment without a text is none', '<elementID xmi:idref="c2"/><geometry>40, 300, 120, 60</geometry>', undefined],
    ['that has no place is none', '<elementID xmi:idref="c1"/>', undefined],
    ['of a text box without a place is none', '<text>See there</text>', undefined],
    ['of a blank text box is none', '<text> </text><geometry>40, 300, 120, 60</geometry>', undefined],
    [
        'is about the first thing shown that its comment annotates',
        '<elementID xmi:idref="c1"/><geometry>4, 3, 12, 6</geometry>',
        `metadata DiagramLayout::Note about 'pump to motor' { text = "Spare"; x = 4; y = 3; width = 12; height = 6; }`
    ],
    [
        'about what the view does not show is about nothing',
        '<elementID xmi:idref="c3"/><geometry>4, 3, 12, 6</geometry>',
        '@DiagramLayout::Note { text = "Draft"; x = 4; y = 3; width = 12; height = 6; }'
    ],
    [
        'without a height has no size',
        '<text>low</text><geometry>4, 3, 12, 0</geometry>',
        '@DiagramLayout::Note { text = "low"; x = 4; y = 3; }'
    ],
    [
        'without a width has no size',
        '<text>thin</text><geometry>4, 3, 0, 12</geometry>',
        '@DiagramLayout::Note { text = "thin"; x = 4; y = 3; }'
    ]
])('a note %s', (_title, symbol, line) => {
    const symbols = SYMBOLS.replace('</mdOwnedViews>', `<mdElement elementClass="Note" xmi:id="s4">${symbol}</mdElement></mdOwnedViews>`);
    const { content } = migrated(zipSync({ 'com.nomagic.magicdraw.uml_model.model': strToU8(COMMENTED), 'BINARY-1': strToU8(symbols) }));
    // behind the places of what is drawn
    const after = content.slice(content.indexOf('DiagramLayout::Route')).split('\n')[1].trim();
    expect(after).toBe(line ?? 'render Views::asInterconnectionDiagram;');
});

it('portable output has no geometry and no marks', () => {
    const { content } = migrated(archive(), { strict: true });
    expect(content).not.toMatch(/DiagramLayout|MigrationMetadata/);
    expect(content).toContain('// names the migration made up: pump to motor');
});

it('names in a view are told from those that it exposes', () => {
    const document = xmi(
        `<packagedElement:Class f "feed"/><packagedElement:Class p "Pump"><ownedAttribute:Port x "feed" type="f"/></packagedElement:Class>
        <xmi:Extension extender="Tool"><modelExtension><ownedDiagram:Diagram dia "Flows" ownerOfDiagram="m"><xmi:Extension extender="Tool"><diagramRepresentation><DiagramRepresentationObject type="SysML Block Definition Diagram" umlType="Class Diagram">
            <diagramContents><binaryObject streamContentID="BINARY-1"/><usedElements>f</usedElements><usedElements>x</usedElements></diagramContents></DiagramRepresentationObject></diagramRepresentation></xmi:Extension></ownedDiagram:Diagram></modelExtension></xmi:Extension>`,
        '<sysml:InterfaceBlock xmi:id="x1" base_Class="f"/><sysml:Block xmi:id="x2" base_Class="p"/>'
    );
    const symbols = ['f', 'x'].map(
        (id, i) =>
            `<mdElement elementClass="Class" xmi:id="s${i}"><elementID xmi:idref="${id}"/><geometry>${i * 200}, 30, 160, 80</geometry></mdElement>`
    );
    const bytes = zipSync({
        'com.nomagic.magicdraw.uml_model.model': strToU8(document),
        'BINARY-1': strToU8(`<mdOwnedViews xmlns:xmi="http://www.omg.org/XMI">${symbols.join('')}</mdOwnedViews>`)
    });
    const { content } = migrated(bytes);
    expect(content).toContain('about $::feed { x = 0;');
    expect(content).toContain('about Pump::feed { x = 200;');
});
