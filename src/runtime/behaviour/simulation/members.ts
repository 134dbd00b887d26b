/** The members of a behaviour's body: its own and those inherited from the model, in order. Does not depend on values. */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { declaredGeneralsOf, redefinedFeaturesOf } from '../../../language/semantics/specialization.js';
import { isDefinition, isFeature, isStatementType, isUsage, ownedMembersOf } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { assignedFeatureOf } from '../../evaluation/model/assignments.js';
import { specialFirst } from '../../evaluation/model/inheritance.js';
import { isA, isCalculation, isConstraint, memoize } from '../../evaluation/model/kinds.js';

const TYPES = Symbol('types of a body');

/** The type and the types of the model that its body inherits from, most general first. */
export function bodyTypesOf(type: AstNode): readonly AstNode[] {
    return memoize(TYPES, type, t => {
        const found: AstNode[] = [];
        const visit = (node: AstNode): void => {
            if (found.includes(node)) {
                return;
            }
            found.push(node);
            for (const general of declaredGeneralsOf(node)) {
                if (!scopeOf(general).isLibrary && (isDefinition(general) || isFeature(general))) {
                    visit(general);
                }
            }
        };
        visit(t);
        return [...specialFirst(found, declaredGeneralsOf)].reverse();
    });
}

const MEMBERS = Symbol('members of a body');

/** The members of a body, inherited ones first; a redefinition takes the position of the redefined member. */
export function bodyMembersOf(type: AstNode): readonly AstNode[] {
    return memoize(MEMBERS, type, t => {
        const members: AstNode[] = [];
        for (const owner of bodyTypesOf(t)) {
            for (const member of ownedMembersOf(owner)) {
                const redefined = isUsage(member) ? redefinedFeaturesOf(member) : [];
                const at = redefined.length === 0 ? -1 : members.findIndex(m => redefined.includes(m));
                if (at >= 0) {
                    members[at] = member;
                } else {
                    members.push(member);
                }
            }
        }
        return members;
    });
}

/** Whether a member of an action's body is a step, which the action performs. */
export function isStep(member: AstNode): boolean {
    if (!isUsage(member)) {
        return false;
    }
    if (member.direction !== undefined || ['entry', 'do', 'exit', 'variant', 'member'].includes(member.membership ?? '')) {
        return false;
    }
    if (isStatementType(member) || assignedFeatureOf(member) !== undefined || isFinalNode(member)) {
        return true;
    }
    return (
        member.$type === 'Usage' &&
        !member.isReference &&
        isA(member, 'ActionUsage') &&
        (!isCalculation(member) || isSubcase(member)) &&
        !isConstraint(member) &&
        !isA(member, 'StateUsage') &&
        member.kind !== 'exhibit'
    );
}

/** A case in the body of a case is a step; other calculations are evaluated when they are read. */
function isSubcase(member: ast.Usage): boolean {
    const owner = member.$container;
    return isA(member, 'CaseUsage') && owner !== undefined && (isA(owner, 'CaseDefinition') || isA(owner, 'CaseUsage'));
}

/** Whether a member is the inherited final node, written `done;` or `done end;`. */
export function isFinalNode(member: AstNode): boolean {
    const { kind, name, relationships, value, members } = member;
    return (
        kind === 'done' ||
        (member.$type === 'Usage' &&
            kind === undefined &&
            name === 'done' &&
            relationships?.length === 0 &&
            value === undefined &&
            members?.length === 0)
    );
}

/** Whether a body orders its steps by a start or by successions. */
export function statesFlow(type: AstNode): boolean {
    return bodyMembersOf(type).some(m => {
        switch (m.$type) {
            case 'InitialNode':
            case 'TargetSuccession':
            case 'TransitionUsage':
                return true;
            case 'ConnectorUsage':
                return isSuccession(m);
            case 'FlowUsage':
                return m.kind === 'succession' && m.ends.length === 2;
            default:
                return m.isThen === true && isStep(m);
        }
    });
}

/** Keywords of a succession with two ends; `then a b;` has none. */
const SUCCESSION_WORDS: ReadonlySet<string> = new Set(['first', 'succession', 'then', '']);

/** Whether a member is a succession with two ends: `first a then b;`, `succession first a then b;`, `a then b;`, `then a b;`. */
export function isSuccession(member: AstNode): member is ast.ConnectorUsage {
    return member.$type === 'ConnectorUsage' && SUCCESSION_WORDS.has(member.kind ?? '') && member.ends.length === 2;
}
