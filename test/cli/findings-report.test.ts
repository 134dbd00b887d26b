/** Findings on a terminal: their order, the source line with the mark, colours, and what is repeated. And `check --watch`. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findingsReport, summaryText, terminalOf } from '../../src/cli/findings-report.js';
import type { Diagnostic } from '../../src/language/workspace/diagnostics.js';
import { temporaryFolder } from '../support/folders.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PLAIN = { hasColours: false, width: 80 };

function finding(
    severity: Diagnostic['severity'],
    code: string,
    message: string,
    file: string,
    line: number,
    from: number,
    to: number
): Diagnostic {
    return { severity, code, message, span: { file, startLine: line, startCol: from, endLine: line, endCol: to } };
}

describe('findings on a terminal', () => {
    const texts = new Map([
        ['a', 'part a : A;\npart b : B;\n'],
        ['b', '\tpart ä : Ä; part c;\r\npart d : Ä;\r\n'],
        ['wide', "part '日本é' : A; ref '🚗🚗';"],
        ['long', `${' '.repeat(200)}part x : X;${' '.repeat(200)}`]
    ]);

    test.each<[string, Diagnostic[], string]>([
        [
            'files with errors first, errors before warnings, names before what follows from them',
            [
                finding('warning', 'w', 'careful', 'a', 1, 6, 7),
                finding('warning', 'w', 'careful too', 'b', 1, 2, 6),
                finding('error', 'type', 'wrong', 'b', 1, 2, 6),
                finding('error', 'unresolved', 'missing', 'b', 1, 2, 6)
            ],
            ['b:1:2: error: missing', 'b:1:2: error: wrong', 'b:1:2: warning: careful too', 'a:1:6: warning: careful'].join('|')
        ],
        [
            'what is repeated is told once',
            [finding('error', 'e', 'missing', 'a', 1, 10, 11), finding('error', 'e', 'missing', 'a', 2, 10, 11)],
            'a:1:10: error: missing|      and 1 more place: line 2'
        ]
    ])('%s', (_, findings, expected) => {
        const heads = findingsReport(findings, texts, PLAIN)
            .split('\n')
            .filter(line => /^\w+:\d|^ +and/.test(line))
            .map(line => line.replace(/ \[.*$/, ''));
        expect(heads.join('|')).toBe(expected);
    });

    test.each<[string, Diagnostic, string, string]>([
        [
            'columns are bytes, tabs stay',
            finding('error', 'e', 'm', 'b', 1, 12, 14),
            '    1 | \tpart ä : Ä; part c;',
            '      | \t         ^'
        ],
        [
            'wide characters take two cells, and marks on others none',
            finding('error', 'e', 'm', 'wide', 1, 26, 36),
            "    1 | part '日本é' : A; ref '🚗🚗';",
            '      |                       ^^^^^^'
        ],
        [
            'over the end of a line',
            { ...finding('error', 'e', 'm', 'a', 1, 6, 0), span: { file: 'a', startLine: 1, startCol: 6, endLine: 2, endCol: 3 } },
            '    1 | part a : A;',
            '      |      ^^^^^^'
        ]
    ])('the source line is marked: %s', (_, diagnostic, line, mark) => {
        expect(findingsReport([diagnostic], texts, PLAIN).split('\n').slice(1, 3)).toEqual([line, mark]);
    });

    test('a long line is cut around the place, with the mark under it', () => {
        const [, line, mark] = findingsReport([finding('error', 'e', 'm', 'long', 1, 210, 211)], texts, PLAIN).split('\n');
        expect(line.length).toBeLessThanOrEqual(80);
        expect(line[mark.indexOf('^')]).toBe('X');
    });

    test('a finding without a place is its message', () => {
        expect(findingsReport([{ severity: 'info', code: '', message: 'm' }], texts, PLAIN)).toBe('info: m\n\n');
    });

    test('colours only on request', () => {
        expect(terminalOf({ isTTY: true, columns: 90 }, {})).toEqual({ hasColours: true, width: 90 });
        expect(terminalOf({ isTTY: true, columns: 0 }, {})?.width).toBe(80); // it does not tell
        expect(terminalOf({ isTTY: true }, { NO_COLOR: '1' })?.hasColours).toBe(false);
        expect(terminalOf({ isTTY: true }, { TERM: 'dumb' })?.hasColours).toBe(false);
        expect(terminalOf({}, {})).toBeUndefined();
        const summary = { files: 1, errors: 1, warnings: 0 };
        expect(summaryText(summary, undefined)).toBe('1 file: 1 error, 0 warnings');
        expect(summaryText(summary, { hasColours: true, width: 80 })).toBe('\x1b[1;31m1 file: 1 error, 0 warnings\x1b[0m');
    });
});

test('check --watch checks again when a file changes, and ends with the last status', async () => {
    const file = join(temporaryFolder('watch-'), 'a.sysml');
    writeFileSync(file, 'part a : Missing;\n');
    const child = spawn(process.execPath, [join(ROOT, 'bin', 'sysml-workbench.mjs'), 'check', '--watch', file], { cwd: ROOT });
    let output = '';
    const summaries = (): number => output.split('\n').filter(line => line.startsWith('1 file:')).length;
    const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
    await new Promise<void>(resolve => {
        child.stdout.on('data', (data: Buffer) => {
            const before = summaries();
            output += data.toString();
            if (before === 0 && summaries() === 1) {
                // The watching begins right behind the first report: write until it is seen.
                const timer = setInterval(() => writeFileSync(file, 'part def Missing; part a : Missing;\n'), 200);
                timer.unref();
                child.once('exit', () => clearInterval(timer));
            } else if (summaries() >= 2) {
                resolve();
            }
        });
        child.once('exit', () => resolve());
    });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output).toMatch(/unresolved[^]*1 file: 1 error, 0 warnings\n1 file: 0 errors, 0 warnings\n$/);
}, 30_000);
