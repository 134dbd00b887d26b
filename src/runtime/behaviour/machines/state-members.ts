/** Classification of the members of a state's body: features and behaviours. Does not depend on the graph. */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { isStatementType, isUsage } from '../../../language/semantics/structure.js';
import { assignedFeatureOf } from '../../evaluation/model/assignments.js';
import { isA, isOutput } from '../../evaluation/model/kinds.js';
import { layoutOf } from '../../evaluation/model/layout.js';

/** Whether a member declares a feature that the state's behaviours may read. */
export function declaresFeature(member: AstNode): boolean {
    return (
        isUsage(member) &&
        (hasOutputs(member) ||
            (member.membership === undefined &&
                !isA(member, 'ActionUsage') &&
                !isA(member, 'Connector') &&
                !isA(member, 'Succession') &&
                !isA(member, 'TransitionUsage') &&
                member.kind !== 'defer' &&
                member.kind !== 'region' &&
                assignedFeatureOf(member) === undefined))
    );
}

/** Whether a named behaviour of a state has outputs that others may read as its pins. */
function hasOutputs(behaviour: ast.Usage): boolean {
    return (
        ['entry', 'do', 'exit'].includes(behaviour.membership ?? '') &&
        behaviour.name !== undefined &&
        !isStatementType(behaviour) &&
        layoutOf(behaviour).slots.some(s => s.isModelled && isOutput(s.feature))
    );
}

/** Whether a behaviour of a state or transition does anything. */
export function performs(usage: ast.Usage): boolean {
    return isStatementType(usage) || (usage.members?.length ?? 0) > 0 || usage.reference !== undefined || usage.relationships.length > 0;
}
