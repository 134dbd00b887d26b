// The report as text, JSON and a page (contract: migration 3).

import { expect, it } from 'vitest';
import { reportHtml, reportJson, reportText } from '../../src/migration/index.js';
import { migrated, xmi } from './v1.js';

const { report } = migrated(
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

it('is a page with links to lines, and no markup of the model', () => {
    const page = reportHtml([report], ['out/Station.sysml']);
    expect(page).toContain('<a href="out/Station.sysml#L2">line 2</a>');
    expect(page).toContain('litre &lt;l&gt;');
    expect(page).not.toContain('litre <l>');
});
