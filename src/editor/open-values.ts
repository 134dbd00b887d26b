/**
 * The features without a value that the conditions of an element read, and the element's variations. They determine the questions that a
 * solver can answer.
 */
import type { AstNode } from '../language/generated/tree.js';
import { isOfLibrary } from '../language/semantics/cycles.js';
import { supertypesOf, typesOf } from '../language/semantics/specialization.js';
import { isUsage, ownedMembersOf } from '../language/semantics/structure.js';
import { isReferring, membersOf } from '../language/positions/name-segments.js';
import { visitAll } from '../language/syntax/index.js';
import { isA, isConstraint, isVariation } from '../runtime/evaluation/index.js';
import { isStepOfAnother } from './roles.js';

export type SolverLens = readonly [title: string, command: string];

const CAN_HOLD: SolverLens = ['Can this hold?', 'sysml.canHold'];
const WHICH_VARIANTS: SolverLens = ['Which variants?', 'sysml.whichVariants'];

/** The solver questions for an element: for a constraint or requirement, and for an object that has variations and constraints. */
export function solverQuestionsOf(element: AstNode): readonly SolverLens[] {
    if (isConstraint(element)) {
        if (element.$type === 'SatisfyRequirementUsage' || isStepOfAnother(element)) {
            return [];
        }
        const read = readBy(element);
        return [...(read.some(isOpen) ? [CAN_HOLD] : []), ...(read.some(isVariation) ? [WHICH_VARIANTS] : [])];
    }
    const isObject = isA(element, 'PartDefinition') || isA(element, 'PartUsage');
    const members = isObject ? ownedMembersOf(element) : [];
    const isConstrained = members.some(m => isConstraint(m) && m.$type !== 'SatisfyRequirementUsage');
    return isConstrained && members.some(m => isUsage(m) && isVariation(m)) ? [WHICH_VARIANTS] : [];
}

/** The features that the conditions of a constraint and of its generals read. */
function readBy(constraint: AstNode): readonly AstNode[] {
    const read = new Set<AstNode>();
    for (const declaration of [constraint, ...supertypesOf(constraint)].filter(d => !isOfLibrary(d))) {
        visitAll(declaration, node => {
            if (isReferring(node)) {
                membersOf(node).forEach(member => member !== undefined && isUsage(member) && read.add(member));
            }
        });
    }
    return [...read];
}

/** Whether a feature has a data type and no stated value. */
const isOpen = (feature: AstNode): boolean =>
    isUsage(feature) && feature.value === undefined && !isOfLibrary(feature) && [...typesOf(feature)].some(t => isA(t, 'DataType'));
