// Questions to a solver in the editor: which elements have lenses for them, what is answered, and values taken into the model.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TextDocument } from 'langium';
import type { CodeLens, TextDocumentEdit } from 'vscode-languageserver-protocol';
import { findSolver } from '../../src/runtime/engines/index.js';
import { askSolverAt } from '../../src/editor/solving.js';
import { type Client, startInside } from './client.js';

const CARS = `package Cars {
    private import ScalarValues::*;
    private import SI::*;
    private import ISQ::*;
    enum def Grade { low; high; }
    attribute weight : MassValue;
    attribute seats : Integer;
    attribute fast : Boolean;
    attribute 'the grade' : Grade;
    attribute ratio : Rational;
    attribute limit : Integer = 4;
    constraint light { weight == 1500000 [g] and seats == limit and fast and 'the grade' == Grade::low and 3 * ratio == 1 }
    constraint tight { seats > limit and limit > 9 }
    constraint never { seats > 3 and seats < 2 }
    constraint fixed { limit > 3 }
    part def Motor { attribute power : Integer; }
    variation part def Motors :> Motor {
        variant part petrol { attribute :>> power = 90; }
        variant part diesel { attribute :>> power = 120; }
        variant part electric { attribute :>> power = 150; }
    }
    part def Car { attribute mass : MassValue; part motor : Motors; }
    requirement def Strong { subject c : Car; require constraint { c.motor.power > 100 } }
    requirement strong : Strong;
    part car : Car;
    requirement heavy { subject c : Car = car; require constraint { c.mass > 3 [kg] } }
    part def Seat { attribute weight : Integer; }
    part def Bus { attribute load : Integer; part seat : Seat; part own : Seat { attribute colour : Integer; } }
    part bus : Bus { attribute :>> load : Integer; }
    requirement balanced { subject b : Bus = bus;
        require constraint { b.load == 7 and b.seat.weight == 5 and b.own.colour == 2 and b.own.weight == 3 } }
    part van { part motor : Motors; assert constraint { motor.power < 100 } }
}
`;

const ASK_SOLVER = askSolverAt({ place: findSolver('', ''), timeout: 30_000, coreBudget: 30_000, mostConfigurations: 10 });

interface Answer {
    readonly missing?: string;
    readonly answers: readonly {
        readonly status: string;
        readonly strength: string;
        readonly reason: string;
        readonly values: readonly { readonly name: string; readonly text: string }[];
        readonly fixed: readonly { readonly name: string; readonly text: string }[];
        readonly conflict: readonly { readonly text: string; readonly uri: string; readonly position: { readonly line: number } }[];
        readonly selections: readonly (readonly { readonly name: string; readonly text: string }[])[];
        readonly isComplete?: boolean;
        readonly operations: readonly object[];
    }[];
}

let client: Client;
beforeAll(async () => {
    client = await startInside({ 'cars.sysml': CARS }, {}, {}, ASK_SOLVER);
    const first = client.findings('cars.sysml');
    client.open('cars.sysml', CARS);
    expect(await first).toEqual([]);
});
afterAll(() => client.stop());

const solve = (element: string, question: string): Promise<Answer> =>
    client.ask<Answer>('sysml/solve', 'cars.sysml', undefined, { element, question });
const shown = (values: readonly { readonly name: string; readonly text: string }[]): string[] => values.map(v => `${v.name} = ${v.text}`);

it('stand as lenses where values are open or variations are read', async () => {
    const lenses = await client.ask<CodeLens[]>('textDocument/codeLens', 'cars.sysml');
    const asked = lenses.filter(l => l.command?.title.endsWith('?') === true);
    expect(asked.map(({ command }) => `${command!.title} ${command!.arguments![1]}`)).toEqual([
        'Can this hold? Cars::light',
        'Can this hold? Cars::tight',
        'Can this hold? Cars::never',
        'Can this hold? Cars::Strong',
        'Which variants? Cars::Strong',
        'Can this hold? Cars::strong',
        'Which variants? Cars::strong',
        'Can this hold? Cars::heavy',
        'Can this hold? Cars::balanced',
        'Which variants? Cars::van'
    ]);
});

