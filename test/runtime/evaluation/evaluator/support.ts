/** Models for tests of the evaluator, and answers as short texts. */

import { Workspace } from '../../../../src/language/workspace/workspace.js';
import type { Model } from '../../../../src/language/workspace/workspace.js';
import { instantiate, startRun } from '../../../../src/runtime/behaviour/index.js';
import { evaluate, type InstanceAnswer } from '../../../../src/runtime/evaluation/index.js';
import { Sequence, type Value, valueText } from '../../../../src/runtime/values/index.js';
import { testLibrary } from '../../../support/library.js';

const workspace = new Workspace({ library: testLibrary() });

/** Parses one SysML document; a syntax error fails the test. */
export function modelOf(content: string): Model {
    const { model } = workspace.parse([{ name: 'test.sysml', language: 'sysml', content }]);
    const errors = model.documents.flatMap(d => d.syntaxErrors);
    if (errors.length > 0) {
        throw new Error(errors.map(e => `${e.offset}: ${e.message}`).join('\n'));
    }
    return model;
}

/** Kind and text of a value; open and empty values by name. */
export function shown(value: Value): string {
    if (value !== null && typeof value === 'object' && value.kind === 'undetermined') {
        return `undetermined ${value.lower}..${value.upper === Infinity ? '*' : value.upper}`;
    }
    return valueText(value);
}

/** The text of an expression's value, or its error. */
export function answer(model: Model, expression: string, contextId?: string, subjectId?: string): string {
    const { result, error } = evaluate(startRun(model), { expression, contextId, subjectId });
    return error ?? shown(result!);
}

/** The feature values of an object by name: texts of values, errors with a leading `!`. */
export function featuresOf(object: InstanceAnswer): Record<string, string> {
    return Object.fromEntries(
        object.features.map(f => [
            f.name,
            f.error !== undefined
                ? `! ${f.error}`
                : f.values !== undefined
                  ? `[${f.values.map(shown).join(', ')}]`
                  : f.value !== undefined
                    ? shown(f.value)
                    : '-'
        ])
    );
}

/** The root object of a symbol, or the error. */
export function rootOf(model: Model, symbolId: string): Record<string, string> | string {
    const { instances, error } = instantiate(model, symbolId);
    return error ?? featuresOf(instances![0]);
}

/** A value that a multiplicity of any number answers as a sequence of one; the table of shapes tells which are. */
export function alone(value: Value): Value {
    return value instanceof Sequence && value.elements.length === 1 ? value.elements[0] : value;
}
