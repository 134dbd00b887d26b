/** In which unit people read what a feature holds that was computed: that of its type, in the spelling of the field. */

import { expect, it } from 'vitest';
import { startRun } from '../../../../src/runtime/behaviour/index.js';
import { Display, evaluate } from '../../../../src/runtime/evaluation/index.js';
import { elementById } from '../../../../src/language/semantics/naming.js';
import { modelOf } from './support.js';

const model = modelOf(`package P { private import ISQ::*; private import SI::*;
    attribute speed : SpeedValue = 9 [km] / (3 [min]); attribute torque : TorqueValue = 20 [N] * 3 [m]; attribute energy : EnergyValue = 20 [N] * 3 [m];
    attribute area : AreaValue = 2 [m] * 3 [m]; attribute written : SpeedValue = 9 [km/h]; attribute free = 20 [N] * 3 [m];
    attribute large : EnergyValue = (RealFunctions::sqrt(2) * 10 ** 13) [J]; attribute noisy : LengthValue = RealFunctions::sqrt(2) * 1 [m]; attribute third = 10 ** 13 / 3;
    variation part def G { variant part vacuum; } attribute chosen = G::vacuum; }`);

it.each([
    ['speed', '50 m/s'],
    ['torque', '60 N⋅m'],
    ['energy', '60 J'],
    ['area', '6 m²'],
    ['written', '9 km/h'],
    ['free', '60 J'],
    ['large', '14142135623731 J'],
    ['noisy', '1.41421356237 m'],
    ['chosen', 'P::G::vacuum'],
    ['third', '3333333333333 (10000000000000/3)']
])('%s', (name, text) => {
    const run = startRun(model);
    const { result } = evaluate(run, { expression: `P::${name}` });
    const feature = elementById(model, `P::${name}`);
    expect(new Display(run).text(result!, feature)).toBe(text);
});
