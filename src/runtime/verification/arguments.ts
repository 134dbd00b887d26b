/** Arguments of a request and the parameters that they bind, excluding the subject (sheet 9.1). */
import type { Parameter, Shape } from '../evaluation/calculations/shape.js';
import { EvaluationError, type Value } from '../values/index.js';

/** Arguments of a case or calculation, without the subject. */
export interface Arguments {
    readonly positional: readonly Value[];
    readonly named: ReadonlyMap<string, Value>;
}

/** No arguments. */
export const NO_ARGUMENTS: Arguments = { positional: [], named: new Map() };

/** The subject parameter of a case or requirement; undefined for none. */
export function subjectOf({ parameters }: Shape): Parameter | undefined {
    return parameters.find(p => p.slot.chain.some(f => f.kind === 'subject'));
}

/** The parameters that arguments bind, in order, without the subject. */
export function inputsOf(shape: Shape): readonly Parameter[] {
    const subject = subjectOf(shape);
    return shape.parameters.filter(p => p !== subject);
}

/**
 * The parameters that arguments bind: named arguments first, then the others by position.
 * @throws EvaluationError unknown parameter, calc argument count mismatch, a parameter bound twice
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
