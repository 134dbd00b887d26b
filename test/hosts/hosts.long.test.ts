/** The sessions of test/session as prompt and kernel answer them: the same cells have the same answers everywhere. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Content } from '../../src/hosts/jupyter/messages.js';
import { answerText, casesOfAllHosts, openTo } from '../session/cells.js';
import { portion } from '../support/thorough.js';
import { KernelClient } from './kernel-client.js';

const COMMAND = [process.execPath, join(import.meta.dirname, '../../bin/sysml-workbench.mjs')] as const;

const CASES = casesOfAllHosts();

/** Cells that bring a session that was used back to its beginning. */
const RESET = [
    '%clear',
    '%trace off',
    '%verbosity normal',
    '%schedule reverse',
    '%seed off',
    '%draws random',
    '%clock-step 0',
    '%engine auto',
    '%strict off',
    '%lint rounded-real-literal off'
];

interface PromptAnswer {
    readonly shown: { text: string }[];
    readonly failure: { kind: string; message: string } | null;
}

describe('the prompt answers as the session', () => {
    /** What one prompt answers to the cells of a case, and how many cells it had answered before. */
    let answersOf: (number: number) => { readonly before: number; readonly answers: readonly PromptAnswer[] };
    beforeAll(() => {
        const inputs = CASES.map(({ cells }, n) => [
            ...RESET.map(cell => ({ cell })),
            ...cells.map(({ cell, id }) => ({ cell, id: id === undefined ? undefined : `${n}${id}` }))
        ]);
        const input = inputs.flat().map(line => `${JSON.stringify(line)}\n`);
        const { stdout } = spawnSync(COMMAND[0], [COMMAND[1], 'repl', '--json'], { input: input.join(''), encoding: 'utf8' });
        const lines = stdout.trim().split('\n');
        const ends = inputs.map((_, n) => inputs.slice(0, n + 1).flat().length);
        answersOf = number => {
            const before = ends[number] - CASES[number].cells.length;
            return { before, answers: lines.slice(before, ends[number]).map(line => JSON.parse(line) as PromptAnswer) };
        };
    });

    it.each(CASES.map((c, number) => ({ ...c, number })))('$title', ({ cells, number }) => {
        const { before, answers } = answersOf(number);
        cells.forEach(({ cell, answer }, i) => {
            // the prompt counts its cells
            const text = answerText(answers[i].shown, answers[i].failure ?? undefined);
            const named = text.replace(/\bcell (\d+)(?=:)/g, (_, n: string) => `cell ${Number(n) - before}`);
            expect(openTo(named, answer), cell).toBe(answer);
        });
    });

    it('ends with 1 when some cell failed, with 0 when none did', () => {
        const status = (input: string): number | null => spawnSync(COMMAND[0], [COMMAND[1], 'repl'], { input }).status;
        expect([status('1 + 1\n'), status('nowhere.x\n')]).toEqual([0, 1]);
    });
});

describe.skipIf(spawnSync('python3', ['--version']).status !== 0)('the prompt at a terminal', () => {
    it('ends a run by Ctrl-C without losing the session, and recalls whole cells', () => {
        const folder = mkdtempSync(join(tmpdir(), 'prompt-'));
        const script = join(import.meta.dirname, 'prompt_pty.py');
        const { stdout, stderr } = spawnSync('python3', [script, folder, ...COMMAND, 'repl'], { encoding: 'utf8' });
        rmSync(folder, { recursive: true });
        expect(stdout, stderr).toBe('passed\n');
    });
});

