// The language server as an editor sees it: requests over streams, and over standard input and output of a process.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
    CodeAction,
    CompletionList,
    DocumentSymbol,
    Hover,
    Location,
    SymbolInformation,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit
} from 'vscode-languageserver-protocol';
import { type Client, marked, startClient, startInside } from './client.js';

const PARTS = marked(`package Parts {
    // What rolls.
    part def ⟦wheel⟧Wheel { attribute size : ScalarValues::⟦integer⟧Integer; }
    part def Axle { part left : ⟦use⟧Wheel; }
}`);
const CAR = marked(`package Car {
    private import Parts::*;
    part def Vehicle {
        part front : Ax⟦axle⟧le;
        attribute n = 1 + 2;
        attribute s = front.left.⟦chain⟧size;
        part w : Parts::Wh⟦qualified⟧eel;
    }
}`);

let client: Client;
beforeAll(async () => {
    client = await startInside({ 'parts.sysml': PARTS.text, 'car.sysml': CAR.text });
    client.open('parts.sysml', PARTS.text);
    const first = client.findings('car.sysml');
    client.open('car.sysml', CAR.text);
    await first;
});
afterAll(async () => {
    expect(await client.stop()).toBe(0);
});

const lineAt = ({ uri, range }: Location): string => `${uri.replace(/.*\//, '')}:${range.start.line + 1}:${range.start.character + 1}`;

describe('names', () => {
    it('are told at the cursor', async () => {
        const hover = await client.ask<Hover>('textDocument/hover', 'car.sysml', CAR.at.qualified);
        expect(JSON.stringify(hover.contents)).toContain('part def Parts::Wheel');
        expect(JSON.stringify(hover.contents)).toContain('What rolls.');
    });

    it.each([
        ['of another document', 'car.sysml', CAR.at.axle, 'parts.sysml:4:14'],
        ['at the end of a qualified name', 'car.sysml', CAR.at.qualified, 'parts.sysml:3:14'],
        ['of the library', 'parts.sysml', PARTS.at.integer, undefined]
    ])('lead to the declaration %s', async (_title, name, position, expected) => {
        const [found] = await client.ask<Location[]>('textDocument/definition', name, position);
        if (expected === undefined) {
            expect(found.uri).toMatch(/^sysml-stdlib:\/\/\/.*ScalarValues\.kerml$/);
            const { content } = await client.connection.sendRequest<{ content: string }>('sysml/stdlibContent', { uri: found.uri });
            expect(content.split('\n')[found.range.start.line]).toContain('Integer');
        } else {
            expect(lineAt(found)).toBe(expected);
        }
    });

    it('are found in all documents', async () => {
        const context = { context: { includeDeclaration: true } };
        const found = await client.ask<Location[]>('textDocument/references', 'parts.sysml', PARTS.at.wheel, context);
        expect(found.map(lineAt).sort()).toEqual(['car.sysml:7:25', 'parts.sysml:3:14', 'parts.sysml:4:33']);
    });

    it('are renamed in all documents', async () => {
        const { documentChanges } = await client.ask<WorkspaceEdit>('textDocument/rename', 'parts.sysml', PARTS.at.use, { newName: 'Rim' });
        const edits = (documentChanges as TextDocumentEdit[]).flatMap(({ textDocument: { uri }, edits: all }) =>
            all.map(e => `${lineAt({ uri, range: e.range })} ${'newText' in e ? e.newText : ''}`)
        );
        expect(edits.sort()).toEqual(['car.sysml:7:25 Rim', 'parts.sysml:3:14 Rim', 'parts.sysml:4:33 Rim']);
    });

    it.each([
        ['that is taken', 'parts.sysml', PARTS.at.wheel, 'Axle'],
        ['of the library', 'parts.sysml', PARTS.at.integer, 'Whole']
    ])('are not renamed to one %s', async (_title, name, position, newName) => {
        await expect(client.ask('textDocument/rename', name, position, { newName })).rejects.toThrow(/Axle|library/);
    });
});

