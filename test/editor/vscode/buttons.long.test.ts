/**
 * Every button of every example, pressed in a real VS Code: each lens answers in the drawing or in a dialog, and each run takes every event
 * that it offers, with what its form asks for. See `tour.long.test.ts`.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KNOWN_REFUSALS } from '../known-refusals.js';
import { eventually, installation, ROOT, type Shown, SOON, VsCode } from './window.js';

const found = installation();
const EXAMPLES = join(ROOT, 'examples');
const files = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.sysml'))
    .sort();

/** A window that shows each file whole: lenses are there where they are seen. */
const TALL = { width: 1500, height: 3600 };

interface Button {
    readonly title: string;
    readonly top: number;
    readonly left: number;
}

interface Box {
    getBoundingClientRect(): { readonly top: number; readonly left: number; readonly height: number };
}

/** Why something may be refused. */
const isKnown = (reason: string): boolean => Object.values(KNOWN_REFUSALS).some(known => known.test(reason));

describe.skipIf('missing' in found)('every button of the examples in VS Code', () => {
    let code: VsCode;
    let page: Frame;
    let pressed = 0;

    beforeAll(async () => {
        if (!('missing' in found)) {
            code = await VsCode.open(found, [EXAMPLES], { size: TALL });
        }
    });
    afterAll(async () => code?.close());

    const text = (selector: string): Promise<string> => page.$eval(selector, e => (e as unknown as Shown).innerText).catch(() => '');
    const click = (selector: string): Promise<void> => page.$eval(selector, e => (e as unknown as Shown).click());

    /** The lenses that are buttons, from above. */
    async function buttons(): Promise<Button[]> {
        const all = await code.page.$$eval('.editor-instance .codelens-decoration a', lenses =>
            lenses.map(lens => {
                const { top, left, height } = (lens as unknown as Box).getBoundingClientRect();
                return { title: (lens as unknown as Shown).innerText, top: top + height / 2, left: left + 4 };
            })
        );
        return all.filter(({ title }) => !/\breferences?$/.test(title)).sort((a, b) => a.top - b.top || a.left - b.left);
    }

    /** The buttons once they are all there. */
    async function settledButtons(): Promise<Button[]> {
        let before: Button[] | undefined;
        for (let now = await buttons(); now.length !== before?.length; now = await buttons()) {
            before = now;
            await code.page.waitForTimeout(1500);
        }
        return before;
    }

    const toasts = (): Promise<string[]> =>
        code.page.$$eval('.notification-toast .notification-list-item-message', all => all.map(e => (e as unknown as Shown).innerText));

    const clearToasts = (): Promise<void> =>
        code.page.$$eval('.notification-toast .codicon-notifications-clear', all => all.forEach(e => (e as unknown as Shown).click()));

    /** Waits for an answer; a refusal must be a known one. */
    async function answer(label: string, ask: () => Promise<string>): Promise<string> {
        let told = '';
        await eventually(
            async () => {
                const refused = await toasts();
                return refused.length > 0 ? refused.join('\n') : ask();
            },
            got => {
                expect(got, label).not.toBe('');
                told = got;
            }
        );
        for (const refused of await toasts()) {
            expect(refused, label).toSatisfy(isKnown);
        }
        await clearToasts();
        return told;
    }

    /** Gives a run each event that it offers, once. */
    async function giveEvents(label: string): Promise<void> {
        const given = new Set<string>();
        for (let turn = 0; turn < 12; turn++) {
            const events = await page.$$eval('.event', all => all.map(e => (e as unknown as Shown).innerText));
            const next = events.find(event => !given.has(event));
            const state = await text('.standing .state');
            if (next === undefined || state === 'completed' || state === 'terminated' || state === 'failed') {
                break;
            }
            given.add(next);
            const moves = await text('.replay');
            await page.$$eval(
                '.event',
                (all, name) => (all.find(e => (e as unknown as Shown).innerText === name) as unknown as Shown).click(),
                next
            );
            if (next.endsWith('…')) {
                for (const field of await page.$$('.event-form:not([hidden]) input')) {
                    const hint = (await field.getAttribute('placeholder')) ?? '';
                    await field.fill({ Boolean: 'true', String: '"text"' }[hint] ?? (hint.includes('[') ? hint : '1'));
                }
                await click('.event-form:not([hidden]) .primary');
            }
            await answer(`${label}: ${next}`, async () => ((await text('.replay')) === moves ? '' : 'moved'));
        }
    }

    const PANELS: Readonly<Record<string, string>> = { Evaluate: '#panel-verdicts, #panel-values', Verify: '#panel-verdicts' };

    async function press(title: string, label: string): Promise<void> {
        if (title === 'Run') {
            await answer(label, async () => `${await text('.standing')}${await text('#panel-run .warning')}`);
            if (!['', 'failed'].includes(await text('.standing .state'))) {
                // what runs is drawn
                await eventually(
                    () => page.$$('.subject [title^="Draw"]'),
                    others => expect(others, label).toEqual([])
                );
                await click('[title="Run until nothing can happen"]');
                await answer(label, () => text('.replay'));
                await giveEvents(label);
            }
            const reason = `${await text('.standing .reason')}${await text('#panel-run .warning')}`;
            if (['', 'failed'].includes(await text('.standing .state'))) {
                expect(reason, label).toSatisfy(isKnown);
            }
            await page.$$eval('[title="End the run"]', all => all.forEach(e => (e as unknown as Shown).click()));
        } else if (title.endsWith('?')) {
            expect(await code.dialog(), label).toMatch(/can hold|cannot hold|is undecided|selections? of variants/);
            await code.page.keyboard.press('Escape');
            await code.page.waitForSelector('.monaco-dialog-box', { state: 'detached' });
        } else {
            const panels = PANELS[title] ?? '#panel-verdicts, #panel-values';
            await answer(label, () => page.$$eval(panels, all => all.map(e => (e as unknown as Shown).innerText).join('')));
        }
    }

    it.each(files)('%s', async file => {
        await code.command('View: Close All Editors');
        await code.openFile(file);
        await code.page.waitForSelector('.codelens-decoration', { timeout: SOON }).catch(() => undefined);
        const all = await settledButtons();
        if (all.length > 0) {
            await code.focusEditors();
            await code.command('SysML: Open Diagram to the Side');
            page = await code.preview();
        }
        for (const [i, { title }] of all.entries()) {
            await page.$$eval('#panel-verdicts, #panel-values', panels =>
                panels.forEach(e => (e as unknown as { replaceChildren(): void }).replaceChildren())
            );
            for (let tries = 0; tries < 3; tries++) {
                const now = (await settledButtons())[i];
                expect(now.title).toBe(title);
                await code.page.mouse.click(now.left, now.top);
                await code.page.waitForTimeout(300);
                // VS Code shows lenses from its cache while it asks for new ones: theirs are commands that it no longer knows
                if (!(await toasts()).some(told => told.startsWith('Actual command not found'))) {
                    break;
                }
                await clearToasts();
            }
            await press(title, `${file}: ${i + 1}. ${title}`);
            pressed++;
        }
        await code.picture(`buttons-${file.replace(/\W+/g, '-')}`);
    });

    it('presses as many as the examples have', () => expect(pressed).toBeGreaterThan(100));
});
