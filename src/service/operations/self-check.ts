// SelfCheck: applies rules about model elements to every element (contract: newest-operations 7).

import { create } from '@bufbuild/protobuf';
import { selfCheck as checkModel, selfCheckLine, selfCheckSummary, type SelfCheck } from '../../runtime/verification/index.js';
import { SelfCheckApplicationSchema, SelfCheckFindingSchema, SelfCheckResponseSchema } from '../../wire/generated/sysml_pb.js';
import { encodeDiagnostics } from '../../wire/diagnostics.js';
import { behaviourOptions } from './behaviour.js';
import type { Operation } from './operation.js';

export const selfCheck: Operation<'SelfCheck'> = {
    provides: ['self_check'],
    repeatable: true,
    run(services, { selfCheckPackage }, context) {
        const errors = context.model.diagnostics.filter(d => d.severity === 'error');
        const checked = checkModel(context.model, selfCheckPackage, behaviourOptions(services, context));
        if (checked.error !== undefined) {
            return create(SelfCheckResponseSchema, { status: 'unresolved', error: checked.error });
        }
        const { findings, elements, checks, violations, unevaluated, evaluationErrors, applications } = checked;
        return create(SelfCheckResponseSchema, {
            status: statusOf(checked, errors.length > 0),
            findings: findings.map(f => create(SelfCheckFindingSchema, { ...f, line: selfCheckLine(f) })),
            elements: BigInt(elements),
            checks: BigInt(checks),
            violations: BigInt(violations),
            unevaluated: BigInt(unevaluated),
            evaluationErrors: BigInt(evaluationErrors),
            applications: [...applications].map(([constraint, count]) =>
                create(SelfCheckApplicationSchema, { constraint, count: BigInt(count) })
            ),
            summary: selfCheckSummary(checked),
            diagnostics: encodeDiagnostics(errors)
        });
    }
};

/** In a model with errors the elements are not reliable: the status is `unresolved`. */
function statusOf({ violations, evaluationErrors }: SelfCheck, hasErrors: boolean): string {
    if (hasErrors) {
        return 'unresolved';
    }
    return violations + evaluationErrors > 0 ? 'fails' : 'holds';
}
