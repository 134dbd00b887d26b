/**
 * The commands for an element: the kinds of diagrams that show it, and whether it can be run, evaluated or verified. Depends on the model,
 * not on the protocol.
 */
import type { AstNode } from '../language/generated/tree.js';
import { isAnalysisCase, isVerificationCase } from '../runtime/verification/index.js';
import { isA, isBehavior, isCalculation, isConstraint, isRequirement } from '../runtime/evaluation/index.js';
import { isDefinition, isFeature, isPackage, isUsage, owningTypeOf } from '../language/semantics/structure.js';
import { isView } from '../language/semantics/rendering-kind.js';
import type { RenderingKind } from '../views/index.js';

/** `run`: an action or state machine; `evaluate`: a calculation, constraint or requirement. */
export type Role = 'run' | 'evaluate' | 'verify' | 'analyze' | 'instantiate';

const isMachine = (element: AstNode): boolean => isA(element, 'StateDefinition') || isA(element, 'StateUsage');
const isCase = (element: AstNode): boolean => isA(element, 'CaseDefinition') || isA(element, 'CaseUsage');

export function roleOf(element: AstNode): Role | undefined {
    if (element.$type === 'SatisfyRequirementUsage' || isVerificationCase(element)) {
        return 'verify';
    }
    if (isAnalysisCase(element)) {
        return 'analyze';
    }
    if (isCase(element)) {
        return undefined;
    }
    if (isRequirement(element) || isConstraint(element) || isCalculation(element)) {
        return 'evaluate';
    }
    if (isMachine(element) || isBehavior(element)) {
        return 'run';
    }
    return isA(element, 'PartDefinition') || isA(element, 'PartUsage') || isA(element, 'ItemDefinition') ? 'instantiate' : undefined;
}

/** Whether an element is part of another behaviour: an action in an action, a state in a state, a calculation in a case. */
export function isStepOfAnother(element: AstNode): boolean {
    const owner = owningTypeOf(element);
    return owner !== undefined && (isBehavior(owner) || isMachine(owner) || isCalculation(owner) || isConstraint(owner));
}

/** The kinds of diagrams that show an element, the best one first. */
export function renderingsOf(element: AstNode): readonly RenderingKind[] {
    if (isMachine(element)) {
        return ['state', 'tree'];
    }
    if (isCase(element) && !isA(element, 'AnalysisCaseDefinition')) {
        return ['case', 'action', 'tree'];
    }
    if (isBehavior(element)) {
        return ['action', 'sequence', 'tree'];
    }
    if (isPackage(element)) {
        return ['tree', 'mixed', 'case', 'table', 'matrix'];
    }
    if (isA(element, 'OccurrenceDefinition') || isA(element, 'OccurrenceUsage')) {
        return isA(element, 'ConstraintUsage') || isA(element, 'ConstraintDefinition') || isCalculation(element)
            ? ['tree', 'table']
            : ['interconnection', 'sequence', 'tree', 'mixed'];
    }
    return ['tree', 'table'];
}

/** Whether an element can be shown in a diagram by itself. */
export function isShowable(element: AstNode): boolean {
    return isPackage(element) || isDefinition(element) || isUsage(element) || isFeature(element) || isView(element);
}
