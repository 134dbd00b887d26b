// Documents of the model, asked of the language server: which there are, and one of them as text.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startInside } from './client.js';

const SHELF = `package Shelf {
    private import DocumentQueries::*;
    part def Board { attribute load : ScalarValues::Real; }
    part def Rack { part top : Board; part bottom : Board; }
    part rack : Rack;
    calc def Boards :> Query { in root : KerML::Root::Element; WhereType(source = OwnedElements(source = root), type = "Shelf::Board") }
    part def Report :> Document {
        attribute redefines title = "Shelf & boards";
        part boards : Section {
            attribute redefines title = "Boards";
            part listed : Table { calc rows : Boards { in root = Rack; } }
            part picture : Diagram { ref redefines source = Rack; attribute redefines kind = "tree"; }
        }
    }
    part def Short :> Document { attribute redefines title = "Nothing"; }
}`;

let client: Client;
const ask = <T>(method: string, params: object): Promise<T> => client.connection.sendRequest(method, params);

interface Rendered {
    readonly document: string;
    readonly title: string;
    readonly form: string;
    readonly text: string;
}
const render = (params: object): Promise<Rendered> => ask<Rendered>('sysml/renderDocument', { document: 'Shelf::Report', ...params });

beforeAll(async () => {
    client = await startInside({ 'shelf.sysml': SHELF });
    const first = client.findings('shelf.sysml');
    client.open('shelf.sysml', SHELF);
    expect(await first).toEqual([]);
});
afterAll(async () => {
    expect(await client.stop()).toBe(0);
});

describe('documents', () => {
    it('are those of the workspace, with their places', async () => {
        const { documents } = await ask<{ documents: { id: string; title: string; location: { uri: string; selectionRange: object } }[] }>(
            'sysml/documents',
            {}
        );
        expect(documents.map(({ id, title }) => [id, title])).toEqual([
            ['Shelf::Report', 'Shelf & boards'],
            ['Shelf::Short', 'Nothing']
        ]);
        expect(documents[0].location).toMatchObject({
            uri: client.uri('shelf.sysml'),
            selectionRange: { start: { line: 6, character: 13 } }
        });
    });

    it('are Markdown with Mermaid unless something else is asked for', async () => {
        const { document, title, form, text } = await render({});
        expect([document, title, form]).toEqual(['Shelf::Report', 'Shelf & boards', 'markdown']);
        expect(text).toMatch(/^# Shelf \\& boards\n\n## Boards\n/);
        expect(text).toContain('| Shelf::Rack::top |');
        expect(text).toContain('```mermaid\n');
        expect((await render({ diagrams: 'dot' })).text).toMatch(/```dot\n.*\ndigraph view/);
    });

    it('are pages with their diagrams drawn', async () => {
        const { text } = await render({ form: 'html' });
        expect(text).toMatch(/^<!DOCTYPE html>/);
        expect(text).toContain('<img src="data:image/svg+xml,');
        expect(text).not.toContain('<script');
        expect((await render({ form: 'html', diagrams: 'mermaid' })).text).not.toContain('<img');
    });

    it('lead where a template says', async () => {
        const { text } = await render({ linkTemplate: 'https://models/{id}#L{line}' });
        expect(text).toContain('[Shelf::Rack::top](<https://models/Shelf%3A%3ARack%3A%3Atop#L4>)');
    });

    it.each<[params: object, why: RegExp]>([
        [{ document: undefined }, /document is missing: one of Shelf::Report, Shelf::Short/],
        [{ document: 'Shelf::Nope' }, /Shelf::Nope/],
        [{ document: 'Shelf::Rack' }, /Shelf::Rack/],
        [{ form: 'pdf' }, /form pdf: not one of markdown, html/],
        [{ diagrams: 'png' }, /diagrams png: not one of .*mermaid/],
        [{ form: 'html', diagrams: 'dot' }, /diagrams dot: not one of svg, mermaid/]
    ])('%o is refused', async (params, why) => {
        await expect(render(params)).rejects.toThrow(why);
    });
});
