// Actions on the declaration at the cursor, and the order of completion: a text with a place, the action, the text behind it.

import { afterEach, describe, expect, it } from 'vitest';
import { TextDocument } from 'langium';
import type { CodeAction, CompletionList, Diagnostic, TextDocumentEdit } from 'vscode-languageserver-protocol';
import { type Client, marked, startInside } from './client.js';

let client: Client;
afterEach(async () => client.stop());

async function actionsAt(source: string): Promise<{ text: string; actions: CodeAction[] }> {
    const { text, at } = marked(source);
    client = await startInside({});
    const found = client.findings('a.sysml');
    client.open('a.sysml', text);
    const diagnostics: Diagnostic[] = await found;
    const range = { start: at.here, end: at.here };
    const here = diagnostics.filter(d => d.range.start.line === at.here.line);
    const actions = await client.ask<CodeAction[]>('textDocument/codeAction', 'a.sysml', undefined, {
        range,
        context: { diagnostics: here }
    });
    return { text, actions };
}

async function chosen(action: CodeAction, text: string): Promise<string> {
    const { edit, disabled } =
        action.edit === undefined ? await client.connection.sendRequest<CodeAction>('codeAction/resolve', action) : action;
    expect(disabled).toBeUndefined();
    const edits = edit?.documentChanges?.flatMap(c => (c as TextDocumentEdit).edits) ?? Object.values(edit?.changes ?? {}).flat();
    return TextDocument.applyEdits(TextDocument.create('a', 'sysml', 1, text), edits);
}

describe('actions', () => {
    it.each([
        [
            'Add attribute to Engine',
            'package P {\n    part def En⟦here⟧gine;\n}',
            'package P {\n    part def Engine {\n        attribute attribute1;\n    }\n}'
        ],
        ['Add part def to P', 'package ⟦here⟧P {\n    part def Part1;\n}', 'package P {\n    part def Part1;\n    part def Part2;\n}'],
        [
            'Add state to cycle',
            'package P {\n    state cy⟦here⟧cle {\n        state on;\n    }\n}',
            'package P {\n    state cycle {\n        state on;\n        state state1;\n    }\n}'
        ],
        [
            'Extract part def Engine',
            'package P {\n    part en⟦here⟧gine[2] {\n        attribute power;\n    }\n}',
            'package P {\n    part def Engine {\n        attribute power;\n    }\n    part engine : Engine[2];\n}'
        ],
        [
            'Specialize Engine',
            'package P {\n    part def En⟦here⟧gine;\n}',
            'package P {\n    part def Engine;\n    part def Part1 specializes Engine;\n}'
        ],
        [
            'Satisfy it by car',
            'package P {\n    requirement li⟦here⟧ght;\n    part car;\n}',
            'package P {\n    requirement light;\n    part car;\n    satisfy P::light by P::car;\n}'
        ],
        [
            'Satisfy it by P::Q::car',
            'package P {\n    part def Car;\n    part car;\n    package Q {\n        part car : Car;\n    }\n    part cart : Car;\n    requirement li⟦here⟧ght {\n        subject c : Car;\n    }\n    package R {\n        part car : Car;\n    }\n}',
            'package P {\n    part def Car;\n    part car;\n    package Q {\n        part car : Car;\n    }\n    part cart : Car;\n    requirement light {\n        subject c : Car;\n    }\n    package R {\n        part car : Car;\n    }\n    satisfy P::light by P::Q::car;\n}'
        ],
        [
            'Move to P::Q',
            'package P {\n    part ⟦here⟧a;\n    package Q {\n    }\n}',
            'package P {\n    package Q {\n        part a;\n    }\n}'
        ],
        [
            'Declare part def Motor',
            'package P {\n    part def Car {\n        part m : Mo⟦here⟧tor;\n    }\n}',
            'package P {\n    part def Motor;\n    part def Car {\n        part m : Motor;\n    }\n}'
        ],
        [
            'Declare attribute limit',
            'package P {\n    part def Car {\n        attribute mass = li⟦here⟧mit * 2;\n    }\n}',
            'package P {\n    part def Car {\n        attribute limit;\n        attribute mass = limit * 2;\n    }\n}'
        ],
        [
            'Declare part engines',
            'package P {\n    part def Car {\n        part diesel subsets engi⟦here⟧nes;\n    }\n}',
            'package P {\n    part def Car {\n        part engines;\n        part diesel subsets engines;\n    }\n}'
        ],
        [
            'Declare attribute def Go',
            'package P {\n    state def S { entry; then a; state a;\n        transition first a accept G⟦here⟧o then a; }\n}',
            'package P {\n    attribute def Go;\n    state def S { entry; then a; state a;\n        transition first a accept Go then a; }\n}'
        ]
    ])('%s', async (title, source, expected) => {
        const { text, actions } = await actionsAt(source);
        expect(actions.map(a => a.title)).toContain(title);
        expect(
            await chosen(
                actions.find(a => a.title === title)!,
                text
            )
        ).toBe(expected);
    });
});

