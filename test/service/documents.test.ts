// RunDocumentQuery and RenderDocument in JSON: the contract's worked examples, references to objects, and what is refused.

import { beforeAll, describe, expect, it } from 'vitest';
import { hostWithModel, type Posts } from './one-host.js';

const SHELF = `package Shelf {
    private import DocumentQueries::*;
    private import KerML::Root::Element;
    private import ScalarValues::*;
    private import SI::*;
    part def Jar { attribute grams : Real; }
    part shelf {
        part plum : Jar { attribute :>> grams = 400.0; }
        part fig : Jar { attribute :>> grams = 250.0; }
        part label;
    }
    calc def Heaviest :> Query {
        in root : Element;
        in least : String default "0";
        Project(
            source = OrderBy(
                source = WhereFeature(source = OwnedElements(source = root),
                    'feature' = "grams", operator = ">=", value = least),
                property = "grams", direction = "descending", missing = "last", multiple = "error"),
            properties = ("name", "grams"),
            columns = (Column(name = "kg", expression = Jar::grams / 1000)))
    }
    part def ShelfReport :> Document {
        attribute redefines title = "Shelf report";
        part weights : Section {
            attribute redefines title = "Weights";
            part intro : Paragraph { attribute redefines text = "All jars, heaviest first."; }
            part table : Table {
                attribute redefines caption = "Jars";
                calc rows : Heaviest { in root = shelf; }
            }
        }
    }
    part def Wheel { attribute size : Integer = 3; }
    part def Car { part wheels : Wheel [2]; }
    part car : Car;
    part van : Car;
    calc def Given :> Query { in what : Element [0..*]; in text : String [0..1]; Project(what, ("name", "qualifiedName")) }
    calc def Parts :> Query { in what : Element; Project(OwnedElements(what), ("name", "size")) }
    calc def Facts :> Query { in what : Element; Project(what, ("limit", "multiplicityUpper", "isAbstract")) }
    part def Facing { attribute limit = 1200 [g]; part many [*]; }
    calc def Checked :> Query { in what : Element; Verdicts(what) }
    part checked { assert constraint tight { 1 > 2 } }
    enum def Colour { red; green; }
    calc def Tinted :> Query { in tint : Colour; OwnedElements(shelf) }
    item def Ring { attribute times : Integer; }
    port def Bell { out item ring : Ring; }
    part def Door {
        exhibit state leaf { entry; then closed; state closed { entry; then locked; state locked; } }
    }
    part def Visitor { port bell : Bell; perform action visits { first start; then send new Ring(times = 2) via bell; then done; } }
    part house { part door : Door; port bell : ~Bell; part visitor : Visitor; connect visitor.bell to bell; }
    calc def Inside :> Query { States(Objects("Shelf::Door")) }
    calc def Heard :> Query { Events(kind = "send") }
}
`;

let post: Posts;
let modelHash: string;

beforeAll(async () => {
    ({ post, modelHash } = await hostWithModel('shelf.sysml', SHELF));
    expect(post('GetDiagnostics', { modelHash }).json).toEqual({});
});

const bound = (parameter: string, ...values: readonly object[]): object => ({ parameter, values });

function query(queryId: string, ...bindings: readonly object[]): Record<string, unknown> {
    return post('RunDocumentQuery', { modelHash, queryId, bindings }).json;
}

