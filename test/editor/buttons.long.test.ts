/**
 * Every button of every example: what each code lens requests is answered, machines take every event that they wait for, with the payload
 * that its form has, and each test of the explorer has a verdict.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeLens } from 'vscode-languageserver-protocol';
import { askSolverAt } from '../../src/editor/solving.js';
import { findSolver } from '../../src/runtime/engines/index.js';
import { type Client, startInside } from './client.js';
import { KNOWN_REFUSALS } from './known-refusals.js';

const EXAMPLES = join(import.meta.dirname, '../../examples');
const ASK_SOLVER = askSolverAt({ place: findSolver('', ''), timeout: 30_000, coreBudget: 30_000, mostConfigurations: 10 });

interface Snapshot {
    readonly session: number;
    readonly state: string;
    readonly reason: string;
    readonly events: readonly string[];
    readonly eventForms: readonly EventForm[];
}

interface EventForm {
    readonly name: string;
    readonly type: string;
    readonly parameters: readonly { readonly name: string; readonly type: string; readonly unit: string }[];
}

/** The texts of the models below a folder, and the settings of their projects, by their paths. */
function textsBelow(folder: string): Record<string, string> {
    const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => statSync(join(folder, name)).isFile());
    return Object.fromEntries(
        all.filter(name => /\.(sysml|kerml|json)$/.test(name)).map(name => [relative('', name), readFileSync(join(folder, name), 'utf8')])
    );
}

const texts = textsBelow(EXAMPLES);
const models = Object.keys(texts).filter(name => /\.(sysml|kerml)$/.test(name));

/** Something was done, or not for the known reason. */
function expectDone(element: string, reason: string): void {
    expect(reason, element).toMatch(KNOWN_REFUSALS[element] ?? /^$/);
}

let client: Client;
beforeAll(async () => {
    client = await startInside(texts, {}, {}, ASK_SOLVER);
    for (const name of models) {
        const found = client.findings(name);
        client.open(name, texts[name]);
        await found;
    }
});
afterAll(() => client.stop());

const request = <T>(method: string, name: string, params: object): Promise<T> => client.ask<T>(method, name, undefined, params);

/** A value for a parameter of an event, as a person may fill it in. */
function valueOf({ type, unit }: EventForm['parameters'][number]): string {
    if (type === 'Boolean') {
        return 'true';
    }
    if (type === 'String') {
        return '"text"';
    }
    return unit === '' ? '1' : `1 [${unit}]`;
}

/** Starts a behaviour by its first performer, and gives it every event once. */
async function run(name: string, element: string): Promise<void> {
    const { performers } = await request<{ performers: string[] }>('sysml/performers', name, { element });
    let shown = await request<Snapshot>('sysml/debug/start', name, { element, ...(performers.length > 0 && { performer: performers[0] }) });
    const { session } = shown;
    const waited = new Set<string>();
    for (let turn = 0; turn < 30; turn++) {
        shown = await client.connection.sendRequest<Snapshot>('sysml/debug/continue', { session, seconds: 1000 });
        const next = shown.events.find(event => !waited.has(event));
        if (next === undefined || ['completed', 'terminated', 'failed'].includes(shown.state)) {
            break;
        }
        waited.add(next);
        const form = shown.eventForms.find(f => f.name === next);
        const parameters = form?.parameters ?? [];
        const event = parameters.length === 0 ? next : `${form!.type}(${parameters.map(p => `${p.name} = ${valueOf(p)}`).join(', ')})`;
        await client.connection.sendRequest('sysml/debug/send', { session, event });
    }
    expectDone(element, shown.state === 'failed' ? shown.reason : '');
    await client.connection.sendRequest('sysml/debug/stop', { session });
}

interface Answered {
    readonly error?: string;
    readonly result?: object;
    readonly outputs?: readonly object[];
    readonly status?: string;
    readonly answers?: readonly object[];
}

/** What the command of a lens does, by its name. */
const PRESSED: Readonly<Record<string, (name: string, element: string) => Promise<void>>> = {
    'sysml.run': run,
    'sysml.evaluate': async (name, element) => {
        const { result, outputs = [], status, error } = await request<Answered>('sysml/evaluate', name, { element });
        // a calculation whose parameters are open says which
        expect(result !== undefined || outputs.length > 0 || status !== undefined || (error ?? '') !== '', element).toBe(true);
    },
    'sysml.verify': async (name, element) => {
        const { status } = await request<Answered>('sysml/verify', name, { element });
        expect(['holds', 'fails', 'undecided'], element).toContain(status);
    },
    'sysml.analyze': async (name, element) => {
        const { error = '' } = await request<Answered>('sysml/analyze', name, { element });
        expectDone(element, error);
    },
    'sysml.canHold': (name, element) => solve(name, element, 'satisfiable'),
    'sysml.whichVariants': (name, element) => solve(name, element, 'configurations')
};

async function solve(name: string, element: string, question: string): Promise<void> {
    const { error = '', answers = [] } = await request<Answered>('sysml/solve', name, { element, question });
    expect(answers.length > 0 || error !== '', element).toBe(true);
}

describe.each(models)('%s', name => {
    it('has lenses that answer', async () => {
        const lenses = await client.ask<CodeLens[]>('textDocument/codeLens', name);
        for (const lens of lenses) {
            if (lens.command === undefined) {
                const { command } = await client.connection.sendRequest<CodeLens>('codeLens/resolve', lens);
                expect(command).toMatchObject({ command: 'sysml.showReferences' });
                continue;
            }
            const [, element] = lens.command.arguments as [string, string];
            expect(Object.keys(PRESSED)).toContain(lens.command.command);
            await PRESSED[lens.command.command](name, element);
        }
    });

    it('has tests with a verdict', async () => {
        const { tests } = await request<{ tests: { id: string; label: string; kind: string; owner: string }[] }>('sysml/tests', name, {});
        for (const { id, label, owner } of tests) {
            expect(label).not.toBe('');
            expect(owner).not.toBe('');
            const verified = await request<Answered>('sysml/verify', name, { element: id });
            expect(verified.error ?? '', id).toBe('');
            expect(['holds', 'fails', 'undecided']).toContain(verified.status);
        }
    });
});
