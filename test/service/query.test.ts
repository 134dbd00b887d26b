// Query in JSON: the contract's worked examples, what is refused and with which code.

import { beforeAll, describe, expect, it } from 'vitest';
import { hostWithModel, type Posts } from './one-host.js';

const BREW = `package Brew {
    port def Pipe;
    part def Kettle { out port tap : Pipe; port lid : Pipe; }
    part def Cup { in port rim : Pipe; }
    part def Table {
        part kettle : Kettle;
        part cup : Cup;
        connection pour connect kettle.tap to cup.rim;
    }
}
`;

let post: Posts;
let modelHash: string;

beforeAll(async () => {
    ({ post, modelHash } = await hostWithModel('brew.sysml', BREW));
});

const equal = (property: string, value: string, inverse = false): object => ({
    primitive: { property, operator: 'PRIMITIVE_OPERATOR_EQUAL', value: [value], inverse }
});
const both = (...constraint: object[]): object => ({ composite: { operator: 'COMPOSITE_OPERATOR_AND', constraint } });
const either = (...constraint: object[]): object => ({ composite: { operator: 'COMPOSITE_OPERATOR_OR', constraint } });
const KETTLE = { id: 'Brew::Table::kettle', type: 'PartUsage', properties: { name: 'kettle', type: 'Brew::Kettle' } };

const ANSWERS: readonly (readonly [title: string, request: object, answer: object])[] = [
    [
        'the worked example of structured queries',
        {
            query: {
                scope: ['Brew::Table'],
                select: ['name', 'type'],
                where: both(equal('@type', 'PartUsage'), equal('name', 'cup', true))
            }
        },
        { elements: [KETTLE] }
    ],
    [
        'the worked example of OSLC text',
        { oslcQuery: 'oslc.where=rdf:type=sysml:PartUsage&oslc.select=sysml:name&oslc.orderBy=-sysml:name' },
        {
            elements: [
                { ...KETTLE, properties: { name: 'kettle' } },
                { id: 'Brew::Table::cup', type: 'PartUsage', properties: { name: 'cup' } }
            ]
        }
    ],
    ['no match', { oslcQuery: 'sysml:name="pot"' }, {}],
    [
        'no property',
        { query: { select: ['documentation'], where: equal('name', 'kettle') } },
        { elements: [{ id: KETTLE.id, type: KETTLE.type }] }
    ],
    [
        'either of two',
        { query: { select: ['name'], where: either(equal('name', 'Pipe'), equal('name', 'lid')) } },
        {
            elements: [
                { id: 'Brew::Pipe', type: 'PortDefinition', properties: { name: 'Pipe' } },
                { id: 'Brew::Kettle::lid', type: 'PortUsage', properties: { name: 'lid' } }
            ]
        }
    ]
];

const REFUSED: readonly (readonly [request: object, code: string, message: string])[] = [
    [{}, 'invalid_argument', 'query is unset'],
    [{ query: {}, oslcQuery: 'sysml:name="a"' }, 'invalid_argument', 'query and oslc_query are mutually exclusive'],
    [{ query: { where: {} } }, 'invalid_argument', 'constraint is neither a PrimitiveConstraint nor a CompositeConstraint'],
    [
        { query: { where: { primitive: { property: 'name', value: ['a'] } } } },
        'invalid_argument',
        'PrimitiveConstraint on "name" has no operator'
    ],
    [{ query: { where: { composite: { constraint: [equal('name', 'a')] } } } }, 'invalid_argument', 'CompositeConstraint has no operator'],
    [
        { query: { where: { primitive: { property: 'name', operator: 'PRIMITIVE_OPERATOR_LESS', value: ['1'] } } } },
        'invalid_argument',
        'query property "name" is not ordered, so < cannot compare it'
    ],
    [{ query: { scope: ['Nope'] } }, 'invalid_argument', 'query scope names an element the model does not have: Nope'],
    [{ oslcQuery: 'dcterms:title="a"' }, 'invalid_argument', 'OSLC prefix "dcterms" is unbound'],
    [{ modelHash: 'gone', query: {} }, 'not_found', 'model not found: gone']
];

describe('Query', () => {
    it.each(ANSWERS)('%s', (_title, request, answer) => {
        expect(post('Query', { modelHash, ...request }).json).toEqual(answer);
    });

    it.each(REFUSED)('refuses %j: %s, %s', (request, code, message) => {
        expect(post('Query', { modelHash, ...request }).json).toEqual({ code, message });
    });

    it('answers the whole model for an empty query', () => {
        const { json } = post('Query', { modelHash, query: {} });
        expect((json.elements as object[]).length).toBe(11);
    });

    it('is advertised', () => {
        const { json } = post('GetServerInfo', {});
        expect(json.capabilities).toEqual(expect.arrayContaining(['query', 'oslc_query']));
    });
});
