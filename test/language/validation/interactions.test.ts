// Lints of what takes part in no interaction: reported on request only, over all documents of a model.

import { describe, expect, it } from 'vitest';
import { diagnosticsWith } from '../../../src/language/validation/lints.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';

const LINTS = new Set(['unconnected-port', 'signal-never-sent']);
const TYPES = `
    port def Fuel { in item fuel; }
    part def Tank { port outlet : ~Fuel; port vent; }
    part def Engine { port inlet : Fuel; part pump { port suction; } }
`;
const MACHINE = 'attribute def Go; attribute def Sprint :> Go; state def M { entry; then a; state a; transition a accept Go then a; }';

const workspace = new Workspace({ library: testLibrary() });

/** The messages of a model of some documents, with the lints and without. */
function messagesOf(...contents: readonly string[]): readonly string[] {
    const sources = contents.map((content, index) => ({ name: `${index}.sysml`, language: 'sysml' as const, content }));
    const { model } = workspace.parse(sources);
    expect(model.diagnostics).toEqual([]);
    return diagnosticsWith(model, { disabledLints: new Set(), enabledLints: LINTS }).map(({ message }) => message);
}

describe('ports', () => {
    it.each<[string, string, readonly string[]]>([
        ['nothing is connected', 'part car { part tank : Tank; part engine : Engine; }', []],
        [
            'all are',
            'part car { part tank : Tank; part engine : Engine; port air; connect tank.outlet to engine.inlet; bind air = tank.vent; }',
            []
        ],
        ['one is not', 'part car { part tank : Tank; part engine : Engine; connect tank.outlet to engine.inlet; }', ['vent of tank']],
        [
            'an end is deeper',
            'part car { part tank : Tank; part engine : Engine; connect tank.outlet to engine.pump.suction; }',
            ['vent of tank', 'inlet of engine']
        ],
        [
            'a flow passes',
            'part car { part tank : Tank; part engine : Engine; flow tank.outlet.fuel to engine.inlet.fuel; }',
            ['vent of tank']
        ],
        [
            'a part redefines one that is connected',
            `part def Car { part tank : Tank; part engine : Engine; connect tank.outlet to engine.inlet; bind tank.vent = engine.inlet; }
            part fast : Car { part :>> tank; part other : Engine; connect tank.outlet to other.inlet; }`,
            []
        ],
        [
            'a port leads inside',
            'part def Unit { port a : Fuel; part tank : Tank; connect a to tank.outlet; } part car { part unit : Unit; part engine : Engine; connect engine.inlet to engine.pump.suction; }',
            ['vent of tank']
        ],
        ['order is no connection', 'part car { part tank : Tank; action a; action b; first a then b; }', []]
    ])('%s', (_, content, expected) => {
        const messages = messagesOf(`package P { ${TYPES} ${content} }`);
        expect(messages).toEqual(
            expected.map(text => text.split(' of ')).map(([port, part]) => `no connector ends at the port '${port}' of '${part}'`)
        );
    });
});

describe('signals', () => {
    const never = ['nothing in the model sends Go: it comes from outside, or not at all'];
    it.each<[string, readonly string[], readonly string[]]>([
        ['nothing sends', [`package P { ${MACHINE} }`], never],
        ['something sends', [`package P { ${MACHINE} action s { send new Go() to s; } }`], []],
        ['a special one is sent', [`package P { ${MACHINE} action s { send new Sprint() to s; } }`], []],
        ['another document sends', [`package P { ${MACHINE} }`, 'package Q { private import P::*; action s { send new Go() to s; } }'], []],
        [
            'a message carries it',
            [`package P { ${MACHINE} part p { event occurrence x; event occurrence y; message of Go from x to y; } }`],
            []
        ],
        [
            'time is no signal',
            ['package P { private import SI::*; state def M { entry; then a; state a; transition a accept after 5 [s] then a; } }'],
            []
        ]
    ])('%s', (_, contents, expected) => expect(messagesOf(...contents)).toEqual(expected));
});
