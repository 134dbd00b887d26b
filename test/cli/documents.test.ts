/** The commands `document`, `documents` and `query`. Each row is a command line and what it answers. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { command, type Run } from './command.js';

const FOLDER = temporaryFolder('documents-');
const write = (name: string, content: string): string => {
    writeFileSync(join(FOLDER, name), content);
    return name;
};

const SHELF = `package Shelf {
    private import DocumentQueries::*;
    part def Board { attribute load : ScalarValues::Integer = 3; }
    part def Rack { part top : Board; part bottom : Board { :>> load = 5; } }
    part rack : Rack;
    calc def Boards :> Query {
        in root : KerML::Root::Element;
        Project(source = WhereType(source = OwnedElements(source = root), type = "Shelf::Board"), properties = ("name", "load"))
    }
    part def Report :> Document {
        attribute redefines title = "The rack";
        part boards : Section {
            attribute redefines title = "Boards";
            part listed : Table { calc rows : Boards { in root = Rack; } }
            part picture : Diagram { ref redefines source = Rack; attribute redefines kind = "tree"; }
        }
    }
}`;
const ONE = write('shelf.sysml', SHELF);
const NONE = write('none.sysml', 'package P { part def A; }\n');
const BROKEN = write('broken.sysml', `${SHELF} package B { part p : Nothing; }`);

const run = (args: readonly string[]): Promise<Run> => command(args, { cwd: FOLDER });

type Row = readonly [args: readonly string[], status: number, stdout: string | RegExp, stderr?: RegExp];

const ROWS: readonly Row[] = [
    [['documents', ONE], 0, 'Shelf::Report  The rack\n'],
    [['documents', '--json', ONE], 0, /"id": "Shelf::Report"/],
    [['documents', NONE], 0, '', /the model declares no document/],
    [
        ['document', ONE],
        0,
        /^# The rack\n\n## Boards\n\n\| name \| load \|\n\| --- \| --- \|\n\| top \| 3 \|\n\| bottom \| 5 \|\n\n```mermaid\n/
    ],
    [['document', 'Shelf::Report', ONE, '--form', 'html'], 0, /^<!DOCTYPE html>[^]*<img src="data:image\/svg\+xml,/],
    [['document', 'Shelf::Report', ONE, '--form', 'html', '--diagrams', 'mermaid'], 0, /flowchart/],
    [['document', 'Shelf::Nope', ONE], 2, '', /Shelf::Nope/],
    [['document', NONE], 2, '', /the model declares no document/],
    [['document', BROKEN], 2, '', /Nothing/],
    [['query', 'Shelf::Boards', ONE, 'root=Shelf::Rack'], 0, /^2 rows\nColumns: name, load\n/],
    [
        ['query', '--instantiate', 'Shelf::rack', 'Shelf::Boards', ONE, 'root=rack'],
        0,
        /^2 rows[^]*Shelf::rack.top \(#2\)\n {2}name = top\n {2}load = 3\n/
    ],
    [['query', 'Shelf::Boards', ONE], 2, '', /root/],
    [['query', 'Shelf::Rack', ONE, 'root=Shelf::Rack'], 2, '', /Shelf::Rack/]
];

describe('documents at the command line', () => {
    test.each(ROWS.map(row => ({ title: `${row[0].join(' ')} ends with ${row[1]}`, row })))(
        '$title',
        async ({ row: [args, status, stdout, stderr] }) => {
            const answer = await run(args);
            expect([answer.status, answer.stderr]).toEqual([status, stderr === undefined ? '' : expect.stringMatching(stderr)]);
            expect(answer.stdout).toEqual(typeof stdout === 'string' ? stdout : expect.stringMatching(stdout));
        }
    );

    test('some of several documents are written, with a page for each other one with the reason, and status 3', async () => {
        const set = write('set.sysml', SHELF.replace(/}$/, 'part def Wrong :> Document { part a : Section; } }'));
        const { status, stderr } = await run(['documents', '-o', 'some', set]);
        expect([status, stderr]).toEqual([3, expect.stringMatching(/^sysml-workbench documents: document Shelf::Wrong: /m)]);
        expect(readdirSync(join(FOLDER, 'some')).sort()).toEqual(['Shelf-Report.md', 'Shelf-Wrong.md']);
        expect(readFileSync(join(FOLDER, 'some', 'Shelf-Wrong.md'), 'utf8')).toMatch(/^# .*\n\nThis document could not be written: /);
    });

    test('all documents are files of a folder, with one style sheet', async () => {
        expect((await run(['documents', '--form', 'html', '-o', 'site', ONE])).status).toBe(0);
        expect(readdirSync(join(FOLDER, 'site')).sort()).toEqual(['Shelf-Report.html', 'sysml-document.css']);
        expect(readFileSync(join(FOLDER, 'site', 'Shelf-Report.html'), 'utf8')).toContain(
            '<link rel="stylesheet" href="sysml-document.css">'
        );
    });
});
