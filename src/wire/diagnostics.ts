// Findings on the wire.

import { create } from '@bufbuild/protobuf';
import type { Diagnostic as Finding } from '../language/workspace/diagnostics.js';
import { DiagnosticSchema, type Diagnostic } from './generated/sysml_pb.js';

/** Findings as wire messages, in the order given. */
export function encodeDiagnostics(findings: readonly Finding[]): Diagnostic[] {
    return findings.map(({ severity, message, code, span, orderDependent, independent }) =>
        create(DiagnosticSchema, {
            severity,
            message,
            code,
            ...(span && { span }),
            ...(orderDependent && { orderDependent: [...orderDependent] }),
            ...(independent !== undefined && { independent })
        })
    );
}
