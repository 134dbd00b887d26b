// Texts of comments and requirements: markup, cross-references, images; pictures of diagrams (contract: migration 4.5, 10.5, 10.6).

import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { entryOf, migrated, xmi } from './v1.js';

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

const escaped = (html: string): string => html.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** A pump with a documentation, and what it may refer to. */
const pump = (html: string): string =>
    xmi(
        `<packagedElement:Class pump "Pump"><ownedComment:Comment c body="${escaped(html)}"><annotatedElement xmi:idref="pump"/></ownedComment:Comment>
         <ownedAttribute:Property rate "rate"><defaultValue:LiteralReal d value="12.5"/></ownedAttribute:Property></packagedElement:Class>
         <packagedElement:Class motor "Motor"><ownedComment:Comment c2 body="Turns it."><annotatedElement xmi:idref="motor"/></ownedComment:Comment></packagedElement:Class>
         <packagedElement:Class loop "Loop"><ownedComment:Comment c3 body="${escaped('<p>Again <mms-cf mms-element-id="loop" mms-cf-type="com">[cf:Loop.com]</mms-cf>.</p>')}"><annotatedElement xmi:idref="loop"/></ownedComment:Comment></packagedElement:Class>`,
        '<sysml:Block xmi:id="a1" base_Class="pump"/><sysml:Block xmi:id="a2" base_Class="motor"/><sysml:Block xmi:id="a3" base_Class="loop"/>'
    );

const cf = (id: string, type: string, cached: string): string =>
    `<p><mms-cf mms-element-id="${id}" mms-cf-type="${type}">[cf:${cached}]</mms-cf></p>`;

describe('a cross-reference', () => {
    it.each<[title: string, html: string, doc: string, verdict: string, note: string]>([
        ['reads as the name', cf('motor', 'name', 'Motor.name'), 'Motor', 'mapped', ''],
        ['reads as the name of now', cf('motor', 'name', 'Engine.name'), 'Motor', 'mapped', "'Engine' reads 'Motor' now"],
        ['reads as the value', cf('rate', 'val', '11.val'), '12.5', 'mapped', "reads '12.5' now"],
        ['reads as the documentation', cf('motor', 'com', 'Turns it..com'), 'Turns it.', 'mapped', ''],
        ['keeps what the tool kept of a missing target', cf('gone', 'name', 'Valve.name'), 'Valve', 'approximated', 'gone'],
        ['is a link of the model', '<p><a href="mdel://motor">Engine</a></p>', 'Motor', 'mapped', "reads 'Motor' now"],
        ['is a link to nothing', '<p><a href="mdel://gone">Engine</a></p>', 'Engine', 'approximated', 'gone'],
        ['is a view', '<p><mms-view-link data-mms-element-id="motor">[cf:Motor.name]</mms-view-link></p>', 'Motor', 'mapped', ''],
        ['is a page', '<p><a href="https://x.example/views/motor?a=b">old</a></p>', 'Motor', 'mapped', "reads 'Motor' now"],
        ['is an ordinary link', '<p><a href="https://x.example/a">site</a></p>', 'site', 'mapped', ''],
        ['has markup of the name that it reads', '<p>see <a href="mdel://motor">M</a> &lt;b&gt;</p>', 'see Motor <b>', 'mapped', 'reads'],
        ['without markup is never printed', 'see [cf:Motor.name] here', 'see Motor here', 'mapped', '']
    ])('%s', (_, html, doc, verdict, note) => {
        const migration = migrated(pump(html));
        expect(migration.content).toContain(`doc /* ${doc} */`);
        expect(migration.content).not.toContain('[cf:');
        expect(entryOf(migration, 'c')).toMatchObject({ verdict });
        expect(entryOf(migration, 'c').note).toContain(note);
        expect(entryOf(migration, 'c').note.includes(' now')).toBe(note.startsWith("'") || note.startsWith('reads'));
    });

    it('that leads back to itself prints nothing', () => {
        expect(migrated(pump('x')).content).toContain('doc /* Again . */');
    });
});

