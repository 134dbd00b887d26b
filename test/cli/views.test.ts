/** The commands `view`, `views` and `render-all`. Each row is a command line and what it answers. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { command, type Run } from './command.js';

const FOLDER = temporaryFolder('views-');
const write = (name: string, content: string): string => {
    writeFileSync(join(FOLDER, name), content);
    return name;
};

const ONE = write('one.sysml', 'package P { part def A { part b; } view v { expose A; } }\n');
const MANY = write(
    'many.sysml',
    "package P { private import StandardViewDefinitions::*; part def A; view v { expose A; } view 'a b' : GridView { expose A; } view g { render Views::asTextualNotation; } }\n"
);
const DEEP = write('deep.sysml', 'package P { part def A { part b { part c; part d; } } }\n');
const NONE = write('none.sysml', 'package P { part def A; state def M { entry; then s; state s; } }\n');
const JUDGED = write(
    'judged.sysml',
    `package P { part def A { attribute m = 3; assert constraint c { m < 2 } }
    part a : A; requirement r { subject s : A; require constraint { s.m > 1 } } satisfy r by a;
    view v { expose a; expose r; } }\n`
);
const CIRCUIT = write(
    'circuit.sysml',
    `package P { port def Plug;
    part def Cell { attribute charge = 1; port plus : Plug; part core { port q : Plug; } }
    part def Battery { part a : Cell; part b : Cell; port pole : Plug; connect a.plus to b.plus; connect b.plus to pole; }
    part def Big :> Battery { part :>> a { part lid; } }
    part def Node { part kids : Node [*]; port p : Plug; connect p to kids.p; }
    part big : Big; part car { part bat : Big; part motor { port p : Plug; } connect bat.a.core.q to motor.p; } part node : Node;
    part kit { part one : Battery { :>> pole { attribute v = 3; } } part two : Battery; connect one.pole to two.pole; } }\n`
);
const BIG = `P::big — interconnection rendering (no view declared; rendering P::big directly)
  part P::big : Big
    port pole : Plug
    part ^a
      port plus : Plug
      part ^lid
      attribute ^charge
      part ^core
    part ^b : Cell
      port plus : Plug
      attribute ^charge
      part ^core
connections:
  a.plus -- b.plus : connection
  b.plus -- P::big.pole : connection
`;
const structure = (of: string, ...more: readonly string[]): readonly string[] => [
    'view',
    '--kind',
    'interconnection',
    '--of',
    of,
    '--form',
    'text',
    ...more,
    CIRCUIT
];
const BROKEN = write('broken.sysml', 'package B { part p : Nothing; view v; }\n');

const run = (args: readonly string[]): Promise<Run> => command(args, { cwd: FOLDER });

const TREE = `%% P::v — tree rendering
flowchart TD
    n0["P::A<br>«part def»"]
    n1["b<br>«part»"]
    n0 --- n1
`;

type Row = readonly [args: readonly string[], status: number, stdout: string | RegExp, stderr?: RegExp];

const ROWS: readonly Row[] = [
    [['view', 'P::v', ONE], 0, TREE],
    [['view', ONE], 0, TREE],
    [['view', ONE, '--form', 'text'], 0, 'P::v — tree rendering\n  part def P::A\n    part b\n'],
    [
        ['view', '#table:P::A', ONE],
        0,
        '| Element | Kind | Type | Declared in |\n| --- | --- | --- | --- |\n| P::A | part def |  |  |\n| b | part |  | P::A |\n'
    ],
    [['view', '--kind', 'state', '--of', 'P::M', NONE], 0, /^stateDiagram-v2$/m],
    [['view', '--kind', 'tree', NONE], 0, /^ {4}n\d\["s<br>«state»"\]$/m],
    [['view', '#tree', NONE, '--form', 'json'], 0, /"kind": "tree"/],
    [['view', MANY], 2, '', /the model declares several views: name one of P::'a b', P::g, P::v$/m],
    [['view', NONE], 2, '', /the model declares no view: render everything with --kind/],
    [['view', 'P::none', ONE], 2, '', /no view named P::none/],
    [['view', 'P::g', MANY], 2, '', /P::g: textual rendering \(render Views::asTextualNotation\) is not supported/],
    [['view', ONE, '--form', 'markdown'], 2, '', /a tree rendering has no markdown form: use d2, dot, mermaid/],
    [['view', BROKEN], 2, '', /the model has 1 error: nothing was rendered/],
    [['view', BROKEN, '--force', '--kind', 'tree', '--form', 'text'], 0, /part B::p : Nothing/, /'Nothing' could not be resolved/],
    [['view', BROKEN, '--force', '--kind', 'tree', '--form', 'svg'], 0, />the model has 1 error</, /could not be resolved/],
    [['view', DEEP, '--kind', 'tree', '--depth', '1', '--form', 'text'], 0, /part b \(not shown: 2 parts\)/],
    [['view', ONE, '--depth', 'some'], 2, '', /a number of levels is meant/],
    [['view', JUDGED, '--verdicts', '--form', 'text'], 0, / part P::a : A +✗ fails\n[^]* requirement P::r +✓ holds$/m],
    [['view', ONE, '--verdicts', '--form', 'text'], 0, /part b/, /nothing that is shown has a verdict/],
    [['view', JUDGED, '--link', 'https://h/{file}#L{line}', '--form', 'mermaid'], 0, /href "https:\/\/h\/judged\.sysml#L2"/],
    [['view', ONE, '--link', '{there}'], 2, '', /unknown placeholder \{there\} of a link/],
    [structure('P::big'), 0, BIG],
    [structure('P::big', '--own'), 0, BIG.slice(0, BIG.indexOf('    port'))],
    [structure('P::car'), 0, /^ {10}port q : Plug$[^]*^ {2}core.q -- motor.p : connection$/m],
    [structure('P::car', '--own'), 0, /^ {2}bat -- motor.p : connection$/m],
    [structure('P::kit'), 0, /^ {6}port pole : Plug$[^]*^ {2}one\.pole -- two\.pole : connection$/m],
    // A part of its own kind is shown once.
    [structure('P::node'), 0, / {2}part P::node : Node\n {4}port p : Plug\n {4}part \^kids : Node\n {6}port p : Plug\nconnections:\n.*\n$/],
    [['view', ONE, '--hide', 'colours'], 2, '', /colours is none of compartments, edge-labels/],
    [['view', ONE, '--form', 'drawing'], 2, '', /Allowed choices are/],
    [['view', '--of', 'P::A', ONE], 2, '', /--of needs --kind/],
    [['view', 'P::v'], 2, '', /no file is named beside P::v/],
    [['views', MANY], 0, "P::'a b'  table (view def GridView)\nP::g      textual (textual rendering is not supported)\nP::v      tree\n"],
    [['views', NONE], 0, '', /the model declares no view; any element can be rendered as one of #action, #interconnection/],
    [['views', ONE, '--json'], 0, /"id": "P::v",\n {4}"name": "P::v",\n {4}"kind": "tree"/]
];

describe('views', () => {
    test.each(ROWS.map(row => [row]))('%j', async ([args, status, stdout, stderr = /^$/]) => {
        const answer = await run(args);
        expect(answer.stderr).toMatch(stderr);
        expect(answer.status).toBe(status);
        if (typeof stdout === 'string') {
            expect(answer.stdout).toBe(stdout);
        } else {
            expect(answer.stdout).toMatch(stdout);
        }
    });

    test('the extension of a file determines the form', async () => {
        const { status, stdout, stderr } = await run(['view', ONE, '-o', 'out.dot']);
        expect([status, stdout, stderr]).toEqual([0, '', 'wrote out.dot\n']);
        expect(readFileSync(join(FOLDER, 'out.dot'), 'utf8')).toContain('digraph view {');
    });

    test('a drawing does not replace a model', async () => {
        const before = readFileSync(join(FOLDER, ONE), 'utf8');
        const { status, stderr } = await run(['view', ONE, '-o', ONE]);
        expect([status, stderr]).toEqual([2, expect.stringContaining(`${ONE} is a model by its name, and no drawing or page`)]);
        expect(readFileSync(join(FOLDER, ONE), 'utf8')).toBe(before);
    });

    test('render-all writes a file for each view, and reports why a view is not drawn', async () => {
        const { status } = await run(['render-all', 'all', MANY]);
        expect(status).toBe(3);
        expect(readdirSync(join(FOLDER, 'all')).sort()).toEqual(['P-a.20b.md', 'P-g.txt', 'P-v.mmd']);
        expect(readFileSync(join(FOLDER, 'all', 'P-g.txt'), 'utf8')).toContain('is not supported');
    });

    test('render-all without a view writes nothing', async () => {
        expect(await run(['render-all', 'nothing', NONE])).toMatchObject({ status: 2, stdout: '' });
        expect(existsSync(join(FOLDER, 'nothing'))).toBe(false);
    });
});