describe('short names', () => {
    /** The text with the renamed names in guillemets; `⟦here⟧` stands where the cursor is. */
    const renamed = async (marking: string): Promise<string> => {
        const { text, at } = marked(marking);
        client.open('short.sysml', text);
        const { documentChanges } = await client.ask<WorkspaceEdit>('textDocument/rename', 'short.sysml', at.here, { newName: 'Z' });
        const lines = text.split('\n');
        (documentChanges as TextDocumentEdit[])
            .flatMap(change => change.edits)
            .sort((a, b) => b.range.start.line - a.range.start.line || b.range.start.character - a.range.start.character)
            .forEach(({ range: { start, end } }) => {
                const line = lines[start.line];
                lines[start.line] =
                    `${line.slice(0, start.character)}«${line.slice(start.character, end.character)}»${line.slice(end.character)}`;
            });
        return lines.join('\n');
    };
    it.each([
        ['are renamed at the declaration', 'requirement <⟦here⟧R1> safe;\nsatisfy R1;', 'requirement <«R1»> safe;\nsatisfy «R1»;'],
        ['are renamed where they refer', "requirement <'R 1'>;\nsatisfy ⟦here⟧'R 1';", "requirement <«'R 1'»>;\nsatisfy «'R 1'»;"],
        ['stay where the name is renamed', 'part def <a> ⟦here⟧A; part x : a; part y : A;', 'part def <a> «A»; part x : a; part y : «A»;'],
        ['of aliases are renamed', 'part def A; alias <b> B for A; part x : ⟦here⟧b;', 'part def A; alias <«b»> B for A; part x : «b»;'],
        [
            'lead through redefinitions to the feature that declares them',
            'part def A { attribute <m> mass; } part p : A { :>> mass; }\nattribute x = p.⟦here⟧m; attribute y = p.mass;',
            'part def A { attribute <«m»> mass; } part p : A { :>> mass; }\nattribute x = p.«m»; attribute y = p.mass;'
        ],
        [
            'are other names of what redefinitions name',
            'part def A { attribute <m> mass; } part p : A { :>> m; }\nattribute x = p.⟦here⟧mass; attribute y = p.m;',
            'part def A { attribute <m> «mass»; } part p : A { :>> m; }\nattribute x = p.«mass»; attribute y = p.m;'
        ]
    ])('%s', async (_title, marking, expected) => {
        expect(await renamed(marking)).toBe(expected);
    });

    it('are told at the cursor, and found by either name', async () => {
        const { text, at } = marked(
            'part def A { attribute <⟦here⟧m> mass; } part p : A { :>> m; }\nattribute x = p.⟦used⟧mass; attribute y = p.m;'
        );
        client.open('short.sysml', text);
        expect(JSON.stringify(await client.ask<Hover>('textDocument/hover', 'short.sysml', at.here))).toContain('A::mass');
        const context = { context: { includeDeclaration: false } };
        const found = await client.ask<Location[]>('textDocument/references', 'short.sysml', at.used, context);
        expect(found.map(lineAt)).toEqual(['short.sysml:2:17', 'short.sysml:2:39']);
    });
});

describe('what is offered', () => {
    const labels = async (text: string): Promise<string[]> => {
        const { text: content, at } = marked(text);
        client.open('typed.sysml', content);
        const { items } = await client.ask<CompletionList>('textDocument/completion', 'typed.sysml', at.here);
        await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: client.uri('typed.sysml') } });
        return items.map(item => item.label);
    };
    it.each([
        ['names in scope', 'package T { private import Parts::*; part p : W⟦here⟧; }', ['Wheel'], ['Axle']],
        ['members of a namespace', 'package T { part p : Parts::⟦here⟧', ['Wheel', 'Axle'], ['part', 'Vehicle']],
        ['features of a type', 'package T { part v : Car::Vehicle; attribute a = v.⟦here⟧; }', ['front', 'n'], ['Wheel', 'part']],
        ['the words of the notation', 'package T { pa⟦here⟧', ['part', 'package'], ['attribute']],
        ['packages of the library', 'package T { import Scalar⟦here⟧', ['ScalarValues'], ['SI']]
    ])('%s', async (_title, text, offered, others) => {
        const found = await labels(text);
        expect(found).toEqual(expect.arrayContaining(offered));
        others.forEach(other => expect(found).not.toContain(other));
    });
});

