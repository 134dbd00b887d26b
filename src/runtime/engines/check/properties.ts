/**
 * Properties of a searched behaviour: constraints and requirements of the model, whose names are resolved as in the behaviour. They are
 * evaluated in every state without side effects.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { elementById, nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { conformsTo } from '../../../language/semantics/specialization.js';
import { isUsage, owningTypeOf } from '../../../language/semantics/structure.js';
import { ConditionFrame, judge, judgedConditionsOf } from '../../evaluation/calculations/conditions.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { isA, isConstraint } from '../../evaluation/model/kinds.js';
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

/**
 * Explains why a property says nothing about a run: it is a constraint owned by a type of which no object is involved (the behaviour, its
 * owner, the performer, or a whole of the performer). Undefined if such an object is involved. For a requirement the subject counts, and
 * for a constraint definition its parameters, whoever owns them.
 */
export function scopeFault({ element, name }: Property, behaviour: AstNode, performer: Instance | undefined): string | undefined {
    if (!isUsage(element) || !isA(element, 'ConstraintUsage') || isA(element, 'RequirementUsage')) {
        return undefined;
    }
    const owner = owningTypeOf(element);
    const types = new Set<AstNode>();
    for (let type: AstNode | undefined = behaviour; type !== undefined; type = owningTypeOf(type)) {
        types.add(type);
    }
    for (let object = performer; object !== undefined; object = object.outer instanceof Instance ? object.outer : undefined) {
        types.add(object.type);
    }
    if (owner === undefined || isConstraint(owner) || [...types].some(type => type === owner || conformsTo(type, owner))) {
        return undefined;
    }
    const of = qualifiedNameOf(owner) ?? nameOf(owner) ?? 'a type';
    return `property ${name} is a constraint of ${of}: neither ${qualifiedNameOf(behaviour) ?? 'the behavior'} nor its performer is one`;
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
