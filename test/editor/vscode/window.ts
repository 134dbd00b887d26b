/**
 * A real VS Code in a real browser, for tests: code-server with the packaged extension, driven through Chromium. Where it is installed
 * tells the environment variable SYSML_VSCODE: a folder with the npm packages `code-server` and, where Node itself is too old for it,
 * `node`. CHROMIUM names the browser, else it is looked for on the search path.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Frame, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { chromiumPath } from '../../support/chromium.js';

export const ROOT = join(import.meta.dirname, '../../..');
export const VSIX = join(ROOT, 'build/sysml-workbench.vsix');

/** Settings of a window without greetings. */
const SETTINGS = {
    'security.workspace.trust.enabled': false,
    'workbench.startupEditor': 'none',
    'chat.disableAIFeatures': true,
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'window.commandCenter': false,
    'files.autoSave': 'off',
    'editor.minimap.enabled': false,
    'workbench.layoutControl.enabled': false,
    'workbench.tips.enabled': false,
    'remote.autoForwardPorts': false
};

/** Milliseconds for what is on its way, also where the machine has other work. */
export const SOON = 60_000;

/** What an element of a page has; the types of the browser are not here. */
export interface Shown {
    readonly innerText: string;
    click(): void;
}

/** Waits until what is asked passes a check. */
export async function eventually<T>(ask: () => Promise<T>, check: (value: T) => void): Promise<void> {
    await expect.poll(ask, { timeout: SOON, interval: 300 }).toSatisfy((value: T) => {
        check(value);
        return true;
    });
}

interface Installation {
    readonly node: string;
    readonly entry: string;
    readonly browser: string;
}

/** What a test needs, or why it cannot run. */
export function installation(): Installation | { readonly missing: string } {
    const home = process.env.SYSML_VSCODE ?? '';
    const entry = join(home, 'node_modules/code-server/out/node/entry.js');
    if (home === '' || !existsSync(entry)) {
        return { missing: 'SYSML_VSCODE names no folder in which code-server is installed' };
    }
    const own = join(home, 'node_modules/node/bin/node');
    const browser = chromiumPath();
    if (browser === undefined) {
        return { missing: 'there is no Chromium: CHROMIUM names one' };
    }
    return existsSync(VSIX)
        ? { node: existsSync(own) ? own : process.execPath, entry, browser }
        : { missing: 'the extension is not packaged: npm run build:vscode' };
}

async function freePort(): Promise<number> {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await new Promise(resolve => server.close(resolve));
    return port;
}

export interface WindowOptions {
    readonly settings?: object;
    readonly size?: { readonly width: number; readonly height: number };
}

export class VsCode {
    private constructor(
        private readonly process: ChildProcess,
        private readonly browser: Browser,
        readonly page: Page,
        private readonly data: string,
        readonly folder: string
    ) {}

    /** Opens a window on copies of folders of models, in one folder. */
    static async open(
        { node, entry, browser: path }: Installation,
        models: readonly string[],
        { settings = {}, size }: WindowOptions = {}
    ): Promise<VsCode> {
        const data = mkdtempSync(join(tmpdir(), 'vscode-'));
        const folder = join(data, 'models');
        models.forEach(from => cpSync(from, folder, { recursive: true }));
        mkdirSync(join(data, 'user/User'), { recursive: true });
        writeFileSync(join(data, 'user/User/settings.json'), JSON.stringify({ ...SETTINGS, ...settings }));
        const folders = ['--user-data-dir', join(data, 'user'), '--extensions-dir', join(data, 'extensions')];
        const installed = spawnSync(node, [entry, ...folders, '--install-extension', VSIX], { encoding: 'utf8' });
        if (installed.status !== 0) {
            throw new Error(`The extension cannot be installed: ${installed.stdout}${installed.stderr}`);
        }
        const port = await freePort();
        const child = spawn(node, [entry, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, ...folders, folder], {
            stdio: 'ignore',
            detached: true,
            // the packaged server finds the solver where this repository has it
            env: { ...process.env, NODE_PATH: join(ROOT, 'node_modules') }
        });
        const url = `http://127.0.0.1:${port}/`;
        for (let i = 0; i < SOON / 200 && !(await isThere(url)); i++) {
            await new Promise(resolve => setTimeout(resolve, 200));
        }
        const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
        const page = await browser.newPage({ viewport: size ?? { width: 1280, height: 760 } });
        await page.goto(`${url}?folder=${folder}`, { timeout: 60_000 });
        await page.waitForSelector('.monaco-workbench', { timeout: 60_000 });
        return new VsCode(child, browser, page, data, folder);
    }

