/** `sysml-workbench analyze ID [NAME=EXPR…] PATH…`: runs an analysis or verification case and writes its results and verdicts. */
import { toJson } from '@bufbuild/protobuf';
import type { Command } from 'commander';
import type { Model } from '../language/workspace/workspace.js';
import { policyOf, startRun, type BehaviourOptions, type Policy } from '../runtime/behaviour/index.js';
import { evaluationLines, runAnalysis, verdictLines, verificationLines, type AnalysisAnswer } from '../runtime/verification/index.js';
import { CaseEvaluationSchema, ValueSchema, VerdictSchema, VerificationVerdictSchema } from '../wire/generated/sysml_pb.js';
import { encodeEvaluations } from '../service/operations/case-answers.js';
import { encodeVerdict, encodeVerificationVerdicts } from '../service/operations/runs.js';
import { findingsOf } from '../wire/notes.js';
import { encodeValue } from '../wire/value.js';
import { type Binding, BindingError, evaluated } from '../session/questions/bindings.js';
import { bindingAmongFiles } from './words.js';
import { shownOf } from '../session/questions/element-paths.js';
import type { Display } from '../runtime/evaluation/index.js';
import { questionCommand, runQuestion, type QuestionOptions } from './model.js';
import { type Answer, failuresOf, type Status } from '../session/answers/answer.js';
import { watched } from './progress.js';
import { explorationAnswer } from '../session/answers/run-answers.js';
import { messageOf } from '../language/failures.js';

interface AnalyzeOptions extends QuestionOptions {
    readonly subject?: string;
    readonly schedule: string;
}

const EXAMPLES = `
Examples:
  sysml-workbench analyze P::engineStudy model/                        a trade study: every alternative, and the one it selects
  sysml-workbench analyze P::Range speed='20 [m/s]' --subject P::car m.sysml   a definition, about one part
  sysml-workbench analyze P::race --schedule explore model.sysml       every outcome that some order of its steps has`;

export function analyzeCommand(args: readonly string[]): Promise<number> {
    const program = questionCommand('analyze', 'Runs an analysis or verification case.')
        .usage('[options] <id> [name=expression...] <path...>')
        .argument('<id>', 'qualified name of the case')
        .argument('<path...>', 'values for parameters, each name=expression, and files (.sysml, .kerml) and folders; - for standard input')
        .option('--subject <path>', 'the object that the case is about: a qualified name, then .feature[index] steps')
        .option(
            '--schedule <policy>',
            'the order of concurrent steps that the model leaves open: reverse, declared, seed:<n>; explore tries every order',
            'reverse'
        )
        .addHelpText('after', EXAMPLES);
    return Promise.resolve(
        runQuestion<AnalyzeOptions>(program, args, ([id, ...words], { subject = '', schedule }) => {
            const policy = readPolicy(program, schedule);
            return {
                paths: words.filter(w => bindingAmongFiles(w) === undefined),
                answer(model, limits, display) {
                    const bindings = words.map(bindingAmongFiles).filter(b => b !== undefined);
                    return analyze({ model, limits, display }, { id, bindings, subject, policy });
                }
            };
        })
    );
}

/** The policy of the command line. An invalid one is reported before any file is read. */
function readPolicy(program: Command, schedule: string): Policy {
    try {
        return policyOf(schedule);
    } catch (error) {
        return program.error(messageOf(error));
    }
}

/** The model of an analysis, and the display of its values. */
interface AnalysisContext {
    readonly model: Model;
    readonly limits: BehaviourOptions;
    readonly display: Display;
}

/** The case to run. */
interface Analysis {
    readonly id: string;
    readonly bindings: readonly Binding[];
    /** path of the subject; empty for the case's own */
    readonly subject: string;
    readonly policy: Policy;
}

function analyze({ model, limits, display }: AnalysisContext, { id, bindings, subject, policy }: Analysis): Answer {
    const range = bindings.find(b => b.texts.length > 1);
    if (range !== undefined) {
        return { checks: [], errors: [`${range.name}: an analysis takes one value; the command sweep takes ranges`] };
    }
    let named;
    try {
        ({ named } = evaluated(model, id, bindings, limits));
    } catch (error) {
        if (error instanceof BindingError) {
            return { checks: [], errors: [error.message] };
        }
        throw error;
    }
    const answer = watched(
        runs => `${runs} runs`,
        onRun =>
            runAnalysis(
                model,
                { symbolId: id, subjectId: subject, policy, arguments: () => ({ positional: [], named }) },
                { ...limits, onRun }
            )
    );
    return answer.exploration !== undefined
        ? explorationAnswer(id, answer.exploration, shownOf(model, display, id))
        : analysisAnswer(id, answer, model, display);
}

function analysisAnswer(id: string, answer: AnalysisAnswer, model: Model, display: Display): Answer {
    const { outputs, verdicts, verificationVerdicts, evaluations, notes, error } = answer;
    const run = startRun(model);
    const { featureNamed } = shownOf(model, display, id);
    return {
        checks: answer.wasRun
            ? [
                  {
                      subject: id,
                      status: statusOf(answer),
                      lines: [
                          ...outputs.map(({ name, value }) => `${name} = ${display.text(value, featureNamed(name))}`),
                          ...evaluationLines(evaluations, display),
                          ...(error === undefined ? verdicts.flatMap(v => verdictLines(v, display)) : []),
                          ...verificationVerdicts.flatMap(v => verificationLines(v, display))
                      ],
                      values: outputs.map(({ name, value }) => ({ name, value: toJson(ValueSchema, encodeValue(value)) })),
                      results: verdicts.map(verdict => toJson(VerdictSchema, encodeVerdict(verdict, run))),
                      verifications: encodeVerificationVerdicts(verificationVerdicts).map(v => toJson(VerificationVerdictSchema, v)),
                      evaluations: encodeEvaluations(evaluations).map(e => toJson(CaseEvaluationSchema, e))
                  }
              ]
            : [],
        errors: failuresOf(answer),
        diagnostics: findingsOf(notes),
        notices: notes.map(n => n.message)
    };
}

function statusOf({ error, verdicts, verificationVerdicts }: AnalysisAnswer): Status {
    if (
        error !== undefined ||
        verdicts.some(v => v.error !== undefined) ||
        verificationVerdicts.some(v => /^(error|inconclusive)$/.test(v.kind))
    ) {
        return 'unresolved';
    }
    return verdicts.every(v => v.holds === true) && verificationVerdicts.every(v => v.kind === 'pass') ? 'holds' : 'fails';
}
