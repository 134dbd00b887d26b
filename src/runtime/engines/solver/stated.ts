/**
 * The conditions of a question: those of a constraint, a requirement or a satisfaction, read on objects whose features the solver may
 * choose. The evaluator judges the same conditions, but these have separate frames, so that a witness can be replayed.
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

/** Conditions of an element, in frames that nothing else uses. */
export interface Stated {
    readonly run: Run;
    readonly conditions: readonly Condition[];
    /** the object on which they are read */
    readonly object?: Instance;
}

/**
 * Returns the conditions of a constraint or requirement.
 * @param subject the object on which it is judged; if absent, any object of its owning type
 */
export function statedBy(run: Run, element: AstNode, subject?: Instance): Stated {
    const object = subject ?? anyObjectFor(run, element);
    const declaration = declarationOn(object, element);
    const frame = new ConditionFrame(run, layoutOf(declaration), enclosingFrame(run, declaration, object), object);
    return { run, conditions: judgedConditionsOf(declaration, frame), ...(object && { object }) };
}

/** Returns an object of the type in which an element is declared; undefined for an element of a package. */
export function anyObjectFor(run: Run, element: AstNode): Instance | undefined {
    let owner = owningTypeOf(element);
    while (owner !== undefined && isConstraint(owner)) {
        owner = owningTypeOf(owner);
    }
    return owner === undefined ? undefined : new Instance(run, layoutOf(owner), owner, undefined);
}

/** Greatest depth at which nested parts are visited. */
const MOST_DEPTH = 8;

/** Returns the conditions that an object of an element and the objects nested in it must satisfy together. @throws EvaluationError */
export function statedByObject(run: Run, element: AstNode): Stated {
    return { run, conditions: conditionsOn(run, new Instance(run, layoutOf(element), element, undefined)) };
}

/** Returns the conditions that an object and the objects nested in it must satisfy together. @throws EvaluationError */
export function conditionsOn(run: Run, root: Instance): readonly Condition[] {
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
    visit(root, 0);
    return conditions;
}

/** Returns the conditions that a satisfaction assertion states for the object after `by`. @throws EvaluationError */
export function statedByAssertion(run: Run, assertion: ast.SatisfyRequirementUsage): Stated {
    const requirement = requirementOf(assertion);
    if (requirement === undefined) {
        throw new EvaluationError('no requirement to satisfy', assertionText(assertion));
    }
    const object = freshSubject(run, assertion);
    return { run, conditions: conditionsOfAssertion(run, assertion, requirement, object), object };
}
