// The tree of the model and the sheet of an element, as clients ask for them.

import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, startInside } from './client.js';

const GARAGE = `package Garage {
    doc /* Doors and cars. */
    private import ScalarValues::*;
    abstract part def Vehicle { attribute mass : Integer; attribute seats : Integer = 4; }
    part def Car :> Vehicle { attribute :>> mass = 900; part wheels : Wheel [4]; }
    part def Wheel;
    part car : Car;
    requirement def Light { subject v : Vehicle; require constraint { v.mass < 1000 } }
    requirement light : Light;
    satisfy light by car;
    connection : Binary connect car.wheels to car;
    connection def Binary { end a; end b; }
    // Of another one.
    part def Key; // Small.
    // What shuts,
    //* and locks
     * the car. */
    part def Lock { doc /* One. */ doc /* Two. */ }
    // What drives,
    //* and idles
     * at times. */
    part def Engine;
}
`;

interface Item {
    readonly id: string;
    readonly name: string;
    readonly detail: string;
    readonly owner: string;
    readonly hasMembers: boolean;
    readonly isRequirement: boolean;
}
interface Sheet {
    readonly groups: readonly {
        readonly title: string;
        readonly rows: readonly { readonly name: string; readonly text: string; readonly location?: object }[];
    }[];
}

let client: Client;
beforeAll(async () => {
    client = await startInside({ 'garage.sysml': GARAGE, 'other.sysml': 'package Other { part spare : Garage::Wheel; }' });
});
const items = async (params: object): Promise<readonly Item[]> =>
    (await client.connection.sendRequest<{ items: Item[] }>('sysml/members', params)).items;

describe('members', () => {
    it.each<readonly [string, object, readonly string[]]>([
        ['roots', {}, ['Garage', 'Other']],
        [
            'of a package, with what has no name',
            { element: 'Garage' },
            [
                'Vehicle',
                'Car',
                'Wheel',
                'car',
                'Light',
                'light',
                'satisfy light by car',
                'connection : Binary connect car.wheels to car',
                'Binary',
                'Key',
                'Lock',
                'Engine'
            ]
        ],
        ['of a definition', { element: 'Garage::Car' }, ['mass', 'wheels']],
        ['roots in which something fits', { filter: 'spare' }, ['Other']],
        ['a word of a kind and one of a name', { element: 'Garage', filter: 'requirement def' }, ['Light']],
        ['what fits is shown with all in it', { element: 'Garage::Car', filter: 'car def' }, ['mass', 'wheels']],
        ['nothing that fits', { filter: 'nothing' }, []]
    ])('%s', async (_, params, names) => {
        expect((await items(params)).map(i => i.name)).toEqual(names);
    });

    it('tell what they are', async () => {
        const [wheels] = (await items({ element: 'Garage::Car' })).filter(i => i.name === 'wheels');
        expect(wheels).toMatchObject({ id: 'Garage::Car::wheels', detail: '[4] Wheel', owner: 'Garage::Car', hasMembers: false });
        const requirements = (await items({ element: 'Garage' })).filter(i => i.isRequirement).map(i => i.name);
        expect(requirements).toEqual(['Light', 'light', 'satisfy light by car']);
    });
});

describe('the sheet of an element', () => {
    it.each<readonly [string, string, readonly string[]]>([
        ['Garage::Car', 'Declaration', ['kind part def', 'id Garage::Car', 'owner Garage']],
        ['Garage::Vehicle', 'Declaration', ['kind part def', 'id Garage::Vehicle', 'modifiers abstract', 'owner Garage']],
        [
            'Garage::Vehicle::seats',
            'Declaration',
            ['kind attribute', 'id Garage::Vehicle::seats', 'value 4', 'owner Garage::Vehicle', 'type ScalarValues::Integer']
        ],
        ['Garage', 'Documentation', [' Doors and cars.']],
        ['Garage::Lock', 'Documentation', [' One.', ' ', ' Two.']],
        ['Garage::Key', 'Documentation', [' Of another one.']],
        ['Garage::Engine', 'Documentation', [' What drives,', ' and idles', ' at times.']],
        [
            'Garage::Car::wheels',
            'Declaration',
            ['kind part', 'id Garage::Car::wheels', 'multiplicity [4]', 'owner Garage::Car', 'type Garage::Wheel']
        ],
        ['Garage::Car', 'Inherited', ['seats from Vehicle']],
        ['Garage::Car', 'Specializes', ['Garage::Vehicle part def']],
        [
            'Garage::Wheel',
            'Used at',
            [
                'garage.sysml:5 part def Car :> Vehicle { attribute :>> mass = 900; part wheels : Wheel [4]; }',
                'other.sysml:1 package Other { part spare : Garage::Wheel; }'
            ]
        ]
    ])('%s: %s', async (element, title, rows) => {
        const { groups } = await client.connection.sendRequest<Sheet>('sysml/inspect', { element });
        expect(groups.find(g => g.title === title)?.rows.map(r => `${r.name} ${r.text}`)).toEqual(rows);
    });

    it.each([
        ['Garage', 'Declaration 2, Documentation 1, Members 12, Used at 1'],
        ['Garage::Car', 'Declaration 3, Specializes 1, Members 2, Inherited 1, Used at 1'],
        ['Garage::car', 'Declaration 4, Specializes 2, Inherited 3, Used at 3'],
        ['Garage::Car::wheels', 'Declaration 5, Specializes 2, Used at 1'],
        ['Garage::light', 'Declaration 4, Specializes 2, Inherited 1, Used at 1'],
        ['Garage::Engine', 'Declaration 3, Documentation 3, Specializes 1']
    ])('%s has groups with their numbers of rows', async (element, titles) => {
        const { groups } = await client.connection.sendRequest<Sheet>('sysml/inspect', { element });
        expect(groups.map(g => `${g.title} ${g.rows.length}`).join(', ')).toBe(titles);
    });

    it('leads to the places at which it is used', async () => {
        const { groups } = await client.connection.sendRequest<Sheet>('sysml/inspect', { element: 'Garage::Wheel' });
        expect(groups.find(g => g.title === 'Used at')?.rows[1].location).toMatchObject({
            uri: client.uri('other.sysml'),
            range: { start: { line: 0, character: 37 }, end: { line: 0, character: 42 } },
            selectionRange: { start: { line: 0, character: 37 } }
        });
    });

    it('of nothing is refused', async () => {
        await expect(client.connection.sendRequest('sysml/inspect', { element: 'Nobody' })).rejects.toThrow(
            'Nobody names nothing in this workspace'
        );
    });
});
