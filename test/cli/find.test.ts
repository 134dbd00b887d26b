/** The command `find`. Each row is a command line and what it answers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { command } from './command.js';

const FOLDER = temporaryFolder('find-');

writeFileSync(
    join(FOLDER, 'boat.sysml'),
    "package Boat { doc /* Has\n two masts. */ part def Mast; part masts : Mast [2]; part 'old oar'; part lost : Nothing; }\n"
);

type Row = readonly [args: readonly string[], status: number, stdout: string, stderr?: RegExp];

const PARTS = 'rdf:type=sysml:PartUsage';
const ROWS: readonly Row[] = [
    [
        [PARTS, 'boat.sysml'],
        0,
        'Boat::masts    PartUsage\nBoat::old oar  PartUsage\nBoat::lost     PartUsage\n',
        /Nothing/ // errors of the model are reported and hinder nothing
    ],
    [
        [PARTS, 'boat.sysml', '--select', 'type,multiplicityUpper', '--order-by', '-sysml:name', '--limit', '2'],
        0,
        'Boat::old oar  PartUsage\nBoat::masts    PartUsage  Boat::Mast  2\n'
    ],
    [['', 'boat.sysml', '--scope', 'Boat::@0', '--scope', 'Boat::Mast'], 0, 'Boat::@0    Documentation\nBoat::Mast  PartDefinition\n'],
    [['oslc.where=sysml:name="Boat"&oslc.select=sysml:documentation', 'boat.sysml'], 0, 'Boat  Package  Has two masts.\n'],
    [
        ['sysml:name="old oar"', 'boat.sysml', '--json', '--select', 'owner'],
        0,
        '[\n  {\n    "id": "Boat::old oar",\n    "type": "PartUsage",\n    "properties": {\n      "owner": "Boat"\n    }\n  }\n]\n'
    ],
    [['sysml:name="none"', 'boat.sysml'], 0, ''],
    [['sysml:colour="red"', 'boat.sysml'], 2, '', /find: unknown query property "sysml:colour"/],
    [[PARTS, 'boat.sysml', '--limit', 'few'], 2, '', /'few' is invalid/],
    [[PARTS, 'gone.sysml'], 2, '', /gone\.sysml/]
];

test.each(ROWS.map(([args, status, stdout, stderr = /./s]) => ({ args, status, stdout, stderr })))(
    'find $args',
    async ({ args, status, stdout, stderr }) => {
        const result = await command(['find', ...args], { cwd: FOLDER });
        expect({ status: result.status, stdout: result.stdout }).toEqual({ status, stdout });
        expect(result.stderr).toMatch(stderr);
    }
);