    async close(): Promise<void> {
        await this.browser.close();
        if (this.process.pid !== undefined) {
            // the window's server has processes of its own: all of its group
            process.kill(-this.process.pid);
        }
        rmSync(this.data, { recursive: true, force: true, maxRetries: 5 });
    }

    async command(title: string): Promise<void> {
        await this.page.keyboard.press('F1');
        await this.page.waitForSelector('.quick-input-widget:not([style*="display: none"]) input');
        await this.page.keyboard.type(title);
        await this.page.waitForTimeout(500);
        await this.page.keyboard.press('Enter');
    }

    /** Presses a code lens of the first group of editors. */
    async lens(title: string): Promise<void> {
        await this.page.locator('.codelens-decoration a', { hasText: title }).first().click({ timeout: SOON });
    }

    /** The lines of a tree or list of the window. */
    rows(list: string): Promise<string> {
        return this.page.$$eval(`${list} .monaco-list-row`, all =>
            all.map(e => (e as unknown as Shown).innerText.replace(/\s+/g, ' ')).join('\n')
        );
    }

    /** The lines that the first editor shows, in no certain order. */
    text(): Promise<string> {
        return this.page.$eval('.editor-instance .view-lines', e => (e as unknown as Shown).innerText.replace(/\u00a0/g, ' '));
    }

    /** The text of the dialog that opens. */
    async dialog(): Promise<string> {
        const box = this.page.locator('.monaco-dialog-box');
        await box.waitFor({ timeout: SOON });
        await this.page.waitForTimeout(500);
        return box.innerText();
    }

    /** Moves the focus to the first group of editors. A key in the page of a preview reaches the window late: one waits for the focus. */
    async focusEditors(): Promise<void> {
        await this.page.keyboard.press('Control+1');
        const focused = '.editor-group-container.active :focus:not(iframe), .editor-group-container.active:focus';
        await this.page.waitForSelector(focused, { state: 'attached', timeout: SOON });
    }

    /** Opens a file of the folder in the first group of editors. */
    async openFile(name: string): Promise<void> {
        await this.focusEditors();
        await this.page.keyboard.press('Control+P');
        await this.page.waitForSelector('.quick-input-widget:not([style*="display: none"]) input');
        await this.page.keyboard.type(name);
        await this.page.waitForSelector(`.quick-input-list .monaco-list-row.focused[aria-label^="${name.replace(/^.*\//, '')}"]`, {
            timeout: SOON
        });
        await this.page.keyboard.press('Enter');
        await this.page.waitForSelector(`.tab.active[data-resource-name="${name.replace(/^.*\//, '')}"]`, { timeout: SOON });
    }

    /** Puts the cursor of the first group of editors to a place, lines and columns from 1. */
    async goTo(line: number, column = 1): Promise<void> {
        await this.focusEditors();
        await this.page.keyboard.press('Control+G');
        await this.page.waitForSelector('.quick-input-widget:not([style*="display: none"]) input');
        await this.page.keyboard.type(`${line}:${column}`);
        await this.page.waitForTimeout(300);
        await this.page.keyboard.press('Enter');
        await this.page.waitForTimeout(200);
    }

    /** The page of the preview, once there is one with a drawing. */
    async preview(): Promise<Frame> {
        for (let i = 0; i < SOON / 200; i++) {
            for (const frame of this.page.frames()) {
                if ((await frame.$('#stage').catch(() => null)) !== null) {
                    return frame;
                }
            }
            await this.page.waitForTimeout(200);
        }
        throw new Error('There is no preview.');
    }

    /** Takes a picture into the folder that TOUR_PICTURES names, if it names one. */
    async picture(name: string): Promise<void> {
        const { TOUR_PICTURES } = process.env;
        if (TOUR_PICTURES !== undefined && TOUR_PICTURES !== '') {
            await this.page.screenshot({ path: join(TOUR_PICTURES, `${name}.png`) });
        }
    }
}

function isThere(url: string): Promise<boolean> {
    return new Promise(resolve => {
        get(url, response => {
            response.resume();
            resolve(true);
        }).on('error', () => resolve(false));
    });
}
