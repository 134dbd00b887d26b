/**
 * `sysml-workbench eval EXPR PATH…`: the value of one expression over a model, in a scope or on an object.
 * Exit status: 0 with a value, 1 with a failure of the model, 2 when the command line or a file cannot be used.
 */
import { create } from '@bufbuild/protobuf';
import { evaluate } from '../runtime/index.js';
import { valueText } from '../runtime/values/index.js';
import { EvaluateRequestSchema, EvaluateResponseSchema, type EvaluateResponse } from '../service/generated/sysml_pb.js';
import { evaluate as operation } from '../service/operations/evaluate.js';
import { limitsFromEnvironment, localCall, printJson, questionCommand, readModel, runQuestion, type QuestionOptions } from './questions.js';

interface EvalOptions extends QuestionOptions {
    readonly context?: string;
    readonly subject?: string;
}

export function evalCommand(args: readonly string[]): Promise<number> {
    const program = questionCommand('eval', 'Evaluates an expression over files and folders, read as one model.')
        .argument('<expression>', 'the text of one expression')
        .argument('<path...>', 'files (.sysml, .kerml) and folders')
        .option('--context <id>', 'qualified name of the element in whose scope names resolve')
        .option('--subject <id>', 'qualified name, or path, of the object that the expression is evaluated on');
    return Promise.resolve(runQuestion<EvalOptions>(program, args, ([expression, ...paths], options) => {
        const model = readModel(paths, options);
        if (options.json === true) {
            const { services, context } = localCall(model);
            const request = create(EvaluateRequestSchema, { expression, contextSymbolId: options.context ?? '', subjectSymbolId: options.subject ?? '' });
            const response = operation.run(services, request, context) as EvaluateResponse;
            printJson(EvaluateResponseSchema, response);
            return response.error === '' ? 0 : 1;
        }
        const { result, error, diagnostics = [] } = evaluate(model, { expression, contextId: options.context, subjectId: options.subject }, limitsFromEnvironment());
        if (error !== undefined) {
            process.stderr.write(`${[error, ...diagnostics.map(d => `    at character ${d.offset + 1}: ${d.message}`)].join('\n')}\n`);
            return 1;
        }
        process.stdout.write(`${valueText(result!)}\n`);
        return 0;
    }));
}
