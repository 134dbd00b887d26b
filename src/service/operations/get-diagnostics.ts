// GetDiagnostics: the findings of a cached model again. Clients also use it to see whether the service is up.

import { create } from '@bufbuild/protobuf';
import { DiagnosticsResponseSchema } from '../generated/sysml_pb.js';
import { encodeDiagnostics } from '../wire/diagnostics.js';
import type { Operation } from './operation.js';

export const getDiagnostics: Operation<'GetDiagnostics'> = {
    provides: ['diagnostic_codes'],
    repeatable: true,
    run: (_services, _request, { model }) => create(DiagnosticsResponseSchema, { diagnostics: encodeDiagnostics(model.diagnostics) })
};
