/**
 * Each command as users start it, a process of its own: that the built program has all of them, and what it writes and ends with arrives.
 * The quick suite takes some of them.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { sampled } from '../support/thorough.js';
import { inProcess } from './command.js';

const FOLDER = temporaryFolder('processes-');
writeFileSync(
    join(FOLDER, 'm.sysml'),
    `package P {
    private import ScalarValues::*;
    part def Board { attribute load : Integer = 3; assert constraint light { load <= 5 } }
    part board : Board;
    requirement enough { subject b : Board; require constraint { b.load >= 1 } }
    satisfy enough by board;
    calc def Deep { in n : Integer; return : Integer = if n == 0 ? 0 else 1 + Deep(n - 1); }
    analysis loads { subject b : Board = board; in extra : Integer = 1; return total : Integer = b.load + extra; }
    action count { attribute n : Integer = 0; first start; then assign n := n + 1; then done; }
    view v { expose Board; }
    part def Report :> DocumentQueries::Document { attribute redefines title = "Boards"; }
    part report : Report;
}
`
);

const COMMANDS: readonly (readonly [line: string, status: number, stdout: RegExp])[] = [
    ['check m.sysml', 0, /^1 file: 0 errors, 0 warnings\n$/],
    ['eval P::Deep(9000) m.sysml', 0, /^9000\n$/],
    ['instantiate P::board m.sysml', 0, /load = 3/],
    ['verify m.sysml', 0, /enough/],
    ['run P::count m.sysml', 0, /^n = 1$/m],
    ['view P::v m.sysml', 0, /^flowchart TD$/m],
    ['views m.sysml', 0, /^P::v {2}tree$/m],
    ['render-all all m.sysml', 0, /^/],
    ['analyze P::loads m.sysml', 0, /total = 4/],
    ['sweep P::loads extra=1..3 m.sysml', 0, /6/],
    ['documents m.sysml', 0, /Boards/],
    ['document m.sysml', 0, /^# Boards/],
    ['find sysml:name="board" m.sysml', 0, /^P::board {2}PartUsage\n$/],
    ['format m.sysml', 0, /^/],
    ['convert --to ttl m.sysml', 0, /sysml:PartUsage/],
    ['edit m.sysml --rename P::board=plank', 0, /part plank : Board;/],
    ['gone', 2, /^$/]
];

test.each(sampled(COMMANDS, 16))('%s', async (line, status, stdout) => {
    const answer = await inProcess(line.split(' '), { cwd: FOLDER });
    expect(answer.status, answer.stderr).toBe(status);
    expect(answer.stdout).toMatch(stdout);
});