describe('RunDocumentQuery', () => {
    it('answers the worked example of the contract', () => {
        const row = (name: string, grams: number, kg: number): object => ({
            element: { elementId: `Shelf::shelf::${name}`, elementType: 'PartUsage' },
            cells: [{ values: [{ stringValue: name }] }, { values: [{ realValue: grams }] }, { values: [{ realValue: kg }] }]
        });
        expect(query('Shelf::Heaviest', bound('root', { elementId: 'Shelf::shelf' }))).toEqual({
            columns: [{ name: 'name' }, { name: 'grams' }, { name: 'kg' }],
            rows: [row('plum', 400, 0.4), row('fig', 250, 0.25)]
        });
    });

    it('binds literals as values', () => {
        const answer = query('Shelf::Heaviest', bound('root', { elementId: 'Shelf::shelf' }), bound('least', { stringValue: '300' }));
        expect(answer.rows).toHaveLength(1);
    });

    it('binds an enumerated value as an element only where elements are asked for', () => {
        const cells = (binding: object): unknown => (query('Shelf::Given', binding).rows as { cells: object[] }[]).map(row => row.cells);
        const red = { elementId: 'Shelf::Colour::red' };
        expect(cells(bound('what', red))).toEqual([
            [{ values: [{ stringValue: 'red' }] }, { values: [{ stringValue: 'Shelf::Colour::red' }] }]
        ]);
        expect(query('Shelf::Tinted', bound('tint', red)).message).toBeUndefined();
        expect(query('Shelf::Tinted', bound('tint', { elementId: 'Shelf::car' })).message).toContain('parameter tint');
    });

    it('answers quantities, bounds and flags in arms of their own', () => {
        const { rows } = query('Shelf::Facts', bound('what', { elementId: 'Shelf::Facing' }));
        const [limit, upper, isAbstract] = (rows as { cells: { values?: Record<string, unknown>[] }[] }[])[0].cells;
        expect(limit.values![0].quantity).toMatchObject({ intMagnitude: '1200', unit: 'g' });
        expect(upper).toEqual({});
        expect(isAbstract).toEqual({ values: [{ boolValue: false }] });
        const many = query('Shelf::Facts', bound('what', { elementId: 'Shelf::Facing::many' }), bound('what'));
        expect(many.message).toContain('unknown-property');
    });

    it('answers verdicts', () => {
        const { rows } = query('Shelf::Checked', bound('what', { elementId: 'Shelf::checked' }));
        expect(rows).toEqual([
            {
                element: {
                    verdict: {
                        assertion: { elementId: 'Shelf::checked::tight', elementType: 'AssertConstraintUsage' },
                        kind: 'constraint',
                        text: 'assert constraint tight',
                        path: 'Shelf::checked',
                        verdict: 'violated',
                        condition: '1 > 2',
                        reason: '1 > 2 is false'
                    }
                }
            }
        ]);
    });

    it.each([
        [
            'a missing binding',
            'Shelf::Heaviest',
            [],
            'invalid_argument',
            'query Shelf::Heaviest requires binding root (declared in shelf.sysml)'
        ],
        ['an unknown query', 'Shelf::Nope', [], 'not_found', 'symbol not found: Shelf::Nope'],
        [
            'what is no query',
            'Shelf::shelf',
            [],
            'invalid_argument',
            'Shelf::shelf is not a document query: one is a calc def specializing DocumentQueries::Query'
        ],
        ['an unknown parameter', 'Shelf::Parts', [bound('from', { elementId: 'Shelf::shelf' })], 'invalid_argument', 'from'],
        [
            'an unknown element',
            'Shelf::Parts',
            [bound('what', { elementId: 'Shelf::nope' })],
            'invalid_argument',
            'binding what: the model has no element Shelf::nope'
        ],
        [
            'too many values',
            'Shelf::Parts',
            [bound('what', { elementId: 'Shelf::shelf' }), bound('what', { elementId: 'Shelf::car' })],
            'invalid_argument',
            'parameter what'
        ],
        ['a text for an element', 'Shelf::Parts', [bound('what', { stringValue: 'Shelf::shelf' })], 'invalid_argument', 'parameter what'],
        ['an element for a text', 'Shelf::Given', [bound('text', { elementId: 'Shelf::shelf' })], 'invalid_argument', 'parameter text'],
        [
            'a verdict',
            'Shelf::Parts',
            [bound('what', { verdict: { kind: 'constraint' } })],
            'invalid_argument',
            'occurs only in answers and cannot be bound'
        ],
        ['no value', 'Shelf::Parts', [bound('what', {})], 'invalid_argument', 'binding what: a value is empty'],
        ['no element', 'Shelf::Parts', [bound('what', { elementId: '' })], 'invalid_argument', 'binding what: the model has no element '],
        [
            'a value that cannot be read',
            'Shelf::Given',
            [bound('text', { quantity: { intMagnitude: '1', unit: 'nope' } })],
            'invalid_argument',
            'binding text: '
        ],
        ['an object while none is held', 'Shelf::Parts', [bound('what', { object: { path: 'car' } })], 'not_found', 'holds no objects']
    ])('refuses %s', (_, queryId, bindings, code, message) => {
        const answer = query(queryId, ...bindings);
        expect(answer.code).toBe(code);
        expect(answer.message).toContain(message);
    });
});

