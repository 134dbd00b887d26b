/**
 * Finds parameters that the notation does not declare: those of actions for which it has an argument or nothing (SysML 8.2.2.17), and the
 * subject of a satisfaction, which `by` binds (8.2.2.21.2). Types inherit them like other parameters, and they hide the parameters that
 * they redefine. Depends on syntax trees.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { inheritedOf, ownedParametersOf, ownedSubjectOf, parametersOf } from '../../language/semantics/features.js';
import { allRedefinedFeaturesOf } from '../../language/semantics/featuring.js';
import { memberElement } from '../../language/semantics/names.js';
import { nameOf } from '../../language/semantics/naming.js';
import { visibilityOf } from '../../language/semantics/owned-members.js';
import { generalsOf } from '../../language/semantics/specialization.js';
import { isFeature } from '../../language/semantics/structure.js';
import { isGuardedSuccession } from '../builder/keywords.js';
import type { GraphElement } from '../graph.js';
import { isOfAction } from '../patterns/transitions.js';

export class UndeclaredParameter {
    constructor(
        readonly action: AstNode,
        readonly place: number
    ) {}

    /** The redefined parameters, which have the same position (KerML checkFeatureParameterRedefinition). */
    get redefined(): readonly AstNode[] {
        if (this.action.$type === 'SatisfyRequirementUsage') {
            return redefinedSubjectsOf(this.action);
        }
        return generalsOf(this.action).flatMap(general => parametersOf(general, generalsOf)[this.place] ?? []);
    }
}

/** The subjects of a requirement's generals, which its own subject redefines. */
export function redefinedSubjectsOf(requirement: AstNode): readonly AstNode[] {
    return [...new Set(generalsOf(requirement).flatMap(general => inheritedOf(general, ownedSubjectOf, generalsOf) ?? []))];
}

/** A member of which only the membership is known. */
export class OwnedPart {
    constructor(readonly membership: GraphElement) {}
}

/** A member of a namespace: a declaration or alias, an undeclared parameter, or a part of which only the membership is known. */
export type Member = AstNode | UndeclaredParameter | OwnedPart;

export const isDeclared = (member: Member): member is AstNode => '$type' in member;

/** The element that a member declares or names. */
export const elementOf = (member: Member): AstNode | undefined => (isDeclared(member) ? memberElement(member) : undefined);
export const nameOfMember = (member: Member): string | undefined => (isDeclared(member) ? nameOf(member) : undefined);
export const visibilityOfMember = (member: Member): Visibility => (isDeclared(member) ? visibilityOf(member) : 'public');

export type Visibility = ReturnType<typeof visibilityOf>;

/** The features that a member's feature redefines, directly or indirectly. */
export function redefinedByMember(member: Member): ReadonlySet<AstNode> {
    if (member instanceof OwnedPart) {
        return new Set();
    }
    if (!isDeclared(member)) {
        return new Set(member.redefined.flatMap(feature => [feature, ...allRedefinedFeaturesOf(feature)]));
    }
    const element = memberElement(member);
    return element !== undefined && isFeature(element) ? allRedefinedFeaturesOf(element) : new Set();
}

const NONE: readonly never[] = [];
const found = new WeakMap<AstNode, readonly UndeclaredParameter[]>();

/**
 * The undeclared parameters of a type. Guarded successions and transitions in actions have none (8.2.2.17.8 GuardedTargetSuccession,
 * GuardedSuccession).
 */
export function undeclaredParametersOf(type: AstNode): readonly UndeclaredParameter[] {
    let parameters = found.get(type);
    if (parameters === undefined) {
        const isBound = type.$type === 'SatisfyRequirementUsage' && type.subject !== undefined;
        const hasNone = type.$type === 'TransitionUsage' && (isGuardedSuccession(type) || isOfAction(type));
        const positions = hasNone ? NONE : ownedParametersOf(type);
        parameters = isBound
            ? [new UndeclaredParameter(type, 0)]
            : positions.flatMap((position, place) => (position === undefined ? [new UndeclaredParameter(type, place)] : []));
        found.set(type, parameters);
    }
    return parameters;
}

/** Inserts the undeclared parameters of a type among its declared members, by position. */
export function withUndeclaredParameters(type: AstNode, members: readonly AstNode[]): readonly Member[] {
    const undeclared = undeclaredParametersOf(type);
    if (undeclared.length === 0) {
        return members;
    }
    if (type.$type === 'SatisfyRequirementUsage') {
        return [...undeclared, ...members];
    }
    const all: Member[] = [...members];
    const parameters: (Member | undefined)[] = [...ownedParametersOf(type)];
    for (const parameter of undeclared) {
        const { place } = parameter;
        const previous = parameters[place - 1];
        const next = parameters[place + 1];
        const at = previous !== undefined ? all.indexOf(previous) + 1 : next !== undefined ? Math.max(all.indexOf(next), 0) : 0;
        all.splice(at, 0, parameter);
        parameters[place] = parameter;
    }
    return all;
}
