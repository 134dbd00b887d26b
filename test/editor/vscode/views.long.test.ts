/**
 * The second tour of the extension in a real VS Code in a real browser: the views beside the text, from the tests to the debugger. See
 * `tour.long.test.ts`.
 */
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, installation, ROOT, type Shown, SOON, VsCode } from './window.js';

const found = installation();
const MODELS = [join(ROOT, 'examples/drone'), join(import.meta.dirname, 'models')];

describe.skipIf('missing' in found)('the views of the extension in VS Code', () => {
    let code: VsCode;

    beforeAll(async () => {
        if (!('missing' in found)) {
            code = await VsCode.open(found, MODELS, {
                settings: { 'workbench.colorTheme': process.env.TOUR_THEME ?? 'Default Dark Modern' }
            });
        }
    });
    afterEach(async ({ task }) => {
        if (task.result?.state === 'fail') {
            await code?.picture(`failed-${task.name.replace(/\W+/g, '-')}`);
        }
    });
    afterAll(async () => code?.close());

    const settle = (milliseconds = 1200): Promise<void> => code.page.waitForTimeout(milliseconds);
    const rows = (list: string): Promise<string> => code.rows(list);

    it('lists what can be verified in the tests view, and runs it', async () => {
        await code.openFile('kitchen.sysml');
        await code.page.waitForSelector('.codelens-decoration', { timeout: 2 * SOON });
        await code.command('Test: Run All Tests');
        await code.command('Testing: Focus on Test Explorer View');
        await eventually(
            () => code.page.$$eval('.test-explorer .monaco-list-row', rows => rows.map(r => r.getAttribute('aria-label') ?? '')),
            rows => expect(rows.join('\n')).toMatch(/kitchen\.sysml.*\(Failed\)|Failed.*kitchen\.sysml|kitchen/i)
        );
        await settle(2500);
        await code.picture('tests');
    });

    it('shows the model as a tree with verdicts, and the element that is revealed as a sheet', async () => {
        await code.openFile('requirements.sysml');
        await code.command('View: Show SysML');
        await eventually(
            () => rows('.tree-explorer-viewlet-tree-view'),
            lines => expect(lines).toMatch(/DroneBehaviour[\s\S]*DroneRequirements/)
        );
        await code.command('SysML: Verify Requirements in the Model Explorer');
        await code.goTo(26, 20);
        await code.command('SysML: Reveal in the Model Explorer');
        await eventually(
            () => rows('.tree-explorer-viewlet-tree-view'),
            lines => {
                expect(lines).toMatch(/openCategory\s*MassLimit\s*holds/);
                expect(lines).toMatch(/kind\s*constraint def/);
            }
        );
        await code.picture('explorer');
    });

    it('moves an element that is dragged in the model explorer', async () => {
        await code.openFile('garage.sysml');
        await code.goTo(8, 15);
        await code.command('SysML: Reveal in the Model Explorer');
        const tree = '.tree-explorer-viewlet-tree-view';
        await eventually(
            () => rows(tree),
            lines => expect(lines).toMatch(/Shelf[\s\S]*Toolbox/)
        );
        const row = (name: string): Locator => code.page.locator(`${tree} .monaco-list-row`, { hasText: name }).first();
        await row('Toolbox').dragTo(row('Shelf'));
        await eventually(
            () => code.text(),
            shown => expect(shown).toMatch(/^ {8}part def Toolbox;/m)
        );
        await settle();
        await code.picture('explorer-drag');
        await code.command('File: Revert File');
    });

    it('walks a newcomer through', async () => {
        await code.command('Welcome: Open Walkthrough...');
        await code.page.waitForSelector('.quick-input-list .monaco-list-row', { timeout: SOON });
        await code.page.keyboard.type('First Steps with SysML');
        await settle(500);
        await code.page.keyboard.press('Enter');
        await eventually(
            () => code.page.$$eval('.getting-started-step h3', all => all.map(e => (e as unknown as Shown).innerText)),
            steps => expect(steps).toEqual(expect.arrayContaining(['Write a model', 'See it drawn', 'Judge requirements']))
        );
        await settle();
        await code.picture('walkthrough');
        await code.command('View: Close Editor');
    });

    it('debugs a machine: a breakpoint, an event, the call stack, steps', async () => {
        await code.openFile('behaviour.sysml');
        await code.goTo(49, 25);
        await code.page.keyboard.press('F9');
        await code.page.keyboard.press('F5');
        await code.page.waitForSelector('.quick-input-list .monaco-list-row[aria-label*="FlyingDrone"]', { timeout: SOON });
        await code.page.keyboard.type('FlyingDrone');
        await code.page.keyboard.press('Enter');
        await code.page.waitForSelector('.debug-toolbar', { timeout: SOON });
        await settle(2500);
        await code.command('View: Show Run and Debug');
        await eventually(
            () => rows('.debug-call-stack'),
            lines => expect(lines).toMatch(/grounded[\s\S]*flight/)
        );
        await code.command('Debug Console: Focus on Debug Console View');
        await code.page.waitForSelector('.repl-input-wrapper .focused, .repl .monaco-editor.focused', { timeout: SOON });
        await settle(500);
        await code.page.keyboard.type('Goto(target = 30 [SI::m])');
        await code.page.keyboard.press('Escape');
        await code.page.keyboard.press('Enter');
        await eventually(
            () => rows('.repl'),
            lines => expect(lines).toContain('is queued')
        );
        await code.page.keyboard.press('F5');
        await eventually(
            () => rows('.debug-call-stack'),
            lines => expect(lines).toMatch(/climbing[\s\S]*airborne[\s\S]*flight/)
        );
        await code.picture('debugger');
        // a step at a time, until the time that the state waits for has passed
        await eventually(
            async () => {
                await code.page.keyboard.press('F10');
                await settle(600);
                return rows('.debug-call-stack');
            },
            lines => expect(lines).toMatch(/surveying[\s\S]*airborne/)
        );
        await eventually(
            () => rows('.debug-variables'),
            lines => expect(lines).toMatch(/Performer/)
        );
        await code.picture('debugger-step');
        await code.page.keyboard.press('Shift+F5');
    });
});
