// GetDiagnostics: the findings of a cached model. Clients also use it to check whether the service is available.

import { create } from '@bufbuild/protobuf';
import { diagnosticsWith, unknownLints } from '../../language/validation/lints.js';
import { DiagnosticsResponseSchema } from '../../wire/generated/sysml_pb.js';
import { encodeDiagnostics } from '../../wire/diagnostics.js';
import { invalidArgument } from '../../wire/status.js';
import type { Operation } from './operation.js';

export const getDiagnostics: Operation<'GetDiagnostics'> = {
    provides: ['diagnostic_codes'],
    repeatable: true,
    run: (_services, { disableLint, enableLint }, { model }) => {
        const [unknown] = unknownLints([...disableLint, ...enableLint]);
        if (unknown !== undefined) {
            throw invalidArgument(`no lint has the code "${unknown}"`);
        }
        const diagnostics = diagnosticsWith(model, { disabledLints: new Set(disableLint), enabledLints: new Set(enableLint) });
        return create(DiagnosticsResponseSchema, { diagnostics: encodeDiagnostics(diagnostics) });
    }
};
