// A newer version of a model, migrated again: ids stay, and the difference is the change (contract: migration 4.1).

import { diffLines } from 'diff';
import { describe, expect, it } from 'vitest';
import { convertText, MAX_LENGTH } from '../../src/exchange/index.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';
import { spread } from '../support/thorough.js';
import { WATER_TANK } from './models/water-tank.js';
import { migrated } from './v1.js';

/** What a change of the v1 text is in the notation: lines that go with `-`, lines that come with `+`. */
function changeOf(before: string, after: string): string[] {
    return diffLines(before, after).flatMap(({ value, added, removed }) =>
        added || removed
            ? value
                  .trimEnd()
                  .split('\n')
                  .map(line => `${added ? '+' : '-'} ${line.trim()}`)
            : []
    );
}

/** The named elements of the notation by their ids, each with its metaclass and name. */
function elementsOf(content: string): Map<string, string> {
    const workspace = new Workspace({ library: testLibrary() });
    const converted = convertText(
        { name: 'm.sysml', content, from: 'sysml', language: 'sysml', limit: MAX_LENGTH },
        { to: 'api-json', idForm: 'qualified', documents: [], toleratesSyntaxErrors: false },
        document => workspace.parseOnly([document])
    );
    expect(converted.error ?? '').toBe('');
    const elements = JSON.parse(converted.content!) as {
        readonly '@id': string;
        readonly '@type': string;
        readonly declaredName?: string;
    }[];
    return new Map(elements.flatMap(e => (e.declaredName === undefined ? [] : [[e['@id'], `${e['@type']} ${e.declaredName}`]])));
}

const CHANGES: readonly [title: string, change: (v1: string) => string, lines: readonly string[], ids: readonly string[]][] = [
    [
        'a value',
        v1 => v1.replace('xmi:id="d2" value="5"', 'xmi:id="d2" value="6.5"'),
        ['- attribute capacity : ScalarValues::Real default = 5.0;', '+ attribute capacity : ScalarValues::Real default = 6.5;'],
        []
    ],
    [
        'a new feature',
        v1 =>
            v1.replace(
                '<ownedAttribute xmi:type="uml:Port" xmi:id="inlet"',
                '<ownedAttribute xmi:type="uml:Property" xmi:id="new" name="height" aggregation="composite" type="pump"/>$&'
            ),
        ['+ part height : Pump;'],
        ['+ new PartUsage height']
    ],
    [
        'a renamed block',
        v1 => v1.replace('xmi:id="plant" name="Plant"', 'xmi:id="plant" name="Station"'),
        ['- part def Plant {', '+ part def Station {'],
        ['- plant PartDefinition Plant', '+ plant PartDefinition Station']
    ],
    [
        'a relationship that is gone',
        v1 => v1.replace(/<packagedElement xmi:type="uml:Abstraction" xmi:id="sat"[^>]*>/, ''),
        ['- satisfy requirement :> Level;'],
        []
    ],
    [
        'a state between two',
        v1 =>
            v1
                .replace(
                    '<subvertex xmi:type="uml:State" xmi:id="running"',
                    '<subvertex xmi:type="uml:State" xmi:id="new" name="Starting"/>$&'
                )
                .replace(
                    'xmi:id="t1" source="idle" target="running"',
                    'xmi:id="tn" source="new" target="running"/><transition xmi:type="uml:Transition" xmi:id="t1" source="idle" target="new"'
                ),
        [
            '+ state Starting;',
            '+ transition first Starting then Running;',
            '- transition first Idle accept SwitchOn if speed < 1 then Running;',
            '+ transition first Idle accept SwitchOn if speed < 1 then Starting;'
        ],
        ['+ new StateUsage Starting']
    ]
];

describe('a change of the v1 model', () => {
    const before = migrated(WATER_TANK).content;
    const kept = elementsOf(migrated(WATER_TANK, { keepIds: true }).content);

    it.each(spread(CHANGES, 2, 1))('%s', (_title, change, lines, ids) => {
        const v1 = change(WATER_TANK);
        expect(v1).not.toBe(WATER_TANK);
        expect(changeOf(before, migrated(v1).content).sort()).toEqual([...lines].sort());
        const now = elementsOf(migrated(v1, { keepIds: true }).content);
        const lacks = (all: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>, sign: string): string[] =>
            [...all].filter(([id, what]) => other.get(id) !== what).map(([id, what]) => `${sign} ${id} ${what}`);
        expect([...lacks(kept, now, '-'), ...lacks(now, kept, '+')]).toEqual(ids);
    });
});

it('ids are kept of everything that is written, and portable output has none', () => {
    const { content, report } = migrated(WATER_TANK, { keepIds: true });
    expect(content).toContain('part def Tank {\n        @IdentityMetadata::ElementId { id = "tank"; }\n');
    expect(report.counts).toEqual(migrated(WATER_TANK).report.counts);
    expect(migrated(WATER_TANK, { keepIds: true, strict: true }).content).not.toContain('IdentityMetadata');
});