describe('a document', () => {
    it('has findings as it is typed, and is understood while it is broken', async () => {
        const broken = client.findings('car.sysml');
        client.change('car.sysml', `${CAR.text}\npackage Broken { part def X { attribute `, 2);
        expect((await broken).some(d => d.code === 'syntax')).toBe(true);
        expect(JSON.stringify(await client.ask('textDocument/hover', 'car.sysml', CAR.at.axle))).toContain('Parts::Axle');
        const mended = client.findings('car.sysml');
        client.change('car.sysml', CAR.text.replace('Axle', 'Axel'), 3);
        const [finding] = await mended;
        expect(finding).toMatchObject({ code: 'unresolved', source: 'sysml', severity: 1 });
        const actions = await client.ask<CodeAction[]>('textDocument/codeAction', 'car.sysml', undefined, {
            range: finding.range,
            context: { diagnostics: [finding] }
        });
        expect(actions.map(a => a.title)).toContain('Replace with Axle');
        const again = client.findings('car.sysml');
        client.change('car.sysml', CAR.text, 4);
        expect(await again).toEqual([]);
    });

    it('has one finding for a mistake, with what follows from it as related information', async () => {
        const found = client.findings('car.sysml');
        client.change('car.sysml', 'package Car {\n  part e : Engyn;\n  attribute p = e.power;\n  attribute q = e.torque;\n}', 5);
        const [finding, ...others] = await found;
        expect(others).toEqual([]);
        expect(finding.range.start.line).toBe(1);
        expect(finding.relatedInformation?.map(r => [r.location.uri, r.location.range.start.line])).toEqual([
            [client.uri('car.sysml'), 2],
            [client.uri('car.sysml'), 3]
        ]);
        const again = client.findings('car.sysml');
        client.change('car.sysml', CAR.text, 6);
        expect(await again).toEqual([]);
    });

    it('has an outline, folds, tokens and hints', async () => {
        const [outline] = await client.ask<DocumentSymbol[]>('textDocument/documentSymbol', 'car.sysml');
        expect(outline.name).toBe('Car');
        expect(outline.children![0].children!.map(c => c.name)).toEqual(['front', 'n', 's', 'w']);
        expect(await client.ask('textDocument/foldingRange', 'car.sysml')).toContainEqual({ startLine: 2, endLine: 6 });
        const { data } = await client.ask<{ data: number[] }>('textDocument/semanticTokens/full', 'car.sysml');
        // package, Car
        expect(data.slice(0, 10)).toEqual([0, 0, 7, 11, 0, 0, 8, 3, 0, 1]);
        const symbols = await client.connection.sendRequest<SymbolInformation[]>('workspace/symbol', { query: 'vhcl' });
        expect(symbols.map(s => s.name)).toEqual(['Vehicle']);
    });

    it('is laid out', async () => {
        client.open('layout.sysml', 'package L {\npart  a;\n}\n');
        const edits = await client.ask<TextEdit[]>('textDocument/formatting', 'layout.sysml', undefined, {
            options: { tabSize: 4, insertSpaces: true }
        });
        expect(edits.length).toBeGreaterThan(0);
        await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: client.uri('layout.sysml') } });
    });
});

const NAMES = marked(`package Names {
    private import ScalarValues::*;
    part def <'w'> ⟦def⟧Wheel { doc /* What rolls. */ }
    alias ⟦alias⟧Rim for ⟦target⟧Wheel;
    // Of one metal.
    //* Round. */
    part ⟦part⟧axle : Wheel [2] { attribute n : Int⟦library⟧eger; }
    part ⟦plain⟧plain { part ⟦nested⟧nested; }
    part ⟦other⟧other :> axle { attribute :>> ⟦redefined⟧n; ⟦keyword⟧ref part short : ⟦short⟧w; }
    part alone : ⟦missing⟧Missing;
}`);

