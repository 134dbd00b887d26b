/**
 * Properties of a searched behaviour: constraints and requirements of the model, whose names are resolved as in the behaviour. They are
 * evaluated in every state without side effects.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { elementById, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { ConditionFrame, judge, judgedConditionsOf } from '../../evaluation/calculations/conditions.js';
import { isConstraint } from '../../evaluation/model/kinds.js';
import { layoutOf } from '../../evaluation/model/layout.js';
import type { RunModel } from '../../evaluation/run.js';
import type { UnknownName } from '../../values/index.js';
import type { SearchedRun } from '../../behaviour/index.js';
import { declarationOn } from '../../verification/index.js';

export interface Property {
    readonly name: string;
    readonly element: AstNode;
}

/** The reason why a name does not denote a property. */
export interface PropertyFault {
    readonly error: string;
    readonly unknown?: UnknownName;
}

/** Returns the property with a name. */
export function propertyOf(model: RunModel, name: string): Property | PropertyFault {
    const element = elementById(model, name);
    if (element === undefined) {
        return { error: `unresolved reference: ${name}`, unknown: { name, kind: 'name' } };
    }
    return isConstraint(element)
        ? { name: qualifiedNameOf(element) ?? name, element }
        : { error: `${name} is no constraint or requirement, which a property is` };
}

/** Whether a property holds in a state; an error states why it cannot be evaluated. */
export function evaluateProperty({ element, name }: Property, run: SearchedRun): 'holds' | 'false' | { readonly error: string } {
    return run.previewed(() => {
        const declaration = declarationOn(run.performer, element);
        const frame = new ConditionFrame(run.run, layoutOf(declaration), run.frame, run.performer);
        const judgement = judge(judgedConditionsOf(declaration, frame), name, 'property');
        return judgement.outcome === 'holds' ? 'holds' : judgement.outcome === 'violated' ? 'false' : { error: judgement.cause };
    });
}
