/**
 * A tour of the extension in a real VS Code in a real browser: what a person sees and presses, from the highlighting to the replay of an
 * explored run. Needs what `window.ts` says; without it the tour is skipped and tells why. TOUR_PICTURES names a folder for a picture of
 * each station.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, installation, ROOT, type Shown, SOON, VsCode } from './window.js';

const found = installation();
const MODELS = [join(ROOT, 'examples/drone'), join(import.meta.dirname, 'models')];
if ('missing' in found) {
    console.warn(`The tour of VS Code is skipped: ${found.missing}.`);
}

describe.skipIf('missing' in found)('the extension in VS Code', () => {
    let code: VsCode;
    let page: Frame;

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

    const text = (selector: string): Promise<string> => page.$eval(selector, e => (e as unknown as Shown).innerText).catch(() => '');
    const editor = (): Promise<string> => code.text();
    const kindOfDrawing = (): Promise<string | undefined> =>
        page.$eval('#stage svg', e => e.getAttribute('data-kind') ?? '').catch(() => undefined);
    const elements = (selector: string): Promise<string[]> =>
        page.$$eval(selector, all => all.map(e => e.getAttribute('data-element') ?? ''));
    /** Presses a button of the page. */
    const press = (selector: string): Promise<void> => page.$eval(selector, e => (e as unknown as Shown).click());
    const choose = (selector: string, label: string): Promise<void> =>
        page.$$eval(selector, (all, wanted) => (all.find(e => e.textContent?.startsWith(wanted)) as unknown as Shown).click(), label);
    const settle = (milliseconds = 1200): Promise<void> => code.page.waitForTimeout(milliseconds);

    const rows = (list: string): Promise<string> => code.rows(list);
    it('highlights words of the notation', async () => {
        await code.openFile('structure.sysml');
        await eventually(
            () => code.page.$$eval('.editor-instance .view-line span span', spans => new Set(spans.map(s => s.getAttribute('class'))).size),
            colours => expect(colours).toBeGreaterThan(4)
        );
        // lenses come from the server
        await code.page.waitForSelector('.codelens-decoration', { timeout: 2 * SOON });
        await code.picture('highlight');
    });

    it('shows findings while one types, and completes', async () => {
        await code.goTo(76, 29);
        await code.page.keyboard.press('End');
        await code.page.keyboard.press('Enter');
        await code.page.keyboard.type('part probe : Camer');
        await settle();
        await code.page.keyboard.press('Control+Space');
        await code.page.waitForSelector('.suggest-widget.visible .monaco-list-row', { timeout: SOON });
        await settle(600);
        await code.picture('completion');
        await code.page.keyboard.press('Escape');
        await code.page.keyboard.type('o;');
        await code.page.waitForSelector('.squiggly-error', { timeout: SOON });
        await settle(300);
        await code.page.keyboard.press('F8');
        await settle();
        await code.picture('finding');
        await code.page.keyboard.press('Escape');
        await code.command('File: Revert File');
        await eventually(
            () => code.page.$$('.squiggly-error'),
            marks => expect(marks).toEqual([])
        );
    });

    it.each([10, 30, 80])('completes what is typed at %i ms a key', async delay => {
        for (const keys of ['part x : Cam', 'part y:Cam', 'part def Z :> Cam']) {
            await code.goTo(76, 29);
            await code.page.keyboard.press('End');
            await code.page.keyboard.press('Enter');
            await code.page.keyboard.type(keys, { delay });
            await eventually(
                () =>
                    code.page.$$eval('.suggest-widget.visible .monaco-list-row', rows => rows.map(r => r.getAttribute('aria-label') ?? '')),
                offered => expect(offered.join('\n')).toMatch(/^Camera\b/m)
            );
            await code.picture(`typing-${delay}`);
            await code.page.keyboard.press('Escape');
            await code.command('File: Revert File');
            await settle();
        }
    });

    it('tells what stands under the pointer, and renames everywhere', async () => {
        await code.goTo(68, 48);
        await code.command('Show or Focus Hover');
        await code.page.waitForSelector('.monaco-hover:not(.hidden) .hover-contents', { timeout: SOON });
        await settle(400);
        await code.picture('hover');
        await code.page.keyboard.press('Escape');
        await code.goTo(72, 17);
        await code.page.keyboard.press('F2');
        await code.page.waitForSelector('.rename-box input:focus', { timeout: SOON });
        await settle(500);
        await code.page.keyboard.type('chassis');
        await settle(400);
        await code.picture('rename');
        await code.page.keyboard.press('Enter');
        await eventually(editor, shown => expect(shown).toContain('part chassis : Frame'));
        await code.page.keyboard.press('Control+Z');
        await eventually(editor, shown => expect(shown).toContain('part airframe : Frame'));
    });

    it('draws what the cursor is in, and selects it', async () => {
        await code.goTo(74, 17);
        await code.page.keyboard.press('Alt+D');
        page = await code.preview();
        await eventually(kindOfDrawing, kind => expect(kind).toBe('interconnection'));
        await eventually(
            () => elements('.is-selected'),
            selected => expect(selected).toEqual(['DroneStructure::Drone::computer'])
        );
        await settle();
        await code.picture('interconnection');
    });

    it.each([
        ['tree', 'structure.sysml', 45],
        ['state', 'behaviour.sysml', 39],
        ['action', 'behaviour.sysml', 76],
        ['tree', 'requirements.sysml', 58]
    ])('draws a %s of %s', async (kind, file, line) => {
        await code.openFile(file);
        await code.goTo(line, 17);
        if (file === 'structure.sysml') {
            await settle();
            await choose('.kinds button', kind);
        }
        await eventually(kindOfDrawing, drawn => expect(drawn).toBe(kind));
        await settle();
        await code.picture(`${kind}-${file.replace(/\..*/, '')}`);
    });

    it('goes to the source of a node, and finds nodes', async () => {
        await code.openFile('behaviour.sysml');
        await code.goTo(39, 17);
        await eventually(kindOfDrawing, kind => expect(kind).toBe('state'));
        await page.fill('input[type=search]', 'return');
        await eventually(
            () => elements('.is-found'),
            hits => expect(hits).toContain('DroneBehaviour::FlyingDrone::flight::returning')
        );
        // keys of the window work in a field of the drawing, too
        await page.click('input[type=search]');
        await code.page.keyboard.press('Control+P');
        await code.page.waitForSelector('.quick-input-widget:not([style*="display: none"]) input', { timeout: SOON });
        await code.page.keyboard.press('Escape');
        await page.fill('input[type=search]', '');
        await page.click('g.node[data-element$="::returning"] text');
        await eventually(
            () => code.page.$eval('.editor-instance .active-line-number', e => e.textContent),
            line => expect(line).toBe('65')
        );
    });

    it('collapses and expands', async () => {
        const inside = (): Promise<string[]> => elements('g.node[data-element*="::airborne::"]');
        const fold = (): Promise<void> =>
            page.$$eval('.fold', all => void all[1].dispatchEvent(new Event('pointerdown', { bubbles: true })));
        await eventually(inside, nodes => expect(nodes.length).toBeGreaterThan(0));
        await fold();
        await eventually(inside, nodes => expect(nodes).toEqual([]));
        await settle(500);
        await code.picture('collapsed');
        await fold();
        await eventually(inside, nodes => expect(nodes.length).toBeGreaterThan(0));
    });

    it('keeps the last drawing while the text is broken', async () => {
        await code.goTo(65, 29);
        await code.page.keyboard.press('End');
        await code.page.keyboard.type(' state {{ (');
        await page.waitForSelector('body.is-stale', { timeout: SOON });
        expect(await kindOfDrawing()).toBe('state');
        expect(await text('#status')).toMatch(/^Drawn as before the error in line 65: /);
        await code.picture('broken');
        await code.command('File: Revert File');
        await page.waitForSelector('body:not(.is-stale)', { timeout: SOON });
        expect(await text('#status')).toBe('');
    });

    it('says of another element that an error stands elsewhere in the text', async () => {
        await code.openFile('behaviour.sysml');
        await code.goTo(18, 1);
        await code.page.keyboard.press('End');
        await code.page.keyboard.type(' part ( ;');
        await code.goTo(77, 20);
        await eventually(
            () => text('.title'),
            title => expect(title).toBe('survey')
        );
        await eventually(
            () => text('#status'),
            status => expect(status).toMatch(/^What follows the error may be missing here: line 18: /)
        );
        await settle();
        await code.picture('error-elsewhere');
        await code.command('File: Revert File');
        await page.waitForSelector('body:not(.is-stale)', { timeout: SOON });
        await eventually(
            () => text('#status'),
            status => expect(status).toBe('')
        );
    });

    it('runs a machine: events, states, time, values, steps back', async () => {
        await code.openFile('kitchen.sysml');
        await code.goTo(17, 20);
        await code.command('SysML: Run in the Diagram');
        await eventually(
            () => text('.standing'),
            standing => expect(standing).toContain('0 s')
        );
        await press('[title="Run until nothing can happen"]');
        await eventually(
            () => elements('.is-active'),
            active => expect(active).toEqual(['Kitchen::CoffeeMachine::brewing::off'])
        );
        await choose('.event', 'Press');
        await eventually(
            () => elements('.is-active'),
            active => expect(active).toEqual(['Kitchen::CoffeeMachine::brewing::heating'])
        );
        await press('.controls .text-button');
        await eventually(
            () => elements('.is-active'),
            active => expect(active).toEqual(['Kitchen::CoffeeMachine::brewing::ready'])
        );
        await choose('.event', 'Press');
        await eventually(
            () => text('.values'),
            values => expect(values).toMatch(/cups\s+1/)
        );
        await settle(900);
        await code.picture('run-state');
        await press('[title="Back by one move"]');
        await eventually(
            () => text('.standing'),
            standing => expect(standing).toContain('25 s')
        );
        await press('[title="End the run"]');
    });

    it('moves the tokens of an action', async () => {
        await code.goTo(29, 16);
        await code.command('SysML: Run in the Diagram');
        await eventually(
            () => text('.standing'),
            standing => expect(standing).toContain('0 s')
        );
        await press('[title="One step"]');
        await settle(900);
        await press('[title="One step"]');
        await eventually(
            () => page.$$('.token'),
            tokens => expect(tokens).toHaveLength(2)
        );
        await settle(900);
        await code.picture('run-action');
        await press('[title="End the run"]');
    });

    it('asks for what an event carries, and runs in spite of an error elsewhere', async () => {
        writeFileSync(join(code.folder, 'odd.sysml'), 'package Odd { part x : Nothing; }');
        await code.command('Problems: Focus on Problems View');
        const problems = (): Promise<string[]> =>
            code.page.$$eval('.markers-panel .monaco-list-row', rows => rows.map(r => r.getAttribute('aria-label') ?? ''));
        await eventually(problems, shown => expect(shown.join('\n')).toContain('odd.sysml'));
        await code.picture('problems');
        await code.openFile('behaviour.sysml');
        await code.goTo(39, 20);
        await code.command('SysML: Run in the Diagram');
        await code.page.click('.notification-toast .monaco-button >> text=Run Anyway', { timeout: SOON });
        await eventually(
            () => text('.subject'),
            subject => expect(subject).toContain('flight')
        );
        await press('[title="Run until nothing can happen"]');
        await eventually(
            () => elements('.is-active'),
            active => expect(active).toEqual(['DroneBehaviour::FlyingDrone::flight::grounded'])
        );
        await settle();
        await choose('.event', 'Goto');
        await press('.event-form:not([hidden]) .primary');
        await eventually(
            () => text('.event-form .warning'),
            missing => expect(missing).toBe('Goto lacks target')
        );
        await code.picture('event-lacks');
        await page.fill('.event-form:not([hidden]) input', '30 [m]');
        await eventually(
            () => text('.event-form .warning:not([hidden])'),
            missing => expect(missing).toBe('')
        );
        await code.picture('event-form');
        await press('.event-form:not([hidden]) .primary');
        await eventually(
            () => elements('.is-active'),
            active => expect(active).toEqual(['DroneBehaviour::FlyingDrone::flight::airborne::climbing'])
        );
        await press('[title="End the run"]');
        rmSync(join(code.folder, 'odd.sysml'));
        await eventually(problems, shown => expect(shown.join('\n')).not.toContain('odd.sysml'));
        await code.command('View: Hide Panel');
        await settle();
        await code.openFile('kitchen.sysml');
        await code.goTo(29, 16);
        await settle();
    });

    it('explores all orders and replays one', async () => {
        await code.focusEditors();
        await code.command('SysML: Explore All Orders');
        await eventually(
            () => text('#panel-explore'),
            outcomes => expect(outcomes).toMatch(/2 orders tried, all there are[\s\S]*served = 1[\s\S]*served = 2/)
        );
        await code.picture('explore');
        await press('.outcome');
        await eventually(
            () => text('.standing'),
            standing => expect(standing).toContain('completed')
        );
        expect(await text('.values')).toMatch(/served\s+1/);
    });

    it('verifies, with badges on the drawing', async () => {
        await code.focusEditors();
        await code.goTo(51, 12);
        await settle();
        await code.command('SysML: Verify All Satisfactions');
        await eventually(
            () => text('#panel-verdicts'),
            verdicts => expect(verdicts).toMatch(/hold, 1 fail/)
        );
        await eventually(
            () => page.$$('.badge'),
            badges => expect(badges.length).toBeGreaterThan(0)
        );
        await code.picture('verdicts');
        const banner = /before the last change/;
        await code.openFile('behaviour.sysml');
        await code.goTo(39, 17);
        await eventually(kindOfDrawing, kind => expect(kind).toBe('state'));
        expect(await text('#panel-verdicts')).not.toMatch(banner);
        await code.page.keyboard.press('End');
        await code.page.keyboard.type(' state hovering;');
        await eventually(
            () => text('#panel-verdicts'),
            verdicts => expect(verdicts).toMatch(banner)
        );
        await code.command('File: Revert File');
        await code.openFile('kitchen.sysml');
        await code.goTo(51, 12);
        await settle();
    });

    it('judges from a lens, and says whether a constraint can hold and which variants there are', async () => {
        await code.openFile('requirements.sysml');
        await code.goTo(62, 12);
        await code.lens('Verify');
        await eventually(
            () => text('#panel-verdicts'),
            verdicts => expect(verdicts).toMatch(/satisfy openCategory by surveyDrone/)
        );
        await code.openFile('garage.sysml');
        await code.goTo(10, 20);
        await code.lens('Can this hold?');
        expect(await code.dialog()).toMatch(/Garage::Fits can hold[\s\S]*length = /);
        await code.picture('can-hold');
        await code.page.keyboard.press('Escape');
        await code.goTo(17, 10);
        await code.lens('Which variants?');
        expect(await code.dialog()).toMatch(/3 selections of variants, which are all/);
        await code.picture('which-variants');
        await code.page.keyboard.press('Escape');
        await code.goTo(32, 17);
        await code.page.locator('.codelens-decoration a', { hasText: 'Can this hold?' }).last().click({ timeout: SOON });
        expect(await code.dialog()).toMatch(/Garage::stored can hold[\s\S]*length = /);
        await code.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Take the Values' }).click();
        await eventually(
            () => code.text(),
            shown => expect(shown).toMatch(/part crate : Box \{[\s\S]*attribute :>> length = 4\.5;/)
        );
        await code.picture('values-taken');
        await code.command('File: Revert File');
        await code.openFile('kitchen.sysml');
        await code.goTo(51, 12);
        await settle();
    });

    it('forgets a folder that is moved away, and takes it again', async () => {
        const away = join(code.folder, '../spare-away');
        renameSync(join(code.folder, 'spare'), away);
        await code.command('Problems: Focus on Problems View');
        const problems = (): Promise<string> => rows('.markers-panel');
        await eventually(problems, shown => expect(shown).toMatch(/'SpareWheel' could not be resolved/));
        await code.picture('folder-away');
        renameSync(away, join(code.folder, 'spare'));
        await eventually(problems, shown => expect(shown).not.toMatch(/SpareWheel/));
        await code.command('View: Hide Panel');
        await code.goTo(51, 12);
    });

    it('shows objects as a tree and sweeps as a plot', async () => {
        await code.focusEditors();
        await code.command('SysML: Show Values of the Object');
        await eventually(
            () => text('#panel-values'),
            values => expect(values).toMatch(/water\s+1\.2 \[?L/)
        );
        await code.picture('values');
        await code.focusEditors();
        await code.goTo(39, 16);
        await code.command('SysML: Sweep a Parameter');
        await settle();
        await code.page.keyboard.type('volume = 0.2 [L] .. 1.2 [L] : 0.2 [L]');
        await code.page.keyboard.press('Enter');
        await eventually(
            () => page.$$('.plot .point'),
            points => expect(points).toHaveLength(6)
        );
        await settle(400);
        await code.picture('sweep');
    });

    it('edits the model from the drawing, as one step that can be undone', async () => {
        await code.openFile('structure.sysml');
        await code.goTo(74, 17);
        await choose('.kinds button', 'interconnection').catch(() => undefined);
        await eventually(kindOfDrawing, kind => expect(kind).toBe('interconnection'));
        await settle();
        await page.click('g.node[data-element$="Drone::camera"] text', { button: 'right' });
        await settle(400);
        await code.picture('edit');
        await choose('.menu button', 'Rename');
        await settle();
        await code.page.keyboard.press('Control+A');
        await code.page.keyboard.type('eye');
        await code.page.keyboard.press('Enter');
        await eventually(
            () => elements('g.node'),
            nodes => expect(nodes).toContain('DroneStructure::Drone::eye')
        );
        await code.focusEditors();
        await code.page.keyboard.press('Control+Z');
        await eventually(
            () => elements('g.node'),
            nodes => expect(nodes).toContain('DroneStructure::Drone::camera')
        );
    });

    it('drags a node, which the model then states', async () => {
        const rect = 'g.node[data-element$="Drone::camera"] rect';
        const placeOf = (): Promise<string> => page.$eval(rect, e => `${e.getAttribute('x')} ${e.getAttribute('y')}`).catch(() => '');
        await press('[title="Show all (0)"]');
        await settle();
        const before = await placeOf();
        const { x, y, width, height } = (await (await page.$(rect))!.boundingBox())!;
        await code.page.mouse.move(x + width / 4, y + height / 2);
        await code.page.mouse.down();
        await code.page.mouse.move(x + width / 4 + 60, y + height / 2 + 40, { steps: 5 });
        await code.picture('drag');
        await code.page.mouse.up();
        await eventually(editor, shown => expect(shown).toMatch(/@DiagramLayout::Layout \{ x = -?\d+; y = -?\d+; \}/));
        const [, ...stated] = /Layout \{ x = (-?\d+); y = (-?\d+); \}/.exec(await editor())!;
        await eventually(placeOf, place => expect(place).toBe(stated.join(' ')));
        await settle();
        await code.picture('dragged');
        await code.focusEditors();
        await code.page.keyboard.press('Control+Z');
        await eventually(placeOf, place => expect(place).toBe(before));
    });
});
