// Findings on the wire.

import { toJson, type JsonObject } from '@bufbuild/protobuf';
import { expect, it } from 'vitest';
import type { AstNode } from '../../src/language/generated/tree.js';
import { encodeDiagnostics } from '../../src/wire/diagnostics.js';
import { DiagnosticSchema } from '../../src/wire/generated/sysml_pb.js';
import { findingsOf } from '../../src/wire/notes.js';
import { modelOf } from '../exchange/models.js';

const plain = { severity: 'error', code: 'c', message: 'm' } as const;
const span = { file: 'a.sysml', startLine: 1, startCol: 2, endLine: 3, endCol: 4 };

it.each<[string, JsonObject]>([
    ['a code and a message', {}],
    ['a place', { span }],
    ['outcomes that depend on the order', { orderDependent: ['x', 'y'] }],
    ['independence of the order', { independent: true }]
])('%s', (_, more) => {
    const finding = { ...plain, ...more };
    expect(encodeDiagnostics([finding]).map(diagnostic => toJson(DiagnosticSchema, diagnostic))).toEqual([finding]);
});

it('of a run are its notes, with places in documents', () => {
    const [part] = modelOf([{ name: 'a.sysml', content: '\npackage P { part p; }' }]).documents[0].root.members as AstNode[];
    const note = { code: 'choice-point', message: 'm' } as const;
    const finding = { severity: 'info', ...note };
    expect(
        findingsOf([
            { ...note, node: undefined },
            { ...note, node: part },
            { ...note, node: undefined, mark: { dependents: ['x'], isIndependent: false } },
            { ...note, node: undefined, mark: { dependents: [], isIndependent: true } }
        ])
    ).toEqual([
        finding,
        { ...finding, span: { file: 'a.sysml', startLine: 2, startCol: 1, endLine: 2, endCol: 22 } },
        { ...finding, orderDependent: ['x'], independent: false },
        { ...finding, orderDependent: [], independent: true }
    ]);
});
