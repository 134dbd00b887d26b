/** What the commands on documents share: a question over a model that was read, with the objects that the command line asks for. */
import type { Command } from 'commander';
import { refusing } from './command-line.js';
import type { Model } from '../language/workspace/workspace.js';
import { HeldObjects, instantiate } from '../runtime/behaviour/index.js';
import { Asking, QueryFault } from '../documents/index.js';
import { errorTexts, limitsFromEnvironment, readModel } from './model.js';

export interface DocumentOptions {
    readonly library?: string;
    readonly instantiate?: readonly string[];
}

export const IMPOSSIBLE = 2;

/** A usage of which an object is made before anything is asked. */
export function withInstantiation(program: Command): Command {
    return program.option(
        '--instantiate <name>',
        'makes an object of a usage first, so that names mean it and its values after its behaviours have run; may be repeated',
        (name: string, names: readonly string[] = []) => [...names, name]
    );
}

/**
 * Reads a model and asks it.
 * @param ask gives the exit status
 */
export function askingFiles(
    program: Command,
    begin: () => {
        readonly paths: readonly string[];
        readonly options: DocumentOptions;
        readonly ask: (asking: Asking) => number | Promise<number>;
    }
): Promise<number> {
    const fail = (message: string): number => {
        process.stderr.write(`${program.name()}: ${message}\n`);
        return IMPOSSIBLE;
    };
    return refusing(program, async () => {
        const { paths, options, ask } = begin();
        const { model, sources, faults } = readModel(paths, options);
        process.stderr.write(errorTexts(model.diagnostics, sources));
        if (faults !== '') {
            return fail(`${faults}: no answer`);
        }
        try {
            return await ask(new Asking(model, heldBy(model, options.instantiate ?? []), limitsFromEnvironment()));
        } catch (error) {
            if (error instanceof QueryFault) {
                return fail(error.message);
            }
            throw error;
        }
    });
}

/** @throws QueryFault for what has no objects */
function heldBy(model: Model, names: readonly string[]): HeldObjects {
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
