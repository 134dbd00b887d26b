// ImportData on the wire: what data set in a model, by their form and by the features' types, and what is refused (newest-operations 5).

import { beforeAll, describe, expect, it } from 'vitest';
import { type Asks, oneHost } from './one-host.js';

const CONTENT = `package V {
    private import ScalarValues::*;
    private import ISQ::*;
    private import SI::kg;
    enum def Color { enum red; enum green; }
    part def Engine { attribute power : Real; }
    part def Vehicle {
        attribute mass :> ISQ::mass;
        attribute label : String;
        attribute count : Integer default = 1;
        attribute isNew : Boolean;
        attribute color : Color;
        attribute price : Real;
        attribute amount :> Quantities::scalarQuantities;
        part engine : Engine;
    }
    part car : Vehicle { attribute count :>> Vehicle::count = 2; }
    part truck : Vehicle;
}
`;

interface Response {
    modelHash?: string;
    error?: string;
    files?: { name: string; values?: string; elements?: string; assignments?: { description: string; where: string; value: string }[] }[];
    content?: string;
    documents?: { name: string }[];
    result?: unknown;
}

interface DataImport {
    name: string;
    content: string;
    importFormat?: string;
    importMap?: string;
}

let ask: Asks;
let modelHash: string;
const imports = (files: DataImport[], request: object = {}): Response =>
    ask<Response>('ImportData', { modelHash, imports: files, ...request }).response;
const data = (name: string, content: string, importMap = ''): Response => imports([{ name, content, importMap }]);
const set = ({ files = [], error }: Response): unknown => error ?? files.flatMap(f => f.assignments ?? []).map(a => a.description);

beforeAll(async () => {
    ask = await oneHost();
    modelHash = ask<Response>('ParseSources', { documents: [{ name: 'v.sysml', content: CONTENT }] }).response.modelHash!;
});

