// Findings on the wire.

import { toJson, type JsonObject } from '@bufbuild/protobuf';
import { expect, it } from 'vitest';
import { encodeDiagnostics } from '../../src/wire/diagnostics.js';
import { DiagnosticSchema } from '../../src/wire/generated/sysml_pb.js';

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
