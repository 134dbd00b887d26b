/** `sysml-workbench eval EXPR PATH…`: the value of one expression over a model, in a scope or on an object. */
import { toJson } from '@bufbuild/protobuf';
import { elementById } from '../language/semantics/naming.js';
import { LineIndex } from '../language/syntax/index.js';
import type { Diagnostic } from '../language/workspace/diagnostics.js';
import type { SourceDocument } from '../language/workspace/document.js';
import { startRun } from '../runtime/behaviour/index.js';
import { evaluate, referentsOf, symbolNotFound, type ExpressionDiagnostic } from '../runtime/evaluation/index.js';
import { ValueSchema } from '../wire/generated/sysml_pb.js';
import { encodeValue } from '../wire/value.js';
import { PATHS } from './command-line.js';
import { questionCommand, runQuestion, type QuestionOptions } from './model.js';
import { failuresOf } from '../session/answers/answer.js';

interface EvalOptions extends QuestionOptions {
    readonly context?: string;
    readonly subject?: string;
}

/** File name in findings about the text of the expression. */
const EXPRESSION = '<expression>';

const AT_HAND_PACKAGE = 'AtHand';

/** The document in whose scope an expression without a model is evaluated. */
const AT_HAND: SourceDocument = {
    name: '<at hand>',
    language: 'sysml',
    content: `package ${AT_HAND_PACKAGE} {
    private import ScalarValues::*; private import SI::*; private import EngineeringUnits::*; private import ISQ::*;
    private import ControlFunctions::*; private import NumericalFunctions::*; private import TrigFunctions::*; private import SequenceFunctions::*;
    private import RealFunctions::sqrt; private import RealFunctions::floor; private import RealFunctions::round;
    private import StringFunctions::Length; private import StringFunctions::Substring; private import OpenSysMLMathFunctions::*; }`
};

export function evalCommand(args: readonly string[]): Promise<number> {
    const program = questionCommand('eval', 'Evaluates an expression over files and folders, read as one model.')
        .argument('<expression>', 'the text of one expression; write -- before it if it starts with a minus')
        .argument(
            '[path...]',
            `${PATHS}; without any, the expression can use the library only, with the names of SI units and functions visible`
        )
        .option('--context <id>', 'qualified name of the element in whose scope names resolve')
        .option('--subject <id>', 'qualified name, or path, of the object on which the expression is evaluated');
    return Promise.resolve(
        runQuestion<EvalOptions>(program, args, ([expression, ...paths], { context, subject: subjectId }) => ({
            paths,
            about: model => referentsOf(model, { expression, contextId: context, subjectId }),
            ...(paths.length === 0 && { documents: [AT_HAND] }),
            texts: [{ name: EXPRESSION, language: 'sysml', content: expression }],
            answer(model, limits, display) {
                const contextId = context ?? (paths.length === 0 ? AT_HAND_PACKAGE : undefined);
                if (contextId !== undefined && elementById(model, contextId) === undefined) {
                    return { checks: [], errors: [symbolNotFound(contextId)] };
                }
                const answer = evaluate(startRun(model, limits), { expression, contextId, subjectId });
                const { result, diagnostics = [] } = answer;
                if (result === undefined) {
                    return {
                        checks: [{ subject: expression, status: 'unresolved', lines: [] }],
                        errors: failuresOf(answer),
                        diagnostics: located(expression, diagnostics)
                    };
                }
                const isOpen = result !== null && typeof result === 'object' && result.kind === 'undetermined';
                return {
                    checks: [
                        {
                            subject: expression,
                            status: 'holds',
                            lines: [display.text(result)],
                            values: [{ name: expression, value: toJson(ValueSchema, encodeValue(result)) }]
                        }
                    ],
                    notices: isOpen ? [result.reason] : []
                };
            }
        }))
    );
}

function located(text: string, found: readonly ExpressionDiagnostic[]): Diagnostic[] {
    const lines = new LineIndex(text);
    return found.map(({ message, offset, end }) => {
        const [from, to] = [lines.positionOf(offset), lines.positionOf(end)];
        return {
            severity: 'error',
            message,
            code: 'syntax',
            span: { file: EXPRESSION, startLine: from.line, startCol: from.column, endLine: to.line, endCol: to.column }
        };
    });
}
