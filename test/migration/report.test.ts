// The report as text, JSON and a page (contract: migration 3).

import { describe, expect, it } from 'vitest';
import { reportHtml, reportJson, reportText } from '../../src/migration/index.js';
import { migrated, xmi } from './v1.js';

const { report, content } = migrated(
    xmi(
        '<packagedElement:Package p "Station"><packagedElement:Class b "Pump"/><packagedElement:InstanceSpecification u "litre &lt;l&gt;"/></packagedElement:Package>',
        '<sysml:Block xmi:id="x1" base_Class="b" isEncapsulated="true"/><sysml:Unit xmi:id="x2" base_InstanceSpecification="u" symbol="L"/>'
    )
);

it('is text with a section a verdict, sorted by names', () => {
    expect(reportText(report)).toBe(`# SysML v1 to v2 migration report: test.xmi
# exported by Some Tool
# migrated 4 element(s): 2 mapped, 1 approximated, 1 unmapped (0 skipped as profile, library or notation-only content, 0 as model elements nothing refers to)

## unmapped (1)
«Unit» InstanceSpecification\tStation::litre <l>\tu\t(units are not migrated; use the SI library; applied stereotypes «Unit» (symbol = L))

## approximated (1)
«Block» Class\tStation::Pump\tb\t-> Station::Pump\t(«Block» isEncapsulated = true has no v2 form)

## mapped (2)
Model\tModel\tm\t(the root model's members are written at the top level)
Package\tStation\tp\t-> Station
`);
});

it('is JSON with lines', () => {
    expect(JSON.parse(reportJson([report]))).toMatchObject({
        source: 'test.xmi',
        unmapped: 1,
        entries: [{ id: 'u' }, { id: 'b', target: 'Station::Pump', line: 2 }, { id: 'm' }, { id: 'p', line: 1 }]
    });
});

it.each([
    ['no report', []],
    ['one', [report]],
    ['one of no element', [{ ...report, entries: [], remarks: ['a "remark"\nof two lines'] }]],
    ['several', [report, { ...report, entries: [] }, report]]
])('is JSON as the platform lays it out: %s', (_title, reports) => {
    const json = reportJson(reports);
    expect(json).toBe(`${JSON.stringify(JSON.parse(json), undefined, 2)}\n`);
    const parsed = [JSON.parse(json)].flat() as { entries: object[] }[];
    expect(parsed.map(({ entries }) => entries.length)).toEqual(reports.map(({ entries }) => entries.length));
});

describe('as a page', () => {
    const document = { path: 'out/Station.sysml', content };
    const anchorsOf = (page: string): string[] => [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);

    it('links each row to its line, and lines to rows, of each report for itself', () => {
        const page = reportHtml([report, report], [document, document]);
        const anchors = anchorsOf(page);
        expect(new Set(anchors).size).toBe(anchors.length);
        const links = [...page.matchAll(/ href="#([^"]*)"/g)].map(([, link]) => decodeURI(link));
        expect(links.filter(link => !anchors.includes(link))).toEqual([]);
        expect(page).toContain(
            '<b>Station::Pump</b></td><td class="id"><a href="#r2-b">b</a></td><td>Station::Pump <a href="#r2-L2">line 2</a></td>'
        );
        expect(page).toContain('<span id="r2-L2"><a href="#r2-b">2</a>    occurrence def'.replace('occurrence', 'part'));
        expect(page).toMatch(/<span id="r2-L(\d+)"><a>\1<\/a>\}<\/span>/);
    });

    it('links a line to the first of its elements', () => {
        const entries = report.entries.map(entry => ({ ...entry, line: entry.id === 'u' ? undefined : 2 }));
        expect(reportHtml([{ ...report, entries }], [document])).toMatch(/<span id="[^"]*L2"><a href="#[^"]*\bb">2<\/a>/);
    });

    it('counts equal reasons together, whatever they name', () => {
        const notes = [
            "written as 'Lamp 2', since 'Lamp' is the name of another member; no behaviour implements it",
            "written as 'Pump 3', since 'Pump' is the name of another member",
            'the type ../Plant.uml#_a is not part of the input',
            'the type Valve is not part of the input',
            'the machine type pathmap://UML/Primitive.uml#EString is written as ScalarValues::String'
        ];
        const [entry] = report.entries;
        const entries = notes.map(note => ({ ...entry, verdict: 'approximated' as const, note }));
        const page = reportHtml([{ ...report, entries }], [document]);
        const reasons = [...page.matchAll(/<td class="approximated">(\d+)<\/td><td>([^<]*)<\/td><\/tr>/g)].map(
            ([, n, text]) => `${n} ${text}`
        );
        expect(reasons).toEqual([
            '2 written as …, since … is the name of another member',
            '2 the type … is not part of the input',
            '1 the machine type … is written as ScalarValues::String'
        ]);
    });

    it('has no markup of the model', () => {
        const page = reportHtml([report], [document]);
        expect(page).toContain('litre &lt;l&gt;');
        expect(page).not.toContain('litre <l>');
    });

    it('links lines of what is too long for it as a file, and none of another format', () => {
        const long = `${content}${'/* more */\n'.repeat(400_000)}`;
        expect(reportHtml([report], [{ path: 'out/Station.sysml', content: long }])).toContain('<a href="out/Station.sysml#L2">line 2</a>');
        expect(reportHtml([report], [{ path: 'out/Station.ttl', content: long }])).not.toContain('line 2</a>');
    });
});
