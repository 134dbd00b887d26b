/**
 * What a question is about: the conditions of a constraint, a requirement or a satisfaction, read on objects whose features the solver may
 * choose. They are the conditions that the evaluator judges, in frames of its own, so that a witness can be replayed.
 */
import type * as ast from '../../../language/generated/tree.js';
import type { AstNode } from '../../../language/generated/tree.js';
import { owningTypeOf } from '../../../language/semantics/structure.js';
import { type Condition, ConditionFrame, judgedConditionsOf } from '../../evaluation/calculations/conditions.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { isConstraint } from '../../evaluation/model/kinds.js';
import { layoutOf } from '../../evaluation/model/layout.js';
import type { Run } from '../../evaluation/run.js';
import { natureOf } from '../../evaluation/model/slot-nature.js';
import { elementsOf, EvaluationError } from '../../values/index.js';
import {
    assertionText,
    conditionsOfAssertion,
    declarationOn,
    enclosingFrame,
    freshSubject,
    isJudgedOn,
    requirementOf
} from '../../verification/index.js';

/** Conditions of an element in frames that nothing else uses. */
export interface Stated {
    readonly run: Run;
    readonly conditions: readonly Condition[];
    /** the object that they are read on */
    readonly object?: Instance;
}

/**
 * The conditions of a constraint or requirement.
 * @param subject the object that it is judged on; without one, any object of the type that it belongs to
 */
export function statedBy(run: Run, element: AstNode, subject?: Instance): Stated {
    const object = subject ?? anyObjectFor(run, element);
    const declaration = declarationOn(object, element);
    const frame = new ConditionFrame(run, layoutOf(declaration), enclosingFrame(run, declaration, object), object);
    return { run, conditions: judgedConditionsOf(declaration, frame), ...(object && { object }) };
}

/** An object of the type that an element is declared in; undefined for an element of a package. */
export function anyObjectFor(run: Run, element: AstNode): Instance | undefined {
    let owner = owningTypeOf(element);
    while (owner !== undefined && isConstraint(owner)) {
        owner = owningTypeOf(owner);
    }
    return owner === undefined ? undefined : new Instance(run, layoutOf(owner), owner, undefined);
}

/** How deep parts of parts are looked at. */
const MOST_DEPTH = 8;

/** What an object of an element, and the objects below it, have to meet together. @throws EvaluationError */
export function statedByObject(run: Run, element: AstNode): Stated {
    const conditions: Condition[] = [];
    const seen = new Set<Instance>();
    const visit = (object: Instance, depth: number): void => {
        if (seen.has(object) || depth > MOST_DEPTH) {
            return;
        }
        seen.add(object);
        for (const slot of object.layout.slots) {
            if (isJudgedOn(slot)) {
                conditions.push(...statedBy(run, slot.feature, object).conditions);
            } else if (slot.isModelled && natureOf(slot) === 'object') {
                elementsOf(object.read(slot.index)).forEach(value => value instanceof Instance && visit(value, depth + 1));
            }
        }
    };
    visit(new Instance(run, layoutOf(element), element, undefined), 0);
    return { run, conditions };
}

/** What a satisfaction assertion states of the object after `by`. @throws EvaluationError */
export function statedByAssertion(run: Run, assertion: ast.SatisfyRequirementUsage): Stated {
    const requirement = requirementOf(assertion);
    if (requirement === undefined) {
        throw new EvaluationError('no requirement to satisfy', assertionText(assertion));
    }
    const object = freshSubject(run, assertion);
    return { run, conditions: conditionsOfAssertion(run, assertion, requirement, object), object };
}
