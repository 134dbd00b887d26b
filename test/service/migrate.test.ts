// Migrate on the wire: what is refused and in which order, what fails in the body, what is answered (contract: migration 1, 16).

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectSpelling } from '../../src/wire/status.js';
import { xmi } from '../migration/v1.js';
import { temporaryFolder } from '../support/folders.js';
import { type Asks, oneHost } from './one-host.js';

interface Response {
    content?: string;
    fromFormat?: string;
    toFormat?: string;
    error?: string;
    experimental?: boolean;
    experimentalNotice?: string;
    report?: { source: string; exporter?: string; summary: string; mapped?: number; entries?: { verdict: string }[]; text?: string };
    results?: string;
    files?: object[];
}

let host: Asks;
const folder = temporaryFolder('migrate');
const file = (name: string): string => join(folder, name);
const MODEL = xmi('<packagedElement:Package p "P"><packagedElement:Signal s "S"/></packagedElement:Package>');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

function ask(request: object): { response: Response; code: string; message: string } {
    const answered = host<Response>('Migrate', request);
    return { ...answered, code: connectSpelling(answered.code) };
}

beforeAll(async () => {
    host = await oneHost();
    mkdirSync(folder, { recursive: true });
    writeFileSync(file('Pump.xmi'), MODEL);
});

describe('a request is refused', () => {
    const content = base64(MODEL);
    it.each([
        ['without a source', { fromFormat: 'xmi', toFormat: 'sysml' }, /file_path and content/],
        [
            'for v2 input by format',
            { content, fromFormat: 'ttl', toFormat: 'sysml' },
            /<content> is ttl input, which is converted, not migrated: /
        ],
        [
            'for v2 input by path',
            { filePath: '/no/A.sysml', toFormat: 'sysml' },
            /^\/no\/A.sysml is sysml input, which is converted, not migrated: /
        ],
        ['for a v1 target', { content, fromFormat: 'xmi', toFormat: 'mdzip' }, /^cannot write xmi: .*sysml.*ttl/],
        ['for content without a format', { content, toFormat: 'sysml' }, /^from_format is required for inline content: xmi, uml or mdzip/],
        [
            'for a path without a known ending',
            { filePath: '/no/a.xml', toFormat: 'sysml' },
            /^cannot tell the format of "\/no\/a.xml".*from_format/
        ],
        ['without a target', { content, fromFormat: 'xmi' }, /^to_format is required/],
        ['for an unknown format', { content, fromFormat: 'rose', toFormat: 'sysml' }, /^unknown format "rose"/],
        ['for an unknown target', { content, fromFormat: 'uml', toFormat: 'pdf' }, /^unknown format "pdf"/],
        ['for JSON as target', { content, fromFormat: 'uml', toFormat: 'json' }, /api-json/],
        ['for a base that is no address', { content, fromFormat: 'uml', toFormat: 'sysml', imageBaseUrl: 'img' }, /image_base_url "img"/]
    ])('%s', (_title, request, message) => {
        const { code, message: found } = ask(request);
        expect([code, found]).toEqual(['invalid_argument', expect.stringMatching(message)]);
    });

    it('for a file that is not there, once the formats are right', () => {
        expect(ask({ filePath: file('no.xmi'), toFormat: 'sysml' })).toMatchObject({
            code: 'not_found',
            message: expect.stringMatching(/^file not found: /) as string
        });
    });
});

it('answers notation with counts alone', () => {
    const { response } = ask({ filePath: file('Pump.xmi'), toFormat: 'text' });
    expect(response).toEqual({
        content: 'package P {\n    item def S;\n}\n',
        fromFormat: 'xmi',
        toFormat: 'sysml',
        experimental: true,
        experimentalNotice: expect.stringMatching(/^SysML v1 migration is experimental/) as string,
        report: {
            source: 'Pump.xmi',
            exporter: 'Some Tool',
            summary:
                'migrated 3 element(s): 3 mapped, 0 approximated, 0 unmapped (0 skipped as profile, library or notation-only content, 0 as model elements nothing refers to)',
            mapped: 3
        }
    });
});

