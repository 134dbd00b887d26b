// Encodes findings.

import { create } from '@bufbuild/protobuf';
import type { Diagnostic as Finding } from '../language/workspace/diagnostics.js';
import { DiagnosticSchema, type Diagnostic } from './generated/sysml_pb.js';

/** Encodes findings in the given order. */
export function encodeDiagnostics(findings: readonly Finding[]): Diagnostic[] {
    return findings.map(({ severity, message, code, span, orderDependent, independent }) =>
        create(DiagnosticSchema, {
            severity,
            message,
            code,
            ...(span && { span }),
            orderDependent: [...(orderDependent ?? [])],
            independent: independent ?? false
        })
    );
}