describe('a name', () => {
    const hover = async (place: string): Promise<string> => {
        const found = await client.ask<Hover | null>('textDocument/hover', 'names.sysml', NAMES.at[place]);
        return found === null ? 'nothing' : (found.contents as { value: string }).value.replace(/^```sysml\n|\n```/g, '');
    };
    const rename = async (place: string, newName: string): Promise<string> => {
        try {
            const edit = await client.ask<WorkspaceEdit | null>('textDocument/rename', 'names.sysml', NAMES.at[place], { newName });
            const edits = (edit?.documentChanges as TextDocumentEdit[] | undefined)?.flatMap(e => e.edits) ?? [];
            return edits.map(e => `${e.range.start.line + 1}:${e.range.start.character + 1} ${e.newText}`).join(', ');
        } catch (error) {
            return (error as Error).message;
        }
    };
    beforeAll(async () => {
        const found = client.findings('names.sysml');
        client.open('names.sysml', NAMES.text);
        await found;
    });
    afterAll(() => client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: client.uri('names.sysml') } }));

    it.each([
        ['def', 'part def Names::Wheel\n\nWhat rolls.'],
        ['alias', 'part def Names::Wheel\n\nWhat rolls.'],
        ['target', 'part def Names::Wheel\n\nWhat rolls.'],
        ['part', 'part Names::axle[2] : Wheel\n\nOf one metal.\nRound.'],
        [
            'library',
            'attribute def ScalarValues::Integer : Rational\n\nA whole number.\n\nid `f2350199-2ab1-5258-8514-58812ef25dc6` (normative)'
        ],
        ['plain', 'part Names::plain : Parts::Part'],
        ['nested', 'part Names::plain::nested : Parts::Part'],
        ['other', 'part Names::other : axle'],
        ['redefined', 'attribute Names::axle::n : Integer'],
        ['short', 'part def Names::Wheel\n\nWhat rolls.'],
        ['keyword', 'nothing'],
        ['missing', 'nothing']
    ])('at %s is told', async (place, text) => expect(await hover(place)).toBe(text));

    it.each([
        ['def', 'Wheel: 3:20 fresh, 4:19 fresh, 7:17 fresh'],
        ['part', 'axle: 7:10 fresh, 9:19 fresh'],
        ['library', "undefined: 'ScalarValues::Integer' is declared in the standard library, which cannot be changed"],
        ['redefined', 'n: 7:39 fresh, 9:40 fresh'],
        ['short', 'w: 3:15 fresh, 9:60 fresh'],
        ['keyword', 'undefined: '],
        ['missing', 'undefined: ']
    ])('at %s can be renamed', async (place, text) => {
        const found = await client.ask<{ placeholder: string } | null>('textDocument/prepareRename', 'names.sysml', NAMES.at[place]);
        expect(`${found?.placeholder}: ${await rename(place, 'fresh')}`).toBe(text);
    });

    it.each([
        ['def', true, '3:20 4:19 7:17 9:60'],
        ['def', false, '4:19 7:17 9:60'],
        ['redefined', true, '7:39 9:40'],
        ['keyword', true, '']
    ])('at %s is referred to, with the declaration: %s', async (place, includeDeclaration, places) => {
        const found = await client.ask<Location[]>('textDocument/references', 'names.sysml', NAMES.at[place], {
            context: { includeDeclaration }
        });
        expect(found.map(({ range: { start } }) => `${start.line + 1}:${start.character + 1}`).join(' ')).toBe(places);
    });

    it.each([
        ['axle', 'axle Names, Axle Parts'],
        ['WHL', 'Wheel Names, Wheel Parts'],
        ['elw', ''],
        ['nested', 'nested plain']
    ])('is found by the letters %s', async (query, names) => {
        const symbols = await client.connection.sendRequest<SymbolInformation[]>('workspace/symbol', { query });
        expect(symbols.map(s => `${s.name} ${s.containerName}`).join(', ')).toBe(names);
    });

    it('is in the outline', async () => {
        const outlineOf = ({ name, detail, children = [] }: DocumentSymbol): string =>
            `${name} (${detail})${children.length === 0 ? '' : ` { ${children.map(outlineOf).join(', ')} }`}`;
        const outline = await client.ask<DocumentSymbol[]>('textDocument/documentSymbol', 'names.sysml');
        expect(outline.map(outlineOf)).toEqual([
            'Names (package) { Wheel (part def), Rim (alias), axle (part Wheel) { n (attribute Integer) }, ' +
                'plain (part Parts::Part) { nested (part Parts::Part) }, other (part axle) { n (attribute n), short (part w) }, ' +
                'alone (part Missing) }'
        ]);
    });
});

it('a process serves an editor, and ends with it', async () => {
    const process = await startClient({ 'parts.sysml': PARTS.text });
    const found = process.findings('parts.sysml');
    process.open('parts.sysml', PARTS.text);
    expect(await found).toEqual([]);
    expect(await process.ask<Location[]>('textDocument/definition', 'parts.sysml', PARTS.at.use)).toHaveLength(1);
    expect(await process.stop()).toBe(0);
});
