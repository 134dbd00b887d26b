/**
 * `sysml-workbench instantiate ID PATH…`: an object of a definition or usage, with everything below it, as an indented tree.
 * Exit status: 0 with an object, 1 with a failure of the model, 2 when the command line or a file cannot be used.
 */
import { create } from '@bufbuild/protobuf';
import { instantiate, type InstanceAnswer } from '../runtime/index.js';
import { elementsOf, valueText, type Value } from '../runtime/values/index.js';
import { InstantiateRequestSchema, InstantiateResponseSchema, type InstantiateResponse } from '../service/generated/sysml_pb.js';
import { instantiate as operation } from '../service/operations/instantiate.js';
import { limitsFromEnvironment, localCall, printJson, questionCommand, readModel, runQuestion } from './questions.js';

export function instantiateCommand(args: readonly string[]): Promise<number> {
    const program = questionCommand('instantiate', 'Makes an object of a definition or usage and prints what it holds.')
        .argument('<id>', 'qualified name of the definition or usage')
        .argument('<path...>', 'files (.sysml, .kerml) and folders');
    return Promise.resolve(runQuestion(program, args, ([symbolId, ...paths], options) => {
        const model = readModel(paths, options);
        if (options.json === true) {
            const { services, context } = localCall(model);
            const response = operation.run(services, create(InstantiateRequestSchema, { symbolId }), context) as InstantiateResponse;
            printJson(InstantiateResponseSchema, response);
            return response.error === '' ? 0 : 1;
        }
        const { instances, error } = instantiate(model, symbolId, limitsFromEnvironment());
        if (instances === undefined) {
            process.stderr.write(`${error}\n`);
            return 1;
        }
        process.stdout.write(treeOf(instances));
        return 0;
    }));
}

/** The objects as a tree from the root; one that was printed before is only named again. */
function treeOf(instances: readonly InstanceAnswer[]): string {
    const byId = new Map(instances.map(i => [i.id, i]));
    const printed = new Set<number>();
    const lines: string[] = [];
    const print = (object: InstanceAnswer, label: string, indent: string): void => {
        lines.push(`${indent}${label}${object.typeSymbolId} #${object.id}`);
        if (printed.has(object.id)) {
            return;
        }
        printed.add(object.id);
        for (const { name, value, values, error } of object.features) {
            if (error !== undefined) {
                lines.push(`${indent}    ${name}: error: ${error}`);
                continue;
            }
            const held: readonly Value[] = values ?? (value === undefined ? [] : [value]);
            const objects = held.flatMap(v => elementsOf(v)).map(v => byId.get((v as { id?: number } | null)?.id ?? 0)).filter(o => o !== undefined);
            if (objects.length > 0) {
                objects.forEach((o, i) => print(o, `${name}${objects.length > 1 || values !== undefined ? `[${i + 1}]` : ''}: `, `${indent}    `));
            } else if (value !== undefined || values !== undefined) {
                lines.push(`${indent}    ${name} = ${values === undefined ? valueText(value!) : `(${values.map(valueText).join(', ')})`}`);
            } else {
                lines.push(`${indent}    ${name}`);
            }
        }
    };
    print(instances[0], '', '');
    return `${lines.join('\n')}\n`;
}
