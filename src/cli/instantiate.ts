/**
 * `sysml-workbench instantiate ID PATH…`: makes an object of a definition or usage with all its parts, and prints it as an indented tree.
 */
import { toJson } from '@bufbuild/protobuf';
import { instantiate } from '../runtime/behaviour/index.js';
import { InstanceSchema } from '../wire/generated/sysml_pb.js';
import { encodeInstance } from '../wire/instances.js';
import { treeOf } from '../session/answers/object-tree.js';
import { PATHS } from './command-line.js';
import { questionCommand, runQuestion } from './model.js';
import { failuresOf } from '../session/answers/answer.js';

export function instantiateCommand(args: readonly string[]): Promise<number> {
    const program = questionCommand(
        'instantiate',
        'Makes an object of a definition or usage, runs its behaviours until they wait, and prints what it holds.'
    )
        .argument('<id>', 'qualified name of the definition or usage')
        .argument('<path...>', PATHS);
    return Promise.resolve(
        runQuestion(program, args, ([symbolId, ...paths]) => ({
            paths,
            about: [symbolId],
            answer(model, limits, display) {
                const answer = instantiate(model, symbolId, limits);
                const { instances } = answer;
                if (instances === undefined) {
                    return { checks: [{ subject: symbolId, status: 'unresolved', lines: [] }], errors: failuresOf(answer) };
                }
                return {
                    checks: [
                        {
                            subject: symbolId,
                            status: 'holds',
                            lines: treeOf(instances, display),
                            results: instances.map(i => toJson(InstanceSchema, encodeInstance(i)))
                        }
                    ]
                };
            }
        }))
    );
}
