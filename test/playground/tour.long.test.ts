/**
 * The playground in a real browser: what a person does there, from the first drawing to a model in an address. Needs Chromium; without
 * it the tour is skipped. TOUR_PICTURES names a folder for a picture of each station.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type FrameLocator, type Page } from 'playwright-core';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fragmentOf } from '../../playground/src/share.js';
import { answerText, casesOfAllHosts, openTo } from '../session/cells.js';
import { chromiumPath } from '../support/chromium.js';
import { portion } from '../support/thorough.js';

const ROOT = join(import.meta.dirname, '../..');
const executablePath = chromiumPath();
if (executablePath === undefined) {
    console.warn('The tour of the playground is skipped: there is no Chromium; CHROMIUM names one.');
}
/** Milliseconds for what is on its way. */
const SOON = 60_000;

describe.skipIf(executablePath === undefined)('the playground', () => {
    let server: ChildProcess;
    let address: string;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    let preview: FrameLocator;
    const faults: string[] = [];

    const picture = async (name: string, of = page): Promise<void> => {
        if (process.env.TOUR_PICTURES !== undefined) {
            await of.screenshot({ path: join(process.env.TOUR_PICTURES, `playground-${name}.png`) });
        }
    };
    const open = async (hash = ''): Promise<Page> => {
        const opened = await context.newPage();
        opened.on('pageerror', error => faults.push(error.message));
        opened.on('console', message => message.type() === 'error' && faults.push(message.text()));
        await opened.goto(`${address}${hash}`);
        await opened.waitForSelector('body[data-ready=true]', { timeout: SOON });
        return opened;
    };
    const drawn = (of = page): Promise<string[]> =>
        of
            .frameLocator('iframe')
            .first()
            .locator('svg .node')
            .evaluateAll(nodes => nodes.map(n => n.getAttribute('data-element') ?? ''));
    const findings = (of = page): Promise<string[]> => of.locator('#problems .text').allTextContents();
    const poll = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: SOON, interval: 200 });
    const goToLine = async (line: number): Promise<void> => {
        await page.locator('.view-lines').click();
        await page.keyboard.press('Control+g');
        await page.keyboard.type(String(line));
        await page.keyboard.press('Enter');
    };

    beforeAll(async () => {
        execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), '--if-stale'], { stdio: 'ignore' });
        server = spawn(process.execPath, [join(ROOT, 'scripts/playground/build.mjs'), '--serve', '0'], {
            stdio: ['ignore', 'pipe', 'inherit']
        });
        address = await new Promise<string>((resolve, reject) => {
            server.stdout!.on('data', (data: Buffer) => resolve(data.toString().trim()));
            server.on('exit', () => reject(new Error('the playground does not build')));
        });
        browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
        context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
        page = await open();
        preview = page.frameLocator('iframe').first();
    });
    afterAll(async () => {
        await browser?.close();
        server?.kill();
    });

    it('draws the first example', async () => {
        await poll(() => drawn()).toContain('Bicycle::bicycle');
        await poll(() => page.locator('#count').textContent()).toBe('No findings');
        await picture('first');
    });

    it('follows the cursor, and runs what is drawn', async () => {
        const text = readFileSync(join(ROOT, 'examples/vehicle.sysml'), 'utf8');
        await goToLine(text.slice(0, text.indexOf('state off')).split('\n').length);
        await poll(() => drawn()).toContain('Bicycle::Light::off');
        await preview.getByRole('button', { name: /^Show run/ }).click();
        await preview.getByRole('button', { name: 'Run', exact: true }).first().click();
        await poll(() => preview.locator('.is-active').evaluateAll(all => all.map(n => n.getAttribute('data-element')))).toEqual([
            'Bicycle::Light::off'
        ]);
        await preview.getByRole('button', { name: 'SwitchOn' }).click();
        await poll(() => preview.locator('.is-active').evaluateAll(all => all.map(n => n.getAttribute('data-element')))).toEqual([
            'Bicycle::Light::on'
        ]);
        await picture('run');
    });

    it('judges the model', async () => {
        await page.click('#do-verify');
        await poll(() => preview.locator('#side').innerText()).toContain('1 hold, 0 fail, 0 undecided');
        await picture('verdicts');
    });

    const cell = async (text: string): Promise<void> => {
        const before = await page.locator('.entry').count();
        await page.fill('#cell', text);
        await page.keyboard.press('Enter');
        await poll(() => page.locator('.entry').count()).toBe(before + 1);
        await poll(() => page.locator('.answer.is-running').count()).toBe(0);
    };
    const lastAnswer = (): Promise<string> => page.locator('.entry').last().locator('.answer').innerText();
    const lastPictureWidth = (): Promise<number> =>
        page
            .locator('.entry')
            .last()
            .locator('img')
            .evaluate(i => (i as unknown as { naturalWidth: number }).naturalWidth);

    it('answers cells over the open files: values, commands, pictures', async () => {
        await page.click('#do-cells');
        await cell('Bicycle::bicycle.totalMass');
        expect(await lastAnswer()).toMatch(/= [\d.]+ kg/);
        await page.fill('#cell', '%insta');
        await page.keyboard.press('Tab');
        await poll(() => page.inputValue('#cell')).toMatch(/^%instan|^%insta$/);
        await cell('part extra { attribute n = 3; }');
        await cell('extra.n * 2');
        expect(await lastAnswer()).toContain('= 6');
        await cell('%viz Bicycle::bicycle');
        await poll(lastPictureWidth).toBeGreaterThan(100);
        await cell('1 / 0');
        expect(await page.locator('.entry').last().locator('.failure').innerText()).toContain('division by zero');
        await picture('cells');
    });

    it('plots a sweep in a cell', async () => {
        await cell('calc def Twice { in x : ScalarValues::Integer; return : ScalarValues::Integer = 2 * x; }');
        await cell('%sweep Twice x=1..4 --plot');
        await poll(lastPictureWidth).toBeGreaterThan(100);
        await picture('sweep');
    });

    it('ends what a cell computes, and keeps the session', async () => {
        const spin = 'action def Spin { attribute i : ScalarValues::Integer := 0; while i < 900000 { assign i := i + 1; } }';
        await cell(spin);
        await page.fill('#cell', '%runs 1000 Spin');
        await page.keyboard.press('Enter');
        await page.waitForSelector('.answer.is-running');
        await page.click('#do-stop-cell');
        await poll(() => page.locator('.answer.is-running').count()).toBe(0);
        expect(await lastAnswer()).toContain('Interrupted');
        await cell('extra.n * 3');
        expect(await lastAnswer()).toContain('= 9');
    });

    it('asks the solver, in cells and from lenses', async () => {
        await cell('constraint def Fits { in length : ScalarValues::Real; length > 3.5 and 2 * length < 11 }');
        await cell('%solve Fits');
        expect(await lastAnswer()).toMatch(/Fits::length = 4/);
        await picture('solver');
        await page.click('#do-clear-cells');
        await page.click('#do-cells');
        const other = await open(
            `#${fragmentOf([{ name: 'fits.sysml', text: 'constraint def Fits { in length : ScalarValues::Real; length > 3.5 and 2 * length < 11 }' }])}`
        );
        await other.locator('.codelens-decoration a', { hasText: 'Can this hold?' }).click({ timeout: SOON });
        await poll(() => other.locator('dialog, .message').first().innerText()).toMatch(/Fits can hold/);
        await picture('can-hold', other);
        await other.close();
    });

    /** Answers cells in a worker of the page, as the page's own session does. A function of the page: it sees nothing of this file. */
    const ANSWER_CELLS = `async cells => {
        const library = await (await fetch('library.snapshot')).arrayBuffer();
        const worker = new Worker('worker.js');
        const answered = [];
        const asked = new Map();
        worker.onmessage = ({ data }) => 'answer' in data && asked.get(data.number)(data.answer);
        worker.postMessage({ library, interruption: new ArrayBuffer(4), hasSolver: false, theme: 'light' });
        for (const [number, given] of cells.entries()) {
            const answer = await new Promise(resolve => {
                asked.set(number, resolve);
                worker.postMessage({ number, method: 'execute', given });
            });
            answered.push({ shown: answer.shown.map(({ text }) => ({ text })), failure: answer.failure });
        }
        worker.terminate();
        return answered;
    }`;
    type Answer = Parameters<typeof answerText>;

    // the prompt answers all of them (test/hosts)
    it.each(portion(casesOfAllHosts(), 6))('answers as prompt and kernel do: $title', async ({ cells }) => {
        const given = JSON.stringify(cells.map(({ cell: text, id }) => ({ cell: text, ...(id !== undefined && { id }) })));
        const answers = await page.evaluate<{ shown: Answer[0]; failure: Answer[1] }[]>(`(${ANSWER_CELLS})(${given})`);
        cells.forEach(({ cell: text, answer }, i) => {
            expect(openTo(answerText(answers[i].shown, answers[i].failure), answer), text).toBe(answer);
        });
    });

    it('completes names, and finds what is wrong while one types', async () => {
        await page.locator('.view-lines').click();
        await page.keyboard.press('Control+End');
        await page.keyboard.type('\npackage Test { private import Bicycle::*; part w : Whe', { delay: 10 });
        await page.waitForSelector('.suggest-widget.visible', { timeout: SOON });
        await poll(() => page.locator('.suggest-widget .monaco-list-row').first().textContent()).toContain('Wheel');
        await page.keyboard.press('Escape');
        await page.keyboard.type('xx; }');
        await poll(() => findings()).toEqual(["'Whexx' could not be resolved"]);
        await page.locator('#problems button').click();
        await picture('finding');
    });

    it('gives the model an address, which opens it elsewhere', async () => {
        await page.click('#do-share');
        await poll(async () => page.url()).toContain('#model=');
        const other = await open(new URL(page.url()).hash);
        await poll(() => findings(other)).toEqual(["'Whexx' could not be resolved"]);
        await other.close();
    });

    it('takes names and documentation from an address as text', async () => {
        const name = '<img src=x onerror=alert(1)>';
        const text = `part def '${name}' { doc /* <script>alert(1)</script> */ }`;
        const other = await open(`#${fragmentOf([{ name: `${name}.sysml`, text }])}`);
        let alerts = 0;
        other.on('dialog', dialog => {
            alerts++;
            void dialog.dismiss();
        });
        await poll(() => drawn(other)).toEqual([name]);
        expect(await other.locator('#tabs img, #panels img, #problems img').count()).toBe(0);
        expect(alerts).toBe(0);
        await other.close();
    });

    it('renders a document of an example, offline', async () => {
        await poll(() => page.evaluate('navigator.serviceWorker.ready.then(r => r.active?.state)')).toBe('activated');
        await context.setOffline(true);
        const other = await open('#example=Satellite');
        await other.click('#do-document');
        await other.getByRole('button', { name: /^Show/ }).click();
        await poll(() => other.frameLocator('iframe').nth(1).locator('h1').first().innerText()).not.toBe('');
        await picture('document', other);
        await other.close();
        await context.setOffline(false);
    });

    it('opens files that are dropped on it', async () => {
        const other = await open();
        await other.evaluate(`{
            const files = new DataTransfer();
            files.items.add(new File(['part def Dropped { part inner; }'], 'dropped.sysml'));
            document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
        }`);
        await poll(() => drawn(other)).toContain('Dropped');
        expect(await other.locator('#tabs').innerText()).toContain('dropped.sysml');
        await other.close();
    });

    it('is used by the keyboard alone', async () => {
        const other = await open();
        const focused = (): Promise<string> => other.evaluate('document.activeElement.id');
        await poll(() => drawn(other)).toContain('Bicycle::bicycle');
        await other.keyboard.press('Control+m'); // Tab leaves the text from here on
        for (let i = 0; i < 12 && (await focused()) !== 'do-verify'; i++) {
            await other.keyboard.press('Shift+Tab');
        }
        expect(await focused()).toBe('do-verify');
        await other.keyboard.press('Enter');
        await poll(() => other.frameLocator('iframe').first().locator('#side').innerText()).toContain('1 hold');
        await other.close();
    });

    it('is dark where the system is, until the person chooses', async () => {
        const dark = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
        const other = await dark.newPage();
        await other.goto(address);
        await other.waitForSelector('body[data-ready=true]', { timeout: SOON });
        await poll(() => drawn(other)).toContain('Bicycle::bicycle');
        const theme = (): Promise<unknown> => other.evaluate('document.documentElement.dataset.theme');
        expect(await theme()).toBe('dark');
        await picture('dark', other);
        await other.click('#do-theme');
        await other.reload();
        expect(await theme()).toBe('light');
        await dark.close();
    });

    it('shows one pane at a time on a phone', async () => {
        const phone = await open();
        await phone.setViewportSize({ width: 390, height: 800 });
        expect(await phone.locator('#drawing').isVisible()).toBe(false);
        await phone.click('#panes button[value=drawing]');
        await poll(() => drawn(phone)).toContain('Bicycle::bicycle');
        await picture('phone', phone);
        expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        await phone.close();
    });

    it('reports nothing to the console, and keeps under 3 MB beside Monaco', () => {
        expect(faults).toEqual([]);
        const ours = ['worker.js', 'library.snapshot', 'preview/page.js', 'preview/page.css', 'playground.css', 'theme.css'];
        const sizes = ours.map(name => gzipSync(readFileSync(join(ROOT, 'build/playground', name))).length);
        expect(sizes.reduce((a, b) => a + b)).toBeLessThan(3_000_000);
    });
});
