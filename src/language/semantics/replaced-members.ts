/**
 * Members of a type that replace inherited ones: explicit redefinitions (KerML 8.3.3.1.10, `Type::removeRedefinedFeatures`), and
 * redefinitions implied by position or role (KerML 8.4.4.8, SysML 8.4.13).
 */
import type { AstNode } from '../generated/tree.js';
import { directionOf } from './features.js';
import { resolve } from './names.js';
import { lookupNameOf, namingNodeOf } from './owned-members.js';
import { redefinedFeaturesOf } from './specialization.js';
import { factsOf, isFeature, isUsage, lastSegment, ownedMembersOf } from './structure.js';

/**
 * The feature of a type that redefines an inherited member, or one that the member redefines, under another name (KerML 8.3.3.1.10,
 * `Type::removeRedefinedFeatures`): the type inherits the member under neither name.
 */
export function redefinitionOf(type: AstNode, member: AstNode, name: string): AstNode | undefined {
    const { members } = type;
    let names: ReadonlySet<string> | undefined;
    return members?.find(own => {
        if (!isUsage(own) || own.relationships.length === 0 || (own.name ?? lookupNameOf(own)) === name || own.shortName === name) {
            return false;
        }
        const written = own.name !== undefined ? own.relationships.filter(r => r.$type === 'Redefinition') : [namingNodeOf(own)];
        return (
            written.some(
                r =>
                    r?.$type === 'Redefinition' && (lastSegment(r.text) === name || (names ??= namesAlong(member)).has(lastSegment(r.text)))
            ) && redefinedFeaturesOf(own).some(r => r === member || redefines(member, r))
        );
    });
}

/**
 * The member of a type for the name of a redefined member: an unnamed redefinition has both names of that member (KerML 8.3.3.3.4,
 * effectiveName and effectiveShortName), any other only its own.
 */
export function inPlaceOf(member: AstNode, own: AstNode): AstNode | undefined {
    const naming = namingNodeOf(own);
    return naming !== undefined && resolve(naming) === member ? own : undefined;
}

/**
 * The feature of a type that redefines an inherited member by position or role (KerML 8.4.4.8, SysML 8.4.13): a parameter, a result, a
 * subject, an action of a state or transition. The type then does not inherit the member.
 */
export function redefinedByImplication(type: AstNode, member: AstNode): AstNode | undefined {
    const role = isFeature(member) ? roleOf(member) : undefined;
    if (role === undefined) {
        return undefined;
    }
    return membersWithRoles(type).find(
        own => own !== member && roleOf(own) === role && redefinedFeaturesOf(own).some(r => r === member || redefines(r, member))
    );
}

/** Library features that actions of states and transitions, or their payloads, redefine. */
const ROLES = new Set(['entryAction', 'doAction', 'exitAction', 'accepter', 'effect', 'payload', 'var']);

/** The declared features of a type that may redefine inherited ones by implication. */
export function membersWithRoles(type: AstNode): readonly AstNode[] {
    const facts = factsOf(type);
    return (facts.membersWithRoles ??= ownedMembersOf(type).filter(m => roleOf(m) !== undefined));
}

/** The role by which a feature redefines others by implication: those with the same role. */
export function roleOf(feature: AstNode): string | undefined {
    const { membership, kind, isEnd, name } = feature;
    if (isEnd === true || feature.$type === 'ConnectorEnd') {
        return 'end';
    }
    if (kind === 'subject' || kind === 'objective' || membership === 'return') {
        return membership ?? kind;
    }
    if (membership === 'entry' || membership === 'do' || membership === 'exit') {
        return 'action';
    }
    const { $containerProperty: part } = feature;
    if (part === 'trigger' || part === 'effect' || part === 'payload' || part === 'variable') {
        return 'action';
    }
    return directionOf(feature) !== undefined ? 'parameter' : name !== undefined && ROLES.has(name) ? 'action' : undefined;
}

/** The names of a feature, and the names of the features that it redefines, directly or indirectly. */
function namesAlong(feature: AstNode): ReadonlySet<string> {
    const names = new Set<string>();
    const features = new Set<AstNode>([feature]);
    for (const f of features) {
        const { name, shortName, relationships = [] } = f;
        [name, shortName].forEach(own => own !== undefined && names.add(own));
        for (const r of relationships) {
            const target = r.$type === 'Redefinition' ? resolve(r) : undefined;
            if (target !== undefined) {
                names.add(lastSegment(r.text));
                features.add(target);
            }
        }
    }
    return names;
}

/** Whether a feature redefines another one, directly or indirectly. */
export function redefines(feature: AstNode, other: AstNode): boolean {
    const seen = new Set<AstNode>();
    const work = [feature];
    for (let f = work.pop(); f !== undefined; f = work.pop()) {
        for (const r of redefinedFeaturesOf(f)) {
            if (r === other) {
                return true;
            }
            if (!seen.has(r)) {
                seen.add(r);
                work.push(r);
            }
        }
    }
    return false;
}
