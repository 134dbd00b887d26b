// The root names that a text mentions: as whole words, whether few names are searched or many.

import { expect, it } from 'vitest';
import { mentioned } from '../../../src/language/workspace/globals.js';

const TEXT = "part a : Wheels::Hub; part b : 'Big Wheel'; part c : _Axle; // Seat\n part d : Door2; part e: End";
const MENTIONED = ['Big Wheel', 'Door2', 'End', 'Hub', 'Seat', 'Wheels', 'part'];
const OTHERS = ['Axle', 'Door', 'Hu', 'Wheelss', 'eel', 'Small Wheel', 'En'];

it.each([0, 100])('a text mentions whole words, with %i names beside', count => {
    const names = [...MENTIONED, ...OTHERS, ...Array.from({ length: count }, (_, i) => `Name${i}`)];
    expect([...mentioned(TEXT, new Map(names.map(name => [name, []]))).keys()].sort()).toEqual([...MENTIONED].sort());
});
