/**
 * Properties of a feature that its notation and position determine: its owning type, direction, composition, and the order of parameters
 * and ends. If the notation has an expression in place of a parameter, that position is a gap. Depends on the resolver only for generals.
 */
import type { AstNode } from '../generated/tree.js';
import { isMetaclass } from './metaclass.js';
import { isFeatureMembership, membershipOf } from './memberships.js';
import type { MetaclassName } from './metaclasses.js';
import { Fact, factsOf } from './structure.js';

/** A feature at a position; undefined for a gap, where the notation has an expression. */
export type Position = AstNode | undefined;
/** The types that a type directly specializes, declared and implied. */
export type Generals = (type: AstNode) => readonly AstNode[];

export type Direction = 'in' | 'out' | 'inout';

const NONE: readonly Position[] = Object.freeze([]);

/** The type that owns a feature through a feature membership (KerML 8.3.3.3.4); variants, cross features and metadata have none. */
export function featuringOwnerOf(feature: AstNode): AstNode | undefined {
    if (!isFeatureMembership(membershipOf(feature))) {
        return undefined;
    }
    const owner = feature.$container;
    return owner?.$type === 'ResultExpression' ? owner.$container : owner;
}

/** Whether a feature is owned by an instance of one of several metaclasses. */
export function isOwnedBy(feature: AstNode, metaclasses: readonly MetaclassName[]): boolean {
    const owner = featuringOwnerOf(feature);
    if (owner !== undefined) {
        for (const metaclass of metaclasses) {
            if (isMetaclass(owner, metaclass)) {
                return true;
            }
        }
    }
    return false;
}

/** The direction that a feature declares. */
export function writtenDirectionOf(feature: AstNode): Direction | undefined {
    return feature.direction as Direction | undefined; // the grammars know no other word
}

/** The direction of a feature, declared or determined by its owning membership (KerML 8.3.4.6.3, SysML 8.3.21). */
export function directionOf(feature: AstNode): Direction | undefined {
    const { membership, kind } = feature;
    const direction = writtenDirectionOf(feature);
    if (direction !== undefined) {
        return direction;
    }
    if (membership === 'return') {
        return 'out';
    }
    if (kind === 'subject' || kind === 'actor' || kind === 'stakeholder') {
        return 'in';
    }
    return feature.$containerProperty !== 'members' && membershipOf(feature) === 'ParameterMembership' ? 'in' : undefined;
}

/** Whether a feature is composite: its values end with their owner. Declared in KerML, the default of most usages in SysML (8.3.6.4). */
export function isComposite(feature: AstNode): boolean {
    if (!isMetaclass(feature, 'Usage')) {
        return feature.isComposite === true;
    }
    const { isReference, isEnd } = feature;
    if (
        isReference === true ||
        isEnd === true ||
        directionOf(feature) !== undefined ||
        isMetaclass(feature, 'AttributeUsage') ||
        isMetaclass(feature, 'ReferenceUsage') ||
        isMetaclass(feature, 'EventOccurrenceUsage')
    ) {
        return false;
    }
    const owner = featuringOwnerOf(feature);
    return (
        owner !== undefined &&
        (!isMetaclass(feature, 'PortUsage') || isMetaclass(owner, 'PortDefinition') || isMetaclass(owner, 'PortUsage'))
    );
}

// --- Positions ------------------------------------------------------------------------------------------------------

/** The parameters that a notation declares before its body (SysML 8.2.2.17). */
function notationParametersOf(type: AstNode): readonly Position[] {
    switch (type.$type) {
        case 'AcceptActionUsage': {
            const { payload, receiver } = type;
            return receiver === undefined ? [payload] : [payload, undefined];
        }
        case 'SendActionUsage': {
            const { payload, sender, receiver } = type;
            return gaps(receiver !== undefined ? 3 : sender !== undefined ? 2 : payload !== undefined ? 1 : 0);
        }
        case 'AssignmentActionUsage':
            return gaps(2);
        case 'TerminateActionUsage':
            return gaps(type.target === undefined ? 0 : 1);
        case 'IfActionUsage': {
            const { thenAction, elseAction } = type;
            return elseAction === undefined ? [undefined, thenAction] : [undefined, thenAction, elseAction];
        }
        case 'WhileLoopActionUsage':
            return [undefined, type.bodyAction, ...gaps(type.until === undefined ? 0 : 1)];
        case 'ForLoopActionUsage':
            return [undefined, type.bodyAction];
        case 'TransitionUsage':
            return gaps(type.trigger === undefined ? 1 : 2);
        case 'FlowUsage':
            return type.kind === 'message' ? type.ends : NONE;
        default:
            return NONE;
    }
}

function gaps(count: number): readonly Position[] {
    return new Array<Position>(count).fill(undefined);
}

/**
 * The parameters that a behavior or step declares, in order. Excludes the result and the subject, whose position follows from its
 * membership.
 */
