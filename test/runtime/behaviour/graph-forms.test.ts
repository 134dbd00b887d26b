/** What the graphs of an action say of its statements, parameters and connections: each span as the text that it covers. */
import { describe, expect, it } from 'vitest';
import { exportGraphs } from '../../../src/runtime/behaviour/index.js';
import { modelOf } from './run.js';

const DECLARED = `item def Go { attribute level : Integer; } port def P { inout item go : Go; }
    action def Work { in x : Integer; out y : Integer = 1; }`;

/** A graph with texts in place of spans: of a statement the same as its `span`, so that it is left out. */
function plain(value: unknown, bytes: Buffer): unknown {
    if (Array.isArray(value)) {
        return value.map(v => plain(v, bytes));
    }
    if (typeof value !== 'object' || value === null) {
        return value;
    }
    if ('len' in value && 'offset' in value) {
        const { offset, len } = value as { readonly offset: number; readonly len: number };
        return bytes.subarray(offset, offset + len).toString();
    }
    const entries = Object.entries(value);
    const isExpression = entries.length === 2 && 'text' in value && 'span' in value;
    return isExpression ? value.text : Object.fromEntries(entries.map(([key, v]) => [key, plain(v, bytes)]));
}

interface Graph {
    readonly nodes: readonly {
        readonly body?: readonly unknown[];
        readonly features?: unknown;
        readonly block?: { readonly nodes: readonly unknown[] };
        readonly footprint: Readonly<Record<string, readonly { readonly symbol?: string; readonly name: string }[]>>;
    }[];
    readonly [key: string]: unknown;
}

function graphOf(body: string): Graph {
    // a character of several bytes: spans count bytes
    const text = `/* ü€ */ ${DECLARED} ${body}`;
    const model = modelOf(text);
    const { content } = exportGraphs(model, 'T::a') as { content: string };
    const { actions } = JSON.parse(content) as { actions: readonly unknown[] };
    return plain(actions[0], Buffer.from(model.documents[0].text)) as Graph;
}

describe('a statement', () => {
    it.each<readonly [statement: string, form: unknown, footprint: string]>([
        ['assign n := n + 1;', { kind: 'assign', name: 'n', value: 'n + 1', span: 'assign n := n + 1;' }, 'reads: T::a::n writes: T::a::n'],
        [
            'send new Go(1) to this;',
            { kind: 'send', message: 'new Go(1)', target: 'this', span: 'send new Go(1) to this;' },
            'reads: Actions::Action::subactions::this writes: T::a::n sends: new Go(1)'
        ],
        [
            'send new Go(1) via p;',
            { kind: 'send', message: 'new Go(1)', target: 'p', via: true, span: 'send new Go(1) via p;' },
            'reads: T::a::p writes: T::a::n sends: new Go(1)'
        ],
        [
            'send new Go(1) via p to a;',
            { kind: 'send', message: 'new Go(1)', target: 'p', via: true, receiver: 'a', span: 'send new Go(1) via p to a;' },
            'reads: T::a::p T::a writes: T::a::n sends: new Go(1)'
        ],
        ['send 1;', { kind: 'send', message: '1', span: 'send 1;' }, 'writes: T::a::n sends: 1'],
        ['accept Go;', { kind: 'accept', signalType: 'Go', span: 'accept Go;' }, 'writes: T::a::n accepts: Go'],
        [
            'accept g : Go via p;',
            { kind: 'accept', param: 'g', signalType: 'Go', viaPort: 'p', span: 'accept g : Go via p;' },
            'reads: T::a::p writes: T::a::n accepts: Go'
        ],
        [
            'accept when n > 2;',
            { kind: 'accept', trigger: { kind: 'when', value: 'n > 2' }, span: 'accept when n > 2;' },
            'reads: T::a::n writes: T::a::n accepts: time'
        ],
        [
            'accept after 5;',
            { kind: 'accept', trigger: { kind: 'after', value: '5' }, span: 'accept after 5;' },
            'writes: T::a::n accepts: time'
        ],
        ['terminate;', { kind: 'terminate', span: 'terminate;' }, 'writes: T::a::n'],
        ['terminate n;', { kind: 'terminate', span: 'terminate n;' }, 'reads: T::a::n writes: T::a::n'],
        [
            'if n > 1 { assign n := 1; }',
            {
                kind: 'if',
                condition: 'n > 1',
                then: [{ kind: 'assign', name: 'n', value: '1', span: 'assign n := 1;' }],
                span: 'if n > 1 { assign n := 1; }'
            },
            'reads: T::a::n writes: T::a::n'
        ],
        [
            'if n > 1 { assign n := 1; } else if n > 2 { assign n := 2; } else { assign n := 3; }',
            {
                kind: 'if',
                condition: 'n > 1',
                then: [{ kind: 'assign', name: 'n', value: '1', span: 'assign n := 1;' }],
                else: [
                    {
                        kind: 'if',
                        condition: 'n > 2',
                        then: [{ kind: 'assign', name: 'n', value: '2', span: 'assign n := 2;' }],
                        else: [{ kind: 'assign', name: 'n', value: '3', span: 'assign n := 3;' }],
                        span: 'if n > 2 { assign n := 2; } else { assign n := 3; }'
                    }
                ],
                span: 'if n > 1 { assign n := 1; } else if n > 2 { assign n := 2; } else { assign n := 3; }'
            },
            'reads: T::a::n writes: T::a::n'
        ],
        [
            'while n < 2 { assign n := 2; }',
            {
                kind: 'while',
                condition: 'n < 2',
                body: [{ kind: 'assign', name: 'n', value: '2', span: 'assign n := 2;' }],
                span: 'while n < 2 { assign n := 2; }'
            },
            'reads: T::a::n writes: T::a::n'
        ],
        [
            'while n < 2 { assign n := 2; } until n > 7;',
            {
                kind: 'while',
                condition: 'n < 2',
                until: 'n > 7',
                body: [{ kind: 'assign', name: 'n', value: '2', span: 'assign n := 2;' }],
                span: 'while n < 2 { assign n := 2; } until n > 7;'
            },
            'reads: T::a::n writes: T::a::n'
        ],
        [
            'loop { assign n := 2; } until n > 7;',
            {
                kind: 'loop',
                until: 'n > 7',
                body: [{ kind: 'assign', name: 'n', value: '2', span: 'assign n := 2;' }],
                span: 'loop { assign n := 2; } until n > 7;'
            },
            'reads: T::a::n writes: T::a::n'
        ],
        [
            'loop { assign n := 2; }',
            { kind: 'loop', body: [{ kind: 'assign', name: 'n', value: '2', span: 'assign n := 2;' }], span: 'loop { assign n := 2; }' },
            'writes: T::a::n'
        ],
        [
            'for i : Integer in (1, 2) { assign n := i; }',
            {
                kind: 'for',
                variable: 'i',
                collection: '(1, 2)',
                body: [{ kind: 'assign', name: 'n', value: 'i', span: 'assign n := i;' }],
                span: 'for i : Integer in (1, 2) { assign n := i; }'
            },
            'writes: T::a::n'
        ],
        [
            'attribute k : Integer = 3;',
            [{ name: 'k', types: ['Integer'], value: '3', span: 'attribute k : Integer = 3;' }],
            'writes: T::a::n'
        ],
        ['attribute k = 3;', [{ name: 'k', value: '3', span: 'attribute k = 3;' }], 'writes: T::a::n'],
        [
            'perform w;',
            { id: 1, kind: 'perform', name: 'w', span: 'perform w;', scope: 'T::a::x::w', performs: 'T::w', footprint: {} },
            'writes: T::a::n'
        ],
        [
            'action v : Work { in x = 3; }',
            {
                id: 1,
                kind: 'action',
                name: 'v',
                span: 'action v : Work { in x = 3; }',
                scope: 'T::a::x::v',
                features: [{ name: 'x', direction: 'in', optional: true, value: '3', span: 'in x = 3;' }],
                performs: 'T::Work',
                footprint: {}
            },
            'writes: T::a::n'
        ]
    ])('%s', (statement, form, footprint) => {
        const { nodes } = graphOf(
            `port p : P; action w : Work; action a { attribute n : Integer = 0; port p : P; first start;
            then action x { assign n := 0; ${statement} } }`
        );
        const { body, block, features, footprint: found } = nodes[1];
        expect(block?.nodes[1] ?? features ?? body![1]).toEqual(form);
        const names = Object.entries(found).map(([what, elements]) => `${what}: ${elements.map(e => e.symbol ?? e.name).join(' ')}`);
        expect(names.join(' ')).toBe(footprint);
    });
});

