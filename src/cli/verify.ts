/**
 * `sysml-workbench verify [--id ID] [--subject ID] PATH…`: verdicts. Without an id all satisfaction assertions of the model; else what the id is:
 * a constraint, a requirement, an assertion, or an object that is validated with everything below it.
 * Exit status: 0 when everything holds, 1 when something is violated or undecided, 2 when the command line or a file cannot be used.
 */
import { create } from '@bufbuild/protobuf';
import { elementById } from '../language/semantics/naming.js';
import type { Model } from '../language/workspace/workspace.js';
import {
    isConstraint, isRequirement, Run, validateInstance, verifyConstraint, verifyRequirement, verifySatisfaction, type RunOptions, type Verdict
} from '../runtime/index.js';
import {
    ValidateInstanceRequestSchema, ValidateInstanceResponseSchema, VerifyConstraintRequestSchema, VerifyConstraintResponseSchema, VerifyRequirementRequestSchema,
    VerifyRequirementResponseSchema, VerifySatisfactionRequestSchema, VerifySatisfactionResponseSchema
} from '../service/generated/sysml_pb.js';
import * as operations from '../service/operations/verify.js';
import { limitsFromEnvironment, localCall, printJson, questionCommand, readModel, runQuestion, type QuestionOptions } from './questions.js';

interface VerifyOptions extends QuestionOptions {
    readonly subject?: string;
}

interface Outcome { readonly verdicts: readonly Verdict[]; readonly error?: string }

export function verifyCommand(args: readonly string[]): Promise<number> {
    const program = questionCommand('verify', 'Judges constraints, requirements, satisfaction assertions, or an object with all that it asserts.')
        .usage('[options] [id] <path...>')
        .argument('<path...>', 'files (.sysml, .kerml) and folders; the first one may be the qualified name of what to judge')
        .option('--subject <id>', 'qualified name, or path, of the object that a constraint or requirement is judged on');
    return Promise.resolve(runQuestion<VerifyOptions>(program, args, (positional, options) => {
        const [first] = positional;
        const id = isId(first) && positional.length > 1 ? first : '';
        const model = readModel(id === '' ? positional : positional.slice(1), options);
        const outcome = judge(model, id, options.subject, limitsFromEnvironment());
        if (options.json === true) {
            printAnswer(model, id, options.subject);
        } else {
            process.stdout.write(outcome.verdicts.map(line).join(''));
            if (outcome.error !== undefined) {
                process.stderr.write(`${outcome.error}\n`);
            }
        }
        return outcome.error === undefined && outcome.verdicts.every(v => v.holds === true) ? 0 : 1;
    }));
}

/** A qualified name and no path of a file. */
function isId(text: string): boolean {
    return text.includes('::') || !/[./\\]/.test(text);
}

/** What an id is asked: its kind decides the operation. */
function kindOf(model: Model, id: string): 'satisfaction' | 'constraint' | 'requirement' | 'object' {
    const element = id === '' ? undefined : elementById(model, id);
    if (element === undefined || element.$type === 'SatisfyRequirementUsage' || element.$type === 'Package') {
        return 'satisfaction';
    }
    return isRequirement(element) ? 'requirement' : isConstraint(element) ? 'constraint' : 'object';
}

function judge(model: Model, id: string, subjectId: string | undefined, options: RunOptions): Outcome {
    const run = new Run(model, options);
    switch (kindOf(model, id)) {
        case 'satisfaction': return verifySatisfaction(run, id);
        case 'object': {
            const { verdicts, summary, error } = validateInstance(run, id);
            return { verdicts: summary === undefined ? verdicts : [...verdicts, summary], error };
        }
        case 'requirement': return one(verifyRequirement(run, { symbolId: id, subjectId }));
        case 'constraint': return one(verifyConstraint(run, { symbolId: id, subjectId }));
    }
}

function one({ verdict, error }: { verdict?: Verdict; error?: string }): Outcome {
    return { verdicts: verdict === undefined ? [] : [verdict], error };
}

/** `holds     constraint P::c`, with the false condition or what left it open. */
function line({ element, elementId, kind, holds, condition, error, instancePath }: Verdict): string {
    const state = holds === true ? 'holds' : error === undefined ? 'violated' : 'undecided';
    const place = instancePath === undefined ? '' : ` at ${instancePath}`;
    const why = error ?? condition;
    return `${state.padEnd(10)}${element === elementId && kind !== 'object' ? `${kind} ` : ''}${element}${place}${why === undefined ? '' : `: ${why}`}\n`;
}

function printAnswer(model: Model, symbolId: string, subject: string | undefined): void {
    const { services, context } = localCall(model);
    const subjectSymbolId = subject ?? '';
    switch (kindOf(model, symbolId)) {
        case 'satisfaction':
            return printJson(VerifySatisfactionResponseSchema, operations.verifySatisfaction.run(services, create(VerifySatisfactionRequestSchema, { symbolId }), context) as never);
        case 'object':
            return printJson(ValidateInstanceResponseSchema, operations.validateInstance.run(services, create(ValidateInstanceRequestSchema, { symbolId }), context) as never);
        case 'requirement':
            return printJson(VerifyRequirementResponseSchema, operations.verifyRequirement.run(services, create(VerifyRequirementRequestSchema, { symbolId, subjectSymbolId }), context) as never);
        case 'constraint':
            return printJson(VerifyConstraintResponseSchema, operations.verifyConstraint.run(services, create(VerifyConstraintRequestSchema, { symbolId, subjectSymbolId }), context) as never);
    }
}
