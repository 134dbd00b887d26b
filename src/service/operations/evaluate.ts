// Evaluate: evaluates one expression in a scope, optionally on an object.

import { create } from '@bufbuild/protobuf';
import { LineIndex } from '../../language/syntax/index.js';
import { startRun } from '../../runtime/behaviour/index.js';
import { evaluate as evaluateExpression } from '../../runtime/evaluation/index.js';
import { DiagnosticSchema, EvaluateResponseSchema, SpanSchema, type Diagnostic } from '../../wire/generated/sysml_pb.js';
import { VALUES } from '../../wire/capabilities.js';
import { encodeValue } from '../../wire/value.js';
import type { Operation } from './operation.js';
import { runOptions } from './runs.js';

export const evaluate: Operation<'Evaluate'> = {
    provides: ['evaluate_subject', ...VALUES],
    repeatable: true,
    isFinal: ({ error }) => error === '',
    run(services, { expression, contextSymbolId, subjectSymbolId }, context) {
        const run = startRun(context.model, runOptions(services, context));
        const answer = evaluateExpression(run, { expression, contextId: contextSymbolId, subjectId: subjectSymbolId });
        // a client's inner loop: to spread optional fields would cost as much as the evaluation of a sum
        const response = create(EvaluateResponseSchema);
        if (answer.result !== undefined) {
            response.result = encodeValue(answer.result);
        }
        response.error = answer.error ?? '';
        response.diagnostics = encodeDiagnostics(expression, answer.diagnostics ?? []);
        return response;
    }
};

/** Encodes syntax errors of an expression: file `<expression>`, one-based places. */
function encodeDiagnostics(text: string, found: readonly { message: string; offset: number; end: number }[]): Diagnostic[] {
    if (found.length === 0) {
        return [];
    }
    const lines = new LineIndex(text);
    return found.map(({ message, offset, end }) => {
        const [from, to] = [lines.positionOf(offset), lines.positionOf(Math.max(offset, end))];
        return create(DiagnosticSchema, {
            severity: 'error',
            message,
            code: 'syntax',
            span: create(SpanSchema, {
                file: '<expression>',
                startLine: from.line,
                startCol: from.column,
                endLine: to.line,
                endCol: to.column
            })
        });
    });
}
