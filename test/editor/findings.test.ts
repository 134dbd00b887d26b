// What findings mark and say in an editor: the name or the first line, and many that say the same as one.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { type Client, startInside } from './client.js';

let client: Client;
let version = 0;
beforeAll(async () => {
    client = await startInside({ 'a.sysml': '' });
    client.open('a.sysml', '');
    await client.findings('a.sysml');
});
afterAll(() => client.stop());

async function found(text: string): Promise<Diagnostic[]> {
    const told = client.findings('a.sysml');
    client.change('a.sysml', text, ++version + 1);
    return told;
}

/** Connections that relate too little: the body, what is marked, and what is said. */
const CONNECTIONS: readonly (readonly [string, string, RegExp])[] = [
    [
        'connection def B {\n end one;\n part x; }',
        'B',
        /^the connection definition P::B has only one end \(one\), and must have two or more/
    ],
    ['interface def I {\n port z; }', 'I', /^the interface definition P::I has no end/],
    ['connection c {\n part x; }', 'c', /^the connection P::c relates nothing, and must relate two or more$/],
    ['part b; connection {\n end ::> b; }', 'connection {', /^an unnamed connection relates only one feature \(b\)/],
    ['connection def B { end l; end r; } connection c : B {\n part x; }', 'c', /without a related element are its ends l, r$/],
    ['connection def B { end l; end r; } part b; connection c : B {\n end ::> b; }', 'c', /without a related element is its end r$/]
];

describe('findings', () => {
    it.each(CONNECTIONS)('of %j mark %s', async (body, marked, message) => {
        const text = `package P {\n${body}\n}`;
        const [finding, ...others] = (await found(text)).filter(f => f.severity === 1);
        expect(others).toEqual([]);
        const { start, end } = finding.range;
        expect(start.line).toBe(end.line);
        expect(text.split('\n')[start.line].slice(start.character, end.character)).toBe(marked);
        expect(finding.message).toMatch(message);
    });

    it.each([
        [5, 5],
        [25, 1]
    ])('of %i equal mistakes are %i', async (mistakes, diagnostics) => {
        const parts = Array.from({ length: mistakes }, (_, i) => `    part p${i} : Nothing;`);
        const errors = (await found(`package P {\n${parts.join('\n')}\n}`)).filter(f => f.severity === 1);
        expect(errors.length).toBe(diagnostics);
        const places = errors.flatMap(f => [f.range, ...(f.relatedInformation ?? []).map(r => r.location.range)]);
        expect(new Set(places.map(r => r.start.line))).toEqual(new Set(parts.map((_, i) => i + 1)));
    });
});
