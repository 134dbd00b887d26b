/** `sysml-workbench eval EXPR PATH…`: the value of one expression over a model, in a scope or on an object. */
import { toJson } from '@bufbuild/protobuf';
import { elementById } from '../language/semantics/naming.js';
import { LineIndex } from '../language/syntax/index.js';
import type { Diagnostic } from '../language/workspace/diagnostics.js';
import { evaluate, type ExpressionDiagnostic } from '../runtime/index.js';
import { ValueSchema } from '../service/generated/sysml_pb.js';
import { encodeValue } from '../service/wire/value.js';
import { displayed } from './display.js';
import { PATHS } from './command-line.js';
import { questionCommand, runQuestion, type QuestionOptions } from './model.js';

interface EvalOptions extends QuestionOptions {
    readonly context?: string;
    readonly subject?: string;
}

/** The file name that findings about the expression's text have. */
const EXPRESSION = '<expression>';

export function evalCommand(args: readonly string[]): Promise<number> {
    const program = questionCommand('eval', 'Evaluates an expression over files and folders, read as one model.')
        .argument('<expression>', 'the text of one expression; after -- when it starts with a minus')
        .argument('<path...>', PATHS)
        .option('--context <id>', 'qualified name of the element in whose scope names resolve')
        .option('--subject <id>', 'qualified name, or path, of the object that the expression is evaluated on');
    return Promise.resolve(runQuestion<EvalOptions>(program, args, ([expression, ...paths], { context: contextId, subject: subjectId }) => ({
        paths,
        texts: [{ name: EXPRESSION, language: 'sysml', content: expression }],
        ask(model, limits) {
            if (contextId !== undefined && elementById(model, contextId) === undefined) {
                return { checks: [], errors: [`symbol not found: ${contextId}`] };
            }
            const { result, error, diagnostics = [] } = evaluate(model, { expression, contextId, subjectId }, limits);
            if (result === undefined) {
                return { checks: [{ subject: expression, status: 'unresolved', lines: [] }], errors: [error!], diagnostics: located(expression, diagnostics) };
            }
            const isOpen = result !== null && typeof result === 'object' && result.kind === 'undetermined';
            return {
                checks: [{ subject: expression, status: 'holds', lines: [displayed(result)], values: [{ name: expression, value: toJson(ValueSchema, encodeValue(result)) }] }],
                notices: isOpen ? [result.reason] : []
            };
        }
    })));
}

function located(text: string, found: readonly ExpressionDiagnostic[]): Diagnostic[] {
    const lines = new LineIndex(text);
    return found.map(({ message, offset, end }) => {
        const [from, to] = [lines.positionOf(offset), lines.positionOf(end)];
        return { severity: 'error', message, code: 'syntax', span: { file: EXPRESSION, startLine: from.line, startCol: from.column, endLine: to.line, endCol: to.column } };
    });
}
