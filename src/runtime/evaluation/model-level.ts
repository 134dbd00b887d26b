/**
 * Evaluates conditions on elements of the model: filters of imports, packages and views have the same semantics as other expressions.
 * Registers itself with the room `language` below, which only depends on the interface.
 */
import { isLookupInProgress } from '../../language/semantics/cycles.js';
import { evaluateConditionsBy } from '../../language/semantics/model-level.js';
import type { AstNode } from '../../language/generated/tree.js';
import { scopeOf, type Scope } from '../../language/semantics/world.js';
import { scalarOf, type Value } from '../values/index.js';
import { CONSTANT_LIMITS, EvaluationRun } from './evaluation-run.js';
import { codeOf } from './expressions/code.js';
import { ElementFrame } from './expressions/element-frame.js';
import { failureOf } from './limits.js';
import type { RunModel } from './run.js';

/** A model for each document with conditions: the visible elements of a document do not depend on the models that contain it. */
const models = new WeakMap<Scope, RunModel>();

function modelAround(condition: AstNode): RunModel {
    const scope = scopeOf(condition);
    const known = models.get(scope);
    if (known !== undefined && !isLookupInProgress()) {
        return known;
    }
    let root = condition;
    while (root.$container !== undefined) {
        root = root.$container;
    }
    const model: RunModel = {
        documents: [{ root, text: scope.text }],
        lookupGlobal: name => scope.lookupGlobal(name),
        libraryElement: name => scope.libraryElement(name)
    };
    if (!isLookupInProgress()) {
        models.set(scope, model); // units are cached with the model, and may be incomplete during a lookup
    }
    return model;
}

/**
 * The value of an expression on an element of the model, in a new run within the limits of constants.
 * @throws EvaluationError
 */
export function evaluateOnElement(expression: AstNode, element: AstNode): Value {
    const run = new EvaluationRun(modelAround(expression), { limits: CONSTANT_LIMITS });
    return codeOf(expression)(new ElementFrame(run, element));
}

function holds(condition: AstNode, element: AstNode): boolean | undefined {
    try {
        const value = scalarOf(evaluateOnElement(condition, element));
        return typeof value === 'boolean' ? value : undefined;
    } catch (error) {
        failureOf(error); // rethrows errors that are no failures of the model
        return undefined;
    }
}

evaluateConditionsBy({ holds });
