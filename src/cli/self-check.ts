/** `sysml-workbench self-check PATH…`: applies rules about model elements to every element of a model. */
import { selfCheck, selfCheckLine, selfCheckSummary } from '../runtime/verification/index.js';
import type { Answer } from '../session/answers/answer.js';
import { PATHS } from './command-line.js';
import { questionCommand, runQuestion, type QuestionOptions } from './model.js';

interface SelfCheckOptions extends QuestionOptions {
    readonly rules?: readonly string[];
    readonly all?: boolean;
}

const EXAMPLES = `
Examples:
  sysml-workbench self-check model/                      the rules of the library package SysMLValidation
  sysml-workbench self-check --rules Team::Rules model/  and those of a package of the model
A rule is a constraint definition with one typed parameter:
  constraint def named { in element : SysML::PartUsage; notEmpty(element.declaredName) }`;

export function selfCheckCommand(args: readonly string[]): Promise<number> {
    const collect = (value: string, list: readonly string[] = []): readonly string[] => [...list, value];
    const program = questionCommand('self-check', 'Applies rules about model elements to every element of a model.')
        .argument('<path...>', PATHS)
        .option('--rules <package>', 'a package with more rules; may be repeated', collect)
        .option('--all', 'also print the checks that are not evaluated')
        .addHelpText('after', EXAMPLES);
    return Promise.resolve(
        runQuestion<SelfCheckOptions>(program, args, (paths, { rules = [], all = false }) => ({
            paths,
            answer(model, limits): Answer {
                const checked = selfCheck(model, rules, limits);
                if (checked.error !== undefined) {
                    return { checks: [], errors: [checked.error] };
                }
                const { findings, violations, evaluationErrors, applications } = checked;
                const shown = findings.filter(f => all || f.status !== 'unevaluated');
                const lines = [...shown.map(selfCheckLine), selfCheckSummary(checked)];
                const rows = [...applications].filter(([, count]) => count > 0).map(([constraint, count]) => ({ constraint, count }));
                return {
                    checks: [{ subject: 'model', status: violations + evaluationErrors > 0 ? 'fails' : 'holds', lines, rows }],
                    errors: []
                };
            }
        }))
    );
}