it('parameters, with their units and values', () => {
    const parameters = 'in x : Integer; in y : Integer [0..1]; in z : Integer [1]; out w : Real = 5.0 [SI::kg]; inout u; in v = 1;';
    expect(graphOf(`action a { ${parameters} first start; then done; }`).parameters).toEqual([
        { name: 'x', direction: 'in', optional: true, types: ['Integer'], span: 'in x : Integer;' },
        { name: 'y', direction: 'in', optional: true, types: ['Integer'], span: 'in y : Integer [0..1];' },
        { name: 'z', direction: 'in', types: ['Integer'], span: 'in z : Integer [1];' },
        {
            name: 'w',
            direction: 'out',
            optional: true,
            types: ['Real'],
            unit: 'SI::kg',
            value: '5.0 [SI::kg]',
            span: 'out w : Real = 5.0 [SI::kg];'
        },
        { name: 'u', direction: 'inout', optional: true, types: ['Anything'], span: 'inout u;' },
        { name: 'v', direction: 'in', optional: true, value: '1', span: 'in v = 1;' }
    ]);
});

it('attributes, connections and bindings', () => {
    const { attributes, connections, bindings } = graphOf(`action a { attribute n : Integer = 1; attribute m; attribute k = n; port p : P;
        port q : P; connect p to q; connection c connect p to q; interface i connect p to q; bind p = q; binding b bind p = q;
        allocate p to q; first start; then done; }`);
    expect({ attributes, connections, bindings }).toEqual({
        attributes: [
            { name: 'n', types: ['Integer'], value: '1', span: 'attribute n : Integer = 1;' },
            { name: 'm', types: ['DataValue'], span: 'attribute m;' },
            { name: 'k', value: 'n', span: 'attribute k = n;' }
        ],
        connections: [
            { ends: ['p', 'q'], decl: 'connect p to q;' },
            { name: 'c', ends: ['p', 'q'], decl: 'connection c connect p to q;' },
            { name: 'i', ends: ['p', 'q'], decl: 'interface i connect p to q;' }
        ],
        bindings: [
            { source: 'p', target: 'q', decl: 'bind p = q;' },
            { source: 'p', target: 'q', decl: 'binding b bind p = q;' }
        ]
    });
});