describe('the kernel answers as the session', () => {
    let kernel: KernelClient;
    beforeAll(async () => {
        kernel = await KernelClient.start(COMMAND);
    });
    afterAll(() => kernel.end());

    const textOf = (data: unknown): string => (data as Record<string, string>)['text/plain'];

    // the prompt answers all of them
    it.each(portion(CASES, 2))('$title', async ({ cells }) => {
        for (const cell of RESET) {
            await kernel.execute(cell);
        }
        const first = Number((await kernel.execute('')).reply.execution_count);
        for (const { cell, id, answer } of cells) {
            const { published } = await kernel.execute(cell, id === undefined ? {} : { cellId: `${first}${id}` });
            const shown = published.flatMap(({ header, content }): { text: string }[] => {
                if (header.msg_type === 'stream') {
                    return [{ text: String(content.text).replace(/\n$/, '') }];
                }
                return header.msg_type === 'display_data' || header.msg_type === 'execute_result' ? [{ text: textOf(content.data) }] : [];
            });
            const error = published.find(m => m.header.msg_type === 'error')?.content;
            const failure = error === undefined ? undefined : { kind: String(error.ename), message: String(error.evalue) };
            // cells are named by their numbers in the notebook
            const named = answerText(shown, failure).replace(/In \[(\d+)\]/g, (_, n: string) => `cell ${Number(n) - first}`);
            expect(openTo(named, answer), cell).toBe(answer);
        }
    });

    it('has an interruption end a cell, and keeps the session', async () => {
        await kernel.execute('%clear');
        await kernel.execute(
            'package L { private import ScalarValues::*; calc def Long { in n : Integer; return : Integer = if n < 2 ? n else Long(n - 1) + Long(n - 2); } part kept; }'
        );
        await kernel.execute('%instantiate L::kept');
        const running = kernel.execute('%calc L::Long 200');
        await new Promise(resolve => setTimeout(resolve, 300));
        const { reply } = await kernel.request('interrupt_request', {}, 'control');
        expect(reply.status).toBe('ok');
        const answered = await running;
        expect(answered.reply).toMatchObject({ status: 'error' });
        const { published } = await kernel.execute('%instances');
        expect(JSON.stringify(published.map(m => m.content))).toContain('L::kept');
    });

    const request = async (type: string, content: Content): Promise<Content> => (await kernel.request(type, content)).reply;

    it('completes names and commands, inspects, keeps history', async () => {
        await kernel.execute('%clear');
        await kernel.execute('package P { part def Vehicle { doc /* drives */ attribute mass = 4; } part vehicle : Vehicle; }');
        expect(await request('complete_request', { code: 'P::vehicle.ma', cursor_pos: 13 })).toMatchObject({
            matches: expect.arrayContaining(['mass']) as string[],
            cursor_start: 11
        });
        expect(await request('complete_request', { code: '%insta', cursor_pos: 6 })).toMatchObject({
            matches: ['instantiate', 'instances']
        });
        expect(JSON.stringify(await request('inspect_request', { code: 'P::vehicle', cursor_pos: 5, detail_level: 0 }))).toContain(
            'Vehicle'
        );
        expect(JSON.stringify(await request('inspect_request', { code: '%viz P', cursor_pos: 2, detail_level: 0 }))).toContain(
            'draw elements'
        );
        expect(await request('is_complete_request', { code: 'part def A {' })).toEqual({ status: 'incomplete', indent: '    ' });
        const history = await request('history_request', {
            hist_access_type: 'search',
            pattern: 'package P*',
            n: 5,
            output: false,
            raw: true
        });
        expect(JSON.stringify(history)).toContain('part def Vehicle');
    });

    it('shows pictures beside texts', async () => {
        await kernel.execute('%clear');
        await kernel.execute('package P { part a { part b; } }');
        const { published } = await kernel.execute('%viz P');
        const data = published.find(m => m.header.msg_type === 'display_data')?.content.data as Record<string, string>;
        expect(Object.keys(data).sort()).toEqual(['image/svg+xml', 'text/plain']);
        expect(data['image/svg+xml']).toMatch(/^<svg/);
    });
});

/** A Python in which `jupyter_kernel_test` is installed. */
const PYTHON = process.env.SYSML_JUPYTER_PYTHON;

describe.skipIf(PYTHON === undefined)('the kernel conforms', () => {
    it('passes jupyter_kernel_test', async () => {
        const child = spawn(PYTHON!, [join(import.meta.dirname, 'kernel_test.py'), COMMAND[0], COMMAND[1]], {
            stdio: ['ignore', 'pipe', 'pipe']
        });
        let text = '';
        child.stderr.on('data', chunk => (text += String(chunk)));
        const status = await new Promise(resolve => child.once('exit', resolve));
        expect(text, text).toMatch(/OK/);
        expect(status).toBe(0);
    });
});