it('adds entries and text on request', () => {
    const { response } = ask({ content: base64(MODEL), fromFormat: 'uml', toFormat: 'sysml', report: true });
    expect(response.fromFormat).toBe('xmi');
    expect(response.report!.entries).toHaveLength(3);
    expect(response.report!.text).toMatch(/^# SysML v1 to v2 migration report: <content>\n# exported by Some Tool\n# migrated 3 element/);
    expect(response.report!.text).toContain('\nSignal\tP::S\ts\t-> P::S\n');
});

it('answers Turtle', () => {
    const { response } = ask({ content: base64(MODEL), fromFormat: 'xmi', toFormat: 'turtle' });
    expect(response).toMatchObject({ toFormat: 'ttl', content: expect.stringContaining('ItemDefinition') as string });
});

it('answers an error in the body for text that is no model', () => {
    const { response, code } = ask({ content: base64(MODEL.slice(0, 300)), fromFormat: 'xmi', toFormat: 'sysml' });
    expect(code).toBe('ok');
    expect(response).toMatchObject({
        error: expect.stringMatching(/^<content>: not well-formed XML/) as string,
        fromFormat: 'xmi',
        toFormat: 'sysml',
        experimental: true
    });
    expect(response).not.toHaveProperty('content');
    expect(response).not.toHaveProperty('report');
});

describe('a request', () => {
    const machine = xmi(
        `<packagedElement:Signal sg "Go"/><packagedElement:SignalEvent se "go" signal="sg"/><packagedElement:StateMachine sm "Modes"><region:Region rg>
        <subvertex:Pseudostate i kind="initial"/><subvertex:State a "Off"><deferrableTrigger:Trigger dt event="se"/></subvertex:State><subvertex:State b "On"/>
        <subvertex:Pseudostate c "which" kind="choice"/><transition:Transition t0 source="i" target="a"/><transition:Transition t1 source="b" target="c"/>
        <transition:Transition t2 source="c" target="a"/></region:Region></packagedElement:StateMachine>`
    );
    const options = { content: base64(machine), fromFormat: 'xmi', toFormat: 'sysml' };

    it('for run configurations gets a list, empty without any', () => {
        expect(ask(options).response).not.toHaveProperty('results');
        const { response } = ask({ ...options, results: true });
        expect(JSON.parse(response.results!)).toEqual({ source: '<content>', configurations: [] });
        expect(response).not.toHaveProperty('files');
    });

    it('keeps deferred signals in a state, with and without portable notation', () => {
        for (const strict of [false, true]) {
            const { content } = ask({ ...options, strict }).response;
            expect(content).toContain('@MigrationMetadata::DeferredEvent { ref :>> signal : Go; }');
            expect(content!.includes('#StateMachines::choice')).toBe(!strict);
        }
    });

    it('resolves images by the address of their server', () => {
        const content = base64(
            xmi(
                '<packagedElement:Package p "P"><ownedComment:Comment k body="&lt;html&gt;&lt;body&gt;&lt;p&gt;Seen: &lt;img src=&quot;/files/fig.png&quot;/&gt;&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;"><annotatedElement xmi:idref="p"/></ownedComment:Comment></packagedElement:Package>'
            )
        );
        const without = ask({ content, fromFormat: 'xmi', toFormat: 'sysml', report: true }).response;
        const based = ask({ content, fromFormat: 'xmi', toFormat: 'sysml', imageBaseUrl: 'https://wiki.example' }).response;
        expect([without.content!.includes('fig.png'), without.report!.text!.includes('image_base_url')]).toEqual([false, true]);
        expect(based.content).toContain('https://wiki.example/files/fig.png');
        expect(based).not.toHaveProperty('files');
    });

    const drawn = xmi(
        '<packagedElement:Package p "P"><packagedElement:Signal s "S"/></packagedElement:Package><xmi:Extension extender="MagicDraw UML"><modelExtension><ownedDiagram xmi:type="uml:Diagram" xmi:id="dg" name="Overview" ownerOfDiagram="p"><xmi:Extension extender="MagicDraw UML"><diagramRepresentation><DiagramRepresentationObject type="SysML Block Definition Diagram" umlType="Class Diagram"><diagramContents><usedElements xmi:idref="s"/></diagramContents></DiagramRepresentationObject></diagramRepresentation></xmi:Extension></ownedDiagram></modelExtension></xmi:Extension>'
    );
    const packet = (diagram: string): string =>
        `<packet><data><type>sysml.BlockDefinitionDiagram</type><id><cameo>${diagram}</cameo></id><relationships><element><element key="0"><id>s</id><type>sysml.Signal</type><relationship_metadata><top>-30</top><bottom>-110</bottom><left>40</left><right>200</right></relationship_metadata></element></element></relationships></data></packet>`;
    const laidOut = (layout: object): ReturnType<typeof ask> =>
        ask({ content: base64(drawn), fromFormat: 'xmi', toFormat: 'sysml', ...layout });

    it('places what its layout places, inline or in a file', () => {
        writeFileSync(file('layout.xml'), packet('dg'));
        for (const layout of [{ layoutContent: packet('dg') }, { layoutPath: file('layout.xml') }]) {
            expect(laidOut(layout).response.content).toMatch(
                /DiagramLayout::Layout about S \{ x = 40; y = 30; width = 160; height = 80; \}/
            );
        }
    });

    it.each([
        ['of another project', { layoutContent: packet('other') }, 'invalid_argument', /joins a diagram/],
        ['that is no packet', { layoutContent: '<layout/>' }, 'invalid_argument', /MTIP packet/],
        ['that is no XML', { layoutContent: 'x' }, 'invalid_argument', /layout/],
        ['that is not there', { layoutPath: file('no.xml') }, 'not_found', /^file not found: /]
    ])('is refused with a layout %s', (_title, layout, code, message) => {
        expect(laidOut(layout)).toMatchObject({ code, message: expect.stringMatching(message) as string });
    });
});