describe('an action that the model refuses when it is chosen', () => {
    it.each([
        ['package P {\n    part ⟦here⟧a;\n    package Q {\n        part a;\n    }\n}', /^Move to P::Q: 'a' is already the name of a member/]
    ])('says why: %s', async (source, reason) => {
        const { actions } = await actionsAt(source);
        const message = new Promise<string>(resolve =>
            client.connection.onNotification('window/showMessage', ({ message: text }: { message: string }) => resolve(text))
        );
        const action = actions.find(a => a.title.startsWith('Move to'))!;
        const { edit, disabled } = await client.connection.sendRequest<CodeAction>('codeAction/resolve', action);
        expect(edit).toBeUndefined();
        expect(disabled?.reason).toBeDefined();
        expect(await message).toMatch(reason);
    });
});

describe('what a member may redefine', () => {
    const MODEL = `package P {
    part def Base { attribute alpha; part block; part beam; port plug; private part hidden; }
    part outside;
    part def Car :> Base {
        part apple;
        part :>> beam;
        ⟦place⟧
    }
}`;

    it.each([
        ['part :>> ⟦here⟧', ['block', 'alpha', 'plug'], ['beam', 'apple', 'outside', 'hidden']],
        ['part :>> bl⟦here⟧;', ['block'], ['alpha', 'apple']],
        ['port :>> block⟦here⟧;', ['block'], ['beam']],
        ['attribute redefines ⟦here⟧', ['alpha', 'block'], ['beam', 'apple']]
    ])('%s', async (line, [first, ...next], absent) => {
        const { text, at } = marked(MODEL.replace('⟦place⟧', line));
        client = await startInside({ 'a.sysml': text });
        client.open('a.sysml', text);
        const { items } = await client.ask<CompletionList>('textDocument/completion', 'a.sysml', at.here);
        const names = [...items].sort((a, b) => (a.sortText! < b.sortText! ? -1 : 1)).map(i => i.label);
        const features = names.filter(name => !/^[A-Z]/.test(name));
        expect(features[0]).toBe(first);
        expect(features).toEqual(expect.arrayContaining(next));
        expect(names.filter(name => absent.includes(name))).toEqual([]);
    });
});

describe('the order of completion', () => {
    const MODEL = `package P {
    part def Base { attribute alpha; attribute beta; }
    part def Angle;
    part def Car :> Base {
        attribute apple;
        ⟦place⟧
    }
}`;

    it.each([
        ['what one would redefine', 'attribute :>> ⟦here⟧', ['alpha', 'beta', 'apple']],
        ['own members, then inherited ones', 'attribute x = ⟦here⟧', ['apple', 'alpha']],
        ['types of the model, then those of the library', 'part x : A⟦here⟧', ['Angle', 'AngleMeasure']]
    ])('begins with %s', async (_title, line, expected) => {
        const { text, at } = marked(MODEL.replace('⟦place⟧', line));
        client = await startInside({ 'a.sysml': text.replace('package P {', 'package P { private import ISQ::*;') });
        client.open('a.sysml', text.replace('package P {', 'package P { private import ISQ::*;'));
        const { items } = await client.ask<CompletionList>('textDocument/completion', 'a.sysml', at.here);
        const names = [...items].sort((a, b) => (a.sortText! < b.sortText! ? -1 : 1)).map(i => i.label);
        const places = expected.map(name => names.indexOf(name)).filter(place => place >= 0);
        expect(places).toEqual([...places].sort((a, b) => a - b));
        expect(names[0]).toBe(expected[0]);
    });
});
