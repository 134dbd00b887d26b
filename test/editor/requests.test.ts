// Custom requests of the language server (docs/editor-protocol.md), asked over standard input and output.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Range, TextDocumentEdit } from 'vscode-languageserver-protocol';
import { type Client, marked, startInside } from './client.js';

const LAMP = marked(`package Lamps {
    private import ScalarValues::*;
    attribute def Press;
    attribute def Dim { attribute level : Integer; }
    state def ⟦machine⟧Lamp {
        attribute count : Integer := 0;
        entry; then off;
        state ⟦off⟧off;
        transition first off accept Press do assign count := count + 1 then on;
        state on;
        transition first on accept Press then off;
        transition first on accept after 5 [SI::s] then off;
    }
    action def Race {
        out x : Integer := 0;
        first start then f;
        fork f;
        then one;
        then two;
        action one { assign x := 1; }
        then j;
        action two { assign x := 2; }
        then j;
        join j;
        then done;
    }
    part def Wheel { attribute size : Integer = 18; }
    part def Car { part wheels : Wheel[2]; attribute mass = 1200 [SI::kg]; }
    calc def Twice { in x : Integer; return : Integer = 2 * x; }
    requirement def Light { subject c : Car; require constraint { c.mass < 2000 [SI::kg] } }
    part car : Car;
    requirement light : Light;
    satisfy light by car;
    view tree { expose Car; render Views::asTreeDiagram; }
}
`);

const GARAGE =
    'package Garage { part def Door { exhibit state moving; } part def House { part doors : Door[2]; part roof; } part house : House; ' +
    'item def Knock; port def Panel; part def Gate { port panel : Panel; perform action open { accept Knock via panel; } } part gate : Gate; }';

let client: Client;
beforeAll(async () => {
    client = await startInside({ 'lamps.sysml': LAMP.text, 'garage.sysml': GARAGE });
    const first = client.findings('lamps.sysml');
    client.open('lamps.sysml', LAMP.text);
    expect(await first).toEqual([]);
});
afterAll(async () => {
    expect(await client.stop()).toBe(0);
});

/** What these requests answer, as far as it is looked at. */
interface Told {
    readonly id: string;
    readonly name: string;
    readonly label: string;
    readonly kind: string;
    readonly type: string;
    readonly graph: string;
    readonly element: string;
    readonly text: string;
    readonly number: number;
    readonly location: { readonly digest: string; readonly selectionRange: Range };
    readonly plan: object;
    readonly values: Told[];
    readonly outputs: Told[];
}
interface Answer extends Record<
    'active' | 'tokens' | 'values' | 'nodes' | 'around' | 'trace' | 'outcomes' | 'objects' | 'rows' | 'tests',
    Told[]
> {
    readonly session: number;
    readonly state: string;
    readonly location: Told['location'];
    readonly element: Told;
    readonly svg: string;
    readonly artifact: string;
    readonly edit: { readonly documentChanges: TextDocumentEdit[] };
}
const ask = (method: string, params: object): Promise<Answer> => client.connection.sendRequest(method, params);
const lamps = (): { textDocument: { uri: string } } => ({ textDocument: { uri: client.uri('lamps.sysml') } });

describe('drawings', () => {
    it('are listed', async () => {
        expect(await ask('sysml/views', lamps())).toMatchObject({
            version: 1,
            views: [{ id: 'Lamps::tree', kind: 'tree', isSupported: true }],
            pseudoViews: expect.arrayContaining(['#state']) as string[]
        });
    });

    it('are graph and picture', async () => {
        const drawing = await ask('sysml/render', { ...lamps(), view: '#state:Lamps::Lamp', form: 'mermaid' });
        expect(drawing).toMatchObject({ isSurface: true, drawable: { members: ['state'], connections: ['transition'] } });
        expect(drawing.nodes.map(n => n.name)).toEqual(expect.arrayContaining(['off', 'on']));
        const off = drawing.nodes.find(n => n.name === 'off')!;
        expect(off).toMatchObject({ element: 'Lamps::Lamp::off', graph: 'Lamps::Lamp' });
        expect(off.location).toMatchObject({ uri: client.uri('lamps.sysml'), range: { start: { line: LAMP.at.off.line } } });
        expect(off.location.digest).toMatch(/^[0-9a-f]{16}$/);
        expect(drawing.svg).toContain('data-element="Lamps::Lamp::off"');
        expect(drawing.artifact).toContain('stateDiagram');
    });

    it('are drawn for a client that sends no token, or a null in its place', async () => {
        const params = { ...lamps(), view: '#state:Lamps::Lamp' };
        const [first, second] = await Promise.all([
            ask('sysml/render', params),
            client.connection.sendRequest<Answer>('sysml/render', params, null)
        ]);
        expect(second.svg).toBe(first.svg);
    });

    it.each([
        [{ view: '#state:Lamps::Nope' }, /Nope names nothing/],
        [{ view: '#tree:Lamps::Car', form: 'jpeg' }, /not one of csv, d2/],
        [{ view: '#tree:Lamps::Car', theme: 'blue' }, /not one of auto/],
        [{ view: '#tree:Lamps::Car', form: 'csv' }, /no csv form/]
    ])('refuse %o', async (params, text) => {
        await expect(ask('sysml/render', { ...lamps(), ...params })).rejects.toThrow(text);
    });

    it('lead from the text and back', async () => {
        const { element, around } = await ask('sysml/elementAt', { ...lamps(), position: LAMP.at.off });
        expect(element).toMatchObject({ id: 'Lamps::Lamp::off', kind: 'state' });
        expect(around.map(e => e.id)).toEqual(['Lamps::Lamp::off', 'Lamps::Lamp', 'Lamps']);
        expect(around[1]).toMatchObject({ views: ['#state:Lamps::Lamp', '#tree:Lamps::Lamp'], role: 'run' });
        const { location } = await ask('sysml/element', { element: 'Lamps::Lamp' });
        expect(location.selectionRange.start).toEqual(LAMP.at.machine);
    });
});