describe('an image in a comment', () => {
    it('is written by its absolute address', () => {
        const migration = migrated(pump('<p>See <img src="https://x.example/fig.png" alt="Figure"></p>'));
        expect(migration.content).toContain('doc /* See ![Figure](https://x.example/fig.png) */');
        expect(migration.files).toEqual([]);
    });

    it('is resolved against the base', () => {
        const imageBaseUrl = 'https://x.example/app/';
        const migration = migrated(pump('<img src="/alfresco/fig.png?a=1&amp;b=2">'), { imageBaseUrl });
        expect(migration.content).toContain('doc /* ![](https://x.example/alfresco/fig.png?a=1&b=2) */');
        expect(entryOf(migration, 'c').verdict).toBe('mapped');
    });

    it('is left out without the base, and the note names what gives it', () => {
        const entry = entryOf(migrated(pump('<p>See <img src="/alfresco/fig.png"></p>')), 'c');
        expect(entry.verdict).toBe('approximated');
        expect(entry.note).toContain('image_base_url');
    });

    it('of the archive is a file beside the document', () => {
        const model = Buffer.from(pump('<p><img src="pictures/my pump.png"></p><p><img src="other.png"></p><p><img src="bad.png"></p>'));
        const archive = zipSync({ 'model.xmi': model, 'my pump.png': PNG, 'other.png': PNG, 'bad.png': Buffer.from('text') });
        const migration = migrated(archive);
        expect(migration.files).toEqual([{ path: 'images/my_pump.png', bytes: Buffer.from(PNG) }]);
        expect(migration.content).toContain('![](images/my_pump.png)');
        expect(entryOf(migration, 'c').note).toContain('no PNG');
    });

    it('of a document beside another keeps its name where the bytes are the same', () => {
        const archive = (bytes: Uint8Array): Uint8Array =>
            zipSync({ 'model.xmi': Buffer.from(pump('<p><img src="pump.png"></p>')), 'pump.png': bytes });
        const { files } = migrated(archive(PNG));
        expect(migrated(archive(PNG), { imagesBeside: files }).files).toEqual(files);
        const other = Uint8Array.from([...PNG, 4]);
        const second = migrated(archive(other), { imagesBeside: files });
        expect(second.files).toEqual([{ path: 'images/pump_2.png', bytes: Buffer.from(other) }]);
        expect(second.content).toContain('![](images/pump_2.png)');
    });

    it('is an attached file', () => {
        const members = '<packagedElement:Class pump "Pump"><ownedComment:Comment c body="Front view"/></packagedElement:Class>';
        const model = Buffer.from(xmi(members, '<md:AttachedFile xmi:id="f" base_Comment="c" file="BINARY-1"/>'));
        const migration = migrated(zipSync({ 'model.xmi': model, 'BINARY-1': PNG }));
        expect(migration.files.map(({ path }) => path)).toEqual(['images/BINARY-1.png']);
        expect(migration.content).toContain('![Front view](images/BINARY-1.png)');
        expect(entryOf(migrated(xmi(members, '<md:AttachedFile xmi:id="f" base_Comment="c" file="gone"/>')), 'c')).toMatchObject({
            verdict: 'approximated'
        });
    });
});

describe('a picture pasted on a diagram', () => {
    const octets = [...PNG].map(byte => byte.toString(16)).join(' ');
    const archive = (image: string, geometry = '10, 20, 300, 200', kind = 'SysML Block Definition Diagram'): Uint8Array =>
        zipSync({
            'com.nomagic.magicdraw.uml_model.model': Buffer.from(
                xmi(`<packagedElement:Class pump "Pump"/><xmi:Extension extender="MagicDraw"><modelExtension>
                <ownedDiagram:Diagram dia "Plant"><xmi:Extension><diagramRepresentation>
                <DiagramRepresentationObject type="${kind}" umlType="Class Diagram">
                <diagramContents><binaryObject streamContentID="STREAM-1"/><usedObjects><usedElements>pump</usedElements></usedObjects></diagramContents>
                </DiagramRepresentationObject></diagramRepresentation></xmi:Extension></ownedDiagram:Diagram></modelExtension></xmi:Extension>`)
            ),
            'STREAM-1': Buffer.from(
                `<mdOwnedViews xmlns:xmi="http://www.omg.org/XMI"><mdElement elementClass="ImageShape" xmi:id="shape 1"><geometry>${geometry}</geometry><image>${image}</image></mdElement></mdOwnedViews>`
            )
        });

    it('is a file that the view draws', () => {
        const migration = migrated(archive(octets));
        expect(migration.files).toEqual([{ path: 'images/shape_1.png', bytes: PNG }]);
        expect(migration.content).toContain(
            '@DiagramLayout::Picture { location = "images/shape_1.png"; x = 10; y = 20; width = 300; height = 200; alt = "shape_1.png"; }'
        );
        expect(migration.report.remarks[0]).toBe('pasted images: 1 of 1 written as files and drawn by the view');
    });

    it('whose octets do not read has a row of its own', () => {
        const migration = migrated(archive('89 xyz'));
        expect(entryOf(migration, 'shape 1')).toMatchObject({ verdict: 'unmapped' });
        expect(entryOf(migration, 'dia').verdict).toBe('approximated');
        expect(migration.report.counts.unmapped).toBe(1);
    });

    it('on a table is noted', () => {
        const migration = migrated(archive(octets, undefined, 'Generic Table'));
        expect(migration.files).toEqual([]);
        expect(entryOf(migration, 'dia')).toMatchObject({ verdict: 'approximated' });
        expect(entryOf(migration, 'dia').note).toContain('a table has no pictures');
    });

    it('without an area, or in portable output, is noted', () => {
        expect(entryOf(migrated(archive(octets, '10, 20, 0, 0')), 'dia').note).toContain('no area');
        const strict = migrated(archive(octets), { strict: true });
        expect(strict.files).toEqual([]);
        expect(entryOf(strict, 'dia').note).toContain('portable');
    });
});

it.each(['Instance Table', 'Generic Table', 'Dependency Matrix', 'Relation Map Diagram'])('a view of a %s does not have its rows', kind => {
    const migration = migrated(
        xmi(`<packagedElement:Class pump "Pump"/><xmi:Extension extender="MagicDraw"><modelExtension>
            <ownedDiagram:Diagram dia "Pumps"><xmi:Extension><diagramRepresentation><DiagramRepresentationObject type="${kind}" umlType="${kind}">
            <diagramContents><usedObjects><usedElements>pump</usedElements></usedObjects></diagramContents>
            </DiagramRepresentationObject></diagramRepresentation></xmi:Extension></ownedDiagram:Diagram></modelExtension></xmi:Extension>`)
    );
    expect(migration.content).toContain('view Pumps');
    expect(entryOf(migration, 'dia')).toMatchObject({ verdict: 'approximated' });
    expect(entryOf(migration, 'dia').note).toContain('its rows, columns and criteria are not migrated');
});
