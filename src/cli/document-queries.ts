/** The query context of the commands on documents: a model read from files, with the objects that `--instantiate` makes. */
import type { Command } from 'commander';
import { refusing } from './command-line.js';
import type { Model } from '../language/workspace/workspace.js';
import { HeldObjects, instantiate } from '../runtime/behaviour/index.js';
import { QueryContext, QueryFault } from '../documents/index.js';
import { errorTexts, limitsFromEnvironment, readModel } from './model.js';

export interface DocumentOptions {
    readonly library?: string;
    readonly instantiate?: readonly string[];
}

export const IMPOSSIBLE = 2;

/** Adds the option that makes objects of usages before the query runs. */
export function withInstantiation(program: Command): Command {
    return program.option(
        '--instantiate <name>',
        'makes an object of a usage first and runs its behaviours; names of the usage then refer to the object; may be repeated',
        (name: string, names: readonly string[] = []) => [...names, name]
    );
}

/**
 * Reads a model and evaluates queries or documents on it.
 * @param begin returns the paths of the files, and `evaluate`, which evaluates on the model and returns the exit status
 * @returns the exit status
 */
export function evaluateOnFiles(
    program: Command,
    begin: () => {
        readonly paths: readonly string[];
        readonly options: DocumentOptions;
        readonly evaluate: (context: QueryContext) => number | Promise<number>;
    }
): Promise<number> {
    const fail = (message: string): number => {
        process.stderr.write(`${program.name()}: ${message}\n`);
        return IMPOSSIBLE;
    };
    return refusing(program, async () => {
        const { paths, options, evaluate } = begin();
        const { model, sources, faults } = readModel(paths, options);
        process.stderr.write(errorTexts(model.diagnostics, sources));
        if (faults !== '') {
            return fail(`${faults}: no answer`);
        }
        try {
            return await evaluate(new QueryContext(model, heldObjects(model, options.instantiate ?? []), limitsFromEnvironment()));
        } catch (error) {
            if (error instanceof QueryFault) {
                return fail(error.message);
            }
            throw error;
        }
    });
}

/** The objects of usages. @throws QueryFault for a name without an object */
function heldObjects(model: Model, names: readonly string[]): HeldObjects {
    const held = new HeldObjects();
    for (const name of names) {
        const { population, error } = instantiate(model, name, limitsFromEnvironment());
        if (population === undefined) {
            throw new QueryFault('notFound', error ?? `${name} has no object`);
        }
        held.keep(population, Infinity);
    }
    return held;
}