describe('an import', () => {
    it('replaces values that an element states, and redefines inherited features', () => {
        const response = data('a.csv', '\uFEFFelement,mass [kg],label,count\r\nV::car,1200,"a ""q"" b",9\r\n\r\nV::truck,9000.5,,3\r\n');
        expect(response.files).toMatchObject([{ name: 'a.csv', values: '5', elements: '2' }]);
        expect(set(response)).toEqual([
            'V::car::mass = 1200 [kg] (redefines V::Vehicle::mass)',
            'V::car::label = "a \\"q\\" b" (redefines V::Vehicle::label)',
            'V::car::count = 9',
            'V::truck::mass = 9000.5 [kg] (redefines V::Vehicle::mass)',
            'V::truck::count = 3 (redefines V::Vehicle::count)'
        ]);
        expect(response.files![0].assignments!.map(a => a.where)[3]).toBe('a.csv line 4, column mass [kg]');
        expect(response.content).toContain(`    part car : Vehicle { attribute count :>> Vehicle::count = 9; 
        attribute :>> mass = 1200 [kg];
        attribute :>> label = "a \\"q\\" b";
    }
    part truck : Vehicle {
        attribute :>> mass = 9000.5 [kg];
        attribute :>> count = 3;
    }
`);
        const { result } = ask<Response>('Evaluate', { modelHash: response.modelHash, expression: 'V::car.mass + V::truck.mass' }).response;
        expect(result).toMatchObject({ quantity: { realMagnitude: 10200.5, unit: 'kg' } });
    });

    it('redefines an inherited part to reach its features', () => {
        const response = data('a.csv', 'element,power\nV::car::engine,12.5\n');
        expect(response.files).toMatchObject([{ values: '1', elements: '1' }]);
        expect(set(response)).toEqual([
            'V::car::engine (redefines V::Vehicle::engine)',
            'V::car::engine::power = 12.5 (redefines V::Engine::power)'
        ]);
        expect(response.content).toContain('part :>> engine {');
    });

    it.each<[title: string, name: string, content: string, map: object | undefined, expected: string[]]>([
        [
            'the long form',
            'a.csv',
            'element,feature,value,unit\nV::car,mass,5,kg\nV::car,count,4,\n',
            undefined,
            ['V::car::mass = 5 [kg] (redefines V::Vehicle::mass)', 'V::car::count = 4']
        ],
        ['tabs', 'a.tsv', 'element\tcount\nV::car\t4\n', undefined, ['V::car::count = 4']],
        [
            'a JSON array',
            'a.json',
            '[{"element":"V::car","count":4,"label":null,"isNew":true}]',
            undefined,
            ['V::car::count = 4', 'V::car::isNew = true (redefines V::Vehicle::isNew)']
        ],
        [
            'JSON lines',
            'a.jsonl',
            '{"element":"V::car","count":"4"}\n\n{"element":"V::truck","count":5}\n',
            undefined,
            ['V::car::count = 4', 'V::truck::count = 5 (redefines V::Vehicle::count)']
        ],
        [
            'a unit that is not imported there',
            'a.csv',
            'element,mass [g]\nV::car,5\n',
            undefined,
            ['V::car::mass = 5 [SI::g] (redefines V::Vehicle::mass)']
        ],
        [
            'enumerations and exponents',
            'a.csv',
            'element,color,price\nV::car,green,1e3\n',
            undefined,
            ['V::car::color = V::Color::green (redefines V::Vehicle::color)', 'V::car::price = 1e3 (redefines V::Vehicle::price)']
        ],
        [
            'a mapping of columns',
            'a.csv',
            'name;n;note\nV::car;4;x\n',
            { element: { column: 'name' }, features: { count: { column: 'n' } }, delimiter: ';', ignore: ['note'] },
            ['V::car::count = 4']
        ],
        [
            'a mapping of paths',
            'a.json',
            '{"rows":[{"id":{"q":"V::car"},"m":{"v":4,"u":"kg"}}]}',
            { records: '/rows', element: { path: '/id/q' }, features: { mass: { path: '/m/v', unitPath: '/m/u' } } },
            ['V::car::mass = 4 [kg] (redefines V::Vehicle::mass)']
        ],
        [
            'a unit of a quantity without a dimension',
            'a.csv',
            'element,amount [kg]\nV::car,5\n',
            undefined,
            ['V::car::amount = 5 [kg] (redefines V::Vehicle::amount)']
        ],
        ['no value, whatever the record names', 'a.json', '[{"element":"V::nope","count":null}]', undefined, []],
        ['a header alone', 'a.csv', 'element,count\n', undefined, []]
    ])('reads %s', (_, name, content, map, expected) => {
        expect(set(data(name, content, map === undefined ? '' : JSON.stringify(map)))).toEqual(expected);
    });

    it('takes files one after another, all or none', () => {
        const first = { name: 'a.csv', content: 'element,count\nV::truck,4\n' };
        expect(imports([first, { ...first, name: 'b.csv', content: 'element,count\nV::truck,5\n' }]).content).toContain(
            'attribute :>> count = 5;'
        );
        const refused = imports([first, { ...first, name: 'b.csv', content: 'element,count\nV::truck,x\n' }]);
        expect([refused.error, refused.files, refused.modelHash]).toEqual([
            'b.csv line 2, column count: x is not an integer',
            undefined,
            undefined
        ]);
    });

    it('changes nothing in a dry run', () => {
        const response = imports([{ name: 'a.csv', content: 'element,count\nV::car,4\n' }], { importDryRun: true });
        expect([response.files?.length, response.content, response.documents, response.modelHash]).toEqual([
            1,
            undefined,
            undefined,
            undefined
        ]);
    });
});

