// Completion while one types: keys sent one after another without waiting, a request at a trigger and at the first letter of a word, as an
// editor sends them. What the list offers in the end is the outcome.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CancellationTokenSource, type CompletionItem, type CompletionList } from 'vscode-languageserver-protocol';
import { type Use, useOfList } from '../../editors/vscode/src/typing.js';
import { type Client, startInside } from './client.js';

const MODEL = `package Garage {
    part def Engine;
    part def Envelope;
    attribute def Energy;
    part def Car {
        part engine : Engine;
        port plug;
    }
    part car : Car {
⟦here⟧
    }
}
`;
const [BEFORE, AFTER] = MODEL.split('⟦here⟧');
const LINE = BEFORE.split('\n').length - 1;

/** Keys, and a name that stands in the list when they have been typed. */
const TYPED: readonly (readonly [keys: string, offered: string])[] = [
    ['part x : En', 'Engine'],
    ['part x:Env', 'Envelope'],
    ['part def Z :> Engi', 'Engine'],
    ['part :>> eng', 'engine'],
    ['attribute e : Garage::Ener', 'Energy'],
    ['ref q = car.plu', 'plug']
];

describe('completion while one types', () => {
    let client: Client;
    let version = 1;

    beforeAll(async () => {
        client = await startInside({ 'garage.sysml': BEFORE + AFTER });
        client.open('garage.sysml', BEFORE + AFTER);
    });
    afterAll(async () => client.stop());

    const ask = (character: number, context: object): Promise<CompletionList> =>
        client.ask('textDocument/completion', 'garage.sysml', { line: LINE, character }, { context });

    /** The last list that an editor would have, when the keys come without a pause. */
    async function listAfter(keys: string): Promise<CompletionItem[]> {
        let list: Promise<CompletionList> | undefined;
        let word = '';
        for (let at = 1; at <= keys.length; at++) {
            client.change('garage.sysml', BEFORE + keys.slice(0, at) + AFTER, ++version);
            const key = keys[at - 1];
            word = /\w/.test(key) ? word + key : '';
            if (key === ':' || key === '.') {
                list = ask(at, { triggerKind: 2, triggerCharacter: key });
            } else if (word.length === 1) {
                list = ask(at, { triggerKind: 1 });
            }
        }
        return (await list)?.items ?? [];
    }

    it.each(TYPED)('%s: offers %s', async (keys, offered) => {
        const items = await listAfter(keys);
        expect(items.map(i => i.label)).toContain(offered);
    });

    it('answers for the text at the request, whatever is typed behind it', async () => {
        const lists = ['part x : E', 'part x : Z'].map(keys => {
            client.change('garage.sysml', BEFORE + keys + AFTER, ++version);
            return ask(keys.length, { triggerKind: 1 });
        });
        const [engines, none] = await Promise.all(lists);
        expect(engines.items.map(i => i.label)).toEqual(expect.arrayContaining(['Engine', 'Envelope']));
        expect(none.items.map(i => i.label)).not.toContain('Engine');
    });

    it('answers a request that is cancelled', async () => {
        const source = new CancellationTokenSource();
        const params = { textDocument: { uri: client.uri('garage.sysml') }, position: { line: LINE, character: 3 } };
        const answer = client.connection.sendRequest('textDocument/completion', params, source.token);
        source.cancel();
        await expect(
            answer.then(
                () => 'answered',
                () => 'refused'
            )
        ).resolves.toMatch(/answered|refused/);
    });
});

describe('a list that was requested at a symbol', () => {
    it.each<readonly [trigger: string | undefined, before: string, typed: string, use: Use]>([
        [undefined, 'part x : ', 'Eng', 'as it is'],
        ['.', 'car.', 'eng', 'as it is'],
        [':', 'part x :', '', 'behind a blank'],
        [':', 'part x :', ' Eng', 'behind a blank'],
        [':', 'part x :', 'Eng', 'behind a blank'],
        [':', 'part def X :', '> Eng', 'not at all'],
        ['>', 'part def X :>', ' Eng', 'behind a blank'],
        ['>', 'part x :>', '> eng', 'not at all'],
        ['>', 'ref x = a->', 'si', 'as it is'],
        [':', 'attribute x :', '= 3', 'not at all'],
        [':', 'part x : Garage:', ':Eng', 'not at all'],
        [':', 'part x : Garage::', 'Eng', 'as it is']
    ])('%s behind %j, then %j: %s', (trigger, before, typed, use) => {
        expect(useOfList(trigger, before, typed)).toBe(use);
    });
});