describe('references to objects', () => {
    beforeAll(() => {
        post('Instantiate', { modelHash, symbolId: 'Shelf::car' });
    });

    it.each([
        ['a short path', { path: 'car' }, 'car', 'Shelf::car'],
        ['a qualified name', { path: 'Shelf::car' }, 'car', 'Shelf::car'],
        ['an id', { instanceId: '2' }, '#2', '#2'],
        ['a part of an object', { path: 'car.wheels[2]' }, 'wheels[2]', 'Shelf::car.wheels[2]'],
        ['a part of an id', { path: '#1.wheels[1]' }, 'wheels[1]', '#1.wheels[1]'],
        ['a path that agrees with an id', { path: 'car.wheels[1]', instanceId: '2' }, 'wheels[1]', 'Shelf::car.wheels[1]']
    ])('%s', (_, object, name, path) => {
        const { rows } = query('Shelf::Given', bound('what', { object }));
        expect((rows as { cells: object[] }[])[0].cells).toEqual([
            { values: [{ stringValue: name }] },
            { values: [{ stringValue: path }] }
        ]);
    });

    it('answers objects under the paths by which they were bound', () => {
        const { rows } = query('Shelf::Parts', bound('what', { object: { instanceId: '1' } }));
        expect((rows as { element: object; cells: object[] }[])[0]).toEqual({
            element: {
                object: { instanceId: '2', path: '#1.wheels[1]', element: { elementId: 'Shelf::Wheel', elementType: 'PartDefinition' } }
            },
            cells: [{ values: [{ stringValue: 'wheels[1]' }] }, { values: [{ intValue: '3' }] }]
        });
    });

    it('answers active states and events of held objects', () => {
        post('Instantiate', { modelHash, symbolId: 'Shelf::house' });
        const object = (instanceId: string, path: string, name: string, kind: string): object => ({
            instanceId,
            path: `Shelf::house.${path}`,
            element: { elementId: `Shelf::${name}`, elementType: kind }
        });
        const state = {
            object: object('2', 'door', 'Door', 'PartDefinition'),
            machine: 'leaf',
            name: 'locked',
            statePath: 'closed.locked',
            state: { elementId: 'Shelf::Door::leaf::closed::locked', elementType: 'StateUsage' },
            enclosing: ['closed']
        };
        expect(query('Shelf::Inside').rows).toEqual([{ element: { state } }]);
        const seconds = { scaleNum: 1, scaleDen: 1, factors: [{ unitId: 'SI::second', exponent: 1 }] };
        const event = {
            kind: 'send',
            time: { quantity: { realMagnitude: 0, unit: 'SI::s', unitTerm: seconds } },
            object: object('7', 'visitor', 'Visitor', 'PartDefinition'),
            target: object('6', 'bell', 'Bell', 'PortDefinition'),
            event: 'Ring',
            text: 'send: Ring to object #6'
        };
        expect(query('Shelf::Heard').rows).toEqual([{ element: { event } }]);
    });

    it.each([
        ['an id that is not held', { instanceId: '9' }, 'not_found', 'no object #9'],
        ['a usage that was never instantiated', { path: 'van' }, 'not_found', 'no instance of'],
        ['a path that ends at a value', { path: 'car.wheels[1].size' }, 'invalid_argument', 'not an object'],
        ['a namespace', { path: 'Shelf' }, 'invalid_argument', 'not an object'],
        ['a malformed path', { path: 'car..wheels' }, 'invalid_argument', 'not an object reference'],
        ['an id that disagrees', { path: 'car', instanceId: '2' }, 'invalid_argument', 'is object #1'],
        ['an unknown feature', { path: 'car.doors' }, 'invalid_argument', 'doors'],
        ['an index past the end', { path: 'car.wheels[3]' }, 'invalid_argument', 'wheels has no value 3'],
        ['several objects', { path: 'car.wheels' }, 'invalid_argument', 'by its index']
    ])('refuses %s', (_, object, code, message) => {
        const answer = query('Shelf::Given', bound('what', { object }));
        expect(answer.code).toBe(code);
        expect(answer.message).toContain(`binding what`);
        expect(answer.message).toContain(message);
    });
});

describe('RenderDocument', () => {
    const render = (request: object): Record<string, unknown> =>
        post('RenderDocument', { modelHash, documentId: 'Shelf::ShelfReport', ...request }).json;

    it('answers the worked example of the contract', () => {
        expect(render({})).toEqual({
            markdown: [
                '# Shelf report',
                '## Weights',
                'All jars, heaviest first.',
                '<!-- caption -->\n*Jars*',
                '| name | grams | kg |\n| --- | --- | --- |\n| plum | 400 | 0.4 |\n| fig | 250 | 0.25 |\n'
            ].join('\n\n')
        });
    });

    it('answers a page of its own', () => {
        const { html, markdown } = render({ form: 'html' });
        expect(markdown).toBeUndefined();
        expect(html).toMatch(/^<!DOCTYPE html>\n[^]*<title>Shelf report<\/title>[^]*<\/html>\n$/);
    });

    it.each([
        ['another form', { form: 'pdf' }, 'invalid_argument', 'unknown form "pdf"'],
        ['an unknown document', { documentId: 'Shelf::Nope' }, 'not_found', 'symbol not found: Shelf::Nope'],
        [
            'what is no document',
            { documentId: 'Shelf::Jar' },
            'invalid_argument',
            'Shelf::Jar is not a document: one is a part def specializing DocumentQueries::Document'
        ],
        ['an unknown model', { modelHash: 'none' }, 'not_found', 'model not found: none']
    ])('refuses %s', (_, request, code, message) => {
        const answer = render(request);
        expect(answer.code).toBe(code);
        expect(answer.message).toContain(message);
    });
});