describe('refused is', () => {
    it.each<[content: string, error: string]>([
        ['element,count\nV::Nowhere,3\n', 'a.csv line 2: no element named V::Nowhere: V has no member named Nowhere'],
        ['element,count\ncar2,3\n', 'a.csv line 2: no element named car2'],
        ['element,count\nSI::kg,3\n', 'a.csv line 2: SI::kg is a library element, which an import does not change'],
        ['element,nope\nV::car,3\n', 'a.csv line 2, column nope: V::car has no feature named nope'],
        ['element,engine.power\nV::car,3\n', 'a.csv line 2, column engine.power: V::car has no feature named engine.power'],
        ['name,count\nV::car,3\n', "a.csv line 1: no element column names the element each row sets; name it with the mapping's element"],
        ['element,count,count\nV::car,3,4\n', 'a.csv line 1: column count is named twice'],
        ['element,count\nV::car,3,4\n', 'a.csv: record on line 2: wrong number of fields'],
        ['element,label\nV::car,"open\n', 'a.csv: record on line 2: a quote is not closed'],
        ['', 'a.csv: no header record'],
        ['element,count\nV::car,3\nV::car,4\n', 'a.csv line 3, column count: V::car::count is already set at a.csv line 2, column count'],
        ['element,count\nV::car,3.5\n', 'a.csv line 2, column count: 3.5 is not an integer'],
        ['element,isNew\nV::car,yes\n', 'a.csv line 2, column isNew: yes is not a boolean'],
        ['element,color\nV::car,purple\n', 'a.csv line 2, column color: purple is not a value of V::Color'],
        ['element,price\nV::car,12 [kg]\n', 'a.csv line 2, column price: 12 [kg] is not a finite number'],
        ['element,engine\nV::car,x\n', 'a.csv line 2, column engine: engine holds no value that data can name'],
        ['element,label [kg]\nV::car,5\n', 'a.csv line 2, column label [kg]: 5 carries unit kg, but the value is not a number'],
        [
            'element,mass\nV::car,5\n',
            'a.csv line 2, column mass: 5 has no unit, but mass is measured in dimension M; name its unit, as `mass [unit]`'
        ],
        [
            'element,mass [s]\nV::car,5\n',
            'a.csv line 2, column mass [s]: 5 [s] is measured in dimension T, but mass is measured in dimension M'
        ],
        [
            'element,mass [furlong]\nV::car,5\n',
            'a.csv line 2, column mass [furlong]: the edited model is not valid: unresolved reference: furlong'
        ]
    ])('%j', (content, error) => {
        expect(data('a.csv', content).error).toBe(error);
    });

    it.each<[name: string, content: string, error: string | RegExp]>([
        ['a.xls', 'x', 'a.xls: the extension names no data format; name one as csv, tsv, json or jsonl'],
        ['a.json', '{"a":1}', "a.json: the records are not a JSON array; point to them with the mapping's records"],
        [
            'a.json',
            '[{"element":"V::car","count":{}}]',
            'a.json record 1, field count: the value is not a number, boolean or string; map a field inside it with a path'
        ],
        ['a.json', '[{"element":"V::car","count":', /^a\.json: .*JSON/],
        ['a.json', '[3]', 'a.json record 1: a record is a JSON object'],
        ['a.jsonl', '{"element":"V::car","count":1.5}', 'a.jsonl line 1, field count: 1.5 is not an integer']
    ])('%s %s', (name, content, error) => {
        expect(data(name, content).error).toMatch(error);
    });

    it.each<[map: string, error: string | RegExp]>([
        ['{"nope":1}', 'mapping: json: unknown field "nope"'],
        ['{"as":"instances"}', 'as "instances" is not supported; import as values'],
        ['{"element":{}}', 'mapping: element: name it once, as column or path'],
        ['{"features":{"count":{"column":"a","path":"/b"}}}', 'mapping: feature count: name its value once, as column or path'],
        [
            '{"features":{"count":{"column":"a","unit":"kg","unitColumn":"b"}}}',
            'mapping: feature count: name its unit once, as unit, unitColumn or unitPath'
        ],
        ['{"features":{"count":{"path":"/a"}}}', 'feature count: a path is a JSON Pointer; a delimited file names a column'],
        ['{"delimiter":";;"}', 'delimiter ";;" is not one character a CSV reader can split on'],
        ['{', /^mapping: json: /]
    ])('the mapping %s', (map, error) => {
        expect(data('a.csv', 'element,count\nV::car,3\n', map).error).toMatch(error);
    });

    it('an unknown format, and another way to import', () => {
        const file = { name: 'a.csv', content: 'element,count\n', importFormat: 'xls' };
        expect(imports([file]).error).toBe('unknown data format "xls"; the formats are csv, tsv, json and jsonl');
        const csv = [{ ...file, importFormat: 'csv' }];
        expect(ask('ImportData', { modelHash, imports: csv, importAs: 'instances' })).toMatchObject({ code: 3 });
        expect(ask('ImportData', { modelHash, imports: csv, importAs: 'values' })).toEqual(ask('ImportData', { modelHash, imports: csv }));
        expect(ask('ImportData', { modelHash, imports: [] })).toMatchObject({ code: 3, message: 'imports is required' });
    });
});