describe('edits of the model', () => {
    it('are edits of the text', async () => {
        const { edit } = await ask('sysml/applyModelEdit', {
            textDocument: { uri: client.uri('lamps.sysml'), version: 1 },
            operations: [
                { rename: { target: 'Lamps::Wheel', newName: 'Rim' } },
                { addMember: { owner: 'Lamps::Car', kind: 'attribute', name: 'doors', value: '4' } }
            ]
        });
        const [{ textDocument, edits }] = edit.documentChanges;
        expect(textDocument).toEqual({ uri: client.uri('lamps.sysml'), version: 1 });
        expect(edits.map(e => ('newText' in e ? e.newText.trim() : ''))).toEqual(['Rim', 'Rim', 'attribute doors = 4;']);
    });

    it('state places of a drawing', async () => {
        const operations = [
            { setLayout: { target: 'Lamps::Wheel', view: 'Lamps::tree', x: 10.123, y: -4, width: 80, height: 40 } },
            { setStyle: { target: 'Lamps::Wheel', fill: '#ff0000', bold: true } },
            { setCanvas: { view: 'Lamps::tree', width: 400, height: 300 } }
        ];
        const { edit } = await ask('sysml/applyModelEdit', { ...lamps(), operations });
        expect(edit.documentChanges[0].edits.map(e => ('newText' in e ? e.newText.trim().replace(/\s+/g, ' ') : ''))).toEqual([
            '@DiagramLayout::Style { fill = "#ff0000"; bold = true; }',
            'metadata DiagramLayout::Layout about Wheel { x = 10.12; y = -4; width = 80; height = 40; } ' +
                '@DiagramLayout::Canvas { width = 400; height = 300; }'
        ]);
        await expect(
            ask('sysml/applyModelEdit', { ...lamps(), operations: [{ setLayout: { target: 'Lamps::Wheel', x: 1 } }] })
        ).rejects.toThrow('setLayout lacks y');
    });

    it('are refused with reasons', async () => {
        const answer = await ask('sysml/applyModelEdit', { ...lamps(), operations: [{ delete: { target: 'Lamps::Wheel' } }] });
        expect(answer).toMatchObject({ refused: { failure: 'delete-referenced', referrers: [{ name: 'Lamps::Car::wheels' }] } });
        const stale = await ask('sysml/applyModelEdit', {
            textDocument: { uri: client.uri('lamps.sysml'), version: 7 },
            operations: [{ delete: { target: 'Lamps::Wheel' } }]
        });
        expect(stale).toEqual({ stale: { uri: client.uri('lamps.sysml'), version: 1 } });
        await expect(ask('sysml/applyModelEdit', { ...lamps(), operations: [{}] })).rejects.toThrow(/has no operation/);
    });
});

