// The root names that a text mentions: as whole words, whether few names are searched or many.

import { expect, it } from 'vitest';
import { mentioned, mentionedAfter } from '../../../src/language/workspace/globals.js';
import { generator } from '../../support/random.js';

const TEXT = "part a : Wheels::Hub; part b : 'Big Wheel'; part c : _Axle; // Seat\n part d : Door2; part e: End";
const MENTIONED = ['Big Wheel', 'Door2', 'End', 'Hub', 'Seat', 'Wheels', 'part'];
const OTHERS = ['Axle', 'Door', 'Hu', 'Wheelss', 'eel', 'Small Wheel', 'En'];

it.each([0, 100])('a text mentions whole words, with %i names beside', count => {
    const names = [...MENTIONED, ...OTHERS, ...Array.from({ length: count }, (_, i) => `Name${i}`)];
    expect([...mentioned(TEXT, new Map(names.map(name => [name, []]))).keys()].sort()).toEqual([...MENTIONED].sort());
});

it('the next version of a text mentions what it mentions when it is read as a whole', () => {
    const next = generator(5);
    const globals = new Map([...MENTIONED, ...OTHERS, 'Wheel', 'a', 'ar'].map(name => [name, []]));
    let older = { text: TEXT, globals: mentioned(TEXT, globals) };
    for (let i = 0; i < 300; i++) {
        const at = next(older.text.length + 1);
        const added = ['', 'Hub', 'e', ' ', "'Big Wheel'", 'Small Wheel', 'Axle'][next(7)];
        const text = older.text.slice(0, at) + added + older.text.slice(at + next(4));
        const found = mentionedAfter(older, text, globals);
        expect(new Set(found.keys())).toEqual(new Set(mentioned(text, globals).keys()));
        older = { text, globals: found };
    }
});
