/**
 * Properties of a searched behaviour: constraints and requirements of the model, read where the behaviour reads names. They are evaluated
 * at every state and leave nothing behind.
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

/** Why a name is none of a property. */
export interface PropertyFault {
    readonly error: string;
    readonly unknown?: UnknownName;
}

/** The property of a name. */
export function propertyOf(model: RunModel, name: string): Property | PropertyFault {
    const element = elementById(model, name);
    if (element === undefined) {
        return { error: `unresolved reference: ${name}`, unknown: { name, kind: 'name' } };
    }
    return isConstraint(element)
        ? { name: qualifiedNameOf(element) ?? name, element }
        : { error: `${name} is no constraint or requirement, which a property is` };
}

/** Whether a property holds in a state; an error says why it cannot be evaluated. */
export function standsIn({ element, name }: Property, run: SearchedRun): 'holds' | 'false' | { readonly error: string } {
    return run.looked(() => {
        const declaration = declarationOn(run.performer, element);
        const frame = new ConditionFrame(run.run, layoutOf(declaration), run.frame, run.performer);
        const judgement = judge(judgedConditionsOf(declaration, frame), name, 'property');
        return judgement.outcome === 'holds' ? 'holds' : judgement.outcome === 'violated' ? 'false' : { error: judgement.cause };
    });
}