describe('whether conditions can hold', () => {
    it.each([
        ['Cars::heavy', 'satisfiable', '', ['Cars::car.mass = 3.001 kg'], [], []],
        ['Cars::tight', 'satisfiable', 'not with the values that the model states', [], [], ['limit > 9', 'Cars::limit = 4']],
        ['Cars::never', 'unsatisfiable', '', [], [], ['seats > 3', 'seats < 2']],
        ['Cars::fixed', 'satisfiable', '', [], ['Cars::limit = 4'], []]
    ])('%s: %s', async (id, status, reason, values, fixed, conflict) => {
        const [answer] = (await solve(id, 'satisfiable')).answers;
        expect(answer).toMatchObject({ status, reason });
        expect(answer.operations.length).toBe(values.length);
        expect(shown(answer.values)).toHaveLength(values.length);
        expect(answer.values.map(v => v.name)).toEqual(values.map(v => v.split(' = ')[0]));
        expect(shown(answer.fixed)).toEqual(fixed);
        expect(answer.conflict.map(c => c.text)).toEqual(conflict);
        expect(answer.conflict.every(c => c.uri === client.uri('cars.sysml'))).toBe(true);
    });

    it('takes the values found into the model, which then satisfies the conditions', async () => {
        const [{ operations }] = (await solve('Cars::light', 'satisfiable')).answers;
        const { edit } = await client.ask<{ edit: { documentChanges: TextDocumentEdit[] } }>(
            'sysml/applyModelEdit',
            'cars.sysml',
            undefined,
            { operations }
        );
        const { edits } = edit.documentChanges[0];
        const added = edits.map(e => ('newText' in e ? e.newText : ''));
        expect(added).toEqual([' = 1500.0 [SI::kg]', ' = 4', ' = true', ' = Cars::Grade::low', ' = (1/3)']);
        const file = TextDocument.create('', 'sysml', 1, CARS);
        const changed = client.findings('cars.sysml');
        client.change('cars.sysml', TextDocument.applyEdits(file, edits), 2);
        expect(await changed).toEqual([]);
        expect(await client.ask('sysml/verify', 'cars.sysml', undefined, { element: 'Cars::light' })).toMatchObject({ status: 'holds' });
        client.change('cars.sysml', CARS, 3);
    });
});

it('takes values of what an object inherits and of its parts in as redefinitions', async () => {
    const [{ operations }] = (await solve('Cars::balanced', 'satisfiable')).answers;
    const { edit } = await client.ask<{ edit: { documentChanges: TextDocumentEdit[] } }>('sysml/applyModelEdit', 'cars.sysml', undefined, {
        operations
    });
    const { edits } = edit.documentChanges[0];
    const file = TextDocument.create('', 'sysml', 1, CARS);
    const text = TextDocument.applyEdits(
        file,
        edits.filter(e => 'newText' in e)
    );
    expect(text.match(/:>> (load|seat|weight|own|colour)[^;{]*/g)?.map(t => t.trim())).toEqual([
        ':>> load : Integer = 7',
        ':>> seat',
        ':>> weight = 5',
        ':>> own',
        ':>> colour = 2',
        ':>> weight = 3'
    ]);
    const changed = client.findings('cars.sysml');
    client.change('cars.sysml', text, 4);
    expect(await changed).toEqual([]);
    expect(await client.ask('sysml/verify', 'cars.sysml', undefined, { element: 'Cars::balanced' })).toMatchObject({ status: 'holds' });
    client.change('cars.sysml', CARS, 5);
});

it.each([
    ['Cars::Strong', [['Cars::Motors::diesel'], ['Cars::Motors::electric']]],
    ['Cars::van', [['Cars::Motors::petrol']]]
])('which variants %s permits', async (id, variants) => {
    const [answer] = (await solve(id, 'configurations')).answers;
    expect(answer.isComplete).toBe(true);
    expect(answer.selections.map(s => s.map(v => v.text)).sort()).toEqual(variants);
});

it('refuses other questions', async () => {
    await expect(solve('Cars::light', 'maybe')).rejects.toThrow('question is "maybe": it is one of satisfiable, configurations');
});

it('says what is missing where no solver is', async () => {
    const other = await startInside({ 'cars.sysml': CARS });
    const { answers, missing } = await other.ask<Answer>('sysml/solve', 'cars.sysml', undefined, { element: 'Cars::light' });
    expect([answers, missing]).toEqual([[], expect.stringContaining('no SMT solver here')]);
    await other.stop();
});
