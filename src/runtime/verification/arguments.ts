/** Arguments of a question and the parameters that they bind: those that are given values, the subject never among them (sheet 9.1). */
import type { Parameter, Shape } from '../evaluation/calculations/shape.js';
import { EvaluationError, type Value } from '../values/index.js';

/** Arguments of a case or calculation, the subject not among them. */
export interface Arguments {
    readonly positional: readonly Value[];
    readonly named: ReadonlyMap<string, Value>;
}

export const NO_ARGUMENTS: Arguments = { positional: [], named: new Map() };

/** The parameter that is what a case or requirement is about; undefined for one that declares none. */
export function subjectOf({ parameters }: Shape): Parameter | undefined {
    return parameters.find(p => p.slot.chain.some(f => f.kind === 'subject'));
}

/** The parameters that arguments bind, in order: the subject is not among them. */
export function inputsOf(shape: Shape): readonly Parameter[] {
    const subject = subjectOf(shape);
    return shape.parameters.filter(p => p !== subject);
}

/**
 * Which parameters arguments bind: those with a name first, then the others by position.
 * @throws unknown parameter, calc argument count mismatch, …
 */
export function boundParameters(
    shape: Shape,
    { positional, named }: { positional: { length: number }; named: { keys(): Iterable<string> } }
) {
    const parameters = inputsOf(shape);
    const byName = new Map<Parameter, string>();
    for (const name of named.keys()) {
        const parameter = parameters.find(p => p.slot.names.includes(name));
        if (parameter === undefined) {
            const isSubject = subjectOf(shape)?.slot.names.includes(name) === true;
            throw new EvaluationError(
                'unknown parameter',
                `${name} of ${shape.name}${isSubject ? ' is its subject, which no argument binds' : ''}`
            );
        }
        if (byName.has(parameter)) {
            throw new EvaluationError(`parameter ${parameter.name} is bound twice: as ${byName.get(parameter)} and as ${name}`);
        }
        byName.set(parameter, name);
    }
    const byPosition = parameters.filter(p => !byName.has(p)).slice(0, positional.length);
    if (byPosition.length < positional.length) {
        const others = byName.size === 0 ? '' : ` beside ${byName.size} bound by name`;
        throw new EvaluationError(
            'calc argument count mismatch',
            `${shape.name} takes ${parameters.length} argument(s), got ${positional.length}${others}`
        );
    }
    return { byName, byPosition };
}