export function ownedParametersOf(type: AstNode): readonly Position[] {
    const first = notationParametersOf(type);
    let all: Position[] | undefined;
    for (const member of type.members ?? []) {
        const { kind, membership } = member;
        if (
            membership !== 'return' &&
            membership !== 'member' &&
            kind !== 'subject' &&
            isMetaclass(member, 'Feature') &&
            directionOf(member) !== undefined
        ) {
            (all ??= [...first]).push(member);
        }
    }
    return all ?? first;
}

/** The ends that an association or connector declares, in order. */
export function ownedEndsOf(type: AstNode): readonly Position[] {
    let all: Position[] | undefined;
    const { ends, kind, members } = type;
    if (type.$type === 'TargetSuccession') {
        all = [undefined, type.target];
    } else if (ends !== undefined && ends.length > 0 && kind !== 'message') {
        all = [...ends];
    }
    for (const member of members ?? []) {
        if (member.isEnd === true && member.membership !== 'member') {
            (all ??= []).push(member);
        }
    }
    return all ?? NONE;
}

const PARAMETERS = new Fact<readonly Position[]>('parameters');
const ENDS = new Fact<readonly Position[]>('ends');

/** The parameters of a type by position, with inherited ones at positions that it does not declare. */
export function parametersOf(type: AstNode, generals: Generals): readonly Position[] {
    return positionsOf(type, PARAMETERS, ownedParametersOf, generals);
}

/** The ends of a type by position, with inherited ones at positions that it does not declare. */
export function endsOf(type: AstNode, generals: Generals): readonly Position[] {
    return positionsOf(type, ENDS, ownedEndsOf, generals);
}

const positionsInProgress = new Set<AstNode>();
/** Whether a cycle of specialization has cut the current computation. */
let isCut = false;

function positionsOf(
    type: AstNode,
    key: Fact<readonly Position[]>,
    owned: (type: AstNode) => readonly Position[],
    generals: Generals
): readonly Position[] {
    const facts = factsOf(type);
    const known = key.of(type);
    if (known !== undefined) {
        return known;
    }
    if (positionsInProgress.has(type)) {
        isCut = true;
        return NONE;
    }
    const isOutermost = positionsInProgress.size === 0;
    isCut &&= !isOutermost;
    positionsInProgress.add(type);
    try {
        const own = owned(type);
        let all: Position[] | undefined;
        for (const general of generals(type)) {
            const inherited = positionsOf(general, key, owned, generals);
            for (let i = 0; i < inherited.length; i++) {
                if (inherited[i] !== undefined && own[i] === undefined && isNearer(inherited[i]!, all?.[i], generals)) {
                    (all ??= [...own])[i] = inherited[i];
                }
            }
        }
        const positions = all ?? own;
        // A result within a cycle, or before the generals are known, is preliminary.
        if ((isOutermost || !isCut) && facts.generals !== undefined) {
            key.set(type, positions);
        }
        return positions;
    } finally {
        positionsInProgress.delete(type);
    }
}

/**
 * Whether an inherited feature takes a position that is empty, or holds it or a feature that it redefines (8.3.3.1.10,
 * `removeRedefinedFeatures`).
 */
function isNearer(feature: AstNode, other: Position, generals: Generals): boolean {
    if (other === undefined) {
        return true;
    }
    const specialized = new Set([feature]);
    for (const f of specialized) {
        if (f === other) {
            return true;
        }
        for (const general of generals(f)) {
            if (isMetaclass(general, 'Feature')) {
                specialized.add(general);
            }
        }
    }
    return false;
}

// --- Members by role ------------------------------------------------------------------------

/** The result parameter that a function or expression declares (KerML 8.3.4.7). */
export function ownedResultOf(type: AstNode): AstNode | undefined {
    return type.members?.find(m => m.membership === 'return');
}
/** The subject parameter that a requirement or case declares (SysML 8.3.21, 8.3.22). */
export function ownedSubjectOf(type: AstNode): AstNode | undefined {
    return type.members?.find(m => m.kind === 'subject');
}
/** The objective that a case declares (SysML 8.3.22). */
export function ownedObjectiveOf(type: AstNode): AstNode | undefined {
    return type.members?.find(m => m.kind === 'objective');
}

/** The feature of a role that a type declares, else the first inherited one; undefined for none. */
export function inheritedOf(
    type: AstNode,
    owned: (type: AstNode) => AstNode | undefined,
    generals: Generals,
    seen = new Set<AstNode>()
): AstNode | undefined {
    const own = owned(type);
    if (own !== undefined || seen.has(type)) {
        return own;
    }
    seen.add(type);
    for (const general of generals(type)) {
        const found = inheritedOf(general, owned, generals, seen);
        if (found !== undefined) {
            return found;
        }
    }
    return undefined;
}