describe('a run', () => {
    const active = (snapshot: Answer): string[] => snapshot.active.map(a => a.label);

    it('of an action takes an event at whichever port it is awaited', async () => {
        const { session } = await ask('sysml/debug/start', { element: 'Garage::Gate::open', performer: 'Garage::gate' });
        expect(await ask('sysml/debug/continue', { session })).toMatchObject({ state: 'waiting', events: ['Knock'] });
        await ask('sysml/debug/send', { session, event: 'Knock' });
        expect(await ask('sysml/debug/continue', { session })).toMatchObject({ state: 'completed' });
        await ask('sysml/debug/stop', { session });
    });

    it('of a machine goes step by step, and back', async () => {
        const start = await ask('sysml/debug/start', { element: 'Lamps::Lamp' });
        expect(start).toMatchObject({ state: 'waiting', time: 0, events: ['Press'], finalState: 'off' });
        const { session } = start;
        const sent = await ask('sysml/debug/send', { session, event: 'Press' });
        expect(sent).toMatchObject({ state: 'ready', queue: ['Press'] });
        const on = await ask('sysml/debug/step', { session });
        expect(active(on)).toEqual(['on']);
        expect(on.values).toContainEqual(expect.objectContaining({ name: 'count', text: '1', number: 1 }));
        expect(on).toMatchObject({ taken: [{ graph: 'Lamps::Lamp', transition: 1 }] });
        expect(on.trace.map(t => t.kind)).toEqual(expect.arrayContaining(['accept', 'exit', 'transition', 'entry']));
        expect(on).toMatchObject({ state: 'waiting', due: 5 });
        expect(await ask('sysml/debug/advance', { session, seconds: 2 })).toMatchObject({ time: 2, finalState: 'on' });
        expect(await ask('sysml/debug/advance', { session, seconds: 4 })).toMatchObject({ time: 6, finalState: 'off' });
        expect(await ask('sysml/debug/back', { session, count: 2 })).toMatchObject({ time: 0, finalState: 'on', history: 2 });
        expect(await ask('sysml/debug/stop', { session })).toMatchObject({ state: 'ended' });
        await expect(ask('sysml/debug/step', { session })).rejects.toThrow(/no session/);
    });

    it('of an action shows its tokens, and stops where it is told to', async () => {
        const { session } = await ask('sysml/debug/start', { element: 'Lamps::Race', breakpoints: ['Lamps::Race::j'] });
        const stopped = await ask('sysml/debug/continue', { session });
        expect(stopped).toMatchObject({ state: 'suspended', reason: 'breakpoint at j' });
        expect(stopped.tokens.map(t => t.graph)).toContain('Lamps::Race');
        const done = await ask('sysml/debug/continue', { session });
        expect(done.state).toBe('completed');
        expect(done.values).toContainEqual(expect.objectContaining({ name: 'x' }));
        await ask('sysml/debug/stop', { session });
    });

    it('is explored, and an outcome is replayed', async () => {
        const explored = await ask('sysml/explore', { element: 'Lamps::Race' });
        expect(explored).toMatchObject({ isComplete: true });
        const { outcomes } = explored;
        expect(outcomes.map(o => o.values[0].text)).toEqual(['1', '2']);
        for (const { plan, values } of outcomes) {
            const { session } = await ask('sysml/debug/start', { element: 'Lamps::Race', plan });
            const done = await ask('sysml/debug/continue', { session });
            expect(done.values[0]).toEqual(values[0]);
            await ask('sysml/debug/stop', { session });
        }
    });

    it('goes on after an edit that leaves it alone, and ends by one that does not', async () => {
        const { session } = await ask('sysml/debug/start', { element: 'Lamps::Lamp' });
        await ask('sysml/debug/send', { session, event: 'Press' });
        await ask('sysml/debug/step', { session });
        const edited = async (text: string, version: number): Promise<unknown> => {
            const told = new Promise(resolve => client.connection.onNotification('sysml/debugChanged', resolve));
            client.change('lamps.sysml', text, version);
            return told;
        };
        expect(await edited(`// A lamp.\n${LAMP.text}`, 2)).toMatchObject({ session, state: 'waiting', finalState: 'on' });
        const other = LAMP.text.replace('accept Press do assign count := count + 1 then on', 'accept Dim then on');
        expect(await edited(other, 3)).toMatchObject({ session, state: 'ended', reason: expect.stringContaining('edited') as string });
        const whole = client.findings('lamps.sysml');
        client.change('lamps.sysml', LAMP.text, 4);
        await whole;
    });
});

describe('questions', () => {
    it('have values', async () => {
        expect(await ask('sysml/evaluate', { expression: 'car.mass', context: 'Lamps' })).toMatchObject({
            result: { number: 1200, unit: 'SI::kg' }
        });
        expect(await ask('sysml/evaluate', { expression: '1 +', context: 'Lamps' })).toMatchObject({ error: 'expression parse failed' });
        const { objects } = await ask('sysml/instantiate', { element: 'Lamps::car' });
        expect(objects.map(o => o.type)).toEqual(['Lamps::car', 'Lamps::Wheel', 'Lamps::Wheel']);
        const swept = await ask('sysml/sweep', { element: 'Lamps::Twice', ranges: [{ parameter: 'x', from: '1', to: '3' }] });
        expect(swept.rows.map(r => r.outputs[0].number)).toEqual([2, 4, 6]);
    });

    it('are told who can perform a behaviour', async () => {
        expect(await ask('sysml/performers', { element: 'Garage::Door::moving' })).toEqual({
            performers: ['Garage::house.doors[1]', 'Garage::Door']
        });
        expect(await ask('sysml/performers', { element: 'Lamps::Lamp' })).toEqual({ performers: [] });
    });

    it('have verdicts', async () => {
        const { tests } = await ask('sysml/tests', lamps());
        expect(tests).toMatchObject([{ kind: 'satisfaction', label: 'satisfy light by car' }]);
        expect(await ask('sysml/verify', { element: tests[0].id })).toMatchObject({
            status: 'holds',
            verdicts: [{ name: 'satisfy light by car' }]
        });
        expect(await ask('sysml/verify', {})).toMatchObject({ status: 'holds' });
    });
});
