/**
 * The extension as a web extension, in a real VS Code in a real browser: the server is a web worker there, and the files are read through
 * the editor. Needs what `window.ts` says; without it the tour is skipped and tells why.
 */
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installation, ROOT, VsCode } from './window.js';

interface Shown {
    readonly innerText: string;
    click(): void;
}

const found = installation();
if ('missing' in found) {
    console.warn(`The tour of VS Code in a browser is skipped: ${found.missing}.`);
}
/** Milliseconds for what is on its way. */
const SOON = 30_000;

describe.skipIf('missing' in found)('the extension in the browser', () => {
    let code: VsCode;
    let page: Frame;

    beforeAll(async () => {
        if (!('missing' in found)) {
            code = await VsCode.open(found, [join(ROOT, 'examples/drone'), join(import.meta.dirname, 'models')], {
                settings: { 'remote.extensionKind': { 'sysml-workbench.sysml-workbench': ['web'] } }
            });
        }
    });
    afterAll(async () => code?.close());

    const shown = (selector: string): Promise<string> => page.$eval(selector, e => (e as unknown as Shown).innerText).catch(() => '');
    const elements = (selector: string): Promise<string[]> =>
        page.$$eval(selector, all => all.map(e => e.getAttribute('data-element') ?? ''));
    const poll = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: SOON, interval: 300 });

    it('starts the server as a worker, which knows all files of the folder', async () => {
        await code.openFile('structure.sysml');
        await code.page.waitForSelector('.codelens-decoration', { timeout: SOON });
        // it imports from another file
        expect(await code.page.$$('.squiggly-error')).toEqual([]);
        await code.command('SysML: Show Output');
        await poll(() => code.page.$$eval('.part.panel .view-line', lines => lines.map(l => l.textContent).join('\n'))).toMatch(
            /a\sweb\sworker/
        );
        await code.picture('web-server');
        await code.command('View: Hide Panel');
    });

    it('finds what is wrong while one types', async () => {
        await code.goTo(76, 29);
        await code.page.keyboard.press('End');
        await code.page.keyboard.press('Enter');
        await code.page.keyboard.type('part probe : Camero;');
        await code.page.waitForSelector('.squiggly-error', { timeout: SOON });
        await code.picture('web-finding');
        await code.command('File: Revert File');
        await poll(async () => (await code.page.$$('.squiggly-error')).length).toBe(0);
    });

    it('draws what the cursor is in', async () => {
        await code.goTo(74, 17);
        await code.page.keyboard.press('Alt+D');
        page = await code.preview();
        await poll(() => elements('.is-selected')).toEqual(['DroneStructure::Drone::computer']);
        await code.page.waitForTimeout(1000);
        await code.picture('web-interconnection');
    });

    it('runs a machine', async () => {
        await code.openFile('kitchen.sysml');
        await code.goTo(17, 20);
        await code.command('SysML: Run in the Diagram');
        await poll(() => shown('.standing')).toContain('0 s');
        await page.$eval('[title="Run until nothing can happen"]', e => (e as unknown as Shown).click());
        await poll(() => elements('.is-active')).toEqual(['Kitchen::CoffeeMachine::brewing::off']);
        await code.page.waitForTimeout(1000);
        await code.picture('web-run');
    });
});
